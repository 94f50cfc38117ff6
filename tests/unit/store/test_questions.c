/* Questions to a database next to the same games in memory, asked one by one.
 */
#include "core/base/str.h"
#include "store/record/pack.h"
#include "store/store.h"
#include "unit/store/conditions.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* --- the database ---------------------------------------------------------*/

/* clickhouse://HOST:PORT,...: a cluster is asked in place of a file. */
static const char *cluster(void)
{
    return getenv("TABIYA_CLUSTER");
}

/* It looks at no moves. */
static bool is_answered(const store_filter *f)
{
    return !cluster() || (!f->move.on && !f->material.on && !f->has_pattern);
}

static void store_some(tby_store *f, const tby_game *some, size_t n,
                       uint64_t fingerprint)
{
    tby_store_work index = {.memory = (size_t)64 << 20, .threads = 2};
    store_packer *packer;
    store_packed packed;
    size_t before;
    uint64_t id;

    assert_int_equal(tby__packer_open(&packer), TBY_OK);
    assert_int_equal(tby_store_batch(f,
                                     &(tby_store_fingerprint){fingerprint, 7},
                                     1, &before),
                     TBY_OK);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(tby__store_pack(packer, &some[i], &packed), TBY_OK);
        assert_int_equal(tby_store_append(f, &packed, &id), TBY_OK);
    }
    assert_int_equal(tby_store_commit(f), TBY_OK);
    assert_int_equal(tby_store_index(f, &index), TBY_OK);
    tby__packer_close(packer);
}

/* Several files as one: which game of the world, from 1, each game of each is;
 * and where they are, a line for each. */
enum { SPLIT_MOST = 5 };
static uint32_t *split_ids[SPLIT_MOST];
static char split_where[SPLIT_MOST * 64];

/* The number in the world of a game of the database. */
static uint64_t number_of(uint64_t id)
{
    return id >> 32 ? split_ids[(id >> 32) - 1][(uint32_t)id - 1] : id;
}

/* Stretches of the games, one in each file, with copies of games of the files
 * before it in between. */
static void make_split(world *w, rng *r)
{
    unsigned files = 2 + rng_below(r, SPLIT_MOST - 1), copies = 0;
    uint32_t next = 0;

    split_where[0] = '\0';
    for (unsigned k = 0; k < files; k++) {
        uint32_t from = next, n = 0;
        uint32_t to = k + 1 == files ? w->n : from + rng_below(r, w->n - from);
        tby_game *some = calloc(2 * w->n + 1, sizeof *some);
        uint32_t *ids = calloc(2 * w->n + 1, sizeof *ids);
        char path[64];
        tby_store *f;
        assert_true(some && ids);
        while (next < to)
            if (from && rng_chance(r, 10)) {
                copies++;
                some[n++] = w->all->game[rng_below(r, from)];
            } else {
                ids[n] = next + 1;
                some[n++] = w->all->game[next++];
            }
        split_ids[k] = ids;
        snprintf(path, sizeof path, "/tmp/tabiya-test-%d-%u.tdb", getpid(), k);
        unlink(path);
        assert_int_equal(tby_store_open(&f, path, TBY_STORE_WRITE), TBY_OK);
        if (n)
            store_some(f, some, n, 1);
        tby_store_close(f);
        free(some);
        snprintf(split_where + strlen(split_where),
                 sizeof split_where - strlen(split_where), "%s%s",
                 k ? "\n" : "", path);
    }
    assert_true(copies > 0);
}

static void end_split(void)
{
    for (char *path = strtok(split_where, "\n"); path;
         path = strtok(NULL, "\n"))
        unlink(path);
    for (size_t k = 0; k < SPLIT_MOST; k++) {
        free(split_ids[k]);
        split_ids[k] = NULL;
    }
}

