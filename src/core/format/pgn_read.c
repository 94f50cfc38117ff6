/* pgn_read.c - the games of a text, one after another. */
#include "tabiya/pgn.h"

#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/format/pgn_move.h"
#include "core/format/pgn_text.h"
#include "core/model/game.h"
#include "core/notation/san_resolve.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"

/* A line of play: where it stands, and where it stood one move before, which
 * is where a variation begins. */
struct line {
    tby_pos pos, before;
    uint32_t plies;
};

struct reader {
    struct pgn_cursor c;
    tby_game *game;
    tby_pgn_report *report;
    bool keep; /* comments, glyphs and variations too */
    bool cut;  /* the cursor's end is the limit of a game, not of the text */
    bool open; /* where the game ends depends on where the text does */
    const char *opened; /* the outermost parenthesis that is open */
    unsigned depth;
    struct line line;
    struct line outer[TBY_MAX_RAV_DEPTH];
};

void tby_pgn_init(tby_pgn *pgn, tby_str text, tby_pgn_mode mode)
{
    *pgn = (tby_pgn){.text = text, .mode = mode};
}

static size_t here(const struct reader *r)
{
    return (size_t)(r->c.p - r->c.base);
}

/* The first fault of a game is its error.  What ends where the game became too
 * long is not to blame for it. */
static tby_rc fault(struct reader *r, tby_rc code, const char *at)
{
    if (r->cut && r->c.p == r->c.end)
        code = TBY_E_LIMIT;
    if (r->report->error.code == TBY_OK)
        r->report->error = (tby_err){code, (size_t)(at - r->c.base)};
    return code;
}

/* --- tags ---------------------------------------------------------------- */

static bool has_tag(const tby_game *g, tby_str name)
{
    for (size_t i = 0; i < g->tags_n; i++)
        if (tby_str_equal(tby_game_text(g, g->tags[i].name), name))
            return true;
    return false;
}

static tby_rc keep_tag(struct reader *r, const struct pgn_tag *tag,
                       const char *at)
{
    size_t ahead = (size_t)(r->c.end - r->c.p);
    tby_rc rc = tag->plain ? tby_game_add_tag_ahead(r->game, tag->name,
                                                    tag->value, ahead)
                           : tby_pgn_add_tag(r->game, tag->name, tag->value,
                                             &r->report->latin1);

    if (rc != TBY_E_LIMIT)
        return rc;
    fault(r, rc, at);
    return TBY_OK;
}

static bool has_empty_line(const char *from, const char *to)
{
    unsigned newlines = 0;

    for (; from < to; from++)
        newlines += *from == '\n' || (*from == '\r' && from[1] != '\n');
    return newlines >= 2;
}

/* A tag that is there already, behind an empty line, opens the next game: this
 * one has no moves.  So do Event behind an empty line, and any tag behind one
 * that cannot be read and an empty line. */
static bool is_next_game(const struct reader *r, const struct pgn_tag *tag,
                         const char *blank, const char *at)
{
    if (at - blank < 2)
        return false;
    if (r->game->tags_n == 0)
        return r->report->error.code != TBY_OK && has_empty_line(blank, at);
    bool empty = has_empty_line(blank, at);
    bool event = tby_str_is(tag->name, "Event");
    return (empty && event) ||
           ((empty || event) && has_tag(r->game, tag->name));
}

/* Tags up to the movetext; *next if another game's begin instead. */
static tby_rc read_tags(struct reader *r, bool *next)
{
    tby_rc rc = TBY_OK;
    struct pgn_tag tag;

    *next = false;
    while (rc == TBY_OK) {
        const char *blank = r->c.p;
        pgn_skip_space(&r->c);
        const char *at = r->c.p;
        if (at < r->c.end && *at == '%') {
            pgn_skip_line(&r->c);
            continue;
        }
        enum pgn_tag_found found = tby_pgn_tag(&r->c, &tag);
        if (found == PGN_NO_TAG)
            break;
        if (found == PGN_BAD_TAG) {
            fault(r, TBY_E_PGN_TAG, at); /* the moves may still be sound */
            continue;
        }
        *next = is_next_game(r, &tag, blank, at);
        if (*next) {
            r->c.p = at;
            break;
        }
        rc = keep_tag(r, &tag, at);
    }
    return rc;
}

/* --- the position it starts from ------------------------------------------ */

/* Faults that a game can be played with; castling and en passant squares that
 * cannot be are dropped. */
enum {
    PLAYABLE = TBY_FAULT_CASTLING | TBY_FAULT_EP | TBY_FAULT_WHITE_MATERIAL |
               TBY_FAULT_BLACK_MATERIAL | TBY_FAULT_CHECK
};

