/* index.c - the index next to the games it was made from. */
#include "store/check/check.h"

#include "store/query/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row that may concern all games of a run. */
static check_row row_of(const run_head *head)
{
    return (check_row){.part = "index",
                       .first = head->first,
                       .last = head->first + head->games - 1};
}

/* --- made again -----------------------------------------------------------
 *
 * A run follows from its games, byte for byte. */

typedef struct remake {
    store_check *c;
    const run_head *head;
    const run_source *stored;
    size_t run;
    run_fact *facts;
    tby_rc rc; /* of what ends the check */
} remake;

static tby_rc compare(remake *r, const char *kind, uint32_t row, tby_rc got,
                      tby_str stored, tby_str made)
{
    check_row place = row_of(r->head);

    r->c->out->rows++;
    snprintf(place.what, sizeof place.what, "Run %zu, %s %u", r->run + 1, kind,
             row);
    if (store_check_read(r->c, got, &place, &r->rc) &&
        (stored.n != made.n || memcmp(stored.p, made.p, made.n) != 0))
        store_check_tell(r->c, place.part, place.first, place.last,
                         "%s is not what its games give.", place.what);
    return r->rc;
}

static tby_rc compare_page(void *ctx, uint32_t page, tby_str made)
{
    remake *r = ctx;
    tby_str stored = {"", 0};
    tby_rc got = r->stored->page(r->stored->ctx, page, &stored);

    return compare(r, "page", page, got, stored, made);
}

static tby_rc compare_list(void *ctx, uint32_t list, tby_str made)
{
    remake *r = ctx;
    tby_str stored = {"", 0};
    tby_rc got = r->stored->list(r->stored->ctx, list, &stored);

    return compare(r, "list", list, got, stored, made);
}

static tby_rc give_moves(void *ctx, uint32_t block, tby_str *out)
{
    remake *r = ctx;

    return store_file_block_row(r->c->f, block, out);
}

static tby_rc give_start(void *ctx, uint32_t game, tby_pos *out)
{
    remake *r = ctx;

    return store_file_start(r->c->f, game, out);
}

static void hear(void *ctx, uint64_t done, uint64_t total)
{
    remake *r = ctx;

    store_check_progress(r->c, done, total);
}

static tby_rc read_fact(store_file *f, uint32_t game, run_fact *out)
{
    uint32_t value[4];
    static const store_column columns[4] = {STORE_WHITE_ELO, STORE_BLACK_ELO,
                                            STORE_DATE, STORE_RESULT};

    for (size_t i = 0; i < 4; i++) {
        tby_rc rc = store_file_value(f, columns[i], game, &value[i]);
        if (rc != TBY_OK)
            return rc;
    }
    *out = (run_fact){.elo = {(uint16_t)value[0], (uint16_t)value[1]},
                      .date = value[2],
                      .result = (uint8_t)value[3]};
    return TBY_OK;
}

static tby_rc read_facts(remake *r)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < r->head->games; i++)
        rc = read_fact(r->c->f, r->head->first + i, &r->facts[i]);
    return rc;
}

static bool same_head(const run_head *a, const run_head *b)
{
    return a->first == b->first && a->games == b->games &&
           a->pages == b->pages && a->lists == b->lists &&
           a->entries == b->entries && a->positions == b->positions &&
           a->once == b->once && a->key_bits == b->key_bits;
}

static tby_rc remake_run(remake *r)
{
    const tby_store_work *work = &r->c->job->work;
    run_job job = {.first = r->head->first,
                   .games = r->head->games,
                   .facts = r->facts,
                   .memory = work->memory,
                   .threads = work->threads,
                   .ctx = r,
                   .moves = give_moves,
                   .start = give_start,
                   .rows = {r, compare_page, compare_list},
                   .progress = hear};
    run_head made;
    tby_rc rc = read_facts(r);

    if (rc == TBY_OK)
        rc = run_build(&job, &made);
    if (rc == TBY_E_STORE_DAMAGED || rc == TBY_DONE) {
        store_check_tell(
            r->c, "index", r->head->first, r->head->first + r->head->games - 1,
            "Run %zu cannot be compared: its games are damaged.", r->run + 1);
        return TBY_OK;
    }
    if (rc == TBY_OK && !same_head(&made, r->head))
        store_check_tell(
            r->c, "index", r->head->first, r->head->first + r->head->games - 1,
            "Run %zu: its numbers are not those of its games.", r->run + 1);
    return rc;
}

