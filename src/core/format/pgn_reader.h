/* pgn_reader.h - one game being read, shared by the files of the PGN reader:
 * pgn_read.c has the game and its tags, pgn_movetext.c the words of the
 * movetext, pgn_quick.c the moves in standard form, pgn_skip.c what nobody
 * wants to know. */
#ifndef TBY_CORE_PGN_READER_H
#define TBY_CORE_PGN_READER_H

#include "core/format/pgn_lex.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"

/* A line of play: where it stands, and where it stood one move before, which
 * is where a variation begins. */
struct line {
    tby_pos pos, before;
    uint32_t plies;
};

struct reader;

/* Reads moves in their standard form, numbers and blanks, as far as there is
 * nothing else: most of most files.  What it stops at is for the others. */
typedef void quick_fn(struct reader *r);
quick_fn tby_pgn_quick_portable;
#ifdef __x86_64__
quick_fn tby_pgn_quick_pext;
#endif

/* The one for this processor. */
quick_fn *tby_pgn_quick(void);

struct reader {
    quick_fn *quick;
    struct pgn_cursor c;
    tby_game *game;
    tby_pgn_report *report;
    bool keep; /* comments, glyphs and variations too */
    bool cut;  /* the cursor's end is the limit of a game, not of the text */
    bool open; /* where the game ends depends on where the text does */
    const char *opened; /* the outermost parenthesis that is open */
    const char *setup;  /* the tag that says where the game starts, or NULL */
    tby_watch *watch;   /* NULL if nobody looks on, or has seen enough */
    void *watch_ctx;
    unsigned depth;
    struct line line;
    struct line outer[TBY_MAX_RAV_DEPTH];
};

/* The first fault of a game is its error.  What ends where the game became too
 * long is not to blame for it. */
static inline tby_rc fault(struct reader *r, tby_rc code, const char *at)
{
    if (r->cut && r->c.p == r->c.end)
        code = TBY_E_LIMIT;
    if (r->report->error.code == TBY_OK)
        r->report->error = (tby_err){code, (size_t)(at - r->c.base)};
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
 * the result, the next game's tag, or what has no place in a game. */
void tby_pgn_skip_moves(struct pgn_cursor *c);

/* Who looks on has seen enough: what is read next ends the game. */
static inline void tby_pgn_pass_rest(struct reader *r)
{
    r->watch = NULL;
    tby_pgn_skip_moves(&r->c);
}

/* Shows where the main line stands. */
static inline void tby_pgn_show(struct reader *r)
{
    if (r->watch && !r->watch(r->watch_ctx, &r->line.pos, r->line.plies))
        tby_pgn_pass_rest(r);
}

/* Reads from the first word of the movetext to the end of the game, comments
 * behind the result included.  TBY_OK or the fault that was recorded. */
TBY_MUST_USE tby_rc tby_pgn_read_movetext(struct reader *r);

#endif
