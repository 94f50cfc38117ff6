/* ctree_import.c - a tree becomes a graph: see ctree_graph.h. */
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/ctree/ctree_graph.h"
#include "core/ctree/ctree_graph_int.h"

#include <string.h>

typedef struct import {
    const tby_ctree *tree;
    tby_graph *graph;
    uint64_t left_out, unheard;
} import;

/* --- comments -------------------------------------------------------------*/

static tby_rc hear_word(import *m, uint32_t node, tree_word word, tby_str rest)
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

/* Takes a glyph off the front: "$14" and a blank or the end. */
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

static tby_rc hear_edge(import *m, uint32_t edge, tby_str text)
{
    uint8_t nag;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && take_nag(&text, &nag))
        rc = tby_graph_add_nag(m->graph, edge, nag);
    if (tby__ctree_word_of(text) == TREE_TEXT)
        text = tby_str_from(text, strlen(tby__ctree_words[TREE_TEXT]));
    if (rc == TBY_OK && text.n)
        rc = tby_graph_join_note(m->graph, edge, text, TBY_STR(" "));
    return rc;
}

static bool is_plain(tree_word word)
{
    return word == TREE_WORDS || word == TREE_TEXT;
}

/* The comments from item `from` to the move at `to`; edge TBY_NONE: no move
 * follows that is in the graph, and they belong to none. */
static tby_rc hear_comments(import *m, uint32_t node,
                            const tby_ctree_item *items, uint32_t from,
                            uint32_t to, uint32_t edge)
{
    tby_rc rc = TBY_OK;

    for (uint32_t k = from; k < to && rc == TBY_OK; k++) {
        if (items[k].kind != TBY_CTREE_COMMENT)
            continue;
        tby_str text = tby_ctree_comment(m->tree, items[k].value);
        tree_word word = tby__ctree_word_of(text);

        if (tby_utf8_validate(text, NULL) != TBY_OK)
            rc = TBY_E_LIMIT;
        else if (!is_plain(word))
            rc = hear_word(m, node, word,
                           tby_str_from(text, strlen(tby__ctree_words[word])));
        else if (edge != TBY_NONE)
            rc = hear_edge(m, edge, text);
        else
            rc = tby_graph_add_loose(m->graph, text);
        if (rc == TBY_E_LIMIT) { /* what a repertoire has no room for */
            m->unheard++;
            rc = TBY_OK;
        }
    }
    return rc;
}

/* --- moves ----------------------------------------------------------------*/

/* The node that a move leads to, if the tree has it. */
static bool leads_on(const import *m, const tby_ctree_item *item)
{
    uint32_t i = tby_ctree_find(m->tree, item->value);

    return item->move != TBY_MOVE_NONE && i != TBY_NO_NODE &&
           !m->tree->nodes[i].lost;
}

static tby_rc take_node(import *m, const tby_ctree_node *node, uint32_t at)
{
    const tby_ctree_item *items = tby_ctree_items(m->tree, node);
    uint32_t heard = 0;
    tby_rc rc = TBY_OK;

    for (uint32_t k = 0; k < node->items_n && rc == TBY_OK; k++) {
        uint32_t edge = TBY_NONE;

        if (items[k].kind != TBY_CTREE_MOVE)
            continue;
        if (leads_on(m, &items[k]))
            rc = tby_graph_add_edge(m->graph, at, items[k].move, &edge, NULL);
        else
            m->left_out++;
        if (rc == TBY_OK)
            rc = hear_comments(m, at, items, heard, k, edge);
        heard = k + 1;
    }
    return rc == TBY_OK
               ? hear_comments(m, at, items, heard, node->items_n, TBY_NONE)
               : rc;
}

tby_rc tby_ctree_to_graph(const tby_ctree *t, tby_graph *g,
                          tby_ctree_import_sum *sum)
{
import m = {.tree = t, .graph = g };
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < t->nodes_n && rc == TBY_OK; i++) {
        uint32_t at;

        if (t->nodes[i].lost || (i > 0 && t->nodes[i].id == t->nodes[i - 1].id))
            continue;
        rc = tby_graph_add_node(g, &t->nodes[i].pos, &at);
        if (rc == TBY_OK)
            rc = take_node(&m, &t->nodes[i], at);
    }
    *sum = (tby_ctree_import_sum){m.left_out, m.unheard};
    return rc;
}
