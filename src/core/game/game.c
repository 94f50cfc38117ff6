#include "tabiya/game.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/game/game.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_game_init(tby_game *g, const tby_alloc *alloc)
{
    *g = (tby_game){.alloc = alloc ? *alloc : tby_alloc_libc(),
                    .start = tby_pos_start()};
}

void tby_game_clear(tby_game *g)
{
    g->start = tby_pos_start();
    g->setup = g->chess960 = g->has_result = false;
    g->result = TBY_RESULT_NONE;
    g->plies = g->open = 0;
    g->text_n = g->tags_n = g->items_n = 0;
}

void tby_game_free(tby_game *g)
{
    tby_grow_free(&g->alloc, g->text, g->text_cap, 1);
    tby_grow_free(&g->alloc, g->tags, g->tags_cap, sizeof *g->tags);
    tby_grow_free(&g->alloc, g->items, g->items_cap, sizeof *g->items);
    tby_game_init(g, &g->alloc);
}

/* Short texts are copied in one piece of this size, whatever their length: a
 * copy of constant size has no branches. */
enum { PIECE = 32 };

/* Makes room for n more bytes of text, and a piece. */
static tby_rc reserve_text(tby_game *g, size_t n)
{
    if (n > TBY_MAX_GAME_BYTES - g->text_n)
        return TBY_E_LIMIT;
    tby_rc rc =
        TBY_GROW(&g->alloc, g->text, g->text_cap, g->text_n + n + PIECE);
    return rc;
}

/* Copies text after what is there; the room is reserved, and at least `ahead`
 * bytes can be read after s. */
static tby_span keep_text(tby_game *g, tby_str s, size_t ahead)
{
    tby_span out = {(uint32_t)g->text_n, (uint32_t)s.n};

    TBY_ASSERT(g->text_n + s.n + PIECE <= g->text_cap);
    if (s.n <= PIECE && ahead >= PIECE)
        memcpy(g->text + g->text_n, s.p, PIECE);
    else if (s.n)
        memcpy(g->text + g->text_n, s.p, s.n);
    g->text_n += s.n;
    return out;
}

tby_rc tby_game_add_tag(tby_game *g, tby_str name, tby_str value)
{
    return tby_game_add_tag_ahead(g, name, value, 0);
}

tby_rc tby_game_add_tag_ahead(tby_game *g, tby_str name, tby_str value,
                              size_t ahead)
{
    if (g->tags_n >= TBY_MAX_TAGS || name.n > TBY_MAX_TAG_BYTES ||
        value.n > TBY_MAX_TAG_BYTES - name.n)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&g->alloc, g->tags, g->tags_cap, g->tags_n + 1));
    TBY_TRY(reserve_text(g, name.n + value.n));
    tby_tag *tag = &g->tags[g->tags_n++];
    tag->name = keep_text(g, name, ahead);
    tag->value = keep_text(g, value, ahead);
    return TBY_OK;
}

tby_rc tby_game_set_tag(tby_game *g, tby_str name, tby_str value)
{
    size_t i = 0;

    while (i < g->tags_n &&
           !tby_str_equal(tby_game_text(g, g->tags[i].name), name))
        i++;
    if (i == g->tags_n)
        return value.p ? tby_game_add_tag(g, name, value) : TBY_OK;
    if (!value.p) {
        g->tags_n--;
        memmove(g->tags + i, g->tags + i + 1,
                (g->tags_n - i) * sizeof *g->tags);
        return TBY_OK;
    }
    if (value.n > TBY_MAX_TAG_BYTES - name.n)
        return TBY_E_LIMIT;
    TBY_TRY(reserve_text(g, value.n));
    g->tags[i].value = keep_text(g, value, 0);
    return TBY_OK;
}

tby_rc tby_game_set_result(tby_game *g, tby_result r)
{
    TBY_TRY(
        tby_game_set_tag(g, TBY_STR("Result"), tby_str_of(tby_result_text(r))));
    g->result = r;
    g->has_result = true;
    return TBY_OK;
}

tby_rc tby_game_add_item(tby_game *g, tby_item item)
{
    if (g->items_n == g->items_cap) {
        TBY_TRY(TBY_GROW(&g->alloc, g->items, g->items_cap, g->items_n + 1));
    }
    TBY_ASSERT(g->items_n < g->items_cap);
    g->items[g->items_n++] = item;
    /* the number of plies stays right, whoever adds items */
    g->plies += item.kind == TBY_ITEM_MOVE && g->open == 0;
    g->open += item.kind == TBY_ITEM_OPEN;
    g->open -= item.kind == TBY_ITEM_CLOSE && g->open > 0;
    return TBY_OK;
}

