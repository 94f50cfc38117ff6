/* boards.c - positions by their board and side to move alone.
 *
 * What a file may have lost, castling rights and en passant, does not tell two
 * boards apart: the positions of one board are those that a state can be. */
#include "core/base/grow.h"
#include "core/rep/file/int.h"

#include <string.h>

static size_t hash(const tby_pos *p)
{
    uint64_t h = p->turn;

    for (int i = 0; i < 4; i++) {
        h = (h ^ p->plane[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return (size_t)h;
}

static bool same(const struct rep_board *b, const tby_pos *p)
{
    return b->turn == p->turn &&
           memcmp(b->plane, p->plane, sizeof b->plane) == 0;
}

/* The slot of a board, or the empty one where it belongs. */
static uint32_t *slot_of(const struct rep_boards *b, const tby_pos *p)
{
    size_t i = hash(p) & (b->slots_n - 1);

    while (b->slots[i] != TBY_NONE && !same(rep_board_at(b, b->slots[i]), p))
        i = (i + 1) & (b->slots_n - 1);
    return &b->slots[i];
}

uint32_t tby_rep_boards_find(const struct rep_boards *b, const tby_pos *p)
{
    return b->slots_n ? *slot_of(b, p) : TBY_NONE;
}

static tby_pos pos_of(const struct rep_board *b)
{
    tby_pos p = {.turn = b->turn, .ep = TBY_NO_SQUARE};

    memcpy(p.plane, b->plane, sizeof p.plane);
    return p;
}

/* Twice as many slots as boards at least. */
static tby_rc room_for_slot(struct rep_boards *b)
{
    size_t n = b->slots_n ? b->slots_n * 2 : 64;

    if (b->list.n < b->slots_n / 2)
        return TBY_OK;
    uint32_t *slots = tby_grow_new(&b->alloc, n, sizeof *slots);
    if (!slots)
        return TBY_E_NOMEM;
    memset(slots, 0xff, n * sizeof *slots); /* TBY_NONE in every one */
    tby_grow_free(&b->alloc, b->slots, b->slots_n, sizeof *slots);
    b->slots = slots;
    b->slots_n = n;
    for (uint32_t i = 0; i < b->list.n; i++) {
        tby_pos p = pos_of(rep_board_at(b, i));
        *slot_of(b, &p) = i;
    }
    return TBY_OK;
}

tby_rc tby_rep_boards_add(struct rep_boards *b, const tby_pos *p,
                          uint32_t *index)
{
    struct rep_board board = {.turn = p->turn,
                              .states = TBY_NONE,
                              .reals = TBY_NONE,
                              .last_real = TBY_NONE};
    tby_rc rc = room_for_slot(b);

    if (rc != TBY_OK)
        return rc;
    uint32_t *slot = slot_of(b, p);
    if (*slot == TBY_NONE) {
        memcpy(board.plane, p->plane, sizeof board.plane);
        rc = tby_rep_list_add(&b->alloc, &b->list, &board, sizeof board);
        if (rc != TBY_OK)
            return rc;
        *slot = (uint32_t)b->list.n - 1;
    }
    rep_board_at(b, *slot)->n++;
    *index = *slot;
    return TBY_OK;
}

void tby_rep_boards_free(struct rep_boards *b)
{
    tby_rep_list_free(&b->alloc, &b->list, sizeof(struct rep_board));
    tby_grow_free(&b->alloc, b->slots, b->slots_n, sizeof *b->slots);
}
