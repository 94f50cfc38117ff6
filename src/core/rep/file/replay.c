/* replay.c - which positions the states of a file really are.
 *
 * Older files have thrown away en passant squares, castling rights or both.
 * The moves know better: all of them are played from where games start, and
 * then from every position that nothing leads to.  A state that is exactly a
 * position reached is that position; one that is reached by none is taken over
 * by a position of the same board that has what it lacks, or stands for itself
 * if there is none.  Some old files keep castling rights after king or rook
 * have moved: where games start from the start, a state with more rights than
 * any position reached is taken over too.
 *
 * What leads to a board must be played before its states are judged: boards
 * that no move leads to come first, then those reached, in an order in which
 * moves lead forward as far as there is one.  What nothing has reached in the
 * end, in circles, stands for itself. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/rep/file/int.h"

#include <string.h>

/* What a file may have lost, castling rights and en passant, does not tell two
 * boards apart: the positions of one board are those that a state can be. */

static uint64_t hash(const uint64_t plane[4], tby_color turn)
{
    uint64_t h = turn;

    for (int i = 0; i < 4; i++) {
        h = (h ^ plane[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static bool same(const struct rep_board *b, const tby_pos *p)
{
    return b->turn == p->turn &&
           memcmp(b->plane, p->plane, sizeof b->plane) == 0;
}

uint32_t tby_rep_boards_find(const struct rep_boards *b, const tby_pos *p)
{
    uint64_t h = hash(p->plane, p->turn);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&b->map, h, k)) != TBY_NONE; k++)
        if (same(&b->list.at[i], p))
            return i;
    return TBY_NONE;
}

tby_rc tby_rep_boards_add(struct rep_boards *b, const tby_pos *p,
                          uint32_t *index)
{
    struct rep_board board = {.turn = p->turn,
                              .states = TBY_NONE,
                              .reals = TBY_NONE,
                              .last_real = TBY_NONE};
    uint32_t found = tby_rep_boards_find(b, p);

    if (found == TBY_NONE) {
        TBY_HASHMAP_ROOM(&b->map, &b->alloc, b->list.n,
                         hash(b->list.at[i].plane, b->list.at[i].turn));
        memcpy(board.plane, p->plane, sizeof board.plane);
        TBY_TRY(TBY_APPEND(&b->alloc, b->list, board));
        found = (uint32_t)b->list.n - 1;
        tby_hashmap_put(&b->map, hash(p->plane, p->turn), found);
    }
    b->list.at[found].n++;
    *index = found;
    return TBY_OK;
}

void tby_rep_boards_free(struct rep_boards *b)
{
    tby_grow_free(&b->alloc, b->list.at, b->list.cap, sizeof *b->list.at);
    tby_hashmap_free(&b->map, &b->alloc);
}

/* That a move leads from board to board is known before anything is played:
 * castling rights and en passant do not change where it goes. */

/* The first of those of a state and the ones after it. */
static uint32_t edge_from(const struct rep_reader *r, uint32_t state)
{
    while (state != TBY_NONE && r->states.at[state].edges == TBY_NONE)
        state = r->states.at[state].next;
    return state == TBY_NONE ? TBY_NONE : r->states.at[state].edges;
}

/* All moves of a board, one after the other; TBY_NONE after the last. */
static uint32_t first_edge(const struct rep_reader *r, uint32_t board)
{
    return edge_from(r, r->boards.list.at[board].states);
}

static uint32_t next_edge(const struct rep_reader *r, uint32_t edge)
{
    const struct rep_edge *e = &r->edges.at[edge];

    return e->next == TBY_NONE ? edge_from(r, r->states.at[e->state].next)
                               : e->next;
}

/* Boards by rank and back: a move leads to a higher rank, unless lines go in
 * circles. */
struct rep_order {
    uint32_t *boards, *rank;
    tby_arena arena; /* has them, and what is needed meanwhile */
};

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
    s->next[board] = first_edge(s->r, board);
    s->stack[(*depth)++] = board;
}

