/* rep.h - what the tests of repertoire files share: reading with everything
 * that was told, writing, and the file for a message. */
#ifndef TBY_TESTS_UNIT_FORMAT_REP_H
#define TBY_TESTS_UNIT_FORMAT_REP_H

#include "core/base/str.h"
#include "support/data.h"
#include "tabiya/rep.h"

enum { REP_TOLD_MAX = 512 };

/* One thing that was told. */
typedef struct rep_told {
    tby_severity severity;
    tby_rc code;
    tby_place place;
    size_t offset;
    char sentence[700];
} rep_told;

/* A file that was read; large, so that tests keep it static. */
typedef struct rep_file {
    tby_graph graph;
    tby_rep_report report;
    tby_rc rc;
    rep_told told[REP_TOLD_MAX];
    size_t told_n; /* those beyond the last are counted only */
} rep_file;

static inline void rep_note(void *ctx, const tby_diag_item *item)
{
    rep_file *f = ctx;

    if (f->told_n < REP_TOLD_MAX) {
        rep_told *t = &f->told[f->told_n];
        *t = (rep_told){item->severity, item->code, item->place, item->offset,
                        ""};
        snprintf(t->sentence, sizeof t->sentence, "%.*s", (int)item->detail.n,
                 item->detail.p);
    }
    f->told_n++;
}

static inline void rep_read(rep_file *f, tby_str text)
{
    tby_diag diag = {rep_note, f};

    f->told_n = 0;
    tby_graph_init(&f->graph, NULL);
    f->rc = tby_rep_read(&f->graph, text, &diag, &f->report);
}

static inline void rep_read_text(rep_file *f, const char *text)
{
    rep_read(f, tby_str_of(text));
}

static inline void rep_close(rep_file *f)
{
    tby_graph_free(&f->graph);
}

/* The file of a graph; to be freed with tby_buf_free(). */
static inline tby_buf rep_written(const tby_graph *g, unsigned version)
{
    tby_buf out;

    tby_buf_init(&out, NULL, 1 << 28);
    assert_int_equal(tby_rep_write(g, version, &out), TBY_OK);
    return out;
}

/* What was told, as a person sees it; valid until the next call. */
static inline const char *rep_shown(const rep_file *f, size_t i)
{
    static char text[1000];
    const rep_told *t = &f->told[i];

    snprintf(text, sizeof text, "%zu:%zu: %s (%s)", t->place.line,
             t->place.column, t->sentence, tby_rc_name(t->code));
    return text;
}

/* The line at which two texts part, as the second has it. */
static inline tby_str rep_parting(tby_str a, tby_str b)
{
    size_t i = 0, n;

    while (i < a.n && i < b.n && a.p[i] == b.p[i])
        i++;
    while (i && b.p[i - 1] != '\n')
        i--;
    for (n = i; n < b.n && b.p[n] != '\n'; n++)
        continue;
    return (tby_str){b.p + i, n - i};
}

/* Read -> write -> read is the same graph, write -> read -> write the same
 * bytes, and what we write we read without a word. */
static inline void rep_check_round_trip(const tby_graph *g, const char *what)
{
    static rep_file again;
    tby_buf first = rep_written(g, 5);

    rep_read(&again, tby_buf_str(&first));
    CHECK(again.rc == TBY_OK, "%s: %s", what, tby_rc_name(again.rc));
    CHECK(again.told_n == 0, "%s: %s\n%.*s", what, rep_shown(&again, 0),
          (int)first.n, first.p);
    tby_buf second = rep_written(&again.graph, 5);
    CHECK(first.n == second.n && memcmp(first.p, second.p, first.n) == 0,
          "%s is written\n%.*s\nand then\n%.*s", what,
          (int)rep_parting(tby_buf_str(&second), tby_buf_str(&first)).n,
          rep_parting(tby_buf_str(&second), tby_buf_str(&first)).p,
          (int)rep_parting(tby_buf_str(&first), tby_buf_str(&second)).n,
          rep_parting(tby_buf_str(&first), tby_buf_str(&second)).p);
    CHECK(tby_graph_compare(g, &again.graph) == TBY_OK, "%s has changed:\n%.*s",
          what, (int)first.n, first.p);
    rep_close(&again);
    tby_buf_free(&first);
    tby_buf_free(&second);
}

/* Every move of a is one of b, with its annotation. */
static inline bool rep_has_moves_of(const tby_graph *a, const tby_graph *b)
{
    for (size_t i = 0; i < a->edges_n; i++) {
        const tby_edge *e = &a->edges[i];
        uint32_t node = tby_graph_find(b, &a->nodes[e->from].pos);
        uint32_t edge =
            node == TBY_NONE ? TBY_NONE : tby_graph_edge(b, node, e->move);
        if (edge == TBY_NONE ||
            !tby_str_equal(tby_graph_text(a, e->note),
                           tby_graph_text(b, b->edges[edge].note)))
            return false;
    }
    return true;
}

#endif
