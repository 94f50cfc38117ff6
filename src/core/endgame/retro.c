/* retro.c - a table of our own, computed backwards from mate.  Level n of DTM
 * are the positions n plies from mate: won if a move leads to one lost at n -
 * 1, lost if no move avoids one that is won before n.  Captures and promotions
 * lead to other tables and are looked up once.  DTZ goes the same way with
 * zeroing moves as the end.  Sets have no duplicates, so positions that are
 * their own mirror image need no care. */
#include "core/base/grow.h"
#include "core/endgame/own.h"

#include <string.h>

typedef tby_bb *set;

/* Which moves a step back takes. */
enum { PAWNS = 1, PIECES = 2, ALL = PAWNS | PIECES };

struct retro {
    const tby_endgame *known;
    struct own_shape s;
    struct own_table *out;
    set legal[2], movable[2], mates[2], won[2], lost[2];
    set fresh_won[2], fresh_lost[2], open[2];
    set ep[2], ep_open[2]; /* KPvKP: sets where en passant is possible */
    uint8_t *win[2];       /* captures and promotions: the first win, 0 */
    uint8_t *loss[2];      /* ... the last loss; OWN_DRAW: no loss, 0: none */
    uint8_t *ep_dtm[2];    /* what en passant leads to */
    uint64_t (*levels[2])[2]; /* of win and loss, for each word */
    unsigned last;            /* the highest of these levels */
};

/* A word of a set for a white king anywhere. */
static tby_bb word_at(const struct retro *r, const set from, tby_square wk,
                      tby_square bk, tby_square a)
{
    unsigned turn = r->s.triangle ? own_turn(wk) : 0;
    tby_bb b = from[own_entry(&r->s, own_turned(wk, turn), own_turned(bk, turn),
                              r->s.a ? own_turned(a, turn) : 0)];

    if (turn & 4) {
        tby_bb t = (b ^ b << 28) & 0x0f0f0f0f00000000u;

        b ^= t ^ t >> 28;
        t = (b ^ b << 14) & 0x3333000033330000u;
        b ^= t ^ t >> 14;
        t = (b ^ b << 7) & 0x5500550055005500u;
        b = b ^ t ^ t >> 7;
    }
    if (turn & 2)
        b = __builtin_bswap64(b);
    if (!(turn & 1))
        return b;
    b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
    b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
}

static tby_bb bit_of(tby_square sq)
{
    return sq == TBY_NO_SQUARE ? 0 : tby_bit(sq);
}

static tby_bb attacks(tby_role role, tby_color color, tby_square sq, tby_bb all)
{
    switch (role) {
    case TBY_PAWN:
        return tby_table_pawn[color][sq];
    case TBY_KNIGHT:
        return tby_table_knight[sq];
    case TBY_BISHOP:
        return bishop_attacks(sq, all);
    case TBY_ROOK:
        return rook_attacks(sq, all);
    case TBY_QUEEN:
        return bishop_attacks(sq, all) | rook_attacks(sq, all);
    default:
        return 0;
    }
}

static bool slides(tby_role role)
{
    return role == TBY_BISHOP || role == TBY_ROOK || role == TBY_QUEEN;
}

/* All squares that a slider reaches from any of a set, over empty ones. */
static tby_bb slide(tby_bb from, tby_bb empty, int step, tby_bb keep)
{
    tby_bb reached = 0;

    for (int i = 0; i < 7 && from; i++) {
        from &= keep;
        from = (step > 0 ? from << step : from >> -step) & empty;
        reached |= from;
    }
    return reached;
}

static tby_bb slide_all(tby_role role, tby_bb from, tby_bb empty)
{
    const tby_bb not_a = ~BB_FILE_A, not_h = ~BB_FILE_H;
    tby_bb to = 0;

    if (role != TBY_BISHOP)
        to |= slide(from, empty, 8, BB_ALL) | slide(from, empty, -8, BB_ALL) |
              slide(from, empty, 1, not_h) | slide(from, empty, -1, not_a);
    if (role != TBY_ROOK)
        to |= slide(from, empty, 9, not_h) | slide(from, empty, 7, not_a) |
              slide(from, empty, -7, not_h) | slide(from, empty, -9, not_a);
    return to;
}

