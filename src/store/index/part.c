/* part.c - a part of the keys: sorted, and packed into pages. */
#include "store/index/int.h"

#include <stdlib.h>

/* --- desks ----------------------------------------------------------------*/

static void close_desk(run_desk *d)
{
    const tby_alloc libc = tby_alloc_libc();

    run_packer_close(d->packer);
    tby_grow_free(&libc, d->sorted, d->sorted_cap, sizeof *d->sorted);
    tby_grow_free(&libc, d->spare, d->spare_cap, sizeof *d->spare);
    tby_grow_free(&libc, d->places, d->places_cap, sizeof *d->places);
    free(d);
}

static run_desk *open_desk(void)
{
    run_desk *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->packer = run_packer_open();
    if (d->packer)
        return d;
    close_desk(d);
    return NULL;
}

void run_desks_close(tby_object_pool *desks)
{
    run_desk *d;

    while ((d = tby_object_pool_take(desks)) != NULL)
        close_desk(d);
}

/* --- parts ----------------------------------------------------------------*/

tby_rc run_part_open(run_part **out, const run_plan *plan)
{
    run_part *p = calloc(1, sizeof *p);

    *out = p;
    if (!p)
        return TBY_E_NOMEM;
    p->plan = plan;
    p->page_ends = calloc(plan->pages / plan->parts, sizeof *p->page_ends);
    return p->page_ends ? TBY_OK : TBY_E_NOMEM;
}

void run_part_close(run_part *p)
{
    if (!p)
        return;
    free(p->page_ends);
    run_writer_free(&p->pages);
    run_writer_free(&p->lists);
    free(p);
}

/* Sorts and packs at the desk; p->rc tells how that went. */
static void make_pages(run_part *p)
{
    uint32_t pages = p->plan->pages / p->plan->parts;
    size_t n = 0, at = 0;

    p->rc = run_sort(p, &n);
    p->plies = n;
    for (uint32_t i = 0; p->rc == TBY_OK && i < pages; i++) {
        uint32_t page = p->part * pages + i;
        at += run_page_put(p, page, p->desk->sorted + at, n - at);
        p->page_ends[i] = p->pages.n;
    }
}

void run_part_make(void *ctx, void *part)
{
    const run_plan *plan = ctx;
    run_part *p = part;

    run_writer_clear(&p->pages);
    run_writer_clear(&p->lists);
    p->plies = p->entries = p->positions = p->once = 0;
    p->rc = TBY_E_NOMEM;
    p->desk = tby_object_pool_take(plan->desks);
    if (!p->desk)
        p->desk = open_desk();
    if (!p->desk)
        return;
    make_pages(p);
    if (!tby_object_pool_put(plan->desks, p->desk))
        close_desk(p->desk);
    p->desk = NULL;
}
