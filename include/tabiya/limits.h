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

#endif
