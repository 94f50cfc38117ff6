/* A database that is changed again and again - games are added, deleted,
 * edited, all of it is taken back, room is given back, it is closed and opened
 * - next to a plain list of games, which are played one by one. */
#include "store/record/pack.h"
#include "store/store.h"
#include "support/games.h"

#include <unistd.h>

enum { IDS = 1500, POOL = 2600, DEPTH = 200, BASES = 5 };

/* What is true: which game of the pool each number has, -1: none. */
typedef struct truth {
    uint32_t places; /* numbers that were given out, to edits too */
    int game[IDS + 1];
} truth;

typedef struct model {
    rng r;
    char path[64];
    tby_store *store;
    store_packer *packer;
    tby_game *pool;
    int pool_n;
    tby_game base[BASES];
    truth now, before[DEPTH];
    int depth;
} model;

static void must_be(const model *m, tby_rc rc, tby_rc wanted, const char *what)
{
    CHECK(rc == wanted, "%s: %s %s", what, tby_rc_name(rc),
          tby_store_error_text(m->store));
}

#define MUST(m, call) must_be(m, call, TBY_OK, #call)

/* --- games ----------------------------------------------------------------*/

static const char *const NAMES[] = {"Anand, V", "Bird, H", "Caro, H",
                                    "Evans, W", "Falk",    "Gunsberg, I"};

static void make_tags(model *m, tby_game *g)
{
    char date[16];

    add_tag(g, "White", NAMES[rng_below(&m->r, LENGTH(NAMES))]);
    add_tag(g, "Black", NAMES[rng_below(&m->r, LENGTH(NAMES))]);
    snprintf(date, sizeof date, "%u.%02u.??", 1990 + rng_below(&m->r, 30),
             1 + rng_below(&m->r, 12));
    add_tag(g, "Date", date);
    for (int side = 0; side < 2; side++) {
        char elo[8];
        snprintf(elo, sizeof elo, "%u", 2000 + rng_below(&m->r, 800));
        if (rng_chance(&m->r, 70))
            add_tag(g, side ? "BlackElo" : "WhiteElo", elo);
    }
    must(tby_game_set_result(g, (tby_result)rng_below(&m->r, 4)));
}

/* Part of one of a few lines, and then anything, so that games meet. */
static int new_game(model *m)
{
    assert_true(m->pool_n < POOL);
    tby_game *g = &m->pool[m->pool_n];
    const tby_game *base = &m->base[rng_below(&m->r, BASES)];
    uint32_t shared = rng_below(&m->r, base->plies + 1);
    tby_pos pos;

    tby_game_init(g, NULL);
    if (rng_chance(&m->r, 5))
        set_random_start(&m->r, SCATTERED, g), shared = 0;
    make_tags(m, g);
    pos = g->start;
    for (uint32_t i = 0; i < shared; i++) {
        must(tby_game_add_item(g, base->items[i]));
        tby_pos_play(&pos, base->items[i].move);
    }
    add_random_line(&m->r, 0, g, pos, rng_below(&m->r, 8), 0);
    if (rng_chance(&m->r, 10))
        must(tby_game_add_comment(g, tby_str_of("so")));
    return m->pool_n++;
}

static const tby_game *game_of(const model *m, uint32_t id)
{
    return m->now.game[id] < 0 ? NULL : &m->pool[m->now.game[id]];
}

static uint32_t random_id(model *m)
{
    for (unsigned tries = 0; m->now.places && tries < 200; tries++) {
        uint32_t id = 1 + rng_below(&m->r, m->now.places);
        if (game_of(m, id))
            return id;
    }
    return 0;
}

/* --- changes --------------------------------------------------------------*/

static void begin(model *m)
{
    size_t known;

    if (m->depth == DEPTH) {
        memmove(m->before, m->before + 1, sizeof *m->before * (DEPTH - 1));
        m->depth--;
    }
    m->before[m->depth++] = m->now;
    tby_store_new_change(m->store);
    MUST(m, tby_store_batch(m->store, NULL, 0, &known));
}

