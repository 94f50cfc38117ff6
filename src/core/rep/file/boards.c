/* boards.c - positions by their board and side to move alone.
 *
 * What a file may have lost, castling rights and en passant, does not tell two
 * boards apart: the positions of one board are those that a state can be. */
#include "core/base/assert.h"
#include "core/rep/file/int.h"

#include <string.h>

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
    bool grown;

    if (found == TBY_NONE) {
        TBY_TRY(tby_hashmap_reserve(&b->map, &b->alloc, b->list.n, &grown));
        for (uint32_t i = 0; grown && i < b->list.n; i++) {
            const struct rep_board *at = &b->list.at[i];
            tby_hashmap_put(&b->map, hash(at->plane, at->turn), i);
        }
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
