/* names_json.c - the rows of eco.json: an object of records by FEN.
 *
 * jansson reads the values one by one, so that each row has its place in the
 * file and a fault in one does not cost the others. */
#include "work/games/int.h" /* places */
#include "work/openings/names_int.h"

#include "core/base/str.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SENTENCE = 256 };

typedef struct reader {
    names_load *load;
    tby_str text;
    size_t at;
    games_mark mark; /* where the row is whose place was asked for last */
    tby_row_read row;
    tby_alias aliases[TBY_OPENING_ALIASES];
} reader;

/* --- faults ---------------------------------------------------------------*/

/* Places are asked for in order. */
static tby_place place_of(reader *r, size_t at)
{
    games_mark_move(&r->mark, r->text, at);
    return (tby_place){(size_t)r->mark.lines + 1, (size_t)r->mark.chars + 1};
}

/* The file ends here. */
static tby_rc broken(reader *r, size_t at, tby_rc code, const char *why)
{
    char sentence[MAX_SENTENCE];

    snprintf(sentence, sizeof sentence, "This is not JSON: %s.", why);
    names_tell(r->load, TBY_ERROR, code, place_of(r, at), sentence);
    return code;
}

static tby_rc refuse(reader *r, size_t at, tby_rc code, const char *sentence)
{
    r->load->sum->refused++;
    names_tell(r->load, TBY_ERROR, code, place_of(r, at), sentence);
    return code;
}

static tby_rc refuse_member(reader *r, size_t at, const char *member,
                            const char *wanted)
{
    char sentence[MAX_SENTENCE];

    snprintf(sentence, sizeof sentence, "\"%s\" is not %s.", member, wanted);
    return refuse(r, at, TBY_E_JSON_FIELD, sentence);
}

/* --- JSON -----------------------------------------------------------------*/

/* Passes white space; the byte there, 0 at the end. */
static char peek(reader *r)
{
    while (r->at < r->text.n && strchr(" \t\r\n", r->text.p[r->at]) &&
           r->text.p[r->at])
        r->at++;
    return r->at < r->text.n ? r->text.p[r->at] : '\0';
}

static tby_rc expect(reader *r, char c, const char *why)
{
    if (peek(r) != c)
        return broken(r, r->at, TBY_E_JSON_SYNTAX, why);
    r->at++;
    return TBY_OK;
}

static tby_rc fail_value(reader *r, size_t at, const json_error_t *error)
{
    enum json_error_code code = json_error_code(error);

    if (code == json_error_out_of_memory)
        return TBY_E_NOMEM;
    return broken(
        r, at, code == json_error_invalid_utf8 ? TBY_E_UTF8 : TBY_E_JSON_SYNTAX,
        error->text);
}

/* The value at the cursor, which passes it. */
static tby_rc take_value(reader *r, json_t **out)
{
    const size_t flags =
        JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES;
    json_error_t error;
    json_t *value;

    peek(r);
    value = json_loadb(r->text.p + r->at, r->text.n - r->at, flags, &error);
    size_t used = error.position > 0 ? (size_t)error.position : 0;
    if (!value)
        return fail_value(r, r->at + used, &error);
    r->at += used;
    *out = value;
    return TBY_OK;
}

/* Empty if it is no text. */
static tby_str str_of(const json_t *value)
{
    return (tby_str){json_string_value(value), json_string_length(value)};
}

/* --- rows -----------------------------------------------------------------*/

/* What the authors derive repeats names with the blanks around them, so that a
 * table to compare with must have them; any other must not. */
static bool keeps_blanks(const reader *r)
{
    return r->load->job->identity == TBY_IDENTITY_EXACT;
}

/* One name that another source gives; false if it is no text, or one too many.
 * An empty one is left out with a warning. */
static bool add_alias(reader *r, size_t at, tby_opening_row *row,
                      const char *source, const json_t *value)
{
    tby_str text = str_of(value), name = tby_str_trim(text);

    if (!json_is_string(value))
        return false;
    if (name.n == 0) {
        names_tell(r->load, TBY_WARNING, TBY_E_OPENING_NAME, place_of(r, at),
                   "An alias is empty and left out.");
        return true;
    }
    if (row->aliases_n == TBY_OPENING_ALIASES)
        return false;
    r->aliases[row->aliases_n++] =
        (tby_alias){tby_str_of(source), keeps_blanks(r) ? text : name};
    row->aliases = r->aliases;
    return true;
}

/* {"scid": "name", "other": ["name", "name"]} */
static bool read_aliases(reader *r, size_t at, tby_opening_row *row,
                         json_t *value)
{
    const char *source;
    json_t *names, *name;
    size_t i;

    if (!json_is_object(value))
        return false;
    json_object_foreach(value, source, names)
    {
        if (!json_is_array(names)) {
            if (!add_alias(r, at, row, source, names))
                return false;
            continue;
        }
        json_array_foreach(names, i, name)
        {
            if (!add_alias(r, at, row, source, name))
                return false;
        }
    }
    return true;
}

