/* ctree.h - what the tests of trees share: a tree from a text, and what was
 * told of it. */
#ifndef TBY_TESTS_UNIT_FORMAT_CTREE_H
#define TBY_TESTS_UNIT_FORMAT_CTREE_H

#include "core/base/buf.h"
#include "core/ctree/ctree_write.h"
#include "support/positions.h"
#include "tabiya/ctree.h"

#include <stdio.h>
#include <string.h>

/* "tree_form 4:1", one line for each. */
typedef struct told {
    char text[16384];
    size_t n; /* characters */
    unsigned faults, warnings;
} told;

static inline void hear(void *ctx, const tby_ctree_fault *f)
{
    told *t = ctx;

    CHECK(f->code < 0 && f->text && f->text[0], "%d", f->code);
    t->faults++;
    t->warnings += f->warning;
    if (t->n + 80 < sizeof t->text)
        t->n += (size_t)snprintf(t->text + t->n, sizeof t->text - t->n,
                                 "%s %zu:%zu\n", tby_rc_name(f->code), f->line,
                                 f->column);
}

/* All lines of a text, which is one file, then the nodes in order. */
static inline void read_tree(tby_ctree *t, told *out, tby_str text)
{
    tby_ctree_listener listener = {hear, out};
    tby_ctree_reader *r;
    const char *end = text.p + text.n, *feed;

    memset(out, 0, sizeof *out);
    tby_ctree_init(t, NULL);
    assert_int_equal(tby_ctree_reader_open(&r, t, &listener), TBY_OK);
    tby_ctree_reader_file(r, 0);
    for (const char *p = text.p; p < end; p = feed + 1) {
        feed = memchr(p, '\n', (size_t)(end - p));
        feed = feed ? feed : end;
        assert_int_equal(
            tby_ctree_reader_line(r, (tby_str){p, (size_t)(feed - p)}), TBY_OK);
    }
    assert_int_equal(tby_ctree_reader_end(r), TBY_OK);
    tby_ctree_reader_close(r);
    assert_int_equal(tby_ctree_sort(t), TBY_OK);
}

/* The text of all nodes. */
static inline void write_tree(const tby_ctree *t, tby_buf *out)
{
    tby_buf_init(out, NULL, 1 << 28);
    for (size_t i = 0; i < t->nodes_n; i++)
        if (!t->nodes[i].lost)
            tby_ctree_write_block(
                out,
                &(tby_ctree_block){.id = t->nodes[i].id,
                                   .pos = &t->nodes[i].pos,
                                   .items = tby_ctree_items(t, &t->nodes[i]),
                                   .items_n = t->nodes[i].items_n,
                                   .tree = t});
    assert_int_equal(out->rc, TBY_OK);
}

/* --- small trees ----------------------------------------------------------*/

/* Black must go to g8, where White mates in two ways. */
static const char FORCED[] = "#0\n"
                             "7k/8/5QK1/8/8/8/8/8 b - - 4\n"
                             "\n"
                             "< #1\n"
                             "#1\n"
                             "6k1/8/5QK1/8/8/8/8/8 w - - 5\n"
                             "\n"
                             "from #0\n"
                             "d8> #2\n"
                             "f8) #3\n"
                             "h8) #4\n"
                             "e7) #5\n"
                             "f7) #6\n"
                             "g7> #7\n"
                             "a6) #8\n"
                             "b6) #9\n"
                             "c6) #10\n"
                             "d6) #11\n"
                             "e6) #12\n"
                             "e5) #13\n"
                             "Qf5) #14\n"
                             "Qg5) #15\n"
                             "d4) #16\n"
                             "f4) #17\n"
                             "h4) #18\n"
                             "c3) #19\n"
                             "f3) #20\n"
                             "b2) #21\n"
                             "f2) #22\n"
                             "a1) #23\n"
                             "f1) #24\n"
                             "h6= #25\n"
                             "Kf) #26\n"
                             "Kg) #27\n"
                             "h5) #28\n";

/* Six nodes of v1 with two ways from 0 to 4: as small as a tree can be that has
 * everything but an ending.  A repertoire, so that moves may be missing. */
static const char PARTIAL[] =
    "#0\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0\n"
    "\n"
    "comment partial tree\n"
    "d4) #1\n"
    "comment $1 the king's pawn\n"
    "e4) #2\n"
    "#1\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0\n"
    "\n"
    "from #0\n"
    "e6) #3\n"
    "#2\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0\n"
    "\n"
    "from #0\n"
    "e6) #4\n"
    "#3\n"
    "rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0\n"
    "\n"
    "from #1\n"
    "e4) #5\n"
    "#4\n"
    "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0\n"
    "\n"
    "from #2\n"
    "d4) #5\n"
    "#5\n"
    "rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0\n"
    "\n"
    "from #3\n"
    "from #4\n";

/* A text with its first `from` replaced by `to`; the buffer is the caller's. */
static inline tby_str replaced(const char *text, const char *from,
                               const char *to, char *buf, size_t cap)
{
    const char *at = strstr(text, from);

    CHECK(at, "'%s' is not there", from);
    int n = snprintf(buf, cap, "%.*s%s%s", (int)(at - text), text, to,
                     at + strlen(from));
    assert_true(n >= 0 && (size_t)n < cap);
    return (tby_str){buf, (size_t)n};
}

#endif
