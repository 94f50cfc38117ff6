/* families.c - the parts of an opening's name, and openings by the first of
 * them: see tabiya/family.h and tabiya/families.h. */
#include "tabiya/families.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "tabiya/family.h"

#include <string.h>

/* Cuts *rest at its first separator.  A '(' that is never closed must not
 * swallow the rest of the name, hence `parentheses`. */
static tby_str cut(tby_str *rest, bool parentheses)
{
    size_t depth = 0;

    for (size_t i = 0; i < rest->n; i++) {
        char c = rest->p[i];
        size_t n = c == ':' || c == ','                                     ? 1
                   : tby_str_starts(tby_str_from(*rest, i), TBY_STR(" - ")) ? 3
                                                                            : 0;
        if (n && !depth) {
            tby_str part = {rest->p, i};
            *rest = tby_str_from(*rest, i + n);
            return part;
        }
        depth += parentheses && c == '(';
        depth -= c == ')' && depth > 0;
    }
    if (depth)
        return cut(rest, false);
    tby_str part = *rest;
    *rest = (tby_str){rest->p + rest->n, 0};
    return part;
}

bool tby_name_next(tby_str *rest, tby_str *part)
{
    while (rest->n) {
        tby_str next = tby_str_trim(cut(rest, true));
        if (next.n) {
            *part = next;
            return true;
        }
    }
    return false;
}

tby_name_parts tby_name_split(tby_str name)
{
    tby_name_parts out = {.rest = {NULL, 0}};
    tby_str rest = name, third;

    if (tby_name_next(&rest, &out.family) &&
        tby_name_next(&rest, &out.variation) && tby_name_next(&rest, &third))
        out.rest = tby_str_trim(tby_str_from(name, (size_t)(third.p - name.p)));
    return out;
}

static bool drop_end(tby_str *s, tby_str end)
{
    if (s->n <= end.n || !tby_str_equal(tby_str_from(*s, s->n - end.n), end))
        return false;
    s->n -= end.n;
    return true;
}

typedef struct pair {
    const char *from, *to;
} pair;

/* Names of defences whose first word alone means what White plays. */
static const pair TWO_SIDED[] = {
    {"Barnes", "Barnes Defense"},       {"Borg", "Borg Defense"},
    {"English", "English Defense"},     {"Hungarian", "Hungarian Defense"},
    {"Polish", "Polish Defense"},       {"Ware", "Ware Defense"},
    {"Zukertort", "Zukertort Defense"}, {NULL, NULL},
};

/* Families that sources call by different words. */
static const pair SYNONYMS[] = {
    {"Blackmar-Diemer", "Blackmar-Diemer Gambit"},
    {"Centre", "Center"},
    {"Gruenfeld", "Gr\xc3\xbcnfeld"},
    {"Grunfeld", "Gr\xc3\xbcnfeld"},
    {"KGA", "King's Gambit Accepted"},
    {"KGD", "King's Gambit Declined"},
    {"Neo-Gruenfeld", "Neo-Gr\xc3\xbcnfeld"},
    {"Nimzowitsch-Larsen", "Nimzo-Larsen Attack"},
    {"Petroff", "Petrov"},
    {"QGA", "Queen's Gambit Accepted"},
    {"QGD", "Queen's Gambit Declined"},
    {"QGD Tarrasch", "Tarrasch"},
    {"Reti", "R\xc3\xa9ti"},
    {"Russian", "Petrov"},
    {"Spanish", "Ruy Lopez"},
    {"Trompowsky", "Trompowsky Attack"},
    {NULL, NULL},
};

static tby_str replaced(tby_str word, const pair *pairs)
{
    for (; pairs->from; pairs++)
        if (tby_str_is(word, pairs->from))
            return tby_str_of(pairs->to);
    return word;
}

