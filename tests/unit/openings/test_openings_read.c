/* test_openings_read.c - lists of openings as TSV, scid.eco and eco.pgn. */
#include "unit/openings/openings.h"

#include "support/positions.h"

static const tby_opening *only(tby_openings *t, size_t n)
{
    CHECK(tby_openings_count(t) == n, "%zu", tby_openings_count(t));
    return tby_openings_at(t, n - 1);
}

static void check_name(const tby_opening *o, const char *name)
{
    CHECK(tby_str_is(o->name, name), "%.*s", (int)o->name.n, o->name.p);
}

/* --- what is read ---------------------------------------------------------*/

static void a_tsv_has_three_columns(void **state)
{
    const char *text = "eco\tname\tpgn\n"
                       "B20\tSicilian Defense\t1. e4 c5\n"
                       "C00\tFrench Defense\t1. e4 e6\r\n"
                       "\n"
                       "# a remark\n"
                       "A40\tQueen's Pawn Game\t1. d4";
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_TSV, tby_str_of(text), &heard);
    const tby_opening *o = only(t, 3);

    (void)state;
    assert_int_equal(heard.errors + heard.warnings, 0);
    check_name(o, "Queen's Pawn Game");
    assert_true(tby_str_is(o->source, "eco_tsv"));
    check_name(tby_openings_at(t, 1), "French Defense");
    assert_int_equal(tby_openings_at(t, 1)->plies, 2);
    tby_openings_close(t);
}

static void columns_are_found_by_their_titles(void **state)
{
    static const char *const SAME[] = {
        "B20\tSicilian\t1. e4 c5\n",
        "\xEF\xBB\xBF"
        "eco\tname\tpgn\nB20\tSicilian\t1. e4 c5\n",
        "Name\tECO\tcomment\tMoves\nSicilian\tB20\twhy\t1. e4 c5\n",
        "eco\tname\tuci\nB20\tSicilian\te2e4 c7c5\n",
        "eco\tname\tpgn\tuci\tepd\nB20\tSicilian\t1. e4 c5\te2e4 c7c5\t"
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n",
        "B20\tSicilian\t1. e4 c5\te2e4 c7c5\n",
        "eco\tname\tfen\nB20\tSicilian\t"
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        "eco\tname\tpgn\nB20\tSicilian\t"
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n",
        "eco\tname\tpgn\tepd\nB20\tSicilian\t1. e4 c5\n",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(SAME); i++) {
        tby_pos p = pos_of(
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        told heard;
        tby_openings *t =
            table_of(TBY_OPENINGS_TSV, tby_str_of(SAME[i]), &heard);

        CHECK(heard.errors + heard.warnings == 0, "%zu: %s", i, heard.detail);
        CHECK(tby_openings_find(t, &p) == 0, "%zu", i);
        check_name(only(t, 1), "Sicilian");
        assert_string_equal(only(t, 1)->code, "B20");
        tby_openings_close(t);
    }
}

/* As `cat` makes them of several files. */
static void titles_may_come_again(void **state)
{
    const char *text = "eco\tname\tpgn\nB20\tSicilian\t1. e4 c5\n"
                       "name\tuci\teco\nFrench\te2e4 e7e6\tC00\n"
                       "name\td2d4\tA40\n";
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_TSV, tby_str_of(text), &heard);

    (void)state;
    assert_int_equal(heard.errors + heard.warnings, 0);
    check_name(only(t, 3), "name");
    check_name(tby_openings_at(t, 1), "French");
    assert_string_equal(tby_openings_at(t, 1)->code, "C00");
    tby_openings_close(t);
}

static void scid_entries_go_over_lines(void **state)
{
    const char *text = "# scid.eco\n\n"
                       "A00a \"Start position\"  *\n"
                       "B20a1 \"Sicilian\"\n"
                       "  1.e4\n  c5 *\n"
                       "  # another\n"
                       "C20 \"King's Pawn: \"  1.e4 e5 2.Ke2 *\n"
                       "A00m \"Fool's Mate\" 1.f3 e5 2.g4 Qh4# *\n";
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_SCID, tby_str_of(text), &heard);
    const tby_opening *o = only(t, 4);

    (void)state;
    assert_int_equal(heard.errors, 0);
    assert_int_equal(heard.warnings, 1); /* the blank in King's Pawn */
    assert_int_equal(heard.last.code, TBY_E_OPENING_BLANK);
    assert_int_equal(heard.last.place.line, 8);
    assert_int_equal(heard.last.place.column, 18);
    assert_string_equal(o->code, "A00");
    assert_string_equal(o->scid, "A00m");
    assert_int_equal(o->plies, 4);
    o = tby_openings_at(t, 1);
    assert_string_equal(o->code, "B20");
    assert_string_equal(o->scid, "B20a1");
    assert_true(tby_str_is(o->source, "scid"));
    o = tby_openings_at(t, 0);
    assert_int_equal(o->plies, 0);
    assert_non_null(o->line);
    tby_openings_close(t);
}

