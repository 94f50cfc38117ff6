/* convert.c - tabiya pgn convert: games into another format. */
#include "work/games/convert.h"
#include "app/cli/commands.h"
#include "app/cli/formats.h"
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
    tby_pgn_teller teller;
    tby_games_job job;
    const char *out; /* its name */
    bool to_stdout;
    FILE *report; /* standard output unless the games go there */
    tby_sink *sink;
    tby_convert convert;
    outcome *outcomes; /* by file; told when all is written */
    size_t shown;      /* of them */
} conversion;

/* --- the report -----------------------------------------------------------*/

/* "Lost     2 tags"; nothing if there is none. */
static void print_number(FILE *out, const char *label, uint64_t n,
                         const char *one, const char *many)
{
    if (n)
        fprintf(out, "%s%llu %s\n", label, (unsigned long long)n,
                n == 1 ? one : many);
}

static void print_losses(FILE *out, const tby_convert_count *n)
{
    print_number(out, "Ignored  ", n->unterminated, "unterminated game",
                 "unterminated games");
    print_number(out, "Ignored  ", n->abandoned,
                 "game abandoned before the sixth ply",
                 "games abandoned before the sixth ply");
    print_number(out, "Lost     ", n->setups,
                 "game that does not begin at the start",
                 "games that do not begin at the start");
    print_number(out, "Lost     ", n->tags, "tag", "tags");
    print_number(out, "Lost     ", n->comments, "comment", "comments");
    print_number(out, "Lost     ", n->variations, "variation", "variations");
    print_number(out, "Lost     ", n->nags, "glyph", "glyphs");
    print_number(out, "Lost     ", n->clocks, "clock above 65534 seconds",
                 "clocks above 65534 seconds");
    print_number(out, "Lost     ", n->fractions, "fraction of a second",
                 "fractions of a second");
    print_number(out, "Lost     ", n->mates, "mate in more than 127 moves",
                 "mates in more than 127 moves");
    print_number(out, "Lost     ", n->depths, "depth of an evaluation",
                 "depths of evaluations");
}

/* All that did not come through as it was. */
static uint64_t losses(const outcome *o)
{
    const tby_convert_count *n = &o->count;

    return o->sum.faults + n->unterminated + n->abandoned + n->setups +
           n->tags + n->comments + n->variations + n->nags + n->clocks +
           n->fractions + n->mates + n->depths;
}

static void print_text(conversion *c, const char *name, const outcome *o)
{
    FILE *out = c->report;
    const tby_convert_count *n = &o->count;

    if (c->to_stdout && losses(o) + o->sum.warnings + o->sum.fixed == 0)
        return;
    if (c->shown++)
        fputc('\n', out);
    fprintf(out, "%s\n", name);
    fprintf(out, "Games    %llu\n", (unsigned long long)o->sum.games);
    fprintf(out, "Written  %llu\n", (unsigned long long)n->written);
    print_number(out, "Damaged  ", n->parts, "written up to the damage",
                 "written up to the damage");
    print_number(out, "Damaged  ", n->dropped, "left out", "left out");
    print_number(out, "Refused  ", o->sum.refused, "that does not fit",
                 "that do not fit");
    print_losses(out, n);
    tby_pgn_print_warnings(out, &o->sum);
}

