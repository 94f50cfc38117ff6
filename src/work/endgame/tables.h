/* tables.h - all endgame tables that a user has: Syzygy files in some folders,
 * tables of our own in the cache or computed on the spot. */
#ifndef TBY_WORK_ENDGAME_TABLES_H
#define TBY_WORK_ENDGAME_TABLES_H

#include "core/base/buf.h"
#include "core/endgame/answer.h"
#include "io/stream/source.h"
#include "tabiya/game.h"
#include "tabiya/verdict.h"

#include <stdatomic.h>

typedef struct tby_tables tby_tables;

/* folders: where Syzygy files are, separated by colons; NULL: $TABIYA_TABLES.
 * Any number of threads may ask. */
TBY_MUST_USE tby_rc tby_tables_open(tby_tables **out, const char *folders);
void tby_tables_close(tby_tables *t); /* NULL is allowed */

/* TBY_E_TABLE_MEN, TBY_E_TABLE_MISSING, or what is wrong with a file, which
 * `fault` (of TBY_TABLES_FAULT bytes, or NULL) then names. */
enum { TBY_TABLES_FAULT = 512 };
TBY_MUST_USE tby_rc tby_tables_probe(tby_tables *t, const tby_pos *p,
                                     tby_tables_answer *out, char *fault);

/* All legal moves, the best first; what is not known comes last.  Returns their
 * number; out has room for TBY_MOVES_MAX. */
size_t tby_tables_moves(tby_tables *t, const tby_pos *p, tby_tables_move *out);

/* The members that core/endgame/answer.h has, of a position that was probed. */
void tby_tables_json(tby_jsonw *w, tby_tables *t, const tby_pos *p,
                     const tby_tables_answer *a);

/* What graphs and trees ask: who wins, whatever the moves to it.  Cursed wins
 * are not known, unless `fifty` is set. */
typedef struct tby_tables_source {
    tby_tables *tables;
    bool fifty;     /* the fifty-move rule counts: cursed wins are draws */
    uint64_t known; /* positions that had an answer */
    tby_rc rc;      /* not TBY_OK: the first table that could not be read */
    char fault[TBY_TABLES_FAULT];
} tby_tables_source;

/* A tby_verdict_source; ctx is a tby_tables_source. */
tby_verdict tby_tables_source_ask(void *ctx, const tby_pos *p);

/* What they say of the position that a game ended with, *last.  False: nothing
 * is known. */
bool tby_tables_source_end(tby_tables_source *s, const tby_game *g,
                           tby_pos *last, tby_tables_answer *out);

/* The folder of our own tables, to be freed with tby_path_free(). */
char *tby_tables_cache(void);

/* The Syzygy folders that are looked at; valid while t is. */
const char *tby_tables_folders(const tby_tables *t);

/* Is there a file of this name ("KQvKR.rtbw") in one of the folders?  Its path
 * and size; false: no. */
bool tby_tables_find(const tby_tables *t, const char *name, char *path,
                     uint64_t *size);

/* The most men of a position that some table here knows, 3 or more. */
unsigned tby_tables_men(const tby_tables *t);

/* Reads and checks one of our own tables and closes the source; the buffer is
 * to be freed in any case.  tby__tables_body(): the four parts in it. */
TBY_MUST_USE tby_rc tby__tables_take(tby_source *source, unsigned table,
                                     tby_buf *out);
const uint8_t *tby__tables_body(const tby_buf *table);

/* Opens one of our own files and checks its sum. */
TBY_MUST_USE tby_rc tby_tables_check_own(const char *path, unsigned table);

typedef struct tby_tables_make {
    uint64_t wanted;   /* bits of tables */
    const char *cache; /* the folder, made if need be */
    unsigned threads;
    const atomic_bool *stop; /* NULL, or set: no further table is begun */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
    uint64_t made; /* out: bits of the files that were written */
    uint64_t bytes[TBY_ENDGAME_TABLES]; /* out: of the files that are there */
} tby_tables_make;

/* Computes what is wanted and not there.  TBY_DONE: it was stopped; what is
 * finished stays. */
TBY_MUST_USE tby_rc tby_tables_run(tby_tables_make *m);

#endif
