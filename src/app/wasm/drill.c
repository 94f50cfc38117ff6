/* drill.c - practising: see drill.h. */
#include "app/wasm/drill.h"

#include "app/wasm/rep_int.h"

typedef struct drill {
    tby_drill *machine;
    uint32_t rep, cards; /* handles */
    uint32_t edition;    /* of the repertoire that is practised */
} drill;

/* --- opening --------------------------------------------------------------*/

/* What a drill and its repertoire are, if both are as they were. */
typedef struct desk {
    drill *d;
    rep *r;
    const tby_trail *t;
} desk;

static bool has_cards(const drill *d)
{
    return !d->cards || tby_wasm_find(TBY_WASM_CARDS, d->cards);
}

static int32_t sit_down(uint32_t handle, desk *out)
{
    drill *d = tby_wasm_find(TBY_WASM_DRILL, handle);
    rep *r = d ? tby_wasm_find(TBY_WASM_REP, d->rep) : NULL;

    *out = (desk){d, r, NULL};
    if (!r || !has_cards(d)) {
        tby_wasm_refuse(TBY_E_HANDLE);
        return TBY_E_HANDLE;
    }
    if (r->edition != d->edition) {
        tby_wasm_refuse_at(TBY_E_HANDLE,
                           "The repertoire was changed while it was practised.",
                           SIZE_MAX);
        return TBY_E_HANDLE;
    }
    out->t = rep_trail(r);
    return out->t ? TBY_OK : TBY_E_NOMEM;
}

static tby_drill_options options_of(uint32_t how)
{
    return (tby_drill_options){
        .mode = how & TBY_WASM_DRILL_DUE   ? TBY_DRILL_DUE
                : how & TBY_WASM_DRILL_ALL ? TBY_DRILL_ALL
                                           : TBY_DRILL_LINES,
        .from = how & TBY_WASM_DRILL_NODE   ? TBY_FROM_NODE
                : how & TBY_WASM_DRILL_ROOT ? TBY_FROM_ROOT
                                            : TBY_FROM_CHOICE,
        .in_order = how & TBY_WASM_DRILL_IN_ORDER,
        .color = how & TBY_WASM_DRILL_BLACK ? TBY_BLACK : TBY_WHITE,
    };
}

/* Makes room for a drill that is open; a failure closes it. */
static int32_t enter(drill made)
{
    drill *d = tby_wasm_alloc(sizeof *d);
    uint32_t handle = d ? tby_wasm_enter(TBY_WASM_DRILL, d) : 0;

    if (!handle) {
        tby_drill_close(made.machine);
        tby_wasm_free(d, sizeof *d);
        return tby_wasm_refuse(d ? TBY_E_LIMIT : TBY_E_NOMEM);
    }
    *d = made;
    tby_jsonw_u64(tby_wasm_json(), handle);
    return tby_wasm_json_end();
}

int32_t tby_wasm_drill_open(uint32_t rep_handle, uint32_t cards, uint32_t how,
                            uint32_t node, uint32_t seed, double now)
{
    tby_drill_options options = options_of(how);
    rep *r = rep_of(rep_handle);
    drill d = {.rep = rep_handle, .cards = cards};

    if (!r)
        return TBY_E_HANDLE;
    options.node = node;
    options.seed = seed;
    options.now = tby_wasm_time(now);
    options.cards = cards ? tby_wasm_find(TBY_WASM_CARDS, cards) : NULL;
    if (!options.cards && (cards || options.mode == TBY_DRILL_DUE))
        return tby_wasm_refuse(TBY_E_HANDLE);
    if (options.from == TBY_FROM_NODE && !rep_has_node(r, node))
        return tby_wasm_refuse(TBY_E_NUMBER);
    d.edition = r->edition;
    tby_rc rc = tby_drill_open(&d.machine, &r->graph, &options);
    return rc == TBY_OK ? enter(d) : tby_wasm_refuse(rc);
}

void tby_wasm_drill_close(uint32_t handle)
{
    drill *d = tby_wasm_leave(TBY_WASM_DRILL, handle);

    if (!d)
        return;
    tby_drill_close(d->machine);
    tby_wasm_free(d, sizeof *d);
}

/* --- going on -------------------------------------------------------------*/

