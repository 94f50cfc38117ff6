/* learn.c - tabiya eco learn: codes from a tagged collection. */
#include "work/openings/learn.h"
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/openings/lists/write.h"

#include <string.h>

typedef struct lesson {
    const tby_cli_call *call;
    const char *out; /* NULL: nothing is written */
    tby_pgn_teller teller;
    tby_games_job job;
    tby_learn_options options;
    tby_learn *learn;
} lesson;

/* --- what is asked for ----------------------------------------------------*/

/* "10" or "10%". */
static bool read_hold(const tby_cli_call *call, unsigned *out)
{
    const char *text = tby_cli_value(call, "hold");
    tby_str digits = tby_str_of(text);
    uint64_t percent = 10;

    if (digits.n && digits.p[digits.n - 1] == '%')
        digits.n--;
    if (text && tby_num_u64(digits, 0, 90, &percent, NULL) != TBY_OK) {
        tby_cli_usage(call->command, NULL,
                      "--hold must be 0 to 90 percent, not '%s'.", text);
        return false;
    }
    *out = 10 * (unsigned)percent;
    return true;
}

static int read_options(lesson *l)
{
    const char *least = tby_cli_value(l->call, "min-games");

    l->out = tby_cli_value(l->call, "out");
    l->options.least = 3;
    if (!read_hold(l->call, &l->options.hold) ||
        !tby_pgn_job_of(l->call, &l->job) ||
        (least && !tby_cli_number(l->call, "--min-games", least, 1, 1000000,
                                  &l->options.least)))
        return TBY_EXIT_USAGE;
    return l->out ? tby_cli_check_out(l->call, l->out, TBY_WANT_OPENINGS)
                  : TBY_EXIT_OK;
}

