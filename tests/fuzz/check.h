/* check.h - a property that a fuzz target holds: broken means abort, which is
 * what libFuzzer reports. */
#ifndef TBY_FUZZ_CHECK_H
#define TBY_FUZZ_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(property)                                                        \
    do {                                                                       \
        if (!(property)) {                                                     \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__,         \
                    #property);                                                \
            abort();                                                           \
        }                                                                      \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
