/* import_stocks.c - what the index will need of games that are stored. */
#include "work/db/import_int.h"

#include "core/base/grow.h"

enum { SLOT = sizeof(void *) };

void import_stocks_clear(import_stocks *s)
{
    tby_alloc alloc = tby_alloc_libc();

    for (size_t i = 0; i < s->n; i++)
        store_stock_free(s->at[i]);
    tby_grow_free(&alloc, s->at, s->cap, SLOT);
    s->at = NULL;
    s->n = s->cap = s->bytes = 0;
    s->first = 0;
    atomic_store(&s->off, false);
}

void import_stocks_give_up(import_stocks *s)
{
    import_stocks_clear(s);
    atomic_store(&s->off, true);
}

bool import_stocks_are_off(const import_stocks *s)
{
    return atomic_load(&s->off);
}

void import_stocks_game(import_stocks *s, store_stock *stock, uint32_t noted,
                        uint32_t id)
{
    if (import_stocks_are_off(s))
        return;
    if (!stock) {
        import_stocks_give_up(s);
        return;
    }
    store_stock_set(stock, noted, id);
    if (!s->first)
        s->first = id;
}

bool import_stocks_push(import_stocks *s, store_stock *stock)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = s->at;

    if (tby_grow(&alloc, &at, &s->cap, s->n + 1, SLOT) != TBY_OK)
        return false;
    s->at = at;
    s->at[s->n++] = stock;
    return true;
}

void import_stocks_add(import_stocks *s, store_stock *stock, size_t most)
{
    size_t bytes = stock ? store_stock_bytes(stock) : 0;

    if (import_stocks_are_off(s) || !stock || !import_stocks_push(s, stock)) {
        store_stock_free(stock);
        return;
    }
    s->bytes += bytes;
    if (s->bytes > most)
        import_stocks_give_up(s);
}
