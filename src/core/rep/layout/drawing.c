#include "core/rep/layout/drawing.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "tabiya/fen.h"
#include "tabiya/pos.h"
#include "tabiya/san.h"

tby_rc tby_drawing_open(tby_drawing *p, const tby_graph *g,
                        const tby_alloc *alloc)
{
    *p = (tby_drawing){.from = NULL};
    TBY_TRY(tby_walk_graph(&p->walk, g, alloc));
    size_t nodes = p->walk.n, edges = p->walk.edges_n;

    tby_arena_init(&p->arena, alloc);
    p->from = tby_arena_take(&p->arena, edges * sizeof *p->from);
    p->to = tby_arena_take(&p->arena, edges * sizeof *p->to);
    p->before = tby_arena_take(&p->arena, nodes * sizeof *p->before);
    p->had_place = tby_arena_take(&p->arena, nodes * sizeof *p->had_place);
    uint32_t *number = tby_arena_take(&p->arena, g->nodes_n * sizeof *number);
    if (!p->from || !p->to || !p->before || !p->had_place || !number) {
        tby_drawing_close(p);
        return TBY_E_NOMEM;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        const tby_node *n = &g->nodes[p->walk.order[i]];
        number[p->walk.order[i]] = i;
        p->had_place[i] = n->placed;
        p->before[i] = (tby_point){n->placed ? n->x : 0, n->placed ? n->y : 0};
    }
    for (uint32_t i = 0; i < edges; i++) {
        const tby_edge *e = &g->edges[p->walk.edges[i]];
        p->from[i] = number[e->from];
        p->to[i] = number[e->to];
    }
    p->graph = (tby_layout_graph){.nodes = p->walk.n,
                                  .edges = p->walk.edges_n,
                                  .from = p->from,
                                  .to = p->to};
    return TBY_OK;
}

void tby_drawing_close(tby_drawing *p)
{
    tby_arena_free(&p->arena);
    tby_walk_free(&p->walk);
}

void tby_drawing_place(const tby_drawing *p, tby_graph *g, const tby_point *at)
{
    for (uint32_t i = 0; i < p->walk.n; i++)
        tby_graph_place(g, p->walk.order[i], at[i].x, at[i].y);
}

tby_rc tby_graph_lay_out(tby_graph *g, bool keep, const tby_layout_watch *watch,
                         const tby_alloc *alloc)
{
    tby_drawing p;

    TBY_TRY(tby_drawing_open(&p, g, alloc));
    const tby_layout_options options = {
        .previous = keep ? p.before : NULL,
        .had_place = keep ? p.had_place : NULL,
        .watch = watch,
    };
    tby_point *at = tby_arena_take(&p.arena, p.walk.n * sizeof *at);
    tby_rc rc = at ? tby_layout(&p.graph, &options, alloc, at) : TBY_E_NOMEM;
    if (rc == TBY_OK)
        tby_drawing_place(&p, g, at);
    tby_drawing_close(&p);
    return rc;
}

typedef struct artist {
    const tby_graph *g;
    tby_drawing drawing;
    tby_svg_node *nodes;
    tby_svg_edge *edges;
} artist;

/* A text that lasts as long as the picture. */
static bool keep(artist *a, tby_str text, tby_str *out)
{
    *out = (tby_str){tby_arena_copy(&a->drawing.arena, text.p, text.n), text.n};
    return out->p != NULL;
}

static bool is_start(const tby_pos *p)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(p, &start);
}

/* The first that fits counts. */
static tby_svg_kind kind_of(const tby_node *n)
{
    if (is_start(&n->pos))
        return TBY_SVG_START;
    if (n->eval.kind != TBY_EVAL_NONE)
        return TBY_SVG_EVALUATED;
    return n->pos.turn == TBY_WHITE ? TBY_SVG_WHITE_MOVES : TBY_SVG_BLACK_MOVES;
}

static bool draw_all(artist *a)
{
    uint32_t nodes = a->drawing.graph.nodes, edges = a->drawing.graph.edges;
    const tby_walk *walk = &a->drawing.walk;

    a->nodes = tby_arena_take(&a->drawing.arena, nodes * sizeof *a->nodes);
    a->edges = tby_arena_take(&a->drawing.arena, edges * sizeof *a->edges);
    if (!a->nodes || !a->edges)
        return false;
    for (uint32_t i = 0; i < nodes; i++) {
        const tby_node *n = &a->g->nodes[walk->order[i]];
        char fen[TBY_FEN_MAX], eval[TBY_EVAL_MAX];
        char hint[TBY_FEN_MAX + TBY_EVAL_MAX];
        tby_text t = {hint, sizeof hint, 0};
        tby_fen_write_pos(&n->pos, fen, sizeof fen);
        tby_text_cstr(&t, fen);
        if (tby_eval_write(n->eval, eval, sizeof eval) > 0)
            tby_text_join(&t, ", ", eval);
        a->nodes[i] = (tby_svg_node){
            .at = a->drawing.before[i],
            .kind = kind_of(n),
            .label = is_start(&n->pos) ? TBY_STR("start") : TBY_STR(""),
        };
        if (!keep(a, (tby_str){hint, t.len}, &a->nodes[i].hint))
            return false;
    }
    for (uint32_t i = 0; i < edges; i++) {
        const tby_edge *e = &a->g->edges[walk->edges[i]];
        char san[TBY_SAN_MAX];
        size_t n = tby_san_write(&a->g->nodes[e->from].pos, e->move, san);
        a->edges[i] = (tby_svg_edge){
            .from = a->drawing.from[i],
            .to = a->drawing.to[i],
            .transposition = walk->via[e->to] != walk->edges[i],
            .hint = tby_graph_text(a->g, e->note),
        };
        if (!keep(a, (tby_str){san, n}, &a->edges[i].label))
            return false;
    }
    return true;
}

tby_rc tby_graph_draw(const tby_graph *g, tby_buf *out, const tby_alloc *alloc)
{
    artist a = {.g = g};
    tby_rc rc = TBY_E_NOMEM;

    TBY_TRY(tby_drawing_open(&a.drawing, g, alloc));
    if (draw_all(&a)) {
        tby_svg_write(out, &(tby_svg_picture){
                               .title = tby_graph_text(g, g->title),
                               .nodes = a.nodes,
                               .nodes_n = a.drawing.graph.nodes,
                               .edges = a.edges,
                               .edges_n = a.drawing.graph.edges,
                           });
        rc = out->rc;
    }
    tby_drawing_close(&a.drawing);
    return rc;
}