/* --- read through ---------------------------------------------------------*/

typedef struct totals {
    uint64_t positions, games;
} totals;

/* The lists of a position: ascending, of games of the run, each once. */
static tby_rc check_lists(store_check *c, const run_head *head,
                          const run_source *source, bool *sound)
{
    uint64_t games = 0;

    *sound = true;
    for (uint32_t i = 0; i < c->found->moves_n; i++) {
        uint32_t n = c->found->moves[i].games, before = head->first - 1;
        if (n > head->games)
            return TBY_E_STORE_DAMAGED;
        tby_rc rc = store_check_reserve(c, n);
        if (rc == TBY_OK)
            rc = run_list(head, source, c->found, i, c->ids);
        if (rc != TBY_OK)
            return rc;
        for (uint32_t k = 0; k < n; before = c->ids[k++])
            *sound = *sound && c->ids[k] > before &&
                     c->ids[k] - head->first < head->games;
        games += n;
    }
    *sound = *sound && games == c->found->games;
    return TBY_OK;
}

static tby_rc check_page(store_check *c, size_t run, const run_head *head,
                         const run_source *source, uint32_t page, totals *sum)
{
    check_row row = row_of(head);
    size_t at = 0;
    uint64_t key;
    bool sound;
    tby_rc rc = TBY_OK, got;

    snprintf(row.what, sizeof row.what, "Run %zu, page %u", run + 1, page);
    while ((got = run_next(head, source, page, &at, &key, c->found)) ==
           TBY_OK) {
        sum->positions++;
        sum->games += c->found->games;
        got = check_lists(c, head, source, &sound);
        if (got != TBY_OK)
            break;
        if (!sound)
            store_check_tell(c, row.part, row.first, row.last,
                             "%s: the lists of position %016llx are wrong.",
                             row.what, (unsigned long long)key);
    }
    c->out->rows++;
    if (got != TBY_DONE)
        store_check_read(c, got, &row, &rc);
    return rc;
}

static tby_rc read_run(store_check *c, size_t run, const run_head *head,
                       const run_source *source)
{
    uint64_t problems = c->out->problems;
    totals sum = {0};
    tby_rc rc = TBY_OK;

    for (uint32_t page = 0; rc == TBY_OK && page < head->pages; page++) {
        rc = check_page(c, run, head, source, page, &sum);
        store_check_progress(c, page + 1, head->pages);
    }
    if (rc == TBY_OK && c->out->problems == problems &&
        (sum.positions != head->positions ||
         sum.games + head->once != head->entries))
        store_check_tell(c, "index", head->first, head->first + head->games - 1,
                         "Run %zu: its numbers are not those of its pages.",
                         run + 1);
    return rc;
}

/* --- runs -----------------------------------------------------------------*/

/* Those of a sample are only read; all of it is made again. */
static tby_rc check_run(store_check *c, size_t run, uint32_t next)
{
    run_source source;
    run_head head = *store_file_run(c->f, run, &source);
    remake r = {.c = c, .head = &head, .stored = &source, .run = run};

    if (head.first != next || head.games > store_file_stored(c->f) ||
        head.first - 1 > store_file_stored(c->f) - head.games) {
        store_check_tell(c, "index", 0, 0,
                         "Run %zu: games %u to %u, where %u should follow.",
                         run + 1, head.first, head.first + head.games - 1,
                         next);
        return TBY_OK;
    }
    tby_rc rc = store_check_players(c, run, &head);
    if (rc != TBY_OK)
        return rc;
    if (!c->job->all)
        return read_run(c, run, &head, &source);
    r.facts = malloc((head.games + 1) * sizeof *r.facts);
    rc = r.facts ? remake_run(&r) : TBY_E_NOMEM;
    free(r.facts);
    return rc;
}

