/* test_openings_shared.c - the whole lists: lichess's from beside the project,
 * Scid's and pgn-extract's where Debian's packages are installed. */
#include "core/openings/lists/write.h"
#include "unit/openings/openings.h"

#include "support/data.h"

/* --- lichess --------------------------------------------------------------*/

enum { LICHESS_ROWS = 3807 };

static tby_openings *lichess(void)
{
    tby_openings *t = NULL;
    told heard;

    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                     TBY_OK);
    for (char c = 'a'; c <= 'e'; c++) {
        char name[] = "openings/lichess/x.tsv";
        name[sizeof name - 6] = c;
        bytes file = shared_file(name);
        if (!file.p) {
            tby_openings_close(t);
            skip_without_shared(5);
        }
        assert_int_equal(read_into(t, TBY_OPENINGS_TSV, str_of(file), &heard),
                         TBY_DONE);
        CHECK(heard.errors + heard.warnings == 0, "%s:%zu:%zu: %s", name,
              heard.last.place.line, heard.last.place.column, heard.detail);
        free(file.p);
    }
    return t;
}

/* A record's own words: its UCI moves played from the start give its EPD, and
 * so do its SAN moves. */
static void check_row(tby_str line)
{
    tby_str field[5];
    tby_pos p = tby_pos_start(), q = p;
    tby_str uci, rest, san, moves;
    size_t n = 0;

    while (n < 5 && tby_str_field(&line, '\t', &field[n]))
        n++;
    CHECK(n == 5 && !line.p, "%zu columns", n);
    moves = field[2];
    for (rest = field[3]; tby_str_word(&rest, &uci);) {
        tby_move a, b;
        if (p.turn == TBY_WHITE)
            tby_str_word(&moves, &san); /* its number */
        assert_true(tby_str_word(&moves, &san));
        assert_int_equal(tby_uci_parse(&p, uci, &a, NULL), TBY_OK);
        assert_int_equal(tby_san_parse(&q, san, TBY_SAN_STRICT, &b, NULL),
                         TBY_OK);
        tby_pos_play(&p, a);
        tby_pos_play(&q, b);
    }
    assert_false(tby_str_word(&moves, &san));
    CHECK(tby_str_starts(tby_str_of(fen_of(&p).s), field[4]) &&
              tby_str_starts(tby_str_of(fen_of(&q).s), field[4]),
          "%.*s", (int)field[4].n, field[4].p);
}

static void lichess_rows_compile_to_five_columns(void **state)
{
    tby_openings *t = lichess(), *again;
    told heard;
    tby_buf out;
    tby_str rest, line;
    size_t rows = 0;

    (void)state;
    assert_int_equal(tby_openings_count(t), LICHESS_ROWS);
    tby_buf_init(&out, NULL, 1 << 28);
    assert_int_equal(tby_openings_write(t, TBY_OPENINGS_TSV, '\0', &out),
                     TBY_OK);
    rest = tby_buf_str(&out);
    assert_true(tby_str_field(&rest, '\n', &line)); /* titles */
    for (; tby_str_field(&rest, '\n', &line) && line.n; rows++)
        check_row(line);
    assert_int_equal(rows, LICHESS_ROWS);
    again = table_of(TBY_OPENINGS_TSV, tby_buf_str(&out), &heard);
    assert_int_equal(heard.errors + heard.warnings, 0);
    assert_int_equal(tby_openings_count(again), LICHESS_ROWS);
    tby_openings_close(again);
    tby_openings_close(t);
    tby_buf_free(&out);
}

