#include "work/rep/games.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/sort.h"
#include "core/game/game.h"
#include "core/game/players.h"
#include "store/store.h"
#include "tabiya/moves.h"
#include "tabiya/track_game.h"
#include "work/games/int.h"

#include <string.h>

/* --- replies ---------------------------------------------------------------
 *
 * Moves of positions of the graph, with the results of the games that play
 * them. */

typedef struct reply {
    uint32_t node;
    tby_move move;
    uint16_t kind; /* what its owner likes; replies differ by it, too */
    uint64_t last; /* the game that was counted last, by its number */
    uint64_t results[4];
} reply;

typedef struct replies {
    reply *at;
    size_t n, cap;
    tby_hashmap map;
} replies;

static uint64_t hash_of(uint32_t node, tby_move move, unsigned kind)
{
    return (uint64_t)node << 20 ^ (uint64_t)move << 4 ^ kind;
}

/* The reply, made if it is new; valid until the next one is made.  NULL: no
 * memory. */
static reply *find_reply(replies *r, uint32_t node, tby_move move,
                         unsigned kind)
{
    uint64_t hash = hash_of(node, move, kind);
    uint32_t i;
    bool grown;

    for (size_t k = 0; (i = tby_hashmap_at(&r->map, hash, k)) != TBY_NONE; k++)
        if (r->at[i].node == node && r->at[i].move == move &&
            r->at[i].kind == kind)
            return &r->at[i];
    if (tby_grow(NULL, (void **)&r->at, &r->cap, r->n + 1, sizeof *r->at) !=
            TBY_OK ||
        tby_hashmap_reserve(&r->map, NULL, r->n, &grown) != TBY_OK)
        return NULL;
    for (i = 0; grown && i < r->n; i++)
        tby_hashmap_put(
            &r->map, hash_of(r->at[i].node, r->at[i].move, r->at[i].kind), i);
    tby_hashmap_put(&r->map, hash, (uint32_t)r->n);
    r->at[r->n] = (reply){.node = node, .move = move, .kind = (uint16_t)kind};
    return &r->at[r->n++];
}

/* Counts a game of a number, from 1 on, once. */
static tby_rc replies_count(replies *r, const reply *which, tby_result result,
                            uint64_t game)
{
    reply *at = find_reply(r, which->node, which->move, which->kind);

    if (!at)
        return TBY_E_NOMEM;
    at->results[result] += at->last != game;
    at->last = game;
    return TBY_OK;
}

static uint64_t reply_games(const reply *r)
{
    return r->results[0] + r->results[1] + r->results[2] + r->results[3];
}

static void replies_free(replies *r)
{
    tby_grow_free(NULL, r->at, r->cap, sizeof *r->at);
    tby_hashmap_free(&r->map, NULL);
    *r = (replies){.n = 0};
}

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const replies *r = ctx;
    const reply *x = &r->at[a], *y = &r->at[b];
    uint64_t m = reply_games(x), n = reply_games(y);

    if (m != n)
        return m > n;
    if (x->node != y->node)
        return x->node < y->node;
    return x->move != y->move ? x->move < y->move : x->kind < y->kind;
}

/* Sorts by games, most first; then by node and move, so that the order is that
 * of the graph and not of chance.  Nothing can be found any more. */
static tby_rc replies_sort(replies *r)
{
    uint32_t *order = tby_grow_new(NULL, r->n, sizeof *order);
    reply *sorted = tby_grow_new(NULL, r->n, sizeof *sorted);
    tby_rc rc = order && sorted ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        for (size_t i = 0; i < r->n; i++)
            order[i] = (uint32_t)i;
        tby_sort(order, r->n, comes_before, r);
        for (size_t i = 0; i < r->n; i++)
            sorted[i] = r->at[order[i]];
        if (r->n)
            memcpy(r->at, sorted, r->n * sizeof *sorted);
    }
    tby_grow_free(NULL, order, r->n, sizeof *order);
    tby_grow_free(NULL, sorted, r->n, sizeof *sorted);
    return rc;
}

