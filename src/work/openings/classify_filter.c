/* classify_filter.c - which openings of a book are wanted. */
#include "core/base/str.h"
#include "tabiya/codes.h"
#include "tabiya/family.h"
#include "tabiya/search.h"
#include "work/games/int.h"
#include "work/openings/classify_int.h"

/* --- codes ----------------------------------------------------------------*/

static tby_rc keep_codes(const tby_book *book, const char *list, bool *wanted)
{
    tby_codes ranges[64];
    size_t n = 0;
    tby_str rest = tby_str_of(list), word;

    while (tby_str_field(&rest, ',', &word)) {
        if (n == sizeof ranges / sizeof *ranges ||
            !tby_codes_parse(tby_str_trim(word), &ranges[n]))
            return TBY_E_OPENING_CODE;
        n++;
    }
    for (uint32_t i = 0; i < book->count; i++) {
        bool found = false;
        tby_opening o;
        tby_book_peek(book, i, &o);
        for (size_t k = 0; k < n; k++)
            found |= tby_codes_have(ranges[k], o.code);
        wanted[i] &= found;
    }
    return TBY_OK;
}

/* --- names ----------------------------------------------------------------*/

static tby_str stem_of(const tby_book *book, uint32_t entry)
{
    tby_opening o;

    tby_book_peek(book, entry, &o);
    return tby_family_stem(tby_name_split(o.name).family);
}

static tby_rc keep_family(const tby_book *book, const tby_search *search,
                          const char *text, bool *wanted)
{
    tby_search_hit best;
    size_t found;
    tby_rc rc = tby_search_find(search, tby_str_of(text), 0, &best, 1, &found);

    if (rc != TBY_OK)
        return rc;
    for (uint32_t i = 0; i < book->count; i++)
        wanted[i] &=
            found && tby_str_equal(stem_of(book, i), stem_of(book, best.entry));
    return TBY_OK;
}

static tby_rc keep_hits(const tby_book *book, const tby_search_hit *hits,
                        size_t n, bool *wanted)
{
    bool *hit = games_resize(NULL, 0, book->count);

    if (!hit)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < book->count; i++)
        hit[i] = false;
    for (size_t i = 0; i < n; i++)
        hit[hits[i].entry] = true;
    for (uint32_t i = 0; i < book->count; i++)
        wanted[i] &= hit[i];
    games_resize(hit, book->count, 0);
    return TBY_OK;
}

static tby_rc keep_name(const tby_book *book, const tby_search *search,
                        const char *text, bool *wanted)
{
    size_t bytes = book->count * sizeof(tby_search_hit), found = 0;
    tby_search_hit *hits = games_resize(NULL, 0, bytes);
    tby_rc rc = TBY_E_NOMEM;

    if (hits)
        rc = tby_search_find(search, tby_str_of(text), TBY_SEARCH_ALL, hits,
                             book->count, &found);
    if (rc == TBY_OK)
        rc = keep_hits(book, hits, found, wanted);
    games_resize(hits, bytes, 0);
    return rc;
}

static tby_rc keep_found(const tby_book *book, const tby_classes_filter *filter,
                         bool *wanted)
{
    tby_search *search = NULL;
    tby_rc rc = tby_search_open(&search, book, NULL);

    if (rc == TBY_OK && filter->family)
        rc = keep_family(book, search, filter->family, wanted);
    if (rc == TBY_OK && filter->name)
        rc = keep_name(book, search, filter->name, wanted);
    tby_search_close(search);
    return rc;
}

/* --- all of it ------------------------------------------------------------*/

tby_rc classes_filter(const tby_book *book, const tby_classes_filter *filter,
                      bool *wanted)
{
    bool all = !filter->eco && !filter->family && !filter->name;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i <= book->count; i++)
        wanted[i] = true;
    if (all || book->count == 0)
        return all ? TBY_OK : TBY_DONE;
    wanted[book->count] = false;
    if (filter->eco)
        rc = keep_codes(book, filter->eco, wanted);
    if (rc == TBY_OK && (filter->family || filter->name))
        rc = keep_found(book, filter, wanted);
    for (uint32_t i = 0; i < book->count && rc == TBY_OK; i++)
        if (wanted[i])
            return TBY_OK;
    return rc == TBY_OK ? TBY_DONE : rc;
}
