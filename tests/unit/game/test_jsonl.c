/* test_jsonl.c - games as lines of JSON. */
#include "tabiya/jsonl.h"

#include "support/data.h"
#include "tabiya/limits.h"

/* The line of a game, to be freed. */
static bytes line_of(const tby_game *g)
{
    bytes out = {NULL, 0};
    tby_rc rc = tby_jsonl_write(g, NULL, 0, &out.n);

    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
    out.p = malloc(out.n + 1);
    assert_non_null(out.p);
    assert_int_equal(tby_jsonl_write(g, out.p, out.n + 1, &out.n), TBY_OK);
    assert_int_equal(strlen(out.p), out.n);
    return out;
}

/* Reads the first game of a text. */
static tby_rc read_text(tby_game *g, tby_str text, tby_err *err)
{
    tby_jsonl c;

    tby_game_init(g, NULL);
    tby_jsonl_init(&c, text);
    return tby_jsonl_next(&c, g, err);
}

static void check_round_trip(const tby_game *g)
{
    bytes line = line_of(g);
    tby_game again;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = read_text(&again, str_of(line), &err);

    CHECK(rc == TBY_OK, "%s at %zu of %s", tby_rc_name(rc), err.at, line.p);
    CHECK(tby_game_same(g, &again), "%s", line.p);
    tby_game_free(&again);
    free(line.p);
}

/* --- writing --------------------------------------------------------------*/

static void assert_line(const char *pgn, const char *expected)
{
    tby_game g;

    game_of(&g, pgn);
    bytes line = line_of(&g);
    CHECK(strcmp(line.p, expected) == 0, "%s is\n%s", pgn, line.p);
    check_round_trip(&g);
    tby_game_free(&g);
    free(line.p);
}

static void lines_are_as_described(void **state)
{
    (void)state;
    assert_line("*", "{\"tags\":{},\"result\":\"*\",\"moves\":[]}\n");
    assert_line("[White \"A \\\"B\\\"\"]\n[Black \"Ж\"]\n\n1. e4 e5 1-0",
                "{\"tags\":{\"White\":\"A \\\"B\\\"\",\"Black\":\"Ж\"},"
                "\"result\":\"1-0\",\"moves\":["
                "{\"san\":\"e4\",\"uci\":\"e2e4\"},"
                "{\"san\":\"e5\",\"uci\":\"e7e5\"}]}\n");
    assert_line("1. e4! $14 {a} {b} (1. d4 d5) (1. c4) e5 1/2-1/2",
                "{\"tags\":{},\"result\":\"1/2-1/2\",\"moves\":["
                "{\"san\":\"e4\",\"uci\":\"e2e4\",\"nags\":[1,14],"
                "\"comments\":[\"a\",\"b\"],\"variations\":["
                "[{\"san\":\"d4\",\"uci\":\"d2d4\"},"
                "{\"san\":\"d5\",\"uci\":\"d7d5\"}],"
                "[{\"san\":\"c4\",\"uci\":\"c2c4\"}]]},"
                "{\"san\":\"e5\",\"uci\":\"e7e5\"}]}\n");
}

/* What stands before a move or out of order is an element without one. */
static void order_is_kept(void **state)
{
    (void)state;
    assert_line("{x} 1. e4 {y} $1 (1. d4) {z} $2 *",
                "{\"tags\":{},\"result\":\"*\",\"moves\":["
                "{\"comments\":[\"x\"]},"
                "{\"san\":\"e4\",\"uci\":\"e2e4\",\"comments\":[\"y\"]},"
                "{\"nags\":[1],\"variations\":[["
                "{\"san\":\"d4\",\"uci\":\"d2d4\"}]]},"
                "{\"comments\":[\"z\"]},{\"nags\":[2]}]}\n");
}

