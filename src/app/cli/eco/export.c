/* export.c - tabiya eco export: openings in another format. */
#include "app/cli/commands.h"
#include "app/cli/eco/cmd_eco.h"
#include "core/base/str.h"
#include "core/openings/lists/write.h"
#include "io/system/file.h"

#include <string.h>

enum { MOST = 1 << 28 }; /* far above any list, far below any memory */

static const struct kind {
    const char *name;    /* of the format */
    const char *end;     /* of a file that is in it */
    const char *volume;  /* what such a file is called; X is A to E */
    const char *between; /* the same for interpolated records */
    tby_openings_format format;
} KINDS[] = {
    {"eco.json", ".json", "ecoX.json", "eco_interpolated.json",
     TBY_OPENINGS_JSON},
    {"tsv", ".tsv", "x.tsv", "interpolated.tsv", TBY_OPENINGS_TSV},
    {"pgn", ".pgn", "ecoX.pgn", "eco_interpolated.pgn", TBY_OPENINGS_PGN},
    {"scid", ".eco", "X.eco", "interpolated.eco", TBY_OPENINGS_SCID},
};

typedef struct export
{
    const tby_cli_call *call;
    const char *out; /* "-" is standard output */
    bool split;
    const struct kind *kind;
    tby_openings *table;
    uint64_t records, files, left_out;
    int code;
}
export;

/* --- what is asked --------------------------------------------------------*/

/* By --format or the name of the output; NULL after a complaint. */
static const struct kind *find_kind(const export *e)
{
    const char *name = tby_cli_value(e->call, "format");
    size_t n = strlen(e->out);

    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        size_t end = strlen(KINDS[i].end);
        if (name ? strcmp(name, KINDS[i].name) == 0
                 : n > end && strcmp(e->out + n - end, KINDS[i].end) == 0)
            return &KINDS[i];
    }
    tby_cli_usage(e->call->command, NULL,
                  "--format is missing: eco.json, tsv, pgn or scid.");
    return NULL;
}

/* --- files ----------------------------------------------------------------*/

enum { VOLUMES = 5, BETWEEN = VOLUMES, FROM_TO, FILES };

/* What file i of a split output is called, NULL if it is not wanted. */
static const char *file_name(const export *e, int i, char room[32])
{
    if (i == BETWEEN)
        return tby_cli_has(e->call, "interpolated") ? e->kind->between : NULL;
    if (i == FROM_TO)
        return tby_cli_has(e->call, "fromto") ? "fromTo.json" : NULL;
    snprintf(room, 32, "%s", e->kind->volume);
    char *upper = strchr(room, 'X'), *lower = strchr(room, 'x');
    if (upper)
        *upper = (char)('A' + i);
    else if (lower)
        *lower = (char)('a' + i);
    return room;
}

/* Calls fn with the path of a file in the folder. */
static int with_path(const export *e, const char *name, tby_str text,
                     int (*fn)(const export *e, const char *path, tby_str text))
{
    char *path = tby_path_join(e->out, name);

    if (!path)
        return tby_cli_fail(e->out, TBY_E_NOMEM);
    int code = fn(e, path, text);
    tby_path_free(path);
    return code;
}

static int check_path(const export *e, const char *path, tby_str text)
{
    (void)text;
    return tby_cli_check_out(e->call, path, TBY_WANT_OPENINGS);
}

static int write_path(const export *e, const char *path, tby_str text)
{
    (void)e;
    return tby_cli_write_file(path, text);
}

/* Nothing is written if anything is in the way. */
static int check_files(const export *e)
{
    int code = TBY_EXIT_OK;

    for (int i = 0; i < FILES && code == TBY_EXIT_OK; i++) {
        char room[32];
        const char *name = file_name(e, i, room);
        if (name)
            code = with_path(e, name, (tby_str){"", 0}, check_path);
    }
    return code;
}

static int check_call(export *e)
{
    bool pairs = tby_cli_has(e->call, "fromto");

    e->kind = find_kind(e);
    if (!e->kind)
        return TBY_EXIT_USAGE;
    if (e->split && strcmp(e->out, "-") == 0)
        return tby_cli_usage(e->call->command, NULL,
                             "--split needs --out: a folder.");
    if (pairs && (!e->split || e->kind->format != TBY_OPENINGS_JSON))
        return tby_cli_usage(e->call->command,
                             "'tabiya eco fromto' prints the pairs.",
                             "--fromto goes with --split and eco.json only.");
    return e->split ? check_files(e)
                    : tby_cli_check_out(e->call, e->out, TBY_WANT_OPENINGS);
}