/* The FENs of eco.json were written by another program. */
static size_t compare_keys(const tby_openings *t, tby_str text)
{
    tby_str rest = text, line;
    size_t same = 0;

    while (tby_str_field(&rest, '\n', &line)) {
        char epd[TBY_FEN_MAX];
        if (!tby_str_starts(line, TBY_STR("  \"")))
            continue;
        tby_str fen = tby_str_from(line, 3);
        fen.n = (size_t)((char *)memchr(fen.p, '"', fen.n) - fen.p);
        tby_pos p;
        assert_int_equal(tby_fen_parse_pos(fen, &p, NULL, NULL), TBY_OK);
        size_t i = tby_openings_find(t, &p);
        if (i == TBY_OPENINGS_NONE)
            continue;
        size_t n =
            tby_opening_write_epd(tby_openings_at(t, i), epd, sizeof epd);
        CHECK(tby_str_starts(fen, (tby_str){epd, n}), "%s, %.*s", epd,
              (int)fen.n, fen.p);
        same++;
    }
    return same;
}

static void lichess_positions_are_what_others_write(void **state)
{
    tby_openings *t = lichess();
    size_t same = 0;

    (void)state;
    for (char c = 'A'; c <= 'E'; c++) {
        char name[] = "openings/eco.json/ecoX.json";
        name[sizeof name - 7] = c;
        bytes file = shared_file(name);
        if (!file.p) {
            tby_openings_close(t);
            skip_without_shared(5);
        }
        same += compare_keys(t, str_of(file));
        free(file.p);
    }
    CHECK(same > 3401, "%zu", same); /* as many have the source eco_tsv */
    tby_openings_close(t);
}

static void lichess_rows_fit_every_format(void **state)
{
    static const tby_openings_format FORMATS[] = {TBY_OPENINGS_SCID,
                                                  TBY_OPENINGS_PGN};
    tby_openings *t = lichess();

    (void)state;
    for (size_t i = 0; i < LENGTH(FORMATS); i++) {
        tby_buf out, second;
        told heard;

        tby_buf_init(&out, NULL, 1 << 28);
        tby_buf_init(&second, NULL, 1 << 28);
        assert_int_equal(tby_openings_write(t, FORMATS[i], '\0', &out), TBY_OK);
        tby_openings *again = table_of(FORMATS[i], tby_buf_str(&out), &heard);
        CHECK(heard.errors + heard.warnings == 0, "%s", heard.detail);
        assert_int_equal(tby_openings_count(again), LICHESS_ROWS);
        assert_int_equal(tby_openings_write(again, FORMATS[i], '\0', &second),
                         TBY_OK);
        assert_true(tby_str_equal(tby_buf_str(&out), tby_buf_str(&second)));
        tby_openings_close(again);
        tby_buf_free(&out);
        tby_buf_free(&second);
    }
    tby_openings_close(t);
}

/* --- lists of other programs ----------------------------------------------*/

static bytes file_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    bytes out = {NULL, 0};

    if (!f) {
        printf("SKIPPED: %s is not installed\n", path);
        skip();
    }
    out.p = malloc(1 << 22);
    assert_non_null(out.p);
    out.n = fread(out.p, 1, 1 << 22, f);
    fclose(f);
    return out;
}

/* Every entry is read, and it is known what they are written in. */
static void check_installed(const char *path, tby_openings_format format,
                            size_t least)
{
    bytes file = file_of(path);
    told heard;
    tby_openings *t = table_of(format, str_of(file), &heard);

    CHECK(heard.errors == 0, "%s:%zu:%zu: %s", path, heard.last.place.line,
          heard.last.place.column, heard.detail);
    CHECK(tby_openings_guess(str_of(file)) == format, "%s", path);
    CHECK(tby_openings_count(t) >= least, "%s: %zu", path,
          tby_openings_count(t));
    tby_openings_close(t);
    free(file.p);
}

static void all_of_scid_is_read(void **state)
{
    (void)state;
    check_installed("/usr/share/scid/data/scid.eco", TBY_OPENINGS_SCID, 10000);
}

static void all_of_pgn_extract_is_read(void **state)
{
    (void)state;
    check_installed("/usr/share/pgn-extract/eco.pgn", TBY_OPENINGS_PGN, 1900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lichess_rows_compile_to_five_columns),
        cmocka_unit_test(lichess_positions_are_what_others_write),
        cmocka_unit_test(lichess_rows_fit_every_format),
        cmocka_unit_test(all_of_scid_is_read),
        cmocka_unit_test(all_of_pgn_extract_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
