/* syzygy.h - what Syzygy endgame tables (.rtbw, .rtbz) say about a position.
 *
 * The bytes of the tables come from the caller, who maps or reads a file when
 * it is first asked for.  Everything that a damaged file could say is checked:
 * it gives an error, never a wrong step in memory.  Tables of 3 to 7 men. */
#ifndef TBY_SYZYGY_H
#define TBY_SYZYGY_H

#include "tabiya/pos.h"

#define TBY_SYZYGY_MEN 7 /* kings included */

/* What a position is worth to the side to move.  A cursed win would be a win
 * without the fifty-move rule, a blessed loss a loss. */
typedef int8_t tby_wdl;
enum {
    TBY_WDL_LOSS = -2,
    TBY_WDL_BLESSED = -1,
    TBY_WDL_DRAW = 0,
    TBY_WDL_CURSED = 1,
    TBY_WDL_WIN = 2
};

/* Room for the name of a table's file, NUL included: "KQRBvKRN.rtbw". */
#define TBY_TABLE_NAME_MAX 16

/* Gives the bytes of a file by its name, which must stay until the handle is
 * closed.  TBY_E_TABLE_MISSING: there is none.  Asked once for each file. */
typedef tby_rc tby_syzygy_load(void *ctx, const char *name, tby_str *bytes);

/* One thread at a time may use a handle. */
typedef struct tby_syzygy tby_syzygy;

TBY_BEGIN

/* alloc may be NULL for the C library's allocator. */
TBY_API TBY_MUST_USE tby_rc tby_syzygy_open(const tby_alloc *alloc,
                                            tby_syzygy_load *load, void *ctx,
                                            tby_syzygy **out);
TBY_API void tby_syzygy_close(tby_syzygy *s); /* NULL is allowed */

/* The value of a position, as if its fifty-move counter were zero.
 * TBY_E_TABLE_MEN: no table has such positions (more than seven men, castling
 * rights).  Any other error is that of a table: see tby_syzygy_fault(). */
TBY_API TBY_MUST_USE tby_rc tby_syzygy_wdl(tby_syzygy *s, const tby_pos *p,
                                           tby_wdl *out);

/* The same, and the plies to the next capture, pawn move or mate with best
 * play: positive if the side to move wins, negative if it loses, 0 for a draw.
 * Beyond 100 the win is cursed.  Tables may round: a distance n says n or
 * n + 1. */
TBY_API TBY_MUST_USE tby_rc tby_syzygy_dtz(tby_syzygy *s, const tby_pos *p,
                                           tby_wdl *wdl, int *dtz);

/* The file that the last error was about, "" if it was about none. */
TBY_API const char *tby_syzygy_fault(const tby_syzygy *s);

/* Opens a table of this name ("KQvKR.rtbw") by itself and checks all of it
 * that can be checked without a position.  TBY_E_TABLE_MEN: no name of a
 * table. */
TBY_API TBY_MUST_USE tby_rc tby_syzygy_check(tby_str name, tby_str bytes);

/* The name of the table for a position, White first: "KRvKQ"; the number of
 * its letters, 0 if there is none. */
TBY_API size_t tby_table_name(const tby_pos *p, char out[TBY_TABLE_NAME_MAX]);

TBY_END

#endif
