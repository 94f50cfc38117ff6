/* read.c - the games of a text, one after another. */
#include "core/base/str.h"
#include "core/chess/attacks.h"
#include "core/chess/castling.h"
#include "core/game/game.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/text.h"
#include "tabiya/fen.h"

void tby_pgn_init(tby_pgn *pgn, tby_str text, tby_pgn_mode mode)
{
    *pgn = (tby_pgn){.text = text, .mode = mode};
}

static size_t here(const struct reader *r)
{
    return (size_t)(r->c.p - r->text);
}

/* --- the position it starts from ------------------------------------------ */

/* A byte of the FEN in the text, where the tag begins at `tag`. */
static const char *place_in_fen(const struct reader *r, const char *tag,
                                size_t at)
{
    struct pgn_cursor c = pgn_cursor_at(tag, r->c.end, r->c.base);
    struct pgn_tag fen;

    if (tby_pgn_tag(&c, &fen) != PGN_GOOD_TAG)
        return tag;
    return fen.value.p + (fen.plain ? at : 0);
}

static tby_rc set_up(struct reader *r, const char *at)
{
    tby_game *g = r->game;
    tby_str variant = tby_game_tag(g, "Variant"), fen = tby_game_tag(g, "FEN");
    tby_err err;

    r->line.pos = r->line.before = g->start;
    if (!tby_pgn_variant(variant, &g->chess960))
        return fault(r, TBY_E_PGN_VARIANT, at);
    if (fen.p) {
        if (tby_fen_parse_with(fen, TBY_GAME_PLAYABLE | r->forgive, &g->start,
                               NULL, &err) != TBY_OK)
            return fault(r, TBY_E_PGN_SETUP, place_in_fen(r, at, err.at));
        g->setup = true;
        g->chess960 |= !tby_castling_is_orthodox(&g->start);
    }
    r->line.pos = r->line.before = g->start;
    if (r->record)
        tby_record_begin(r->record, &g->start);
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
    if (r->record)
        r->record->end = r->line.pos;
    r->report->key = r->line.pos.key;
    r->report->last = r->line.pos;
    if (!g->has_result)
        g->result = tby_pgn_result_tag(tby_game_tag(g, "Result"));
}

/* After a fault: to the end of the game, and what was read becomes one. */
static tby_rc give_up(struct reader *r)
{
    bool begun = r->begun || r->line.plies + r->depth > 0 ||
                 r->game->tags_n == 0; /* or there was nothing else */
    bool ended = tby_pgn_recover(&r->c, begun);

    r->keep = false;
    if (ended && tby_pgn_read_epilogue(r) == TBY_E_NOMEM)
        return TBY_E_NOMEM;
    return close_all(r);
}

/* Reads from the cursor on; TBY_OK whether or not the game is sound. */
static tby_rc read_game(struct reader *r)
{
    bool next = false;
    tby_rc rc = tby_pgn_read_tags(r, &next);

    if (rc == TBY_OK) {
        const char *moves = r->c.p;
        rc = set_up(r, r->setup ? r->setup : moves);
        if (rc == TBY_OK && !next)
            rc = tby_pgn_read_movetext(r);
        else if (next)
            rc = TBY_OK;
    }
    if (rc != TBY_OK && rc != TBY_E_NOMEM)
        rc = give_up(r);
    finish(r);
    return rc;
}

/* Stands at the next game, if there is one. */
static bool begin_game(struct reader *r, tby_pgn *pgn)
{
    const char *base = pgn->text.n ? pgn->text.p : "";

    r->text = base;
    r->first = !(pgn->state & PGN_HAD_GAME);
    r->c = pgn_cursor_at(base + pgn->at, base + pgn->text.n, base);
    tby_pgn_find_game(&r->c, &pgn->state, pgn->more);
    r->c.base = r->c.p;
    r->c.inside = pgn->state & PGN_IN_LINE;
    pgn->at = here(r);
    return r->c.p < r->c.end && !(pgn->state & (PGN_IN_LONG | PGN_IN_ESCAPE));
}

/* Blanks between two games make none too long. */
static bool ends_in_time(const struct reader *r, const tby_pgn *pgn)
{
    unsigned ignored;
    const char *end = tby_pgn_blanks_before(r->c.p, r->c.base, &ignored);

    return (r->c.p < r->c.end || here(r) == pgn->text.n) &&
           end - r->c.base <= (ptrdiff_t)TBY_MAX_GAME_BYTES;
}

/* The game ends where the cursor is, or where it became too long. */
static void end_game(struct reader *r, tby_pgn *pgn)
{
    if (r->c.p == r->c.base)
        r->c.p++; /* never stand still */
    pgn->state = PGN_HAD_GAME | (pgn_is_newline(r->c.p[-1]) ? 0 : PGN_IN_LINE);
    if (is_too_long(r) && !ends_in_time(r, pgn)) {
        r->c.p = r->c.base + TBY_MAX_GAME_BYTES;
        if (r->report->error.code == TBY_OK)
            r->report->error = (tby_err){TBY_E_LIMIT, here(r)};
        pgn->state = tby_pgn_long_state(r->c.base, r->c.p);
    }
    r->report->end = pgn->at = here(r);
}

tby_rc tby_pgn_next(tby_pgn *pgn, tby_game *game, tby_pgn_report *report)
{
    struct reader r;

    r.quick = tby_pgn_quick();
    r.game = game;
    r.report = report;
    r.keep = pgn->mode == TBY_PGN_ALL && !pgn->watch;
    r.watch = pgn->watch;
    r.watch_ctx = pgn->watch_ctx;
    r.record = pgn->record;
    r.forgive = pgn->forgive;
    r.begun = r.lost = false;
    r.depth = 0;
    r.setup = NULL;
    r.line.plies = 0;
    if (r.record)
        r.record->n = 0;
    tby_game_clear(game);
    bool found = begin_game(&r, pgn);
    *report = (tby_pgn_report){.begin = here(&r), .end = here(&r)};
    if (!found)
        return pgn->more ? TBY_E_MORE : TBY_DONE;
    bool cut = r.c.end - r.c.p > (ptrdiff_t)(TBY_MAX_GAME_BYTES + PGN_AHEAD);
    if (cut)
        r.c.end = r.c.p + TBY_MAX_GAME_BYTES + PGN_AHEAD;
    tby_rc rc = read_game(&r);
    if (rc != TBY_OK)
        return rc;
    if (pgn->more && !cut && (r.c.open || r.c.p == r.c.end)) {
        tby_game_clear(game);
        return TBY_E_MORE;
    }
    end_game(&r, pgn);
    return TBY_OK;
}
