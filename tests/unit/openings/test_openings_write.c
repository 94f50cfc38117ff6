/* test_openings_write.c - a table written in each format and read again. */
#include "core/openings/lists/write.h"
#include "unit/openings/openings.h"

#include "support/positions.h"

/* Records of all kinds: with a finer code, without a code, without a line,
 * with names that are hard to part. */
static const char TSV[] =
    "eco\tname\tpgn\tepd\n"
    "A00\tStart position\t\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
    "KQkq -\n"
    "B90\tSicilian: Najdorf, English: Attack, 6... e5\t1. e4 c5 2. Nf3 d6 3. "
    "d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5\n"
    "\tMine, all: mine\t1. a4\n"
    "C00\tA: , B\t1. e4 e6\n"
    "C20\tSays \"hi\" \\ there\t1. e4 e5\n"
    "E00\t\xC3\x9Cnknown\t\t4k3/8/8/8/8/8/8/4K2R w K -\n"
    "D00\tCastles\t1. Nf3 d5 2. g3 e5 3. Bg2 Nc6 4. O-O\n";

static void write_to(tby_buf *out, const tby_openings *t,
                     tby_openings_format format, char category)
{
    tby_buf_init(out, NULL, 1 << 28);
    assert_int_equal(tby_openings_write(t, format, category, out), TBY_OK);
}

static bool same_line(const tby_opening *a, const tby_opening *b)
{
    return !a->line == !b->line && a->plies == b->plies &&
           (!a->line ||
            memcmp(a->line, b->line, a->plies * sizeof *a->line) == 0);
}

static void check_same(const tby_openings *a, const tby_openings *b)
{
    CHECK(tby_openings_count(a) == tby_openings_count(b), "%zu, %zu",
          tby_openings_count(a), tby_openings_count(b));
    for (size_t i = 0; i < tby_openings_count(a); i++) {
        const tby_opening *x = tby_openings_at(a, i);
        size_t k = tby_openings_find(b, &x->pos);
        CHECK(k != TBY_OPENINGS_NONE, "%s", fen_of(&x->pos).s);
        const tby_opening *y = tby_openings_at(b, k);
        CHECK(tby_str_equal(x->name, y->name), "%.*s, %.*s", (int)x->name.n,
              x->name.p, (int)y->name.n, y->name.p);
        CHECK(strcmp(x->code, y->code) == 0, "%s %s", x->code, y->code);
        CHECK(same_line(x, y), "%s", fen_of(&x->pos).s);
    }
}

/* What was written reads as what was read, and is written the same again. */
static void check_round_trip(const tby_openings *t, tby_openings_format format)
{
    tby_buf first, second;
    told heard;

    write_to(&first, t, format, '\0');
    tby_openings *again = table_of(format, tby_buf_str(&first), &heard);
    CHECK(heard.errors + heard.warnings == 0, "%s at %zu:%zu", heard.detail,
          heard.last.place.line, heard.last.place.column);
    check_same(t, again);
    write_to(&second, again, format, '\0');
    CHECK(tby_str_equal(tby_buf_str(&first), tby_buf_str(&second)), "format %d",
          (int)format);
    tby_openings_close(again);
    tby_buf_free(&first);
    tby_buf_free(&second);
}

static tby_openings *sample(void)
{
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_TSV, tby_str_of(TSV), &heard);

    CHECK(heard.errors + heard.warnings == 0, "%s", heard.detail);
    assert_int_equal(tby_openings_count(t), 7);
    return t;
}

static void tsv_and_pgn_keep_everything(void **state)
{
    tby_openings *t = sample();

    (void)state;
    check_round_trip(t, TBY_OPENINGS_TSV);
    check_round_trip(t, TBY_OPENINGS_PGN);
    tby_openings_close(t);
}

static void scid_keeps_its_own(void **state)
{
    const char *text = "A00a \"Start position\"  *\n"
                       "B20 \"Sicilian\"  1.e4 c5 *\n"
                       "B20z4 \"Sicilian: 2.Nf3\"  1.e4 c5 2.Nf3 *\n";
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_SCID, tby_str_of(text), &heard);
    tby_buf out;

    (void)state;
    write_to(&out, t, TBY_OPENINGS_SCID, '\0');
    CHECK(tby_str_is(tby_buf_str(&out), text), "%.*s", (int)out.n, out.p);
    check_round_trip(t, TBY_OPENINGS_SCID);
    tby_openings_close(t);
    tby_buf_free(&out);
}

