/* endgame.h - endgame tables of our own: what a position of three or four men
 * is worth, in how many moves it is mate, and in how many the fifty-move
 * counter is zeroed.
 *
 * The tables are computed here, from nothing: those of three men in
 * milliseconds, all 35 in about a minute. */
#ifndef TBY_ENDGAME_H
#define TBY_ENDGAME_H

#include "tabiya/syzygy.h"

#define TBY_ENDGAME_TABLES                                                     \
    35                      /* ordered so that each needs earlier ones only    \
                             */
#define TBY_ENDGAME_THREE 5 /* the first ones: three men */

/* What a position is worth with best play.  Distances are in plies, negative
 * if the side to move loses, 0 for a draw and for a mate on the board. */
typedef struct tby_endgame_value {
    tby_wdl wdl; /* as if the fifty-move counter were zero */
    int dtm;     /* to mate, without regard to the fifty-move rule */
    int dtz;     /* to the next capture, pawn move or mate; exact */
} tby_endgame_value;

/* A set of tables.  Many threads may ask it while nobody adds to it, and may
 * make different tables as long as what these need is there. */
typedef struct tby_endgame tby_endgame;

TBY_BEGIN

/* An empty set.  alloc may be NULL for the C library's allocator. */
TBY_API TBY_MUST_USE tby_rc tby_endgame_open(const tby_alloc *alloc,
                                             tby_endgame **out);
TBY_API void tby_endgame_close(tby_endgame *e); /* NULL is allowed */

/* "KQvKR": the name of a table, 0 .. TBY_ENDGAME_TABLES - 1.  Static. */
TBY_API const char *tby_endgame_name(unsigned table);

/* The tables that this one needs to be made, as bits of their numbers. */
TBY_API uint64_t tby_endgame_needs(unsigned table);

/* Which table a position belongs to; TBY_NONE: none has it. */
TBY_API unsigned tby_endgame_table(const tby_pos *p);

/* Computes a table and adds it; nothing is done if it is there.  Those that
 * it needs must be there: TBY_E_TABLE_MISSING. */
TBY_API TBY_MUST_USE tby_rc tby_endgame_make(tby_endgame *e, unsigned table);

/* Is a table there?  And gives the memory of one back. */
TBY_API bool tby_endgame_has(const tby_endgame *e, unsigned table);
TBY_API void tby_endgame_drop(tby_endgame *e, unsigned table);

/* The value of a position, en passant included.  TBY_E_TABLE_MISSING: its table
 * is not there; TBY_E_TABLE_MEN: no table of ours can have it. */
TBY_API TBY_MUST_USE tby_rc tby_endgame_probe(const tby_endgame *e,
                                              const tby_pos *p,
                                              tby_endgame_value *out);

/* The bytes of a table: size of each of the four parts (DTM and DTZ, White and
 * Black to move), and the parts themselves; NULL if it is not there. */
TBY_API size_t tby_endgame_bytes(unsigned table);
TBY_API const uint8_t *tby_endgame_part(const tby_endgame *e, unsigned table,
                                        unsigned part);

/* Writes a part to out, tby_endgame_bytes() of it, with what is never asked for
 * made like its neighbours, so that it compresses well. */
TBY_API void tby_endgame_tidy(const tby_endgame *e, unsigned table,
                              unsigned part, uint8_t *out);

/* Adds a table whose four parts are given, one after the other, tidied or not.
 * A table that was tidied answers, but no other can be made from it. */
TBY_API TBY_MUST_USE tby_rc tby_endgame_add(tby_endgame *e, unsigned table,
                                            const uint8_t *bytes);

TBY_END

#endif
