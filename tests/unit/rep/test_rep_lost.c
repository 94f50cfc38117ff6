/* test_rep_lost.c - files that have lost en passant squares and castling
 * rights, as every older version writes them, or never drop castling rights:
 * the moves restore both. */
#include "core/rep/file/int.h"
#include "tabiya/walk.h"
#include "unit/rep/rep_random.h"

/* --- a writer of old files, which shares nothing with ours ----------------*/

typedef enum old_style { LETTERS, BASE64, FEN_TO_FEN, FEN_TO_SAN } old_style;

typedef struct old_file {
    old_style style;
    unsigned version;
    unsigned castling_lost, ep_lost; /* percent of the states */
    bool castling_kept;              /* all states claim all castling rights */
    bool shuffled;
} old_file;

static void write_letters(tby_buf *out, const tby_pos *p)
{
    static const char letters[] = " PNBRQKpnbrqk";
    unsigned empty = 0;

    for (int i = 0; i < 64; i++) {
        char c = tby_piece_char(tby_pos_at(p, tby_sq(i % 8, 7 - i / 8)));
        bool last = i == 63;

        empty += c == '.';
        if (empty && (c != '.' || empty == 9 || last)) {
            tby_buf_u64(out, empty);
            empty = 0;
        }
        if (c != '.')
            tby_buf_char(out, (char)('A' + (strchr(letters, c) - letters) - 1));
    }
}

static void write_base64(tby_buf *out, const tby_pos *p)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                 "qrstuvwxyz0123456789+/";
    static const char letters[] = ".PNBRQKpnbrqk";
    uint32_t bits = 0;

    for (int i = 0; i < 64 + 2; i++) { /* 66 nibbles are 44 digits */
        char c = i < 64
                     ? tby_piece_char(tby_pos_at(p, tby_sq(i % 8, 7 - i / 8)))
                     : '.';
        bits = bits << 4 | (uint32_t)(strchr(letters, c) - letters);
        if (i % 3 == 2) {
            tby_buf_char(out, digits[bits >> 6 & 63]);
            tby_buf_char(out, i == 65 ? '=' : digits[bits & 63]);
        }
    }
}

static void write_fen(tby_buf *out, const tby_pos *p, tby_bb castling, bool ep)
{
    tby_setup s = tby_pos_to_setup(p);
    char fen[TBY_FEN_MAX];

    s.castling &= castling;
    s.ep = ep ? s.ep : TBY_NO_SQUARE;
    tby_fen_write(&s, TBY_FEN_X, fen, sizeof fen);
    tby_buf_cstr(out, fen);
}

/* The FEN with KQkq, whatever has moved. */
static void write_kept(tby_buf *out, const tby_pos *p, bool ep)
{
    tby_buf fen;

    tby_buf_init(&fen, NULL, TBY_FEN_MAX);
    write_fen(&fen, p, 0, ep);
    size_t at = 0;
    for (unsigned spaces = 0; spaces < 2; at++)
        spaces += fen.p[at] == ' ';
    tby_buf_add(out, (tby_str){fen.p, at});
    tby_buf_cstr(out, "KQkq");
    tby_buf_add(out, tby_str_from(tby_buf_str(&fen), at + 1));
    tby_buf_free(&fen);
}

static void write_old_state(rng *r, tby_buf *out, const old_file *f,
                            const tby_pos *p)
{
    tby_pos start = tby_pos_start();

    if (f->castling_kept) {
        write_kept(out, p, !rng_chance(r, f->ep_lost));
        return;
    }
    if (f->style > BASE64) {
        /* all are lost, or some; of the start it is all or nothing */
        tby_bb left = rng_chance(r, 70) || tby_pos_same(p, &start)
                          ? 0
                          : (tby_bb)rng_next(r);
        write_fen(out, p, rng_chance(r, f->castling_lost) ? left : ~(tby_bb)0,
                  !rng_chance(r, f->ep_lost));
        return;
    }
    if (tby_pos_same(p, &start))
        tby_buf_cstr(out, "start");
    else if (f->style == LETTERS)
        write_letters(out, p);
    else
        write_base64(out, p);
    tby_buf_cstr(out, p->turn == TBY_WHITE ? "[w]" : "[b]");
}

static void write_old_move(rng *r, tby_buf *out, const old_file *f,
                           const tby_graph *g, const tby_edge *e)
{
    char san[TBY_SAN_MAX];

    if (e->note.n) {
        tby_buf_cstr(out, "# ");
        tby_buf_add(out, tby_graph_text(g, e->note));
        tby_buf_char(out, '\n');
    }
    write_old_state(r, out, f, &g->nodes[e->from].pos);
    tby_buf_cstr(out, " -> ");
    if (f->style == FEN_TO_SAN) {
        tby_san_write(&g->nodes[e->from].pos, e->move, san);
        tby_buf_cstr(out, san);
    } else {
        write_old_state(r, out, f, &g->nodes[e->to].pos);
    }
    tby_buf_char(out, '\n');
}

