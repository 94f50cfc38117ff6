/* recover.c - see start.h: from the end of a game to the next. */
#include "core/game/pgn/start.h"

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

/* Behind a result, or what looks like one: is it the end of the game? */
static bool is_game_end(struct pgn_cursor *c)
{
    struct pgn_cursor after = *c;
    enum pgn_next next = tby_pgn_look_on(&after);

    c->open |= after.open;
    return next != PGN_NEXT_OTHER;
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
        if (n && is_game_end(c))
            return true;
        fresh = class == PGN_SPACE || n;
    }
    return false;
}

/* --- between two games ----------------------------------------------------*/

/* A byte order mark, where files were joined. */
static bool pass_mark(struct pgn_cursor *c)
{
    if (c->end - c->p < 3 || memcmp(c->p, "\xef\xbb\xbf", 3) != 0)
        return false;
    c->inside = !pgn_at_line_start(c);
    c->base = c->p += 3;
    return true;
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

/* False if that is so of an escape; the cursor may be in one. */
static bool pass_blanks(struct pgn_cursor *c, bool escape, bool more)
{
    do {
        if (escape && !pass_escape(c, more))
            return false;
        pgn_skip_space(c);
        escape = c->p < c->end && *c->p == '%' && pgn_at_line_start(c);
    } while (escape || pass_mark(c));
    return true;
}

void tby_pgn_find_game(struct pgn_cursor *c, unsigned *state, bool more)
{
    c->base = c->p; /* what is before it is in the state */
    c->inside = *state & PGN_IN_LINE;
    if (*state & PGN_IN_LONG)
        tby_pgn_skip_long(c, state, more);
    if (*state & PGN_IN_LONG)
        return;
    bool escape = !pass_blanks(c, *state & PGN_IN_ESCAPE, more);
    /* the LF of a CR LF may follow */
    if (more && !escape && c->p == c->end && c->p > c->base && c->p[-1] == '\r')
        c->p--;
    *state &= PGN_HAD_GAME;
    *state |= (escape ? PGN_IN_ESCAPE : 0u) |
              (pgn_at_line_start(c) ? 0u : PGN_IN_LINE);
}
