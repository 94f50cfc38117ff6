/* test_rep_pgn.c - repertoires to PGN and back: what is read is what was
 * written, whatever the graph is like. */
#include "support/failing.h"
#include "unit/rep/rep_pgn.h"

/* --- there and back -------------------------------------------------------*/

static void import_all(tby_graph *g, tby_str text)
{
    tby_rep_import how = {.depth = 0};

    tby_graph_init(g, NULL);
    import(g, text, &how);
    assert_int_equal(how.full, 0);
    assert_int_equal(how.passes, 0);
}

/* Nothing that only some readers know: lines that begin with %, comments that
 * begin with ;. */
static void check_plain(bytes text)
{
    bool comment = false;

    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '{' || text.p[i] == '}')
            comment = text.p[i] == '{';
        CHECK(comment || text.p[i] != ';', "%.200s", text.p + i);
        CHECK(text.p[i] != '%' || (i && text.p[i - 1] != '\n'), "%.200s",
              text.p + i);
    }
}

static void check_round(const tby_graph *g, const tby_rep_pgn_options *options)
{
    bytes text;
    tby_graph again;
    tby_rc rc = export(g, options, &text);

    CHECK(rc == TBY_DONE, "%s", tby_rc_name(rc));
    check_plain(text);
    import_all(&again, str_of(text));
    copy_head(&again, g);
    if (tby_graph_compare(g, &again) != TBY_OK)
        fail_msg("lines %d, unroll %d: %u and %u nodes, %u and %u edges, "
                 "TBY_SEED=%" PRIu64 "\n%.3000s",
                 options->lines, options->unroll, g->nodes_alive,
                 again.nodes_alive, g->edges_alive, again.edges_alive,
                 rng_seed(), text.p);
    tby_graph_free(&again);
    free(text.p);
}

static void random_graphs(void **state)
{
    rng r = rng_for(__func__);
    unsigned transpositions = 0;

    (void)state;
    for (int round = 0; round < 150; round++) {
        tby_graph g;

        tby_graph_init(&g, NULL);
        random_graph(&r, &g, rng_below(&r, 200), 1 + rng_below(&r, 4));
        drop_silent(&g);
        for (unsigned n = rng_below(&r, 3); n; n--)
            assert_int_equal(
                tby_graph_add_loose(&g, tby_str_of(random_note(&r))), TBY_OK);
        for (uint32_t i = 0; i < g.nodes_n; i++)
            transpositions += g.nodes[i].in_n > 1;
        check_round(&g, &TREE);
        tby_graph_free(&g);
    }
    CHECK(transpositions > 200, "%u", transpositions);
}

/* There are as many games as lines, and more if moves close cycles; positions
 * without any move have a game too if they are evaluated. */
static void check_number(const tby_graph *g)
{
    tby_walk w;
    tby_dag d;
    bytes text;
    uint64_t games = 0, wanted = 0;
    bool cut = false;

    assert_int_equal(tby_walk_graph(&w, g, NULL), TBY_OK);
    assert_int_equal(tby_dag_open(&d, g, &w, NULL, 0), TBY_OK);
    for (size_t e = 0; e < g->edges_n; e++)
        cut |= w.back[e];
    for (size_t i = 0; i < g->nodes_n; i++)
        wanted += g->nodes[i].alive && !g->nodes[i].in_n &&
                  !g->nodes[i].out_n && g->nodes[i].eval.kind != TBY_EVAL_NONE;
    wanted += d.lines;
    assert_int_equal(export(g, &LINES, &text), TBY_DONE);
    for (const char *at = text.p; (at = strstr(at, "[Round ")); at++)
        games++;
    CHECK(games == wanted || (games > wanted && (cut || !wanted)),
          "%" PRIu64 " games, %" PRIu64 " lines", games, wanted);
    free(text.p);
    tby_dag_free(&d);
    tby_walk_free(&w);
}

static void random_graphs_unrolled(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 100; round++) {
        tby_graph g;

        tby_graph_init(&g, NULL);
        random_graph(&r, &g, rng_below(&r, 30), 1 + rng_below(&r, 3));
        drop_silent(&g);
        check_round(&g, &UNROLLED);
        check_round(&g, &LINES);
        check_number(&g);
        tby_graph_free(&g);
    }
}

/* --- what the text says ---------------------------------------------------*/