static tby_buf write_old(rng *r, const old_file *f, const tby_graph *g)
{
    tby_walk w;
    tby_buf out;

    tby_buf_init(&out, NULL, 1 << 26);
    assert_int_equal(tby_walk_graph(&w, g, NULL), TBY_OK);
    for (uint32_t i = 0; f->shuffled && i < w.edges_n; i++) {
        uint32_t k = rng_below(r, i + 1), edge = w.edges[i];
        w.edges[i] = w.edges[k];
        w.edges[k] = edge;
    }
    tby_buf_cstr(&out, "v");
    tby_buf_u64(&out, f->version);
    tby_buf_cstr(&out, f->version < 4 ? ".0\n" : ".0\n= T\n");
    if (f->version == 5)
        tby_buf_cstr(&out, "white\n");
    for (uint32_t i = 0; i < w.edges_n; i++)
        write_old_move(r, &out, f, g, &g->edges[w.edges[i]]);
    tby_walk_free(&w);
    return out;
}

/* --- what must come of it -------------------------------------------------*/

/* Two positions of one board cannot be told apart by what is left of them. */
static bool is_ambiguous(const tby_graph *g)
{
    struct rep_boards boards = {.alloc = g->alloc};
    uint32_t board;

    for (size_t i = 0; i < g->nodes_n; i++)
        assert_int_equal(tby_rep_boards_add(&boards, &g->nodes[i].pos, &board),
                         TBY_OK);
    bool out = boards.list.n < g->nodes_n;
    tby_rep_boards_free(&boards);
    return out;
}

static void check_restored(rng *r, const tby_graph *g, const old_file *f)
{
    static rep_file read;
    tby_buf text = write_old(r, f, g);

    rep_read(&read, tby_buf_str(&text));
    CHECK(read.rc == TBY_OK && read.report.errors == 0, "%s\n%.*s",
          rep_shown(&read, 0), (int)text.n, text.p);
    CHECK(read.graph.nodes_n == g->nodes_n && read.graph.edges_n == g->edges_n,
          "%u positions and %u moves, not %u and %u:\n%.*s",
          (unsigned)read.graph.nodes_n, (unsigned)read.graph.edges_n,
          (unsigned)g->nodes_n, (unsigned)g->edges_n, (int)text.n, text.p);
    CHECK(rep_has_moves_of(g, &read.graph), "moves have changed:\n%.*s",
          (int)text.n, text.p);
    rep_close(&read);
    tby_buf_free(&text);
}

/* A repertoire from the start: openings in which pawns meet and kings castle,
 * and what is random. */
static void from_start(rng *r, tby_graph *g)
{
    static const char *const lines[] = {
        "e4 e6 e5 d5 exd6 cxd6",
        "e4 d5 e5 f5 exf6 exf6 Nf3 Nc6 Be2 Bc5 O-O Nge7 d4 O-O",
        "d4 d5 c4 c6 c5 b5 cxb6 axb6",
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Be7 Re1 O-O",
        "d4 d6 Nc3 Nf6 Bg5 Nbd7 Qd2 e6 O-O-O Be7 h4 O-O g4",
        "c4 g6 c5 d5 d4 a6",
        "e4 e5 Ke2 Ke7 Nf3 Nf6",
        "h4 g5 hxg5 h5 gxh6 Nxh6 Rh3 Rg8"};

    tby_graph_init(g, NULL);
    tby_graph_set_color(g, TBY_WHITE);
    for (unsigned n = rng_below(r, 4); n; n--)
        add_line(g, NULL, lines[rng_below(r, LENGTH(lines))]);
    random_graph(r, g, 1 + rng_below(r, 60), 1);
    for (size_t i = 0; i < g->nodes_n; i++)
        if (!g->nodes[i].in_n && !g->nodes[i].out_n)
            tby_graph_drop_node(g, (uint32_t)i);
}

