/* pack_moves.c - the main line as codes, and how the game ended. */
#include "core/base/grow.h"
#include "core/model/game.h"
#include "store/pack_int.h"
#include "store/tags.h"

/* --- codes ----------------------------------------------------------------*/

/* The code of the move at ply i, which *pos stands before and then behind. */
static store_code code_at(const store_packer *p, uint32_t i, tby_move move,
                          bool over, tby_pos *pos)
{
    if (!p->line)
        return store_code_play(pos, move, over);
    if (i + 1 >= p->line_n)
        return STORE_ENDED; /* the line is another game's */
    return store_code_between(&p->line[i], move, &p->line[i + 1], over);
}

/* Plays the main line once: the codes, and the board at the end. */
tby_rc pack_moves(store_packer *p, const tby_game *g, uint32_t *plies,
                  tby_pos *end)
{
    void *codes = p->codes;
    tby_mainline line = {.game = g};
    tby_move next, move = tby_mainline_next(&line);
    uint32_t n = 0;

    tby_rc rc = tby_grow(&p->alloc, &codes, &p->codes_cap, g->items_n,
                         sizeof *p->codes);
    p->codes = codes;
    if (rc != TBY_OK)
        return rc;
    *end = g->start;
    for (; move != TBY_MOVE_NONE; move = next) {
        next = tby_mainline_next(&line);
        bool over = next == TBY_MOVE_NONE || next == TBY_MOVE_NULL;
        store_code code = code_at(p, n, move, over, end);
        if (code == STORE_ENDED)
            return TBY_E_STORE_FIT;
        p->codes[n++] = code;
    }
    if (p->line)
        *end = p->line[n];
    *plies = n;
    return n > STORE_PLIES_MAX ? TBY_E_STORE_FIT : TBY_OK;
}

/* --- how it ended ---------------------------------------------------------*/

/* How many of the last moves took nothing and moved no pawn. */
static uint32_t quiet_moves(const store_code *codes, uint32_t plies)
{
    uint32_t n = 0;
    store_coded told;

    while (n < plies && !(codes[plies - 1 - n] & STORE_CAPTURE) &&
           store_code_tell(codes[plies - 1 - n] & STORE_CODE, &told) &&
           told.role != TBY_PAWN)
        n++;
    return n;
}

/* Fifty moves and repetitions, which need counters and keys; few games end with
 * so many moves that they are possible at all. */
static tby_rc look_back(store_packer *p, const tby_game *g, uint32_t plies,
                        tag_ending *e)
{
    enum { LEAST = 8 }; /* moves until a position stands for the third time */
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    tby_move move;

    if (quiet_moves(p->codes, plies) < LEAST)
        return TBY_OK;
    tby_history_clear(&p->history);
    tby_rc rc = tby_history_add(&p->history, &pos);
    for (uint32_t i = 1; p->line && rc == TBY_OK && i <= plies; i++) {
        pos = p->line[i];
        rc = tby_history_add(&p->history, &pos);
    }
    while (!p->line && rc == TBY_OK &&
           (move = tby_mainline_next(&line)) != TBY_MOVE_NONE) {
        tby_pos_play(&pos, move);
        rc = tby_history_add(&p->history, &pos);
    }
    e->repeated = tby_history_count(&p->history, &pos) >= 3;
    e->fifty = pos.halfmoves >= 100;
    return rc;
}

tby_rc pack_ending(store_packer *p, const tby_game *g, const tby_pos *end,
                   store_packed *out)
{
    uint32_t plies = out->column[STORE_PLIES];
    store_code last = plies ? p->codes[plies - 1] : 0;
    tag_ending e = {.result = g->result,
                    .termination = out->names[STORE_TERMINATION],
                    .mate = (last & STORE_MATE) != 0,
                    .stalemate = (last & STORE_STALEMATE) != 0};
    tby_rc rc = TBY_OK;

    if (g->result == TBY_RESULT_DRAW) {
        e.insufficient = tby_pos_insufficient(end);
        rc = look_back(p, g, plies, &e);
    }
    out->column[STORE_CATEGORY] = tag_category(&e);
    return rc;
}
