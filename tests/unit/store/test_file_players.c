/* test_file_players.c - players found by name, and their games by player. */
#include "core/game/players.h"
#include "store/query/compiled_filter.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"
#include "store/store.h"
#include "unit/store/made.h"

/* --- rows -----------------------------------------------------------------*/

enum { PLAYERS = 3000, ROWS = 400, RUN = 50000 };

typedef struct rows {
    uint32_t n, last[ROWS];
    char *row[ROWS];
    size_t bytes[ROWS];
} rows;

static tby_rc keep_row(void *ctx, uint32_t last, tby_str bytes)
{
    rows *r = ctx;

    assert_true(r->n < ROWS);
    r->last[r->n] = last;
    r->bytes[r->n] = bytes.n;
    r->row[r->n] = malloc(bytes.n);
    assert_non_null(r->row[r->n]);
    memcpy(r->row[r->n++], bytes.p, bytes.n);
    return TBY_OK;
}

static void free_rows(rows *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        free(r->row[i]);
}

/* The games of a player; some have many, most have few, some none. */
static uint32_t games_of(uint32_t player, uint32_t *games)
{
    rng r = {rng_seed() * 7 + player};
    uint32_t step = player == 77 ? 3 : rng_chance(&r, 5) ? 300 : 30000, n = 0;

    if (player != 77 && rng_chance(&r, 10))
        return 0;
    for (uint32_t at = rng_below(&r, step); at < 2 * RUN;
         at += 1 + rng_below(&r, step))
        games[n++] = at;
    return n;
}

static tby_rc open_player(const rows *r, uint32_t player, run_player *out)
{
    const run_head head = {.first = 1001, .games = RUN};
    uint32_t i = 0;

    while (i < r->n && r->last[i] < player)
        i++;
    if (i == r->n)
        return TBY_DONE;
    return tby__run_player_open(out, &head, r->last[i],
                                (tby_str){r->row[i], r->bytes[i]}, player);
}

static void check_player(const rows *r, uint32_t player, uint32_t *games)
{
    uint32_t n = games_of(player, games), game = 0, i = 0;
    run_player p;
    bool black = false;
    tby_rc rc = open_player(r, player, &p);

    if (n == 0) {
        CHECK(rc == TBY_DONE, "player %u: %s", player, tby_rc_name(rc));
        return;
    }
    for (; rc == TBY_OK; i++) {
        rc = tby__run_player_next(&p, &game, &black);
        if (rc != TBY_OK)
            break;
        CHECK(i < n && game == 1001 + games[i] / 2 && black == games[i] % 2,
              "player %u, game %u", player, i);
    }
    CHECK(rc == TBY_DONE && i == n, "player %u: %u games, %s", player, i,
          tby_rc_name(rc));
}

static void make_rows(rows *r, uint32_t *games)
{
    run_players p = {.games = RUN, .ctx = r, .put = keep_row};

    (void)rng_seed();
    for (uint32_t player = 1; player < PLAYERS; player++) {
        uint32_t n = games_of(player, games);
        if (n)
            assert_int_equal(tby__run_players_add(&p, player, games, n),
                             TBY_OK);
    }
    assert_int_equal(tby__run_players_end(&p), TBY_OK);
    tby__run_players_free(&p);
}

static void players_come_back(void **state)
{
    uint32_t *games = malloc(2 * (size_t)RUN * sizeof *games);
    rows r = {.n = 0};
    uint32_t large = 0;
    run_player p;

    (void)state;
    assert_non_null(games);
    make_rows(&r, games);
    for (uint32_t player = 1; player < PLAYERS; player++)
        check_player(&r, player, games);
    assert_int_equal(open_player(&r, PLAYERS, &p), TBY_DONE);
    for (uint32_t i = 0; i < r.n; i++)
        large += r.bytes[i] > STORE_ROW_BYTES;
    assert_true(r.n > 5);
    assert_int_equal(large, 1); /* player 77 */
    free_rows(&r);
    free(games);
}

