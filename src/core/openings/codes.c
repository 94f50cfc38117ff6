#include "tabiya/codes.h"
#include "core/base/fold.h"
#include "core/base/str.h"
#include "tabiya/relations.h"

#include <string.h>

/* Takes "b90", "b9" or "b" off the text: the codes that begin so.  Without its
 * letter, which *letter then holds from before, it must have two digits. */
static bool take_code(const char **text, char *letter, tby_codes *out)
{
    const char *at = *text;
    unsigned n = 0, digits = 0, room = 100;
    bool named = *at >= 'a' && *at <= 'e';

    if (named)
        *letter = *at++;
    for (; digits < 2 && tby_is_digit(*at); digits++, room /= 10)
        n = n * 10 + (unsigned)(*at++ - '0');
    if (*letter == '\0' || (!named && digits < 2))
        return false;
    unsigned first = (unsigned)(*letter - 'a') * 100 + n * room;
    *out = (tby_codes){(uint16_t)first, (uint16_t)(first + room - 1)};
    at += room > 1 && *at == '*';
    *text = at;
    return true;
}

bool tby_codes_parse(tby_str text, tby_codes *out)
{
    char folded[16], letter = '\0';
    const char *at = folded;
    size_t n = tby_fold(text, folded, sizeof folded);
    tby_codes from, to;

    if (n >= sizeof folded || !take_code(&at, &letter, &from))
        return false;
    to = from;
    const char *mark = at + strspn(at, " ");
    if (*mark == '-' || strncmp(mark, "..", 2) == 0) {
        at = mark + (*mark == '-' ? 1 : 2);
        at += strspn(at, " ");
        if (!take_code(&at, &letter, &to))
            return false;
    }
    if (at != folded + n || from.from > to.from)
        return false;
    *out = (tby_codes){from.from, to.to};
    return true;
}

bool tby_codes_have(tby_codes range, const char *code)
{
    int n = tby_eco_index(code);

    return n >= range.from && n <= range.to;
}
