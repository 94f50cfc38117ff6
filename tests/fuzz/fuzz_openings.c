/* fuzz_openings.c - any bytes as a list of openings, in whatever format they
 * seem to be.  What is accepted can be written, is read again without a word,
 * and is written the same. */
#include "core/openings/lists/write.h"
#include "fuzz/check.h"

#include <string.h>

static tby_openings *read_all(tby_openings_format format, tby_str text,
                              tby_opening_reader *r)
{
    tby_openings *t = NULL;
    tby_opening o;
    tby_rc rc;

    CHECK(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL) == TBY_OK);
    tby_opening_reader_init(r, format, text, NULL);
    while ((rc = tby_opening_next(r, &o)) == TBY_OK)
        CHECK(tby_openings_add(t, &o) == TBY_OK);
    CHECK(rc == TBY_DONE || rc == TBY_E_OPENING_FIELDS);
    tby_opening_reader_free(r);
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tby_opening_reader r; /* large */
    tby_str text = {(const char *)data, size};
    tby_openings_format format = tby_openings_guess(text);
    tby_buf first, second;

    if (format == TBY_OPENINGS_UNKNOWN || format == TBY_OPENINGS_JSON)
        format = TBY_OPENINGS_TSV;
    tby_buf_init(&first, NULL, 1 << 26);
    tby_buf_init(&second, NULL, 1 << 26);
    tby_openings *t = read_all(format, text, &r);
    CHECK(r.refused <= r.rows);
    CHECK(tby_openings_write(t, format, '\0', &first) == TBY_OK);
    tby_openings *again = read_all(format, tby_buf_str(&first), &r);
    CHECK(r.refused == 0);
    CHECK(tby_openings_count(again) == tby_openings_count(t));
    CHECK(tby_openings_write(again, format, '\0', &second) == TBY_OK);
    CHECK(first.n == second.n &&
          (first.n == 0 || memcmp(first.p, second.p, first.n) == 0));
    tby_openings_close(again);
    tby_openings_close(t);
    tby_buf_free(&first);
    tby_buf_free(&second);
    return 0;
}
