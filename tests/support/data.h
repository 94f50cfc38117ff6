/* data.h - what the tests of formats share: the files beside the project, games
 * from a text, and games made at random. */
#ifndef TBY_TESTS_UNIT_FORMAT_DATA_H
#define TBY_TESTS_UNIT_FORMAT_DATA_H

#include "io/stream/source.h"
#include "support/positions.h"
#include "tabiya/pgn.h"

#include <string.h>

/* --- files ----------------------------------------------------------------*/

/* Bytes to be freed with free(p); p is NULL if there is no such file. */
typedef struct bytes {
    char *p;
    size_t n;
} bytes;

static inline tby_str str_of(bytes b)
{
    return (tby_str){b.p, b.n};
}

/* A file of ../shared/data (or $TBY_SHARED/data), unpacked. */
static inline bytes shared_file(const char *name)
{
    const char *root = getenv("TBY_SHARED");
    char path[512];
    tby_source *source = NULL;
    bytes out = {NULL, 0};
    size_t cap = 1 << 16, n = 0;
    tby_rc rc;

    snprintf(path, sizeof path, "%s/data/%s", root ? root : "../shared", name);
    if (tby_source_open(&source, path) == TBY_OK) {
        out.p = malloc(cap);
        CHECK(out.p, "no memory");
        while ((rc = tby_source_read(source, out.p + out.n, cap - out.n, &n)) ==
               TBY_OK) {
            out.n += n;
            if (out.n == cap)
                out.p = realloc(out.p, cap *= 2);
            CHECK(out.p, "no memory");
        }
        CHECK(rc == TBY_DONE, "%s: %s", path, tby_rc_name(rc));
    }
    tby_source_close(source);
    return out;
}

/* Says so, so that nobody takes a test that did nothing for one that passed.
 */
static inline void skip_without_shared(unsigned files)
{
    printf("SKIPPED: ../shared/data is not here: %u files not tested\n", files);
    skip();
}

/* --- games ----------------------------------------------------------------*/

/* The only game of a text, which must be sound. */
static inline void game_of(tby_game *g, const char *pgn_text)
{
    tby_pgn pgn;
    tby_pgn_report report;

    tby_game_init(g, NULL);
    tby_pgn_init(&pgn, tby_str_of(pgn_text), TBY_PGN_ALL);
    tby_rc rc = tby_pgn_next(&pgn, g, &report);
    CHECK(rc == TBY_OK && report.error.code == TBY_OK, "%s at %zu of %s",
          tby_rc_name(report.error.code), report.error.at, pgn_text);
}

static inline void add_item(tby_game *g, tby_item item)
{
    assert_int_equal(tby_game_add_item(g, item), TBY_OK);
}

static inline void add_comment(tby_game *g, const char *text)
{
    assert_int_equal(tby_game_add_comment(g, tby_str_of(text)), TBY_OK);
}

static inline void add_tag(tby_game *g, const char *name, const char *value)
{
    assert_int_equal(tby_game_add_tag(g, tby_str_of(name), tby_str_of(value)),
                     TBY_OK);
}

static inline void add_move(tby_game *g, tby_pos *p, const char *san)
{
    tby_move m;

    CHECK(tby_san_parse(p, tby_str_of(san), TBY_SAN_TOLERANT, &m, NULL) ==
              TBY_OK,
          "%s", san);
    add_item(g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
    tby_pos_play(p, m);
}

static inline const char *random_comment(rng *r)
{
    static const char *const texts[] = {
        "",       "good",           "[%eval 0.17]", "[%clk 0:05:00]",
        "\"\\/",  "line\nbreak\t.", "\x01\x7f",     "[%eval #-3] why",
        "Ж ♘ 𝄞 é"};

    return texts[rng_below(r, LENGTH(texts))];
}

/* Moves, glyphs, comments and variations in any order that makes sense. */
static inline void random_line(rng *r, tby_game *g, tby_pos p, unsigned items,
                               unsigned depth)
{
    tby_pos before = p;
    uint32_t plies = 0;

    while (items-- > 0) {
        unsigned kind = rng_below(r, 100);
        tby_move m = kind < 2 && !tby_pos_checkers(&p) ? TBY_MOVE_NULL
                                                       : random_move(r, &p);
        if (kind < 60 && m != TBY_MOVE_NONE) {
            before = p;
            tby_pos_play(&p, m);
            plies++;
            add_item(g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
        } else if (kind < 75) {
            add_item(g, (tby_item){.kind = TBY_ITEM_NAG,
                                   .nag = (uint8_t)rng_below(r, 256)});
        } else if (kind < 90) {
            add_comment(g, random_comment(r));
        } else if (plies > 0 && depth < 4) {
            add_item(g, (tby_item){.kind = TBY_ITEM_OPEN});
            random_line(r, g, before, rng_below(r, 8), depth + 1);
            add_item(g, (tby_item){.kind = TBY_ITEM_CLOSE});
        }
    }
}

/* Empties the game and fills it. */
static inline void random_game(rng *r, tby_game *g, int k)
{
    static const char *const names[] = {"White", "Black", "Site", "WhiteElo",
                                        "_9z",   "ECO",   "0"};

    tby_game_clear(g);
    for (unsigned n = rng_below(r, 8); n > 0; n--)
        add_tag(g, names[rng_below(r, LENGTH(names))], random_comment(r));
    g->setup = k != ORTHODOX;
    g->start = k == SCATTERED ? random_scattered(r) : random_start(r, k);
    g->chess960 = k == CHESS960;
    g->result = (tby_result)rng_below(r, 4);
    g->has_result = true;
    random_line(r, g, g->start, rng_below(r, 60), 0);
}

#endif
