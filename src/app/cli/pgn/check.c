/* check.c - tabiya pgn check: what is wrong with files of games. */
#include "app/cli/pgn/cmd_pgn.h"
#include "work/json/answer.h"

#include <string.h>

typedef struct check {
    tby_pgn_reporter reporter;
    const tby_cli_call *call;
    tby_games_job job;
    tby_jsonw *w;
    tby_jsonw warnings; /* of a file, to be written after its faults */
    tby_buf warned;
    tby_buf passed; /* names, NUL after each */
    size_t files;   /* that could be opened, and are of games */
    tby_games_sum total;
} check;

static int read_file(check *c, tby_games_result *result)
{
    tby_rc rc;
    int code = tby_pgn_read_file(&c->reporter, &c->job, result, &rc);

    return rc == TBY_OK ? code : tby_cli_fail(c->reporter.file, rc);
}

static void json_fault(void *ctx, const tby_games_fault *fault)
{
    check *c = ctx;
    tby_jsonw *w = fault->severity == TBY_WARNING ? &c->warnings : c->w;

    tby_jsonw_object(w);
    tby_answer_fault(w, fault);
    tby_jsonw_object_end(w);
}

static void note_passed(void *ctx, const char *member)
{
    check *c = ctx;

    tby_buf_cstr(&c->passed, member);
    tby_buf_char(&c->passed, '\0');
}

static int json_file(check *c)
{
    tby_games_result result;

    c->w = tby_cli_json_object();
    tby_jsonw_put_cstr(c->w, "file", tby_cli_file_name(c->job.path));
    tby_buf_clear(&c->warned);
    c->warnings = (tby_jsonw){.buf = &c->warned};
    tby_jsonw_array(&c->warnings);
    tby_jsonw_put_array(c->w, "faults");
    int code = read_file(c, &result);
    tby_jsonw_array_end(c->w);
    tby_jsonw_array_end(&c->warnings);
    tby_jsonw_key(c->w, "warnings_shown");
    tby_buf_char(&c->warned, '\0');
    tby_jsonw_raw(c->w, c->warned.rc == TBY_OK ? c->warned.p : "[]");
    if (c->warned.rc != TBY_OK)
        code = tby_cli_worse_exit(code,
                                  tby_cli_fail(c->reporter.file, c->warned.rc));
    tby_jsonw_put_u64(c->w, "warnings_not_shown",
                      result.sum.warnings - c->reporter.warned);
    tby_jsonw_put_u64(c->w, "faults_not_shown",
                      result.sum.faults - c->reporter.files -
                          c->reporter.shown);
    if (c->passed.n) { /* files of an archive that were not read */
        tby_jsonw_put_array(c->w, "passed_over");
        for (size_t at = 0; at < c->passed.n;
             at += strlen(c->passed.p + at) + 1)
            tby_jsonw_cstr(c->w, c->passed.p + at);
        tby_jsonw_array_end(c->w);
        tby_buf_clear(&c->passed);
    }
    tby_jsonw_put_cstr(c->w, "format",
                       result.file == TBY_E_FILE_KIND
                           ? NULL
                           : tby_games_format_name(result.format));
    tby_jsonw_put_u64(c->w, "bytes", result.bytes);
    tby_answer_sum(c->w, &result.sum);
    tby_answer_warnings(c->w, &result.sum);
    c->files += tby_pgn_was_read(&result);
    tby_games_add(&c->total, &result.sum);
    return tby_cli_worse_exit(code, tby_cli_json_object_end());
}

static void print_sum(const tby_games_sum *sum)
{
    printf("Games    %llu\n", (unsigned long long)sum->games);
    printf("Plies    %llu\n", (unsigned long long)sum->plies);
    printf("Sound    %llu\n", (unsigned long long)(sum->games - sum->damaged));
    printf("Damaged  %llu\n", (unsigned long long)sum->damaged);
    if (sum->latin1)
        printf("Latin-1  %llu text%s\n", (unsigned long long)sum->latin1,
               sum->latin1 == 1 ? "" : "s");
    tby_pgn_print_errors(sum);
    tby_pgn_print_warnings(stdout, sum);
}

static int text_file(check *c)
{
    tby_games_result result;
    int code = read_file(c, &result);

    tby_games_add(&c->total, &result.sum);
    if (!tby_pgn_was_read(&result))
        return code;
    if (c->files++)
        putchar('\n');
    printf("%s\n", c->reporter.file);
    print_sum(&result.sum);
    return code;
}

