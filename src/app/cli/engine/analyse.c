/* analyse.c - tabiya analyse: whole games judged by engines. */
#include "app/cli/db/db.h"
#include "app/cli/engine/engine.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/str.h"
#include "io/system/thread.h"
#include "work/db/import.h"
#include "work/engine/annotate.h"

#include <limits.h>
#include <string.h>

enum { BLOCK = 1 << 16 }; /* bytes of games that are searched together */

static const char *const GLYPHS[] = {"", "?!", "?", "??"};

typedef struct analysis {
    const tby_cli_call *call;
    const char *out;
    FILE *to; /* the report: standard output, unless the games go there */
    tby_cli_engine choice;
    char path[PATH_MAX]; /* of the engine */
    tby_pgn_reporter reporter;
    tby_games_job games;
    tby_sink *sink;
    tby_progress bar;
    uint64_t total; /* positions, 0: not known */
    tby_annotator annotator;
    /* of --save */
    const char *database;
    tby_store *store;
    tby_import *import;
    uint64_t saved;
    int code; /* of what was printed */
} analysis;

static int print_json(const analysis *a, const tby_annotated *g)
{
    char text[TBY_EVAL_MAX];
    tby_jsonw *w = tby_cli_json_object();

    tby_jsonw_put_u64(w, "game", g->number);
    for (int side = 0; side < 2; side++) {
        tby_jsonw_put_object(w, side ? "black" : "white");
        tby_jsonw_put_str(w, "name",
                          tby_game_tag(g->game, side ? "Black" : "White"));
        if (g->accuracy[side] >= 0) {
            tby_jsonw_key(w, "accuracy");
            tby_jsonw_double(w, g->accuracy[side], 1);
        }
        tby_jsonw_put_u64(w, "inaccuracies", g->counts[side][1]);
        tby_jsonw_put_u64(w, "mistakes", g->counts[side][2]);
        tby_jsonw_put_u64(w, "blunders", g->counts[side][3]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_put_cstr(w, "result", tby_result_text(g->game->result));
    tby_jsonw_put_array(w, "evaluations");
    for (size_t n = 0; n < g->n; n++) {
        tby_eval_write_pgn(g->plies[n].found.eval, text, sizeof text);
        tby_jsonw_cstr(w, text);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_put_array(w, "moves");
    for (size_t n = 1; n < g->n; n++)
        if (g->plies[n].judged) {
            tby_jsonw_object(w);
            tby_jsonw_put_u64(w, "ply", n);
            tby_jsonw_put_cstr(w, "san", g->plies[n].san);
            tby_jsonw_put_cstr(w, "judgement",
                               tby__judgement_name(g->plies[n].judged));
            tby_jsonw_put_cstr(w, "better", g->plies[n].better);
            tby_jsonw_object_end(w);
        }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(a->to);
}

static void print_text(const analysis *a, const tby_annotated *g)
{
    unsigned first = 2u * g->game->start.fullmoves + g->game->start.turn;

    fprintf(a->to, "%s%llu  ", g->number > 1 ? "\n" : "",
            (unsigned long long)g->number);
    for (int side = 0; side < 2; side++) {
        tby_str name = tby_game_tag(g->game, side ? "Black" : "White");
        tby_print_clean(a->to, name.n ? name : TBY_STR("?"));
        fputs(side ? "" : " - ", a->to);
    }
    fprintf(a->to, "  %s\n", tby_result_text(g->game->result));
    for (int side = 0; side < 2; side++)
        if (g->accuracy[side] >= 0)
            fprintf(a->to, "   %s  accuracy %5.1f  %u ?!  %u ?  %u ??\n",
                    side ? "Black" : "White", g->accuracy[side],
                    g->counts[side][1], g->counts[side][2], g->counts[side][3]);
    for (size_t n = 1; n < g->n; n++) {
        const tby_annotated_ply *p = &g->plies[n];
        char move[48], before[TBY_EVAL_MAX], after[TBY_EVAL_MAX];
        unsigned half = first + (unsigned)n - 1;

        if (!p->judged)
            continue;
        snprintf(move, sizeof move, "%u.%s %s%s", half / 2,
                 half % 2 ? ".." : "", p->san, GLYPHS[p->judged]);
        tby_eval_write_pgn(p[-1].found.eval, before, sizeof before);
        tby_eval_write_pgn(p->found.eval, after, sizeof after);
        fprintf(a->to, "   %-14s %s to %s, better %s\n", move, before, after,
                p->better);
    }
}

static void on_game(void *ctx, const tby_annotated *g)
{
    analysis *a = ctx;

    tby_progress_hide(&a->bar);
    if (a->import && g->id) {
        tby_rc rc = tby_import_replace(a->import, g->id, g->game);
        a->saved += rc == TBY_OK;
        if (rc < 0)
            a->code = tby_cli_worse_exit(
                a->code, tby_db_fail(a->store, a->database, rc));
    }
    if (a->call->json)
        a->code = tby_cli_worse_exit(a->code, print_json(a, g));
    else
        print_text(a, g);
}

static void on_progress(void *ctx, uint64_t positions)
{
    analysis *a = ctx;

    tby_progress_update(&a->bar, positions, a->total, positions);
}

static void on_failure(void *ctx, const tby_pos *pos, tby_rc rc)
{
    analysis *a = ctx;
    char fen[TBY_FEN_MAX];

    tby_progress_hide(&a->bar);
    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_cli_say(TBY_ERROR, a->annotator.name, tby_rc_name(rc),
                "%s Not evaluated: %s.", tby_rc_text(rc), fen);
}

/* How many positions there are, for the bar: reading is nothing next to
 * searching. */
static void count_positions(analysis *a, const tby_pgn_files *files)
{
    tby_games_sum sum = {.games = 0};
    tby_games_job job = a->games;
    tby_rc rc;

    for (size_t i = 0; i < files->n; i++)
        if (!a->bar.on || strcmp(files->at[i], "-") == 0)
            return;
    a->reporter.quiet = true;
    tby_pgn_read_files(&a->reporter, &job, files, &sum, &rc);
    a->reporter.quiet = false;
    a->total = sum.plies + sum.games;
}

static int report_failure(const analysis *a, tby_rc rc, const char *what)
{
    const tby_engine_failure *f = &a->annotator.failure;

    return f->code == rc ? tby_cli_engine_failed(a->path, f)
                         : tby_cli_fail(what, rc);
}

static int read_games(analysis *a, const tby_pgn_files *files)
{
    const tby_annotate_count *n = &a->annotator.count;
    tby_games_result result;
    int code = TBY_EXIT_OK;
    tby_rc rc = TBY_OK;
    tby_cli_out o;

    count_positions(a, files);
    a->games.visitor = tby_annotate_visitor(&a->annotator);
    for (size_t i = 0; i < files->n && rc == TBY_OK; i++) {
        a->games.path = files->at[i];
        int one = tby_pgn_read_file(&a->reporter, &a->games, &result, &rc);
        code = tby_cli_worse_exit(code, rc == TBY_OK ? one : TBY_EXIT_OK);
    }
    tby_progress_end(&a->bar);
    if (rc != TBY_OK && rc != TBY_DONE)
        return report_failure(a, rc, a->reporter.file);
    if (a->sink && (n->games || !a->annotator.stopped) &&
        (rc = tby_sink_commit(a->sink)) != TBY_OK)
        return tby_cli_fail_sink(a->out, a->sink, rc);
    if (a->annotator.stopped) {
        fprintf(stderr,
                "tabiya: Interrupted: %llu games are analysed%s. The same "
                "command%s goes on where this one ended. (interrupted)\n",
                (unsigned long long)n->games,
                a->sink && n->games ? " and written" : "",
                a->sink && n->games ? " with --force" : "");
        code = tby_cli_worse_exit(code, TBY_EXIT_NO);
    }
    tby_cli_out_open(&o, a->call, a->to, 10);
    o.to = a->to;
    tby_cli_out_print(&o, n->games ? "\n" : "");
    tby_cli_out_u64(&o, "Games", "games", n->games);
    tby_cli_out_u64(&o, "Positions", "positions", n->positions);
    tby_cli_out_u64(&o, "Searched", "searched", n->searched);
    tby_cli_out_u64(&o, "Known", "known", n->known);
    tby_cli_out_cstr(&o, "Engine", "engine", a->annotator.name);
    if (a->import)
        tby_cli_out_u64(&o, "Saved", "saved", a->saved);
    tby_cli_out_u64(&o, NULL, "failed", n->failed);
    tby_cli_out_bool(&o, "interrupted", a->annotator.stopped);
    code = tby_cli_worse_exit(code, tby_cli_out_close(&o));
    return tby_cli_worse_exit(code, n->failed ? TBY_EXIT_USAGE : a->code);
}

static int analyse_files(analysis *a, const tby_pgn_files *files,
                         tby_annotate_job *job)
{
    char *own = tby_cache_path("evaluations"), *folder = tby_cache_path("");
    int code = tby_cli_engine_find(&a->choice, a->path, sizeof a->path);

    /* without a folder for it the run works, and is not kept */
    job->cache = tby_cli_value(a->call, "cache");
    if (!job->cache && folder && tby_folder_make(folder) == TBY_OK)
        job->cache = own;
    job->engine = a->choice.settings;
    job->engine.path = a->path;
    job->sink = a->sink;
    job->stop = tby_cli_catch_interrupt();
    if (code == TBY_EXIT_OK) {
        tby_progress_start(&a->bar, "analyse", "positions");
        tby_rc rc = tby_annotate_open(&a->annotator, job);
        code = rc == TBY_OK ? read_games(a, files)
                            : report_failure(a, rc, job->cache);
        tby_progress_end(&a->bar);
        tby_annotate_close(&a->annotator);
    }
    tby_path_free(folder);
    tby_path_free(own);
    return code;
}

/* Opens the database whose games get what is found, before anybody reads it. */
static int open_saved(analysis *a)
{
    static const tby_import_options options;

    if (a->call->n != 1)
        return TBY_CLI_USAGE(a->call, "--save needs one database.");
    a->database = a->call->args[0];
    TBY_CLI_TRY(tby_db_open(&a->store, a->database, TBY_STORE_CHANGE));
    tby_rc rc = tby_import_open(&a->import, a->store, &options);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail(a->database, rc);
}

static int close_saved(analysis *a)
{
    tby_rc rc = TBY_OK;

    if (a->import)
        rc = tby_import_finish(a->import);
    if (rc == TBY_OK && a->import)
        rc = tby_store_checkpoint(a->store);
    int code =
        rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(a->store, a->database, rc);
    tby_import_close(a->import);
    tby_store_close(a->store);
    return code;
}

static int analyse(const tby_cli_call *call)
{
    static analysis a; /* large, and there is one */
    tby_annotate_job job = {.game = on_game,
                            .progress = on_progress,
                            .failed = on_failure,
                            .ctx = &a};

    a = (analysis){.call = call,
                   .out = tby_cli_value(call, "output"),
                   .reporter = {.call = call, .no_bar = true},
                   .games = {.threads = 1, .block = BLOCK, .faults = 100}};
    a.to = a.out && strcmp(a.out, "-") == 0 ? stderr : stdout;
    if (!tby_cli_engine_limit(call, 15, &job.limit) ||
        !tby_pgn_where_fits(call, call->args, call->n) ||
        !tby_cli_number_of(call, "threads", 0, TBY_THREADS_MAX, &job.engines))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = files.code;
    if (code == TBY_EXIT_OK && a.out)
        code = tby_pgn_check_output(call, a.out, &files);
    if (code == TBY_EXIT_OK)
        code =
            tby_cli_engine_open(&a.choice, call, tby_cli_value(call, "engine"));
    if (code == TBY_EXIT_OK && a.out) {
        tby_rc rc = tby_sink_open(&a.sink, a.out);
        if (rc != TBY_OK)
            code = tby_cli_fail_sink(a.out, a.sink, rc);
    }
    if (code == TBY_EXIT_OK && tby_cli_has(call, "save"))
        code = open_saved(&a);
    if (code == TBY_EXIT_OK)
        code = analyse_files(&a, &files, &job);
    code = tby_cli_worse_exit(code, close_saved(&a));
    tby_sink_close(a.sink);
    tby_cli_engine_close(&a.choice);
    tby_pgn_files_free(&files);
    return code;
}

const tby_cli_command tby_cmd_analyse = {
    TBY_CLI_SYNOPSIS("analyse", NULL, "FILE...",
                     "judge whole games by an engine"),
    .about =
        "Lets UCI engines evaluate every position of the games, several at the "
        "same time, and prints how accurate each player was and which moves "
        "lost winning chances: ?! from 5, ? from 10, ?? from 15 percent. "
        "Winning chances and accuracy are computed as lichess has published. "
        "With --output the games are written with evaluations ([%eval]), "
        "glyphs, the better line as a variation and the tags WhiteAccuracy, "
        "BlackAccuracy and Annotator; what they said before stays, but for "
        "older evaluations and the glyphs from ! to ?!. With --save the games "
        "of "
        "a database get all that; db undo takes it back.\n\n"
        "No position is searched twice with the same engine, options and "
        "limit: what was found is kept in a file, at once, so that a run that "
        "was broken off goes on where it was. After Ctrl-C the games that are "
        "done are written, and the exit code is 1. An engine that crashes or "
        "hangs costs the position it searched and is started again; such "
        "positions are reported, and the exit code is 2." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"output", "FILE", "write the annotated games there, as PGN"},
        {"save", NULL, "put the annotated games in place of the database's"},
        TBY_ENGINE_LIMITS("15"), TBY_ENGINE_CHOICE,
        {"threads", "N",
         "how many engines search at the same time, 0 for one on each "
         "processor "
         "(default 0)"},
        {"cache", "FILE",
         "keep evaluations there (default evaluations in "
         "$XDG_CACHE_HOME/tabiya)"},
        TBY_DB_WHERE, TBY_CLI_FORCE),
    TBY_CLI_EXAMPLES(
        {"tabiya analyse game.pgn", "accuracy and mistakes of each player"},
        {"tabiya analyse --depth 20 --output out.pgn games.pgn",
         "the games with evaluations, glyphs and better lines"},
        {"tabiya analyse --nodes 100000 --where player=Morphy* games.db",
         "games of a database"}),
    .run = analyse,
};
