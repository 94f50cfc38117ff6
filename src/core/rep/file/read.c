/* read.c - a repertoire file, read: see rep.h. */
#include "core/rep/file/int.h"

static void free_reader(struct rep_reader *r)
{
    const tby_alloc *a = &r->alloc;

    tby_rep_list_free(a, &r->lines, sizeof(struct rep_line));
    tby_rep_list_free(a, &r->states, sizeof(struct rep_state));
    tby_rep_list_free(a, &r->edges, sizeof(struct rep_edge));
    tby_rep_list_free(a, &r->places, sizeof(struct rep_place));
    tby_rep_list_free(a, &r->faults, sizeof(struct rep_fault));
    tby_rep_list_free(a, &r->reals, sizeof(struct rep_real));
    tby_rep_boards_free(&r->boards);
}

tby_rc tby_rep_read(tby_graph *g, tby_str text, const tby_diag *diag,
                    tby_rep_report *report)
{
    tby_rep_report ignored = {0};
    struct rep_reader r = {.alloc = g->alloc,
                           .text = text.n ? text : (tby_str){"", 0},
                           .diag = diag,
                           .report = report ? report : &ignored,
                           .graph = g,
                           .boards = {.alloc = g->alloc}};

    *r.report = (tby_rep_report){0};
    if (text.n > TBY_MAX_REP_BYTES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_rep_head(&r);
    if (rc == TBY_OK)
        rc = tby_rep_lines(&r);
    if (rc == TBY_OK)
        rc = tby_rep_replay(&r);
    if (rc == TBY_OK)
        rc = tby_rep_build(&r);
    free_reader(&r);
    if (rc != TBY_OK)
        tby_graph_free(g);
    return rc;
}
