#include "work/rep/rep.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "io/stream/sink.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "tabiya/facts.h"
#include "tabiya/pgn.h"
#include "work/games/games.h"
#include "work/games/int.h"
#include "work/games/kind.h"

#include <stdio.h>
#include <string.h>

typedef struct reporter {
    const tby_rep_listener *listener;
    const char *file;
} reporter;

/* Without a text it is the sentence of the code. */
static void report(const reporter *t, tby_finding fault)
{
    TBY_ASSERT(fault.severity <= TBY_ERROR);
    fault.file = t->file;
    if (!fault.text || !*fault.text)
        fault.text = tby_rc_text(fault.code);
    if (t->listener && t->listener->fault)
        t->listener->fault(t->listener->ctx, &fault);
}

/* The whole file is refused.  Gives rc back; TBY_E_NOMEM is not reported. */
static tby_rc report_refused(const reporter *t, tby_rc rc, const char *text)
{
    if (rc != TBY_E_NOMEM)
        report(t,
               (tby_finding){.severity = TBY_ERROR, .code = rc, .text = text});
    return rc;
}

static void on_diag(void *ctx, const tby_diag_item *item)
{
    char text[1024];
    size_t n = item->detail.n < sizeof text ? item->detail.n : sizeof text - 1;

    memcpy(text, item->detail.p ? item->detail.p : "", n);
    text[n] = '\0';
    report(ctx, (tby_finding){.severity = item->severity,
                              .code = item->code,
                              .place = item->place,
                              .text = text});
}

/* All of a file, decompressed.  *archived, unless NULL: compressed in a way
 * that cannot be written.  What failed has been reported. */
static tby_rc read_bytes(const reporter *t, const char *path, tby_buf *bytes,
                         bool *archived)
{
    tby_source *s = NULL;
    tby_rc rc = tby_source_open(&s, path);

    if (rc == TBY_OK)
        rc = tby_source_read_all(s, bytes);
    if (rc != TBY_OK)
        report_refused(t, rc, s ? tby_source_error_text(s) : NULL);
    else if (archived) /* what a sink can compress again, see sink.h */
        *archived = strcmp(tby_source_format(s), "plain") != 0 &&
                    strcmp(tby_source_format(s), "gzip") != 0 &&
                    strcmp(tby_source_format(s), "zstd") != 0;
    tby_source_close(s);
    return rc;
}

static tby_rc read_text(reporter *t, tby_str text, tby_rep *r)
{
    const char *other = tby_kind_refusal(TBY_WANT_REPERTOIRE, text);
    tby_diag diag = {on_diag, t};

    if (!other && tby_kind_of(text) == TBY_KIND_UNKNOWN &&
        tby_games_format_named(t->file, NULL))
        other = "By its name this is a file of games, but there is no game in "
                "it; nor is it a repertoire.";
    if (other)
        return report_refused(t, TBY_E_FILE_KIND, other);
    *r = (tby_rep){.report = {.version = 0}};
    tby_graph_init(&r->graph, NULL);
    tby_rc rc = tby_rep_read(&r->graph, text, &diag, &r->report);
    if (rc == TBY_E_LIMIT && !r->report.errors)
        report_refused(t, rc, NULL);
    if (rc != TBY_OK)
        tby_graph_free(&r->graph);
    return rc;
}

tby_rc tby_rep_load(tby_rep *r, const char *path,
                    const tby_rep_listener *listener)
{
    reporter t = {listener, strcmp(path, "-") == 0 ? "stdin" : path};
    tby_file_info seen;
    tby_buf bytes;
    bool archived = false;

    TBY_ASSERT(path && *path);
    /* before the first byte: what is written later counts as a change */
    if (tby_file_look(path, &seen) != TBY_OK)
        seen = (tby_file_info){.size = 0};
    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    tby_rc rc = read_bytes(&t, path, &bytes, &archived);
    if (rc == TBY_OK)
        rc = read_text(&t, tby_buf_str(&bytes), r);
    if (rc == TBY_OK) {
        r->seen = seen;
        r->archived = archived;
    }
    tby_buf_free(&bytes);
    return rc;
}

void tby_rep_free(tby_rep *r)
{
    tby_graph_free(&r->graph);
}

