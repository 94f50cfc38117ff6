/* test_pgn_damage.c - a damaged game costs that game alone: of the intact games
 * of a file, at least 99 in 100 (of games without tags, 96) are found again as
 * they were, for every kind of damage and every seed.  TBY_RUNS=n makes n files
 * of each kind. */
#include "core/game/pgn/start.h"
#include "support/damage.h"

enum { GAMES = 300, RUNS = 3, BASE_RUNS = 2 };

typedef struct base {
    text text;
    tby_str *slice;
    games games;
    uint64_t left_out; /* kinds of damage that nobody could see through */
    unsigned lost;     /* so many in a hundred may be lost, or so many at all */
} base;

static void base_free(base *b)
{
    text_free(&b->text);
    free(b->slice);
    games_free(&b->games);
}

/* Cuts the text into its games, each with the empty line after it. */
static base base_of(text t)
{
    base b = {t, NULL, read_games(text_str(&t), TBY_PGN_ALL), 0, 1};

    assert_true(b.games.n > 2 && b.games.errors == 0);
    b.slice = malloc(b.games.n * sizeof *b.slice);
    assert_non_null(b.slice);
    for (size_t i = 0; i < b.games.n; i++) {
        size_t end = i + 1 < b.games.n ? b.games.report[i + 1].begin : t.n;
        size_t at = b.games.report[i].begin;
        b.slice[i] = (tby_str){t.p + at, end - at};
    }
    return b;
}

/* How the games of a file look. */
typedef enum dress { WITH_TAGS, BARE, ON_ONE_LINE } dress;

/* What is written after a ; needs the end of a line. */
static void drop_rests(tby_game *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->items_n; i++)
        if (g->items[i].kind != TBY_ITEM_COMMENT ||
            tby_pgn_fits_braces(tby_game_text(g, g->items[i].text)))
            g->items[n++] = g->items[i];
    g->items_n = n;
}

static void put_dressed(text *t, tby_game *g, dress how)
{
    size_t from = t->n;

    if (how == BARE)
        g->tags_n = 0;
    if (how == ON_ONE_LINE)
        drop_rests(g);
    write_game(t, g);
    for (size_t i = from; how == ON_ONE_LINE && i < t->n; i++)
        if (t->p[i] == '\n')
            t->p[i] = ' ';
}

/* Random play-outs, plain and with everything. */
static base made_up(rng *r, dress how)
{
    static const unsigned styles[] = {
        0,
        0,
        WITH_COMMENTS | WITH_NAGS,
        WITH_CLOCKS,
        WITH_COMMENTS | WITH_NAGS | WITH_VARIATIONS,
        WITH_CLOCKS | WITH_COMMENTS | WITH_NAGS | WITH_VARIATIONS};
    text t = {NULL, 0, 0};
    tby_game g;

    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < GAMES; i++) {
        int kind = how == BARE || rng_chance(r, 80) ? ORTHODOX
                                                    : (int)rng_below(r, KINDS);
        random_game(r, kind, styles[rng_below(r, LENGTH(styles))], i,
                    5 + rng_below(r, 80), &g);
        put_dressed(&t, &g, how);
    }
    tby_game_free(&g);
    return base_of(t);
}

/* The 314 games that ../shared/data/pgn/damaged was made from, but the last,
 * which is cut there. */
static bool over_the_board(base *b)
{
    text s;

    if (!load_shared("pgn/damaged/crlf.pgn", &s)) {
        print_message("  skipped: no %s/data\n", shared_dir());
        return false;
    }
    text lf = {NULL, 0, 0};
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '\r')
            text_add(&lf, s.p + i, 1);
    while (lf.n && memcmp(lf.p + lf.n, "[Event", 6) != 0)
        lf.n--;
    text_free(&s);
    *b = base_of(lf);
    return true;
}

/* --- counting ----------------------------------------------------------------
 */

typedef struct tally {
    size_t intact, lost, blamed; /* blamed: found, but said to be faulty */
    double worst;                /* share lost in one file, percent */
    uint64_t worst_seed;
} tally;

