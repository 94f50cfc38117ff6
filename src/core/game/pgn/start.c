#include "core/game/pgn/start.h"
#include "core/base/assert.h"
#include "core/game/pgn/scan.h"
#include "tabiya/limits.h"

const char *tby_pgn_spaces_before(const char *p, const char *from,
                                  unsigned *lines)
{
    const char *q = p;

    TBY_ASSERT(from <= p);
    *lines = 0;
    for (; q > from && pgn_class_of(q[-1]) == PGN_SPACE; q--)
        *lines +=
            *lines < 2 && (q[-1] == '\n' || (q[-1] == '\r' && *q != '\n'));
    return q;
}

bool tby_pgn_at_start(const struct pgn_cursor *c)
{
    unsigned lines;

    if (!tby_pgn_at_tag(c))
        return false;
    if (c->end - c->p > 7 && memcmp(c->p, "[Event ", 7) == 0)
        return true;
    tby_pgn_spaces_before(c->p, c->base, &lines);
    return lines >= 2;
}

/* Does a result end at p, where a word does? */
static bool is_result_end(const char *p, const char *from)
{
    static const struct {
        const char *text;
        ptrdiff_t n;
    } results[] = {{"1-0", 3}, {"0-1", 3}, {"1/2-1/2", 7}, {"1/2", 3}};

    if (p > from && p[-1] == '*')
        return true;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        ptrdiff_t n = results[i].n;
        if (p - from >= n && memcmp(p - n, results[i].text, (size_t)n) == 0 &&
            (p - from == n || !tby_pgn_in_word[(unsigned char)p[-n - 1]]))
            return true;
    }
    return false;
}

bool tby_pgn_after_result(const struct pgn_cursor *c)
{
    unsigned lines;
    const char *end = tby_pgn_spaces_before(c->p, c->base, &lines);

    return lines == 0 && is_result_end(end, c->base);
}

/* May moves begin a game here, for what stands before them?  A comment may end
 * with a result. */
static bool is_fresh(const struct pgn_cursor *c, bool results)
{
    unsigned lines;
    const char *end = tby_pgn_spaces_before(c->p, c->base, &lines);

    return (lines >= 2 && (end == c->base || end[-1] != '(')) ||
           (results && end < c->p && end > c->rest &&
            is_result_end(end, c->base));
}

bool tby_pgn_leads_to_moves(struct pgn_cursor *c)
{
    struct pgn_cursor after = *c;

    if (c->p < c->looked)
        return false;
    bool moves = tby_pgn_look_on(&after) == PGN_NEXT_MOVES;
    c->open |= after.open || tby_pgn_at_cut_moves(&after);
    moves = moves && tby_pgn_at_moves(&after);
    c->looked = moves ? c->looked : after.p;
    return moves;
}

static bool begins_moves(struct pgn_cursor *c, bool results)
{
    if (*c->p == '1')
        return tby_pgn_at_moves(c) && is_fresh(c, results);
    return (*c->p == '{' || *c->p == ';') && is_fresh(c, results) &&
           tby_pgn_leads_to_moves(c);
}

bool tby_pgn_at_new_moves(struct pgn_cursor *c)
{
    return begins_moves(c, false);
}

bool tby_pgn_at_next_moves(struct pgn_cursor *c)
{
    return begins_moves(c, true);
}

/* A tag with another after it, or with moves, all on one line. */
static bool is_header(struct pgn_cursor *c)
{
    struct pgn_cursor after = *c;
    struct pgn_tag tag;
    bool good = tby_pgn_tag(&after, &tag) == PGN_GOOD_TAG;

    while (after.p < after.end && (*after.p == ' ' || *after.p == '\t'))
        after.p++;
    c->open |=
        after.open ||
        (good && (tby_pgn_at_cut_tag(&after) || tby_pgn_at_cut_moves(&after)));
    return good && (tby_pgn_at_tag(&after) || tby_pgn_at_moves(&after));
}

/* Does a game begin here unless a closed comment is around it? */
static bool may_start(struct pgn_cursor *c)
{
    unsigned lines;

    if (*c->p == '1')
        return tby_pgn_at_moves(c) && is_fresh(c, true);
    if (*c->p != '[' || !tby_pgn_at_tag(c))
        return false;
    const char *end = tby_pgn_spaces_before(c->p, c->base, &lines);
    return is_result_end(end, c->base) || is_header(c);
}

/* A game for sure, closed or not: a comment that speaks of an Event tag does so
 * in the middle of a line, and not of all tags with the moves after them. */
static bool must_start(struct pgn_cursor *c)
{
    unsigned lines;
    bool cut;

    if (!tby_pgn_at_start(c))
        return false;
    tby_pgn_spaces_before(c->p, c->base, &lines);
    if (lines > 0)
        return true;
    bool header = tby_pgn_at_header(c, &cut);
    c->open |= cut;
    return header;
}

/* The first game that may begin between in a comment that is not closed, NULL
 * if there is none.  The comment begins at `from`; what stands at `to` is no
 * part of a tag or of moves. */
