/* replay.c - which positions the states of a file really are.
 *
 * Older files have thrown away en passant squares, castling rights or both.
 * The moves know better: all of them are played from where games start, and
 * then from every position that nothing leads to.  A state that is exactly a
 * position reached is that position.  One that is reached by none was written
 * without what a position of the same board still has, and is taken over by
 * it; only if there is none does it stand for itself.  Other old files keep
 * castling rights after king or rook have moved: where games start from the
 * start, a state with more rights than any position reached is taken over too.
 *
 * What leads to a board must be played before its states are judged: boards
 * that no move leads to come first, then those that were reached, in an order
 * in which moves lead forward as far as there is one.  Rights that are gone are
 * only taken off when nothing else is left to be reached, and what nothing has
 * reached then, in circles, stands for itself. */
#include "core/base/grow.h"
#include "core/rep/file/int.h"

#include <string.h>

struct replay {
    struct rep_reader *r;
    struct rep_order order;
    struct rep_list queue; /* real positions whose moves are to be played */
    size_t played;         /* so many of them are done */
    struct rep_list ripe;  /* ranks of boards that were reached, as a heap */
    struct rep_list stale; /* the same: those whose states were looked at */
    bool from_start;       /* some line begins where games start */
};

/* What a state that no position says may be: taken over by positions that have
 * more; by those that have fewer castling rights; itself. */
enum last_resort { REST, SURPLUS, ROOT };

/* --- what a state can be --------------------------------------------------*/

/* In version 4 the en passant square is always left out, but some files have
 * it; version 2 knows nothing but the board. */
static bool ep_is_lost(const struct rep_reader *r)
{
    return r->graph->version <= 4 && !r->knows_ep;
}

/* The state says all that is known of the position. */
static bool says(const struct rep_reader *r, const tby_pos *state,
                 const tby_pos *real)
{
    bool castling = state->castling == real->castling ||
                    (r->graph->version == 2 && !state->castling);
    bool ep =
        state->ep == real->ep || (state->ep == TBY_NO_SQUARE && ep_is_lost(r));

    return castling && ep;
}

/* The state is what is left of a position that a move has led to. */
static bool is_rest(const struct rep_state *state, const struct rep_real *real)
{
    const tby_pos *s = &state->pos, *p = &real->pos;

    return real->reached && !(s->castling & ~p->castling) &&
           (s->ep == TBY_NO_SQUARE || s->ep == p->ep);
}

/* The state claims castling rights that are gone when a move leads there. */
static bool is_surplus(const struct rep_state *state,
                       const struct rep_real *real)
{
    const tby_pos *s = &state->pos, *p = &real->pos;

    return real->reached && !(p->castling & ~s->castling) &&
           (s->ep == TBY_NO_SQUARE || s->ep == p->ep);
}

/* The position has taken the state over. */
static bool has_adopted(const struct rep_state *state,
                        const struct rep_real *real)
{
    return (state->adopted && is_rest(state, real)) ||
           (state->surplus && is_surplus(state, real));
}

bool tby_rep_has_move(const struct rep_reader *r, const struct rep_edge *edge,
                      const struct rep_real *real)
{
    const struct rep_state *s = rep_state_at(r, edge->state);

    return (says(r, &s->pos, &real->pos) || has_adopted(s, real) ||
            (!edge->sound && is_rest(s, real))) &&
           tby_pos_judge(&real->pos, edge->move) == TBY_OK;
}

/* The first real position that a state says; TBY_NONE: there is none. */
static uint32_t find_said(const struct rep_reader *r,
                          const struct rep_state *state)
{
    uint32_t i = rep_board_at(&r->boards, state->board)->reals;

    while (i != TBY_NONE && !says(r, &state->pos, &rep_real_at(r, i)->pos))
        i = rep_real_at(r, i)->next;
    return i;
}

bool tby_rep_stands_for(const struct rep_reader *r,
                        const struct rep_state *state,
                        const struct rep_real *real)
{
    if (find_said(r, state) != TBY_NONE)
        return says(r, &state->pos, &real->pos);
    return has_adopted(state, real);
}

/* --- real positions -------------------------------------------------------*/

/* The position with the counters that the file gives it, if it does. */
static tby_pos as_written(const struct rep_reader *r, uint32_t board,
                          const tby_pos *pos)
{
    uint32_t i = rep_board_at(&r->boards, board)->states;

    for (; i != TBY_NONE; i = rep_state_at(r, i)->next)
        if (tby_pos_same(&rep_state_at(r, i)->pos, pos))
            return rep_state_at(r, i)->pos;
    return *pos;
}

