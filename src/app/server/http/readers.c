#include "app/server/http/readers.h"

#include "core/base/assert.h"

#include <stdio.h>

tby_rc tby__readers_open(readers *r, const char *path, size_t n, char *sentence,
                         size_t cap)
{
    *r = (readers){.n = 0};
    pthread_mutex_init(&r->lock, NULL);
    while (r->n < n && r->n < READERS_MOST) {
        tby_store *s = NULL;
        tby_rc rc = tby_store_open(&s, path, TBY_STORE_READ);

        if (rc != TBY_OK) {
            (void)snprintf(sentence, cap, "%s",
                           s ? tby_store_error_text(s) : "");
            tby_store_close(s);
            return rc;
        }
        tby_store_set_memory(s, LIMIT_READER);
        r->all[r->n++] = s;
    }
    return TBY_OK;
}

void tby__readers_close(readers *r)
{
    for (size_t i = 0; i < r->n; i++)
        tby_store_close(r->all[i]);
    r->n = 0;
}

tby_store *tby__readers_take(readers *r, const atomic_bool *stop, bool is_long)
{
    pthread_mutex_lock(&r->lock);
    size_t i = is_long ? r->n - 1 : 0;
    while (i < r->n && r->taken[i])
        i = is_long ? i - 1 : i + 1;
    TBY_ASSERT(i < r->n);
    r->taken[i] = true;
    pthread_mutex_unlock(&r->lock);
    tby_store_set_cancel(r->all[i], stop);
    return r->all[i];
}

void tby__readers_give(readers *r, tby_store *s)
{
    size_t i = 0;

    tby_store_set_cancel(s, NULL);
    tby_store_set_share(s, NULL);
    while (r->all[i] != s)
        i++;
    pthread_mutex_lock(&r->lock);
    r->taken[i] = false;
    pthread_mutex_unlock(&r->lock);
}
