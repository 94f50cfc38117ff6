/* import.c - the paths below /import. */
#include "app/server/api/jobs_int.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "app/server/http/stream.h"
#include "core/base/num.h"

#include <stdio.h>

void tby__answer_import(request *r)
{
    tby_str name = tby__request_param(r, "name");
    char path[64];
    reply_json j;

    if (!tby__request_done(r))
        return;
    if (!r->server->jobs) {
        tby__request_refuse(r, REFUSE_NO_DATABASE);
        return;
    }
    uint64_t id = tby__jobs_add(r->server->jobs, &r->spool,
                                name.n ? name : tby_str_of("upload"));
    if (!id) {
        tby__request_refuse(r, REFUSE_JOBS);
        return;
    }
    (void)snprintf(path, sizeof path, "/api/v1/import/%llu",
                   (unsigned long long)id);
    tby_jsonw *w = tby__reply_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "job", id);
    tby_jsonw_put_cstr(w, "events", path);
    tby_jsonw_object_end(w);
    tby__reply_json_end(r, &j, MHD_HTTP_ACCEPTED);
    tby__reply_header(r, "Location", path);
}

/* With the lock. */
static void report(stream *s, const job *one)
{
    reply_json j;

    if (one->state == JOB_OVER) {
        tby__stream_report(s, one->event, tby_buf_str(&one->data));
        tby__stream_end(s);
        return;
    }
    tby_jsonw *w = tby__reply_json_start(&j);
    const char *state = one->state == JOB_WAITS            ? "waiting"
                        : one->stage == TBY_IMPORT_INDEXES ? "indexing"
                                                           : "reading";

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "job", one->id);
    tby_jsonw_put_cstr(w, "state", state);
    tby_jsonw_put_u64(w, "done", one->done);
    tby_jsonw_put_u64(w, "total", one->total);
    tby_jsonw_put_u64(w, "games", one->games);
    tby_jsonw_object_end(w);
    tby__stream_report(s, "progress", tby_buf_str(&j.buf));
    tby__reply_json_drop(&j);
}

/* `seen` is the version that was told, and one more. */
static void feed(void *ctx, stream *s)
{
    jobs *j = ctx;

    pthread_mutex_lock(&j->lock);
    const job *one = tby__jobs_find(j, s->source.number);
    if (!one)
        tby__stream_end(s);
    else if (s->seen != one->version + 1)
        report(s, one);
    s->seen = one ? one->version + 1 : 0;
    pthread_mutex_unlock(&j->lock);
}

/* The job of the path; 0 after a refusal.  `stop`: it is to end. */
static uint64_t job_of(request *r, bool stop)
{
    tby_str text = r->target.segments[r->target.segments_n - 1];
    jobs *j = r->server->jobs;
    uint64_t id = 0;
    job *one = NULL;

    if (j && tby_num_u64(text, 1, UINT64_MAX, &id, NULL) == TBY_OK) {
        pthread_mutex_lock(&j->lock);
        one = tby__jobs_find(j, id);
        if (one && stop)
            atomic_store(&one->stop, true);
        pthread_mutex_unlock(&j->lock);
    }
    if (one)
        return id;
    tby__request_refuse_with(r, REFUSE_NOT_FOUND, "There is no such import.");
    return 0;
}

void tby__answer_import_events(request *r)
{
    uint64_t id = tby__request_done(r) ? job_of(r, false) : 0;
    stream_source source = {feed, r->server->jobs, id};

    if (id)
        tby__stream_open(r, &source);
}

void tby__answer_import_stop(request *r)
{
    if (tby__request_done(r) && job_of(r, true))
        tby__reply_empty(r, MHD_HTTP_NO_CONTENT);
}