static void castling_and_null_moves_have_both_names(void **state)
{
    (void)state;
    assert_line("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n\n1. O-O -- *",
                "{\"tags\":{\"FEN\":\"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"},"
                "\"start\":\"4k3/8/8/8/8/8/8/4K2R w K - 3 9\","
                "\"result\":\"*\",\"moves\":["
                "{\"san\":\"O-O\",\"uci\":\"e1g1\"},"
                "{\"san\":\"--\",\"uci\":\"0000\"}]}\n");
    assert_line("[Variant \"Chess960\"]\n"
                "[FEN \"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1\"]\n\n1. O-O *",
                "{\"tags\":{\"Variant\":\"Chess960\","
                "\"FEN\":\"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1\"},"
                "\"start\":\"4k3/8/8/8/8/8/8/1K4R1 w K - 0 1\","
                "\"chess960\":true,\"result\":\"*\",\"moves\":["
                "{\"san\":\"O-O\",\"uci\":\"b1g1\"}]}\n");
}

static void repeated_tags_stand_apart(void **state)
{
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    add_tag(&g, "A", "1");
    add_tag(&g, "A", "2");
    add_tag(&g, "B", "3");
    add_tag(&g, "A", "4");
    bytes line = line_of(&g);
    assert_string_equal(line.p,
                        "{\"tags\":{\"A\":\"1\",\"B\":\"3\"},"
                        "\"repeated_tags\":[[1,\"A\",\"2\"],[3,\"A\",\"4\"]],"
                        "\"result\":\"*\",\"moves\":[]}\n");
    check_round_trip(&g);
    free(line.p);
    tby_game_free(&g);
}

static void assert_not_written(const tby_game *g, tby_rc rc)
{
    char buf[4] = "abc";
    size_t n = 77;

    assert_int_equal(tby_jsonl_write(g, buf, sizeof buf, &n), rc);
    assert_int_equal(n, 77);
    assert_string_equal(buf, "abc");
}

static void games_that_make_no_sense_are_refused(void **state)
{
    tby_game g;
    tby_pos p = tby_pos_start();

    (void)state;
    tby_game_init(&g, NULL);
    add_item(&g, (tby_item){.kind = TBY_ITEM_OPEN});
    assert_not_written(&g, TBY_E_PGN_VARIATION);
    tby_game_clear(&g);
    add_item(&g, (tby_item){.kind = TBY_ITEM_CLOSE});
    assert_not_written(&g, TBY_E_PGN_VARIATION);
    tby_game_clear(&g);
    add_item(&g, (tby_item){.kind = TBY_ITEM_MOVE,
                            .move = tby_move_make(12, 36, 0)});
    assert_not_written(&g, TBY_E_MOVE_REACH);
    /* a variation that is left open is closed */
    tby_game_clear(&g);
    add_move(&g, &p, "e4");
    add_item(&g, (tby_item){.kind = TBY_ITEM_OPEN});
    bytes line = line_of(&g);
    assert_string_equal(line.p, "{\"tags\":{},\"result\":\"*\",\"moves\":["
                                "{\"san\":\"e4\",\"uci\":\"e2e4\","
                                "\"variations\":[[]]}]}\n");
    free(line.p);
    tby_game_free(&g);
}

/* Sixty-four levels work, as in PGN; one more is a limit. */
static void variations_nest_as_deep_as_allowed(void **state)
{
    tby_game g;
    tby_pos start = tby_pos_start();

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned depth = 0; depth <= TBY_MAX_RAV_DEPTH; depth++) {
        tby_pos p = start;
        if (depth)
            add_item(&g, (tby_item){.kind = TBY_ITEM_OPEN});
        add_move(&g, &p, depth % 2 ? "d4" : "e4");
    }
    tby_pos p = start;
    size_t open = g.items_n;
    for (unsigned depth = 0; depth < TBY_MAX_RAV_DEPTH; depth++) {
        add_comment(&g, "x");
        add_item(&g, (tby_item){.kind = TBY_ITEM_CLOSE});
    }
    check_round_trip(&g);
    g.items_n = open;
    add_item(&g, (tby_item){.kind = TBY_ITEM_OPEN});
    add_move(&g, &p, "c4");
    assert_not_written(&g, TBY_E_LIMIT);
    tby_game_free(&g);
}