/* The squares beside one, on its rank. */
static tby_bb beside(tby_square sq)
{
    tby_bb b = tby_bit(sq);

    return (b & ~BB_FILE_H) << 1 | (b & ~BB_FILE_A) >> 1;
}

/* The squares of b from which the side to move has a move, captures and
 * promotions aside, into a set of positions with the other side to move. */
static tby_bb before(const struct retro *r, const struct own_place *p,
                     tby_color side, const set to, const set to_ep, int which)
{
    const struct own_shape *s = &r->s;
    tby_bb kings = tby_bit(p->wk) | tby_bit(p->bk), found = 0;
    tby_bb occupied = kings | bit_of(p->a);

    if (which & PIECES) {
        tby_bb step = tby_table_king[side == TBY_WHITE ? p->wk : p->bk];
        for (step &= ~occupied; step;) {
            tby_square k = bb_pop(&step);
            found |= side == TBY_WHITE
                         ? word_at(r, to, k, p->bk, p->a)
                         : to[own_entry(s, p->wk, k, s->a ? p->a : 0)];
        }
    }
    if (s->a == TBY_PAWN && s->a_color == side && which & PAWNS) {
        int up = side == TBY_WHITE ? 8 : -8;
        tby_square one = (tby_square)(p->a + up), two = (tby_square)(one + up);
        if (tby_rank(one) % 7 && !(kings & tby_bit(one))) {
            found |= to[own_entry(s, p->wk, p->bk, one)];
            if (tby_rank(p->a) == (side == TBY_WHITE ? 1 : 6) &&
                !(kings & tby_bit(two))) {
                size_t e = own_entry(s, p->wk, p->bk, two);
                tby_bb ep = to_ep ? beside(two) : 0;
                found |= ((to[e] & ~ep) | (to_ep ? to_ep[e] & ep : 0)) &
                         ~tby_bit(one);
            }
        }
    } else if (s->a && s->a != TBY_PAWN && s->a_color == side &&
               which & PIECES) {
        for (tby_bb step = attacks(s->a, side, p->a, kings) & ~kings; step;) {
            tby_square a = bb_pop(&step);
            found |= to[own_entry(s, p->wk, p->bk, a)] & ~bb_between(p->a, a);
        }
    }
    if (s->b_color != side)
        return found;
    tby_bb b = to[p->entry], empty = ~occupied;
    if (s->b == TBY_PAWN && which & PAWNS) {
        tby_bb ep = to_ep && p->a != TBY_NO_SQUARE ? beside(p->a) : 0;
        tby_bb two = (b & ~ep) | (to_ep ? to_ep[p->entry] & ep : 0);
        found |= bb_forward(b, side ^ 1);
        two &= side == TBY_WHITE ? BB_RANK(3) : BB_RANK(4);
        found |= bb_forward(bb_forward(two, side ^ 1) & empty, side ^ 1);
    } else if (s->b == TBY_KNIGHT && which & PIECES) {
        tby_bb near = (b & ~BB_FILE_H) << 1 | (b & ~BB_FILE_A) >> 1;
        tby_bb far =
            (b & 0x3f3f3f3f3f3f3f3fu) << 2 | (b & 0xfcfcfcfcfcfcfcfcu) >> 2;

        found |= near << 16 | near >> 16 | far << 8 | far >> 8;
    } else if (slides(s->b) && which & PIECES) {
        found |= slide_all(s->b, b, empty);
    }
    return found;
}

/* The squares of b with which `side` may be to move: the other king is not
 * attacked. */
static tby_bb legal_word(const struct own_shape *s, const struct own_place *p,
                         tby_color side)
{
    tby_bb kings = tby_bit(p->wk) | tby_bit(p->bk);
    tby_square king = side == TBY_WHITE ? p->bk : p->wk;
    tby_bb b = ~(kings | bit_of(p->a));

    if (p->wk == p->bk || tby_table_king[p->wk] & tby_bit(p->bk) ||
        kings & bit_of(p->a))
        return 0;
    if (s->b == TBY_PAWN)
        b &= 0x00ffffffffffff00u;
    if (s->a && s->a_color == side &&
        attacks(s->a, side, p->a, kings) & tby_bit(king))
        b &= slides(s->a) ? bb_between(p->a, king) : 0;
    if (s->b_color == side)
        b &= ~attacks(s->b, side ^ 1, king, kings | bit_of(p->a));
    return b;
}

