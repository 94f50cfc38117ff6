/* compiled_filter_names.c - does a name fit what is asked for? */
#include "core/base/fold.h"
#include "store/query/compiled_filter.h"

/* A text that is folded letter by letter. */
typedef struct folding {
    tby_str rest;
    char buf[TBY_FOLD_MAX];
    size_t at, n;
} folding;

static bool is_letter(unsigned char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* The next byte; -1 at the end.  Letters without accents are most of what
 * names have, and all names are looked at. */
static int fold_byte(folding *f)
{
    while (f->at == f->n) {
        if (!f->rest.n)
            return -1;
        if (is_letter((unsigned char)f->rest.p[0])) {
            f->rest.n--;
            return (unsigned char)*f->rest.p++ | 32;
        }
        f->n = tby_fold_next(&f->rest, f->buf);
        f->at = 0;
    }
    return (unsigned char)f->buf[f->at++];
}

/* True if the folded text begins with the folded beginning; *rest: something
 * follows. */
static bool begins(tby_str text, tby_str beginning, bool *rest)
{
    folding a = {.rest = text}, b = {.rest = beginning};
    int c;

    while ((c = fold_byte(&b)) >= 0)
        if (fold_byte(&a) != c)
            return false;
    *rest = fold_byte(&a) >= 0;
    return true;
}

bool store_name_fits(tby_str name, tby_str wanted)
{
    bool rest;

    if (wanted.n && wanted.p[wanted.n - 1] == '*')
        return begins(name, (tby_str){wanted.p, wanted.n - 1}, &rest);
    return begins(name, wanted, &rest) && !rest;
}

/* Without its first character. */
static tby_str behind_one(tby_str text)
{
    do {
        text.p++;
        text.n--;
    } while (text.n && ((unsigned char)text.p[0] & 0xc0) == 0x80);
    return text;
}

bool store_text_has(tby_str text, tby_str wanted)
{
    bool rest;

    while (!begins(text, wanted, &rest)) {
        if (!text.n)
            return false;
        text = behind_one(text);
    }
    return true;
}
