/* note.h - numbers that programs write into comments, behind [%clk, [%emt and
 * [%eval: their text and back, exactly. */
#ifndef TBY_STORE_RECORD_NOTE_H
#define TBY_STORE_RECORD_NOTE_H

#include "tabiya/base.h"

/* The numbers stand in files. */
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

/* Reads all of the text; true only if note_write() makes the same of it. */
bool note_read(unsigned kind, tby_str text, note_value *out);

/* The length.  No number is beyond NOTE_MOST. */
size_t note_write(unsigned kind, note_value value, char out[NOTE_MAX]);

#endif
