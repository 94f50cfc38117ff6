/* filter_board.c - what must stand on the board: KRPvKR, or Nf5 pe6. */
#include "store/filter_int.h"

#include "core/base/str.h"

#include <string.h>

/* --- material -------------------------------------------------------------*/

static bool read_side(tby_str text, uint8_t count[7])
{
    for (size_t i = 0; i < text.n; i++) {
        tby_piece piece = tby_piece_from_char(text.p[i]);
        tby_role role = tby_piece_role(piece);

        if (!piece || tby_piece_color(piece) || count[role] >= 16)
            return false;
        count[role]++;
    }
    return count[TBY_KING] == 1;
}

tby_rc filter_material(tby_str text, store_material *out, tby_err *err)
{
    tby_str rest = tby_str_trim(text), side;
    store_material material = {.on = true};

    if (!rest.n)
        return filter_refuse(err, 0);
    for (int i = 0; i < 2; i++)
        if (!tby_str_field(&rest, 'v', &side) ||
            !read_side(side, material.count[i]))
            return filter_refuse(err, side.p ? (size_t)(side.p - text.p) : 0);
    if (rest.p)
        return filter_refuse(err, (size_t)(rest.p - text.p));
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
