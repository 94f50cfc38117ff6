/* run.h - games for tests of the index, the rows it is made of, and the same
 * found out by going through all games. */
#ifndef TBY_TESTS_UNIT_STORE_RUN_H
#define TBY_TESTS_UNIT_STORE_RUN_H

#include "store/index/run.h"
#include "support/positions.h"
#include "tabiya/pgn.h"

#include <string.h>

/* --- games ----------------------------------------------------------------*/

typedef struct world_game {
    tby_pos start;
    bool setup;
    uint32_t plies;
    tby_move *moves;
} world_game;

typedef struct row {
    char *p;
    size_t n;
    uint32_t number;
} row;

typedef struct world {
    world_game *games; /* games[0] has id 1 */
    run_fact *facts;
    uint32_t n, cap;
    row *blocks;
    uint32_t blocks_n;
    /* A run over some of them. */
    run_head head;
    row *pages, *lists;
    uint32_t pages_n, lists_n;
    size_t bytes; /* of all rows */
    uint64_t progress;
} world;

static inline void *grown(void *p, size_t n, size_t size)
{
    void *q = realloc(p, n > 0 ? n * size : 1);

    assert_non_null(q);
    return q;
}

static inline void world_add(world *w, const tby_pos *start, bool setup,
                             const tby_move *moves, uint32_t plies,
                             run_fact fact)
{
    if (w->n == w->cap) {
        w->cap = 2 * w->cap + 16;
        w->games = grown(w->games, w->cap, sizeof *w->games);
        w->facts = grown(w->facts, w->cap, sizeof *w->facts);
    }
    w->games[w->n] = (world_game){*start, setup, plies, NULL};
    w->games[w->n].moves = grown(NULL, plies, sizeof *moves);
    if (plies)
        memcpy(w->games[w->n].moves, moves, plies * sizeof *moves);
    w->facts[w->n++] = fact;
}

static inline run_fact random_fact(rng *r)
{
    run_fact f = {{0, 0}, 0, (uint8_t)rng_below(r, 4)};

    for (int i = 0; i < 2; i++)
        if (rng_chance(r, 80))
            f.elo[i] = (uint16_t)(1500 + rng_below(r, 30) * 50);
    if (rng_chance(r, 90))
        f.date = (1950 + rng_below(r, 70)) << 9 | rng_below(r, 13) << 5 |
                 rng_below(r, 32);
    return f;
}

/* Games that follow each other for a while: in the first plies one of two or
 * three moves is played, and then any. */
static inline void world_add_random(world *w, rng *r, int kind, unsigned narrow,
                                    unsigned most)
{
    tby_move moves[512];
    tby_moves legal;
    tby_pos start =
        kind == SCATTERED ? random_scattered(r) : random_start(r, kind);
    tby_pos pos = start;
    uint32_t n = 0, plies = rng_below(r, most + 1);

    for (; n < plies && n < LENGTH(moves); n++) {
        tby_moves_legal(&pos, &legal);
        if (legal.n == 0)
            break;
        unsigned width = n < narrow && legal.n > 3 ? 3 : (unsigned)legal.n;
        moves[n] = legal.at[rng_below(r, width)];
        if (rng_chance(r, 2) && !tby_pos_checkers(&pos))
            moves[n] = TBY_MOVE_NULL;
        tby_pos_play(&pos, moves[n]);
    }
    world_add(w, &start, kind != ORTHODOX, moves, n, random_fact(r));
}

/* The main lines of some games. */
static inline void world_add_pgn(world *w, tby_str text, uint32_t games, rng *r)
{
    tby_move moves[2048];
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game g;

    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_MAINLINE);
    for (; games > 0 && tby_pgn_next(&pgn, &g, &report) == TBY_OK; games--) {
        uint32_t n = 0;
        for (size_t i = 0; i < g.items_n && n < LENGTH(moves); i++)
            if (g.items[i].kind == TBY_ITEM_MOVE)
                moves[n++] = g.items[i].move;
        world_add(w, &g.start, g.setup, moves, n, random_fact(r));
    }
    tby_game_free(&g);
}

/* --- rows -----------------------------------------------------------------*/

