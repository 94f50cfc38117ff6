/* columns.c - see columns.h. */
#include "store/columns.h"

#include "core/base/str.h"

store_kind store_column_kind(store_column c)
{
    static const uint8_t kinds[STORE_COLUMNS] = {
#define STORE_PLAYER_KIND      STORE_PLAYER
#define STORE_EVENT_KIND       STORE_EVENT_NAME
#define STORE_SITE_KIND        STORE_SITE_NAME
#define STORE_TEXT_KIND        STORE_TEXT
#define STORE_NUMBER_KIND      STORE_NUMBER
#define KIND_ROW(symbol, kind) [STORE_##symbol] = STORE_##kind##_KIND,
        STORE_COLUMN_MAP(KIND_ROW)
#undef KIND_ROW
    };

    return (store_kind)kinds[c];
}

uint32_t store_eco(tby_str text)
{
    if (text.n != 3 || text.p[0] < 'A' || text.p[0] > 'E' ||
        !tby_is_digit(text.p[1]) || !tby_is_digit(text.p[2]))
        return 0;
    return 1 + 100u * (uint32_t)(text.p[0] - 'A') +
           10u * (uint32_t)(text.p[1] - '0') + (uint32_t)(text.p[2] - '0');
}
