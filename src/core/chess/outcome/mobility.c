/* mobility.c - where every piece may ever stand.
 *
 * The sets begin with where the pieces stand and grow by whatever a legal move
 * could do when all pieces are somewhere in their sets; by induction no piece
 * ever leaves its set.  They are small in a blocked position because what
 * neither moves nor is captured is an obstacle to its own side and closes the
 * squares it attacks to the other king, and because pawns that face each other
 * never pass unless one captures or is captured. */
#include "core/base/assert.h"
#include "core/chess/castling.h"
#include "core/chess/outcome/int.h"

/* What all pieces together allow, made anew in each round. */
struct round {
    tby_bb vacant; /* squares that may be empty */
    tby_bb
        standing[2];   /* where pieces of a colour other than the king may be */
    tby_bb homes[2];   /* where they are now */
    tby_bb walls[2];   /* homes of pawns that stay on their file for ever */
    tby_bb guarded[2]; /* squares attacked for ever */
    tby_bb hits[2];    /* squares on which a colour may capture */
};

static bool is_fixed(const struct unit *u)
{
    return u->reach == u->home && !u->taken;
}

static tby_bb pawn_attacks(tby_bb from, tby_color color)
{
    return bb_pawn_west(from, color) | bb_pawn_east(from, color);
}

/* One step along the four ranks and files, and the four diagonals. */
static tby_bb straight_steps(tby_bb b)
{
    return b << 8 | b >> 8 | (b & ~BB_FILE_A) >> 1 | (b & ~BB_FILE_H) << 1;
}

static tby_bb diagonal_steps(tby_bb b)
{
    tby_bb beside = (b & ~BB_FILE_A) >> 1 | (b & ~BB_FILE_H) << 1;

    return beside << 8 | beside >> 8;
}

