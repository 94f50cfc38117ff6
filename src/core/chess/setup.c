#include "tabiya/setup.h"
#include "core/base/assert.h"
#include "core/chess/pins.h"
#include "core/chess/play.h"
#include "tabiya/key.h"
#include "tabiya/pos.h"

static bool is_piece(tby_piece piece)
{
    return piece < TBY_PIECES && tby_piece_role(piece) >= TBY_PAWN &&
           tby_piece_role(piece) <= TBY_QUEEN;
}

/* The pieces and the side to move, without what has to be judged first. */
static tby_pos place_pieces(const tby_setup *s)
{
    tby_pos p = {.ep = TBY_NO_SQUARE, .turn = s->turn & 1};

    for (tby_square sq = 0; sq < 64; sq++)
        if (is_piece(s->board[sq]))
            board_put(&p, 0, sq, s->board[sq]);
    return p;
}

static unsigned beyond(tby_bb pieces, unsigned at_start)
{
    unsigned n = bb_count(pieces);

    return n > at_start ? n - at_start : 0;
}

/* Each piece beyond the sixteen of the start was a pawn once; a bishop keeps
 * to the colour of its squares. */
static bool too_much_material(const tby_pos *p, tby_color color)
{
    tby_bb own = tby_pos_color(p, color);
    tby_bb bishops = tby_pos_role(p, TBY_BISHOP) & own;
    unsigned pawns = bb_count(pos_pawns(p) & own);
    unsigned promoted = beyond(pos_knights(p) & own, 2) +
                        beyond(bishops & BB_DARK, 1) +
                        beyond(bishops & ~BB_DARK, 1) +
                        beyond(tby_pos_role(p, TBY_ROOK) & own, 2) +
                        beyond(tby_pos_role(p, TBY_QUEEN) & own, 1);

    return pawns + promoted > 8 || bb_count(own) > 16;
}

/* The rights among `claimed` that king and rook can really have: at most one
 * on either side of the king, and of two the outer rook's. */
static tby_bb sound_castling(const tby_pos *p, tby_bb claimed)
{
    tby_bb out = 0;

    for (int i = TBY_WHITE; i <= TBY_BLACK; i++) {
        tby_color color = (tby_color)i;
        tby_square king = royal_square(p, color);
        tby_bb rooks = claimed & tby_pos_role(p, TBY_ROOK) &
                       tby_pos_color(p, color) & home_rank(color);
        if (king == TBY_NO_SQUARE || !(tby_bit(king) & home_rank(color)))
            continue;
        tby_bb west = rooks & (tby_bit(king) - 1), east = rooks & ~west;
        out |= west & -west;
        while (bb_several(east))
            east = bb_rest(east);
        out |= east;
    }
    return out;
}

/* A pawn of the side that just moved stands before the en passant square, and
 * the path it came is free. */
static bool sound_ep(const tby_pos *p, tby_square ep)
{
    tby_bb rank = p->turn == TBY_WHITE ? BB_RANK(5) : BB_RANK(2);
    tby_bb path = tby_bit(ep) | tby_bit(ep ^ 24);

    return tby_bit(ep) & rank && !(path & tby_pos_occupied(p)) &&
           tby_pos_at(p, ep ^ 8) == tby_piece_of(p->turn ^ 1, TBY_PAWN);
}

/* `ep` is sound or TBY_NO_SQUARE.  If a pawn went two squares last, the check
 * must be its own or one that it uncovered. */
static bool sound_check(const tby_pos *p, tby_square ep)
{
    tby_color them = p->turn ^ 1;
    tby_bb home = them == TBY_WHITE ? BB_RANK(1) : BB_RANK(6);
    tby_bb checkers = tby_pos_checkers(p);
    tby_square king = royal_square(p, p->turn);

    if (king == TBY_NO_SQUARE || !checkers)
        return true;
    if (ep != TBY_NO_SQUARE) {
        tby_bb pawn = tby_bit(ep ^ 8);
        tby_bb before = (tby_pos_occupied(p) ^ pawn) | tby_bit(ep ^ 24);
        return !(attackers_to(p, king, them, before) & ~pawn &
                 tby_pos_color(p, them));
    }
    if (checkers & pos_pawns(p) & home)
        return false; /* a pawn that never moved has not given check */
    if (!bb_several(checkers))
        return true;
    /* Two at once: one of them was uncovered, so it is a slider; and they
     * cannot look at each other through the king, because a piece that uncovers
     * a line does not end on its other side. */
    tby_square a = bb_first(checkers), b = bb_first(bb_rest(checkers));
    return !bb_several(bb_rest(checkers)) &&
           checkers & (pos_diagonal(p) | pos_straight(p)) &&
           !(bb_between(a, b) & tby_bit(king));
}

