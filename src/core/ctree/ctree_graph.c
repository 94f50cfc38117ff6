/* ctree_graph.c - what a repertoire says, as comments: see ctree_graph.h. */
#include "core/ctree/ctree_graph.h"

#include "core/base/buf.h"
#include "core/base/str.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_graph_int.h"
#include "tabiya/limits.h"

const char *const tby__ctree_words[TREE_WORDS] = {[TREE_PARTIAL] =
                                                      TBY_CTREE_PARTIAL,
                                                  [TREE_TITLE] = "title: ",
                                                  [TREE_COLOR] = "color: ",
                                                  [TREE_LOOSE] = "loose: ",
                                                  [TREE_EVAL] = "eval: ",
                                                  [TREE_TEXT] = "text: "};

tree_word tby__ctree_word_of(tby_str text)
{
    for (int w = 0; w < TREE_WORDS; w++)
        if (tby_str_starts(text, tby_str_of(tby__ctree_words[w])))
            return (tree_word)w;
    return TREE_WORDS;
}

static tby_rc say(tby_ctree *t, tby_str text)
{
    tby_ctree_item item = {.kind = TBY_CTREE_COMMENT};
    tby_rc rc = tby_ctree_add_comment(t, text, &item.value);

    return rc == TBY_OK ? tby_ctree_add_item(t, item) : rc;
}

/* A word and what it says. */
static tby_rc say_word(tby_ctree *t, tree_word word, tby_str text)
{
    tby_buf b;

    tby_buf_init(&b, &t->alloc, TBY_MAX_LINE_BYTES);
    tby_buf_cstr(&b, tby__ctree_words[word]);
    tby_buf_add(&b, text);
    tby_rc rc = b.rc == TBY_OK ? say(t, tby_buf_str(&b)) : b.rc;
    tby_buf_free(&b);
    return rc;
}

static tby_rc say_root(tby_ctree *t, const tby_graph *g)
{
    tby_rc rc =
        say_word(t, TREE_PARTIAL, TBY_STR(": legal moves may be missing"));

    if (rc == TBY_OK && g->title.n)
        rc = say_word(t, TREE_TITLE, tby_graph_text(g, g->title));
    if (rc == TBY_OK && g->has_color)
        rc = say_word(t, TREE_COLOR,
                      g->color == TBY_WHITE ? TBY_STR("white")
                                            : TBY_STR("black"));
    for (size_t i = 0; i < g->loose_n && rc == TBY_OK; i++)
        rc = say_word(t, TREE_LOOSE, tby_graph_text(g, g->loose[i]));
    return rc;
}

tby_rc tby_ctree_say_node(tby_ctree *t, const tby_graph *g, uint32_t node,
                          bool root)
{
    tby_rc rc = root ? say_root(t, g) : TBY_OK;
    char text[TBY_EVAL_MAX];
    size_t n = tby_eval_write(g->nodes[node].eval, text, sizeof text);

    if (rc == TBY_OK && g->nodes[node].eval.kind != TBY_EVAL_NONE)
        rc = say_word(t, TREE_EVAL, (tby_str){text, n});
    return rc;
}

tby_rc tby_ctree_say_edge(tby_ctree *t, const tby_graph *g, uint32_t edge)
{
    tby_str nags = tby_graph_text(g, g->edges[edge].nags);
    tby_str note = tby_graph_text(g, g->edges[edge].note);
    tby_buf b;

    if (nags.n == 0 && note.n == 0)
        return TBY_OK;
    tby_buf_init(&b, &t->alloc, TBY_MAX_LINE_BYTES);
    for (size_t i = 0; i < nags.n; i++) {
        tby_buf_cstr(&b, i ? " $" : "$");
        tby_buf_u64(&b, (uint8_t)nags.p[i]);
    }
    if (nags.n && note.n)
        tby_buf_char(&b, ' ');
    if (note.n && (note.p[0] == '$' || tby__ctree_word_of(note) != TREE_WORDS))
        tby_buf_cstr(&b, tby__ctree_words[TREE_TEXT]);
    tby_buf_add(&b, note);
    tby_rc rc = b.rc == TBY_OK ? say(t, tby_buf_str(&b)) : b.rc;
    tby_buf_free(&b);
    return rc;
}