struct tby_coverage {
    const tby_graph *graph;
    tby_color color;
    uint32_t before; /* the node before the first move of that side */
    replies replies;
    uint64_t *reached; /* by node, when finished */
    tby_coverage_sum sum;
};

typedef struct cover {
    tby_track follow;
    replies replies;
    uint64_t games, met;
    uint64_t number; /* of the last game, which is never that of another */
} cover;

/* --- games ----------------------------------------------------------------*/

static bool cover_position(void *of, const tby_pos *pos, uint32_t ply)
{
    return tby_track_visit(&((cover *)of)->follow, pos, ply);
}

static tby_rc cover_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_coverage *c = ctx;
    cover *p = of;
    tby_mainline line = {.game = item->game};
    bool met = false;
    tby_rc rc = TBY_OK;

    if (item->error != TBY_OK)
        return TBY_OK;
    p->games++;
    p->number++;
    for (uint32_t ply = 0; ply < p->follow.plies && rc == TBY_OK; ply++) {
        reply r = {.node = p->follow.nodes[ply],
                   .move = tby_mainline_next(&line)};

        if (r.node == TBY_NONE || r.node == c->before ||
            c->graph->nodes[r.node].pos.turn == c->color ||
            r.move == TBY_MOVE_NULL)
            continue;
        met = true;
        rc = replies_count(&p->replies, &r, item->game->result, p->number);
    }
    p->met += met;
    return rc;
}

static tby_rc open_cover(void *ctx, void *of)
{
    tby_track_init(&((cover *)of)->follow, ((const tby_coverage *)ctx)->graph);
    return TBY_OK;
}

static void drop_cover(void *ctx, void *of)
{
    (void)ctx;
    replies_free(&((cover *)of)->replies);
}

static tby_rc join_cover(void *ctx, void *of)
{
    tby_coverage *c = ctx;
    cover *p = of;

    for (size_t i = 0; i < p->replies.n; i++) {
        const reply *r = &p->replies.at[i];
        reply *sum = find_reply(&c->replies, r->node, r->move, r->kind);

        if (!sum)
            return TBY_E_NOMEM;
        for (int k = 0; k < 4; k++)
            sum->results[k] += r->results[k];
    }
    c->sum.games += p->games;
    c->sum.met += p->met;
    p->games = p->met = 0;
    p->replies.n = 0; /* the memory is kept */
    tby_hashmap_clear(&p->replies.map);
    return TBY_OK;
}

tby_games_visitor tby_coverage_visitor(tby_coverage *c)
{
    return (tby_games_visitor){.ctx = c,
                               .part_size = sizeof(cover),
                               .part = open_cover,
                               .drop = drop_cover,
                               .look = cover_position,
                               .game = cover_game,
                               .join = join_cover};
}

/* --- gaps -----------------------------------------------------------------*/

/* False if the reply is answered. */
static bool is_gap(const tby_graph *g, const reply *r, tby_gap_kind *kind)
{
    tby_pos pos = g->nodes[r->node].pos;

    tby_pos_play(&pos, r->move);
    uint32_t to = tby_graph_find(g, &pos);
    if ((to != TBY_NONE && g->nodes[to].out_n) || tby_moves_count(&pos) == 0)
        return false;
    if (!g->nodes[r->node].out_n)
        *kind = TBY_GAP_END;
    else
        *kind = to == TBY_NONE ? TBY_GAP_REPLY : TBY_GAP_MOVE;
    return true;
}

tby_rc tby_coverage_finish(tby_coverage *c)
{
    replies *r = &c->replies;
    size_t gaps = 0;

    c->reached = tby_grow_new(NULL, c->graph->nodes_n, sizeof *c->reached);
    if (!c->reached)
        return TBY_E_NOMEM;
    memset(c->reached, 0, c->graph->nodes_n * sizeof *c->reached);
    for (size_t i = 0; i < r->n; i++) {
        uint64_t games = reply_games(&r->at[i]);
        tby_gap_kind kind;

        c->reached[r->at[i].node] += games;
        c->sum.replies += games;
        if (!is_gap(c->graph, &r->at[i], &kind)) {
            c->sum.answered += games;
            continue;
        }
        c->sum.gaps[kind] += games;
        r->at[i].kind = (uint16_t)kind;
        r->at[gaps++] = r->at[i];
    }
    r->n = gaps;
    return replies_sort(r);
}

