/* drill.c - practising a repertoire, and the cards that remember it, for a
 * page.
 *
 * Times are seconds since 1970, UTC, as Date.now() / 1000.  While it is
 * practised the repertoire must not change and not be closed, nor the cards:
 * TBY_E_HANDLE refuses to go on. */
#include "app/wasm/rep_int.h"
#include "tabiya/cards.h"

#include <math.h>

enum { DAYS_MAX = 3660 };

/* None yet; 0 if there is no memory. */
EXPORT(uint32_t, tby_wasm_cards_new, (void))
{
    tby_cards *c = NULL;

    if (tby_cards_open(&c, NULL) != TBY_OK)
        return 0;
    uint32_t handle = tby_wasm_enter(TBY_WASM_CARDS, c);
    if (!handle)
        tby_cards_close(c);
    return handle;
}

EXPORT(void, tby_wasm_cards_close, (uint32_t handle))
{
    tby_cards_close(tby_wasm_leave(TBY_WASM_CARDS, handle));
}

/* Adds the cards of a file NAME.cards.tsv; of two for one position that with
 * the later review stays, so that two copies are merged by reading both.
 *
 *   {"diagnostics": as in rep.c, "cards": how many there are now,
 *    "refused": lines that hold no card; they are kept and written again} */
EXPORT(int32_t, tby_wasm_cards_read,
       (uint32_t handle, const char *text, uint32_t text_n))
{
    uint64_t refused = 0;
    diags t;

    TBY_WASM_OPEN(tby_cards *, c, TBY_WASM_CARDS, handle);
    tby__diags_begin(&t);
    tby_diag diag = tby__diags_sink(&t);
    tby_rc rc = tby_cards_read(c, (tby_str){text, text_n}, &diag, &refused);
    tby__diags_end(&t);
    tby_jsonw_put_u64(t.w, "cards", tby_cards_count(c));
    tby_jsonw_put_u64(t.w, "refused", refused);
    return tby__diags_answer(&t, rc);
}

