#include "core/endgame/answer.h"
#include "core/base/assert.h"

#include "tabiya/fen.h"
#include "tabiya/moves.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <limits.h>

bool tby__endgame_zeroing(const tby_pos *p, tby_move m)
{
    return tby_pos_is_capture(p, m) ||
           tby_pos_role(p, TBY_PAWN) & tby_bit(tby_move_from(m));
}

tby_wdl tby__endgame_with_counter(tby_wdl wdl, int dtz, bool exact,
                                  unsigned counter)
{
    unsigned plies = (unsigned)(dtz < 0 ? -dtz : dtz);

    if (wdl == TBY_WDL_DRAW || counter == 0 || plies == 0)
        return wdl;
    if (plies + !exact + counter <= 100)
        return wdl;
    return wdl > 0 ? TBY_WDL_CURSED : TBY_WDL_BLESSED;
}

tby_rc tby__endgame_answer(const tby_endgame *e, const tby_pos *p,
                           tby_tables_answer *out)
{
    tby_endgame_value v = {TBY_WDL_DRAW, 0, 0};

    if (p->castling || tby_pos_occupied(p) != tby_pos_role(p, TBY_KING)) {
        TBY_TRY(tby_endgame_probe(e, p, &v));
    }
    *out = (tby_tables_answer){
        .wdl = tby__endgame_with_counter(v.wdl, v.dtz, true, p->halfmoves),
        .has_dtz = true,
        .dtz_exact = true,
        .has_dtm = true,
        .dtz = v.dtz,
        .dtm = v.dtm};
    return TBY_OK;
}

/* The worth of a move as one number, the larger the better. */
static long rank_of(const tby_tables_move *m)
{
    const tby_tables_answer *a = &m->after;
    long plies = m->by_dtm ? a->dtm : a->dtz;

    if (!m->known)
        return LONG_MIN;
    /* winning, the nearer end is better; losing, the farther one */
    return a->wdl * 100000L - plies * 2 + (a->wdl > 0 && m->zeroing);
}

static bool is_better(const tby_tables_move *a, const tby_tables_move *b)
{
    long i = rank_of(a), j = rank_of(b);

    return i != j ? i > j : a->move < b->move;
}

size_t tby__endgame_moves(tby_tables_ask *ask, void *ctx, const tby_pos *p,
                          tby_tables_move *out)
{
    tby_moves moves;
    bool all_dtm = true;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_tables_move m = {.move = moves.at[i]};
        tby_pos child = *p;
        m.zeroing = tby__endgame_zeroing(p, m.move);
        tby_pos_play(&child, m.move);
        m.known = ask(ctx, &child, &m.after) == TBY_OK;
        if (m.known) {
            tby_tables_answer *a = &m.after;
            int sign = (a->wdl < 0) - (a->wdl > 0);
            a->wdl = (tby_wdl)-a->wdl;
            a->dtm = sign - a->dtm;
            a->dtz = m.zeroing ? sign : sign - a->dtz;
            a->dtz_exact |= m.zeroing;
            a->has_dtz |= m.zeroing;
        }
        out[i] = m;
    }
    for (size_t i = 0; i < moves.n; i++)
        all_dtm &= out[i].known && out[i].after.has_dtm;
    for (size_t i = 0; i < moves.n; i++) {
        tby_tables_move m = out[i];
        size_t at = i;
        m.by_dtm = all_dtm;
        for (; at > 0 && is_better(&m, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = m;
    }
    return moves.n;
}

const char *tby_tables_verdict(tby_wdl wdl)
{
    static const char *const names[] = {"loss", "blessed-loss", "draw",
                                        "cursed-win", "win"};

    return names[wdl + 2];
}

static void put_plies(tby_jsonw *w, const char *key, bool known, int plies)
{
    tby_jsonw_key(w, key);
    if (known)
        tby_jsonw_i64(w, plies);
    else
        tby_jsonw_null(w);
}

void tby_tables_json_values(tby_jsonw *w, const tby_tables_answer *a)
{
    bool dtz = a && a->has_dtz, dtm = a && a->has_dtm;

    tby_jsonw_put_cstr(w, "verdict", a ? tby_tables_verdict(a->wdl) : NULL);
    put_plies(w, "dtz", dtz, dtz ? a->dtz : 0);
    tby_jsonw_put_bool(w, "dtz_exact", dtz && a->dtz_exact);
    put_plies(w, "dtm", dtm, dtm ? a->dtm : 0);
}

void tby__endgame_json(tby_jsonw *w, tby_tables_ask *ask, void *ctx,
                       const tby_pos *p, const tby_tables_answer *a)
{
    tby_tables_move moves[TBY_MOVES_MAX];
    char fen[TBY_FEN_MAX], name[TBY_TABLE_NAME_MAX] = "";
    size_t n = tby__endgame_moves(ask, ctx, p, moves);

    tby_fen_write_pos(p, fen, sizeof fen);
    tby_table_name(p, name);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_cstr(w, "men", name);
    tby_tables_json_values(w, a);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++) {
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
        tby_san_write(p, moves[i].move, san);
        tby_uci_write(p, moves[i].move, TBY_UCI_ORTHODOX, uci);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "san", san);
        tby_jsonw_put_cstr(w, "uci", uci);
        tby_jsonw_put_bool(w, "zeroing", moves[i].zeroing);
        tby_tables_json_values(w, moves[i].known ? &moves[i].after : NULL);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}
