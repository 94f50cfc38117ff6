/* columns.c - see columns.h. */
#include "store/record/columns.h"

#include "core/base/str.h"
#include "tabiya/game.h"

_Static_assert(TBY_RESULT_NONE == 0 && TBY_RESULT_WHITE == 1 &&
                   TBY_RESULT_BLACK == 2 && TBY_RESULT_DRAW == 3,
               "results stand in files");

store_kind store_column_kind(store_column c)
{
    static const uint8_t kinds[STORE_COLUMNS] = {
#define STORE_PLAYER_KIND              STORE_PLAYER
#define STORE_EVENT_KIND               STORE_EVENT_NAME
#define STORE_SITE_KIND                STORE_SITE_NAME
#define STORE_TEXT_KIND                STORE_TEXT
#define STORE_NUMBER_KIND              STORE_NUMBER
#define KIND_ROW(symbol, number, kind) [STORE_##symbol] = STORE_##kind##_KIND,
        STORE_COLUMN_MAP(KIND_ROW)
#undef KIND_ROW
    };

    return (store_kind)kinds[c];
}

/* What stands behind a code where it is divided further: B90a1 is Scid's way,
 * B90/05 that of others. */
static bool is_division(tby_str rest)
{
    if (rest.n == 0)
        return true;
    if (rest.p[0] != '/' && !(rest.p[0] >= 'a' && rest.p[0] <= 'z'))
        return false;
    for (size_t i = 1; i < rest.n; i++)
        if (!tby_is_digit(rest.p[i]))
            return false;
    return rest.n <= 3;
}

uint32_t store_eco(tby_str text)
{
    if (text.n < 3 || !is_division(tby_str_from(text, 3)) || text.p[0] < 'A' ||
        text.p[0] > 'E' || !tby_is_digit(text.p[1]) || !tby_is_digit(text.p[2]))
        return 0;
    return 1 + 100u * (uint32_t)(text.p[0] - 'A') +
           10u * (uint32_t)(text.p[1] - '0') + (uint32_t)(text.p[2] - '0');
}
