/* import.c - the moves of a game, with their variations, become moves
 * of a graph. */
#include "core/base/str.h"
#include "core/rep/pgn/int.h"
#include "tabiya/limits.h"

/* A line of the game and where it has come to. */
typedef struct level {
    tby_pos before, after; /* the last move */
    uint32_t edge;         /* it, TBY_NONE if it is not taken */
    uint32_t plies;        /* from the start of the game */
    size_t opened;         /* the item that opened the line */
    bool moved;            /* it has a move */
    bool lost;             /* it has a null move: the rest is not taken */
    bool was_lost;         /* before the last move */
} level;

typedef struct import {
    tby_rep_import *how;
    tby_graph *g;
    const tby_game *game;
    bool ours;
    tby_buf note;
    tby_eval root;
    level levels[TBY_MAX_RAV_DEPTH + 1];
    level *at;
} import;

/* --- moves ----------------------------------------------------------------*/

static tby_rc add_edge(import *m, level *l, tby_move move)
{
    uint32_t node;
    tby_rc rc = tby_graph_add_node(m->g, &l->before, &node);

    return rc == TBY_OK ? tby_graph_add_edge(m->g, node, move, &l->edge, NULL)
                        : rc;
}

static bool is_too_deep(const import *m, const level *l)
{
    return m->how->depth && l->plies > m->how->depth;
}

static tby_rc take_move(import *m, tby_move move)
{
    level *l = m->at;
    bool yes = true;
    tby_rc rc = TBY_OK;

    l->edge = TBY_NONE;
    l->moved = true;
    l->plies++;
    l->before = l->after;
    l->was_lost = l->lost;
    tby_pos_play(&l->after, move);
    if (is_too_deep(m, l))
        return TBY_OK;
    m->how->passes += move == TBY_MOVE_NULL && !l->lost;
    l->lost |= move == TBY_MOVE_NULL;
    if (l->lost)
        return TBY_OK;
    if (m->how->wanted)
        rc = m->how->wanted(m->how->ctx, &l->before, move, &yes);
    return rc == TBY_OK && yes ? add_edge(m, l, move) : rc;
}

static void open_line(import *m, size_t item)
{
    level *outer = m->at++;

    *m->at = (level){.before = outer->before,
                     .after = outer->before,
                     .edge = TBY_NONE,
                     .plies = outer->plies - 1,
                     .opened = item,
                     .lost = outer->was_lost};
}

/* --- what is said of them -------------------------------------------------*/

/* A move that has no room for more is no reason to give up the rest. */
static tby_rc unless_full(import *m, tby_rc rc)
{
    m->how->full += rc == TBY_E_LIMIT;
    return rc == TBY_E_LIMIT ? TBY_OK : rc;
}

static void judge(import *m, uint32_t node, tby_eval eval)
{
    if (eval.kind != TBY_EVAL_NONE &&
        m->g->nodes[node].eval.kind == TBY_EVAL_NONE)
        tby_graph_set_eval(m->g, node, eval);
}

/* A comment on a move or, if edge is TBY_NONE, on the game: where moves are
 * chosen because many games have them, no game is worth a comment. */
static tby_rc take_comment(import *m, uint32_t edge, tby_span text)
{
    tby_rc rc = TBY_OK;

    tby_buf_clear(&m->note);
    rep_comment c =
        tby__rep_comment_read(tby_game_text(m->game, text), m->ours, &m->note);
    if (m->note.rc != TBY_OK)
        return m->note.rc;
    if (edge == TBY_NONE) {
        if (m->root.kind == TBY_EVAL_NONE)
            m->root = c.eval;
        if (c.has_note && !m->how->wanted)
            rc = tby_graph_add_loose(m->g, tby_buf_str(&m->note));
        return unless_full(m, rc);
    }
    judge(m, m->g->edges[edge].to, c.eval);
    if (c.has_note)
        rc = tby_graph_join_note(m->g, edge, tby_buf_str(&m->note),
                                 TBY_STR(" | "));
    return unless_full(m, rc);
}