static tby_bb knight_jumps(tby_bb b)
{
    tby_bb one = (b & ~BB_FILE_A) >> 1 | (b & ~BB_FILE_H) << 1;
    tby_bb west = b & ~BB_FILE_A & ~(BB_FILE_A << 1);
    tby_bb east = b & ~BB_FILE_H & ~(BB_FILE_H >> 1);
    tby_bb two = west >> 2 | east << 2;

    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Where a piece gets in one step; a slider in several. */
static tby_bb steps(tby_role role, tby_bb from)
{
    switch (role) {
    case TBY_KNIGHT:
        return knight_jumps(from);
    case TBY_BISHOP:
        return diagonal_steps(from);
    case TBY_ROOK:
        return straight_steps(from);
    default:
        return straight_steps(from) | diagonal_steps(from);
    }
}

/* All squares that steps over `open` squares lead to. */
static tby_bb flood(tby_role role, tby_bb from, tby_bb open)
{
    tby_bb landing = 0, more = steps(role, from) & open;

    while (more & ~landing) {
        landing |= more;
        more = steps(role, landing) & open;
    }
    return landing;
}

tby_bb tby__winnable_attacks(const struct unit *u, tby_square sq,
                             tby_bb occupied)
{
    switch (u->role) {
    case TBY_PAWN:
        return tby_table_pawn[u->color][sq];
    case TBY_KNIGHT:
        return tby_table_knight[sq];
    case TBY_KING:
        return tby_table_king[sq];
    default:
        return (u->role & TBY_BISHOP ? bishop_attacks(sq, occupied) : 0) |
               (u->role & TBY_ROOK ? rook_attacks(sq, occupied) : 0);
    }
}

static struct round sum_up(const struct mobility *m)
{
    struct round r = {0};
    tby_bb ever = 0, stuck = 0;

    for (const struct unit *u = m->unit; u < m->unit + m->n; u++) {
        ever |= u->reach | u->promoted;
        if (is_fixed(u))
            stuck |= u->home;
        if (u->role == TBY_KING)
            continue;
        r.standing[u->color] |= u->reach | u->promoted;
        r.homes[u->color] |= u->home;
        if (u->role == TBY_PAWN && !u->takes && !u->taken)
            r.walls[u->color] |= u->home;
    }
    r.vacant = ~stuck;
    for (const struct unit *u = m->unit; u < m->unit + m->n; u++) {
        /* a slider as far as the first square anything may ever stand on */
        if (is_fixed(u))
            r.guarded[u->color] |=
                tby__winnable_attacks(u, bb_first(u->home), ever);
        r.hits[u->color] |= u->role == TBY_PAWN
                                ? pawn_attacks(u->reach, u->color) | u->promoted
                                : u->landing;
    }
    return r;
}

static void move_pawn(struct unit *u, const struct round *r, tby_bb ep,
                      struct mobility *m)
{
    tby_color us = u->color;
    tby_bb last = us == TBY_WHITE ? BB_RANK(7) : BB_RANK(0);

    for (tby_bb before = 0; before != u->reach;) {
        before = u->reach;
        tby_bb prey = pawn_attacks(u->reach, us) & (r->standing[us ^ 1] | ep);
        u->takes |= prey != 0;
        tby_bb push = bb_forward(u->reach, us) & r->vacant;
        if (!u->takes)
            push &= ~r->walls[us ^ 1];
        u->landing |= push | prey;
        u->reach = u->home | u->landing;
    }
    tby_bb queens = u->reach & last;
    if (!queens)
        return;
    tby_bb open = r->vacant | r->homes[us ^ 1];
    m->promoting[us] |= queens;
    u->promoted |= queens | flood(TBY_QUEEN, queens | u->promoted, open) |
                   flood(TBY_KNIGHT, queens | u->promoted, open);
}

/* One round over all pieces; false if nothing grew. */
static bool grow(struct mobility *m, tby_color turn, tby_square ep)
{
    struct round r = sum_up(m);
    bool grew = false;

    for (struct unit *u = m->unit; u < m->unit + m->n; u++) {
        struct unit before = *u;
        if (u->role == TBY_PAWN) {
            bool may = ep != TBY_NO_SQUARE && u->color == turn;
            move_pawn(u, &r, may ? tby_bit(ep) : 0, m);
        } else {
            tby_bb open = r.vacant | r.homes[u->color ^ 1];

            if (u->role == TBY_KING)
                open &= ~r.guarded[u->color ^ 1];
            u->landing |= flood(u->role, u->reach, open);
            u->reach = u->home | u->landing;
        }
        u->taken |= u->role != TBY_KING &&
                    (u->reach | u->promoted) & r.hits[u->color ^ 1];
        if (ep != TBY_NO_SQUARE && u->home == tby_bit(ep ^ 8))
            u->taken = true;
        /* the proof needs sets that only grow */
        TBY_ASSERT(!(before.reach & ~u->reach) && u->home & u->reach);
        grew |= u->reach != before.reach || u->promoted != before.promoted ||
                u->landing != before.landing || u->taken != before.taken ||
                u->takes != before.takes;
    }
    return grew;
}

/* Pieces other than kings and pawns that can step aside. */
static tby_bb find_movable(const tby_pos *p, tby_color color)
{
    tby_bb own = tby_pos_color(p, color), open = ~(own | pos_kings(p));

    return own & ((pos_knights(p) & knight_jumps(open)) |
                  (pos_diagonal(p) & diagonal_steps(open)) |
                  (pos_straight(p) & straight_steps(open)));
}

/* The sides with a pawn that has nothing ahead but what can step aside. */
static unsigned with_free_pawns(const tby_pos *p)
{
    tby_bb obstacles = tby_pos_occupied(p) & ~find_movable(p, TBY_WHITE) &
                       ~find_movable(p, TBY_BLACK);
    tby_bb below = obstacles >> 8, above = obstacles << 8;
    tby_bb white = tby_pos_color(p, TBY_WHITE), pawns = pos_pawns(p);

    for (int step = 8; step <= 32; step *= 2) {
        below |= below >> step;
        above |= above << step;
    }
    return (pawns & white & ~below ? SIDE_WHITE : 0u) |
           (pawns & ~white & ~above ? SIDE_BLACK : 0u);
}

/* The sides with a rook or a queen that is not shut in. */
static unsigned with_free_rooks(const tby_pos *p)
{
    enum { FREE = 4 }; /* squares: more than a hole in a wall has */
    tby_bb occupied = tby_pos_occupied(p), black = tby_pos_color(p, TBY_BLACK);
    unsigned out = 0;

    for (tby_bb b = pos_straight(p); b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        tby_bb to = rook_attacks(sq, occupied);
        if (b & -b & pos_diagonal(p))
            to |= bishop_attacks(sq, occupied);
        if (bb_count(to & ~occupied) >= FREE)
            out |= b & -b & black ? SIDE_BLACK : SIDE_WHITE;
    }
    return out;
}

/* A side whose pawns may promote is not proven unable to win. */
static bool is_settled(unsigned promoting, struct claim claim)
{
    return claim.joint ? (claim.sides & promoting) != 0
                       : !(claim.sides & ~promoting);
}

bool tby__winnable_mobility(const tby_pos *p, struct claim claim,
                            struct mobility *out)
{
    /* Most positions of games are settled by this glance: the former would
     * turn out to promote, of the latter hardly ever anything is proven. */
    if (is_settled(with_free_pawns(p) | with_free_rooks(p), claim))
        return false;
    out->n = 0;
    out->promoting[TBY_WHITE] = out->promoting[TBY_BLACK] = 0;
    for (tby_bb b = tby_pos_occupied(p); b; b = bb_rest(b)) {
        tby_piece piece = tby_pos_at(p, bb_first(b));
        struct unit u = {.role = tby_piece_role(piece),
                         .color = tby_piece_color(piece),
                         .home = b & -b};
        /* the squares castling may bring a king or a rook to */
        tby_bb rooks = p->castling & tby_pos_color(p, u.color);
        struct castling_squares west = castling_end(u.color, false);
        struct castling_squares east = castling_end(u.color, true);
        if (u.role == TBY_KING && rooks)
            u.landing = tby_bit(west.king) | tby_bit(east.king);
        else if (u.home & rooks)
            u.landing = tby_bit(west.rook) | tby_bit(east.rook);
        u.reach = u.home | u.landing;
        TBY_ASSERT(out->n < UNITS_MAX);
        out->unit[out->n++] = u;
    }
    while (grow(out, p->turn, p->ep)) {
        unsigned promoting = (out->promoting[TBY_WHITE] ? SIDE_WHITE : 0u) |
                             (out->promoting[TBY_BLACK] ? SIDE_BLACK : 0u);
        if (is_settled(promoting, claim))
            return false;
    }
    return true;
}