/* In batches of very different size, so that there are several runs. */
static void make_world(world *w, const games *all, rng *split)
{
    tby_store *f;
    size_t from = 0;

    *w = (world){.all = all, .n = (uint32_t)all->n};
    static int made;
    if (cluster())
        snprintf(w->path, sizeof w->path, "%s/q%d", cluster(), ++made);
    else
        snprintf(w->path, sizeof w->path, "/tmp/tabiya-test-%d.tdb", getpid());
    unlink(w->path);
    w->games = calloc(all->n, sizeof *w->games);
    assert_non_null(w->games);
    for (size_t i = 0; i < all->n; i++)
        learn(&w->games[i], &all->game[i]);
    learn_visits(w);
    learn_people(w);
    if (split) {
        make_split(w, split);
        CHECK(tby_store_open(&w->store, split_where, TBY_STORE_READ) == TBY_OK,
              "%s", tby_store_error_text(w->store));
        assert_int_equal(tby_store_games(w->store), w->n);
        return;
    }
    assert_int_equal(tby_store_open(&f, w->path, TBY_STORE_WRITE), TBY_OK);
    for (size_t b = 0; b < BATCHES; b++) {
        size_t to = b == 0   ? all->n * 3 / 4
                    : b == 1 ? all->n * 15 / 16
                             : all->n;

        store_some(f, all->game + from, to - from, b + 1);
        from = to;
    }
    tby_store_close(f);
    assert_int_equal(tby_store_open(&w->store, w->path, TBY_STORE_READ),
                     TBY_OK);
    assert_int_equal(tby_store_games(w->store), w->n);
}

static void end_world(world *w)
{
    tby_store_close(w->store);
    unlink(w->path);
    end_split();
    for (uint32_t i = 0; i < w->n; i++) {
        free(w->games[i].keys);
        free(w->games[i].men);
        free(w->games[i].boards);
        free(w->games[i].san);
    }
    free(w->games);
    free(w->visits);
    free(w->heads);
    free(w->people);
}

/* --- an order -------------------------------------------------------------*/

/* Larger numbers first, then smaller ids. */
typedef struct place {
    uint64_t first, second;
    uint32_t id;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->first != y->first)
        return x->first > y->first ? -1 : 1;
    if (x->second != y->second)
        return x->second > y->second ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Are ids the games from `offset` on, at most `limit` of them? */
static void check_page(place *places, size_t n, uint64_t offset, uint64_t limit,
                       const uint64_t *ids, size_t ids_n, const char *what)
{
    size_t left = offset < n ? n - offset : 0;
    size_t page = limit < left ? limit : left;

    qsort(places, n, sizeof *places, compare_places);
    EXPECT(ids_n == page, "%zu games, not %zu: %s", ids_n, page, what);
    for (size_t i = 0; i < page && i < ids_n; i++)
        EXPECT(number_of(ids[i]) == places[offset + i].id,
               "%zu: game %llu, not %u: %s", i, (unsigned long long)ids[i],
               places[offset + i].id, what);
}

/* --- a position -----------------------------------------------------------*/

typedef struct tally {
    const char *san; /* "": ended */
    uint64_t games, white, draws, black, elo[2], elo_n[2];
    uint32_t last;
} tally;

static void add_visit(tally *t, const known *k)
{
    t->games++;
    t->white += k->result == TBY_RESULT_WHITE;
    t->draws += k->result == TBY_RESULT_DRAW;
    t->black += k->result == TBY_RESULT_BLACK;
    for (int side = 0; side < 2; side++) {
        t->elo[side] += k->elo[side];
        t->elo_n[side] += k->elo[side] != 0;
    }
    if (k->date >> 9 > t->last)
        t->last = k->date >> 9;
}

/* A game counts once, with the move of its first visit. */
static size_t tally_games(const world *w, const conditions *cs, uint64_t key,
                          tally *out)
{
    size_t n = 0;

    for (const visit *v = NULL; (v = next_visit(w, v, key));) {
        const known *k = &w->games[v->game];
        size_t t = 0;

        if (!wanted(cs, k))
            continue;
        while (t < n && strcmp(out[t].san, k->san[v->ply]) != 0)
            t++;
        if (t == n)
            out[n++] = (tally){.san = k->san[v->ply]};
        add_visit(&out[t], k);
    }
    return n;
}

static uint64_t count_key(const world *w, const conditions *cs, uint64_t key)
{
    uint64_t n = 0;

    for (const visit *v = NULL; (v = next_visit(w, v, key));)
        n += wanted(cs, &w->games[v->game]);
    return n;
}

