/* convert.c - tabiya pgn convert: games into another format. */
#include "work/games/convert.h"
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "work/json/answer.h"

#include <string.h>

/* What became of the games of a file. */
typedef struct outcome {
    tby_games_sum sum;
    tby_convert_count count;
} outcome;

typedef struct conversion {
    const tby_cli_call *call;
    tby_pgn_reporter reporter;
    tby_games_job job;
    const char *out; /* its name */
    bool to_stdout;
    FILE *report; /* standard output unless the games go there */
    tby_sink *sink;
    tby_convert convert;
    outcome *outcomes; /* by file; reported when all is written */
    size_t shown;      /* of them */
} conversion;

/* What does not come through, as people read it and as JSON has it. */
static const struct {
    const char *label, *name, *one, *many;
} LOSSES[TBY_CONVERT_LOSSES] = {
    {"Ignored", "unterminated", "unterminated game", "unterminated games"},
    {"Ignored", "abandoned", "game abandoned before the sixth ply",
     "games abandoned before the sixth ply"},
    {"Lost", "setups", "game that does not begin at the start",
     "games that do not begin at the start"},
    {"Lost", "tags", "tag", "tags"},
    {"Lost", "comments", "comment", "comments"},
    {"Lost", "variations", "variation", "variations"},
    {"Lost", "nags", "glyph", "glyphs"},
    {"Lost", "clocks", "clock above 65534 seconds",
     "clocks above 65534 seconds"},
    {"Lost", "fractions", "fraction of a second", "fractions of a second"},
    {"Lost", "mates", "mate in more than 127 moves",
     "mates in more than 127 moves"},
    {"Lost", "depths", "depth of an evaluation", "depths of evaluations"},
};

static void put_losses(tby_cli_out *o, const char *name,
                       const tby_convert_count *n, size_t from, size_t to)
{
    tby_cli_out_object(o, name);
    for (size_t i = from; i < to; i++) {
        uint64_t lost = n->lost[i];

        tby_cli_out_count(o, lost ? LOSSES[i].label : NULL, LOSSES[i].name,
                          lost, LOSSES[i].one, LOSSES[i].many);
    }
    tby_cli_out_object_end(o);
}

static int print_report(conversion *c, const char *key, const char *name,
                        const outcome *o)
{
    const tby_convert_count *n = &o->count;
    uint64_t odd = o->sum.faults + o->sum.warnings + o->sum.fixed;
    tby_cli_out out;

    for (int i = 0; i < TBY_CONVERT_LOSSES; i++)
        odd += n->lost[i];
    if (!c->call->json && c->to_stdout && !odd)
        return TBY_EXIT_OK;
    tby_cli_out_open(&out, c->call, c->report, 8);
    out.to = c->report;
    if (c->shown++)
        tby_cli_out_print(&out, "\n");
    tby_cli_out_head(&out, key, name);
    if (out.w)
        tby_answer_sum(out.w, &o->sum);
    tby_cli_out_u64(&out, "Games", NULL, o->sum.games);
    tby_cli_out_u64(&out, "Written", "written", n->written);
    tby_cli_out_count(&out, n->parts ? "Damaged" : NULL, "written_in_part",
                      n->parts, "written up to the damage",
                      "written up to the damage");
    tby_cli_out_count(&out, n->dropped ? "Damaged" : NULL, "left_out",
                      n->dropped, "left out", "left out");
    tby_cli_out_count(&out, o->sum.refused ? "Refused" : NULL, "refused",
                      o->sum.refused, "that does not fit", "that do not fit");
    if (out.w && c->job.fix)
        tby_answer_fixed(out.w, &o->sum);
    if (out.w && (c->job.fix || o->sum.warnings))
        tby_answer_warnings(out.w, &o->sum);
    put_losses(&out, "ignored", n, 0, TBY_CONVERT_SETUPS);
    put_losses(&out, "lost", n, TBY_CONVERT_SETUPS, TBY_CONVERT_LOSSES);
    if (!out.w)
        tby_pgn_print_warnings(c->report, &o->sum);
    return tby_cli_out_close(&out);
}

/* A code that leaves nothing to be written: what was read is not the file. */
static bool is_fatal(int code)
{
    return code == TBY_EXIT_USAGE || code == TBY_EXIT_INTERNAL;
}

static int convert_file(conversion *c, const char *path, outcome *o)
{
    tby_games_result result;
    tby_rc rc;

    c->job.path = path;
    c->convert.count = (tby_convert_count){0};
    int code = tby_pgn_read_file(&c->reporter, &c->job, &result, &rc);
    if (rc == TBY_E_IO_WRITE)
        return tby_cli_fail_sink(c->out, c->sink, rc);
    if (rc != TBY_OK)
        return tby_cli_fail(c->reporter.file, rc);
    *o = (outcome){.sum = result.sum, .count = c->convert.count};
    return o->count.lost[TBY_CONVERT_SETUPS]
               ? tby_cli_worse_exit(code, TBY_EXIT_MALFORMED)
               : code;
}

static int convert_files(conversion *c, const tby_pgn_files *files)
{
    tby_rc rc = tby_convert_begin(&c->convert);
    int code =
        rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail_sink(c->out, c->sink, rc);

    c->job.visitor = tby_convert_visitor(&c->convert);
    for (size_t i = 0; i < files->n && !is_fatal(code); i++)
        code = tby_cli_worse_exit(
            code, convert_file(c, files->at[i], &c->outcomes[i]));
    if (is_fatal(code))
        return code;
    rc = tby_sink_commit(c->sink);
    if (rc != TBY_OK)
        return tby_cli_fail_sink(c->out, c->sink, rc);
    /* each file, and all together if there are several */
    outcome total = {.sum = {.games = 0}};
    for (size_t i = 0; i < files->n; i++) {
        const outcome *o = &c->outcomes[i];
        const char *name = tby_cli_file_name(files->at[i]);
        code = tby_cli_worse_exit(code, print_report(c, "file", name, o));
        tby_games_add(&total.sum, &o->sum);
        tby_convert_add(&total.count, &o->count);
    }
    if (files->n > 1)
        code = tby_cli_worse_exit(code, print_report(c, "out", c->out, &total));
    return code;
}

