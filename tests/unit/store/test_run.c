/* test_run.c - the index next to going through all games. */
#include "store/index/run.h"
#include "support/data.h"
#include "unit/store/run.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void check_world(world *w, uint32_t first, uint32_t games)
{
    run_job job = world_job(w, first, games);

    assert_int_equal(world_run(w, &job), TBY_OK);
    check_run(w, first, games);
}

/* --- small worlds ---------------------------------------------------------*/

static void play_line(world *w, const char *const *sans, uint32_t n)
{
    tby_move moves[64];
    tby_pos start = tby_pos_start(), pos = start;

    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(sans[i], "--") == 0)
            moves[i] = TBY_MOVE_NULL;
        else
            assert_int_equal(tby_san_parse(&pos, tby_str_of(sans[i]),
                                           TBY_SAN_TOLERANT, &moves[i], NULL),
                             TBY_OK);
        tby_pos_play(&pos, moves[i]);
    }
    world_add(w, &start, false, moves, n, (run_fact){{0, 0}, 0, 0});
}

#define LINE(w, ...)                                                           \
    play_line(w, (const char *const[]){__VA_ARGS__},                           \
              LENGTH(((const char *const[]){__VA_ARGS__})))

static void a_transposition_is_found_with_the_moves_of_all(void **state)
{
    world w = {0};
    run_found *found = malloc(sizeof *found);
    uint32_t id;
    tby_pos pos = tby_pos_start();

    (void)state;
    LINE(&w, "d4", "Nf6", "c4", "e6", "Nc3");
    LINE(&w, "c4", "e6", "d4", "Nf6", "Nf3");
    LINE(&w, "c4", "Nf6", "d4", "e6");
    world_pack(&w);
    check_world(&w, 1, 3);
    for (uint32_t i = 0; i < 4; i++)
        tby_pos_play(&pos, w.games[0].moves[i]);
    run_source source = world_source(&w);
    assert_int_equal(tby__run_find(&w.head, &source, pos.key, found), TBY_OK);
    assert_int_equal(found->games, 3);
    assert_int_equal(found->moves_n, 3);
    for (uint32_t i = 0; i < 3; i++)
        if (found->moves[i].code == STORE_ENDED) {
            assert_int_equal(tby__run_list(&w.head, &source, found, i, &id),
                             TBY_OK);
            assert_int_equal(id, 3);
        }
    free(found);
    world_free(&w);
}

static void a_game_counts_once_with_the_move_of_its_first_visit(void **state)
{
    world w = {0};
    run_found *found = malloc(sizeof *found);

    (void)state;
    LINE(&w, "Nf3", "Nf6", "Ng1", "Ng8", "e4");
    LINE(&w, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8");
    LINE(&w, "--", "--", "d4");
    world_pack(&w);
    check_world(&w, 1, 3);
    run_source source = world_source(&w);
    assert_int_equal(
        tby__run_find(&w.head, &source, tby_pos_start().key, found), TBY_OK);
    assert_int_equal(found->games, 3);
    assert_int_equal(found->moves_n, 2);
    assert_int_equal(found->moves[0].games, 2);
    free(found);
    world_free(&w);
}

static void games_without_moves(void **state)
{
    world w = {0};
    tby_pos start = tby_pos_start();
    run_found *found = malloc(sizeof *found);

    (void)state;
    for (unsigned n = 1; n <= 300; n++) {
        world_add(&w, &start, false, NULL, 0, (run_fact){{0, 0}, 0, 0});
        if (n != 1 && n != 2 && n != STORE_MANY && n != 300)
            continue;
        world_pack(&w);
        check_world(&w, 1, n);
    }
    run_source source = world_source(&w);
    assert_int_equal(tby__run_find(&w.head, &source, 12345, found), TBY_DONE);
    free(found);
    world_free(&w);
}

static void no_games_are_no_rows(void **state)
{
    world w = {0};
    run_job job = world_job(&w, 1, 0);
    run_found *found = malloc(sizeof *found);

    (void)state;
    assert_int_equal(world_run(&w, &job), TBY_OK);
    assert_int_equal(w.pages_n + w.lists_n, 0);
    run_source source = world_source(&w);
    assert_int_equal(tby__run_find(&w.head, &source, 1, found), TBY_DONE);
    free(found);
    world_free(&w);
}

/* --- random and real games ------------------------------------------------*/

static void random_games_of_every_kind(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned round = 0; round < 12; round++) {
        world w = {0};
        uint32_t n = 1 + rng_below(&r, 700);
        for (uint32_t i = 0; i < n; i++)
            world_add_random(
                &w, &r, rng_chance(&r, 80) ? ORTHODOX : (int)rng_below(&r, 3),
                rng_below(&r, 12), rng_below(&r, 90));
        world_pack(&w);
        uint32_t first = 1 + rng_below(&r, n);
        check_world(&w, 1, n);
        check_world(&w, first, 1 + rng_below(&r, n - first + 1));
        world_free(&w);
    }
}

