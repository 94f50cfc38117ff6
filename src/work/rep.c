/* rep.c - see rep.h. */
#include "work/rep.h"

#include "core/base/str.h"
#include "io/sink.h"
#include "io/source.h"
#include "tabiya/facts.h"

#include <string.h>

/* --- telling --------------------------------------------------------------*/

typedef struct teller {
    const tby_rep_listener *listener;
    const char *file;
} teller;

static void tell(const teller *t, tby_rep_fault fault)
{
    fault.file = t->file;
    if (!fault.text || !*fault.text)
        fault.text = tby_rc_text(fault.code);
    if (t->listener && t->listener->fault)
        t->listener->fault(t->listener->ctx, &fault);
}

/* The whole file is refused. */
static tby_rc refuse(const teller *t, tby_rc rc, const char *text)
{
    if (rc != TBY_E_NOMEM)
        tell(t, (tby_rep_fault){TBY_ERROR, rc, NULL, {0, 0}, text});
    return rc;
}

static void hear(void *ctx, const tby_diag_item *item)
{
    char text[1024];
    size_t n = item->detail.n < sizeof text ? item->detail.n : sizeof text - 1;

    memcpy(text, item->detail.p ? item->detail.p : "", n);
    text[n] = '\0';
    tell(ctx,
         (tby_rep_fault){item->severity, item->code, NULL, item->place, text});
}

/* --- reading --------------------------------------------------------------*/

static tby_rc read_bytes(const teller *t, const char *path, tby_buf *bytes)
{
    tby_source *s = NULL;
    tby_rc rc = tby_source_open(&s, path);

    if (rc == TBY_OK)
        rc = tby_source_read_all(s, bytes);
    if (rc != TBY_OK)
        refuse(t, rc, s ? tby_source_error_text(s) : NULL);
    tby_source_close(s);
    return rc;
}

static tby_rc read_text(teller *t, tby_str text, tby_rep *r)
{
    tby_diag diag = {hear, t};

    *r = (tby_rep){.report = {.version = 0}};
    tby_graph_init(&r->graph, NULL);
    tby_rc rc = tby_rep_read(&r->graph, text, &diag, &r->report);
    if (rc == TBY_E_LIMIT && !r->report.errors)
        refuse(t, rc, NULL);
    if (rc != TBY_OK)
        tby_graph_free(&r->graph);
    return rc;
}

tby_rc tby_rep_load(tby_rep *r, const char *path,
                    const tby_rep_listener *listener)
{
    teller t = {listener, strcmp(path, "-") == 0 ? "stdin" : path};
    tby_buf bytes;

    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    tby_rc rc = read_bytes(&t, path, &bytes);
    if (rc == TBY_OK)
        rc = read_text(&t, tby_buf_str(&bytes), r);
    tby_buf_free(&bytes);
    return rc;
}

void tby_rep_free(tby_rep *r)
{
    tby_graph_free(&r->graph);
}

/* --- what a graph lacks ---------------------------------------------------*/

/* "a/London_1-5.txt.gz" is called "London_1-5". */
static tby_str bare_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    tby_str name = tby_str_of(slash ? slash + 1 : path);
    static const char *const ENDS[] = {".gz", ".zst", ".bz2", ".txt", ".pgn"};

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        size_t n = strlen(ENDS[i]);
        if (name.n > n && memcmp(name.p + name.n - n, ENDS[i], n) == 0)
            name.n -= n;
    }
    return name;
}

static tby_rc complete_title(tby_graph *g, const tby_rep_save_job *job)
{
    const char *path =
        job->named && strcmp(job->named, "-") != 0 ? job->named : job->path;

    if (g->title.n)
        return TBY_OK;
    return tby_graph_set_title(g, strcmp(path, "-") == 0 ? TBY_STR("Repertoire")
                                                         : bare_name(path));
}

