/* text.h - what the readers and writers of notations share. */
#ifndef TBY_CORE_NOTATION_TEXT_H
#define TBY_CORE_NOTATION_TEXT_H

#include "core/base/text.h"
#include "tabiya/board.h"

typedef struct cursor {
    tby_str in;
    size_t at;
} cursor;

/* The next character, -1 at the end. */
static inline int peek(const cursor *c)
{
    return c->at < c->in.n ? (unsigned char)c->in.p[c->at] : -1;
}

static inline void put_square(tby_text *t, tby_square sq)
{
    tby_text_char(t, (char)('a' + tby_file(sq)));
    tby_text_char(t, (char)('1' + tby_rank(sq)));
}

#endif
