#include "work/json/rep_games.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

enum { TEXT_MOST = 1 << 16 /* far above what the moves of a line need */ };

void tby_answer_line_to(tby_jsonw *w, const tby_line_text *t, uint32_t node,
                        tby_move move)
{
    const tby_pos *pos = &t->graph->nodes[node].pos;
    char fen[TBY_FEN_MAX], san[TBY_SAN_MAX];
    tby_buf text;

    tby_buf_init(&text, NULL, TEXT_MOST);
    tby_line_text_write(t, node, move, &text);
    tby_jsonw_put_buf(w, "line", &text);
    tby_buf_free(&text);
    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    if (move == TBY_MOVE_NONE)
        return;
    tby_san_write(pos, move, san);
    tby_jsonw_put_cstr(w, "move", san);
}

void tby_answer_expected(tby_jsonw *w, const tby_graph *g, uint32_t node)
{
    char san[TBY_SAN_MAX];

    tby_jsonw_put_array(w, "expected");
    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        tby_san_write(&g->nodes[node].pos, g->edges[e].move, san);
        tby_jsonw_cstr(w, san);
    }
    tby_jsonw_array_end(w);
}

static void put_results(tby_jsonw *w, const uint64_t results[4],
                        tby_color color)
{
    double score = tby_results_score(results, color);

    tby_jsonw_put_u64(w, "white", results[TBY_RESULT_WHITE]);
    tby_jsonw_put_u64(w, "draws", results[TBY_RESULT_DRAW]);
    tby_jsonw_put_u64(w, "black", results[TBY_RESULT_BLACK]);
    if (tby_jsonw_known(w, "score", score >= 0))
        tby_jsonw_double(w, score, 4);
}

void tby_answer_coverage(tby_jsonw *w, const tby_coverage *c,
                         const tby_line_text *t, tby_color color, size_t most,
                         uint64_t least)
{
    static const char *const KINDS[] = {[TBY_GAP_REPLY] = "unknown_reply",
                                        [TBY_GAP_MOVE] = "no_answer",
                                        [TBY_GAP_END] = "behind_the_end"};
    tby_coverage_sum n = tby_coverage_summary(c);
    tby_gap gap;

    tby_jsonw_put_cstr(w, "color", color == TBY_WHITE ? "white" : "black");
    tby_jsonw_put_u64(w, "games", n.games);
    tby_jsonw_put_u64(w, "met", n.met);
    tby_jsonw_put_u64(w, "replies", n.replies);
    tby_jsonw_put_u64(w, "answered", n.answered);
    for (int k = 0; k <= TBY_GAP_END; k++)
        tby_jsonw_put_u64(w, KINDS[k], n.gaps[k]);
    if (tby_jsonw_known(w, "coverage", n.replies))
        tby_jsonw_double(w, (double)n.answered / (double)n.replies, 4);
    tby_jsonw_put_array(w, "gaps");
    for (size_t i = 0; (!most || i < most) && tby_coverage_gap(c, i, &gap) &&
                       gap.games >= least;
         i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "kind", KINDS[gap.kind]);
        tby_answer_line_to(w, t, gap.node, gap.move);
        tby_jsonw_put_u64(w, "games", gap.games);
        tby_jsonw_put_u64(w, "reached", gap.reached);
        put_results(w, gap.results, color);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

tby_leaver tby_leaver_of(tby_leave_kind kind, tby_color side)
{
    switch (kind) {
    case TBY_LEAVE_WHITE:
    case TBY_LEAVE_BLACK:
        return (kind == TBY_LEAVE_WHITE) == (side == TBY_WHITE)
                   ? TBY_LEFT_BY_YOU
                   : TBY_LEFT_BY_OPPONENT;
    case TBY_LEAVE_END:
        return TBY_LEFT_AT_END;
    case TBY_LEAVE_INSIDE:
        return TBY_LEFT_INSIDE;
    case TBY_LEAVE_NEVER:
    default:
        return TBY_LEFT_NEVER;
    }
}

const char *tby_leaver_name(tby_leaver by)
{
    static const char *const NAMES[] = {"you", "opponent", "end", "inside",
                                        "never"};

    return NAMES[by];
}

void tby_answer_deviations(tby_jsonw *w, const tby_deviations *d,
                           const tby_line_text *t, tby_color color, size_t most)
{
    tby_deviations_sum n = tby_deviations_summary(d);
    uint64_t by[TBY_LEFT_NEVER + 1] = {0};
    tby_place_left p;

    for (int k = 0; k <= TBY_LEAVE_END; k++)
        by[tby_leaver_of((tby_leave_kind)k, color)] += n.kinds[k];
    tby_jsonw_put_u64(w, "games", n.games);
    tby_jsonw_put_u64(w, "played", n.played);
    tby_jsonw_put_u64(w, "other_color", n.others);
    for (int i = 0; i <= TBY_LEFT_NEVER; i++)
        tby_jsonw_put_u64(w, tby_leaver_name((tby_leaver)i), by[i]);
    tby_jsonw_put_u64(w, "returned", n.returned);
    tby_jsonw_put_array(w, "places");
    for (size_t i = 0; (!most || i < most) && tby_deviations_place(d, i, &p);
         i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "by",
                           tby_leaver_name(tby_leaver_of(p.kind, color)));
        tby_answer_line_to(w, t, p.node, p.move);
        tby_answer_expected(w, t->graph, p.node);
        tby_jsonw_put_u64(w, "games", p.games);
        put_results(w, p.results, color);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}