static void end(model *m, bool index)
{
    tby_store_work work = {.memory = (size_t)64 << 20, .threads = 1};

    MUST(m, tby_store_commit(m->store));
    if (index)
        MUST(m, tby_store_index(m->store, &work));
}

static void add(model *m, unsigned n)
{
    store_packed packed;
    uint64_t id;

    begin(m);
    for (; n > 0 && m->now.places < IDS && m->pool_n < POOL; n--) {
        int game = new_game(m);
        MUST(m, tby__store_pack(m->packer, &m->pool[game], &packed));
        MUST(m, tby_store_append(m->store, &packed, &id));
        assert_int_equal(id, ++m->now.places);
        m->now.game[id] = game;
    }
    if (memcmp(&m->now, &m->before[m->depth - 1], sizeof m->now) == 0)
        m->depth--; /* nothing was done */
    end(m, rng_chance(&m->r, 80));
}

/* Each once; *n is how many it were. */
static void change_some(model *m, unsigned n, bool edit)
{
    bool done[IDS + 1] = {false};
    uint32_t id;
    unsigned changed = 0;

    begin(m);
    for (; n > 0; n--) {
        id = random_id(m);
        if (!id || done[id] || m->now.places == IDS || m->pool_n == POOL)
            continue;
        done[id] = true;
        changed++;
        if (edit) {
            store_packed packed;
            int game = new_game(m);
            MUST(m, tby__store_pack(m->packer, &m->pool[game], &packed));
            MUST(m, tby_store_replace(m->store, id, &packed));
            m->now.game[id] = game;
            m->now.places++;
        } else {
            MUST(m, tby_store_delete(m->store, id));
            must_be(m, tby_store_delete(m->store, id), TBY_DONE, "twice");
            m->now.game[id] = -1;
        }
    }
    if (!changed)
        m->depth--;
    if (rng_chance(&m->r, 10)) { /* and nothing of it */
        tby_store_cancel(m->store);
        if (changed)
            m->now = m->before[--m->depth];
        return;
    }
    end(m, rng_chance(&m->r, 80));
}

static void count_change(void *ctx, const tby_store_change *c)
{
    int *n = ctx;

    n[2 * c->was + c->is] += (int)c->games;
}

static void undo(model *m)
{
    int counts[4] = {0}, wanted[4] = {0};

    if (!m->depth) {
        must_be(m, tby_store_undo(m->store, NULL, NULL), TBY_DONE, "undo");
        return;
    }
    truth *before = &m->before[--m->depth];
    uint32_t places = m->now.places;
    for (uint32_t id = 1; id <= places; id++) {
        int from = before->game[id], to = m->now.game[id];
        if (from != to)
            wanted[2 * (from >= 0) + (to >= 0)]++;
    }
    MUST(m, tby_store_undo(m->store, count_change, counts));
    assert_memory_equal(counts, wanted, sizeof wanted);
    m->now = *before;
    m->now.places = places; /* no number is used again */
}

static void optimize(model *m)
{
    tby_store_work work = {.memory = (size_t)64 << 20, .threads = 1};
    tby_store_facts facts;

    MUST(m, tby_store_optimize(m->store, &work));
    MUST(m, tby_store_info(m->store, &facts));
    assert_int_equal(facts.dead, 0);
    assert_int_equal(facts.waiting, 0);
    must_be(m, tby_store_undo(m->store, NULL, NULL), TBY_DONE, "undo");
    m->depth = 0;
}

static void open_it(model *m)
{
    tby_rc rc;

    tby_store_close(m->store);
    rc = tby_store_open(&m->store, m->path, TBY_STORE_WRITE);
    must_be(m, rc, TBY_OK, "open");
}

/* --- the truth ------------------------------------------------------------*/

/* The move that a game plays at its first visit to a position, TBY_MOVE_NONE if
 * it ends there; false: it never comes to it. */
