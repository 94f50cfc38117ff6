/* learn.c - tabiya eco learn: codes from a tagged collection. */
#include "work/openings/learn.h"
#include "app/cli/commands.h"
#include "app/cli/db/db.h"
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/num.h"
#include "core/openings/lists/write.h"

#include <string.h>

typedef struct lesson {
    const tby_cli_call *call;
    const char *out; /* NULL: nothing is written */
    tby_pgn_reporter reporter;
    tby_games_job job;
    tby_learn_options options;
    tby_learn *learn;
} lesson;

/* "10" or "10%". */
static bool read_hold(const tby_cli_call *call, unsigned *out)
{
    const char *text = tby_cli_value(call, "hold");
    tby_str digits = tby_str_of(text);
    uint64_t percent = 10;

    if (digits.n && digits.p[digits.n - 1] == '%')
        digits.n--;
    if (text && tby_num_u64(digits, 0, 90, &percent, NULL) != TBY_OK) {
        TBY_CLI_USAGE(call, "--hold must be 0 to 90 percent, not '%s'.", text);
        return false;
    }
    *out = 10 * (unsigned)percent;
    return true;
}

static int print_report(const lesson *l)
{
    static const char *const KEYS[] = {"builtin", "names", "learned"};
    static const char *const NAMES[] = {
        "built-in names alone", "all that is known", "with what was learned"};
    tby_learn_sum n = tby_learn_summary(l->learn);
    tby_cli_out o;

    if (l->out && strcmp(l->out, "-") == 0)
        return TBY_EXIT_OK; /* the rows have it for themselves */
    tby_cli_out_open(&o, l->call, stdout, 10);
    if (l->out || o.w)
        tby_cli_out_head(&o, "out", l->out);
    tby_cli_out_u64(&o, "Games", "games", n.games);
    tby_cli_out_u64(&o, "Tagged", "tagged", n.tagged);
    tby_cli_out_u64(&o, "Held back", "held_back", n.held);
    tby_cli_out_u64(&o, "Positions", "positions", n.met);
    tby_cli_out_u64(&o, "Learned", "rows", n.rows);
    tby_cli_out_object(&o, "agreement");
    for (int i = 0; i < TBY_LEARN_LISTS && n.held; i++) {
        double agree = tby_percent(n.agree[i], n.held);

        tby_cli_out_print(&o, "%s%5.1f %%  %s\n",
                          i ? "           " : "Agreement  ", agree, NAMES[i]);
        tby_cli_out_real(&o, KEYS[i], agree, 2);
    }
    tby_cli_out_object_end(&o);
    return tby_cli_out_close(&o);
}

static int learn(lesson *l, const tby_pgn_files *files)
{
    int code = TBY_EXIT_OK;

    for (int stage = 0; stage < TBY_LEARN_STAGES; stage++) {
        tby_rc rc = tby_learn_begin(l->learn, (tby_learn_stage)stage);
        if (rc != TBY_OK)
            return tby_cli_worse_exit(code, tby_cli_fail("openings", rc));
        l->job.visitor = tby_learn_visitor(l->learn);
        l->reporter.again = stage != TBY_LEARN_COUNT; /* reported at first */
        code = tby_cli_worse_exit(
            code, tby_pgn_read_files(&l->reporter, &l->job, files, NULL, &rc));
        if (code == TBY_EXIT_USAGE || code == TBY_EXIT_INTERNAL)
            return code;
    }
    if (tby_learn_summary(l->learn).tagged == 0) {
        tby_cli_diag_file("games", "No game has an ECO tag to learn from.",
                          "nothing_found");
        return tby_cli_worse_exit(code, TBY_EXIT_NO);
    }
    if (l->out) {
        tby_buf text;
        tby_buf_init(&text, NULL, UINT32_MAX);
        tby_rc rc = tby_openings_write(tby_learn_rows(l->learn),
                                       TBY_OPENINGS_TSV, '\0', &text);
        int written = rc == TBY_OK
                          ? tby_cli_write_file(l->out, tby_buf_str(&text))
                          : tby_cli_fail(l->out, rc);
        tby_buf_free(&text);
        TBY_CLI_TRY(written);
    }
    return tby_cli_worse_exit(code, print_report(l));
}

static int eco_learn(const tby_cli_call *call)
{
    static lesson l; /* large, and there is one */
    tby_names_set *names = NULL;

    l = (lesson){.call = call,
                 .out = tby_cli_value(call, "out"),
                 .options.least = 3,
                 .reporter = {.call = call}};
    if (!read_hold(call, &l.options.hold) || !tby_pgn_job_of(call, &l.job) ||
        !tby_cli_number_of(call, "min-games", 1, 1000000, &l.options.least))
        return TBY_EXIT_USAGE;
    if (l.out)
        TBY_CLI_TRY(tby_cli_check_out(call, l.out, TBY_WANT_OPENINGS));
    if (!tby_pgn_where_fits(call, call->args, call->n))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = tby_pgn_files_check_again(call, &files);
    if (code == TBY_EXIT_OK)
        code = tby_eco_read_names(call, &names);
    if (names) {
        l.options.names = tby_names_set_get(names);
        tby_rc rc = tby_learn_open(&l.learn, &l.options);
        code = tby_cli_worse_exit(code, rc == TBY_OK
                                            ? learn(&l, &files)
                                            : tby_cli_fail("openings", rc));
    }
    tby_learn_close(l.learn);
    tby_names_set_close(names);
    tby_pgn_files_free(&files);
    return code;
}

const tby_cli_command tby_cmd_eco_learn = {
    TBY_CLI_SYNOPSIS("eco", "learn", "FILE...",
                     "learn ECO codes from tagged games"),
    .about =
        "Reads games that have ECO tags and learns the code of positions that "
        "the names lack or codes otherwise: a position becomes a row of the "
        "overlay if the code that most of its games are tagged with is right "
        "for at least two more of them than what was said of them without it. "
        "Its name is that of the last named position before it.\n\n"
        "Some games are held back from learning and show afterwards how often "
        "the codes agree with their tags: those of the built-in names alone, "
        "of all openings that are known, and with what was learned. Which "
        "games they are depends on their moves and players, so that the same "
        "collection always gives the same answer.\n\n"
        "Damaged games and those that begin elsewhere are left out. The files "
        "are read three times. The exit code is 1 if no game has a tag, 3 if "
        "a game was damaged, 2 if a file cannot be read or "
        "written." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"out", "FILE", "write what was learned as an overlay (TSV)"},
        {"hold", "PERCENT",
         "hold back so many games for the test (default 10)"},
        {"min-games", "N",
         "learn nothing about positions of fewer games (default 3)"},
        TBY_CLI_FORCE, TBY_DB_WHERE, TBY_ECO_NAMES, TBY_ECO_OPTIONS,
        TBY_PGN_MAX_ERRORS, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco learn collection.pgn.zst",
         "how often the codes of the names agree with the collection's"},
        {"tabiya eco learn --out learned.tsv collection.pgn",
         "write what would make them agree more often"},
        {"tabiya eco classify --overlay learned.tsv games.pgn", "use it"}),
    .run = eco_learn,
};
