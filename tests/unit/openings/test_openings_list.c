/* test_openings_list.c - the list that a page loads, written and read again. */
#include "core/openings/lists/list.h"
#include "core/openings/lists/write.h"
#include "unit/openings/openings.h"

#include "support/positions.h"

static tby_openings *empty(void)
{
    tby_openings *t = NULL;

    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                     TBY_OK);
    return t;
}

static tby_rc read_list(tby_str text, tby_openings *t)
{
    static tby_list_reader r; /* large */
    static tby_row_read read;
    tby_opening_row row;
    tby_rc rc = tby_list_open(&r, text);

    while (rc == TBY_OK && (rc = tby_list_next(&r, &row)) == TBY_OK) {
        rc = tby_opening_of_row(&row, &read);
        if (rc == TBY_OK)
            rc = tby_openings_add(t, &read.opening);
    }
    tby_list_close(&r);
    return rc;
}

static void check_equal(const tby_opening *a, const tby_opening *b)
{
    char text[2][TBY_OPENING_MOVES_TEXT];

    CHECK(tby_str_equal(a->name, b->name), "%.*s, %.*s", (int)a->name.n,
          a->name.p, (int)b->name.n, b->name.p);
    CHECK(tby_str_equal(a->source, b->source), "%.*s", (int)a->name.n,
          a->name.p);
    CHECK(strcmp(a->code, b->code) == 0 && strcmp(a->scid, b->scid) == 0,
          "%s %s, %s %s", a->code, a->scid, b->code, b->scid);
    CHECK(a->eco_root == b->eco_root, "%s", a->code);
    tby_opening_write_uci(a, text[0], sizeof text[0]);
    tby_opening_write_uci(b, text[1], sizeof text[1]);
    CHECK(!a->line == !b->line && strcmp(text[0], text[1]) == 0, "%s, %s",
          text[0], text[1]);
    CHECK(a->aliases_n == b->aliases_n, "%zu, %zu aliases", a->aliases_n,
          b->aliases_n);
    for (size_t i = 0; i < a->aliases_n; i++)
        CHECK(tby_str_equal(a->aliases[i].name, b->aliases[i].name) &&
                  tby_str_equal(a->aliases[i].source, b->aliases[i].source),
              "alias %zu of %.*s", i, (int)a->name.n, a->name.p);
}

/* What was written is read as what it was, and written the same again. */
static void check_round_trip(const tby_openings *t)
{
    tby_buf out[2];
    tby_openings *again = empty();

    for (int i = 0; i < 2; i++) {
        tby_buf_init(&out[i], NULL, 1 << 24);
        assert_int_equal(tby_openings_list_write(i ? again : t, &out[i]),
                         TBY_OK);
        if (!i)
            assert_int_equal(read_list(tby_buf_str(&out[0]), again), TBY_DONE);
    }
    CHECK(tby_str_equal(tby_buf_str(&out[0]), tby_buf_str(&out[1])),
          "%.*s\n---\n%.*s", (int)out[0].n, out[0].p, (int)out[1].n, out[1].p);
    assert_int_equal(tby_openings_count(again), tby_openings_count(t));
    for (size_t i = 0; i < tby_openings_count(t); i++) {
        const tby_opening *o = tby_openings_at(t, i);
        size_t k = tby_openings_find(again, &o->pos);
        CHECK(k != TBY_OPENINGS_NONE, "%s", fen_of(&o->pos).s);
        check_equal(o, tby_openings_at(again, k));
    }
    tby_openings_close(again);
    tby_buf_free(&out[0]);
    tby_buf_free(&out[1]);
}

typedef struct record {
    const char *code, *scid, *moves, *fen;
    bool root;
    tby_alias names[4]; /* the first is its own */
} record;

#define NAMED(source, name)                                                    \
    {                                                                          \
        {source, sizeof(source) - 1},                                          \
        {                                                                      \
            name, sizeof(name) - 1                                             \
        }                                                                      \
    }

static tby_openings *table_from(const record *records, size_t n)
{
    static tby_row_read read;
    tby_openings *t = empty();

    for (size_t i = 0; i < n; i++) {
        const record *r = &records[i];
        tby_opening_row row = {.start = true, .eco_root = r->root};
        row.text[TBY_ROW_CODE] = tby_str_of(r->code);
        row.text[TBY_ROW_SCID] = tby_str_of(r->scid ? r->scid : "");
        row.text[TBY_ROW_MOVES] = tby_str_of(r->moves ? r->moves : "");
        row.text[TBY_ROW_FEN] = tby_str_of(r->fen ? r->fen : "");
        row.text[TBY_ROW_SOURCE] = r->names[0].source;
        row.text[TBY_ROW_NAME] = r->names[0].name;
        row.aliases = r->names + 1;
        while (row.aliases_n < 3 && row.aliases[row.aliases_n].name.p)
            row.aliases_n++;
        assert_int_equal(tby_opening_of_row(&row, &read), TBY_OK);
        assert_int_equal(tby_openings_add(t, &read.opening), TBY_OK);
    }
    assert_int_equal(tby_openings_count(t), n);
    return t;
}

