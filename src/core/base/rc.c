/* rc.c - names and sentences of the result codes, from the table in rc.h, and
 * the version.
 *
 * The texts follow one another, and a code's are found by counting: no
 * address has to be stored for each. */
#include "tabiya/tabiya.h"

#include <string.h>

/* A page never gets those of files, databases and engines. */
#ifdef TBY_SMALL
#define MAP TBY_RC_CORE_MAP
#else
#define MAP TBY_RC_MAP
#endif

static const int16_t CODES[] = {
#define ROW(symbol, number, name, sentence) TBY_##symbol,
    MAP(ROW)
#undef ROW
};

/* One string would be longer than compilers have to accept. */
static const struct texts {
#define ROW(symbol, number, name, sentence)                                    \
    char name_##symbol[sizeof(name)], text_##symbol[sizeof(sentence)];
    MAP(ROW)
#undef ROW
} TEXTS = {
#define ROW(symbol, number, name, sentence) name, sentence,
    MAP(ROW)
#undef ROW
};

/* The name, and the text after it; NULL for a number that is not there. */
static const char *find(tby_rc rc)
{
    const char *p = (const char *)&TEXTS;

    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++) {
        if (CODES[i] == rc)
            return p;
        for (int k = 0; k < 2; k++)
            p += strlen(p) + 1;
    }
    return NULL;
}

const char *tby_rc_name(tby_rc rc)
{
    const char *name = find(rc);

    return name ? name : "unknown";
}

const char *tby_rc_text(tby_rc rc)
{
    const char *name = find(rc);

    return name ? name + strlen(name) + 1 : "Unknown result code.";
}

/* Of the library, as opposed to that of the header. */
const char *tby_version(void)
{
    return TBY_VERSION_TEXT;
}
