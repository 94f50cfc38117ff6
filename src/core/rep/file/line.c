/* line.c - where the lines of a repertoire file begin and end. */
#include "core/base/str.h"
#include "core/rep/file/int.h"

#include <string.h>

/* The next c at or behind `at`; the end of the text if there is none.  `known`
 * is an earlier answer: a text is searched through once for each sign. */
static size_t find(tby_str text, size_t at, char c, size_t known)
{
    if (known >= at && known > 0)
        return known;
    const char *p = memchr(text.p + at, c, text.n - at);
    return p ? (size_t)(p - text.p) : text.n;
}

/* Any line: LF, CR LF and CR end it. */
static bool cut(struct rep_reader *r, struct rep_line *line)
{
    struct rep_cursor *c = &r->cursor;

    if (c->at >= r->text.n)
        return false;
    c->lf = find(r->text, c->at, '\n', c->lf);
    c->cr = find(r->text, c->at, '\r', c->cr);
    size_t end = c->lf < c->cr ? c->lf : c->cr;
    *line = (struct rep_line){.number = ++c->number,
                              .at = (uint32_t)c->at,
                              .n = (uint32_t)(end - c->at)};
    c->at = end + (c->lf == c->cr + 1 ? 2 : 1);
    return true;
}

bool tby_rep_next(struct rep_reader *r, struct rep_line *line)
{
    while (cut(r, line))
        if (tby_str_trim(rep_text(r, line)).n)
            return true;
    return false;
}

/* Where the mark begins; its last blank may be gone at the end of a line.
 * SIZE_MAX: nowhere. */
static size_t find_mark(tby_str line, tby_str mark)
{
    tby_str cut_mark = {mark.p, mark.n - 1};
    size_t i = 1;

    while (i < line.n) {
        const char *p = memchr(line.p + i, mark.p[1], line.n - i);

        if (!p)
            break;
        i = (size_t)(p - line.p) + 1;
        tby_str here = tby_str_from(line, i - 2);
        if (tby_str_starts(here, mark) || tby_str_equal(here, cut_mark))
            return i - 2;
    }
    return SIZE_MAX;
}

bool tby_rep_split(tby_str line, const char *mark, tby_str *left,
                   tby_str *right)
{
    tby_str m = tby_str_of(mark);
    size_t at = find_mark(line, m);

    if (at == SIZE_MAX)
        return false;
    size_t behind = at + m.n < line.n ? at + m.n : line.n;
    *left = tby_str_trim((tby_str){line.p, at});
    *right = tby_str_trim((tby_str){line.p + behind, line.n - behind});
    return true;
}

tby_str tby_rep_field(tby_str text, unsigned n)
{
    tby_str word = {text.p, 0};

    for (unsigned i = 0; i <= n; i++)
        if (!tby_str_word(&text, &word))
            break;
    return word;
}
