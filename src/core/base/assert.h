/* assert.h - a check of our own reasoning, never of the input.
 *
 * The C library's assert() prints, which core may not do and which would give
 * the WebAssembly build imports; a trap is enough for a debugger. */
#ifndef TBY_CORE_BASE_ASSERT_H
#define TBY_CORE_BASE_ASSERT_H

#ifdef NDEBUG
/* sizeof keeps the names used, so that release builds do not warn. */
#define TBY_ASSERT(condition) ((void)sizeof(!(condition)))
#else
#define TBY_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#endif