bool tby_coverage_gap(const tby_coverage *c, size_t rank, tby_gap *out)
{
    if (rank >= c->replies.n)
        return false;
    const reply *r = &c->replies.at[rank];
    *out = (tby_gap){.kind = (tby_gap_kind)r->kind,
                     .node = r->node,
                     .move = r->move,
                     .games = reply_games(r),
                     .reached = c->reached[r->node]};
    memcpy(out->results, r->results, sizeof out->results);
    return true;
}

tby_rc tby_coverage_open(tby_coverage **out, const tby_graph *g,
                         tby_color color)
{
    tby_coverage *c = games_resize(NULL, 0, sizeof *c);

    TBY_ASSERT(color <= TBY_BLACK);
    *out = c;
    if (!c)
        return TBY_E_NOMEM;
    tby_pos start = tby_pos_start();
    uint32_t first = tby_graph_find(g, &start);
    bool one =
        first != TBY_NONE && start.turn != color && g->nodes[first].out_n == 1;
    *c = (tby_coverage){
        .graph = g, .color = color, .before = one ? first : TBY_NONE};
    return TBY_OK;
}

void tby_coverage_close(tby_coverage *c)
{
    if (!c)
        return;
    replies_free(&c->replies);
    tby_grow_free(NULL, c->reached, c->graph->nodes_n, sizeof *c->reached);
    games_free(c, sizeof *c);
}

tby_coverage_sum tby_coverage_summary(const tby_coverage *c)
{
    return c->sum;
}

double tby_results_score(const uint64_t results[4], tby_color side)
{
    uint64_t all = results[TBY_RESULT_WHITE] + results[TBY_RESULT_BLACK] +
                   results[TBY_RESULT_DRAW];
    uint64_t won =
        results[side == TBY_WHITE ? TBY_RESULT_WHITE : TBY_RESULT_BLACK];

    TBY_ASSERT(side <= TBY_BLACK);
    if (!all)
        return -1;
    return ((double)won + (double)results[TBY_RESULT_DRAW] / 2) / (double)all;
}

enum { NAMES_MOST = 1000, TEXT_MOST = 1 << 28 };

struct tby_deviations {
    tby_deviations_options options;
    tby_str player;
    uint64_t number; /* games of the file so far */
    tby_deviations_sum sum;
    tby_tally names;
    replies places;
};

/* A game that waits to be reported; its texts stand in part.text one after
 * another. */
typedef struct waiting {
    tby_deviation game;
    uint64_t id; /* in a database, or 0 */
    size_t text;
} waiting;

typedef struct followed {
    tby_track follow;
    uint64_t games, sound, others;
    waiting *at;
    size_t n, cap;
    tby_buf text;
} followed;

static bool follow_position(void *of, const tby_pos *pos, uint32_t ply)
{
    return tby_track_visit(&((followed *)of)->follow, pos, ply);
}

/* Keeps a text of a game; it is found again by its length. */
static tby_str keep(followed *p, tby_str text)
{
    tby_buf_add(&p->text, text);
    return (tby_str){NULL, text.n};
}

