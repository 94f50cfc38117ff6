/* spread.c - which blocks have which moves, compared with the moves. */
#include "store/check/check.h"

#include <stdio.h>
#include <string.h>

static tby_rc check_table(store_check *c, uint32_t chunk, spread_kind kind,
                          const spread_table *made, const check_row *row)
{
    spread_table stored;
    tby_rc rc = TBY_OK, got = store_file_spread(c->f, chunk, kind, &stored);

    if (store_check_read(c, got, row, &rc) &&
        memcmp(&stored, made, sizeof stored) != 0)
        store_check_tell(c, row->part, row->first, row->last,
                         "%s: they are not those of the games.", row->what);
    return rc;
}

static tby_rc check_chunk(store_check *c, uint32_t chunk, uint32_t stored)
{
    uint32_t first = chunk * STORE_CHUNK + 1, last = first + STORE_CHUNK - 1;
    check_row row = {"columns", first, last < stored ? last : stored, ""};
    store_spread made;
    tby_rc rc = store_file_spread_of(c->f, chunk, &made);

    if (rc != TBY_OK) /* told with the blocks */
        return rc == TBY_E_STORE_DAMAGED ? TBY_OK : rc;
    snprintf(row.what, sizeof row.what, "Moves that occur, chunk %u", chunk);
    for (spread_kind k = 0; rc == TBY_OK && k < SPREAD_KINDS; k++) {
        uint64_t problems = c->out->problems;
        rc = check_table(c, chunk, k, &made.table[k], &row);
        if (c->out->problems != problems)
            break; /* once for a row */
    }
    c->out->rows++;
    return rc;
}

tby_rc store_check_spread(store_check *c)
{
    uint32_t stored = store_file_stored(c->f);
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < stored; i += STORE_CHUNK)
        rc = check_chunk(c, i / STORE_CHUNK, stored);
    return rc;
}
