/* readers.c - see readers.h. */
#include "app/server/http/readers.h"

#include <stdio.h>

tby_rc readers_open(readers *r, const char *path, size_t n, char *sentence,
                    size_t cap)
{
    *r = (readers){.n = 0};
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->back, NULL);
    while (r->n < n && r->n < READERS_MOST) {
        tby_store *s = NULL;
        tby_rc rc = tby_store_open(&s, path, TBY_STORE_READ);

        if (rc != TBY_OK) {
            (void)snprintf(sentence, cap, "%s",
                           s ? tby_store_error_text(s) : "");
            tby_store_close(s);
            return rc;
        }
        r->all[r->n++] = r->free[r->free_n++] = s;
    }
    return TBY_OK;
}

void readers_close(readers *r)
{
    for (size_t i = 0; i < r->n; i++)
        tby_store_close(r->all[i]);
    r->n = r->free_n = 0;
}

tby_store *readers_take(readers *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->free_n == 0)
        pthread_cond_wait(&r->back, &r->lock);
    tby_store *s = r->free[--r->free_n];
    pthread_mutex_unlock(&r->lock);
    return s;
}

void readers_give(readers *r, tby_store *s)
{
    pthread_mutex_lock(&r->lock);
    r->free[r->free_n++] = s;
    pthread_cond_signal(&r->back);
    pthread_mutex_unlock(&r->lock);
}
