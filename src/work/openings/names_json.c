/* names_json.c - the rows of eco.json: an object of records by FEN.
 *
 * A record is passed as a whole before its members are read, so that a fault
 * in one does not cost the others. */
#include "work/games/int.h" /* places */
#include "work/openings/names_int.h"

#include "core/base/assert.h"
#include "core/base/json.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SENTENCE = 256 };

/* The members of a record; the first ones are texts. */
enum { TEXTS = 6, ALIASES = TEXTS, IS_ROOT, MEMBERS };

static const char *const NAMES[MEMBERS] = {
    "eco", "name", "moves", "scid", "src", "rootSrc", "aliases", "isEcoRoot"};

static const tby_row_field FIELDS[TEXTS] = {
    TBY_ROW_CODE, TBY_ROW_NAME,   TBY_ROW_MOVES,
    TBY_ROW_SCID, TBY_ROW_SOURCE, TBY_ROW_ROOT_SOURCE};

typedef struct reader {
    names_load *load;
    tby_json json;
    games_mark mark; /* where the last place was */
    tby_buf plain;   /* texts of the record that had escapes, one by one */
    tby_row_read row;
    tby_alias aliases[TBY_OPENING_ALIASES];
} reader;

/* Places come in order. */
static tby_place place_of(reader *r, size_t at)
{
    tby__games_mark_move(&r->mark, r->json.text, at);
    return (tby_place){(size_t)r->mark.lines + 1, (size_t)r->mark.chars + 1};
}

/* The file ends here; without a reason it is the byte at the cursor. */
static tby_rc broken(reader *r, tby_rc code, const char *why)
{
    char sentence[MAX_SENTENCE], unexpected[] = "'x' is not expected here";
    const char *p = r->json.text.p + r->json.at;

    if (code == TBY_E_NOMEM)
        return code;
    if (!why && code == TBY_E_LIMIT)
        why = "it is nested too deeply";
    else if (!why && code == TBY_E_UTF8)
        why = "the text is not UTF-8";
    else if (!why && code == TBY_E_JSON_FIELD)
        why = "a name is there twice";
    else if (!why && r->json.at == r->json.text.n)
        why = "it ends too early";
    else if (!why && (unsigned char)*p > ' ' && (unsigned char)*p < 0x7F)
        unexpected[1] = *p, why = unexpected;
    else if (!why)
        why = "this byte is not expected here";
    if (code != TBY_E_UTF8)
        code = TBY_E_JSON_SYNTAX;
    snprintf(sentence, sizeof sentence, "This is not JSON: %s.", why);
    tby__names_report(r->load, TBY_ERROR, code, place_of(r, r->json.at),
                      sentence);
    return code;
}

static tby_rc refuse(reader *r, size_t at, tby_rc code, const char *sentence)
{
    TBY_ASSERT(code < 0 && sentence);
    r->load->sum->refused++;
    tby__names_report(r->load, TBY_ERROR, code, place_of(r, at), sentence);
    return code;
}

static tby_rc refuse_member(reader *r, size_t at, const char *member,
                            const char *wanted)
{
    char sentence[MAX_SENTENCE];

    snprintf(sentence, sizeof sentence, "\"%s\" is not %s.", member, wanted);
    return refuse(r, at, TBY_E_JSON_FIELD, sentence);
}

/* --- rows -----------------------------------------------------------------*/

/* What the authors derive repeats names with the spaces around them, so that a
 * table to compare with must have them; any other must not. */
static bool keeps_spaces(const reader *r)
{
    return r->load->job->identity == TBY_IDENTITY_EXACT;
}

/* A text of the record stays until the next one: what was put together of
 * escapes is moved to `plain`, which has room for all of it. */
static tby_str keep(reader *r, tby_str text)
{
    tby_buf *to = &r->plain;

    if (text.n == 0 || text.p != r->json.scratch.p)
        return text;
    TBY_ASSERT(text.n <= to->cap - to->n);
    tby_buf_add(to, text);
    return (tby_str){to->p + to->n - text.n, text.n};
}

