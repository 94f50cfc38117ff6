/* fuzz_syzygy.c - any bytes as a Syzygy table, whatever their sum: opening them
 * and asking for values always comes to an end inside the bytes.
 *
 * The first byte says which men and which kind, the rest is the file. */
#include "core/endgame/syzygy.h"

#include "fuzz/check.h"

#include <string.h>

/* Counts of P N B R Q for White, then for Black. */
static const uint8_t MEN[][10] = {
    {0, 1},
    {0, 0, 0, 0, 1},
    {1},
    {0, 0, 2},
    {2},
    {0, 0, 0, 0, 1, 0, 0, 0, 1},
    {0, 1, 0, 0, 0, 0, 1},
    {1, 0, 0, 0, 0, 1},
    {2, 0, 0, 0, 0, 1},
    {2, 0, 0, 1, 0, 0, 0, 0, 2},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_alloc alloc = tby_alloc_libc();
    struct syzygy_numbers numbers;
    struct syzygy_table t;
    uint8_t count[16] = {0};

    if (size < 1)
        return 0;
    const uint8_t *men = MEN[(data[0] >> 1) % (sizeof MEN / sizeof *MEN)];
    for (int i = 0; i < 10; i++)
        count[i / 5 * 8 + i % 5 + 1] = men[i];
    count[6] = count[14] = 1;
    tby__syzygy_numbers(&numbers);
    /* A copy, so that a step beyond it is seen. */
    char *copy = malloc(size);
    CHECK(copy);
    memcpy(copy, data + 1, size - 1);
    tby_str file = {copy, size - 1};
    tby_rc rc =
        tby__syzygy_open(&alloc, &numbers, count, data[0] & 1, file, true, &t);
    if (rc == TBY_OK)
        tby__syzygy_close(&alloc, &t);
    rc =
        tby__syzygy_open(&alloc, &numbers, count, data[0] & 1, file, false, &t);
    if (rc == TBY_OK) {
        for (unsigned i = 0; i < t.sides * t.files; i++) {
            const struct syzygy_run *r = &t.run[i];
            unsigned value;
            for (uint64_t k = 0; k < 64; k++) {
                uint64_t index = r->size / 64 * k + k * k;
                rc = tby__syzygy_value(r, index, &value);
                CHECK(rc == TBY_OK || rc == TBY_E_TABLE_DAMAGED);
            }
        }
        tby__syzygy_close(&alloc, &t);
    }
    free(copy);
    return 0;
}
