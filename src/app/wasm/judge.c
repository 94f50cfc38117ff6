/* judge.c - a game judged by evaluations, for a page: what `tabiya analyse`
 * does, with an engine that is the page's. */
#include "core/game/judge.h"
#include "app/wasm/room.h"
#include "core/base/grow.h"
#include "core/base/str.h"

/* "0.35 e2e4 e7e5": an evaluation and the moves expected; what is no legal move
 * ends them, and a line without an evaluation says nothing. */
static void read_found(const tby_pos *pos, tby_str line, tby_found_eval *out)
{
    tby_pos p = *pos;
    tby_str word;
    tby_move m;

    *out = (tby_found_eval){.eval = tby_evaluate_rules(pos)};
    if (out->eval.kind || !tby_str_word(&line, &word) ||
        tby_eval_parse_pgn(word, &out->eval) != TBY_OK)
        return;
    while (out->pv_n < TBY_EVALS_PV && tby_str_word(&line, &word) &&
           tby_uci_parse(&p, word, &m, NULL) == TBY_OK && m != TBY_MOVE_NULL) {
        out->pv[out->pv_n++] = m;
        tby_pos_play(&p, m);
    }
}

/* Where the next position's line is. */
typedef struct reading {
    tby_str rest;
    tby_annotated_ply *plies;
    bool complete;
} reading;

static bool read_ply(void *ctx, const tby_pos *pos, uint32_t ply)
{
    reading *r = ctx;
    tby_str line = {"", 0};

    (void)tby_str_field(&r->rest, '\n', &line);
    read_found(pos, line, &r->plies[ply].found);
    r->complete &= r->plies[ply].found.eval.kind != TBY_EVAL_NONE;
    return true;
}

static void put_judged(const tby_annotated *judged)
{
    tby_jsonw *w = tby_wasm_json_object();

    for (int side = 0; side < 2; side++)
        if (tby_jsonw_known(w, side ? "black" : "white",
                            judged->accuracy[side] >= 0))
            tby_jsonw_double(w, judged->accuracy[side], 1);
    tby_jsonw_put_array(w, "plies");
    for (size_t i = 0; i < judged->n; i++) {
        const tby_annotated_ply *p = &judged->plies[i];
        char eval[TBY_EVAL_MAX];

        tby_eval_write_pgn(p->found.eval, eval, sizeof eval);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "eval", *eval ? eval : NULL);
        tby_jsonw_put_cstr(w, "judged", tby__judgement_name(p->judged));
        tby_jsonw_put_cstr(w, "san", p->san);
        tby_jsonw_put_cstr(w, "better", p->better);
        tby_jsonw_object_end(w);
    }
}

/* Judges the main line of a tree by a line for each of its positions, the first
 * for the start: the evaluation as a PGN has it and the moves that the engine
 * expects, or nothing if it is not known.  The rules decide what they can.
 *
 *   {"white": its accuracy or null, "black", "plies": [{"eval": "0.35" or null,
 *     "judged": "", "inaccuracy", "mistake" or "blunder",
 *     "san": the move that led there, "better": what the engine likes best
 *     instead, or ""}]}
 *
 * The tree is annotated as `tabiya analyse` does it, and its moves have new
 * numbers; accuracies become tags when all positions are known. */
EXPORT(int32_t, tby_wasm_tree_judge,
       (uint32_t handle, const char *evals, uint32_t evals_n,
        const char *engine, uint32_t engine_n))
{
    tby_alloc alloc = tby_alloc_libc();
    tby_annotated judged;
    tby_game g;

    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    tby_game_init(&g, NULL);
    tby_rc rc = tby_tree_write(t, &g);
    size_t n = (size_t)g.plies + 1;
    reading r = {.rest = {evals, evals_n}, .complete = true};
    r.plies = tby_grow_new(&alloc, n, sizeof *r.plies);
    if (rc == TBY_OK && !r.plies)
        rc = TBY_E_NOMEM;
    if (rc == TBY_OK) {
        tby_game_show(&g, read_ply, &r);
        tby__judge_game(&g, r.plies, &judged);
        tby_annotated told = judged;
        if (!r.complete)
            told.accuracy[0] = told.accuracy[1] = -1;

        /* The tree becomes the annotated game. */
        tby_game to;
        tby_tree fresh;

        tby_game_init(&to, NULL);
        rc = tby__annotate_game(&g, &told, (tby_str){engine, engine_n}, &to);
        tby_tree_init(&fresh, &to.start, NULL);
        if (rc == TBY_OK)
            rc = tby_tree_read(&fresh, &to);
        if (rc == TBY_OK) {
            tby_tree old = *t;
            *t = fresh;
            fresh = old;
        }
        tby_tree_free(&fresh);
        tby_game_free(&to);
    }
    if (rc == TBY_OK)
        put_judged(&judged);
    tby_grow_free(&alloc, r.plies, n, sizeof *r.plies);
    tby_game_free(&g);
    return rc == TBY_OK ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}
