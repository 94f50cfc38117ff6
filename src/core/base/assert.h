/* assert.h - what must hold, and what must succeed to go on.  TBY_ASSERT()
 * checks our own reasoning, never the input; it traps, since core may not print
 * and the WebAssembly build may have no imports. */
#ifndef TBY_CORE_BASE_ASSERT_H
#define TBY_CORE_BASE_ASSERT_H

#ifdef NDEBUG
/* Never evaluated, but the names stay used, so release builds do not warn. */
#define TBY_ASSERT(condition) ((void)(0 && (condition)))
#else
#define TBY_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

/* Makes the caller return what a call gives unless that is TBY_OK.  Only where
 * nothing has to be freed before. */
#define TBY_TRY(...)                                                           \
    do {                                                                       \
        tby_rc tried_ = (__VA_ARGS__);                                         \
        if (tried_ != TBY_OK)                                                  \
            return tried_;                                                     \
    } while (0)

#endif