/* "a/London_1-5.txt.gz" is called "London_1-5". */
static tby_str bare_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    tby_str name = tby_str_of(slash ? slash + 1 : path);
    static const char *const ENDS[] = {".gz",  ".zst", ".bz2",
                                       ".txt", ".pgn", ".tdb"};

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        size_t n = strlen(ENDS[i]);
        if (name.n > n && memcmp(name.p + name.n - n, ENDS[i], n) == 0)
            name.n -= n;
    }
    return name;
}

static void complete_color(tby_graph *g, const reporter *t)
{
    if (g->has_color)
        return;
    tby_graph_set_color(g, tby_facts_guess_color(g));
    const char *text = g->color == TBY_WHITE
                           ? "Whose repertoire it is was not said: White's, "
                             "it seems."
                           : "Whose repertoire it is was not said: Black's, "
                             "it seems.";
    report(t, (tby_finding){
                  .severity = TBY_NOTE, .code = TBY_E_REP_COLOR, .text = text});
}

static tby_rc put_file(const reporter *t, const char *path, tby_str bytes)
{
    tby_sink *s = NULL;
    tby_rc rc = tby_sink_put(&s, path, bytes.p, bytes.n);

    if (rc != TBY_OK)
        report_refused(t, rc, s ? tby_sink_error_text(s) : NULL);
    tby_sink_close(s);
    return rc;
}

/* Under a name that is free: "a/London.new.txt.gz" beside "a/London.txt.gz". */
static tby_rc put_beside(const reporter *t, const char *path, tby_str bytes)
{
    enum { TRIES = 1000 };
    char name[4096], text[sizeof name + 128], number[16] = "";
    tby_str bare = bare_name(path);
    int stem = (int)(bare.p - path) + (int)bare.n, i = 1;
    tby_file_info there;

    do {
        if (i > 1)
            snprintf(number, sizeof number, "%d", i);
        int n = snprintf(name, sizeof name, "%.*s.new%s%s", stem, path, number,
                         path + stem);
        if (n < 0 || (size_t)n >= sizeof name || i++ == TRIES)
            return report_refused(t, TBY_E_REP_CHANGED, NULL);
    } while (tby_file_look(name, &there) == TBY_OK);
    TBY_TRY(put_file(&(reporter){t->listener, name}, name, bytes));
    snprintf(text, sizeof text,
             "The file was changed meanwhile and is left as it is; what was "
             "to be written is in '%s'.",
             name);
    return report_refused(t, TBY_E_REP_CHANGED, text);
}

/* A file that is gone can be written, and a device has nothing to lose. */
static bool has_changed(const tby_rep_save_job *job)
{
    tby_file_info now;

    return job->in_place && strcmp(job->path, "-") != 0 &&
           tby_file_look(job->path, &now) == TBY_OK && now.plain &&
           (now.number != job->in_place->seen.number ||
            now.size != job->in_place->seen.size ||
            now.changed != job->in_place->seen.changed);
}

static unsigned version_of(const tby_graph *g, const tby_rep_save_job *job)
{
    if (job->version)
        return job->version;
    return g->version == 4 ? 4 : 5;
}

static reporter reporter_of(const tby_rep_save_job *job)
{
    return (reporter){&job->listener,
                      strcmp(job->path, "-") == 0 ? "stdout" : job->path};
}

/* What can be known before anything is written. */
static tby_rc check(const tby_rep_save_job *job)
{
    bool to_file = strcmp(job->path, "-") != 0;
    reporter t = reporter_of(job);

    if (job->refused && !job->drop_invalid)
        return report_refused(&t, TBY_E_REP_LOSS, NULL);
    if (job->in_place && job->in_place->archived && to_file)
        return report_refused(&t, TBY_E_REP_PACKED, NULL);
    return TBY_OK;
}

tby_rc tby_rep_try_save(const tby_rep_save_job *job)
{
    reporter t = reporter_of(job);
    tby_file_info there;
    tby_sink *s = NULL;
    tby_rc rc = check(job);

    /* a pipe may have no reader yet */
    if (rc != TBY_OK || strcmp(job->path, "-") == 0 ||
        (tby_file_look(job->path, &there) == TBY_OK && !there.plain))
        return rc;
    rc = tby_sink_open(&s, job->path);
    if (rc != TBY_OK)
        report_refused(&t, rc, s ? tby_sink_error_text(s) : NULL);
    tby_sink_close(s);
    return rc;
}

