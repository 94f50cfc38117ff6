/* select_players.c - the games of players, by the rows of theirs. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/game/players.h"
#include "store/query/compiled_filter.h"
#include "store/query/select.h"

#include <string.h>

typedef struct asking {
    store_rows *file;
    tby_str name;
    bool begun; /* it ends with a star */
    bool sure;  /* the file has all bytes of it */
    tby_player_wanted wanted;
    tby_player_fit best; /* of those that were found */
    bool all;            /* any fit will do */
    tby_numbers found;
    size_t before; /* of them, by earlier names */
} asking;

/* Of one of several files: how well the best of all of them fits. */
static tby_player_fit best_of_all(const asking *a)
{
    const tby_store *s = store_of_rows(a->file);

    for (size_t i = 0; i < s->fits_n; i++)
        if (tby_str_equal(s->fits[i].wanted, a->name))
            return s->fits[i].best;
    return TBY_PLAYER_NO;
}

static tby_rc take(asking *a, uint32_t id, tby_player_fit fit)
{
    if (fit == TBY_PLAYER_NO || (!a->all && fit < a->best))
        return TBY_OK;
    if (!a->all && fit > a->best)
        a->found.n = a->before;
    a->best = fit > a->best ? fit : a->best;
    return TBY_APPEND(NULL, a->found, id);
}

static tby_rc name_of(const asking *a, uint32_t id, tby_str *out)
{
    tby_rc rc = tby__rows_name(a->file, STORE_PLAYER, id, out);

    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* The bytes fit, as far as the file has them. */
static tby_rc take_written(void *ctx, uint32_t id)
{
    asking *a = ctx;
    tby_str name;

    if (!a->sure)
        TBY_TRY(name_of(a, id, &name));
    return a->sure || tby__name_fits(name, a->name)
               ? take(a, id, TBY_PLAYER_SAME)
               : TBY_OK;
}

/* It begins with one of the words.  What is written alike is known. */
static tby_rc take_same(void *ctx, uint32_t id)
{
    asking *a = ctx;
    tby_str name;

    TBY_TRY(name_of(a, id, &name));
    if (tby__name_fits(name, a->name) ||
        tby_player_judge(&a->wanted, name) != TBY_PLAYER_SAME)
        return TBY_OK;
    return take(a, id, TBY_PLAYER_SAME);
}

/* The same words in any order: the name begins with one of them. */
static tby_rc find_same(asking *a)
{
    const tby_player_words *w = &a->wanted.words;
    char begin[TBY_PLAYER_TEXT + 1];

    for (size_t i = 0; i < w->n; i++) {
        size_t n = w->word[i].n, k = 0;
        const char *word = w->text + w->word[i].at;
        while (k < i && (w->word[k].n != n ||
                         memcmp(w->text + w->word[k].at, word, n) != 0))
            k++;
        if (k < i || n >= STORE_FOLD)
            continue;
        memcpy(begin, word, n);
        if (w->n == 1)
            TBY_TRY(tby__rows_folded_names(a->file, (tby_str){begin, n}, false,
                                           take_same, a));
        for (const char *end = ", .-"; *end; end++) {
            begin[n] = *end;
            TBY_TRY(tby__rows_folded_names(a->file, (tby_str){begin, n + 1},
                                           true, take_same, a));
        }
    }
    return TBY_OK;
}

static tby_rc take_fitting(void *ctx, uint32_t id, tby_str name)
{
    asking *a = ctx;

    return take(a, id,
                tby__name_fits(name, a->name)
                    ? TBY_PLAYER_SAME
                    : tby_player_judge(&a->wanted, name));
}

/* "fide:1503014", or the number alone. */
static bool is_fide(tby_str name, uint64_t *fide)
{
    if (tby_str_starts(name, TBY_STR("fide:")))
        name = tby_str_trim(tby_str_from(name, 5));
    return tby_num_u64(name, 1, UINT32_MAX, fide, NULL) == TBY_OK;
}

/* Whom one name means. */
static tby_rc match_name(asking *a)
{
    bool begun = a->name.n && a->name.p[a->name.n - 1] == '*';
    tby_str bare = {a->name.p, a->name.n - begun};
    char folded[STORE_FOLD];
    size_t n = tby__fold_name(bare, folded);
    tby_player_fit elsewhere = best_of_all(a);
    uint64_t fide;
    tby_rc rc = TBY_OK;

    a->before = a->found.n;
    a->best = a->all ? TBY_PLAYER_NO : elsewhere;
    a->begun = begun;
    a->sure = n < STORE_FOLD; /* what is as long may go on in the name */
    if (begun)
        return tby__rows_folded_names(a->file, (tby_str){folded, n}, true,
                                      take_written, a);
    tby_player_want(&a->wanted, a->name);
    if (!a->all) {
        rc = tby__rows_folded_names(a->file, (tby_str){folded, n}, false,
                                    take_written, a);
        if (rc == TBY_OK)
            rc = find_same(a);
    }
    if (rc == TBY_OK && a->found.n == a->before)
        rc = tby__rows_names(a->file, STORE_PLAYER, take_fitting, a);
    if (rc == TBY_OK && a->found.n == a->before && elsewhere == TBY_PLAYER_NO &&
        is_fide(a->name, &fide))
        rc = tby__rows_fide(a->file, (uint32_t)fide, &a->found);
    return rc;
}

tby_rc tby__player_fit(store_rows *f, tby_str name, tby_player_fit *out)
{
    asking a = {.file = f, .name = name};
    tby_rc rc = match_name(&a);

    *out = a.best;
    tby_grow_free(NULL, a.found.at, a.found.cap, sizeof *a.found.at);
    return rc;
}

tby_rc tby__player_match(store_rows *f, tby_str wanted, bool all,
                         tby_rc (*each)(void *ctx, uint32_t id), void *ctx)
{
    asking a = {.file = f, .all = all};
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && tby_str_field(&wanted, '\n', &a.name))
        rc = match_name(&a);
    if (rc == TBY_OK)
        rc = tby__rows_whole_people(f, &a.found);
    for (size_t i = 0; rc == TBY_OK && i < a.found.n; i++)
        rc = each(ctx, (uint32_t)a.found.at[i]);
    tby_grow_free(NULL, a.found.at, a.found.cap, sizeof *a.found.at);
    return rc;
}

