/* test_learn.c - codes learned from games whose codes follow a known rule. */
#include "unit/openings/search_names.h"
/* above: it calls other things text */
#include "support/games.h"
#include "tabiya/relations.h"
#include "work/openings/learn.h"

static const char NAMES[] = "eco\tname\tpgn\n"
                            "B00\tKing's Pawn\t1. e4\n"
                            "C20\tOpen Game\t1. e4 e5\n"
                            "C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n"
                            "B20\tSicilian\t1. e4 c5\n";

/* How the games of the collection are coded: by their beginning. */
static const struct {
    const char *moves, *code;
} RULE[] = {
    {"e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "C70"}, /* the names lack it */
    {"e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "C68"},
    {"e4 e5 Nf3 Nc6 Bb5 Nf6", "C65"},
    {"e4 e5 Nf3 Nc6 Bb5 d6", "C60"}, /* as the names say, and more often */
    {"e4 e5 Nf3 Nc6 Bb5 f5", "C60"},
    {"e4 c5 c3", "B22"},
    {"e4 c5 Nc3", "B99"}, /* and against it */
    {"e4 c5 Nf3", "B99"},
    {"d4 d5", "D00"},     /* nothing of it is in the names */
    {"Nf3 c5 e4", "B99"}, /* another way to the Sicilian */
    {"e4 e5 Nf3 Nc6 Bc4", "C20"},
};

/* A game that begins with a line and goes on at random. */
static void add_game(rng *r, text *t, const char *moves, const char *code,
                     unsigned number)
{
    tby_pos p = tby_pos_start();
    tby_game g;
    char player[16];

    tby_game_init(&g, NULL);
    snprintf(player, sizeof player, "P%u", number);
    add_tag(&g, "White", player);
    if (code)
        add_tag(&g, "ECO", code);
    for (const char *at = moves; *at;) {
        size_t n = strcspn(at, " ");
        tby_move m;
        must(tby_san_parse(&p, (tby_str){at, n}, TBY_SAN_STRICT, &m, NULL));
        must(tby_game_add_item(&g,
                               (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        tby_pos_play(&p, m);
        at += n + strspn(at + n, " ");
    }
    add_random_line(r, 0, &g, p, rng_below(r, 30), 0);
    g.has_result = true;
    write_game(t, &g);
    tby_game_free(&g);
}

/* Every line as often; one game in `wrong` has another code than it should. */
static text collection(rng *r, unsigned n, unsigned wrong)
{
    text t = {NULL, 0, 0};

    for (unsigned i = 0; i < n; i++) {
        size_t k = i % LENGTH(RULE);
        bool slip = wrong && rng_below(r, wrong) == 0;
        add_game(r, &t, RULE[k].moves, slip ? "E99" : RULE[k].code, i);
    }
    add_game(r, &t, "e4", NULL, n);
    add_game(r, &t, "e4", "?", n + 1);
    return t;
}

typedef struct lesson {
    library l;
    tby_learn *learn;
} lesson;

static void open_lesson(lesson *s, unsigned hold, uint32_t least)
{
    tby_openings *t = NULL;

    must(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL));
    add_tsv(t, "eco_tsv", tby_str_of(NAMES));
    open_library(&s->l, t);
    must(tby_learn_open(&s->learn, &(tby_learn_options){.names = &s->l.names,
                                                        .hold = hold,
                                                        .least = least}));
}

static void close_lesson(lesson *s)
{
    tby_learn_close(s->learn);
    close_library(&s->l);
}

static void read_all(lesson *s, const text *t, unsigned threads, size_t block)
{
    tby_games_job job = {.threads = threads, .block = block};
    tby_games_result result;

    for (int stage = 0; stage < TBY_LEARN_STAGES; stage++) {
        must(tby_learn_begin(s->learn, (tby_learn_stage)stage));
        job.visitor = tby_learn_visitor(s->learn);
        must(tby_games_read_memory(&job, t->p, t->n, &result));
        assert_int_equal(result.sum.faults, 0);
    }
}

/* The code that a line has among the rows, "" if it is none of them. */
static const char *code_of(const tby_learn *l, const char *moves)
{
    tby_line line;
    const char *code = "";

    must(tby_line_parse(tby_str_of(moves), NULL, &line, NULL, NULL));
    size_t i = tby_openings_find(tby_learn_rows(l), &line.pos);
    if (i != TBY_OPENINGS_NONE)
        code = tby_openings_at(tby_learn_rows(l), i)->code;
    tby_line_free(&line);
    return code;
}

static void rules_are_learned(void **state)
{
    rng r = rng_for(__func__);
    text t = collection(&r, 1000, 0);
    lesson s;

    (void)state;
    open_lesson(&s, 200, 3);
    read_all(&s, &t, 1, 0);
    tby_learn_sum n = tby_learn_summary(s.learn);
    assert_int_equal(n.games, 1002);
    assert_int_equal(n.tagged, 1000);
    CHECK(n.held > 120 && n.held < 290, "%llu held back",
          (unsigned long long)n.held);
    /* three lines of eleven were right before */
    /* c5 c3 d6 Nf3 and c5 Nf3 d6 c3 have two codes: moves at random may lead
     * there, once in a while */
    CHECK(n.agree[TBY_LEARN_LEARNED] + 3 >= n.held, "%llu of %llu are right",
          (unsigned long long)n.agree[TBY_LEARN_LEARNED],
          (unsigned long long)n.held);
    CHECK(n.agree[TBY_LEARN_ALL] < n.held / 2, "%llu right without learning",
          (unsigned long long)n.agree[TBY_LEARN_ALL]);
    assert_string_equal(code_of(s.learn, "e4 e5 Nf3 Nc6 Bb5 Nf6"), "C65");
    assert_string_equal(code_of(s.learn, "e4 e5 Nf3 Nc6 Bb5 d6"), "");
    assert_string_equal(code_of(s.learn, "e4 c5"), "B99"); /* most of it */
    assert_string_equal(code_of(s.learn, "e4 c5 c3"), "B22");
    assert_string_equal(code_of(s.learn, "e4 c5 Nc3"), "");
    assert_string_equal(code_of(s.learn, "e4 e5"), "");
    close_lesson(&s);
    text_free(&t);
}

/* Rows that only wrong tags can have made. */
static size_t slips(const tby_learn *l)
{
    size_t n = 0;

    for (size_t i = 0; i < tby_openings_count(tby_learn_rows(l)); i++)
        n += strcmp(tby_openings_at(tby_learn_rows(l), i)->code, "E99") == 0;
    return n;
}

/* A few wrong tags change hardly any row or answer. */
static void slips_are_not_learned(void **state)
{
    rng r = rng_for(__func__);
    text t = collection(&r, 2000, 20);
    lesson s;

    (void)state;
    open_lesson(&s, 100, 3);
    read_all(&s, &t, 2, 0);
    tby_learn_sum n = tby_learn_summary(s.learn);
    CHECK(n.agree[TBY_LEARN_LEARNED] * 100 >= n.held * 88,
          "%llu of %llu are right",
          (unsigned long long)n.agree[TBY_LEARN_LEARNED],
          (unsigned long long)n.held);
    /* three games of a rare position may all have slipped, once in a while */
    CHECK(slips(s.learn) <= 1, "%zu slips were learned", slips(s.learn));
    close_lesson(&s);
    text_free(&t);
}

/* Rows have a line that leads to them, and the name they come from. */
static void rows_can_be_used(void **state)
{
    rng r = rng_for(__func__);
    text t = collection(&r, 500, 0);
    lesson s;

    (void)state;
    open_lesson(&s, 0, 3);
    read_all(&s, &t, 1, 0);
    const tby_openings *rows = tby_learn_rows(s.learn);
    assert_true(tby_openings_count(rows) >= 5);
    for (size_t i = 0; i < tby_openings_count(rows); i++) {
        const tby_opening *o = tby_openings_at(rows, i);
        tby_pos p = tby_pos_start();
        assert_true(o->line && o->name.n);
        for (uint32_t k = 0; k < o->plies; k++) {
            assert_int_equal(tby_pos_judge(&p, o->line[k]), TBY_OK);
            tby_pos_play(&p, o->line[k]);
        }
        assert_true(tby_pos_same(&p, &o->pos));
        assert_true(tby_eco_index(o->code) >= 0);
        if (strcmp(o->code, "C65") == 0)
            assert_true(tby_str_is(o->name, "Ruy Lopez"));
        if (strcmp(o->code, "D00") == 0)
            assert_true(tby_str_is(o->name, "D00")); /* for want of another */
    }
    assert_int_equal(tby_learn_summary(s.learn).held, 0);
    close_lesson(&s);
    text_free(&t);
}

static void threads_and_blocks_change_nothing(void **state)
{
    rng r = rng_for(__func__);
    text t = collection(&r, 600, 10);
    lesson one, other;

    (void)state;
    open_lesson(&one, 100, 3);
    read_all(&one, &t, 1, 0);
    open_lesson(&other, 100, 3);
    read_all(&other, &t, 3, 5000);
    tby_learn_sum a = tby_learn_summary(one.learn);
    tby_learn_sum b = tby_learn_summary(other.learn);
    assert_memory_equal(&a, &b, sizeof a);
    for (size_t i = 0; i < a.rows; i++) {
        const tby_opening *x = tby_openings_at(tby_learn_rows(one.learn), i);
        const tby_opening *y = tby_openings_at(tby_learn_rows(other.learn), i);
        assert_string_equal(x->code, y->code);
        assert_true(tby_pos_same(&x->pos, &y->pos));
    }
    close_lesson(&one);
    close_lesson(&other);
    text_free(&t);
}

static void nothing_comes_of_nothing(void **state)
{
    text t = {NULL, 0, 0};
    lesson s;

    (void)state;
    text_puts(&t,
              "1. e4 *\n\n[ECO \"C20\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - "
              "0 1\"]\n\n1. e4 *\n");
    open_lesson(&s, 100, 1);
    read_all(&s, &t, 1, 0);
    assert_int_equal(tby_learn_summary(s.learn).games, 2);
    assert_int_equal(tby_learn_summary(s.learn).tagged, 0);
    assert_int_equal(tby_learn_summary(s.learn).rows, 0);
    close_lesson(&s);
    tby_learn_close(NULL);
    text_free(&t);
}

/* --- bounds ----------------------------------------------------------------*/

/* More positions than there is room for: those met often are still known. */
static void rare_positions_are_forgotten(void **state)
{
    enum { MANY = 5000000, OFTEN = 1000 };
    rng r = rng_for(__func__), again = r;
    tby_key_counts t = {.cap_most = 1 << 22, .forget = true};
    uint32_t n;

    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        must(tby_key_counts_add(&t, rng_next(&r)));
        must(tby_key_counts_add(&t, i % OFTEN));
    }
    CHECK(t.cap <= 1 << 22, "%zu slots", t.cap);
    for (unsigned i = 0; i < OFTEN; i++)
        assert_int_equal(tby_key_counts_get(&t, i), MANY / OFTEN);
    must(tby_key_counts_number(&t, 2, OFTEN, &n));
    assert_int_equal(n, OFTEN);
    assert_int_equal(tby_key_counts_get(&t, rng_next(&again)), 0);
    for (unsigned i = 0; i < OFTEN; i++)
        CHECK(tby_key_counts_get(&t, i) >= 1 &&
                  tby_key_counts_get(&t, i) <= OFTEN,
              "%u", tby_key_counts_get(&t, i));
    tby_key_counts_free(&t);
}

static void too_many_games_are_thinned(void **state)
{
    enum { MANY = 3000000 };
    rng r = rng_for(__func__);
    learn_store s = {.words = NULL};
    const uint32_t at[] = {1, 0, 3, 4, 5};
    size_t word = 0, n = 0;
    learn_game g;

    (void)state;
    for (unsigned i = 0; i < MANY; i++)
        must(tby__learn_store_add(&s,
                                  &(learn_game){.code = (uint16_t)(i % 500),
                                                .answer = 7,
                                                .first = 9,
                                                .n = LENGTH(at),
                                                .at = at},
                                  (uint32_t)rng_next(&r)));
    for (size_t begin = 0; tby__learn_store_next(&s, &word, &g);
         begin = word, n++) {
        assert_true(g.code < 500 && g.first == 9 && g.n == LENGTH(at));
        assert_memory_equal(g.at, at, sizeof at);
        tby__learn_store_answer(&s, begin, 8);
    }
    CHECK(s.cap <= 16 << 20 && s.thin == 1, "%zu words", s.cap);
    CHECK(n > MANY * 45u / 100 && n < MANY * 55u / 100, "%zu games", n);
    word = 0;
    assert_true(tby__learn_store_next(&s, &word, &g) && g.answer == 8);
    tby__learn_store_free(&s);
}

/* --- real games ------------------------------------------------------------*/

/* The built-in names are right for three games of four. */
static void shared_games_teach(void **state)
{
    tby_names builtin = tby_names_builtin();
    lesson s = {.learn = NULL};
    text t;

    (void)state;
    if (!load_shared("pgn/otb-30k.pgn.zst", &t)) {
        print_message("  the games are not there\n");
        skip();
    }
    must(tby_learn_open(
        &s.learn,
        &(tby_learn_options){.names = &builtin, .hold = 100, .least = 3}));
    read_all(&s, &t, 2, 0);
    tby_learn_sum n = tby_learn_summary(s.learn);
    print_message("  of %llu games %llu agree, %llu after learning\n",
                  (unsigned long long)n.held,
                  (unsigned long long)n.agree[TBY_LEARN_ALL],
                  (unsigned long long)n.agree[TBY_LEARN_LEARNED]);
    assert_int_equal(n.agree[TBY_LEARN_ALL], n.agree[TBY_LEARN_BUILTIN]);
    assert_true(n.agree[TBY_LEARN_ALL] * 100 > n.held * 70);
    assert_true(n.agree[TBY_LEARN_LEARNED] * 100 > n.held * 84);
    tby_learn_close(s.learn);
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_learned),
        cmocka_unit_test(slips_are_not_learned),
        cmocka_unit_test(rows_can_be_used),
        cmocka_unit_test(threads_and_blocks_change_nothing),
        cmocka_unit_test(nothing_comes_of_nothing),
        cmocka_unit_test(rare_positions_are_forgotten),
        cmocka_unit_test(too_many_games_are_thinned),
        cmocka_unit_test(shared_games_teach),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
