#include "core/notation/describe.h"
#include "core/notation/text.h"
#include "tabiya/moves.h"

static void put_role(tby_text *t, tby_role role)
{
    const char *name = tby_role_name(role);

    tby_text_char(t, (char)(name[0] - 'a' + 'A'));
    tby_text_cstr(t, name + 1);
}

static tby_role role_of(const tby_pos *p, tby_move m)
{
    return tby_piece_role(tby_pos_at(p, tby_move_from(m)));
}

size_t tby_describe_move(const tby_pos *p, tby_move m, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    tby_pos after = *p;

    if (!tby_pos_is_castling(p, m)) {
        bool takes = tby_pos_is_capture(p, m), ambiguous = false;
        tby_moves legal;

        tby_moves_legal(p, &legal);
        for (size_t i = 0; i < legal.n; i++) /* another of the same kind? */
            ambiguous |= tby_move_to(legal.at[i]) == tby_move_to(m) &&
                         tby_move_from(legal.at[i]) != tby_move_from(m) &&
                         role_of(p, legal.at[i]) == role_of(p, m);
        put_role(&t, role_of(p, m));
        if (ambiguous) {
            tby_text_cstr(&t, " from ");
            put_square(&t, tby_move_from(m));
        }
        tby_text_cstr(&t, takes ? " takes " : " to ");
        put_square(&t, tby_move_to(m));
        if (takes && tby_pos_at(p, tby_move_to(m)) == TBY_NO_PIECE)
            tby_text_cstr(&t, " en passant");
        if (tby_move_promotion(m)) {
            tby_text_cstr(&t, ", promotes to ");
            put_role(&t, tby_move_promotion(m));
        }
    } else if (tby_move_to(m) > tby_move_from(m))
        tby_text_cstr(&t, "Castle kingside");
    else
        tby_text_cstr(&t, "Castle queenside");
    tby_pos_play(&after, m);
    if (tby_pos_checkers(&after))
        tby_text_cstr(&t, tby_moves_count(&after) ? ", check" : ", checkmate");
    return tby_text_end(&t);
}
