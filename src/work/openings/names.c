/* names.c - see names.h: all sources of a job as one table, and as a list of
 * names that is made once and kept.
 *
 * The name of the file that keeps it is all there is to compare:
 * openings-SET-STATE.names, where SET stands for which sources are joined, and
 * STATE for their sizes and ages and for the program that made it. */
#include "core/openings/names.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/json.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/openings/lists/read.h"
#include "io/stream/sink.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "tabiya/key.h"
#include "tabiya/tabiya.h"
#include "work/games/int.h" /* places */
#include "work/games/kind.h"
#include "work/openings/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tby_place NOWHERE = {0, 0};

/* Reports a fault of the file that is being read, and counts a warning. */
static void report(names_load *l, tby_severity severity, tby_rc code,
                   tby_place place, const char *text)
{
    /* all other warnings are about the way in which a row is written */
    bool loss = severity == TBY_ERROR || code == TBY_E_OPENING_NAME ||
                code == TBY_E_JSON_FIELD || code == TBY_W_PGN_STRAY;
    tby_finding fault = {.severity = severity,
                         .code = code,
                         .file = l->file,
                         .place = place,
                         .text = text && *text ? text : tby_rc_text(code),
                         .loss = loss};

    TBY_ASSERT(severity <= TBY_ERROR && l->file);
    l->sum->warnings += severity == TBY_WARNING;
    l->sum->losses += severity == TBY_WARNING && loss;
    if (l->job->fault)
        l->job->fault(l->job->ctx, &fault);
}

/* Adds a row after showing it to the listener. */
static tby_rc add_row(names_load *l, const tby_opening *o, tby_place place)
{
    TBY_ASSERT(l->table);
    if (l->job->row)
        l->job->row(l->job->ctx, o, l->file, place);
    return tby_openings_add(l->table, o);
}

/* Refuses the whole file. */
static tby_rc refuse(names_load *l, tby_rc code, const char *text)
{
    report(l, TBY_ERROR, code, NOWHERE, text);
    return code;
}

/* --- the formats ----------------------------------------------------------*/

static void on_diag(void *ctx, const tby_diag_item *item)
{
    char text[256];
    size_t n = item->detail.n < sizeof text ? item->detail.n : sizeof text - 1;

    memcpy(text, item->detail.p, n);
    text[n] = '\0';
    report(ctx, item->severity, item->code, item->place, text);
}

static tby_rc read_rows(names_load *l, tby_openings_format format, tby_str text,
                        bool overlay)
{
    tby_opening_reader r;
    tby_opening o;
    tby_rc rc;

    tby_opening_reader_init(&r, format, text, NULL);
    r.diag = (tby_diag){on_diag, l};
    if (overlay)
        r.source = TBY_STR("overlay");
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK) {
        tby_place place = l->job->row ? tby_opening_reader_place(&r) : NOWHERE;
        rc = add_row(l, &o, place);
        if (rc != TBY_OK)
            break;
    }
    l->sum->rows += r.rows;
    l->sum->refused += r.refused;
    tby_opening_reader_free(&r);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* The entries of a list of names, which have no place. */
static tby_rc read_names(names_load *l, const tby_names *names)
{
    tby_alias aliases[TBY_OPENING_ALIASES];
    tby_rc rc = TBY_OK;

    l->sum->rows += names->count;
    for (uint32_t i = 0; i < names->count && rc == TBY_OK; i++) {
        tby_opening o;
        tby_names_get(names, i, &o);
        o.aliases_n = tby_names_aliases(names, i, aliases, TBY_OPENING_ALIASES);
        o.aliases = aliases;
        rc = add_row(l, &o, NOWHERE);
    }
    return rc;
}

static tby_rc read_text(names_load *l, tby_str text, bool overlay)
{
    tby_openings_format format = tby_openings_guess(text);
    tby_names names;
    tby_rc rc = tby_names_open(&names, text.p, text.n);
    const char *other = tby_kind_refusal(TBY_WANT_OPENINGS, text);

    if (other)
        return refuse(l, TBY_E_FILE_KIND, other);
    if (overlay)
        return read_rows(l, TBY_OPENINGS_TSV, text, true);
    if (rc == TBY_OK)
        return read_names(l, &names);
    if (rc != TBY_E_NAMES_MAGIC)
        return refuse(l, rc, NULL);
    if (format == TBY_OPENINGS_JSON)
        return tby__names_read_json(l, text);
    if (format == TBY_OPENINGS_UNKNOWN)
        return refuse(l, TBY_E_OPENING_FORMAT, NULL);
    return read_rows(l, format, text, false);
}

