/* pack_moves.c - the main line as codes, and how the game ended. */
#include "core/base/grow.h"
#include "core/game/game.h"
#include "store/record/pack_int.h"
#include "store/record/tags.h"

/* --- codes ----------------------------------------------------------------*/

/* Plays the main line once. */
static tby_rc play_moves(store_packer *p, const tby_game *g, uint32_t *plies,
                         tby_pos *end)
{
    tby_mainline line = {.game = g};
    tby_move next, move = tby_mainline_next(&line);
    uint32_t n = 0;

    *end = g->start;
    for (; move != TBY_MOVE_NONE; move = next) {
        next = tby_mainline_next(&line);
        bool over = next == TBY_MOVE_NONE || next == TBY_MOVE_NULL;
        store_code code = store_code_play(end, move, over);
        if (code == STORE_ENDED)
            return TBY_E_STORE_FIT;
        p->codes[n++] = code;
    }
    *plies = n;
    return TBY_OK;
}

tby_rc pack_moves(store_packer *p, const tby_game *g, uint32_t *plies,
                  tby_pos *end)
{
    const tby_record *r = p->record;
    void *codes = p->codes;
    tby_rc rc = tby_grow(&p->alloc, &codes, &p->codes_cap, g->items_n,
                         sizeof *p->codes);

    p->codes = codes;
    if (rc != TBY_OK)
        return rc;
    if (r && store_codes_of(r, g->start.turn, p->codes)) {
        *plies = r->n;
        *end = r->end;
    } else {
        rc = play_moves(p, g, plies, end);
    }
    return rc == TBY_OK && *plies > STORE_PLIES_MAX ? TBY_E_STORE_FIT : rc;
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

/* How often the last position of a record stood; none comes back behind a
 * capture or a move of a pawn. */
static uint32_t times_of_last(const tby_record *r, uint32_t quiet)
{
    uint32_t n = 1;

    for (uint32_t i = r->n - quiet; i < r->n; i++)
        n += r->keys[i] == r->end.key;
    return n;
}

/* Fifty moves and repetitions, which need counters and keys; few games end with
 * so many moves that they are possible at all. */
static tby_rc look_back(store_packer *p, const tby_game *g, uint32_t plies,
                        tag_ending *e)
{
    enum { LEAST = 8 }; /* moves until a position stands for the third time */
    uint32_t quiet = quiet_moves(p->codes, plies);
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    tby_move move;

    if (quiet < LEAST) { /* unless the clock ran before the first move */
        e->fifty = quiet == plies && g->start.halfmoves + plies >= 100;
        return TBY_OK;
    }
    if (p->record) {
        e->repeated = times_of_last(p->record, quiet) >= 3;
        e->fifty = p->record->end.halfmoves >= 100;
        return TBY_OK;
    }
    tby_history_clear(&p->history);
    tby_rc rc = tby_history_add(&p->history, &pos);
    while (rc == TBY_OK && (move = tby_mainline_next(&line)) != TBY_MOVE_NONE) {
        tby_pos_play(&pos, move);
        rc = tby_history_add(&p->history, &pos);
    }
    e->repeated = tby_history_count(&p->history, &pos) >= 3;
    e->fifty = pos.halfmoves >= 100;
    return rc;
}

/* Who can still mate, of the last position of a draw.  The clock that runs out
 * is that of the side to move. */
static void look_ahead(const tby_pos *end, tag_ending *e)
{
    bool timed = tag_says(e->termination, "time");

    e->insufficient = tby_pos_insufficient(end);
    e->dead = e->insufficient || (!timed && tby_pos_dead_quick(end));
    e->no_mate = e->dead;
    if (timed && !e->dead)
        e->no_mate = tby_winnable_by(tby_winnable_quick(end), end->turn ^ 1) ==
                     TBY_CAN_NOT;
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
        look_ahead(end, &e);
        rc = look_back(p, g, plies, &e);
    }
    out->column[STORE_CATEGORY] = tag_category(&e);
    return rc;
}