static bool plays(const tby_game *g, const tby_pos *wanted, tby_move *out)
{
    tby_pos pos = g->start;

    for (size_t i = 0; i <= g->items_n; i++) {
        bool last = i == g->items_n;
        if (!last && g->items[i].kind != TBY_ITEM_MOVE)
            continue;
        if (tby_pos_same(&pos, wanted)) {
            *out = last ? TBY_MOVE_NONE : g->items[i].move;
            return true;
        }
        if (!last)
            tby_pos_play(&pos, g->items[i].move);
    }
    return false;
}

static bool has_white(const tby_game *g, const char *white)
{
    tby_str name = tby_game_tag(g, "White");

    return !white ||
           (name.n == strlen(white) && memcmp(name.p, white, name.n) == 0);
}

static uint64_t count_passing(const model *m, const tby_pos *pos,
                              const char *white)
{
    uint64_t n = 0;
    tby_move move;

    for (uint32_t id = 1; id <= m->now.places; id++) {
        const tby_game *g = game_of(m, id);
        n += g && has_white(g, white) && plays(g, pos, &move);
    }
    return n;
}

static void count_result(tby_score *s, tby_result r)
{
    s->games++;
    s->white += r == TBY_RESULT_WHITE;
    s->draws += r == TBY_RESULT_DRAW;
    s->black += r == TBY_RESULT_BLACK;
}

