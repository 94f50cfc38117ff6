/* shortest.h - a move in as few characters as possible.
 *
 * The string names some facts of the move, and exactly one legal move of the
 * position has them all: `e4`, `Nf`, `xQ`, `1c`, `#`; a forced move is the
 * empty string.  docs/notation.md gives the grammar and the rule for ties.
 *
 * A string is meant for one position.  Whoever writes or reads several moves
 * of the same position makes a table of it once.  No allocation, no I/O. */
#ifndef TBY_SHORTEST_H
#define TBY_SHORTEST_H

#include "tabiya/moves.h"

/* Four characters and the NUL.  Four are enough in every position, because the
 * squares a move goes from and to name it, unless it promotes; and three for a
 * promotion, because its files and the new piece do. */
#define TBY_SHORT_MAX 5

/* More than there are strings of one length that can name one move. */
#define TBY_SHORT_ALL_MAX 128

typedef enum tby_short_style {
    TBY_SHORT_STRICT, /* exactly one legal move fits */
    TBY_SHORT_LEGACY  /* `e4` also where other pieces reach e4, if it saves a
                         character: a square alone means the pawn */
} tby_short_style;

/* What a string can say about a legal move, beside the move itself. */
typedef struct tby_short_facts {
    tby_square to; /* as it is written: castling is where the king goes */
    tby_role piece, captured;
    uint8_t check; /* 1 for check, 3 for mate */
} tby_short_facts;

enum { TBY_SHORT_VALUES = 64, TBY_SHORT_WORDS = TBY_MOVES_MAX / 64 };

/* The legal moves of a position, and which of them have which fact.  Changed
 * by tby_short_table_init() only; fits on the stack (14 KiB). */
typedef struct tby_short_table {
    tby_moves legal;
    tby_short_facts facts[TBY_MOVES_MAX];
    /* Move number 64 * w + b has fact v: bit b of having[w][v]. */
    uint64_t having[TBY_SHORT_WORDS][TBY_SHORT_VALUES];
} tby_short_table;

TBY_BEGIN

/* Makes the table of a position. */
TBY_API void tby_short_table_init(tby_short_table *t, const tby_pos *p);

/* Writes the shortest string of a legal move: of several equally short ones,
 * the one that the rule for ties prefers.  Returns the length without the NUL.
 * Anything but a legal move gives the empty string too. */
TBY_API size_t tby_short_table_write(const tby_short_table *t, tby_move m,
                                     tby_short_style style,
                                     char out[TBY_SHORT_MAX]);

/* Reads one move, all of `text` and nothing but it.  Any string of the grammar
 * that fits one legal move is taken, whether or not it is the shortest.
 * *legacy, unless NULL, says whether it had to be read in the legacy way: a
 * square that several moves reach, exactly one of them a pawn's.
 *
 * On failure the outputs are untouched and *err, unless NULL, holds
 * TBY_E_SHORT_SYNTAX and the byte, TBY_E_SHORT_NO_MOVE or
 * TBY_E_SHORT_AMBIGUOUS. */
TBY_API TBY_MUST_USE tby_rc tby_short_table_parse(const tby_short_table *t,
                                                  tby_str text, tby_move *out,
                                                  bool *legacy, tby_err *err);

/* Every shortest string of a legal move, the preferred one first.  Returns how
 * many there are: none if the move is not legal. */
TBY_API size_t tby_short_all(const tby_short_table *t, tby_move m,
                             char out[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX]);

/* The same for one move of a position. */
TBY_API size_t tby_short_write(const tby_pos *p, tby_move m,
                               tby_short_style style, char out[TBY_SHORT_MAX]);
TBY_API TBY_MUST_USE tby_rc tby_short_parse(const tby_pos *p, tby_str text,
                                            tby_move *out, bool *legacy,
                                            tby_err *err);

TBY_END

#endif