static void damage_is_noticed(void **state)
{
    uint32_t *games = malloc(2 * (size_t)RUN * sizeof *games);
    rng random = rng_for(__func__);
    rows r = {.n = 0};
    run_player p;

    (void)state;
    assert_non_null(games);
    make_rows(&r, games);
    for (int i = 0; i < 2000; i++) {
        uint32_t row = rng_below(&random, r.n);
        size_t at = rng_below(&random, (unsigned)r.bytes[row]);
        char before = r.row[row][at];
        r.row[row][at] = (char)(before ^ 1 << rng_below(&random, 8));
        assert_int_equal(open_player(&r, r.last[row], &p), TBY_E_STORE_DAMAGED);
        r.row[row][at] = before;
    }
    r.last[0]++; /* a row in the place of another */
    assert_int_equal(open_player(&r, 1, &p), TBY_E_STORE_DAMAGED);
    free_rows(&r);
    free(games);
}

/* --- a file ---------------------------------------------------------------*/

/* Compares with the columns. */
static void check_games_of(store_file *f, uint32_t player)
{
    uint32_t next = 1, id, white, black;

    for (size_t run = 0; run < tby__rows_runs(f); run++) {
        run_player p;
        bool is_black;
        tby_rc rc = tby__rows_player(f, run, player, &p);
        while (rc == TBY_OK &&
               (rc = tby__run_player_next(&p, &id, &is_black)) == TBY_OK) {
            for (; next <= id; next++) {
                MUST(f, tby__rows_value(f, STORE_WHITE, next, &white));
                MUST(f, tby__rows_value(f, STORE_BLACK, next, &black));
                CHECK(next == id || (white != player && black != player),
                      "player %u: game %u is missing", player, next);
            }
            CHECK((is_black ? black : white) == player, "player %u: game %u",
                  player, id);
            if (!is_black && black == player) {
                rc = tby__run_player_next(&p, &id, &is_black);
                CHECK(rc == TBY_OK && id == next - 1 && is_black,
                      "player %u: both sides of game %u", player, next - 1);
            }
        }
        CHECK(rc == TBY_DONE, "player %u: %s", player, tby_rc_name(rc));
    }
    for (; next <= tby__rows_indexed(f); next++) {
        MUST(f, tby__rows_value(f, STORE_WHITE, next, &white));
        MUST(f, tby__rows_value(f, STORE_BLACK, next, &black));
        CHECK(white != player && black != player,
              "player %u: game %u is missing", player, next);
    }
}

static void index_games(store_file *f, uint32_t first, uint32_t games,
                        size_t memory)
{
    const tby_store_work options = {.memory = memory, .threads = 1};

    MUST(f, tby__file_make_index(f, first, games, &options));
}

static void games_are_those_of_the_columns(void **state)
{
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    (void)state;
    add_games(f, 1, 6000);
    index_games(f, 1, 2000, 1 << 20);
    index_games(f, 2001, 2999, 1 << 20);
    index_games(f, 5000, 1001, 64 << 10); /* not all players at once */
    for (int turn = 0; turn < 2; turn++) {
        MUST(f, tby_store_hold(&f->base));
        for (uint32_t player = 1; player <= tby__rows_names_n(f, STORE_PLAYER);
             player += 7)
            check_games_of(f, player);
        tby_store_release(&f->base);
        index_games(f, 1, 6000, 64 << 20);
    }
    tby_store_close(&f->base);
    forget_path(&p);
}

