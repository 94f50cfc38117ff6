/* diag.c - see diag.h. */
#include "core/base/diag.h"

#include "core/base/utf8.h"

tby_place tby_place_of(tby_str text, size_t offset)
{
    size_t end = offset < text.n ? offset : text.n;
    size_t start = 0; /* of the line */
    size_t line = 1;

    for (size_t i = 0; i < end; i++) {
        if (text.p[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    /* a byte within a character belongs to that character's column */
    while (end > start && end < text.n && (text.p[end] & 0xC0) == 0x80)
        end--;
    tby_str before = {.p = text.p ? text.p + start : NULL, .n = end - start};
    return (tby_place){.line = line, .column = tby_utf8_count(before) + 1};
}
