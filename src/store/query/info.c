/* info.c - what is in a database. */
#include "store/sqlite/store_int.h"
#include "store/sqlite/upkeep.h"

const char *tby_store_part_name(tby_store_part part)
{
    static const char *const NAMES[] = {
#define TBY_STORE_PART_NAME(symbol, name) name,
        TBY_STORE_PART_MAP(TBY_STORE_PART_NAME)
#undef TBY_STORE_PART_NAME
    };

    return NAMES[part];
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
    tby_store_facts facts = {.games = store_file_stored(f)};
    tby_rc rc = store_file_version(f, &facts.version);

    facts.waiting = facts.games - store_file_indexed(f);
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        facts.names[kind] = store_file_names_n(f, kind);
    count_runs(f, &facts);
    if (rc == TBY_OK)
        rc = store_file_sums(f, &facts);
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
