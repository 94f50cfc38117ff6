/* last_named.c - see last_named.h. */
#include "core/logic/last_named.h"

uint32_t tby_book_last_named(const tby_book *b, const tby_line *line,
                             size_t *ply)
{
    uint32_t best = tby_book_find(b, &line->pos);
    tby_pos pos = tby_pos_start();

    *ply = line->plies;
    if (best != TBY_BOOK_NONE || line->plies == 0)
        return best;
    best = tby_book_find(b, &pos);
    *ply = 0;
    for (size_t i = 0; i < line->plies; i++) {
        tby_pos_play(&pos, line->moves[i]);
        uint32_t here = tby_book_find(b, &pos);
        if (here != TBY_BOOK_NONE) {
            best = here;
            *ply = i + 1;
        }
    }
    return best;
}
