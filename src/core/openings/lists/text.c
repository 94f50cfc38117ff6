/* text.c - the line and the position of an opening as text. */
#include "core/base/text.h"
#include "core/base/str.h"
#include "core/openings/lists/write.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

size_t tby_opening_write_moves(const tby_opening *o, tby_row_layout layout,
                               char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    tby_pos p = tby_pos_start();
    char san[TBY_SAN_MAX];

    for (uint32_t i = 0; o->line && i < o->plies; i++) {
        size_t n = tby_san_write(&p, o->line[i], san);
        if (i)
            tby_text_char(&t, ' ');
        if (i % 2 == 0) {
            tby_text_u64(&t, i / 2 + 1);
            tby_text_cstr(&t, layout == TBY_ROW_DENSE ? "." : ". ");
        }
        tby_text_str(&t, (tby_str){san, n});
        tby_pos_play(&p, o->line[i]);
    }
    return tby_text_end(&t);
}

size_t tby_opening_write_uci(const tby_opening *o, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    tby_pos p = tby_pos_start();
    char uci[TBY_UCI_MAX];

    for (uint32_t i = 0; o->line && i < o->plies; i++) {
        size_t n = tby_uci_write(&p, o->line[i], TBY_UCI_ORTHODOX, uci);
        if (i)
            tby_text_char(&t, ' ');
        tby_text_str(&t, (tby_str){uci, n});
        tby_pos_play(&p, o->line[i]);
    }
    return tby_text_end(&t);
}

size_t tby_opening_write_epd(const tby_opening *o, char *buf, size_t cap)
{
    char fen[TBY_FEN_MAX];
    tby_str rest = {fen, tby_fen_write_pos(&o->pos, fen, sizeof fen)}, field;
    tby_text t = {buf, cap, 0};

    for (int i = 0; i < 4 && tby_str_word(&rest, &field); i++) {
        if (i)
            tby_text_char(&t, ' ');
        tby_text_str(&t, field);
    }
    return tby_text_end(&t);
}
