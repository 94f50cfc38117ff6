/* pgn_read.c - the games of a text, one after another. */
#include "core/base/str.h"
#include "core/chess/attacks.h"
#include "core/chess/castling.h"
#include "core/format/pgn_reader.h"
#include "core/format/pgn_text.h"
#include "core/model/game.h"
#include "tabiya/fen.h"

void tby_pgn_init(tby_pgn *pgn, tby_str text, tby_pgn_mode mode)
{
    *pgn = (tby_pgn){.text = text, .mode = mode};
}

static size_t here(const struct reader *r)
{
    return (size_t)(r->c.p - r->c.base);
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

/* Where the game says how it starts: what is wrong with it is told there. */
static void note_setup(struct reader *r, tby_str name, const char *at)
{
    if ((name.n == 3 && memcmp(name.p, "FEN", 3) == 0) ||
        (name.n == 7 && memcmp(name.p, "Variant", 7) == 0 && !r->setup))
        r->setup = at;
}

/* A tag that is there already, behind an empty line, opens the next game: this
 * one has no moves.  So do Event behind an empty line or a second time, and any
 * tag behind one that cannot be read and an empty line. */
static bool is_next_game(const struct reader *r, const struct pgn_tag *tag,
                         const char *blank, const char *at)
{
    if (at - blank < 2 && (tag->name.n != 5 || *tag->name.p != 'E'))
        return false;
    if (r->game->tags_n == 0)
        return r->report->error.code != TBY_OK && has_empty_line(blank, at);
    bool empty = has_empty_line(blank, at);
    bool event = tby_str_is(tag->name, "Event");
    return (empty && event) ||
           ((empty || event) && has_tag(r->game, tag->name));
}

/* Passes what is left of a tag, its first or its last bytes. */
static bool pass_debris(struct pgn_cursor *c)
{
    const char *from = c->p;

    pgn_skip_line(c);
    if (memchr(from, '{', (size_t)(c->p - from)))
        return false; /* moves, and the next line may belong to a comment */
    return *from == '[' ||
           (c->p - from >= 2 && c->p[-2] == '"' && c->p[-1] == ']');
}

/* Does a line end here that has a tag behind it, and not the next game's?  Sets
 * *open if the end of the text is a part of the answer. */
static bool header_goes_on(struct pgn_cursor c, bool *open)
{
    const char *end = c.p;

    pgn_skip_space(&c);
    *open |= c.p == c.end || tby_pgn_at_cut_tag(&c);
    return c.p > end && tby_pgn_at_tag(&c) && !has_empty_line(end, c.p) &&
           (c.p[-1] == '\n' || c.p[-1] == '\r') &&
           (c.end - c.p < 7 || memcmp(c.p, "[Event ", 7) != 0);
}

/* Within the tags: a comment on a line of its own belongs to the game, and what
 * is left of a tag costs that tag.  False if this is no such line. */
static bool pass_line(struct reader *r, tby_rc *rc)
{
    struct pgn_cursor c = r->c;
    tby_str text;

    if (r->game->tags_n == 0 || c.p >= c.end || c.p == c.base ||
        (c.p[-1] != '\n' && c.p[-1] != '\r') ||
        pgn_class_of(*c.p) == PGN_DIGIT) /* as nearly all movetexts begin */
        return false;
    bool comment = *c.p == '{' || *c.p == ';';
    if (comment ? !tby_pgn_comment(&c, &text) : !pass_debris(&c)) {
        r->open |= c.p == c.end;
        return false;
    }
    if (!header_goes_on(c, &r->open))
        return false;
    if (!comment)
        fault(r, TBY_E_PGN_TAG, r->c.p);
    else if (r->keep)
        *rc = tby_pgn_add_comment(r->game, text, &r->report->latin1);
    if (*rc == TBY_E_LIMIT) {
        fault(r, *rc, r->c.p);
        *rc = TBY_OK;
    }
    r->c.p = c.p;
    return true;
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
        if (found == PGN_NO_TAG && pass_line(r, &rc))
            continue;
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
        note_setup(r, tag.name, at);
        rc = keep_tag(r, &tag, at);
    }
    return rc;
}

/* --- the position it starts from ------------------------------------------ */

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
            tby_pos_from_setup(&s, TBY_GAME_PLAYABLE, &g->start, NULL) !=
                TBY_OK)
            return fault(r, TBY_E_PGN_SETUP, at);
        g->setup = true;
        g->chess960 |= !tby_castling_is_orthodox(&g->start);
    }
    r->line.pos = r->line.before = g->start;
    tby_pgn_show(r);
    return TBY_OK;
}

/* --- a game --------------------------------------------------------- */

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
        rc = set_up(r, r->setup ? r->setup : moves);
        if (rc == TBY_OK && !next)
            rc = tby_pgn_read_movetext(r);
        if (rc != TBY_OK && rc != TBY_E_NOMEM) {
            if (!next)
                r->open |= tby_pgn_recover(&r->c);
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
    r.quick = tby_pgn_quick();
    r.game = game;
    r.report = report;
    r.keep = pgn->mode == TBY_PGN_ALL && !pgn->watch;
    r.watch = pgn->watch;
    r.watch_ctx = pgn->watch_ctx;
    r.cut = r.open = false;
    r.depth = 0;
    r.setup = NULL;
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
