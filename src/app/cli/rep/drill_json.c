/* drill_json.c - a session as a program sees it: one object for each
 * thing that happens, named by its field "event". */
#include "app/cli/rep/drill.h"
#include "core/game/comment.h"
#include "core/notation/describe.h"

static const char *const NAMES[] = {
    [TBY_SHOW_BEGIN] = "begin",
    [TBY_SHOW_LINE] = "line",
    [TBY_SHOW_ASK] = "ask",
    [TBY_SHOW_REPLY] = "reply",
    [TBY_SHOW_RIGHT] = "right",
    [TBY_SHOW_WRONG] = "wrong",
    [TBY_SHOW_ILLEGAL] = "illegal",
    [TBY_SHOW_HINT] = "hint",
    [TBY_SHOW_LINE_END] = "line_end",
    [TBY_SHOW_SUMMARY] = "summary",
    [TBY_SHOW_ONCE_MORE] = "once_more",
};

static void put_fen(tby_jsonw *w, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
}

static void put_counters(const tby_drill_session *s, tby_jsonw *w)
{
    tby_jsonw_put_u64(w, "left", tby_drill_left(s->drill));
    tby_jsonw_put_u64(w, "mistakes", tby_drill_mistakes(s->drill));
}

static void put_begin(const tby_drill_session *s, tby_jsonw *w)
{
    static const char *const MODES[] = {"lines", "all", "due"};

    tby_jsonw_key(w, "title");
    tby_jsonw_str(w, tby_graph_text(s->graph, s->graph->title));
    tby_jsonw_put_cstr(w, "color", tby_cli_color_name(s->graph->color));
    tby_jsonw_put_cstr(w, "mode",
                       s->retrying ? "mistakes" : MODES[s->options.mode]);
    if (s->options.mode == TBY_DRILL_ALL)
        tby_jsonw_put_u64(w, "lines", tby_drill_lines(s->drill));
    put_counters(s, w);
}

/* san, uci, and for a move of the repertoire what is said about it. */
static void put_move(const tby_drill_session *s, tby_jsonw *w,
                     const tby_pos *before, tby_move m, uint32_t edge)
{
    char text[TBY_DESCRIBE_MAX];

    tby_san_write(before, m, text);
    tby_jsonw_put_cstr(w, "san", text);
    tby_uci_write(before, m, TBY_UCI_ORTHODOX, text);
    tby_jsonw_put_cstr(w, "uci", text);
    if (edge == TBY_NONE)
        return;
    tby_describe_move(before, m, text, sizeof text);
    tby_jsonw_put_cstr(w, "description", text);
    tby_comment_json(w, "note",
                     tby_graph_text(s->graph, s->graph->edges[edge].note));
}

static void put_illegal(const tby_drill_session *s, tby_jsonw *w, tby_str typed)
{
    char sentence[256];

    tby_san_explain(&s->pos, typed, TBY_SAN_TOLERANT, sentence,
                    sizeof sentence);
    tby_jsonw_key(w, "typed");
    tby_jsonw_str(w, typed);
    tby_jsonw_put_cstr(w, "message", sentence);
}

/* All moves of the repertoire at a node. */
static void put_moves(const tby_drill_session *s, tby_jsonw *w, uint32_t node)
{
    const tby_graph *g = s->graph;

    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        tby_jsonw_object(w);
        put_move(s, w, &g->nodes[node].pos, g->edges[e].move, e);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void put_summary(const tby_drill_session *s, tby_jsonw *w)
{
    size_t n;
    const tby_slip *slips = tby_drill_slips(s->drill, &n);

    put_counters(s, w);
    tby_jsonw_key(w, "positions");
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        put_fen(w, &s->graph->nodes[slips[i].node].pos);
        tby_jsonw_put_u64(w, "mistakes", slips[i].mistakes);
        put_moves(s, w, slips[i].node);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void put_fields(const tby_drill_session *s, const tby_drill_news *n,
                       tby_jsonw *w)
{
    switch (n->event) {
    case TBY_SHOW_BEGIN:
        put_begin(s, w);
        break;
    case TBY_SHOW_LINE:
        put_fen(w, &s->pos);
        break;
    case TBY_SHOW_ASK:
        put_fen(w, &s->pos);
        put_counters(s, w);
        break;
    case TBY_SHOW_RIGHT:
    case TBY_SHOW_REPLY:
        put_move(s, w, &n->before, n->move, n->edge);
        if (n->event == TBY_SHOW_RIGHT)
            tby_jsonw_put_bool(w, "more_owed", n->more_owed);
        put_fen(w, &s->pos);
        break;
    case TBY_SHOW_WRONG:
        put_move(s, w, &n->before, n->move, TBY_NONE);
        put_counters(s, w);
        break;
    case TBY_SHOW_ILLEGAL:
        put_illegal(s, w, n->typed);
        break;
    case TBY_SHOW_HINT:
        put_moves(s, w, tby_drill_node(s->drill));
        break;
    case TBY_SHOW_LINE_END:
    case TBY_SHOW_ONCE_MORE:
        put_counters(s, w);
        break;
    case TBY_SHOW_SUMMARY:
        put_summary(s, w);
        break;
    }
}

void tby_drill_show_json(const tby_drill_session *s, const tby_drill_news *n)
{
    tby_cli_json out;
    tby_jsonw *w = tby_cli_json_start(&out);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "event", NAMES[n->event]);
    put_fields(s, n, w);
    tby_jsonw_object_end(w);
    tby_cli_json_print(&out); /* what fails has been said */
}