static inline row copy_row(tby_str b)
{
    row out = {grown(NULL, b.n, 1), b.n, 0};

    if (b.n)
        memcpy(out.p, b.p, b.n);
    return out;
}

static inline void drop_rows(row **rows, uint32_t *n)
{
    for (uint32_t i = 0; i < *n; i++)
        free((*rows)[i].p);
    free(*rows);
    *rows = NULL;
    *n = 0;
}

/* The rows of moves of all games. */
static inline void world_pack(world *w)
{
    store_code codes[2048];
    store_block_writer writer;
    tby_str b;

    tby__block_init(&writer);
    drop_rows(&w->blocks, &w->blocks_n);
    w->blocks = grown(NULL, w->n / STORE_BLOCK + 1, sizeof *w->blocks);
    for (uint32_t i = 0; i < w->n; i++) {
        const world_game *g = &w->games[i];
        store_packed packed = {.codes = codes};
        tby_pos pos = g->start;
        for (uint32_t j = 0; j < g->plies; j++) {
            codes[j] = tby__code_of(&pos, g->moves[j]);
            tby_pos_play(&pos, g->moves[j]);
        }
        packed.column[STORE_PLIES] = g->plies;
        packed.column[STORE_FLAGS] = g->setup ? STORE_IS_SETUP : 0;
        assert_int_equal(tby__block_add(&writer, &packed), TBY_OK);
        if (writer.n == STORE_BLOCK || i + 1 == w->n) {
            assert_int_equal(tby__block_moves(&writer, &b), TBY_OK);
            w->blocks[w->blocks_n++] = copy_row(b);
            tby__block_clear(&writer);
        }
    }
    tby__block_free(&writer);
}

static inline tby_rc world_moves(void *ctx, uint32_t block, tby_str *out)
{
    const world *w = ctx;

    if (block >= w->blocks_n)
        return TBY_DONE;
    *out = (tby_str){w->blocks[block].p, w->blocks[block].n};
    return TBY_OK;
}

static inline tby_rc world_start(void *ctx, uint32_t game, tby_pos *out)
{
    const world *w = ctx;

    CHECK(w->games[game - 1].setup, "game %u has no set-up", game);
    *out = w->games[game - 1].start;
    return TBY_OK;
}

static inline tby_rc put_row(world *w, row **rows, uint32_t *n, uint32_t number,
                             tby_str b)
{
    assert_true(*n ? number > (*rows)[*n - 1].number : number == 0);
    *rows = grown(*rows, *n + 1, sizeof **rows);
    (*rows)[*n] = copy_row(b);
    (*rows)[(*n)++].number = number;
    w->bytes += b.n;
    return TBY_OK;
}

static inline tby_rc world_put_page(void *ctx, uint32_t page, tby_str b)
{
    world *w = ctx;

    return put_row(w, &w->pages, &w->pages_n, page, b);
}

static inline tby_rc world_put_list(void *ctx, uint32_t list, tby_str b)
{
    world *w = ctx;

    return put_row(w, &w->lists, &w->lists_n, list, b);
}

static inline void world_progress(void *ctx, uint64_t done, uint64_t total)
{
    world *w = ctx;

    CHECK(done <= total, "%llu of %llu", (unsigned long long)done,
          (unsigned long long)total);
    w->progress = done;
}

static inline run_job world_job(world *w, uint32_t first, uint32_t games)
{
    return (run_job){.first = first,
                     .games = games,
                     /* of no games there are none to point to */
                     .facts = games ? &w->facts[first - 1] : NULL,
                     .memory = 256 << 20,
                     .threads = 2,
                     .ctx = w,
                     .moves = world_moves,
                     .start = world_start,
                     .rows = {w, world_put_page, world_put_list},
                     .progress = world_progress};
}

static inline tby_rc world_run(world *w, const run_job *job)
{
    drop_rows(&w->pages, &w->pages_n);
    drop_rows(&w->lists, &w->lists_n);
    w->bytes = 0;
    return tby__run_build(job, &w->head);
}

/* Which row has a page. */
static inline uint32_t row_of_page(const world *w, uint32_t page)
{
    uint32_t i = w->pages_n;

    while (i > 0 && w->pages[i - 1].number > page)
        i--;
    return i - 1;
}

