/* export.c - the games of a graph, written as a tree: each position is followed
 * by its moves where the walk (tabiya/walk.h) meets it first; any other move
 * that leads there ends its line.  A game ends early where some reader might
 * refuse it, and what is left becomes a game of its own that starts there. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"
#include "tabiya/walk.h"

#include <string.h>

enum {
    REP_PGN_DEPTH = 24,       /* variations within variations */
    REP_PGN_PLIES = 1000,     /* moves from the start of a game */
    REP_PGN_BYTES = 1 << 20,  /* of a game: it ends soon after */
    REP_PGN_HEAD_BYTES = 180, /* that tags are counted as */
    REP_PGN_MOVE_BYTES = 10   /* that a move is counted as */
};

/* Bytes of all games together, where lines are written more than once. */
#define REP_PGN_MOST (UINT64_C(1) << 28)

typedef struct rep_start {
    uint32_t node, edge; /* its moves from this one on; TBY_NONE: none */
    tby_pos pos;         /* with the counters of the line that led here */
    bool root;
} rep_start;

/* A line of a game and where it has come to. */
typedef struct rep_level {
    uint32_t last; /* the move that was written last */
    uint32_t next; /* the next one beside it that is not yet written */
    uint32_t plies;
    tby_pos before, after; /* that move */
    size_t line_n;         /* of line.at, when it was before that move */
} rep_level;

struct tby_rep_pgn {
    tby_alloc alloc;
    const tby_graph *g;
    tby_rep_pgn_options options;
    tby_walk walk;
    /* By node: the half-move that its moves are where they are written.
     * Unrolled: on the line that is being written; TBY_NONE if not on it. */
    uint32_t *ply;
    struct {
        uint32_t *at; /* unrolled: the nodes of the line being written */
        size_t n, cap;
    } line;
    rep_start *queue; /* games to come */
    size_t queue_at, queue_n, queue_cap;
    uint32_t roots_at;  /* of walk.order */
    size_t loose_at;    /* those before it are written */
    size_t loose_bytes; /* of the others */
    uint32_t games;
    size_t bytes; /* of this game, about */
    uint64_t all_bytes;
    tby_buf text; /* of a comment */
    rep_level levels[REP_PGN_DEPTH + 1];
    /* lines: the moves of the one that was written last */
    rep_start start;
    uint32_t path[REP_PGN_PLIES];
    size_t path_bytes[REP_PGN_PLIES]; /* of the moves up to each */
    uint32_t path_n;
};

/* The half-move that a position waits for; White's first is 2. */
static uint32_t rep_pgn_ply(const tby_pos *p)
{
    return 2u * p->fullmoves + p->turn;
}

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

/* Do the moves of the position that an edge leads to follow it here? */
static bool goes_on(const tby_rep_pgn *x, uint32_t edge)
{
    uint32_t to = x->g->edges[edge].to;

    TBY_ASSERT(edge < x->g->edges_n);
    if (!x->g->nodes[to].out_n)
        return false;
    if (x->options.lines)
        return !x->walk.back[edge];
    return x->options.unroll ? x->ply[to] == TBY_NONE : x->walk.via[to] == edge;
}

/* The line comes to a node whose moves are written next. */
static tby_rc enter(tby_rep_pgn *x, uint32_t node, uint32_t ply)
{
    TBY_ASSERT(node < x->g->nodes_n);
    if (!x->options.unroll)
        return TBY_OK;
    TBY_TRY(TBY_GROW(&x->alloc, x->line.at, x->line.cap, x->line.n + 1));
    x->line.at[x->line.n++] = node;
    x->ply[node] = ply;
    return TBY_OK;
}

/* The line goes back to its first n nodes. */
static void leave(tby_rep_pgn *x, size_t n)
{
    while (x->line.n > n)
        x->ply[x->line.at[--x->line.n]] = TBY_NONE;
}

static tby_rc add_comment(tby_rep_pgn *x, tby_game *game)
{
    TBY_TRY(x->text.rc);
    tby_rc rc = tby_game_add_comment(game, tby_buf_str(&x->text));
    tby_buf_clear(&x->text);
    return rc;
}

/* About as many bytes as it takes. */
static size_t move_bytes(const tby_rep_pgn *x, uint32_t edge)
{
    const tby_edge *e = &x->g->edges[edge];

    TBY_ASSERT(edge < x->g->edges_n);
    return (size_t)REP_PGN_MOVE_BYTES * (1 + e->nags.n) + e->note.n;
}

/* Adds a move with all that is said about it; the `last` of its line with
 * where it goes on, if not here. */