/* The best games, and the latest. */
static void check_lists(const world *w, const conditions *cs, uint64_t key,
                        const tby_position_wanted *wish,
                        const tby_position_answer *a)
{
    place *best = malloc((w->n + 1) * sizeof *best);
    place *latest = malloc((w->n + 1) * sizeof *latest);
    size_t n = 0;

    assert_true(best && latest);
    for (const visit *v = NULL; (v = next_visit(w, v, key));) {
        const known *k = &w->games[v->game];
        uint32_t elo = k->elo[0] + k->elo[1];

        if (!wanted(cs, k))
            continue;
        best[n] = (place){elo, k->date, v->game + 1};
        latest[n++] = (place){k->date, elo, v->game + 1};
    }
    check_page(best, n, 0, wish ? wish->top : 15, a->top, a->top_n,
               spelled(cs));
    check_page(latest, n, 0, wish ? wish->latest : 15, a->latest, a->latest_n,
               spelled(cs));
    free(best);
    free(latest);
}

static double mean(const tally *t, tby_color side)
{
    return t->elo_n[side] ? (double)t->elo[side] / (double)t->elo_n[side] : 0;
}

/* What the opponents are rated, and what the score is worth: up to 800. */
static double performance(const tally *t, tby_color turn)
{
    double n = (double)(t->white + t->draws + t->black);
    double points = (double)(turn ? t->black : t->white) + (double)t->draws / 2;

    if (!t->elo_n[!turn] || n < 1)
        return 0;
    if (points < 0.25 || points > n - 0.25)
        return mean(t, !turn) + (points < 0.25 ? -800 : 800);
    return mean(t, !turn) + fmin(fmax(-400 * log10(n / points - 1), -800), 800);
}

static void check_move(const world *w, const conditions *cs, const tby_pos *pos,
                       const tby_position_move *m, const tally *t)
{
    tby_pos next = *pos;

    EXPECT(m->score.games == t->games && m->score.white == t->white &&
               m->score.draws == t->draws && m->score.black == t->black,
           "%s: %llu games, not %llu: %s", t->san,
           (unsigned long long)m->score.games, (unsigned long long)t->games,
           spelled(cs));
    EXPECT(fabs(m->elo - mean(t, pos->turn)) < 1e-6, "%s: rating %f, not %f",
           t->san, m->elo, mean(t, pos->turn));
    EXPECT(fabs(m->performance - performance(t, pos->turn)) < 1e-6,
           "%s: performance %f, not %f", t->san, m->performance,
           performance(t, pos->turn));
    EXPECT(m->last == t->last, "%s: last in %u, not %u", t->san, m->last,
           t->last);
    if (!t->san[0])
        return;
    tby_pos_play(&next, m->move);
    EXPECT(m->reached == count_key(w, cs, next.key),
           "%s: reached by %llu, not %llu: %s", t->san,
           (unsigned long long)m->reached,
           (unsigned long long)count_key(w, cs, next.key), spelled(cs));
}

static void check_answer(const world *w, const conditions *cs,
                         const tby_pos *pos, const tby_position_answer *a)
{
    static tally tallies[512];
    size_t n = tally_games(w, cs, pos->key, tallies), moves = 0;

    EXPECT(a->score.games == count_key(w, cs, pos->key), "%llu games: %s",
           (unsigned long long)a->score.games, spelled(cs));
    for (size_t t = 0; t < n; t++) {
        const tby_position_move *found = NULL;

        if (!tallies[t].san[0])
            found = &a->ended;
        for (size_t i = 0; i < a->moves_n; i++)
            if (strcmp(a->moves[i].san, tallies[t].san) == 0)
                found = &a->moves[i];
        EXPECT(found, "%s is missing: %s", tallies[t].san, spelled(cs));
        if (found)
            check_move(w, cs, pos, found, &tallies[t]);
        moves += tallies[t].san[0] != '\0';
    }
    EXPECT(moves == a->moves_n, "%zu moves, not %zu", a->moves_n, moves);
    for (size_t i = 0; i + 1 < a->moves_n; i++)
        EXPECT(a->moves[i].score.games > a->moves[i + 1].score.games ||
                   (a->moves[i].score.games == a->moves[i + 1].score.games &&
                    strcmp(a->moves[i].san, a->moves[i + 1].san) < 0),
               "not in order");
}

