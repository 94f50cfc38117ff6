/* fuzz_openings_list.c - any bytes as the list of openings that a page loads.
 * What is accepted can be written, is read again, and is written the same. */
#include "core/base/str.h"
#include "core/openings/lists/list.h"
#include "fuzz/check.h"

#include <string.h>

static bool read_all(tby_str text, tby_openings *t)
{
    static tby_list_reader r; /* large */
    static tby_row_read read;
    tby_opening_row row;
    tby_rc rc = tby_list_open(&r, text);

    while (rc == TBY_OK && (rc = tby_list_next(&r, &row)) == TBY_OK) {
        rc = tby_opening_of_row(&row, &read);
        if (rc == TBY_OK)
            rc = tby_openings_add(t, &read.opening);
    }
    tby_list_close(&r);
    return rc == TBY_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str text = {(const char *)data, size};
    tby_openings *t[2];
    tby_buf out[2];

    for (int i = 0; i < 2; i++) {
        tby_buf_init(&out[i], NULL, 1 << 26);
        CHECK(tby_openings_open(&t[i], TBY_IDENTITY_POSITION, NULL) == TBY_OK);
    }
    if (read_all(text, t[0])) {
        CHECK(tby_openings_list_write(t[0], &out[0]) == TBY_OK);
        CHECK(read_all(tby_buf_str(&out[0]), t[1]));
        CHECK(tby_openings_count(t[0]) == tby_openings_count(t[1]));
        CHECK(tby_openings_list_write(t[1], &out[1]) == TBY_OK);
        CHECK(tby_str_equal(tby_buf_str(&out[0]), tby_buf_str(&out[1])));
    }
    for (int i = 0; i < 2; i++) {
        tby_buf_free(&out[i]);
        tby_openings_close(t[i]);
    }
    return 0;
}
