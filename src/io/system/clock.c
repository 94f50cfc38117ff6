#include "io/system/clock.h"

#include <time.h>

double tby_clock_now(void)
{
    struct timespec now = {0, 0};

    /* cannot fail: the clock exists on every system that posix_spawn() has */
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int64_t tby_clock_utc(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec;
}

void tby_clock_sleep(double seconds)
{
    if (seconds <= 0)
        return;
    time_t whole = (time_t)seconds;
    struct timespec span = {
        .tv_sec = whole,
        .tv_nsec = (long)((seconds - (double)whole) * 1e9),
    };
    nanosleep(&span, NULL);
}

int tby_clock_poll(double moment)
{
    if (moment < 0)
        return -1;
    double left = moment - tby_clock_now();
    if (left <= 0)
        return 0;
    return left > 1e6 ? 1000000000 : (int)(left * 1e3) + 1;
}
