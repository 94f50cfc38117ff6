/* distance.c - how far from a mate a position seems to be: no answer depends on
 * it, only how soon it comes.  Four opinions, because no single one fits a
 * crowded board, a blocked one and two bare kings with a bishop each; the
 * weights were found by trying (bench/winnable.c). */
#include "core/chess/outcome/int.h"
#include "tabiya/moves.h"

/* What the opinions are made of. */
struct view {
    const tby_pos *p;
    tby_color winner;
    tby_square king, other; /* the loser's and the winner's */
};

/* Moves a king needs from square to square. */
static unsigned gap(tby_square a, tby_square b)
{
    int file = tby_file(a) - tby_file(b), rank = tby_rank(a) - tby_rank(b);

    file = file < 0 ? -file : file;
    rank = rank < 0 ? -rank : rank;
    return (unsigned)(file > rank ? file : rank);
}

static unsigned from_edges(tby_square sq)
{
    int file = tby_file(sq), rank = tby_rank(sq);

    return (unsigned)((file < 4 ? file : 7 - file) +
                      (rank < 4 ? rank : 7 - rank));
}

/* Squares next to its king to which the loser may go. */
static unsigned flights(const struct view *v)
{
    tby_bb occupied = tby_pos_occupied(v->p) ^ tby_bit(v->king);
    tby_bb winner = tby_pos_color(v->p, v->winner);
    tby_bb around =
        tby_table_king[v->king] & ~tby_pos_color(v->p, v->winner ^ 1);
    unsigned n = 0;

    for (; around; around = bb_rest(around))
        n += !(attackers_to(v->p, bb_first(around), v->winner, occupied) &
               winner);
    return n;
}

/* Moves the foremost pawn needs, if nothing else could mate a bare king. */
static unsigned promotion(const struct view *v)
{
    tby_bb own = tby_pos_color(v->p, v->winner), pawns = own & pos_pawns(v->p);

    if (own & pos_straight(v->p))
        return 0;
    if (!pawns)
        return 8;
    return v->winner == TBY_WHITE ? (unsigned)__builtin_clzll(pawns) / 8
                                  : (unsigned)__builtin_ctzll(pawns) / 8;
}

/* How far the winner's pieces are from the king, together. */
static unsigned gathering(const struct view *v)
{
    tby_bb pieces =
        tby_pos_color(v->p, v->winner) & ~(pos_pawns(v->p) | pos_kings(v->p));
    unsigned sum = 0;

    for (; pieces; pieces = bb_rest(pieces))
        sum += gap(v->king, bb_first(pieces));
    return sum;
}

/* How far the king is from a corner in which it could be mated: bishops of one
 * colour do it only where they give check. */
static unsigned from_corner(const struct view *v)
{
    static const tby_square corners[] = {0, 7, 56, 63};
    tby_bb own = tby_pos_color(v->p, v->winner) & ~pos_kings(v->p);
    tby_bb good = BB_ALL;
    unsigned best = 7;

    if (!(own & ~tby_pos_role(v->p, TBY_BISHOP)))
        good = (own & BB_DARK ? BB_DARK : 0) | (own & ~BB_DARK ? ~BB_DARK : 0);
    for (int i = 0; i < 4; i++) {
        unsigned n = gap(v->king, corners[i]);
        if (good & tby_bit(corners[i]) && n < best)
            best = n;
    }
    return best;
}

/* How far the two nearest of the loser's own pieces are, which may take its
 * king's squares away. */
static unsigned from_blockers(const struct view *v)
{
    tby_bb pieces = tby_pos_color(v->p, v->winner ^ 1) & ~pos_kings(v->p);
    unsigned first = 8, second = 8;

    for (; pieces; pieces = bb_rest(pieces)) {
        unsigned n = gap(v->king, bb_first(pieces));
        if (n < first) {
            second = first;
            first = n;
        } else if (n < second) {
            second = n;
        }
    }
    return 2 * first + (second < 8 ? second : 0);
}

void tby__winnable_distance(const tby_pos *p, tby_color winner, unsigned depth,
                            unsigned out[WINNABLE_OPINIONS])
{
    struct view v = {p, winner, royal_square(p, winner ^ 1),
                     royal_square(p, winner)};

    for (int i = 0; i < WINNABLE_OPINIONS; i++)
        out[i] = 0;
    if (v.king == TBY_NO_SQUARE || v.other == TBY_NO_SQUARE)
        return;
    unsigned free = flights(&v), promote = 3 * promotion(&v);
    unsigned edges = from_edges(v.king), kings = gap(v.king, v.other);
    unsigned pieces = gathering(&v);
    unsigned chase = 5 * free + promote + 2 * edges + 2 * kings;

    out[0] = chase + pieces;
    if ((v.p->turn != v.winner && tby_pos_checkers(v.p)) &&
        4 * tby_moves_count(p) < out[0])
        out[0] = 4 * (unsigned)tby_moves_count(p);
    out[1] = chase + 2 * depth;
    out[2] = 6 * bb_count(tby_pos_color(p, winner ^ 1)) + 2 * free + promote +
             edges + kings + pieces;
    out[3] = 5 * from_corner(&v) + 3 * kings + 3 * free + from_blockers(&v) +
             promote + pieces;
}
