/* engine.c - what the rules say and what an engine found, as JSON. */
#include "work/json/answer.h"

void tby_answer_ending(tby_jsonw *w, const tby_ending *e)
{
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(e->outcome));
    tby_jsonw_put_bool(w, "over", tby_outcome_is_final(e->outcome));
    tby_jsonw_key(w, "can_win");
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "white", tby_can_name(e->can.white));
    tby_jsonw_put_cstr(w, "black", tby_can_name(e->can.black));
    tby_jsonw_object_end(w);
}

tby_eval tby_engine_judge(tby_outcome outcome, const tby_pos *p)
{
    if (!tby_outcome_is_final(outcome))
        return (tby_eval){TBY_EVAL_NONE, TBY_WHITE, 0};
    return outcome == TBY_CHECKMATE ? tby_eval_from_mate(!p->turn, 0)
                                    : tby_eval_from_cp(0);
}

static void put_moves(tby_jsonw *w, const tby_pos *p,
                      const tby_engine_info *info, bool uci)
{
    tby_pos pos = *p;

    tby_jsonw_key(w, uci ? "uci" : "san");
    tby_jsonw_array(w);
    for (size_t i = 0; i < info->n; i++) {
        char text[TBY_SAN_MAX];
        if (uci)
            tby_uci_write(&pos, info->pv[i], TBY_UCI_ORTHODOX, text);
        else
            tby_san_write(&pos, info->pv[i], text);
        tby_jsonw_cstr(w, text);
        tby_pos_play(&pos, info->pv[i]);
    }
    tby_jsonw_array_end(w);
}

static void put_eval(tby_jsonw *w, tby_eval e)
{
    char text[TBY_EVAL_MAX];
    int32_t cp;

    tby_eval_write(e, text, sizeof text);
    tby_jsonw_put_cstr(w, "evaluation", text);
    if (tby_eval_to_cp(e, &cp)) {
        tby_jsonw_key(w, "centipawns");
        tby_jsonw_i64(w, cp);
    }
}

static void put_line(tby_jsonw *w, const tby_pos *p,
                     const tby_engine_info *info)
{
    tby_jsonw_object(w);
    put_eval(w, info->eval);
    tby_jsonw_put_bool(w, "exact", info->exact);
    tby_jsonw_put_u64(w, "depth", info->depth);
    tby_jsonw_put_u64(w, "seldepth", info->seldepth);
    put_moves(w, p, info, false);
    put_moves(w, p, info, true);
    tby_jsonw_object_end(w);
}

static void put_search(tby_jsonw *w, const tby_engine_found *found)
{
    const tby_analysis *a = found->analysis;

    tby_jsonw_put_cstr(w, "engine", found->engine);
    tby_jsonw_put_u64(w, "nodes", a->nodes);
    tby_jsonw_put_u64(w, "nodes_per_second", a->nodes_per_second);
    tby_jsonw_put_u64(w, "ms", a->ms);
    tby_jsonw_put_bool(w, "complete", a->over && !a->cut);
}

void tby_answer_engine(tby_jsonw *w, const tby_engine_found *found)
{
    const tby_analysis *a = found->analysis;

    tby_jsonw_put_cstr(w, "fen", found->fen);
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(found->outcome));
    put_eval(w, found->eval);
    if (a->n)
        put_search(w, found);
    tby_jsonw_key(w, "lines");
    tby_jsonw_array(w);
    for (size_t i = 0; i < a->n; i++)
        put_line(w, found->pos, &a->lines[i]);
    tby_jsonw_array_end(w);
}
