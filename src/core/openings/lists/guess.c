/* guess.c - what a list of openings is written in. */
#include "core/base/str.h"
#include "core/openings/lists/int.h"

#include <string.h>

/* The first byte behind white space, 0 if there is none. */
static char first_byte(tby_str s)
{
    s = tby_str_trim(s);
    return s.n ? s.p[0] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A00b "name: no tab can stand before the quote. */
static bool is_scid(tby_str line)
{
    tby_str rest = line, code;

    return tby_str_word(&rest, &code) && tby_is_scid_code(code) &&
           (first_byte(rest) == '"' || first_byte(rest) == '\0');
}

static tby_openings_format guess_line(tby_str line)
{
    if (is_scid(line))
        return TBY_OPENINGS_SCID;
    if (memchr(line.p, '\t', line.n))
        return TBY_OPENINGS_TSV;
    /* a row of Scid's whose code is wrong, which the reader will name */
    return memchr(line.p, '"', line.n) ? TBY_OPENINGS_SCID
                                       : TBY_OPENINGS_UNKNOWN;
}

tby_openings_format tby_openings_guess(tby_str text)
{
    size_t at = tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")) ? 3 : 0;

    while (at < text.n) {
        tby_str line = tby_openings_line(text, at, &at);
        tby_str start = tby_str_trim(line);
        if (start.n == 0 || start.p[0] == '#' || start.p[0] == '%')
            continue;
        tby_str rest = tby_str_from(text, (size_t)(start.p - text.p) + 1);
        char next = first_byte(rest);
        if (start.p[0] == '{') /* a comment before the first game */
            return next == '"' || next == '}' || next == '\0'
                       ? TBY_OPENINGS_JSON
                       : TBY_OPENINGS_PGN;
        if (start.p[0] == '[')
            return is_letter(next) ? TBY_OPENINGS_PGN : TBY_OPENINGS_UNKNOWN;
        return guess_line(line);
    }
    return TBY_OPENINGS_UNKNOWN;
}
