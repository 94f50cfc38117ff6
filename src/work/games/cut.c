/* cut.c - where a text may be cut so that both sides can be read alone.
 *
 * A cut is made before a tag at the beginning of a line, which is an Event or
 * follows an empty line.  The reader of PGN takes such a tag for the start of a
 * game (tby_pgn_at_start) wherever it comes from: movetext, variation, a
 * comment without end, the search after a fault, the rest of a game that is too
 * long. The exception is the tags of a game, which may stand in any order.  So
 * the last line before must be one that no reader can pass while it reads tags:
 * its first byte begins no tag and no escape, and there is no tag later in it.
 */
#include "core/game/pgn/start.h"
#include "work/games/int.h"

static bool holds_tag(const char *p, const char *end)
{
    while ((p = memchr(p, '[', (size_t)(end - p))) != NULL) {
        const struct pgn_cursor c = pgn_cursor_at(p, end, p);
        if (tby_pgn_at_tag(&c))
            return true;
        p++;
    }
    return false;
}

/* Does the line end among moves, comments or noise? */
static bool leaves_tags(const char *p, const char *end)
{
    while (p < end && pgn_class_of(*p) == PGN_SPACE)
        p++;
    return p < end && *p != '[' && *p != '%' && !holds_tag(p, end);
}

/* Does a game begin at this bracket? */
static bool begins(tby_str text, const char *at)
{
    const struct pgn_cursor c = pgn_cursor_at(at, text.p + text.n, text.p);
    unsigned ignored;

    if (at == text.p || !pgn_at_line_start(&c) || !tby_pgn_at_start(&c))
        return false;
    const char *end = tby_pgn_blanks_before(at, text.p, &ignored), *line = end;
    while (line > text.p && !pgn_is_newline(line[-1]))
        line--;
    return line > text.p && leaves_tags(line, end);
}

/* The last bracket before `end`, NULL if there is none. */
static const char *bracket_before(const char *from, const char *end)
{
    while (end > from)
        if (*--end == '[')
            return end;
    return NULL;
}

size_t games_cut(tby_str text)
{
    const char *at = text.n ? text.p + text.n : NULL;

    while (at && (at = bracket_before(text.p, at)) != NULL)
        if (begins(text, at))
            return (size_t)(at - text.p);
    return 0;
}
