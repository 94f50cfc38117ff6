/* classify.c - tabiya eco classify: which openings games are; eco learn: codes
 * from a tagged collection. */
#include "work/openings/classify.h"
#include "app/cli/cli.h"
#include "app/cli/db/db.h"
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/num.h"
#include "core/openings/lists/write.h"
#include "io/system/file.h"
#include "work/openings/learn.h"

#include <string.h>

#define GROUPS "code|family|name"

static tby_classes_group group_of(const char *word)
{
    if (strcmp(word, "code") == 0)
        return TBY_CLASSES_CODE;
    return strcmp(word, "family") == 0 ? TBY_CLASSES_FAMILY : TBY_CLASSES_NAME;
}

/* Prints how many games each group has: a table with bars on a terminal, TSV
 * elsewhere, or JSON.  Returns an exit code. */
static int print_counts(const tby_cli_call *call, tby_classes *classes,
                        const char *by)
{
    enum { BAR = 20 };
    const tby_classes_row *rows;
    uint64_t games = tby_classes_summary(classes).taken;
    tby_look look = tby_look_of_stdout();
    int code = TBY_EXIT_OK;
    size_t n;
    tby_rc rc = tby_classes_count(classes, group_of(by), &rows, &n);

    if (rc != TBY_OK)
        return tby_cli_fail("openings", rc);
    if (n && !call->json && !look.terminal)
        printf("games\tpercent\t%s\n", by);
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++) {
        const tby_classes_row *r = &rows[i];
        double percent = tby_percent(r->n, games);
        tby_str label = r->label;

        if (call->json) {
            tby_jsonw *w = tby_cli_json_object();

            if (tby_jsonw_known(w, by, label.n))
                tby_jsonw_str(w, label);
            tby_jsonw_put_u64(w, "games", r->n);
            tby_jsonw_key(w, "percent");
            tby_jsonw_double(w, percent, 2);
            code = tby_cli_json_object_end();
            continue;
        }
        if (look.terminal) {
            /* the name at the end, where it may be as long as it is */
            int digits =
                snprintf(NULL, 0, "%llu", (unsigned long long)rows[0].n);
            printf("%*llu %5.1f %%  ", digits, (unsigned long long)r->n,
                   percent);
            size_t filled = tby_cli_bar(
                stdout, (double)r->n / (double)rows[0].n, BAR, look.figurines);
            printf("%*s", (int)(BAR + 2 - filled), "");
            label = label.n ? label : tby_str_of("(none)");
        } else {
            printf("%llu\t%.2f\t", (unsigned long long)r->n, percent);
        }
        tby_print_clean(stdout, label);
        putchar('\n');
    }
    return code;
}

typedef struct view {
    const tby_cli_call *call;
    tby_pgn_reporter reporter;
    tby_games_job job;
    tby_games_sum sum;
    tby_classes_options options;
    tby_classes *classes;
    const char *out;   /* where rows or games go; NULL: nowhere */
    const char *count; /* by what, or NULL */
    bool many;         /* files */
} view;

static int read_options(view *v)
{
    const tby_cli_call *call = v->call;
    const char *split = tby_cli_value(call, "split");
    const char *tag = tby_cli_value(call, "tag");
    tby_classes_options *o = &v->options;

    v->count = tby_cli_value(call, "count");
    v->out = tag;
    o->filter = (tby_classes_filter){.eco = tby_cli_value(call, "eco"),
                                     .family = tby_cli_value(call, "family"),
                                     .name = tby_cli_value(call, "name")};
    o->keep = tby_cli_has(call, "keep");
    o->variation = tby_cli_has(call, "variation");
    o->folder = tby_cli_value(call, "dir");
    if (v->out) {
        o->output = TBY_CLASSES_PGN;
    } else if (split) {
        o->output = TBY_CLASSES_FILES;
        o->group = group_of(split);
    } else if (!v->count) {
        o->output = call->json ? TBY_CLASSES_JSON : TBY_CLASSES_TSV;
        v->out = "-";
    }
    /* rows that a person reads as they come */
    v->reporter.no_bar =
        v->out && strcmp(v->out, "-") == 0 && tby_look_of_stdout().terminal;
    if (!tby_pgn_job_of(call, &v->job))
        return TBY_EXIT_USAGE;
    if ((tag != NULL) + (split != NULL) + (v->count != NULL) > 1)
        return TBY_CLI_USAGE(call,
                             "--tag, --split and --count exclude each other.");
    if (split && !o->folder)
        return TBY_CLI_USAGE(call, "--dir is missing: where the files go.");
    if (o->folder && !split)
        return TBY_CLI_USAGE(call, "--dir needs --split.");
    if (!tag && !split && (o->keep || o->variation))
        return TBY_CLI_USAGE(call,
                             "--keep and --variation need --tag or --split.");
    return TBY_EXIT_OK;
}

