/* health.c - what the server has. */
#include "app/server/api/ask.h"
#include "app/server/api/jobs.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "io/system/clock.h"
#include "tabiya/tabiya.h"
#include "work/json/answer.h"

#include <string.h>

static void put_date(tby_jsonw *w, const char *key, uint32_t date)
{
    char text[TBY_ANSWER_DATE];

    tby_jsonw_put_cstr(w, key, date ? tby_answer_date(date, text) : NULL);
}

static void put_facts(tby_jsonw *w, const tby_store_facts *f)
{
    uint64_t bytes = 0;

    for (int i = 0; i < TBY_STORE_PARTS; i++)
        bytes += f->bytes[i];
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "games", f->games);
    tby_jsonw_put_u64(w, "waiting", f->waiting);
    tby_jsonw_put_u64(w, "plies", f->plies);
    tby_jsonw_put_u64(w, "players", f->names[STORE_PLAYER]);
    put_date(w, "first_date", f->first);
    put_date(w, "last_date", f->last);
    tby_jsonw_put_u64(w, "bytes", bytes);
    tby_jsonw_object_end(w);
}

static void put_book(tby_jsonw *w, const server *s)
{
    tby_jsonw_key(w, "book");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "positions", s->book.count);
    tby_jsonw_put_cstr(w, "etag", s->book_file.etag);
    tby_jsonw_object_end(w);
}

static void put_import(tby_jsonw *w, server *s)
{
    uint64_t job = jobs_current(s->jobs);

    tby_jsonw_key(w, "import");
    if (job)
        tby_jsonw_u64(w, job);
    else
        tby_jsonw_null(w);
}

static void put_health(tby_jsonw *w, server *s, const tby_store_facts *facts)
{
    const char *slash = strrchr(s->engine, '/');

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "status",
                       atomic_load(&s->draining) ? "draining" : "ok");
    tby_jsonw_put_cstr(w, "version", tby_version());
    tby_jsonw_key(w, "database");
    if (facts)
        put_facts(w, facts);
    else
        tby_jsonw_null(w);
    tby_jsonw_put_bool(w, "repertoires", s->options->repertoires != NULL);
    tby_jsonw_put_cstr(w, "engine", slash ? slash + 1 : NULL);
    put_book(w, s);
    put_import(w, s);
    tby_jsonw_object_end(w);
}

/* Counting everything takes 80 ms on 300,000 games, so that what was counted
 * holds for a moment, unless an import has ended since. */
static tby_rc count(server *s, tby_store *store, tby_store_facts *out)
{
    enum { SECONDS = 2 };
    facts_kept *kept = &s->facts;
    uint64_t imports = jobs_over(s->jobs);
    tby_rc rc = TBY_OK;

    pthread_mutex_lock(&kept->lock);
    if (kept->until < tby_clock_now() || kept->imports != imports) {
        rc = tby_store_info(store, &kept->facts);
        kept->imports = imports;
        kept->until = rc == TBY_OK ? tby_clock_now() + SECONDS : 0;
    }
    *out = kept->facts;
    pthread_mutex_unlock(&kept->lock);
    return rc;
}

void answer_health(request *r)
{
    server *s = r->server;
    tby_store_facts facts;
    tby_rc rc = TBY_OK;
    reply_json j;

    if (!request_done(r))
        return;
    if (s->readers.n) {
        tby_store *store = readers_take(&s->readers);
        rc = count(s, store, &facts);
        if (rc != TBY_OK)
            ask_failed(r, store, rc);
        readers_give(&s->readers, store);
    }
    if (rc != TBY_OK)
        return;
    put_health(reply_json_start(&j), s, s->readers.n ? &facts : NULL);
    reply_json_end(r, &j, MHD_HTTP_OK);
}
