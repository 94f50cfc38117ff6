/* families.c - see tabiya/families.h. */
#include "tabiya/families.h"

#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "tabiya/family.h"

#include <string.h>

/* What entries are sorted by. */
typedef struct row {
    tby_str stem, name;
    uint32_t plies; /* UINT32_MAX if the line is not known */
    char code[4];
} row;

/* --- order ----------------------------------------------------------------*/

static row row_of(const tby_book *book, uint32_t entry)
{
    tby_opening o;
    row r;

    tby_book_peek(book, entry, &o);
    r.stem = tby_family_stem(tby_name_split(o.name).family);
    r.name = o.name;
    r.plies = o.line ? o.plies : UINT32_MAX;
    memcpy(r.code, o.code, sizeof r.code);
    return r;
}

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

/* --- one family -----------------------------------------------------------*/

static void widen(tby_family *f, const row *r)
{
    if (!r->code[0])
        return;
    if (!f->from[0] || memcmp(r->code, f->from, sizeof r->code) < 0)
        memcpy(f->from, r->code, sizeof f->from);
    if (memcmp(r->code, f->to, sizeof r->code) > 0)
        memcpy(f->to, r->code, sizeof f->to);
}

/* Takes the entries from `first` on that belong together. */
static tby_family gather(const tby_families *all, const row *rows, size_t first)
{
    tby_family f = {.first = (uint32_t)first, .root = all->entries[first]};
    tby_str stem = rows[f.root].stem;

    for (size_t i = first; i < all->entries_n; i++) {
        uint32_t entry = all->entries[i];
        if (!tby_str_equal(rows[entry].stem, stem))
            break;
        f.count++;
        widen(&f, &rows[entry]);
        if (rows[entry].plies < rows[f.root].plies)
            f.root = entry;
    }
    f.name = tby_name_split(rows[f.root].name).family;
    return f;
}

/* --- all of them ----------------------------------------------------------*/

static void sort_entries(tby_families *f, const tby_book *book, row *rows)
{
    for (uint32_t i = 0; i < book->count; i++) {
        rows[i] = row_of(book, i);
        f->entries[i] = i;
    }
    tby_sort(f->entries, f->entries_n, comes_before, rows);
}

static size_t count(const tby_families *f, const row *rows)
{
    size_t n = 0;

    for (size_t i = 0; i < f->entries_n; i++)
        n += i == 0 || !tby_str_equal(rows[f->entries[i]].stem,
                                      rows[f->entries[i - 1]].stem);
    return n;
}

static tby_rc divide(tby_families *f, const row *rows)
{
    size_t n = count(f, rows), first = 0;

    f->at = tby_grow_new(&f->alloc, n + 1, sizeof *f->at);
    if (!f->at)
        return TBY_E_NOMEM;
    f->n = n;
    for (size_t i = 0; i < n; i++) {
        f->at[i] = gather(f, rows, first);
        first += f->at[i].count;
    }
    return TBY_OK;
}

tby_rc tby_families_open(tby_families *f, const tby_book *book,
                         const tby_alloc *alloc)
{
    size_t n = book->count;

    *f = (tby_families){.alloc = alloc ? *alloc : tby_alloc_libc()};
    row *rows = tby_grow_new(&f->alloc, n + 1, sizeof *rows);
    f->entries = tby_grow_new(&f->alloc, n + 1, sizeof *f->entries);
    f->entries_n = n;
    tby_rc rc = rows && f->entries ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        sort_entries(f, book, rows);
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