/* The game that was read from the bytes around `at`. */
static size_t game_around(const games *all, size_t at)
{
    size_t low = 0, high = all->n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (all->report[mid].end <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* TBY_SHOW=1: what stands around the first game that is lost. */
static void show_loss(const damaged *d, size_t i, const char *kind)
{
    size_t from = d->begin[i] > 200 ? d->begin[i] - 200 : 0;
    size_t to = (i + 1 < d->n ? d->begin[i + 1] : d->text.n) + 300;

    to = to < d->text.n ? to : d->text.n;
    if (getenv("TBY_SHOW"))
        printf("--- %s: game %zu at byte %zu is lost:\n%.*s\n---\n", kind, i,
               d->begin[i], (int)(to - from), d->text.p + from);
}

/* Lines that are empty, or begin with spaces, stay so in comments: then all
 * else has to be as it was. */
static bool is_same(damage_kind kind, const games *a, size_t i, const games *b,
                    size_t k)
{
    const tby_game *x = &a->game[i], *y = &b->game[k];

    if (kind != DAMAGE_ENDS_TWICE && kind != DAMAGE_CR_CR_LF &&
        kind != DAMAGE_INDENTED)
        return tby_game_same(x, y);
    return x->tags_n == y->tags_n && x->items_n == y->items_n &&
           x->plies == y->plies && a->report[i].key == b->report[k].key;
}

static void check_damaged(const base *b, const damaged *d, damage_kind kind,
                          uint64_t seed, tally *sum)
{
    games all = read_games(text_str(&d->text), TBY_PGN_ALL);
    size_t lost = 0;

    for (size_t i = 0; i < d->n; i++) {
        if (!d->intact[i])
            continue;
        size_t k = game_around(&all, d->begin[i]);
        bool found = k < all.n && is_same(kind, &b->games, i, &all, k);
        if (!found && !lost)
            show_loss(d, i, DAMAGE_NAMES[kind]);
        lost += !found;
        sum->blamed += found && all.report[k].error.code != TBY_OK;
    }
    double share = d->intact_n ? 100.0 * (double)lost / (double)d->intact_n : 0;
    if (share > sum->worst) {
        sum->worst = share;
        sum->worst_seed = seed;
    }
    sum->intact += d->intact_n;
    sum->lost += lost;
    games_free(&all);
}

static unsigned runs_of(unsigned runs)
{
    const char *asked = getenv("TBY_RUNS");

    return asked ? (unsigned)strtoul(asked, NULL, 10) : runs;
}

static void check_all_kinds(const base *b, rng *r, unsigned runs)
{
    for (int kind = 0; kind < DAMAGE_KINDS; kind++) {
        if (b->left_out & UINT64_C(1) << kind)
            continue;
        tally sum = {0, 0, 0, 0, 0};
        for (unsigned run = 0; run < runs; run++) {
            rng own = {rng_next(r)};
            uint64_t seed = own.state;
            unsigned share = 2 + rng_below(&own, run % 3 ? 30 : 99);
            damaged d =
                damage((damage_kind)kind, &own, b->slice, b->games.n, share);
            check_damaged(b, &d, (damage_kind)kind, seed, &sum);
            damaged_free(&d);
        }
        printf("  %-16s %3u files, %6zu intact, %3zu lost (%.3f %%), worst "
               "file %.2f %%, %zu blamed\n",
               DAMAGE_NAMES[kind], runs, sum.intact, sum.lost,
               100.0 * (double)sum.lost / (double)(sum.intact + !sum.intact),
               sum.worst, sum.blamed);
        /* A single one may be lost where few are left: a stray ';' before a tag
         * makes it a comment of the game before, and no reader can know better.
         * Files have too few games to be judged one by one. */
        EXPECT(sum.lost * 100 <= b->lost * sum.intact || sum.lost <= b->lost,
               "%s: %zu of %zu intact games lost, most with seed %" PRIu64,
               DAMAGE_NAMES[kind], sum.lost, sum.intact, sum.worst_seed);
        EXPECT(sum.blamed * 100 <= sum.intact, "%s: %zu sound games blamed",
               DAMAGE_NAMES[kind], sum.blamed);
    }
}

static void made_up_games_survive(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, WITH_TAGS);

    (void)state;
    assert_int_equal(b.games.n, GAMES);
    check_all_kinds(&b, &r, runs_of(RUNS));
    base_free(&b);
    end_rows();
}

/* Without tags, numbers and results are all there is to find a game by. */
static void bare_games_survive(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, BARE);

    (void)state;
    assert_int_equal(b.games.n, GAMES);
    /* a comment between two results on one line is of either game, and a line
     * of noise may be a comment that is closed in the next */
    b.left_out = UINT64_C(1) << DAMAGE_ONE_LINE | UINT64_C(1) << DAMAGE_JUNK;
    b.lost = 4;
    check_all_kinds(&b, &r, runs_of(BASE_RUNS));
    base_free(&b);
    end_rows();
}

