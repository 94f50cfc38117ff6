/* annotate.h - whole games judged by engines.
 *
 *     tby_annotate_open(&a, &job);
 *     games.visitor = tby_annotate_visitor(&a);    ... tby_games_read()
 *     tby_annotate_close(&a);
 *
 * Each position is searched at most once: transpositions share an evaluation,
 * and what the file of evaluations has is taken from there.  An evaluation is
 * of the position, not of the game's counters: the engine gets it with a
 * fifty-move counter of 0.  core/game/judge.h judges them. */
#ifndef TBY_WORK_ENGINE_ANNOTATE_H
#define TBY_WORK_ENGINE_ANNOTATE_H

#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/game/judge.h"
#include "engine/pool.h"
#include "io/stream/sink.h"
#include "work/games/games.h"

enum { TBY_EVALS_MOST = 1 << 20 }; /* in the file; then the older half goes */

typedef struct tby_evals {
    char *path; /* NULL: nothing is written */
    uint64_t about;
    size_t in_file;
    tby_keyset keys;       /* of the positions ... */
    tby_found_eval *found; /* ... and what was found, by number */
    size_t cap;
} tby_evals;

/* Reads what the file has about an engine and a limit; a file that is not
 * there is made.  NULL keeps all in memory.  TBY_E_NOMEM, TBY_E_IO_...;
 * TBY_E_FILE_KIND: it is another file.  Close it in any case. */
TBY_MUST_USE tby_rc tby_evals_open(tby_evals *e, const char *path,
                                   uint64_t about);
void tby_evals_close(tby_evals *e);

/* False if it is not known.  The line is legal here, whatever the file says:
 * what is not is cut off. */
bool tby_evals_find(const tby_evals *e, const tby_pos *p, tby_found_eval *out);

/* TBY_E_NOMEM, TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_evals_add(tby_evals *e, const tby_pos *p,
                                  const tby_found_eval *found);

typedef struct tby_annotate_job {
    tby_engine_settings engine;
    tby_engine_limit limit;
    unsigned engines;        /* 0: one for each processor */
    const char *cache;       /* file of evaluations, or NULL */
    const atomic_bool *stop; /* ends the work soon; may be NULL */
    tby_sink *sink;          /* for PGN, or NULL */
    void (*game)(void *ctx, const tby_annotated *game);
    void (*progress)(void *ctx, uint64_t positions);
    void (*failed)(void *ctx, const tby_pos *pos, tby_rc rc);
    void *ctx;
} tby_annotate_job;

typedef struct tby_annotate_count {
    uint64_t games, positions; /* positions as the games have them */
    uint64_t searched, known, ruled, failed; /* each position once a block */
} tby_annotate_count;

typedef struct tby_annotator {
    tby_annotate_job job;
    tby_annotate_count count;
    tby_engine_failure failure; /* of the last engine that failed */
    bool stopped;
    char name[128]; /* of the engine */
    tby_pool *pool;
    tby_evals evals;
    tby_arena memory; /* of a block of games: */
    tby_keyset keys;  /* its positions, */
    tby_pos *positions;
    tby_found_eval *found;    /* what is known of them, */
    size_t *wanted, wanted_n; /* those to be searched, */
    size_t *plies, plies_n;   /* the one of each ply */
    tby_annotated_ply *line;  /* of one game */
    tby_game game;            /* with annotations */
    tby_buf text;
    tby_rc rc; /* of what cannot return it */
} tby_annotator;

/* Starts the first engine and reads the evaluations.  What tby_engine_next()
 * and tby_evals_open() give; a->failure says more of the engine.  Close it in
 * any case. */
TBY_MUST_USE tby_rc tby_annotate_open(tby_annotator *a,
                                      const tby_annotate_job *job);
void tby_annotate_close(tby_annotator *a);

/* Ends the reading with TBY_DONE after a stop: the games before are done. */
tby_games_visitor tby_annotate_visitor(tby_annotator *a);

#endif
