/* tables.h - what the tests and the bench of endgame tables share: the tables
 * beside the project, and positions of given men. */
#ifndef TBY_TESTS_TABLES_H
#define TBY_TESTS_TABLES_H

#include "io/system/file.h"
#include "support/random.h"
#include "tabiya/syzygy.h"

#include <stdio.h>
#include <string.h>

enum { TABLES_3 = 5, TABLES_ALL = 35 };

static const char *const TABLE_NAMES[TABLES_ALL] = {
    "KQvK",  "KRvK",  "KBvK",  "KNvK",  "KPvK",  "KQQvK", "KQRvK",
    "KQBvK", "KQNvK", "KRRvK", "KRBvK", "KRNvK", "KBBvK", "KBNvK",
    "KNNvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KRvKR", "KRvKB",
    "KRvKN", "KBvKB", "KBvKN", "KNvKN", "KQPvK", "KRPvK", "KBPvK",
    "KNPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP", "KPPvK", "KPvKP"};

struct table_files {
    char folder[400];
    unsigned n;
    tby_map map[2 * TABLES_ALL];
};

/* The folder of the tables beside the project; false: there is none. */
static inline bool table_files_here(struct table_files *f)
{
    const char *root = getenv("TBY_SHARED");
    char path[512];
    tby_file_info info;

    *f = (struct table_files){.n = 0};
    snprintf(f->folder, sizeof f->folder, "%s/data/syzygy",
             root ? root : "../shared");
    snprintf(path, sizeof path, "%s/KPvKP.rtbz", f->folder);
    return tby_file_look(path, &info) == TBY_OK;
}

static inline tby_rc table_files_load(void *ctx, const char *name, tby_str *out)
{
    struct table_files *f = ctx;
    char path[512];

    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    if (f->n == 2 * TABLES_ALL || tby_map_open(&f->map[f->n], path) != TBY_OK)
        return TBY_E_TABLE_MISSING;
    *out = (tby_str){f->map[f->n].p, f->map[f->n].n};
    f->n++;
    return TBY_OK;
}

static inline void table_files_close(struct table_files *f)
{
    while (f->n > 0)
        tby_map_close(&f->map[--f->n]);
}

/* The men of a table's name on these squares; false: no legal position.  ep:
 * a square that may be captured on, or none. */
static inline bool men_on(const char *name, const tby_square *sq,
                          tby_color turn, tby_square ep, tby_pos *out)
{
    tby_setup s = {.ep = ep, .turn = turn, .fullmoves = 1};
    tby_color color = TBY_WHITE;

    for (; *name; name++) {
        if (*name == 'v') {
            color = TBY_BLACK;
            continue;
        }
        if (s.board[*sq])
            return false;
        s.board[*sq++] = (tby_piece)(tby_piece_from_char(*name) | color << 3);
    }
    return tby_pos_from_setup(&s, TBY_FAULT_EP | TBY_FAULT_CHECK, out, NULL) ==
           TBY_OK;
}

/* A legal position of these men, with en passant now and then. */
static inline tby_pos random_men(rng *r, const char *name)
{
    tby_pos p;

    for (;;) {
        tby_square sq[8], ep = TBY_NO_SQUARE;
        tby_color turn = rng_chance(r, 50);
        for (int i = 0; i < 8; i++)
            sq[i] = (tby_square)rng_below(r, 64);
        if (strcmp(name, "KPvKP") == 0 && rng_chance(r, 20)) {
            /* a pawn that just went two, and one beside it */
            int file = (int)rng_below(r, 7), right = rng_chance(r, 50);
            int rank = turn == TBY_WHITE ? 4 : 3;
            sq[1] = tby_sq(file + right, rank);
            sq[3] = tby_sq(file + !right, rank);
            ep = turn == TBY_WHITE ? sq[3] + 8 : sq[1] - 8;
        }
        if (men_on(name, sq, turn, ep, &p))
            return p;
    }
}

#endif