/* What a capture or promotion leads to, taken into win and loss. */
static void take_in(uint8_t child, uint8_t *win, uint8_t *loss)
{
    if (child == OWN_ILLEGAL)
        return;
    uint8_t level = (uint8_t)(child + 1);
    if (child == OWN_DRAW) {
        *loss = OWN_DRAW;
    } else if (child % 2 == 0) {
        *loss = OWN_DRAW;
        *win = *win && *win < level ? *win : level;
    } else if (*loss < level) {
        *loss = level;
    }
}

/* All captures and promotions of the man `own`, or of the king if it is NULL,
 * with the other man at hand. */
static void convert(const struct retro *r, const struct own_men *m,
                    unsigned own, uint8_t *win, uint8_t *loss)
{
    static const tby_role becomes[4] = {TBY_QUEEN, TBY_ROOK, TBY_BISHOP,
                                        TBY_KNIGHT};
    tby_color side = m->turn;
    tby_bb kings = tby_bit(m->king[0]) | tby_bit(m->king[1]), reach;
    struct own_men next = *m;
    tby_square to;

    next.turn ^= 1;
    for (unsigned i = 0; i < m->n; i++) { /* captures of man i */
        to = m->man[i].square;
        if (m->man[i].color == side || i == own)
            continue;
        reach = own == 2 ? tby_table_king[m->king[side]]
                         : attacks(m->man[own].role, side, m->man[own].square,
                                   kings);
        if (!(reach & tby_bit(to)))
            continue;
        if (own == 2) {
            next.king[side] = to;
            next.n = m->n - 1;
            next.man[0] = m->man[!i];
            take_in(tby__own_dtm(r->known, next), win, loss);
            next = *m;
            next.turn ^= 1;
            continue;
        }
        struct own_men after = next;
        after.n = 1;
        after.man[0] = (struct own_man){m->man[own].role, side, to};
        bool last = m->man[own].role == TBY_PAWN && tby_rank(to) % 7 == 0;
        for (int k = 0; k < (last ? 4 : 1); k++) {
            if (last)
                after.man[0].role = becomes[k];
            take_in(tby__own_dtm(r->known, after), win, loss);
        }
    }
    if (own == 2 || m->man[own].role != TBY_PAWN)
        return;
    to = (tby_square)(m->man[own].square + (side == TBY_WHITE ? 8 : -8));
    if (tby_rank(to) % 7 || kings & tby_bit(to) ||
        (m->n == 2 && m->man[!own].square == to))
        return;
    next.man[own].square = to;
    for (int k = 0; k < 4; k++) {
        next.man[own].role = becomes[k];
        take_in(tby__own_dtm(r->known, next), win, loss);
    }
}

/* The squares of b where a capture or promotion may be. */
static tby_bb convertible(const struct own_shape *s, const struct own_place *p,
                          tby_color side)
{
    tby_bb kings = tby_bit(p->wk) | tby_bit(p->bk), b = 0;
    tby_square king = side == TBY_WHITE ? p->wk : p->bk;
    int seventh = side == TBY_WHITE ? 6 : 1;

    if (s->a && s->a_color != side) {
        if (tby_table_king[king] & tby_bit(p->a))
            return BB_ALL;
        if (s->b_color == side)
            b |= attacks(s->b, side ^ 1, p->a, kings);
    } else if (s->a == TBY_PAWN && tby_rank(p->a) == seventh) {
        return BB_ALL;
    }
    if (s->b_color != side) {
        b |= tby_table_king[king];
        if (s->a && s->a_color == side)
            b |= attacks(s->a, side, p->a, kings);
    } else if (s->b == TBY_PAWN) {
        b |= BB_RANK(seventh);
    }
    return b;
}