static inline tby_rc world_page(void *ctx, uint32_t page, tby_str *out)
{
    const world *w = ctx;
    uint32_t i = row_of_page(w, page);

    if (i == UINT32_MAX)
        return TBY_DONE;
    *out = (tby_str){w->pages[i].p, w->pages[i].n};
    return TBY_OK;
}

static inline tby_rc world_list(void *ctx, uint32_t list, tby_str *out)
{
    const world *w = ctx;

    if (list >= w->lists_n)
        return TBY_DONE;
    *out = (tby_str){w->lists[list].p, w->lists[list].n};
    return TBY_OK;
}

static inline run_source world_source(world *w)
{
    return (run_source){w, world_page, world_list};
}

static inline void world_free(world *w)
{
    for (uint32_t i = 0; i < w->n; i++)
        free(w->games[i].moves);
    free(w->games);
    free(w->facts);
    drop_rows(&w->blocks, &w->blocks_n);
    drop_rows(&w->pages, &w->pages_n);
    drop_rows(&w->lists, &w->lists_n);
}

/* --- all visits, one by one -----------------------------------------------*/

typedef struct visit {
    uint64_t key;
    uint32_t game, ply; /* game is the id */
    store_code code;
    tby_color turn;
} visit;

typedef struct visits {
    visit *at;
    size_t n;
} visits;

static inline int compare_visits(const void *a, const void *b)
{
    const visit *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return (x->ply > y->ply) - (x->ply < y->ply);
}

/* Those of some games, each game once for a position. */
static inline visits visits_of(const world *w, uint32_t first, uint32_t games)
{
    visits v = {NULL, 0};
    size_t n = games, kept = 0;

    for (uint32_t id = first; id < first + games; id++)
        n += w->games[id - 1].plies;
    v.at = grown(NULL, n, sizeof *v.at);
    for (uint32_t id = first; id < first + games; id++) {
        const world_game *g = &w->games[id - 1];
        tby_pos pos = g->start;
        for (uint32_t ply = 0; ply <= g->plies; ply++) {
            bool end = ply == g->plies;
            store_code code =
                end ? (store_code)STORE_ENDED
                    : tby__code_of(&pos, g->moves[ply]) & STORE_CODE;
            v.at[v.n++] = (visit){pos.key, id, ply, code, pos.turn};
            if (!end)
                tby_pos_play(&pos, g->moves[ply]);
        }
    }
    qsort(v.at, v.n, sizeof *v.at, compare_visits);
    for (size_t i = 0; i < v.n; i++)
        if (!kept || v.at[i].key != v.at[kept - 1].key ||
            v.at[i].game != v.at[kept - 1].game)
            v.at[kept++] = v.at[i];
    v.n = kept;
    return v;
}

/* --- comparison -----------------------------------------------------------*/

/* The first games by a rank, found by looking for the next one each time. */
static inline void check_best(const world *w, const visit *v, uint32_t n,
                              const uint32_t *ids, bool by_date)
{
    uint64_t last_rank = UINT64_MAX;
    uint32_t last_id = 0;

    for (uint32_t i = 0; i < STORE_TOP; i++) {
        uint64_t best = 0;
        uint32_t id = UINT32_MAX;
        for (uint32_t j = 0; j < n; j++) {
            const run_fact *f = &w->facts[v[j].game - 1];
            uint32_t sum = (uint32_t)f->elo[0] + f->elo[1];
            uint64_t rank = by_date ? (uint64_t)f->date << 32 | sum
                                    : (uint64_t)sum << 32 | f->date;
            bool after =
                rank < last_rank || (rank == last_rank && v[j].game > last_id);
            if (after && (id == UINT32_MAX || rank > best)) {
                best = rank;
                id = v[j].game;
            }
        }
        CHECK(ids[i] == id, "place %u: game %u, not %u", i, ids[i], id);
        last_rank = best;
        last_id = id;
    }
}

