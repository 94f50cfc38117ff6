/* buf.h - appending to a tby_buf. */
#ifndef TBY_CORE_BASE_BUF_H
#define TBY_CORE_BASE_BUF_H

#include "tabiya/buf.h"

/* The content; valid until the next append. */
tby_str tby_buf_str(const tby_buf *b);

/* Room for n more bytes after the content, for a caller that fills it and adds
 * to b->n what was used; NULL: b->rc says why. */
char *tby_buf_room(tby_buf *b, size_t n);

void tby_buf_char(tby_buf *b, char c);
void tby_buf_add(tby_buf *b, tby_str s);
void tby_buf_cstr(tby_buf *b, const char *s);
/* Several strings, one after another. */
#define tby_buf_join(b, ...)                                                   \
    tby__buf_join(b, (const char *const[]){__VA_ARGS__, NULL})
void tby__buf_join(tby_buf *b, const char *const *s);
void tby_buf_u64(tby_buf *b, uint64_t value);
void tby_buf_i64(tby_buf *b, int64_t value);

/* Writes value with a fixed number of decimals, at most 9, rounded half away
 * from zero.  What is too large for 64 bits then is written with an exponent
 * and twelve decimals.  "nan", "inf" and "-inf" stand for what is no number. */
void tby_buf_double(tby_buf *b, double value, unsigned decimals);

#endif
