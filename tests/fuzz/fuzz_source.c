/* fuzz_source.c - any bytes as a file.  Reading it in small and in large steps
 * gives the same bytes and the same end; after a fault one may have got a
 * little further than the other.  Every end but a good one has a sentence.
 * File by file, an archive has the same bytes without the line ends that join
 * them, and the same end. */
#include "io/stream/source.h"

#include "fuzz/check.h"

#include <string.h>

/* Gets through every layer; a bomb of more is not read to its end. */
enum { ENOUGH = 1 << 18, STEP = 1 << 16 };

/* A 7z file may ask for any dictionary: let the library hear a no, so that it
 * is not the allocator that ends the run. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=1024";
}

/* Reads until enough; *n is what was read. */
static tby_rc read_all(const uint8_t *data, size_t size, size_t step,
                       uint8_t out[ENOUGH + STEP], size_t *n)
{
    tby_source *s;
    tby_rc rc = TBY_OK;
    size_t got;

    *n = 0;
    CHECK(tby_source_open_memory(&s, data, size) == TBY_OK);
    while (*n < ENOUGH &&
           (rc = tby_source_read(s, out + *n, step, &got)) == TBY_OK) {
        CHECK(got >= 1 && got <= step);
        *n += got;
        CHECK(tby_source_offset(s) == *n);
    }
    if (rc != TBY_OK) {
        CHECK((rc == TBY_DONE) == (*tby_source_error_text(s) == '\0'));
        CHECK(tby_source_read(s, out, 1, &got) == rc);
    }
    tby_source_close(s);
    return rc;
}

/* Half of all names are wanted. */
static bool is_wanted(const char *name)
{
    return strlen(name) % 2 == 0;
}

static bool want_all(const char *name)
{
    return *name != '\0';
}

static void hear_passed(void *ctx, const char *name)
{
    (void)ctx;
    CHECK(*name != '\0');
}

/* The same for the files of an archive, one by one. */
static tby_rc read_files(const uint8_t *data, size_t size,
                         bool (*wanted)(const char *name), size_t *n)
{
    static uint8_t out[STEP];
    const tby_source_choice choice = {NULL, wanted, hear_passed};
    tby_source *s;
    tby_rc rc = TBY_OK;
    size_t got;

    *n = 0;
    CHECK(tby_source_open_memory(&s, data, size) == TBY_OK);
    while (*n < ENOUGH && (rc = tby_source_next(s, &choice)) == TBY_OK) {
        while (*n < ENOUGH &&
               (rc = tby_source_read(s, out, sizeof out, &got)) == TBY_OK)
            *n += got;
        if (rc < 0)
            break;
    }
    if (rc != TBY_OK && *n < ENOUGH)
        CHECK(tby_source_next(s, &choice) == rc);
    tby_source_close(s);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t large[ENOUGH + STEP], small[ENOUGH + STEP];
    size_t a, b;
    tby_rc rc = read_all(data, size, STEP, large, &a);
    tby_rc same = read_all(data, size, 61, small, &b);

    CHECK(memcmp(large, small, a < b ? a : b) == 0);
    if (a < ENOUGH && b < ENOUGH)
        CHECK(rc == same && (a == b || rc != TBY_DONE));
    same = read_files(data, size, want_all, &b);
    if (a < ENOUGH && b < ENOUGH)
        CHECK(rc == same && (b <= a || rc != TBY_DONE));
    read_files(data, size, is_wanted, &b);
    return 0;
}
