/* rep_write.c - a graph becomes a repertoire file: see rep.h. */
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/format/pgn_text.h"
#include "core/format/rep_int.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "tabiya/walk.h"

/* Half-moves and number of the move. */
struct counters {
    uint16_t half, full;
};

struct writer {
    const tby_graph *g;
    unsigned version;
    tby_buf *out;
    tby_walk walk;
    struct counters *counters; /* by node */
};

/* --- counters -------------------------------------------------------------*/

static tby_pos position(const struct writer *w, uint32_t node)
{
    tby_pos p = w->g->nodes[node].pos;

    p.halfmoves = w->counters[node].half;
    p.fullmoves = w->counters[node].full;
    return p;
}

static bool is_start(const tby_pos *p)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(p, &start);
}

/* Those of the first line that reaches each node; a root has its own. */
static void count_all(struct writer *w)
{
    for (uint32_t i = 0; i < w->walk.n; i++) {
        uint32_t node = w->walk.order[i], via = w->walk.via[node];
        tby_pos p = w->g->nodes[node].pos;

        if (via != TBY_NONE) {
            p = position(w, w->g->edges[via].from);
            tby_pos_play(&p, w->g->edges[via].move);
        } else if (is_start(&p)) {
            p = tby_pos_start();
        }
        w->counters[node] = (struct counters){p.halfmoves, p.fullmoves};
    }
}

/* --- parts of a line ------------------------------------------------------*/

static void write_state(const struct writer *w, uint32_t node)
{
    char fen[TBY_FEN_MAX];
    tby_pos p = position(w, node);
    tby_setup s = tby_pos_to_setup(&p);

    if (is_start(&p)) {
        tby_buf_cstr(w->out, "start");
        return;
    }
    if (w->version < 5) { /* as its document demands */
        s.ep = TBY_NO_SQUARE;
        s.halfmoves = 0;
        s.fullmoves = 1;
    }
    tby_buf_add(w->out,
                (tby_str){fen, tby_fen_write(&s, TBY_FEN_X, fen, sizeof fen)});
}

static bool in_range(double v)
{
    return v >= -TBY_REP_FAR && v <= TBY_REP_FAR;
}

static bool has_place(const tby_node *n)
{
    return n->placed && in_range(n->x) && in_range(n->y);
}

/* The first glyph may be a suffix; any other would change its place. */
static void write_nags(const struct writer *w, tby_str nags)
{
    for (size_t i = 0; i < nags.n; i++) {
        unsigned nag = (unsigned char)nags.p[i];
        const char *suffix = i ? NULL : tby_pgn_suffix(nag);

        if (suffix) {
            tby_buf_cstr(w->out, suffix);
            continue;
        }
        tby_buf_cstr(w->out, " $");
        tby_buf_u64(w->out, nag);
    }
}

/* --- lines ----------------------------------------------------------------*/

static void write_comment(const struct writer *w, tby_span text)
{
    if (!text.n)
        return;
    tby_buf_cstr(w->out, "# ");
    tby_buf_add(w->out, tby_graph_text(w->g, text));
    tby_buf_char(w->out, '\n');
}

static void write_head(const struct writer *w)
{
    tby_buf_cstr(w->out, w->version < 5 ? "v4.0\n= " : "v5.0\n= ");
    tby_buf_add(w->out, tby_graph_text(w->g, w->g->title));
    tby_buf_char(w->out, '\n');
    if (w->version >= 5)
        tby_buf_cstr(w->out, w->g->has_color && w->g->color == TBY_BLACK
                                 ? "black\n"
                                 : "white\n");
}

static void write_position(const struct writer *w, uint32_t node)
{
    const tby_node *n = &w->g->nodes[node];
    char eval[TBY_EVAL_MAX];
    size_t length = tby_eval_write(n->eval, eval, sizeof eval);

    write_state(w, node);
    tby_buf_cstr(w->out, " : ");
    if (has_place(n)) {
        tby_buf_double(w->out, n->x, 1);
        tby_buf_cstr(w->out, ", ");
        tby_buf_double(w->out, n->y, 1);
    } else {
        tby_buf_cstr(w->out, TBY_REP_NOWHERE);
    }
    if (length)
        tby_buf_cstr(w->out, ", ");
    tby_buf_add(w->out, (tby_str){eval, length});
    tby_buf_char(w->out, '\n');
}

static void write_move(const struct writer *w, uint32_t edge)
{
    const tby_edge *e = &w->g->edges[edge];
    char san[TBY_SAN_MAX];
    size_t n = tby_san_write(&w->g->nodes[e->from].pos, e->move, san);

    write_comment(w, e->note);
    write_state(w, e->from);
    tby_buf_cstr(w->out, " -> ");
    tby_buf_add(w->out, (tby_str){san, n});
    write_nags(w, tby_graph_text(w->g, e->nags));
    tby_buf_char(w->out, '\n');
}

/* --- the whole ------------------------------------------------------------*/

/* A position needs a line of its own if there is something to say of it, or if
 * no move does. */
static bool needs_line(const tby_node *n)
{
    return has_place(n) || n->eval.kind != TBY_EVAL_NONE ||
           (!n->in_n && !n->out_n);
}

static void write_all(const struct writer *w)
{
    bool first = true;

    write_head(w);
    for (uint32_t i = 0; i < w->walk.n; i++) {
        if (!needs_line(&w->g->nodes[w->walk.order[i]]))
            continue;
        if (first)
            tby_buf_char(w->out, '\n');
        first = false;
        write_position(w, w->walk.order[i]);
    }
    if (w->walk.edges_n)
        tby_buf_char(w->out, '\n');
    for (uint32_t i = 0; i < w->walk.edges_n; i++)
        write_move(w, w->walk.edges[i]);
    if (w->g->loose_n)
        tby_buf_char(w->out, '\n');
    for (size_t i = 0; i < w->g->loose_n; i++)
        write_comment(w, w->g->loose[i]);
}

tby_rc tby_rep_write(const tby_graph *g, unsigned version, tby_buf *out)
{
    struct writer w = {.g = g, .version = version, .out = out};
    const tby_alloc *alloc = &g->alloc;
    tby_rc rc = tby_walk_graph(&w.walk, g, alloc);

    if (rc != TBY_OK)
        return rc;
    w.counters = tby_grow_new(alloc, g->nodes_n, sizeof *w.counters);
    rc = TBY_E_NOMEM;
    if (w.counters) {
        count_all(&w);
        write_all(&w);
        rc = out->rc;
    }
    tby_grow_free(alloc, w.counters, g->nodes_n, sizeof *w.counters);
    tby_walk_free(&w.walk);
    return rc;
}