static void everything_comes_back(void **state)
{
    static const record ALL[] = {
        {"A00", NULL, NULL, NULL, false, {NAMED("mine", "Start")}},
        {"", NULL, "a4", NULL, false, {NAMED("", "No code, no source")}},
        {"", "A00b", "a3", NULL, false, {NAMED("scid", "Scid's code only")}},
        {"B20",
         "B20",
         "e4 c5",
         NULL,
         true,
         {NAMED("eco_tsv", "Sicilian Defense"),
          NAMED("scid", "Sicilian: 1.e4 c5")}},
        {"B21",
         "B21y1",
         "e4 c5 f4",
         NULL,
         false,
         {NAMED("eco_tsv", "Sicilian Defense: Grand Prix"),
          NAMED("scid", "Sicilian: 1...c5 2.f4")}},
        {"B21",
         "B22a",
         "e4 c5 f4 d5",
         NULL,
         false,
         {NAMED("scid", "2...d5"), NAMED("scid", "Said twice")}},
        /* two that say the same in another order */
        {"C00",
         NULL,
         "e4 e6",
         NULL,
         false,
         {NAMED("x", "French"), NAMED("y", "Franz")}},
        {"C01",
         NULL,
         "e4 e6 d4",
         NULL,
         false,
         {NAMED("y", "Franz: 2.d4"), NAMED("x", "French, 12.d4"),
          NAMED("y", "d4")}},
        /* what means something in the list */
        {"C20",
         NULL,
         "e4 e5",
         NULL,
         false,
         {NAMED("=", "~"), NAMED("~", "~~"), NAMED("x", "~!")}},
        {"C21",
         NULL,
         "e4 e5 d4",
         NULL,
         false,
         {NAMED("x", "x ~#"), NAMED("y", "~#2.d4"), NAMED("z", "Two  spaces")}},
        {"C22",
         NULL,
         "e4 e5 d4 exd4",
         NULL,
         false,
         {NAMED("x", "x ~#"), NAMED("y", "Franz: 2.d4 "),
          NAMED("z", "Two  spaces and more")}},
        {"C23", NULL, "e4 e5 Bc4", NULL, false, {NAMED("x", "=")}},
        {"C24",
         NULL,
         "e4 e5 Bc4 Nf6",
         NULL,
         false,
         {NAMED("x", "Gr\xC3\xBCn")}},
        {"E00",
         NULL,
         NULL,
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         false,
         {NAMED("x", "No line")}},
    };
    tby_openings *t = table_from(ALL, sizeof ALL / sizeof *ALL);

    (void)state;
    check_round_trip(t);
    tby_openings_close(t);
    t = empty();
    check_round_trip(t);
    tby_openings_close(t);
}

static void the_built_in_names_comes_back(void **state)
{
    tby_names b = tby_names_builtin();
    tby_openings *t = empty();

    (void)state;
    assert_int_equal(tby_names_unpack(&b, t), TBY_OK);
    assert_int_equal(tby_openings_count(t), b.count);
    check_round_trip(t);
    tby_openings_close(t);
}

/* The form that is documented, byte for byte. */
static void moves_are_left_out_of_names(void **state)
{
    static const record TWO[] = {
        {"B90",
         "B90y1",
         "e4 c5 Nf3 d6",
         NULL,
         true,
         {NAMED("eco_tsv", "Sicilian Defense: Modern"),
          NAMED("scid", "Sicilian: 2.Nf3 d6")}},
        {"B90",
         "B90y1",
         "e4 c5 Nf3",
         NULL,
         false,
         {NAMED("scid", "Sicilian: 2.Nf3")}},
    };
    tby_openings *t = table_from(TWO, 2);
    tby_buf out;

    (void)state;
    tby_buf_init(&out, NULL, 1 << 16);
    assert_int_equal(tby_openings_list_write(t, &out), TBY_OK);
    tby_buf_char(&out, '\0');
    assert_string_equal(out.p, "tabiya openings 2\n"
                               "!B90 =y1\n!B90* =y1\n\n"
                               "=eco_tsv\n \n!Sicilian Defense: Modern\n\n"
                               "=scid\n!Sicilian: ~\"\n\"~#\n\n"
                               "!e4 c5 Nf3\n$d6\n\n");
    tby_buf_free(&out);
    tby_openings_close(t);
}

static void damage_is_refused(void **state)
{
    static const struct {
        const char *text;
        tby_rc rc;
    } BAD[] = {
        {"", TBY_E_OPENING_FORMAT},
        {"tabiya openings 1\n\n\n", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n\n=x\n\n\n!e4\n\n", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n!A\n\n!e4", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n\"A\n\n!e4\n\n", TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n!A~#\n\n!e4\n\n",
         TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n!A~\x01\n\n!e4\n\n",
         TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n\x80\n\n!e4\n\n",
         TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n!B20\n\n=x\n!A\n\n!e4\n\n",
         TBY_E_OPENING_FORMAT},
        {"tabiya openings 2\n!B20\n\n=x\n \n\n!e4\n\n", TBY_E_OPENING_NAME},
        {"tabiya openings 2\n!B2\n\n=x\n!A\n\n!e4\n\n", TBY_E_OPENING_CODE},
        {"tabiya openings 2\n\n\n", TBY_DONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        tby_openings *t = empty();
        tby_rc rc = read_list(tby_str_of(BAD[i].text), t);
        CHECK(rc == BAD[i].rc, "%zu: %s", i, tby_rc_name(rc));
        tby_openings_close(t);
    }
}

static void limits_are_kept(void **state)
{
    static const record ONE[] = {
        {"A00", NULL, "e4", NULL, false, {NAMED("x", "A name")}}};
    tby_openings *t = table_from(ONE, 1);
    tby_buf out;

    (void)state;
    tby_buf_init(&out, NULL, 30);
    assert_int_equal(tby_openings_list_write(t, &out), TBY_E_LIMIT);
    tby_buf_free(&out);
    tby_openings_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(the_built_in_names_comes_back),
        cmocka_unit_test(moves_are_left_out_of_names),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
