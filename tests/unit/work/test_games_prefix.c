/* test_games_prefix.c - what the reader of PGN makes of a text that goes on
 * stays, whatever follows, and where it may be cut a game begins: a file is
 * read in blocks that end anywhere. */
#include "tabiya/tabiya.h"

#include "unit/work/damage.h"
#include "work/games/int.h"

enum { MOST = 200 };

typedef struct reading {
    tby_pgn_report report[MOST];
    size_t tags[MOST], items[MOST];
    size_t n;
    tby_rc rc; /* that came instead of the next game */
} reading;

/* Reads a copy, after which there is nothing. */
static void read_prefix(const text *t, size_t n, tby_pgn_mode mode,
                        reading *out)
{
    char *copy = malloc(n ? n : 1);
    tby_game game;
    tby_pgn pgn;

    assert_non_null(copy);
    memcpy(copy, t->p, n);
    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, (tby_str){copy, n}, mode);
    pgn.more = n < t->n;
    out->n = 0;
    while ((out->rc = tby_pgn_next(&pgn, &game, &out->report[out->n])) ==
           TBY_OK) {
        out->tags[out->n] = game.tags_n;
        out->items[out->n++] = game.items_n;
        assert_true(out->n < MOST);
    }
    tby_game_free(&game);
    free(copy);
}

static bool same_game(const reading *a, const reading *b, size_t i)
{
    const tby_pgn_report *x = &a->report[i], *y = &b->report[i];

    return x->begin == y->begin && x->end == y->end &&
           x->error.code == y->error.code && x->error.at == y->error.at &&
           x->key == y->key && x->latin1 == y->latin1 &&
           a->tags[i] == b->tags[i] && a->items[i] == b->items[i];
}

static void compare(const text *t, size_t n, const reading *whole,
                    const reading *part)
{
    assert_int_equal(part->rc, TBY_E_MORE);
    for (size_t i = 0; i < part->n; i++)
        if (i >= whole->n || !same_game(whole, part, i)) {
            printf("game %zu of the first %zu bytes of\n%.*s\n", i, n,
                   (int)t->n, t->p);
            fail();
        }
}

static void check_cut(const text *t, size_t n, const reading *whole)
{
    const games_block b = {.p = t->p, .n = n, .more = true};
    size_t cut = tby__games_cut((tby_str){t->p, n}), i = 0;

    if (!cut || cut <= tby__games_preface(&b))
        return;
    while (i < whole->n && whole->report[i].begin != cut)
        i++;
    if (i == whole->n) {
        printf("no game begins at %zu of\n%.*s\n", cut, (int)t->n, t->p);
        fail();
    }
}

/* TBY_RUNS=n makes n texts. */
static void prefixes_stay_as_they_are(void **state)
{
    static reading whole, part;
    rng r = rng_for(__func__);
    const char *asked = getenv("TBY_RUNS");
    unsigned long rounds = asked ? strtoul(asked, NULL, 10) : 1000;

    (void)state;
    for (unsigned long round = 0; round < rounds; round++) {
        tby_pgn_mode mode = rng_chance(&r, 70) ? TBY_PGN_ALL : TBY_PGN_MAINLINE;
        text t = random_games(&r, 1 + rng_below(&r, 8));

        damage(&r, &t);
        read_prefix(&t, t.n, mode, &whole);
        assert_int_equal(whole.rc, TBY_DONE);
        for (size_t n = 0; n < t.n; n++) {
            read_prefix(&t, n, mode, &part);
            compare(&t, n, &whole, &part);
            check_cut(&t, n, &whole);
        }
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