static void games_on_one_line_survive(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, ON_ONE_LINE);

    (void)state;
    assert_int_equal(b.games.n, GAMES);
    check_all_kinds(&b, &r, runs_of(BASE_RUNS));
    base_free(&b);
    end_rows();
}

static void real_games_survive(void **state)
{
    rng r = rng_for(__func__);
    base b;

    (void)state;
    if (!over_the_board(&b))
        skip();
    assert_int_equal(b.games.n, 313);
    check_all_kinds(&b, &r, runs_of(BASE_RUNS));
    base_free(&b);
    end_rows();
}

/* Games with nothing damaged are all there, or the rest proves nothing. */
static void without_damage_nothing_is_lost(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, WITH_TAGS);
    tally sum = {0, 0, 0, 0, 0};

    (void)state;
    damaged d = damage(DAMAGE_BITS, &r, b.slice, b.games.n, 0);
    assert_int_equal(d.intact_n, GAMES);
    check_damaged(&b, &d, DAMAGE_BITS, 0, &sum);
    assert_int_equal(sum.lost, 0);
    assert_int_equal(sum.blamed, 0);
    damaged_free(&d);
    base_free(&b);
    end_rows();
}

/* A start that cannot be played from is written as it was, and is refused
 * again. */
static bool is_playable(const tby_game *g)
{
    tby_str variant = tby_game_tag(g, "Variant");

    return (!tby_game_tag(g, "FEN").p || g->setup) &&
           (!variant.p || g->chess960);
}

/* The sound part of a damaged file can be written and read again. */
static void what_is_kept_can_be_written(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, WITH_TAGS);

    (void)state;
    for (int kind = 0; kind < DAMAGE_KINDS; kind++) {
        damaged d = damage((damage_kind)kind, &r, b.slice, 60, 60);
        games all = read_games(text_str(&d.text), TBY_PGN_ALL);
        for (size_t i = 0; i < all.n; i++)
            if (is_playable(&all.game[i]))
                check_round_trip(&all.game[i], DAMAGE_NAMES[kind]);
        games_free(&all);
        damaged_free(&d);
    }
    base_free(&b);
    end_rows();
}

/* Both passes see the same games, faults and main lines. */
static void the_quick_pass_recovers_alike(void **state)
{
    rng r = rng_for(__func__);
    base b = made_up(&r, WITH_TAGS);

    (void)state;
    for (int kind = 0; kind < DAMAGE_KINDS; kind++) {
        tally sum = {0, 0, 0, 0, 0};
        damaged d = damage((damage_kind)kind, &r, b.slice, b.games.n, 20);
        games quick = read_games(text_str(&d.text), TBY_PGN_MAINLINE);
        for (size_t i = 0; i < d.n; i++) {
            size_t k = game_around(&quick, d.begin[i]);
            if (!d.intact[i])
                continue;
            sum.intact++;
            sum.lost += k >= quick.n ||
                        quick.game[k].plies != b.games.game[i].plies ||
                        quick.report[k].key != b.games.report[i].key ||
                        quick.game[k].tags_n != b.games.game[i].tags_n ||
                        quick.game[k].result != b.games.game[i].result;
        }
        EXPECT(sum.lost * 100 <= sum.intact, "%s: %zu of %zu lost",
               DAMAGE_NAMES[kind], sum.lost, sum.intact);
        games_free(&quick);
        damaged_free(&d);
    }
    base_free(&b);
    end_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_damage_nothing_is_lost),
        cmocka_unit_test(made_up_games_survive),
        cmocka_unit_test(bare_games_survive),
        cmocka_unit_test(games_on_one_line_survive),
        cmocka_unit_test(real_games_survive),
        cmocka_unit_test(what_is_kept_can_be_written),
        cmocka_unit_test(the_quick_pass_recovers_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