static bool same_score(const tby_score *a, const tby_score *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static uint32_t elo_of(const tby_game *g, const char *tag)
{
    tby_str value = tby_game_tag(g, tag);

    return value.n ? (uint32_t)strtoul(value.p, NULL, 10) : 0;
}

static void check_position(const model *m, const tby_pos *pos,
                           const char *white)
{
    tby_position_answer a;
    tby_position_wanted wanted = {5, 5};
    store_filter filter;
    tby_score sum = {0}, ended = {0};
    uint32_t best = 0, latest = 0;

    tby__filter_init(&filter);
    if (white)
        filter.white = tby_str_of(white);
    MUST(m, tby_store_position(m->store, pos, white ? &filter : NULL, &wanted,
                               &a));
    tby_score *of = calloc(a.moves_n + 1, sizeof *of);
    double *elo = calloc(2 * (a.moves_n + 1), sizeof *elo);
    assert_true(of && elo);
    for (uint32_t id = 1; id <= m->now.places; id++) {
        const tby_game *g = game_of(m, id);
        tby_move move;
        size_t i = 0;
        if (!g || !has_white(g, white) || !plays(g, pos, &move))
            continue;
        uint32_t rank = elo_of(g, "WhiteElo") + elo_of(g, "BlackElo");
        uint32_t year = elo_of(g, "Date");
        best = rank > best ? rank : best;
        latest = year > latest ? year : latest;
        count_result(&sum, g->result);
        if (move == TBY_MOVE_NONE) {
            count_result(&ended, g->result);
            continue;
        }
        while (i < a.moves_n && a.moves[i].move != move)
            i++;
        CHECK(i < a.moves_n, "a move is missing");
        count_result(&of[i], g->result);
        uint32_t own = elo_of(g, pos->turn ? "BlackElo" : "WhiteElo");
        elo[2 * i] += own;
        elo[2 * i + 1] += own != 0;
    }
    CHECK(same_score(&a.score, &sum), "%llu games instead of %llu",
          (unsigned long long)a.score.games, (unsigned long long)sum.games);
    CHECK(same_score(&a.ended.score, &ended), "games that ended");
    for (size_t i = 0; i < a.moves_n; i++) {
        tby_pos next = *pos;
        CHECK(same_score(&a.moves[i].score, &of[i]), "%s", a.moves[i].san);
        double mean = elo[2 * i + 1] > 0 ? elo[2 * i] / elo[2 * i + 1] : 0;
        CHECK(a.moves[i].elo > mean - 0.01 && a.moves[i].elo < mean + 0.01,
              "%s: %f instead of %f", a.moves[i].san, a.moves[i].elo, mean);
        tby_pos_play(&next, a.moves[i].move);
        assert_int_equal(a.moves[i].reached, count_passing(m, &next, white));
    }
    assert_int_equal(a.top_n, sum.games < 5 ? sum.games : 5);
    assert_int_equal(a.latest_n, a.top_n);
    for (size_t i = 0; i < a.top_n; i++) {
        tby_move move;
        const tby_game *top = game_of(m, (uint32_t)a.top[i]);
        const tby_game *late = game_of(m, (uint32_t)a.latest[i]);
        assert_true(top && plays(top, pos, &move));
        assert_true(late && plays(late, pos, &move));
        if (i == 0) {
            assert_int_equal(elo_of(top, "WhiteElo") + elo_of(top, "BlackElo"),
                             best);
            assert_int_equal(elo_of(late, "Date"), latest);
        }
    }
    free(of);
    free(elo);
    tby_position_free(&a);
}

/* Of a game that is there or, just as well, of one that no longer is. */
static tby_pos random_pos(model *m)
{
    const tby_game *g = &m->pool[rng_below(&m->r, (unsigned)m->pool_n)];
    uint32_t plies = rng_below(&m->r, g->plies + 1), n = 0;
    tby_pos pos = g->start;

    for (size_t i = 0; i < g->items_n && n < plies; i++)
        if (g->items[i].kind == TBY_ITEM_MOVE) {
            tby_pos_play(&pos, g->items[i].move);
            n++;
        }
    return pos;
}

static void check_games(model *m, uint64_t *live, uint64_t *plies)
{
    tby_games_answer found;
    tby_game game;
    size_t at = 0;
    tby_score score = {0};
    store_filter any;

    *live = *plies = 0;
    tby__filter_init(&any);
    MUST(m, tby_store_find(m->store, &any, TBY_BY_ID, 0, 0, &found));
    tby_game_init(&game, NULL);
    for (uint32_t id = 1; id <= m->now.places; id++) {
        const tby_game *g = game_of(m, id);
        tby_game_row row;
        uint64_t version;
        if (!g) {
            must_be(m, tby_store_game(m->store, id, &game), TBY_DONE, "game");
            must_be(m, tby_store_row(m->store, id, &row), TBY_DONE, "row");
            must_be(m, tby_store_version(m->store, id, &version), TBY_DONE,
                    "version");
            continue;
        }
        CHECK(at < found.n && found.ids[at] == id, "game %u", id);
        at++;
        ++*live;
        *plies += g->plies;
        count_result(&score, g->result);
        if (!rng_chance(&m->r, 10))
            continue;
        MUST(m, tby_store_game(m->store, id, &game));
        CHECK(tby_game_same(&game, g), "game %u is another one", id);
        MUST(m, tby_store_row(m->store, id, &row));
        assert_int_equal(row.id, id);
        assert_int_equal(row.plies, g->plies);
    }
    assert_int_equal(found.n, at);
    assert_true(same_score(&found.score, &score));
    tby_game_free(&game);
    tby_games_free(&found);
    /* a page of them in another order */
    MUST(m, tby_store_find(m->store, &any, TBY_BY_PLIES, 3, 40, &found));
    assert_int_equal(found.total, *live);
    for (size_t i = 1; i < found.n; i++)
        CHECK(game_of(m, (uint32_t)found.ids[i - 1])->plies >=
                  game_of(m, (uint32_t)found.ids[i])->plies,
              "the order by length");
    tby_games_free(&found);
}

static void check_players(model *m)
{
    tby_players_answer found;

    MUST(m,
         tby_store_players(m->store, (tby_str){NULL, 0}, NULL, 0, 0, &found));
    for (size_t k = 0; k < LENGTH(NAMES); k++) {
        tby_score white = {0}, black = {0};
        size_t i = 0;
        for (uint32_t id = 1; id <= m->now.places; id++) {
            const tby_game *g = game_of(m, id);
            if (g && has_white(g, NAMES[k]))
                count_result(&white, g->result);
            tby_str name = g ? tby_game_tag(g, "Black") : (tby_str){NULL, 0};
            if (name.n == strlen(NAMES[k]) &&
                memcmp(name.p, NAMES[k], name.n) == 0)
                count_result(&black, g->result);
        }
        while (i < found.n && strcmp(found.rows[i].name, NAMES[k]) != 0)
            i++;
        CHECK((i < found.n) == (white.games + black.games > 0), "%s", NAMES[k]);
        if (i < found.n)
            assert_true(same_score(&found.rows[i].white, &white) &&
                        same_score(&found.rows[i].black, &black));
    }
    tby_players_free(&found);
}

static tby_rc take_number(void *ctx, const tby_sql_row *row)
{
    if (row->values)
        *(int64_t *)ctx = row->values[0].integer;
    return TBY_OK;
}

static int64_t ask_sql(model *m, const char *sql)
{
    int64_t n = -1;
    tby_sql_job job = {.sql = tby_str_of(sql), .ctx = &n, .row = take_number};

    must_be(m, tby_store_sql(m->store, &job), TBY_OK, sql);
    return n;
}

static void check_moves(model *m, uint64_t live, uint64_t plies, bool all)
{
    char sql[96];
    tby_moves_answer hits;
    store_filter filter;
    tby_err err;
    uint64_t knights = 0, ids = 0;

    for (uint32_t id = 1; id <= m->now.places; id++) {
        const tby_game *g = game_of(m, id);
        tby_pos pos = g ? g->start : tby_pos_start();
        ids += g ? id : 0;
        for (size_t i = 0; g && i < g->items_n; i++)
            if (g->items[i].kind == TBY_ITEM_MOVE) {
                char san[TBY_SAN_MAX];
                tby_san_write(&pos, g->items[i].move, san);
                san[strcspn(san, "+#")] = '\0';
                knights +=
                    san[0] == 'N' && strcmp(san + strlen(san) - 2, "f3") == 0;
                tby_pos_play(&pos, g->items[i].move);
            }
    }
    tby__filter_init(&filter);
    MUST(m,
         tby__filter_set(&filter, tby_str_of("move"), tby_str_of("Nf3"), &err));
    MUST(m, tby_store_moves(m->store, &filter, 0, 10, &hits));
    assert_int_equal(hits.total, knights);
    for (size_t i = 0; i < hits.n; i++)
        assert_non_null(game_of(m, (uint32_t)hits.hits[i].game));
    tby_hits_free(&hits);
    assert_int_equal(ask_sql(m, "SELECT count(*) FROM games"), live);
    assert_int_equal(ask_sql(m, "SELECT ifnull(sum(id), 0) FROM games"), ids);
    if (!all)
        return;
    assert_int_equal(ask_sql(m, "SELECT count(*) FROM moves"), plies);
    uint32_t id = random_id(m);
    if (!id)
        return;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM moves WHERE game_id = %u",
             id);
    assert_int_equal(ask_sql(m, sql), game_of(m, id)->plies);
    tby_pos pos = random_pos(m);
    struct fen_text fen = fen_of(&pos);
    char by_fen[256];
    snprintf(by_fen, sizeof by_fen,
             "SELECT ifnull((SELECT games FROM positions WHERE fen='%s'), 0)",
             fen.s);
    assert_int_equal(ask_sql(m, by_fen), count_passing(m, &pos, NULL));
}

