/* generate.h - the legal moves.  One body serves listing and counting, White
 * and Black: `generate` is inlined with constants for colour and purpose, and
 * movegen_portable.c and movegen_pext.c compile it once each.
 *
 * Nothing is generated that has to be taken back: checks and pins are masks
 * (pins.h), the king's moves are held against the map of attacked squares, and
 * only en passant, which takes two pieces off a line, is tried on the board. */
#ifndef TBY_CORE_GENERATE_H
#define TBY_CORE_GENERATE_H

#include "core/chess/pins.h"
#include "core/chess/play.h"
#include "tabiya/moves.h"

/* Every square of `zone` that a colour attacks, and maybe others.  Where a
 * slider's attacks are computed it is worth asking first whether it could
 * reach the zone at all; a look-up costs less than the guess of a branch. */
TBY_INLINE tby_bb attacked_by(const tby_pos *p, const tby_color by, tby_bb own,
                              tby_bb occupied, tby_bb zone)
{
    tby_bb pawns = pos_pawns(p) & own;
    tby_bb out = bb_pawn_west(pawns, by) | bb_pawn_east(pawns, by);

    for (tby_bb b = pos_knights(p) & own; b; b = bb_rest(b))
        out |= tby_table_knight[bb_first(b)];
    for (tby_bb b = pos_kings(p) & own; b; b = bb_rest(b))
        out |= tby_table_king[bb_first(b)];
    for (tby_bb b = pos_diagonal(p) & own; b; b = bb_rest(b))
        if (SLIDERS_ARE_LOOKED_UP || tby_table_bishop[bb_first(b)] & zone)
            out |= bishop_attacks(bb_first(b), occupied);
    for (tby_bb b = pos_straight(p) & own; b; b = bb_rest(b))
        if (SLIDERS_ARE_LOOKED_UP || tby_table_rook[bb_first(b)] & zone)
            out |= rook_attacks(bb_first(b), occupied);
    return out;
}

/* Where moves go: into a list, or (at == NULL) only into a number. */
struct sink {
    tby_move *at;
    size_t n;
};

TBY_INLINE void put_moves(struct sink *out, tby_square from, tby_bb to)
{
    if (!out->at) {
        out->n += bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to))
        out->at[out->n++] = tby_move_make(from, bb_first(to), 0);
}

/* Pawns that all come from `step` squares behind their targets. */
TBY_INLINE void put_pawns(struct sink *out, tby_bb to, int step)
{
    if (!out->at) {
        out->n += bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to)) {
        tby_square sq = bb_first(to);
        out->at[out->n++] = tby_move_make((tby_square)(sq - step), sq, 0);
    }
}

TBY_INLINE void put_promotions(struct sink *out, tby_bb to, int step)
{
    static const tby_role roles[] = {TBY_QUEEN, TBY_ROOK, TBY_BISHOP,
                                     TBY_KNIGHT};

    if (!out->at) {
        out->n += 4 * (size_t)bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to)) {
        tby_square sq = bb_first(to);
        for (int i = 0; i < 4; i++)
            out->at[out->n++] =
                tby_move_make((tby_square)(sq - step), sq, roles[i]);
    }
}

TBY_INLINE void put_pawns_of(struct sink *out, tby_bb to, int step,
                             const tby_color us)
{
    const tby_bb last = home_rank(us ^ 1);

    put_pawns(out, to & ~last, step);
    if (to & last)
        put_promotions(out, to & last, step);
}

/* A pawn that is pinned may still move along its pin: the target must then
 * lie on a pin of the same kind, and no other pin can be reached that way. */
TBY_INLINE void pawn_moves(const tby_pos *p, const struct pins *s,
                           const tby_color us, struct sink *out)
{
    const int up = us == TBY_WHITE ? 8 : -8;
    const tby_bb third = us == TBY_WHITE ? BB_RANK(2) : BB_RANK(5);
    tby_bb pawns = pos_pawns(p) & s->own;
    tby_bb empty = ~s->occupied;
    tby_bb can_push = pawns & ~s->pin_diagonal;
    tby_bb can_take = pawns & ~s->pin_straight;

    tby_bb push =
        bb_forward(can_push & ~s->pin_straight, us) |
        (bb_forward(can_push & s->pin_straight, us) & s->pin_straight);
    push &= empty;
    tby_bb twice = bb_forward(push & third, us) & empty & s->allowed;
    push &= s->allowed;
    if (out->at) {
        put_pawns_of(out, push, up, us);
        put_pawns(out, twice, 2 * up);
    } else {
        /* No square is the end of both: the first pawn blocks the second. */
        put_pawns_of(out, push | twice, up, us);
    }

    tby_bb free = can_take & ~s->pin_diagonal, held = can_take ^ free;
    tby_bb target = s->foe & s->allowed;
    tby_bb west =
        bb_pawn_west(free, us) | (bb_pawn_west(held, us) & s->pin_diagonal);
    tby_bb east =
        bb_pawn_east(free, us) | (bb_pawn_east(held, us) & s->pin_diagonal);
    if ((west | east) & target) {
        put_pawns_of(out, west & target, up - 1, us);
        put_pawns_of(out, east & target, up + 1, us);
    }
}

/* Tried on the board, so neither pins nor checks need a thought here. */
static void ep_moves(const tby_pos *p, struct sink *out)
{
    for (tby_bb b = ep_capturers(p, p->ep, p->turn); b; b = bb_rest(b))
        put_moves(out, bb_first(b), tby_bit(p->ep));
}

/* Of these sliders, those that are not shut in by their own side.  Worth its
 * price only where attacks are computed. */
