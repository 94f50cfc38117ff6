/* numbered.c - see numbered.h. */
#include "core/notation/numbered.h"

#include "core/notation/san_write.h"

void tby_numbered_write(const tby_pos *from, const tby_move *moves, size_t n,
                        tby_buf *out)
{
    tby_pos pos = *from;
    char san[TBY_SAN_MAX];

    for (size_t i = 0; i < n; i++) {
        if (i)
            tby_buf_char(out, ' ');
        if (i == 0 || pos.turn == TBY_WHITE) {
            tby_buf_u64(out, pos.fullmoves);
            tby_buf_cstr(out, pos.turn == TBY_WHITE ? ". " : "... ");
        }
        tby_san_write_play(&pos, moves[i], san);
        tby_buf_cstr(out, san);
    }
}
