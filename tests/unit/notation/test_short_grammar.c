/* test_short_grammar.c - the shortest notation on random positions, next to
 * another way to find it: write down every string of the grammar for every
 * move, each letter in every reading, and see which strings only one move has.
 *
 * That other way knows nothing of sets and templates.  What is captured, check
 * and mate it takes from SAN, the squares from UCI. */
#include "support/positions.h"

#include <string.h>

/* A few of one kind of piece on an otherwise nearly empty board. */
static tby_pos crowd(rng *r)
{
    static const tby_role roles[] = {TBY_QUEEN, TBY_KNIGHT, TBY_BISHOP,
                                     TBY_ROOK, TBY_PAWN};
    tby_pos p = tby_pos_start();
    tby_setup s;

    do {
        tby_role role = roles[rng_below(r, LENGTH(roles))];
        bool pawn = role == TBY_PAWN;
        s = (tby_setup){.turn = (tby_color)rng_below(r, 2),
                        .ep = TBY_NO_SQUARE};
        for (tby_color c = TBY_WHITE; c <= TBY_BLACK; c++)
            s.board[empty_square(r, &s, 0, 7)] = tby_piece_of(c, TBY_KING);
        for (unsigned n = 2 + rng_below(r, 7); n > 0; n--)
            s.board[empty_square(r, &s, pawn, pawn ? 6 : 7)] =
                tby_piece_of(s.turn, role);
        for (unsigned n = rng_below(r, 5); n > 0; n--)
            s.board[empty_square(r, &s, 0, 7)] =
                tby_piece_of(s.turn ^ 1, roles[rng_below(r, 4)]);
    } while (tby_pos_from_setup(&s, 0, &p, NULL) != TBY_OK);
    return p;
}

static tby_pos any_position(rng *r, int i)
{
    int kind = i % (KINDS + 1);

    return kind < KINDS ? random_position(r, kind) : crowd(r);
}

/* --- every string of the grammar --------------------------------------------
 */

enum { LONGEST = 4, MANY = 1 << 18 };

/* A string that fits a move: up to LONGEST characters in four bytes, and which
 * way of reading it does.  A `first` reading takes a letter for a piece where
 * it can. */
typedef struct entry {
    uint32_t text;
    uint16_t move, weight;
    bool first;
} entry;

typedef struct grammar {
    entry *at;
    size_t n;
} grammar;

typedef struct said {
    char text[16];
    size_t n;
    unsigned weight;
    bool letter_first, letter_behind_x, coordinate;
} said;

/* What can be said of a move, as text. */
typedef struct described {
    char piece, captured, becomes, from[2], to[2];
    bool check, mate;
} described;

static void add(said *s, char c, unsigned weight)
{
    s->text[s->n++] = c;
    s->weight += weight;
}

static uint32_t pack(const char *text, size_t n)
{
    uint32_t out = 0;

    memcpy(&out, text, n);
    return out;
}

static void enter(grammar *g, const said *s, uint16_t move, bool first)
{
    if (s->n > LONGEST)
        return;
    CHECK(g->n < MANY, "too many strings");
    g->at[g->n++] =
        (entry){pack(s->text, s->n), move, (uint16_t)s->weight, first};
}

/* ["+"] ["#"], as far as they are true */
static void say_signs(grammar *g, const said *s, const described *d,
                      uint16_t move, bool first)
{
    enter(g, s, move, first);
    if (d->check) {
        said check = *s;
        add(&check, '+', 512);
        enter(g, &check, move, first);
        if (d->mate) {
            add(&check, '#', 1024);
            enter(g, &check, move, first);
        }
    }
    if (d->mate) {
        said mate = *s;
        add(&mate, '#', 1024);
        enter(g, &mate, move, first);
    }
}

/* ["=" / piece of promotion].  Without a coordinate before it that piece is at
 * the place of another letter unless that one is there as well. */
static void say_promotion(grammar *g, const said *s, const described *d,
                          uint16_t move, bool takes)
{
    say_signs(g, s, d, move, true);
    if (!d->becomes)
        return;
    said sign = *s, letter = *s;
    add(&sign, '=', 256);
    say_signs(g, &sign, d, move, true);
    add(&letter, d->becomes, 128);
    bool after =
        s->coordinate || (takes ? s->letter_behind_x : s->letter_first);
    say_signs(g, &letter, d, move, after);
}

/* The ten ways to give coordinates, and none. */
static void say_squares(grammar *g, const said *s, const described *d,
                        uint16_t move, bool takes)
{
    /* from file, from rank, to file, to rank */
    static const char *const ways[] = {"",   "F",   "R",   "FR",  "fF",  "rF",
                                       "rR", "fFR", "rFR", "frF", "frFR"};

    for (size_t i = 0; i < LENGTH(ways); i++) {
        said with = *s;
        with.coordinate = *ways[i] != '\0';
        for (const char *w = ways[i]; *w; w++)
            switch (*w) {
            case 'f':
                add(&with, d->from[0], 8);
                break;
            case 'r':
                add(&with, d->from[1], 16);
                break;
            case 'F':
                add(&with, d->to[0], 1);
                break;
            default:
                add(&with, d->to[1], 2);
            }
        say_promotion(g, &with, d, move, takes);
    }
}