/* The same as saving up to the writing. */
static tby_rc prepare(tby_graph *g, const tby_rep_save_job *job)
{
    reporter t = reporter_of(job);
    tby_rc rc = check(job);

    TBY_ASSERT(job->path);
    if (rc != TBY_OK)
        return rc;
    const char *path =
        job->named && strcmp(job->named, "-") != 0 ? job->named : job->path;
    if (!g->title.n)
        rc = tby_rep_entitle(g, strcmp(path, "-") == 0 ? TBY_STR("Repertoire")
                                                       : bare_name(path));
    if (rc == TBY_OK && version_of(g, job) == 5)
        complete_color(g, &t);
    return rc == TBY_OK ? TBY_OK : report_refused(&t, rc, NULL);
}

/* The text of a graph in the version that was asked for.  A file that is
 * changed in place leaves version 4 if that would lose something. */
static tby_rc write_text(tby_graph *g, const tby_rep_save_job *job,
                         const reporter *t, tby_buf *out)
{
    static const char LOST[] =
        "Version 4.0 has no en passant squares and cannot hold all of it.";
    bool whole = true;
    unsigned version = version_of(g, job);
    tby_rc rc = tby_rep_write(g, version, out);

    if (rc == TBY_OK && version == 4) {
        /* Whether a text of version 4, which has no en passant squares, is read
         * as the same graph. */
        tby_str text = tby_buf_str(out);
        tby_graph again;
        tby_rep_report report = {.version = 0};

        tby_graph_init(&again, NULL);
        rc = tby_rep_read(&again, text, NULL, &report);
        if (rc == TBY_OK) {
            again.has_color = g->has_color; /* it has no line for that */
            again.color = g->color;
            rc = tby_graph_compare(g, &again);
            whole = rc == TBY_OK && !report.errors;
        }
        tby_graph_free(&again);
        rc = rc == TBY_DONE ? TBY_OK : rc;
    }
    if (rc != TBY_OK || whole)
        return rc;
    if (job->version == 4) {
        report(t, (tby_finding){.severity = TBY_WARNING,
                                .code = TBY_E_REP_LOSS,
                                .text = LOST});
        return TBY_OK;
    }
    report(t, (tby_finding){
                  .severity = TBY_NOTE,
                  .code = TBY_E_REP_LOSS,
                  .text = "Written as v5.0, because v4.0 has no en passant "
                          "squares and cannot hold all of it."});
    complete_color(g, t);
    tby_buf_clear(out);
    return tby_rep_write(g, 5, out);
}

tby_rc tby_rep_save(tby_graph *g, const tby_rep_save_job *job)
{
    reporter t = reporter_of(job);
    tby_buf bytes;
    int lock = -1;

    TBY_TRY(prepare(g, job));
    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    tby_rc rc = write_text(g, job, &t, &bytes);
    /* nobody changes it between the look and the writing */
    if (rc == TBY_OK && strcmp(job->path, "-") != 0)
        rc = tby_folder_lock(job->path, &lock);
    if (rc != TBY_OK)
        report_refused(&t, rc, NULL);
    else if (has_changed(job))
        rc = put_beside(&t, job->path, tby_buf_str(&bytes));
    else
        rc = put_file(&t, job->path, tby_buf_str(&bytes));
    tby_folder_unlock(lock);
    tby_buf_free(&bytes);
    return rc;
}

typedef struct exporter {
    tby_rep_pgn *games;
    tby_sink *sink;
    tby_game game;
    tby_buf text; /* of a game */
} exporter;

static tby_rc write_games(exporter *x, tby_rep_export_sum *sum)
{
    tby_rc rc;

    while ((rc = tby_rep_pgn_next(x->games, &x->game)) == TBY_OK) {
        const tby_game *game = &x->game;
        sum->games++;
        for (size_t i = 0; i < game->items_n; i++)
            sum->moves += game->items[i].kind == TBY_ITEM_MOVE;
        tby_buf_clear(&x->text);
        TBY_TRY(tby_games_put(TBY_GAMES_PGN, game, &x->text));
        TBY_TRY(tby_sink_write(x->sink, x->text.p, x->text.n));
    }
    return rc == TBY_DONE ? tby_sink_commit(x->sink) : rc;
}

