/* show.c - an opening as text. */
#include "app/cli/eco/cmd_eco.h"
#include "core/openings/lists/write.h"

void tby_eco_print_moves(FILE *out, const tby_opening *o)
{
    char moves[TBY_OPENING_MOVES_TEXT];

    tby_opening_write_moves(o, TBY_ROW_SPACED, moves, sizeof moves);
    fputs(moves, out);
}