/* The file, a text. */
EXPORT(int32_t, tby_wasm_cards_write, (uint32_t handle))
{
    TBY_WASM_OPEN(const tby_cards *, c, TBY_WASM_CARDS, handle);
    tby_rc rc = tby_cards_write(c, tby_wasm_text());
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

static void put_counts(tby_jsonw *w, const char *key, const uint32_t *counts,
                       size_t n)
{
    tby_jsonw_put_array(w, key);
    for (size_t i = 0; i < n; i++)
        tby_jsonw_u64(w, counts[i]);
    tby_jsonw_array_end(w);
}

/* For plots.  today_end is the second that the person's day ends before; days
 * are at most 3660.
 *
 *   {"cards": 40, "due": now, "days": [due on each day, today and what is
 *     overdue first], "retention": [ten numbers of cards: by the probability,
 *     in tenths, that each is known now], "stability": [cards whose stability
 *     is below a day, a week, 30, 90, 365 days, and others],
 *    "reviews": all, "lapses": all} */
EXPORT(int32_t, tby_wasm_cards_summary,
       (uint32_t handle, double now, double today_end, uint32_t days))
{
    uint32_t due[DAYS_MAX], recall[TBY_CARDS_TENTHS];
    uint32_t stability[TBY_CARDS_STABILITIES];

    TBY_WASM_OPEN(const tby_cards *, c, TBY_WASM_CARDS, handle);
    if (days > DAYS_MAX)
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_cards_by_day(c, tby_wasm_time(today_end), due, days);
    tby_cards_by_recall(c, tby_wasm_time(now), recall);
    tby_cards_by_stability(c, stability);
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_u64(w, "cards", tby_cards_count(c));
    tby_jsonw_put_u64(w, "due", tby_cards_due(c, tby_wasm_time(now)));
    put_counts(w, "days", due, days);
    put_counts(w, "retention", recall, TBY_CARDS_TENTHS);
    put_counts(w, "stability", stability, TBY_CARDS_STABILITIES);
    uint64_t reviews = 0, lapses = 0;

    for (size_t i = 0; i < tby_cards_count(c); i++) {
        reviews += tby_cards_at(c, i)->memory.reps;
        lapses += tby_cards_at(c, i)->memory.lapses;
    }
    tby_jsonw_put_u64(w, "reviews", reviews);
    tby_jsonw_put_u64(w, "lapses", lapses);
    return tby_wasm_json_end();
}

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

/* What they say about the nodes of a repertoire, for drawing: the address of
 * two Float32 for each, whether it is due (1 or 0) and the probability that it
 * is known; NaN where nothing is asked.  A position that was never asked is due
 * and not known.  0 if there is no memory or no such thing; valid until the
 * next call about the repertoire. */
EXPORT(const float *, tby_wasm_cards_nodes,
       (uint32_t handle, uint32_t rep_handle, double now))
{
    const tby_cards *c = tby_wasm_open_one(TBY_WASM_CARDS, handle);
    rep *r = tby__rep_of(rep_handle);

    if (!c || !r)
        return NULL;
    size_t n = r->graph.nodes_n;
    tby_color player = tby__rep_color(r);
    float *out = tby__rep_block(r, (uint32_t)(2 * n * sizeof *out + 1));
    for (size_t i = 0; out && i < n; i++)
        put_node(c, &r->graph.nodes[i], player, tby_wasm_time(now),
                 out + 2 * i);
    return out;
}

enum {
    /* what is asked */
    TBY_WASM_DRILL_LINES = 0,
    TBY_WASM_DRILL_ALL = 1,
    TBY_WASM_DRILL_DUE = 2,
    /* where lines begin */
    TBY_WASM_DRILL_CHOICE = 0,
    TBY_WASM_DRILL_ROOT = 4,
    TBY_WASM_DRILL_NODE = 8,
    /* and */
    TBY_WASM_DRILL_IN_ORDER = 16,
    TBY_WASM_DRILL_BLACK = 32 /* the player is Black, else White */
};

typedef struct drill {
    tby_drill *machine;
    uint32_t rep, cards; /* handles */
    uint32_t edition;    /* of the repertoire that is practised */
} drill;

/* What a drill and its repertoire are, if both are as they were. */
typedef struct desk {
    drill *d;
    rep *r;
    const tby_line_text *t;
} desk;

static int32_t sit_down(uint32_t handle, desk *out)
{
    drill *d = tby_wasm_find(TBY_WASM_DRILL, handle);
    rep *r = d ? tby_wasm_find(TBY_WASM_REP, d->rep) : NULL;

    *out = (desk){d, r, NULL};
    if (!r || (d->cards && !tby_wasm_find(TBY_WASM_CARDS, d->cards)))
        return tby_wasm_refuse(TBY_E_HANDLE);
    if (r->edition != d->edition)
        return tby_wasm_refuse_at(
            TBY_E_HANDLE, "The repertoire was changed while it was practised.",
            SIZE_MAX);
    out->t = tby__rep_line_text(r);
    return out->t ? TBY_OK : TBY_E_NOMEM;
}

/* Opens a drill: `how` is a sum of the above, `node` is for DRILL_NODE, `cards`
 * for DRILL_DUE and 0 otherwise, as is new_most: of positions without a card so
 * many, -1 for all.  The answer is the number of the drill. */
EXPORT(int32_t, tby_wasm_drill_open,
       (uint32_t rep_handle, uint32_t cards, uint32_t how, uint32_t node,
        uint32_t seed, double now, int32_t new_most))
{
    tby_drill_options options = {
        .mode = how & TBY_WASM_DRILL_DUE   ? TBY_DRILL_DUE
                : how & TBY_WASM_DRILL_ALL ? TBY_DRILL_ALL
                                           : TBY_DRILL_LINES,
        .from = how & TBY_WASM_DRILL_NODE   ? TBY_FROM_NODE
                : how & TBY_WASM_DRILL_ROOT ? TBY_FROM_ROOT
                                            : TBY_FROM_CHOICE,
        .in_order = how & TBY_WASM_DRILL_IN_ORDER,
        .color = how & TBY_WASM_DRILL_BLACK ? TBY_BLACK : TBY_WHITE,
        .node = node,
        .seed = seed,
        .now = tby_wasm_time(now),
        .few_new = new_most >= 0,
        .new_most = (uint32_t)new_most,
        .cards = cards ? tby_wasm_find(TBY_WASM_CARDS, cards) : NULL,
    };
    drill d = {.rep = rep_handle, .cards = cards};
    uint32_t handle;

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, rep_handle);
    if (!options.cards && (cards || options.mode == TBY_DRILL_DUE))
        return tby_wasm_refuse(TBY_E_HANDLE);
    TBY_WASM_HAVE(options.from != TBY_FROM_NODE || rep_has_node(r, node));
    d.edition = r->edition;
    tby_rc rc = tby_drill_open(&d.machine, &r->graph, &options);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    rc = tby_wasm_keep(TBY_WASM_DRILL, &d, sizeof d, &handle);
    if (rc != TBY_OK) {
        tby_drill_close(d.machine);
        return tby_wasm_refuse(rc);
    }
    tby_jsonw_u64(tby_wasm_json(), handle);
    return tby_wasm_json_end();
}

EXPORT(void, tby_wasm_drill_close, (uint32_t handle))
{
    drill *d = tby_wasm_leave(TBY_WASM_DRILL, handle);

    if (!d)
        return;
    tby_drill_close(d->machine);
    tby_wasm_free(d, sizeof *d);
}

/*   {"turn": "player", "other" or "none" at the end of a line, "node", "fen",
 *    "left": lines or positions, "mistakes", "lines": of DRILL_ALL} */
