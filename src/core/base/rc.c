/* rc.c - names and sentences of the result codes, from the table in rc.h. */
#include "tabiya/rc.h"

const char *tby_rc_name(tby_rc rc)
{
    switch (rc) {
#define NAME_CASE(symbol, number, name, sentence)                              \
    case TBY_##symbol:                                                         \
        return name;
        TBY_RC_MAP(NAME_CASE)
#undef NAME_CASE
    }
    return "unknown";
}

const char *tby_rc_text(tby_rc rc)
{
    switch (rc) {
#define TEXT_CASE(symbol, number, name, sentence)                              \
    case TBY_##symbol:                                                         \
        return sentence;
        TBY_RC_MAP(TEXT_CASE)
#undef TEXT_CASE
    }
    return "Unknown result code.";
}