/* Rows do not depend on how much was gathered at once. */
static void memory_changes_nothing(void **state)
{
    rows few = {.n = 0}, all = {.n = 0};
    run_players a = {.ctx = &few, .put = keep_row};
    run_players b = {.ctx = &all, .put = keep_row};
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    (void)state;
    add_games(f, 1, 5000);
    index_all(f);
    MUST(f, tby_store_hold(&f->base));
    MUST(f, tby__rows_make_players(f, 1, 5000, 1000, &a));
    MUST(f, tby__rows_make_players(f, 1, 5000, 64 << 20, &b));
    tby_store_release(&f->base);
    assert_int_equal(few.n, all.n);
    for (uint32_t i = 0; i < all.n; i++) {
        assert_int_equal(few.last[i], all.last[i]);
        assert_int_equal(few.bytes[i], all.bytes[i]);
        assert_memory_equal(few.row[i], all.row[i], all.bytes[i]);
    }
    tby__run_players_free(&a);
    tby__run_players_free(&b);
    free_rows(&few);
    free_rows(&all);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- names ----------------------------------------------------------------*/

typedef struct fitting {
    bool *fits;
    tby_str wanted;
    uint32_t n, names;
    int best;
    bool all;
} fitting;

/* As compiled_filter.h has it: what is written so, or has the same words and
 * begins with one and ', .-'; or else whatever fits best. */
static tby_rc fits_by_name(void *ctx, uint32_t id, tby_str name)
{
    fitting *x = ctx;
    tby_player_wanted w;
    int rank = 5 * tby__name_fits(name, x->wanted);
    bool begun = x->wanted.n && x->wanted.p[x->wanted.n - 1] == '*';

    tby_player_want(&w, x->wanted);
    if (!rank && !begun)
        rank = (int)tby_player_judge(&w, name);
    if (rank == TBY_PLAYER_SAME) {
        tby_player_want(&w, name);
        rank += w.words.word[0].at == 0 && w.words.word[0].n < STORE_FOLD &&
                strchr(", .-", w.words.text[w.words.word[0].n]) != NULL;
    }
    if (rank > x->best) {
        memset(x->fits, 0, x->names + 1);
        x->n = 0;
        x->best = rank;
    }
    x->fits[id] = rank && (rank == x->best || x->all);
    x->n += x->fits[id];
    return TBY_OK;
}

static tby_rc fits_by_fold(void *ctx, uint32_t id)
{
    fitting *x = ctx;

    CHECK(x->fits[id], "player %u does not fit %.*s", id, (int)x->wanted.n,
          x->wanted.p);
    x->fits[id] = false;
    x->n--;
    return TBY_OK;
}

static void check_wanted(store_file *f, tby_str wanted)
{
    uint32_t names = tby__rows_names_n(f, STORE_PLAYER);
    fitting x = {calloc(names + 1, 1), wanted, 0, names, 0, false};

    assert_non_null(x.fits);
    MUST(f, tby__rows_names(f, STORE_PLAYER, fits_by_name, &x));
    MUST(f, tby__player_match(f, wanted, false, fits_by_fold, &x));
    CHECK(x.n == 0, "%u players do not fit '%.*s'", x.n, (int)wanted.n,
          wanted.p);
    free(x.fits);
}

/* Names that are long, that fold to more or fewer bytes, that differ late. */
static size_t make_name_of(rng *r, char *to)
{
    static const char *const parts[] = {"a",           "A",    "\xc3\xa9", "e",
                                        "\xc3\x9f",    "ss",   "\xcc\x81", " ",
                                        "*",           "\xff", "\xce\xa9", ",",
                                        "\xe1\xbb\x85"}; /* e, in Vietnam */
    uint32_t n = rng_below(r, rng_chance(r, 50) ? 6 : 90);
    size_t at = 0;

    for (uint32_t i = 0; i < n; i++) {
        const char *part = parts[n > 6 && i < n - 3 ? i % 3 : rng_below(r, 13)];
        memcpy(to + at, part, strlen(part));
        at += strlen(part);
    }
    return at;
}

static void names_are_found_as_they_fit(void **state)
{
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    char name[400];

    (void)state;
    MUST(f, begin_batch(f, fingerprint_of(1)));
    for (int i = 0; i < 1500; i++) {
        made_game g;
        uint64_t id = 0;
        make_game(&g, (uint32_t)i + 1);
        g.packed.names[STORE_WHITE] = (tby_str){name, make_name_of(&r, name)};
        MUST(f, tby_store_append(&f->base, &g.packed, &id));
    }
    MUST(f, tby_store_commit(&f->base));
    MUST(f, tby_store_hold(&f->base));
    for (int i = 0; i < 1500; i++) {
        size_t n = make_name_of(&r, name);
        if (rng_chance(&r, 40))
            name[n++] = '*';
        check_wanted(f, (tby_str){name, n});
    }
    check_wanted(f, (tby_str){"", 0});
    check_wanted(f, (tby_str){"*", 1});
    tby_store_release(&f->base);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- check ----------------------------------------------------------------*/

static void run_guarded_sql(const path *p, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(
        sqlite3_open_v2(p->file, &db, SQLITE_OPEN_READWRITE, tby__guard_vfs()),
        SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
          sqlite3_errmsg(db));
    assert_true(sqlite3_changes(db) > 0);
    sqlite3_close(db);
}

/* Made games have other faults: their names are any bytes. */
static void count_problem(void *ctx, const tby_store_problem *problem)
{
    if (strstr(problem->text, "layer") && !strstr(problem->text, "UTF-8"))
        ++*(uint32_t *)ctx;
}

static uint32_t problems_of(const path *p)
{
    uint32_t n = 0;
    const tby_store_check_job job = {.sample = 1,
                                     .work = {.memory = 64 << 20},
                                     .ctx = &n,
                                     .problem = count_problem};
    tby_store_checked checked;
    tby_store *s;

    assert_int_equal(tby_store_open(&s, p->file, TBY_STORE_READ), TBY_OK);
    assert_int_equal(tby_store_check(s, &job, &checked), TBY_OK);
    tby_store_close(s);
    return n;
}

static void what_is_wrong_is_told(void **state)
{
#define FIRST "(SELECT min(id) FROM run_players)"
#define LAST  "(SELECT max(id) FROM run_players)"
    static const char *const wrongs[] = {
        "DELETE FROM player_folds WHERE id = 5",
        "UPDATE player_folds SET id = 6 WHERE id = 5",
        "UPDATE player_folds SET fold = x'2b2b' WHERE id = 5",
        "INSERT INTO player_folds VALUES(x'61', 3)",
        "INSERT INTO player_folds VALUES(x'61', 123456789)",
        "DELETE FROM run_players WHERE id = " FIRST,
        "UPDATE run_players SET id = id + 1 WHERE id = " LAST,
        "UPDATE run_players SET data = zeroblob(9) WHERE id = " FIRST,
        "INSERT INTO run_players SELECT id + 9, data FROM run_players"
        " WHERE id = " LAST,
        "INSERT INTO run_players SELECT id - 1, data FROM run_players"
        " WHERE id = " LAST,
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(wrongs); i++) {
        path p = new_path();
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        add_games(f, 1, 2000);
        index_all(f);
        tby_store_close(&f->base);
        assert_int_equal(problems_of(&p), 0);
        run_guarded_sql(&p, wrongs[i]);
        CHECK(problems_of(&p) > 0, "%s", wrongs[i]);
        forget_path(&p);
    }
}

/* Until version 4 fewer letters folded to those they are built on. */
static void older_files_fold_their_players_again(void **state)
{
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    (void)state;
    add_games(f, 1, 2000);
    index_all(f);
    tby_store_close(&f->base);
    run_guarded_sql(&p,
                    "DELETE FROM player_folds WHERE id = 7;"
                    "UPDATE player_folds SET fold = CAST(fold || 'x' AS BLOB);"
                    "PRAGMA user_version = 3");
    assert_int_equal(open_rows(&f, p.file, TBY_STORE_READ), TBY_E_STORE_OLDER);
    tby_store_close(&f->base);
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_CHANGE)));
    assert_int_equal(problems_of(&p), 0);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_come_back),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(games_are_those_of_the_columns),
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(names_are_found_as_they_fit),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(older_files_fold_their_players_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
