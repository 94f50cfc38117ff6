/* movetext.c - the words between the tags and the next game. */
#include "core/base/str.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/text.h"
#include "core/notation/san_resolve.h"

static tby_rc add_move(struct reader *r, tby_move m, const char *at)
{
    if (r->line.plies >= TBY_MAX_PLIES)
        return fault(r, TBY_E_LIMIT, at);
    r->line.before = r->line.pos;
    tby_pos_play(&r->line.pos, m);
    if (r->record && r->depth == 0)
        tby_record_add(r->record, &r->line.before, m, &r->line.pos);
    r->line.plies++;
    tby_pgn_show(r);
    return tby_game_add_item(r->game,
                             (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
}

/* A glyph that stands for a move's value, such as +- or N. */
static tby_rc add_nag(struct reader *r, unsigned nag)
{
    r->begun = true;
    if (!r->keep)
        return TBY_OK;
    return tby_game_add_item(
        r->game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nag});
}

/* The tolerant way, for every move that the quick one leaves. */
static tby_rc read_word(struct reader *r)
{
    const char *at = r->c.p;
    tby_str word = tby_pgn_word(&r->c);
    unsigned nag = tby_pgn_glyph(word);
    struct san_reading reading;
    struct san_search found;
    size_t ignored = 0;

    if (nag)
        return add_nag(r, nag);
    if (tby_str_is(word, "e.p.")) { /* apart from its move in old files */
        r->begun = true;
        return TBY_OK;
    }
    tby_rc rc = tby_san_find(&r->line.pos, word, &reading, &found, &ignored);
    if (rc != TBY_OK)
        return fault(r, word.n ? rc : TBY_E_PGN_TOKEN, at);
    return add_move(r, found.move, at);
}

/* A move number with its dots, a castling in zeros, or a result. */
static tby_rc read_digit(struct reader *r, bool *ends)
{
    struct pgn_cursor *c = &r->c;
    int result = 0;
    size_t n;

    if ((*c->p == '0' || *c->p == '1') &&
        (pgn_ahead(c, 1) == '-' || pgn_ahead(c, 1) == '/') &&
        (n = tby_pgn_result(c, &result)) > 0) {
        c->p += n;
        if (r->depth == 0) { /* a variation may end with one, too */
            r->game->result = (tby_result)result;
            r->game->has_result = *ends = true;
        }
        return TBY_OK;
    }
    if (*c->p == '0')
        return read_word(r);
    r->begun = true;
    while (c->p < c->end && pgn_class_of(*c->p) == PGN_DIGIT)
        c->p++;
    while (c->p < c->end && *c->p == '.')
        c->p++;
    return TBY_OK;
}

/* Glyphs end at $255; what is beyond, such as a program's own, is kept as a
 * comment. */
static tby_rc add_number(struct reader *r, tby_str text)
{
    r->begun = true;
    return r->keep ? tby_game_add_comment(r->game, text) : TBY_OK;
}

static tby_rc read_nag(struct reader *r)
{
    const char *at = r->c.p;
    unsigned nag = tby_pgn_nag(&r->c);
    tby_str text = {at, (size_t)(r->c.p - at)};

    if (nag < 256)
        return add_nag(r, nag);
    if (text.n == 1 || text.n > TBY_MAX_COMMENT_BYTES)
        return fault(r, TBY_E_PGN_TOKEN, at);
    return add_number(r, text);
}

tby_rc tby_pgn_read_comment(struct reader *r)
{
    const char *at = r->c.p;
    tby_str text;
    bool sound = tby_pgn_comment(&r->c, &text);

    if (!sound && text.n > TBY_MAX_COMMENT_BYTES)
        return fault(r, TBY_E_LIMIT, at);
    if (!sound)
        return fault(r, TBY_E_PGN_COMMENT, at);
    if (!r->keep)
        return TBY_OK;
    tby_rc rc = tby_pgn_add_comment(r->game, text, &r->report->latin1);
    return rc == TBY_E_LIMIT ? fault(r, rc, at) : rc;
}

/* Among moves, the rest of a line is a comment that cannot hold a game. */
static tby_rc read_comment(struct reader *r)
{
    const char *at = r->c.p;
    tby_rc rc = tby_pgn_read_comment(r);

    if (rc == TBY_OK && *at == ';' && r->c.p < r->c.end &&
        !pgn_is_newline(*r->c.p))
        return fault(r, TBY_E_PGN_COMMENT, at);
    return rc;
}

static tby_rc open_variation(struct reader *r)
{
    const char *at = r->c.p++;

    if (r->line.plies == 0)
        return fault(r, TBY_E_PGN_VARIATION, at);
    if (!r->keep)
        return tby_pgn_skip_variation(&r->c)
                   ? TBY_OK
                   : fault(r, TBY_E_PGN_VARIATION_OPEN, at);
    if (r->depth == TBY_MAX_RAV_DEPTH)
        return fault(r, TBY_E_LIMIT, at);
    if (r->depth == 0)
        r->opened = at;
    r->outer[r->depth++] = r->line;
    r->line.pos = r->line.before;
    r->line.plies = 0;
    return tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_OPEN});
}

static tby_rc close_variation(struct reader *r)
{
    const char *at = r->c.p++;

    if (r->depth == 0)
        return fault(r, TBY_E_PGN_VARIATION, at);
    r->line = r->outer[--r->depth];
    return tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_CLOSE});
}

static tby_rc read_star(struct reader *r, bool *ends)
{
    r->c.p++;
    if (r->depth == 0) {
        r->game->result = TBY_RESULT_NONE;
        r->game->has_result = *ends = true;
    }
    return TBY_OK;
}

