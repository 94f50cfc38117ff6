/* lex.h - where the tokens of PGN begin and end; what they mean is decided in
 * read.c.  A cursor never passes `end`, and nobody looks before `base`.  A text
 * may go on after `end`: an answer that this could change, with the cursor not
 * at the end, is noted in `open`. */
#ifndef TBY_CORE_GAME_PGN_LEX_H
#define TBY_CORE_GAME_PGN_LEX_H

#include "core/chess/bitboard.h"

#include <string.h>

/* What a byte can begin. */
enum pgn_class {
    PGN_JUNK,
    PGN_SPACE, /* NUL too: it stands in damaged files; and the ^Z of DOS */
    PGN_LETTER,
    PGN_DIGIT,
    PGN_COMMENT, /* { */
    PGN_REST,    /* ; */
    PGN_ESCAPE,  /* % */
    PGN_OPEN,    /* ( */
    PGN_CLOSE,   /* ) */
    PGN_TAG,     /* [ */
    PGN_NAG,     /* $ ! ? */
    PGN_STAR,    /* * */
    PGN_SIGN     /* - + = # / and other parts of moves and glyphs */
};
extern const uint8_t tby_pgn_class[256];

/* Bytes a word goes on with: all but spaces, ! " $ ? ; * % & ' and brackets. */
extern const bool tby_pgn_in_word[256];
extern const tby_bb tby_pgn_origin[256];

struct pgn_cursor {
    const char *p, *end, *base;
    const char *looked; /* comments before this do not lead to new moves */
    const char *rest;   /* where the last comment after a ; has ended */
    bool inside;        /* base is not the beginning of a line */
    bool open;          /* an answer depended on where the text ends */
};

/* At p, the beginning of a line being at base. */
TBY_INLINE struct pgn_cursor pgn_cursor_at(const char *p, const char *end,
                                           const char *base)
{
    return (struct pgn_cursor){p, end, base, base, base, false, false};
}

TBY_INLINE uint8_t pgn_class_of(char c)
{
    return tby_pgn_class[(unsigned char)c];
}

/* The byte n places on, 0 after the end. */
TBY_INLINE char pgn_ahead(const struct pgn_cursor *c, size_t n)
{
    return (size_t)(c->end - c->p) > n ? c->p[n] : '\0';
}

TBY_INLINE void pgn_skip_space(struct pgn_cursor *c)
{
    while (c->p < c->end && pgn_class_of(*c->p) == PGN_SPACE)
        c->p++;
}

TBY_INLINE bool pgn_is_newline(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool pgn_at_line_start(const struct pgn_cursor *c)
{
    return c->p == c->base ? !c->inside : pgn_is_newline(c->p[-1]);
}

/* True if a tag begins here: bracket, name, space, quote.  A bracket in a
 * comment or in damaged text seldom looks like this. */
bool tby_pgn_at_tag(const struct pgn_cursor *c);

/* True if the text ends within what may become one. */
bool tby_pgn_at_cut_tag(const struct pgn_cursor *c);

struct pgn_tag {
    tby_str name, value;
    bool plain; /* the value is ASCII without escapes */
};

enum pgn_tag_found { PGN_NO_TAG, PGN_BAD_TAG, PGN_GOOD_TAG };

/* Reads the tag at the cursor and passes it.  The value is what stands between
 * the first quote and the one before the closing bracket, so that quotes and
 * brackets inside need no escape.  PGN_BAD_TAG if it does not close on its
 * line, or not before the next tag: the cursor is then at that tag, where moves
 * begin after a quote, or at the end of the line.  PGN_NO_TAG, with the cursor
 * where it was, if there is none: see tby_pgn_at_tag(). */
enum pgn_tag_found tby_pgn_tag(struct pgn_cursor *c, struct pgn_tag *tag);

/* True if moves begin here: "1." and what may be a move, with not many spaces
 * between. */
bool tby_pgn_at_moves(const struct pgn_cursor *c);

/* True if the text ends within what may become such. */
bool tby_pgn_at_cut_moves(const struct pgn_cursor *c);

/* True if the tags of a game, Event first, and the beginning of its moves are
 * here on one line: in a file without line ends that is a game even after a ;
 * or a %.  *cut if the text ends too early to say. */
bool tby_pgn_at_header(const struct pgn_cursor *c, bool *cut);

/* Passes a line that begins with %. */
void tby_pgn_skip_escape(struct pgn_cursor *c);

/* "(Q)" after a move is a promotion, not a variation. */
static inline bool pgn_at_promotion(const struct pgn_cursor *c)
{
    char piece = pgn_ahead(c, 1);

    return pgn_ahead(c, 2) == ')' && piece && strchr("QRBNqrbn", piece);
}

/* The word of a move or a glyph: up to a space or a delimiter. */
static inline tby_str tby_pgn_word(struct pgn_cursor *c)
{
    const char *from = c->p, *p = from;

    while (p < c->end && tby_pgn_in_word[(unsigned char)*p])
        p++;
    c->p = p;
    if (p > from && p < c->end && *p == '(' && pgn_at_promotion(c)) {
        c->p += 3;
        while (c->p < c->end && (*c->p == '+' || *c->p == '#'))
            c->p++;
    }
    return (tby_str){from, (size_t)(c->p - from)};
}

/* A result at the cursor: its length and value, 0 if there is none. */
size_t tby_pgn_result(const struct pgn_cursor *c, int *result);

#endif
