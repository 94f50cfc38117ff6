/* uci_int.h - what the files of the UCI client share. */
#ifndef TBY_ENGINE_UCI_INT_H
#define TBY_ENGINE_UCI_INT_H

#include "engine/uci.h"
#include "io/system/clock.h"

/* The moment in so many seconds. */
static inline double tby_engine_in(double seconds)
{
    return tby_clock_now() + seconds;
}

/* Ends the engine because of a failure, which is remembered; returns it. */
tby_rc tby_engine_fail(tby_engine *e, tby_rc code);

/* A search begins in two halves: options, and a question that closes what was
 * before; when that is answered, the position. */
TBY_MUST_USE tby_rc tby_engine_prepare(tby_engine *e);
TBY_MUST_USE tby_rc tby_engine_think(tby_engine *e);

#endif
