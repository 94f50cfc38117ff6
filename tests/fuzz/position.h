/* position.h - inputs of the form "FEN newline text". */
#ifndef TBY_FUZZ_POSITION_H
#define TBY_FUZZ_POSITION_H

#include "tabiya/tabiya.h"

#include <string.h>

/* The position, whatever is wrong with it, and the text; the start where there
 * is no FEN.  False if not even that can be made of it. */
static inline bool split_position(const uint8_t *data, size_t size, tby_pos *p,
                                  tby_str *text)
{
    const char *from = (const char *)data;
    const char *line = size ? memchr(from, '\n', size) : NULL;
    tby_setup s;

    *p = tby_pos_start();
    *text = (tby_str){from, size};
    if (!line)
        return true;
    tby_str fen = {from, (size_t)(line - from)};
    *text = (tby_str){line + 1, size - fen.n - 1};
    return tby_fen_parse(fen, &s, NULL) != TBY_OK ||
           tby_pos_from_setup(&s, TBY_FAULTS_ALL, p, NULL) == TBY_OK;
}

#endif
