/* long.c - see start.h: the rest of a game that was too long.
 *
 * It may be of any length and comes in pieces, so that nothing behind is looked
 * at; what matters of that is in the state. */
#include "core/game/pgn/reader.h"

/* Where a walk through the rest stands. */
struct walk {
    char inside;    /* '{' or ';', a comment; or 0 */
    bool word;      /* the last byte was one of a word */
    bool ended;     /* there were only blanks since a result ... */
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

/* A byte that is no blank, or a result. */
static void pass_sign(struct pgn_cursor *c, struct walk *w)
{
    int ignored;
    size_t n = w->inside || w->word ? 0 : tby_pgn_result(c, &ignored);
    char sign = *c->p;

    *w = (struct walk){.inside = w->inside,
                       .word = n || tby_pgn_in_word[(unsigned char)sign],
                       .ended = n > 0,
                       .opened = !w->inside && sign == '('};
    if (w->inside == '{' && sign == '}')
        w->inside = 0;
    else if (!w->inside && (sign == '{' || sign == ';'))
        w->inside = sign;
    c->p += n ? n : 1;
}

static void pass(struct pgn_cursor *c, struct walk *w)
{
    char byte = *c->p;

    if (pgn_class_of(byte) != PGN_SPACE) {
        pass_sign(c, w);
        return;
    }
    w->word = false;
    c->p++;
    if (byte != '\n' && (byte != '\r' || (c->p < c->end && *c->p == '\n')))
        return;
    w->lines += w->lines < 2;
    w->inside = w->inside == ';' ? 0 : w->inside;
}

/* Does the next game begin here?  *wait if the text ends too early to tell. */
static bool is_next_game(struct pgn_cursor *c, const struct walk *w, bool *wait)
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

void tby_pgn_skip_long(struct pgn_cursor *c, unsigned *state, bool more)
{
    enum { LONGEST = 8 }; /* a result, and the byte behind it */
    struct walk w = walk_of(*state);

    while (c->p < c->end && (!more || c->end - c->p >= LONGEST)) {
        bool wait = false;
        if (is_next_game(c, &w, &wait) && !(wait && more)) {
            *state = PGN_HAD_GAME;
            return;
        }
        if (wait && more)
            break;
        pass(c, &w);
    }
    *state = state_of(&w);
}

unsigned tby_pgn_long_state(const char *from, const char *to)
{
    struct pgn_cursor c = pgn_cursor_at(from, to + 1, from);
    struct walk w = {.lines = 0};

    while (c.p < to)
        pass(&c, &w);
    return state_of(&w);
}
