/* rows.c - the rows of games, columns and names. */
#include "store/check/check.h"

#include "core/base/utf8.h"

#include <stdio.h>

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* --- blocks ---------------------------------------------------------------*/

/* Games first .. first + n - 1, as the columns have them. */
static tby_rc compare_plies(store_check *c, const store_moves *m,
                            uint32_t first)
{
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t plies, flags;
        tby_rc rc = store_file_value(c->f, STORE_PLIES, first + i, &plies);
        if (rc == TBY_OK)
            rc = store_file_value(c->f, STORE_FLAGS, first + i, &flags);
        if (rc != TBY_OK) /* told with the columns */
            return rc == TBY_E_STORE_DAMAGED ? TBY_OK : rc;
        if (plies != m->plies[i] || (flags & STORE_IS_SETUP) != m->setup[i])
            store_check_tell(c, "columns", first + i, first + i,
                             "Game %u: moves and columns differ in its length "
                             "or in where it begins.",
                             first + i);
    }
    return TBY_OK;
}

static tby_rc check_moves(store_check *c, uint32_t block, uint32_t first,
                          uint32_t n)
{
    store_moves moves = {.n = 0};
    check_row row = {.part = "moves", .first = first, .last = first + n - 1};
    tby_str bytes;
    tby_rc rc = TBY_OK, got = store_file_block_row(c->f, block, &bytes);

    snprintf(row.what, sizeof row.what, "Moves of block %u", block);
    if (got == TBY_OK)
        got = store_moves_open(&moves, bytes);
    if (!store_check_read(c, got, &row, &rc))
        return rc;
    if (moves.n == n)
        return compare_plies(c, &moves, first);
    store_check_tell(c, row.part, row.first, row.last,
                     "%s: %u games instead of %u.", row.what, moves.n, n);
    return TBY_OK;
}

static tby_rc check_extras(store_check *c, store_extras *extras, uint32_t block,
                           uint32_t first, uint32_t n)
{
    check_row row = {.part = "extras", .first = first, .last = first + n - 1};
    tby_str bytes;
    tby_rc rc = TBY_OK, got = store_file_extras(c->f, block, &bytes);

    snprintf(row.what, sizeof row.what, "Extras of block %u", block);
    if (got == TBY_OK)
        got = store_extras_open(extras, bytes);
    if (store_check_read(c, got, &row, &rc) && extras->n != n)
        store_check_tell(c, row.part, row.first, row.last,
                         "%s: %u games instead of %u.", row.what, extras->n, n);
    return rc;
}

static tby_rc check_blocks(store_check *c)
{
    uint32_t stored = store_file_stored(c->f);
    store_extras extras;
    tby_rc rc = TBY_OK;

    store_extras_init(&extras);
    for (uint32_t done = 0; rc == TBY_OK && done < stored;) {
        uint32_t n = least(stored - done, STORE_BLOCK);
        rc = check_moves(c, done / STORE_BLOCK, done + 1, n);
        if (rc == TBY_OK)
            rc = check_extras(c, &extras, done / STORE_BLOCK, done + 1, n);
        c->out->rows += 2;
        done += n;
        store_check_progress(c, done, stored);
    }
    store_extras_free(&extras);
    return rc;
}

/* --- columns --------------------------------------------------------------*/

static const char *const COLUMNS[] = {
#define COLUMN_NAME(symbol, number, kind) [number] = #symbol,
    STORE_COLUMN_MAP(COLUMN_NAME)
#undef COLUMN_NAME
};

/* The largest value that a column may have. */
static uint32_t most_of(const store_check *c, store_column column)
{
    store_kind kind = store_column_kind(column);

    if (kind != STORE_NUMBER)
        return store_file_names_n(c->f, kind);
    switch ((int)column) {
    case STORE_RESULT:
        return TBY_RESULT_DRAW;
    case STORE_CATEGORY:
        return STORE_CATEGORIES - 1;
    case STORE_TIME_CLASS:
        return STORE_CORRESPONDENCE;
    case STORE_ECO:
        return 500;
    default:
        return UINT32_MAX;
    }
}

static tby_rc check_chunk(store_check *c, store_column column, uint32_t chunk,
                          uint32_t n)
{
    uint32_t first = chunk * STORE_CHUNK + 1, most = most_of(c, column);
    const chunk_values *values;
    uint32_t got_n = 0;
    check_row row = {.part = "columns", .first = first, .last = first + n - 1};
    tby_rc rc = TBY_OK,
           got = store_file_chunk(c->f, column, chunk, &values, &got_n);

    snprintf(row.what, sizeof row.what, "Column %s, chunk %u", COLUMNS[column],
             chunk);
    if (!store_check_read(c, got, &row, &rc))
        return rc;
    if (got_n != n)
        store_check_tell(c, row.part, row.first, row.last,
                         "%s: %u games instead of %u.", row.what, got_n, n);
    for (uint32_t i = 0; i < least(n, got_n); i++)
        if (chunk_at(values, i) > most)
            store_check_tell(c, "columns", first + i, first + i,
                             "%s: game %u has %u, above %u.", row.what,
                             first + i, chunk_at(values, i), most);
    return TBY_OK;
}

static tby_rc check_columns(store_check *c)
{
    uint32_t stored = store_file_stored(c->f);
    tby_rc rc = TBY_OK;

    for (uint32_t done = 0; rc == TBY_OK && done < stored;) {
        uint32_t n = least(stored - done, STORE_CHUNK);
        for (int i = 0; rc == TBY_OK && i < STORE_COLUMNS; i++)
            rc = check_chunk(c, (store_column)i, done / STORE_CHUNK, n);
        c->out->rows += STORE_COLUMNS;
        done += n;
    }
    return rc;
}

/* --- names ----------------------------------------------------------------*/

typedef struct naming {
    store_check *c;
    const char *table;
    uint32_t expected; /* the next number */
} naming;

static tby_rc check_name(void *ctx, uint32_t id, tby_str name)
{
    naming *n = ctx;

    if (id != n->expected)
        store_check_tell(n->c, "names", 0, 0,
                         "Table %s: number %u follows where %u should.",
                         n->table, id, n->expected);
    if (tby_utf8_validate(name, NULL) != TBY_OK)
        store_check_tell(n->c, "names", 0, 0,
                         "Table %s: the name with number %u is no UTF-8.",
                         n->table, id);
    n->expected = id + 1;
    return TBY_OK;
}

static tby_rc check_names(store_check *c)
{
    static const char *const TABLES[STORE_KINDS] = {"players", "events",
                                                    "sites", "texts"};
    tby_rc rc = TBY_OK;

    for (int kind = 0; rc == TBY_OK && kind < STORE_KINDS; kind++) {
        naming n = {c, TABLES[kind], 1};
        check_row row = {.part = "names"};
        tby_rc got = store_file_names(c->f, (store_kind)kind, check_name, &n);
        snprintf(row.what, sizeof row.what, "Table %s", TABLES[kind]);
        if (store_check_read(c, got, &row, &rc) &&
            n.expected - 1 != store_file_names_n(c->f, (store_kind)kind))
            store_check_tell(c, "names", 0, 0, "%s: %u names instead of %u.",
                             row.what, n.expected - 1,
                             store_file_names_n(c->f, (store_kind)kind));
        c->out->rows += n.expected - 1;
    }
    return rc;
}

tby_rc store_check_rows(store_check *c)
{
    tby_rc rc = check_names(c);

    if (rc == TBY_OK)
        rc = store_check_folds(c);

    if (rc == TBY_OK)
        rc = check_columns(c);
    return rc == TBY_OK ? check_blocks(c) : rc;
}
