/* tables.h - small tables of openings, for tests. */
#ifndef TBY_TESTS_UNIT_LOGIC_TABLES_H
#define TBY_TESTS_UNIT_LOGIC_TABLES_H

#include "core/base/str.h"
#include "support/positions.h"
#include "tabiya/relations.h"
#include "unit/openings/rows.h"

#define ROWS(t, ...)                                                           \
    add_rows(t, (const row[]){__VA_ARGS__},                                    \
             LENGTH(((const row[]){__VA_ARGS__})))

static inline void add_rows(tby_openings *t, const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_row(t, &rows[i]);
}

static inline tby_pos after(const char *moves)
{
    tby_move line[MAX_ROW_PLIES];
    tby_pos p;

    play_words(moves, line, &p);
    return p;
}

#endif
