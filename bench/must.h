/* must.h - the end when something fails that does not in a sound run. */
#ifndef TBY_BENCH_MUST_H
#define TBY_BENCH_MUST_H

#include "input.h"
#include "tabiya/base.h"

static inline void must(tby_rc rc)
{
    if (rc != TBY_OK)
        die(tby_rc_text(rc));
}

/* realloc(), or the end. */
static inline void *more(void *p, size_t n, size_t size)
{
    void *q = realloc(p, n * size);

    if (!q)
        die("there is no memory");
    return q;
}

#endif
