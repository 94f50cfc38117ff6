/* fathom.h - what libfathom says about a position, where it is installed. */
#ifndef TBY_TESTS_FATHOM_H
#define TBY_TESTS_FATHOM_H

#include "tabiya/syzygy.h"

#ifdef HAVE_FATHOM
#include <tbprobe.h>

static inline unsigned fathom_wdl(const tby_pos *p)
{
    return tb_probe_wdl(
        tby_pos_color(p, TBY_WHITE), tby_pos_color(p, TBY_BLACK),
        tby_pos_role(p, TBY_KING), tby_pos_role(p, TBY_QUEEN),
        tby_pos_role(p, TBY_ROOK), tby_pos_role(p, TBY_BISHOP),
        tby_pos_role(p, TBY_KNIGHT), tby_pos_role(p, TBY_PAWN), 0, 0,
        p->ep == TBY_NO_SQUARE ? 0 : p->ep, p->turn == TBY_WHITE);
}

/* WDL and DTZ as tby_syzygy_dtz() has them; false: checkmate, stalemate or no
 * answer. */
static inline bool fathom_dtz(const tby_pos *p, int *wdl, int *dtz)
{
    unsigned r = tb_probe_root(
        tby_pos_color(p, TBY_WHITE), tby_pos_color(p, TBY_BLACK),
        tby_pos_role(p, TBY_KING), tby_pos_role(p, TBY_QUEEN),
        tby_pos_role(p, TBY_ROOK), tby_pos_role(p, TBY_BISHOP),
        tby_pos_role(p, TBY_KNIGHT), tby_pos_role(p, TBY_PAWN), 0, 0,
        p->ep == TBY_NO_SQUARE ? 0 : p->ep, p->turn == TBY_WHITE, NULL);

    if (r == TB_RESULT_FAILED || r == TB_RESULT_CHECKMATE ||
        r == TB_RESULT_STALEMATE)
        return false;
    *wdl = (int)TB_GET_WDL(r) - 2;
    *dtz = (int)TB_GET_DTZ(r) * ((*wdl > 0) - (*wdl < 0));
    return true;
}
#else
static inline bool tb_init(const char *path)
{
    (void)path;
    return false;
}
static inline unsigned fathom_wdl(const tby_pos *p)
{
    (void)p;
    return 0;
}
static inline bool fathom_dtz(const tby_pos *p, int *wdl, int *dtz)
{
    (void)p, (void)wdl, (void)dtz;
    return false;
}
#endif

#endif