static tby_rc read_file(names_load *l, const char *path, bool overlay)
{
    tby_source *s = NULL;
    tby_buf bytes;
    tby_rc rc = tby_source_open(&s, path);

    TBY_ASSERT(path && *path);
    l->file = strcmp(path, "-") == 0 ? "stdin" : path;
    tby_buf_init(&bytes, NULL, NAMES_MAX_BYTES);
    if (rc == TBY_OK)
        rc = tby_source_read_all(s, &bytes);
    if (rc != TBY_OK)
        refuse(l, rc, tby_source_error_text(s));
    tby_source_close(s);
    if (rc == TBY_OK)
        rc = read_text(l, tby_buf_str(&bytes), overlay);
    tby_buf_free(&bytes);
    return rc;
}

/* --- folders --------------------------------------------------------------*/

/* ecoA.json to ecoE.json.  What is derived from them is no source: the
 * interpolated records are read when they are named, the pairs never. */
static bool is_eco_json(const char *name)
{
    return strlen(name) == 9 && strncmp(name, "eco", 3) == 0 &&
           name[3] >= 'A' && name[3] <= 'E' && strcmp(name + 4, ".json") == 0;
}

static bool is_tsv(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".tsv") == 0;
}

/* The files of a folder that are lists of openings: those of eco.json, or all
 * .tsv.  An empty list if there are none. */
static tby_rc list_folder(tby_folder *out, const char *folder)
{
    tby_rc rc = tby_folder_list(out, folder, is_eco_json);

    if (rc != TBY_OK || out->n)
        return rc;
    tby_folder_free(out);
    return tby_folder_list(out, folder, is_tsv);
}

/* Reads a file, or all that is meant by a folder.  `overlay`: a TSV whose rows
 * are the user's own. */
static tby_rc read_path(names_load *l, const char *path, bool overlay)
{
    tby_file_info info;

    if (tby_file_look(path, &info) == TBY_OK && info.folder && !overlay) {
        tby_folder files = {.n = 0};
        tby_rc rc = list_folder(&files, path);

        l->file = path;
        if (rc != TBY_OK)
            return refuse(l, rc, "The folder cannot be read.");
        if (files.n == 0)
            rc = refuse(
                l, TBY_E_OPENING_FORMAT,
                "There is neither ecoA.json to ecoE.json nor a file .tsv "
                "in the folder.");
        for (size_t i = 0; i < files.n && rc == TBY_OK; i++)
            rc = read_file(l, files.paths[i], false);
        tby_folder_free(&files);
        return rc;
    }
    return read_file(l, path, overlay);
}

#define SCID_ECO "/usr/share/scid/data/scid.eco"

/* Where Debian's scid-data has scid.eco, NULL if it is not installed (or
 * TBY_SCID_ECO in the environment says otherwise; empty: none). */
static const char *scid_path(void)
{
    const char *path = getenv("TBY_SCID_ECO");
    tby_file_info info;

    if (!path)
        path = SCID_ECO;
    return *path && tby_file_look(path, &info) == TBY_OK ? path : NULL;
}

static tby_rc read_all(names_load *l)
{
    const tby_names_job *job = l->job;
    const char *scid = job->scid ? scid_path() : NULL;

    if (job->builtin) {
        tby_names names = tby_names_builtin();
        l->file = "built-in";
        TBY_TRY(read_names(l, &names));
    }
    for (size_t i = 0; i < job->n; i++)
        TBY_TRY(read_path(l, job->paths[i], false));
    if (scid)
        TBY_TRY(read_path(l, scid, false));
    return job->overlay ? read_path(l, job->overlay, true) : TBY_OK;
}

tby_rc tby_names_load(const tby_names_job *job, tby_openings **out,
                      tby_names_sum *sum)
{
    tby_names_sum own = {.rows = 0};
    names_load l = {.job = job, .sum = sum ? sum : &own};
    tby_rc rc = tby_openings_open(&l.table, job->identity, NULL);

    *l.sum = own;
    if (rc != TBY_OK)
        return rc;
    rc = read_all(&l);
    if (rc == TBY_OK)
        *out = l.table;
    else
        tby_openings_close(l.table);
    return rc;
}

/* --- hashing --------------------------------------------------------------*/

