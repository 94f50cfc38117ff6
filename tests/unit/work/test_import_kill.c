/* test_import_kill.c - an import that is killed at any moment, fifty times, and
 * then finished, has every game once; and who reads meanwhile sees one moment
 * of it. */
#include "unit/work/imported.h"

#include "io/system/clock.h"
#include "support/fork.h"

#include <signal.h>

enum { GAMES = 1500, BATCH = 60, KILLS = 50 };

static unsigned seen_waiting; /* kills that left games without an index */

/* Imports in a process of its own, which is killed after so many seconds unless
 * it has finished.  True if it has. */
static bool import_until(const char *database, double seconds)
{
    double start = tby_clock_now();
    int status = 0;
    pid_t child = fork_alone();

    if (child == 0) {
        tby_import_options options = {.threads = 2, .batch = BATCH};
        import_with(database, path_of("games.pgn"), &options);
        _exit(0);
    }
    while (tby_clock_now() - start < seconds) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        CHECK(ended >= 0, "waitpid");
        if (ended == child) {
            CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "the import failed with %d", status);
            return true;
        }
        tby_clock_sleep(0.0005);
    }
    kill(child, SIGKILL);
    CHECK(waitpid(child, &status, 0) == child, "waitpid");
    return WIFEXITED(status);
}

/* All that is stored is found by header, what is indexed by position too, and
 * the answer says how many games it knows nothing of. */
static void ask_all(tby_store *s, uint64_t stored)
{
    tby_pos start = tby_pos_start();
    tby_position_answer answer;
    tby_games_answer found;
    tby_players_answer players;
    store_filter filter;
    uint64_t played = 0;

    tby__filter_init(&filter);
    must(tby_store_hold(s));
    must(tby_store_find(s, &filter, TBY_BY_ID, 0, 0, &found));
    must(tby_store_players(s, (tby_str){NULL, 0}, NULL, 0, 0, &players));
    must(tby_store_position(s, &start, NULL, NULL, &answer));
    for (size_t i = 0; i < players.n; i++)
        played += players.rows[i].white.games + players.rows[i].black.games;
    CHECK(found.total == tby_store_games(s) && found.total >= stored &&
              played == 2 * found.total,
          "%llu games of %llu found, %llu of players",
          (unsigned long long)found.total, (unsigned long long)stored,
          (unsigned long long)played);
    CHECK(answer.score.games + answer.waiting == found.total &&
              answer.waiting == tby_store_waiting(s),
          "%llu games begin at the start and %llu wait, of %llu",
          (unsigned long long)answer.score.games,
          (unsigned long long)answer.waiting, (unsigned long long)found.total);
    if (found.total) {
        tby_game game;
        tby_game_init(&game, NULL);
        must(tby_store_game(s, (uint32_t)found.total, &game));
        tby_game_free(&game);
    }
    tby_store_release(s);
    tby_games_free(&found);
    tby_players_free(&players);
    tby_position_free(&answer);
}

/* What is there after a kill is whole batches, some of them not yet indexed. */
static uint64_t look_at(const char *database)
{
    tby_store_facts facts;
    tby_store *s = NULL;

    if (tby_store_open(&s, path_of(database), TBY_STORE_READ) != TBY_OK) {
        /* killed before there was one */
        tby_store_close(s);
        return 0;
    }
    must(tby_store_info(s, &facts));
    uint64_t stored = facts.games;
    CHECK(stored % BATCH == 0 || stored == GAMES, "%llu games",
          (unsigned long long)stored);
    ask_all(s, stored);
    seen_waiting += facts.waiting != 0;
    tby_store_close(s);
    return stored;
}

static void fifty_kills_lose_nothing_and_repeat_nothing(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, GAMES);
    unsigned kills = 0, rounds = 0;

    (void)state;
    put_file("games.pgn", text_str(&all));
    double start = tby_clock_now();
    CHECK(import_until("whole.tdb", 60), "too slow");
    double whole = tby_clock_now() - start;
    text wanted = games_of("whole.tdb");

    for (; kills < KILLS; rounds++) {
        uint64_t stored = 0;
        while (
            !import_until("killed.tdb", whole * rng_below(&r, 1000) / 1000)) {
            uint64_t now = look_at("killed.tdb");
            CHECK(now >= stored, "%llu games after %llu",
                  (unsigned long long)now, (unsigned long long)stored);
            stored = now;
            kills++;
        }
        text got = games_of("killed.tdb");
        CHECK(got.n == wanted.n && memcmp(got.p, wanted.p, got.n) == 0,
              "other games after %u kills", kills);
        text_free(&got);
        check_database("killed.tdb");
        remove_database("killed.tdb");
    }
    printf("%u kills in %u imports of %.2f s, %u left games without an index\n",
           kills, rounds, whole, seen_waiting);
    CHECK(seen_waiting > 0, "every kill came before or after the work");
    remove_database("whole.tdb");
    text_free(&wanted);
    text_free(&all);
}

/* --- readers --------------------------------------------------------------*/

