/* Questions to a database next to the same games in memory, asked one by one.
 */
#include "store/pack.h"
#include "store/sqlite/store_int.h"
#include "unit/store/conditions.h"

#include <math.h>
#include <unistd.h>

/* --- the database ---------------------------------------------------------*/

static void store_some(store_file *f, const tby_game *some, size_t n,
                       uint64_t token)
{
    store_index_options index = {.memory = (size_t)64 << 20, .threads = 2};
    store_packer *packer;
    store_packed packed;
    size_t before;
    uint32_t id;

    assert_int_equal(store_packer_open(&packer), TBY_OK);
    assert_int_equal(
        store_file_batch(f, &(tby_store_token){token, 7}, 1, &before), TBY_OK);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(store_pack(packer, &some[i], &packed), TBY_OK);
        assert_int_equal(store_file_append(f, &packed, &id), TBY_OK);
    }
    assert_int_equal(store_file_commit(f), TBY_OK);
    assert_int_equal(store_file_index_rest(f, &index), TBY_OK);
    store_packer_close(packer);
}

/* In batches of very different size, so that there are several runs. */
static void make_world(world *w, const games *all)
{
    store_file *f;
    size_t from = 0;

    *w = (world){.all = all, .n = (uint32_t)all->n};
    snprintf(w->path, sizeof w->path, "/tmp/tabiya-test-%d.tdb", getpid());
    unlink(w->path);
    w->games = calloc(all->n, sizeof *w->games);
    assert_non_null(w->games);
    for (size_t i = 0; i < all->n; i++)
        learn(&w->games[i], &all->game[i]);
    assert_int_equal(store_file_open(&f, w->path, STORE_WRITE), TBY_OK);
    for (size_t b = 0; b < BATCHES; b++) {
        size_t to = b == 0   ? all->n * 3 / 4
                    : b == 1 ? all->n * 15 / 16
                             : all->n;

        store_some(f, all->game + from, to - from, b + 1);
        from = to;
    }
    store_file_close(f);
    assert_int_equal(tby_store_open(&w->store, w->path, TBY_STORE_READ),
                     TBY_OK);
    assert_int_equal(tby_store_games(w->store), w->n);
}

static void end_world(world *w)
{
    tby_store_close(w->store);
    unlink(w->path);
    for (uint32_t i = 0; i < w->n; i++) {
        free(w->games[i].keys);
        free(w->games[i].boards);
        free(w->games[i].san);
    }
    free(w->games);
}

/* --- a position -----------------------------------------------------------*/

typedef struct tally {
    const char *san; /* "": ended */
    uint64_t games, white, draws, black, elo_sum, elo_n;
    uint32_t last;
} tally;

static size_t tally_games(const world *w, const conditions *cs, uint64_t key,
                          tby_color turn, tally *out)
{
    size_t n = 0;

    for (uint32_t i = 0; i < w->n; i++) {
        const known *k = &w->games[i];
        int ply = first_visit(k, key);
        size_t t = 0;

        if (ply < 0 || !wanted(cs, k))
            continue;
        while (t < n && strcmp(out[t].san, k->san[ply]) != 0)
            t++;
        if (t == n)
            out[n++] = (tally){.san = k->san[ply]};
        out[t].games++;
        out[t].white += k->result == TBY_RESULT_WHITE;
        out[t].draws += k->result == TBY_RESULT_DRAW;
        out[t].black += k->result == TBY_RESULT_BLACK;
        out[t].elo_sum += k->elo[turn];
        out[t].elo_n += k->elo[turn] != 0;
        if (k->date >> 9 > out[t].last)
            out[t].last = k->date >> 9;
    }
    return n;
}

static uint64_t count_key(const world *w, const conditions *cs, uint64_t key)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < w->n; i++)
        n += first_visit(&w->games[i], key) >= 0 && wanted(cs, &w->games[i]);
    return n;
}

