/* convert.c - see convert.h.
 *
 * The threads that read also write: each part is a piece of the output. */
#include "work/games/convert.h"

#include "core/game/pgn/write.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "work/games/int.h"

typedef struct part {
    char *p;
    size_t n, cap;
    tby_convert_count count;
} part;

void tby_convert_init(tby_convert *c, tby_sink *sink,
                      const tby_convert_options *options)
{
    *c = (tby_convert){.sink = sink, .options = *options};
}

tby_rc tby_convert_begin(tby_convert *c)
{
    if (c->options.to != TBY_GAMES_JSONL)
        return TBY_OK;
    return tby_sink_write(c->sink, TBY_JSONL_HEADER,
                          sizeof TBY_JSONL_HEADER - 1);
}

void tby_convert_add(tby_convert_count *to, const tby_convert_count *from)
{
    to->written += from->written;
    to->parts += from->parts;
    to->dropped += from->dropped;
    to->unterminated += from->unterminated;
    to->abandoned += from->abandoned;
    to->setups += from->setups;
    to->tags += from->tags;
    to->comments += from->comments;
    to->variations += from->variations;
    to->nags += from->nags;
    to->clocks += from->clocks;
    to->fractions += from->fractions;
    to->depths += from->depths;
    to->mates += from->mates;
}

/* The rules of .cdb; false if the game stays out, which is then counted. */
static bool fits_cdb(const tby_convert *c, part *p, const tby_game *g)
{
    tby_gamebin_ignore why =
        c->options.keep_all ? TBY_GAMEBIN_KEEP : tby_gamebin_ignored(g);
    tby_gamebin_loss loss;

    p->count.unterminated += why == TBY_GAMEBIN_UNTERMINATED;
    p->count.abandoned += why == TBY_GAMEBIN_ABANDONED;
    if (why != TBY_GAMEBIN_KEEP)
        return false;
    loss = tby_gamebin_losses(g);
    p->count.setups += loss.setup;
    if (loss.setup)
        return false;
    p->count.tags += loss.tags;
    p->count.comments += loss.comments;
    p->count.variations += loss.variations;
    p->count.nags += loss.nags;
    p->count.clocks += loss.clocks;
    p->count.fractions += loss.fractions;
    p->count.depths += loss.depths;
    p->count.mates += loss.mates;
    return true;
}

/* Writes into what room there is; *n is the room it takes. */
static tby_rc write_game(const tby_convert *c, const tby_games_item *item,
                         char *buf, size_t cap, size_t *n)
{
    const tby_game *g = item->game;

    switch (c->options.to) {
    case TBY_GAMES_CDB:
        return tby_gamebin_write(g, c->options.compat ? TBY_GAMEBIN_COMPAT : 0,
                                 buf, cap, n);
    case TBY_GAMES_JSONL:
        return tby_jsonl_write(g, buf, cap, n);
    case TBY_GAMES_PGN:
    default:
        *n = tby_pgn_write_known(g, item->facts, buf, cap);
        return tby_pgn_fit(g, *n);
    }
}

static tby_rc reserve(part *p, size_t room)
{
    if (room <= p->cap - p->n)
        return TBY_OK;
    size_t cap = (p->n + room) + (p->n + room) / 2;
    char *bytes = games_resize(p->p, p->cap, cap);
    if (!bytes)
        return TBY_E_NOMEM;
    p->p = bytes;
    p->cap = cap;
    return TBY_OK;
}

static void *new_part(void *ctx)
{
    part *p = games_resize(NULL, 0, sizeof *p);

    (void)ctx;
    if (p)
        *p = (part){.p = NULL};
    return p;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    games_free(p->p, p->cap);
    games_free(p, sizeof *p);
}

void tby_convert_mainline(tby_game *g)
{
    size_t n = 0;
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        uint8_t kind = g->items[i].kind;
        depth -= kind == TBY_ITEM_CLOSE && depth > 0;
        if (kind == TBY_ITEM_MOVE && depth == 0)
            g->items[n++] = g->items[i];
        depth += kind == TBY_ITEM_OPEN;
    }
    g->items_n = n;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_convert *c = ctx;
    part *p = of;

    /* Of a damaged game something may stand without the rest. */
    bool stands = c->options.keep_damaged && item->error != TBY_E_PGN_SETUP &&
                  item->error != TBY_E_PGN_VARIANT &&
                  (item->game->tags_n || item->game->items_n);
    if (item->error != TBY_OK && !stands) {
        p->count.dropped++;
        return TBY_OK;
    }
    if (c->options.mainline)
        tby_convert_mainline(item->game);
    if (!(c->options.to != TBY_GAMES_CDB || fits_cdb(c, p, item->game)))
        return TBY_OK;
    bool damaged = item->error != TBY_OK;
    size_t n = 0;
    tby_rc rc = reserve(p, 4096);
    if (rc == TBY_OK)
        rc = write_game(c, item, p->p + p->n, p->cap - p->n, &n);
    /* text has a NUL after it */
    if (rc == TBY_OK && n >= p->cap - p->n) {
        rc = reserve(p, n + 1);
        if (rc == TBY_OK)
            rc = write_game(c, item, p->p + p->n, p->cap - p->n, &n);
    }
    if (rc == TBY_OK)
        p->n += n;
    if (rc == TBY_E_NOMEM)
        return rc;
    item->refusal = rc;
    p->count.written += rc == TBY_OK;
    p->count.parts += rc == TBY_OK && damaged;
    p->count.dropped += rc != TBY_OK && damaged;
    return TBY_OK;
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_convert *c = ctx;
    part *p = of;
    tby_rc rc = p->n ? tby_sink_write(c->sink, p->p, p->n) : TBY_OK;

    tby_convert_add(&c->count, &p->count);
    p->count = (tby_convert_count){0};
    p->n = 0;
    return rc;
}

tby_games_visitor tby_convert_visitor(tby_convert *c)
{
    return (tby_games_visitor){.ctx = c,
                               .part = new_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}