static tby_rc make_real(struct rep_reader *r, uint32_t board,
                        const tby_pos *pos, uint32_t *index)
{
    struct rep_real real = {
        .pos = as_written(r, board, pos), .board = board, .next = TBY_NONE};
    struct rep_board *b = rep_board_at(&r->boards, board);
    tby_rc rc = tby_rep_list_add(&r->alloc, &r->reals, &real, sizeof real);

    if (rc != TBY_OK)
        return rc;
    *index = (uint32_t)r->reals.n - 1;
    *(b->reals == TBY_NONE ? &b->reals : &rep_real_at(r, b->last_real)->next) =
        *index;
    b->last_real = *index;
    return TBY_OK;
}

/* --- boards that were reached ---------------------------------------------
 * A heap of their ranks, the lowest on top; one may be in it several times. */

static tby_rc push(struct replay *p, struct rep_list *list, uint32_t board)
{
    uint32_t rank = p->order.rank[board];
    tby_rc rc = tby_rep_list_add(&p->r->alloc, list, &rank, sizeof rank);
    uint32_t *heap = list->at;

    if (rc != TBY_OK)
        return rc;
    size_t i = list->n - 1;
    for (; i && heap[(i - 1) / 2] > rank; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = rank;
    return TBY_OK;
}

/* The board of the lowest rank; there must be one. */
static uint32_t pick(struct replay *p, struct rep_list *list)
{
    uint32_t *heap = list->at, top = heap[0], last = heap[--list->n];
    size_t i = 0, child;

    while ((child = 2 * i + 1) < list->n) {
        child += child + 1 < list->n && heap[child + 1] < heap[child];
        if (heap[child] >= last)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return p->order.boards[top];
}

/* --- playing --------------------------------------------------------------*/

/* A position is real; what it did not have before is played. */
static tby_rc reach(struct replay *p, uint32_t board, const tby_pos *pos,
                    bool reached)
{
    struct rep_reader *r = p->r;
    uint32_t i = rep_board_at(&r->boards, board)->reals;
    tby_rc rc = TBY_OK;

    while (i != TBY_NONE && !tby_pos_same(&rep_real_at(r, i)->pos, pos))
        i = rep_real_at(r, i)->next;
    if (i != TBY_NONE && (rep_real_at(r, i)->reached || !reached))
        return TBY_OK;
    if (i == TBY_NONE)
        rc = make_real(r, board, pos, &i);
    if (rc != TBY_OK)
        return rc;
    rep_real_at(r, i)->reached = reached;
    rc = tby_rep_list_add(&r->alloc, &p->queue, &i, sizeof i);
    return rc == TBY_OK && reached ? push(p, &p->ripe, board) : rc;
}

static tby_rc play_moves(struct replay *p, uint32_t real)
{
    struct rep_reader *r = p->r;
    tby_pos from = rep_real_at(r, real)->pos;
    uint32_t board = rep_real_at(r, real)->board;
    uint32_t i = tby_rep_first_edge(r, board);
    tby_rc rc = TBY_OK;

    for (; i != TBY_NONE && rc == TBY_OK; i = tby_rep_next_edge(r, i)) {
        const struct rep_edge *e = rep_edge_at(r, i);
        tby_pos to = from;

        /* what has no lines of its own needs no judgement */
        if (e->to == TBY_NONE || !tby_rep_has_move(r, e, rep_real_at(r, real)))
            continue;
        tby_pos_play(&to, e->move);
        rc = reach(p, e->to, &to, true);
    }
    return rc;
}

static tby_rc play_queue(struct replay *p)
{
    tby_rc rc = TBY_OK;

    while (p->played < p->queue.n && rc == TBY_OK)
        rc = play_moves(p, ((uint32_t *)p->queue.at)[p->played++]);
    return rc;
}

/* --- judging states -------------------------------------------------------*/

/* Positions of the board for which `fits` holds take the state over; *taken
 * says if there is one. */
static tby_rc adopt(struct replay *p, struct rep_state *state,
                    bool (*fits)(const struct rep_state *,
                                 const struct rep_real *),
                    bool *taken)
{
    struct rep_reader *r = p->r;
    uint32_t i = rep_board_at(&r->boards, state->board)->reals;
    tby_rc rc = TBY_OK;

    if (state->exact)
        return TBY_OK;
    for (; i != TBY_NONE && rc == TBY_OK; i = rep_real_at(r, i)->next) {
        if (!fits(state, rep_real_at(r, i)))
            continue;
        *taken = true;
        rc = tby_rep_list_add(&r->alloc, &p->queue, &i, sizeof i);
    }
    return rc;
}

/* The position of a state that nothing leads to.  Version 2 says nothing of
 * castling: whoever stands at home may. */
static tby_pos root_of(const struct rep_reader *r, const tby_pos *state)
{
    tby_setup s = tby_pos_to_setup(state);
    tby_pos out = *state;

    if (r->graph->version != 2)
        return out;
    s.castling = tby_rep_home_rights(state);
    return tby_pos_from_setup(&s, 0, &out, NULL) == TBY_OK ? out : *state;
}

/* Judges the states of a board that no position says. */
static tby_rc settle(struct replay *p, uint32_t board, enum last_resort resort)
{
    struct rep_reader *r = p->r;
    uint32_t i = rep_board_at(&r->boards, board)->states;
    tby_rc rc = TBY_OK;

    for (; i != TBY_NONE && rc == TBY_OK; i = rep_state_at(r, i)->next) {
        struct rep_state *state = rep_state_at(r, i);

        if (find_said(r, state) != TBY_NONE)
            continue;
        if (!state->adopted)
            rc = adopt(p, state, is_rest, &state->adopted);
        if (rc == TBY_OK && !state->adopted && !state->surplus &&
            resort >= SURPLUS && p->from_start)
            rc = adopt(p, state, is_surplus, &state->surplus);
        if (rc == TBY_OK && !state->adopted && !state->surplus &&
            resort == ROOT && state->sound) {
            tby_pos pos = root_of(r, &state->pos);
            rc = reach(p, board, &pos, false);
        }
        if (rc == TBY_OK)
            rc = play_queue(p);
    }
    return rc;
}

/* Judges all boards that were reached, as far as the last resort allows. */
static tby_rc settle_reached(struct replay *p, enum last_resort resort)
{
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK) {
        if (p->ripe.n) {
            uint32_t board = pick(p, &p->ripe);
            rc = push(p, &p->stale, board);
            if (rc == TBY_OK)
                rc = settle(p, board, REST);
        } else if (p->stale.n && resort == SURPLUS) {
            rc = settle(p, pick(p, &p->stale), SURPLUS);
        } else {
            break;
        }
    }
    return rc;
}

/* Boards that no move leads to are roots for sure. */
static tby_rc settle_roots(struct replay *p)
{
    const struct rep_reader *r = p->r;
    size_t n = r->boards.list.n;
    bool *led_to = tby_grow_new(&r->alloc, n, sizeof *led_to);
    tby_rc rc = TBY_OK;

    if (!led_to)
        return TBY_E_NOMEM;
    memset(led_to, 0, n * sizeof *led_to);
    for (size_t i = 0; i < r->edges.n; i++)
        if (rep_edge_at(r, i)->to != TBY_NONE)
            led_to[rep_edge_at(r, i)->to] = true;
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        rc = settle_reached(p, REST);
        if (rc == TBY_OK && !led_to[p->order.boards[i]])
            rc = settle(p, p->order.boards[i], ROOT);
    }
    tby_grow_free(&r->alloc, led_to, n, sizeof *led_to);
    return rc;
}

