/* game.c - a game as it was written. */
#include "tabiya/game.h"

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
    void *p = g->text;

    if (n > TBY_MAX_GAME_BYTES - g->text_n)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&g->alloc, &p, &g->text_cap, g->text_n + n + PIECE, 1);
    g->text = p;
    return rc;
}

/* Copies text behind what is there; the room is reserved, and at least `ahead`
 * bytes can be read behind s. */
static tby_span keep_text(tby_game *g, tby_str s, size_t ahead)
{
    tby_span out = {(uint32_t)g->text_n, (uint32_t)s.n};

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
    void *p = g->tags;

    if (g->tags_n >= TBY_MAX_TAGS || name.n > TBY_MAX_TAG_BYTES ||
        value.n > TBY_MAX_TAG_BYTES - name.n)
        return TBY_E_LIMIT;
    tby_rc rc =
        tby_grow(&g->alloc, &p, &g->tags_cap, g->tags_n + 1, sizeof *g->tags);
    g->tags = p;
    if (rc == TBY_OK)
        rc = reserve_text(g, name.n + value.n);
    if (rc != TBY_OK)
        return rc;
    tby_tag *tag = &g->tags[g->tags_n++];
    tag->name = keep_text(g, name, ahead);
    tag->value = keep_text(g, value, ahead);
    return TBY_OK;
}

/* Keeps the number of plies right, whoever adds items. */
static void count_item(tby_game *g, uint8_t kind)
{
    g->plies += kind == TBY_ITEM_MOVE && g->open == 0;
    g->open += kind == TBY_ITEM_OPEN;
    g->open -= kind == TBY_ITEM_CLOSE && g->open > 0;
}

tby_rc tby_game_add_item(tby_game *g, tby_item item)
{
    void *p = g->items;

    if (g->items_n == g->items_cap) {
        tby_rc rc = tby_grow(&g->alloc, &p, &g->items_cap, g->items_n + 1,
                             sizeof *g->items);
        if (rc != TBY_OK)
            return rc;
        g->items = p;
    }
    g->items[g->items_n++] = item;
    count_item(g, item.kind);
    return TBY_OK;
}

tby_item *tby_game_room(tby_game *g, size_t n)
{
    void *p = g->items;
    tby_rc rc = tby_grow(&g->alloc, &p, &g->items_cap, g->items_n + n,
                         sizeof *g->items);

    g->items = p;
    return rc == TBY_OK ? g->items + g->items_n : NULL;
}

tby_rc tby_game_add_comment(tby_game *g, tby_str text)
{
    tby_item item = {.kind = TBY_ITEM_COMMENT};

    if (text.n > TBY_MAX_COMMENT_BYTES)
        return TBY_E_LIMIT;
    tby_rc rc = reserve_text(g, text.n);
    if (rc == TBY_OK)
        rc = tby_game_add_item(g, item);
    if (rc == TBY_OK)
        g->items[g->items_n - 1].text = keep_text(g, text, 0);
    return rc;
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

static bool same_tags(const tby_game *a, const tby_game *b)
{
    for (size_t i = 0; i < a->tags_n; i++)
        if (!same_text(a, a->tags[i].name, b, b->tags[i].name) ||
            !same_text(a, a->tags[i].value, b, b->tags[i].value))
            return false;
    return true;
}

static bool same_items(const tby_game *a, const tby_game *b)
{
    for (size_t i = 0; i < a->items_n; i++) {
        const tby_item *x = &a->items[i], *y = &b->items[i];
        if (x->kind != y->kind || x->nag != y->nag || x->move != y->move ||
            !same_text(a, x->text, b, y->text))
            return false;
    }
    return true;
}

bool tby_game_same(const tby_game *a, const tby_game *b)
{
    return a->tags_n == b->tags_n && a->items_n == b->items_n &&
           a->result == b->result && a->plies == b->plies &&
           a->setup == b->setup && a->chess960 == b->chess960 &&
           tby_pos_same(&a->start, &b->start) &&
           a->start.halfmoves == b->start.halfmoves &&
           a->start.fullmoves == b->start.fullmoves && same_tags(a, b) &&
           same_items(a, b);
}
