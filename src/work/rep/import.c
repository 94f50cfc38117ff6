/* import.c - see import.h.
 *
 * The games of a block become a graph of their own on any thread; the graphs
 * are merged in the order of the file, which gives the same as adding the games
 * one by one. */
#include "work/rep/import.h"
#include "core/base/assert.h"

#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/rep/merge.h"
#include "core/rep/pgn/rep_pgn.h"
#include "work/games/counts.h"
#include "work/games/int.h"

struct tby_rep_importer {
    tby_rep_import_options options;
    tby_rep_import_stage stage;
    tby_key_counts counts; /* games of each move */
    tby_graph graph;
    tby_rep_import_sum sum;
    tby_rep_about about;
};

/* A move is known by 64 bits that depend on the position and itself. */
static uint64_t hash_of(const tby_pos *before, tby_move move)
{
    uint64_t h = before->key + move * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 29;
}

typedef struct part {
    const tby_rep_importer *im;
    tby_rep_import how;
    tby_graph graph;
    tby_rep_import_sum sum;
    tby_rep_about about;
    uint64_t *moves; /* of the games: each once for a game */
    size_t moves_n, moves_cap;
    uint32_t *order; /* for sorting those of one game */
    size_t order_cap;
    size_t game_at; /* where its moves begin */
} part;

/* Notes a move and does not take it. */
static tby_rc note_move(void *ctx, const tby_pos *before, tby_move move,
                        bool *yes)
{
    part *p = ctx;

    *yes = false;
    TBY_TRY(TBY_GROW(NULL, p->moves, p->moves_cap, p->moves_n + 1));
    p->moves[p->moves_n++] = hash_of(before, move);
    return TBY_OK;
}

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const uint64_t *moves = ctx;

    return moves[a] < moves[b];
}

static tby_rc is_frequent(void *ctx, const tby_pos *before, tby_move move,
                          bool *yes)
{
    const tby_rep_importer *im = ((const part *)ctx)->im;

    *yes = tby_key_counts_get(&im->counts, hash_of(before, move)) >=
           im->options.min_games;
    return TBY_OK;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_rep_importer *im = ctx;
    bool counting = im->stage == TBY_REP_IMPORT_COUNT;
    part *p = of;

    p->how.depth = im->options.depth;
    p->how.ctx = p;
    p->how.wanted = counting                    ? note_move
                    : im->options.min_games > 1 ? is_frequent
                                                : NULL;
    tby_rc rc = tby_rep_import_game(&p->how, &p->graph, item->game);
    if (rc == TBY_E_REP_GAME_960 || rc == TBY_E_POS_FAULTY) {
        item->refusal = rc;
        return TBY_OK;
    }
    p->sum.games++;
    if (rc == TBY_OK)
        rc = tby_rep_about_add(&p->about, item->game);
    if (rc != TBY_OK || !counting)
        return rc;

    /* The moves of the last game, each once: those after are marked by being 0,
     * which is no move to speak of. */
    size_t n = p->moves_n - p->game_at;

    if (n == 0)
        return TBY_OK; /* and there may be no list at all */
    uint64_t *moves = p->moves + p->game_at;

    TBY_TRY(TBY_GROW(NULL, p->order, p->order_cap, n));
    for (size_t i = 0; i < n; i++)
        p->order[i] = (uint32_t)i;
    tby_sort(p->order, n, comes_before, moves);
    for (size_t i = n; i-- > 1;)
        if (moves[p->order[i]] == moves[p->order[i - 1]])
            moves[p->order[i]] = 0;
    p->game_at = p->moves_n;
    return TBY_OK;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    tby_graph_free(&p->graph);
    tby_rep_about_free(&p->about);
    tby_grow_free(NULL, p->moves, p->moves_cap, sizeof *p->moves);
    tby_grow_free(NULL, p->order, p->order_cap, sizeof *p->order);
}

static tby_rc open_part(void *ctx, void *of)
{
    part *p = of;

    p->im = ctx;
    tby_graph_init(&p->graph, NULL);
    tby_rep_about_init(&p->about, NULL);
    return TBY_OK;
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_rep_importer *im = ctx;
    part *p = of;
    tby_rc rc = TBY_OK;

    if (im->stage == TBY_REP_IMPORT_COUNT) {
        TBY_ASSERT(im->counts.cap_most);
        for (size_t i = 0; i < p->moves_n && rc == TBY_OK; i++)
            if (p->moves[i])
                rc = tby_key_counts_add(&im->counts, p->moves[i]);
        p->moves_n = p->game_at = 0;
    } else {
        rc = tby_graph_merge_most(&im->graph, &p->graph, TBY_MERGE_EVALS,
                                  &im->sum.full);
        im->sum.games += p->sum.games;
        im->sum.passes += p->how.passes;
        im->sum.full += p->how.full;
        if (rc == TBY_OK)
            rc = tby_rep_about_join(&im->about, &p->about);
    }
    tby_graph_free(&p->graph);
    tby_rep_about_clear(&p->about);
    p->how = (tby_rep_import){.depth = 0};
    p->sum = (tby_rep_import_sum){.games = 0};
    return rc;
}

tby_games_visitor tby_rep_importer_visitor(tby_rep_importer *im)
{
    return (tby_games_visitor){.ctx = im,
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}

tby_rc tby_rep_importer_open(tby_rep_importer **out,
                             const tby_rep_import_options *options)
{
    tby_rep_importer *im = games_resize(NULL, 0, sizeof *im);

    *out = im;
    if (!im)
        return TBY_E_NOMEM;
    *im = (tby_rep_importer){.options = *options,
                             .counts.cap_most = (size_t)1 << 26};
    tby_graph_init(&im->graph, NULL);
    tby_rep_about_init(&im->about, NULL);
    return TBY_OK;
}

void tby_rep_importer_close(tby_rep_importer *im)
{
    if (!im)
        return;
    tby_key_counts_free(&im->counts);
    tby_graph_free(&im->graph);
    tby_rep_about_free(&im->about);
    games_free(im, sizeof *im);
}

tby_rep_import_stage tby_rep_importer_first(const tby_rep_importer *im)
{
    return im->options.min_games > 1 ? TBY_REP_IMPORT_COUNT
                                     : TBY_REP_IMPORT_BUILD;
}

void tby_rep_importer_begin(tby_rep_importer *im, tby_rep_import_stage stage)
{
    im->stage = stage;
}

tby_graph *tby_rep_importer_graph(tby_rep_importer *im)
{
    return &im->graph;
}

tby_rep_import_sum tby_rep_importer_sum(const tby_rep_importer *im)
{
    tby_rep_import_sum sum = im->sum;

    sum.event = tby_rep_about_event(&im->about);
    sum.white = im->about.white;
    sum.black = im->about.black;
    return sum;
}