static void mix(uint64_t *h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        *h = (*h ^ p[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
}

/* With the NUL, so that "a", "bc" is not "ab", "c". */
static void mix_text(uint64_t *h, const char *text)
{
    mix(h, text, strlen(text) + 1);
}

typedef struct stamp {
    uint64_t set, state;
    bool good; /* all sources have a name, a size and an age */
} stamp;

static void mix_file(stamp *s, const char *path)
{
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK) {
        s->good = false;
        return;
    }
    mix_text(&s->state, path);
    mix(&s->state, &info.size, sizeof info.size);
    mix(&s->state, &info.changed, sizeof info.changed);
}

/* Standard input has no age; NULL is no source.  A folder stands for the lists
 * in it; what else happens there is no matter. */
static void mix_source(stamp *s, const char *path)
{
    bool is_file = path && strcmp(path, "-") != 0;
    char *whole = is_file ? tby_path_resolve(path) : NULL;
    tby_folder files = {.n = 0};
    tby_file_info info;

    mix_text(&s->set, whole ? whole : "");
    if (!whole) {
        s->good = s->good && !path;
    } else if (tby_file_look(whole, &info) != TBY_OK || !info.folder) {
        mix_file(s, whole);
    } else {
        s->good = s->good && list_folder(&files, whole) == TBY_OK;
        for (size_t i = 0; i < files.n; i++)
            mix_file(s, files.paths[i]);
        tby_folder_free(&files);
    }
    tby_path_free(whole);
}

/* --- the file -------------------------------------------------------------*/

/* A cache file for the sources of a job, to be freed with tby_path_free(): its
 * name holds them, their sizes and ages, and the versions of names and program.
 * NULL if there is no place for it, or a source has no age. */
static char *cache_path(const tby_names_job *job)
{
    /* The head of the built-in names has the versions of the format and of the
     * keys and a checksum of all names in it. */
    const uint64_t basis = UINT64_C(0xcbf29ce484222325);
    stamp s = {.set = basis, .state = basis, .good = true};
    tby_names builtin = tby_names_builtin();

    mix(&s.set, &job->builtin, sizeof job->builtin);
    mix(&s.state, builtin.base, builtin.n < 80 ? builtin.n : 80);
    mix_text(&s.state, tby_version());
    for (size_t i = 0; i < job->n; i++)
        mix_source(&s, job->paths[i]);
    mix_source(&s, job->scid ? scid_path() : NULL);
    mix_source(&s, job->overlay);

    char *folder = s.good ? tby_cache_path("") : NULL, *path;
    char set[TBY_KEY_TEXT], state[TBY_KEY_TEXT], name[64];

    if (!folder)
        return NULL;
    tby_key_write(s.set, set);
    tby_key_write(s.state, state);
    snprintf(name, sizeof name, "openings-%s-%s.names", set, state);
    path = tby_path_join(folder, name);
    tby_path_free(folder);
    return path;
}

static bool is_cached(const char *name)
{
    return strncmp(name, "openings-", 9) == 0;
}

/* Removes what was made from an older state of the same sources.  Whoever has
 * it mapped keeps it. */
static void remove_older(const char *folder, const char *path)
{
    const size_t same = strlen(path) - strlen("-0123456789abcdef.names");
    tby_folder files = {.n = 0};

    if (tby_folder_list(&files, folder, is_cached) != TBY_OK)
        return;
    for (size_t i = 0; i < files.n; i++)
        if (strncmp(files.paths[i], path, same) == 0 &&
            strcmp(files.paths[i], path) != 0)
            tby_file_remove(files.paths[i]);
    tby_folder_free(&files);
}

struct tby_names_set {
    tby_names names;
    tby_map map;   /* that it lies in, or */
    tby_buf bytes; /* the memory */
};

const tby_names *tby_names_set_get(const tby_names_set *b)
{
    TBY_ASSERT(b);
    return &b->names;
}

void tby_names_set_close(tby_names_set *b)
{
    if (!b)
        return;
    tby_map_close(&b->map);
    tby_buf_free(&b->bytes);
    tby_grow_free(NULL, b, 1, sizeof *b);
}

static tby_rc open_map(tby_names_set *b, const char *path)
{
    tby_rc rc = tby_map_open(&b->map, path);

    if (rc == TBY_OK)
        rc = tby_names_open(&b->names, b->map.p ? b->map.p : "", b->map.n);
    if (rc != TBY_OK)
        tby_map_close(&b->map);
    return rc;
}

/* --- lists of names that are made ------------------------------------------*/

static tby_rc fill_set(tby_names_set *b, const tby_names_job *job,
                       tby_names_sum *sum)
{
    /* Nothing but the library's own? */
    if (job->builtin && job->n == 0 && !job->overlay &&
        !(job->scid && scid_path())) {
        b->names = tby_names_builtin();
        return TBY_OK;
    }
    /* what is wrong with it is reported when it is read like any source */
    /* One file and nothing else: it may be a list of names itself. */
    if (job->n == 1 && !job->builtin && !job->overlay &&
        !(job->scid && scid_path()) && open_map(b, job->paths[0]) == TBY_OK)
        return TBY_OK;
    /* a list of names whose making had something to report is made again the
     * next time, so that it is reported again */
    char *path = cache_path(job);
    tby_rc rc = TBY_OK;

    if (!path || open_map(b, path) != TBY_OK) {
        tby_openings *table = NULL;
        rc = tby_names_load(job, &table, sum);

        if (rc == TBY_OK)
            rc = tby_names_compile(table, &b->bytes);
        tby_openings_close(table);
        if (rc == TBY_OK)
            rc = tby_names_open(&b->names, b->bytes.p, b->bytes.n);
        if (rc == TBY_OK && path && sum->refused + sum->losses == 0) {
            /* What fails here is no matter. */
            tby_str names = tby_buf_str(&b->bytes);
            char *folder = tby_cache_path("");
            tby_sink *sink = NULL;
            if (folder && tby_folder_make(folder) == TBY_OK &&
                tby_sink_put(&sink, path, names.p, names.n) == TBY_OK)
                remove_older(folder, path);
            tby_sink_close(sink);
            tby_path_free(folder);
        }
    }
    tby_path_free(path);
    return rc;
}

tby_rc tby_names_set_open(tby_names_set **out, const tby_names_job *job,
                          tby_names_sum *sum)
{
    tby_names_sum own = {.rows = 0};
    tby_names_set *b = tby_grow_new(NULL, 1, sizeof *b);

    if (!b)
        return TBY_E_NOMEM;
    *b = (tby_names_set){.names = {.n = 0}};
    tby_buf_init(&b->bytes, NULL, NAMES_MAX_BYTES);
    sum = sum ? sum : &own;
    *sum = (tby_names_sum){.rows = 0};
    tby_rc rc = fill_set(b, job, sum);
    if (rc == TBY_OK)
        *out = b;
    else
        tby_names_set_close(b);
    return rc;
}

/* --- the rows of eco.json: an object of records by FEN ----------------------
 *
 * A record is passed as a whole before its members are read, so that a fault in
 * one does not cost the others. */

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
    report(r->load, TBY_ERROR, code, place_of(r, r->json.at), sentence);
    return code;
}