static void check_position(const world *w, const conditions *cs, rng *r,
                           const tby_pos *pos)
{
    tby_position_wanted wish = {1 + rng_below(r, 40), 1 + rng_below(r, 40)};
    bool usual = rng_chance(r, 70);
    tby_position_answer a;

    CHECK(tby_store_position(w->store, pos, &cs->filter, usual ? NULL : &wish,
                             &a) == TBY_OK,
          "%s", tby_store_error_text(w->store));
    check_answer(w, cs, pos, &a);
    check_lists(w, cs, pos->key, usual ? NULL : &wish, &a);
    tby_position_free(&a);
}

/* --- lists of games -------------------------------------------------------*/

static uint64_t rank_of(const known *k, tby_games_order order)
{
    switch (order) {
    case TBY_BY_DATE:
        return k->date;
    case TBY_BY_ELO:
        return k->elo[0] + k->elo[1];
    case TBY_BY_PLIES:
        return k->plies;
    case TBY_BY_ID:
        break;
    }
    return 0;
}

/* All, the beginning, or some page; few of them or many. */
static void random_page(rng *r, uint64_t n, uint64_t *offset, uint64_t *limit)
{
    *limit = rng_below(r, 4) ? 1 + rng_below(r, 50) : rng_below(r, 2000);
    *offset = rng_below(r, 3) ? rng_below(r, (unsigned)n + 3) : 0;
}

static void check_find(const world *w, const conditions *cs, rng *r,
                       tby_games_order order)
{
    place *places = malloc((w->n + 1) * sizeof *places);
    uint64_t results[4] = {0}, offset, limit;
    tby_games_answer a;
    uint32_t n = 0;

    assert_non_null(places);
    for (uint32_t i = 0; i < w->n; i++)
        if (wanted(cs, &w->games[i])) {
            places[n++] = (place){rank_of(&w->games[i], order), 0, i + 1};
            results[w->games[i].result]++;
        }
    random_page(r, n, &offset, &limit);
    CHECK(tby_store_find(w->store, &cs->filter, order, offset, limit, &a) ==
              TBY_OK,
          "%s", tby_store_error_text(w->store));
    EXPECT(a.total == n && a.score.games == n, "%llu games, not %u: %s",
           (unsigned long long)a.total, n, spelled(cs));
    EXPECT(a.score.white == results[TBY_RESULT_WHITE] &&
               a.score.draws == results[TBY_RESULT_DRAW] &&
               a.score.black == results[TBY_RESULT_BLACK],
           "other results: %s", spelled(cs));
    check_page(places, n, offset, limit ? limit : UINT64_MAX, a.ids, a.n,
               spelled(cs));
    tby_games_free(&a);
    free(places);
}

/* --- single moves ---------------------------------------------------------*/

/* The page is compared while all are counted. */
static void check_hits(const world *w, const conditions *cs, const asked *move,
                       uint64_t offset, const tby_moves_answer *a)
{
    uint64_t total = 0, in = 0, same = 0;

    for (uint32_t i = 0; i < w->n; i++) {
        uint64_t before = total;

        for (uint32_t p = 0; wanted(cs, &w->games[i]) && p < w->games[i].plies;
             p++) {
            if (!fits_asked(move, &w->games[i], p))
                continue;
            if (total >= offset && total - offset < a->n)
                same += number_of(a->hits[total - offset].game) == i + 1 &&
                        a->hits[total - offset].ply == p + 1;
            total++;
        }
        in += total > before;
    }
    EXPECT(a->total == total && a->games == in,
           "%s %s: %llu in %llu, not %llu in %llu: %s", move->text,
           move->by ? move->by : "", (unsigned long long)a->total,
           (unsigned long long)a->games, (unsigned long long)total,
           (unsigned long long)in, spelled(cs));
    EXPECT(same == a->n, "%s: %llu of %zu", move->text,
           (unsigned long long)same, a->n);
}

