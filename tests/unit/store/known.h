/* known.h - games as a test knows them, without the database. */
#ifndef TBY_TESTS_UNIT_STORE_KNOWN_H
#define TBY_TESTS_UNIT_STORE_KNOWN_H

#include "support/games.h"

#include "store/store.h"

#include <stdio.h>

enum { SAN_MAX = 12, PLIES_MAX = 600, BATCHES = 3 };

/* A game as the truth knows it. */
typedef struct known {
    uint64_t *keys;     /* plies + 1 */
    char (*boards)[64]; /* likewise: letters, '.' is empty; a1, b1 ... */
    char (*san)[SAN_MAX];
    uint32_t plies;
    char white[64], black[64], event[96], eco[8];
    uint32_t elo[2], date;
    tby_result result;
} known;

typedef struct world {
    const games *all;
    known *games;
    uint32_t n;
    tby_store *store;
    char path[64];
} world;

/* --- the truth ------------------------------------------------------------*/

static inline void copy_tag(const tby_game *g, const char *name, char *out,
                            size_t cap)
{
    tby_str value = tby_game_tag(g, name);

    assert_true(value.n < cap);
    if (value.n)
        memcpy(out, value.p, value.n);
    out[value.n] = '\0';
}

static inline uint32_t number_tag(const tby_game *g, const char *name)
{
    char value[64];

    copy_tag(g, name, value, sizeof value);
    return (uint32_t)strtoul(value, NULL, 10);
}

static inline uint32_t date_tag(const tby_game *g)
{
    char value[96];

    copy_tag(g, "Date", value, sizeof value);
    if (strlen(value) != 10)
        return 0;
    return (uint32_t)(strtoul(value, NULL, 10) << 9 |
                      strtoul(value + 5, NULL, 10) << 5 |
                      strtoul(value + 8, NULL, 10));
}

/* As a FEN has it. */
static inline void learn_board(const tby_pos *p, char board[64])
{
    struct fen_text fen = fen_of(p);
    const char *c = fen.s;

    for (int rank = 7; rank >= 0; rank--, c++)
        for (int file = 0; file < 8; c++) {
            int n = *c >= '1' && *c <= '8' ? *c - '0' : 1;
            memset(board + 8 * rank + file, n > 1 || *c == '1' ? '.' : *c,
                   (size_t)n);
            file += n;
        }
}

static inline void learn(known *k, const tby_game *g)
{
    tby_pos p = g->start;

    k->keys = malloc((g->plies + 1) * sizeof *k->keys);
    k->boards = malloc((g->plies + 1) * sizeof *k->boards);
    k->san = calloc(g->plies + 1, sizeof *k->san);
    assert_true(k->keys && k->san && k->boards);
    k->keys[0] = p.key;
    learn_board(&p, k->boards[0]);
    for (size_t i = 0; i < g->items_n; i++) {
        assert_int_equal(g->items[i].kind, TBY_ITEM_MOVE);
        tby_san_write(&p, g->items[i].move, k->san[k->plies]);
        tby_pos_play(&p, g->items[i].move);
        k->keys[++k->plies] = p.key;
        learn_board(&p, k->boards[k->plies]);
    }
    copy_tag(g, "White", k->white, sizeof k->white);
    copy_tag(g, "Black", k->black, sizeof k->black);
    copy_tag(g, "Event", k->event, sizeof k->event);
    copy_tag(g, "ECO", k->eco, sizeof k->eco);
    k->elo[0] = number_tag(g, "WhiteElo");
    k->elo[1] = number_tag(g, "BlackElo");
    k->date = date_tag(g);
    k->result = g->result;
}

/* The first ply at which a game has a key; -1: never. */
static inline int first_visit(const known *k, uint64_t key)
{
    for (uint32_t i = 0; i <= k->plies; i++)
        if (k->keys[i] == key)
            return (int)i;
    return -1;
}

#endif
