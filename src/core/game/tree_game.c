/* tree_game.c - see tabiya/tree.h: from a game and back. */
#include "core/base/buf.h"
#include "core/base/str.h"
#include "tabiya/limits.h"
#include "tabiya/tree.h"

/* --- from a game ----------------------------------------------------------*/

typedef struct reading {
    tby_tree *t;
    const tby_game *g;
    uint32_t at;    /* the last move of the line, TBY_NONE at the start */
    bool fresh;     /* the line has no move yet */
    tby_str before; /* a comment that opened it */
    uint32_t outer[TBY_MAX_RAV_DEPTH];
    size_t depth;
    tby_buf text; /* for joining */
} reading;

/* Joins two texts, either of which may be empty. */
static tby_str join(reading *r, tby_str a, tby_str b)
{
    if (!a.n || !b.n)
        return a.n ? a : b;
    tby_buf_clear(&r->text);
    tby_buf_add(&r->text, a);
    tby_buf_char(&r->text, ' ');
    tby_buf_add(&r->text, b);
    return tby_buf_str(&r->text);
}

static tby_rc add_comment(reading *r, uint32_t move, tby_str text)
{
    tby_span old = move == TBY_NONE ? r->t->comment : r->t->moves[move].comment;
    tby_str whole = join(r, tby_tree_text(r->t, old), text);

    return r->text.rc == TBY_OK ? tby_tree_set_comment(r->t, move, whole)
                                : r->text.rc;
}

static tby_rc add_nag(reading *r, uint8_t nag)
{
    tby_str old = tby_tree_text(r->t, r->t->moves[r->at].nags);
    char nags[TBY_MAX_NAGS];

    for (size_t i = 0; i < old.n; i++) {
        if ((uint8_t)old.p[i] == nag)
            return TBY_OK;
        nags[i] = old.p[i];
    }
    if (old.n == sizeof nags)
        return TBY_E_LIMIT;
    nags[old.n] = (char)nag;
    return tby_tree_set_nags(r->t, r->at, (tby_str){nags, old.n + 1});
}

static tby_rc add_move(reading *r, tby_move move)
{
    tby_rc rc = tby_tree_add(r->t, r->at, move, &r->at);

    if (rc == TBY_OK && r->before.n)
        rc = add_comment(r, r->at, r->before);
    r->before = (tby_str){"", 0};
    r->fresh = false;
    return rc;
}

/* A side line replaces the last move. */
static tby_rc open_line(reading *r)
{
    if (r->depth == TBY_MAX_RAV_DEPTH || r->at == TBY_NONE)
        return TBY_E_LIMIT;
    r->outer[r->depth++] = r->at;
    r->at = r->t->moves[r->at].parent;
    r->fresh = true;
    return TBY_OK;
}

static tby_rc take(reading *r, const tby_item *item)
{
    tby_str text = tby_game_text(r->g, item->text);

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE:
        return add_move(r, item->move);
    case TBY_ITEM_NAG:
        return r->at == TBY_NONE || r->fresh ? TBY_OK : add_nag(r, item->nag);
    case TBY_ITEM_COMMENT:
        if (!r->fresh || r->depth == 0)
            return add_comment(r, r->at, text);
        if (!r->before.n) /* a second one is rare, and joins the main line's */
            r->before = text;
        else
            return add_comment(r, r->outer[r->depth - 1], text);
        return TBY_OK;
    case TBY_ITEM_OPEN:
        return open_line(r);
    case TBY_ITEM_CLOSE:
        r->at = r->outer[--r->depth];
        r->fresh = false;
        return TBY_OK;
    }
    return TBY_OK;
}

static tby_rc copy_head(tby_tree *t, const tby_game *g)
{
    tby_rc rc = TBY_OK;

    t->head.start = g->start;
    t->head.setup = g->setup;
    t->head.chess960 = g->chess960;
    t->head.result = g->result;
    t->head.has_result = g->has_result;
    for (size_t i = 0; i < g->tags_n && rc == TBY_OK; i++)
        rc = tby_game_add_tag(&t->head, tby_game_text(g, g->tags[i].name),
                              tby_game_text(g, g->tags[i].value));
    return rc;
}

