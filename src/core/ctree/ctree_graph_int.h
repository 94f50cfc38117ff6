/* ctree_graph_int.h - the words that ctree_graph.c writes and ctree_import.c
 * reads. */
#ifndef TBY_CORE_CTREE_CTREE_GRAPH_INT_H
#define TBY_CORE_CTREE_CTREE_GRAPH_INT_H

#include "tabiya/base.h"

typedef enum tree_word {
    TREE_PARTIAL,
    TREE_TITLE,
    TREE_COLOR,
    TREE_LOOSE,
    TREE_EVAL,
    TREE_TEXT,
    TREE_WORDS
} tree_word;

extern const char *const tby__ctree_words[TREE_WORDS];

/* The word that a comment begins with, TREE_WORDS if none. */
tree_word tby__ctree_word_of(tby_str text);

#endif
