/* key.c - the only place where a key is built. */
#include "tabiya/key.h"
#include "core/base/str.h"
#include "core/chess/zobrist.h"

uint64_t tby_key_of(const tby_pos *p)
{
    uint64_t key = zobrist_castling(p->castling);

    for (tby_bb b = tby_pos_occupied(p); b; b = bb_rest(b))
        key ^= zobrist_piece(tby_pos_at(p, bb_first(b)), bb_first(b));
    if (p->ep != TBY_NO_SQUARE)
        key ^= zobrist_ep(p->ep);
    if (p->turn == TBY_BLACK)
        key ^= zobrist_black();
    return key;
}

void tby_key_write(uint64_t key, char out[TBY_KEY_TEXT])
{
    for (int i = 0; i < 16; i++)
        out[i] = "0123456789abcdef"[key >> (60 - 4 * i) & 15];
    out[16] = '\0';
}

tby_rc tby_key_parse(tby_str text, uint64_t *out, tby_err *err)
{
    uint64_t key = 0;
    size_t at = 0;

    while (at < 16 && at < text.n && tby_hex_value(text.p[at]) >= 0)
        key = key << 4 | (uint64_t)tby_hex_value(text.p[at++]);
    if (at < 16 || text.n > 16) {
        if (err)
            *err = (tby_err){TBY_E_NUMBER, at};
        return TBY_E_NUMBER;
    }
    *out = key;
    return TBY_OK;
}
