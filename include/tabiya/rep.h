/* rep.h - repertoire files: docs/formats/rep.md.
 *
 * One tolerant reader for versions 2.0 (both encodings), 3.0, 4.0 and 5.0, and
 * one writer for 5.0 and 4.0. */
#ifndef TBY_REP_H
#define TBY_REP_H

#include "tabiya/buf.h"
#include "tabiya/diag.h"
#include "tabiya/graph.h"

/* What came of reading. */
typedef struct tby_rep_report {
    unsigned version;  /* 2 to 5 */
    bool had_title;    /* the file gave one */
    bool had_color;    /* likewise */
    uint64_t errors;   /* faults; each costs its line */
    uint64_t warnings; /* repairs among them */
    uint64_t repairs;  /* lines where a right or square was restored */
} tby_rep_report;

TBY_BEGIN

/* Reads a whole file into an empty graph.  What is sound is read; each line
 * that is refused and each repair is reported to `diag` (NULL: nobody listens)
 * with its place and the sentence the format has for it, in the order of the
 * file. A text without a readable header gives no graph: the result is the code
 * of that error, which was reported too.  TBY_E_NOMEM and TBY_E_LIMIT, which is
 * reported with its line, end the reading, the graph empty. */
TBY_API TBY_MUST_USE tby_rc tby_rep_read(tby_graph *g, tby_str text,
                                         const tby_diag *diag,
                                         tby_rep_report *report);

/* Does a text begin as such a file does, with a version?  What does not is
 * perhaps a PGN. */
TBY_API bool tby_rep_looks(tby_str text);

/* Sets the title from any bytes: if they are not UTF-8, they are taken as a
 * reader would take them.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_API TBY_MUST_USE tby_rc tby_rep_entitle(tby_graph *g, tby_str title);

/* Appends the file of a graph, version 5 or 4.  A graph without a title gets
 * an empty one, one without a colour White's: see tabiya/facts.h for better
 * guesses.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_API TBY_MUST_USE tby_rc tby_rep_write(const tby_graph *g, unsigned version,
                                          tby_buf *out);

TBY_END

#endif
