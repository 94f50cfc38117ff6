#include "io/system/object_pool.h"

void *tby_object_pool_take(tby_object_pool *s)
{
    void *thing = NULL;

    for (size_t i = 0; i < TBY_SHELF_MAX && !thing; i++)
        thing = atomic_exchange(&s->at[i], NULL);
    return thing;
}

bool tby_object_pool_put(tby_object_pool *s, void *thing)
{
    for (size_t i = 0; i < TBY_SHELF_MAX; i++) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&s->at[i], &none, thing))
            return true;
    }
    return false;
}
