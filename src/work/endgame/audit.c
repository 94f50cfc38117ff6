#include "work/endgame/audit.h"

#include "core/chess/bitboard.h"
#include "core/game/game.h"
#include "tabiya/moves.h"

/* Who wins by the tables. */
enum { UNKNOWN = -1, DRAWN = 2 }; /* or a tby_color */

static int winner(tby_tables_source *tables, const tby_pos *p)
{
    if (bb_count(tby_pos_occupied(p)) > TBY_SYZYGY_MEN)
        return UNKNOWN;
    switch (tby_tables_source_ask(tables, p)) {
    case TBY_VERDICT_WIN:
        return p->turn;
    case TBY_VERDICT_LOSS:
        return p->turn ^ 1;
    case TBY_VERDICT_DRAW:
        return DRAWN;
    case TBY_VERDICT_UNKNOWN:
        break;
    }
    return UNKNOWN;
}

/* The last time that a side which did not win had won; false: never. */
static bool find(tby_audit *a, const tby_game *g, tby_audit_finding *out)
{
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    uint64_t before = a->tables.known;
    bool found = false;
    int now = winner(&a->tables, &pos);
    int won = g->result == TBY_RESULT_WHITE   ? TBY_WHITE
              : g->result == TBY_RESULT_BLACK ? TBY_BLACK
                                              : DRAWN;

    for (uint32_t ply = 0;; ply++) {
        tby_move move = tby_mainline_next(&line);
        tby_pos next = pos;
        int then = UNKNOWN;
        if (move != TBY_MOVE_NONE && move != TBY_MOVE_NULL) {
            tby_pos_play(&next, move);
            then = winner(&a->tables, &next);
        }
        bool over = move == TBY_MOVE_NONE;
        if (now >= 0 && now < DRAWN && now != won && then != now &&
            (over || then != UNKNOWN)) {
            *out = (tby_audit_finding){
                .side = (tby_color)now, .ply = ply, .pos = pos, .played = move};
            found = true;
        }
        if (over || move == TBY_MOVE_NULL)
            break;
        pos = next;
        now = then;
    }
    a->known += a->tables.known > before;
    return found;
}

static tby_rc take_game(void *ctx, void *part, tby_games_item *item)
{
    static const tby_audit_finding NONE = {.id = 0};
    const tby_game *g = item->game;
    tby_audit_finding f = NONE;
    tby_audit *a = ctx;

    (void)part;
    a->games++;
    /* so many captures need as many moves */
    if (g->result == TBY_RESULT_NONE ||
        bb_count(tby_pos_occupied(&g->start)) > g->plies + TBY_SYZYGY_MEN ||
        !find(a, g, &f))
        return TBY_OK;
    a->wrong++;
    f.id = item->id;
    f.best = TBY_MOVE_NONE;
    tby_rc rc = tby_tables_probe(a->tables.tables, &f.pos, &f.value, NULL);
    if (rc == TBY_OK && f.pos.turn == f.side) {
        tby_tables_move moves[TBY_MOVES_MAX];
        size_t n = tby_tables_moves(a->tables.tables, &f.pos, moves);
        if (n > 0 && moves[0].known && moves[0].after.wdl > 0)
            f.best = moves[0].move;
    }
    return rc == TBY_OK ? a->found(a->ctx, &f) : rc;
}

tby_rc tby_audit_run(tby_audit *a)
{
    tby_db_visit_job job = {.store = a->store,
                            .filter = a->filter,
                            .visitor = {.ctx = a, .game = take_game},
                            .mainline = true,
                            .progress = a->progress,
                            .ctx = a->ctx};
    tby_games_sum sum;

    a->games = a->known = a->wrong = 0;
    a->tables.fifty = true;
    return tby_db_visit(&job, &sum);
}
