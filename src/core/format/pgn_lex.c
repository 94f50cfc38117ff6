/* pgn_lex.c - see pgn_lex.h. */
#include "core/format/pgn_lex.h"

#include "core/base/str.h"
#include "core/format/pgn_scan.h"
#include "tabiya/game.h"
#include "tabiya/limits.h"

/* Rows of sixteen, as in an ASCII table. */
#define J PGN_JUNK
#define S PGN_SPACE
#define L PGN_LETTER
#define D PGN_DIGIT
#define G PGN_SIGN
const uint8_t tby_pgn_class[256] = {
    /* clang-format off */
    S, J, J, J, J, J, J, J, J, S, S, S, S, S, J, J,
    J, J, J, J, J, J, J, J, J, J, S, J, J, J, J, J,
    S, PGN_NAG, J, G, PGN_NAG, PGN_ESCAPE, J, J, PGN_OPEN, PGN_CLOSE,
    PGN_STAR, G, J, G, G, G,
    D, D, D, D, D, D, D, D, D, D, G, PGN_REST, J, G, J, PGN_NAG,
    G, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, PGN_TAG, J, J, J, J,
    J, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, PGN_COMMENT, J, J, J, J,
    [0xe2] = L, /* figurines */
    /* clang-format on */
};
#undef J
#undef S
#undef L
#undef D
#undef G

const bool tby_pgn_in_word[256] = {
    /* clang-format off */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    /* clang-format on */
};

/* The file or rank that a byte between piece and target says; 0 stands for no
 * byte. */
#define F(n) (BB_FILE_A << (n))
const tby_bb tby_pgn_origin[256] = {
    ['a'] = F(0),       ['b'] = F(1),       ['c'] = F(2),
    ['d'] = F(3),       ['e'] = F(4),       ['f'] = F(5),
    ['g'] = F(6),       ['h'] = F(7),       ['1'] = BB_RANK(0),
    ['2'] = BB_RANK(1), ['3'] = BB_RANK(2), ['4'] = BB_RANK(3),
    ['5'] = BB_RANK(4), ['6'] = BB_RANK(5), ['7'] = BB_RANK(6),
    ['8'] = BB_RANK(7), ['x'] = BB_ALL,     [0] = BB_ALL,
};
#undef F

