/* import_count.c - in how many games each move occurs. */
#include "work/games/int.h"
#include "work/rep/import_int.h"

#include <string.h>

enum {
    CAP_LEAST = 1 << 12,
    CAP_MOST = 1 << 27 /* 1.5 GB; half of it in use at the most */
};

uint64_t move_counts_hash(const tby_pos *before, tby_move move)
{
    uint64_t h = before->key + move * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 29;
}

/* The slot that holds the move or could take it. */
static size_t find(const move_counts *t, uint64_t move)
{
    size_t i = (size_t)move & (t->cap - 1);

    while (t->games[i] && t->moves[i] != move)
        i = (i + 1) & (t->cap - 1);
    return i;
}

static tby_rc open_table(move_counts *t, size_t cap)
{
    t->moves = games_resize(NULL, 0, cap * sizeof *t->moves);
    t->games = games_resize(NULL, 0, cap * sizeof *t->games);
    t->cap = cap;
    if (t->moves && t->games) {
        memset(t->games, 0, cap * sizeof *t->games);
        return TBY_OK;
    }
    move_counts_free(t);
    return TBY_E_NOMEM;
}

static tby_rc grow(move_counts *t)
{
    move_counts larger = {.used = t->used};

    if (t->cap == CAP_MOST)
        return TBY_E_LIMIT;
    tby_rc rc = open_table(&larger, t->cap ? 2 * t->cap : CAP_LEAST);
    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < t->cap; i++)
        if (t->games[i]) {
            size_t to = find(&larger, t->moves[i]);

            larger.moves[to] = t->moves[i];
            larger.games[to] = t->games[i];
        }
    move_counts_free(t);
    *t = larger;
    return TBY_OK;
}

tby_rc move_counts_add(move_counts *t, uint64_t move)
{
    tby_rc rc = t->used >= t->cap / 2 ? grow(t) : TBY_OK;

    if (rc != TBY_OK)
        return rc;
    size_t i = find(t, move);
    t->used += !t->games[i];
    t->moves[i] = move;
    t->games[i] += t->games[i] < UINT32_MAX;
    return TBY_OK;
}

uint32_t move_counts_get(const move_counts *t, uint64_t move)
{
    return t->cap ? t->games[find(t, move)] : 0;
}

void move_counts_free(move_counts *t)
{
    games_resize(t->moves, t->cap * sizeof *t->moves, 0);
    games_resize(t->games, t->cap * sizeof *t->games, 0);
    *t = (move_counts){.cap = 0};
}