tby_rc tby_tree_read(tby_tree *t, const tby_game *g)
{
    reading r = {.t = t, .g = g, .at = TBY_NONE, .before = {"", 0}};
    tby_rc rc = copy_head(t, g);

    tby_buf_init(&r.text, &t->alloc, TBY_MAX_COMMENT_BYTES);
    for (size_t i = 0; i < g->items_n && rc == TBY_OK; i++)
        rc = take(&r, &g->items[i]);
    tby_buf_free(&r.text);
    return rc;
}

/* --- to a game ------------------------------------------------------------*/

typedef struct writing {
    const tby_tree *t;
    tby_game *g;
    tby_rc rc;
    /* Where lines go on when their side lines are written. */
    uint32_t main[TBY_MAX_RAV_DEPTH], side[TBY_MAX_RAV_DEPTH];
    size_t depth;
} writing;

static void put(writing *w, tby_item item)
{
    if (w->rc == TBY_OK)
        w->rc = tby_game_add_item(w->g, item);
}

static void put_comment(writing *w, tby_span comment)
{
    if (w->rc == TBY_OK && comment.n)
        w->rc = tby_game_add_comment(w->g, tby_tree_text(w->t, comment));
}

static void put_move(writing *w, uint32_t move)
{
    const tby_tree_move *m = &w->t->moves[move];
    tby_str nags = tby_tree_text(w->t, m->nags);

    put(w, (tby_item){.kind = TBY_ITEM_MOVE, .move = m->move});
    for (size_t i = 0; i < nags.n; i++)
        put(w, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nags.p[i]});
    put_comment(w, m->comment);
}

/* Begins a side line and returns where it stands. */
static uint32_t put_side(writing *w, uint32_t move)
{
    put(w, (tby_item){.kind = TBY_ITEM_OPEN});
    put_move(w, move);
    return move;
}

/* Ends a line: the next side line, or where it branched off.  False at the end
 * of all. */
static bool leave(writing *w, uint32_t *at)
{
    if (w->depth == 0)
        return false;
    put(w, (tby_item){.kind = TBY_ITEM_CLOSE});
    uint32_t *side = &w->side[w->depth - 1];
    *side = w->t->moves[*side].next;
    if (*side != TBY_NONE)
        *at = put_side(w, *side);
    else
        *at = w->main[--w->depth];
    return true;
}

/* Writes the move that follows, and goes to its first side line if it has
 * one. */
static uint32_t go_on(writing *w, uint32_t move)
{
    uint32_t side = w->t->moves[move].next;

    put_move(w, move);
    if (side == TBY_NONE)
        return move;
    if (w->depth == TBY_MAX_RAV_DEPTH) {
        w->rc = TBY_E_LIMIT;
        return move;
    }
    w->main[w->depth] = move;
    w->side[w->depth++] = side;
    return put_side(w, side);
}

tby_rc tby_tree_write(const tby_tree *t, tby_game *g)
{
    writing w = {.t = t, .g = g, .rc = TBY_OK};
    uint32_t at = TBY_NONE;

    tby_game_clear(g);
    g->start = t->head.start;
    g->setup = t->head.setup;
    g->chess960 = t->head.chess960;
    g->result = t->head.result;
    g->has_result = t->head.has_result;
    for (size_t i = 0; i < t->head.tags_n && w.rc == TBY_OK; i++)
        w.rc =
            tby_game_add_tag(g, tby_game_text(&t->head, t->head.tags[i].name),
                             tby_game_text(&t->head, t->head.tags[i].value));
    put_comment(&w, t->comment);
    for (bool more = true; more && w.rc == TBY_OK;) {
        uint32_t next = at == TBY_NONE ? t->first : t->moves[at].first;
        if (next != TBY_NONE)
            at = go_on(&w, next);
        else
            more = leave(&w, &at);
    }
    return w.rc;
}
