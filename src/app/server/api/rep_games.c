/* rep_games.c - a repertoire, which is the body, held against the games of the
 * database: what is played and not answered, where a player left it. */
#include "work/json/rep_games.h"
#include "app/server/api/params.h"
#include "app/server/http/server.h"
#include "core/base/str.h"
#include "tabiya/facts.h"
#include "tabiya/rep.h"
#include "work/db/visit.h"

enum { NAMES = 10 };

typedef struct asked {
    store_filter filter;
    uint64_t limit; /* gaps or places */
    tby_graph graph;
    tby_color color;
    tby_line_text trail;
} asked;

static void drop(asked *q)
{
    tby_line_text_free(&q->trail);
    tby_graph_free(&q->graph);
}

/* Drop it if it is true; a repertoire with a damaged line is refused. */
static bool open_asked(request *r, asked *q)
{
    tby_rep_report report;

    *q = (asked){.limit = 100};
    if (!tby__params_filter(r, &q->filter, false) ||
        !tby__request_number(r, "limit", 1, LIMIT_PAGE, &q->limit) ||
        !tby__request_done(r) || !tby__repertoire_sound(r, false))
        return false;
    tby_graph_init(&q->graph, NULL);
    tby_rc rc = tby_rep_read(&q->graph, tby_buf_str(&r->body), NULL, &report);
    if (rc == TBY_OK)
        rc = tby_line_text_open(&q->trail, &q->graph, NULL);
    q->color =
        q->graph.has_color ? q->graph.color : tby_facts_guess_color(&q->graph);
    if (rc == TBY_OK)
        return true;
    tby_graph_free(&q->graph);
    return tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
}

static tby_rc on_progress(void *ctx, uint64_t done, uint64_t total,
                          uint64_t amount)
{
    work_task *t = ctx;

    (void)amount;
    atomic_store(&t->share, (unsigned)(done * 1000 / total));
    return atomic_load(&t->stop) ? TBY_E_STORE_STOPPED : TBY_OK;
}

static tby_rc visit(request *r, tby_store *s, const asked *q,
                    tby_games_visitor visitor)
{
    tby_games_sum sum;
    tby_db_visit_job job = {.store = s,
                            .filter = &q->filter,
                            .visitor = visitor,
                            .mainline = true,
                            .progress = on_progress,
                            .ctx = &r->task};

    return tby_db_visit(&job, &sum);
}

void tby__answer_coverage(request *r)
{
    tby_coverage *c = NULL;
    reply_json j;
    asked q;

    if (!open_asked(r, &q))
        return;
    tby_store *s = tby__params_take_store(r);
    if (s) {
        tby_jsonw *w = tby__reply_start(&j);
        tby_rc rc = tby_coverage_open(&c, &q.graph, q.color);
        if (rc == TBY_OK)
            rc = visit(r, s, &q, tby_coverage_visitor(c));
        if (rc == TBY_OK)
            rc = tby_coverage_finish(c);
        if (rc == TBY_OK)
            tby_answer_coverage(w, c, &q.trail, q.color, q.limit, 1);
        tby_coverage_close(c);
        tby__params_finish(r, &j, s, rc);
    }
    drop(&q);
}

/* The names by which the player was found. */
static void put_names(tby_jsonw *w, const tby_tally *names)
{
    const tby_tally_entry *top[NAMES];
    size_t n = tby_tally_top(names, top, NAMES);

    tby_jsonw_put_array(w, "names");
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_str(w, "name", tby_tally_text(names, top[i]));
        tby_jsonw_put_u64(w, "games", top[i]->n);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby__answer_deviations(request *r)
{
    tby_deviations *d = NULL;
    reply_json j;
    asked q;

    if (!tby__request_param(r, "player").p) {
        tby__request_refuse_with(r, REFUSE_PARAMETER,
                                 "'player' is missing: whose games?");
        return;
    }
    if (!open_asked(r, &q))
        return;
    /* the colour is that of the repertoire, whatever `as` says */
    tby_err err;
    tby_rc rc = tby__filter_set(
        &q.filter, TBY_STR("as"),
        q.color == TBY_WHITE ? TBY_STR("white") : TBY_STR("black"), &err);
    tby_store *s = tby__params_take_store(r);
    if (s) {
        tby_deviations_options options = {.graph = &q.graph, .color = q.color};
        tby_jsonw *w = tby__reply_start(&j);
        if (rc == TBY_OK)
            rc = tby_deviations_open(&d, &options);
        if (rc == TBY_OK)
            rc = visit(r, s, &q, tby_deviations_visitor(d));
        if (rc == TBY_OK)
            rc = tby_deviations_finish(d);
        if (rc == TBY_OK) {
            put_names(w, tby_deviations_names(d));
            tby_answer_deviations(w, d, &q.trail, q.color, q.limit);
        }
        tby_deviations_close(d);
        tby__params_finish(r, &j, s, rc);
    }
    drop(&q);
}
