/* limits.h - how much of anything tabiya takes from a file.  What is larger is
 * refused with TBY_E_LIMIT or the code named here, never cut in silence. */
#ifndef TBY_LIMITS_H
#define TBY_LIMITS_H

#include "tabiya/base.h"

#define TBY_MAX_GAME_BYTES    (8u << 20)  /* text of one game */
#define TBY_MAX_TAGS          1024u       /* tags of one game */
#define TBY_MAX_TAG_BYTES     (64u << 10) /* name and value of one tag */
#define TBY_MAX_COMMENT_BYTES (1u << 20)  /* one comment */
#define TBY_MAX_RAV_DEPTH     64u         /* variations within variations */
#define TBY_MAX_PLIES         16384u      /* moves of one line */
#define TBY_MAX_ZSTD_WINDOW   27          /* log2, 128 MiB */

#define TBY_MAX_NODES      (1u << 24)   /* positions of a graph */
#define TBY_MAX_EDGES      (1u << 25)   /* moves of a graph */
#define TBY_MAX_GRAPH_TEXT (1u << 28)   /* all texts of a graph */
#define TBY_MAX_NOTE_BYTES (256u << 10) /* one annotation */
#define TBY_MAX_NAGS       32u          /* glyphs of one move */

#define TBY_MAX_TREE_ITEMS (1u << 28) /* lines of a tree that is read */
#define TBY_MAX_TREE_IDS   (1u << 25) /* numbers of nodes that are given out */
#define TBY_MAX_TREE_DEPTH 256u       /* plies that are enumerated */

#define TBY_MAX_REP_BYTES  (1u << 28) /* a repertoire file */
#define TBY_MAX_REP_LINES  (1u << 22) /* lines of it that say something */
#define TBY_MAX_LINE_BYTES (1u << 20) /* one line of it: TBY_E_REP_TOO_LONG */
#endif
