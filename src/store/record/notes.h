/* notes.h - what stands between the moves of a game: comments, glyphs and
 * variations, as a few streams of numbers and texts (extra.h).
 *
 * Programs write the same comment after every move, with other numbers.  Such
 * a comment is a template, in which the bytes below stand for numbers, and
 * the numbers: a clock as what was spent of it, an evaluation as its change. */
#ifndef TBY_STORE_RECORD_NOTES_H
#define TBY_STORE_RECORD_NOTES_H

#include "core/chess/castling.h"
#include "store/record/code.h"
#include "store/record/extra.h"
#include "tabiya/base.h"
#include "tabiya/game.h"

/* Numbers that programs write into comments, after [%clk, [%emt and [%eval:
 * their text and back, exactly.  The numbers stand in files. */
enum {
    NOTE_CLOCK = 1,    /* what is left: 0:05:00 */
    NOTE_CLOCK_PADDED, /* 00:05:00 */
    NOTE_CLOCK_TENTHS, /* 0:04:59.3, and 0:05:00 */
    NOTE_ELAPSED,      /* what was used: 0:00:07 */
    NOTE_EVAL,         /* 0.1, -1.25, #3, #-3 */
    NOTE_EVAL_PADDED,  /* 0.10, -1.25, #3, #-3 */
    NOTE_KINDS
};

static inline bool note_is_eval(unsigned kind)
{
    return kind >= NOTE_EVAL;
}

typedef struct note_value {
    int32_t n; /* seconds, tenths of them, centipawns */
    bool mate; /* moves, negative: White is mated */
} note_value;

enum { NOTE_MOST = 400000000, NOTE_MAX = 24 };

/* Reads all of the text; true only if tby__note_write() makes the same of it.
 */
bool tby__note_read(unsigned kind, tby_str text, note_value *out);

/* The length.  No number is beyond NOTE_MOST. */
size_t tby__note_write(unsigned kind, note_value value, char out[NOTE_MAX]);

/* Each step begins with a number: what it is in the low three bits, and above
 * them an argument. */
enum {
    SHAPE_MOVES,    /* so many moves */
    SHAPE_PAIRS,    /* so many moves with a comment after each, of the template
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
    int32_t clock[2];  /* tenths of seconds, of each side in turn */
    int32_t increment; /* likewise */
    int32_t eval;      /* centipawns */
    uint32_t moved;    /* moves so far */
} notes;

/* By the columns of the game, STORE_BASE and STORE_INCREMENT. */
void tby__notes_begin(notes *n, uint32_t base, uint32_t increment);

/* A number of a comment as what it is from what came before it. */
void tby__notes_put(notes *n, unsigned kind, note_value value, tby_buf *out);
/* Takes it off *rest; false: damaged. */
bool tby__notes_take(notes *n, unsigned kind, tby_str *rest, note_value *out);

/* --- a main line ----------------------------------------------------------*/

/* The moves of a main line out of its codes, without playing them: all that a
 * code leaves open is where the king castles from. */
typedef struct store_line {
    const store_code *codes; /* the next one */
    uint32_t left;
    tby_color turn;
    tby_square king[2];
} store_line;

static inline store_line store_line_begin(const tby_pos *start,
                                          const store_code *codes, uint32_t n)
{
    return (store_line){
        codes,
        n,
        start->turn,
        {royal_square(start, TBY_WHITE), royal_square(start, TBY_BLACK)}};
}

static inline tby_move store_line_move(store_line *l, struct store_code_row row)
{
    unsigned flip = l->turn == TBY_BLACK ? 56 : 0;
    tby_move m = (tby_move)(row.move ^ (flip | flip << 6));

    if (row.castling) {
        tby_square king = l->king[l->turn],
                   rook = (tby_square)(tby_move_to(row.move) ^ flip);
        if (king == TBY_NO_SQUARE || king == rook)
            return TBY_MOVE_NONE;
        l->king[l->turn] = castling_end(l->turn, rook > king).king;
        return tby_move_make(king, rook, TBY_NO_ROLE);
    }
    if (row.role == TBY_NO_ROLE)
        return TBY_MOVE_NULL;
    if (row.role == TBY_KING)
        l->king[l->turn] = tby_move_to(m);
    return m;
}

/* TBY_MOVE_NONE after the last and for what is no code. */
static inline tby_move store_line_next(store_line *l)
{
    if (l->left == 0 || (*l->codes & STORE_CODE) >= STORE_CODES)
        return TBY_MOVE_NONE;
    tby_move m = store_line_move(l, store_code_rows[*l->codes & STORE_CODE]);
    l->codes++;
    l->left--;
    l->turn ^= 1;
    return m;
}

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
TBY_MUST_USE tby_rc tby__notes_write(notes_writer *w, tby_buf part[EXTRA_PARTS],
                                     const tby_game *g, const notes *begin);

/* Appends the items to g; the moves of the main line are taken from *line.
 * `text` is what follows the texts of the tags.  TBY_E_NOMEM, TBY_E_LIMIT,
 * TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc tby__notes_read(tby_game *g, const extra_parts *parts,
                                    tby_str text, const notes *begin,
                                    store_line *line);

#endif
