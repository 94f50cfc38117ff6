/* cdb.h - .cdb games in memory, for the tests of gamebin. */
#ifndef TBY_TESTS_UNIT_GAME_CDB_H
#define TBY_TESTS_UNIT_GAME_CDB_H

#include "tabiya/gamebin.h"

#include "support/data.h"

/* A game that has all that the format holds and nothing else. */
static const char FULL[] =
    "[Date \"2022.01.02\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"0-1\"]\n"
    "[UTCDate \"2022.01.02\"]\n[UTCTime \"03:04:05\"]\n[WhiteElo \"2000\"]\n"
    "[BlackElo \"1900\"]\n[ECO \"A00\"]\n[TimeControl \"60+1\"]\n"
    "[Termination \"Time forfeit\"]\n\n"
    "1. f3 $2 {[%eval -0.5] [%clk 0:01:00]} e5 {[%eval -0.6]}\n"
    "2. g4 $4 {[%eval #-1] [%clk 0:00:59]} Qh4# {[%clk 0:00:58]} 0-1\n";

/* One game of bytes. */
typedef struct cdb_game {
    size_t n;
    char at[4096];
} cdb_game;

static inline tby_rc cdb_write(const tby_game *g, unsigned flags, cdb_game *out)
{
    tby_rc rc = tby_gamebin_write(g, flags, out->at, sizeof out->at, &out->n);

    CHECK(rc != TBY_OK || out->n <= sizeof out->at, "%zu bytes", out->n);
    return rc;
}

static inline cdb_game cdb_of(const char *pgn)
{
    cdb_game out = {0};
    tby_game g;

    game_of(&g, pgn);
    tby_rc rc = cdb_write(&g, 0, &out);
    CHECK(rc == TBY_OK, "%s: %s", pgn, tby_rc_name(rc));
    tby_game_free(&g);
    return out;
}

/* The only game of some bytes. */
static inline void unpack(tby_game *g, const cdb_game *p)
{
    tby_gamebin c;
    tby_err err = {TBY_OK, 0};

    tby_game_init(g, NULL);
    tby_gamebin_init(&c, (tby_str){p->at, p->n});
    tby_rc rc = tby_gamebin_next(&c, g, &err);
    CHECK(rc == TBY_OK, "%s at %zu", tby_rc_name(rc), err.at);
    assert_int_equal(c.at, p->n);
}

#endif
