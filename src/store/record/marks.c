/* marks.c - clocks, evaluations and glyphs of a main line, ply by ply. */
#include "core/game/comment.h"
#include "store/record/pack.h"

#include <math.h>

static void set_unknown(store_marks *m, uint32_t plies)
{
    for (uint32_t i = 0; i < plies; i++) {
        if (m->clock)
            m->clock[i] = -1;
        if (m->eval)
            m->eval[i] = (double)NAN;
        if (m->mate)
            m->mate[i] = 0;
        if (m->nag)
            m->nag[i] = 0;
    }
}

static void set_eval(store_marks *m, uint32_t i,
                     const struct tby_raw_eval *eval)
{
    int32_t mate = eval->mate;

    if (eval->is_mate && m->mate)
        m->mate[i] = (int16_t)(mate > INT16_MAX   ? INT16_MAX
                               : mate < INT16_MIN ? INT16_MIN
                                                  : mate);
    if (!eval->is_mate && m->eval)
        m->eval[i] = eval->pawns;
}

/* The first of two clocks or evaluations counts, as in one comment. */
static void set_comment(store_marks *m, uint32_t i, tby_str comment,
                        struct tby_comment_facts *known)
{
    struct tby_comment_facts f = tby_comment_read(comment);

    if (f.has_clock && !known->has_clock && m->clock)
        m->clock[i] = (double)f.clock / 1000;
    if (f.has_eval && !known->has_eval)
        set_eval(m, i, &f.eval);
    known->has_clock |= f.has_clock;
    known->has_eval |= f.has_eval;
}

static void set_marks(store_marks *m, const tby_game *g)
{
    struct tby_comment_facts known = {0};
    unsigned depth = 0;
    uint32_t ply = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        const tby_item *item = &g->items[i];
        depth += item->kind == TBY_ITEM_OPEN;
        depth -= item->kind == TBY_ITEM_CLOSE && depth > 0;
        if (depth > 0)
            continue;
        if (item->kind == TBY_ITEM_MOVE) {
            known = (struct tby_comment_facts){0};
            ply++;
        }
        if (item->kind == TBY_ITEM_COMMENT && ply > 0)
            set_comment(m, ply - 1, tby_game_text(g, item->text), &known);
        if (item->kind == TBY_ITEM_NAG && ply > 0 && m->nag &&
            m->nag[ply - 1] == 0)
            m->nag[ply - 1] = item->nag;
    }
}

tby_rc store_marks_read(const store_packed *in, store_marks *out)
{
    tby_game g;

    tby_game_init(&g, NULL);
    tby_rc rc = store_unpack(in, &g);
    if (rc == TBY_OK) {
        set_unknown(out, g.plies);
        set_marks(out, &g);
    }
    tby_game_free(&g);
    return rc;
}