static void check_moves(const world *w, const conditions *cs, rng *r)
{
    store_filter filter = cs->filter;
    uint64_t offset = rng_below(r, 2) ? rng_below(r, 100) : 0;
    uint64_t limit = 1 + rng_below(r, 50);
    tby_moves_answer a;
    asked move;

    for (size_t i = 0; i < cs->n; i++)
        if (strcmp(cs->at[i].name, "move") == 0)
            return; /* there can be but one */
    random_asked(r, &w->games[rng_below(r, w->n)], &move);
    CHECK(tby__filter_set(&filter, tby_str_of("move"), tby_str_of(move.text),
                          NULL) == TBY_OK,
          "%s", move.text);
    if (move.by)
        must(tby__filter_set(&filter, tby_str_of("by"), tby_str_of(move.by),
                             NULL));
    CHECK(tby_store_moves(w->store, &filter, offset, limit, &a) == TBY_OK, "%s",
          tby_store_error_text(w->store));
    EXPECT(a.n == (a.total < offset           ? 0
                   : a.total - offset < limit ? a.total - offset
                                              : limit),
           "%s: %zu hits of %llu", move.text, a.n, (unsigned long long)a.total);
    check_hits(w, cs, &move, offset, &a);
    tby_hits_free(&a);
}

/* --- players --------------------------------------------------------------*/

static void add_game(person *p, const known *k, tby_color side)
{
    CHECK(p, "nobody is called so");
    tby_score *s = &p->score[side];
    uint32_t year = k->date >> 9;

    s->games++;
    s->white += k->result == TBY_RESULT_WHITE;
    s->draws += k->result == TBY_RESULT_DRAW;
    s->black += k->result == TBY_RESULT_BLACK;
    if (k->elo[side] > p->elo)
        p->elo = k->elo[side];
    if (year && (!p->first || year < p->first))
        p->first = year;
    if (year > p->last)
        p->last = year;
}

/* Everybody's games that are wanted. */
static void count_people(const world *w, const conditions *cs)
{
    for (size_t i = 0; i < w->people_n; i++) {
        person fresh = {.elo = 0};

        memcpy(fresh.name, w->people[i].name, sizeof fresh.name);
        w->people[i] = fresh;
    }
    for (uint32_t i = 0; i < w->n; i++) {
        const known *k = &w->games[i];

        if (!wanted(cs, k))
            continue;
        add_game(find_person(w, k->white), k, TBY_WHITE);
        add_game(find_person(w, k->black), k, TBY_BLACK);
    }
}

/* Those who are asked for, by games and then by name: the people are sorted by
 * name, so that their number will do. */
static size_t rank_people(const world *w, const char *name, place *out)
{
    size_t n = 0;

    for (size_t i = 0; i < w->people_n; i++) {
        const person *p = &w->people[i];
        uint64_t played = p->score[0].games + p->score[1].games;

        if (played && (!name || fits_name(p->name, name) ||
                       (!strchr(name, '*') && judged_name(p->name, name))))
            out[n++] = (place){played, 0, (uint32_t)i};
    }
    qsort(out, n, sizeof *out, compare_places);
    return n;
}

static void check_row(const person *p, const tby_player_row *row,
                      const conditions *cs)
{
    EXPECT(strcmp(p->name, row->name) == 0, "%s, not %s: %s", row->name,
           p->name, spelled(cs));
    EXPECT(memcmp(&p->score[0], &row->white, sizeof row->white) == 0 &&
               memcmp(&p->score[1], &row->black, sizeof row->black) == 0,
           "%s has other games: %s", p->name, spelled(cs));
    EXPECT(p->elo == row->elo && p->first == row->first && p->last == row->last,
           "%s: %u, %u to %u: %s", p->name, row->elo, row->first, row->last,
           spelled(cs));
}

static void check_players(const world *w, const conditions *cs, rng *r)
{
    place *places = malloc((w->people_n + 1) * sizeof *places);
    const known *k = &w->games[rng_below(r, w->n)];
    char name[96] = "";
    uint64_t offset, limit;
    tby_players_answer a;
    size_t n, left;

    assert_non_null(places);
    if (rng_chance(r, 50))
        put_name(r, name, sizeof name, k->black);
    count_people(w, cs);
    n = rank_people(w, *name ? name : NULL, places);
    random_page(r, n, &offset, &limit);
    left = offset < n ? n - offset : 0;
    CHECK(tby_store_players(w->store,
                            *name ? tby_str_of(name) : (tby_str){NULL, 0},
                            &cs->filter, offset, limit, &a) == TBY_OK,
          "%s", tby_store_error_text(w->store));
    EXPECT(a.total == n && a.n == (limit && limit < left ? limit : left),
           "%llu players called '%s', not %zu: %s", (unsigned long long)a.total,
           name, n, spelled(cs));
    for (size_t i = 0; i < a.n && offset + i < n; i++)
        check_row(&w->people[places[offset + i].id], &a.rows[i], cs);
    tby_players_free(&a);
    free(places);
}

