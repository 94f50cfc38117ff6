/* games_cut.c - where a text may be cut so that both sides can be read alone.
 *
 * A cut is made before a tag at the beginning of a line.  The reader of PGN
 * takes such a tag for the start of a game from wherever it is (movetext,
 * variation, a comment without end, the search after a fault), except among
 * the tags of a game, which may stand in any order.  So the last line before
 * must be one that no reader can pass while it reads tags: its first byte
 * begins no tag and no escape, and there is no tag later in it.  And for the
 * sake of comments the tag must be an Event or follow an empty line.
 *
 * (What limits.h cuts off within such a tag is the one exception.) */
#include "core/base/str.h"
#include "core/format/pgn_lex.h"
#include "work/games_int.h"

static bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

static bool holds_tag(const char *p, const char *end)
{
    while ((p = memchr(p, '[', (size_t)(end - p))) != NULL) {
        struct pgn_cursor c = {p, end, p};
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
    struct pgn_cursor c = {at, text.p + text.n, text.p};
    const char *end = at;
    unsigned newlines = 0;

    if (at == text.p || !is_newline(at[-1]) || !tby_pgn_at_tag(&c))
        return false;
    for (; end > text.p && tby_is_space(end[-1]); end--)
        newlines += end[-1] == '\n' || (end[-1] == '\r' && *end != '\n');
    if (newlines < 2 && (c.end - at < 7 || memcmp(at, "[Event ", 7) != 0))
        return false;
    const char *line = end;
    while (line > text.p && !is_newline(line[-1]))
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