static tby_rc take_remark(import *m, uint32_t edge, const tby_item *item)
{
    if (item->kind == TBY_ITEM_COMMENT)
        return take_comment(m, edge, item->text);
    if (item->kind == TBY_ITEM_NAG && edge != TBY_NONE)
        return unless_full(m, tby_graph_add_nag(m->g, edge, item->nag));
    return TBY_OK;
}

/* What stood in a variation before its first move. */
static tby_rc take_early(import *m, uint32_t edge, size_t from, size_t to)
{
    tby_rc rc = TBY_OK;

    for (size_t i = from; i < to && rc == TBY_OK && edge != TBY_NONE; i++)
        rc = take_remark(m, edge, &m->game->items[i]);
    return rc;
}

/* --- items ----------------------------------------------------------------*/

static bool is_inner(const import *m)
{
    return m->at > m->levels;
}

/* A remark belongs to the move before it; before the first one to the game or,
 * in a variation, to the move that follows. */
static tby_rc take_said(import *m, const tby_item *item)
{
    if (m->at->moved)
        return m->at->edge == TBY_NONE ? TBY_OK
                                       : take_remark(m, m->at->edge, item);
    return is_inner(m) ? TBY_OK : take_remark(m, TBY_NONE, item);
}

static tby_rc take_first(import *m, size_t i)
{
    bool early = !m->at->moved && is_inner(m);
    tby_rc rc = take_move(m, m->game->items[i].move);

    return rc == TBY_OK && early
               ? take_early(m, m->at->edge, m->at->opened + 1, i)
               : rc;
}

/* A variation without a move leaves what it says to the line around it. */
static tby_rc close_line(import *m, size_t i)
{
    level *inner = m->at--;

    return inner->moved ? TBY_OK
                        : take_early(m, m->at->edge, inner->opened + 1, i);
}

static tby_rc take_item(import *m, size_t i)
{
    const tby_item *item = &m->game->items[i];

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE:
        return take_first(m, i);
    case TBY_ITEM_NAG:
    case TBY_ITEM_COMMENT:
        return take_said(m, item);
    case TBY_ITEM_OPEN:
        if (m->at == &m->levels[TBY_MAX_RAV_DEPTH] || !m->at->moved)
            return TBY_E_LIMIT; /* no reader makes such a game */
        open_line(m, i);
        return TBY_OK;
    case TBY_ITEM_CLOSE:
    default:
        return is_inner(m) ? close_line(m, i) : TBY_E_LIMIT;
    }
}

/* The evaluation of the position a game starts from.  Where moves are chosen,
 * the position counts only if one of them has brought it in. */
static tby_rc judge_root(import *m)
{
    uint32_t node = tby_graph_find(m->g, &m->game->start);
    tby_rc rc = TBY_OK;

    if (m->root.kind == TBY_EVAL_NONE)
        return TBY_OK;
    if (node == TBY_NONE && !m->how->wanted)
        rc = tby_graph_add_node(m->g, &m->game->start, &node);
    if (rc == TBY_OK && node != TBY_NONE)
        judge(m, node, m->root);
    return rc;
}

tby_rc tby_rep_import_game(tby_rep_import *how, tby_graph *g,
                           const tby_game *game)
{
    tby_setup setup = tby_pos_to_setup(&game->start);
import m;
    tby_rc rc = TBY_OK;

    if (game->chess960)
        return TBY_E_REP_GAME_960;
    if (tby_setup_faults(&setup))
        return TBY_E_POS_FAULTY;
    m.how = how;
    m.g = g;
    m.game = game;
    m.ours = tby_str_is(tby_game_tag(game, REP_PGN_TAG), REP_PGN_VALUE);
    m.root = (tby_eval){.kind = TBY_EVAL_NONE};
    m.at = m.levels;
    *m.at =
        (level){.before = game->start, .after = game->start, .edge = TBY_NONE};
    tby_buf_init(&m.note, &g->alloc, TBY_MAX_COMMENT_BYTES);
    for (size_t i = 0; i < game->items_n && rc == TBY_OK; i++)
        rc = take_item(&m, i);
    tby_buf_free(&m.note);
    return rc == TBY_OK ? judge_root(&m) : rc;
}