static tby_rc follow_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_deviations *d = ctx;
    followed *p = of;
    bool white = d->options.color == TBY_WHITE;

    p->games++;
    if (item->error != TBY_OK)
        return TBY_OK;
    p->sound++;
    if (!d->player.p ||
        tby_player_is(tby_game_tag(item->game, white ? "White" : "Black"),
                      d->player)) {
        const tby_game *game = item->game;
        TBY_TRY(TBY_GROW(NULL, p->at, p->cap, p->n + 1));
        waiting *w = &p->at[p->n];
        w->text = p->text.n;
        w->id = item->id;
        w->game = (tby_deviation){.number = p->games,
                                  .result = game->result,
                                  .leave = tby_track_leave(&p->follow, game)};
        w->game.white = keep(p, tby_game_tag(game, "White"));
        w->game.black = keep(p, tby_game_tag(game, "Black"));
        w->game.date = keep(p, tby_game_tag(game, "Date"));
        p->n += p->text.rc == TBY_OK;
        return p->text.rc;
    }
    p->others += tby_player_is(
        tby_game_tag(item->game, white ? "Black" : "White"), d->player);
    return TBY_OK;
}

static tby_rc open_follow(void *ctx, void *of)
{
    const tby_deviations *d = ctx;
    followed *p = of;

    tby_track_init(&p->follow, d->options.graph);
    tby_buf_init(&p->text, NULL, TEXT_MOST);
    return TBY_OK;
}

static void drop_follow(void *ctx, void *of)
{
    followed *p = of;

    (void)ctx;
    tby_grow_free(NULL, p->at, p->cap, sizeof *p->at);
    tby_buf_free(&p->text);
}

/* The text after another one. */
static void find_text(tby_str *text, const char **at)
{
    text->p = text->n ? *at : "";
    *at += text->n;
}

static tby_rc join_follow(void *ctx, void *of)
{
    tby_deviations *d = ctx;
    followed *p = of;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < p->n && rc == TBY_OK; i++) {
        const waiting *w = &p->at[i];
        tby_deviation game = w->game;
        const char *at = p->text.n ? p->text.p + w->text : "";

        find_text(&game.white, &at);
        find_text(&game.black, &at);
        find_text(&game.date, &at);
        game.number = w->id ? w->id : game.number + d->number;
        const tby_leave *l = &game.leave;
        bool white = d->options.color == TBY_WHITE;
        bool left = l->kind == TBY_LEAVE_WHITE || l->kind == TBY_LEAVE_BLACK ||
                    l->kind == TBY_LEAVE_END;
        reply r = {.node = l->node,
                   .move = l->kind == TBY_LEAVE_END ? TBY_MOVE_NONE : l->move,
                   .kind = (uint16_t)l->kind};

        d->sum.played++;
        d->sum.kinds[l->kind]++;
        d->sum.returned += l->returned > 0;
        rc = tby_tally_add(&d->names, white ? game.white : game.black, 1);
        if (rc == TBY_OK && left)
            rc = replies_count(&d->places, &r, game.result, d->sum.played);
        if (rc == TBY_OK && d->options.game)
            d->options.game(d->options.ctx, &game);
    }
    d->number += p->games;
    d->sum.games += p->sound;
    d->sum.others += p->others;
    p->games = p->sound = p->others = 0;
    p->n = 0;
    tby_buf_clear(&p->text);
    return rc;
}

static void begin_file(void *ctx)
{
    ((tby_deviations *)ctx)->number = 0;
}

tby_games_visitor tby_deviations_visitor(tby_deviations *d)
{
    return (tby_games_visitor){.ctx = d,
                               .begin = begin_file,
                               .part_size = sizeof(followed),
                               .part = open_follow,
                               .drop = drop_follow,
                               .look = follow_position,
                               .game = follow_game,
                               .join = join_follow};
}

tby_rc tby_deviations_open(tby_deviations **out,
                           const tby_deviations_options *options)
{
    tby_deviations *d = games_resize(NULL, 0, sizeof *d);

    *out = d;
    if (!d)
        return TBY_E_NOMEM;
    *d = (tby_deviations){.options = *options,
                          .player =
                              tby__filter_player(tby_str_of(options->player))};
    tby_tally_init(&d->names, NAMES_MOST);
    return TBY_OK;
}

void tby_deviations_close(tby_deviations *d)
{
    if (!d)
        return;
    tby_tally_free(&d->names);
    replies_free(&d->places);
    games_free(d, sizeof *d);
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