static void check_style(const char *name, old_style style, unsigned version,
                        bool castling_kept)
{
    rng r = rng_for(name);
    unsigned clear = 0;
    tby_graph g;

    for (int i = 0; i < 120; i++) {
        old_file f = {.style = style,
                      .version = version,
                      .castling_lost = rng_below(&r, 3) * 50,
                      .ep_lost = rng_below(&r, 3) * 50,
                      .castling_kept = castling_kept,
                      .shuffled = rng_chance(&r, 50)};
        from_start(&r, &g);
        if (g.nodes_n == g.nodes_alive && g.edges_n && !is_ambiguous(&g)) {
            check_restored(&r, &g, &f);
            clear++;
        }
        tby_graph_free(&g);
    }
    CHECK(clear > 60, "only %u graphs were unambiguous", clear);
}

static void letters(void **state)
{
    (void)state;
    check_style(__func__, LETTERS, 2, false);
}

static void base64(void **state)
{
    (void)state;
    check_style(__func__, BASE64, 2, false);
}

static void fen_to_fen_v3(void **state)
{
    (void)state;
    check_style(__func__, FEN_TO_FEN, 3, false);
}

static void fen_to_fen_v4(void **state)
{
    (void)state;
    check_style(__func__, FEN_TO_FEN, 4, false);
}

static void fen_to_san_v4(void **state)
{
    (void)state;
    check_style(__func__, FEN_TO_SAN, 4, false);
}

static void fen_to_san_v5(void **state)
{
    (void)state;
    check_style(__func__, FEN_TO_SAN, 5, false);
}

static void castling_rights_that_are_kept(void **state)
{
    (void)state;
    check_style("kept-v3", FEN_TO_FEN, 3, true);
    check_style("kept-v4", FEN_TO_SAN, 4, true);
    check_style("kept-v5", FEN_TO_SAN, 5, true);
}

#define AFTER(rights)                                                          \
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b " rights " - 1 2"

/* A file without its start, or of Chess960, keeps its errors; so does castling
 * with a right that is gone. */
static void castling_rights_are_kept_only_where_moves_lead(void **state)
{
    static const struct {
        const char *text, *told;
        tby_severity severity;
        size_t edges;
    } FILES[] = {
        {"v4.0\n= T\nstart -> e4\n"
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> e5\n"
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> Ke2\n"
         "" AFTER("KQkq") " -> Ke7\n",
         "6:51: Corrected the castling rights: kq. (rep_repaired_castling)",
         TBY_WARNING, 4},
        {"v4.0\n= T\n" AFTER("KQkq") " -> Ke7\n",
         "3:51: Invalid FEN: A castling right is claimed without king and rook "
         "in place. (rep_fen)",
         TBY_ERROR, 0},
        {"v4.0\n= T\n" AFTER("KQkq") " : 1, 2\n",
         "3:51: Invalid FEN: A castling right is claimed without king and rook "
         "in place. (rep_fen)",
         TBY_ERROR, 0},
        {"v3.0\nstart -> "
         "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n"
         "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 -> "
         "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2\n"
         "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 -> "
         "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKBR1 b KQkq - 3 2\n",
         "4:115: Corrected the castling rights: Qkq. (rep_repaired_castling)",
         TBY_WARNING, 3},
    };
    static rep_file read;

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        rep_read_text(&read, FILES[i].text);
        CHECK(read.told_n == 1 && read.told[0].severity == FILES[i].severity &&
                  strcmp(rep_shown(&read, 0), FILES[i].told) == 0,
              "%zu: %zu told: %s", i, read.told_n, rep_shown(&read, 0));
        CHECK(read.graph.edges_n == FILES[i].edges, "%zu: %zu moves", i,
              (size_t)read.graph.edges_n);
        rep_close(&read);
    }
}

/* The king has gone home again: only the moves say that its rights are gone. */
static void castling_rights_are_gone_for_good(void **state)
{
    static rep_file read;
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Ke2 Nc6 Ke1 Nf6 Nf3 d6");
    tby_graph_set_color(&g, TBY_WHITE);
    rng r = rng_for(__func__);
    old_file f = {.style = FEN_TO_SAN, .version = 4, .castling_kept = true};
    tby_buf text = write_old(&r, &f, &g);
    rep_read(&read, tby_buf_str(&text));
    assert_int_equal(read.report.errors, 0);
    assert_int_equal(read.report.repairs, 5);
    assert_true(rep_has_moves_of(&g, &read.graph));
    rep_close(&read);
    tby_buf_free(&text);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(castling_rights_that_are_kept),
        cmocka_unit_test(castling_rights_are_kept_only_where_moves_lead),
        cmocka_unit_test(castling_rights_are_gone_for_good),
        cmocka_unit_test(letters),
        cmocka_unit_test(base64),
        cmocka_unit_test(fen_to_fen_v3),
        cmocka_unit_test(fen_to_fen_v4),
        cmocka_unit_test(fen_to_san_v4),
        cmocka_unit_test(fen_to_san_v5),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
