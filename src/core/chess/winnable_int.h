/* winnable_int.h - the parts of the question who can still win. */
#ifndef TBY_CORE_WINNABLE_INT_H
#define TBY_CORE_WINNABLE_INT_H

#include "core/chess/attacks.h"
#include "tabiya/winnable.h"

/* True if `winner` can never mate by the material of both sides alone.  Right
 * for any board on which the other side has one king. */
bool winnable_not_by_material(const tby_pos *p, tby_color winner);

#endif
