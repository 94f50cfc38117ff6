#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/text.h"
#include "core/notation/san.h"

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
    tby_move m = found.move;
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

/* A result of the main line ends the game; a variation may end with one, too.
 */
static bool take_result(struct reader *r, int result)
{
    if (r->depth > 0)
        return false;
    r->game->result = (tby_result)result;
    r->game->has_result = true;
    return true;
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
        *ends = take_result(r, result);
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

static tby_rc read_nag(struct reader *r)
{
    const char *at = r->c.p;
    unsigned nag = tby_pgn_nag(&r->c);
    tby_str text = {at, (size_t)(r->c.p - at)};

    if (nag < 256)
        return add_nag(r, nag);
    if (text.n == 1 || text.n > TBY_MAX_COMMENT_BYTES)
        return fault(r, TBY_E_PGN_TOKEN, at);
    /* glyphs end at $255; what is beyond, such as a program's own, is kept as a
     * comment */
    r->begun = true;
    return r->keep ? tby_game_add_comment(r->game, text) : TBY_OK;
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

/* Moves of another game, although this one has not ended?  A result of its own
 * would have ended it, but not a variation. */
static bool is_next_game(struct reader *r)
{
    const struct pgn_cursor *c = &r->c;

    if (*c->p != '1' && *c->p != '{' && *c->p != ';')
        return false;
    if (r->depth > 0)
        return tby_pgn_at_next_moves(&r->c);
    /* an empty line is two spaces at least, and there are many comments */
    return c->p - c->base > 2 && (unsigned char)c->p[-2] <= ' ' &&
           (r->line.plies > 0 || r->begun) && tby_pgn_at_new_moves(&r->c);
}

/* To the next word of the game; false if there is none. */
static bool find_word(struct reader *r)
{
    pgn_skip_space(&r->c);
    return r->c.p < r->c.end && !is_next_game(r);
}

tby_rc tby_pgn_read_movetext(struct reader *r)
{
    bool ends = false;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && !ends && find_word(r)) {
        uint8_t class = pgn_class_of(*r->c.p);
        if (class == PGN_LETTER || class == PGN_DIGIT) {
            r->quick(r);
            if (!find_word(r))
                break;
        }
        const char *at = r->c.p;
        switch ((enum pgn_class)pgn_class_of(*at)) {
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
            rc = tby_pgn_read_comment(r);
            /* among moves, the rest of a line cannot hold a game */
            if (rc == TBY_OK && *at == ';' && r->c.p < r->c.end &&
                !pgn_is_newline(*r->c.p))
                rc = fault(r, TBY_E_PGN_COMMENT, at);
            break;
        case PGN_OPEN:
            rc = open_variation(r);
            break;
        case PGN_CLOSE:
            r->c.p++;
            if (r->depth == 0) {
                rc = fault(r, TBY_E_PGN_VARIATION, at);
                break;
            }
            r->line = r->outer[--r->depth];
            rc = tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_CLOSE});
            break;
        case PGN_NAG:
            rc = read_nag(r);
            break;
        case PGN_STAR:
            r->c.p++;
            ends = take_result(r, TBY_RESULT_NONE);
            break;
        case PGN_ESCAPE: /* only at the beginning of a line */
            if (pgn_at_line_start(&r->c))
                tby_pgn_skip_escape(&r->c);
            else
                rc = fault(r, TBY_E_PGN_TOKEN, at);
            break;
        case PGN_SIGN: /* the dots of "1. ... e5", or a glyph */
            if (*at != '.') {
                rc = read_word(r);
                break;
            }
            while (r->c.p < r->c.end && *r->c.p == '.')
                r->c.p++;
            break;
        case PGN_TAG:
            if (!tby_pgn_at_tag(&r->c))
                rc = fault(r, TBY_E_PGN_TOKEN, at);
            ends = true;
            break;
        case PGN_JUNK:
            rc = fault(r, TBY_E_PGN_TOKEN, at);
            break;
        }
        TBY_ASSERT(r->c.p <= r->c.end && r->depth <= TBY_MAX_RAV_DEPTH);
    }
    if (rc == TBY_OK && r->depth > 0)
        rc = fault(r, TBY_E_PGN_VARIATION_OPEN, r->opened);
    return rc == TBY_OK && r->game->has_result ? tby_pgn_read_epilogue(r) : rc;
}

/* Passes an escape; false if here is none. */
static bool pass_escape(struct pgn_cursor *c)
{
    if (c->p >= c->end || *c->p != '%' || !pgn_at_line_start(c))
        return false;
    tby_pgn_skip_escape(c);
    return true;
}

/* Comments after the result belong to this game; after an empty line only if
 * no moves without tags follow, whose they might be. */
tby_rc tby_pgn_read_epilogue(struct reader *r)
{
    tby_rc rc = TBY_OK;
    bool sure = false;

    while (rc == TBY_OK) {
        const char *space = r->c.p;
        tby_str ignored;
        pgn_skip_space(&r->c);
        /* escapes only if a comment comes after them: the others may be of any
         * length and are between two games */
        struct pgn_cursor after = r->c;
        while (pass_escape(&after))
            pgn_skip_space(&after);
        r->c.open |= after.p == after.end;
        if (after.p < after.end && (*after.p == '{' || *after.p == ';'))
            r->c.p = after.p;
        after = r->c;
        if (is_too_long(r))
            r->c.p = space; /* spaces alone are no long game */
        if (r->c.p >= r->c.end || (*r->c.p != '{' && *r->c.p != ';'))
            break;
        bool closed = tby_pgn_comment(&after, &ignored);
        r->c.open |= after.open;
        if (!closed && after.p < after.end)
            break; /* the next game has it */
        if (!sure && has_empty_line(space, r->c.p)) {
            /* Only comments and escapes from here to the next tag or to the
             * end, sound but for one that the end cuts? */
            struct pgn_cursor c = r->c;
            enum pgn_next next;

            do
                next = tby_pgn_look_on(&c);
            while (next == PGN_NEXT_OTHER && pass_escape(&c));
            r->c.open |= c.open;
            sure = next == PGN_NEXT_END || next == PGN_NEXT_TAG ||
                   (next == PGN_NEXT_BROKEN && c.p == c.end);

            if (!sure)
                break;
        }
        rc = tby_pgn_read_comment(r);
    }
    return rc;
}
