/* options.h - the options that an engine offers, by name, and values for them.
 *
 *     option name Hash type spin default 16 min 1 max 33554432
 *
 * Names are compared without regard to case, as UCI has it; what is sent is
 * the engine's own spelling. */
#ifndef TBY_ENGINE_OPTIONS_H
#define TBY_ENGINE_OPTIONS_H

#include "core/base/text.h"
#include "tabiya/engine.h"

enum {
    TBY_ENGINE_OPTIONS = 128,      /* more are dropped */
    TBY_ENGINE_WORDS = 1 << 14,    /* bytes of all of them together */
    TBY_ENGINE_OPTION_MOST = 1024, /* bytes of a name or a value */
    TBY_ENGINE_REFUSAL = 512       /* bytes of a sentence about a value */
};

typedef enum tby_engine_option_type {
    TBY_OPTION_STRING,
    TBY_OPTION_SPIN, /* a whole number */
    TBY_OPTION_CHECK,
    TBY_OPTION_COMBO, /* one of a list */
    TBY_OPTION_BUTTON,
    TBY_OPTION_TYPES
} tby_engine_option_type;

/* Texts are parts of the words, and printable ASCII or UTF-8. */
typedef struct tby_engine_option {
    tby_engine_option_type type;
    tby_span name, standard; /* what it has if nothing is set */
    tby_span list;           /* combo: "A var B var C" */
    int64_t min, max;        /* spin */
} tby_engine_option;

typedef struct tby_engine_options {
    size_t n, words_n;
    tby_engine_option at[TBY_ENGINE_OPTIONS];
    char words[TBY_ENGINE_WORDS];
} tby_engine_options;

/* Takes over what a line says that begins with `option`; nothing if it is of
 * no form. */
void tby_engine_option_read(tby_engine_options *o, tby_str line);

static inline tby_str tby_engine_option_text(const tby_engine_options *o,
                                             tby_span s)
{
    return (tby_str){o->words + s.at, s.n};
}

/* "spin", "check" and so on.  Static. */
const char *tby_engine_option_type_name(tby_engine_option_type type);

/* Takes the next value of a combo's list off *rest. */
bool tby_engine_option_next(tby_str *rest, tby_str *value);

/* NULL if there is none of that name. */
const tby_engine_option *tby_engine_option_find(const tby_engine_options *o,
                                                tby_str name);

/* Writes `setoption ...` with a line end.  False: the engine cannot take it,
 * and `why` has a sentence that names what it could. */
bool tby_engine_option_set(const tby_engine_options *o, tby_str name,
                           tby_str value, tby_text *to, tby_text *why);

/* Names as UCI compares them. */
bool tby_engine_option_same(tby_str a, tby_str b);

#endif
