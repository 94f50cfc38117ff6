/* shelf.c - see shelf.h. */
#include "io/system/shelf.h"

void *tby_shelf_take(tby_shelf *s)
{
    void *thing = NULL;

    for (size_t i = 0; i < TBY_SHELF_MAX && !thing; i++)
        thing = atomic_exchange(&s->at[i], NULL);
    return thing;
}

bool tby_shelf_put(tby_shelf *s, void *thing)
{
    for (size_t i = 0; i < TBY_SHELF_MAX; i++) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&s->at[i], &none, thing))
            return true;
    }
    return false;
}