/* --- the tests ------------------------------------------------------------*/

/* No answer is better than a part of one. */
static void check_refusal(const world *w, const conditions *cs,
                          const tby_pos *pos)
{
    tby_position_answer a;
    tby_games_answer g;

    EXPECT(tby_store_position(w->store, pos, &cs->filter, NULL, &a) ==
                   TBY_E_STORE_LACKS &&
               tby_store_find(w->store, &cs->filter, TBY_BY_ID, 0, 5, &g) ==
                   TBY_E_STORE_LACKS,
           "answered: %s", spelled(cs));
}

static void ask_much(const games *all, unsigned questions, rng *split)
{
    rng r = rng_for(__func__);
    conditions cs = {.fits = NULL};
    world w;

    if (cluster() && getenv("TABIYA_QUESTIONS"))
        questions = (unsigned)atoi(getenv("TABIYA_QUESTIONS"));
    make_world(&w, all, split);
    for (unsigned i = 0; i < questions && wrong_rows < 12; i++) {
        tby_pos pos = some_position(&r, all);

        random_conditions(&r, &w, CONDITIONS[i % LENGTH(CONDITIONS)].name, &cs);
        if (!is_answered(&cs.filter)) {
            check_refusal(&w, &cs, &pos);
            continue;
        }
        check_position(&w, &cs, &r, &pos);
        check_find(&w, &cs, &r, (tby_games_order)rng_below(&r, 4));
        if (!cluster() && rng_chance(&r, 50))
            check_moves(&w, &cs, &r);
        if (rng_chance(&r, 25))
            check_players(&w, &cs, &r);
    }
    free(cs.fits);
    end_world(&w);
    end_rows();
}

/* The position at the start comes three times. */
static void repeat_moves(tby_game *g)
{
    static const tby_square KNIGHTS[][2] = {
        {6, 21}, {62, 45}, {21, 6}, {45, 62}};

    while (g->plies < 8) {
        const tby_square *step = KNIGHTS[g->plies % 4];
        must(tby_game_add_item(
            g,
            (tby_item){.kind = TBY_ITEM_MOVE,
                       .move = tby_move_make(step[0], step[1], TBY_NO_ROLE)}));
    }
}

/* Games that begin alike, with tags.  Of several files, each has its own way
 * to write one player: what a name means is a question to all of them. */