/* Does game a come before b among the best? */
static bool better(const known *a, uint32_t ia, const known *b, uint32_t ib)
{
    uint32_t x = a->elo[0] + a->elo[1], y = b->elo[0] + b->elo[1];

    if (x != y)
        return x > y;
    if (a->date != b->date)
        return a->date > b->date;
    return ia < ib;
}

static void check_top(const world *w, const conditions *cs, uint64_t key,
                      const tby_position_answer *a)
{
    uint64_t total = count_key(w, cs, key);

    EXPECT(a->top_n == (total < 15 ? total : 15), "%zu top games of %llu",
           a->top_n, (unsigned long long)total);
    for (size_t i = 0; i < a->top_n; i++) {
        const known *k = &w->games[a->top[i] - 1];
        uint64_t before = 0;

        EXPECT(first_visit(k, key) >= 0 && wanted(cs, k), "a wrong game");
        for (uint32_t g = 0; g < w->n; g++)
            before += better(&w->games[g], g + 1, k, a->top[i]) &&
                      first_visit(&w->games[g], key) >= 0 &&
                      wanted(cs, &w->games[g]);
        EXPECT(before == i, "game %u is number %llu, not %zu: %s", a->top[i],
               (unsigned long long)before, i, spelled(cs));
    }
    for (size_t i = 0; i + 1 < a->latest_n; i++)
        EXPECT(w->games[a->latest[i] - 1].date >=
                   w->games[a->latest[i + 1] - 1].date,
               "the latest are not in order");
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
    EXPECT(fabs(m->elo -
                (t->elo_n ? (double)t->elo_sum / (double)t->elo_n : 0)) < 1e-6,
           "%s: rating %f", t->san, m->elo);
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

static void check_position(const world *w, const conditions *cs,
                           const tby_pos *pos)
{
    static tally tallies[512];
    size_t n = tally_games(w, cs, pos->key, pos->turn, tallies);
    tby_position_answer a;
    size_t moves = 0;

    CHECK(tby_store_position(w->store, pos, &cs->filter, NULL, &a) == TBY_OK,
          "%s", tby_store_error_text(w->store));
    EXPECT(a.score.games == count_key(w, cs, pos->key), "%llu games: %s",
           (unsigned long long)a.score.games, spelled(cs));
    for (size_t t = 0; t < n; t++) {
        const tby_position_move *found = NULL;

        if (!tallies[t].san[0])
            found = &a.ended;
        for (size_t i = 0; i < a.moves_n; i++)
            if (strcmp(a.moves[i].san, tallies[t].san) == 0)
                found = &a.moves[i];
        EXPECT(found, "%s is missing: %s", tallies[t].san, spelled(cs));
        if (found)
            check_move(w, cs, pos, found, &tallies[t]);
        moves += tallies[t].san[0] != '\0';
    }
    EXPECT(moves == a.moves_n, "%zu moves, not %zu", a.moves_n, moves);
    for (size_t i = 0; i + 1 < a.moves_n; i++)
        EXPECT(a.moves[i].score.games > a.moves[i + 1].score.games ||
                   (a.moves[i].score.games == a.moves[i + 1].score.games &&
                    strcmp(a.moves[i].san, a.moves[i + 1].san) < 0),
               "not in order");
    check_top(w, cs, pos->key, &a);
    tby_position_free(&a);
}

/* --- lists, moves, players ------------------------------------------------*/

static void check_find(const world *w, const conditions *cs)
{
    tby_games_answer a;
    uint32_t n = 0;

    assert_int_equal(tby_store_find(w->store, &cs->filter, TBY_BY_ID, 0, 0, &a),
                     TBY_OK);
    for (uint32_t i = 0; i < w->n; i++) {
        bool is = wanted(cs, &w->games[i]);

        EXPECT(!is || (n < a.n && a.ids[n] == i + 1), "game %u: %s", i + 1,
               spelled(cs));
        n += is;
    }
    EXPECT(a.total == n && a.n == n, "%llu games, not %u: %s",
           (unsigned long long)a.total, n, spelled(cs));
    tby_games_free(&a);
}

static void check_moves(const world *w, rng *r)
{
    const known *k = &w->games[rng_below(r, w->n)];
    const char *san = k->plies ? k->san[rng_below(r, k->plies)] : "O-O#";
    uint64_t total = 0, in = 0;
    store_filter filter;
    tby_moves_answer a;

    if (!says_all(san))
        return; /* others stand for more than one spelling */
    for (uint32_t i = 0; i < w->n; i++) {
        uint64_t before = total;

        for (uint32_t p = 0; p < w->games[i].plies; p++)
            total += san_fits(w->games[i].san[p], san);
        in += total > before;
    }
    store_filter_init(&filter);
    assert_int_equal(
        store_filter_set(&filter, tby_str_of("move"), tby_str_of(san), NULL),
        TBY_OK);
    assert_int_equal(tby_store_moves(w->store, &filter, 0, 5, &a), TBY_OK);
    EXPECT(a.total == total && a.games == in,
           "%s: %llu in %llu, not %llu in "
           "%llu",
           san, (unsigned long long)a.total, (unsigned long long)a.games,
           (unsigned long long)total, (unsigned long long)in);
    for (size_t i = 0; i < a.n; i++)
        EXPECT(
            strcmp(strchr(w->games[a.hits[i].game - 1].san[a.hits[i].ply - 1],
                          'x'),
                   strchr(san, 'x')) == 0,
            "a wrong move");
    tby_hits_free(&a);
}

static void check_players(const world *w, const conditions *cs)
{
    tby_players_answer a;

    assert_int_equal(
        tby_store_players(w->store, (tby_str){NULL, 0}, &cs->filter, 0, 10, &a),
        TBY_OK);
    for (size_t i = 0; i < a.n; i++) {
        uint64_t white = 0, black = 0;

        for (uint32_t g = 0; g < w->n; g++) {
            bool is = wanted(cs, &w->games[g]);

            white += is && strcmp(w->games[g].white, a.rows[i].name) == 0;
            black += is && strcmp(w->games[g].black, a.rows[i].name) == 0;
        }
        EXPECT(a.rows[i].white.games == white && a.rows[i].black.games == black,
               "%s has %llu and %llu games: %s", a.rows[i].name,
               (unsigned long long)white, (unsigned long long)black,
               spelled(cs));
    }
    tby_players_free(&a);
}

/* --- the tests ------------------------------------------------------------*/

static void ask_much(const games *all, unsigned questions)
{
    rng r = rng_for(__func__);
    conditions cs = {.fits = NULL};
    world w;

    make_world(&w, all);
    for (unsigned i = 0; i < questions && wrong_rows < 12; i++) {
        tby_pos pos = some_position(&r, all);

        random_conditions(&r, &w, &cs);
        check_position(&w, &cs, &pos);
        check_find(&w, &cs);
        if (i % 8 == 0)
            check_players(&w, &cs);
        check_moves(&w, &r);
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

    for (; g->plies < 8; g->plies++) {
        const tby_square *step = KNIGHTS[g->plies % 4];
        must(tby_game_add_item(
            g,
            (tby_item){.kind = TBY_ITEM_MOVE,
                       .move = tby_move_make(step[0], step[1], TBY_NO_ROLE)}));
    }
}

/* Games that begin alike, with tags. */
static void make_game(rng *r, tby_game *g)
{
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
    add_tag(g, "White", NAMES[rng_below(r, LENGTH(NAMES))]);
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
        g->plies++;
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

        make_game(&r, &g);
        games_push(&all, &g, &report);
    }
    ask_much(&all, 150);
    games_free(&all);
}

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
    while (all.n < 2500) {
        tby_pgn_report report;
        tby_game g;

        tby_game_init(&g, NULL);
        if (tby_pgn_next(&pgn, &g, &report) != TBY_OK) {
            tby_game_free(&g);
            break;
        }
        if (g.setup || g.plies > PLIES_MAX)
            tby_game_free(&g);
        else
            games_push(&all, &g, &report);
    }
    ask_much(&all, 150);
    games_free(&all);
    text_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_up),
        cmocka_unit_test(test_real),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
