/* slow.h - attacks and en passant on a board of characters, walked square by
 * square: slow, plain, and sharing nothing with the library. */
#ifndef TBY_TESTS_SLOW_H
#define TBY_TESTS_SLOW_H

#include "tabiya/tabiya.h"

/* 'P', 'n' ... or '.' by square. */
typedef struct slow_board {
    char at[64];
} slow_board;

static inline slow_board slow_of(const tby_pos *p)
{
    slow_board b;

    for (tby_square sq = 0; sq < 64; sq++)
        b.at[sq] = tby_piece_char(tby_pos_at(p, sq));
    return b;
}

/* '#' beyond the edge. */
static inline char slow_at(const slow_board *b, int file, int rank)
{
    bool on = file >= 0 && file < 8 && rank >= 0 && rank < 8;

    return on ? b->at[rank * 8 + file] : '#';
}

/* Is c one of `letters` (given in capitals) in that colour? */
static inline bool slow_is(char c, const char *letters, tby_color color)
{
    for (; *letters; letters++)
        if (c == (color == TBY_WHITE ? *letters : *letters | 32))
            return true;
    return false;
}

static inline tby_square slow_king(const slow_board *b, tby_color color)
{
    for (tby_square sq = 0; sq < 64; sq++)
        if (slow_is(b->at[sq], "K", color))
            return sq;
    return TBY_NO_SQUARE;
}

static inline tby_bb slow_leapers(const slow_board *b, tby_square sq,
                                  tby_color by)
{
    tby_bb out = 0;

    for (int df = -2; df <= 2; df++)
        for (int dr = -2; dr <= 2; dr++) {
            int f = tby_file(sq) + df, r = tby_rank(sq) + dr;
            int distance = df * df + dr * dr;
            const char *letter = distance == 5                    ? "N"
                                 : distance == 1 || distance == 2 ? "K"
                                                                  : "";
            if (slow_is(slow_at(b, f, r), letter, by))
                out |= tby_bit(tby_sq(f, r));
        }
    return out;
}

/* Walks from sq until something is in the way. */
static inline tby_bb slow_sliders(const slow_board *b, tby_square sq,
                                  tby_color by)
{
    tby_bb out = 0;

    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            int f = tby_file(sq) + df, r = tby_rank(sq) + dr;
            if (!df && !dr)
                continue;
            while (slow_at(b, f, r) == '.') {
                f += df;
                r += dr;
            }
            if (slow_is(slow_at(b, f, r), df && dr ? "BQ" : "RQ", by))
                out |= tby_bit(tby_sq(f, r));
        }
    return out;
}

static inline tby_bb slow_attackers(const slow_board *b, tby_square sq,
                                    tby_color by)
{
    int f = tby_file(sq), r = tby_rank(sq) + (by == TBY_WHITE ? -1 : 1);
    tby_bb out = slow_sliders(b, sq, by) | slow_leapers(b, sq, by);

    for (int side = -1; side <= 1; side += 2)
        if (slow_is(slow_at(b, f + side, r), "P", by))
            out |= tby_bit(tby_sq(f + side, r));
    return out;
}

/* May a pawn of the side to move legally capture on ep?  Tries each. */
static inline bool slow_ep_is_legal(const slow_board *b, tby_color turn,
                                    tby_square ep)
{
    int step = turn == TBY_WHITE ? 1 : -1;

    for (int side = -1; side <= 1; side += 2) {
        int f = tby_file(ep) + side, r = tby_rank(ep) - step;
        slow_board after = *b;
        if (!slow_is(slow_at(b, f, r), "P", turn))
            continue;
        after.at[ep] = after.at[r * 8 + f];
        after.at[r * 8 + f] = '.';
        after.at[r * 8 + tby_file(ep)] = '.';
        if (!slow_attackers(&after, slow_king(&after, turn), turn ^ 1))
            return true;
    }
    return false;
}

#endif