/* No castling right that only a Chess960 game can have. */
static bool is_orthodox(const tby_pos *p)
{
    const tby_bb corners = 0x8100000000000081;

    for (int i = TBY_WHITE; i <= TBY_BLACK; i++) {
        tby_color color = (tby_color)i;
        if (p->castling & home_rank(color) &&
            royal_square(p, color) != tby_sq(4, color == TBY_WHITE ? 0 : 7))
            return false;
    }
    return !(p->castling & ~corners);
}

static tby_rc set_up(struct reader *r, const char *at)
{
    tby_game *g = r->game;
    tby_str variant = tby_game_tag(g, "Variant"), fen = tby_game_tag(g, "FEN");
    tby_setup s;

    r->line.pos = r->line.before = g->start;
    if (!tby_pgn_variant(variant, &g->chess960))
        return fault(r, TBY_E_PGN_VARIANT, at);
    if (fen.p) {
        if (tby_fen_parse(fen, &s, NULL) != TBY_OK ||
            tby_pos_from_setup(&s, PLAYABLE, &g->start, NULL) != TBY_OK)
            return fault(r, TBY_E_PGN_SETUP, at);
        g->setup = true;
        g->chess960 |= !is_orthodox(&g->start);
    }
    r->line.pos = r->line.before = g->start;
    return TBY_OK;
}

/* --- movetext --------------------------------------------------------------
 */

