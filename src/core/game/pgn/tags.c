/* tags.c - the tags of a game, and what stands before and between them. */
#include "core/base/str.h"
#include "core/game/game.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/text.h"

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
    if ((name.n == 3 && memcmp(name.p, "FEN", 3) == 0 &&
         !has_tag(r->game, name)) ||
        (name.n == 7 && memcmp(name.p, "Variant", 7) == 0 && !r->setup))
        r->setup = at;
}

/* A tag that is there already, behind an empty line or a bad tag, opens the
 * next game: this one has no moves.  So do Event behind an empty line or a
 * second time, and any tag behind one that cannot be read and an empty line, or
 * a result that was taken for a part of it. */
static bool is_next_game(const struct reader *r, const struct pgn_tag *tag,
                         const char *blank, const char *at)
{
    bool event = tag->name.n == 5 && memcmp(tag->name.p, "Event", 5) == 0;

    if (at - blank < 2 && !event && !r->lost)
        return false;
    bool empty = has_empty_line(blank, at);
    if (r->game->tags_n == 0) {
        const struct pgn_cursor c = pgn_cursor_at(at, r->c.end, r->c.base);
        return r->report->error.code != TBY_OK &&
               (empty || tby_pgn_behind_result(&c));
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

/* Does a line end here that has a tag behind it, and not the next game's? */
static bool header_goes_on(struct pgn_cursor *c)
{
    const char *end = c->p;

    pgn_skip_space(c);
    c->open |= c->p == c->end || tby_pgn_at_cut_tag(c);
    return c->p > end && pgn_is_newline(c->p[-1]) && tby_pgn_at_tag(c) &&
           !tby_pgn_at_start(c);
}

/* One that is known to end, but may be too long. */
static tby_rc keep_comment(struct reader *r)
{
    tby_rc rc = tby_pgn_read_comment(r);

    return rc == TBY_E_NOMEM ? rc : TBY_OK;
}

/* Within the tags: a comment on a line of its own belongs to the game, and what
 * is left of a tag costs that tag.  False if this is no such line. */
static bool pass_line(struct reader *r, tby_rc *rc)
{
    struct pgn_cursor c = r->c;
    tby_str text;

    if (c.p >= c.end || !pgn_at_line_start(&c) ||
        pgn_class_of(*c.p) == PGN_DIGIT) /* as nearly all movetexts begin */
        return false;
    bool comment = *c.p == '{' || *c.p == ';';
    bool passed = comment ? tby_pgn_comment(&c, &text) : pass_debris(&c);
    r->c.open |= c.open || (!passed && c.p == c.end);
    if (!passed)
        return false;
    const char *end = c.p;
    bool goes_on = header_goes_on(&c);
    r->c.open |= c.open;
    if (!goes_on)
        return false;
    if (comment)
        *rc = keep_comment(r);
    else
        fault(r, TBY_E_PGN_TAG, r->c.p);
    r->c.p = end;
    return true;
}

/* Before the first tags of all: what is said there belongs to their game. */
static bool pass_preface(struct reader *r, tby_rc *rc)
{
    struct pgn_cursor c = r->c;
    tby_str ignored;

    if (!r->first || c.p >= c.end || (*c.p != '{' && *c.p != ';') ||
        !tby_pgn_comment(&c, &ignored))
        return false;
    *rc = keep_comment(r);
    return true;
}

tby_rc tby_pgn_read_tags(struct reader *r, bool *next)
{
    tby_rc rc = TBY_OK;
    struct pgn_tag tag;

    *next = false;
    while (rc == TBY_OK) {
        const char *blank = r->c.p;
        pgn_skip_space(&r->c);
        const char *at = r->c.p;
        if (at < r->c.end && *at == '%' && pgn_at_line_start(&r->c)) {
            tby_pgn_skip_escape(&r->c);
            r->lost |= tby_pgn_at_tag(&r->c); /* a game within it */
            continue;
        }
        enum pgn_tag_found found = tby_pgn_tag(&r->c, &tag);
        if (found == PGN_NO_TAG && (pass_preface(r, &rc) || pass_line(r, &rc)))
            continue;
        if (found == PGN_NO_TAG)
            break;
        r->first = false;
        if (found == PGN_BAD_TAG) {
            fault(r, TBY_E_PGN_TAG, at); /* the moves may still be sound */
            r->lost = true;
            continue;
        }
        *next = is_next_game(r, &tag, blank, at);
        if (*next) {
            r->c.p = at;
            break;
        }
        r->lost = false;
        note_setup(r, tag.name, at);
        rc = keep_tag(r, &tag, at);
    }
    return rc;
}