/* En passant: what the capture of the pawn that stands beside leads to. */
static void set_ep(struct retro *r, const struct own_place *p, tby_color side)
{
    bool a_takes = side == r->s.a_color;
    int rank = side == TBY_WHITE ? 4 : 3;

    if (tby_rank(p->a) != rank)
        return;
    for (tby_bb at = beside(p->a) & r->legal[side][p->entry]; at;) {
        tby_square b = bb_pop(&at), taken = a_takes ? b : p->a;
        struct own_men m = {{p->wk, p->bk}, side ^ 1, 1, {{0}}};
        m.man[0] = (struct own_man){
            TBY_PAWN, side, (tby_square)(taken + (side == TBY_WHITE ? 8 : -8))};
        if (tby_bit(m.man[0].square) & (tby_bit(p->wk) | tby_bit(p->bk)))
            continue;
        r->ep_dtm[side][p->entry * 64 + b] = tby__own_dtm(r->known, m);
    }
}

/* The positions of a word whose byte is n, if the levels say there are any. */
static tby_bb at_level(const struct retro *r, const uint8_t *bytes,
                       tby_color side, size_t entry, unsigned n)
{
    tby_bb found = 0;

    if (n >= OWN_LEVELS || !(r->levels[side][entry][n / 64] >> n % 64 & 1))
        return 0;
    for (unsigned b = 0; b < 64; b++)
        found |= (tby_bb)(bytes[entry * 64 + b] == n) << b;
    return found;
}

/* The positions where en passant is possible too: which of them are won, or
 * lost, at a level up to n; and which are not won. */
static void set_ep_words(struct retro *r, tby_color side, bool won, unsigned n)
{
    for (size_t e = 0; e < r->s.entries; e++) {
        struct own_place p = tby__own_place(&r->s, e);
        tby_bb base = (won ? r->won : r->lost)[side][e], out = base;
        if (tby_rank(p.a) != (side == TBY_WHITE ? 4 : 3))
            continue;
        for (tby_bb at = beside(p.a) & r->legal[side][e]; at;) {
            tby_square b = bb_pop(&at);
            uint8_t child = r->ep_dtm[side][e * 64 + b];
            tby_bb bit = tby_bit(b);
            bool known = base & bit, stuck = !(r->movable[side][e] & bit);
            if (child == OWN_ILLEGAL)
                continue;
            bool near = child != OWN_DRAW && child + 1u <= n;
            known = won ? known || (near && child % 2 == 0)
                        : (known || stuck) && near && child % 2;
            out = known ? out | bit : out & ~bit;
        }
        r->ep[side][e] = out;
        r->ep_open[side][e] = r->legal[side][e] & ~out;
    }
}

static void mark(uint8_t *bytes, size_t entry, tby_bb at, unsigned n)
{
    while (at)
        bytes[entry * 64 + bb_pop(&at)] = (uint8_t)n;
}

/* Wins at the odd level n: a move into what is lost at n - 1. */
static tby_bb wins_at(struct retro *r, const struct own_place *p,
                      tby_color side, unsigned n)
{
    tby_color other = side ^ 1;
    set ep = r->ep[0] ? r->ep[other] : NULL;

    return before(r, p, side, r->fresh_lost[other], ep, ALL) |
           at_level(r, r->win[side], side, p->entry, n);
}

/* Losses at the even level n: the last way out was won at n - 1, and so were
 * all others before. */
static tby_bb losses_at(struct retro *r, const struct own_place *p,
                        tby_color side, unsigned n, tby_bb left)
{
    tby_color other = side ^ 1;
    bool ep = r->ep[0];

    if (n == 0)
        return left & r->mates[side][p->entry];
    left &=
        before(r, p, side, r->fresh_won[other], ep ? r->ep[other] : NULL, ALL) |
        at_level(r, r->loss[side], side, p->entry, n);
    if (left)
        left &= ~before(r, p, side, r->open[other],
                        ep ? r->ep_open[other] : NULL, ALL);
    for (tby_bb b = left; b;) {
        tby_square sq = bb_pop(&b);
        if (r->loss[side][p->entry * 64 + sq] > n)
            left &= ~tby_bit(sq);
    }
    return left;
}

