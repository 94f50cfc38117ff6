/* jsonw.h - JSON written from front to back into a tby_buf, always valid:
 * commas and colons are put here, strings are escaped, bytes that are no UTF-8
 * become U+FFFD, numbers that JSON lacks become null.  Calls that make no sense
 * together trap; failures stay in the buffer until tby_jsonw_end(). */
#ifndef TBY_CORE_BASE_JSONW_H
#define TBY_CORE_BASE_JSONW_H

#include "core/base/buf.h"

/* Deeper nesting gives TBY_E_LIMIT.  A game with variations nested as deep as
 * limits.h allows needs 196. */
#define TBY_JSONW_DEPTH 256

/* Start with `tby_jsonw w = {.buf = &buf};`. */
typedef struct tby_jsonw {
    tby_buf *buf;
    unsigned depth;
    bool filled;  /* a value precedes in what is open */
    bool has_key; /* a key waits for its value */
    /* bit d: what is open at depth d is an object */
    uint64_t objects[TBY_JSONW_DEPTH / 64];
} tby_jsonw;

void tby_jsonw_object(tby_jsonw *w);
void tby_jsonw_object_end(tby_jsonw *w);
void tby_jsonw_array(tby_jsonw *w);
void tby_jsonw_array_end(tby_jsonw *w);

/* The name of the next value; only inside an object. */
void tby_jsonw_key(tby_jsonw *w, const char *key);
void tby_jsonw_key_str(tby_jsonw *w, tby_str key);
void tby_jsonw_key_buf(tby_jsonw *w, const tby_buf *key);

void tby_jsonw_str(tby_jsonw *w, tby_str value);
void tby_jsonw_cstr(tby_jsonw *w, const char *value); /* NULL gives null */
/* What is in a buffer; if that is not all, tby_jsonw_end() says so. */
void tby_jsonw_buf(tby_jsonw *w, const tby_buf *value);
void tby_jsonw_u64(tby_jsonw *w, uint64_t value);
void tby_jsonw_i64(tby_jsonw *w, int64_t value);
void tby_jsonw_double(tby_jsonw *w, double value, unsigned decimals);
void tby_jsonw_bool(tby_jsonw *w, bool value);
void tby_jsonw_null(tby_jsonw *w);
void tby_jsonw_raw(tby_jsonw *w, const char *json); /* a value as JSON has it */

/* Ends a whole value with a newline; another may follow, as NDJSON has it.
 * Returns what became of everything that was written so far. */
TBY_MUST_USE tby_rc tby_jsonw_end(tby_jsonw *w);

/* The same, after the ends of all that is open. */
TBY_MUST_USE tby_rc tby_jsonw_end_all(tby_jsonw *w);

/* A key and its value. */
#define TBY_JSONW_PUT(kind, type)                                              \
    static inline void tby_jsonw_put_##kind(tby_jsonw *w, const char *key,     \
                                            type value)                        \
    {                                                                          \
        tby_jsonw_key(w, key);                                                 \
        tby_jsonw_##kind(w, value);                                            \
    }
TBY_JSONW_PUT(cstr, const char *)
TBY_JSONW_PUT(u64, uint64_t)
TBY_JSONW_PUT(bool, bool)
TBY_JSONW_PUT(str, tby_str)
TBY_JSONW_PUT(buf, const tby_buf *)

static inline void tby_jsonw_put_null(tby_jsonw *w, const char *key)
{
    tby_jsonw_key(w, key);
    tby_jsonw_null(w);
}

/* The key, and null for what is not known; true: the value is to follow. */
static inline bool tby_jsonw_known(tby_jsonw *w, const char *key, bool known)
{
    tby_jsonw_key(w, key);
    if (!known)
        tby_jsonw_null(w);
    return known;
}

static inline void tby_jsonw_put_object(tby_jsonw *w, const char *key)
{
    tby_jsonw_key(w, key);
    tby_jsonw_object(w);
}

static inline void tby_jsonw_put_array(tby_jsonw *w, const char *key)
{
    tby_jsonw_key(w, key);
    tby_jsonw_array(w);
}

#endif
