/* version.c - the version of the library, as opposed to that of the header. */
#include "tabiya/tabiya.h"

const char *tby_version(void)
{
    return TBY_VERSION_TEXT;
}