static void real_games(void **state)
{
    rng r = rng_for(__func__);
    bytes text = shared_file("pgn/otb-30k.pgn.zst");
    world w = {0};

    (void)state;
    if (!text.p) {
        skip_without_shared(1);
        return;
    }
    world_add_pgn(&w, str_of(text), 3000, &r);
    assert_int_equal(w.n, 3000);
    world_pack(&w);
    check_world(&w, 1, 3000);
    check_world(&w, 700, 1500);
    free(text.p);
    world_free(&w);
}

/* --- one index, however it is made ----------------------------------------*/

static void check_same(const world *a, const world *b)
{
    assert_int_equal(a->pages_n, b->pages_n);
    assert_int_equal(a->lists_n, b->lists_n);
    assert_memory_equal(&a->head, &b->head, sizeof a->head);
    for (uint32_t i = 0; i < a->pages_n; i++) {
        assert_int_equal(a->pages[i].number, b->pages[i].number);
        assert_int_equal(a->pages[i].n, b->pages[i].n);
        assert_memory_equal(a->pages[i].p, b->pages[i].p, a->pages[i].n);
    }
    for (uint32_t i = 0; i < a->lists_n; i++) {
        assert_int_equal(a->lists[i].n, b->lists[i].n);
        assert_memory_equal(a->lists[i].p, b->lists[i].p, a->lists[i].n);
    }
}

static void memory_and_threads_change_nothing(void **state)
{
    rng r = rng_for(__func__);
    world w = {0};

    (void)state;
    for (uint32_t i = 0; i < 4000; i++)
        world_add_random(&w, &r, ORTHODOX, 8, 60);
    world_pack(&w);
    run_job job = world_job(&w, 1, w.n);
    assert_int_equal(world_run(&w, &job), TBY_OK);
    for (unsigned i = 0; i < 18; i++) {
        static const unsigned threads[] = {1, 4, 1, 3, 2, 1};
        static const size_t memory[] = {256 << 20, 256 << 20, 2000000,
                                        500000,    100000,    0};
        /* a temporary file here, none, and one that cannot be made */
        static const char *const beside[] = {"here", NULL, "no such/here"};
        world other = w;
        other.pages = other.lists = NULL;
        other.pages_n = other.lists_n = 0;
        job = world_job(&other, 1, w.n);
        job.threads = threads[i % 6];
        job.memory = memory[i % 6];
        job.beside = beside[i / 6];
        assert_int_equal(world_run(&other, &job), TBY_OK);
        check_same(&w, &other);
        /* games are replayed once, or once for each pass */
        if (job.beside == beside[0] || job.memory == memory[0])
            assert_int_equal(other.progress, w.progress);
        else if (job.memory <= 500000)
            assert_true(other.progress > w.progress);
        drop_rows(&other.pages, &other.pages_n);
        drop_rows(&other.lists, &other.lists_n);
    }
    check_run(&w, 1, w.n);
    world_free(&w);
}

/* --- a temporary file that fails ------------------------------------------*/

/* Temporary files of this process that have no name any more, each cut to
 * nothing; how many there are. */
static unsigned cut_temporary(void)
{
    DIR *folder = opendir("/proc/self/fd");
    unsigned n = 0;

    assert_non_null(folder);
    for (const struct dirent *e; (e = readdir(folder)) != NULL;) {
        char name[512], target[512] = "";
        snprintf(name, sizeof name, "/proc/self/fd/%s", e->d_name);
        if (readlink(name, target, sizeof target - 1) > 0 &&
            strstr(target, "/tabiya-") && strstr(target, " (deleted)")) {
            assert_int_equal(ftruncate(atoi(e->d_name), 0), 0);
            n++;
        }
    }
    closedir(folder);
    return n;
}

static void cut_and_progress(void *ctx, uint64_t done, uint64_t total)
{
    cut_temporary();
    world_progress(ctx, done, total);
}

static void a_temporary_file_that_fails(void **state)
{
    rng r = rng_for(__func__);
    world w = {0};
    struct rlimit all, few;

    (void)state;
    for (uint32_t i = 0; i < 4000; i++)
        world_add_random(&w, &r, ORTHODOX, 8, 60);
    world_pack(&w);
    run_job job = world_job(&w, 1, w.n);
    assert_int_equal(world_run(&w, &job), TBY_OK);

    /* No room, from the beginning and after a while: passes do it. */
    world other = w;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    few = all;
    for (few.rlim_cur = 0; few.rlim_cur < 1200000; few.rlim_cur += 400000) {
        other.pages = other.lists = NULL;
        other.pages_n = other.lists_n = 0;
        job = world_job(&other, 1, w.n);
        job.memory = 400000;
        job.beside = "here";
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
        assert_int_equal(world_run(&other, &job), TBY_OK);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
        assert_true(other.progress > w.progress);
        check_same(&w, &other);
        drop_rows(&other.pages, &other.pages_n);
        drop_rows(&other.lists, &other.lists_n);
    }

    /* What was written is not there: that is reported. */
    job.progress = cut_and_progress;
    assert_int_equal(world_run(&other, &job), TBY_E_IO_READ);
    assert_int_equal(cut_temporary(), 0);
    drop_rows(&other.pages, &other.pages_n);
    drop_rows(&other.lists, &other.lists_n);
    world_free(&w);
}

