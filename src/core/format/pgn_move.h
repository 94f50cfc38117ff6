/* pgn_move.h - the quick way from the text of a move to the move.
 *
 * Nearly every move of every file is written as the standard asks.  Those are
 * taken here, from the bytes straight to the square; whatever looks different
 * is left to the tolerant reader of notation/. */
#ifndef TBY_CORE_PGN_MOVE_H
#define TBY_CORE_PGN_MOVE_H

#include "core/chess/sources.h"
#include "core/format/pgn_lex.h"

/* Bytes that may be looked at without asking for the end. */
enum { PGN_MOVE_AHEAD = 10 };

/* What the text says; n is its length, 0 if it is not in the standard form. */
struct pgn_move {
    tby_role role, promotion;
    tby_square to;
    tby_bb from;
    size_t n;
};

TBY_INLINE bool is_file(char c)
{
    return (unsigned char)(c - 'a') < 8;
}

TBY_INLINE bool is_rank(char c)
{
    return (unsigned char)(c - '1') < 8;
}

TBY_INLINE tby_square square_at(const char *p)
{
    return (tby_square)((p[1] - '1') * 8 + (p[0] - 'a'));
}

/* Q R B N, or 0. */
TBY_INLINE tby_role promotion_of(char c)
{
    return c == 'Q'   ? TBY_QUEEN
           : c == 'N' ? TBY_KNIGHT
           : c == 'R' ? TBY_ROOK
           : c == 'B' ? TBY_BISHOP
                      : TBY_NO_ROLE;
}

TBY_INLINE struct pgn_move read_pawn_move(const char *p)
{
    struct pgn_move m = {.role = TBY_PAWN, .from = BB_FILE_A << (p[0] - 'a')};

    if (is_rank(p[1]))
        m.n = 2;
    else if (p[1] == 'x' && is_file(p[2]) && p[2] != p[0] && is_rank(p[3]))
        m.n = 4;
    else
        return m;
    m.to = square_at(p + m.n - 2);
    if (p[m.n] == '=') {
        m.promotion = promotion_of(p[m.n + 1]);
        m.n = m.promotion ? m.n + 2 : 0;
    }
    return m;
}

TBY_INLINE struct pgn_move read_piece_move(const char *p, tby_role role)
{
    struct pgn_move m = {.role = role, .from = BB_ALL};
    const char *q = p + 1;
    bool file = is_file(q[0]), rank = is_rank(q[file]);

    /* One square is the target; if more follows, it was the origin. */
    if (file && rank && !is_file(q[2]) && q[2] != 'x') {
        m.to = square_at(q);
        m.n = 3;
        return m;
    }
    if (file)
        m.from &= BB_FILE_A << (*q++ - 'a');
    if (rank)
        m.from &= BB_RANK(*q++ - '1');
    q += *q == 'x';
    if (!is_file(q[0]) || !is_rank(q[1]))
        return m;
    m.to = square_at(q);
    m.n = (size_t)(q + 2 - p);
    return m;
}

/* The single source that fits, as a legal move; TBY_MOVE_NONE if there is
 * none, or several, or a promotion is wrong or missing: the slow way will say
 * why. */
TBY_INLINE tby_move resolve_move(const tby_pos *p, struct pgn_move m)
{
    tby_bb from = sources_pseudo(p, m.role, m.to) & m.from;
    bool last = tby_bit(m.to) & home_rank(p->turn ^ 1);

    if (m.role == TBY_PAWN && last != (m.promotion != TBY_NO_ROLE))
        return TBY_MOVE_NONE;
    from = sources_legal(p, m.role, m.to, from);
    if (!from || bb_several(from))
        return TBY_MOVE_NONE;
    return tby_move_make(bb_first(from), m.to, m.promotion);
}

/* The move at p, of which at least PGN_MOVE_AHEAD bytes can be read, without
 * its check sign. */
TBY_INLINE tby_move quick_move(const tby_pos *pos, const char *p,
                               struct pgn_move *m)
{
    m->n = 0;
    if (is_file(*p)) {
        *m = read_pawn_move(p);
    } else {
        tby_role role = *p == 'K' ? TBY_KING : promotion_of(*p);
        if (!role)
            return TBY_MOVE_NONE;
        *m = read_piece_move(p, role);
    }
    return m->n ? resolve_move(pos, *m) : TBY_MOVE_NONE;
}

#endif
