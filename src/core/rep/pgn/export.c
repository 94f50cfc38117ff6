/* export.c - the games of a graph, one after another. */
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/rep/pgn/int.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"

#include <string.h>

/* --- opening and closing --------------------------------------------------*/

tby_rc tby_rep_pgn_open(tby_rep_pgn **out, const tby_graph *g,
                        const tby_rep_pgn_options *options,
                        const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_rep_pgn *x = tby_grow_new(&memory, 1, sizeof *x);

    if (!x)
        return TBY_E_NOMEM;
    memset(x, 0, sizeof *x);
    x->alloc = memory;
    x->g = g;
    x->options = *options;
    x->walk.alloc = memory;
    tby_buf_init(&x->text, &memory, TBY_MAX_COMMENT_BYTES);
    for (size_t i = 0; i < g->loose_n; i++)
        x->loose_bytes += g->loose[i].n;
    tby_rc rc = tby_walk_graph(&x->walk, g, &memory);
    x->ply = tby_grow_new(&memory, g->nodes_n, sizeof *x->ply);
    if (rc != TBY_OK || !x->ply) {
        tby_rep_pgn_close(x);
        return TBY_E_NOMEM;
    }
    memset(x->ply, 0xff, g->nodes_n * sizeof *x->ply); /* TBY_NONE */
    if (options->lines || !options->unroll)
        tby_walk_plies(&x->walk, g, x->ply);
    *out = x;
    return TBY_OK;
}

void tby_rep_pgn_close(tby_rep_pgn *x)
{
    if (!x)
        return;
    tby_alloc memory = x->alloc;
    tby_walk_free(&x->walk);
    tby_buf_free(&x->text);
    tby_grow_free(&memory, x->ply, x->g->nodes_n, sizeof *x->ply);
    tby_grow_free(&memory, x->line.at, x->line.cap, sizeof *x->line.at);
    tby_grow_free(&memory, x->queue, x->queue_cap, sizeof *x->queue);
    tby_grow_free(&memory, x, 1, sizeof *x);
}

/* --- the line that is being written ---------------------------------------*/

bool tby__rep_pgn_goes_on(const tby_rep_pgn *x, uint32_t edge)
{
    uint32_t to = x->g->edges[edge].to;

    if (!x->g->nodes[to].out_n)
        return false;
    if (x->options.lines)
        return !x->walk.back[edge];
    return x->options.unroll ? x->ply[to] == TBY_NONE : x->walk.via[to] == edge;
}

tby_rc tby__rep_pgn_enter(tby_rep_pgn *x, uint32_t node, uint32_t ply)
{
    void *p = x->line.at;

    if (!x->options.unroll)
        return TBY_OK;
    tby_rc rc = tby_grow(&x->alloc, &p, &x->line.cap, x->line.n + 1,
                         sizeof *x->line.at);
    x->line.at = p;
    if (rc == TBY_OK) {
        x->line.at[x->line.n++] = node;
        x->ply[node] = ply;
    }
    return rc;
}

void tby__rep_pgn_leave(tby_rep_pgn *x, size_t n)
{
    while (x->line.n > n)
        x->ply[x->line.at[--x->line.n]] = TBY_NONE;
}

/* --- a move ---------------------------------------------------------------*/

static tby_rc add_comment(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc = x->text.rc;

    if (rc == TBY_OK)
        rc = tby_game_add_comment(game, tby_buf_str(&x->text));
    tby_buf_clear(&x->text);
    return rc;
}

static tby_rc add_pointer(tby_rep_pgn *x, tby_game *game, const tby_node *to,
                          uint32_t ply)
{
    const tby_edge *next = &x->g->edges[to->first_out];

    tby__rep_comment_point(&to->pos, next->move, ply, &x->text);
    return add_comment(x, game);
}

size_t tby__rep_pgn_bytes(const tby_rep_pgn *x, uint32_t edge)
{
    const tby_edge *e = &x->g->edges[edge];

    return (size_t)REP_PGN_MOVE_BYTES * (1 + e->nags.n) + e->note.n;
}

tby_rc tby__rep_pgn_put_move(tby_rep_pgn *x, tby_game *game, uint32_t edge,
                             bool last)
{
    const tby_edge *e = &x->g->edges[edge];
    const tby_node *to = &x->g->nodes[e->to];
    tby_str note = tby_graph_text(x->g, e->note);
    tby_str nags = tby_graph_text(x->g, e->nags);
    tby_rc rc = tby_game_add_item(
        game, (tby_item){.kind = TBY_ITEM_MOVE, .move = e->move});

    for (size_t i = 0; i < nags.n && rc == TBY_OK; i++)
        rc = tby_game_add_item(
            game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nags.p[i]});
    if (rc == TBY_OK && (note.n || to->eval.kind != TBY_EVAL_NONE)) {
        tby__rep_comment_write(to->eval, note, &x->text);
        rc = add_comment(x, game);
    }
    if (rc == TBY_OK && last && to->out_n && !tby__rep_pgn_goes_on(x, edge))
        rc = add_pointer(x, game, to, x->ply[e->to]);
    x->bytes += tby__rep_pgn_bytes(x, edge);
    x->all_bytes += tby__rep_pgn_bytes(x, edge);
    return rc;
}

/* --- where games start ----------------------------------------------------*/

tby_rc tby__rep_pgn_defer(tby_rep_pgn *x, uint32_t node, uint32_t edge,
                          const tby_pos *pos)
{
    void *p = x->queue;
    tby_rc rc = tby_grow(&x->alloc, &p, &x->queue_cap, x->queue_n + 1,
                         sizeof *x->queue);
    x->queue = p;
    if (rc == TBY_OK)
        x->queue[x->queue_n++] =
            (rep_start){.node = node, .edge = edge, .pos = *pos};
    return rc;
}