tby_rc tby_rep_export(tby_graph *g, const tby_rep_save_job *job,
                      const tby_rep_pgn_options *options,
                      tby_rep_export_sum *sum)
{
    tby_rep_save_job as_v5 = *job;
    exporter x = {.games = NULL};

    *sum = (tby_rep_export_sum){.games = 0};
    as_v5.version = 5; /* PGN has room for all that v5.0 has */
    TBY_TRY(prepare(g, &as_v5));
    tby_game_init(&x.game, NULL);
    tby_buf_init(&x.text, NULL, SIZE_MAX);
    tby_rc rc = tby_rep_pgn_open(&x.games, g, options, NULL);
    if (rc == TBY_OK)
        rc = tby_sink_open(&x.sink, job->path);
    if (rc == TBY_OK)
        rc = write_games(&x, sum);
    if (rc != TBY_OK) {
        reporter t = reporter_of(job);
        report_refused(&t, rc, x.sink ? tby_sink_error_text(x.sink) : NULL);
    }
    tby_sink_close(x.sink);
    tby_rep_pgn_close(x.games);
    tby_game_free(&x.game);
    tby_buf_free(&x.text);
    return rc;
}

/* Takes an ending off the name; all of it must not be the ending. */
static bool take_off(tby_str *name, tby_str ending)
{
    if (name->n <= ending.n || name->p[name->n - ending.n - 1] == '/' ||
        memcmp(name->p + name->n - ending.n, ending.p, ending.n) != 0)
        return false;
    name->n -= ending.n;
    return true;
}

tby_rc tby_cards_path(const char *repertoire, tby_buf *out)
{
    static const char *const PACKED[] = {".zst", ".gz", ".bz2", ".zip", ".7z"};
    tby_str name = tby_str_of(repertoire);

    TBY_ASSERT(repertoire);
    for (size_t i = 0; i < sizeof PACKED / sizeof *PACKED; i++)
        if (take_off(&name, tby_str_of(PACKED[i])))
            break;
    take_off(&name, TBY_STR(".txt"));
    tby_buf_add(out, name);
    tby_buf_add(out, TBY_STR(".cards.tsv\0"));
    return out->rc;
}

tby_rc tby_cards_load(tby_cards *c, const char *path,
                      const tby_rep_listener *listener, uint64_t *refused)
{
    tby_file_info info;

    *refused = 0;
    if (tby_file_look(path, &info) == TBY_E_IO_OPEN)
        return TBY_OK;
    return tby_cards_load_copy(c, path, listener, refused);
}

tby_rc tby_cards_load_copy(tby_cards *c, const char *path,
                           const tby_rep_listener *listener, uint64_t *refused)
{
    reporter t = {listener, path};
    tby_diag diag = {on_diag, &t};
    tby_buf bytes;

    *refused = 0;
    tby_buf_init(&bytes, NULL, TBY_CARDS_MAX_BYTES);
    tby_rc rc = read_bytes(&t, path, &bytes, NULL);
    if (rc == TBY_OK) {
        rc = tby_cards_read(c, tby_buf_str(&bytes), &diag, refused);
        if (rc == TBY_E_LIMIT)
            report_refused(&t, rc, NULL);
    }
    tby_buf_free(&bytes);
    return rc;
}

static tby_rc put_cards(const tby_cards *c, const char *path, const reporter *t)
{
    tby_buf bytes;

    tby_buf_init(&bytes, NULL, TBY_CARDS_MAX_BYTES);
    tby_rc rc = tby_cards_write(c, &bytes);
    rc = rc == TBY_OK ? put_file(t, path, tby_buf_str(&bytes))
                      : report_refused(t, rc, NULL);
    tby_buf_free(&bytes);
    return rc;
}

tby_rc tby_cards_save(const tby_cards *c, const char *path,
                      const tby_rep_listener *listener)
{
    reporter t = {listener, path};
    tby_file_info info;
    int lock = -1;
    tby_rc rc = tby_folder_lock(path, &lock);

    if (rc != TBY_OK)
        return report_refused(&t, rc, NULL);
    if (tby_file_look(path, &info) == TBY_E_IO_OPEN)
        rc = put_cards(c, path, &t);
    else {
        /* What is in the file, with these on top. */
        tby_cards *both = NULL;
        uint64_t refused;
        rc = tby_cards_open(&both, NULL);
        if (rc == TBY_OK) {
            /* what is wrong with it was reported before */
            rc = tby_cards_load(both, path, NULL, &refused);
            if (rc != TBY_OK)
                report_refused(&t, rc, NULL);
            for (size_t i = 0; rc == TBY_OK && i < tby_cards_count(c); i++)
                rc = tby_cards_merge(both, tby_cards_at(c, i));
            if (rc == TBY_OK)
                rc = put_cards(both, path, &t);
            tby_cards_close(both);
        }
    }
    tby_folder_unlock(lock);
    return rc;
}
