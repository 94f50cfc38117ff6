/* fuzz_ecojson.c - any bytes as a file of eco.json.  What is accepted can be
 * written, is read again without an error, and is written the same. */
#include "core/openings/lists/write.h"
#include "fuzz/check.h"
#include "work/openings/names.h"

#include <string.h>

static tby_openings *read_all(tby_str text, tby_names_sum *sum, tby_rc *rc)
{
    static const tby_names_job JOB = {.identity = TBY_IDENTITY_EXACT};
    names_load l = {.job = &JOB, .sum = sum, .file = "fuzz"};

    *sum = (tby_names_sum){.rows = 0};
    CHECK(tby_openings_open(&l.table, TBY_IDENTITY_EXACT, NULL) == TBY_OK);
    *rc = tby__names_read_json(&l, text);
    CHECK(*rc == TBY_OK || *rc == TBY_E_JSON_SYNTAX || *rc == TBY_E_UTF8);
    CHECK(sum->refused <= sum->rows);
    return l.table;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_buf first, second;
    tby_names_sum sum;
    tby_rc rc;
    tby_openings *t = read_all((tby_str){(const char *)data, size}, &sum, &rc);

    tby_buf_init(&first, NULL, 1 << 26);
    tby_buf_init(&second, NULL, 1 << 26);
    CHECK(tby_openings_write(t, TBY_OPENINGS_JSON, '\0', &first) == TBY_OK);
    tby_openings *again = read_all(tby_buf_str(&first), &sum, &rc);
    CHECK(rc == TBY_OK && sum.refused == 0);
    CHECK(tby_openings_count(again) == tby_openings_count(t));
    CHECK(tby_openings_write(again, TBY_OPENINGS_JSON, '\0', &second) ==
          TBY_OK);
    CHECK(first.n == second.n && memcmp(first.p, second.p, first.n) == 0);
    tby_openings_close(again);
    tby_openings_close(t);
    tby_buf_free(&first);
    tby_buf_free(&second);
    return 0;
}
