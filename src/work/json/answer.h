/* answer.h - answers as JSON: what the command line prints with --json and the
 * server gives, written once.
 *
 * Unless it says otherwise a function writes members of an object that is open;
 * what is not known is null.  Failures of memory stay in the buffer of w. */
#ifndef TBY_WORK_JSON_ANSWER_H
#define TBY_WORK_JSON_ANSWER_H

#include "core/base/jsonw.h"
#include "store/store.h"
#include "tabiya/search.h"
#include "work/db/import.h"
#include "work/endgame/tables.h"
#include "work/engine/search.h"
#include "work/openings/named.h"

/* --- games of a database ---------------------------------------------------*/

/* "1998.11.??" */
enum { TBY_ANSWER_DATE = 16 };
const char *tby_answer_date(uint32_t date, char buf[TBY_ANSWER_DATE]);

/* The members games, white, draws and black. */
void tby_answer_score(tby_jsonw *w, const tby_score *score);

/* The members of a game in a list; with tables, which may be NULL, `ending`
 * too: what they say of its last position.  What tby_store_row() gives. */
TBY_MUST_USE tby_rc tby_answer_row(tby_jsonw *w, tby_store *s,
                                   tby_tables_source *tables, uint64_t id);

/* An array of such games. */
TBY_MUST_USE tby_rc tby_answer_rows(tby_jsonw *w, tby_store *s,
                                    tby_tables_source *tables,
                                    const uint64_t *ids, size_t n);

/* The members games, white, draws, black, waiting, moves, ended, top and
 * latest. */
TBY_MUST_USE tby_rc tby_answer_position(tby_jsonw *w, tby_store *s,
                                        const tby_pos *pos,
                                        const tby_position_answer *a);

void tby_answer_player(tby_jsonw *w, const tby_player_row *r);

/* --- openings --------------------------------------------------------------*/

/* An array: each the members move and move_uci, and those of an opening. */
void tby_answer_near(tby_jsonw *w, const tby_eco_near *l);

/* The members of an opening, positions, and found_by. */
void tby_answer_hit(tby_jsonw *w, const tby_opening *o,
                    const tby_search_hit *hit);

/* What is to be said of the name of one position. */
typedef struct tby_answer_find {
    const tby_opening *opening; /* of the position, or NULL */
    tby_last_named last;        /* that has a name, on the way */
    const tby_opening *before;  /* its record, if there is no opening */
    tby_eco_near from, to;
} tby_answer_find;

/* Free *out in any case.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_answer_find_of(tby_answer_find *out, const tby_names *b,
                                       const tby_openings *t,
                                       const tby_line *line);
void tby_answer_find_free(tby_answer_find *a);

/* The members fen, key, opening, before, from and to. */
void tby_answer_found(tby_jsonw *w, const tby_line *line,
                      const tby_answer_find *a);

/* A value: null, or an object for the position or the last one before it that
 * has a name: code, name, ply, here, and what tby_last_named_json() and the fen
 * of that position say. */
void tby_answer_name(tby_jsonw *w, const tby_names *b, const tby_line *line);

/* --- endings ---------------------------------------------------------------*/

/* The members outcome, over and can_win. */
void tby_answer_ending(tby_jsonw *w, const tby_ending *e);

/* --- engines ---------------------------------------------------------------*/

/* All about a position. */
typedef struct tby_engine_found {
    const tby_pos *pos;
    const char *fen;
    const char *engine; /* its name */
    tby_outcome outcome;
    tby_eval eval;
    const tby_analysis *analysis; /* no lines: the rules have decided */
} tby_engine_found;

/* What the rules say without an engine: mate, or one of the draws that need no
 * claim.  TBY_EVAL_NONE if the game goes on. */
tby_eval tby_engine_judge(tby_outcome outcome, const tby_pos *p);

void tby_answer_engine(tby_jsonw *w, const tby_engine_found *found);

/* --- reading and importing -------------------------------------------------*/

/* Of a fault the members member and game, if there are such, line and column
 * likewise, offset, code and message. */
void tby_answer_fault(tby_jsonw *w, const tby_games_fault *fault);

/* The members games, plies, sound, damaged, latin1 and errors. */
void tby_answer_sum(tby_jsonw *w, const tby_games_sum *sum);

/* The members warnings and warnings_by_kind; fixed and fixed_by_kind. */
void tby_answer_warnings(tby_jsonw *w, const tby_games_sum *sum);
void tby_answer_fixed(tby_jsonw *w, const tby_games_sum *sum);

/* The kinds of faults, the most frequent first. */
tby_games_sum tby_answer_sorted(const tby_games_sum *sum);

/* What an import came to. */
typedef struct tby_imported {
    const char *database;
    const char *const *files; /* what they are called */
    size_t files_n;
    const tby_import_sum *sum;
    double seconds;
    bool interrupted;
} tby_imported;

/* Games that were not stored because they are damaged or too large. */
uint64_t tby_imported_refused(const tby_imported *r);

/* So many a second; 0 if it took no time. */
double tby_imported_rate(const tby_imported *r, uint64_t n);

void tby_answer_import(tby_jsonw *w, const tby_imported *r);

#endif
