#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/ctree/ctree.h"
#include "tabiya/limits.h"

#include <string.h>

/* The words that comments begin with. */
typedef enum tree_word {
    TREE_PARTIAL,
    TREE_TITLE,
    TREE_COLOR,
    TREE_LOOSE,
    TREE_EVAL,
    TREE_TEXT,
    TREE_WORDS
} tree_word;

static const char *const WORDS[TREE_WORDS] = {
    [TREE_PARTIAL] = TBY_CTREE_PARTIAL,
    [TREE_TITLE] = "title: ",
    [TREE_COLOR] = "color: ",
    [TREE_LOOSE] = "loose: ",
    [TREE_EVAL] = "eval: ",
    [TREE_TEXT] = "text: ",
};

static tree_word word_of(tby_str text)
{
    for (int w = 0; w < TREE_WORDS; w++)
        if (tby_str_starts(text, tby_str_of(WORDS[w])))
            return (tree_word)w;
    return TREE_WORDS;
}

static tby_rc say(tby_ctree *t, tby_str text)
{
    tby_ctree_item item = {.kind = TBY_CTREE_COMMENT};

    TBY_TRY(tby_ctree_add_comment(t, text, &item.value));
    return tby_ctree_add_item(t, item);
}

static tby_rc say_word(tby_ctree *t, tree_word word, tby_str text)
{
    tby_buf b;

    tby_buf_init(&b, &t->alloc, TBY_MAX_LINE_BYTES);
    tby_buf_cstr(&b, WORDS[word]);
    tby_buf_add(&b, text);
    tby_rc rc = b.rc == TBY_OK ? say(t, tby_buf_str(&b)) : b.rc;
    tby_buf_free(&b);
    return rc;
}

tby_rc tby_ctree_say_node(tby_ctree *t, const tby_graph *g, uint32_t node,
                          bool root)
{
    char text[TBY_EVAL_MAX];
    size_t n = tby_eval_write(g->nodes[node].eval, text, sizeof text);

    if (root) {
        TBY_TRY(
            say_word(t, TREE_PARTIAL, TBY_STR(": legal moves may be missing")));
        if (g->title.n)
            TBY_TRY(say_word(t, TREE_TITLE, tby_graph_text(g, g->title)));
        if (g->has_color)
            TBY_TRY(say_word(t, TREE_COLOR,
                             g->color == TBY_WHITE ? TBY_STR("white")
                                                   : TBY_STR("black")));
        for (size_t i = 0; i < g->loose_n; i++)
            TBY_TRY(say_word(t, TREE_LOOSE, tby_graph_text(g, g->loose[i])));
    }
    return g->nodes[node].eval.kind == TBY_EVAL_NONE
               ? TBY_OK
               : say_word(t, TREE_EVAL, (tby_str){text, n});
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
    if (note.n && (note.p[0] == '$' || word_of(note) != TREE_WORDS))
        tby_buf_cstr(&b, WORDS[TREE_TEXT]);
    tby_buf_add(&b, note);
    tby_rc rc = b.rc == TBY_OK ? say(t, tby_buf_str(&b)) : b.rc;
    tby_buf_free(&b);
    return rc;
}

typedef struct import {
    const tby_ctree *tree;
    tby_graph *graph;
    tby_ctree_import_sum sum;
} import;

static tby_rc take_word(import *m, uint32_t node, tree_word word, tby_str rest)
{
    tby_color turn = m->graph->nodes[node].pos.turn;
    tby_eval eval;

    switch (word) {
    case TREE_TITLE:
        return tby_graph_set_title(m->graph, rest);
    case TREE_LOOSE:
        return tby_graph_add_loose(m->graph, rest);
    case TREE_COLOR:
        if (tby_str_is(rest, "white") || tby_str_is(rest, "black"))
            tby_graph_set_color(m->graph,
                                rest.p[0] == 'w' ? TBY_WHITE : TBY_BLACK);
        return TBY_OK;
    case TREE_EVAL:
        if (tby_eval_parse(rest, turn, &eval) == TBY_OK)
            tby_graph_set_eval(m->graph, node, eval);
        return TBY_OK;
    case TREE_PARTIAL:
    case TREE_TEXT:
    case TREE_WORDS:
        break;
    }
    return TBY_OK;
}

