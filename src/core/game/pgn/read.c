#include "core/base/assert.h"
#include "core/base/str.h"
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

static bool has_tag(const tby_game *g, tby_str name)
{
    for (size_t i = 0; i < g->tags_n; i++)
        if (tby_str_equal(tby_game_text(g, g->tags[i].name), name))
            return true;
    return false;
}

/* A tag that is there already, after an empty line or a bad tag, opens the
 * next game: this one has no moves.  So do Event after an empty line or a
 * second time, and any tag after one that cannot be read and an empty line, or
 * a result that was taken for a part of it. */
static bool is_next_game(const struct reader *r, const struct pgn_tag *tag,
                         const char *space, const char *at)
{
    bool event = tag->name.n == 5 && memcmp(tag->name.p, "Event", 5) == 0;

    if (at - space < 2 && !event && !r->lost)
        return false;
    bool empty = has_empty_line(space, at);
    if (r->game->tags_n == 0) {
        const struct pgn_cursor c = pgn_cursor_at(at, r->c.end, r->c.base);
        return r->report->error.code != TBY_OK &&
               (empty || tby_pgn_after_result(&c));
    }
    return (event && (empty || r->lost)) ||
           ((event || empty || r->lost) && has_tag(r->game, tag->name));
}

/* Passes what is left of a tag, its first or its last bytes.  A result, or
 * anything with an Event tag after it on its line, is no such thing: it ends
 * the game, and the tag begins the next. */
static bool pass_debris(struct pgn_cursor *c)
{
    const char *from = c->p;
    int ignored;

    if (tby_pgn_result(c, &ignored) > 0)
        return false;
    for (; c->p < c->end && !pgn_is_newline(*c->p); c->p++)
        if (*c->p == '[' && c->p > from && tby_pgn_at_start(c))
            return false;
    if (memchr(from, '{', (size_t)(c->p - from)))
        return false; /* moves, and the next line may belong to a comment */
    return *from == '[' ||
           (c->p - from >= 2 && c->p[-2] == '"' && c->p[-1] == ']');
}

/* One that is known to end, but may be too long. */
static tby_rc keep_comment(struct reader *r)
{
    tby_rc rc = tby_pgn_read_comment(r);

    return rc == TBY_E_NOMEM ? rc : TBY_OK;
}

/* What is no tag but belongs to the tags: a comment before the first of all, or
 * on a line of its own; what is left of a tag, which costs that tag.  False if
 * this is no such thing. */
static bool pass_line(struct reader *r, tby_rc *rc)
{
    struct pgn_cursor c = r->c;
    tby_str text;

    if (c.p >= c.end)
        return false;
    bool comment = *c.p == '{' || *c.p == ';';
    if (r->first && comment && tby_pgn_comment(&c, &text)) {
        *rc = keep_comment(r);
        return true;
    }
    c = r->c;
    if (!pgn_at_line_start(&c) ||
        pgn_class_of(*c.p) == PGN_DIGIT) /* as nearly all movetexts begin */
        return false;
    bool passed = comment ? tby_pgn_comment(&c, &text) : pass_debris(&c);
    r->c.open |= c.open || (!passed && c.p == c.end);
    if (!passed)
        return false;

    /* a tag must come on the next line, and not the next game's */
    const char *end = c.p;
    pgn_skip_space(&c);
    r->c.open |= c.open || c.p == c.end || tby_pgn_at_cut_tag(&c);
    if (c.p == end || !pgn_is_newline(c.p[-1]) || !tby_pgn_at_tag(&c) ||
        tby_pgn_at_start(&c))
        return false;
    if (comment)
        *rc = keep_comment(r);
    else
        fault(r, TBY_E_PGN_TAG, r->c.p);
    r->c.p = end;
    return true;
}

/* Reads tags up to the movetext; *next if another game's begin instead. */
static tby_rc read_tags(struct reader *r, bool *next)
{
    tby_rc rc = TBY_OK;
    struct pgn_tag tag;

    *next = false;
    while (rc == TBY_OK) {
        const char *space = r->c.p;
        pgn_skip_space(&r->c);
        const char *at = r->c.p;
        if (at < r->c.end && *at == '%' && pgn_at_line_start(&r->c)) {
            tby_pgn_skip_escape(&r->c);
            r->lost |= tby_pgn_at_tag(&r->c); /* a game within it */
            continue;
        }
        enum pgn_tag_found found = tby_pgn_tag(&r->c, &tag);
        if (found == PGN_NO_TAG) {
            if (!pass_line(r, &rc))
                break;
            continue;
        }
        r->first = false;
        if (found == PGN_BAD_TAG) {
            fault(r, TBY_E_PGN_TAG, at); /* the moves may still be sound */
            r->lost = true;
            continue;
        }
        *next = is_next_game(r, &tag, space, at);
        if (*next) {
            r->c.p = at;
            break;
        }
        r->lost = false;

        /* where the game says how it starts: its faults are reported there */
        if ((tag.name.n == 3 && memcmp(tag.name.p, "FEN", 3) == 0 &&
             !has_tag(r->game, tag.name)) ||
            (tag.name.n == 7 && memcmp(tag.name.p, "Variant", 7) == 0 &&
             !r->setup))
            r->setup = at;
        rc = tag.plain ? tby_game_add_tag_ahead(r->game, tag.name, tag.value,
                                                (size_t)(r->c.end - r->c.p))
                       : tby_pgn_add_tag(r->game, tag.name, tag.value,
                                         &r->report->latin1);
        if (rc == TBY_E_LIMIT) {
            fault(r, rc, at);
            rc = TBY_OK;
        }
    }
    return rc;
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
                               NULL, &err) != TBY_OK) {
            struct pgn_cursor c = pgn_cursor_at(at, r->c.end, r->c.base);
            struct pgn_tag tag;
            if (tby_pgn_tag(&c, &tag) == PGN_GOOD_TAG)
                at = tag.value.p + (tag.plain ? err.at : 0);
            return fault(r, TBY_E_PGN_SETUP, at);
        }
        g->setup = true;
        g->chess960 |= !tby_castling_is_orthodox(&g->start);
    }
    r->line.pos = r->line.before = g->start;
    if (r->record)
        tby_record_begin(r->record, &g->start);
    tby_pgn_show(r);
    return TBY_OK;
}

