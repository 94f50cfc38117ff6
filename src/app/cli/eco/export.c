/* export.c - tabiya eco export and eco build: openings in another format, or
 * compiled to names. */
#include "app/cli/eco/cmd_eco.h"
#include "core/openings/lists/write.h"
#include "core/openings/names.h"
#include "io/system/file.h"

#include <string.h>

static int compile(const tby_cli_call *call, const char *out,
                   const tby_eco *eco, const tby_openings *table, int code)
{
    const tby_names_sum *sum = &eco->sum;
    tby_buf names;
    tby_cli_out o;

    if (code != TBY_EXIT_OK && !tby_cli_has(call, "keep-going")) {
        /* Names without those that were refused are not what was asked for. */
        tby_cli_say(TBY_ERROR, out, "rows_refused",
                    "Not written: %llu row%s could not be read (--keep-going "
                    "leaves such rows out).",
                    (unsigned long long)sum->refused,
                    sum->refused == 1 ? "" : "s");
        return TBY_EXIT_MALFORMED;
    }
    tby_buf_init(&names, NULL, UINT32_MAX);
    tby_rc rc = tby_names_compile(table, &names);
    int written = rc == TBY_OK ? tby_cli_write_file(out, tby_buf_str(&names))
                               : tby_cli_fail(out, rc);
    size_t bytes = names.n;
    tby_buf_free(&names);
    TBY_CLI_TRY(written);
    /* then the names have standard output to themselves */
    if (strcmp(out, "-") == 0)
        return code;
    tby_cli_out_open(&o, call, stdout, 10);
    tby_cli_out_head(&o, "out", out);
    tby_cli_out_u64(&o, "Rows", "rows", sum->rows);
    tby_cli_out_u64(&o, sum->refused ? "Refused" : NULL, "refused",
                    sum->refused);
    tby_cli_out_u64(&o, NULL, "warnings", sum->warnings);
    tby_cli_out_u64(&o, "Positions", "positions", tby_openings_count(table));
    tby_cli_out_u64(&o, "Bytes", "bytes", bytes);
    return tby_cli_worse_exit(code, tby_cli_out_close(&o));
}

static int eco_build(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "out");
    tby_openings *table = NULL;
    tby_eco eco;

    if (!out)
        return TBY_CLI_USAGE(call, "--out is missing: where the names go.");
    TBY_CLI_TRY(tby_cli_check_out(call, out, TBY_WANT_OPENINGS));
    int code = tby_eco_open(&eco, call, call->args, call->n);
    if (code == TBY_EXIT_OK)
        code = tby_eco_table(&eco, &table);
    if (table)
        code = compile(call, out, &eco, table, code);
    tby_openings_close(table);
    tby_eco_close(&eco);
    return code;
}

const tby_cli_command tby_cmd_eco_build = {
    TBY_CLI_SYNOPSIS("eco", "build", "[SOURCE...]",
                     "compile lists of openings to a file of names"),
    .about =
        "Reads lists of openings, joins them by position, and writes them as "
        "one file of names that any eco command opens with --names in a "
        "moment. Of "
        "several names for a position the best source's counts (your overlay, "
        "then lichess, eco.json's own, Scid, others); the others stay as "
        "aliases.\n\n"
        "A SOURCE is a TSV as lichess has it (eco, name, pgn), a file or the "
        "folder of eco.json, scid.eco, a PGN with a game for each opening, or "
        "another file of names, compressed or not; what it is shows in its "
        "content. A "
        "folder stands for ecoA.json to ecoE.json in it or, if there are "
        "none, for its files .tsv. Without a SOURCE the names are made of what "
        "the other eco commands use: the built-in names, scid.eco where it is "
        "installed, and your overlay.\n\n"
        "Every row that cannot be read is reported with its place. The file "
        "is then not written and the exit code is 3, unless --keep-going is "
        "given; 2 if a file cannot be read or written. The file appears when "
        "all of it is written, or not at all.",
    TBY_CLI_OPTIONS({"out", "FILE", "write the names here"},
                    {"keep-going", NULL, "leave rows out that cannot be read"},
                    TBY_CLI_FORCE, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco build --out all.names",
         "what tabiya knows anyway as one file, with your own names"},
        {"tabiya eco build eco.json lichess/a.tsv --out my.names",
         "a folder of eco.json and a list of lichess"},
        {"tabiya eco find --names my.names 1.e4 c5",
         "the names in use; they are mapped into memory, not read"}),
    .run = eco_build,
};

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
    uint64_t files, left_out;
}
export;

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
    TBY_CLI_USAGE(e->call, "--format is missing: eco.json, tsv, pgn or scid.");
    return NULL;
}

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