tby_item *tby_game_room(tby_game *g, size_t n)
{
    tby_rc rc = TBY_GROW(&g->alloc, g->items, g->items_cap, g->items_n + n);

    return rc == TBY_OK ? g->items + g->items_n : NULL;
}

tby_rc tby_game_add_comment(tby_game *g, tby_str text)
{
    tby_item item = {.kind = TBY_ITEM_COMMENT};

    if (text.n > TBY_MAX_COMMENT_BYTES)
        return TBY_E_LIMIT;
    TBY_TRY(reserve_text(g, text.n));
    TBY_TRY(tby_game_add_item(g, item));
    g->items[g->items_n - 1].text = keep_text(g, text, 0);
    return TBY_OK;
}

tby_str tby_game_tag(const tby_game *g, const char *name)
{
    tby_str wanted = tby_str_of(name);

    for (size_t i = 0; i < g->tags_n; i++)
        if (g->tags[i].name.n == wanted.n &&
            tby_str_equal(tby_game_text(g, g->tags[i].name), wanted))
            return tby_game_text(g, g->tags[i].value);
    return (tby_str){NULL, 0};
}

tby_move tby_mainline_next(tby_mainline *m)
{
    while (m->at < m->game->items_n) {
        const tby_item *item = &m->game->items[m->at++];
        if (item->kind == TBY_ITEM_MOVE && m->depth == 0)
            return item->move;
        m->depth += item->kind == TBY_ITEM_OPEN;
        m->depth -= item->kind == TBY_ITEM_CLOSE && m->depth > 0;
    }
    return TBY_MOVE_NONE;
}

void tby_game_show(const tby_game *g, tby_watch *watch, void *ctx)
{
    tby_mainline moves = {.game = g};
    tby_pos pos = g->start;
    uint32_t ply = 0;
    tby_move move;

    while (watch(ctx, &pos, ply++) &&
           (move = tby_mainline_next(&moves)) != TBY_MOVE_NONE)
        tby_pos_play(&pos, move);
}

const char *tby_result_text(tby_result r)
{
    switch (r) {
    case TBY_RESULT_WHITE:
        return "1-0";
    case TBY_RESULT_BLACK:
        return "0-1";
    case TBY_RESULT_DRAW:
        return "1/2-1/2";
    case TBY_RESULT_NONE:
        break;
    }
    return "*";
}

static bool same_text(const tby_game *a, tby_span x, const tby_game *b,
                      tby_span y)
{
    return tby_str_equal(tby_game_text(a, x), tby_game_text(b, y));
}

bool tby_game_same(const tby_game *a, const tby_game *b)
{
    if (a->tags_n != b->tags_n || a->items_n != b->items_n ||
        a->result != b->result || a->plies != b->plies ||
        a->setup != b->setup || a->chess960 != b->chess960 ||
        !tby_pos_same(&a->start, &b->start) ||
        a->start.halfmoves != b->start.halfmoves ||
        a->start.fullmoves != b->start.fullmoves)
        return false;
    for (size_t i = 0; i < a->tags_n; i++)
        if (!same_text(a, a->tags[i].name, b, b->tags[i].name) ||
            !same_text(a, a->tags[i].value, b, b->tags[i].value))
            return false;
    for (size_t i = 0; i < a->items_n; i++) {
        const tby_item *x = &a->items[i], *y = &b->items[i];
        if (x->kind != y->kind || x->nag != y->nag || x->move != y->move ||
            !same_text(a, x->text, b, y->text))
            return false;
    }
    return true;
}

void tby_record_add(tby_record *r, const tby_pos *before, tby_move m,
                    const tby_pos *after)
{
    tby_ply_info info = m;

    TBY_ASSERT(r->n < TBY_MAX_PLIES);
    if (m == TBY_MOVE_NULL) {
        r->passes = true;
    } else {
        tby_piece piece = tby_pos_at(before, tby_move_from(m));
        info |= (tby_ply_info)tby_piece_role(piece) << TBY_PLY_ROLE;
        if (tby_pos_is_castling(before, m))
            info |= TBY_PLY_CASTLE;
        else if (tby_pos_is_capture(before, m))
            info |= TBY_PLY_CAPTURE;
    }
    if (tby_pos_checkers(after))
        info |= TBY_PLY_CHECK;
    r->plies[r->n++] = info;
    r->keys[r->n] = after->key;
}

void tby_record_game(tby_record *r, const tby_game *g)
{
    tby_mainline moves = {.game = g};
    tby_move move;

    tby_record_begin(r, &g->start);
    while (r->n < TBY_MAX_PLIES &&
           (move = tby_mainline_next(&moves)) != TBY_MOVE_NONE) {
        tby_pos before = r->end;
        tby_pos_play(&r->end, move);
        tby_record_add(r, &before, move, &r->end);
    }
}