static const char *find_start(struct pgn_cursor *c, const char *from,
                              const char *at, const char *to)
{
    struct pgn_cursor in = {at, to, from, from, from, true, false};

    while (in.p < to && !((*in.p == '1' || *in.p == '[') &&
                          (tby_pgn_at_start(&in) || may_start(&in))))
        in.p++;
    c->open |= in.open && to == c->end;
    return in.p < to ? in.p : NULL;
}

/* The next bracket or brace that may matter in a comment. */
static const char *find_mark(const char *p, const char *limit)
{
    while (limit - p >= PGN_SCAN) {
        unsigned marks = scan_braces(p);
        for (; marks; marks &= marks - 1) {
            const char *at = p + __builtin_ctz(marks);
            if (at + 1 == limit || *at != '[' || at[1] != '%')
                return at; /* [%clk is in every comment of some files */
        }
        p += PGN_SCAN;
    }
    while (p < limit && *p != '[' && *p != '{' && *p != '}')
        p++;
    return p;
}

/* A comment inside of what should be one, with the moves of a new game after
 * it.  (More than one is not looked for: each might hold the next.  Nor is one
 * in which a game begins for sure.) */
static bool is_preface(struct pgn_cursor *c, const char *limit)
{
    struct pgn_cursor after = *c;

    if (!is_fresh(c, false))
        return false;
    do
        after.p = find_mark(after.p + 1, limit);
    while (after.p < limit && *after.p == '[' && !must_start(&after));
    c->open |= after.open;
    if (after.p == limit || *after.p != '}')
        return false;
    after.p++;
    pgn_skip_space(&after);
    c->open |= tby_pgn_at_cut_moves(&after);
    return tby_pgn_at_moves(&after);
}

/* The brace that closes a comment, or the game that begins before it; else the
 * limit.  A brace that opens, or the beginning of a game for sure, means that
 * the comment was never closed, so that a game may have begun before.  *known:
 * none before this. */
static const char *find_end(struct pgn_cursor *c, const char *from,
                            const char *limit, const char **known)
{
    const char *p = find_mark(from, limit);

    *known = from;
    for (; p < limit && *p != '}'; p = find_mark(p + 1, limit)) {
        struct pgn_cursor in = {p, c->end, from, from, from, true, false};
        bool passed = *p == '[' && !must_start(&in);
        c->open |= in.open;
        if (passed)
            continue;
        const char *start = find_start(c, from, *known, p);
        if (start || *p == '[')
            return start ? start : p;
        bool preface = is_preface(&in, limit);
        c->open |= in.open;
        if (preface)
            return p;
        *known = p;
    }
    return p;
}

bool tby_pgn_comment(struct pgn_cursor *c, tby_str *text)
{
    if (*c->p == '{') {
        const char *from = c->p + 1, *limit = c->end;

        if (limit - from > (ptrdiff_t)TBY_MAX_COMMENT_BYTES)
            limit = from + TBY_MAX_COMMENT_BYTES + 1;
        const char *known, *stop = find_end(c, from, limit, &known);
        if (stop == limit) {
            c->open |= limit == c->end; /* the brace may follow */
            const char *start = find_start(c, from, known, limit);
            stop = start ? start : limit;
        }
        TBY_ASSERT(from <= stop && stop <= limit);
        bool closed = stop < limit && *stop == '}';
        *text = (tby_str){from, (size_t)(stop - from)};
        c->p = stop + closed;
        return closed;
    }

    /* To the end of the line, or to where a game begins. */
    const char *from = c->p + 1;
    bool whole = pgn_at_line_start(c), ignored;
    struct pgn_cursor in = {from, c->end, from, from, from, true, false};

    /* A line that is a comment as a whole was meant to be one, and may speak of
     * games. */
    for (; in.p < in.end && !pgn_is_newline(*in.p); in.p++)
        if (whole ? *in.p == '[' && tby_pgn_at_header(&in, &ignored)
                  : (*in.p == '[' || *in.p == '1') && may_start(&in))
            break;
    *text = (tby_str){from, (size_t)(in.p - from)};
    c->p = in.p;
    if (in.p == in.end || pgn_is_newline(*in.p)) /* no game begins here */
        c->rest = in.p;
    c->open |= in.open;

    return true;
}

bool tby_pgn_fits_braces(tby_str text)
{
    const char *end = text.p + text.n, *p = find_mark(text.p, end);
    struct pgn_cursor c = pgn_cursor_at(text.p, end, text.p);

    for (; p < end; p = find_mark(p + 1, end))
        if (*p == '}' || (*p == '{' && find_start(&c, text.p, text.p, p)))
            return false;
    return true;
}

bool tby_pgn_skip_variation(struct pgn_cursor *c)
{
    unsigned depth = 1;
    tby_str ignored;

    while (c->p < c->end && depth) {
        uint8_t class = pgn_class_of(*c->p);
        if (tby_pgn_at_next_moves(c))
            return false;
        if (class == PGN_COMMENT || class == PGN_REST) {
            if (!tby_pgn_comment(c, &ignored))
                return false;
            continue;
        }
        if (class == PGN_TAG && tby_pgn_at_tag(c))
            return false;
        depth += class == PGN_OPEN;
        depth -= class == PGN_CLOSE;
        c->p++;
    }
    return depth == 0;
}
