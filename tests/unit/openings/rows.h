/* rows.h - openings written as a line of moves, for tests. */
#ifndef TBY_TESTS_UNIT_MODEL_ROWS_H
#define TBY_TESTS_UNIT_MODEL_ROWS_H

#include "support/check.h"
#include "tabiya/openings.h"
#include "tabiya/san.h"

#include <string.h>

typedef struct row {
    const char *source, *code, *name, *moves;
} row;

static inline tby_openings *new_table(tby_identity identity)
{
    tby_openings *t = NULL;

    assert_int_equal(tby_openings_open(&t, identity, NULL), TBY_OK);
    return t;
}

enum { MAX_ROW_PLIES = 64 };

/* Plays "e4 e5 Nf3" from the start; how many moves. */
static inline uint32_t play_words(const char *moves, tby_move *line, tby_pos *p)
{
    uint32_t n = 0;

    *p = tby_pos_start();
    for (const char *at = moves; *at;) {
        size_t length = strcspn(at, " ");
        CHECK(n < MAX_ROW_PLIES &&
                  tby_san_parse(p, (tby_str){at, length}, TBY_SAN_TOLERANT,
                                &line[n], NULL) == TBY_OK,
              "%s", moves);
        tby_pos_play(p, line[n++]);
        at += length + strspn(at + length, " ");
    }
    return n;
}

static inline void add_row(tby_openings *t, const row *r)
{
    tby_move line[MAX_ROW_PLIES];
    tby_opening o = {.name = tby_str_of(r->name),
                     .source = tby_str_of(r->source)};

    snprintf(o.code, sizeof o.code, "%s", r->code);
    o.plies = play_words(r->moves, line, &o.pos);
    o.line = line;
    assert_int_equal(tby_openings_add(t, &o), TBY_OK);
}

static inline const tby_opening *find_moves(const tby_openings *t,
                                            const char *moves)
{
    tby_move line[MAX_ROW_PLIES];
    tby_pos p;

    play_words(moves, line, &p);
    size_t i = tby_openings_find(t, &p);
    return i == TBY_OPENINGS_NONE ? NULL : tby_openings_at(t, i);
}

#endif