static void hear_problem(void *ctx, const tby_store_problem *p)
{
    (void)ctx;
    print_error("%s, games %llu to %llu: %s\n", p->part,
                (unsigned long long)p->first, (unsigned long long)p->last,
                p->text);
}

static void check_soundness(model *m)
{
    tby_store_check_job job = {
        .all = true, .work = {.memory = 64u << 20}, .problem = hear_problem};
    tby_store_checked sum;

    MUST(m, tby_store_check(m->store, &job, &sum));
    assert_int_equal(sum.problems, 0);
}

static void check_all(model *m)
{
    tby_pos start = tby_pos_start();
    uint64_t live, plies;
    tby_store_facts facts;
    bool all;

    check_games(m, &live, &plies);
    check_players(m);
    all = tby_store_waiting(m->store) == 0;
    check_moves(m, live, plies, all);
    MUST(m, tby_store_info(m->store, &facts));
    assert_int_equal(facts.games, live);
    assert_int_equal(facts.plies, plies);
    if (!all || !m->pool_n)
        return;
    check_position(m, &start, NULL);
    check_position(m, &start, "Falk");
    for (unsigned i = 0; i < 6; i++) {
        tby_pos pos = random_pos(m);
        check_position(m, &pos, rng_chance(&m->r, 70) ? NULL : "Falk");
    }
    if (rng_chance(&m->r, 25))
        check_soundness(m);
}

