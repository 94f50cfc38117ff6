/* classify_groups.c - openings that are counted as one, or share a file. */
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "tabiya/family.h"
#include "work/games/int.h"
#include "work/openings/classify_int.h"

#include <string.h>

/* --- groups ---------------------------------------------------------------*/

static tby_str text_of(const tby_opening *o, tby_classes_group by,
                       const char *code)
{
    switch (by) {
    case TBY_CLASSES_CODE:
        return tby_str_of(code);
    case TBY_CLASSES_FAMILY:
        return tby_family_stem(tby_name_split(o->name).family);
    case TBY_CLASSES_NAME:
    default:
        return o->name;
    }
}

/* What each slot is called. */
static void find_texts(classes_groups *g, const tby_book *book,
                       tby_classes_group by, tby_str *texts)
{
    for (uint32_t i = 0; i < book->count; i++) {
        tby_opening o;
        tby_book_peek(book, i, &o);
        memcpy(g->codes[i], o.code, sizeof g->codes[i]);
        texts[i] = text_of(&o, by, g->codes[i]);
    }
    texts[book->count] = (tby_str){"", 0};
}

static bool is_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_str *texts = ctx;

    return tby_str_compare(texts[a], texts[b]) < 0;
}

/* Equal texts, which are neighbours in the order, are one group. */
static void join_equals(classes_groups *g, const uint32_t *order,
                        const tby_str *texts)
{
    for (size_t i = 0; i < g->slots; i++) {
        tby_str text = texts[order[i]];
        if (i == 0 || !tby_str_equal(text, g->labels[g->n - 1]))
            g->labels[g->n++] = text;
        g->of[order[i]] = (uint32_t)(g->n - 1);
    }
}

tby_rc classes_groups_open(classes_groups *g, const tby_book *book,
                           tby_classes_group by)
{
    size_t slots = (size_t)book->count + 1;
    uint32_t *order = games_resize(NULL, 0, slots * sizeof *order);
    tby_str *texts = games_resize(NULL, 0, slots * sizeof *texts);

    *g = (classes_groups){.slots = slots};
    g->of = games_resize(NULL, 0, slots * sizeof *g->of);
    g->labels = games_resize(NULL, 0, slots * sizeof *g->labels);
    g->codes = games_resize(NULL, 0, slots * sizeof *g->codes);
    bool ok = order && texts && g->of && g->labels && g->codes;
    if (ok) {
        find_texts(g, book, by, texts);
        for (uint32_t i = 0; i < slots; i++)
            order[i] = i;
        tby_sort(order, slots, is_less, texts);
        join_equals(g, order, texts);
    }
    games_resize(order, slots * sizeof *order, 0);
    games_resize(texts, slots * sizeof *texts, 0);
    return ok ? TBY_OK : TBY_E_NOMEM;
}

void classes_groups_close(classes_groups *g)
{
    games_resize(g->of, g->slots * sizeof *g->of, 0);
    games_resize(g->labels, g->slots * sizeof *g->labels, 0);
    games_resize(g->codes, g->slots * sizeof *g->codes, 0);
    *g = (classes_groups){.n = 0};
}

/* --- names of files -------------------------------------------------------*/

enum { LONGEST = 100 }; /* of a name before .pgn, in bytes */

/* Bytes that stand for themselves; an apostrophe is dropped, all else becomes
 * one line below. */
static bool is_plain(char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || (unsigned)(c - '0') < 10 ||
           c == '-' || (unsigned char)c >= 128;
}

static void make_name(tby_str label, char out[CLASSES_FILE])
{
    size_t n = 0;

    for (size_t i = 0; i < label.n && n < LONGEST; i++) {
        if (is_plain(label.p[i]))
            out[n++] = label.p[i];
        else if (n && out[n - 1] != '_' && label.p[i] != '\'')
            out[n++] = '_';
    }
    while (n && (out[n - 1] == '_' ||
                 tby_utf8_validate((tby_str){out, n}, NULL) != TBY_OK))
        n--; /* a character that was cut goes too */
    if (n == 0) {
        static const char NONE[] = "unnamed";
        memcpy(out, NONE, sizeof NONE);
        n = sizeof NONE - 1;
    }
    memcpy(out + n, ".pgn", 5);
}

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Some systems do not tell capitals from small letters. */
static bool same_name(const char *a, const char *b)
{
    while (*a && fold(*a) == fold(*b)) {
        a++;
        b++;
    }
    return fold(*a) == fold(*b);
}

static bool is_taken(char (*names)[CLASSES_FILE], size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (same_name(names[i], name))
            return true;
    return false;
}

void classes_file_names(const tby_str *labels, size_t n,
                        char (*names)[CLASSES_FILE])
{
    for (size_t i = 0; i < n; i++) {
        make_name(labels[i], names[i]);
        size_t end = strlen(names[i]) - strlen(".pgn");
        for (unsigned k = 2; is_taken(names, i, names[i]); k++) {
            char digits[12] = "-";
            tby_text t = {digits + 1, sizeof digits - 1, 0};
            tby_text_u64(&t, k);
            memcpy(names[i] + end, digits, t.len + 1);
            memcpy(names[i] + end + t.len + 1, ".pgn", 5);
        }
    }
}
