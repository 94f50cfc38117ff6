/* learn.c - see learn.h. */
#include "work/openings/learn_int.h"

#include "core/openings/book.h"
#include "work/games/int.h"

enum { CANDIDATES = 1 << 18 };

/* --- stages ---------------------------------------------------------------*/

tby_rc tby_learn_open(tby_learn **out, const tby_learn_options *options)
{
    tby_learn *l = games_resize(NULL, 0, sizeof *l);

    *out = l;
    if (!l)
        return TBY_E_NOMEM;
    *l = (tby_learn){.options = *options};
    tby_buf_init(&l->learned, NULL, UINT32_MAX);
    return TBY_OK;
}

static void close_classifiers(tby_learn *l)
{
    for (int i = 0; i < TBY_LEARN_BOOKS; i++) {
        tby_classifier_close(l->classifiers[i]);
        l->classifiers[i] = NULL;
    }
}

void tby_learn_close(tby_learn *l)
{
    if (!l)
        return;
    close_classifiers(l);
    learn_table_free(&l->table);
    learn_store_free(&l->store);
    learn_lines_free(&l->lines);
    tby_openings_close(l->rows);
    tby_buf_free(&l->learned);
    games_resize(l, sizeof *l, 0);
}

/* From the games to the rows. */
static tby_rc choose(tby_learn *l)
{
    size_t bytes = ((size_t)l->lines.n + 1) * sizeof(uint16_t);
    uint16_t *codes = games_resize(NULL, 0, bytes);
    tby_rc rc = codes ? TBY_OK : TBY_E_NOMEM;

    learn_table_free(&l->table);
    if (rc == TBY_OK)
        rc = learn_choose(&l->store, codes, l->lines.n);
    learn_store_free(&l->store);
    if (rc == TBY_OK)
        rc = learn_rows(&l->lines, codes, l->options.book, &l->rows);
    if (rc == TBY_OK)
        l->sum.rows = tby_openings_count(l->rows);
    learn_lines_free(&l->lines);
    games_resize(codes, bytes, 0);
    return rc;
}

/* The book as it was, and the rows. */
static tby_rc compile(tby_learn *l)
{
    tby_openings *t = NULL;
    tby_rc rc = tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL);

    if (rc == TBY_OK)
        rc = tby_book_unpack(l->options.book, t);
    for (size_t i = 0; rc == TBY_OK && i < tby_openings_count(l->rows); i++)
        rc = tby_openings_add(t, tby_openings_at(l->rows, i));
    if (rc == TBY_OK)
        rc = tby_book_compile(t, &l->learned);
    tby_openings_close(t);
    if (rc != TBY_OK)
        return rc;
    return tby_book_open(&l->books[TBY_LEARN_LEARNED], l->learned.p,
                         l->learned.n);
}

/* What must be ready before a stage. */
static tby_rc prepare(tby_learn *l, tby_learn_stage stage)
{
    uint32_t n = 0;
    tby_rc rc;

    switch (stage) {
    case TBY_LEARN_FOLLOW:
        rc = learn_table_number(&l->table, l->options.least, CANDIDATES, &n);
        l->sum.met = n;
        return rc == TBY_OK ? learn_lines_open(&l->lines, n) : rc;
    case TBY_LEARN_TEST:
        rc = choose(l);
        return rc == TBY_OK ? compile(l) : rc;
    case TBY_LEARN_COUNT:
    case TBY_LEARN_STAGES:
    default:
        return TBY_OK;
    }
}

tby_rc tby_learn_begin(tby_learn *l, tby_learn_stage stage)
{
    bool test = stage == TBY_LEARN_TEST;
    tby_rc rc = prepare(l, stage);

    close_classifiers(l);
    l->stage = stage;
    l->sum.games = l->sum.tagged = l->sum.held = 0;
    l->books[TBY_LEARN_BUILTIN] = tby_book_builtin();
    l->books[TBY_LEARN_BOOK] = *l->options.book;
    for (int i = 0; i < TBY_LEARN_BOOKS && rc == TBY_OK; i++)
        if (test || i == TBY_LEARN_BOOK)
            rc = tby_classifier_open(&l->classifiers[i], &l->books[i], NULL);
    return rc;
}

const tby_openings *tby_learn_rows(const tby_learn *l)
{
    return l->rows;
}

tby_learn_sum tby_learn_summary(const tby_learn *l)
{
    return l->sum;
}
