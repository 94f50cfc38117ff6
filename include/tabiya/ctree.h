/* ctree.h - a tree of positions as the files of chesstree have it.
 *
 * A node has a number, a position, the numbers of its parents and its moves,
 * each with a mark and the number of the node it leads to.  Node 0 is the root;
 * numbers go breadth first, and a transposition uses the number that the
 * position has already, so that a "tree" is a graph.
 *
 * A tree is held as its files have it: each line of a node is one item of eight
 * bytes, so that what is wrong with it can be reported by file, line and
 * column, and comments keep their place.  docs/formats/tree.md gives the bytes.
 *
 * The fields may be read; only the functions of this library write them. */
#ifndef TBY_CTREE_H
#define TBY_CTREE_H

#include "tabiya/moves.h"
#include "tabiya/outcome.h"
#include "tabiya/verdict.h"

typedef enum tby_ctree_kind {
    TBY_CTREE_OTHER,  /* a line that says nothing, or nothing understood */
    TBY_CTREE_FROM,   /* value: the number of a parent */
    TBY_CTREE_MOVE,   /* value: the number of the node it leads to */
    TBY_CTREE_ENDING, /* value: a tby_outcome */
    TBY_CTREE_COMMENT /* value: its number among the comments of the tree */
} tby_ctree_kind;

/* One line of a node. */
typedef struct tby_ctree_item {
    uint32_t value;
    tby_move move;
    uint8_t kind;       /* tby_ctree_kind */
    uint8_t mark : 2;   /* tby_verdict of the move, for the side to move */
    uint8_t length : 6; /* characters of the move and its mark */
} tby_ctree_item;

typedef struct tby_ctree_node {
    tby_pos pos; /* fullmoves means nothing */
    uint32_t id;
    uint32_t file;  /* number of the file it is in, as given to the reader */
    uint32_t line;  /* of '#id' in it */
    uint32_t fen;   /* the line of its position */
    uint32_t first; /* the line that the first item stands on; of v2 that of the
                       marks, each item being one character of it */
    uint32_t items_at, items_n;
    uint8_t dialect; /* tby_ctree_dialect */
    bool lost;       /* its position could not be read */
    uint8_t verdict; /* tby_verdict; v2 only */
    uint8_t ending;  /* tby_outcome that it says; TBY_ONGOING: none */
} tby_ctree_node;

/* The two ways to write a node. */
typedef enum tby_ctree_dialect {
    TBY_CTREE_NO_DIALECT, /* nothing was read yet */
    TBY_CTREE_V1,
    TBY_CTREE_V2 /* read only */
} tby_ctree_dialect;

typedef struct tby_ctree {
    tby_alloc alloc;
    tby_ctree_dialect dialect; /* of the first node */
    /* A comment of the root says that moves may be missing: what a repertoire
     * or games become. */
    bool partial;
    tby_ctree_node *nodes; /* as they were read, then by number */
    size_t nodes_n, nodes_cap;
    tby_ctree_item *items;
    size_t items_n, items_cap;
    tby_span *comments;
    size_t comments_n, comments_cap;
    char *text;
    size_t text_n, text_cap;
    /* Knows verdicts of nodes that do not end the game, such as endgame tables
     * do; NULL: nobody does. */
    tby_verdict_source *source;
    void *source_ctx;
} tby_ctree;

/* The comment by which a root says that moves may be missing. */
#define TBY_CTREE_PARTIAL "partial tree"

/* Something that is not as it should be.  A warning is read all the same. */
typedef struct tby_ctree_fault {
    bool warning;
    tby_rc code;
    uint32_t file;
    size_t line, column; /* both from 1; line 0: the whole file */
    uint32_t node;       /* the number it says, TBY_NO_NODE: none yet */
    const char *text;    /* a sentence, valid during the call */
} tby_ctree_fault;

typedef struct tby_ctree_listener {
    void (*fault)(void *ctx, const tby_ctree_fault *fault); /* or NULL */
    void *ctx;
} tby_ctree_listener;

#define TBY_NO_NODE UINT32_MAX

TBY_BEGIN

/* --- a tree ---------------------------------------------------------------*/

/* An empty tree; alloc NULL is the C library's. */
TBY_API void tby_ctree_init(tby_ctree *t, const tby_alloc *alloc);
TBY_API void tby_ctree_free(tby_ctree *t);

/* The index of a node in t->nodes, TBY_NO_NODE if there is none; of several the
 * one that was read first.  Only after tby_ctree_sort(). */
TBY_API uint32_t tby_ctree_find(const tby_ctree *t, uint32_t id);

/* Puts the nodes in the order of their numbers.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_ctree_sort(tby_ctree *t);

/* The lines of a node; NULL in a tree that has none at all. */
static inline const tby_ctree_item *tby_ctree_items(const tby_ctree *t,
                                                    const tby_ctree_node *node)
{
    return t->items ? t->items + node->items_at : NULL;
}

static inline tby_str tby_ctree_comment(const tby_ctree *t, uint32_t number)
{
    tby_span s = t->comments[number];
    tby_str slice = {s.n ? t->text + s.at : "", s.n};

    return slice;
}

/* Where item i of a node stands: its line, and the column of the number that it
 * names (of v2, of the mark). */
TBY_API void tby_ctree_place(const tby_ctree *t, const tby_ctree_node *node,
                             uint32_t i, size_t *line, size_t *column);

/* --- the order of moves ---------------------------------------------------*/

/* Moves go by the rank they come from, 8 to 1, the file, a to h, then by rank
 * and file they go to in the same way, then by what a pawn becomes: B N Q R.
 * Castling is where the king goes.  The number grows with the order. */
TBY_API uint32_t tby_ctree_rank(const tby_pos *p, tby_move m);

/* Sorts n legal moves; those of v2 go from a1 to h8, first by where they come
 * from. */
TBY_API void tby_ctree_order(const tby_pos *p, tby_move *moves, size_t n,
                             tby_ctree_dialect dialect);

/* --- reading --------------------------------------------------------------
 *
 *     tby_ctree_reader_open(&r, &tree, &listener)
 *     for each file: tby_ctree_reader_file(r, number),
 *                    tby_ctree_reader_line() for each line,
 *                    tby_ctree_reader_end()
 *     tby_ctree_sort(&tree)
 *
 * A file holds one node or any number of them, of either dialect.  Whatever it
 * holds, reading goes on; what cannot be used is reported and left out. */

typedef struct tby_ctree_reader tby_ctree_reader;

/* Nodes are added to *tree.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc
tby_ctree_reader_open(tby_ctree_reader **out, tby_ctree *tree,
                      const tby_ctree_listener *listener);
TBY_API void tby_ctree_reader_close(tby_ctree_reader *r);

/* The lines that come are of this file, whatever the number means. */
TBY_API void tby_ctree_reader_file(tby_ctree_reader *r, uint32_t file);

/* One line without its line feed.  TBY_E_NOMEM, TBY_E_LIMIT: more nodes, items
 * or text than limits.h allows. */
TBY_API TBY_MUST_USE tby_rc tby_ctree_reader_line(tby_ctree_reader *r,
                                                  tby_str line);
TBY_API TBY_MUST_USE tby_rc tby_ctree_reader_end(tby_ctree_reader *r);

/* --- writing --------------------------------------------------------------*/

/* A sentence or word of the format: "checkmate!", "draw by stalemate" ...; NULL
 * for an outcome that ends no game here. */
TBY_API const char *tby_ctree_ending_text(tby_outcome ending);

/* ')', '=', '>', '<' */
TBY_API char tby_ctree_mark_char(tby_verdict mark);

TBY_END

#endif