static void text_is(const tby_graph *g, const tby_rep_pgn_options *options,
                    const char *moves)
{
    bytes text;

    assert_int_equal(export(g, options, &text), TBY_DONE);
    const char *at = strstr(text.p, "]\n\n");
    CHECK(at && strcmp(at + 3, moves) == 0, "got:\n%s\nwant:\n%s", text.p,
          moves);
    free(text.p);
}

/* Two orders of moves: the second ends where the first goes on. */
static void transposition(tby_graph *g)
{
    tby_graph_init(g, NULL);
    set_note(g, add_line(g, NULL, "d4 d5 Bf4 Nf6"), "main");
    add_line(g, NULL, "d4 d5 Bf4 Nf6 e3");
    add_line(g, NULL, "d4 Nf6 Bf4 d5");
}

static void transpositions_say_where_they_go_on(void **state)
{
    tby_graph g;

    (void)state;
    transposition(&g);
    text_is(&g, &TREE,
            "1. d4 d5 (1... Nf6 2. Bf4 d5 {Transposes to 3. e3}) 2. Bf4 Nf6 "
            "{main} 3. e3 *\n\n");
    text_is(&g, &UNROLLED,
            "1. d4 d5 (1... Nf6 2. Bf4 d5 3. e3) 2. Bf4 Nf6 {main} 3. e3 "
            "*\n\n");
    tby_graph_free(&g);
}

static void lines_are_games(void **state)
{
    tby_graph g;
    bytes text;

    (void)state;
    transposition(&g);
    assert_int_equal(export(&g, &LINES, &text), TBY_DONE);
    assert_non_null(strstr(text.p, "[Round \"1\"]"));
    assert_non_null(strstr(text.p, "1. d4 d5 2. Bf4 Nf6 {main} 3. e3 *\n"));
    assert_non_null(strstr(text.p, "[Round \"2\"]"));
    assert_non_null(strstr(text.p, "1. d4 Nf6 2. Bf4 d5 3. e3 *\n"));
    assert_null(strstr(text.p, "[Round \"3\"]"));
    free(text.p);
    tby_graph_free(&g);
}

static void cycles_stop(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "Nf3 Nf6 Ng1 Ng8");
    text_is(&g, &TREE, "1. Nf3 Nf6 2. Ng1 Ng8 {Transposes to 1. Nf3} *\n\n");
    text_is(&g, &UNROLLED,
            "1. Nf3 Nf6 2. Ng1 Ng8 {Transposes to 1. Nf3} *\n\n");
    text_is(&g, &LINES, "1. Nf3 Nf6 2. Ng1 Ng8 {Transposes to 1. Nf3} *\n\n");
    tby_graph_free(&g);
}

static void head_becomes_tags(void **state)
{
    tby_graph g;
    bytes text;

    (void)state;
    tby_graph_init(&g, NULL);
    assert_int_equal(tby_graph_set_title(&g, TBY_STR("The \"London\"")),
                     TBY_OK);
    tby_graph_set_color(&g, TBY_BLACK);
    add_line(&g, NULL, "d4");
    tby_graph_set_eval(&g, 0, tby_eval_from_cp(20));
    tby_graph_set_eval(&g, 1, tby_eval_from_mate(TBY_BLACK, 3));
    assert_int_equal(tby_graph_add_loose(&g, TBY_STR("by hand")), TBY_OK);
    assert_int_equal(export(&g, &TREE, &text), TBY_DONE);
    assert_non_null(strstr(text.p, "[Event \"The \\\"London\\\"\"]\n"));
    assert_non_null(strstr(text.p, "[Orientation \"black\"]\n"));
    assert_non_null(
        strstr(text.p, "\n{[%eval 0.20]} {by hand} 1. d4 {[%eval #-3]} *\n"));
    assert_null(strstr(text.p, "FEN"));
    free(text.p);
    tby_graph_free(&g);
}

/* A graph without anything is one game without anything. */
static void empty_graphs(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    text_is(&g, &TREE, "*\n\n");
    text_is(&g, &LINES, "*\n\n");
    check_round(&g, &TREE);
    tby_graph_free(&g);
}

/* --- sizes ----------------------------------------------------------------*/

static void long_lines_become_several_games(void **state)
{
    tby_graph g;
    rng r = {7};

    (void)state;
    tby_graph_init(&g, NULL);
    long_line(&r, &g, 20000);
    check_round(&g, &TREE);
    check_round(&g, &LINES);
    check_round(&g, &UNROLLED);
    tby_graph_free(&g);
}

/* At each step of the way two moves, the second of which goes on: nesting as
 * deep as the line is long. */