tby_str tby_family_stem(tby_str family)
{
    /* "Polish (Sokolsky; Orang-Utan)" is Polish. */
    tby_str s = tby_str_trim(family);
    size_t at = 0;
    while (at < s.n && s.p[at] != '(')
        at++;
    tby_str head = tby_str_trim((tby_str){s.p, at});
    if (head.n)
        s = head;

    if (drop_end(&s, TBY_STR(" Defense")) || drop_end(&s, TBY_STR(" Defence")))
        s = replaced(s, TWO_SIDED);
    else if (!drop_end(&s, TBY_STR(" Opening")))
        drop_end(&s, TBY_STR(" Game"));
    drop_end(&s, TBY_STR("'s")); /* Petrov's, Bird's */
    return replaced(s, SYNONYMS);
}

typedef struct row {
    tby_str stem, name;
    uint32_t plies; /* UINT32_MAX if the line is not known */
    char code[4];
} row;

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const row *rows = ctx, *x = &rows[a], *y = &rows[b];
    int order = tby_str_compare(x->stem, y->stem);

    if (order == 0)
        order = tby_str_compare(x->name, y->name);
    if (order == 0 && x->plies != y->plies)
        order = x->plies < y->plies ? -1 : 1;
    return order ? order < 0 : a < b;
}

static tby_rc divide(tby_families *f, const row *rows)
{
    size_t n = 0, first = 0;

    for (size_t i = 0; i < f->entries_n; i++)
        n += i == 0 || !tby_str_equal(rows[f->entries[i]].stem,
                                      rows[f->entries[i - 1]].stem);
    f->at = tby_grow_new(&f->alloc, n + 1, sizeof *f->at);
    if (!f->at)
        return TBY_E_NOMEM;
    f->n = n;
    for (size_t i = 0; i < n; i++) {
        /* Takes the entries from `first` on that belong together. */
        tby_family one = {.first = (uint32_t)first, .root = f->entries[first]};
        tby_str stem = rows[one.root].stem;
        for (size_t k = first; k < f->entries_n; k++) {
            const row *r = &rows[f->entries[k]];
            if (!tby_str_equal(r->stem, stem))
                break;
            one.count++;
            if (r->code[0] &&
                (!one.from[0] || memcmp(r->code, one.from, sizeof r->code) < 0))
                memcpy(one.from, r->code, sizeof one.from);
            if (memcmp(r->code, one.to, sizeof r->code) > 0)
                memcpy(one.to, r->code, sizeof one.to);
            if (r->plies < rows[one.root].plies)
                one.root = f->entries[k];
        }
        one.name = tby_name_split(rows[one.root].name).family;
        f->at[i] = one;
        first += one.count;
    }
    TBY_ASSERT(first == f->entries_n);
    return TBY_OK;
}

tby_rc tby_families_open(tby_families *f, const tby_names *names,
                         const tby_alloc *alloc)
{
    size_t n = names->count;

    *f = (tby_families){.alloc = alloc ? *alloc : tby_alloc_libc()};
    row *rows = tby_grow_new(&f->alloc, n + 1, sizeof *rows);
    f->entries = tby_grow_new(&f->alloc, n + 1, sizeof *f->entries);
    f->entries_n = n;
    tby_rc rc = rows && f->entries ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        for (uint32_t i = 0; i < names->count; i++) {
            tby_opening o;
            row r;
            tby_names_peek(names, i, &o);
            r.stem = tby_family_stem(tby_name_split(o.name).family);
            r.name = o.name;
            r.plies = o.line ? o.plies : UINT32_MAX;
            memcpy(r.code, o.code, sizeof r.code);
            rows[i] = r;
            f->entries[i] = i;
        }
        tby_sort(f->entries, f->entries_n, comes_before, rows);
        rc = divide(f, rows);
    }
    tby_grow_free(&f->alloc, rows, n + 1, sizeof *rows);
    if (rc != TBY_OK)
        tby_families_free(f);
    return rc;
}

void tby_families_free(tby_families *f)
{
    tby_grow_free(&f->alloc, f->at, f->n + 1, sizeof *f->at);
    tby_grow_free(&f->alloc, f->entries, f->entries_n + 1, sizeof *f->entries);
    *f = (tby_families){.alloc = f->alloc};
}

const tby_family *tby_families_find(const tby_families *f, tby_str name)
{
    for (size_t i = 0; i < f->n; i++)
        if (tby_str_equal(f->at[i].name, name))
            return &f->at[i];
    return NULL;
}