/* Takes a glyph off the front: "$14" and a space or the end. */
static bool take_nag(tby_str *text, uint8_t *nag)
{
    uint64_t value;
    size_t n = 1;

    if (!text->n || text->p[0] != '$')
        return false;
    while (n < text->n && text->p[n] != ' ')
        n++;
    if (tby_num_u64((tby_str){text->p + 1, n - 1}, 1, UINT8_MAX, &value,
                    NULL) != TBY_OK)
        return false;
    *nag = (uint8_t)value;
    *text = tby_str_from(*text, n < text->n ? n + 1 : n);
    return true;
}

/* The comments from item `from` to the move at `to`; edge TBY_NONE: no move
 * follows that is in the graph, and they belong to none. */
static tby_rc take_comments(import *m, uint32_t node,
                            const tby_ctree_item *items, uint32_t from,
                            uint32_t to, uint32_t edge)
{
    tby_rc rc = TBY_OK;

    for (uint32_t k = from; k < to && rc == TBY_OK; k++) {
        if (items[k].kind != TBY_CTREE_COMMENT)
            continue;
        tby_str text = tby_ctree_comment(m->tree, items[k].value);
        tree_word word = word_of(text);

        if (tby_utf8_validate(text, NULL) != TBY_OK)
            rc = TBY_E_LIMIT;
        else if (!(word == TREE_WORDS || word == TREE_TEXT))
            rc = take_word(m, node, word,
                           tby_str_from(text, strlen(WORDS[word])));
        else if (edge != TBY_NONE) {
            uint8_t nag;
            while (rc == TBY_OK && take_nag(&text, &nag))
                rc = tby_graph_add_nag(m->graph, edge, nag);
            if (word_of(text) == TREE_TEXT)
                text = tby_str_from(text, strlen(WORDS[TREE_TEXT]));
            if (rc == TBY_OK && text.n)
                rc = tby_graph_join_note(m->graph, edge, text, TBY_STR(" "));
        } else
            rc = tby_graph_add_loose(m->graph, text);
        if (rc == TBY_E_LIMIT) { /* what a repertoire has no room for */
            m->sum.comments++;
            rc = TBY_OK;
        }
    }
    return rc;
}

tby_rc tby_ctree_to_graph(const tby_ctree *t, tby_graph *g,
                          tby_ctree_import_sum *sum)
{
import m = {.tree = t, .graph = g };
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < t->nodes_n && rc == TBY_OK; i++) {
        const tby_ctree_node *node = &t->nodes[i];
        const tby_ctree_item *items = tby_ctree_items(t, node);
        uint32_t at, taken = 0;

        if (node->lost || tby_ctree_is_twin(t, i))
            continue;
        rc = tby_graph_add_node(g, &node->pos, &at);
        for (uint32_t k = 0; k < node->items_n && rc == TBY_OK; k++) {
            uint32_t edge = TBY_NONE;

            if (items[k].kind != TBY_CTREE_MOVE)
                continue;
            /* the node that the move leads to, if the tree has it */
            uint32_t to = tby_ctree_find(t, items[k].value);
            if (items[k].move != TBY_MOVE_NONE && to != TBY_NO_NODE &&
                !t->nodes[to].lost)
                rc = tby_graph_add_edge(g, at, items[k].move, &edge, NULL);
            else
                m.sum.moves++;
            if (rc == TBY_OK)
                rc = take_comments(&m, at, items, taken, k, edge);
            taken = k + 1;
        }
        if (rc == TBY_OK)
            rc = take_comments(&m, at, items, taken, node->items_n, TBY_NONE);
    }
    *sum = m.sum;
    return rc;
}