static int check_call(export *e)
{
    bool pairs = tby_cli_has(e->call, "fromto");

    e->kind = find_kind(e);
    if (!e->kind)
        return TBY_EXIT_USAGE;
    if (e->split && strcmp(e->out, "-") == 0)
        return TBY_CLI_USAGE(e->call, "--split needs --out: a folder.");
    if (pairs && (!e->split || e->kind->format != TBY_OPENINGS_JSON))
        return tby_cli_usage(e->call->command,
                             "'tabiya eco fromto' prints the pairs.",
                             "--fromto goes with --split and eco.json only.");
    if (!e->split)
        return tby_cli_check_out(e->call, e->out, TBY_WANT_OPENINGS);

    /* Nothing is written if anything is in the way. */
    int code = TBY_EXIT_OK;

    for (int i = 0; i < FILES && code == TBY_EXIT_OK; i++) {
        char room[32];
        const char *name = file_name(e, i, room);
        char *path = name ? tby_path_join(e->out, name) : NULL;

        if (path)
            code = tby_cli_check_out(e->call, path, TBY_WANT_OPENINGS);
        else if (name)
            code = tby_cli_fail(e->out, TBY_E_NOMEM);
        tby_path_free(path);
    }
    return code;
}

/* Writes what a buffer has, and frees it; rc is what filling it came to. */
static int write_text(export *e, const char *name, tby_buf *text, tby_rc rc)
{
    char *path = e->split ? tby_path_join(e->out, name) : NULL;
    int code = rc != TBY_OK        ? tby_cli_fail(name, rc)
               : e->split && !path ? tby_cli_fail(e->out, TBY_E_NOMEM)
                                   : tby_cli_write_file(path ? path : e->out,
                                                        tby_buf_str(text));

    tby_path_free(path);
    tby_buf_free(text);
    e->files += code == TBY_EXIT_OK;
    return code;
}

static int write_table(export *e, const tby_openings *t, char category,
                       const char *name)
{
    tby_buf text;

    tby_buf_init(&text, NULL, MOST);
    return write_text(e, name, &text,
                      tby_openings_write(t, e->kind->format, category, &text));
}

/* The pairs come last: they are of all records, those between included. */
static int write_part(export *e, int i)
{
    char room[32];
    const char *name = file_name(e, i, room);

    if (!name)
        return TBY_EXIT_OK;
    if (i == BETWEEN) {
        tby_openings *between = NULL;
        tby_rc rc =
            tby_eco_interpolate(e->table, tby_str_of(NULL), false, &between);
        int code = rc == TBY_OK ? write_table(e, between, '\0', name)
                                : tby_cli_fail(e->out, rc);

        tby_openings_close(between);
        return code;
    }
    if (i == FROM_TO) {
        tby_buf text;
        tby_jsonw w = {.buf = &text};

        tby_buf_init(&text, NULL, MOST);
        tby_eco_put_pairs(&w, e->table);
        return write_text(e, name, &text, tby_jsonw_end(&w));
    }
    return write_table(e, e->table, (char)('A' + i), name);
}

