/* reader.h - one game being read, shared by the files of the PGN reader:
 * read.c has the game and its tags, movetext.c the words of the movetext,
 * quick.h the moves in standard form, skip.c what nobody wants to know. */
#ifndef TBY_CORE_GAME_PGN_READER_H
#define TBY_CORE_GAME_PGN_READER_H

#include "core/game/game.h"
#include "core/game/pgn/start.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"

/* A line of play: where it stands, and where it stood one move before, which
 * is where a variation begins. */
struct line {
    tby_pos pos, before;
    uint32_t plies;
};

struct reader;

/* Reads moves in their standard form, numbers and spaces, as far as there is
 * nothing else: most of most files.  What it stops at is for the others. */
typedef void quick_fn(struct reader *r);
quick_fn tby_pgn_quick_portable;
#ifdef __x86_64__
quick_fn tby_pgn_quick_pext;
#endif

/* The one for this processor. */
quick_fn *tby_pgn_quick(void);

/* A game may have TBY_MAX_GAME_BYTES; what begins after it can be seen, a
 * comment before it included. */
enum { PGN_AHEAD = TBY_MAX_COMMENT_BYTES + TBY_MAX_TAG_BYTES };

struct reader {
    quick_fn *quick;
    struct pgn_cursor c; /* its base is where the game begins */
    const char *text;    /* where places are counted from */
    tby_game *game;
    tby_pgn_report *report;
    bool first;         /* no game and no tag of the text was before */
    bool keep;          /* comments, glyphs and variations too */
    bool begun;         /* there were numbers or glyphs, if not moves */
    bool lost;          /* what stands before the tag was not all read */
    const char *opened; /* the outermost parenthesis that is open */
    const char *setup;  /* the tag that says where the game starts, or NULL */
    tby_watch *watch;   /* NULL if nobody looks on, or has seen enough */
    void *watch_ctx;
    tby_record *record; /* of the main line; NULL: nobody wants it */
    tby_faults forgive; /* of the FEN tag */
    unsigned depth;
    struct line line;
    struct line outer[TBY_MAX_RAV_DEPTH];
};

static inline bool is_too_long(const struct reader *r)
{
    return r->c.p - r->c.base > (ptrdiff_t)TBY_MAX_GAME_BYTES;
}

/* The first fault of a game is its error.  What ends where the game became too
 * long is not to blame for it. */
static inline tby_rc fault(struct reader *r, tby_rc code, const char *at)
{
    if (is_too_long(r)) {
        const char *limit = r->c.base + TBY_MAX_GAME_BYTES;
        code = TBY_E_LIMIT;
        at = at < limit ? at : limit;
    }
    if (r->report->error.code == TBY_OK)
        r->report->error = (tby_err){code, (size_t)(at - r->text)};
    return code;
}

static inline bool has_empty_line(const char *from, const char *to)
{
    unsigned newlines = 0;

    for (; from < to; from++)
        newlines += *from == '\n' || (*from == '\r' && from[1] != '\n');
    return newlines >= 2;
}

/* Passes moves, comments and variations without reading them; stops before
 * the result, the next game, or what has no place in a game.  `begun` as in
 * tby_pgn_recover(). */
void tby_pgn_skip_moves(struct pgn_cursor *c, bool begun);

/* The watcher has seen enough: what is read next ends the game. */
static inline void tby_pgn_pass_rest(struct reader *r)
{
    r->watch = NULL;
    tby_pgn_skip_moves(&r->c, r->line.plies > 0);
    r->begun = true;
}

static inline bool tby_pgn_is_watched(const struct reader *r)
{
    return r->watch && r->depth == 0;
}

static inline void tby_pgn_show(struct reader *r)
{
    if (tby_pgn_is_watched(r) &&
        !r->watch(r->watch_ctx, &r->line.pos, r->line.plies))
        tby_pgn_pass_rest(r);
}

/* Reads from the first word of the movetext to the end of the game, comments
 * after the result included.  TBY_OK or the fault that was recorded. */
TBY_MUST_USE tby_rc tby_pgn_read_movetext(struct reader *r);

/* Keeps the comment at the cursor and passes it.  TBY_OK, TBY_E_NOMEM or the
 * fault that was recorded. */
TBY_MUST_USE tby_rc tby_pgn_read_comment(struct reader *r);

/* Keeps the comments that come after a result and belong to its game. */
TBY_MUST_USE tby_rc tby_pgn_read_epilogue(struct reader *r);

#endif
