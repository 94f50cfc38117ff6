/* test_last_named.c - a position that has no name of its own, and the one it
 * inherits. */
#include "core/base/str.h"
#include "core/openings/names.h"
#include "support/graphs.h"
#include "unit/openings/rows.h"

static const row ROWS[] = {
    {"eco_tsv", "A40", "Queen's Pawn Game", "d4"},
    {"eco_tsv", "D00", "Accelerated London System", "d4 d5 Bf4"},
    {"eco_tsv", "D02", "London System", "d4 d5 Nf3 Nf6 Bf4"},
};

typedef struct library {
    tby_buf block;
    tby_names names;
} library;

static void open_library(library *l)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    for (size_t i = 0; i < LENGTH(ROWS); i++)
        add_row(t, &ROWS[i]);
    tby_buf_init(&l->block, NULL, 1 << 20);
    must(tby_names_compile(t, &l->block));
    tby_openings_close(t);
    must(tby_names_open(&l->names, l->block.p, l->block.n));
}

/* "Accelerated London System@3, then 3. e3 c5" */
static void check_called(const library *l, const char *moves, const char *want)
{
    tby_move line[MAX_ROW_PLIES];
    tby_pos start = tby_pos_start(), end;
    uint32_t n = play_words(moves, line, &end);
    tby_last_named last = tby_names_last_named(&l->names, &start, line, n);
    tby_buf said;

    tby_buf_init(&said, NULL, 1 << 10);
    if (last.entry != TBY_NAMES_NONE) {
        tby_opening o;
        tby_names_get(&l->names, last.entry, &o);
        assert_true(tby_pos_same(&o.pos, &last.pos));
        tby_buf_add(&said, o.name);
        tby_buf_char(&said, '@');
        tby_buf_u64(&said, last.ply);
    }
    if (tby_last_named_inherited(&last)) {
        tby_buf_cstr(&said, ", then ");
        tby_last_named_then(&last, &said);
    }
    CHECK(tby_str_is(tby_buf_str(&said), want), "%s is '%.*s', not '%s'", moves,
          (int)said.n, said.p, want);
    tby_buf_free(&said);
}

static void a_name_is_inherited_with_the_moves_since(void **state)
{
    library l;

    (void)state;
    open_library(&l);
    check_called(&l, "", "");
    check_called(&l, "e4 e5", "");
    check_called(&l, "d4", "Queen's Pawn Game@1");
    check_called(&l, "d4 d5", "Queen's Pawn Game@1, then 1... d5");
    check_called(&l, "d4 d5 Bf4", "Accelerated London System@3");
    check_called(&l, "d4 d5 Bf4 c5",
                 "Accelerated London System@3, then 2... c5");
    check_called(&l, "d4 d5 Bf4 Nf6 e3 c5",
                 "Accelerated London System@3, then 2... Nf6 3. e3 c5");
    check_called(&l, "d4 d5 Bf4 Nf6 Nf3", "London System@5");
    /* by other moves it is the same position, and another name */
    check_called(&l, "c4 c5 d4", "");
    check_called(&l, "d4 c5 c4", "Queen's Pawn Game@1, then 1... c5 2. c4");
    tby_buf_free(&l.block);
}

/* The answer as JSON has it, from a position that was set up. */
static void check_json(const library *l, const char *fen, const char *san,
                       const char *want)
{
    tby_pos from = pos_of(fen);
    tby_move m = TBY_MOVE_NONE;
    tby_buf said;
    tby_jsonw w = {.buf = &said};

    if (*san)
        m = move_of(&from, tby_str_of(san));
    tby_last_named last = tby_names_last_named(&l->names, &from, &m, *san != 0);
    tby_buf_init(&said, NULL, 1 << 10);
    tby_jsonw_object(&w);
    tby_last_named_json(&w, &last);
    tby_jsonw_object_end(&w);
    must(tby_jsonw_end(&w));
    CHECK(tby_str_is(tby_buf_str(&said), want), "%.*s, not %s", (int)said.n,
          said.p, want);
    tby_buf_free(&said);
}

static void a_way_may_begin_anywhere(void **state)
{
    static const char LONDON[] =
        "rnbqkbnr/ppp1pppp/8/3p4/3P1B2/8/PPP1PPPP/RN1QKBNR b KQkq - 1 2";
    static const char NO_NAME[] =
        "rnbqkbnr/pp2pppp/8/2pp4/3P1B2/8/PPP1PPPP/RN1QKBNR w KQkq - 0 3";
    library l;

    (void)state;
    open_library(&l);
    check_json(&l, LONDON, "", "{\"inherited\":false,\"then\":null}\n");
    check_json(&l, LONDON, "c5", "{\"inherited\":true,\"then\":\"2... c5\"}\n");
    /* a bare position has no way, and after it nothing to inherit */
    check_json(&l, NO_NAME, "", "{\"inherited\":false,\"then\":null}\n");
    check_json(&l, NO_NAME, "e3", "{\"inherited\":false,\"then\":null}\n");
    tby_buf_free(&l.block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_inherited_with_the_moves_since),
        cmocka_unit_test(a_way_may_begin_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