static int print_json(const conversion *c, const char *key, const char *name,
                      const outcome *o)
{
    const tby_convert_count *n = &o->count;
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, key, name);
    tby_answer_sum(w, &o->sum);
    tby_jsonw_put_u64(w, "written", n->written);
    tby_jsonw_put_u64(w, "written_in_part", n->parts);
    tby_jsonw_put_u64(w, "left_out", n->dropped);
    tby_jsonw_put_u64(w, "refused", o->sum.refused);
    if (c->job.fix)
        tby_answer_fixed(w, &o->sum);
    if (c->job.fix || o->sum.warnings)
        tby_answer_warnings(w, &o->sum);
    tby_jsonw_key(w, "ignored");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "unterminated", n->unterminated);
    tby_jsonw_put_u64(w, "abandoned", n->abandoned);
    tby_jsonw_object_end(w);
    tby_jsonw_key(w, "lost");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "setups", n->setups);
    tby_jsonw_put_u64(w, "tags", n->tags);
    tby_jsonw_put_u64(w, "comments", n->comments);
    tby_jsonw_put_u64(w, "variations", n->variations);
    tby_jsonw_put_u64(w, "nags", n->nags);
    tby_jsonw_put_u64(w, "clocks", n->clocks);
    tby_jsonw_put_u64(w, "fractions", n->fractions);
    tby_jsonw_put_u64(w, "mates", n->mates);
    tby_jsonw_put_u64(w, "depths", n->depths);
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(c->report, &j);
}

static int print_report(conversion *c, const char *key, const char *name,
                        const outcome *o)
{
    if (c->call->json)
        return print_json(c, key, name, o);
    print_text(c, name, o);
    return TBY_EXIT_OK;
}

