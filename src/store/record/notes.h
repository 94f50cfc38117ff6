/* notes.h - what stands between the moves of a game: comments, glyphs and
 * variations, as a few streams of numbers and texts (extra.h).
 *
 * Programs write the same comment behind every move, with other numbers.  Such
 * a comment is a template, in which the bytes of note.h stand for numbers, and
 * the numbers: a clock as what was spent of it, an evaluation as its change. */
#ifndef TBY_STORE_RECORD_NOTES_H
#define TBY_STORE_RECORD_NOTES_H

#include "store/record/extra.h"
#include "store/record/line.h"
#include "store/record/note.h"
#include "tabiya/game.h"

/* Each step begins with a number: what it is in the low three bits, and above
 * them an argument. */
enum {
    SHAPE_MOVES,    /* so many moves */
    SHAPE_PAIRS,    /* so many moves with a comment behind each, of the template
                       that a second number names */
    SHAPE_NAG,      /* this glyph */
    SHAPE_COMMENT,  /* a text */
    SHAPE_TEMPLATE, /* a comment by this template */
    SHAPE_DEFINE,   /* no item: a text is one more template */
    SHAPE_OPEN,
    SHAPE_CLOSE
};

enum { NOTES_TEMPLATES = 64 }; /* at most, the ready ones included */

/* What both sides know while they go through a game. */
typedef struct notes {
    tby_str templates[NOTES_TEMPLATES];
    uint32_t templates_n;
    int32_t clock[2];  /* tenths of seconds, of those who move in turn */
    int32_t increment; /* likewise */
    int32_t eval;      /* centipawns */
    uint32_t moved;    /* moves so far */
} notes;

/* By the columns of the game, STORE_BASE and STORE_INCREMENT. */
void notes_begin(notes *n, uint32_t base, uint32_t increment);

/* A number of a comment as what it is from what came before it. */
void notes_put(notes *n, unsigned kind, note_value value, tby_buf *out);
/* Takes it off *rest; false: damaged. */
bool notes_take(notes *n, unsigned kind, tby_str *rest, note_value *out);

/* --- a game ---------------------------------------------------------------*/

enum { TEMPLATE_MAX = 256 }; /* bytes; longer comments are just texts */

typedef struct notes_writer {
    notes known;
    tby_buf *part;           /* EXTRA_PARTS of them */
    char made[TEMPLATE_MAX]; /* the template of a comment */
    size_t made_n;
    char text[NOTES_TEMPLATES * TEMPLATE_MAX]; /* of all templates */
    size_t text_n;
    unsigned clock, eval; /* kinds that fitted last */
    uint32_t run, run_of; /* moves or pairs that are not written yet */
    bool run_is_pairs;
} notes_writer;

/* Appends what is between the moves of a game to the parts.  TBY_E_NOMEM,
 * TBY_E_LIMIT: too long, or variations as no reader makes them. */
TBY_MUST_USE tby_rc notes_write(notes_writer *w, tby_buf part[EXTRA_PARTS],
                                const tby_game *g, const notes *begin);

/* Appends the items to g; the moves of the main line are taken from *line.
 * `text` is what follows the texts of the tags.  TBY_E_NOMEM, TBY_E_LIMIT,
 * TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc notes_read(tby_game *g, const extra_parts *parts,
                               tby_str text, const notes *begin,
                               store_line *line);

#endif