static void games_are_openings(void **state)
{
    const char *text =
        "{ A remark. }\n\n"
        "[ECO \"B90\"]\n[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]\n"
        "[SubVariation \"English attack\"]\n\n"
        "1. e4 c5 (1... e5) 2. Nf3 {good} d6 *\n\n"
        "[ECO \"?\"]\n[Opening \"King's pawn\"]\n\n1. e4 *\n\n"
        "[Opening \"Ending\"]\n[SetUp \"1\"]\n"
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    tby_pos ending = pos_of("4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    told heard;
    tby_openings *t = table_of(TBY_OPENINGS_PGN, tby_str_of(text), &heard);
    const tby_opening *o = only(t, 3);

    (void)state;
    assert_int_equal(heard.errors + heard.warnings, 0);
    assert_null(o->line);
    assert_true(tby_pos_same(&o->pos, &ending));
    assert_string_equal(tby_openings_at(t, 1)->code, "");
    o = tby_openings_at(t, 0);
    check_name(o, "Sicilian: Najdorf, English attack");
    assert_int_equal(o->plies, 4);
    assert_true(tby_str_is(o->source, "eco_pgn"));
    tby_openings_close(t);
}

/* --- what is refused ------------------------------------------------------*/

/* Every text has one row before the bad one and one behind it. */
static void a_bad_row_is_told_with_its_place(void **state)
{
    static const struct {
        tby_openings_format format;
        const char *text;
        tby_rc code;
        size_t line, column;
    } BAD[] = {
        {TBY_OPENINGS_TSV, "A00\ta\t1. a3\nB00\tb\nC00\tc\t1. c3\n",
         TBY_E_OPENING_MOVES, 2, 1},
        {TBY_OPENINGS_TSV, "A00\ta\t1. a3\nB00\nC00\tc\t1. c3\n",
         TBY_E_OPENING_FIELDS, 2, 1},
        {TBY_OPENINGS_TSV,
         "A00\ta\t1. a3\nB00\tb\t1. b3\t\t\tx\nC00\tc\t1. c3\n",
         TBY_E_OPENING_FIELDS, 2, 15},
        {TBY_OPENINGS_TSV, "A00\ta\t1. a3\nX00\tb\t1. b3\nC00\tc\t1. c3\n",
         TBY_E_OPENING_CODE, 2, 1},
        {TBY_OPENINGS_TSV, "A00\ta\t1. a3\nB00\tb\t1. e5\nC00\tc\t1. c3\n",
         TBY_E_MOVE_REACH, 2, 10},
        {TBY_OPENINGS_TSV,
         "A00\ta\t1. a3\nB00\tGr\xC3\xBC\t1. e5\nC00\tc\t1. c3\n",
         TBY_E_MOVE_REACH, 2, 12},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nB00 b 1.b3 *\nC00 \"c\" 1.c3 *\n",
         TBY_E_OPENING_SYNTAX, 2, 5},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nB00 \"b 1.b3 *\nC00 \"c\" 1.c3 *\n",
         TBY_E_OPENING_SYNTAX, 2, 5},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nB00 \"b\" 1.b3\nC00 \"c\" 1.c3 *\n",
         TBY_E_OPENING_SYNTAX, 3, 1},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nB00ab \"b\" 1.b3 *\nC00 \"c\" 1.c3 *\n",
         TBY_E_OPENING_CODE, 2, 1},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nB00 \"b\"\n 1.b3\n b4 *\nC00 \"c\" 1.c3 *\n",
         TBY_E_MOVE_REACH, 4, 2},
        {TBY_OPENINGS_SCID,
         "A00 \"a\" 1.a3 *\nsome\nwords *\nC00 \"c\" 1.c3 *\n",
         TBY_E_OPENING_CODE, 2, 1},
        {TBY_OPENINGS_PGN,
         "[Opening \"a\"]\n\n1. a3 *\n\n[Opening \"b\"]\n\n1. b3 b3 *\n\n"
         "[Opening \"c\"]\n\n1. c3 *\n",
         TBY_E_MOVE_REACH, 7, 7},
        {TBY_OPENINGS_PGN,
         "[Opening \"a\"]\n\n1. a3 *\n\n[ECO \"B00\"]\n\n1. b3 *\n\n"
         "[Opening \"c\"]\n\n1. c3 *\n",
         TBY_E_OPENING_NAME, 5, 1},
        {TBY_OPENINGS_PGN,
         "[Opening \"a\"]\n\n1. a3 *\n\n[Opening \"b\"]\n\n1. b3 -- *\n\n"
         "[Opening \"c\"]\n\n1. c3 *\n",
         TBY_E_SAN_SYNTAX, 5, 1},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        told heard;
        tby_openings *t =
            table_of(BAD[i].format, tby_str_of(BAD[i].text), &heard);

        CHECK(tby_openings_count(t) == 2, "%zu: %zu", i, tby_openings_count(t));
        check_name(tby_openings_at(t, 0), "a");
        check_name(tby_openings_at(t, 1), "c");
        CHECK(heard.errors == 1 && heard.last.code == BAD[i].code,
              "%zu: %u, %s", i, heard.errors, tby_rc_name(heard.last.code));
        CHECK(heard.last.place.line == BAD[i].line &&
                  heard.last.place.column == BAD[i].column,
              "%zu: %zu:%zu", i, heard.last.place.line,
              heard.last.place.column);
        CHECK(*heard.detail, "%zu", i);
        tby_openings_close(t);
    }
}

