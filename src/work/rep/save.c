/* save.c - see rep.h: writing. */
#include "core/base/str.h"
#include "io/stream/sink.h"
#include "tabiya/facts.h"
#include "work/rep/int.h"

#include <stdio.h>
#include <string.h>

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
    return tby_rep_entitle(g, strcmp(path, "-") == 0 ? TBY_STR("Repertoire")
                                                     : bare_name(path));
}

static void complete_color(tby_graph *g, const tby_rep_teller *t)
{
    if (g->has_color)
        return;
    tby_graph_set_color(g, tby_facts_guess_color(g));
    const char *text = g->color == TBY_WHITE
                           ? "Whose repertoire it is was not said: White's, "
                             "it seems."
                           : "Whose repertoire it is was not said: Black's, "
                             "it seems.";
    tby_rep_say(t,
                (tby_rep_fault){TBY_NOTE, TBY_E_REP_COLOR, NULL, {0, 0}, text});
}

/* --- writing --------------------------------------------------------------*/

static tby_rc put_file(const tby_rep_teller *t, const char *path, tby_str bytes)
{
    tby_sink *s = NULL;
    tby_rc rc = tby_sink_put(&s, path, bytes.p, bytes.n);

    if (rc != TBY_OK)
        tby_rep_say_refused(t, rc, s ? tby_sink_error_text(s) : NULL);
    tby_sink_close(s);
    return rc;
}

/* A name that is free: "a/London.new.txt.gz" beside "a/London.txt.gz".  False
 * if there is none of moderate length. */
static bool name_beside(const char *path, char *out, size_t room)
{
    enum { TRIES = 1000 };
    tby_str bare = bare_name(path);
    int stem = (int)(bare.p - path) + (int)bare.n;
    tby_file_info there;

    for (int i = 1; i < TRIES; i++) {
        char number[8] = "";
        if (i > 1)
            snprintf(number, sizeof number, "%d", i);
        int n = snprintf(out, room, "%.*s.new%s%s", stem, path, number,
                         path + stem);
        if (n < 0 || (size_t)n >= room)
            return false;
        if (tby_file_look(out, &there) != TBY_OK)
            return true;
    }
    return false;
}

static tby_rc put_beside(const tby_rep_teller *t, const char *path,
                         tby_str bytes)
{
    char name[4096], text[sizeof name + 128];

    if (!name_beside(path, name, sizeof name))
        return tby_rep_say_refused(t, TBY_E_REP_CHANGED, NULL);
    tby_rc rc = put_file(&(tby_rep_teller){t->listener, name}, name, bytes);
    if (rc != TBY_OK)
        return rc;
    snprintf(text, sizeof text,
             "The file was changed meanwhile and is left as it is; what was "
             "to be written is in '%s'.",
             name);
    return tby_rep_say_refused(t, TBY_E_REP_CHANGED, text);
}

/* A file that is gone can be written, and a device has nothing to lose. */
static bool has_changed(const tby_rep_save_job *job)
{
    tby_file_info now;

    return job->in_place && strcmp(job->path, "-") != 0 &&
           tby_file_look(job->path, &now) == TBY_OK && now.plain &&
           (now.size != job->in_place->seen.size ||
            now.changed != job->in_place->seen.changed);
}

static unsigned version_of(const tby_graph *g, const tby_rep_save_job *job)
{
    if (job->version)
        return job->version;
    return g->version == 4 ? 4 : 5;
}

static tby_rep_teller teller_of(const tby_rep_save_job *job)
{
    return (tby_rep_teller){&job->listener,
                            strcmp(job->path, "-") == 0 ? "stdout" : job->path};
}

tby_rc tby_rep_refuse(const tby_rep_save_job *job, tby_rc rc, const char *text)
{
    tby_rep_teller t = teller_of(job);

    return tby_rep_say_refused(&t, rc, text);
}

static tby_rc check(const tby_rep_save_job *job)
{
    bool to_file = strcmp(job->path, "-") != 0;

    if (job->refused && !job->drop_invalid)
        return tby_rep_refuse(job, TBY_E_REP_LOSS, NULL);
    if (job->in_place && job->in_place->archived && to_file)
        return tby_rep_refuse(job, TBY_E_REP_PACKED, NULL);
    return TBY_OK;
}

tby_rc tby_rep_try_save(const tby_rep_save_job *job)
{
    tby_rep_teller t = teller_of(job);
    tby_file_info there;
    tby_sink *s = NULL;
    tby_rc rc = check(job);

    /* a pipe may have no reader yet */
    if (rc != TBY_OK || strcmp(job->path, "-") == 0 ||
        (tby_file_look(job->path, &there) == TBY_OK && !there.plain))
        return rc;
    rc = tby_sink_open(&s, job->path);
    if (rc != TBY_OK)
        tby_rep_say_refused(&t, rc, s ? tby_sink_error_text(s) : NULL);
    tby_sink_close(s);
    return rc;
}

tby_rc tby_rep_prepare(tby_graph *g, const tby_rep_save_job *job)
{
    tby_rep_teller t = teller_of(job);
    tby_rc rc = check(job);

    if (rc != TBY_OK)
        return rc;
    rc = complete_title(g, job);
    if (rc == TBY_OK && version_of(g, job) == 5)
        complete_color(g, &t);
    return rc == TBY_OK ? TBY_OK : tby_rep_say_refused(&t, rc, NULL);
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
                         const tby_rep_teller *t, tby_buf *out)
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
        tby_rep_say(t, (tby_rep_fault){
                           TBY_WARNING, TBY_E_REP_LOSS, NULL, {0, 0}, LOST});
        return TBY_OK;
    }
    tby_rep_say(
        t, (tby_rep_fault){TBY_NOTE,
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
    tby_rep_teller t = teller_of(job);
    tby_buf bytes;
    tby_rc rc = tby_rep_prepare(g, job);

    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    rc = write_text(g, job, &t, &bytes);
    if (rc != TBY_OK)
        tby_rep_say_refused(&t, rc, NULL);
    else if (has_changed(job))
        rc = put_beside(&t, job->path, tby_buf_str(&bytes));
    else
        rc = put_file(&t, job->path, tby_buf_str(&bytes));
    tby_buf_free(&bytes);
    return rc;
}