static bool dtm_level(struct retro *r, unsigned n)
{
    bool odd = n % 2, any = false;

    for (tby_color side = 0; side < 2; side++) {
        set fresh = odd ? r->fresh_won[side] : r->fresh_lost[side];
        if (r->ep[0] && n > 0)
            set_ep_words(r, side ^ 1, !odd, n - 1);
        for (size_t e = 0; !odd && e < r->s.entries; e++)
            r->open[side ^ 1][e] = r->legal[side ^ 1][e] & ~r->won[side ^ 1][e];
        for (size_t e = 0; e < r->s.entries; e++) {
            tby_bb left =
                r->legal[side][e] & ~(r->won[side][e] | r->lost[side][e]);
            if (left) {
                struct own_place p = tby__own_place(&r->s, e);
                left = odd ? left & wins_at(r, &p, side, n)
                           : losses_at(r, &p, side, n, left);
            }
            fresh[e] = left;
        }
    }
    for (tby_color side = 0; side < 2; side++) {
        set fresh = odd ? r->fresh_won[side] : r->fresh_lost[side];
        for (size_t e = 0; e < r->s.entries; e++) {
            (odd ? r->won : r->lost)[side][e] |= fresh[e];
            mark(r->out->dtm[side], e, fresh[e], n);
            any |= fresh[e] != 0;
        }
    }
    return any;
}

/* DTZ: open and movable are from here on what is won and lost without a
 * distance yet. */
static bool dtz_level(struct retro *r, unsigned n)
{
    bool any = false;

    for (tby_color side = 0; side < 2; side++) {
        tby_color other = side ^ 1;
        set ep = r->ep[0] ? r->ep[other] : NULL;
        for (size_t e = 0; e < r->s.entries; e++) {
            tby_bb won = r->open[side][e], lost = r->movable[side][e];
            struct own_place p = tby__own_place(&r->s, e);
            if (won) {
                tby_bb to =
                    before(r, &p, side, r->fresh_lost[other], NULL, PIECES);
                if (n == 1) {
                    to |= before(r, &p, side, r->lost[other], ep, PAWNS);
                    for (unsigned b = 0; b < 64; b++)
                        to |= (tby_bb)(r->win[side][e * 64 + b] != 0) << b;
                }
                won &= to;
            }
            if (lost && n > 1)
                lost &= before(r, &p, side, r->fresh_won[other], NULL, PIECES);
            if (lost)
                lost &= ~before(r, &p, side, r->open[other], NULL, PIECES);
            r->legal[side][e] =
                won; /* what is new, until both sides are done */
            r->mates[side][e] = lost;
        }
    }
    for (tby_color side = 0; side < 2; side++)
        for (size_t e = 0; e < r->s.entries; e++) {
            tby_bb won = r->legal[side][e], lost = r->mates[side][e];
            r->fresh_won[side][e] = won;
            r->fresh_lost[side][e] = lost;
            r->open[side][e] &= ~won;
            r->movable[side][e] &= ~lost;
            mark(r->out->dtz[side], e, won | lost, n);
            any |= (won | lost) != 0;
        }
    return any;
}

