/* rep.h - repertoires from files and back to them. */
#ifndef TBY_WORK_REP_REP_H
#define TBY_WORK_REP_REP_H

#include "core/base/diag.h"
#include "core/rep/pgn/rep_pgn.h"
#include "io/system/file.h"
#include "tabiya/cards.h"
#include "tabiya/rep.h"

/* Larger files are refused. */
#define TBY_REP_MAX_BYTES ((size_t)1 << 28)

/* Of lines that were refused or repaired, a file that cannot be read or
 * written, or something that was filled in. */
typedef struct tby_rep_listener {
    void (*fault)(void *ctx, const tby_finding *fault); /* or NULL */
    void *ctx;
} tby_rep_listener;

typedef struct tby_rep {
    tby_graph graph;
    tby_rep_report report;
    tby_file_info seen; /* the file as it was before it was read */
    bool archived; /* it is compressed in a way that can be read but not written
                    */
} tby_rep;

/* Reads a file, however it is compressed; "-" is standard input.  What is
 * sound is read; report.errors lines were refused.  Any other result than
 * TBY_OK means that there is no graph at all; it has been reported, unless it
 * is TBY_E_NOMEM.  Free *r if the result is TBY_OK. */
TBY_MUST_USE tby_rc tby_rep_load(tby_rep *r, const char *path,
                                 const tby_rep_listener *listener);
void tby_rep_free(tby_rep *r);

/* How a graph is written. */
typedef struct tby_rep_save_job {
    const char *path;  /* "-" is standard output */
    const char *named; /* the file that a missing title is taken from: the one
                          that was read; NULL or "-": path */
    unsigned version;  /* 4 or 5; 0: the one it was read from if that can be
                          written, else 5 */
    uint64_t refused;  /* lines of what was read that the graph lacks */
    bool drop_invalid; /* write it all the same */
    const tby_rep *in_place; /* what was read, for a file that is changed in
                                place; NULL: what is there is replaced */
    tby_rep_listener listener;
} tby_rep_save_job;

/* Writes a file that appears whole or not at all and keeps the permissions of
 * the one it replaces.  A graph without a title gets one from the name of the
 * file; one without a colour, if the version has a line for it, gets the colour
 * of tby_facts_guess_color(), which is reported as a note.  TBY_E_REP_LOSS:
 * nothing was written, because refused lines would be lost, and the caller did
 * not say that they may.  TBY_E_REP_CHANGED: the file is not the one that was
 * seen and stays; the graph was written beside it, under a new name that is
 * reported. TBY_E_REP_PACKED: it is in an archive, which would be lost.
 * TBY_E_IO_OPEN, TBY_E_IO_WRITE, TBY_E_LIMIT.  Everything but TBY_E_NOMEM has
 * been reported. */
TBY_MUST_USE tby_rc tby_rep_save(tby_graph *g, const tby_rep_save_job *job);

/* As much of that as can be known beforehand, for callers that do long work in
 * between: TBY_E_REP_LOSS; TBY_E_REP_PACKED for a file in an archive;
 * TBY_E_IO_OPEN, TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_rep_try_save(const tby_rep_save_job *job);

typedef struct tby_rep_export_sum {
    uint64_t games;
    uint64_t moves; /* that were written, some perhaps more than once */
} tby_rep_export_sum;

/* Writes PGN: see docs/formats/rep-pgn.md.  The file appears whole or not at
 * all; otherwise as tby_rep_save(), the version of the job aside.
 * TBY_E_REP_EXPLODES too has been reported. */
TBY_MUST_USE tby_rc tby_rep_export(tby_graph *g, const tby_rep_save_job *job,
                                   const tby_rep_pgn_options *options,
                                   tby_rep_export_sum *sum);

/* --- files of cards, beside the repertoires they belong to -----------------*/

/* Larger files are refused. */
#define TBY_CARDS_MAX_BYTES ((size_t)1 << 30)

/* Appends the name of the file, NUL included: NAME.cards.tsv beside NAME.txt,
 * compressed or not. */
TBY_MUST_USE tby_rc tby_cards_path(const char *repertoire, tby_buf *out);

/* Merges the cards of a file into *c; a file that is not there has none.
 * *refused lines hold no card, which has been reported, as has every other
 * result than TBY_OK but TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_cards_load(tby_cards *c, const char *path,
                                   const tby_rep_listener *listener,
                                   uint64_t *refused);

/* The same for a file that has to be there. */
TBY_MUST_USE tby_rc tby_cards_load_copy(tby_cards *c, const char *path,
                                        const tby_rep_listener *listener,
                                        uint64_t *refused);

/* Writes a file that appears whole or not at all.  What stands in the file by
 * now is merged in, so that two drills at a time lose nothing.  A file that
 * cannot be read is not written over. */
TBY_MUST_USE tby_rc tby_cards_save(const tby_cards *c, const char *path,
                                   const tby_rep_listener *listener);

#endif
