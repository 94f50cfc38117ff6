/* player_match.c - see player_match.h. */
#include "store/query/player_match.h"

#include "store/query/compiled_filter.h"

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
        a->sure ? TBY_OK : store_file_name(a->file, STORE_PLAYER, id, &name);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    if (a->sure || store_name_fits(name, a->wanted))
        a->rc = a->each(a->ctx, id);
    return a->rc;
}

tby_rc store_player_match(store_file *f, tby_str wanted,
                          tby_rc (*each)(void *ctx, uint32_t id), void *ctx)
{
    bool beginning = wanted.n && wanted.p[wanted.n - 1] == '*';
    tby_str begin = {wanted.p, wanted.n - beginning};
    char folded[STORE_FOLD];
    size_t n = store_fold(begin, folded);
    asking a = {f, wanted, n < STORE_FOLD, each, ctx, TBY_OK};
    /* What is as long as that may go on in the name. */
    tby_rc rc = store_file_folds(f, (tby_str){folded, n}, beginning, judge, &a);

    return rc == TBY_OK ? a.rc : rc;
}