EXPORT(int32_t, tby_wasm_drill_state, (uint32_t handle))
{
    static const char *const TURNS[] = {"none", "player", "other"};
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    uint32_t node = tby_drill_node(at.d->machine);
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_cstr(w, "turn", TURNS[tby_drill_turn(at.d->machine)]);
    tby_wasm_json_number(w, "node", node);
    if (tby_jsonw_known(w, "fen", rep_has_node(at.r, node)))
        tby_wasm_json_fen_value(w, &at.r->graph.nodes[node].pos);
    tby_jsonw_put_u64(w, "left", tby_drill_left(at.d->machine));
    tby_jsonw_put_u64(w, "mistakes", tby_drill_mistakes(at.d->machine));
    tby_jsonw_put_u64(w, "lines", tby_drill_lines(at.d->machine));
    return tby_wasm_json_end();
}

/* Begins another line: TBY_OK, TBY_DONE if nothing is left. */
EXPORT(int32_t, tby_wasm_drill_next, (uint32_t handle))
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    return rc == TBY_OK ? tby_wasm_done(tby_drill_next(at.d->machine)) : rc;
}

/* The player's move, in UCI or SAN.  What is not legal is refused with its
 * sentence and counts nothing.
 *
 *   {"right": true, "more_owed": false, the fields of a move; of one that was
 *    right also "edge", "node" where it leads, "label", "note", "marks",
 *    "nags", "glyph" as in rep.c} */
EXPORT(int32_t, tby_wasm_drill_answer,
       (uint32_t handle, const char *move, uint32_t move_n, double now))
{
    tby_answer answer;
    tby_move m;
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    uint32_t node = tby_drill_node(at.d->machine);
    if (tby_drill_turn(at.d->machine) != TBY_TURN_PLAYER)
        return tby_wasm_refuse(TBY_E_MOVE_TURN);
    TBY_WASM_TRY(tby_wasm_read_move(&at.r->graph.nodes[node].pos,
                                    (tby_str){move, move_n}, &m));
    tby_rc rc = tby_drill_answer(at.d->machine, m, tby_wasm_time(now), &answer);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();

    tby_jsonw_put_bool(w, "right", answer.right);
    tby_jsonw_put_bool(w, "more_owed", answer.right && answer.more_owed);
    if (answer.right)
        tby__rep_json_move(w, at.r, at.t, answer.edge);
    else
        tby_wasm_json_move(w, &at.r->graph.nodes[node].pos, m);
    return tby_wasm_json_end();
}

/* The other side's move: the same fields, without "right" and "more_owed". */
EXPORT(int32_t, tby_wasm_drill_reply, (uint32_t handle))
{
    uint32_t edge;
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    tby_rc rc = tby_drill_reply(at.d->machine, &edge);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();
    tby__rep_json_move(w, at.r, at.t, edge);
    return tby_wasm_json_end();
}

/* The right moves: an array of moves with these fields.  The answer will count
 * as helped. */
EXPORT(int32_t, tby_wasm_drill_hint, (uint32_t handle))
{
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    if (tby_drill_turn(at.d->machine) != TBY_TURN_PLAYER)
        return tby_wasm_refuse(TBY_E_MOVE_TURN);
    uint32_t node = tby_drill_node(at.d->machine);
    tby_drill_hint(at.d->machine);
    tby__rep_json_moves(tby_wasm_json(), at.r, at.t,
                        at.r->graph.nodes[node].first_out);
    return tby_wasm_json_end();
}

static void put_slip(tby_jsonw *w, const desk *at, const tby_slip *slip)
{
    const tby_node *n = &at->r->graph.nodes[slip->node];

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "node", slip->node);
    tby_wasm_json_fen(w, "fen", &n->pos);
    tby__rep_json_line(w, at->t, slip->node);
    tby_jsonw_put_u64(w, "mistakes", slip->mistakes);
    tby_jsonw_key(w, "moves");
    tby__rep_json_moves(w, at->r, at->t, n->first_out);
    tby_jsonw_object_end(w);
}

/* Where mistakes were made:
 * [{"node", "fen", "line": "1. d4 d5", "mistakes", "moves": the right ones}] */
EXPORT(int32_t, tby_wasm_drill_slips, (uint32_t handle))
{
    size_t n;
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    const tby_slip *slips = tby_drill_slips(at.d->machine, &n);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++)
        put_slip(w, &at, &slips[i]);
    return tby_wasm_json_end();
}

/* Begins again in another order, or with the positions of mistakes only. */
EXPORT(int32_t, tby_wasm_drill_reset,
       (uint32_t handle, uint32_t seed, double now))
{
    desk at;

    TBY_WASM_TRY(sit_down(handle, &at));
    return tby_wasm_done(
        tby_drill_reset(at.d->machine, seed, tby_wasm_time(now)));
}

EXPORT(int32_t, tby_wasm_drill_retry, (uint32_t handle))
{
    desk at;
    int32_t rc = sit_down(handle, &at);

    return rc == TBY_OK ? tby_wasm_done(tby_drill_retry(at.d->machine)) : rc;
}
