/* openings.h - lists of openings read in tests, and what is told of them. */
#ifndef TBY_TESTS_UNIT_FORMAT_OPENINGS_H
#define TBY_TESTS_UNIT_FORMAT_OPENINGS_H

#include "core/base/str.h"
#include "core/openings/lists/read.h"
#include "support/check.h"
#include "tabiya/tabiya.h"

#include <string.h>

/* What a reader told last, and how often. */
typedef struct told {
    unsigned errors, warnings;
    tby_diag_item last; /* its detail is below */
    char detail[256];
} told;

static inline void listen(void *ctx, const tby_diag_item *item)
{
    told *t = ctx;

    t->errors += item->severity == TBY_ERROR;
    t->warnings += item->severity == TBY_WARNING;
    t->last = *item;
    snprintf(t->detail, sizeof t->detail, "%.*s", (int)item->detail.n,
             item->detail.p);
}

/* Reads all of a text into a table. */
static inline tby_rc read_into(tby_openings *table, tby_openings_format format,
                               tby_str text, told *out)
{
    static tby_opening_reader r; /* large */
    tby_opening o;
    tby_rc rc;

    *out = (told){.errors = 0};
    tby_opening_reader_init(&r, format, text, NULL);
    r.diag = (tby_diag){listen, out};
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK)
        assert_int_equal(tby_openings_add(table, &o), TBY_OK);
    CHECK(rc != TBY_DONE || r.refused == out->errors, "%u errors told, %llu",
          out->errors, (unsigned long long)r.refused);
    CHECK(r.warnings == out->warnings, "%u warnings told", out->warnings);
    tby_opening_reader_free(&r);
    return rc;
}

static inline tby_openings *table_of(tby_openings_format format, tby_str text,
                                     told *out)
{
    tby_openings *t = NULL;

    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                     TBY_OK);
    assert_int_equal(read_into(t, format, text, out), TBY_DONE);
    return t;
}

#endif
