/* find.c - the games that fit, in an order, page by page. */
#include "store/sqlite/best.h"
#include "store/sqlite/select.h"
#include "store/sqlite/store_int.h"

#include <stdlib.h>

static tby_rc rank_of(store_file *f, tby_games_order order, uint32_t game,
                      uint64_t *out)
{
    uint32_t white = 0, black = 0, value = 0;
    tby_rc rc = TBY_OK;

    *out = 0;
    if (order == TBY_BY_DATE)
        rc = store_file_value(f, STORE_DATE, game, &value);
    else if (order == TBY_BY_PLIES)
        rc = store_file_value(f, STORE_PLIES, game, &value);
    else if (order == TBY_BY_ELO) {
        rc = store_file_value(f, STORE_WHITE_ELO, game, &white);
        if (rc == TBY_OK)
            rc = store_file_value(f, STORE_BLACK_ELO, game, &black);
        value = white + black;
    }
    *out = value;
    return rc;
}

static void count_result(tby_score *score, uint32_t result)
{
    score->games++;
    score->white += result == TBY_RESULT_WHITE;
    score->draws += result == TBY_RESULT_DRAW;
    score->black += result == TBY_RESULT_BLACK;
}

static tby_rc sum_up(store_file *f, const store_set *set, tby_score *score)
{
    tby_rc rc = TBY_OK;
    uint32_t result;

    for (uint32_t g = 1; rc == TBY_OK && (g = store_set_next(set, g)); g++) {
        rc = store_file_value(f, STORE_RESULT, g, &result);
        if (rc == TBY_OK)
            count_result(score, result);
    }
    return rc;
}

static int compare(const void *a, const void *b)
{
    const best_game *x = a, *y = b;

    if (x->rank == y->rank && x->id == y->id)
        return 0;
    return store_best_before(*x, *y) ? -1 : 1;
}

/* All of the set with their ranks, sorted. */
static tby_rc sort_set(store_file *f, const store_set *set,
                       tby_games_order order, best_game *all)
{
    tby_rc rc = TBY_OK;
    size_t n = 0;

    for (uint32_t g = 1; rc == TBY_OK && (g = store_set_next(set, g)); g++) {
        all[n].id = g;
        rc = rank_of(f, order, g, &all[n++].rank);
    }
    if (rc == TBY_OK && order != TBY_BY_ID)
        qsort(all, n, sizeof *all, compare);
    return rc;
}

static tby_rc cut_page(store_file *f, const store_set *set,
                       tby_games_order order, uint64_t offset, uint64_t limit,
                       tby_games_answer *out)
{
    best_game *all = malloc((out->total + 1) * sizeof *all);
    uint64_t left = offset < out->total ? out->total - offset : 0;
    uint64_t n = limit && limit < left ? limit : left;
    tby_rc rc = all ? sort_set(f, set, order, all) : TBY_E_NOMEM;

    if (rc == TBY_OK && !(out->ids = malloc((n + 1) * sizeof *out->ids)))
        rc = TBY_E_NOMEM;
    if (rc == TBY_OK) {
        for (uint64_t i = 0; i < n; i++)
            out->ids[i] = all[offset + i].id;
        out->n = n;
    }
    free(all);
    return rc;
}

static tby_rc find(store_file *f, const store_filter *filter,
                   tby_games_order order, uint64_t offset, uint64_t limit,
                   tby_games_answer *out)
{
    store_set set = {0};
    tby_rc rc = store_select(&set, f, filter);

    if (rc == TBY_OK)
        rc = sum_up(f, &set, &out->score);
    out->total = out->score.games;
    if (rc == TBY_OK)
        rc = cut_page(f, &set, order, offset, limit, out);
    store_set_close(&set);
    return rc;
}

tby_rc tby_store_find(tby_store *s, const store_filter *filter,
                      tby_games_order order, uint64_t offset, uint64_t limit,
                      tby_games_answer *out)
{
    tby_games_answer answer = {0};
    tby_rc rc;

    STORE_ASK(s, rc, find(s->file, filter, order, offset, limit, &answer));
    if (rc == TBY_OK)
        *out = answer;
    else
        tby_games_free(&answer);
    return rc;
}

void tby_games_free(tby_games_answer *a)
{
    free(a->ids);
    *a = (tby_games_answer){0};
}
