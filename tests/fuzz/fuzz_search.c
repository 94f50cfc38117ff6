/* fuzz_search.c - any bytes as what a user types to find an opening.  The first
 * one chooses how it is searched for. */
#include "core/base/fold.h"
#include "core/base/utf8.h"
#include "core/openings/names.h"
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

static const char *const NAMES[][2] = {
    {"Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5"},
    {"Ruy Lopez: Berlin Defense", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
    {"Petrov's Defense", "e4 e5 Nf3 Nf6"},
    {"Gr\xC3\xBCnfeld Defense", "d4 Nf6 c4 g6 Nc3 d5"},
    {"Queen's Gambit Declined: Albin Countergambit", "d4 d5 c4 e5"},
    {"QGD: Classical, 5.Bf4", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4"},
    {"Sicilian Defense: Smith-Morra Gambit", "e4 c5 d4 cxd4 c3"},
    {"Caro-Kann Defense", "e4 c6"},
    {"Caro-Kann Defense", "e4 c6 d4"},
};

static tby_search *open_search(tby_names *names)
{
    static tby_buf block;
    tby_openings *t;
    tby_search *s;

    CHECK(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL) == TBY_OK);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        tby_line line;
        tby_str moves = tby_str_of(NAMES[i][1]);
        CHECK(tby_line_parse(moves, NULL, &line, NULL, NULL) == TBY_OK);
        tby_opening o = {.name = tby_str_of(NAMES[i][0]),
                         .source = tby_str_of("fuzz"),
                         .code = "B10",
                         .pos = line.pos,
                         .line = line.moves,
                         .plies = (uint32_t)line.plies};
        CHECK(tby_openings_add(t, &o) == TBY_OK);
        tby_line_free(&line);
    }
    tby_buf_init(&block, NULL, 1 << 20);
    CHECK(tby_names_compile(t, &block) == TBY_OK);
    tby_openings_close(t);
    CHECK(tby_names_open(names, block.p, block.n) == TBY_OK);
    CHECK(tby_search_open(&s, names, NULL) == TBY_OK);
    return s;
}

static void check_fold(tby_str in)
{
    static char out[16384];
    size_t n = tby_fold(in, out, sizeof out);

    CHECK(n <= TBY_FOLD_MAX * in.n);
    if (n < sizeof out)
        CHECK(tby_utf8_validate((tby_str){out, n}, NULL) == TBY_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 4 };
    static tby_search *search;
    static tby_names names;
    tby_search_hit hits[ROOM];
    size_t found = 0;
    tby_codes codes = {1, 0};

    if (!search)
        search = open_search(&names);
    if (size == 0)
        return 0;
    tby_str in = {(const char *)data + 1, size - 1};
    check_fold(in);
    CHECK(!tby_codes_parse(in, &codes) || codes.from <= codes.to);
    tby_rc rc = tby_search_find(search, in, data[0] & 3, hits, ROOM, &found);
    CHECK(rc == TBY_OK || rc == TBY_E_LIMIT);
    CHECK(found <= names.count);
    for (size_t i = 0; i < found && i < ROOM; i++)
        CHECK(hits[i].entry < names.count && hits[i].positions > 0);
    return 0;
}