/* Finds where edges lead, and the order.  TBY_E_NOMEM. */
static tby_rc order_boards(struct rep_reader *r, struct rep_order *order)
{
    size_t n = r->boards.list.n;
    struct search s = {.r = r, .order = order, .left = n};

    for (size_t i = 0; i < r->edges.n; i++) {
        struct rep_edge *e = &r->edges.at[i];
        tby_pos to = r->states.at[e->state].pos;

        to.ep = e->ep;
        tby_pos_play(&to, e->move);
        e->to = tby_rep_boards_find(&r->boards, &to);
    }
    tby_arena_init(&order->arena, &r->alloc);
    order->boards = tby_arena_take(&order->arena, n * sizeof *order->boards);
    order->rank = tby_arena_take(&order->arena, n * sizeof *order->rank);
    s.next = tby_arena_take(&order->arena, n * sizeof *s.next);
    s.stack = tby_arena_take(&order->arena, n * sizeof *s.stack);
    if (!order->boards || !order->rank || !s.next || !s.stack)
        return TBY_E_NOMEM;
    memset(order->rank, 0xff, n * sizeof *order->rank); /* TBY_NONE */
    for (uint32_t i = 0; i < n; i++) {
        size_t depth = 0;

        if (is_new(&s, i))
            enter(&s, i, &depth);
        while (depth) {
            uint32_t top = s.stack[depth - 1], edge = s.next[top];

            if (edge == TBY_NONE) {
                /* One whose moves are all looked at goes before those that
                 * it leads to. */
                s.order->rank[top] = (uint32_t)--s.left;
                s.order->boards[s.left] = top;
                depth--;
                continue;
            }
            uint32_t to = s.r->edges.at[edge].to;
            s.next[top] = next_edge(s.r, edge);
            if (to != TBY_NONE && is_new(&s, to))
                enter(&s, to, &depth);
        }
    }
    return TBY_OK;
}

typedef REP_LIST(uint32_t) rep_numbers;

struct replay {
    struct rep_reader *r;
    struct rep_order order;
    rep_numbers queue; /* real positions whose moves are to be played */
    size_t played;     /* so many of them are done */
    rep_numbers ripe;  /* ranks of boards that were reached, as a heap */
    rep_numbers stale; /* the same: those whose states were looked at */
    bool from_start;   /* some line begins where games start */
};

/* What a state that no position says may be: taken over by positions that have
 * more; by those that have fewer castling rights; itself. */
enum last_resort { REST, SURPLUS, ROOT };

/* The state says all that is known of the position. */
static bool says(const struct rep_reader *r, const tby_pos *state,
                 const tby_pos *real)
{
    bool castling = state->castling == real->castling ||
                    (r->graph->version == 2 && !state->castling);
    /* in version 4 the en passant square is always left out, but some files
     * have it; version 2 knows nothing but the board */
    bool lost = r->graph->version <= 4 && !r->knows_ep;
    bool ep = state->ep == real->ep || (state->ep == TBY_NO_SQUARE && lost);

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
    const struct rep_state *s = &r->states.at[edge->state];

    return (says(r, &s->pos, &real->pos) || has_adopted(s, real) ||
            (!edge->sound && is_rest(s, real))) &&
           tby_pos_judge(&real->pos, edge->move) == TBY_OK;
}

/* The first real position that a state says; TBY_NONE: there is none. */
static uint32_t find_said(const struct rep_reader *r,
                          const struct rep_state *state)
{
    uint32_t i = r->boards.list.at[state->board].reals;

    while (i != TBY_NONE && !says(r, &state->pos, &r->reals.at[i].pos))
        i = r->reals.at[i].next;
    return i;
}

bool tby__rep_is_position(const struct rep_reader *r,
                          const struct rep_state *state,
                          const struct rep_real *real)
{
    if (find_said(r, state) != TBY_NONE)
        return says(r, &state->pos, &real->pos);
    return has_adopted(state, real);
}

/* A heap of the ranks of boards that were reached, the lowest on top; one may
 * be in it several times. */

