/* exports.h - the flat face of the library for WebAssembly: all that a page can
 * call.  Each function says what it answers.
 *
 * Texts go in as (address, length) in UTF-8.  An answer is at tby_wasm_answer()
 * until the next call that answers, JSON if nothing else is said: the function
 * returns TBY_OK, or a tby_rc below 0, and the answer is then {"error": machine
 * name, "message": sentence, "at": byte or null}.  Fields are always there;
 * what does not apply is null.  A function with (buf, cap) writes as snprintf()
 * would.
 *
 * A handle is a number that only the functions here look into; 0 is none.
 * TBY_E_HANDLE answers a number that is not open.  A module serves one caller
 * at a time; a worker has a module of its own. */
#ifndef TBY_APP_WASM_EXPORTS_H
#define TBY_APP_WASM_EXPORTS_H

#include "tabiya/tabiya.h"

#include <math.h>

/* EXPORT(type, name, (parameters)) begins a function that a page can call. */
#define EXPORT(type, name, parameters)                                         \
    __attribute__((export_name(#name))) type name parameters;                  \
    type name parameters

/* Room for short texts, in and out. */
__attribute__((export_name("tby_wasm_buffer"))) char *tby_wasm_buffer(void);
__attribute__((export_name("tby_wasm_buffer_size"))) uint32_t
tby_wasm_buffer_size(void);

/* Room for others; 0 if there is no memory, or none is asked for.  Memory that
 * grows detaches the views that a page has of it.  A block is given back with
 * the size it was asked with. */
__attribute__((export_name("tby_wasm_alloc"))) void *
tby_wasm_alloc(uint32_t size);
__attribute__((export_name("tby_wasm_free"))) void tby_wasm_free(void *block,
                                                                 uint32_t size);

/* A coordinate as files hold it; a Float32 is not a multiple of a tenth. */
static inline double tby_wasm_tenth(float x)
{
    return round((double)x * 10) / 10;
}

#endif