static int write_file(export *e, const char *name, tby_str text)
{
    int code = e->split ? with_path(e, name, text, write_path)
                        : tby_cli_write_file(e->out, text);

    e->files += code == TBY_EXIT_OK;
    return code;
}

static int write_table(export *e, const tby_openings *t, char category,
                       const char *name)
{
    tby_buf text;
    tby_rc rc;
    int code;

    tby_buf_init(&text, NULL, MOST);
    rc = tby_openings_write(t, e->kind->format, category, &text);
    code = rc == TBY_OK ? write_file(e, name, tby_buf_str(&text))
                        : tby_cli_fail(name, rc);
    tby_buf_free(&text);
    return code;
}

/* --- what is derived ------------------------------------------------------*/

/* Adds the records between named ones; the first of them is *first. */
static int interpolate(export *e, size_t *first)
{
    *first = tby_openings_count(e->table);
    tby_rc rc = tby_openings_interpolate(e->table, (tby_str){"", 0}, false);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail(e->out, rc);
}

/* Only what was added. */
static int write_tail(export *e, size_t first, const char *name)
{
    tby_openings *t = NULL;
    tby_rc rc = tby_openings_open(&t, tby_openings_identity(e->table), NULL);

    for (size_t i = first; i < tby_openings_count(e->table) && rc == TBY_OK;
         i++)
        rc = tby_openings_add(t, tby_openings_at(e->table, i));
    int code =
        rc == TBY_OK ? write_table(e, t, '\0', name) : tby_cli_fail(e->out, rc);
    tby_openings_close(t);
    return code;
}

static void put_fen(tby_jsonw *w, const tby_opening *o)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(&o->pos, fen, sizeof fen);
    tby_jsonw_cstr(w, fen);
}

/* [[from, to, source of from, source of to], ...] */
static int write_pairs(export *e, const char *name)
{
    tby_steps c;
    tby_step step;
    tby_buf text;
    tby_jsonw w = {.buf = &text};

    tby_buf_init(&text, NULL, MOST);
    tby_jsonw_array(&w);
    tby_steps_all(&c, e->table);
    while (tby_steps_next(&c, &step)) {
        const tby_opening *from = tby_openings_at(e->table, step.from);
        const tby_opening *to = tby_openings_at(e->table, step.to);
        tby_jsonw_array(&w);
        put_fen(&w, from);
        put_fen(&w, to);
        tby_jsonw_str(&w, from->source);
        tby_jsonw_str(&w, to->source);
        tby_jsonw_array_end(&w);
    }
    tby_jsonw_array_end(&w);
    tby_rc rc = tby_jsonw_end(&w);
    int code = rc == TBY_OK ? write_file(e, name, tby_buf_str(&text))
                            : tby_cli_fail(name, rc);
    tby_buf_free(&text);
    return code;
}

/* --- the output -----------------------------------------------------------*/

static int write_between(export *e, const char *name)
{
    size_t first;
    int code = interpolate(e, &first);

    return code == TBY_EXIT_OK ? write_tail(e, first, name) : code;
}

/* The pairs come last: they are of all records, those between included. */
static int write_part(export *e, int i)
{
    char room[32];
    const char *name = file_name(e, i, room);

    if (!name)
        return TBY_EXIT_OK;
    if (i == BETWEEN)
        return write_between(e, name);
    if (i == FROM_TO)
        return write_pairs(e, name);
    return write_table(e, e->table, (char)('A' + i), name);
}

static int write_split(export *e)
{
    int code = TBY_EXIT_OK;

    if (tby_folder_make(e->out) != TBY_OK) {
        tby_cli_diag_file(e->out, "The folder cannot be made.",
                          tby_rc_name(TBY_E_IO_WRITE));
        return TBY_EXIT_USAGE;
    }
    for (int i = 0; i < FILES && code == TBY_EXIT_OK; i++)
        code = write_part(e, i);
    return code;
}

static int write_joined(export *e)
{
    size_t first;
    int code = TBY_EXIT_OK;

    if (tby_cli_has(e->call, "interpolated"))
        code = interpolate(e, &first);
    return code == TBY_EXIT_OK ? write_table(e, e->table, '\0', e->out) : code;
}

