/* describe.c - see describe.h. */
#include "core/notation/describe.h"
#include "core/base/text.h"
#include "tabiya/moves.h"

static void put_square(tby_text *t, tby_square sq)
{
    tby_text_char(t, (char)('a' + tby_file(sq)));
    tby_text_char(t, (char)('1' + tby_rank(sq)));
}

/* "Knight" */
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

/* May another piece of the same kind go there? */
static bool is_ambiguous(const tby_pos *p, tby_move m)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    for (size_t i = 0; i < legal.n; i++)
        if (tby_move_to(legal.at[i]) == tby_move_to(m) &&
            tby_move_from(legal.at[i]) != tby_move_from(m) &&
            role_of(p, legal.at[i]) == role_of(p, m))
            return true;
    return false;
}

static void put_plain(tby_text *t, const tby_pos *p, tby_move m)
{
    bool takes = tby_pos_is_capture(p, m);

    put_role(t, role_of(p, m));
    if (is_ambiguous(p, m)) {
        tby_text_cstr(t, " from ");
        put_square(t, tby_move_from(m));
    }
    tby_text_cstr(t, takes ? " takes " : " to ");
    put_square(t, tby_move_to(m));
    if (takes && tby_pos_at(p, tby_move_to(m)) == TBY_NO_PIECE)
        tby_text_cstr(t, " en passant");
    if (tby_move_promotion(m)) {
        tby_text_cstr(t, ", promotes to ");
        put_role(t, tby_move_promotion(m));
    }
}

static void put_castling(tby_text *t, tby_move m)
{
    bool kingside = tby_move_to(m) > tby_move_from(m);

    tby_text_cstr(t, kingside ? "Castle kingside" : "Castle queenside");
}

size_t tby_describe_move(const tby_pos *p, tby_move m, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    tby_pos after = *p;

    if (tby_pos_is_castling(p, m))
        put_castling(&t, m);
    else
        put_plain(&t, p, m);
    tby_pos_play(&after, m);
    if (tby_pos_checkers(&after))
        tby_text_cstr(&t, tby_moves_count(&after) ? ", check" : ", checkmate");
    return tby_text_end(&t);
}
