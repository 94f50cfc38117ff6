/* import.h - files of games become a repertoire.
 *
 *     tby_rep_importer_open(&im, &options);
 *     for (stage = tby_rep_importer_first(im); stage < TBY_REP_IMPORT_STAGES;
 * ...)
 *         ... tby_rep_importer_begin(im, stage),
 *         job.visitor = tby_rep_importer_visitor(im),
 *         then tby_games_read() for each file
 *
 * Damaged games are used up to their fault.
 *
 * Memory: what the graph needs; to count moves, 16 to 32 bytes for each. */
#ifndef TBY_WORK_REP_IMPORT_H
#define TBY_WORK_REP_IMPORT_H

#include "core/base/buf.h"
#include "tabiya/graph.h"
#include "work/games/games.h"

typedef struct tby_rep_import_options {
    uint32_t depth;     /* plies of each line that are taken; 0: all */
    uint32_t min_games; /* in which a move must occur to be taken; 0 is 1 */
} tby_rep_import_options;

/* The files are read once for each, in the same order. */
typedef enum tby_rep_import_stage {
    TBY_REP_IMPORT_COUNT, /* games of each move; only if min_games asks for it
                           */
    TBY_REP_IMPORT_BUILD,
    TBY_REP_IMPORT_STAGES
} tby_rep_import_stage;

/* What was met while building. */
typedef struct tby_rep_import_sum {
    uint64_t games;    /* that were used */
    uint64_t passes;   /* lines that end before a null move */
    uint64_t full;     /* comments and glyphs that a move had no room for */
    bool white, black; /* what the tag Orientation says */
    tby_str event;     /* the tag Event, if all games that have one agree */
} tby_rep_import_sum;

typedef struct tby_rep_importer tby_rep_importer;

/* TBY_E_NOMEM.  *out is then NULL. */
TBY_MUST_USE tby_rc tby_rep_importer_open(
    tby_rep_importer **out, const tby_rep_import_options *options);
/* NULL is allowed. */
void tby_rep_importer_close(tby_rep_importer *im);

tby_rep_import_stage tby_rep_importer_first(const tby_rep_importer *im);
void tby_rep_importer_begin(tby_rep_importer *im, tby_rep_import_stage stage);

/* Reading ends with TBY_E_LIMIT if there are more moves than a graph can hold
 * or can be counted. */
tby_games_visitor tby_rep_importer_visitor(tby_rep_importer *im);

/* The graph, without title and colour; it stays the importer's. */
tby_graph *tby_rep_importer_graph(tby_rep_importer *im);

/* Valid until the importer is closed. */
tby_rep_import_sum tby_rep_importer_sum(const tby_rep_importer *im);

#endif
