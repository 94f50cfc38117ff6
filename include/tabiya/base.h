/* base.h - what every other header of tabiya stands on: visibility, the text
 * slice, the allocator.  Knows no chess and includes nothing of ours but rc.h.
 *
 * Conventions that hold for the whole library
 *   - A function that can fail returns a tby_rc and leaves its outputs
 *     untouched unless it returns TBY_OK.
 *   - Values are plain structs that the caller owns and may copy with `=`.
 *   - Nothing is global: two threads may use the library at the same time as
 *     long as they do not share a value that one of them changes. */
#ifndef TBY_BASE_H
#define TBY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) || defined(__wasm__)
#define TBY_API
#else
#define TBY_API __attribute__((visibility("default")))
#endif
#define TBY_MUST_USE __attribute__((warn_unused_result))

#ifdef __cplusplus
#define TBY_BEGIN             extern "C" {
#define TBY_END               }
#define TBY_CAST(type, value) static_cast<type>(value)
#else
#define TBY_BEGIN
#define TBY_END
#define TBY_CAST(type, value) ((type)(value))
#endif

#include "tabiya/rc.h"

TBY_BEGIN

/* A piece of text: n bytes from p, not NUL-terminated, never owned. */
typedef struct tby_str {
    const char *p;
    size_t n;
} tby_str;

/* The slice of a NUL-terminated string; NULL gives the empty slice. */
TBY_API tby_str tby_str_of(const char *text);

/* A piece of a text that its owner keeps: n bytes from the offset `at`. */
typedef struct tby_span {
    uint32_t at, n;
} tby_span;

#define TBY_NONE UINT32_MAX /* where a number says which one: none */

/* Where growing things get their memory.  realloc follows C's rules with the
 * old size added: p == NULL allocates, new_size == 0 frees and returns NULL,
 * NULL for any other size means that there is no memory (p stays valid). */
typedef struct tby_alloc {
    void *(*realloc)(void *ctx, void *p, size_t old_size, size_t new_size);
    void *ctx;
} tby_alloc;

/* The C library's allocator. */
TBY_API tby_alloc tby_alloc_libc(void);

TBY_END

#endif