static tby_rc put_move(tby_rep_pgn *x, tby_game *game, uint32_t edge, bool last)
{
    const tby_edge *e = &x->g->edges[edge];
    const tby_node *to = &x->g->nodes[e->to];
    tby_str note = tby_graph_text(x->g, e->note);
    tby_str nags = tby_graph_text(x->g, e->nags);

    TBY_ASSERT(edge < x->g->edges_n);
    TBY_TRY(tby_game_add_item(
        game, (tby_item){.kind = TBY_ITEM_MOVE, .move = e->move}));
    for (size_t i = 0; i < nags.n; i++)
        TBY_TRY(tby_game_add_item(
            game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nags.p[i]}));
    if (note.n || to->eval.kind != TBY_EVAL_NONE) {
        tby__rep_comment_write(to->eval, note, &x->text);
        TBY_TRY(add_comment(x, game));
    }
    if (last && to->out_n && !goes_on(x, edge)) {
        const tby_edge *next = &x->g->edges[to->first_out];
        tby__rep_comment_point(&to->pos, next->move, x->ply[e->to], &x->text);
        TBY_TRY(add_comment(x, game));
    }
    x->bytes += move_bytes(x, edge);
    x->all_bytes += move_bytes(x, edge);
    return TBY_OK;
}

/* Leaves the moves of a node, from an edge on, to another game. */
static tby_rc defer(tby_rep_pgn *x, uint32_t node, uint32_t edge,
                    const tby_pos *pos)
{
    TBY_TRY(TBY_GROW(&x->alloc, x->queue, x->queue_cap, x->queue_n + 1));
    x->queue[x->queue_n++] =
        (rep_start){.node = node, .edge = edge, .pos = *pos};
    return TBY_OK;
}

/* The next place where a game starts: TBY_OK or TBY_DONE. */
static tby_rc next_start(tby_rep_pgn *x, rep_start *out)
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

static tby_rc add_tag(tby_game *game, const char *name, tby_str value)
{
    return tby_game_add_tag(game, tby_str_of(name), value);
}

/* Comments that belong to no move, as many as fit. */
static tby_rc add_loose(tby_rep_pgn *x, tby_game *game)
{
    static const tby_eval none = {.kind = TBY_EVAL_NONE};

    while (x->loose_at < x->g->loose_n && x->bytes < REP_PGN_BYTES) {
        tby_str text = tby_graph_text(x->g, x->g->loose[x->loose_at++]);

        tby__rep_comment_write(none, text, &x->text);
        TBY_TRY(add_comment(x, game));
        x->loose_bytes -= text.n;
        x->bytes += text.n;
    }
    return TBY_OK;
}

static tby_rc open_game(tby_rep_pgn *x, tby_game *game)
{
    tby_game_clear(game);
    game->has_result = true;
    x->bytes = 0;
    x->all_bytes += REP_PGN_HEAD_BYTES + x->g->title.n;
    x->games++;
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
    for (size_t i = 0; i < sizeof tags / sizeof *tags - !x->g->has_color; i++)
        TBY_TRY(add_tag(game, tags[i].name, tags[i].value));
    return TBY_OK;
}

/* Tags, position and what stands before the first move. */
static tby_rc begin(tby_rep_pgn *x, tby_game *game, const rep_start *start)
{
    const tby_node *n = &x->g->nodes[start->node];
    const tby_pos usual = tby_pos_start(), *pos = &start->pos;

    TBY_TRY(open_game(x, game));
    if (!tby_pos_same(pos, &usual) || rep_pgn_ply(pos) != rep_pgn_ply(&usual)) {
        char fen[TBY_FEN_MAX];
        size_t length = tby_fen_write_pos(pos, fen, sizeof fen);
        game->start = *pos;
        game->setup = true;
        TBY_TRY(add_tag(game, "SetUp", TBY_STR("1")));
        TBY_TRY(add_tag(game, "FEN", (tby_str){fen, length}));
    }
    if (start->root && n->eval.kind != TBY_EVAL_NONE) {
        tby__rep_comment_write(n->eval, (tby_str){"", 0}, &x->text);
        TBY_TRY(add_comment(x, game));
    }
    return add_loose(x, game);
}

/* A move is followed by those beside it, each a variation with all that comes
 * after it; then its own line goes on.  So one level is open for each bracket,
 * whatever the length of the lines. */

static tby_rc put(tby_rep_pgn *x, tby_game *game, rep_level *l, uint32_t edge)
{
    TBY_ASSERT(edge < x->g->edges_n);
    l->last = edge;
    l->after = l->before;
    tby_pos_play(&l->after, x->g->edges[edge].move);
    l->plies++;
    return put_move(x, game, edge, true);
}

/* Writes the first of some moves of a node. */
static tby_rc put_first(tby_rep_pgn *x, tby_game *game, rep_level *l,
                        uint32_t node, uint32_t edge)
{
    TBY_ASSERT(edge < x->g->edges_n);
    TBY_TRY(enter(x, node, rep_pgn_ply(&l->before)));
    l->line_n = x->line.n;
    l->next = x->g->edges[edge].next_out;
    return put(x, game, l, edge);
}

