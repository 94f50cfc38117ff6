/* skip.c - see start.h and reader.h: on to the end of a game, and to the next.
 */
#include "core/base/assert.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/scan.h"

/* In moves that nobody wants to know only a few bytes matter: those that open
 * or close something, end a game, stand inside a result, or end a line before
 * an empty one.  Sixteen are looked at together. */

/* Is the byte at p the first of a word?  It also is after move numbers that
 * no space parts from it. */
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

/* Is there a number, a glyph or a move between?  The dots of "1. ... e5" are
 * none. */
static bool has_begun(const char *from, const char *to)
{
    tby_tokens tokens = {{from, (size_t)(to - from)}, 0};
    tby_token token;

    while (tby_tokens_next(&tokens, &token) == TBY_OK) {
        size_t dots = 0;
        while (dots < token.text.n && token.text.p[dots] == '.')
            dots++;
        if (token.kind == TBY_TOKEN_NUMBER || token.kind == TBY_TOKEN_NAG ||
            (token.kind == TBY_TOKEN_WORD && dots < token.text.n))
            return true;
    }
    return false;
}

/* Passes what begins at a mark; false if it is not to be passed. */
static bool pass_mark(struct pgn_cursor *c, const char *from, bool begun)
{
    struct pgn_cursor in = *c;
    tby_str text;
    int ignored;

    if ((unsigned char)*c->p <= ' ') { /* it may be an empty line */
        c->p++;
        pgn_skip_space(c);
        return c->p == c->end || !tby_pgn_at_new_moves(c) ||
               !(begun || has_begun(from, c->p));
    }
    switch (*c->p) {
    case '-':
    case '/': /* the second byte of a result: 1-0, 0-1, 1/2? */
        in.p -= c->p > from;
        if (c->p > from && tby_pgn_result(&in, &ignored) > 0 &&
            begins_word(in.p, from)) {
            *c = in;
            return false;
        }
        c->p++;
        return true;
    case '{':
    case ';':
        if (!tby_pgn_comment(&in, &text))
            return false;
        *c = in;
        return true;
    case '(':
        if (c->p > from && tby_pgn_in_word[(unsigned char)c->p[-1]] &&
            pgn_at_promotion(c)) {
            c->p += 3;
            return true;
        }
        in.p++;
        if (!tby_pgn_skip_variation(&in))
            return false;
        *c = in;
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

    do {
        /* To the next byte that may matter.  The byte after each is looked at.
         */
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
    } while (c->p < c->end && pass_mark(c, from, begun));
}

enum pgn_next tby_pgn_look_on(struct pgn_cursor *c)
{
    tby_str ignored;

    for (;;) {
        pgn_skip_space(c);
        bool cut = tby_pgn_at_cut_tag(c);
        c->open |= cut || c->end - c->p < 2;
        if (c->p >= c->end)
            return PGN_NEXT_END;
        if (cut || tby_pgn_at_tag(c))
            return PGN_NEXT_TAG;
        if (*c->p != '{' && *c->p != ';')
            break;
        if (!tby_pgn_comment(c, &ignored))
            return PGN_NEXT_BROKEN;
    }
    return c->p[0] == '1' && pgn_ahead(c, 1) == '.' ? PGN_NEXT_MOVES
                                                    : PGN_NEXT_OTHER;
}

void tby_pgn_skip_preface(struct pgn_cursor *c)
{
    struct pgn_cursor in = *c;
    tby_str ignored;

    while (in.p < in.end && !tby_pgn_at_tag(&in)) {
        if (pgn_class_of(*in.p) == PGN_SPACE)
            pgn_skip_space(&in);
        else if (*in.p == '%' && pgn_at_line_start(&in))
            tby_pgn_skip_escape(&in);
        else if ((*in.p != '{' && *in.p != ';') ||
                 !tby_pgn_comment(&in, &ignored))
            return;
    }
    *c = in;
}

bool tby_pgn_recover(struct pgn_cursor *c, bool begun)
{
    bool fresh = true; /* a word begins here */
    tby_str ignored;
    int result;

    while (c->p < c->end) {
        uint8_t class = pgn_class_of(*c->p);
        if (class == PGN_TAG && tby_pgn_at_tag(c))
            return false;
        if ((*c->p == '1' || *c->p == '{') && tby_pgn_at_next_moves(c)) {
            if (begun)
                return false;
            begun = true;
        }
        if (class == PGN_COMMENT) {
            tby_pgn_comment(c, &ignored); /* or on to the game inside it */
            fresh = true;
            continue;
        }
        size_t n = fresh && (class == PGN_DIGIT || class == PGN_STAR)
                       ? tby_pgn_result(c, &result)
                       : 0;
        c->p += n ? n : 1;
        if (n) { /* or what looks like a result: is it the end of the game? */
            struct pgn_cursor after = *c;
            enum pgn_next next = tby_pgn_look_on(&after);
            c->open |= after.open;
            if (next != PGN_NEXT_OTHER)
                return true;
        }
        fresh = class == PGN_SPACE || n;
    }
    return false;
}

/* The rest of a game that was too long may be of any length and comes in
 * pieces; what matters of it is in the state. */

/* Where a walk through the rest stands. */
struct walk {
    char inside;    /* '{' or ';', a comment; or 0 */
    bool word;      /* the last byte was one of a word */
    bool ended;     /* there were only spaces since a result ... */
    bool opened;    /* ... or since a variation began */
    unsigned lines; /* ends of lines since anything else, up to 2 */
};

static struct walk walk_of(unsigned state)
{
    return (struct walk){.inside = state & PGN_LONG_BRACE  ? '{'
                                   : state & PGN_LONG_REST ? ';'
                                                           : 0,
                         .word = state & PGN_LONG_WORD,
                         .ended = state & PGN_LONG_ENDED,
                         .opened = state & PGN_LONG_OPENED,
                         .lines = state / PGN_LONG_LINES};
}

static unsigned state_of(const struct walk *w)
{
    return PGN_HAD_GAME | PGN_IN_LONG |
           (w->inside == '{' ? PGN_LONG_BRACE : 0u) |
           (w->inside == ';' ? PGN_LONG_REST : 0u) |
           (w->word ? PGN_LONG_WORD : 0u) | (w->ended ? PGN_LONG_ENDED : 0u) |
           (w->opened ? PGN_LONG_OPENED : 0u) | w->lines * PGN_LONG_LINES;
}

static void pass_byte(struct pgn_cursor *c, struct walk *w)
{
    char byte = *c->p;
    int ignored;

    if (pgn_class_of(byte) != PGN_SPACE) {
        size_t n = w->inside || w->word ? 0 : tby_pgn_result(c, &ignored);
        *w = (struct walk){.inside = w->inside,
                           .word = n || tby_pgn_in_word[(unsigned char)byte],
                           .ended = n > 0,
                           .opened = !w->inside && byte == '('};
        if (w->inside == '{' && byte == '}')
            w->inside = 0;
        else if (!w->inside && (byte == '{' || byte == ';'))
            w->inside = byte;
        c->p += n ? n : 1;
        return;
    }
    w->word = false;
    c->p++;
    if (byte != '\n' && (byte != '\r' || (c->p < c->end && *c->p == '\n')))
        return;
    w->lines += w->lines < 2;
    w->inside = w->inside == ';' ? 0 : w->inside;
}

/* Does the next game begin here?  *wait if the text ends too early to say. */
static bool ends_long_game(struct pgn_cursor *c, const struct walk *w,
                           bool *wait)
{
    bool empty = w->lines >= 2 && !w->opened;

    if (*c->p == '[') {
        *wait = tby_pgn_at_cut_tag(c);
        return tby_pgn_at_start(c) ||
               ((empty || w->ended) && !w->inside && tby_pgn_at_tag(c));
    }
    if (w->inside || !(empty || w->ended))
        return false;
    if (*c->p == '1') {
        *wait = tby_pgn_at_cut_moves(c);
        return tby_pgn_at_moves(c);
    }
    if (!empty || (*c->p != '{' && *c->p != ';'))
        return false;
    /* as far as it sees, whatever the pieces are like */
    struct pgn_cursor ahead = *c;
    bool cut = c->end - c->p > PGN_AHEAD;
    ahead.end = cut ? c->p + PGN_AHEAD : c->end;
    ahead.open = false;
    bool moves = tby_pgn_leads_to_moves(&ahead);
    *wait = ahead.open && !cut;
    c->looked = ahead.looked;
    return moves;
}

/* As tby_pgn_find_game() inside such a game, PGN_IN_LONG being set. */
static void skip_long(struct pgn_cursor *c, unsigned *state, bool more)
{
    enum { LONGEST = 8 }; /* a result, and the byte after it */
    struct walk w = walk_of(*state);

    while (c->p < c->end && (!more || c->end - c->p >= LONGEST)) {
        bool wait = false;
        if (ends_long_game(c, &w, &wait) && !(wait && more)) {
            *state = PGN_HAD_GAME;
            return;
        }
        if (wait && more)
            break;
        pass_byte(c, &w);
    }
    TBY_ASSERT(w.lines <= 2);
    *state = state_of(&w);
}

unsigned tby_pgn_long_state(const char *from, const char *to)
{
    struct pgn_cursor c = pgn_cursor_at(from, to + 1, from);
    struct walk w = {.lines = 0};

    while (c.p < to)
        pass_byte(&c, &w);
    return state_of(&w);
}

/* Passes an escape; false if the text ends in it, or may hide how it ends. */
static bool pass_escape(struct pgn_cursor *c, bool more)
{
    bool cut = false;

    for (; c->p < c->end && !pgn_is_newline(*c->p); c->p++) {
        if (*c->p == '[' && tby_pgn_at_header(c, &cut))
            return true;
        if (*c->p == '[' && cut && more)
            return false;
    }
    return c->p < c->end;
}

void tby_pgn_find_game(struct pgn_cursor *c, unsigned *state, bool more)
{
    c->base = c->p; /* what is before it is in the state */
    c->inside = *state & PGN_IN_LINE;
    if (*state & PGN_IN_LONG)
        skip_long(c, state, more);
    if (*state & PGN_IN_LONG)
        return;
    bool escape = *state & PGN_IN_ESCAPE, mark = false;
    do {
        if (escape && !pass_escape(c, more))
            break;
        pgn_skip_space(c);
        escape = c->p < c->end && *c->p == '%' && pgn_at_line_start(c);
        /* a byte order mark, where files were joined */
        mark = !escape && c->end - c->p >= 3 &&
               memcmp(c->p, "\xef\xbb\xbf", 3) == 0;
        if (mark) {
            c->inside = !pgn_at_line_start(c);
            c->base = c->p += 3;
        }
    } while (escape || mark);
    /* the LF of a CR LF may follow */
    if (more && !escape && c->p == c->end && c->p > c->base && c->p[-1] == '\r')
        c->p--;
    TBY_ASSERT(c->p <= c->end && c->base <= c->p);
    *state &= PGN_HAD_GAME;
    *state |= (escape ? PGN_IN_ESCAPE : 0u) |
              (pgn_at_line_start(c) ? 0u : PGN_IN_LINE);
}