static void make_game(rng *r, tby_game *g, unsigned stretch)
{
    static const char *const WAYS[] = {"Alder, A", "Alder, Anna", "Alder",
                                       "Anna Alder", "Alder, A B"};
    static const char *const NAMES[] = {"Alder, A", "Birch, B", "Cedar, C",
                                        "Düne, D",  "Elm*",     "Fir, F"};
    static const char *const OPENINGS[] = {
        "Sicilian Defense: Najdorf Variation", "Sicilian Defense", "Ruy Lopez",
        "R\xc3\xa9ti Opening", ""};
    char value[16];
    tby_pos p = tby_pos_start();
    unsigned plies = rng_below(r, 50);

    tby_game_init(g, NULL);
    add_tag(g, "Event", rng_below(r, 2) ? "Autumn Cup" : "Spring Open");
    snprintf(value, sizeof value, "%u.%s.??", 1990 + rng_below(r, 30),
             rng_below(r, 2) ? "05" : "??");
    add_tag(g, "Date", value);
    add_tag(g, "White",
            stretch && rng_below(r, 2) ? WAYS[stretch % LENGTH(WAYS)]
                                       : NAMES[rng_below(r, LENGTH(NAMES))]);
    add_tag(g, "Black", NAMES[rng_below(r, LENGTH(NAMES))]);
    snprintf(value, sizeof value, "%u", 2000 + rng_below(r, 700));
    if (rng_below(r, 4))
        add_tag(g, "WhiteElo", value);
    if (rng_below(r, 4))
        add_tag(g, "BlackElo", value);
    snprintf(value, sizeof value, "%c%02u", 'A' + (char)rng_below(r, 5),
             rng_below(r, 100));
    if (rng_below(r, 4))
        add_tag(g, "ECO", value);
    add_tag(g, "Opening", OPENINGS[rng_below(r, LENGTH(OPENINGS))]);
    add_tag(g, "TimeControl", CONTROLS[rng_below(r, LENGTH(CONTROLS))].tag);
    if (rng_below(r, 2))
        add_tag(g, "Termination",
                TERMINATIONS[rng_below(r, LENGTH(TERMINATIONS))].tag);
    g->result = (tby_result)rng_below(r, 4);
    g->has_result = true;
    if (rng_chance(r, 8)) {
        repeat_moves(g);
        return;
    }
    for (unsigned i = 0; i < plies; i++) {
        tby_moves moves;

        tby_moves_legal(&p, &moves);
        if (!moves.n)
            break;
        /* few different ones at first */
        tby_move m = moves.at[rng_below(
            r, (unsigned)(i < 10 && moves.n > 2 ? 2 : moves.n))];
        must(
            tby_game_add_item(g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        tby_pos_play(&p, m);
    }
}

static void test_made_up(void **state)
{
    rng r = rng_for(__func__);
    games all = {NULL, NULL, 0, 0, 0, 0};
    tby_pgn_report report = {0};

    (void)state;
    for (unsigned i = 0; i < 700; i++) {
        tby_game g;

        make_game(&r, &g, 0);
        games_push(&all, &g, &report);
    }
    ask_much(&all, 6 * LENGTH(CONDITIONS), NULL);
    games_free(&all);
}

/* Is it none of these, by the rule of an import? */
static bool is_new(const games *all, const tby_game *g)
{
    static const char *const TAGS[] = {"White", "Black", "Date"};

    for (size_t i = 0; i < all->n; i++) {
        const tby_game *o = &all->game[i];
        bool same = o->plies == g->plies;
        for (size_t t = 0; same && t < LENGTH(TAGS); t++)
            same = tby_str_equal(tby_game_tag(o, TAGS[t]),
                                 tby_game_tag(g, TAGS[t]));
        for (uint32_t k = 0; same && k < g->plies; k++)
            same = o->items[k].move == g->items[k].move;
        if (same)
            return false;
    }
    return true;
}

/* The same games in several files, some of them in more than one. */
static void test_split(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    if (cluster())
        skip(); /* it is of files */
    for (unsigned round = 0; round < 4; round++) {
        games all = {NULL, NULL, 0, 0, 0, 0};
        tby_pgn_report report = {0};

        for (unsigned i = 0; i < 500; i++) {
            tby_game g;

            make_game(&r, &g, 1 + i / 90);
            if (is_new(&all, &g))
                games_push(&all, &g, &report);
            else
                tby_game_free(&g);
        }
        ask_much(&all, 3 * LENGTH(CONDITIONS), &r);
        games_free(&all);
    }
}

/* Enough for several runs and for lists of several pages; each question is
 * answered game by game, too. */
enum { MANY = 8000 };

static void test_real(void **state)
{
    text file = {NULL, 0, 0};
    games all = {NULL, NULL, 0, 0, 0, 0};
    tby_pgn pgn;

    (void)state;
    if (!load_shared("pgn/otb-30k.pgn.zst", &file)) {
        printf("SKIPPED: ../shared/data is not here: 1 file not tested\n");
        skip();
    }
    tby_pgn_init(&pgn, text_str(&file), TBY_PGN_MAINLINE);
    while (all.n < MANY) {
        tby_pgn_report report;
        tby_game g;

        tby_game_init(&g, NULL);
        if (tby_pgn_next(&pgn, &g, &report) != TBY_OK) {
            tby_game_free(&g);
            break;
        }
        games_push(&all, &g, &report);
    }
    assert_int_equal(all.n, MANY);
    ask_much(&all, 11 * LENGTH(CONDITIONS), NULL);
    games_free(&all);
    text_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_up),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_real),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