static void make_levels(struct retro *r)
{
    size_t size = r->s.entries * sizeof *r->won[0];
    unsigned quiet = 0;

    /* Legal positions, captures and promotions, then which side has a move at
     * all. */
    for (size_t e = 0; e < r->s.entries; e++) {
        struct own_place p = tby__own_place(&r->s, e);
        for (tby_color side = 0; side < 2; side++) {
            const struct own_shape *s = &r->s;
            size_t at = p.entry * 64;
            tby_bb legal = legal_word(s, &p, side);

            r->legal[side][p.entry] = legal;
            for (unsigned b = 0; b < 64; b++)
                r->out->dtm[side][at + b] =
                    legal >> b & 1 ? OWN_DRAW : OWN_ILLEGAL;
            for (tby_bb b = legal & convertible(s, &p, side); b;) {
                tby_square sq = bb_pop(&b);
                struct own_men m = {{p.wk, p.bk}, side, s->a ? 2 : 1, {{0}}};

                m.man[0] = (struct own_man){s->b, s->b_color, sq};
                if (s->a)
                    m.man[1] = (struct own_man){s->a, s->a_color, p.a};
                uint8_t *win = &r->win[side][at + sq],
                        *loss = &r->loss[side][at + sq];
                convert(r, &m, 2, win, loss);
                for (unsigned i = 0; i < m.n; i++)
                    if (m.man[i].color == side)
                        convert(r, &m, i, win, loss);
                unsigned level = *win ? *win : *loss == OWN_DRAW ? 0 : *loss;
                TBY_ASSERT(level < OWN_LEVELS);
                r->levels[side][p.entry][level / 64] |= (uint64_t)1
                                                        << level % 64;
                r->last = level > r->last ? level : r->last;
                if (*loss)
                    r->movable[side][p.entry] |= tby_bit(sq);
            }
        }
    }
    for (size_t e = 0; e < r->s.entries; e++) {
        struct own_place p = tby__own_place(&r->s, e);
        for (tby_color side = 0; side < 2; side++) {
            if (!r->legal[side][e])
                continue;
            r->movable[side][e] |=
                before(r, &p, side, r->legal[side ^ 1], NULL, ALL);
            r->mates[side][e] = r->legal[side][e] & ~r->legal[side ^ 1][e] &
                                ~r->movable[side][e];
            if (r->ep[0])
                set_ep(r, &p, side);
        }
    }

    for (unsigned n = 0; quiet < 2 || n <= r->last + 1; n++)
        quiet = dtm_level(r, n) ? 0 : quiet + 1;
    for (tby_color side = 0; side < 2; side++) {
        if (r->ep[0])
            set_ep_words(r, side, false, OWN_LEVELS);
        memset(r->out->dtz[side], 0, r->s.entries * 64);
        memcpy(r->open[side], r->won[side], size);
        memcpy(r->fresh_lost[side], r->mates[side], size);
        for (size_t e = 0; e < r->s.entries; e++)
            r->movable[side][e] = r->lost[side][e] & ~r->mates[side][e];
    }
    for (unsigned n = 1; dtz_level(r, n); n++)
        TBY_ASSERT(n < OWN_LEVELS);
}

tby_rc tby__own_make(const tby_endgame *known, struct own_table *t)
{
    struct retro r = {.known = known, .s = t->shape, .out = t};
    bool ep = t->shape.a == TBY_PAWN && t->shape.b == TBY_PAWN &&
              t->shape.a_color != t->shape.b_color;
    size_t n = t->shape.entries, sets = ep ? 20 : 16, bytes = ep ? 6 : 4;
    const tby_alloc *alloc = &known->alloc;
    /* words of sets and levels, then bytes of which eight make a word */
    size_t words = n * (sets + 4 + bytes * 8);
    tby_bb *memory = tby_grow_new(alloc, words, sizeof *memory), *p = memory;

    if (!memory)
        return TBY_E_NOMEM;
    memset(memory, 0, words * sizeof *memory);
    for (tby_color side = 0; side < 2; side++) {
        set *const part[] = {&r.legal[side],      &r.movable[side],
                             &r.mates[side],      &r.won[side],
                             &r.lost[side],       &r.fresh_won[side],
                             &r.fresh_lost[side], &r.open[side],
                             &r.ep[side],         &r.ep_open[side]};
        for (unsigned i = 0; i < sets / 2; i++, p += n)
            *part[i] = p;
        r.levels[side] = (uint64_t(*)[2])p;
        p += 2 * n;
        uint8_t **const byte[] = {&r.win[side], &r.loss[side], &r.ep_dtm[side]};
        for (unsigned i = 0; i < bytes / 2; i++, p += n * 8)
            *byte[i] = (uint8_t *)p;
        if (ep)
            memset(r.ep_dtm[side], OWN_ILLEGAL, n * 64);
    }
    make_levels(&r);
    tby_grow_free(alloc, memory, words, sizeof *memory);
    return TBY_OK;
}