int32_t tby_wasm_drill_state(uint32_t handle)
{
    static const char *const TURNS[] = {"none", "player", "other"};
    desk at;
    int32_t rc = sit_down(handle, &at);

    if (rc != TBY_OK)
        return rc;
    uint32_t node = tby_drill_node(at.d->machine);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "turn", TURNS[tby_drill_turn(at.d->machine)]);
    tby_wasm_json_number(w, "node", node);
    tby_jsonw_key(w, "fen");
    if (rep_has_node(at.r, node))
        tby_wasm_json_fen_value(w, &at.r->graph.nodes[node].pos);
    else
        tby_jsonw_null(w);
    tby_jsonw_put_u64(w, "left", tby_drill_left(at.d->machine));
    tby_jsonw_put_u64(w, "mistakes", tby_drill_mistakes(at.d->machine));
    tby_jsonw_put_u64(w, "lines", tby_drill_lines(at.d->machine));
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_drill_next(uint32_t handle)
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    return rc == TBY_OK ? tby_wasm_done(tby_drill_next(at.d->machine)) : rc;
}

static int32_t put_answer(const desk *at, tby_move m, uint32_t node,
                          const tby_answer *answer)
{
    tby_jsonw *w = tby_wasm_json();

    tby_jsonw_object(w);
    tby_jsonw_put_bool(w, "right", answer->right);
    tby_jsonw_put_bool(w, "more_owed", answer->right && answer->more_owed);
    if (answer->right)
        rep_json_move(w, at->r, at->t, answer->edge);
    else
        tby_wasm_json_move(w, &at->r->graph.nodes[node].pos, m);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_drill_answer(uint32_t handle, const char *move,
                              uint32_t move_n, double now)
{
    tby_answer answer;
    tby_move m;
    desk at;
    tby_rc rc = (tby_rc)sit_down(handle, &at);

    if (rc != TBY_OK)
        return (int32_t)rc;
    uint32_t node = tby_drill_node(at.d->machine);
    if (tby_drill_turn(at.d->machine) != TBY_TURN_PLAYER)
        return tby_wasm_refuse(TBY_E_MOVE_TURN);
    rc = tby_wasm_read_move(&at.r->graph.nodes[node].pos,
                            (tby_str){move, move_n}, &m);
    if (rc != TBY_OK)
        return (int32_t)rc;
    rc = tby_drill_answer(at.d->machine, m, tby_wasm_time(now), &answer);
    return rc == TBY_OK ? put_answer(&at, m, node, &answer)
                        : tby_wasm_refuse(rc);
}

int32_t tby_wasm_drill_reply(uint32_t handle)
{
    uint32_t edge;
    desk at;
    tby_rc rc = (tby_rc)sit_down(handle, &at);

    if (rc != TBY_OK)
        return (int32_t)rc;
    rc = tby_drill_reply(at.d->machine, &edge);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    rep_json_move(w, at.r, at.t, edge);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_drill_hint(uint32_t handle)
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    if (rc != TBY_OK)
        return rc;
    if (tby_drill_turn(at.d->machine) != TBY_TURN_PLAYER)
        return tby_wasm_refuse(TBY_E_MOVE_TURN);
    uint32_t node = tby_drill_node(at.d->machine);
    tby_drill_hint(at.d->machine);
    rep_json_moves(tby_wasm_json(), at.r, at.t,
                   at.r->graph.nodes[node].first_out);
    return tby_wasm_json_end();
}

/* --- the end --------------------------------------------------------------*/

static void put_slip(tby_jsonw *w, const desk *at, const tby_slip *slip)
{
    const tby_node *n = &at->r->graph.nodes[slip->node];

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "node", slip->node);
    tby_wasm_json_fen(w, "fen", &n->pos);
    rep_json_line(w, at->t, slip->node);
    tby_jsonw_put_u64(w, "mistakes", slip->mistakes);
    tby_jsonw_key(w, "moves");
    rep_json_moves(w, at->r, at->t, n->first_out);
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_drill_slips(uint32_t handle)
{
    size_t n;
    desk at;
    int32_t rc = sit_down(handle, &at);

    if (rc != TBY_OK)
        return rc;
    const tby_slip *slips = tby_drill_slips(at.d->machine, &n);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++)
        put_slip(w, &at, &slips[i]);
    tby_jsonw_array_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_drill_reset(uint32_t handle, uint32_t seed, double now)
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    if (rc != TBY_OK)
        return rc;
    return tby_wasm_done(
        tby_drill_reset(at.d->machine, seed, tby_wasm_time(now)));
}

int32_t tby_wasm_drill_retry(uint32_t handle)
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    return rc == TBY_OK ? tby_wasm_done(tby_drill_retry(at.d->machine)) : rc;
}
