/* list.c - lists that grow, see int.h. */
#include "core/base/grow.h"
#include "core/rep/file/int.h"

#include <string.h>

tby_rc tby_rep_list_add(const tby_alloc *alloc, struct rep_list *list,
                        const void *item, size_t size)
{
    tby_rc rc = tby_grow(alloc, &list->at, &list->cap, list->n + 1, size);

    if (rc != TBY_OK)
        return rc;
    memcpy((char *)list->at + list->n++ * size, item, size);
    return TBY_OK;
}

void tby_rep_list_free(const tby_alloc *alloc, struct rep_list *list,
                       size_t size)
{
    tby_grow_free(alloc, list->at, list->cap, size);
    *list = (struct rep_list){NULL, 0, 0};
}