TBY_INLINE tby_bb unblocked(tby_bb sliders, tby_bb own, const bool diagonal)
{
    if (SLIDERS_ARE_LOOKED_UP)
        return sliders;
    tby_bb open = ~own, ahead = open << 8 | open >> 8;
    tby_bb row = diagonal ? ahead : open;
    tby_bb beside = (row & ~BB_FILE_A) >> 1 | (row & ~BB_FILE_H) << 1;
    return sliders & (diagonal ? beside : beside | ahead);
}

TBY_INLINE void bishop_moves(const struct pins *s, tby_bb pieces, tby_bb target,
                             struct sink *out)
{
    for (tby_bb b = unblocked(pieces, s->own, true); b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, bishop_attacks(sq, s->occupied) & target);
    }
}

TBY_INLINE void rook_moves(const struct pins *s, tby_bb pieces, tby_bb target,
                           struct sink *out)
{
    for (tby_bb b = unblocked(pieces, s->own, false); b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, rook_attacks(sq, s->occupied) & target);
    }
}

/* A queen moves once as a bishop and once as a rook.  A pinned knight never
 * moves. */
TBY_INLINE void piece_moves(const tby_pos *p, const struct pins *s,
                            struct sink *out)
{
    tby_bb target = s->allowed & ~s->own;
    tby_bb pinned = s->pin_diagonal | s->pin_straight;
    tby_bb diagonal = pos_diagonal(p) & s->own;
    tby_bb straight = pos_straight(p) & s->own;

    for (tby_bb b = pos_knights(p) & s->own & ~pinned; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, tby_table_knight[sq] & target);
    }
    bishop_moves(s, diagonal & ~pinned, target, out);
    rook_moves(s, straight & ~pinned, target, out);
    if (!pinned)
        return;
    bishop_moves(s, diagonal & s->pin_diagonal, target & s->pin_diagonal, out);
    rook_moves(s, straight & s->pin_straight, target & s->pin_straight, out);
}

/* Castling on one side, if nothing but an attack on the king's path can still
 * forbid it. */
struct castling {
    tby_bb rook; /* empty: not possible */
    tby_bb path; /* where the king must not be attacked */
};

/* `rights` has at most one rook on either side.  The first test is a part of
 * the second and refuses most. */
TBY_INLINE struct castling find_castling(const struct pins *s, tby_bb rights,
                                         const tby_color us, const bool east)
{
    tby_bb west_of_king = tby_bit(s->king) - 1;
    tby_bb rook = rights & (east ? ~west_of_king : west_of_king);

    if (!rook || bb_between(s->king, bb_first(rook)) & s->occupied ||
        castling_path(us, east, s->king, bb_first(rook)) & s->occupied)
        return (struct castling){0, 0};
    return (struct castling){rook, castling_king_path(us, east, s->king)};
}

TBY_INLINE void put_castling(struct sink *out, const struct pins *s,
                             struct castling c, tby_bb attacked)
{
    if (c.rook && !(c.path & attacked))
        put_moves(out, s->king, c.rook);
}

/* The king must not hide behind itself: it is taken off the board before the
 * attacked squares are drawn.  A rook that is pinned along the rank may not
 * castle: it is what keeps the other rook off (Chess960 only). */
TBY_INLINE void king_moves(const tby_pos *p, const struct pins *s,
                           const tby_color us, struct sink *out)
{
    tby_bb target = tby_table_king[s->king] & ~s->own;
    tby_bb rights = p->castling & s->own & ~s->pin_straight;
    struct castling east = {0, 0}, west = {0, 0};

    if (rights && !s->checkers) {
        east = find_castling(s, rights, us, true);
        west = find_castling(s, rights, us, false);
    }
    if (!(target | east.rook | west.rook))
        return;
    tby_bb attacked =
        attacked_by(p, us ^ 1, s->foe, s->occupied ^ tby_bit(s->king),
                    target | east.path | west.path);
    put_moves(out, s->king, target & ~attacked);
    put_castling(out, s, east, attacked);
    put_castling(out, s, west, attacked);
}

/* Kings of a side that has none or several are pieces like others. */
static void unroyal_king_moves(const tby_pos *p, const struct pins *s,
                               struct sink *out)
{
    for (tby_bb b = pos_kings(p) & s->own; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, tby_table_king[sq] & ~s->own);
    }
}

TBY_INLINE size_t generate(const tby_pos *p, const tby_color us, tby_move *at)
{
    struct pins s = find_pins(p, us);
    struct sink out = {at, 0};

    if (s.king == TBY_NO_SQUARE)
        unroyal_king_moves(p, &s, &out);
    else
        king_moves(p, &s, us, &out);
    if (s.allowed) {
        pawn_moves(p, &s, us, &out);
        piece_moves(p, &s, &out);
    }
    if (p->ep != TBY_NO_SQUARE)
        ep_moves(p, &out);
    return out.n;
}

static size_t list_legal(const tby_pos *p, tby_move *at)
{
    return p->turn == TBY_WHITE ? generate(p, TBY_WHITE, at)
                                : generate(p, TBY_BLACK, at);
}

static size_t count_legal(const tby_pos *p)
{
    return p->turn == TBY_WHITE ? generate(p, TBY_WHITE, NULL)
                                : generate(p, TBY_BLACK, NULL);
}

static uint64_t perft(const tby_pos *p, unsigned depth)
{
    tby_moves moves;
    uint64_t nodes = 0;

    if (depth == 1)
        return count_legal(p);
    moves.n = list_legal(p, moves.at);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *p;
        play(&child, moves.at[i], false);
        nodes += perft(&child, depth - 1);
    }
    return nodes;
}

#endif
