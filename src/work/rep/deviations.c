/* deviations.c - see deviations.h. */
#include "work/rep/deviations.h"

#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/game/players.h"
#include "work/db/replies.h"
#include "work/games/int.h"

#include <string.h>

enum { NAMES_MOST = 1000, TEXT_MOST = 1 << 28 };

struct tby_deviations {
    tby_deviations_options options;
    tby_str player;
    uint64_t number; /* games of the file so far */
    tby_deviations_sum sum;
    tby_tally names;
    replies places;
};

/* A game that waits to be told; its texts stand in part.text one after
 * another. */
typedef struct waiting {
    tby_deviation game;
    size_t text;
} waiting;

typedef struct part {
    tby_follow follow;
    uint64_t games, sound, others;
    waiting *at;
    size_t n, cap;
    tby_buf text;
} part;

/* --- one game -------------------------------------------------------------*/

static bool look(void *of, const tby_pos *pos, uint32_t ply)
{
    return tby_follow_look(&((part *)of)->follow, pos, ply);
}

/* Keeps a text of a game; it is found again by its length. */
static tby_str keep(part *p, tby_str text)
{
    tby_buf_add(&p->text, text);
    return (tby_str){NULL, text.n};
}

static tby_rc add_game(part *p, const tby_game *game)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = p->at;
    tby_rc rc = tby_grow(&alloc, &at, &p->cap, p->n + 1, sizeof *p->at);

    p->at = at;
    if (rc != TBY_OK)
        return rc;
    waiting *w = &p->at[p->n];
    w->text = p->text.n;
    w->game = (tby_deviation){.number = p->games,
                              .result = game->result,
                              .leave = tby_follow_leave(&p->follow, game)};
    w->game.white = keep(p, tby_game_tag(game, "White"));
    w->game.black = keep(p, tby_game_tag(game, "Black"));
    w->game.date = keep(p, tby_game_tag(game, "Date"));
    p->n += p->text.rc == TBY_OK;
    return p->text.rc;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_deviations *d = ctx;
    part *p = of;
    bool white = d->options.color == TBY_WHITE;

    p->games++;
    if (item->error != TBY_OK)
        return TBY_OK;
    p->sound++;
    if (tby_player_is(tby_game_tag(item->game, white ? "White" : "Black"),
                      d->player))
        return add_game(p, item->game);
    p->others += tby_player_is(
        tby_game_tag(item->game, white ? "Black" : "White"), d->player);
    return TBY_OK;
}

/* --- the visitor ----------------------------------------------------------*/

static void *new_part(void *ctx)
{
    const tby_deviations *d = ctx;
    part *p = games_resize(NULL, 0, sizeof *p);

    if (!p)
        return NULL;
    tby_follow_init(&p->follow, d->options.graph);
    p->games = p->sound = p->others = 0;
    p->at = NULL;
    p->n = p->cap = 0;
    tby_buf_init(&p->text, NULL, TEXT_MOST);
    return p;
}

static void drop_part(void *ctx, void *of)
{
    tby_alloc alloc = tby_alloc_libc();
    part *p = of;

    (void)ctx;
    tby_grow_free(&alloc, p->at, p->cap, sizeof *p->at);
    tby_buf_free(&p->text);
    games_resize(p, sizeof *p, 0);
}

/* The text behind another one. */
static void find_text(tby_str *text, const char **at)
{
    text->p = text->n ? *at : "";
    *at += text->n;
}

static bool is_left(tby_leave_kind kind)
{
    return kind == TBY_LEAVE_WHITE || kind == TBY_LEAVE_BLACK ||
           kind == TBY_LEAVE_END;
}

static tby_rc count(tby_deviations *d, const tby_deviation *game)
{
    const tby_leave *l = &game->leave;
    bool white = d->options.color == TBY_WHITE;
    reply r = {.node = l->node,
               .move = l->kind == TBY_LEAVE_END ? TBY_MOVE_NONE : l->move,
               .kind = (uint16_t)l->kind};

    d->sum.played++;
    d->sum.kinds[l->kind]++;
    d->sum.returned += l->returned > 0;
    tby_rc rc = tby_tally_add(&d->names, white ? game->white : game->black, 1);
    if (rc == TBY_OK && is_left(l->kind))
        rc = replies_count(&d->places, &r, game->result, d->sum.played);
    return rc;
}

static tby_rc tell(tby_deviations *d, const part *p, const waiting *w)
{
    tby_deviation game = w->game;
    const char *at = p->text.n ? p->text.p + w->text : "";

    find_text(&game.white, &at);
    find_text(&game.black, &at);
    find_text(&game.date, &at);
    game.number += d->number;
    tby_rc rc = count(d, &game);
    if (rc == TBY_OK && d->options.game)
        d->options.game(d->options.ctx, &game);
    return rc;
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_deviations *d = ctx;
    part *p = of;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < p->n && rc == TBY_OK; i++)
        rc = tell(d, p, &p->at[i]);
    d->number += p->games;
    d->sum.games += p->sound;
    d->sum.others += p->others;
    p->games = p->sound = p->others = 0;
    p->n = 0;
    tby_buf_clear(&p->text);
    return rc;
}

tby_games_visitor tby_deviations_visitor(tby_deviations *d)
{
    d->number = 0;
    return (tby_games_visitor){.ctx = d,
                               .part = new_part,
                               .drop = drop_part,
                               .look = look,
                               .game = take_game,
                               .join = join_part};
}

/* --- the handle -----------------------------------------------------------*/

tby_rc tby_deviations_open(tby_deviations **out,
                           const tby_deviations_options *options)
{
    tby_deviations *d = games_resize(NULL, 0, sizeof *d);

    *out = d;
    if (!d)
        return TBY_E_NOMEM;
    *d = (tby_deviations){.options = *options,
                          .player = tby_str_of(options->player)};
    tby_tally_init(&d->names, NAMES_MOST);
    return TBY_OK;
}

void tby_deviations_close(tby_deviations *d)
{
    if (!d)
        return;
    tby_tally_free(&d->names);
    replies_free(&d->places);
    games_resize(d, sizeof *d, 0);
}

tby_rc tby_deviations_finish(tby_deviations *d)
{
    return replies_sort(&d->places);
}

tby_deviations_sum tby_deviations_summary(const tby_deviations *d)
{
    return d->sum;
}

const tby_tally *tby_deviations_names(const tby_deviations *d)
{
    return &d->names;
}

bool tby_deviations_place(const tby_deviations *d, size_t rank,
                          tby_place_left *out)
{
    if (rank >= d->places.n)
        return false;
    const reply *r = &d->places.at[rank];
    *out = (tby_place_left){.kind = (tby_leave_kind)r->kind,
                            .node = r->node,
                            .move = r->move,
                            .games = reply_games(r)};
    memcpy(out->results, r->results, sizeof out->results);
    return true;
}
