/* classify.c - tabiya eco classify: which openings games are. */
#include "app/cli/eco/classify.h"

#include "app/cli/commands.h"
#include "app/cli/eco/list.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "io/system/file.h"

#include <string.h>

typedef struct view {
    const tby_cli_call *call;
    tby_pgn_teller teller;
    tby_games_job job;
    tby_games_sum sum;
    tby_classes_options options;
    tby_classes *classes;
    const char *out;   /* where rows or games go; NULL: nowhere */
    const char *count; /* by what, or NULL */
    bool many;         /* files */
} view;

/* --- what is asked for ----------------------------------------------------*/

static int check_options(const view *v)
{
    const tby_cli_call *call = v->call;
    const char *split = tby_cli_value(call, "split");
    const char *tag = tby_cli_value(call, "tag");

    if ((tag != NULL) + (split != NULL) + (v->count != NULL) > 1)
        return tby_cli_usage(call->command, NULL,
                             "--tag, --split and --count exclude each other.");
    if (split && !v->options.folder)
        return tby_cli_usage(call->command, NULL,
                             "--dir is missing: where the files go.");
    if (v->options.folder && !split)
        return tby_cli_usage(call->command, NULL, "--dir needs --split.");
    if (!tag && !split && (v->options.keep || v->options.variation))
        return tby_cli_usage(call->command, NULL,
                             "--keep and --variation need --tag or --split.");
    return TBY_EXIT_OK;
}

static int read_options(view *v)
{
    const tby_cli_call *call = v->call;
    const char *split = tby_cli_value(call, "split");
    tby_classes_options *o = &v->options;

    v->count = tby_cli_value(call, "count");
    v->out = tby_cli_value(call, "tag");
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
        o->group = tby_classify_group(split);
    } else if (!v->count) {
        o->output = call->json ? TBY_CLASSES_JSON : TBY_CLASSES_TSV;
        v->out = "-";
    }
    /* rows that a person reads as they come */
    v->teller.no_bar =
        v->out && strcmp(v->out, "-") == 0 && tby_cli_look_of_stdout().terminal;
    if (!tby_pgn_job_of(call, &v->job))
        return TBY_EXIT_USAGE;
    return check_options(v);
}

/* --- failures -------------------------------------------------------------*/

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

static int fail_open(const view *v, tby_rc rc)
{
    const tby_classes_filter *f = &v->options.filter;

    if (rc == TBY_E_OPENING_CODE)
        return tby_cli_usage(v->call->command, NULL,
                             "--eco: '%s' is no code or range of codes such "
                             "as B90, B9 or A00-B99.",
                             f->eco);
    if (rc == TBY_DONE) {
        tby_cli_diag_file("openings", "No opening in the book is meant.",
                          "nothing_found");
        return TBY_EXIT_NO;
    }
    return v->classes ? fail_output(v, rc) : tby_cli_fail("openings", rc);
}

/* --- files ----------------------------------------------------------------*/

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

/* --- the report on what was written ---------------------------------------*/

static int print_json(const view *v, const tby_classes_sum *n)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", v->out ? v->out : v->options.folder);
    tby_jsonw_put_u64(w, "games", n->games);
    tby_jsonw_put_u64(w, "damaged", v->sum.damaged);
    tby_jsonw_put_u64(w, "named", n->named);
    tby_jsonw_put_u64(w, "written", n->taken);
    if (!v->out)
        tby_jsonw_put_u64(w, "files", n->files);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int print_report(view *v)
{
    tby_classes_sum n = tby_classes_summary(v->classes);

    if (v->count)
        return tby_classify_print_counts(v->call, v->classes, v->count);
    if (v->out && strcmp(v->out, "-") == 0)
        return TBY_EXIT_OK; /* the games have it for themselves */
    if (v->call->json)
        return print_json(v, &n);
    printf("%s\n", v->out ? v->out : v->options.folder);
    printf("Games    %llu\n", (unsigned long long)n.games);
    printf("Named    %llu\n", (unsigned long long)n.named);
    printf("Written  %llu\n", (unsigned long long)n.taken);
    if (!v->out)
        printf("Files    %llu\n", (unsigned long long)n.files);
    return TBY_EXIT_OK;
}

/* --- the work -------------------------------------------------------------*/

static bool is_fatal(int code)
{
    return code == TBY_EXIT_USAGE || code == TBY_EXIT_INTERNAL;
}

static int read_file(view *v, const char *path)
{
    tby_games_result result;
    tby_rc rc;

    v->job.path = path;
    tby_classes_file(v->classes, v->many ? tby_cli_file_name(path) : NULL);
    int code = tby_pgn_read_file(&v->teller, &v->job, &result, &rc);
    tby_games_add(&v->sum, &result.sum);
    if (rc == TBY_E_IO_WRITE || rc == TBY_E_IO_OPEN)
        return fail_output(v, rc);
    return rc == TBY_OK ? code : tby_cli_fail(v->teller.file, rc);
}