static tby_rc add_move(struct reader *r, tby_move m, const char *at)
{
    if (r->line.plies >= TBY_MAX_PLIES)
        return fault(r, TBY_E_LIMIT, at);
    r->line.before = r->line.pos;
    tby_pos_play(&r->line.pos, m);
    r->line.plies++;
    return tby_game_add_item(r->game,
                             (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
}

/* A glyph that stands for a move's value, such as +- or N. */
static tby_rc add_nag(struct reader *r, unsigned nag)
{
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
    if (tby_str_is(word, "e.p.")) /* apart from its move in old files */
        return TBY_OK;
    tby_rc rc = tby_san_find(&r->line.pos, word, &reading, &found, &ignored);
    if (rc != TBY_OK)
        return fault(r, word.n ? rc : TBY_E_PGN_TOKEN, at);
    return add_move(r, found.move, at);
}

/* Behind a number and its dots; NULL if it is something else or goes on to
 * `stop`. */
TBY_INLINE const char *skip_number(const char *p, const char *stop)
{
    while (p < stop && pgn_class_of(*p) == PGN_DIGIT)
        p++;
    if (*p != '.')
        return NULL;
    while (p < stop && *p == '.')
        p++;
    return p;
}

/* A run of moves.  It has its own copy of the position, which nothing else
 * points to, so that the compiler can keep it in registers. */
struct run {
    tby_pos pos;
    tby_item *next, *last; /* where the next move goes, and the room's end */
};

static struct run begin_run(const struct reader *r)
{
    tby_game *g = r->game;
    size_t room = g->items_cap - g->items_n;
    size_t plies = TBY_MAX_PLIES - r->line.plies;
    tby_item *next = g->items + g->items_n;

    return (struct run){r->line.pos, next,
                        next + (room < plies ? room : plies)};
}

static void end_run(struct reader *r, const tby_pos *pos, const tby_item *next)
{
    size_t n = (size_t)(next - (r->game->items + r->game->items_n));

    r->line.pos = *pos;
    r->line.plies += (uint32_t)n;
    r->game->items_n += n;
}

/* Adds a move that is known to be legal; false if there is no room. */
TBY_INLINE bool take_move(struct run *run, tby_pos *before, tby_move m,
                          const tby_role role)
{
    if (run->next == run->last)
        return false;
    if (before)
        *before = run->pos;
    play_role(&run->pos, m, role, true);
    *run->next++ = (tby_item){.kind = TBY_ITEM_MOVE, .move = m};
    return true;
}

/* The length of the word at p without its check sign. */
TBY_INLINE size_t unsigned_length(const char *p, size_t n)
{
    return n - (n && (p[n - 1] == '+' || p[n - 1] == '#'));
}

/* Takes the move of a piece at p if it is in standard form; NULL if not.  The
 * role is a constant wherever this is inlined, so that the one jump on the
 * first letter is the last that depends on it. */
TBY_INLINE const char *quick_move(struct run *run, tby_pos *before,
                                  const char *p, const tby_role role)
{
    size_t n = scan_blank(p);
    struct pgn_move m = quick_read(p, unsigned_length(p, n), role);
    tby_move move = n < 8 ? resolve_move(&run->pos, m) : TBY_MOVE_NONE;

    return move && take_move(run, before, move, role) ? p + n : NULL;
}

/* The castling at p, if it is legal; TBY_MOVE_NONE if not.  *n is its length.
 */
static tby_move castling_at(const tby_pos *pos, const char *p, size_t *n)
{
    *n = scan_word(p);
    size_t length = unsigned_length(p, *n);
    tby_square rook = tby_castling_rook(pos, length == 3);
    tby_square king = royal_square(pos, pos->turn);

    if ((length != 3 && length != 5) || memcmp(p, "O-O-O", length) != 0 ||
        rook == TBY_NO_SQUARE || king == TBY_NO_SQUARE || p[*n] == '(')
        return TBY_MOVE_NONE;
    tby_move m = tby_move_make(king, rook, TBY_NO_ROLE);
    return tby_pos_judge(pos, m) == TBY_OK ? m : TBY_MOVE_NONE;
}

TBY_INLINE const char *quick_castling(struct run *run, tby_pos *before,
                                      const char *p)
{
    tby_pos pos = run->pos; /* the function may have this one's address */
    size_t n;
    tby_move m = castling_at(&pos, p, &n);

    return m && take_move(run, before, m, TBY_KING) ? p + n : NULL;
}

/* Reads moves in their standard form, numbers and blanks, as far as there is
 * nothing else: most of most files.  What it stops at is for the others. */
static void read_quickly(struct reader *r)
{
    if (r->c.end - r->c.p <= PGN_MOVE_AHEAD ||
        r->game->items_n == r->game->items_cap)
        return; /* the slow way makes room */
    tby_pos *before = r->keep ? &r->line.before : NULL;
    struct run run = begin_run(r);
    const char *stop = r->c.end - PGN_MOVE_AHEAD, *p = r->c.p, *done = p;
    while (p && p < stop) {
        if (TBY_LIKELY(*p == ' '))
            p++;
        done = p;
        switch (*p) {
        case ' ':
        case '\n':
        case '\r':
            p++;
            break;
        case 'a':
        case 'b':
        case 'c':
        case 'd':
        case 'e':
        case 'f':
        case 'g':
        case 'h':
            p = quick_move(&run, before, p, TBY_PAWN);
            break;
        case 'N':
            p = quick_move(&run, before, p, TBY_KNIGHT);
            break;
        case 'B':
            p = quick_move(&run, before, p, TBY_BISHOP);
            break;
        case 'R':
            p = quick_move(&run, before, p, TBY_ROOK);
            break;
        case 'Q':
            p = quick_move(&run, before, p, TBY_QUEEN);
            break;
        case 'K':
            p = quick_move(&run, before, p, TBY_KING);
            break;
        case 'O':
            p = quick_castling(&run, before, p);
            break;
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9':
            p = skip_number(p, stop);
            break;
        default:
            p = NULL;
        }
    }
    r->c.p = p ? p : done;
    tby_pos pos = run.pos;
    end_run(r, &pos, run.next);
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

    return nag < 256 ? add_nag(r, nag) : fault(r, TBY_E_PGN_TOKEN, at);
}

static tby_rc read_comment(struct reader *r)
{
    const char *at = r->c.p;
    tby_str text;

    if (!tby_pgn_comment(&r->c, &text))
        return fault(r,
                     r->c.p == r->c.end || tby_pgn_at_tag(&r->c)
                         ? TBY_E_PGN_COMMENT
                         : TBY_E_LIMIT,
                     at);
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
    if (r->c.p > r->c.base && r->c.p[-1] != '\n' && r->c.p[-1] != '\r')
        return fault(r, TBY_E_PGN_TOKEN, r->c.p);
    pgn_skip_line(&r->c);
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

static tby_rc read_movetext(struct reader *r)
{
    bool ends = false;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && !ends) {
        read_quickly(r);
        if (r->c.p >= r->c.end)
            break;
        switch ((enum pgn_class)pgn_class_of(*r->c.p)) {
        case PGN_SPACE:
            r->c.p++;
            break;
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

/* A bracket and, to the end of the text, what may be the name of a tag. */
static bool at_cut_tag(struct pgn_cursor c)
{
    if (c.p >= c.end || *c.p != '[')
        return false;
    for (c.p++; c.p < c.end; c.p++)
        if (*c.p != ' ' && *c.p != '_' && pgn_class_of(*c.p) != PGN_LETTER &&
            pgn_class_of(*c.p) != PGN_DIGIT)
            return false;
    return true;
}

/* Only comments from here to the next tag or to the end, sound but for one that
 * the end cuts?  *open if the end is a part of the answer. */
static bool only_comments_follow(struct pgn_cursor c, bool *open)
{
    tby_str ignored;

    for (;;) {
        pgn_skip_space(&c);
        *open = c.p >= c.end || at_cut_tag(c);
        if (*open || tby_pgn_at_tag(&c))
            return true;
        if (*c.p != '{' && *c.p != ';')
            return false;
        if (!tby_pgn_comment(&c, &ignored) && c.p < c.end)
            return false;
    }
}

/* Comments behind the result belong to this game; behind an empty line only if
 * no moves without tags follow, whose they might be. */
static tby_rc read_epilogue(struct reader *r)
{
    tby_rc rc = TBY_OK;
    bool sure = false;

    while (rc == TBY_OK && r->game->has_result) {
        const char *blank = r->c.p;
        struct pgn_cursor after;
        tby_str ignored;
        pgn_skip_space(&r->c);
        after = r->c;
        if (r->c.p >= r->c.end || (*r->c.p != '{' && *r->c.p != ';') ||
            (!tby_pgn_comment(&after, &ignored) && after.p < after.end))
            break;
        if (!sure && has_empty_line(blank, r->c.p)) {
            sure = only_comments_follow(r->c, &r->open);
            if (!sure)
                break;
        }
        rc = read_comment(r);
    }
    return rc;
}

/* --- a game ----------------------------------------------------------------
 */

/* Variations that a fault left open are closed, empty ones dropped, so that
 * what was read is a game. */
static tby_rc close_all(struct reader *r)
{
    tby_game *g = r->game;
    tby_rc rc = TBY_OK;

    for (; r->depth > 0 && rc == TBY_OK; r->depth--) {
        r->line = r->outer[r->depth - 1];
        if (g->items[g->items_n - 1].kind == TBY_ITEM_OPEN)
            g->items_n--;
        else
            rc = tby_game_add_item(g, (tby_item){.kind = TBY_ITEM_CLOSE});
    }
    return rc;
}

static void finish(struct reader *r)
{
    tby_game *g = r->game;

    g->plies = r->line.plies;
    r->report->key = r->line.pos.key;
    if (!g->has_result)
        g->result = tby_pgn_result_tag(tby_game_tag(g, "Result"));
}

/* Reads from the cursor on; TBY_OK whether or not the game is sound. */
static tby_rc read_game(struct reader *r)
{
    bool next = false;
    tby_rc rc = read_tags(r, &next);

    if (rc == TBY_OK) {
        const char *moves = r->c.p;
        rc = set_up(r, moves);
        if (rc == TBY_OK && !next)
            rc = read_movetext(r);
        if (rc == TBY_OK && !next)
            rc = read_epilogue(r);
        if (rc != TBY_OK && rc != TBY_E_NOMEM) {
            if (!next)
                r->open = tby_pgn_recover(&r->c);
            rc = close_all(r);
        }
    }
    finish(r);
    return rc;
}

/* To the first byte that can belong to a game. */
static void find_game(struct pgn_cursor *c)
{
    for (;;) {
        pgn_skip_space(c);
        if (c->end - c->p >= 3 && memcmp(c->p, "\xef\xbb\xbf", 3) == 0)
            c->p += 3; /* a byte order mark, where files were joined */
        else if (c->p < c->end && *c->p == '%')
            pgn_skip_line(c);
        else
            return;
    }
}

tby_rc tby_pgn_next(tby_pgn *pgn, tby_game *game, tby_pgn_report *report)
{
    const char *base = pgn->text.n ? pgn->text.p : "";
    struct reader r;

    r.c = (struct pgn_cursor){base + pgn->at, base + pgn->text.n, base};
    r.game = game;
    r.report = report;
    r.keep = pgn->mode == TBY_PGN_ALL;
    r.cut = r.open = false;
    r.depth = 0;
    r.line.plies = 0;
    tby_game_clear(game);
    find_game(&r.c);
    size_t begin = (size_t)(r.c.p - base);
    *report = (tby_pgn_report){.begin = begin, .end = begin};
    if (r.c.p == r.c.end)
        return pgn->more ? TBY_E_MORE : TBY_DONE;
    r.cut = (size_t)(r.c.end - r.c.p) > TBY_MAX_GAME_BYTES;
    if (r.cut)
        r.c.end = r.c.p + TBY_MAX_GAME_BYTES;
    tby_rc rc = read_game(&r);
    if (rc != TBY_OK)
        return rc;
    r.open |= r.c.p == r.c.end;
    if (r.open && !r.cut && pgn->more) {
        tby_game_clear(game);
        return TBY_E_MORE;
    }
    if (r.c.p == r.c.end && r.cut)
        fault(&r, TBY_E_LIMIT, r.c.p);
    if (here(&r) == begin)
        r.c.p++; /* never stand still */
    report->end = pgn->at = here(&r);
    return TBY_OK;
}
