/* pgn_skip.c - to the end of a game whose moves nobody wants to know.
 *
 * Only a few bytes can matter: those that open or close something, end a game,
 * or stand inside a result.  Sixteen are looked at together. */
#include "core/format/pgn_reader.h"
#include "core/format/pgn_scan.h"

/* To the next byte that may matter. */
static void find_mark(struct pgn_cursor *c)
{
    size_t n = PGN_SCAN;

    while (c->end - c->p >= PGN_BLOCK && !scan_has_mark(c->p))
        c->p += PGN_BLOCK;
    while (n == PGN_SCAN && c->end - c->p >= PGN_SCAN) {
        n = scan_mark(c->p);
        c->p += n;
    }
    if (n == PGN_SCAN)
        while (c->p < c->end && !is_mark(*c->p))
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
    struct pgn_cursor first = {c->p - 1, c->end, c->base};
    int ignored;

    if (c->p == from || tby_pgn_result(&first, &ignored) == 0 ||
        !begins_word(first.p, from))
        return false;
    *c = first;
    return true;
}

static bool pass_variation(struct pgn_cursor *c)
{
    struct pgn_cursor in = {c->p + 1, c->end, c->base};

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

/* Passes what begins at a mark; false if it is not to be passed. */
static bool pass_mark(struct pgn_cursor *c, const char *from)
{
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
        if (c->p > c->base && c->p[-1] != '\n' && c->p[-1] != '\r')
            return false;
        pgn_skip_line(c);
        return true;
    default:
        return false;
    }
}

void tby_pgn_skip_moves(struct pgn_cursor *c)
{
    const char *from = c->p;

    do
        find_mark(c);
    while (c->p < c->end && pass_mark(c, from));
}