/* Every game begins at the start, so that its position has them all. */
static uint32_t ask(tby_store *s)
{
    tby_pos start = tby_pos_start();
    tby_position_wanted wanted = {15, 15};
    tby_position_answer answer;
    tby_games_answer found;
    store_filter filter;
    uint64_t moves = 0;

    tby__filter_init(&filter);
    must(tby_store_position(s, &start, NULL, &wanted, &answer));
    for (size_t i = 0; i < answer.moves_n; i++)
        moves += answer.moves[i].score.games;
    CHECK(moves + answer.ended.score.games == answer.score.games,
          "moves of %llu games, of %llu", (unsigned long long)moves,
          (unsigned long long)answer.score.games);
    uint32_t n = (uint32_t)answer.score.games;
    tby_position_free(&answer);
    must(tby_store_find(s, &filter, TBY_BY_ID, 0, 1, &found));
    CHECK(found.total >= n, "%llu games after %u",
          (unsigned long long)found.total, n);
    tby_games_free(&found);
    return n;
}

/* One index, at the end. */
static void import_in_batches(const char *database, const text *all)
{
    tby_import_options options = {.threads = 1, .batch = 100};

    put_file("all.pgn", text_str(all));
    import_with(database, path_of("all.pgn"), &options);
}

/* Parts, each with an index of its own. */
static void import_in_parts(const char *database, const text *all)
{
    tby_import_options options = {.threads = 1, .batch = 100};
    tby_import *imp;
    tby_rc file;
    tby_store *w = open_store(database, TBY_STORE_WRITE);
    games parts = read_games(text_str(all), TBY_PGN_ALL);

    must(tby_import_open(&imp, w, &options));
    for (size_t i = 0; i < parts.n; i += 100) {
        text some = {NULL, 0, 0};
        for (size_t k = i; k < i + 100 && k < parts.n; k++)
            write_game(&some, &parts.game[k]);
        put_file("part.pgn", text_str(&some));
        must(tby_import_file(imp, path_of("part.pgn"), &file));
        must(tby_import_finish(imp));
    }
    tby_import_close(imp);
    tby_store_close(w);
}

/* A process that imports as soon as *go is written to. */
static pid_t import_later(void (*import)(const char *, const text *),
                          const char *database, const text *all, int *go)
{
    int ends[2];
    char byte;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork_alone();
    if (child == 0) {
        if (read(ends[0], &byte, 1) != 1)
            _exit(1);
        import(database, all);
        _exit(0);
    }
    close(ends[0]);
    *go = ends[1];
    return child;
}

static void who_reads_during_an_import_sees_one_moment(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, GAMES);
    uint32_t last = 0, changes = 0, asked = 0;
    int status = 0, go;

    (void)state;
    put_text_file("first.pgn", "[White \"First\"]\n\n1. e4 e5 1-0\n");
    import_file("read.tdb", path_of("first.pgn"));
    pid_t child = import_later(import_in_parts, "read.tdb", &all, &go);
    tby_store *s = open_store("read.tdb", TBY_STORE_READ);
    assert_int_equal(write(go, "x", 1), 1);
    while (waitpid(child, &status, WNOHANG) == 0) {
        uint32_t now = ask(s);
        CHECK(now >= last && (now - 1) % 100 == 0, "%u games after %u", now,
              last);
        changes += now != last;
        last = now;
        asked++;
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the import failed");
    assert_int_equal(ask(s), GAMES + 1);
    printf("asked %u times, %u different answers\n", asked, changes);
    CHECK(changes > 2, "nothing was seen of it");
    close(go);
    tby_store_close(s);
    check_database("read.tdb");
    remove_database("read.tdb");
    text_free(&all);
}

/* Who reads beside an import that has not come to its index yet. */
static void who_reads_during_an_import_sees_every_batch(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, GAMES);
    uint32_t last = 1, changes = 0, waiting = 0;
    int status = 0, go;

    (void)state;
    put_text_file("first.pgn", "[White \"First\"]\n[Black \"Second\"]\n\n"
                               "1. e4 e5 1-0\n");
    import_file("beside.tdb", path_of("first.pgn"));
    pid_t child = import_later(import_in_batches, "beside.tdb", &all, &go);
    tby_store *s = open_store("beside.tdb", TBY_STORE_READ);
    assert_int_equal(write(go, "x", 1), 1);
    while (waitpid(child, &status, WNOHANG) == 0) {
        ask_all(s, last);
        uint32_t now = (uint32_t)tby_store_games(s);
        CHECK((now - 1) % 100 == 0, "%u games after %u", now, last);
        waiting += now > 1 && tby_store_waiting(s) == now - 1;
        changes += now != last;
        last = now;
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the import failed");
    printf("%u different answers before the index\n", changes);
    CHECK(changes > 0 && waiting > 0, "nothing was seen of it");
    ask_all(s, GAMES + 1);
    assert_int_equal(tby_store_waiting(s), 0);
    close(go);
    tby_store_close(s);
    remove_database("beside.tdb");
    text_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifty_kills_lose_nothing_and_repeat_nothing),
        cmocka_unit_test(who_reads_during_an_import_sees_one_moment),
        cmocka_unit_test(who_reads_during_an_import_sees_every_batch),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
