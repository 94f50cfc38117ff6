/* run_part.c - a part of the keys: sorted, and packed into pages. */
#include "store/run_int.h"

#include <stdlib.h>

tby_rc run_part_open(run_part **out, const run_plan *plan)
{
    run_part *p = calloc(1, sizeof *p);

    *out = p;
    if (!p)
        return TBY_E_NOMEM;
    p->plan = plan;
    p->packer = run_packer_open();
    p->page_ends = calloc(plan->pages / plan->parts, sizeof *p->page_ends);
    return p->packer && p->page_ends ? TBY_OK : TBY_E_NOMEM;
}

void run_part_close(run_part *p)
{
    const tby_alloc libc = tby_alloc_libc();

    if (!p)
        return;
    run_packer_close(p->packer);
    free(p->page_ends);
    run_writer_free(&p->pages);
    run_writer_free(&p->lists);
    tby_grow_free(&libc, p->sorted, p->sorted_cap, sizeof *p->sorted);
    tby_grow_free(&libc, p->spare, p->spare_cap, sizeof *p->spare);
    tby_grow_free(&libc, p->places, p->places_cap, sizeof *p->places);
    free(p);
}

void run_part_make(void *ctx, void *part)
{
    const run_plan *plan = ctx;
    run_part *p = part;
    uint32_t pages = plan->pages / plan->parts;
    size_t n = 0, at = 0;

    run_writer_clear(&p->pages);
    run_writer_clear(&p->lists);
    p->entries = p->positions = p->once = 0;
    p->rc = run_sort(p, &n);
    p->plies = n;
    for (uint32_t i = 0; p->rc == TBY_OK && i < pages; i++) {
        uint32_t page = p->part * pages + i;
        at += run_page_put(p, page, p->sorted + at, n - at);
        p->page_ends[i] = p->pages.n;
    }
}
