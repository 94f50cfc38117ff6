/* layout.c - see layout.h. */
#include "work/rep/layout.h"

#include "core/base/grow.h"
#include "core/rep/layout/drawing.h"
#include "work/rep/graphviz.h"

#include <string.h>

static tby_rc by_graphviz(tby_graph *g, const char *algorithm)
{
    tby_graphviz_options options = {.algorithm = algorithm};
    tby_drawing d;
    tby_rc rc = tby_drawing_open(&d, g, NULL);

    if (rc != TBY_OK)
        return rc;
    tby_point *at = tby_grow_new(&d.walk.alloc, d.graph.nodes, sizeof *at);
    rc = at ? tby_graphviz_layout(&d.graph, &options, at) : TBY_E_NOMEM;
    if (rc == TBY_OK)
        tby_drawing_place(&d, g, at);
    tby_grow_free(&d.walk.alloc, at, d.graph.nodes, sizeof *at);
    tby_drawing_close(&d);
    return rc;
}

static tby_rc count_crossings(const tby_graph *g, uint64_t *out)
{
    tby_drawing d;
    tby_rc rc = tby_drawing_open(&d, g, NULL);

    if (rc != TBY_OK)
        return rc;
    rc = tby_layout_crossings(&d.graph, d.before, NULL, out);
    tby_drawing_close(&d);
    return rc;
}

tby_rc tby_rep_layout(tby_graph *g, const tby_rep_layout_job *job,
                      uint64_t *crossings)
{
    bool own = !job->algorithm || strcmp(job->algorithm, "tabiya") == 0;
    tby_rc rc = own ? tby_graph_lay_out(g, job->keep, job->watch, NULL)
                    : by_graphviz(g, job->algorithm);

    return rc == TBY_OK && crossings ? count_crossings(g, crossings) : rc;
}