static void a_small_buffer_is_reported(void **state)
{
    tby_game g;

    (void)state;
    game_of(&g, "1. e4 {x} *");
    bytes line = line_of(&g);
    for (size_t cap = 0; cap <= line.n + 1; cap++) {
        char *buf = malloc(cap ? cap : 1);
        size_t n = 0;
        assert_non_null(buf);
        assert_int_equal(tby_jsonl_write(&g, buf, cap, &n), TBY_OK);
        assert_int_equal(n, line.n);
        if (cap) {
            assert_memory_equal(buf, line.p, cap - 1);
            assert_int_equal(buf[cap - 1], 0);
        }
        free(buf);
    }
    free(line.p);
    tby_game_free(&g);
}

/* --- reading --------------------------------------------------------------*/

/* Reads as the same game as the PGN. */
static void assert_reads_as(const char *json, const char *pgn)
{
    tby_game g, expected;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = read_text(&g, tby_str_of(json), &err);

    CHECK(rc == TBY_OK, "%s: %s at %zu", json, tby_rc_name(rc), err.at);
    game_of(&expected, pgn);
    CHECK(tby_game_same(&g, &expected), "%s", json);
    tby_game_free(&g);
    tby_game_free(&expected);
}

static void lines_of_others_are_read(void **state)
{
    (void)state;
    /* only moves are needed; either notation; white space; unknown names */
    assert_reads_as("{\"moves\":[]}", "*");
    assert_reads_as(" { \"moves\" : [ ] } \r\n", "*");
    assert_reads_as("\xEF\xBB\xBF{\"moves\":[{\"san\":\"e4\"}]}", "1. e4 *");
    assert_reads_as("{\"moves\":[{\"uci\":\"e2e4\"},{\"san\":\"e7-e5\"}]}",
                    "1. e4 e5 *");
    assert_reads_as("{\"x\":{\"a\":[1,-2.5e+3,true,false,null,\"\\u0041\"]},"
                    "\"moves\":[{\"san\":\"e4\",\"clock\":3}]}",
                    "1. e4 *");
    /* names in any order, as jq -S leaves them */
    assert_reads_as(
        "{\"moves\":[{\"variations\":[[{\"uci\":\"d2d4\"}]],\"uci\":\"e2e4\","
        "\"san\":\"e4\",\"comments\":[\"c\"],\"nags\":[3]},{}],"
        "\"result\":\"1-0\",\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
        "RNBQKBNR w KQkq - 0 1\",\"tags\":{\"FEN\":\"rnbqkbnr/pppppppp/8/8/8/8/"
        "PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}}",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n"
        "1. e4!! {c} (1. d4) 1-0");
    /* the result of the tag, if there is no other */
    assert_reads_as("{\"tags\":{\"Result\":\"0-1\"},\"moves\":[]}",
                    "[Result \"0-1\"]\n\n0-1");
    /* escapes, in names too */
    assert_reads_as("{\"t\\u0061gs\":{\"\\u0041b\":\"\\u00e9\\ud834\\udd1e"
                    "\\/\"},\"moves\":[{\"s\\u0061n\":\"\\u0065\\u0034\"}]}",
                    "[Ab \"é𝄞/\"]\n\n1. e4 *");
    /* duplicate names among the tags */
    tby_game g;
    assert_int_equal(read_text(&g,
                               tby_str_of("{\"tags\":{\"A\":\"1\",\"A\":\"2\"},"
                                          "\"moves\":[]}"),
                               NULL),
                     TBY_OK);
    assert_int_equal(g.tags_n, 2);
    tby_game_free(&g);
}

