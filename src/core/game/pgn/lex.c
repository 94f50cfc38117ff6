#include "core/game/pgn/lex.h"
#include "core/base/assert.h"
#include "core/game/pgn/scan.h"
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

/* Bytes of a tag before its value. */
enum { PGN_HEAD_MAX = TBY_MAX_TAG_BYTES };

static bool is_name(char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || (unsigned)(c - '0') < 10 ||
           c == '_';
}

/* The standard wants no more than that for a tag, but lets a symbol go on with
 * these too, and so do the names that some programs give. */
static bool goes_on(char c)
{
    return is_name(c) || c == '-' || c == ':' || c == '+' || c == '=' ||
           c == '#';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

/* Reads bracket, name, space and quote; the byte after the quote, or NULL. */
static const char *tag_head(const char *p, const char *end, tby_str *name)
{
    if (p >= end || *p++ != '[')
        return NULL;
    if (p < end && !is_name(*p) && !is_space(*p))
        return NULL;          /* [%clk: in a comment, where there are many */
    if (end - p > PGN_SCAN) { /* the usual form, without a loop */
        size_t n = scan_name(p);
        if (n > 0 && n < PGN_SCAN - 2 && p[n] == ' ' && p[n + 1] == '"') {
            *name = (tby_str){p, n};
            return p + n + 2;
        }
    }
    if (end - p > PGN_HEAD_MAX)
        end = p + PGN_HEAD_MAX;
    while (p < end && is_space(*p))
        p++;
    name->p = p;
    while (p < end && (p == name->p ? is_name(*p) : goes_on(*p)))
        p++;
    name->n = (size_t)(p - name->p);
    while (p < end && is_space(*p))
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

    if (p >= c->end || *p++ != '[' || c->end - p > PGN_HEAD_MAX)
        return false;
    while (p < c->end && (goes_on(*p) || is_space(*p)))
        p++;
    return p == c->end;
}

enum { MOVES_MAX = 12 }; /* bytes that say whether moves begin */

/* How many bytes "1." and the spaces after it are; 0 if there is no such. */
static size_t number_one(const struct pgn_cursor *c)
{
    size_t n = 2, left = (size_t)(c->end - c->p);

    if (pgn_ahead(c, 0) != '1' || pgn_ahead(c, 1) != '.')
        return 0;
    while (n < MOVES_MAX - 2 && n < left && pgn_class_of(c->p[n]) == PGN_SPACE)
        n++;
    return n;
}

bool tby_pgn_at_moves(const struct pgn_cursor *c)
{
    size_t n = number_one(c);
    char first = n ? pgn_ahead(c, n) : '\0';

    if (first == '-')
        return pgn_ahead(c, n + 1) == '-';
    return first && strchr("abcdefghNBRQKOPZ", first);
}

bool tby_pgn_at_cut_moves(const struct pgn_cursor *c)
{
    size_t n = number_one(c), left = (size_t)(c->end - c->p);

    if (n == 0)
        return left == 0 || (left == 1 && *c->p == '1');
    return n == left || (n + 1 == left && c->p[n] == '-');
}

static const char *skip_spaces(const char *p, const char *end)
{
    while (p < end && is_space(*p))
        p++;
    return p;
}

static bool closes(const char *quote, const char *end)
{
    const char *after = skip_spaces(quote + 1, end);

    return after < end && *after == ']';
}

/* Is the bracket at p the next tag, and not a part of the value that it stands
 * in?  Such a part may end like a tag: [Event "a] [Site "]. */
static bool is_next_tag(struct pgn_cursor *c, const char *p)
{
    tby_str ignored;
    const char *value = tag_head(p, c->end, &ignored);

    c->open |= value && skip_spaces(value, c->end) == c->end;
    return value && !closes(value - 1, c->end);
}

/* Does what follows a quote, or a bracket without one, look as if its tag ended
 * there? */
static bool follows_tag(const char *last, const char *end)
{
    const char *p = skip_spaces(last + 1, end);
    const struct pgn_cursor c = pgn_cursor_at(p, end, p);

    return pgn_ahead(&c, 0) == '{' || tby_pgn_at_moves(&c) ||
           tby_pgn_at_tag(&c);
}

/* The quote that ends the value at p: the first that is followed by the bracket
 * and not escaped; an escaped one if there is no other on the line or before
 * the next tag.  Else NULL, with the cursor where to go on. */
__attribute__((noinline)) /* usual tags do not pay for it */
static const char *
closing_quote(struct pgn_cursor *c, const char *p)
{
    const char *escaped = NULL, *resume = NULL, *q = p;

    for (; q < c->end && !pgn_is_newline(*q); q++) {
        if (*q == '\\' && q + 1 < c->end && (q[1] == '"' || q[1] == '\\')) {
            if (q[1] == '"' && q + 2 < c->end && q[2] == ']')
                escaped = q + 1;
            q++;
        } else if (*q == '"' || *q == ']') {
            if (*q == '"' && closes(q, c->end))
                return q;
            if (!resume && follows_tag(q, c->end))
                resume = skip_spaces(q + 1, c->end);
        } else if (*q == '[' && is_next_tag(c, q)) {
            break;
        }
    }
    c->open |= q >= c->end;
    if (!escaped)
        c->p = resume ? resume : q < c->end ? q : c->end;
    return escaped;
}

enum pgn_tag_found tby_pgn_tag(struct pgn_cursor *c, struct pgn_tag *tag)
{
    const char *value = tag_head(c->p, c->end, &tag->name);

    if (!value)
        return PGN_NO_TAG;

    /* The usual value: ASCII up to a quote and a bracket.  The quote, or NULL.
     */
    const char *p = value;
    const char *end = c->end;
    size_t n = PGN_SCAN;

    while (n == PGN_SCAN && end - p > PGN_SCAN) {
        n = scan_value(p);
        p += n;
    }
    const char *quote = n < PGN_SCAN && p[0] == '"' && p[1] == ']' ? p : NULL;

    tag->plain = quote != NULL;
    if (!quote)
        quote = closing_quote(c, value);
    if (!quote)
        return PGN_BAD_TAG;
    TBY_ASSERT(quote >= value && quote < c->end);
    tag->value = (tby_str){value, (size_t)(quote - value)};
    for (c->p = quote + 1; *c->p != ']'; c->p++)
        continue;
    c->p++;
    return PGN_GOOD_TAG;
}

bool tby_pgn_at_header(const struct pgn_cursor *c, bool *cut)
{
    enum { FAR = 4096 };
    static const char event[] = "[Event \"";
    struct pgn_cursor in = *c;
    struct pgn_tag tag;
    unsigned tags = 0;

    TBY_ASSERT(c->base <= c->p && c->p <= c->end);
    in.open = *cut = false;
    for (size_t i = 0; i < sizeof event - 1; i++)
        if (pgn_ahead(c, i) != event[i]) {
            *cut = c->end - c->p == (ptrdiff_t)i;
            return false;
        }
    if (in.end - in.p > FAR)
        in.end = in.p + FAR;
    for (; tby_pgn_tag(&in, &tag) == PGN_GOOD_TAG; tags++)
        in.p = skip_spaces(in.p, in.end);
    *cut = in.end == c->end &&
           (in.open || tby_pgn_at_cut_moves(&in) || tby_pgn_at_cut_tag(&in));
    return tags > 1 && (tby_pgn_at_moves(&in) || pgn_ahead(&in, 0) == '{');
}

void tby_pgn_skip_escape(struct pgn_cursor *c)
{
    bool cut;

    for (; c->p < c->end && !pgn_is_newline(*c->p); c->p++)
        if (*c->p == '[' && tby_pgn_at_header(c, &cut))
            return;
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
            !strchr("[{;)(%*", c->p[n]))
            continue;
        *result = results[i].result;
        return n;
    }
    return 0;
}
