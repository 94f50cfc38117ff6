/* coverage.c - see coverage.h. */
#include "work/rep/coverage.h"

#include "core/base/grow.h"
#include "core/game/game.h"
#include "core/rep/follow.h"
#include "tabiya/moves.h"
#include "work/db/replies.h"
#include "work/games/int.h"

#include <string.h>

struct tby_coverage {
    const tby_graph *graph;
    tby_color color;
    replies replies;
    uint64_t *reached; /* by node, when finished */
    tby_coverage_sum sum;
};

typedef struct part {
    tby_follow follow;
    replies replies;
    uint64_t games, met;
    uint64_t number; /* of the last game, which is never that of another */
} part;

/* --- games ----------------------------------------------------------------*/

static bool look(void *of, const tby_pos *pos, uint32_t ply)
{
    return tby_follow_look(&((part *)of)->follow, pos, ply);
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_coverage *c = ctx;
    part *p = of;
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

        if (r.node == TBY_NONE ||
            c->graph->nodes[r.node].pos.turn == c->color ||
            r.move == TBY_MOVE_NULL)
            continue;
        met = true;
        rc = replies_count(&p->replies, &r, item->game->result, p->number);
    }
    p->met += met;
    return rc;
}

static void *new_part(void *ctx)
{
    const tby_coverage *c = ctx;
    part *p = games_resize(NULL, 0, sizeof *p);

    if (!p)
        return NULL;
    p->replies = (replies){.n = 0};
    p->games = p->met = p->number = 0;
    tby_follow_init(&p->follow, c->graph);
    return p;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    replies_free(&p->replies);
    games_resize(p, sizeof *p, 0);
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_coverage *c = ctx;
    part *p = of;
    tby_rc rc = replies_add(&c->replies, &p->replies);

    c->sum.games += p->games;
    c->sum.met += p->met;
    p->games = p->met = 0;
    replies_clear(&p->replies);
    return rc;
}

tby_games_visitor tby_coverage_visitor(tby_coverage *c)
{
    return (tby_games_visitor){.ctx = c,
                               .part = new_part,
                               .drop = drop_part,
                               .look = look,
                               .game = take_game,
                               .join = join_part};
}

/* --- gaps -----------------------------------------------------------------*/

static bool is_over(const tby_pos *pos)
{
    tby_moves legal;

    tby_moves_legal(pos, &legal);
    return legal.n == 0;
}

/* False if the reply is answered. */
static bool is_gap(const tby_graph *g, const reply *r, tby_gap_kind *kind)
{
    tby_pos pos = g->nodes[r->node].pos;

    tby_pos_play(&pos, r->move);
    uint32_t to = tby_graph_find(g, &pos);
    if ((to != TBY_NONE && g->nodes[to].out_n) || is_over(&pos))
        return false;
    if (!g->nodes[r->node].out_n)
        *kind = TBY_GAP_END;
    else
        *kind = to == TBY_NONE ? TBY_GAP_REPLY : TBY_GAP_MOVE;
    return true;
}

tby_rc tby_coverage_finish(tby_coverage *c)
{
    tby_alloc alloc = tby_alloc_libc();
    replies *r = &c->replies;
    size_t gaps = 0;

    c->reached = tby_grow_new(&alloc, c->graph->nodes_n, sizeof *c->reached);
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

/* --- the handle -----------------------------------------------------------*/

tby_rc tby_coverage_open(tby_coverage **out, const tby_graph *g,
                         tby_color color)
{
    tby_coverage *c = games_resize(NULL, 0, sizeof *c);

    *out = c;
    if (!c)
        return TBY_E_NOMEM;
    *c = (tby_coverage){.graph = g, .color = color};
    return TBY_OK;
}

void tby_coverage_close(tby_coverage *c)
{
    tby_alloc alloc = tby_alloc_libc();

    if (!c)
        return;
    replies_free(&c->replies);
    tby_grow_free(&alloc, c->reached, c->graph->nodes_n, sizeof *c->reached);
    games_resize(c, sizeof *c, 0);
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

    if (!all)
        return -1;
    return ((double)won + (double)results[TBY_RESULT_DRAW] / 2) / (double)all;
}
