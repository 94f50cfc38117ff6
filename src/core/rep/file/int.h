/* int.h - what the parts of the repertoire reader share.
 *
 * Reading takes three steps.  read.c and lines.c cut the text into
 * lines and say what each of them is; replay.c finds out which positions
 * the states of the lines really are; build.c makes the graph of them and
 * reports what was refused or repaired. */
#ifndef TBY_CORE_REP_FILE_INT_H
#define TBY_CORE_REP_FILE_INT_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "tabiya/limits.h"
#include "tabiya/rep.h"

/* No coordinate is farther from the root. */
#define TBY_REP_FAR 1e9

/* What stands in place of coordinates where there are none: to other readers
 * it is the root's place, and nobody else writes it. */
#define TBY_REP_NOWHERE "-0.0, -0.0"

/* A list of values of one type, for TBY_APPEND(). */
#define REP_LIST(type)                                                         \
    struct {                                                                   \
        type *at;                                                              \
        size_t n, cap;                                                         \
    }

enum rep_kind { REP_COMMENT, REP_MOVE, REP_PLACE, REP_REFUSED };

/* A line that says something.  `index` is that of the edge, the place or the
 * fault it stands for. */
struct rep_line {
    uint32_t number; /* from 1 */
    uint32_t at, n;  /* its bytes, without the line's end */
    uint32_t index;
    uint32_t surplus; /* the fault of its state's castling rights, which counts
                         if no move leads there; TBY_NONE: it has none */
    enum rep_kind kind;
};

/* All that has one board and one side to move: boards.c.  The lists go by
 * `next` and end with TBY_NONE. */
struct rep_board {
    tby_bb plane[4];
    tby_color turn;
    uint32_t n; /* positions that were added */
    uint32_t states;
    uint32_t reals, last_real;
};

struct rep_boards {
    tby_alloc alloc;
    REP_LIST(struct rep_board) list;
    tby_hashmap map;
};

/* A position as lines write it, each once. */
struct rep_state {
    tby_pos pos;
    uint32_t board, next;
    uint32_t edges, last_edge;
    bool sound;   /* some line writes it without impossible castling rights */
    bool exact;   /* a line says that it is what it says: TBY_REP_NOWHERE */
    bool adopted; /* positions of the same board have taken it over */
    bool surplus; /* they have fewer castling rights than it claims */
};

/* A move as lines write it, each once. */
struct rep_edge {
    uint32_t state, next;
    uint32_t to; /* the board it leads to; TBY_NONE: one without lines */
    tby_move move;
    tby_square ep; /* of the position it was found in */
    bool sound;    /* legal in its state as it is written */
    bool met;      /* a line with it has become part of the graph */
};

/* A position that the file really has. */
struct rep_real {
    tby_pos pos;
    uint32_t board, next;
    bool reached; /* a move leads here, or it is where games start */
};

struct rep_place {
    uint32_t state;
    bool placed;
    double x, y;
    tby_eval eval;
};

/* Why a line is refused: the code, and what its sentence quotes. */
struct rep_fault {
    tby_rc code;
    size_t offset;       /* of the text */
    tby_str text;        /* the move, the coordinates ... */
    tby_str state;       /* which the move was to be played from */
    const char *because; /* of a FEN */
};

struct rep_cursor {
    size_t at;
    size_t lf, cr;   /* the next of each, at or after `at` */
    uint32_t number; /* of the line read last */
};

struct rep_reader {
    tby_alloc alloc;
    tby_str text;
    const tby_diag *diag;
    tby_rep_report *report;
    tby_graph *graph;
    struct rep_cursor cursor;
    REP_LIST(struct rep_line) lines;
    REP_LIST(struct rep_state) states;
    REP_LIST(struct rep_edge) edges;
    REP_LIST(struct rep_place) places;
    REP_LIST(struct rep_fault) faults;
    REP_LIST(struct rep_real) reals;
    struct rep_boards boards;
    bool knows_ep; /* some FEN has an en passant square */
};

/* The board of a position, made if there is none. */
TBY_MUST_USE tby_rc tby_rep_boards_add(struct rep_boards *b, const tby_pos *p,
                                       uint32_t *index);

/* TBY_NONE if there is none. */
uint32_t tby_rep_boards_find(const struct rep_boards *b, const tby_pos *p);

void tby_rep_boards_free(struct rep_boards *b);

static inline tby_str rep_text(const struct rep_reader *r,
                               const struct rep_line *line)
{
    return (tby_str){r->text.p + line->at, line->n};
}

/* The two sides of a mark such as " -> ", without spaces around them; the mark
 * may also end the text.  False if there is none. */
bool tby_rep_split(tby_str line, const char *mark, tby_str *left,
                   tby_str *right);

/* Field n of a text, from 0, or the last one if there are fewer: of a FEN, 2
 * are the castling rights and 3 is the en passant square. */
tby_str tby_rep_field(tby_str text, unsigned n);

/* A text of the file as UTF-8.  What is not, was written in Windows-1252: it is
 * converted into *room and reported.  So is a NUL, which no text of a graph
 * has. TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_utf8(struct rep_reader *r,
                                 const struct rep_line *line, tby_str *text,
                                 tby_buf *room);

/* A position as the file's version writes it.  False, with what is wrong in
 * *fault, if it is none.  Castling rights that king and rook cannot have any
 * more are left out: then fault->code is not TBY_OK, and the position must be
 * one that moves lead to. */
bool tby_rep_state_read(struct rep_reader *r, tby_str text, tby_pos *out,
                        struct rep_fault *fault);

/* The right side of a transition. */
struct rep_target {
    tby_str text;  /* without glyphs */
    bool is_state; /* the position after the move, not the move */
    uint8_t nags[TBY_MAX_NAGS];
    size_t nags_n;
};

bool tby_rep_target_read(unsigned version, tby_str text,
                         struct rep_target *out);

/* The move of a target: legal in *p as it is, or if *p has lost castling rights
 * or an en passant square; out->sound says which.  False if there is none. */
bool tby_rep_move_find(const tby_pos *p, const struct rep_target *target,
                       const tby_pos *after, struct rep_edge *out);

/* The castling rights of all kings and rooks that stand where they began. */
tby_bb tby_rep_home_rights(const tby_pos *p);

/* The next line with anything but spaces in it; false at the end. */
bool tby_rep_next(struct rep_reader *r, struct rep_line *line);

/* All lines after the head.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_lines(struct rep_reader *r);

/* The positions that the states of all lines really are.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_rep_replay(struct rep_reader *r);

/* After it: whether a real position of the same board has this move, and
 * whether it is one that the state stands for. */
bool tby_rep_has_move(const struct rep_reader *r, const struct rep_edge *edge,
                      const struct rep_real *real);
bool tby__rep_is_position(const struct rep_reader *r,
                          const struct rep_state *state,
                          const struct rep_real *real);

/* The graph, and all that is to be reported.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_build(struct rep_reader *r);

void tby__rep_file_report(struct rep_reader *r, tby_severity severity,
                          tby_rc code, const struct rep_line *line,
                          size_t offset, tby_str sentence);

void tby__rep_file_report_fault(struct rep_reader *r,
                                const struct rep_line *line,
                                const struct rep_fault *fault);

/* Reports at which line a limit was met, if rc says so; gives rc back. */
tby_rc tby__rep_file_report_limit(struct rep_reader *r,
                                  const struct rep_line *line, tby_rc rc);

#endif
