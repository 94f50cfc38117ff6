/* convert.h - games on their way from one format to another.
 *
 *     tby_convert c;
 *
 *     tby_convert_init(&c, sink, &options);
 *     job.visitor = tby_convert_visitor(&c);
 *     ... tby_convert_begin(&c), then tby_games_read() for each file
 *
 * The games are written in their order; the sink stays the caller's. */
#ifndef TBY_WORK_GAMES_CONVERT_H
#define TBY_WORK_GAMES_CONVERT_H

#include "io/stream/sink.h"
#include "work/games/games.h"

typedef struct tby_convert_options {
    tby_games_format to;
    bool mainline;     /* tags and the moves of the main line, nothing else */
    bool keep_damaged; /* the sound part of damaged games, where there is one */
    bool compat;       /* .cdb: the older magic */
    bool keep_all;     /* .cdb: unterminated and abandoned games, too */
} tby_convert_options;

/* Games that the rules of .cdb leave out; then what it has no room for: games
 * that begin elsewhere, which are not written, and what tby_gamebin_loss has.
 */
typedef enum tby_convert_loss {
    TBY_CONVERT_UNTERMINATED,
    TBY_CONVERT_ABANDONED,
    TBY_CONVERT_SETUPS,
    TBY_CONVERT_TAGS,
    TBY_CONVERT_COMMENTS,
    TBY_CONVERT_VARIATIONS,
    TBY_CONVERT_NAGS,
    TBY_CONVERT_CLOCKS,
    TBY_CONVERT_FRACTIONS,
    TBY_CONVERT_MATES,
    TBY_CONVERT_DEPTHS,
    TBY_CONVERT_LOSSES
} tby_convert_loss;

typedef struct tby_convert_count {
    uint64_t written;
    uint64_t parts;   /* of which are the sound part of a damaged game */
    uint64_t dropped; /* damaged games, not written */
    uint64_t lost[TBY_CONVERT_LOSSES];
} tby_convert_count;

typedef struct tby_convert {
    tby_sink *sink;
    tby_convert_options options;
    tby_convert_count count; /* may be set back between two files */
} tby_convert;

void tby_convert_init(tby_convert *c, tby_sink *sink,
                      const tby_convert_options *options);

/* Writes what stands before the first game. */
TBY_MUST_USE tby_rc tby_convert_begin(tby_convert *c);

/* A game that does not fit the format is refused with TBY_E_CDB_FIT or
 * TBY_E_PGN_FIT; a sink that fails ends the reading with its code. */
tby_games_visitor tby_convert_visitor(tby_convert *c);

/* Takes everything but the moves of the main line out of a game. */
void tby_convert_mainline(tby_game *g);

void tby_convert_add(tby_convert_count *to, const tby_convert_count *from);

#endif
