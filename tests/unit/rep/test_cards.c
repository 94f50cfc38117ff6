/* test_cards.c - files of cards: what is written comes back, what is damaged is
 * told and kept, copies merge by the latest review. */
#include "core/base/buf.h"
#include "core/rep/drill/cards_int.h"
#include "support/positions.h"

#include <string.h>
#include <time.h>

#define HEAD "tabiya cards 1\n"
/* the start, after one good review */
#define KEY "78ced00b6b2432d6"
#define FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define REST                                                                   \
    "2.30650000\t2.11810397\t2026-07-03T12:34:56Z\t2026-07-01T12:34:56Z\t1\t0"

/* --- helpers --------------------------------------------------------------*/

typedef struct told {
    unsigned n;
    tby_rc code;
    size_t line, column;
} told;

static void note(void *ctx, const tby_diag_item *item)
{
    told *t = ctx;

    if (t->n++ == 0) {
        t->code = item->code;
        t->line = item->place.line;
        t->column = item->place.column;
    }
    assert_int_equal(item->severity, TBY_ERROR);
    assert_true(item->detail.n > 0);
}

static tby_cards *new_cards(void)
{
    tby_cards *c = NULL;

    assert_int_equal(tby_cards_open(&c, NULL), TBY_OK);
    return c;
}

/* Reads; what is told and refused must be as many. */
static told read_into(tby_cards *c, tby_str text)
{
    told t = {0};
    uint64_t refused = 99;
    tby_diag diag = {note, &t};

    assert_int_equal(tby_cards_read(c, text, &diag, &refused), TBY_OK);
    assert_int_equal(refused, t.n);
    return t;
}

static tby_buf written(const tby_cards *c)
{
    tby_buf out;

    tby_buf_init(&out, NULL, SIZE_MAX);
    assert_int_equal(tby_cards_write(c, &out), TBY_OK);
    return out;
}

static void check_text(const tby_cards *c, tby_str expected)
{
    tby_buf out = written(c);

    CHECK(out.n == expected.n && memcmp(out.p, expected.p, out.n) == 0,
          "written: %.*s\nexpected: %.*s", (int)out.n, out.p, (int)expected.n,
          expected.p);
    tby_buf_free(&out);
}

static tby_card random_card(rng *r)
{
    tby_card card = {.pos = random_position(r, ORTHODOX)};
    int64_t now = rng_below(r, 1u << 31);

    for (unsigned n = 1 + rng_below(r, 12); n > 0; n--) {
        tby_memory_review(&card.memory, 1 + rng_below(r, 4), now);
        now += rng_below(r, 1u << rng_below(r, 27));
    }
    return card;
}

/* --- the text -------------------------------------------------------------*/

static void one_row(void **state)
{
    tby_str text = tby_str_of(HEAD KEY "\t" FEN "\t" REST "\n");
    tby_cards *c = new_cards();
    tby_pos start = tby_pos_start();
    char key[TBY_KEY_TEXT];

    (void)state;
    tby_key_write(start.key, key);
    assert_string_equal(key, KEY);
    assert_int_equal(read_into(c, text).n, 0);
    assert_int_equal(tby_cards_count(c), 1);
    const tby_card *card = tby_cards_find(c, &start);
    assert_non_null(card);
    assert_true(card->memory.stability == 2.3065);
    assert_int_equal(card->memory.due - card->memory.last, 2 * 86400);
    assert_int_equal(card->memory.last, 1782909296);
    check_text(c, text);
    tby_pos_play(&start, tby_move_make(12, 28, 0));
    assert_null(tby_cards_find(c, &start));
    tby_cards_close(c);
}

/* As an editor, a spreadsheet or another system may leave it. */
static void tolerant(void **state)
{
    tby_cards *c = new_cards();

    (void)state;
    assert_int_equal(
        read_into(c, tby_str_of("\xEF\xBB\xBF"
                                "tabiya cards 1\r\n\r\n" KEY "\t" FEN
                                "\t2.3065\t2.11810397\t2026-07-03T12:34:56Z\t"
                                "2026-07-01T12:34:56Z\t1\t0"))
            .n,
        0);
    check_text(c, tby_str_of(HEAD KEY "\t" FEN "\t" REST "\n"));
    tby_cards_close(c);
}

static void empty(void **state)
{
    tby_cards *c = new_cards();

    (void)state;
    assert_int_equal(read_into(c, tby_str_of("")).n, 0);
    assert_int_equal(read_into(c, (tby_str){NULL, 0}).n, 0);
    assert_int_equal(read_into(c, tby_str_of("\n \n")).n, 0);
    assert_int_equal(read_into(c, tby_str_of(HEAD)).n, 0);
    assert_int_equal(tby_cards_count(c), 0);
    check_text(c, tby_str_of(HEAD));
    tby_cards_close(c);
}

