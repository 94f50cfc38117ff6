/* skip.c - to the end of a game whose moves nobody wants to know.
 *
 * Only a few bytes can matter: those that open or close something, end a game,
 * stand inside a result, or end a line before an empty one.  Sixteen are looked
 * at together. */
#include "core/game/pgn/reader.h"
#include "core/game/pgn/scan.h"

/* To the next byte that may matter.  The byte behind each is looked at. */
static void find_mark(struct pgn_cursor *c)
{
    size_t n = PGN_SCAN;

    while (c->end - c->p > PGN_BLOCK && !scan_has_mark(c->p))
        c->p += PGN_BLOCK;
    while (n == PGN_SCAN && c->end - c->p > PGN_SCAN) {
        n = scan_mark(c->p);
        c->p += n;
    }
    if (n == PGN_SCAN)
        while (c->p < c->end && !is_mark(*c->p, pgn_ahead(c, 1)))
            c->p++;
}

/* Is the byte at p the first of a word?  It also is behind move numbers that
 * no blank parts from it. */
static bool begins_word(const char *p, const char *from)
{
    if (p == from || !tby_pgn_in_word[(unsigned char)p[-1]])
        return true;
    if (p[-1] != '.')
        return false;
    while (p > from && (p[-1] == '.' || pgn_class_of(p[-1]) == PGN_DIGIT))
        p--;
    return p == from || !tby_pgn_in_word[(unsigned char)p[-1]];
}

/* The cursor is at the second byte of what may be a result: 1-0, 0-1, 1/2.  If
 * so, goes back to the first. */
static bool at_result(struct pgn_cursor *c, const char *from)
{
    struct pgn_cursor first = *c;
    int ignored;

    if (c->p == from)
        return false;
    first.p--;
    if (tby_pgn_result(&first, &ignored) == 0 || !begins_word(first.p, from))
        return false;
    *c = first;
    return true;
}

static bool pass_variation(struct pgn_cursor *c)
{
    struct pgn_cursor in = *c;

    in.p++;
    if (!tby_pgn_skip_variation(&in))
        return false;
    *c = in;
    return true;
}

static bool pass_comment(struct pgn_cursor *c)
{
    struct pgn_cursor in = *c;
    tby_str ignored;

    if (!tby_pgn_comment(&in, &ignored))
        return false;
    *c = in;
    return true;
}

/* The dots of "1. ... e5", and nothing else. */
static bool is_dots(tby_str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] != '.')
            return false;
    return true;
}

/* Is there a number, a glyph or a move between? */
static bool has_begun(const char *from, const char *to)
{
    tby_tokens tokens = {{from, (size_t)(to - from)}, 0};
    tby_token token;

    while (tby_tokens_next(&tokens, &token) == TBY_OK)
        if (token.kind == TBY_TOKEN_NUMBER || token.kind == TBY_TOKEN_NAG ||
            (token.kind == TBY_TOKEN_WORD && !is_dots(token.text)))
            return true;
    return false;
}

/* Passes blanks, unless they are an empty line and another game begins. */
static bool pass_blanks(struct pgn_cursor *c, const char *from, bool begun)
{
    c->p++;
    pgn_skip_space(c);
    return c->p == c->end || !tby_pgn_at_new_moves(c) ||
           !(begun || has_begun(from, c->p));
}

/* Passes what begins at a mark; false if it is not to be passed. */
static bool pass_mark(struct pgn_cursor *c, const char *from, bool begun)
{
    if ((unsigned char)*c->p <= ' ')
        return pass_blanks(c, from, begun);
    switch (*c->p) {
    case '-':
    case '/':
        if (at_result(c, from))
            return false;
        c->p++;
        return true;
    case '{':
    case ';':
        return pass_comment(c);
    case '(':
        if (c->p == from || !tby_pgn_in_word[(unsigned char)c->p[-1]] ||
            !pgn_at_promotion(c))
            return pass_variation(c);
        c->p += 3;
        return true;
    case '%':
        if (!pgn_at_line_start(c))
            return false;
        tby_pgn_skip_escape(c);
        return true;
    default:
        return false;
    }
}

void tby_pgn_skip_moves(struct pgn_cursor *c, bool begun)
{
    const char *from = c->p;

    do
        find_mark(c);
    while (c->p < c->end && pass_mark(c, from, begun));
}