/* Goes one move further; TBY_DONE where the line ends. */
static tby_rc go_further(tby_rep_pgn *x, tby_game *game, rep_level *l)
{
    uint32_t to = x->g->edges[l->last].to;
    const tby_node *n = &x->g->nodes[to];

    if (!goes_on(x, l->last))
        return TBY_DONE;
    if (x->bytes >= REP_PGN_BYTES || l->plies >= REP_PGN_PLIES ||
        (l == &x->levels[REP_PGN_DEPTH] && n->out_n > 1)) {
        TBY_TRY(defer(x, to, n->first_out, &l->after));
        return TBY_DONE;
    }
    l->before = l->after;
    return put_first(x, game, l, to, n->first_out);
}

/* Opens the variation of the next move beside the last one. */
static tby_rc branch(tby_rep_pgn *x, tby_game *game, rep_level **level)
{
    rep_level *l = *level;
    uint32_t edge = l->next;

    if (x->bytes >= REP_PGN_BYTES) {
        l->next = TBY_NONE;
        return defer(x, x->g->edges[edge].from, edge, &l->before);
    }
    l->next = x->g->edges[edge].next_out;
    *++*level = (rep_level){.before = l->before,
                            .plies = l->plies - 1,
                            .next = TBY_NONE,
                            .line_n = l->line_n};
    TBY_TRY(tby_game_add_item(game, (tby_item){.kind = TBY_ITEM_OPEN}));
    return put(x, game, *level, edge);
}

static uint32_t last_of(const tby_rep_pgn *x)
{
    return x->path[x->path_n - 1];
}

static void set_last(tby_rep_pgn *x, uint32_t edge)
{
    size_t before = x->path_n > 1 ? x->path_bytes[x->path_n - 2] : 0;

    TBY_ASSERT(edge < x->g->edges_n);
    x->path[x->path_n - 1] = edge;
    x->path_bytes[x->path_n - 1] = before + move_bytes(x, edge);
}

static void push(tby_rep_pgn *x, uint32_t edge)
{
    TBY_ASSERT(x->path_n < REP_PGN_PLIES);
    x->path_n++;
    set_last(x, edge);
}

/* Goes to the next move beside the last one; those without one are passed on
 * the way back.  False when there is none. */
static bool turn(tby_rep_pgn *x)
{
    while (x->path_n) {
        uint32_t beside = x->g->edges[last_of(x)].next_out;

        if (beside != TBY_NONE) {
            set_last(x, beside);
            return true;
        }
        x->path_n--;
    }
    return false;
}

static tby_rc next_line(tby_rep_pgn *x, tby_game *game)
{
    if (!turn(x)) {
        TBY_TRY(next_start(x, &x->start));
        if (x->start.edge != TBY_NONE)
            push(x, x->start.edge);
    }
    /* follows first moves to the end of the line */
    while (x->path_n && goes_on(x, last_of(x)) && x->path_n < REP_PGN_PLIES &&
           x->path_bytes[x->path_n - 1] < REP_PGN_BYTES)
        push(x, x->g->nodes[x->g->edges[last_of(x)].to].first_out);
    TBY_TRY(begin(x, game, &x->start));
    tby_pos pos = x->start.pos;
    game->plies = x->path_n;
    for (uint32_t i = 0; i < x->path_n; i++) {
        tby_pos_play(&pos, x->g->edges[x->path[i]].move);
        TBY_TRY(put_move(x, game, x->path[i], i + 1 == x->path_n));
    }
    if (!x->path_n || !goes_on(x, last_of(x)))
        return TBY_OK;
    uint32_t to = x->g->edges[last_of(x)].to; /* too long for one game */
    return defer(x, to, x->g->nodes[to].first_out, &pos);
}

static tby_rc next_tree(tby_rep_pgn *x, tby_game *game)
{
    rep_start start;

    TBY_TRY(next_start(x, &start));
    TBY_TRY(begin(x, game, &start));
    rep_level *l = x->levels;
    *l = (rep_level){.before = start.pos};
    if (start.edge == TBY_NONE)
        return TBY_OK; /* a position without moves */
    tby_rc rc = put_first(x, game, l, start.node, start.edge);
    while (rc == TBY_OK) {
        rc = l->next != TBY_NONE ? branch(x, game, &l) : go_further(x, game, l);
        if (rc == TBY_DONE && l > x->levels) {
            /* back to the line that the last variation left */
            leave(x, (--l)->line_n);
            rc = tby_game_add_item(game, (tby_item){.kind = TBY_ITEM_CLOSE});
        }
    }
    game->plies = x->levels->plies;
    leave(x, 0);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* A game without moves: for loose comments that are too many to stand before
 * those of another, and so that there is one. */
static tby_rc next_empty(tby_rep_pgn *x, tby_game *game)
{
    TBY_TRY(open_game(x, game));
    return add_loose(x, game);
}

tby_rc tby_rep_pgn_next(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc;

    if (x->loose_bytes >= REP_PGN_BYTES)
        rc = next_empty(x, game);
    else
        rc = x->options.lines ? next_line(x, game) : next_tree(x, game);
    if (rc == TBY_DONE && !x->games)
        rc = next_empty(x, game);
    if (rc == TBY_OK && x->all_bytes > REP_PGN_MOST &&
        (x->options.lines || x->options.unroll))
        rc = TBY_E_REP_EXPLODES;
    return rc;
}
