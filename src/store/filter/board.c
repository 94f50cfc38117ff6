/* board.c - what must stand on the board: KRPvKR, or Nf5 pe6. */
#include "store/filter/int.h"

#include "core/base/str.h"

#include <string.h>

/* --- material -------------------------------------------------------------*/

/* KRPvKR, KRP vs KR, KRP-KR, KRP/KR, KRP:KR or, since each side has one king,
 * KRPKR; in letters of any case. */
tby_rc filter_material(tby_str text, store_material *out, tby_err *err)
{
    store_material material = {.on = true};
    unsigned side = 0;

    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        tby_role role = tby_piece_role(tby_piece_from_char(c));

        if (c == ' ')
            continue;
        if (memchr("vV-/:", c, 5)) {
            if (side++ || !material.count[0][TBY_KING])
                return filter_refuse(err, i);
            if ((c | 0x20) == 'v' && i + 1 < text.n &&
                (text.p[i + 1] | 0x20) == 's')
                i++;
            continue;
        }
        if (role == TBY_KING && !side && material.count[0][TBY_KING])
            side = 1;
        uint8_t *count = &material.count[side][role];
        if (!role || *count >= (role == TBY_KING ? 1 : 16))
            return filter_refuse(err, i);
        ++*count;
    }
    if (!material.count[0][TBY_KING] || !material.count[1][TBY_KING])
        return filter_refuse(err, text.n);
    *out = material;
    return TBY_OK;
}

/* --- pattern --------------------------------------------------------------*/

static bool read_man(tby_str word, tby_bb out[TBY_PIECES])
{
    tby_piece piece;
    int file, rank;

    if (word.n != 3)
        return false;
    piece = tby_piece_from_char(word.p[0]);
    file = word.p[1] - 'a';
    rank = word.p[2] - '1';
    if (!piece || file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    out[piece] |= tby_bit(tby_sq(file, rank));
    return true;
}

tby_rc filter_pattern(tby_str text, tby_bb out[TBY_PIECES], tby_err *err)
{
    tby_bb wanted[TBY_PIECES] = {0}, all = 0;
    tby_str rest = text, word;
    bool any = false;

    while (tby_str_word(&rest, &word)) {
        if (!read_man(word, wanted))
            return filter_refuse(err, (size_t)(word.p - text.p));
        any = true;
    }
    for (int i = 0; i < TBY_PIECES; i++) { /* two men on one square */
        if (all & wanted[i])
            return filter_refuse(err, 0);
        all |= wanted[i];
    }
    if (!any)
        return filter_refuse(err, 0);
    memcpy(out, wanted, sizeof wanted);
    return TBY_OK;
}
