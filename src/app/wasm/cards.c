/* cards.c - what is known about drilled positions: see drill.h. */
#include "core/rep/drill/cards.h"
#include "app/wasm/drill.h"
#include "app/wasm/rep_int.h"
#include "app/wasm/told.h"

#include <math.h>

enum { DAYS_MAX = 3660 };

static tby_cards *cards_of(uint32_t handle)
{
    tby_cards *c = tby_wasm_find(TBY_WASM_CARDS, handle);

    if (!c)
        tby_wasm_refuse(TBY_E_HANDLE);
    return c;
}

uint32_t tby_wasm_cards_new(void)
{
    tby_cards *c = NULL;

    if (tby_cards_open(&c, NULL) != TBY_OK)
        return 0;
    uint32_t handle = tby_wasm_enter(TBY_WASM_CARDS, c);
    if (!handle)
        tby_cards_close(c);
    return handle;
}

void tby_wasm_cards_close(uint32_t handle)
{
    tby_cards_close(tby_wasm_leave(TBY_WASM_CARDS, handle));
}

int32_t tby_wasm_cards_read(uint32_t handle, const char *text, uint32_t text_n)
{
    tby_cards *c = cards_of(handle);
    uint64_t refused = 0;
    told t;

    if (!c)
        return TBY_E_HANDLE;
    told_begin(&t);
    tby_diag diag = told_sink(&t);
    tby_rc rc = tby_cards_read(c, (tby_str){text, text_n}, &diag, &refused);
    told_end(&t);
    tby_jsonw_put_u64(t.w, "cards", tby_cards_count(c));
    tby_jsonw_put_u64(t.w, "refused", refused);
    return told_answer(&t, rc);
}

int32_t tby_wasm_cards_write(uint32_t handle)
{
    const tby_cards *c = cards_of(handle);

    if (!c)
        return TBY_E_HANDLE;
    tby_rc rc = tby_cards_write(c, tby_wasm_text());
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* --- the sum of them ------------------------------------------------------*/

static void put_counts(tby_jsonw *w, const char *key, const uint32_t *counts,
                       size_t n)
{
    tby_jsonw_key(w, key);
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++)
        tby_jsonw_u64(w, counts[i]);
    tby_jsonw_array_end(w);
}

static void put_reviews(tby_jsonw *w, const tby_cards *c)
{
    uint64_t reviews = 0, lapses = 0;

    for (size_t i = 0; i < tby_cards_count(c); i++) {
        reviews += tby_cards_at(c, i)->memory.reps;
        lapses += tby_cards_at(c, i)->memory.lapses;
    }
    tby_jsonw_put_u64(w, "reviews", reviews);
    tby_jsonw_put_u64(w, "lapses", lapses);
}

int32_t tby_wasm_cards_summary(uint32_t handle, double now, double today_end,
                               uint32_t days)
{
    uint32_t due[DAYS_MAX], recall[TBY_CARDS_TENTHS];
    uint32_t stability[TBY_CARDS_STABILITIES];
    const tby_cards *c = cards_of(handle);

    if (!c)
        return TBY_E_HANDLE;
    if (days > DAYS_MAX)
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_cards_by_day(c, tby_wasm_time(today_end), due, days);
    tby_cards_by_recall(c, tby_wasm_time(now), recall);
    tby_cards_by_stability(c, stability);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "cards", tby_cards_count(c));
    tby_jsonw_put_u64(w, "due", tby_cards_due(c, tby_wasm_time(now)));
    put_counts(w, "days", due, days);
    put_counts(w, "retention", recall, TBY_CARDS_TENTHS);
    put_counts(w, "stability", stability, TBY_CARDS_STABILITIES);
    put_reviews(w, c);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

/* --- on a graph -----------------------------------------------------------*/

static void put_node(const tby_cards *c, const tby_node *n, tby_color player,
                     int64_t now, float out[2])
{
    const tby_card *card = tby_cards_find(c, &n->pos);

    if (!n->alive || n->out_n == 0 || n->pos.turn != player) {
        out[0] = out[1] = NAN;
        return;
    }
    out[0] = !card || card->memory.due <= now;
    out[1] = card ? (float)tby_memory_recall(&card->memory, now) : 0;
}

const float *tby_wasm_cards_nodes(uint32_t handle, uint32_t rep_handle,
                                  double now)
{
    const tby_cards *c = cards_of(handle);
    rep *r = rep_of(rep_handle);

    if (!c || !r)
        return NULL;
    size_t n = r->graph.nodes_n;
    tby_color player = rep_color(r);
    float *out = rep_block(r, (uint32_t)(2 * n * sizeof *out + 1));
    for (size_t i = 0; out && i < n; i++)
        put_node(c, &r->graph.nodes[i], player, tby_wasm_time(now),
                 out + 2 * i);
    return out;
}
