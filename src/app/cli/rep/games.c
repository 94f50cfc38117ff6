/* games.c - see games.h. */
#include "app/cli/rep/games.h"

#include "tabiya/facts.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "work/rep/coverage.h"

#include <string.h>

enum { TEXT_MOST = 1 << 16 }; /* far above what TBY_TRAIL_MOST moves need */

/* --- reading --------------------------------------------------------------*/

static tby_color color_of(const tby_cli_call *call, const tby_graph *g)
{
    const char *said = tby_cli_value(call, "color");

    if (said)
        return strcmp(said, "white") == 0 ? TBY_WHITE : TBY_BLACK;
    return g->has_color ? g->color : tby_facts_guess_color(g);
}

bool tby_rep_games_open(tby_rep_games *g, const tby_cli_call *call, int *code)
{
    *g = (tby_rep_games){.call = call};
    tby_buf_init(&g->text, NULL, TEXT_MOST);
    g->job.mode = TBY_PGN_MAINLINE;
    if (!tby_pgn_job_of(call, &g->job)) {
        *code = TBY_EXIT_USAGE;
        return false;
    }
    if (!tby_cli_rep_load(&g->rep, call->args[0], code))
        return false;
    g->color = color_of(call, &g->rep.graph);
    tby_rc rc = tby_trail_open(&g->trail, &g->rep.graph, NULL);
    if (rc == TBY_OK)
        return true;
    *code = tby_cli_fail(tby_cli_file_name(call->args[0]), rc);
    tby_rep_games_close(g);
    return false;
}

void tby_rep_games_close(tby_rep_games *g)
{
    tby_trail_free(&g->trail);
    tby_rep_free(&g->rep);
    tby_buf_free(&g->text);
}

static int read_file(tby_rep_games *g, const char *path)
{
    tby_games_result result;
    tby_rc rc;

    g->job.path = path;
    int code = tby_pgn_read_file(&g->teller, &g->job, &result, &rc);
    tby_games_add(&g->sum, &result.sum);
    return rc == TBY_OK ? code : tby_cli_fail(g->teller.file, rc);
}

int tby_rep_games_read(tby_rep_games *g, tby_games_visitor (*visitor)(void *of),
                       void *of)
{
    tby_pgn_files files = tby_pgn_files_of(g->call->args + 1, g->call->n - 1);
    int code = files.code;

    for (size_t i = 0; i < files.n && code != TBY_EXIT_INTERNAL; i++) {
        g->job.visitor = visitor(of);
        code = tby_cli_worse_exit(code, read_file(g, files.at[i]));
    }
    tby_pgn_files_free(&files);
    return code;
}

bool tby_rep_games_number(const tby_cli_call *call, const char *option,
                          unsigned *out)
{
    const char *text = tby_cli_value(call, option);
    char name[32];

    snprintf(name, sizeof name, "--%s", option);
    return !text || tby_cli_number(call, name, text, 0, 1000000000, out);
}

/* --- lines and moves ------------------------------------------------------*/

static void print_text(tby_rep_games *g)
{
    fwrite(g->text.p ? g->text.p : "", 1, g->text.n, stdout);
    tby_buf_clear(&g->text);
}

void tby_rep_games_print_line(tby_rep_games *g, uint32_t node, tby_move move)
{
    tby_trail_write(&g->trail, node, move, &g->text);
    print_text(g);
}

void tby_rep_games_print_moves(tby_rep_games *g, uint32_t node)
{
    const tby_graph *graph = &g->rep.graph;
    char san[TBY_SAN_MAX];

    for (uint32_t e = graph->nodes[node].first_out; e != TBY_NONE;
         e = graph->edges[e].next_out) {
        if (!g->text.n) {
            tby_trail_write_move(&g->trail, node, graph->edges[e].move,
                                 &g->text);
            continue;
        }
        tby_san_write(&graph->nodes[node].pos, graph->edges[e].move, san);
        tby_buf_cstr(&g->text, ", ");
        tby_buf_cstr(&g->text, san);
    }
    print_text(g);
}

void tby_rep_games_json_line(tby_jsonw *w, tby_rep_games *g, uint32_t node,
                             tby_move move)
{
    const tby_pos *pos = &g->rep.graph.nodes[node].pos;
    char fen[TBY_FEN_MAX], san[TBY_SAN_MAX];

    tby_trail_write(&g->trail, node, move, &g->text);
    tby_jsonw_key(w, "line");
    tby_jsonw_buf(w, &g->text);
    tby_buf_clear(&g->text);
    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    if (move == TBY_MOVE_NONE)
        return;
    tby_san_write(pos, move, san);
    tby_jsonw_put_cstr(w, "move", san);
}

void tby_rep_games_json_moves(tby_jsonw *w, const char *key,
                              const tby_rep_games *g, uint32_t node)
{
    const tby_graph *graph = &g->rep.graph;
    char san[TBY_SAN_MAX];

    tby_jsonw_key(w, key);
    tby_jsonw_array(w);
    for (uint32_t e = graph->nodes[node].first_out; e != TBY_NONE;
         e = graph->edges[e].next_out) {
        tby_san_write(&graph->nodes[node].pos, graph->edges[e].move, san);
        tby_jsonw_cstr(w, san);
    }
    tby_jsonw_array_end(w);
}

/* --- results --------------------------------------------------------------*/

void tby_rep_games_print_score(const tby_rep_games *g,
                               const uint64_t results[4])
{
    double score = tby_results_score(results, g->color);

    if (score < 0)
        printf("%6s", "-");
    else
        printf("%5.1f%%", 100 * score);
}

void tby_rep_games_json_results(tby_jsonw *w, const tby_rep_games *g,
                                const uint64_t results[4])
{
    double score = tby_results_score(results, g->color);

    tby_jsonw_put_u64(w, "white", results[TBY_RESULT_WHITE]);
    tby_jsonw_put_u64(w, "draws", results[TBY_RESULT_DRAW]);
    tby_jsonw_put_u64(w, "black", results[TBY_RESULT_BLACK]);
    tby_jsonw_key(w, "score");
    if (score < 0)
        tby_jsonw_null(w);
    else
        tby_jsonw_double(w, score, 4);
}
