/* way.c - see way.h. */
#include "core/openings/way.h"

#include "core/base/assert.h"
#include "core/chess/bitboard.h"
#include "tabiya/moves.h"

/* Positions that one search may look at: where there is a way, a few hundred
 * are enough nearly always. */
enum { PATIENCE = 20000 };

typedef struct search {
    tby_way_memory *memory;
    const tby_pos *to;
    unsigned left; /* of PATIENCE */
} search;

/* What is missing between two positions, by colour. */
typedef struct gap {
    tby_bb put[2];        /* squares on which a man has to arrive */
    unsigned arrivals[2]; /* moves that takes at least */
    unsigned captures[2]; /* men that have to be taken by the colour */
} gap;

/* --- what is missing ------------------------------------------------------*/

static tby_bb home_pawns(const tby_pos *p, tby_color color)
{
    return tby_pos_role(p, TBY_PAWN) & tby_pos_color(p, color) &
           BB_RANK(color == TBY_WHITE ? 1 : 6);
}

static tby_bb castlers(const tby_pos *p, tby_color color)
{
    return p->castling & BB_RANK(color == TBY_WHITE ? 0 : 7);
}

/* Castling is one move with two arrivals. */
static unsigned count_arrivals(const tby_pos *from, const tby_pos *to,
                               tby_bb put, tby_color color)
{
    bool castled = castlers(from, color) != castlers(to, color);
    unsigned n = bb_count(put);

    return castled && n ? n - 1 : n;
}

static bool measure_color(const tby_pos *from, const tby_pos *to,
                          tby_bb differs, tby_color c, gap *g)
{
    tby_bb before = tby_pos_color(from, c), after = tby_pos_color(to, c);

    g->put[c] = differs & after;
    g->arrivals[c] = count_arrivals(from, to, g->put[c], c);
    g->captures[!c] = bb_count(before) - bb_count(after);
    return !(home_pawns(to, c) & ~home_pawns(from, c)) &&
           bb_count(before) >= bb_count(after);
}

/* False if no game leads from one to the other: men, rights to castle and
 * pawns that have not moved only ever disappear. */
static bool measure(const tby_pos *from, const tby_pos *to, gap *g)
{
    tby_bb differs = 0;

    if (to->castling & ~from->castling)
        return false;
    for (int i = 0; i < 4; i++)
        differs |= from->plane[i] ^ to->plane[i];
    return measure_color(from, to, differs, TBY_WHITE, g) &&
           measure_color(from, to, differs, TBY_BLACK, g);
}

static unsigned moves_of(const gap *g, tby_color color)
{
    return g->arrivals[color] > g->captures[color] ? g->arrivals[color]
                                                   : g->captures[color];
}

unsigned tby_way_bound(const tby_pos *from, const tby_pos *to)
{
    gap g;

    if (!measure(from, to, &g))
        return TBY_WAY_NONE;
    unsigned mine = moves_of(&g, from->turn),
             theirs = moves_of(&g, !from->turn);
    unsigned plies = mine > theirs ? 2 * mine - 1 : 2 * theirs;
    return plies + (plies % 2 != (unsigned)(from->turn != to->turn));
}

/* --- searching ------------------------------------------------------------*/

/* Men of the side to move that pawns attack. */
static tby_bb threatened(const tby_pos *p)
{
    tby_bb pawns = tby_pos_role(p, TBY_PAWN);
    tby_bb theirs = pawns & tby_pos_color(p, !p->turn);

    return tby_pos_color(p, p->turn) & ~pawns &
           (bb_pawn_west(theirs, !p->turn) | bb_pawn_east(theirs, !p->turn));
}

static bool is_castling(const tby_pos *p, tby_move m)
{
    return tby_pos_color(p, p->turn) >> tby_move_to(m) & 1;
}

/* Which moves are tried first, second and third. */
enum { TURNS = 3 };
static int turn_of(const tby_pos *p, tby_move m, tby_bb in_danger)
{
    if (is_castling(p, m))
        return 2;
    return in_danger >> tby_move_from(m) & 1 ? 0 : 1;
}

/* The word that stands for "from here, not in so many plies". */
static uint64_t note_of(const search *s, const tby_pos *p, unsigned plies)
{
    uint64_t note = p->key ^ s->to->key * 0xbf58476d1ce4e5b9u;

    return (note + plies) * 0x9e3779b97f4a7c15u;
}

static bool walk(search *s, const tby_pos *p, unsigned plies, tby_move *moves);

static bool try_move(search *s, const tby_pos *p, tby_move m, unsigned plies,
                     tby_move *moves)
{
    tby_pos next = *p;

    if (s->left == 0)
        return false;
    s->left--;
    tby_pos_play(&next, m);
    unsigned bound = tby_way_bound(&next, s->to);
    if (bound == TBY_WAY_NONE || bound > plies - 1 ||
        !walk(s, &next, plies - 1, moves + 1))
        return false;
    *moves = m;
    return true;
}

static bool try_all(search *s, const tby_pos *p, unsigned plies,
                    tby_move *moves)
{
    tby_bb in_danger = threatened(p);
    tby_moves legal;
    gap g = {.put = {0}};

    if (!measure(p, s->to, &g))
        return false;
    bool hurry = g.arrivals[p->turn] == (plies + 1) / 2;
    tby_moves_legal(p, &legal);
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < legal.n; i++) {
            tby_move m = legal.at[i];
            bool arrives = g.put[p->turn] >> tby_move_to(m) & 1;
            if (turn_of(p, m, in_danger) == turn &&
                (arrives || !hurry || is_castling(p, m)) &&
                try_move(s, p, m, plies, moves))
                return true;
        }
    return false;
}

static bool walk(search *s, const tby_pos *p, unsigned plies, tby_move *moves)
{
    if (plies == 0)
        return tby_pos_same(p, s->to);
    uint64_t note = note_of(s, p, plies);
    uint64_t *slot = &s->memory->failed[note >> (64 - TBY_WAY_BITS)];
    if (*slot == note)
        return false;
    if (try_all(s, p, plies, moves))
        return true;
    if (s->left)
        *slot = note;
    return false;
}

bool tby_way_find(tby_way_memory *memory, const tby_pos *from,
                  const tby_pos *to, unsigned plies, tby_move *moves)
{
    search s = {memory, to, PATIENCE};

    TBY_ASSERT(plies >= 1 && plies <= TBY_WAY_MAX);
    return walk(&s, from, plies, moves);
}