/* Games that are only read may be read on after a file that is not there. */
static bool goes_on(const view *v, int code)
{
    bool writes = v->options.output == TBY_CLASSES_PGN ||
                  v->options.output == TBY_CLASSES_FILES;

    return code != TBY_EXIT_INTERNAL && !(writes && is_fatal(code));
}

static int read_files(view *v, const tby_pgn_files *files)
{
    tby_rc rc = tby_classes_begin(v->classes, v->many);
    int code = rc == TBY_OK ? files->code : fail_output(v, rc);

    v->job.visitor = tby_classes_visitor(v->classes);
    for (size_t i = 0; i < files->n && rc == TBY_OK && goes_on(v, code); i++)
        code = tby_cli_worse_exit(code, read_file(v, files->at[i]));
    if (!goes_on(v, code))
        return code;
    code = tby_cli_worse_exit(code, finish(v));
    if (is_fatal(code) && !goes_on(v, code))
        return code;
    if (tby_classes_summary(v->classes).taken == 0)
        code = tby_cli_worse_exit(code, TBY_EXIT_NO);
    return tby_cli_worse_exit(code, print_report(v));
}

static int classify(view *v, const tby_pgn_files *files)
{
    tby_rc rc = tby_classes_open(&v->classes, &v->options);

    return rc == TBY_OK ? read_files(v, files) : fail_open(v, rc);
}

static int open_and_classify(view *v, const tby_pgn_files *files)
{
    int code =
        v->out ? tby_pgn_check_output(v->call, v->out, files) : TBY_EXIT_OK;
    tby_rc rc;

    if (code != TBY_EXIT_OK)
        return code;
    rc = v->out ? tby_sink_open(&v->options.sink, v->out) : TBY_OK;
    code = rc == TBY_OK ? classify(v, files) : fail_output(v, rc);
    tby_classes_close(v->classes);
    tby_sink_close(v->options.sink);
    return code;
}

static int with_book(view *v, const tby_pgn_files *files)
{
    tby_names_book *book = NULL;
    int code = tby_eco_read_book(v->call, &book);

    if (!book)
        return code;
    v->options.book = tby_names_book_get(book);
    code = tby_cli_worse_exit(code, open_and_classify(v, files));
    tby_names_book_close(book);
    return code;
}

static int run(const tby_cli_call *call)
{
    static view v; /* large, and there is one */

    v = (view){.call = call};
    int code = read_options(&v);
    if (code != TBY_EXIT_OK)
        return code;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    v.many = files.n > 1;
    code = with_book(&v, &files);
    tby_pgn_files_free(&files);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"count", TBY_CLASSIFY_GROUPS, "only count the games of each"},
    {"tag", "FILE", "write the games as PGN with the tags ECO and Opening set"},
    {"split", TBY_CLASSIFY_GROUPS, "write such a PGN for each, in --dir"},
    {"dir", "DIR", "where --split writes"},
    {"keep", NULL, "leave tags as they are where a game has them"},
    {"variation", NULL,
     "set Opening to the family and Variation to the rest of the name"},
    {"force", NULL, "replace files that are there"},
    {"eco", "CODES",
     "only games of these ECO codes: B90, B9, A00-B99, several by commas"},
    {"family", "TEXT", "only games of the family that a search finds first"},
    {"name", "TEXT", "only games of openings that a search finds"},
    TBY_ECO_BOOK,
    TBY_ECO_OPTIONS,
    {"max-errors", "N",
     "show the first N errors of each file (default 100); all are counted"},
    {"threads", "N", "use N threads, 0 for all processors (default 0)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
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
     "the names on the way, too"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_classify = {
    .noun = "eco",
    .verb = "classify",
    .args = "FILE...",
    .summary = "tell which openings games are",
    .about =
        "Reads all files, of the kinds that 'pgn check' takes, and names each "
        "game after its deepest position that has a name, however it was "
        "reached. A line has the number of the game, the players, code and "
        "name, the ply of that position, whether the game came to it by the "
        "moves that the book gives ('own') or by others ('transposition'; "
        "'unknown' if the book has no moves or only found some), and the move "
        "that left the book: "
        "no position behind it has a name. Several files put their name in "
        "front. JSON adds the trail: each change of name with its ply.\n\n"
        "--tag and --split write PGN in which nothing changes but the tags "
        "ECO and Opening, which are set to code and full name; an older "
        "Variation or SubVariation, which may contradict them, goes. A game "
        "without a name stays as it is. The files appear when all is written, "
        "or not at all.\n\n"
        "A game is read up to the move behind which no position of the book "
        "can follow; what is damaged later is not noticed, unless it is a "
        "comment, a variation or a tag. A damaged game is named by the moves "
        "before the damage. The exit code is 1 if no game was of the openings "
        "asked for, 3 if a game was damaged, 2 if a file cannot be read or "
        "written.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
