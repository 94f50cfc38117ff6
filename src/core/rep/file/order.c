/* order.c - the boards of a file in an order in which moves lead forward.
 *
 * That a move leads from board to board is known before anything is played:
 * castling rights and en passant do not change where it goes. */
#include "core/base/grow.h"
#include "core/rep/file/int.h"

#include <string.h>

/* --- the moves of a board -------------------------------------------------*/

/* The first of those of a state and the ones behind it. */
static uint32_t edge_from(const struct rep_reader *r, uint32_t state)
{
    while (state != TBY_NONE && rep_state_at(r, state)->edges == TBY_NONE)
        state = rep_state_at(r, state)->next;
    return state == TBY_NONE ? TBY_NONE : rep_state_at(r, state)->edges;
}

uint32_t tby_rep_first_edge(const struct rep_reader *r, uint32_t board)
{
    return edge_from(r, rep_board_at(&r->boards, board)->states);
}

uint32_t tby_rep_next_edge(const struct rep_reader *r, uint32_t edge)
{
    const struct rep_edge *e = rep_edge_at(r, edge);

    return e->next == TBY_NONE ? edge_from(r, rep_state_at(r, e->state)->next)
                               : e->next;
}

static void link_edges(struct rep_reader *r)
{
    for (size_t i = 0; i < r->edges.n; i++) {
        struct rep_edge *e = rep_edge_at(r, i);
        tby_pos to = rep_state_at(r, e->state)->pos;

        to.ep = e->ep;
        tby_pos_play(&to, e->move);
        e->to = tby_rep_boards_find(&r->boards, &to);
    }
}

/* --- depth first ----------------------------------------------------------*/

struct search {
    const struct rep_reader *r;
    struct rep_order *order;
    size_t left;    /* boards that have no rank yet; ranks come from the end */
    uint32_t *next; /* by board: the edge to look at next */
    uint32_t *stack;
};

static bool is_new(const struct search *s, uint32_t board)
{
    return s->order->rank[board] == TBY_NONE;
}

static void enter(struct search *s, uint32_t board, size_t *depth)
{
    s->order->rank[board] = 0; /* new no more */
    s->next[board] = tby_rep_first_edge(s->r, board);
    s->stack[(*depth)++] = board;
}

/* One whose moves are all looked at goes before those that it leads to. */
static void leave(struct search *s, uint32_t board)
{
    s->order->rank[board] = (uint32_t)--s->left;
    s->order->boards[s->left] = board;
}

static void search_from(struct search *s, uint32_t board)
{
    size_t depth = 0;

    if (is_new(s, board))
        enter(s, board, &depth);
    while (depth) {
        uint32_t top = s->stack[depth - 1], edge = s->next[top];

        if (edge == TBY_NONE) {
            leave(s, top);
            depth--;
            continue;
        }
        uint32_t to = rep_edge_at(s->r, edge)->to;
        s->next[top] = tby_rep_next_edge(s->r, edge);
        if (to != TBY_NONE && is_new(s, to))
            enter(s, to, &depth);
    }
}

/* --- the whole ------------------------------------------------------------*/

void tby_rep_order_free(const struct rep_reader *r, struct rep_order *order)
{
    size_t n = r->boards.list.n;

    tby_grow_free(&r->alloc, order->boards, n, sizeof *order->boards);
    tby_grow_free(&r->alloc, order->rank, n, sizeof *order->rank);
}

tby_rc tby_rep_order_boards(struct rep_reader *r, struct rep_order *order)
{
    size_t n = r->boards.list.n;
    struct search s = {.r = r, .order = order, .left = n};
    tby_rc rc = TBY_E_NOMEM;

    link_edges(r);
    order->boards = tby_grow_new(&r->alloc, n, sizeof *order->boards);
    order->rank = tby_grow_new(&r->alloc, n, sizeof *order->rank);
    s.next = tby_grow_new(&r->alloc, n, sizeof *s.next);
    s.stack = tby_grow_new(&r->alloc, n, sizeof *s.stack);
    if (order->boards && order->rank && s.next && s.stack) {
        memset(order->rank, 0xff, n * sizeof *order->rank); /* TBY_NONE */
        for (uint32_t i = 0; i < n; i++)
            search_from(&s, i);
        rc = TBY_OK;
    }
    tby_grow_free(&r->alloc, s.next, n, sizeof *s.next);
    tby_grow_free(&r->alloc, s.stack, n, sizeof *s.stack);
    return rc;
}
