#include "core/game/pgn/text.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "tabiya/limits.h"

/* Does the text stay as it is?  Byte by byte ... */
static bool bytes_are_plain(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 128 || s.p[i] == '\\' || s.p[i] == '\n' ||
            s.p[i] == '\r' || s.p[i] == '\0')
            return false;
    return true;
}

/* ... and eight at once: true if none is a control character, a backslash or
 * beyond ASCII. */
static bool eight_are_plain(const char *p)
{
    const uint64_t ones = 0x0101010101010101, high = ones << 7;
    uint64_t x, y;

    memcpy(&x, p, sizeof x);
    y = x ^ ones * '\\';
    return !((x | (x - ones * ' ') | (y - ones)) & high);
}

static bool is_plain(tby_str s)
{
    if (s.n < 8)
        return bytes_are_plain(s);
    for (size_t i = 0; i + 8 < s.n; i += 8)
        if (!eight_are_plain(s.p + i))
            return bytes_are_plain(s);
    return eight_are_plain(s.p + s.n - 8) || bytes_are_plain(s);
}

/* The text as the game keeps it: itself if nothing has to change, else a copy
 * in *room, which comes from the game's allocator and is given back soon.
 * `escapes`: \" and \\ stand for the second byte. */
static tby_rc with_converted(tby_game *g, tby_str s, bool escapes,
                             uint32_t *latin1, tby_str *out, char **room)
{
    *room = NULL;
    *out = s;
    if (is_plain(s))
        return TBY_OK;
    bool is_latin1 = tby_utf8_validate(s, NULL) != TBY_OK;
    *latin1 += is_latin1;
    char *p = g->alloc.realloc(g->alloc.ctx, NULL, 0, 3 * s.n);
    if (!p)
        return TBY_E_NOMEM;
    *room = p;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i], next = i + 1 < s.n ? s.p[i + 1] : '\0', utf8[4];
        if (escapes && c == '\\' && (next == '"' || next == '\\')) {
            *p++ = next;
            i++;
        } else if (c == '\r' || c == '\n' || c == '\0') {
            *p++ = ' ';
            i += c == '\r' && next == '\n';
        } else if ((unsigned char)c >= 128 && is_latin1) {
            size_t n =
                tby_utf8_encode(tby_cp1252_point((unsigned char)c), utf8);
            memcpy(p, utf8, n);
            p += n;
        } else {
            *p++ = c;
        }
    }
    *out = (tby_str){*room, (size_t)(p - *room)};
    TBY_ASSERT(out->n <= 3 * s.n);
    return TBY_OK;
}

static void give_back(tby_game *g, char *room, size_t n)
{
    if (room)
        g->alloc.realloc(g->alloc.ctx, room, 3 * n, 0);
}

tby_rc tby_pgn_add_tag(tby_game *g, tby_str name, tby_str value,
                       uint32_t *latin1)
{
    tby_str text;
    char *room;

    if (value.n > TBY_MAX_TAG_BYTES)
        return TBY_E_LIMIT;
    tby_rc rc = with_converted(g, value, true, latin1, &text, &room);
    if (rc == TBY_OK)
        rc = tby_game_add_tag(g, name, text);
    give_back(g, room, value.n);
    return rc;
}

tby_rc tby_pgn_add_comment(tby_game *g, tby_str comment, uint32_t *latin1)
{
    tby_str text, trimmed = tby_str_trim(comment);
    char *room;

    if (trimmed.n > TBY_MAX_COMMENT_BYTES)
        return TBY_E_LIMIT;
    tby_rc rc = with_converted(g, trimmed, false, latin1, &text, &room);
    if (rc == TBY_OK)
        rc = tby_game_add_comment(g, tby_str_trim(text));
    give_back(g, room, trimmed.n);
    return rc;
}

static const char *const SUFFIXES[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};

const char *tby_pgn_suffix(unsigned nag)
{
    return nag < sizeof SUFFIXES / sizeof *SUFFIXES ? SUFFIXES[nag] : NULL;
}

unsigned tby_pgn_nag(struct pgn_cursor *c)
{
    const char *from = c->p;
    unsigned n = 0;

    if (*c->p == '$') {
        for (c->p++; c->p < c->end && pgn_class_of(*c->p) == PGN_DIGIT; c->p++)
            n = n < 256 ? n * 10 + (unsigned)(*c->p - '0') : n;
        return c->p - from > 1 ? n : 256;
    }
    while (c->p < c->end && (*c->p == '!' || *c->p == '?'))
        c->p++;
    tby_str run = {from, (size_t)(c->p - from)};
    for (unsigned i = 1; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++)
        if (tby_str_is(run, SUFFIXES[i]))
            return i;
    /* "!!!" is a loud form of the same, and "!?!" of its beginning. */
    if (run.n > 2 && from[0] != from[1])
        return *from == '!' ? 5 : 6;
    return *from == '!' ? 3 : 4;
}

unsigned tby_pgn_glyph(tby_str word)
{
    static const struct {
        const char *text;
        unsigned nag;
    } glyphs[] = {{"+-", 18}, {"-+", 19}, {"+/-", 16}, {"-/+", 17},
                  {"+=", 14}, {"=+", 15}, {"+/=", 14}, {"=/+", 15},
                  {"=", 10},  {"N", 146}, {"D", 220}};

    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (tby_str_is(word, glyphs[i].text))
            return glyphs[i].nag;
    return 0;
}

/* Letters and digits of a, in lower case, are exactly those of b. */
static bool same_letters(tby_str a, const char *b)
{
    for (size_t i = 0; i < a.n; i++) {
        char c = a.p[i];
        if (c >= 'A' && c <= 'Z')
            c |= 32;
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
            continue;
        if (c != *b++)
            return false;
    }
    return *b == '\0';
}

bool tby_pgn_variant(tby_str variant, bool *chess960)
{
    static const char *const chess[] = {"",       "standard",  "fromposition",
                                        "normal", "chess",     "orthodox",
                                        "setup",  "thinkabout"};
    static const char *const shuffled[] = {"chess960",      "fischerandom",
                                           "fischerrandom", "frc",
                                           "freestyle",     "chess9lx"};

    for (size_t i = 0; i < sizeof shuffled / sizeof *shuffled; i++)
        if (variant.p && same_letters(variant, shuffled[i])) {
            *chess960 = true;
            return true;
        }
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (!variant.p || same_letters(variant, chess[i]))
            return true;
    return false;
}

tby_result tby_pgn_result_tag(tby_str value)
{
    int result = TBY_RESULT_NONE;

    if (value.p) {
        const struct pgn_cursor c =
            pgn_cursor_at(value.p, value.p + value.n, value.p);
        (void)tby_pgn_result(&c, &result);
    }
    return (tby_result)result;
}