/* The text at the cursor; false if there is another value, or a NUL in it. */
static bool take_text(reader *r, tby_str *out)
{
    tby_str text;

    if (tby_json_string(&r->json, &r->json.scratch, &text) != TBY_OK)
        return false;
    *out = keep(r, text);
    return !out->n || !memchr(out->p, '\0', out->n);
}

static void warn(reader *r, size_t at, tby_rc code, const char *sentence)
{
    tby__names_report(r->load, TBY_WARNING, code, place_of(r, at), sentence);
}

/* Is there nothing but white space, that of Unicode included? */
static bool is_empty(tby_str text)
{
    uint32_t c;

    while (text.n) {
        size_t n = tby_utf8_decode(text, &c);
        if (!n || !((c < 0x80 && tby_is_space((char)c)) || c == 0xA0 ||
                    (c >= 0x2000 && c <= 0x200B) || c == 0x202F ||
                    c == 0x3000 || c == 0xFEFF))
            return false;
        text = tby_str_from(text, n);
    }
    return true;
}

/* One name that another source gives.  What is no name, and one too many, is
 * left out with a warning. */
static void add_alias(reader *r, size_t at, tby_opening_row *row,
                      tby_str source)
{
    tby_str text = {NULL, 0};

    if (tby_json_peek(&r->json) != '"') {
        if (tby_json_skip(&r->json) == TBY_OK)
            warn(r, at, TBY_E_JSON_FIELD, "An alias is no text and left out.");
        return;
    }
    tby_str name = take_text(r, &text) ? tby_str_trim(text) : TBY_STR("");
    if (is_empty(name)) {
        warn(r, at, TBY_E_OPENING_NAME, "An alias is empty and left out.");
        return;
    }
    if (row->aliases_n == TBY_OPENING_ALIASES) {
        warn(r, at, TBY_E_JSON_FIELD, "An alias is one too many and left out.");
        return;
    }
    r->aliases[row->aliases_n++] =
        (tby_alias){source, keeps_spaces(r) ? text : name};
    row->aliases = r->aliases;
}

/* {"scid": "name", "other": ["name", "name"]}; the syntax is known to be right.
 * Anything else costs the aliases alone. */
static void read_aliases(reader *r, size_t at, tby_opening_row *row)
{
    tby_json *j = &r->json;
    bool first = true, more = true;
    tby_str source;

    if (tby_json_open(j, '{') != TBY_OK) {
        warn(r, at, TBY_E_JSON_FIELD,
             "\"aliases\" is not an object of names and left out.");
        return;
    }
    while (tby_json_element(j, '}', &first, &more) == TBY_OK && more &&
           tby_json_name(j, &source) == TBY_OK) {
        bool first_name = true, more_names = true;

        source = keep(r, source);
        if (tby_json_peek(j) != '[') {
            add_alias(r, at, row, source);
            continue;
        }
        if (tby_json_open(j, '[') != TBY_OK)
            return;
        while (tby_json_element(j, ']', &first_name, &more_names) == TBY_OK &&
               more_names)
            add_alias(r, at, row, source);
    }
}

/* Reads the members at these places into the row; false after a complaint. */
static bool read_members(reader *r, size_t at, const size_t places[MEMBERS],
                         tby_opening_row *row)
{
    r->json.at = places[ALIASES];
    if (r->json.at)
        read_aliases(r, at, row);
    r->json.at = places[IS_ROOT];
    if (r->json.at && tby_json_bool(&r->json, &row->eco_root) != TBY_OK) {
        refuse_member(r, at, "isEcoRoot", "true or false");
        return false;
    }
    for (size_t i = 0; i < TEXTS; i++) {
        r->json.at = places[i];
        if (r->json.at && !take_text(r, &row->text[FIELDS[i]])) {
            refuse_member(r, at, NAMES[i], "a text");
            return false;
        }
    }
    if (!row->text[TBY_ROW_SOURCE].n)
        row->text[TBY_ROW_SOURCE] = TBY_STR("eco_json");
    return true;
}