/* Where games start, unless no line means it. */
static tby_rc seed(struct replay *p)
{
    struct rep_reader *r = p->r;
    tby_pos start = tby_pos_start();
    uint32_t board = tby_rep_boards_find(&r->boards, &start);
    uint32_t i =
        board == TBY_NONE ? TBY_NONE : rep_board_at(&r->boards, board)->states;

    for (; i != TBY_NONE; i = rep_state_at(r, i)->next) {
        const struct rep_state *s = rep_state_at(r, i);
        if (tby_pos_same(&s->pos, &start) || (!s->pos.castling && !s->exact)) {
            p->from_start = true;
            return reach(p, board, &start, true);
        }
    }
    return TBY_OK;
}

/* --- the whole ------------------------------------------------------------*/

tby_rc tby_rep_replay(struct rep_reader *r)
{
    struct replay p = {.r = r};
    size_t n = r->boards.list.n;
    tby_rc rc = tby_rep_order_boards(r, &p.order);

    if (rc == TBY_OK)
        rc = seed(&p);
    if (rc == TBY_OK)
        rc = play_queue(&p);
    if (rc == TBY_OK)
        rc = settle_roots(&p);
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        rc = settle_reached(&p, SURPLUS);
        if (rc == TBY_OK)
            rc = settle(&p, p.order.boards[i], ROOT);
    }
    tby_rep_list_free(&r->alloc, &p.queue, sizeof(uint32_t));
    tby_rep_list_free(&r->alloc, &p.ripe, sizeof(uint32_t));
    tby_rep_list_free(&r->alloc, &p.stale, sizeof(uint32_t));
    tby_rep_order_free(r, &p.order);
    return rc;
}