/* What it has no room for is known before. */
static void scid_says_what_it_cannot_hold(void **state)
{
    tby_openings *t = sample();
    tby_buf out;
    told heard;
    size_t fits = 0;

    (void)state;
    for (size_t i = 0; i < tby_openings_count(t); i++)
        fits +=
            tby_openings_can_write(TBY_OPENINGS_SCID, tby_openings_at(t, i));
    assert_int_equal(fits, 5); /* not the one without code, nor without line */
    write_to(&out, t, TBY_OPENINGS_SCID, '\0');
    tby_openings *again =
        table_of(TBY_OPENINGS_SCID, tby_buf_str(&out), &heard);
    assert_int_equal(heard.errors, 0);
    assert_int_equal(tby_openings_count(again), fits);
    tby_openings_close(again);
    tby_openings_close(t);
    tby_buf_free(&out);
}

static void records_are_sorted_and_filtered(void **state)
{
    const char *text = "B20\tb\t1. e4 c5 2. Nf3\nB20\tb\t1. e4 c5\n"
                       "A00\tz\t1. a3\nB00\ta\t1. e4\nB20\ta\t1. e4 c5 2. d4\n";
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_TSV, tby_str_of(text), &heard);
    tby_buf out;

    (void)state;
    write_to(&out, t, TBY_OPENINGS_SCID, 'B');
    CHECK(tby_str_is(tby_buf_str(&out), "B00 \"a\"  1.e4 *\n"
                                        "B20 \"a\"  1.e4 c5 2.d4 *\n"
                                        "B20 \"b\"  1.e4 c5 *\n"
                                        "B20 \"b\"  1.e4 c5 2.Nf3 *\n"),
          "%.*s", (int)out.n, out.p);
    tby_buf_free(&out);
    write_to(&out, t, TBY_OPENINGS_TSV, 'C');
    assert_true(tby_str_is(tby_buf_str(&out), "eco\tname\tpgn\tuci\tepd\n"));
    tby_buf_free(&out);
    write_to(&out, t, TBY_OPENINGS_JSON, 'C');
    assert_true(tby_str_is(tby_buf_str(&out), "{}\n"));
    tby_openings_close(t);
    tby_buf_free(&out);
}

/* The bytes of one record as the authors of eco.json lay it out. */
static void json_is_laid_out_like_theirs(void **state)
{
    static const tby_alias ALIASES[] = {{{"scid", 4}, {"Amar/Paris", 10}},
                                        {{"eco_js", 6}, {"\"A\"", 3}},
                                        {{"scid", 4}, {"Ammonia", 7}}};
    static const tby_move LINE[] = {6 | 23 << 6}; /* g1h3 */
    tby_opening o = {.name = {"Amar", 4},
                     .source = {"eco_tsv", 7},
                     .code = "A00",
                     .scid = "A00g",
                     .eco_root = true,
                     .line = LINE,
                     .plies = 1,
                     .pos = tby_pos_start(),
                     .aliases = ALIASES,
                     .aliases_n = 3};
    tby_openings *t = NULL;
    tby_buf out;

    (void)state;
    tby_pos_play(&o.pos, LINE[0]);
    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_EXACT, NULL), TBY_OK);
    assert_int_equal(tby_openings_add(t, &o), TBY_OK);
    write_to(&out, t, TBY_OPENINGS_JSON, '\0');
    CHECK(tby_str_is(
              tby_buf_str(&out),
              "{\n"
              "  \"rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 1 1\":"
              " {\n"
              "    \"src\": \"eco_tsv\",\n"
              "    \"eco\": \"A00\",\n"
              "    \"moves\": \"1. Nh3\",\n"
              "    \"name\": \"Amar\",\n"
              "    \"scid\": \"A00g\",\n"
              "    \"aliases\": {\n"
              "      \"scid\": [\"Amar/Paris\", \"Ammonia\"],\n"
              "      \"eco_js\": \"\\\"A\\\"\"\n"
              "    },\n"
              "    \"isEcoRoot\": true\n"
              "  }\n"
              "}\n"),
          "%.*s", (int)out.n, out.p);
    tby_openings_close(t);
    tby_buf_free(&out);
}

static void limits_are_said(void **state)
{
    tby_openings *t = sample();
    tby_buf out;

    (void)state;
    for (int f = TBY_OPENINGS_TSV; f <= TBY_OPENINGS_JSON; f++) {
        tby_buf_init(&out, NULL, 200);
        assert_int_equal(
            tby_openings_write(t, (tby_openings_format)f, '\0', &out),
            TBY_E_LIMIT);
        tby_buf_free(&out);
    }
    tby_buf_init(&out, NULL, 200);
    assert_int_equal(tby_openings_write(t, TBY_OPENINGS_UNKNOWN, '\0', &out),
                     TBY_E_OPENING_FORMAT);
    tby_buf_free(&out);
    tby_openings_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tsv_and_pgn_keep_everything),
        cmocka_unit_test(scid_keeps_its_own),
        cmocka_unit_test(scid_says_what_it_cannot_hold),
        cmocka_unit_test(records_are_sorted_and_filtered),
        cmocka_unit_test(json_is_laid_out_like_theirs),
        cmocka_unit_test(limits_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
