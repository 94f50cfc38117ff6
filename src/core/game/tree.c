#include "tabiya/tree.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_tree_init(tby_tree *t, const tby_pos *start, const tby_alloc *alloc)
{
    *t = (tby_tree){.alloc = alloc ? *alloc : tby_alloc_libc(),
                    .first = TBY_NONE,
                    .last = TBY_NONE};
    tby_game_init(&t->head, &t->alloc);
    t->head.start = *start;
}

void tby_tree_free(tby_tree *t)
{
    tby_game_free(&t->head);
    tby_grow_free(&t->alloc, t->moves, t->cap, sizeof *t->moves);
    tby_grow_free(&t->alloc, t->text, t->text_cap, 1);
    tby_tree_init(t, &t->head.start, &t->alloc);
}

const tby_pos *tby_tree_pos(const tby_tree *t, uint32_t move)
{
    return move == TBY_NONE ? &t->head.start : &t->moves[move].pos;
}

static uint32_t *first_of(tby_tree *t, uint32_t parent)
{
    return parent == TBY_NONE ? &t->first : &t->moves[parent].first;
}

static uint32_t *last_of(tby_tree *t, uint32_t parent)
{
    return parent == TBY_NONE ? &t->last : &t->moves[parent].last;
}

/* Puts a move that stands nowhere after another of the same parent, or, if
 * that is TBY_NONE, before all. */
static void link(tby_tree *t, uint32_t move, uint32_t after)
{
    tby_tree_move *m = &t->moves[move];
    uint32_t *first = first_of(t, m->parent), *last = last_of(t, m->parent);

    m->prev = after;
    m->next = after == TBY_NONE ? *first : t->moves[after].next;
    *(after == TBY_NONE ? first : &t->moves[after].next) = move;
    *(m->next == TBY_NONE ? last : &t->moves[m->next].prev) = move;
}

static void unlink(tby_tree *t, uint32_t move)
{
    const tby_tree_move *m = &t->moves[move];

    *(m->prev == TBY_NONE ? first_of(t, m->parent) : &t->moves[m->prev].next) =
        m->next;
    *(m->next == TBY_NONE ? last_of(t, m->parent) : &t->moves[m->next].prev) =
        m->prev;
}

tby_rc tby_tree_add(tby_tree *t, uint32_t parent, tby_move move, uint32_t *out)
{
    uint32_t i = *first_of(t, parent);

    while (i != TBY_NONE && t->moves[i].move != move)
        i = t->moves[i].next;
    *out = i;
    if (i != TBY_NONE)
        return TBY_OK;
    TBY_ASSERT(parent == TBY_NONE || parent < t->n);
    if (t->n >= TBY_MAX_NODES)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&t->alloc, t->moves, t->cap, t->n + 1));
    *out = (uint32_t)t->n++;
    tby_tree_move *m = &t->moves[*out];
    *m = (tby_tree_move){.parent = parent,
                         .first = TBY_NONE,
                         .last = TBY_NONE,
                         .move = move,
                         .alive = true,
                         .pos = *tby_tree_pos(t, parent)};
    tby_pos_play(&m->pos, move);
    link(t, *out, *last_of(t, parent));
    return TBY_OK;
}

/* Parents have smaller numbers, so that one pass finds all that follow. */
void tby_tree_remove(tby_tree *t, uint32_t move)
{
    if (!t->moves[move].alive)
        return;
    unlink(t, move);
    t->moves[move].alive = false;
    for (size_t i = (size_t)move + 1; i < t->n; i++) {
        uint32_t parent = t->moves[i].parent;
        if (parent != TBY_NONE && !t->moves[parent].alive)
            t->moves[i].alive = false;
    }
}

void tby_tree_promote(tby_tree *t, uint32_t move)
{
    unlink(t, move);
    link(t, move, TBY_NONE);
}

void tby_tree_demote(tby_tree *t, uint32_t move)
{
    uint32_t next = t->moves[move].next;

    if (next == TBY_NONE)
        return;
    unlink(t, move);
    link(t, move, next);
}

/* Keeps a text; those that were there before are not given back. */
static tby_rc keep(tby_tree *t, tby_str text, tby_span *out)
{
    if (text.n > TBY_MAX_COMMENT_BYTES ||
        text.n > TBY_MAX_GRAPH_TEXT - t->text_n)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&t->alloc, t->text, t->text_cap, t->text_n + text.n));
    if (text.n)
        memcpy(t->text + t->text_n, text.p, text.n);
    *out = (tby_span){(uint32_t)t->text_n, (uint32_t)text.n};
    t->text_n += text.n;
    return TBY_OK;
}

tby_rc tby_tree_set_comment(tby_tree *t, uint32_t move, tby_str text)
{
    return keep(t, tby_str_trim(text),
                move == TBY_NONE ? &t->comment : &t->moves[move].comment);
}

tby_rc tby_tree_set_nags(tby_tree *t, uint32_t move, tby_str nags)
{
    if (nags.n > TBY_MAX_NAGS)
        return TBY_E_LIMIT;
    return keep(t, nags, &t->moves[move].nags);
}

/* Everything but the items; of the tags one with another value unless `name`
 * has p == NULL. */