static inline void check_statistics(const world *w, const visit *v, uint32_t n,
                                    const run_move *m)
{
    run_move sum = {.code = m->code};

    for (uint32_t i = 0; i < n; i++) {
        const run_fact *f = &w->facts[v[i].game - 1];
        if (v[i].code != m->code)
            continue;
        sum.white += f->result == TBY_RESULT_WHITE;
        sum.draws += f->result == TBY_RESULT_DRAW;
        sum.black += f->result == TBY_RESULT_BLACK;
        sum.elo_sum += f->elo[v[i].turn];
        sum.elo_n += f->elo[v[i].turn] > 0;
        sum.other_sum += f->elo[!v[i].turn];
        sum.other_n += f->elo[!v[i].turn] > 0;
        if (f->date >> 9 > sum.last)
            sum.last = f->date >> 9;
    }
    assert_int_equal(m->white, sum.white);
    assert_int_equal(m->draws, sum.draws);
    assert_int_equal(m->black, sum.black);
    assert_int_equal(m->elo_sum, sum.elo_sum);
    assert_int_equal(m->elo_n, sum.elo_n);
    assert_int_equal(m->other_sum, sum.other_sum);
    assert_int_equal(m->other_n, sum.other_n);
    assert_int_equal(m->last, sum.last);
}

/* The games of each move, and that they are all. */
static inline void check_lists(world *w, const visit *v, uint32_t n,
                               const run_found *found)
{
    run_source source = world_source(w);
    uint32_t *ids = grown(NULL, n, sizeof *ids);
    uint32_t sum = 0;

    for (uint32_t i = 0; i < found->moves_n; i++) {
        const run_move *m = &found->moves[i];
        uint32_t at = 0;
        if (i > 0)
            CHECK(m[-1].games > m->games ||
                      (m[-1].games == m->games && m[-1].code < m->code),
                  "moves %u and %u are out of order", i - 1, i);
        assert_int_equal(tby__run_list(&w->head, &source, found, i, ids),
                         TBY_OK);
        for (uint32_t j = 0; j < n; j++)
            if (v[j].code == m->code) {
                CHECK(at < m->games && ids[at] == v[j].game,
                      "move %03x: game %u is missing", m->code, v[j].game);
                at++;
            }
        assert_int_equal(at, m->games);
        if (found->many)
            check_statistics(w, v, n, m);
        sum += m->games;
    }
    assert_int_equal(sum, n);
    free(ids);
}

static inline void check_found(world *w, const visit *v, uint32_t n,
                               const run_found *found)
{
    assert_int_equal(found->games, n);
    assert_int_equal(found->many, n >= STORE_MANY);
    check_lists(w, v, n, found);
    if (found->many) {
        assert_int_equal(found->top_n, STORE_TOP);
        assert_int_equal(found->latest_n, STORE_TOP);
        check_best(w, v, n, found->top, false);
        check_best(w, v, n, found->latest, true);
    }
}

static inline void check_once(const world *w, const visit *v,
                              const run_found *found)
{
    uint32_t group = (v->game - w->head.first) / STORE_GROUP;
    bool there = false;

    assert_int_equal(found->games, 0);
    for (uint32_t i = 0; i < found->maybe_n; i++)
        there |= found->maybe[i] == group;
    CHECK(there, "group %u of game %u is missing", group, v->game);
}

/* Every position is found, and no other. */
static inline void check_run(world *w, uint32_t first, uint32_t games)
{
    visits v = visits_of(w, first, games);
    run_source source = world_source(w);
    run_found *found = grown(NULL, 1, sizeof *found);
    uint64_t several = 0, once = 0;
    size_t end;

    assert_int_equal(w->head.first, first);
    assert_int_equal(w->head.games, games);
    assert_int_equal(w->head.entries, v.n);
    assert_true(w->head.pages >= w->pages_n);
    assert_int_equal(w->head.lists, w->lists_n);
    for (size_t i = 0; i < v.n; i = end) {
        for (end = i; end < v.n && v.at[end].key == v.at[i].key; end++)
            ;
        uint32_t n = (uint32_t)(end - i);
        assert_int_equal(tby__run_find(&w->head, &source, v.at[i].key, found),
                         TBY_OK);
        if (n == 1) {
            once++;
            check_once(w, &v.at[i], found);
            continue;
        }
        several++;
        check_found(w, &v.at[i], n, found);
    }
    assert_int_equal(w->head.positions, several);
    assert_int_equal(w->head.once, once);
    free(found);
    free(v.at);
}

#endif
