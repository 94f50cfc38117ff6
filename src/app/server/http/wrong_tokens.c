/* wrong_tokens.c - see wrong_tokens.h. */
#include "app/server/http/wrong_tokens.h"

#include "io/system/clock.h"

void tby__wrong_tokens_open(wrong_tokens *w)
{
    w->n = 0;
    w->last = 0;
    w->ending = false;
    pthread_mutex_init(&w->lock, NULL);
}

void tby__wrong_tokens_add(wrong_tokens *w, struct MHD_Connection *c)
{
    double at = tby_clock_now() + MS_WRONG_TOKEN / 1e3;

    MHD_suspend_connection(c);
    pthread_mutex_lock(&w->lock);
    if (at < w->last + MS_NEXT_TOKEN / 1e3)
        at = w->last + MS_NEXT_TOKEN / 1e3;
    bool room = !w->ending && w->n < LIMIT_CONNECTIONS;
    if (room) {
        w->last = at;
        w->all[w->n++] = (struct wrong_token){c, at};
    }
    pthread_mutex_unlock(&w->lock);
    if (!room)
        MHD_resume_connection(c);
}

static void wake(wrong_tokens *w, double now)
{
    size_t kept = 0;

    for (size_t i = 0; i < w->n; i++)
        if (w->all[i].at <= now)
            MHD_resume_connection(w->all[i].connection);
        else
            w->all[kept++] = w->all[i];
    w->n = kept;
}

void tby__wrong_tokens_tick(wrong_tokens *w)
{
    pthread_mutex_lock(&w->lock);
    wake(w, tby_clock_now());
    pthread_mutex_unlock(&w->lock);
}

void tby__wrong_tokens_end_all(wrong_tokens *w)
{
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    wake(w, w->last);
    pthread_mutex_unlock(&w->lock);
}