/* FEN, colon and record. */
static tby_rc read_record(reader *r)
{
    tby_json *j = &r->json;
    tby_opening_row row = {.layout = TBY_ROW_SPACED};
    size_t places[MEMBERS];
    tby_str fen;

    if (tby_json_peek(j) != '"')
        return broken(r, TBY_E_JSON_SYNTAX, "a FEN in quotes expected");
    size_t at = j->at;
    tby_rc rc = tby_json_string(j, &j->scratch, &fen);
    if (rc != TBY_OK)
        return broken(r, rc, NULL);
    if (tby_json_peek(j) != ':')
        return broken(r, TBY_E_JSON_SYNTAX, "':' expected");
    j->at++;
    bool object = tby_json_peek(j) == '{';
    rc = object ? tby_json_object(j, NAMES, places, MEMBERS) : tby_json_skip(j);
    if (rc != TBY_OK)
        return broken(r, rc, NULL);

    r->load->sum->rows++;
    if (!object) {
        refuse(r, at, TBY_E_JSON_FIELD, "The record is not an object.");
        return TBY_OK;
    }
    size_t end = j->at;
    tby_buf_clear(&r->plain);
    if (!tby_buf_room(&r->plain, end - at))
        return r->plain.rc;
    j->at = at;
    /* one with a NUL is no FEN anyway */
    (void)take_text(r, &row.text[TBY_ROW_FEN]);
    bool ok = read_members(r, at, places, &row);
    j->at = end;
    if (!ok)
        return TBY_OK;

    /* Takes a record, or reports why not; only what ends the reading is
     * returned.
     */
    rc = tby_opening_of_row(&row, &r->row);

    for (size_t i = 0; i < r->row.faults_n; i++) {
        const tby_row_fault *f = &r->row.faults[i];
        tby__names_report(r->load, f->severity, f->code, place_of(r, at),
                          f->severity == TBY_ERROR ? r->row.sentence : NULL);
    }
    r->load->sum->refused += rc != TBY_OK;
    if (rc != TBY_OK)
        return TBY_OK;
    if (keeps_spaces(r))
        r->row.opening.name = row.text[TBY_ROW_NAME];
    return tby__names_add(r->load, &r->row.opening, place_of(r, at));
}

static tby_rc read_records(reader *r)
{
    tby_json *j = &r->json;
    bool more = tby_json_peek(j) == '{';

    TBY_ASSERT(r->json.at <= r->json.text.n);
    if (!more)
        return broken(r, TBY_E_JSON_SYNTAX, "'{' expected");
    j->at++;
    more = tby_json_peek(j) != '}';
    while (more) {
        TBY_TRY(read_record(r));
        more = tby_json_peek(j) == ',';
        j->at += more;
    }
    if (tby_json_peek(j) != '}')
        return broken(r, TBY_E_JSON_SYNTAX, "',' or '}' expected");
    j->at++;
    return tby_json_end(j) == TBY_OK
               ? TBY_OK
               : broken(r, TBY_E_JSON_SYNTAX, "the end expected");
}

tby_rc tby__names_read_json(names_load *l, tby_str text)
{
    tby_alloc alloc = tby_alloc_libc();
    reader *r = alloc.realloc(alloc.ctx, NULL, 0, sizeof *r);

    if (!r)
        return TBY_E_NOMEM;
    *r = (reader){.load = l, .json.text = text};
    tby_buf_init(&r->json.scratch, NULL, NAMES_MAX_BYTES);
    tby_buf_init(&r->plain, NULL, NAMES_MAX_BYTES);
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        r->json.at = 3;
    tby_rc rc = read_records(r);
    tby_buf_free(&r->json.scratch);
    tby_buf_free(&r->plain);
    alloc.realloc(alloc.ctx, r, sizeof *r, 0);
    return rc;
}