/* --- what was left out ----------------------------------------------------*/

static bool is_left_out(const export *e, const tby_opening *o)
{
    return (e->split && !o->code[0]) ||
           !tby_openings_can_write(e->kind->format, o);
}

/* Names each record that the output cannot hold. */
static int tell_left_out(export *e)
{
    for (size_t i = 0; i < tby_openings_count(e->table); i++) {
        const tby_opening *o = tby_openings_at(e->table, i);
        char sentence[256];
        if (!is_left_out(e, o))
            continue;
        snprintf(sentence, sizeof sentence, "Left out, for it has no %s: %.*s",
                 o->code[0] ? "moves" : "code",
                 (int)(o->name.n < 180 ? o->name.n : 180), o->name.p);
        tby_cli_diag_file(strcmp(e->out, "-") == 0 ? "stdout" : e->out,
                          sentence, "record_left_out");
        e->left_out++;
    }
    e->records = tby_openings_count(e->table) - e->left_out;
    return e->left_out ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
}

static int print_json(const export *e)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", e->out);
    tby_jsonw_put_cstr(w, "format", e->kind->name);
    tby_jsonw_put_u64(w, "files", e->files);
    tby_jsonw_put_u64(w, "records", e->records);
    tby_jsonw_put_u64(w, "left_out", e->left_out);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int print_summary(const export *e)
{
    if (strcmp(e->out, "-") == 0)
        return TBY_EXIT_OK;
    if (e->call->json)
        return print_json(e);
    printf("%s\n", e->out);
    if (e->split)
        printf("Files    %llu\n", (unsigned long long)e->files);
    printf("Records  %llu\n", (unsigned long long)e->records);
    return TBY_EXIT_OK;
}

/* --- the command ----------------------------------------------------------*/

static int write_all(export *e)
{
    int code = e->split ? write_split(e) : write_joined(e);

    if (code != TBY_EXIT_OK)
        return code;
    code = tell_left_out(e);
    return tby_cli_worse_exit(code, print_summary(e));
}

static int run(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "out");
    export e = {.call = call,
                .out = out ? out : "-",
                .split = tby_cli_has(call, "split")};
    tby_eco eco;
    int code = check_call(&e);

    if (code != TBY_EXIT_OK)
        return code;
    code = tby_eco_open(&eco, call, call->args, call->n);
    if (code == TBY_EXIT_OK)
        code = tby_eco_table(&eco, &e.table);
    if (e.table)
        code = tby_cli_worse_exit(code, write_all(&e));
    tby_openings_close(e.table);
    tby_eco_close(&eco);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"format", "eco.json|tsv|pgn|scid",
     "what to write, if the name of --out does not say"},
    {"out", "FILE",
     "write to this file, or folder with --split (default: "
     "standard output)"},
    {"split", NULL, "write a file for each of the volumes A to E"},
    {"interpolated", NULL, "write the positions between named ones, too"},
    {"fromto", NULL, "with --split: write which position leads to which, too"},
    TBY_CLI_FORCE,
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco export lichess --out lichess.eco",
     "the lists of lichess in the format of Scid"},
    {"tabiya eco export scid.eco lichess --format eco.json --split "
     "--interpolated --fromto --out out",
     "two lists joined, as all files that eco.json consists of"},
    {"tabiya eco export --format tsv | grep Najdorf",
     "what tabiya knows anyway, with moves, UCI and EPD"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_export = {
    .noun = "eco",
    .verb = "export",
    .args = "[SOURCE...]",
    .summary = "write openings in another format",
    .about =
        "Reads lists of openings, joins them by position, and writes them "
        "sorted by code, name and moves: as eco.json (an object by FEN), as "
        "TSV (eco, name, pgn, uci, epd), as PGN with a game for each opening, "
        "or in the format of Scid's scid.eco. What a SOURCE can be is told by "
        "'tabiya help eco build'; without one it is what the other eco "
        "commands use.\n\n"
        "With --split there is a file for each volume A to E, called as the "
        "authors of the format do: ecoA.json, a.tsv, ecoA.pgn, A.eco. The "
        "positions between named ones come into a file of their own then, and "
        "behind the others otherwise.\n\n"
        "A record that the output cannot hold is named: scid.eco has no entry "
        "without a code and moves, and a record without a code belongs to no "
        "volume. The exit code is then 3, as it is when rows of a source could "
        "not be read; 2 if a file cannot be read or written.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