static tby_rc read_texts(reader *r, size_t at, tby_opening_row *row,
                         const json_t *value)
{
    static const struct {
        const char *member;
        tby_row_field field;
    } TEXTS[] = {{"eco", TBY_ROW_CODE},    {"name", TBY_ROW_NAME},
                 {"moves", TBY_ROW_MOVES}, {"scid", TBY_ROW_SCID},
                 {"src", TBY_ROW_SOURCE},  {"rootSrc", TBY_ROW_ROOT_SOURCE}};

    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        const json_t *text = json_object_get(value, TEXTS[i].member);
        if (!text)
            continue;
        if (!json_is_string(text))
            return refuse_member(r, at, TEXTS[i].member, "a text");
        row->text[TEXTS[i].field] = str_of(text);
    }
    if (!row->text[TBY_ROW_SOURCE].n)
        row->text[TBY_ROW_SOURCE] = TBY_STR("eco_json");
    return TBY_OK;
}

static tby_rc read_members(reader *r, size_t at, tby_opening_row *row,
                           const json_t *value)
{
    json_t *aliases = json_object_get(value, "aliases");
    const json_t *root = json_object_get(value, "isEcoRoot");

    if (!json_is_object(value))
        return refuse(r, at, TBY_E_JSON_FIELD, "The record is not an object.");
    if (aliases && !read_aliases(r, at, row, aliases))
        return refuse_member(r, at, "aliases", "an object of names");
    if (root && !json_is_boolean(root))
        return refuse_member(r, at, "isEcoRoot", "true or false");
    row->eco_root = json_is_true(root);
    return read_texts(r, at, row, value);
}

/* Takes a record, or tells why not; only what ends the reading is returned. */
static tby_rc take_row(reader *r, size_t at, const json_t *fen,
                       const json_t *value)
{
    tby_opening_row row = {.layout = TBY_ROW_SPACED};

    row.text[TBY_ROW_FEN] = str_of(fen);
    r->load->sum->rows++;
    if (read_members(r, at, &row, value) != TBY_OK)
        return TBY_OK;
    tby_rc rc = tby_opening_of_row(&row, &r->row);
    for (size_t i = 0; i < r->row.faults_n; i++) {
        const tby_row_fault *f = &r->row.faults[i];
        names_tell(r->load, f->severity, f->code, place_of(r, at),
                   f->severity == TBY_ERROR ? r->row.sentence : NULL);
    }
    r->load->sum->refused += rc != TBY_OK;
    if (rc != TBY_OK)
        return TBY_OK;
    if (keeps_blanks(r))
        r->row.opening.name = row.text[TBY_ROW_NAME];
    return names_take(r->load, &r->row.opening, place_of(r, at));
}

static tby_rc read_record(reader *r)
{
    json_t *fen = NULL, *value = NULL;
    tby_rc rc = TBY_OK;

    if (peek(r) != '"')
        return broken(r, r->at, TBY_E_JSON_SYNTAX, "a FEN in quotes expected");
    size_t at = r->at;
    rc = take_value(r, &fen);
    if (rc == TBY_OK)
        rc = expect(r, ':', "':' expected");
    if (rc == TBY_OK)
        rc = take_value(r, &value);
    if (rc == TBY_OK)
        rc = take_row(r, at, fen, value);
    json_decref(fen);
    json_decref(value);
    return rc;
}

/* --- the file -------------------------------------------------------------*/

static tby_rc read_records(reader *r)
{
    tby_rc rc = expect(r, '{', "'{' expected");
    bool more = rc == TBY_OK && peek(r) != '}';

    while (rc == TBY_OK && more) {
        rc = read_record(r);
        more = rc == TBY_OK && peek(r) == ',';
        r->at += more;
    }
    if (rc == TBY_OK)
        rc = expect(r, '}', "',' or '}' expected");
    if (rc == TBY_OK && peek(r))
        rc = broken(r, r->at, TBY_E_JSON_SYNTAX, "the end expected");
    return rc;
}

tby_rc names_read_json(names_load *l, tby_str text)
{
    tby_alloc alloc = tby_alloc_libc();
    reader *r = alloc.realloc(alloc.ctx, NULL, 0, sizeof *r);

    if (!r)
        return TBY_E_NOMEM;
    *r = (reader){.load = l, .text = text};
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        r->at = 3;
    tby_rc rc = read_records(r);
    alloc.realloc(alloc.ctx, r, sizeof *r, 0);
    return rc;
}