static tby_faults faults_of(const tby_setup *s, const tby_pos *p)
{
    unsigned white = bb_count(pos_kings(p) & tby_pos_color(p, TBY_WHITE));
    unsigned black = bb_count(pos_kings(p) & tby_pos_color(p, TBY_BLACK));
    tby_square other = royal_square(p, p->turn ^ 1);
    bool bad = s->turn > TBY_BLACK || s->ep > TBY_NO_SQUARE;
    bool ep = s->ep < TBY_NO_SQUARE;
    bool ep_sound = ep && sound_ep(p, s->ep);
    tby_faults out = 0;

    for (tby_square sq = 0; sq < 64; sq++)
        bad |= s->board[sq] && !is_piece(s->board[sq]);
    if (bad)
        out |= TBY_FAULT_VALUE;
    if (white != 1)
        out |= white ? TBY_FAULT_WHITE_KINGS : TBY_FAULT_WHITE_NO_KING;
    if (black != 1)
        out |= black ? TBY_FAULT_BLACK_KINGS : TBY_FAULT_BLACK_NO_KING;
    if (other != TBY_NO_SQUARE && tby_pos_attackers(p, other, p->turn))
        out |= TBY_FAULT_OPPOSITE_CHECK;
    if (!tby_pos_occupied(p))
        out |= TBY_FAULT_EMPTY;
    if (pos_pawns(p) & (BB_RANK(0) | BB_RANK(7)))
        out |= TBY_FAULT_PAWN_RANK;
    if (too_much_material(p, TBY_WHITE))
        out |= TBY_FAULT_WHITE_MATERIAL;
    if (too_much_material(p, TBY_BLACK))
        out |= TBY_FAULT_BLACK_MATERIAL;
    if (sound_castling(p, s->castling) != s->castling)
        out |= TBY_FAULT_CASTLING;
    if (ep && !ep_sound)
        out |= TBY_FAULT_EP;
    if (!sound_check(p, ep_sound ? s->ep : TBY_NO_SQUARE))
        out |= TBY_FAULT_CHECK;
    return out;
}

tby_faults tby_setup_faults(const tby_setup *s)
{
    tby_pos p = place_pieces(s);

    return faults_of(s, &p);
}

tby_rc tby_pos_from_setup(const tby_setup *s, tby_faults forgive, tby_pos *out,
                          tby_faults *found)
{
    tby_pos p = place_pieces(s);
    tby_faults faults = faults_of(s, &p);

    if (found)
        *found = faults;
    if (faults & ~forgive)
        return TBY_E_POS_FAULTY;
    p.castling = sound_castling(&p, s->castling);
    if (s->ep < TBY_NO_SQUARE && sound_ep(&p, s->ep) &&
        ep_capturers(&p, s->ep, p.turn))
        p.ep = s->ep;
    p.halfmoves = s->halfmoves;
    p.fullmoves = s->fullmoves ? s->fullmoves : 1;
    TBY_ASSERT(!(p.castling & ~tby_pos_role(&p, TBY_ROOK)));
    TBY_ASSERT(p.ep == TBY_NO_SQUARE || !tby_pos_at(&p, p.ep));
    p.key = tby_key_of(&p);
    *out = p;
    return TBY_OK;
}

tby_setup tby_pos_to_setup(const tby_pos *p)
{
    tby_setup s = {.castling = p->castling,
                   .turn = p->turn,
                   .ep = p->ep,
                   .halfmoves = p->halfmoves,
                   .fullmoves = p->fullmoves};

    for (tby_square sq = 0; sq < 64; sq++)
        s.board[sq] = tby_pos_at(p, sq);
    return s;
}

static const struct {
    tby_faults bit;
    const char *name, *text;
} FAULTS[] = {
#define FAULT_ROW(symbol, bit, name, text) {TBY_FAULT_##symbol, name, text},
    TBY_FAULT_MAP(FAULT_ROW)
#undef FAULT_ROW
};

/* The row of the lowest fault, or one past the last. */
static size_t fault_row(tby_faults faults)
{
    size_t i = 0;

    while (i < sizeof FAULTS / sizeof *FAULTS && !(FAULTS[i].bit & faults))
        i++;
    return i;
}

const char *tby_fault_name(tby_faults faults)
{
    size_t i = fault_row(faults);

    return i < sizeof FAULTS / sizeof *FAULTS ? FAULTS[i].name : "none";
}

const char *tby_fault_text(tby_faults faults)
{
    size_t i = fault_row(faults);

    return i < sizeof FAULTS / sizeof *FAULTS ? FAULTS[i].text : "";
}
