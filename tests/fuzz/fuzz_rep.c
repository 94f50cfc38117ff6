/* fuzz_rep.c - any bytes as a repertoire file.  What is read can be written,
 * and then is read without a word as the same graph and written the same. */
#include "core/base/buf.h"
#include "fuzz/check.h"
#include "tabiya/rep.h"

#include <string.h>

static void count(void *ctx, const tby_diag_item *item)
{
    uint64_t *told = ctx;

    CHECK(item->code < 0 && item->detail.n > 0);
    CHECK(item->place.line > 0 && item->place.column > 0);
    (*told)++;
}

/* The same numbers as were told. */
static tby_rc read_all(tby_graph *g, tby_str text, uint64_t *told)
{
    tby_diag diag = {count, told};
    tby_rep_report report;

    *told = 0;
    tby_graph_init(g, NULL);
    tby_rc rc = tby_rep_read(g, text, &diag, &report);
    CHECK(*told == report.errors + report.warnings);
    CHECK(report.repairs <= report.warnings);
    CHECK(rc == TBY_OK || (g->nodes_n == 0 && (report.errors || rc > -10)));
    return rc;
}

static void write_all(const tby_graph *g, unsigned version, tby_buf *out)
{
    tby_buf_init(out, NULL, 1 << 28);
    CHECK(tby_rep_write(g, version, out) == TBY_OK);
}

/* Version 4 cannot hold everything, but what it holds is sound. */
static void check_v4(const tby_graph *g)
{
    tby_graph again;
    tby_buf text;
    uint64_t told;

    write_all(g, 4, &text);
    CHECK(read_all(&again, tby_buf_str(&text), &told) == TBY_OK);
    CHECK(again.nodes_alive <= g->nodes_alive + g->edges_alive);
    tby_graph_free(&again);
    tby_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str text = {(const char *)data, size};
    tby_graph g, again;
    tby_buf first, second;
    uint64_t told;

    if (read_all(&g, text, &told) != TBY_OK)
        return 0;
    if (!g.has_color)
        tby_graph_set_color(&g, TBY_BLACK);
    write_all(&g, 5, &first);
    CHECK(read_all(&again, tby_buf_str(&first), &told) == TBY_OK && !told);
    CHECK(tby_graph_compare(&g, &again) == TBY_OK);
    write_all(&again, 5, &second);
    CHECK(first.n == second.n && memcmp(first.p, second.p, first.n) == 0);
    check_v4(&g);
    tby_graph_free(&g);
    tby_graph_free(&again);
    tby_buf_free(&first);
    tby_buf_free(&second);
    return 0;
}