/* % is an escape only at the beginning of a line. */
static tby_rc read_escape(struct reader *r)
{
    if (!pgn_at_line_start(&r->c))
        return fault(r, TBY_E_PGN_TOKEN, r->c.p);
    tby_pgn_skip_escape(&r->c);
    return TBY_OK;
}

/* A sign where a move should begin: the dots of "1. ... e5", or a glyph. */
static tby_rc read_sign(struct reader *r)
{
    if (*r->c.p != '.')
        return read_word(r);
    while (r->c.p < r->c.end && *r->c.p == '.')
        r->c.p++;
    return TBY_OK;
}

/* Moves of another game, although this one has not ended?  A result of its own
 * would have ended it, but not a variation. */
static bool is_next_game(struct reader *r)
{
    const struct pgn_cursor *c = &r->c;

    if (*c->p != '1' && *c->p != '{' && *c->p != ';')
        return false;
    if (r->depth > 0)
        return tby_pgn_at_next_moves(&r->c);
    /* an empty line is two blanks at least, and there are many comments */
    return c->p - c->base > 2 && (unsigned char)c->p[-2] <= ' ' &&
           (r->line.plies > 0 || r->begun) && tby_pgn_at_new_moves(&r->c);
}

/* To the next word of the game; false if there is none. */
static bool find_word(struct reader *r)
{
    pgn_skip_space(&r->c);
    return r->c.p < r->c.end && !is_next_game(r);
}

/* Takes moves as far as the quick way goes, and finds what it leaves. */
static bool read_quickly(struct reader *r)
{
    uint8_t class = pgn_class_of(*r->c.p);

    if (class != PGN_LETTER && class != PGN_DIGIT)
        return true;
    r->quick(r);
    return find_word(r);
}

static tby_rc read_movetext(struct reader *r)
{
    bool ends = false;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && !ends && find_word(r) && read_quickly(r)) {
        switch ((enum pgn_class)pgn_class_of(*r->c.p)) {
        case PGN_SPACE:
            break; /* none is left */
        case PGN_LETTER:
            rc = read_word(r);
            break;
        case PGN_DIGIT:
            rc = read_digit(r, &ends);
            break;
        case PGN_COMMENT:
        case PGN_REST:
            rc = read_comment(r);
            break;
        case PGN_OPEN:
            rc = open_variation(r);
            break;
        case PGN_CLOSE:
            rc = close_variation(r);
            break;
        case PGN_NAG:
            rc = read_nag(r);
            break;
        case PGN_STAR:
            rc = read_star(r, &ends);
            break;
        case PGN_ESCAPE:
            rc = read_escape(r);
            break;
        case PGN_SIGN:
            rc = read_sign(r);
            break;
        case PGN_TAG:
            if (!tby_pgn_at_tag(&r->c))
                rc = fault(r, TBY_E_PGN_TOKEN, r->c.p);
            ends = true;
            break;
        case PGN_JUNK:
            rc = fault(r, TBY_E_PGN_TOKEN, r->c.p);
            break;
        }
    }
    if (rc == TBY_OK && r->depth > 0)
        rc = fault(r, TBY_E_PGN_VARIATION_OPEN, r->opened);
    return rc;
}

/* Passes an escape; false if here is none. */
static bool pass_escape(struct pgn_cursor *c)
{
    if (c->p >= c->end || *c->p != '%' || !pgn_at_line_start(c))
        return false;
    tby_pgn_skip_escape(c);
    return true;
}

/* Passes escapes if a comment stands behind them: the others may be of any
 * length and are between two games. */
static void pass_escapes(struct reader *r)
{
    struct pgn_cursor c = r->c;

    while (pass_escape(&c))
        pgn_skip_space(&c);
    r->c.open |= c.p == c.end;
    if (c.p < c.end && (*c.p == '{' || *c.p == ';'))
        r->c.p = c.p;
}

/* Only comments and escapes from here to the next tag or to the end, sound but
 * for one that the end cuts? */
static bool only_comments_follow(struct reader *r)
{
    struct pgn_cursor c = r->c;
    enum pgn_next next;

    do
        next = tby_pgn_look_on(&c);
    while (next == PGN_NEXT_OTHER && pass_escape(&c));
    r->c.open |= c.open;
    return next == PGN_NEXT_END || next == PGN_NEXT_TAG ||
           (next == PGN_NEXT_BROKEN && c.p == c.end);
}

/* Comments behind the result belong to this game; behind an empty line only if
 * no moves without tags follow, whose they might be. */
tby_rc tby_pgn_read_epilogue(struct reader *r)
{
    tby_rc rc = TBY_OK;
    bool sure = false;

    while (rc == TBY_OK) {
        const char *blank = r->c.p;
        struct pgn_cursor after;
        tby_str ignored;
        pgn_skip_space(&r->c);
        pass_escapes(r);
        after = r->c;
        if (is_too_long(r))
            r->c.p = blank; /* blanks alone are no long game */
        if (r->c.p >= r->c.end || (*r->c.p != '{' && *r->c.p != ';'))
            break;
        bool closed = tby_pgn_comment(&after, &ignored);
        r->c.open |= after.open;
        if (!closed && after.p < after.end)
            break; /* the next game has it */
        if (!sure && has_empty_line(blank, r->c.p)) {
            sure = only_comments_follow(r);
            if (!sure)
                break;
        }
        rc = tby_pgn_read_comment(r);
    }
    return rc;
}

tby_rc tby_pgn_read_movetext(struct reader *r)
{
    tby_rc rc = read_movetext(r);

    return rc == TBY_OK && r->game->has_result ? tby_pgn_read_epilogue(r) : rc;
}