static void other_versions(void **state)
{
    static const char *const texts[] = {"tabiya cards 2\n", "tabiya cards 1x",
                                        (KEY "\t" FEN "\t" REST "\n"), "x",
                                        ("\n" HEAD)};
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        tby_cards *c = new_cards();
        told t = {0};
        uint64_t refused;
        tby_diag diag = {note, &t};
        CHECK(tby_cards_read(c, tby_str_of(texts[i]), &diag, &refused) ==
                  TBY_E_CARDS_VERSION,
              "%s", texts[i]);
        assert_int_equal(t.n, 1);
        assert_int_equal(t.line, 1);
        tby_cards_close(c);
    }
}

/* --- damage ---------------------------------------------------------------*/

#define ROW(stability, difficulty, due, last, reps, lapses)                    \
    KEY "\t" FEN "\t" stability "\t" difficulty "\t" due "\t" last "\t" reps   \
        "\t" lapses
#define T1 "2026-07-01T12:34:56Z"
#define T2 "2026-07-03T12:34:56Z"

static void refused_rows(void **state)
{
    static const struct {
        const char *row;
        tby_rc code;
        size_t column;
    } cases[] = {
        {"x", TBY_E_CARD_FIELDS, 2},
        {KEY "\t" FEN, TBY_E_CARD_FIELDS, 74},
        {ROW("1", "1", T2, T1, "1", "0") "\t", TBY_E_CARD_FIELDS, 125},
        {ROW("1", "1", T2, T1, "1", "0") "\tmore", TBY_E_CARD_FIELDS, 125},
        {"78Ced00b6b2432d\t" FEN "\t" REST, TBY_E_CARD_KEY, 1},
        {"78ced00b6b2432d7\t" FEN "\t" REST, TBY_E_CARD_KEY, 1},
        {KEY "\t8/8 w - - 0 1\t" REST, TBY_E_FEN_SLASH, 21},
        {KEY "\t8/8/8/8/8/8/8/8 w - - 0 1\t" REST, TBY_E_POS_FAULTY, 18},
        {ROW("0", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("0.00099999", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("36500.00000001", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("1.123456789", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("1.", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW(".5", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("-1", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("1e3", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("nan", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("", "1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 75},
        {ROW("1", "0.99999999", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 77},
        {ROW("1", "10.1", T2, T1, "1", "0"), TBY_E_CARD_NUMBER, 77},
        {ROW("1", "1", T1, T2, "1", "0"), TBY_E_CARD_TIME, 79},
        {ROW("1", "1", "2026-07-01", T1, "1", "0"), TBY_E_CARD_TIME, 79},
        {ROW("1", "1", T2 "Z", T1, "1", "0"), TBY_E_CARD_TIME, 79},
        {ROW("1", "1", T2, "2026-02-29T00:00:00Z", "1", "0"), TBY_E_CARD_TIME,
         100},
        {ROW("1", "1", T2, "2026-13-01T00:00:00Z", "1", "0"), TBY_E_CARD_TIME,
         100},
        {ROW("1", "1", T2, "2026-07-01T24:00:00Z", "1", "0"), TBY_E_CARD_TIME,
         100},
        {ROW("1", "1", T2, "1969-12-31T23:59:59Z", "1", "0"), TBY_E_CARD_TIME,
         100},
        {ROW("1", "1", T2, "2026-07-01 12:00:00Z", "1", "0"), TBY_E_CARD_TIME,
         100},
        {ROW("1", "1", T2, T1, "0", "0"), TBY_E_CARD_NUMBER, 121},
        {ROW("1", "1", T2, T1, "4294967296", "0"), TBY_E_CARD_NUMBER, 121},
        {ROW("1", "1", T2, T1, "1", "1"), TBY_E_CARD_NUMBER, 123},
        {ROW("1", "1", T2, T1, "1", ""), TBY_E_CARD_NUMBER, 123},
        {"<<<<<<< mine", TBY_E_CARD_FIELDS, 13},
        {"\xff\t\xc3\xa9", TBY_E_CARD_FIELDS, 4},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[512];
        tby_cards *c = new_cards();
        snprintf(text, sizeof text, HEAD "\n%s\n", cases[i].row);
        told t = read_into(c, tby_str_of(text));
        CHECK(t.n == 1 && t.code == cases[i].code && t.line == 3 &&
                  t.column == cases[i].column,
              "%s: %u told, %s at %zu:%zu", cases[i].row, t.n,
              tby_rc_name(t.code), t.line, t.column);
        /* it stays in the file, and stays there again */
        snprintf(text, sizeof text, HEAD "%s\n", cases[i].row);
        check_text(c, tby_str_of(text));
        tby_cards *again = new_cards();
        assert_int_equal(read_into(again, tby_str_of(text)).n, 1);
        check_text(again, tby_str_of(text));
        tby_cards_close(c);
        tby_cards_close(again);
    }
}

/* --- round trip and merging -----------------------------------------------*/

static void round_trip(void **state)
{
    rng r = rng_for(__func__);
    tby_cards *c = new_cards(), *again = new_cards();

    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        tby_card card = random_card(&r);
        assert_int_equal(tby_cards_put(c, &card), TBY_OK);
    }
    tby_buf text = written(c);
    assert_int_equal(read_into(again, tby_buf_str(&text)).n, 0);
    check_text(again, tby_buf_str(&text));
    assert_int_equal(tby_cards_count(again), tby_cards_count(c));
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        const tby_card *one = tby_cards_at(c, i);
        const tby_card *other = tby_cards_find(again, &one->pos);
        assert_non_null(other);
        assert_true(tby_pos_same(&one->pos, &other->pos));
        assert_memory_equal(&one->memory, &other->memory, sizeof one->memory);
    }
    tby_buf_free(&text);
    tby_cards_close(c);
    tby_cards_close(again);
}

/* Of several cards for one position that counts which was reviewed last, in
 * whatever order they come. */
static void merge(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        tby_card copies[4];
        tby_cards *c = new_cards(), *reverse = new_cards();
        int64_t latest = -1;
        for (size_t n = 0; n < LENGTH(copies); n++) {
            copies[n] = random_card(&r);
            copies[n].pos = tby_pos_start();
            if (n && rng_chance(&r, 50)) /* reviewed at the same time */
                copies[n].memory.last = copies[n - 1].memory.last;
            if (copies[n].memory.due < copies[n].memory.last)
                copies[n].memory.due = copies[n].memory.last;
            if (copies[n].memory.last > latest)
                latest = copies[n].memory.last;
        }
        for (size_t n = 0; n < LENGTH(copies); n++) {
            const tby_card *last = &copies[LENGTH(copies) - 1 - n];
            assert_int_equal(tby_cards_merge(c, &copies[n]), TBY_OK);
            assert_int_equal(tby_cards_merge(reverse, last), TBY_OK);
        }
        assert_int_equal(tby_cards_count(c), 1);
        assert_int_equal(tby_cards_at(c, 0)->memory.last, latest);
        tby_buf text = written(c);
        check_text(reverse, tby_buf_str(&text));
        tby_buf_free(&text);
        tby_cards_close(c);
        tby_cards_close(reverse);
    }
}

/* What git leaves of a conflict: both rows are read, the later one counts, and
 * the marks are told. */
static void conflict(void **state)
{
    tby_cards *c = new_cards();
    tby_str text =
        tby_str_of(HEAD "<<<<<<< mine\n" KEY "\t" FEN
                        "\t9.00000000\t5.00000000\t2026-09-01T00:00:00Z\t"
                        "2026-08-01T00:00:00Z\t2\t0\n=======\n" KEY "\t" FEN
                        "\t" REST "\n>>>>>>> theirs\n" HEAD);

    (void)state;
    assert_int_equal(read_into(c, text).n, 3);
    assert_int_equal(tby_cards_count(c), 1);
    assert_int_equal(tby_cards_at(c, 0)->memory.reps, 2);
    tby_cards_close(c);
}

/* A line that is in both copies is told of each and kept once, or it would
 * become two, four, eight as the copies are merged again and again. */
static void refused_once(void **state)
{
    tby_str one = tby_str_of(HEAD "x\ny\n"), all = tby_str_of(HEAD "x\ny\nz\n");
    tby_cards *c = new_cards();

    (void)state;
    assert_int_equal(read_into(c, one).n, 2);
    assert_int_equal(read_into(c, tby_str_of(HEAD "y\nz\r\nx\n" HEAD "y")).n,
                     4);
    check_text(c, all);
    assert_int_equal(read_into(c, all).n, 3);
    check_text(c, all);
    tby_cards_close(c);
}

/* --- times ----------------------------------------------------------------*/

/* Next to the C library's calendar. */
static void calendar(void **state)
{
    rng r = rng_for(__func__);
    tby_buf out;

    (void)state;
    tby_buf_init(&out, NULL, 64);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t any = rng_next(&r) % (uint64_t)(TBY_TIME_MAX + 1);
        int64_t t = i == 0 ? 0 : i == 1 ? TBY_TIME_MAX : (int64_t)any, back;
        time_t plain = (time_t)t;
        char expected[32];
        struct tm parts;
        strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%SZ",
                 gmtime_r(&plain, &parts));
        tby_buf_clear(&out);
        tby_time_write(&out, t);
        CHECK(out.n == TBY_TIME_TEXT && memcmp(out.p, expected, out.n) == 0,
              "%s: %.*s", expected, (int)out.n, out.p);
        assert_true(tby_time_parse(tby_buf_str(&out), &back));
        assert_int_equal(back, t);
    }
    tby_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_row),      cmocka_unit_test(tolerant),
        cmocka_unit_test(empty),        cmocka_unit_test(other_versions),
        cmocka_unit_test(refused_rows), cmocka_unit_test(round_trip),
        cmocka_unit_test(merge),        cmocka_unit_test(conflict),
        cmocka_unit_test(refused_once), cmocka_unit_test(calendar),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
