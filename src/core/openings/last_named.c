#include "core/openings/last_named.h"
#include "core/base/assert.h"
#include "core/notation/san.h"

tby_last_named tby_names_last_named(const tby_names *b, const tby_pos *from,
                                    const tby_move *moves, size_t n)
{
    tby_last_named last = {.entry = tby_names_find(b, from), .pos = *from};
    tby_pos pos = *from;

    for (size_t i = 0; i < n; i++) {
        tby_pos_play(&pos, moves[i]);
        uint32_t entry = tby_names_find(b, &pos);
        if (entry == TBY_NAMES_NONE)
            continue;
        last.entry = entry;
        last.ply = i + 1;
        last.pos = pos;
    }
    last.then_n = n - last.ply;
    last.then = last.then_n ? moves + last.ply : NULL;
    return last;
}

void tby_last_named_then(const tby_last_named *l, tby_buf *out)
{
    TBY_ASSERT(l->entry != TBY_NAMES_NONE);
    tby_numbered_write(&l->pos, l->then, l->then_n, out);
}

void tby_last_named_json(tby_jsonw *w, const tby_last_named *l)
{
    bool inherited = tby_last_named_inherited(l);
    tby_buf then;

    tby_jsonw_put_bool(w, "inherited", inherited);
    if (!tby_jsonw_known(w, "then", inherited))
        return;
    tby_buf_init(&then, &w->buf->alloc, w->buf->max);
    tby_last_named_then(l, &then);
    tby_jsonw_buf(w, &then);
    tby_buf_free(&then);
}
