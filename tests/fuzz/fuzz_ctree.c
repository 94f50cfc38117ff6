/* fuzz_ctree.c - any bytes as a tree.  What is read can be checked, counted,
 * written and turned into a graph; what was written is read without a word
 * about its lines, and written the same.  A node whose position ends the game
 * is proven to be what the position says, whatever else the tree says. */
#include "core/base/buf.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_net.h"
#include "core/ctree/ctree_write.h"
#include "fuzz/check.h"

#include <string.h>

static void hear(void *ctx, const tby_ctree_fault *f)
{
    uint64_t *told = ctx;

    CHECK(f->code < 0 && f->text && f->text[0]);
    CHECK((f->line == 0) == (f->column == 0));
    (*told)++;
}

static void read_all(tby_ctree *t, tby_str text, uint64_t *told)
{
    tby_ctree_listener listener = {hear, told};
    tby_ctree_reader *r;
    const char *end = text.p + text.n, *feed;

    *told = 0;
    tby_ctree_init(t, NULL);
    CHECK(tby_ctree_reader_open(&r, t, &listener) == TBY_OK);
    tby_ctree_reader_file(r, 0);
    for (const char *p = text.p; p < end; p = feed + 1) {
        feed = memchr(p, '\n', (size_t)(end - p));
        feed = feed ? feed : end;
        CHECK(tby_ctree_reader_line(r, (tby_str){p, (size_t)(feed - p)}) ==
              TBY_OK);
    }
    CHECK(tby_ctree_reader_end(r) == TBY_OK);
    tby_ctree_reader_close(r);
    CHECK(tby_ctree_sort(t) == TBY_OK);
}

static void write_all(const tby_ctree *t, tby_buf *out)
{
    tby_buf_init(out, NULL, 1 << 28);
    for (size_t i = 0; i < t->nodes_n; i++)
        if (!t->nodes[i].lost && t->nodes[i].dialect == TBY_CTREE_V1)
            tby_ctree_write_block(
                out,
                &(tby_ctree_block){.id = t->nodes[i].id,
                                   .pos = &t->nodes[i].pos,
                                   .items = tby_ctree_items(t, &t->nodes[i]),
                                   .items_n = t->nodes[i].items_n,
                                   .tree = t});
    CHECK(out->rc == TBY_OK);
}

static void check_proofs(const tby_ctree *t, tby_ctree_identity identity)
{
    uint64_t told = 0;
    tby_ctree_listener listener = {hear, &told};
    tby_ctree_stats s;

    CHECK(tby_ctree_stats_of(&s, t, identity, &listener) == TBY_OK);
    for (uint32_t i = 0; i < t->nodes_n; i++) {
        const tby_ctree_node *node = &t->nodes[i];
        tby_ctree_step steps[8];

        if (i > 0 && t->nodes[i - 1].id == node->id)
            continue; /* not looked at */
        if (node->lost) {
            CHECK(s.net.verdict[i] == TBY_VERDICT_UNKNOWN);
            continue;
        }
        tby_outcome end = tby_ctree_ending_beyond(&node->pos);
        CHECK(end == TBY_ONGOING ||
              s.net.verdict[i] == (uint8_t)tby_ctree_verdict_of(end));
        CHECK((s.net.ending[i] == TBY_CHECKMATE) == (end == TBY_CHECKMATE));
        size_t n = tby_ctree_proof(&s, t, i, steps, 8);
        CHECK(n == (s.net.depth[i] == TBY_NO_DEPTH ? 0 : s.net.depth[i]));
    }
    tby_ctree_stats_free(&s);
}

static void check_whole(const tby_ctree *t)
{
    uint64_t told = 0;
    tby_ctree_listener listener = {hear, &told};
    tby_ctree_identity identity;
    tby_ctree_import_sum sum;
    tby_graph g;

    CHECK(tby_ctree_guess(t, &identity) == TBY_OK);
    CHECK(tby_ctree_check(t, identity, &listener) == TBY_OK);
    check_proofs(t, TBY_CTREE_POSITION);
    check_proofs(t, TBY_CTREE_EXACT);
    tby_graph_init(&g, NULL);
    CHECK(tby_ctree_to_graph(t, &g, &sum) == TBY_OK);
    tby_graph_free(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_ctree t, again;
    tby_buf first, second;
    uint64_t told;

    read_all(&t, (tby_str){(const char *)data, size}, &told);
    check_whole(&t);
    write_all(&t, &first);
    read_all(&again, (tby_str){first.n ? first.p : "", first.n}, &told);
    write_all(&again, &second);
    CHECK(first.n == second.n &&
          (!first.n || memcmp(first.p, second.p, first.n) == 0));
    tby_ctree_free(&t);
    tby_ctree_free(&again);
    tby_buf_free(&first);
    tby_buf_free(&second);
    return 0;
}
