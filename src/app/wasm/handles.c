/* handles.c - numbers for what a page has open: see room.h.
 *
 * A page may keep a number longer than the thing lives, so that numbers are
 * looked up and not believed. */
#include "app/wasm/room.h"

enum { PLACE_BITS = 6, PLACES = 1 << PLACE_BITS };

typedef struct place {
    tby_wasm_kind kind;
    uint32_t handle;
    void *thing;
} place;

static place places[PLACES];
static uint32_t given; /* numbers so far */

uint32_t tby_wasm_enter(tby_wasm_kind kind, void *thing)
{
    for (uint32_t i = 0; i < PLACES; i++)
        if (places[i].kind == TBY_WASM_FREE) {
            places[i] = (place){kind, ++given << PLACE_BITS | i, thing};
            return places[i].handle;
        }
    return 0;
}

static place *find(tby_wasm_kind kind, uint32_t handle)
{
    place *p = &places[handle % PLACES];

    return p->kind == kind && p->handle == handle ? p : NULL;
}

void *tby_wasm_find(tby_wasm_kind kind, uint32_t handle)
{
    const place *p = find(kind, handle);

    return p ? p->thing : NULL;
}

void *tby_wasm_leave(tby_wasm_kind kind, uint32_t handle)
{
    place *p = find(kind, handle);

    if (!p)
        return NULL;
    p->kind = TBY_WASM_FREE;
    return p->thing;
}