typedef struct names {
    uint32_t id[STORE_FEW_PLAYERS];
    size_t n;
} names;

static tby_rc note(void *ctx, uint32_t id)
{
    names *x = ctx;

    if (x->n == STORE_FEW_PLAYERS)
        return TBY_DONE;
    x->id[x->n++] = id;
    return TBY_OK;
}

tby_rc tby__set_keep_players(store_set *s, store_rows *f, const uint32_t *ids,
                             size_t n, store_side as)
{
    store_set theirs = {0};
    tby_rc rc = tby__set_open(&theirs, s->games, false);

    for (uint32_t game = tby__rows_indexed(f) + 1;
         rc == TBY_OK && game <= s->games; game++)
        store_set_add(&theirs, game);
    for (size_t run = 0; run < tby__rows_runs(f); run++)
        for (size_t i = 0; rc == TBY_OK && i < n; i++) {
            run_player p;
            uint32_t game;
            bool black;
            rc = tby__rows_player(f, run, ids[i], &p);

            while (rc == TBY_OK) {
                rc = tby__run_player_next(&p, &game, &black);
                if (rc == TBY_OK && game <= theirs.games &&
                    store_by_fits(as, black ? TBY_BLACK : TBY_WHITE))
                    store_set_add(&theirs, game);
            }
            rc = rc == TBY_DONE ? TBY_OK : rc;
        }
    if (rc == TBY_OK)
        tby__set_meet(s, &theirs);
    tby__set_close(&theirs);
    return rc;
}

/* A condition that has been dealt with is taken away. */
static tby_rc keep(store_set *s, store_rows *f, tby_str *wanted, store_side as)
{
    names found = {.n = 0};

    if (!wanted->p)
        return TBY_OK;
    tby_rc rc = tby__player_match(f, *wanted, false, note, &found);
    if (rc == TBY_OK) {
        *wanted = (tby_str){NULL, 0};
        rc = tby__set_keep_players(s, f, found.id, found.n, as);
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc tby__select_players(store_set *s, store_rows *f, store_filter *filter)
{
    TBY_TRY(keep(s, f, &filter->player, filter->as));
    TBY_TRY(keep(s, f, &filter->against, store_other_side(filter->as)));
    TBY_TRY(keep(s, f, &filter->white, STORE_AS_WHITE));
    return keep(s, f, &filter->black, STORE_AS_BLACK);
}
