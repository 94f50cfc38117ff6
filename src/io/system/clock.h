/* clock.h - time that only goes forward, and the time of day. */
#ifndef TBY_IO_SYSTEM_CLOCK_H
#define TBY_IO_SYSTEM_CLOCK_H

#include <stdint.h>

/* Seconds since some fixed moment in the past; not the time of day. */
double tby_clock_now(void);

/* Whole seconds since 1970 in UTC, by the clock that people set. */
int64_t tby_clock_utc(void);

/* Sleeps for about that long; not at all if seconds <= 0. */
void tby_clock_sleep(double seconds);

/* The milliseconds until a moment, as poll() wants them: rounded up, so that
 * the last one is not spun away, 0 if it has passed, -1 if it is negative,
 * which means for ever. */
int tby_clock_poll(double moment);

#endif