/* Each names the code and the byte. */
static void bad_lines_are_refused_at_the_right_byte(void **state)
{
    static const struct {
        const char *json;
        tby_rc code;
        size_t at;
    } cases[] = {
        {"x", TBY_E_JSON_FIELD, 0},
        {"[]", TBY_E_JSON_FIELD, 0},
        {"{", TBY_E_JSON_SYNTAX, 1},
        {"{}", TBY_E_JSON_FIELD, 0},
        {"{}}", TBY_E_JSON_SYNTAX, 2},
        {"{\"moves\":[]} x", TBY_E_JSON_SYNTAX, 13},
        {"{\"moves\":[],}", TBY_E_JSON_SYNTAX, 12},
        {"{,\"moves\":[]}", TBY_E_JSON_SYNTAX, 1},
        {"{\"moves\":[,]}", TBY_E_JSON_SYNTAX, 10},
        {"{\"moves\":[{},]}", TBY_E_JSON_SYNTAX, 13},
        {"{\"moves\":[{} {}]}", TBY_E_JSON_SYNTAX, 13},
        {"{\"moves\" []}", TBY_E_JSON_SYNTAX, 9},
        {"{moves:[]}", TBY_E_JSON_SYNTAX, 1},
        {"{\"moves\":[}", TBY_E_JSON_SYNTAX, 10},
        {"{\"moves\":[]", TBY_E_JSON_SYNTAX, 11},
        {"{\"moves", TBY_E_JSON_SYNTAX, 7},
        {"{\"moves\":{}}", TBY_E_JSON_FIELD, 9},
        {"{\"moves\":null}", TBY_E_JSON_FIELD, 9},
        {"{\"moves\":[1]}", TBY_E_JSON_FIELD, 10},
        {"{\"moves\":[],\"moves\":[]}", TBY_E_JSON_FIELD, 12},
        {"{\"x\":01}", TBY_E_JSON_SYNTAX, 6},
        {"{\"x\":1.}", TBY_E_JSON_SYNTAX, 7},
        {"{\"x\":1e}", TBY_E_JSON_SYNTAX, 7},
        {"{\"x\":-}", TBY_E_JSON_SYNTAX, 6},
        {"{\"x\":+1}", TBY_E_JSON_SYNTAX, 5},
        {"{\"x\":tru}", TBY_E_JSON_SYNTAX, 5},
        {"{\"x\":'a'}", TBY_E_JSON_SYNTAX, 5},
        {"{\"x\":\"\\x\"}", TBY_E_JSON_SYNTAX, 6},
        {"{\"x\":\"\\u12g4\"}", TBY_E_JSON_SYNTAX, 10},
        {"{\"x\":\"\\ud834\"}", TBY_E_JSON_SYNTAX, 12},
        {"{\"x\":\"\\ud834\\u0041\"}", TBY_E_JSON_SYNTAX, 18},
        {"{\"x\":\"\\udd1e\"}", TBY_E_JSON_SYNTAX, 12},
        {"{\"x\":\"a\tb\"}", TBY_E_JSON_SYNTAX, 7},
        {"{\"x\":\"a\xE9\"}", TBY_E_UTF8, 7},
        {"{\"x\":\"\xED\xA0\x80\"}", TBY_E_UTF8, 6},
        {"{\"x\":\"\xC0\x80\"}", TBY_E_UTF8, 6},
        {"{\"tags\":[],\"moves\":[]}", TBY_E_JSON_FIELD, 8},
        {"{\"tags\":{\"A\":1},\"moves\":[]}", TBY_E_JSON_FIELD, 13},
        {"{\"repeated_tags\":[[0,\"A\"]],\"moves\":[]}", TBY_E_JSON_FIELD, 25},
        {"{\"repeated_tags\":[[1,\"A\",\"\"]],\"moves\":[]}", TBY_E_JSON_FIELD,
         19},
        {"{\"repeated_tags\":[[0,\"A\",\"\",1]],\"moves\":[]}",
         TBY_E_JSON_FIELD, 27},
        {"{\"tags\":{\"\":\"x\"},\"moves\":[]}", TBY_E_JSON_FIELD, 9},
        {"{\"tags\":{\"A\":\"\", \"a b\":\"x\"},\"moves\":[]}",
         TBY_E_JSON_FIELD, 17},
        {"{\"tags\":{\"A]\":\"x\"},\"moves\":[]}", TBY_E_JSON_FIELD, 9},
        {"{\"tags\":{\"\\u00c9\":\"x\"},\"moves\":[]}", TBY_E_JSON_FIELD, 9},
        {"{\"tags\":{\"A\":\"x\\u0000\"},\"moves\":[]}", TBY_E_JSON_FIELD, 13},
        {"{\"repeated_tags\":[[0, \"A-B\",\"\"]],\"moves\":[]}",
         TBY_E_JSON_FIELD, 22},
        {"{\"repeated_tags\":[[0,\"A\",\"\\u0000\"]],\"moves\":[]}",
         TBY_E_JSON_FIELD, 25},
        {"{\"moves\":[{\"comments\":[\"a\", \"\\u0000\"]}]}", TBY_E_JSON_FIELD,
         28},
        {"{\"result\":\"won\",\"moves\":[]}", TBY_E_JSON_FIELD, 10},
        {"{\"result\":1,\"moves\":[]}", TBY_E_JSON_FIELD, 10},
        {"{\"chess960\":1,\"moves\":[]}", TBY_E_JSON_FIELD, 12},
        {"{\"start\":\"8/8/8 w - -\",\"moves\":[]}", TBY_E_FEN_SLASH, 15},
        {"{\"start\":\"8/8/8/8/8/8/8/8 w - - 0 1\",\"moves\":[]}",
         TBY_E_POS_FAULTY, 10},
        {"{\"moves\":[{\"san\":\"e5\"}]}", TBY_E_MOVE_REACH, 18},
        {"{\"moves\":[{\"san\":4}]}", TBY_E_JSON_FIELD, 17},
        {"{\"moves\":[{\"uci\":\"e2e9\"}]}", TBY_E_UCI_SYNTAX, 21},
        {"{\"moves\":[{\"uci\":\"e2e4\",\"san\":\"d4\"}]}", TBY_E_JSON_FIELD,
         30},
        {"{\"moves\":[{\"nags\":[256]}]}", TBY_E_JSON_FIELD, 19},
        {"{\"moves\":[{\"nags\":[-1]}]}", TBY_E_JSON_FIELD, 19},
        {"{\"moves\":[{\"nags\":[1.0]}]}", TBY_E_JSON_FIELD, 19},
        {"{\"moves\":[{\"nags\":[\"1\"]}]}", TBY_E_JSON_FIELD, 19},
        {"{\"moves\":[{\"nags\":1}]}", TBY_E_JSON_FIELD, 18},
        {"{\"moves\":[{\"comments\":[1]}]}", TBY_E_JSON_FIELD, 23},
        {"{\"moves\":[{\"variations\":[[]]}]}", TBY_E_JSON_FIELD, 25},
        {"{\"moves\":[{\"san\":\"e4\",\"variations\":[{}]}]}", TBY_E_JSON_FIELD,
         36},
        {"{\"format\":\"other\",\"version\":1}", TBY_E_JSON_FIELD, 10},
        {"{\"format\":\"tabiya-games\",\"version\":2}", TBY_E_JSON_FIELD, 35},
        {"{\"format\":\"tabiya-games\"}", TBY_E_JSON_FIELD, 0}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tby_game g;
        tby_err err = {TBY_OK, 0};
        tby_rc rc = read_text(&g, tby_str_of(cases[i].json), &err);
        CHECK(rc == cases[i].code && err.code == rc && err.at == cases[i].at,
              "%s: %s at %zu", cases[i].json, tby_rc_name(rc), err.at);
        assert_int_equal(g.tags_n + g.items_n, 0);
        tby_game_free(&g);
    }
}