static tby_rc push(struct replay *p, rep_numbers *list, uint32_t board)
{
    uint32_t rank = p->order.rank[board];
    TBY_TRY(TBY_APPEND(&p->r->alloc, *list, rank));
    uint32_t *heap = list->at;

    size_t i = list->n - 1;
    for (; i && heap[(i - 1) / 2] > rank; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = rank;
    return TBY_OK;
}

/* The board of the lowest rank; there must be one. */
static uint32_t pick(struct replay *p, rep_numbers *list)
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

/* A position is real; what it did not have before is played. */
static tby_rc reach(struct replay *p, uint32_t board, const tby_pos *pos,
                    bool reached)
{
    struct rep_reader *r = p->r;
    struct rep_board *b = &r->boards.list.at[board];
    uint32_t i = b->reals;

    while (i != TBY_NONE && !tby_pos_same(&r->reals.at[i].pos, pos))
        i = r->reals.at[i].next;
    if (i != TBY_NONE && (r->reals.at[i].reached || !reached))
        return TBY_OK;
    if (i == TBY_NONE) {
        struct rep_real real = {.pos = *pos, .board = board, .next = TBY_NONE};
        /* with the counters that the file gives it, if it does */
        for (uint32_t k = b->states; k != TBY_NONE; k = r->states.at[k].next)
            if (tby_pos_same(&r->states.at[k].pos, pos))
                real.pos = r->states.at[k].pos;
        TBY_TRY(TBY_APPEND(&r->alloc, r->reals, real));
        i = (uint32_t)r->reals.n - 1;
        *(b->reals == TBY_NONE ? &b->reals : &r->reals.at[b->last_real].next) =
            i;
        b->last_real = i;
    }
    r->reals.at[i].reached = reached;
    TBY_TRY(TBY_APPEND(&r->alloc, p->queue, i));
    return reached ? push(p, &p->ripe, board) : TBY_OK;
}

static tby_rc play_queue(struct replay *p)
{
    while (p->played < p->queue.n) {
        uint32_t real = ((uint32_t *)p->queue.at)[p->played++];
        struct rep_reader *r = p->r;
        tby_pos from = r->reals.at[real].pos;
        uint32_t board = r->reals.at[real].board;
        uint32_t i = first_edge(r, board);

        for (; i != TBY_NONE; i = next_edge(r, i)) {
            const struct rep_edge *e = &r->edges.at[i];
            tby_pos to = from;

            /* what has no lines of its own needs no judgement */
            if (e->to == TBY_NONE ||
                !tby_rep_has_move(r, e, &r->reals.at[real]))
                continue;
            tby_pos_play(&to, e->move);
            TBY_TRY(reach(p, e->to, &to, true));
        }
    }
    return TBY_OK;
}

/* Positions of the board for which `fits` holds take the state over; *taken
 * says if there is one. */
static tby_rc adopt(struct replay *p, struct rep_state *state,
                    bool (*fits)(const struct rep_state *,
                                 const struct rep_real *),
                    bool *taken)
{
    struct rep_reader *r = p->r;
    uint32_t i = r->boards.list.at[state->board].reals;

    if (state->exact)
        return TBY_OK;
    for (; i != TBY_NONE; i = r->reals.at[i].next) {
        if (!fits(state, &r->reals.at[i]))
            continue;
        *taken = true;
        TBY_TRY(TBY_APPEND(&r->alloc, p->queue, i));
    }
    return TBY_OK;
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
    uint32_t i = r->boards.list.at[board].states;

    for (; i != TBY_NONE; i = r->states.at[i].next) {
        struct rep_state *state = &r->states.at[i];

        if (find_said(r, state) != TBY_NONE)
            continue;
        if (!state->adopted)
            TBY_TRY(adopt(p, state, is_rest, &state->adopted));
        if (!state->adopted && !state->surplus && resort >= SURPLUS &&
            p->from_start)
            TBY_TRY(adopt(p, state, is_surplus, &state->surplus));
        if (!state->adopted && !state->surplus && resort == ROOT &&
            state->sound) {
            tby_pos pos = root_of(r, &state->pos);
            TBY_TRY(reach(p, board, &pos, false));
        }
        TBY_TRY(play_queue(p));
    }
    return TBY_OK;
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
    bool *led_to = tby_arena_take(&p->order.arena, n * sizeof *led_to);
    tby_rc rc = TBY_OK;

    if (!led_to)
        return TBY_E_NOMEM;
    memset(led_to, 0, n * sizeof *led_to);
    for (size_t i = 0; i < r->edges.n; i++)
        if (r->edges.at[i].to != TBY_NONE)
            led_to[r->edges.at[i].to] = true;
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        rc = settle_reached(p, REST);
        if (rc == TBY_OK && !led_to[p->order.boards[i]])
            rc = settle(p, p->order.boards[i], ROOT);
    }
    return rc;
}

/* Where games start, unless no line means it. */
static tby_rc seed(struct replay *p)
{
    struct rep_reader *r = p->r;
    tby_pos start = tby_pos_start();
    uint32_t board = tby_rep_boards_find(&r->boards, &start);
    uint32_t i = board == TBY_NONE ? TBY_NONE : r->boards.list.at[board].states;

    for (; i != TBY_NONE; i = r->states.at[i].next) {
        const struct rep_state *s = &r->states.at[i];
        if (tby_pos_same(&s->pos, &start) || (!s->pos.castling && !s->exact)) {
            p->from_start = true;
            return reach(p, board, &start, true);
        }
    }
    return TBY_OK;
}

tby_rc tby_rep_replay(struct rep_reader *r)
{
    struct replay p = {.r = r};
    size_t n = r->boards.list.n;
    tby_rc rc = order_boards(r, &p.order);

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
    tby_grow_free(&r->alloc, p.queue.at, p.queue.cap, sizeof *p.queue.at);
    tby_grow_free(&r->alloc, p.ripe.at, p.ripe.cap, sizeof *p.ripe.at);
    tby_grow_free(&r->alloc, p.stale.at, p.stale.cap, sizeof *p.stale.at);
    tby_arena_free(&p.order.arena);
    return rc;
}
