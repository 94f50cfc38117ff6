#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/game/pgn/text.h"
#include "core/rep/file/int.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "tabiya/walk.h"

struct counters {
    uint16_t half, full;
};

struct writer {
    const tby_graph *g;
    unsigned version;
    tby_buf *out;
    tby_walk walk;
    struct counters *counters; /* by node */
    struct rep_boards boards;
};

static tby_pos position(const struct writer *w, uint32_t node)
{
    tby_pos p = w->g->nodes[node].pos;

    TBY_ASSERT(node < w->g->nodes_n);
    p.halfmoves = w->counters[node].half;
    p.fullmoves = w->counters[node].full;
    return p;
}

static bool is_start(const tby_pos *p)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(p, &start);
}

static void write_state(const struct writer *w, uint32_t node)
{
    char fen[TBY_FEN_MAX];
    tby_pos p = position(w, node);
    tby_setup s = tby_pos_to_setup(&p);

    TBY_ASSERT(node < w->g->nodes_n);
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

        tby_buf_cstr(w->out, suffix ? suffix : " $");
        if (!suffix)
            tby_buf_u64(w->out, nag);
    }
}

static void write_comment(const struct writer *w, tby_span text)
{
    if (!text.n)
        return;
    tby_buf_cstr(w->out, "# ");
    tby_buf_add(w->out, tby_graph_text(w->g, text));
    tby_buf_char(w->out, '\n');
}

/* `mark` in place of all that may be said. */
static void write_position(const struct writer *w, uint32_t node, bool mark)
{
    const tby_node *n = &w->g->nodes[node];
    char eval[TBY_EVAL_MAX];
    size_t length = mark ? 0 : tby_eval_write(n->eval, eval, sizeof eval);

    TBY_ASSERT(node < w->g->nodes_n);
    write_state(w, node);
    tby_buf_cstr(w->out, " : ");
    if (has_place(n) && !mark) {
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

/* The reader must not take a position for another of the same board that has
 * lost something; those that the first root leads to, if it is where games
 * start, it meets exactly. */
static bool is_mistakable(const struct writer *w, uint32_t rank)
{
    const tby_node *nodes = w->g->nodes;
    uint32_t board =
        tby_rep_boards_find(&w->boards, &nodes[w->walk.order[rank]].pos);

    if (w->version < 5 ||
        (rank < w->walk.first_n && is_start(&nodes[w->walk.order[0]].pos)))
        return false;
    return w->boards.list.at[board].n > 1;
}

/* The starting position counts even if it is not there: the reader looks for
 * it. */
static tby_rc add_boards(struct writer *w)
{
    tby_pos start = tby_pos_start();
    uint32_t ignored;

    TBY_TRY(tby_rep_boards_add(&w->boards, &start, &ignored));
    for (uint32_t i = 0; i < w->walk.n; i++)
        TBY_TRY(tby_rep_boards_add(
            &w->boards, &w->g->nodes[w->walk.order[i]].pos, &ignored));
    return TBY_OK;
}

tby_rc tby_rep_write(const tby_graph *g, unsigned version, tby_buf *out)
{
    struct writer w = {
        .g = g, .version = version, .out = out, .boards = {.alloc = g->alloc}};
    const tby_alloc *alloc = &g->alloc;

    TBY_TRY(tby_walk_graph(&w.walk, g, alloc));
    w.counters = tby_grow_new(alloc, g->nodes_n, sizeof *w.counters);
    tby_rc rc = w.counters ? add_boards(&w) : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        /* those of the first line that reaches each node; a root has its own */
        for (uint32_t i = 0; i < w.walk.n; i++) {
            uint32_t node = w.walk.order[i], via = w.walk.via[node];
            tby_pos p = w.g->nodes[node].pos;

            if (via != TBY_NONE) {
                p = position(&w, w.g->edges[via].from);
                tby_pos_play(&p, w.g->edges[via].move);
            } else if (is_start(&p)) {
                p = tby_pos_start();
            }
            w.counters[node] = (struct counters){p.halfmoves, p.fullmoves};
        }
        tby_buf_cstr(w.out, w.version < 5 ? "v4.0\n= " : "v5.0\n= ");
        tby_buf_add(w.out, tby_graph_text(w.g, w.g->title));
        tby_buf_char(w.out, '\n');
        if (w.version >= 5)
            tby_buf_cstr(w.out, w.g->has_color && w.g->color == TBY_BLACK
                                    ? "black\n"
                                    : "white\n");

        /* Each part of the file comes after an empty line. */
        bool first = true;

        for (uint32_t i = 0; i < w.walk.n; i++) {
            uint32_t node = w.walk.order[i];
            const tby_node *n = &w.g->nodes[node];
            bool says = has_place(n) || n->eval.kind != TBY_EVAL_NONE;
            bool mark =
                is_mistakable(&w, i) || (!says && (!n->in_n && !n->out_n));

            if (first && (mark || says))
                tby_buf_char(w.out, '\n');
            first = first && !mark && !says;
            if (mark)
                write_position(&w, node, true);
            if (says)
                write_position(&w, node, false);
        }

        if (w.walk.edges_n)
            tby_buf_char(w.out, '\n');
        for (uint32_t i = 0; i < w.walk.edges_n; i++) {
            uint32_t edge = w.walk.edges[i];
            const tby_edge *e = &w.g->edges[edge];
            char san[TBY_SAN_MAX];
            size_t n = tby_san_write(&w.g->nodes[e->from].pos, e->move, san);

            write_comment(&w, e->note);
            write_state(&w, e->from);
            tby_buf_cstr(w.out, " -> ");
            tby_buf_add(w.out, (tby_str){san, n});
            write_nags(&w, tby_graph_text(w.g, e->nags));
            tby_buf_char(w.out, '\n');
        }
        if (w.g->loose_n)
            tby_buf_char(w.out, '\n');
        for (size_t i = 0; i < w.g->loose_n; i++)
            write_comment(&w, w.g->loose[i]);
        rc = out->rc;
    }
    tby_rep_boards_free(&w.boards);
    tby_grow_free(alloc, w.counters, g->nodes_n, sizeof *w.counters);
    tby_walk_free(&w.walk);
    return rc;
}