/* --- games that were noted when they were read ----------------------------*/

enum { POSTINGS_MAX = 64 };

typedef struct postings {
    store_postings_builder *builder;
    store_postings *at[POSTINGS_MAX];
    size_t n;
    uint32_t
        ids[4096]; /* of the games of the postings in the making, 0: none */
    uint32_t games;
} postings;

static void note(postings *s, const world_game *g, uint32_t id)
{
    uint64_t keys[2048];
    store_code codes[2048];
    tby_pos pos = g->start;

    for (uint32_t i = 0; i < g->plies; i++) {
        keys[i] = pos.key;
        codes[i] = tby__code_of(&pos, g->moves[i]);
        tby_pos_play(&pos, g->moves[i]);
    }
    keys[g->plies] = pos.key;
    assert_int_equal(tby__postings_builder_add(s->builder, keys, codes,
                                               g->plies, g->start.turn),
                     TBY_OK);
    s->ids[s->games++] = id;
}

static void end_postings(postings *s)
{
    assert_true(s->n < POSTINGS_MAX);
    assert_int_equal(tby__postings_builder_give(s->builder, &s->at[s->n]),
                     TBY_OK);
    for (uint32_t i = 0; i < s->games; i++)
        tby__postings_set(s->at[s->n], i, s->ids[i]);
    s->n++;
    s->games = 0;
}

/* The games from `from` on, with others among them that are not stored. */
static void note_games(postings *s, const world *w, uint32_t from, rng *r)
{
    for (uint32_t id = from; id <= w->n; id++) {
        if (rng_below(r, 5) == 0)
            note(s, &w->games[rng_below(r, w->n)], 0);
        note(s, &w->games[id - 1], id);
        if (rng_below(r, 100) == 0)
            end_postings(s);
    }
    end_postings(s);
}

static void postings_free(postings *s)
{
    for (size_t i = 0; i < s->n; i++)
        tby__postings_free(s->at[i]);
    tby__postings_builder_close(s->builder);
    free(s);
}

/* The same run again, with the games from `postings_from` on out of the
 * postings. */
static void check_postings(const world *w, const run_job *plain,
                           const postings *s, uint32_t postings_from,
                           size_t memory)
{
    world other = *w;

    other.pages = other.lists = NULL;
    other.pages_n = other.lists_n = 0;
    run_job job = world_job(&other, plain->first, plain->games);
    job.memory = memory;
    job.beside = memory % 3 ? "here" : NULL;
    job.postings_from = postings_from;
    job.postings = s->at;
    job.postings_n = s->n;
    assert_int_equal(world_run(&other, &job), TBY_OK);
    check_same(w, &other);
    drop_rows(&other.pages, &other.pages_n);
    drop_rows(&other.lists, &other.lists_n);
}

static void postings_change_nothing(void **state)
{
    rng r = rng_for(__func__);
    world w = {0};

    (void)state;
    for (uint32_t i = 0; i < 1500; i++)
        world_add_random(&w, &r, (int)rng_below(&r, KINDS), 6, 50);
    world_pack(&w);
    for (unsigned round = 0; round < 8; round++) {
        postings *s = calloc(1, sizeof *s);
        uint32_t from = 1 + rng_below(&r, w.n);
        uint32_t first = 1 + rng_below(&r, w.n);
        uint32_t games = w.n + 1 - first;
        assert_non_null(s);
        assert_int_equal(tby__postings_builder_open(&s->builder), TBY_OK);
        note_games(s, &w, from, &r);
        if (round % 2)
            games -= rng_below(&r, games); /* others follow */
        drop_rows(&w.pages, &w.pages_n);
        drop_rows(&w.lists, &w.lists_n);
        run_job job = world_job(&w, first, games);
        assert_int_equal(world_run(&w, &job), TBY_OK);
        uint32_t most = first > from ? first : from;
        check_postings(&w, &job, s, most, (size_t)64 << 20);
        check_postings(&w, &job, s, most, 200000);
        /* some of their games have been replayed, or some are missing */
        check_postings(&w, &job, s, most + 1, (size_t)64 << 20);
        check_postings(&w, &job, s, first, (size_t)64 << 20);
        check_postings(&w, &job, s, 0, (size_t)64 << 20);
        postings_free(s);
    }
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transposition_is_found_with_the_moves_of_all),
        cmocka_unit_test(a_game_counts_once_with_the_move_of_its_first_visit),
        cmocka_unit_test(games_without_moves),
        cmocka_unit_test(no_games_are_no_rows),
        cmocka_unit_test(random_games_of_every_kind),
        cmocka_unit_test(real_games),
        cmocka_unit_test(memory_and_threads_change_nothing),
        cmocka_unit_test(a_temporary_file_that_fails),
        cmocka_unit_test(postings_change_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
