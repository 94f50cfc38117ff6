/* engine.h - fake engines for tests: short of patience and told what to do. */
#ifndef TBY_TESTS_ENGINE_H
#define TBY_TESTS_ENGINE_H

#include "engine/uci.h"
#include "io/system/clock.h"
#include "support/positions.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the next engine that is started is told (support/fake_engine.c). */
static inline void tell_fake(const char *words)
{
    assert_int_equal(setenv("FAKE_ENGINE", words, 1), 0);
}

/* Under a sanitizer and on a busy machine even a good engine takes a while to
 * start, so only the times that a test waits for are short. */
static inline tby_engine_settings fake_settings(void)
{
    return (tby_engine_settings){
        .path = FAKE_ENGINE,
        .patience = {.start = 20,
                     .ready = 20,
                     .silence = 20,
                     .longest = 60,
                     .stop = 20,
                     .quit = 5},
    };
}

/* The next event that is not an info; the last info in *info. */
static inline tby_rc await(tby_engine *e, tby_engine_event *out,
                           tby_engine_info *info)
{
    tby_rc rc = tby_engine_next(e, 60, out);

    while (rc == TBY_OK && out->kind == TBY_ENGINE_INFO) {
        *info = out->info;
        rc = tby_engine_next(e, 60, out);
    }
    return rc;
}

static inline void assert_no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* What the fake says of a position: ten centipawns for each legal move of the
 * side to move. */
static inline tby_eval fake_eval(const tby_pos *p)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    int32_t cp = 10 * (int32_t)legal.n;
    return tby_eval_from_cp(p->turn == TBY_WHITE ? cp : -cp);
}

#endif