tby_rc store_check_index(store_check *c)
{
    size_t runs = store_file_runs(c->f);
    uint32_t next = 1;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; rc == TBY_OK && i < runs; i++) {
        run_source source;
        const run_head *head = store_file_run(c->f, i, &source);
        uint32_t end = head->first + head->games;
        rc = check_run(c, i, next);
        next = end;
    }
    if (rc == TBY_OK && next - 1 != store_file_indexed(c->f))
        store_check_tell(c, "index", 0, 0,
                         "The index has %u games instead of %u.", next - 1,
                         store_file_indexed(c->f));
    return rc;
}

/* --- the positions of a game ----------------------------------------------*/

/* A game, and the run that it must be in. */
typedef struct indexed {
    const run_head *head;
    const run_source *source;
    uint32_t game;
} indexed;

/* Is the game among those that play the code there? */
static tby_rc is_listed(store_check *c, const indexed *g, store_code code,
                        bool *out)
{
    const run_found *found = c->found;

    *out = false;
    for (uint32_t i = 0; i < found->moves_n && !*out; i++) {
        if (found->moves[i].code != code ||
            found->moves[i].games > g->head->games)
            continue;
        tby_rc rc = store_check_reserve(c, found->moves[i].games);
        if (rc == TBY_OK)
            rc = run_list(g->head, g->source, found, i, c->ids);
        if (rc != TBY_OK)
            return rc;
        for (uint32_t k = 0; k < found->moves[i].games; k++)
            *out = *out || c->ids[k] == g->game;
    }
    return TBY_OK;
}

/* Is the game's position there, with the move it plays? */
static tby_rc is_there(store_check *c, const indexed *g, uint64_t key,
                       store_code code, bool *out)
{
    uint32_t group = (g->game - g->head->first) / STORE_GROUP;
    tby_rc rc = run_find(g->head, g->source, key, c->found);

    *out = false;
    if (rc == TBY_OK && c->found->games)
        return is_listed(c, g, code, out);
    for (uint32_t i = 0; rc == TBY_OK && i < c->found->maybe_n; i++)
        *out = *out || c->found->maybe[i] == group;
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* The keys of a game so far: what comes again counts with its first move. */
typedef struct visited {
    uint64_t keys[TBY_MAX_PLIES + 1];
    uint32_t n;
} visited;

static bool is_new(visited *v, uint64_t key)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (v->keys[i] == key)
            return false;
    if (v->n <= TBY_MAX_PLIES)
        v->keys[v->n++] = key;
    return true;
}

static tby_rc look_up(store_check *c, const indexed *g, visited *v)
{
    store_replay r;
    store_code code;
    tby_rc rc = store_replay_open(&r, c->f, g->game);

    while (rc == TBY_OK) {
        bool there = true;
        if (is_new(v, r.pos.key)) {
            c->out->positions++;
            rc = is_there(c, g, r.pos.key, store_replay_peek(&r) & STORE_CODE,
                          &there);
        }
        if (rc == TBY_OK && !there)
            store_check_tell(c, "index", g->game, g->game,
                             "Game %u, ply %u: the index does not have it.",
                             g->game, r.ply);
        if (!store_replay_next(&r, &code))
            break;
    }
    return rc == TBY_E_STORE_DAMAGED ? TBY_OK : rc; /* told with the pages */
}

tby_rc store_check_positions(store_check *c, uint32_t game)
{
    size_t runs = store_file_runs(c->f);
    visited *v = malloc(sizeof *v);
    tby_rc rc = v ? TBY_OK : TBY_E_NOMEM;

    for (size_t i = 0; rc == TBY_OK && i < runs; i++) {
        run_source source;
        indexed g = {store_file_run(c->f, i, &source), &source, game};
        v->n = 0;
        if (game - g.head->first < g.head->games)
            rc = look_up(c, &g, v);
    }
    free(v);
    return rc;
}
