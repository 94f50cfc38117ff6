/* parts.h - a file of games in parts, each of which takes so little time that
 * some of its rounds meet no rival. */
#ifndef TBY_BENCH_PARTS_H
#define TBY_BENCH_PARTS_H

#include "input.h"

#include <string.h>

/* Where the game behind a byte begins; the end if there is none. */
static inline size_t next_game(struct input in, size_t at)
{
    static const char START[] = "\n\n[Event ";
    const size_t n = sizeof START - 1;

    for (; at + n < in.n; at++) {
        const char *p = memchr(in.text + at, '\n', in.n - n - at);
        if (!p)
            break;
        at = (size_t)(p - in.text);
        if (memcmp(p, START, n) == 0)
            return at + 2;
    }
    return in.n;
}

/* Part i of n, of whole games; perhaps an empty one.  It is a piece of the
 * text, nothing to be freed. */
static inline struct input part_of(struct input in, size_t i, size_t n)
{
    size_t from = i ? next_game(in, in.n / n * i) : 0;
    size_t to = i + 1 < n ? next_game(in, in.n / n * (i + 1)) : in.n;

    return (struct input){in.text + from, to - from};
}

#endif
