/* info.c - what is in a database. */
#include "store/sqlite/store_int.h"
#include "store/sqlite/upkeep.h"

#include <string.h>

const char *tby_store_part_name(tby_store_part part)
{
    static const char *const NAMES[] = {
#define TBY_STORE_PART_NAME(symbol, name) name,
        TBY_STORE_PART_MAP(TBY_STORE_PART_NAME)
#undef TBY_STORE_PART_NAME
    };

    return NAMES[part];
}

static uint32_t chunks_of(const store_file *f)
{
    return (store_file_stored(f) + STORE_CHUNK - 1) / STORE_CHUNK;
}

static tby_rc add_plies(store_file *f, uint64_t *out)
{
    tby_rc rc = TBY_OK;

    for (uint32_t chunk = 0; rc == TBY_OK && chunk < chunks_of(f); chunk++) {
        const uint32_t *plies;
        uint32_t n = 0;
        rc = store_file_chunk(f, STORE_PLIES, chunk, &plies, &n);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            *out += plies[i];
    }
    return rc;
}

/* The first and the last date of which at least the year is known. */
static tby_rc find_dates(store_file *f, tby_store_facts *out)
{
    tby_rc rc = TBY_OK;

    for (uint32_t chunk = 0; rc == TBY_OK && chunk < chunks_of(f); chunk++) {
        const uint32_t *dates;
        uint32_t n = 0;
        rc = store_file_chunk(f, STORE_DATE, chunk, &dates, &n);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
            if (dates[i] < store_date(1, 0, 0))
                continue;
            if (!out->first || dates[i] < out->first)
                out->first = dates[i];
            if (dates[i] > out->last)
                out->last = dates[i];
        }
    }
    return rc;
}

static void count_runs(store_file *f, tby_store_facts *out)
{
    run_source source;

    out->runs = store_file_runs(f);
    for (size_t i = 0; i < out->runs; i++) {
        const run_head *head = store_file_run(f, i, &source);
        out->positions += head->positions;
        out->once += head->once;
    }
}

static tby_rc read_facts(store_file *f, tby_store_facts *out)
{
    tby_store_facts facts = {.games = store_file_visible(f)};
    tby_rc rc = store_file_version(f, &facts.version);

    facts.waiting = store_file_stored(f) - facts.games;
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        facts.names[kind] = store_file_names_n(f, kind);
    count_runs(f, &facts);
    if (rc == TBY_OK)
        rc = add_plies(f, &facts.plies);
    if (rc == TBY_OK)
        rc = find_dates(f, &facts);
    if (rc == TBY_OK)
        rc = store_file_sizes(f, facts.bytes);
    if (rc == TBY_OK)
        *out = facts;
    return rc;
}

tby_rc tby_store_info(tby_store *s, tby_store_facts *out)
{
    tby_rc rc;

    STORE_ASK(s, rc, read_facts(s->file, out));
    return rc;
}
