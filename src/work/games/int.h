/* int.h - what the files of games.h share. */
#ifndef TBY_WORK_GAMES_INT_H
#define TBY_WORK_GAMES_INT_H

#include "core/base/buf.h"
#include "io/stream/source.h"
#include "work/games/games.h"

/* --- formats (input.c) -----------------------------------------------*/

enum { GAMES_HEAD = 1 << 16 }; /* no byte after it tells the format */

/* What a file is that begins like this, without a byte order mark.  `whole`:
 * the file or the part that is looked at ends here.  False if more bytes are
 * needed, which is never so of the whole. */
bool tby__games_recognise(tby_str head, bool whole, tby_games_format *out);

/* Is there a game in what begins like this and seems to be PGN?  TBY_OK, also
 * if it is empty; TBY_E_NO_GAME; TBY_E_MORE if more bytes are needed, which is
 * never so of the whole. */
tby_rc tby__games_find(tby_str head, bool whole);

/* Is a file of an archive that has this name one of games? */
bool tby__games_is_named(const char *name);

/* --- UTF-16 (input.c) ------------------------------------------------*/

typedef struct games_wide {
    bool on, big;  /* it is so; the high byte comes first */
    bool odd;      /* the first byte of a unit is here: */
    uint8_t byte;  /* ... this */
    uint16_t high; /* the first half of a pair, or 0 */
} games_wide;

/* Does a file of which these are the first n bytes, 4 or all, look like that?
 */
bool tby__games_wide_is(const char *p, size_t n, games_wide *out);

/* Makes n bytes of it UTF-8, which are at most 3 n / 2 and GAMES_WIDEST more;
 * what is not whole waits for the next call.  How many bytes came out. */
enum { GAMES_WIDEST = 6 };
size_t tby__games_wide_read(games_wide *w, const uint8_t *from, size_t n,
                            char *to);

/* --- places (block.c) -----------------------------------------------*/

/* Where a walk through a block has come to, counted from the block's start. */
typedef struct games_mark {
    size_t at;
    uint64_t lines; /* ends of lines before it: LF, CR LF or CR */
    uint64_t chars; /* characters between the last of them and it */
} games_mark;

/* Goes on to byte `to` of the text. */
void tby__games_mark_move(games_mark *mark, tby_str text, size_t to);

/* --- cuts (input.c) --------------------------------------------------*/

/* The last byte of text where, whatever precedes the text, a game begins and
 * none goes on; 0 if there is no such byte but perhaps the first.  (Comments
 * before the first tag of a file are the one thing it does not know of: see
 * tby__games_preface().) */
size_t tby__games_cut(tby_str text);

/* --- blocks ---------------------------------------------------------------*/

typedef struct games_fault {
    tby_rc code;
    uint64_t game; /* of the block, from 1 */
    games_mark mark;
    size_t text; /* where its sentence begins in block.texts */
} games_fault;

/* What the reader of a format must remember from block to block; blocks that
 * are cut between two games need none. */
typedef struct games_state {
    bool lost, skip, refused; /* see gamebin.h and jsonl.h */
    unsigned pgn;             /* see pgn.h */
} games_state;

typedef struct games_block {
    /* given to the thread that reads it */
    const tby_games_job *job;
    tby_games_format format;
    char *p;
    size_t cap;
    size_t n;      /* bytes to be read */
    size_t rest;   /* bytes after them, which belong to the next block */
    bool more;     /* n is no end of a game: read as far as is certain */
    tby_rc end;    /* the file ends after n: TBY_DONE, or how it fails */
    uint64_t done; /* bytes of the file, for progress */
    games_state state;
    /* what came out */
    size_t used; /* bytes of n, all unless `more` */
    games_mark mark;
    tby_games_sum sum;
    games_fault *faults; /* and warnings */
    size_t faults_n, faults_cap;
    uint64_t warned;  /* warnings among them */
    games_mark start; /* of the game that the last of them is about */
    tby_buf texts;    /* NUL after each */
    tby_rc rc;
    /* kept from use to use */
    tby_game game;
    void *part;
    struct games_block *next; /* of those that are not under way */
} games_block;

/* Room for so many bytes in all.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__games_reserve(games_block *b, size_t cap);

/* Reads the games of a block (block.c). */
void tby__games_block_read(games_block *b);

/* Where the first tag of a block of PGN stands if nothing but comments is
 * before it, which belong to its game; 0 otherwise. */
size_t tby__games_preface(const games_block *b);

/* --- bytes (input.c) ------------------------------------------------*/

/* What blocks are filled from: a source, as UTF-8. */
typedef struct games_input {
    tby_source *source;
    tby_rc end;      /* of the source: TBY_OK while it goes on */
    const char *why; /* of an end that the source knows nothing of */
    games_wide wide;
    uint64_t bytes; /* that came out */
    uint64_t total; /* bytes of the file, 0: not known */
} games_input;

/* Reads on until the block has as many bytes as wanted or the file ends, which
 * in->end tells.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__games_input_fill(games_input *in, games_block *b,
                                          size_t wanted);

/* The same at the beginning of a file, and as many more as tell its format.  A
 * byte order mark is taken off; *offset is where the block begins after it.  A
 * file that is none of games ends here, with TBY_E_FILE_KIND or TBY_E_NO_GAME.
 */
TBY_MUST_USE tby_rc tby__games_input_begin(games_input *in, games_block *b,
                                           size_t wanted,
                                           tby_games_format *format,
                                           uint64_t *offset);

/* Memory of the rooms that have no malloc(). */
static inline void *games_resize(void *p, size_t from, size_t to)
{
    tby_alloc alloc = tby_alloc_libc();

    return p || to ? alloc.realloc(alloc.ctx, p, from, to) : NULL;
}

/* What was had with so many bytes; NULL is allowed. */
static inline void games_free(void *p, size_t n)
{
    games_resize(p, n, 0);
}

#endif