/* --- the report -----------------------------------------------------------*/

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static int print_json(const lesson *l, const tby_learn_sum *n)
{
    static const char *const NAMES[] = {"builtin", "book", "learned"};
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", l->out);
    tby_jsonw_put_u64(w, "games", n->games);
    tby_jsonw_put_u64(w, "tagged", n->tagged);
    tby_jsonw_put_u64(w, "held_back", n->held);
    tby_jsonw_put_u64(w, "positions", n->met);
    tby_jsonw_put_u64(w, "rows", n->rows);
    tby_jsonw_key(w, "agreement");
    tby_jsonw_object(w);
    for (int i = 0; i < TBY_LEARN_BOOKS && n->held; i++) {
        tby_jsonw_key(w, NAMES[i]);
        tby_jsonw_double(w, percent(n->agree[i], n->held), 2);
    }
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int print_report(const lesson *l)
{
    static const char *const NAMES[] = {
        "built-in book alone", "all that is known", "with what was learned"};
    tby_learn_sum n = tby_learn_summary(l->learn);

    if (l->out && strcmp(l->out, "-") == 0)
        return TBY_EXIT_OK; /* the rows have it for themselves */
    if (l->call->json)
        return print_json(l, &n);
    if (l->out)
        printf("%s\n", l->out);
    printf("Games      %llu\n", (unsigned long long)n.games);
    printf("Tagged     %llu\n", (unsigned long long)n.tagged);
    printf("Held back  %llu\n", (unsigned long long)n.held);
    printf("Positions  %llu\n", (unsigned long long)n.met);
    printf("Learned    %llu\n", (unsigned long long)n.rows);
    for (int i = 0; i < TBY_LEARN_BOOKS && n.held; i++)
        printf("%s%5.1f %%  %s\n", i ? "           " : "Agreement  ",
               percent(n.agree[i], n.held), NAMES[i]);
    return TBY_EXIT_OK;
}

static int write_rows(const lesson *l)
{
    tby_buf text;

    if (!l->out)
        return TBY_EXIT_OK;
    tby_buf_init(&text, NULL, UINT32_MAX);
    tby_rc rc = tby_openings_write(tby_learn_rows(l->learn), TBY_OPENINGS_TSV,
                                   '\0', &text);
    int code = rc == TBY_OK ? tby_cli_write_file(l->out, tby_buf_str(&text))
                            : tby_cli_fail(l->out, rc);
    tby_buf_free(&text);
    return code;
}

/* --- the work -------------------------------------------------------------*/

/* All files for one stage; faults are told in the first. */
static int read_files(lesson *l, const tby_pgn_files *files,
                      tby_learn_stage stage)
{
    tby_rc rc = tby_learn_begin(l->learn, stage);
    int code = TBY_EXIT_OK;

    if (rc != TBY_OK)
        return tby_cli_fail("openings", rc);
    l->job.visitor = tby_learn_visitor(l->learn);
    l->teller.again = stage != TBY_LEARN_COUNT;
    for (size_t i = 0; i < files->n; i++) {
        tby_games_result result;
        l->job.path = files->at[i];
        code = tby_cli_worse_exit(
            code, tby_pgn_read_file(&l->teller, &l->job, &result, &rc));
        if (rc != TBY_OK)
            return tby_cli_fail(l->teller.file, rc);
    }
    return code;
}

static int learn(lesson *l, const tby_pgn_files *files)
{
    int code = TBY_EXIT_OK;

    for (int stage = 0; stage < TBY_LEARN_STAGES; stage++) {
        code = tby_cli_worse_exit(code,
                                  read_files(l, files, (tby_learn_stage)stage));
        if (code == TBY_EXIT_USAGE || code == TBY_EXIT_INTERNAL)
            return code;
    }
    if (tby_learn_summary(l->learn).tagged == 0) {
        tby_cli_diag_file("games", "No game has an ECO tag to learn from.",
                          "nothing_found");
        return tby_cli_worse_exit(code, TBY_EXIT_NO);
    }
    int written = write_rows(l);
    if (written != TBY_EXIT_OK)
        return written;
    return tby_cli_worse_exit(code, print_report(l));
}

static int with_book(lesson *l, const tby_pgn_files *files)
{
    tby_names_book *book = NULL;
    int code = tby_eco_read_book(l->call, &book);

    if (!book)
        return code;
    l->options.book = tby_names_book_get(book);
    tby_rc rc = tby_learn_open(&l->learn, &l->options);
    code = tby_cli_worse_exit(
        code, rc == TBY_OK ? learn(l, files) : tby_cli_fail("openings", rc));
    tby_learn_close(l->learn);
    tby_names_book_close(book);
    return code;
}

static int run(const tby_cli_call *call)
{
    static lesson l; /* large, and there is one */

    l = (lesson){.call = call};
    int code = read_options(&l);
    if (code != TBY_EXIT_OK)
        return code;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    code = tby_pgn_files_check_again(call, &files);
    if (code == TBY_EXIT_OK)
        code = with_book(&l, &files);
    tby_pgn_files_free(&files);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"out", "FILE", "write what was learned as an overlay (TSV)"},
    {"hold", "PERCENT", "hold back so many games for the test (default 10)"},
    {"min-games", "N",
     "learn nothing about positions of fewer games (default 3)"},
    TBY_CLI_FORCE,
    TBY_ECO_BOOK,
    TBY_ECO_OPTIONS,
    {"max-errors", "N",
     "show the first N errors of each file (default 100); all are counted"},
    {"threads", "N", "use N threads, 0 for all processors (default 0)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco learn collection.pgn.zst",
     "how often the codes of the books agree with the collection's"},
    {"tabiya eco learn --out learned.tsv collection.pgn",
     "write what would make them agree more often"},
    {"tabiya eco classify --overlay learned.tsv games.pgn", "use it"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_learn = {
    .noun = "eco",
    .verb = "learn",
    .args = "FILE...",
    .summary = "learn ECO codes from tagged games",
    .about =
        "Reads games that have ECO tags and learns the code of positions that "
        "the book lacks or codes otherwise: a position becomes a row of the "
        "overlay if the code that most of its games are tagged with is right "
        "for at least two more of them than what was said of them without it. "
        "Its name is that of the last named position before it.\n\n"
        "Some games are held back from learning and tell afterwards how often "
        "the codes agree with their tags: those of the built-in book alone, of "
        "all openings that are known, and with what was learned. Which games "
        "they are depends on their moves and players, so that the same "
        "collection always gives the same answer.\n\n"
        "Damaged games and those that begin elsewhere are left out. The files "
        "are read three times. The exit code is 1 if no game has a tag, 3 if a "
        "game was damaged, 2 if a file cannot be read or written.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
