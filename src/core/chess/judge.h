/* judge.h - reasons that notation/ gives, too. */
#ifndef TBY_CORE_JUDGE_H
#define TBY_CORE_JUDGE_H

#include "tabiya/pos.h"

/* Why a pawn may not leave its file to go to an empty square. */
tby_rc tby_pawn_refusal(const tby_pos *p, tby_square to);

#endif
