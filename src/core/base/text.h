/* text.h - a bounded writer over the caller's characters, as snprintf() is:
 * what does not fit is counted but not stored, and tby_text_end() puts the NUL.
 */
#ifndef TBY_CORE_BASE_TEXT_H
#define TBY_CORE_BASE_TEXT_H

#include "tabiya/base.h"

#include <string.h>

/* Start with `tby_text t = {buf, cap, 0};`.  buf may be NULL if cap is 0. */
typedef struct tby_text {
    char *buf;
    size_t cap;
    size_t len; /* of the whole text, whether it fitted or not */
} tby_text;

static inline void tby_text_char(tby_text *t, char c)
{
    if (t->len < t->cap)
        t->buf[t->len] = c;
    t->len++;
}

static inline void tby_text_str(tby_text *t, tby_str s)
{
    size_t room = t->len < t->cap ? t->cap - t->len : 0;

    if (s.n && room)
        memcpy(t->buf + t->len, s.p, s.n < room ? s.n : room);
    t->len += s.n;
}

static inline void tby_text_cstr(tby_text *t, const char *s)
{
    while (*s)
        tby_text_char(t, *s++);
}

/* Several strings, one after another. */
#define tby_text_join(t, ...)                                                  \
    tby__text_join(t, (const char *const[]){__VA_ARGS__, NULL})

static inline void tby__text_join(tby_text *t, const char *const *s)
{
    while (*s)
        tby_text_cstr(t, *s++);
}

static inline void tby_text_u64(tby_text *t, uint64_t value)
{
    char digits[20]; /* 2^64 - 1 has twenty */
    size_t n = 0;

    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (n)
        tby_text_char(t, digits[--n]);
}

/* Terminates the text and returns its length without the NUL; a result >= cap
 * means that the buffer holds only the first cap-1 bytes. */
static inline size_t tby_text_end(const tby_text *t)
{
    if (t->cap)
        t->buf[t->len < t->cap ? t->len : t->cap - 1] = '\0';
    return t->len;
}

/* Several strings as a text of their own in an array of characters. */
#define tby_text_in(buf, ...)                                                  \
    tby__text_in(buf, sizeof(buf), (const char *const[]){__VA_ARGS__, NULL})

static inline const char *tby__text_in(char *buf, size_t cap,
                                       const char *const *s)
{
    tby_text t = {buf, cap, 0};

    tby__text_join(&t, s);
    tby_text_end(&t);
    return buf;
}

#endif