/* Each file, and all together if there are several. */
static int print_reports(conversion *c, const tby_pgn_files *files)
{
    outcome total = {.sum = {.games = 0}};
    int code = TBY_EXIT_OK;

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

/* --- the work -------------------------------------------------------------*/

static int fail_output(const conversion *c, tby_rc rc)
{
    const char *text = c->sink ? tby_sink_error_text(c->sink) : "";

    tby_cli_diag_file(c->to_stdout ? "stdout" : c->out,
                      *text ? text : tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
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
    int code = tby_pgn_read_file(&c->teller, &c->job, &result, &rc);
    if (rc == TBY_E_IO_WRITE)
        return fail_output(c, rc);
    if (rc != TBY_OK)
        return tby_cli_fail(c->teller.file, rc);
    *o = (outcome){.sum = result.sum, .count = c->convert.count};
    return o->count.setups ? tby_cli_worse_exit(code, TBY_EXIT_MALFORMED)
                           : code;
}

static int convert_files(conversion *c, const tby_pgn_files *files)
{
    tby_rc rc = tby_convert_begin(&c->convert);
    int code = rc == TBY_OK ? TBY_EXIT_OK : fail_output(c, rc);

    c->job.visitor = tby_convert_visitor(&c->convert);
    for (size_t i = 0; i < files->n && !is_fatal(code); i++)
        code = tby_cli_worse_exit(
            code, convert_file(c, files->at[i], &c->outcomes[i]));
    if (is_fatal(code))
        return code;
    rc = tby_sink_commit(c->sink);
    if (rc != TBY_OK)
        return fail_output(c, rc);
    return tby_cli_worse_exit(code, print_reports(c, files));
}

static int open_and_convert(conversion *c, const tby_pgn_files *files,
                            const tby_convert_options *options)
{
    tby_rc rc = tby_sink_open(&c->sink, c->out);
    int code;

    c->outcomes = tby_cli_resize(NULL, 0, files->n * sizeof *c->outcomes);
    tby_convert_init(&c->convert, c->sink, options);
    if (rc != TBY_OK)
        code = fail_output(c, rc);
    else if (!c->outcomes)
        code = tby_cli_fail("arguments", TBY_E_NOMEM);
    else
        code = convert_files(c, files);
    tby_sink_close(c->sink);
    tby_cli_resize(c->outcomes, files->n * sizeof *c->outcomes, 0);
    return code;
}

static int start(conversion *c, const tby_pgn_files *files)
{
    tby_convert_options options = {
        .mainline = tby_cli_has(c->call, "mainline"),
        .keep_damaged = tby_cli_has(c->call, "keep-damaged"),
        .compat = tby_cli_has(c->call, "compat"),
        .keep_all = tby_cli_has(c->call, "keep-all"),
    };

    if (files->code != TBY_EXIT_OK)
        return files->code;
    if (!tby_cli_games_format(c->call, c->out, &options.to))
        return TBY_EXIT_USAGE;
    if ((options.compat || options.keep_all) && options.to != TBY_GAMES_CDB)
        return tby_cli_usage(c->call->command, NULL,
                             "--compat and --keep-all go with .cdb.");
    int code = tby_pgn_check_output(c->call, c->out, files);
    if (code != TBY_EXIT_OK)
        return code;
    c->job.doubts = c->job.fix = tby_cli_has(c->call, "fix");
    c->job.mode = options.mainline ? TBY_PGN_MAINLINE : TBY_PGN_ALL;
    return open_and_convert(c, files, &options);
}

static int run(const tby_cli_call *call)
{
    static conversion c; /* large, and there is one */

    c = (conversion){.call = call, .out = call->args[call->n - 1]};
    c.to_stdout = strcmp(c.out, "-") == 0;
    c.report = c.to_stdout ? stderr : stdout;
    if (!tby_pgn_job_of(call, &c.job))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n - 1);
    int code = start(&c, &files);
    tby_pgn_files_free(&files);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"to", "pgn|cdb|jsonl", "what to write, if the name of OUT does not say"},
    {"mainline", NULL, "write tags and the moves of the main line only"},
    {"keep-damaged", NULL, "write damaged games up to the damage"},
    {"keep-all", NULL, ".cdb: write unterminated and abandoned games as well"},
    {"compat", NULL, ".cdb: write the older magic, PGN1"},
    {"fix", NULL, "put right what is certain of what 'pgn check' warns of"},
    TBY_CLI_FORGIVE,
    {"force", NULL, "replace OUT if it is there"},
    TBY_PGN_MAX_ERRORS,
    TBY_PGN_MAX_WARNINGS,
    {"threads", "N", "use N threads, 0 for all processors (default 0)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya pgn convert old.pgn.bz2 new.pgn.zst",
     "the same games in export format, compressed"},
    {"tabiya pgn convert --keep-damaged january.pgn february.pgn all.cdb",
     "two files as one in the binary format"},
    {"tabiya pgn convert --fix games.pgn fixed.pgn",
     "results and tags put right where there is no doubt"},
    {"tabiya pgn convert --to pgn --mainline all.cdb - | less",
     "the main lines, to read"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_pgn_convert = {
    .noun = "pgn",
    .verb = "convert",
    .args = "IN... OUT",
    .summary = "write games in another format",
    .about =
        "Reads games from PGN, .cdb or .jsonl, compressed or not, which is "
        "found out from their content, and writes them one after another to "
        "OUT, whose name says the format: .pgn, .cdb, .jsonl, with .zst or .gz "
        "behind it if it is to be compressed. '-' is standard input or output; "
        "a folder stands for the files in it that have .pgn in their names.\n\n"
        "Of a compressed file that breaks off, the games before the break are "
        "written; of a 7z there are none, because its directory stands at the "
        "end. A damaged block of bzip2 shows only when it has been unpacked, "
        "so "
        "that games of it written before that may be wrong.\n\n"
        "A damaged game is told and left out, unless --keep-damaged is given. "
        "The format .cdb holds the main line with evaluations and clocks, and "
        "of the tags what the database needs; what it has no room for is "
        "counted. Games that end unterminated, or abandoned before the sixth "
        "ply, are left out of it.\n\n"
        "With --fix, results and tags of PGN are put right where there is no "
        "doubt: a result that is said by the end of the moves, the Result tag, "
        "mate or stalemate is said by the others that are missing or unknown "
        "('*', '?'); mate and stalemate decide between two that contradict "
        "each other; of two equal tags one stays. What is not certain is left "
        "as it is and reported as a warning: 1-0 in one place and 0-1 in the "
        "other "
        "without mate, two tags of different values, a date that is none. What "
        "was fixed is counted; the exit code does not change.\n\n"
        "Positions of FEN tags are taken as 'pgn check' takes them, with "
        "--forgive too.\n\n"
        "OUT appears when all is written, or not at all. The exit code is 3 if "
        "a game was damaged or could not be written, and 2 if a file cannot be "
        "read or written.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