static void complete_color(tby_graph *g, const teller *t)
{
    if (g->has_color)
        return;
    tby_graph_set_color(g, tby_facts_guess_color(g));
    const char *text = g->color == TBY_WHITE
                           ? "Whose repertoire it is was not said: White's, "
                             "it seems."
                           : "Whose repertoire it is was not said: Black's, "
                             "it seems.";
    tell(t, (tby_rep_fault){TBY_NOTE, TBY_E_REP_COLOR, NULL, {0, 0}, text});
}

/* --- writing --------------------------------------------------------------*/

static tby_rc put_file(const teller *t, const char *path, tby_str bytes)
{
    tby_sink *s = NULL;
    tby_rc rc = tby_sink_put(&s, path, bytes.p, bytes.n);

    if (rc != TBY_OK)
        refuse(t, rc, s ? tby_sink_error_text(s) : NULL);
    tby_sink_close(s);
    return rc;
}

static unsigned version_of(const tby_graph *g, const tby_rep_save_job *job)
{
    if (job->version)
        return job->version;
    return g->version == 4 ? 4 : 5;
}

static teller teller_of(const tby_rep_save_job *job)
{
    return (teller){&job->listener,
                    strcmp(job->path, "-") == 0 ? "stdout" : job->path};
}

tby_rc tby_rep_refuse(const tby_rep_save_job *job, tby_rc rc, const char *text)
{
    teller t = teller_of(job);

    return refuse(&t, rc, text);
}

tby_rc tby_rep_prepare(tby_graph *g, const tby_rep_save_job *job)
{
    teller t = teller_of(job);

    if (job->refused && !job->drop_invalid)
        return refuse(&t, TBY_E_REP_LOSS, NULL);
    tby_rc rc = complete_title(g, job);
    if (rc == TBY_OK && version_of(g, job) == 5)
        complete_color(g, &t);
    return rc == TBY_OK ? TBY_OK : refuse(&t, rc, NULL);
}

/* Whether a text of version 4, which has no en passant squares, is read as the
 * same graph. */
static tby_rc holds_all(const tby_graph *g, tby_str text, bool *out)
{
    tby_graph again;
    tby_rep_report report = {.version = 0};

    tby_graph_init(&again, NULL);
    tby_rc rc = tby_rep_read(&again, text, NULL, &report);
    if (rc == TBY_OK) {
        again.has_color = g->has_color; /* it has no line for that */
        again.color = g->color;
        rc = tby_graph_compare(g, &again);
        *out = rc == TBY_OK && !report.errors;
    }
    tby_graph_free(&again);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* The text of a graph in the version that was asked for.  A file that is
 * changed in place leaves version 4 if that would lose something. */
static tby_rc write_text(tby_graph *g, const tby_rep_save_job *job,
                         const teller *t, tby_buf *out)
{
    static const char LOST[] =
        "Version 4.0 has no en passant squares and cannot hold all of it.";
    bool whole = true;
    unsigned version = version_of(g, job);
    tby_rc rc = tby_rep_write(g, version, out);

    if (rc == TBY_OK && version == 4)
        rc = holds_all(g, tby_buf_str(out), &whole);
    if (rc != TBY_OK || whole)
        return rc;
    if (job->version == 4) {
        tell(t,
             (tby_rep_fault){TBY_WARNING, TBY_E_REP_LOSS, NULL, {0, 0}, LOST});
        return TBY_OK;
    }
    tell(t, (tby_rep_fault){TBY_NOTE,
                            TBY_E_REP_LOSS,
                            NULL,
                            {0, 0},
                            "Written as v5.0, because v4.0 has no en passant "
                            "squares and cannot hold all of it."});
    complete_color(g, t);
    tby_buf_clear(out);
    return tby_rep_write(g, 5, out);
}

tby_rc tby_rep_save(tby_graph *g, const tby_rep_save_job *job)
{
    teller t = teller_of(job);
    tby_buf bytes;
    tby_rc rc = tby_rep_prepare(g, job);

    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    rc = write_text(g, job, &t, &bytes);
    rc = rc == TBY_OK ? put_file(&t, job->path, tby_buf_str(&bytes))
                      : refuse(&t, rc, NULL);
    tby_buf_free(&bytes);
    return rc;
}