static int write_all(export *e)
{
    int code = TBY_EXIT_OK;
    tby_rc rc = TBY_OK;
    tby_cli_out out;

    if (e->split && tby_folder_make(e->out) != TBY_OK) {
        tby_cli_diag_file(e->out, "The folder cannot be made.",
                          tby_rc_name(TBY_E_IO_WRITE));
        return TBY_EXIT_USAGE;
    }
    if (e->split) {
        tby_folder_sync(e->out);
        for (int i = 0; i < FILES && code == TBY_EXIT_OK; i++)
            code = write_part(e, i);
    } else {
        if (tby_cli_has(e->call, "interpolated"))
            rc = tby_openings_interpolate(e->table, tby_str_of(NULL), false);
        code = rc == TBY_OK ? write_table(e, e->table, '\0', e->out)
                            : tby_cli_fail(e->out, rc);
    }
    if (code != TBY_EXIT_OK)
        return code;
    /* names each record that the output cannot hold */
    for (size_t i = 0; i < tby_openings_count(e->table); i++) {
        const tby_opening *o = tby_openings_at(e->table, i);
        if (!((e->split && !o->code[0]) ||
              !tby_openings_can_write(e->kind->format, o)))
            continue;
        tby_cli_say(TBY_ERROR, strcmp(e->out, "-") == 0 ? "stdout" : e->out,
                    "record_left_out", "Left out, for it has no %s: %.*s",
                    o->code[0] ? "moves" : "code",
                    (int)(o->name.n < 180 ? o->name.n : 180), o->name.p);
        e->left_out++;
    }
    code = e->left_out ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
    if (strcmp(e->out, "-") == 0)
        return code;
    tby_cli_out_open(&out, e->call, stdout, 8);
    tby_cli_out_head(&out, "out", e->out);
    tby_cli_out_cstr(&out, NULL, "format", e->kind->name);
    tby_cli_out_u64(&out, e->split ? "Files" : NULL, "files", e->files);
    tby_cli_out_u64(&out, "Records", "records",
                    tby_openings_count(e->table) - e->left_out);
    tby_cli_out_u64(&out, NULL, "left_out", e->left_out);
    return tby_cli_worse_exit(code, tby_cli_out_close(&out));
}

static int eco_export(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "out");
    export e = {.call = call,
                .out = out ? out : "-",
                .split = tby_cli_has(call, "split")};
    tby_eco eco;

    TBY_CLI_TRY(check_call(&e));
    int code = tby_eco_open(&eco, call, call->args, call->n);
    if (code == TBY_EXIT_OK)
        code = tby_eco_table(&eco, &e.table);
    if (e.table)
        code = tby_cli_worse_exit(code, write_all(&e));
    tby_openings_close(e.table);
    tby_eco_close(&eco);
    return code;
}

const tby_cli_command tby_cmd_eco_export = {
    TBY_CLI_SYNOPSIS("eco", "export", "[SOURCE...]",
                     "write openings in another format"),
    .about =
        "Reads lists of openings, joins them by position, and writes them "
        "sorted by code, name and moves: as eco.json (an object by FEN), as "
        "TSV (eco, name, pgn, uci, epd), as PGN with a game for each opening, "
        "or in the format of Scid's scid.eco. What a SOURCE can be is said by "
        "'tabiya help eco build'; without one it is what the other eco "
        "commands use.\n\n"
        "With --split there is a file for each volume A to E, called as the "
        "authors of the format do: ecoA.json, a.tsv, ecoA.pgn, A.eco. The "
        "positions between named ones come into a file of their own then, and "
        "after the others otherwise.\n\n"
        "A record that the output cannot hold is named: scid.eco has no entry "
        "without a code and moves, and a record without a code belongs to no "
        "volume. The exit code is then 3, as it is when rows of a source "
        "could not be read; 2 if a file cannot be read or written.",
    TBY_CLI_OPTIONS(
        {"format", "eco.json|tsv|pgn|scid",
         "what to write, if the name of --out does not say"},
        {"out", "FILE",
         "write to this file, or folder with --split (default: standard "
         "output)"},
        {"split", NULL, "write a file for each of the volumes A to E"},
        {"interpolated", NULL, "write the positions between named ones, too"},
        {"fromto", NULL,
         "with --split: write which position leads to which, too"},
        TBY_CLI_FORCE, TBY_ECO_COMPAT, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco export lichess --out lichess.eco",
         "the lists of lichess in the format of Scid"},
        {"tabiya eco export scid.eco lichess --format eco.json --split "
         "--interpolated --fromto --out out",
         "two lists joined, as all files that eco.json consists of"},
        {"tabiya eco export --format tsv | grep Najdorf",
         "what tabiya knows anyway, with moves, UCI and EPD"}),
    .run = eco_export,
};
