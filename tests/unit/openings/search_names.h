/* search_names.h - a list of names from the rows of a TSV, and what a search in
 * it finds first. */
#ifndef TBY_TESTS_UNIT_LOGIC_SEARCH_NAMES_H
#define TBY_TESTS_UNIT_LOGIC_SEARCH_NAMES_H

#include "core/base/str.h"
#include "core/openings/names.h"
#include "support/check.h"
#include "tabiya/line.h"
#include "tabiya/search.h"

#include <string.h>

/* A row as lichess writes them: code, name, moves. */
static inline void add_tsv_row(tby_openings *t, const char *source, tby_str row)
{
    tby_str code = {"", 0}, name = {"", 0}, moves = {"", 0};
    tby_opening o = {.source = tby_str_of(source)};
    tby_line line;

    CHECK(tby_str_field(&row, '\t', &code) && code.n == 3 &&
              tby_str_field(&row, '\t', &name) &&
              tby_str_field(&row, '\t', &moves),
          "a row lacks a column");
    CHECK(tby_line_parse(moves, NULL, &line, NULL, NULL) == TBY_OK, "%.*s",
          (int)moves.n, moves.p);
    memcpy(o.code, code.p, 3);
    o.name = name;
    o.pos = line.pos;
    o.line = line.moves;
    o.plies = (uint32_t)line.plies;
    assert_int_equal(tby_openings_add(t, &o), TBY_OK);
    tby_line_free(&line);
}

/* All rows behind the header. */
static inline void add_tsv(tby_openings *t, const char *source, tby_str text)
{
    tby_str row;

    tby_str_field(&text, '\n', &row);
    while (tby_str_field(&text, '\n', &row))
        if (row.n)
            add_tsv_row(t, source, row);
}

typedef struct library {
    tby_buf block;
    tby_names names;
    tby_search *search;
} library;

/* Closes the table. */
static inline void open_library(library *l, tby_openings *t)
{
    tby_buf_init(&l->block, NULL, 1 << 26);
    assert_int_equal(tby_names_compile(t, &l->block), TBY_OK);
    tby_openings_close(t);
    assert_int_equal(tby_names_open(&l->names, l->block.p, l->block.n), TBY_OK);
    assert_int_equal(tby_search_open(&l->search, &l->names, NULL), TBY_OK);
}

static inline void close_library(library *l)
{
    tby_search_close(l->search);
    tby_buf_free(&l->block);
}

enum { ROOM = 64 };

typedef struct answer {
    tby_search_hit hits[ROOM];
    size_t n, found;
} answer;

static inline answer ask(const library *l, const char *text, unsigned flags)
{
    answer a = {.n = 0};

    CHECK(tby_search_find(l->search, tby_str_of(text), flags, a.hits, ROOM,
                          &a.found) == TBY_OK,
          "%s", text);
    a.n = a.found < ROOM ? a.found : ROOM;
    return a;
}

static inline tby_opening hit_at(const library *l, const answer *a, size_t i)
{
    tby_opening o;

    CHECK(i < a->n, "there are only %zu hits", a->n);
    tby_names_get(&l->names, a->hits[i].entry, &o);
    return o;
}

/* What a player types, and what must come first: "" for nothing. */
typedef struct typed {
    const char *text, *code, *name;
} typed;

static inline void check_first(const library *l, const typed *q, unsigned flags)
{
    answer a = ask(l, q->text, flags);

    if (!*q->code) {
        CHECK(a.found == 0, "'%s' finds %zu", q->text, a.found);
        return;
    }
    CHECK(a.n > 0, "'%s' finds nothing", q->text);
    tby_opening o = hit_at(l, &a, 0);
    CHECK(tby_str_is(o.name, q->name) && strcmp(o.code, q->code) == 0,
          "'%s' finds %s %.*s, not %s %s", q->text, o.code, (int)o.name.n,
          o.name.p, q->code, q->name);
}

/* A name is what a search for it finds first: looks at every step-th. */
static inline void check_names_find_themselves(const library *l, uint32_t from,
                                               uint32_t step)
{
    for (uint32_t i = from; i < l->names.count; i += step) {
        char text[512];
        tby_opening o, first;
        tby_names_peek(&l->names, i, &o);
        snprintf(text, sizeof text, "%.*s", (int)o.name.n, o.name.p);
        answer a = ask(l, text, 0);
        CHECK(a.n > 0, "%s finds nothing", text);
        tby_names_peek(&l->names, a.hits[0].entry, &first);
        CHECK(tby_str_equal(first.name, o.name), "%s finds %.*s", text,
              (int)first.name.n, first.name.p);
    }
}

#endif