tby_rc tby__rep_pgn_next_start(tby_rep_pgn *x, rep_start *out)
{
    if (x->queue_at < x->queue_n) {
        *out = x->queue[x->queue_at++];
        return TBY_OK;
    }
    x->queue_at = x->queue_n = 0;
    while (x->roots_at < x->walk.n) {
        uint32_t node = x->walk.order[x->roots_at++];
        const tby_node *n = &x->g->nodes[node];

        if (x->walk.via[node] != TBY_NONE ||
            (!n->out_n && n->eval.kind == TBY_EVAL_NONE))
            continue;
        *out = (rep_start){.node = node,
                           .edge = n->first_out,
                           .pos = tby_walk_begin(x->g, node),
                           .root = true};
        return TBY_OK;
    }
    return TBY_DONE;
}

/* --- what stands before the moves -----------------------------------------*/

static tby_rc add_tag(tby_game *game, const char *name, tby_str value)
{
    return tby_game_add_tag(game, tby_str_of(name), value);
}

static tby_rc add_tags(const tby_rep_pgn *x, tby_game *game)
{
    tby_str title = tby_graph_text(x->g, x->g->title);
    char digits[16];
    tby_text round = {digits, sizeof digits, 0};

    tby_text_u64(&round, x->games);
    const struct {
        const char *name;
        tby_str value;
    } tags[] = {
        {"Event", title.n ? title : TBY_STR("?")},
        {"Site", TBY_STR("?")},
        {"Date", TBY_STR("????.??.??")},
        {"Round", {digits, tby_text_end(&round)}},
        {"White", TBY_STR("?")},
        {"Black", TBY_STR("?")},
        {"Result", TBY_STR("*")},
        {REP_PGN_TAG, TBY_STR(REP_PGN_VALUE)},
        {"Orientation",
         x->g->color == TBY_BLACK ? TBY_STR("black") : TBY_STR("white")},
    };
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < sizeof tags / sizeof *tags - !x->g->has_color; i++)
        if (rc == TBY_OK)
            rc = add_tag(game, tags[i].name, tags[i].value);
    return rc;
}

static tby_rc add_setup(tby_game *game, const tby_pos *pos)
{
    tby_pos start = tby_pos_start();
    char fen[TBY_FEN_MAX];
    size_t n = tby_fen_write_pos(pos, fen, sizeof fen);

    if (tby_pos_same(pos, &start) && rep_pgn_ply(pos) == rep_pgn_ply(&start))
        return TBY_OK;
    game->start = *pos;
    game->setup = true;
    tby_rc rc = add_tag(game, "SetUp", TBY_STR("1"));
    return rc == TBY_OK ? add_tag(game, "FEN", (tby_str){fen, n}) : rc;
}

/* Comments that belong to no move, as many as fit. */
static tby_rc add_loose(tby_rep_pgn *x, tby_game *game)
{
    static const tby_eval none = {.kind = TBY_EVAL_NONE};
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && x->loose_at < x->g->loose_n &&
           x->bytes < REP_PGN_BYTES) {
        tby_str text = tby_graph_text(x->g, x->g->loose[x->loose_at++]);

        tby__rep_comment_write(none, text, &x->text);
        rc = add_comment(x, game);
        x->loose_bytes -= text.n;
        x->bytes += text.n;
    }
    return rc;
}

static tby_rc open_game(tby_rep_pgn *x, tby_game *game)
{
    tby_game_clear(game);
    game->has_result = true;
    x->bytes = 0;
    x->all_bytes += REP_PGN_HEAD_BYTES + x->g->title.n;
    x->games++;
    return add_tags(x, game);
}

tby_rc tby__rep_pgn_begin(tby_rep_pgn *x, tby_game *game,
                          const rep_start *start)
{
    const tby_node *n = &x->g->nodes[start->node];
    tby_rc rc = open_game(x, game);

    if (rc == TBY_OK)
        rc = add_setup(game, &start->pos);
    if (rc == TBY_OK && start->root && n->eval.kind != TBY_EVAL_NONE) {
        tby__rep_comment_write(n->eval, (tby_str){"", 0}, &x->text);
        rc = add_comment(x, game);
    }
    return rc == TBY_OK ? add_loose(x, game) : rc;
}

/* --- games ----------------------------------------------------------------*/

static tby_rc next_tree(tby_rep_pgn *x, tby_game *game)
{
    rep_start start;
    tby_rc rc = tby__rep_pgn_next_start(x, &start);

    if (rc == TBY_OK)
        rc = tby__rep_pgn_begin(x, game, &start);
    return rc == TBY_OK ? tby__rep_pgn_tree(x, game, &start) : rc;
}

/* A game without moves: for loose comments that are too many to stand before
 * those of another, and so that there is one. */
static tby_rc next_empty(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc = open_game(x, game);

    return rc == TBY_OK ? add_loose(x, game) : rc;
}

tby_rc tby_rep_pgn_next(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc;

    if (x->loose_bytes >= REP_PGN_BYTES)
        rc = next_empty(x, game);
    else
        rc = x->options.lines ? tby__rep_pgn_line(x, game) : next_tree(x, game);
    if (rc == TBY_DONE && !x->games)
        rc = next_empty(x, game);
    if (rc == TBY_OK && x->all_bytes > REP_PGN_MOST &&
        (x->options.lines || x->options.unroll))
        rc = TBY_E_REP_EXPLODES;
    return rc;
}