/* After a fault: to the end of the game, and what was read becomes one. */
static tby_rc give_up(struct reader *r)
{
    tby_game *g = r->game;
    bool begun = r->begun || r->line.plies + r->depth > 0 ||
                 g->tags_n == 0; /* or there was nothing else */
    bool ended = tby_pgn_recover(&r->c, begun);

    r->keep = false;
    if (ended && tby_pgn_read_epilogue(r) == TBY_E_NOMEM)
        return TBY_E_NOMEM;
    /* variations that were left open are closed, empty ones dropped */
    for (; r->depth > 0; r->depth--) {
        TBY_ASSERT(g->items_n > 0);
        r->line = r->outer[r->depth - 1];
        if (g->items[g->items_n - 1].kind == TBY_ITEM_OPEN)
            g->items_n--;
        else
            TBY_TRY(tby_game_add_item(g, (tby_item){.kind = TBY_ITEM_CLOSE}));
    }
    return TBY_OK;
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

    const char *base = pgn->text.n ? pgn->text.p : "";

    r.text = base;
    r.first = !(pgn->state & PGN_HAD_GAME);
    r.c = pgn_cursor_at(base + pgn->at, base + pgn->text.n, base);
    tby_pgn_find_game(&r.c, &pgn->state, pgn->more);
    r.c.base = r.c.p;
    r.c.inside = pgn->state & PGN_IN_LINE;
    pgn->at = here(&r);
    bool found =
        r.c.p < r.c.end && !(pgn->state & (PGN_IN_LONG | PGN_IN_ESCAPE));

    *report = (tby_pgn_report){.begin = here(&r), .end = here(&r)};
    if (!found)
        return pgn->more ? TBY_E_MORE : TBY_DONE;
    bool cut = r.c.end - r.c.p > (ptrdiff_t)(TBY_MAX_GAME_BYTES + PGN_AHEAD);
    if (cut)
        r.c.end = r.c.p + TBY_MAX_GAME_BYTES + PGN_AHEAD;

    /* Reads from the cursor on; TBY_OK whether or not the game is sound. */
    tby_game *g = r.game;
    bool next = false;
    tby_rc rc = read_tags(&r, &next);

    if (rc == TBY_OK) {
        const char *moves = r.c.p;
        rc = set_up(&r, r.setup ? r.setup : moves);
        if (rc == TBY_OK && !next)
            rc = tby_pgn_read_movetext(&r);
        else if (next)
            rc = TBY_OK;
    }
    if (rc != TBY_OK && rc != TBY_E_NOMEM)
        rc = give_up(&r);
    g->plies = r.line.plies;
    if (r.record)
        r.record->end = r.line.pos;
    r.report->key = r.line.pos.key;
    r.report->last = r.line.pos;
    if (!g->has_result)
        g->result = tby_pgn_result_tag(tby_game_tag(g, "Result"));

    if (rc != TBY_OK)
        return rc;
    if (pgn->more && !cut && (r.c.open || r.c.p == r.c.end)) {
        tby_game_clear(game);
        return TBY_E_MORE;
    }

    /* The game ends where the cursor is, or where it became too long. */
    unsigned ignored;

    if (r.c.p == r.c.base)
        r.c.p++; /* never stay in place */
    pgn->state = PGN_HAD_GAME | (pgn_is_newline(r.c.p[-1]) ? 0 : PGN_IN_LINE);
    if (is_too_long(&r)) {
        /* spaces between two games make none too long */
        const char *end = tby_pgn_spaces_before(r.c.p, r.c.base, &ignored);
        if ((r.c.p == r.c.end && here(&r) != pgn->text.n) ||
            end - r.c.base > (ptrdiff_t)TBY_MAX_GAME_BYTES) {
            r.c.p = r.c.base + TBY_MAX_GAME_BYTES;
            if (r.report->error.code == TBY_OK)
                r.report->error = (tby_err){TBY_E_LIMIT, here(&r)};
            pgn->state = tby_pgn_long_state(r.c.base, r.c.p);
        }
    }
    r.report->end = pgn->at = here(&r);
    TBY_ASSERT(r.report->begin < r.report->end && pgn->at <= pgn->text.n);

    return TBY_OK;
}
