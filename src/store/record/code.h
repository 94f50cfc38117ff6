/* code.h - a move as the database keeps it: twelve bits that say what moves
 * from where to where, seen from the side that moves, and four facts about it.
 *
 * What a scan looks for (b8=Q#, Bxh7+) shows in the sixteen bits alone; to play
 * it the position is needed only for castling and captures.  The codes of one
 * role, target and promotion are neighbours, in the order of the squares they
 * come from, so that a scan compares with a range. */
#ifndef TBY_STORE_RECORD_CODE_H
#define TBY_STORE_RECORD_CODE_H

#include "tabiya/record.h"

typedef uint16_t store_code;

enum {
    STORE_CODE = 0xfff,      /* the bits of the move itself */
    STORE_CAPTURE = 1 << 12, /* and of what it does */
    STORE_CHECK = 1 << 13,   /* mate is check, too */
    STORE_MATE = 1 << 14,
    STORE_STALEMATE = 1 << 15,
    STORE_CODES = 3883,    /* so many are used */
    STORE_CASTLE_A = 3874, /* with the rook of the a-file, and so on to h */
    STORE_PASS = 3882,
    STORE_ENDED = 0xfff /* no move: in an index, where games ended */
};

/* What a code says, from the view of White: Black's moves are mirrored top to
 * bottom. */
typedef struct store_coded {
    tby_role role;       /* TBY_NO_ROLE: passes */
    tby_square from, to; /* castling: to is 0..7, the file of the rook */
    tby_role promotion;
    bool castling;
} store_coded;

/* The twelve bits of a legal move, and STORE_CAPTURE: what can be said without
 * playing it.  STORE_ENDED if no piece on that square can ever move so. */
store_code tby__code_plain(const tby_pos *p, tby_move m);

/* The code of a legal move with all its facts, which are exact; STORE_ENDED as
 * above. */
store_code tby__code_of(const tby_pos *p, tby_move m);

/* The same, and plays it; key and counters of *p are not kept, which makes it
 * twice as fast.  `over`: no other move than passing is known to follow, so
 * that mate and stalemate must be looked for; where one follows they are out of
 * the question. */
store_code tby__code_play(tby_pos *p, tby_move m, bool over);

/* The same of all moves of a record that begins with this side to move, one
 * store_code for each.  False: there is a pass among them, after which a game
 * may go on although it was over, or a move without a code. */
bool tby__codes_of(const tby_record *r, tby_color turn, store_code *out);

/* The move, without a look at its facts.  TBY_MOVE_NONE: no code, not that
 * piece, or onto one's own; the move may still be illegal. */
tby_move tby__code_move(const tby_pos *p, store_code code);

/* Plays that move; key and counters are not kept, which makes it twice as fast.
 * False: there is none. */
bool tby__code_follow(tby_pos *p, store_code code);

/* True if the twelve bits are a code. */
bool tby__code_describe(unsigned code, store_coded *out);

/* --- the codes as tools/gen_codes.c prints them ---------------------------*/

/* What a code means, as White sees it; castling goes from 0 to the file of the
 * rook, and what passes has no role. */
struct store_code_row {
    tby_move move;
    tby_role role;
    bool castling;
};
extern const struct store_code_row store_code_rows[STORE_CODES];

/* By role << 12 | to << 6 | from: the code, STORE_ENDED if the piece cannot
 * move so.  Of the four that a pawn has to the last rank, the first. */
extern const store_code tby__code_numbers[7 << 12];

#endif
