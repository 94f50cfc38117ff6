/* picture.c - see picture.h. */
#include "core/rep/layout/picture.h"

#include "core/base/arena.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/rep/layout/drawing.h"
#include "core/rep/layout/svg.h"
#include "tabiya/fen.h"
#include "tabiya/pos.h"
#include "tabiya/san.h"

typedef struct artist {
    const tby_graph *g;
    tby_drawing drawing;
    tby_arena arena; /* of the arrays and of the texts */
    tby_svg_node *nodes;
    tby_svg_edge *edges;
} artist;

/* A text that lasts as long as the picture. */
static bool keep(artist *a, tby_str text, tby_str *out)
{
    *out = (tby_str){tby_arena_copy(&a->arena, text.p, text.n), text.n};
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

static bool draw_node(artist *a, uint32_t i)
{
    const tby_node *n = &a->g->nodes[a->drawing.walk.order[i]];
    char fen[TBY_FEN_MAX], eval[TBY_EVAL_MAX], hint[TBY_FEN_MAX + TBY_EVAL_MAX];
    tby_text t = {hint, sizeof hint, 0};

    tby_fen_write_pos(&n->pos, fen, sizeof fen);
    tby_text_cstr(&t, fen);
    if (tby_eval_write(n->eval, eval, sizeof eval) > 0) {
        tby_text_cstr(&t, ", ");
        tby_text_cstr(&t, eval);
    }
    a->nodes[i] = (tby_svg_node){
        .at = a->drawing.before[i],
        .kind = kind_of(n),
        .label = is_start(&n->pos) ? TBY_STR("start") : TBY_STR(""),
    };
    return keep(a, (tby_str){hint, t.len}, &a->nodes[i].hint);
}

static bool draw_edge(artist *a, uint32_t i)
{
    const tby_walk *walk = &a->drawing.walk;
    const tby_edge *e = &a->g->edges[walk->edges[i]];
    char san[TBY_SAN_MAX];
    size_t n = tby_san_write(&a->g->nodes[e->from].pos, e->move, san);

    a->edges[i] = (tby_svg_edge){
        .from = a->drawing.from[i],
        .to = a->drawing.to[i],
        .transposition = walk->via[e->to] != walk->edges[i],
        .hint = tby_graph_text(a->g, e->note),
    };
    return keep(a, (tby_str){san, n}, &a->edges[i].label);
}

static bool draw_all(artist *a)
{
    uint32_t nodes = a->drawing.graph.nodes, edges = a->drawing.graph.edges;

    a->nodes = tby_arena_take(&a->arena, nodes * sizeof *a->nodes);
    a->edges = tby_arena_take(&a->arena, edges * sizeof *a->edges);
    if (!a->nodes || !a->edges)
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (!draw_node(a, i))
            return false;
    for (uint32_t i = 0; i < edges; i++)
        if (!draw_edge(a, i))
            return false;
    return true;
}

tby_rc tby_graph_draw(const tby_graph *g, tby_buf *out, const tby_alloc *alloc)
{
    artist a = {.g = g};
    tby_rc rc = tby_drawing_open(&a.drawing, g, alloc);

    if (rc != TBY_OK)
        return rc;
    tby_arena_init(&a.arena, alloc);
    if (draw_all(&a)) {
        tby_svg_write(out, &(tby_svg_picture){
                               .title = tby_graph_text(g, g->title),
                               .nodes = a.nodes,
                               .nodes_n = a.drawing.graph.nodes,
                               .edges = a.edges,
                               .edges_n = a.drawing.graph.edges,
                           });
        rc = out->rc;
    } else {
        rc = TBY_E_NOMEM;
    }
    tby_arena_free(&a.arena);
    tby_drawing_close(&a.drawing);
    return rc;
}