static void titles_must_be_of_use(void **state)
{
    static const char *const BAD[] = {"eco\tname\nB00\tx\n",
                                      "name\tname\tpgn\nx\ty\t1. e4\n",
                                      "name\tpgn\tmoves\nx\t1. e4\t1. e4\n"};

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_openings *t = NULL;
        told heard;

        assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                         TBY_OK);
        assert_int_equal(
            read_into(t, TBY_OPENINGS_TSV, tby_str_of(BAD[i]), &heard),
            TBY_E_OPENING_FIELDS);
        assert_int_equal(heard.errors, 1);
        assert_int_equal(heard.last.place.line, 1);
        tby_openings_close(t);
    }
}

/* --- guessing -------------------------------------------------------------*/

static void formats_are_guessed(void **state)
{
    static const struct {
        const char *text;
        tby_openings_format format;
    } TEXTS[] = {
        {"", TBY_OPENINGS_UNKNOWN},
        {"# nothing\n\n", TBY_OPENINGS_UNKNOWN},
        {"hello\n", TBY_OPENINGS_UNKNOWN},
        {"eco\tname\tpgn\n", TBY_OPENINGS_TSV},
        {"# mine\nB20\tSicilian\t1. e4 c5\n", TBY_OPENINGS_TSV},
        {"# scid\nA00a \"Start position\"  *\n", TBY_OPENINGS_SCID},
        {"A00\n\"Start position\"  *\n", TBY_OPENINGS_SCID},
        {"B2 \"Bad\" 1.e4 *\nB20 \"X\" 1.e4 c5 *\n", TBY_OPENINGS_SCID},
        {"\n[ECO \"A00\"]\n", TBY_OPENINGS_PGN},
        {"{ A remark }\n[ECO \"A00\"]\n", TBY_OPENINGS_PGN},
        {"{\n  \"rnbq\": {}}", TBY_OPENINGS_JSON},
        {"{}", TBY_OPENINGS_JSON},
        {"[[\"a\",\"b\"]]", TBY_OPENINGS_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(TEXTS); i++)
        CHECK(tby_openings_guess(tby_str_of(TEXTS[i].text)) == TEXTS[i].format,
              "%s", TEXTS[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tsv_has_three_columns),
        cmocka_unit_test(columns_are_found_by_their_titles),
        cmocka_unit_test(titles_may_come_again),
        cmocka_unit_test(scid_entries_go_over_lines),
        cmocka_unit_test(games_are_openings),
        cmocka_unit_test(a_bad_row_is_told_with_its_place),
        cmocka_unit_test(titles_must_be_of_use),
        cmocka_unit_test(formats_are_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
