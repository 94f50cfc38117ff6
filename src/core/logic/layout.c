/* layout.c - see tabiya/layout.h. */
#include "core/logic/crossings.h"
#include "core/logic/layout_int.h"

#include <string.h>

static tby_rc lay_out(const tby_layout_graph *g, tby_arena *arena,
                      tby_point *out)
{
    uint32_t *rank = tby_arena_take(arena, g->nodes * sizeof *rank);
    uint32_t *filled = tby_arena_take(arena, g->nodes * sizeof *filled);

    if (!rank || !filled)
        return TBY_E_NOMEM;
    tby_rc rc = tby_layout_ranks(g, arena, rank);
    if (rc != TBY_OK)
        return rc;
    memset(filled, 0, g->nodes * sizeof *filled);
    for (uint32_t v = 0; v < g->nodes; v++)
        out[v] =
            (tby_point){(TBY_LAYOUT_WIDTH + TBY_LAYOUT_GAP) * filled[rank[v]]++,
                        TBY_LAYOUT_RANK * rank[v]};
    return TBY_OK;
}

tby_rc tby_layout(const tby_layout_graph *g, const tby_layout_options *options,
                  const tby_alloc *alloc, tby_point *out)
{
    tby_arena arena;

    (void)options;
    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK)
        return rc;
    tby_arena_init(&arena, alloc);
    rc = lay_out(g, &arena, out);
    tby_arena_free(&arena);
    return rc;
}