/* ["x" [captured]] */
static void say_capture(grammar *g, const said *s, const described *d,
                        uint16_t move)
{
    say_squares(g, s, d, move, false);
    if (!d->captured)
        return;
    said takes = *s;
    add(&takes, 'x', 32);
    say_squares(g, &takes, d, move, true);
    add(&takes, d->captured, 64);
    takes.letter_behind_x = true;
    say_squares(g, &takes, d, move, true);
}

static void say_all(grammar *g, const described *d, uint16_t move)
{
    said s = {.n = 0};

    say_capture(g, &s, d, move);
    add(&s, d->piece, 4);
    s.letter_first = true;
    say_capture(g, &s, d, move);
}

/* --- what there is to say ---------------------------------------------------
 */

static char captured_letter(const tby_pos *p, const char *to)
{
    tby_piece taken = tby_pos_at(p, tby_sq(to[0] - 'a', to[1] - '1'));

    return taken ? tby_role_char(tby_piece_role(taken)) : 'P';
}

static described describe(const tby_pos *p, tby_move m)
{
    described d = {.captured = 0};
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

    tby_san_write(p, m, san);
    tby_uci_write(p, m, TBY_UCI_ORTHODOX, uci);
    memcpy(d.from, uci, 2);
    memcpy(d.to, uci + 2, 2);
    d.piece = san[0] == 'O' ? 'K' : san[0] >= 'a' ? 'P' : san[0];
    if (strchr(san, 'x'))
        d.captured = captured_letter(p, d.to);
    if (strchr(san, '='))
        d.becomes = strchr(san, '=')[1];
    d.mate = strchr(san, '#') != NULL;
    d.check = d.mate || strchr(san, '+');
    return d;
}

static int by_text(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    return (x->text > y->text) - (x->text < y->text);
}

static void say_position(grammar *g, const tby_pos *p, const tby_moves *legal)
{
    g->n = 0;
    for (size_t i = 0; i < legal->n; i++) {
        described d = describe(p, legal->at[i]);
        say_all(g, &d, (uint16_t)i);
    }
    qsort(g->at, g->n, sizeof *g->at, by_text);
}

/* The entries of one text from *at on; says whether they are all of one move,
 * which then is that of the first. */
static bool next_text(const grammar *g, size_t *at, size_t *end)
{
    bool one = true;

    for (*end = *at; *end < g->n && g->at[*end].text == g->at[*at].text; ++*end)
        one &= g->at[*end].move == g->at[*at].move;
    return one;
}

/* --- compared ---------------------------------------------------------------
 */

/* What the grammar gives for one move: the shortest strings that are its own
 * in a first reading. */
typedef struct best {
    size_t length, n;
    uint32_t text; /* of the smallest weight */
    unsigned weight;
} best;

static size_t length_of(uint32_t text)
{
    size_t n = 0;

    for (; text; text >>= 8)
        n++;
    return n;
}

static void note(best *b, const entry *e)
{
    size_t length = length_of(e->text);

    if (!e->first || length > b->length)
        return;
    if (length < b->length)
        *b = (best){length, 0, e->text, e->weight};
    b->n++;
    if (e->weight < b->weight) {
        b->weight = e->weight;
        b->text = e->text;
    }
}

static bool is_square(const char *text, size_t n)
{
    return n == 2 && strchr("abcdefgh", text[0]) && strchr("12345678", text[1]);
}

/* Of the moves that have a text, the only one of a pawn; -1 if there is none
 * or another. */
static int only_pawn(const grammar *g, size_t at, size_t end, const tby_pos *p,
                     const tby_moves *legal)
{
    int found = -1;

    for (; at < end; at++) {
        tby_square from = tby_move_from(legal->at[g->at[at].move]);
        if (tby_piece_role(tby_pos_at(p, from)) != TBY_PAWN)
            continue;
        if (found >= 0)
            return -1;
        found = g->at[at].move;
    }
    return found;
}

static void check_text(const tby_short_table *t, const tby_pos *p,
                       const grammar *g, size_t at, size_t end, bool one)
{
    char text[LONGEST + 1] = "";
    size_t n = length_of(g->at[at].text);
    tby_move m = TBY_MOVE_NONE;
    bool legacy = false;

    memcpy(text, &g->at[at].text, n);
    tby_rc rc = tby_short_table_parse(t, (tby_str){text, n}, &m, &legacy, NULL);
    int pawn =
        !one && is_square(text, n) ? only_pawn(g, at, end, p, &t->legal) : -1;
    if (!one && pawn < 0) {
        CHECK(rc == TBY_E_SHORT_AMBIGUOUS, "%s: %s: %s", fen_of(p).s, text,
              tby_rc_name(rc));
        return;
    }
    size_t wanted = one ? g->at[at].move : (size_t)pawn;
    CHECK(rc == TBY_OK && m == t->legal.at[wanted] && legacy == !one,
          "%s: %s: %s", fen_of(p).s, text, tby_rc_name(rc));
}

