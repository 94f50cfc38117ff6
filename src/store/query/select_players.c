/* select_players.c - the games of players, by the rows of theirs. */
#include "core/base/assert.h"
#include "store/query/compiled_filter.h"
#include "store/query/select.h"

typedef struct asking {
    store_file *file;
    tby_str wanted;
    bool sure; /* the file has all bytes of it */
    tby_rc (*each)(void *ctx, uint32_t id);
    void *ctx;
    tby_rc rc;
} asking;

static tby_rc judge(void *ctx, uint32_t id)
{
    asking *a = ctx;
    tby_str name;
    tby_rc rc =
        a->sure ? TBY_OK : tby__file_name(a->file, STORE_PLAYER, id, &name);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    if (a->sure || tby__name_fits(name, a->wanted))
        a->rc = a->each(a->ctx, id);
    return a->rc;
}

tby_rc tby__player_match(store_file *f, tby_str wanted,
                         tby_rc (*each)(void *ctx, uint32_t id), void *ctx)
{
    bool beginning = wanted.n && wanted.p[wanted.n - 1] == '*';
    tby_str begin = {wanted.p, wanted.n - beginning};
    char folded[STORE_FOLD];
    size_t n = tby__fold_name(begin, folded);
    asking a = {f, wanted, n < STORE_FOLD, each, ctx, TBY_OK};
    /* What is as long as that may go on in the name. */
    tby_rc rc =
        tby__file_folded_names(f, (tby_str){folded, n}, beginning, judge, &a);

    return rc == TBY_OK ? a.rc : rc;
}

/* More players than that are found faster by a look at all games. */
enum { FEW = 64 };

typedef struct names {
    uint32_t id[FEW];
    size_t n;
} names;

static tby_rc note(void *ctx, uint32_t id)
{
    names *x = ctx;

    if (x->n == FEW)
        return TBY_DONE;
    x->id[x->n++] = id;
    return TBY_OK;
}

/* A condition that has been dealt with is taken away. */
static tby_rc keep(store_set *s, store_file *f, tby_str *wanted, store_side as)
{
    names found = {.n = 0};

    if (!wanted->p)
        return TBY_OK;
    tby_rc rc = tby__player_match(f, *wanted, note, &found);
    if (rc == TBY_OK) {
        *wanted = (tby_str){NULL, 0};
        store_set theirs = {0};
        rc = tby__set_open(&theirs, s->games, false);

        for (size_t run = 0; run < tby__file_runs(f); run++)
            for (size_t i = 0; rc == TBY_OK && i < found.n; i++) {
                uint32_t player = found.id[i];
                run_player p;
                uint32_t game;
                bool black;
                rc = tby__file_player(f, run, player, &p);

                while (rc == TBY_OK) {
                    rc = tby__run_player_next(&p, &game, &black);
                    if (rc == TBY_OK && game <= theirs.games &&
                        store_by_fits(as, black ? TBY_BLACK : TBY_WHITE))
                        theirs.bits[(game - 1) / 64] |= UINT64_C(1)
                                                        << (game - 1) % 64;
                }
                rc = rc == TBY_DONE ? TBY_OK : rc;
            }
        if (rc == TBY_OK)
            tby__set_meet(s, &theirs);
        tby__set_close(&theirs);
        return rc;
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc tby__select_players(store_set *s, store_file *f, store_filter *filter)
{
    TBY_TRY(keep(s, f, &filter->player, filter->as));
    TBY_TRY(keep(s, f, &filter->white, STORE_AS_WHITE));
    return keep(s, f, &filter->black, STORE_AS_BLACK);
}
