/* place.c - lines and columns within a block. */
#include "core/base/utf8.h"
#include "work/games/int.h"

/* Is the byte at i the end of a line?  CR LF ends with the LF. */
static inline unsigned is_end(const char *p, size_t i)
{
    return (unsigned)(p[i] == '\n') |
           ((unsigned)(p[i] == '\r') & (unsigned)(p[i + 1] != '\n'));
}

/* Ends of lines in n bytes, behind which there is at least one more.  In
 * pieces that a byte can count, so that the compiler may use vectors. */
static uint64_t count_ends(const char *p, size_t n)
{
    uint64_t total = 0;

    while (n) {
        size_t piece = n < 240 ? n : 240;
        uint8_t count = 0;

        for (size_t i = 0; i < piece; i++)
            count = (uint8_t)(count + is_end(p, i));
        total += count;
        p += piece;
        n -= piece;
    }
    return total;
}

void games_mark_move(games_mark *mark, tby_str text, size_t to)
{
    size_t from = mark->at;

    if (to <= from)
        return;
    /* a CR that the text ends with is an end */
    bool last = to == text.n;
    size_t n = to - from - last;
    uint64_t ends = count_ends(text.p + from, n);
    bool last_ends = last && (text.p[to - 1] == '\n' || text.p[to - 1] == '\r');
    size_t start = to;
    if (!last_ends) {
        start = from;
        for (size_t i = ends ? from + n : from; i > from; i--) {
            if (is_end(text.p, i - 1)) {
                start = i;
                break;
            }
        }
    }
    uint64_t chars = tby_utf8_count((tby_str){text.p + start, to - start});
    mark->lines += ends + last_ends;
    mark->chars = ends || last_ends ? chars : mark->chars + chars;
    mark->at = to;
}