static tby_rc copy_head(tby_game *to, const tby_game *from, tby_str name,
                        tby_str value)
{
    bool found = name.p == NULL;

    to->start = from->start;
    to->setup = from->setup;
    to->chess960 = from->chess960;
    to->result = from->result;
    to->has_result = from->has_result;
    for (size_t i = 0; i < from->tags_n; i++) {
        tby_str tag = tby_game_text(from, from->tags[i].name);
        bool is = !found && tby_str_equal(tag, name);
        tby_str old = tby_game_text(from, from->tags[i].value);
        TBY_TRY(tby_game_add_tag(to, tag, is ? value : old));
        found |= is;
    }
    return found ? TBY_OK : tby_game_add_tag(to, name, value);
}

tby_rc tby_tree_set_tag(tby_tree *t, tby_str name, tby_str value)
{
    tby_game head;

    tby_game_init(&head, &t->alloc);
    tby_rc rc = copy_head(&head, &t->head, name, value);
    if (rc != TBY_OK) {
        tby_game_free(&head);
        return rc;
    }
    for (tby_result r = TBY_RESULT_NONE; r <= TBY_RESULT_DRAW; r++)
        if (tby_str_is(name, "Result") &&
            tby_str_is(value, tby_result_text(r))) {
            head.result = r;
            head.has_result = true;
        }
    tby_game_free(&t->head);
    t->head = head;
    return TBY_OK;
}

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

static tby_rc add_comment(reading *r, uint32_t move, tby_str text)
{
    tby_span span =
        move == TBY_NONE ? r->t->comment : r->t->moves[move].comment;
    tby_str old = tby_tree_text(r->t, span);

    if (!text.n)
        return TBY_OK;
    if (!old.n)
        return tby_tree_set_comment(r->t, move, text);
    tby_buf_clear(&r->text);
    tby_buf_add(&r->text, old);
    tby_buf_char(&r->text, ' ');
    tby_buf_add(&r->text, text);
    TBY_TRY(r->text.rc);
    return tby_tree_set_comment(r->t, move, tby_buf_str(&r->text));
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

static tby_rc take(reading *r, const tby_item *item)
{
    tby_str text = tby_game_text(r->g, item->text);
    tby_rc rc;

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE:
        rc = tby_tree_add(r->t, r->at, item->move, &r->at);
        if (rc == TBY_OK && r->before.n)
            rc = add_comment(r, r->at, r->before);
        r->before = (tby_str){"", 0};
        r->fresh = false;
        return rc;
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
        /* a side line replaces the last move */
        if (r->depth == TBY_MAX_RAV_DEPTH || r->at == TBY_NONE)
            return TBY_E_LIMIT;
        r->outer[r->depth++] = r->at;
        r->at = r->t->moves[r->at].parent;
        r->fresh = true;
        return TBY_OK;
    case TBY_ITEM_CLOSE:
        TBY_ASSERT(r->depth > 0);
        r->at = r->outer[--r->depth];
        r->fresh = false;
        return TBY_OK;
    }
    return TBY_OK;
}

tby_rc tby_tree_read(tby_tree *t, const tby_game *g)
{
    reading r = {.t = t, .g = g, .at = TBY_NONE, .before = {"", 0}};
    tby_rc rc = copy_head(&t->head, g, (tby_str){NULL, 0}, (tby_str){"", 0});

    tby_buf_init(&r.text, &t->alloc, TBY_MAX_COMMENT_BYTES);
    for (size_t i = 0; i < g->items_n && rc == TBY_OK; i++)
        rc = take(&r, &g->items[i]);
    tby_buf_free(&r.text);
    return rc;
}

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

/* Begins a side line and returns where it is. */
static uint32_t put_side(writing *w, uint32_t move)
{
    put(w, (tby_item){.kind = TBY_ITEM_OPEN});
    put_move(w, move);
    return move;
}

tby_rc tby_tree_write(const tby_tree *t, tby_game *g)
{
    writing w = {.t = t, .g = g, .rc = TBY_OK};
    uint32_t at = TBY_NONE;

    tby_game_clear(g);
    w.rc = copy_head(g, &t->head, (tby_str){NULL, 0}, (tby_str){"", 0});
    put_comment(&w, t->comment);
    while (w.rc == TBY_OK) {
        uint32_t next = at == TBY_NONE ? t->first : t->moves[at].first;
        if (next != TBY_NONE) { /* the move that follows, its side lines */
            uint32_t side = t->moves[next].next;
            put_move(&w, next);
            at = next;
            if (side == TBY_NONE)
                continue;
            if (w.depth == TBY_MAX_RAV_DEPTH)
                return TBY_E_LIMIT;
            w.main[w.depth] = next;
            w.side[w.depth++] = side;
            at = put_side(&w, side);
            continue;
        }
        /* the line ends: the next side line, or where it branched off */
        if (w.depth == 0)
            break;
        put(&w, (tby_item){.kind = TBY_ITEM_CLOSE});
        uint32_t *side = &w.side[w.depth - 1];
        *side = t->moves[*side].next;
        at = *side != TBY_NONE ? put_side(&w, *side) : w.main[--w.depth];
    }
    return w.rc;
}
