/* outcome.h - how a game ends, and the memory of positions it needs.
 *
 * Mate, stalemate, insufficient material, dead positions and the move counters
 * are facts of a position.  Repetition is not: it is asked of a tby_history,
 * which holds the keys since the last capture or pawn move. */
#ifndef TBY_OUTCOME_H
#define TBY_OUTCOME_H

#include "tabiya/winnable.h"

/* X(symbol, machine name, ends the game without a claim, sentence), in the
 * order in which they take precedence. */
#define TBY_OUTCOME_MAP(X)                                                     \
    X(ONGOING, "ongoing", false, "The game goes on.")                          \
    X(CHECKMATE, "checkmate", true, "Checkmate.")                              \
    X(STALEMATE, "stalemate", true, "Stalemate.")                              \
    X(INSUFFICIENT, "insufficient_material", true,                             \
      "Draw: neither side has the material to mate.")                          \
    X(DEAD, "dead_position", true,                                             \
      "Draw: no sequence of legal moves mates either side.")                   \
    X(SEVENTY_FIVE, "seventy_five_moves", true,                                \
      "Draw: seventy-five moves without a capture or pawn move.")              \
    X(FIVEFOLD, "fivefold_repetition", true,                                   \
      "Draw: the position stands for the fifth time.")                         \
    X(THREEFOLD, "threefold_repetition", false,                                \
      "A draw can be claimed: the position stands for the third time.")        \
    X(FIFTY, "fifty_moves", false,                                             \
      "A draw can be claimed: fifty moves without a capture or pawn move.")

typedef enum tby_outcome {
#define TBY_OUTCOME_ENUM(symbol, name, over, sentence) TBY_##symbol,
    TBY_OUTCOME_MAP(TBY_OUTCOME_ENUM)
#undef TBY_OUTCOME_ENUM
} tby_outcome;

/* How hard to look for a dead position. */
typedef enum tby_dead_look {
    TBY_DEAD_SKIP,  /* not at all */
    TBY_DEAD_QUICK, /* tby_winnable_quick() */
    TBY_DEAD_FULL   /* tby_winnable_full(), if the quick stage does not know */
} tby_dead_look;

typedef struct tby_ending {
    tby_outcome outcome;
    /* Who can still mate, as far as it was looked for.  A side that runs out
     * of time does not lose to one that can not. */
    tby_winnable can;
} tby_ending;

/* The positions of a game since its last irreversible move.  Start with
 * `tby_history h = {0};` and free what it holds with tby_history_free(). */
typedef struct tby_history {
    tby_alloc alloc; /* all zero means the C library's */
    uint64_t *keys;
    size_t n, cap;
} tby_history;

/* The most positions a history holds: a longer stretch without a capture or
 * pawn move is TBY_E_LIMIT. */
#define TBY_HISTORY_MAX 65536

TBY_BEGIN

/* Enters a position that was reached.  Forgets the earlier ones when its
 * half-move counter is 0.  Fails with TBY_E_NOMEM or TBY_E_LIMIT and then
 * keeps what it had. */
TBY_API TBY_MUST_USE tby_rc tby_history_add(tby_history *h, const tby_pos *p);

/* How often a position was entered. */
TBY_API size_t tby_history_count(const tby_history *h, const tby_pos *p);

/* Forgets all positions, keeps the memory. */
TBY_API void tby_history_clear(tby_history *h);

/* Gives the memory back and leaves an empty history. */
TBY_API void tby_history_free(tby_history *h);

/* The first outcome of the table that holds, dead positions not looked for.
 * h may be NULL: then nothing is known of repetitions.  Otherwise *p must have
 * been entered into *h. */
TBY_API tby_outcome tby_outcome_of(const tby_pos *p, const tby_history *h);

/* The first outcome of the table that holds, and who can still win.  Fails
 * only with TBY_E_NOMEM, and only where it looks fully. */
TBY_API TBY_MUST_USE tby_rc tby_ending_of(const tby_pos *p,
                                          const tby_history *h,
                                          tby_dead_look look, tby_ending *out);

/* The same with the full stage, which may spend so much. */
TBY_API TBY_MUST_USE tby_rc
tby_ending_search(const tby_pos *p, const tby_history *h,
                  const tby_winnable_options *options, tby_ending *out);

/* No sequence of legal moves mates, by the material alone: bare kings, one
 * minor piece, or nothing but bishops that all run on one colour. */
TBY_API bool tby_pos_insufficient(const tby_pos *p);

/* True if the game is over; false if it goes on or a draw must be claimed. */
TBY_API bool tby_outcome_is_final(tby_outcome o);

/* Machine name and sentence.  The strings are static. */
TBY_API const char *tby_outcome_name(tby_outcome o);
TBY_API const char *tby_outcome_text(tby_outcome o);

TBY_END

#endif