/* --- the tests ------------------------------------------------------------*/

static void open_model(model *m, const char *name)
{
    *m = (model){.r = rng_for(name)};
    snprintf(m->path, sizeof m->path, "/tmp/tabiya-changes-%d.tdb", getpid());
    unlink(m->path);
    m->pool = calloc(POOL, sizeof *m->pool);
    assert_non_null(m->pool);
    memset(m->now.game, 0xff, sizeof m->now.game);
    assert_int_equal(tby__packer_open(&m->packer), TBY_OK);
    for (size_t i = 0; i < BASES; i++) {
        tby_game_init(&m->base[i], NULL);
        add_random_line(&m->r, 0, &m->base[i], tby_pos_start(), 12, 0);
    }
    open_it(m);
}

static void close_model(model *m)
{
    tby_store_close(m->store);
    unlink(m->path);
    tby__packer_close(m->packer);
    for (int i = 0; i < m->pool_n; i++)
        tby_game_free(&m->pool[i]);
    for (size_t i = 0; i < BASES; i++)
        tby_game_free(&m->base[i]);
    free(m->pool);
    free(m);
}

static void any_order_of_changes(void **state)
{
    enum { STEPS = 120 };
    model *m = calloc(1, sizeof *m);
    unsigned kinds[6] = {0};

    (void)state;
    assert_non_null(m);
    open_model(m, __func__);
    check_all(m);
    undo(m);
    add(m, 200);
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned kind = rng_below(&m->r, 100);
        kind = kind < 25   ? 0
               : kind < 45 ? 1
               : kind < 65 ? 2
               : kind < 85 ? 3
               : kind < 92 ? 4
                           : 5;
        kinds[kind]++;
        if (kind == 0)
            add(m, 1 + rng_below(&m->r, rng_chance(&m->r, 20) ? 150 : 5));
        else if (kind == 1)
            change_some(m, 1 + rng_below(&m->r, 30), false);
        else if (kind == 2)
            change_some(m, 1 + rng_below(&m->r, 12), true);
        else if (kind == 3)
            undo(m);
        else if (kind == 4)
            optimize(m);
        else
            open_it(m);
        check_all(m);
    }
    check_soundness(m);
    printf("%u added, %u deleted, %u edited, %u undone, %u optimised, "
           "%u opened; %u places\n",
           kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5],
           m->now.places);
    close_model(m);
}

static void nothing_is_left(void **state)
{
    model *m = calloc(1, sizeof *m);

    (void)state;
    assert_non_null(m);
    open_model(m, __func__);
    add(m, 120);
    for (unsigned i = 0; i < 40; i++)
        change_some(m, 30, false);
    check_all(m);
    while (random_id(m))
        change_some(m, 30, false);
    check_all(m);
    optimize(m);
    check_all(m);
    check_soundness(m);
    add(m, 30);
    assert_int_equal(m->now.places, 150);
    check_all(m);
    undo(m);
    check_all(m);
    optimize(m);
    check_all(m);
    check_soundness(m);
    close_model(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_of_changes),
        cmocka_unit_test(nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
