/* check.h - cmocka, and a check that says more when it fails. */
#ifndef TBY_TESTS_CHECK_H
#define TBY_TESTS_CHECK_H

/* In the order cmocka asks for. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

/* Longer than anything takes on a busy machine, shorter than what must not be
 * waited for. */
enum { HANG_SECONDS = 500 };

#include "support/random.h"

/* Fails the test with a message made like printf's, and the seed. */
#define CHECK(condition, ...)                                                  \
    do {                                                                       \
        if (!(condition)) {                                                    \
            print_error("not true: %s\n", #condition);                         \
            print_error(__VA_ARGS__);                                          \
            print_error("\nTBY_SEED=%" PRIu64 "\n", rng_seed());               \
            fail();                                                            \
        }                                                                      \
    } while (0)

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