static void a_bad_line_costs_that_line_alone(void **state)
{
    static const char text[] = TBY_JSONL_HEADER
        "{\"moves\":[{\"san\":\"e4\"}]}\n"
        "\n"
        "{\"moves\":[{\"san\":\"e5\"}]}\r\n"
        "rubbish\n" TBY_JSONL_HEADER "{\"moves\":[{\"san\":\"d4\"}]}";
    static const tby_rc expected[] = {TBY_OK, TBY_E_MOVE_REACH,
                                      TBY_E_JSON_FIELD, TBY_OK};
    size_t line3 = sizeof TBY_JSONL_HEADER - 1 + 26;

    (void)state;
    for (size_t step = 1; step <= sizeof text; step++) {
        tby_jsonl c;
        tby_game g;
        tby_err err = {TBY_OK, 0};
        tby_rc rc;
        size_t games = 0, end = 0, begin = 0;

        tby_game_init(&g, NULL);
        tby_jsonl_init(&c, (tby_str){text, 0});
        c.more = true;
        while ((rc = tby_jsonl_next(&c, &g, &err)) != TBY_DONE) {
            if (rc == TBY_E_MORE) {
                begin += c.at;
                end =
                    end + step < sizeof text - 1 ? end + step : sizeof text - 1;
                c.text = (tby_str){text + begin, end - begin};
                c.at = 0;
                c.more = end < sizeof text - 1;
                continue;
            }
            CHECK(games < LENGTH(expected) && rc == expected[games],
                  "step %zu, line %zu: %s", step, games, tby_rc_name(rc));
            if (rc == TBY_E_MOVE_REACH)
                assert_int_equal(begin + err.at, line3 + 18);
            games++;
        }
        CHECK(games == LENGTH(expected), "step %zu: %zu", step, games);
        tby_game_free(&g);
    }
}

