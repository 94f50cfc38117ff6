/* refusal.c - see refusal.h. */
#include "app/server/http/refusal.h"

static const struct {
    unsigned status;
    const char *name, *sentence;
} TABLE[] = {
#define ROW(symbol, status, name, sentence) {status, name, sentence},
    REFUSAL_MAP(ROW)
#undef ROW
};

unsigned tby__refusal_status(refusal r)
{
    return TABLE[r].status;
}

const char *tby__refusal_name(refusal r)
{
    return TABLE[r].name;
}

const char *tby__refusal_sentence(refusal r)
{
    return TABLE[r].sentence;
}