static void deep_nesting_becomes_several_games(void **state)
{
    tby_graph g;
    rng r = {9};
    uint32_t node, edge;
    tby_pos start = tby_pos_start();

    (void)state;
    tby_graph_init(&g, NULL);
    assert_int_equal(tby_graph_add_node(&g, &start, &node), TBY_OK);
    for (int i = 0; i < 200; i++) {
        for (int k = 0; k < 3; k++) {
            tby_move m = random_move(&r, &g.nodes[node].pos);
            if (m != TBY_MOVE_NONE)
                assert_int_equal(tby_graph_add_edge(&g, node, m, &edge, NULL),
                                 TBY_OK);
        }
        node = g.edges[g.nodes[node].last_out].to;
        if (g.nodes[node].out_n)
            break;
    }
    CHECK(g.edges_alive > 150, "%u", g.edges_alive);
    check_round(&g, &TREE);
    check_round(&g, &LINES);
    tby_graph_free(&g);
}

/* Annotations as long as they may be: no game may grow beyond what a reader
 * takes. */
static void long_notes_become_several_games(void **state)
{
    tby_graph g;
    char *text = malloc(TBY_MAX_NOTE_BYTES + 1);
    rng r = {11};

    (void)state;
    assert_non_null(text);
    memset(text, '}', TBY_MAX_NOTE_BYTES);
    text[TBY_MAX_NOTE_BYTES] = '\0';
    tby_graph_init(&g, NULL);
    random_graph(&r, &g, 30, 1);
    drop_silent(&g);
    for (uint32_t i = 0; i < g.edges_n; i++) {
        text[i] = '{';
        set_note(&g, i, text);
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(tby_graph_add_loose(&g, tby_str_of(text)), TBY_OK);
    check_round(&g, &TREE);
    tby_graph_free(&g);
    free(text);
}

/* Each side has moves that can come in any order: there are more lines than
 * anyone can write. */
static void add_lattice(tby_graph *g)
{
    static const char *const MOVES[2][8] = {
        {"a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"},
        {"a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"}};
    tby_pos start = tby_pos_start();
    uint32_t edge;
    tby_move m;

    assert_int_equal(tby_graph_add_node(g, &start, &edge), TBY_OK);
    for (uint32_t i = 0; i < g->nodes_n; i++)
        for (int k = 0; k < 8; k++) {
            tby_str san = tby_str_of(MOVES[g->nodes[i].pos.turn][k]);

            if (tby_san_parse(&g->nodes[i].pos, san, TBY_SAN_TOLERANT, &m,
                              NULL) == TBY_OK)
                assert_int_equal(tby_graph_add_edge(g, i, m, &edge, NULL),
                                 TBY_OK);
        }
}

static void explosion_is_refused(void **state)
{
    tby_graph g;
    tby_rep_pgn *x = NULL;
    tby_game game;
    char note[8192];
    tby_rc rc;

    (void)state;
    memset(note, 'x', sizeof note - 1);
    note[sizeof note - 1] = '\0';
    tby_graph_init(&g, NULL);
    add_lattice(&g);
    for (uint32_t i = 0; i < g.edges_n; i += 8)
        set_note(&g, i, note); /* the sooner it is too much */
    tby_game_init(&game, NULL);
    assert_int_equal(tby_rep_pgn_open(&x, &g, &UNROLLED, NULL), TBY_OK);
    while ((rc = tby_rep_pgn_next(x, &game)) == TBY_OK)
        ;
    assert_int_equal(rc, TBY_E_REP_EXPLODES);
    tby_rep_pgn_close(x);
    tby_game_free(&game);
    tby_graph_free(&g);
}

/* --- no memory ------------------------------------------------------------*/

/* Exports with so many allocations; how it ended. */
static tby_rc export_failing(const tby_graph *g, size_t calls)
{
    failing f = {.calls_left = calls};
    tby_alloc alloc = failing_alloc(&f);
    tby_rep_pgn *x = NULL;
    tby_game game;
    tby_rc rc = tby_rep_pgn_open(&x, g, &LINES, &alloc);

    tby_game_init(&game, &alloc);
    while (rc == TBY_OK)
        rc = tby_rep_pgn_next(x, &game);
    tby_game_free(&game);
    tby_rep_pgn_close(x);
    assert_int_equal(f.out, 0);
    assert_false(f.wrong_size);
    return rc;
}

static tby_rc import_failing(const tby_game *game, size_t calls)
{
    failing f = {.calls_left = calls};
    tby_alloc alloc = failing_alloc(&f);
    tby_rep_import how = {.depth = 0};
    tby_graph g;

    tby_graph_init(&g, &alloc);
    tby_rc rc = tby_rep_import_game(&how, &g, game);
    tby_graph_free(&g);
    assert_int_equal(f.out, 0);
    assert_false(f.wrong_size);
    return rc;
}

static void memory_may_end_anywhere(void **state)
{
    tby_graph g;
    tby_game game;
    size_t n = 0;
    tby_rc rc;

    (void)state;
    transposition(&g);
    while ((rc = export_failing(&g, n)) == TBY_E_NOMEM)
        n++;
    assert_int_equal(rc, TBY_DONE);
    CHECK(n > 10, "%zu", n);
    tby_graph_free(&g);
    game_of(&game, "{a} 1. e4 $1 {b} (1. d4 {c [%eval 1]} d5) 1... e5 *");
    for (n = 0; (rc = import_failing(&game, n)) == TBY_E_NOMEM;)
        n++;
    assert_int_equal(rc, TBY_OK);
    CHECK(n > 4, "%zu", n);
    tby_game_free(&game);
}

/* --- what games hold ------------------------------------------------------*/

static void check_note(const tby_graph *g, const char *line, const char *text)
{
    uint32_t node = node_after(g, line);
    tby_str note = tby_graph_text(g, g->edges[g->nodes[node].first_in].note);

    CHECK(tby_str_is(note, text), "%s: '%.*s', not '%s'", line, (int)note.n,
          note.p, text);
}

static void comments_of_a_study(void **state)
{
    tby_graph g;

    (void)state;
    import_all(&g, TBY_STR("{Intro} 1. e4 $1 {king's pawn [%csl Ge4]} {best} "
                           "( {better:} 1. d4 $14 {[%eval 0.3] queen's} ) "
                           "( {nothing} ) "
                           "1... e5 {[%clk 0:01:00] [%eval 0.2,20]} "
                           "2. Nf3 {Transposes to 9. h4} *"));
    check_note(&g, "e4", "king's pawn [%csl Ge4] | best | nothing");
    check_note(&g, "d4", "better: | queen's");
    check_note(&g, "e4 e5", "");
    check_note(&g, "e4 e5 Nf3", "Transposes to 9. h4");
    assert_int_equal(g.loose_n, 1);
    assert_true(tby_str_is(tby_graph_text(&g, g.loose[0]), "Intro"));
    assert_true(tby_eval_equal(g.nodes[node_after(&g, "e4 e5")].eval,
                               tby_eval_from_cp(20)));
    assert_true(tby_eval_equal(g.nodes[node_after(&g, "d4")].eval,
                               tby_eval_from_cp(30)));
    assert_int_equal(g.edges_alive, 4);
    tby_graph_free(&g);
}

static void depth_is_counted_in_plies(void **state)
{
    tby_graph g;
    tby_rep_import how = {.depth = 3};

    (void)state;
    tby_graph_init(&g, NULL);
    import(&g,
           TBY_STR("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 (2. f4 exf4) 2... Nc6 "
                   "3. Bb5 (3. Bc4) *"),
           &how);
    assert_int_equal(g.edges_alive, 6);
    node_after(&g, "e4 c5 Nf3");
    node_after(&g, "e4 e5 f4");
    tby_graph_free(&g);
}

static void null_moves_end_a_line(void **state)
{
    tby_graph g;
    tby_rep_import how = {.depth = 0};

    (void)state;
    tby_graph_init(&g, NULL);
    import(&g,
           TBY_STR("1. e4 (1. -- e5 (1... -- 2. e3) 2. d3) 1... Z0 "
                   "(1... e5) 2. Nf3 *"),
           &how);
    assert_int_equal(g.edges_alive, 2);
    assert_int_equal(how.passes, 2);
    node_after(&g, "e4 e5");
    tby_graph_free(&g);
}

static tby_rc no_knights(void *ctx, const tby_pos *before, tby_move move,
                         bool *yes)
{
    (void)ctx;
    *yes =
        tby_piece_role(tby_pos_at(before, tby_move_from(move))) != TBY_KNIGHT;
    return TBY_OK;
}

/* A move that is wanted comes in even if the one before it is not. */
static void moves_are_chosen(void **state)
{
    tby_graph g;
    tby_rep_import how = {.wanted = no_knights};

    (void)state;
    tby_graph_init(&g, NULL);
    import(&g, TBY_STR("{Intro} 1. e4 e5 2. Nf3 {no} d6 {yes} *"), &how);
    assert_int_equal(g.edges_alive, 3);
    assert_int_equal(g.loose_n, 0);
    check_note(&g, "e4 e5 Nf3 d6", "yes");
    assert_int_equal(g.nodes[node_after(&g, "e4 e5 Nf3 d6")].pos.fullmoves, 3);
    tby_graph_free(&g);
}

static void some_games_are_refused(void **state)
{
    static const struct {
        const char *pgn;
        tby_rc code;
    } CASES[] = {
        {"[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/"
         "NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. Nc3 *",
         TBY_E_REP_GAME_960},
        {"[FEN \"4k3/8/8/8/8/8/PPPPPPPP/QQQKQQQQ w - - 0 1\"]\n\n1. a3 *",
         TBY_E_POS_FAULTY},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        tby_graph g;
        tby_game game;
        tby_rep_import how = {.depth = 0};

        tby_graph_init(&g, NULL);
        game_of(&game, CASES[i].pgn);
        assert_int_equal(tby_rep_import_game(&how, &g, &game), CASES[i].code);
        assert_int_equal(g.nodes_n, 0);
        tby_game_free(&game);
        tby_graph_free(&g);
    }
}

/* A move takes so many glyphs and so long an annotation: more is counted. */
static void what_has_no_room_is_counted(void **state)
{
    tby_graph g;
    char text[2048] = "1. e4";
    tby_rep_import how = {.depth = 0};

    (void)state;
    for (unsigned i = 1; i <= TBY_MAX_NAGS + 3; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " $%u", i);
    tby_graph_init(&g, NULL);
    import(&g, tby_str_of(text), &how);
    assert_int_equal(how.full, 3);
    tby_graph_free(&g);
}

/* What was reported: code and line of each fault. */
typedef struct faults {
    size_t n;
    tby_rc code[8];
    size_t line[8];
} faults;

static void note_fault(void *ctx, const tby_diag_item *item)
{
    faults *f = ctx;

    assert_true(f->n < LENGTH(f->code) && item->detail.n > 0);
    f->code[f->n] = item->code;
    f->line[f->n++] = item->place.line;
}

static void a_text_says_where_its_games_are_damaged(void **state)
{
    static const char TEXT[] = "[Event \"Study\"]\n\n1. e4 e5 2. Nf3 *\n\n"
                               "[Event \"Study\"]\n\n1. e4 c5 2. Qh6 *\n\n"
                               "[Event \"Study\"]\n[Variant \"Chess960\"]\n"
                               "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/"
                               "NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n"
                               "1. Nc3 *\n\n1-0\n";
    faults seen = {.n = 0};
    tby_diag diag = {note_fault, &seen};
    tby_rep_text_sum sum;
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    assert_int_equal(tby_rep_import_text(&g, tby_str_of(TEXT), &diag, &sum),
                     TBY_OK);
    assert_int_equal(sum.games, 2);
    assert_int_equal(sum.damaged, 2);
    assert_int_equal(sum.strays, 1);
    assert_int_equal(seen.n, 3);
    assert_int_equal(seen.line[0], 7);
    assert_int_equal(seen.code[1], TBY_E_REP_GAME_960);
    assert_int_equal(seen.line[1], 9);
    assert_int_equal(seen.code[2], TBY_W_PGN_STRAY);
    assert_int_equal(seen.line[2], 15);
    assert_int_equal(g.edges_alive, 4); /* e4 e5 Nf3, c5 */
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(random_graphs_unrolled),
        cmocka_unit_test(transpositions_say_where_they_go_on),
        cmocka_unit_test(lines_are_games),
        cmocka_unit_test(cycles_stop),
        cmocka_unit_test(head_becomes_tags),
        cmocka_unit_test(empty_graphs),
        cmocka_unit_test(long_lines_become_several_games),
        cmocka_unit_test(deep_nesting_becomes_several_games),
        cmocka_unit_test(long_notes_become_several_games),
        cmocka_unit_test(explosion_is_refused),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(comments_of_a_study),
        cmocka_unit_test(depth_is_counted_in_plies),
        cmocka_unit_test(null_moves_end_a_line),
        cmocka_unit_test(moves_are_chosen),
        cmocka_unit_test(some_games_are_refused),
        cmocka_unit_test(what_has_no_room_is_counted),
        cmocka_unit_test(a_text_says_where_its_games_are_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