/* Nobody can know what the lines of another version mean. */
static void another_version_ends_the_reading(void **state)
{
    tby_jsonl c;
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    tby_jsonl_init(&c,
                   tby_str_of("{\"version\":7,\"format\":\"tabiya-games\"}\n"
                              "{\"moves\":[]}\n"));
    assert_int_equal(tby_jsonl_next(&c, &g, NULL), TBY_E_JSON_FIELD);
    assert_int_equal(tby_jsonl_next(&c, &g, NULL), TBY_DONE);
    tby_game_free(&g);
}

static void nesting_has_a_limit(void **state)
{
    enum { DEEP = 100000 };
    char *text = malloc(DEEP + 32);
    tby_game g;
    tby_err err;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < 3; i++) {
        static const char *const opens[3] = {
            "{\"x\":", "{\"moves\":", "{\"a\":"};
        size_t n = strlen(opens[i]);
        memcpy(text, opens[i], n);
        memset(text + n, i == 2 ? '{' : '[', DEEP);
        tby_rc rc = read_text(&g, (tby_str){text, n + DEEP}, &err);
        assert_int_equal(rc, i == 2 ? TBY_E_JSON_SYNTAX : TBY_E_LIMIT);
        tby_game_free(&g);
    }
    free(text);
}

/* A line that never ends does not fill the memory of the reader. */
static void long_lines_are_passed_over(void **state)
{
    size_t n = TBY_JSONL_MAX_LINE + 10;
    char *text = malloc(n + 32);
    tby_jsonl c;
    tby_game g;
    tby_err err;

    (void)state;
    assert_non_null(text);
    memset(text, ' ', n);
    memcpy(text + n, "\n{\"moves\":[]}\n", 14);
    tby_game_init(&g, NULL);
    tby_jsonl_init(&c, (tby_str){text, n + 14});
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_E_LIMIT);
    assert_int_equal(err.at, 0);
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_OK);
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_DONE);
    /* the same, the end of the line not yet there */
    tby_jsonl_init(&c, (tby_str){text, n});
    c.more = true;
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_E_LIMIT);
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_E_MORE);
    assert_int_equal(c.at, n);
    c.text = (tby_str){text + n, 14};
    c.at = 0;
    c.more = false;
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_OK);
    assert_int_equal(tby_jsonl_next(&c, &g, &err), TBY_DONE);
    tby_game_free(&g);
    free(text);
}

