/* cmd_eco_line.c - what a typed line comes through that has a name. */
#include "app/cli/cmd_eco.h"

static tby_eco_named named(const tby_book *b, const tby_pos *p, size_t ply)
{
    return (tby_eco_named){.entry = tby_book_find(b, p), .ply = ply};
}

tby_eco_named tby_eco_deepest(const tby_book *b, const tby_line *line)
{
    tby_eco_named best = named(b, &line->pos, line->plies);
    tby_pos pos = tby_pos_start();

    if (best.entry != TBY_BOOK_NONE || line->plies == 0)
        return best;
    best = named(b, &pos, 0);
    for (size_t i = 0; i < line->plies; i++) {
        tby_pos_play(&pos, line->moves[i]);
        tby_eco_named here = named(b, &pos, i + 1);
        best = here.entry != TBY_BOOK_NONE ? here : best;
    }
    return best;
}

void tby_eco_print_ply(FILE *out, const tby_line *line, size_t ply)
{
    tby_pos pos = tby_pos_start();
    char san[TBY_SAN_MAX];

    for (size_t i = 0; i + 1 < ply; i++)
        tby_pos_play(&pos, line->moves[i]);
    tby_san_write(&pos, line->moves[ply - 1], san);
    fprintf(out, "%u%s %s", pos.fullmoves, pos.turn == TBY_WHITE ? "." : "...",
            san);
}
