/* mate.c - is there a square on which a king could be mated?
 *
 * A mate on s needs a check, and each square next to s must be attacked by the
 * winner or taken by a piece of the loser.  Here all pieces may stand anywhere
 * in their sets at once, and nobody captures the checking piece or moves
 * between: a square that fails even this is no mating square.  Counted exactly
 * are only what the checking piece covers from where it stands, and a blocker
 * of its own for each blocked square. */
#include "core/base/assert.h"
#include "core/chess/outcome/int.h"

/* The mate of one king on one square. */
struct trial {
    const struct mobility *m;
    tby_color winner;
    tby_square s;
    tby_bb around;
    tby_bb blockable;          /* by any piece of the loser */
    tby_bb covered[UNITS_MAX]; /* squares around that a piece may attack */
};

/* The squares from which a piece attacks sq; a slider only along squares of
 * its own set, or through the king that it checks. */
static tby_bb attacking(const struct unit *u, tby_square sq, tby_bb king)
{
    tby_bb closed = ~(u->reach | king);

    switch (u->role) {
    case TBY_PAWN:
        return tby_table_pawn[u->color ^ 1][sq] & u->reach;
    case TBY_KNIGHT:
        return tby_table_knight[sq] & u->reach;
    case TBY_KING:
        return tby_table_king[sq] & u->reach & ~tby_table_king[bb_first(king)];
    default:
        return ((u->role & TBY_BISHOP ? bishop_attacks(sq, closed) : 0) |
                (u->role & TBY_ROOK ? rook_attacks(sq, closed) : 0)) &
               u->reach & ~king;
    }
}

/* Finds a blocker for each square of `need`, each piece used once: augmenting
 * paths, at most eight squares wide. */
static bool find_blocker(const struct trial *t, tby_square sq, uint32_t *tried,
                         tby_square blocks[UNITS_MAX])
{
    for (unsigned i = 0; i < t->m->n; i++) {
        const struct unit *u = &t->m->unit[i];
        if (u->color == t->winner || u->role == TBY_KING || *tried >> i & 1 ||
            !((u->reach | u->promoted) & tby_bit(sq)))
            continue;
        *tried |= (uint32_t)1 << i;
        if (blocks[i] == TBY_NO_SQUARE ||
            find_blocker(t, blocks[i], tried, blocks)) {
            blocks[i] = sq;
            return true;
        }
    }
    return false;
}

static bool can_block(const struct trial *t, tby_bb need)
{
    tby_square blocks[UNITS_MAX];

    TBY_ASSERT(!(need & ~t->around));
    if (need & ~t->blockable)
        return false;
    for (unsigned i = 0; i < t->m->n; i++)
        blocks[i] = TBY_NO_SQUARE;
    for (; need; need = bb_rest(need)) {
        uint32_t tried = 0;
        if (!find_blocker(t, bb_first(need), &tried, blocks))
            return false;
    }
    return true;
}

/* Unit number i checks from some square of `from`. */
static bool mates_from(const struct trial *t, unsigned i, tby_bb from)
{
    const struct unit *u = &t->m->unit[i];
    tby_bb others = 0;

    for (unsigned k = 0; k < t->m->n; k++)
        if (k != i)
            others |= t->covered[k];
    for (; from; from = bb_rest(from)) {
        tby_square sq = bb_first(from);
        /* the king takes what gives check next to it unless it is covered */
        if (t->around & tby_bit(sq) & ~others)
            continue;
        if (can_block(t,
                      t->around & ~others & ~tby__winnable_attacks(u, sq, 0)))
            return true;
    }
    return false;
}

static bool may_be_mate(struct trial *t)
{
    const struct mobility *m = t->m;
    tby_bb king = tby_bit(t->s);

    TBY_ASSERT(m->n <= UNITS_MAX && t->s < TBY_NO_SQUARE);
    t->around = tby_table_king[t->s];
    t->blockable = 0;
    for (unsigned i = 0; i < m->n; i++) {
        const struct unit *u = &m->unit[i];
        t->covered[i] = 0;
        if (u->color != t->winner) {
            if (u->role != TBY_KING)
                t->blockable |= u->reach | u->promoted;
            continue;
        }
        for (tby_bb b = t->around; b; b = bb_rest(b))
            if (attacking(u, bb_first(b), king))
                t->covered[i] |= b & -b;
    }
    for (unsigned i = 0; i < m->n; i++) {
        const struct unit *u = &m->unit[i];
        if (u->color != t->winner || u->role == TBY_KING)
            continue;
        tby_bb from = attacking(u, t->s, king);
        if (from && mates_from(t, i, from))
            return true;
    }
    return false;
}

bool tby__winnable_no_mate_square(const struct mobility *m, tby_color winner)
{
    struct trial t = {.m = m, .winner = winner};

    for (unsigned i = 0; i < m->n; i++) {
        const struct unit *u = &m->unit[i];
        if (u->role != TBY_KING || u->color == winner)
            continue;
        for (tby_bb b = u->reach; b; b = bb_rest(b)) {
            t.s = bb_first(b);
            if (may_be_mate(&t))
                return false;
        }
    }
    return true;
}
