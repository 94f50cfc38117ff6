#include "core/rep/line_text.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

tby_rc tby_line_text_open(tby_line_text *t, const tby_graph *g,
                          const tby_alloc *alloc)
{
    tby_line_text made = {.graph = g};

    TBY_TRY(tby_walk_graph(&made.walk, g, alloc));
    made.ply = tby_grow_new(&made.walk.alloc, g->nodes_n, sizeof *made.ply);
    if (!made.ply) {
        tby_walk_free(&made.walk);
        return TBY_E_NOMEM;
    }
    tby_walk_plies(&made.walk, g, made.ply);
    *t = made;
    return TBY_OK;
}

void tby_line_text_free(tby_line_text *t)
{
    if (!t->graph)
        return;
    tby_grow_free(&t->walk.alloc, t->ply, t->graph->nodes_n, sizeof *t->ply);
    tby_walk_free(&t->walk);
    t->graph = NULL;
}

/* The number is left out before a move of Black that follows another. */
static void put_move(const tby_line_text *t, uint32_t node, tby_move move,
                     bool first, tby_buf *out)
{
    uint32_t ply = t->ply[node];
    char san[TBY_SAN_MAX];

    TBY_ASSERT(node < t->graph->nodes_n);
    if (!first)
        tby_buf_char(out, ' ');
    if (first || ply % 2 == 0) {
        tby_buf_u64(out, ply / 2);
        tby_buf_cstr(out, ply % 2 ? "... " : ". ");
    }
    tby_san_write(&t->graph->nodes[node].pos, move, san);
    tby_buf_cstr(out, san);
}

void tby_line_text_write_move(const tby_line_text *t, uint32_t node,
                              tby_move move, tby_buf *out)
{
    put_move(t, node, move, true, out);
}

void tby_line_text_write(const tby_line_text *t, uint32_t node, tby_move move,
                         tby_buf *out)
{
    uint32_t path[TBY_TRAIL_MOST], n = 0, at = node;
    const tby_edge *edges = t->graph->edges;

    TBY_ASSERT(node < t->graph->nodes_n);
    while (n < TBY_TRAIL_MOST && t->walk.via[at] != TBY_NONE) {
        path[n++] = t->walk.via[at];
        at = edges[path[n - 1]].from;
    }
    const tby_pos start = tby_pos_start(), *root = &t->graph->nodes[at].pos;
    if (t->walk.via[at] != TBY_NONE) {
        tby_buf_cstr(out, "... ");
    } else if (!tby_pos_same(root, &start)) {
        char fen[TBY_FEN_MAX];
        tby_fen_write_pos(root, fen, sizeof fen);
        tby_buf_join(out, "[", fen, "] ");
    }
    for (uint32_t i = n; i-- > 0;)
        put_move(t, edges[path[i]].from, edges[path[i]].move, i + 1 == n, out);
    if (move != TBY_MOVE_NONE)
        put_move(t, node, move, n == 0, out);
}