static tby_rc refuse_row(reader *r, size_t at, tby_rc code,
                         const char *sentence)
{
    TBY_ASSERT(code < 0 && sentence);
    r->load->sum->refused++;
    report(r->load, TBY_ERROR, code, place_of(r, at), sentence);
    return code;
}

static tby_rc refuse_member(reader *r, size_t at, const char *member,
                            const char *wanted)
{
    char sentence[MAX_SENTENCE];

    snprintf(sentence, sizeof sentence, "\"%s\" is not %s.", member, wanted);
    return refuse_row(r, at, TBY_E_JSON_FIELD, sentence);
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
static tby_str keep_text(reader *r, tby_str text)
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
    *out = keep_text(r, text);
    return !out->n || !memchr(out->p, '\0', out->n);
}

static void warn(reader *r, size_t at, tby_rc code, const char *sentence)
{
    report(r->load, TBY_WARNING, code, place_of(r, at), sentence);
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

        source = keep_text(r, source);
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
        refuse_row(r, at, TBY_E_JSON_FIELD, "The record is not an object.");
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
        report(r->load, f->severity, f->code, place_of(r, at),
               f->severity == TBY_ERROR ? r->row.sentence : NULL);
    }
    r->load->sum->refused += rc != TBY_OK;
    if (rc != TBY_OK)
        return TBY_OK;
    if (keeps_spaces(r))
        r->row.opening.name = row.text[TBY_ROW_NAME];
    return add_row(r->load, &r->row.opening, place_of(r, at));
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
    reader *r = tby_grow_new(NULL, 1, sizeof *r);

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
    tby_grow_free(NULL, r, 1, sizeof *r);
    return rc;
}