static int pgn_convert(const tby_cli_call *call)
{
    static conversion c; /* large, and there is one */
    tby_convert_options options = {
        .mainline = tby_cli_has(call, "mainline"),
        .keep_damaged = tby_cli_has(call, "keep-damaged"),
        .compat = tby_cli_has(call, "compat"),
        .keep_all = tby_cli_has(call, "keep-all"),
    };

    c = (conversion){.call = call,
                     .out = call->args[call->n - 1],
                     .reporter = {.call = call}};
    c.to_stdout = strcmp(c.out, "-") == 0;
    c.report = c.to_stdout ? stderr : stdout;
    c.job.mode = options.mainline ? TBY_PGN_MAINLINE : TBY_PGN_ALL;
    c.job.warn = c.job.fix = tby_cli_has(call, "fix");
    if (!tby_pgn_job_of(call, &c.job) ||
        !tby_pgn_where_fits(call, call->args, call->n - 1))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n - 1);
    size_t bytes = files.n * sizeof *c.outcomes;
    int code = files.code;
    if (code == TBY_EXIT_OK && !tby_cli_games_format(call, c.out, &options.to))
        code = TBY_EXIT_USAGE;
    else if (code == TBY_EXIT_OK && (options.compat || options.keep_all) &&
             options.to != TBY_GAMES_CDB)
        code = TBY_CLI_USAGE(call, "--compat and --keep-all go with .cdb.");
    if (code == TBY_EXIT_OK)
        code = tby_pgn_check_output(call, c.out, &files);
    if (code == TBY_EXIT_OK) {
        tby_rc rc = tby_sink_open(&c.sink, c.out);
        c.outcomes = tby_cli_resize(NULL, 0, bytes);
        tby_convert_init(&c.convert, c.sink, &options);
        if (rc != TBY_OK)
            code = tby_cli_fail_sink(c.out, c.sink, rc);
        else if (!c.outcomes)
            code = tby_cli_fail("arguments", TBY_E_NOMEM);
        else
            code = convert_files(&c, &files);
    }
    tby_sink_close(c.sink);
    tby_cli_resize(c.outcomes, bytes, 0);
    tby_pgn_files_free(&files);
    return code;
}

const tby_cli_command tby_cmd_pgn_convert = {
    TBY_CLI_SYNOPSIS("pgn", "convert", "IN... OUT",
                     "write games in another format"),
    .about =
        "Reads games from PGN, .cdb or .jsonl, compressed or not, which is "
        "found out from their content, and writes them one after another to "
        "OUT, whose name says the format: .pgn, .cdb, .jsonl, with .zst or "
        ".gz after it if it is to be compressed. '-' is standard input or "
        "output; a folder stands for the files in it that have .pgn in their "
        "names.\n\n"
        "Of a compressed file that breaks off, the games before the break are "
        "written; of a 7z there are none, because its directory stands at the "
        "end. A damaged block of bzip2 shows only when it has been "
        "decompressed, so that games of it written before that may be "
        "wrong.\n\n"
        "A damaged game is reported and left out, unless --keep-damaged is "
        "given. The format .cdb holds the main line with evaluations and "
        "clocks, and of the tags what the database needs; what it has no room "
        "for is counted. Games that end unterminated, or abandoned before the "
        "sixth ply, are left out of it.\n\n"
        "With --fix, results and tags of PGN are put right where there is no "
        "doubt: a result that is said by the end of the moves, the Result "
        "tag, mate or stalemate is said by the others that are missing or "
        "unknown ('*', '?'); mate and stalemate decide between two that "
        "contradict each other; of two equal tags one stays. What is not "
        "certain is left as it is and reported as a warning: 1-0 in one place "
        "and 0-1 in the other without mate, two tags of different values, a "
        "date that is none. What was fixed is counted; the exit code does not "
        "change.\n\n"
        "Positions of FEN tags are taken as 'pgn check' takes them, with "
        "--forgive too.\n\n"
        "OUT appears when all is written, or not at all. The exit code is 3 "
        "if a game was damaged or could not be written, and 2 if a file "
        "cannot be read or written." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"to", "pgn|cdb|jsonl",
         "what to write, if the name of OUT does not say"},
        {"mainline", NULL, "write tags and the moves of the main line only"},
        {"keep-damaged", NULL, "write damaged games up to the damage"},
        {"keep-all", NULL,
         ".cdb: write unterminated and abandoned games as well"},
        {"compat", NULL, ".cdb: write the older magic, PGN1"},
        {"fix", NULL, "put right what is certain of what 'pgn check' warns of"},
        TBY_DB_WHERE, TBY_CLI_FORGIVE,
        {"force", NULL, "replace OUT if it is there"}, TBY_PGN_MAX_ERRORS,
        TBY_PGN_MAX_WARNINGS, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya pgn convert old.pgn.bz2 new.pgn.zst",
         "the same games in export format, compressed"},
        {"tabiya pgn convert --keep-damaged january.pgn february.pgn all.cdb",
         "two files as one in the binary format"},
        {"tabiya pgn convert --fix games.pgn fixed.pgn",
         "results and tags put right where there is no doubt"},
        {"tabiya pgn convert --to pgn --mainline all.cdb - | less",
         "the main lines, to read"}),
    .run = pgn_convert,
};
