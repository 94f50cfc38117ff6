/* health.c - what the server has, and what is in its database: counted by a
 * thread, see jobs.h. */
#include "app/server/api/jobs.h"
#include "app/server/http/server.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "tabiya/tabiya.h"
#include "work/json/answer.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void put_date(tby_jsonw *w, const char *key, uint32_t date)
{
    char text[TBY_ANSWER_DATE];

    tby_jsonw_put_cstr(w, key, date ? tby_answer_date(date, text) : NULL);
}

void tby__answer_health(request *r)
{
    server *s = r->server;
    const char *slash = strrchr(s->engine, '/');
    char sentence[256] = "";
    tby_store_facts found = {.games = 0};
    reply_json j;

    if (!tby__request_done(r))
        return;
    tby_rc rc =
        s->facts ? tby__facts_get(s->facts, &found, sentence, sizeof sentence)
                 : TBY_OK;
    if (rc != TBY_OK) {
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, sentence);
        return;
    }
    tby_jsonw *w = tby__reply_start(&j);
    tby_jsonw_put_cstr(w, "status",
                       atomic_load(&s->draining) ? "draining" : "ok");
    tby_jsonw_put_cstr(w, "version", tby_version());
    if (tby_jsonw_known(w, "database", s->facts)) {
        uint64_t bytes = 0;

        for (int i = 0; i < TBY_STORE_PARTS; i++)
            bytes += found.bytes[i];
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "games", found.games);
        tby_jsonw_put_u64(w, "waiting", found.waiting);
        tby_jsonw_put_u64(w, "plies", found.plies);
        tby_jsonw_put_u64(w, "players", found.names[STORE_PLAYER]);
        put_date(w, "first_date", found.first);
        put_date(w, "last_date", found.last);
        tby_jsonw_put_u64(w, "bytes", bytes);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_put_bool(w, "repertoires", s->options->repertoires != NULL);
    tby_jsonw_put_cstr(w, "engine", slash ? slash + 1 : NULL);
    if (tby_jsonw_known(w, "book", s->book.book.n)) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "entries", s->book.book.n);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_put_object(w, "tables");
    tby_jsonw_put_u64(w, "men", tby_tables_men(s->tables));
    tby_jsonw_object_end(w);
    tby_jsonw_put_object(w, "names");
    tby_jsonw_put_u64(w, "positions", s->names.count);
    tby_jsonw_put_cstr(w, "etag", s->names_file.etag);
    tby_jsonw_object_end(w);
    uint64_t job = tby__jobs_current(s->jobs);

    if (tby_jsonw_known(w, "import", job))
        tby_jsonw_u64(w, job);
    tby_jsonw_put_u64(w, "questions", tby__work_pool_count(&s->work));
    tby__reply_end(r, &j, MHD_HTTP_OK);
}

/* Who asks may be late: that there is no such question is no error. */
void tby__answer_question(request *r)
{
    tby_str name = r->target.segments[r->target.segments_n - 1];
    work_status status;
    reply_json j;

    if (!tby__request_done(r))
        return;
    if (!name.n || !tby__work_pool_status(&r->server->work, name, &status)) {
        tby__reply_empty(r, MHD_HTTP_NO_CONTENT);
        return;
    }
    tby_jsonw *w = tby__reply_start(&j);
    tby_jsonw_put_bool(w, "running", status.running);
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, status.seconds, 1);
    tby_jsonw_key(w, "share");
    tby_jsonw_double(w, status.share, 3);
    tby__reply_end(r, &j, MHD_HTTP_OK);
}

/* Size and age of the database and of its journal. */
typedef struct mark {
    uint64_t size[2];
    int64_t changed[2];
} mark;

struct facts {
    const char *database;
    pthread_mutex_t counting; /* of the handle; taken before the lock */
    tby_store *store;
    mark seen;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t end;
    pthread_t thread;
    bool running, ending;
    atomic_bool stop;
    tby_rc rc;
    tby_store_facts found;
    char sentence[256];
};

static mark look(const facts *f)
{
    char journal[PATH_MAX];
    const char *const paths[] = {f->database, journal};
    tby_file_info info;
    mark m = {.size = {0}};

    (void)snprintf(journal, sizeof journal, "%s-wal", f->database);
    for (int i = 0; i < 2; i++)
        if (tby_file_look(paths[i], &info) == TBY_OK) {
            m.size[i] = info.size;
            m.changed[i] = info.changed;
        }
    return m;
}

void tby__facts_refresh(facts *f)
{
    tby_store_facts found = {.games = 0};

    pthread_mutex_lock(&f->counting);
    f->seen = look(f);
    tby_rc rc = tby_store_info(f->store, &found);
    pthread_mutex_lock(&f->lock);
    f->rc = rc;
    if (rc == TBY_OK)
        f->found = found;
    else
        (void)snprintf(f->sentence, sizeof f->sentence, "%s",
                       tby_store_error_text(f->store));
    pthread_mutex_unlock(&f->lock);
    pthread_mutex_unlock(&f->counting);
}

/* Looks every quarter of a second.  Counting takes 80 ms for 300,000 games:
 * ten times as long as it took nobody counts again. */
static void *watch(void *ctx)
{
    static const long LOOK_NS = 250000000;
    facts *f = ctx;
    double next = 0;

    pthread_mutex_lock(&f->lock);
    while (!f->ending) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&f->end, &f->lock, &until);
        double start = tby_clock_now();
        if (f->ending || start < next)
            continue;
        pthread_mutex_unlock(&f->lock);
        mark now = look(f);
        pthread_mutex_lock(&f->counting);
        bool same = memcmp(&now, &f->seen, sizeof now) == 0;
        pthread_mutex_unlock(&f->counting);
        if (!same) {
            tby__facts_refresh(f);
            next = tby_clock_now() + 10 * (tby_clock_now() - start);
        }
        pthread_mutex_lock(&f->lock);
    }
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

tby_rc tby__facts_start(facts **out, const char *database)
{
    facts *f = tby_grow_new(NULL, 1, sizeof *f);

    *out = f;
    if (!f)
        return TBY_E_NOMEM;
    memset(f, 0, sizeof *f);
    f->database = database;
    pthread_mutex_init(&f->counting, NULL);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->end, NULL);
    TBY_TRY(tby_store_open(&f->store, database, TBY_STORE_READ));
    tby_store_set_cancel(f->store, &f->stop);
    tby__facts_refresh(f);
    f->running = pthread_create(&f->thread, NULL, watch, f) == 0;
    return f->running ? TBY_OK : TBY_E_IO_THREAD;
}

void tby__facts_stop(facts *f)
{
    if (!f)
        return;
    atomic_store(&f->stop, true);
    pthread_mutex_lock(&f->lock);
    f->ending = true;
    pthread_cond_signal(&f->end);
    pthread_mutex_unlock(&f->lock);
    if (f->running)
        pthread_join(f->thread, NULL);
    tby_store_close(f->store);
    pthread_cond_destroy(&f->end);
    pthread_mutex_destroy(&f->lock);
    pthread_mutex_destroy(&f->counting);
    tby_grow_free(NULL, f, 1, sizeof *f);
}

tby_rc tby__facts_get(facts *f, tby_store_facts *out, char *sentence,
                      size_t cap)
{
    pthread_mutex_lock(&f->lock);
    tby_rc rc = f->rc;
    if (rc == TBY_OK)
        *out = f->found;
    else
        (void)snprintf(sentence, cap, "%s", f->sentence);
    pthread_mutex_unlock(&f->lock);
    return rc;
}