/* Every string of the grammar is read as the grammar says. */
static void check_texts(const tby_short_table *t, const tby_pos *p,
                        const grammar *g, best *bests)
{
    for (size_t at = 0, end; at < g->n; at = end) {
        bool one = next_text(g, &at, &end);
        check_text(t, p, g, at, end, one);
        /* A text that a move has in two ways is one string. */
        size_t first = at;
        for (size_t i = at; i < end; i++)
            if (g->at[i].first &&
                (!g->at[first].first || g->at[i].weight < g->at[first].weight))
                first = i;
        if (one)
            note(&bests[g->at[at].move], &g->at[first]);
    }
}

static void check_best(const tby_short_table *t, const tby_pos *p, size_t i,
                       const best *b)
{
    char text[TBY_SHORT_MAX], all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    size_t n = tby_short_table_write(t, t->legal.at[i], TBY_SHORT_STRICT, text);

    CHECK(n == b->length && pack(text, n) == b->text,
          "%s: '%s' instead of '%.4s'", fen_of(p).s, text,
          (const char *)&b->text);
    n = tby_short_all(t, t->legal.at[i], all);
    CHECK(n == b->n && !strcmp(all[0], text), "%s: %s has %zu of %zu strings",
          fen_of(p).s, text, n, b->n);
}

static void no_shorter_string_is_clear(void **state)
{
    rng r = rng_for(__func__);
    grammar g = {malloc(MANY * sizeof *g.at), 0};
    static tby_short_table t;
    static best bests[TBY_MOVES_MAX];

    (void)state;
    assert_non_null(g.at);
    for (int i = 0; i < 1500; i++) {
        tby_pos p = any_position(&r, i);
        tby_short_table_init(&t, &p);
        say_position(&g, &p, &t.legal);
        for (size_t k = 0; k < t.legal.n; k++)
            bests[k] = (best){.length = SIZE_MAX, .weight = UINT32_MAX};
        check_texts(&t, &p, &g, bests);
        for (size_t k = 0; k < t.legal.n; k++)
            check_best(&t, &p, k, &bests[k]);
    }
    free(g.at);
}

/* --- on many positions ------------------------------------------------------
 */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void check_move(const tby_short_table *t, const tby_pos *p, tby_move m,
                       tby_short_style style, uint32_t *text)
{
    char out[TBY_SHORT_MAX];
    size_t n = tby_short_table_write(t, m, style, out);
    tby_move again = TBY_MOVE_NONE;
    bool legacy = false;
    tby_rc rc =
        tby_short_table_parse(t, (tby_str){out, n}, &again, &legacy, NULL);

    CHECK(n == strlen(out) && n <= (tby_move_promotion(m) ? 3u : 4u), "%s: %s",
          fen_of(p).s, out);
    CHECK(rc == TBY_OK && again == m, "%s: %s: %s", fen_of(p).s, out,
          tby_rc_name(rc));
    CHECK(!legacy || style == TBY_SHORT_LEGACY, "%s: %s", fen_of(p).s, out);
    *text = pack(out, n);
}

/* Every legal move has a string, no two the same, none longer than four
 * characters, promotions than three, in either style. */
static size_t check_position(const tby_pos *p)
{
    static tby_short_table t;
    static uint32_t texts[TBY_MOVES_MAX];

    tby_short_table_init(&t, p);
    for (int style = TBY_SHORT_STRICT; style <= TBY_SHORT_LEGACY; style++) {
        for (size_t i = 0; i < t.legal.n; i++)
            check_move(&t, p, t.legal.at[i], (tby_short_style)style, &texts[i]);
        qsort(texts, t.legal.n, sizeof *texts, by_number);
        for (size_t i = 1; i < t.legal.n; i++)
            CHECK(texts[i] != texts[i - 1], "%s: %.4s", fen_of(p).s,
                  (const char *)&texts[i]);
    }
    return t.legal.n;
}

static void every_move_has_its_own_string(void **state)
{
    rng r = rng_for(__func__);
    size_t moves = 0;
    const int positions = 100000;

    (void)state;
    for (int i = 0; i < positions; i++) {
        tby_pos p = any_position(&r, i);
        moves += check_position(&p);
    }
    printf("%d positions, %zu moves\n", positions, moves);
}

/* More than a word of a set, and more than any game can reach. */
static void crowded_boards_are_no_exception(void **state)
{
    tby_setup s =
        setup_of("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1");
    tby_pos p = tby_pos_start();

    (void)state;
    check_position(&p);
    p = pos_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_int_equal(check_position(&p), 218);
    assert_int_equal(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &p, NULL), TBY_OK);
    assert_true(check_position(&p) > 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_shorter_string_is_clear),
        cmocka_unit_test(every_move_has_its_own_string),
        cmocka_unit_test(crowded_boards_are_no_exception),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