static int pgn_check(const tby_cli_call *call)
{
    static check c; /* large, and there is one */

    c = (check){.call = call, .reporter = {.quiet = call->json, .ctx = &c}};
    tby_buf_init(&c.passed, NULL, SIZE_MAX);
    tby_buf_init(&c.warned, NULL, SIZE_MAX);
    if (call->json) {
        c.reporter.also = json_fault;
        c.reporter.also_passed = note_passed;
    }
    if (!tby_pgn_job_of(call, &c.job))
        return TBY_EXIT_USAGE;
    c.job.warn = true;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = files.code;

    for (size_t i = 0; i < files.n; i++) {
        c.job.path = files.at[i];
        code = tby_cli_worse_exit(code,
                                  c.call->json ? json_file(&c) : text_file(&c));
    }
    if (files.n > 1 && call->json) {
        tby_jsonw *w = tby_cli_json_object();
        tby_jsonw_put_u64(w, "files", c.files);
        tby_answer_sum(w, &c.total);
        tby_answer_warnings(w, &c.total);
        code = tby_cli_worse_exit(code, tby_cli_json_object_end());
    } else if (files.n > 1) {
        printf("\n%zu file%s\n", c.files, c.files == 1 ? "" : "s");
        print_sum(&c.total);
    }
    if (code == TBY_EXIT_OK && tby_cli_has(call, "strict") && c.total.warnings)
        code = TBY_EXIT_NO;
    tby_pgn_files_free(&files);
    tby_buf_free(&c.passed);
    tby_buf_free(&c.warned);
    return code;
}

const tby_cli_command tby_cmd_pgn_check = {
    TBY_CLI_SYNOPSIS("pgn", "check", "FILE...",
                     "find what is wrong in files of games"),
    .about =
        "Reads every game with all its variations and reports each error with "
        "its place: an illegal move, a comment that does not end, a tag that "
        "cannot be read. A damaged game costs that game alone. Then come the "
        "numbers of games, plies, sound and damaged games, the errors by "
        "kind, and the texts that were not UTF-8 and have been read as "
        "Latin-1.\n\n"
        "What is odd about a sound game of PGN is a warning: a Result tag "
        "that contradicts the end of the moves (pgn_result_conflict) or is no "
        "result of PGN (pgn_result_tag), a result that is not that of the "
        "mate or stalemate on the board (pgn_result_board), tags without a "
        "Result (pgn_result_missing), moves without a result at their end "
        "(pgn_end_missing), a tag that is there twice (pgn_tag_twice), a date "
        "that is none (pgn_date), castling rights of Chess960 without a "
        "Variant tag (pgn_chess960), faults of a FEN tag that the game can be "
        "played with, or that --forgive lets pass (pgn_setup_faulty), and a "
        "result that stands alone, which is no game and left out by readers "
        "(pgn_stray_result). Warnings are counted, but such games are sound, "
        "and the exit code stays 0 unless --strict is given. 'pgn convert "
        "--fix' puts right what is certain.\n\n"
        "A FEN tag that gives no position is an error, with the reasons; "
        "--forgive lets some of them pass: 'tabiya help pos' has their "
        "names.\n\n"
        "Files may be compressed (zstd, gzip, bzip2, zip, 7z), whatever their "
        "names are, and text may be UTF-16; .cdb and .jsonl are read as well. "
        "A folder stands for the files in it that have .pgn in their names, "
        "'-' for standard input. Of an archive each file is read for itself "
        "and named in front of the line, as in games.zip(2024.pgn):7:1; those "
        "that are not named like games (.pgn, .cdb, .jsonl) are passed over "
        "with a note, unless all are such. A compressed file that breaks off "
        "is reported after the games before the break; of a 7z that does "
        "there are none, because its directory stands at the end. A damaged "
        "block of bzip2 shows only when it has been decompressed, so that "
        "games of it reported before that may be wrong.\n\n"
        "The exit code is 0 if all is well, 3 if there is an error or no game "
        "in a text, and 2 if a file could not be read or is no file of games "
        "at all, such as a database; the other files are read all the same. "
        "With --strict it is 1 if there are warnings, but no errors.",
    TBY_CLI_OPTIONS(
        TBY_PGN_MAX_ERRORS, TBY_PGN_MAX_WARNINGS,
        {"strict", NULL, "the exit code is 1 if there are warnings"},
        TBY_CLI_FORGIVE, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya pgn check games.pgn",
         "every error with its line and column, then what was counted"},
        {"tabiya pgn check --max-errors 0 archive.pgn.zst folder",
         "only the counts, of a compressed file and of all files in a folder"},
        {"tabiya pgn check --strict games.pgn",
         "exit code 1 for contradictory results, tags given twice and the "
         "like"},
        {"zcat games.pgn.gz | tabiya --json pgn check -",
         "standard input, and the answer as JSON"}),
    .run = pgn_check,
};