static int fail_output(const view *v, tby_rc rc)
{
    const tby_sink *sink = v->options.sink;
    const char *text =
        sink ? tby_sink_error_text(sink) : tby_classes_error_text(v->classes);
    const char *name = v->out ? v->out : v->options.folder;

    tby_cli_diag_file(name && strcmp(name, "-") != 0 ? name : "stdout",
                      *text ? text : tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

/* Files of groups that are there already stay, unless --force says otherwise.
 */
static tby_rc look_at(void *ctx, const char *name)
{
    const view *v = ctx;
    tby_file_info info;
    char *path = tby_path_join(v->options.folder, name);

    if (!path)
        return TBY_E_NOMEM;
    bool there = tby_file_look(path, &info) == TBY_OK;
    if (there)
        tby_cli_usage(v->call->command, "--force replaces it.",
                      "'%s' is there already.", path);
    tby_path_free(path);
    return there ? TBY_DONE : TBY_OK;
}

static int finish(view *v)
{
    bool force = tby_cli_has(v->call, "force");
    tby_rc rc = TBY_OK;

    if (v->options.sink)
        rc = tby_sink_commit(v->options.sink);
    else if (v->options.output == TBY_CLASSES_FILES)
        rc = tby_classes_commit(v->classes, force ? NULL : look_at, v);
    if (rc == TBY_DONE)
        return TBY_EXIT_USAGE; /* complained already */
    return rc == TBY_OK ? TBY_EXIT_OK : fail_output(v, rc);
}

static int print_report(view *v)
{
    tby_classes_sum n = tby_classes_summary(v->classes);
    tby_cli_out o;

    if (v->count)
        return print_counts(v->call, v->classes, v->count);
    if (v->out && strcmp(v->out, "-") == 0)
        return TBY_EXIT_OK; /* the games have it for themselves */
    tby_cli_out_open(&o, v->call, stdout, 8);
    tby_cli_out_head(&o, "out", v->out ? v->out : v->options.folder);
    tby_cli_out_u64(&o, "Games", "games", n.games);
    tby_cli_out_u64(&o, NULL, "damaged", v->sum.damaged);
    tby_cli_out_u64(&o, "Named", "named", n.named);
    tby_cli_out_u64(&o, "Written", "written", n.taken);
    if (!v->out)
        tby_cli_out_u64(&o, "Files", "files", n.files);
    return tby_cli_out_close(&o);
}

/* Games that are only read may be read on after a file that is not there. */
static bool goes_on(const view *v, int code)
{
    bool writes = v->options.output == TBY_CLASSES_PGN ||
                  v->options.output == TBY_CLASSES_FILES;

    return code != TBY_EXIT_INTERNAL && !(writes && code == TBY_EXIT_USAGE);
}

static int classify(view *v, const tby_pgn_files *files)
{
    tby_rc rc = tby_classes_open(&v->classes, &v->options);

    if (rc != TBY_OK) {
        if (rc == TBY_E_OPENING_CODE)
            return TBY_CLI_USAGE(
                v->call,
                "--eco: '%s' is no code or range of codes such "
                "as B90, B9 or A00-B99.",
                v->options.filter.eco);
        if (rc == TBY_DONE) {
            tby_cli_diag_file("openings", "No opening of these names is meant.",
                              "nothing_found");
            return TBY_EXIT_NO;
        }
        return v->classes ? fail_output(v, rc) : tby_cli_fail("openings", rc);
    }
    rc = tby_classes_begin(v->classes, v->many);
    int code = rc == TBY_OK ? files->code : fail_output(v, rc);

    v->job.visitor = tby_classes_visitor(v->classes);
    for (size_t i = 0; i < files->n && rc == TBY_OK && goes_on(v, code); i++) {
        tby_games_result result;
        tby_rc read;

        v->job.path = files->at[i];
        tby_classes_file(v->classes,
                         v->many ? tby_cli_file_name(v->job.path) : NULL);
        int one = tby_pgn_read_file(&v->reporter, &v->job, &result, &read);
        tby_games_add(&v->sum, &result.sum);
        if (read == TBY_E_IO_WRITE || read == TBY_E_IO_OPEN)
            one = fail_output(v, read);
        else if (read != TBY_OK)
            one = tby_cli_fail(v->reporter.file, read);
        code = tby_cli_worse_exit(code, one);
    }
    if (!goes_on(v, code))
        return code;
    code = tby_cli_worse_exit(code, finish(v));
    if (!goes_on(v, code))
        return code;
    if (tby_classes_summary(v->classes).taken == 0)
        code = tby_cli_worse_exit(code, TBY_EXIT_NO);
    return tby_cli_worse_exit(code, print_report(v));
}

static int eco_classify(const tby_cli_call *call)
{
    static view v; /* large, and there is one */
    tby_names_set *names = NULL;

    v = (view){.call = call, .reporter = {.call = call}};
    TBY_CLI_TRY(read_options(&v));
    if (!tby_pgn_where_fits(call, call->args, call->n))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    v.many = files.n > 1;
    int code = tby_eco_read_names(call, &names);
    if (names) {
        int done =
            v.out ? tby_pgn_check_output(call, v.out, &files) : TBY_EXIT_OK;
        v.options.names = tby_names_set_get(names);
        if (done == TBY_EXIT_OK) {
            tby_rc rc = v.out ? tby_sink_open(&v.options.sink, v.out) : TBY_OK;
            done = rc == TBY_OK ? classify(&v, &files) : fail_output(&v, rc);
        }
        code = tby_cli_worse_exit(code, done);
    }
    tby_classes_close(v.classes);
    tby_sink_close(v.options.sink);
    tby_names_set_close(names);
    tby_pgn_files_free(&files);
    return code;
}

const tby_cli_command tby_cmd_eco_classify = {
    TBY_CLI_SYNOPSIS("eco", "classify", "FILE...",
                     "say which openings games are"),
    .about =
        "Reads all files, of the kinds that 'pgn check' takes, and names each "
        "game after its deepest position that has a name, however it was "
        "reached. A line has the number of the game, the players, code and "
        "name, the ply of that position, whether the game came to it by the "
        "moves that the names give ('own') or by others ('transposition'; "
        "'unknown' if the names have no moves or only found some), and the "
        "move "
        "after which no position has a name. Several files "
        "put their name in front. JSON adds the trail: each change of name "
        "with its ply.\n\n"
        "--tag and --split write PGN in which nothing changes but the tags "
        "ECO and Opening, which are set to code and full name; an older "
        "Variation or SubVariation, which may contradict them, goes. A game "
        "without a name stays as it is. The files appear when all is written, "
        "or not at all.\n\n"
        "A game is read up to the move after which no position of the names "
        "can follow; what is damaged later is not noticed, unless it is a "
        "comment, a variation or a tag. A damaged game is named by the moves "
        "before the damage. The exit code is 1 if no game was of the openings "
        "asked for, 3 if a game was damaged, 2 if a file cannot be read or "
        "written." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"count", GROUPS, "only count the games of each"},
        {"tag", "FILE",
         "write the games as PGN with the tags ECO and Opening set"},
        {"split", GROUPS, "write such a PGN for each, in --dir"},
        {"dir", "DIR", "where --split writes"},
        {"keep", NULL, "leave tags as they are where a game has them"},
        {"variation", NULL,
         "set Opening to the family and Variation to the rest of the name"},
        {"force", NULL, "replace files that are there"},
        {"eco", "CODES",
         "only games of these ECO codes: B90, B9, A00-B99, several by commas"},
        {"family", "TEXT",
         "only games of the family that a search finds first"},
        {"name", "TEXT", "only games of openings that a search finds"},
        TBY_DB_WHERE, TBY_ECO_NAMES, TBY_ECO_OPTIONS, TBY_PGN_MAX_ERRORS,
        TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco classify games.pgn", "a line for each game"},
        {"tabiya eco classify --count family games.pgn.zst",
         "what is played, the most frequent first"},
        {"tabiya eco classify --tag new.pgn --keep games.pgn",
         "the same games, with ECO and Opening where they lack them"},
        {"tabiya eco classify --eco B90-B99 --tag - games.pgn > najdorf.pgn",
         "the games of some openings"},
        {"tabiya eco classify --split family --dir openings games.pgn",
         "a file for each opening"},
        {"tabiya --json eco classify games.pgn | jq .trail",
         "the names on the way, too"}),
    .run = eco_classify,
};

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

static int print_lesson(const lesson *l)
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
    return tby_cli_worse_exit(code, print_lesson(l));
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
