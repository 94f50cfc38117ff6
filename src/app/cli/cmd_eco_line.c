/* cmd_eco_line.c - what a typed line comes through that has a name. */
#include "app/cli/cmd_eco.h"

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
