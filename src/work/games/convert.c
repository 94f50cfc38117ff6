/* convert.c - see convert.h.
 *
 * The threads that read also write: each part is a piece of the output. */
#include "work/games/convert.h"

#include "core/base/assert.h"
#include "core/game/pgn/write.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "work/games/int.h"

typedef struct part {
    tby_buf text;
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
    for (int i = 0; i < TBY_CONVERT_LOSSES; i++)
        to->lost[i] += from->lost[i];
}

/* The rules of .cdb; false if the game stays out, which is then counted. */
static bool fits_cdb(const tby_convert *c, part *p, const tby_game *g)
{
    tby_gamebin_ignore why =
        c->options.keep_all ? TBY_GAMEBIN_KEEP : tby_gamebin_ignored(g);

    uint64_t *lost = p->count.lost;

    lost[TBY_CONVERT_UNTERMINATED] += why == TBY_GAMEBIN_UNTERMINATED;
    lost[TBY_CONVERT_ABANDONED] += why == TBY_GAMEBIN_ABANDONED;
    if (why != TBY_GAMEBIN_KEEP)
        return false;
    tby_gamebin_loss loss = tby_gamebin_losses(g);
    lost[TBY_CONVERT_SETUPS] += loss.setup;
    if (loss.setup)
        return false;
    lost[TBY_CONVERT_TAGS] += loss.tags;
    lost[TBY_CONVERT_COMMENTS] += loss.comments;
    lost[TBY_CONVERT_VARIATIONS] += loss.variations;
    lost[TBY_CONVERT_NAGS] += loss.nags;
    lost[TBY_CONVERT_CLOCKS] += loss.clocks;
    lost[TBY_CONVERT_FRACTIONS] += loss.fractions;
    lost[TBY_CONVERT_MATES] += loss.mates;
    lost[TBY_CONVERT_DEPTHS] += loss.depths;
    return true;
}

/* Writes into what room there is; *n is the room it takes. */
static tby_rc write_game(tby_games_format to, unsigned flags, const tby_game *g,
                         const uint16_t *facts, char *buf, size_t cap,
                         size_t *n)
{
    switch (to) {
    case TBY_GAMES_CDB:
        return tby_gamebin_write(g, flags, buf, cap, n);
    case TBY_GAMES_JSONL:
        return tby_jsonl_write(g, buf, cap, n);
    case TBY_GAMES_PGN:
    default:
        *n = tby_pgn_write_known(g, facts, buf, cap);
        return TBY_OK;
    }
}

/* The text of most games fits into what is asked for at first. */
static tby_rc put_game(tby_games_format to, unsigned flags, const tby_game *g,
                       const uint16_t *facts, tby_buf *out)
{
    size_t n = 4095;

    for (;;) {
        char *room = tby_buf_room(out, n + 1); /* text has a NUL after it */
        if (!room)
            return out->rc;
        size_t left = out->cap - out->n;
        TBY_TRY(write_game(to, flags, g, facts, room, left, &n));
        if (n < left) {
            out->n += n;
            return TBY_OK;
        }
    }
}

tby_rc tby_games_put(tby_games_format to, const tby_game *g, tby_buf *out)
{
    return put_game(to, 0, g, NULL, out);
}

static tby_rc open_part(void *ctx, void *of)
{
    (void)ctx;
    tby_buf_init(&((part *)of)->text, NULL, SIZE_MAX);
    return TBY_OK;
}

static void drop_part(void *ctx, void *of)
{
    (void)ctx;
    tby_buf_free(&((part *)of)->text);
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
    if (c->options.to == TBY_GAMES_CDB && !fits_cdb(c, p, item->game))
        return TBY_OK;
    bool damaged = item->error != TBY_OK;
    size_t from = p->text.n;
    tby_rc rc =
        put_game(c->options.to, c->options.compat ? TBY_GAMEBIN_COMPAT : 0,
                 item->game, item->facts, &p->text);
    if (rc == TBY_OK && c->options.to == TBY_GAMES_PGN)
        rc = tby_pgn_fit(item->game, p->text.n - from);
    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc != TBY_OK)
        p->text.n = from;
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
    tby_rc rc =
        p->text.n ? tby_sink_write(c->sink, p->text.p, p->text.n) : TBY_OK;

    tby_convert_add(&c->count, &p->count);
    p->count = (tby_convert_count){0};
    tby_buf_clear(&p->text);
    return rc;
}

tby_games_visitor tby_convert_visitor(tby_convert *c)
{
    return (tby_games_visitor){.ctx = c,
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}