static void limits_of_games_hold(void **state)
{
    size_t n = TBY_MAX_COMMENT_BYTES + 1;
    char *text = malloc(n + 64);
    tby_game g;
    tby_err err;

    (void)state;
    assert_non_null(text);
    size_t head = (size_t)sprintf(text, "{\"moves\":[{\"comments\":[\"");
    memset(text + head, 'x', n);
    memcpy(text + head + n, "\"]}]}", 5);
    assert_int_equal(read_text(&g, (tby_str){text, head + n + 5}, &err),
                     TBY_E_LIMIT);
    assert_int_equal(err.at, head - 1);
    tby_game_free(&g);
    free(text);
}

static void *no_memory(void *ctx, void *p, size_t old_size, size_t new_size)
{
    size_t *left = ctx;

    (void)old_size;
    if (new_size == 0) {
        free(p);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(p, new_size);
}

static void out_of_memory_is_reported(void **state)
{
    static const char text[] = "{\"tags\":{\"\\u0041\":\"\\u0042\"},\"moves\":["
                               "{\"san\":\"e4\",\"comments\":[\"\\n\"]}]}";
    tby_rc rc = TBY_E_NOMEM;

    (void)state;
    for (size_t allowed = 0; rc != TBY_OK; allowed++) {
        size_t left = allowed, n = 0;
        tby_alloc alloc = {no_memory, &left};
        tby_jsonl c;
        tby_game g;
        tby_game_init(&g, &alloc);
        tby_jsonl_init(&c, tby_str_of(text));
        rc = tby_jsonl_next(&c, &g, NULL);
        assert_true(rc == TBY_OK || (rc == TBY_E_NOMEM && c.at == 0));
        left = 0;
        assert_int_equal(tby_jsonl_write(&g, NULL, 0, &n), TBY_E_NOMEM);
        tby_game_free(&g);
    }
}

/* --- many games -----------------------------------------------------------*/

static void random_games_survive(void **state)
{
    rng r = rng_for(__func__);
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (int i = 0; i < 3000; i++) {
        random_game(&r, &g, i % 3);
        check_round_trip(&g);
    }
    tby_game_free(&g);
}

static void real_games_survive(void **state)
{
    static const char *const files[] = {
        "pgn/lichess-438.pgn.zst", "pgn/damaged/crlf.pgn",
        "pgn/damaged/bom_latin1.pgn", "pgn/damaged/oneline.pgn"};
    unsigned games = 0, missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(files); i++) {
        bytes text = shared_file(files[i]);
        tby_pgn pgn;
        tby_pgn_report report;
        tby_game g;
        missing += !text.p;
        tby_game_init(&g, NULL);
        tby_pgn_init(&pgn, str_of(text), TBY_PGN_ALL);
        while (text.p && tby_pgn_next(&pgn, &g, &report) == TBY_OK) {
            if (report.error.code != TBY_OK)
                continue;
            check_round_trip(&g);
            games++;
        }
        tby_game_free(&g);
        free(text.p);
    }
    printf("%u games, %u files missing\n", games, missing);
    if (missing == LENGTH(files))
        skip_without_shared(missing);
    assert_int_equal(missing, 0);
    assert_true(games >= 438 + 3 * 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_described),
        cmocka_unit_test(order_is_kept),
        cmocka_unit_test(castling_and_null_moves_have_both_names),
        cmocka_unit_test(repeated_tags_stand_apart),
        cmocka_unit_test(games_that_make_no_sense_are_refused),
        cmocka_unit_test(variations_nest_as_deep_as_allowed),
        cmocka_unit_test(a_small_buffer_is_reported),
        cmocka_unit_test(lines_of_others_are_read),
        cmocka_unit_test(bad_lines_are_refused_at_the_right_byte),
        cmocka_unit_test(a_bad_line_costs_that_line_alone),
        cmocka_unit_test(another_version_ends_the_reading),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(long_lines_are_passed_over),
        cmocka_unit_test(limits_of_games_hold),
        cmocka_unit_test(out_of_memory_is_reported),
        cmocka_unit_test(random_games_survive),
        cmocka_unit_test(real_games_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