static bool is_name(char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || (unsigned)(c - '0') < 10 ||
           c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

/* Reads bracket, name, blank and quote; the byte behind the quote, or NULL. */
static const char *tag_head(const char *p, const char *end, tby_str *name)
{
    if (p >= end || *p++ != '[')
        return NULL;
    if (p < end && !is_name(*p) && !is_blank(*p))
        return NULL;          /* [%clk: in a comment, where there are many */
    if (end - p > PGN_SCAN) { /* the usual form, without a loop */
        size_t n = scan_name(p);
        if (n > 0 && n < PGN_SCAN - 2 && p[n] == ' ' && p[n + 1] == '"') {
            *name = (tby_str){p, n};
            return p + n + 2;
        }
    }
    while (p < end && is_blank(*p))
        p++;
    name->p = p;
    while (p < end && is_name(*p))
        p++;
    name->n = (size_t)(p - name->p);
    while (p < end && is_blank(*p))
        p++;
    return name->n && p < end && *p == '"' ? p + 1 : NULL;
}

bool tby_pgn_at_tag(const struct pgn_cursor *c)
{
    tby_str ignored;

    return tag_head(c->p, c->end, &ignored) != NULL;
}

bool tby_pgn_at_cut_tag(const struct pgn_cursor *c)
{
    const char *p = c->p;

    if (p >= c->end || *p++ != '[')
        return false;
    while (p < c->end && (is_name(*p) || is_blank(*p)))
        p++;
    return p == c->end;
}

/* The quote that ends a value: the first that is followed by the bracket and
 * not escaped; an escaped one if there is no other on the line. */
static const char *closing_quote(const char *p, const char *end)
{
    const char *escaped = NULL;

    for (const char *q = p; q < end && !is_newline(*q); q++) {
        if (*q == '\\' && q + 1 < end && (q[1] == '"' || q[1] == '\\')) {
            if (q[1] == '"' && q + 2 < end && q[2] == ']')
                escaped = q + 1;
            q++;
            continue;
        }
        const char *after = q + 1;
        while (*q == '"' && after < end && is_blank(*after))
            after++;
        if (*q == '"' && after < end && *after == ']')
            return q;
    }
    return escaped;
}

/* The usual value: ASCII up to a quote and a bracket.  The quote, or NULL. */
static const char *plain_end(const char *p, const char *end)
{
    size_t n = PGN_SCAN;

    while (n == PGN_SCAN && end - p > PGN_SCAN) {
        n = scan_value(p);
        p += n;
    }
    return n < PGN_SCAN && p[0] == '"' && p[1] == ']' ? p : NULL;
}

enum pgn_tag_found tby_pgn_tag(struct pgn_cursor *c, struct pgn_tag *tag)
{
    const char *value = tag_head(c->p, c->end, &tag->name);

    if (!value)
        return PGN_NO_TAG;
    const char *quote = plain_end(value, c->end);
    tag->plain = quote != NULL;
    if (!quote)
        quote = closing_quote(value, c->end);
    if (!quote) {
        pgn_skip_line(c);
        return PGN_BAD_TAG;
    }
    tag->value = (tby_str){value, (size_t)(quote - value)};
    for (c->p = quote + 1; *c->p != ']'; c->p++)
        continue;
    c->p++;
    return PGN_GOOD_TAG;
}

/* Is the bracket at p, inside what should be a comment, the start of a game? An
 * Event tag is, and any tag behind an empty line. */
static bool is_game(const char *p, const char *from, const char *end)
{
    struct pgn_cursor c = {p, end, from};
    int newlines = 0;

    if (!tby_pgn_at_tag(&c))
        return false;
    for (const char *q = p; q > from && tby_is_space(q[-1]); q--)
        newlines += q[-1] == '\n' || (q[-1] == '\r' && *q != '\n');
    return newlines >= 2 || (end - p > 7 && memcmp(p, "[Event ", 7) == 0);
}

/* Looks for the brace that closes a comment, or a game that begins before it:
 * whichever comes first of `from` to `limit`, else NULL.  Both are looked for
 * in small steps, so that a brace without its like costs no long search. */
static const char *comment_end(const char *from, const char *limit,
                               const char *end)
{
    enum { STEP = 1024 };

    for (const char *at = from; at < limit;) {
        const char *stop = limit - at > STEP ? at + STEP : limit;
        const char *close = memchr(at, '}', (size_t)(stop - at));
        if (close)
            stop = close;
        for (const char *p = at;
             (p = memchr(p, '[', (size_t)(stop - p))) != NULL; p++)
            if (is_game(p, from, end))
                return p;
        if (close)
            return close;
        at = stop;
    }
    return NULL;
}

bool tby_pgn_comment(struct pgn_cursor *c, tby_str *text)
{
    const char *from = c->p + 1, *limit = c->end;

    if (*c->p == ';') {
        pgn_skip_line(c);
        *text = (tby_str){from, (size_t)(c->p - from)};
        return true;
    }
    if (limit - from > (ptrdiff_t)TBY_MAX_COMMENT_BYTES)
        limit = from + TBY_MAX_COMMENT_BYTES + 1;
    const char *stop = comment_end(from, limit, c->end);
    if (!stop || *stop != '}') {
        c->p = stop ? stop : limit;
        return false;
    }
    *text = (tby_str){from, (size_t)(stop - from)};
    c->p = stop + 1;
    return true;
}

bool tby_pgn_skip_variation(struct pgn_cursor *c)
{
    unsigned depth = 1;
    tby_str ignored;

    while (c->p < c->end && depth) {
        uint8_t class = pgn_class_of(*c->p);
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

size_t tby_pgn_result(const struct pgn_cursor *c, int *result)
{
    static const struct {
        const char *text;
        size_t n;
        int result;
    } results[] = {{"1/2-1/2", 7, TBY_RESULT_DRAW},
                   {"1-0", 3, TBY_RESULT_WHITE},
                   {"0-1", 3, TBY_RESULT_BLACK},
                   {"*", 1, TBY_RESULT_NONE},
                   {"1/2", 3, TBY_RESULT_DRAW}};
    size_t left = (size_t)(c->end - c->p);

    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t n = results[i].n;
        if (left < n || memcmp(c->p, results[i].text, n) != 0)
            continue;
        if (left > n && pgn_class_of(c->p[n]) != PGN_SPACE &&
            !strchr("[{;)(%", c->p[n]))
            continue;
        *result = results[i].result;
        return n;
    }
    return 0;
}

/* Behind a result: does a game begin, or the text end?  Sets *end if the end of
 * the text is a part of the answer. */
static bool game_may_begin(struct pgn_cursor c, bool *end)
{
    tby_str ignored;

    for (;;) {
        pgn_skip_space(&c);
        *end |= c.end - c.p < 2 || tby_pgn_at_cut_tag(&c);
        if (c.p >= c.end || tby_pgn_at_tag(&c))
            return true;
        if (*c.p != '{' && *c.p != ';')
            return c.p[0] == '1' && pgn_ahead(&c, 1) == '.';
        if (!tby_pgn_comment(&c, &ignored)) {
            *end |= c.p == c.end;
            return true;
        }
    }
}

bool tby_pgn_recover(struct pgn_cursor *c)
{
    bool fresh = true; /* a word begins here */
    bool end = false;  /* an answer so far depended on the end */
    tby_str ignored;
    int result;

    while (c->p < c->end) {
        uint8_t class = pgn_class_of(*c->p);
        if (class == PGN_TAG && tby_pgn_at_tag(c))
            return end;
        if (class == PGN_COMMENT) {
            tby_pgn_comment(c, &ignored); /* or on to the game inside it */
            fresh = true;
            continue;
        }
        size_t n = fresh && (class == PGN_DIGIT || class == PGN_STAR)
                       ? tby_pgn_result(c, &result)
                       : 0;
        c->p += n ? n : 1;
        if (n && game_may_begin(*c, &end))
            return end;
        fresh = class == PGN_SPACE || n;
    }
    return true;
}
