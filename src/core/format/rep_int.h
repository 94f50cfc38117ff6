/* rep_int.h - what the parts of the repertoire reader share.
 *
 * Reading takes three steps.  rep_head.c and rep_lines.c cut the text into
 * lines and say what each of them is; rep_replay.c finds out which positions
 * the states of the lines really are; rep_read.c adds them to the graph in the
 * order of the file and tells what was refused or repaired. */
#ifndef TBY_CORE_FORMAT_REP_INT_H
#define TBY_CORE_FORMAT_REP_INT_H

#include "core/base/buf.h"
#include "core/format/rep.h"
#include "tabiya/limits.h"

/* No coordinate is farther from the root. */
#define TBY_REP_FAR 1e9

/* What stands in place of coordinates where there are none: to other readers
 * it is the root's place, and nobody else writes it. */
#define TBY_REP_NOWHERE "-0.0, -0.0"

/* A list of values of one kind; rep_list.c. */
struct rep_list {
    void *at;
    size_t n, cap;
};

enum rep_kind { REP_COMMENT, REP_MOVE, REP_PLACE, REP_REFUSED };

/* A line that says something.  `index` is that of the edge, the place or the
 * fault it stands for. */
struct rep_line {
    uint32_t number; /* from 1 */
    uint32_t at, n;  /* its bytes, without the line's end */
    uint32_t index;
    enum rep_kind kind;
};

/* A position as lines write it, each once. */
struct rep_state {
    tby_pos pos;
    bool has_place; /* a line gives its coordinates */
};

/* A move as lines write it, each once. */
struct rep_edge {
    uint32_t state;
    tby_move move;
};

/* What a position line says. */
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

/* Where reading lines has got to. */
struct rep_cursor {
    size_t at;
    size_t lf, cr;   /* the next of each, at or behind `at` */
    uint32_t number; /* of the line read last */
};

struct rep_reader {
    tby_alloc alloc;
    tby_str text;
    const tby_diag *diag;
    tby_rep_report *report;
    tby_graph *graph;
    struct rep_cursor cursor;
    struct rep_list lines, states, edges, places, faults;
};

/* --- lists ----------------------------------------------------------------*/

/* Appends `size` bytes of *item. */
TBY_MUST_USE tby_rc tby_rep_list_add(const tby_alloc *alloc,
                                     struct rep_list *list, const void *item,
                                     size_t size);
void tby_rep_list_free(const tby_alloc *alloc, struct rep_list *list,
                       size_t size);

static inline struct rep_line *rep_line_at(const struct rep_reader *r, size_t i)
{
    return (struct rep_line *)r->lines.at + i;
}

static inline struct rep_state *rep_state_at(const struct rep_reader *r,
                                             size_t i)
{
    return (struct rep_state *)r->states.at + i;
}

static inline struct rep_edge *rep_edge_at(const struct rep_reader *r, size_t i)
{
    return (struct rep_edge *)r->edges.at + i;
}

static inline struct rep_place *rep_place_at(const struct rep_reader *r,
                                             size_t i)
{
    return (struct rep_place *)r->places.at + i;
}

static inline struct rep_fault *rep_fault_at(const struct rep_reader *r,
                                             size_t i)
{
    return (struct rep_fault *)r->faults.at + i;
}

/* --- texts ----------------------------------------------------------------*/

/* The bytes of a line. */
static inline tby_str rep_text(const struct rep_reader *r,
                               const struct rep_line *line)
{
    return (tby_str){r->text.p + line->at, line->n};
}

/* The two sides of a mark such as " -> ", without blanks around them; the mark
 * may also end the text.  False if there is none. */
bool tby_rep_split(tby_str line, const char *mark, tby_str *left,
                   tby_str *right);

/* A text of the file as UTF-8.  What is not, was written in Windows-1252: it is
 * converted into *room and told.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_utf8(struct rep_reader *r,
                                 const struct rep_line *line, tby_str *text,
                                 tby_buf *room);

/* A position as version `version` writes it.  False, with what is wrong in
 * *fault, if it is none. */
bool tby_rep_state_read(unsigned version, tby_str text, tby_pos *out,
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

/* The move that leads to a target; TBY_MOVE_NONE if there is none. */
tby_move tby_rep_move_find(const tby_pos *p, const struct rep_target *target,
                           const tby_pos *after);

/* --- steps ----------------------------------------------------------------*/

/* The next line with anything but blanks in it; false at the end. */
bool tby_rep_next(struct rep_reader *r, struct rep_line *line);

/* Version, title and colour.  An error was told. */
TBY_MUST_USE tby_rc tby_rep_head(struct rep_reader *r);

/* All lines behind the head.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_lines(struct rep_reader *r);

/* --- telling --------------------------------------------------------------*/

void tby_rep_tell(struct rep_reader *r, tby_severity severity, tby_rc code,
                  const struct rep_line *line, size_t offset, tby_str sentence);

/* Tells a fault with its sentence. */
void tby_rep_tell_fault(struct rep_reader *r, const struct rep_line *line,
                        const struct rep_fault *fault);

#endif
