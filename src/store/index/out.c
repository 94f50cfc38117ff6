/* out.c - pages and lists put into rows.  A row fills a page of SQLite's,
 * which puts no part of it elsewhere and has no room to waste beside it. */
#include "store/index/int.h"

/* --- rows of pages --------------------------------------------------------*/

enum { ROW_HEAD = RUN_SUM + 4 + 2 }; /* checksum, first page, how many */

static tby_rc end_pages(run_out *o)
{
    run_writer *w = &o->row;
    uint32_t first = o->first;

    if (o->pages_n == 0)
        return TBY_OK;
    run_writer_clear(w);
    run_put(w, 0, 8 * RUN_SUM);
    run_put(w, first, 32);
    run_put_varint(w, o->pages_n);
    run_put_bytes(w, o->sizes.p, o->sizes.n);
    run_put_bytes(w, o->pages.p, o->pages.n);
    if (w->rc != TBY_OK)
        return w->rc;
    run_set_sum(w->p, w->n, first);
    run_writer_clear(&o->sizes);
    run_writer_clear(&o->pages);
    o->first += o->pages_n;
    o->pages_n = 0;
    return o->rows->put_page(o->rows->ctx, first,
                             (tby_str){(const char *)w->p, w->n});
}

static tby_rc put_page(run_out *o, const uint8_t *bytes, size_t n)
{
    size_t size = ROW_HEAD + o->sizes.n + o->pages.n + n + 2;
    tby_rc rc = size > RUN_ROW_BYTES ? end_pages(o) : TBY_OK;

    if (rc != TBY_OK)
        return rc;
    run_put_varint(&o->sizes, (uint32_t)n);
    run_put_bytes(&o->pages, bytes, n);
    o->pages_n++;
    return o->sizes.rc != TBY_OK ? o->sizes.rc : o->pages.rc;
}

/* --- rows of lists --------------------------------------------------------*/

static tby_rc end_lists(run_out *o)
{
    run_writer *w = &o->lists;
    tby_str row = {(const char *)w->p, w->n};

    if (w->n == 0 || w->rc != TBY_OK)
        return w->rc;
    run_set_sum(w->p, w->n, o->lists_n);
    run_writer_clear(w);
    return o->rows->put_list(o->rows->ctx, o->lists_n++, row);
}

static tby_rc put_lists(run_out *o, const run_writer *lists)
{
    run_writer *w = &o->lists;
    tby_rc rc = TBY_OK;

    for (size_t at = 0; rc == TBY_OK && at < lists->n;) {
        if (w->n == 0)
            run_put(w, 0, 8 * RUN_SUM);
        size_t some = RUN_ROW_BYTES - w->n;
        if (some > lists->n - at)
            some = lists->n - at;
        run_put_bytes(w, lists->p + at, some);
        at += some;
        rc = w->n == RUN_ROW_BYTES ? end_lists(o) : w->rc;
    }
    o->lists_at += lists->n;
    return rc;
}

/* --- parts ----------------------------------------------------------------*/

/* A page says where its lists begin among those of its part. */
static void move_lists(uint8_t *page, uint64_t by)
{
    uint8_t *at = page;
    uint64_t base = 0;

    if (!(*at & 1))
        return;
    for (unsigned i = 0; i < 2; i++)
        while (*at++ & 128)
            ;
    memcpy(&base, at, RUN_BASE);
    base += by;
    memcpy(at, &base, RUN_BASE);
}

tby_rc run_out_part(run_out *o, run_part *p)
{
    uint32_t pages = p->plan->pages / p->plan->parts;
    size_t begin = 0;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < pages; i++) {
        move_lists(p->pages.p + begin, o->lists_at);
        rc = put_page(o, p->pages.p + begin, p->page_ends[i] - begin);
        begin = p->page_ends[i];
    }
    return rc == TBY_OK ? put_lists(o, &p->lists) : rc;
}

tby_rc run_out_end(run_out *o)
{
    tby_rc rc = end_pages(o);

    return rc == TBY_OK ? end_lists(o) : rc;
}

void run_out_free(run_out *o)
{
    run_writer_free(&o->pages);
    run_writer_free(&o->sizes);
    run_writer_free(&o->row);
    run_writer_free(&o->lists);
}
