/* shortest_table.c - the legal moves of a position, sorted by what can be said
 * about them. */
#include "core/base/assert.h"
#include "core/chess/play.h"
#include "core/notation/shortest_int.h"

#include <string.h>

/* What the moves of the side to move do to the other king, as far as it can be
 * found without playing them. */
struct watch {
    tby_bb
        seen_from[8]; /* by role, the squares that it would be attacked from */
    tby_bb unclear;   /* pieces whose moves have to be played */
};

static struct watch watch_king(const tby_pos *p)
{
    struct watch w = {.unclear = 0};
    tby_square king = royal_square(p, p->turn ^ 1);
    tby_bb own = tby_pos_color(p, p->turn), occupied = tby_pos_occupied(p);

    if (king == TBY_NO_SQUARE)
        return w;
    w.seen_from[TBY_PAWN] = tby_table_pawn[p->turn ^ 1][king];
    w.seen_from[TBY_KNIGHT] = tby_table_knight[king];
    w.seen_from[TBY_KING] = tby_table_king[king];
    w.seen_from[TBY_BISHOP] = bishop_attacks(king, occupied);
    w.seen_from[TBY_ROOK] = rook_attacks(king, occupied);
    w.seen_from[TBY_QUEEN] = w.seen_from[TBY_BISHOP] | w.seen_from[TBY_ROOK];
    /* A king that could be taken: only where that fault was forgiven. */
    if (attackers_to(p, king, p->turn, occupied) & own)
        w.unclear = BB_ALL;
    else {
        /* Pieces that stand alone between a slider of their own side and the
         * king. */
        tby_bb sliders = ((tby_table_bishop[king] & pos_diagonal(p)) |
                          (tby_table_rook[king] & pos_straight(p))) &
                         own;
        tby_bb out = 0;
        for (; sliders; sliders = bb_rest(sliders)) {
            tby_bb between =
                bb_between(king, bb_first(sliders)) & tby_pos_occupied(p);
            if (!bb_several(between))
                out |= between & own;
        }
        w.unclear = out;
    }
    return w;
}

static bool is_castling(const tby_pos *p, tby_move m)
{
    return tby_pos_color(p, p->turn) & tby_bit(tby_move_to(m));
}

/* Where the move itself is not all that changes lines: promotion, en passant,
 * castling, a piece that stood in the way. */
static bool must_be_played(const tby_pos *p, const struct watch *w, tby_move m,
                           tby_role piece)
{
    return w->unclear & tby_bit(tby_move_from(m)) || tby_move_promotion(m) ||
           (piece == TBY_PAWN && tby_move_to(m) == p->ep) || is_castling(p, m);
}

static uint8_t check_by(const tby_pos *p, const struct watch *w, tby_move m,
                        tby_role piece)
{
    bool certain = !must_be_played(p, w, m, piece);

    if (certain && !(w->seen_from[piece] & tby_bit(tby_move_to(m))))
        return 0;
    tby_pos after = *p;
    play(&after, m, false);
    if (!certain && !tby_pos_checkers(&after))
        return 0;
    return tby_moves_count(&after) ? 1 : 3;
}

struct short_facts tby__short_facts_of(const tby_short_table *t, size_t i)
{
    TBY_ASSERT(i < t->legal.n);
    const tby_short_facts *f = &t->facts[i];
    tby_square from = tby_move_from(t->legal.at[i]);
    tby_role becomes = tby_move_promotion(t->legal.at[i]);
    unsigned names = NAMES_SQUARES | NAMES_PIECE;

    if (f->captured)
        names |= NAMES_CAPTURE | NAMES_CAPTURED;
    if (becomes)
        names |= NAMES_BECOMES | NAMES_PROMOTES;
    if (f->check)
        names |= f->check == 1 ? NAMES_CHECK : NAMES_CHECK | NAMES_MATE;
    return (struct short_facts){
        names,
        {[KIND_TO_FILE] = (uint8_t)(VALUE_TO_FILE + tby_file(f->to)),
         [KIND_TO_RANK] = (uint8_t)(VALUE_TO_RANK + tby_rank(f->to)),
         [KIND_PIECE] = (uint8_t)(VALUE_PIECE + f->piece),
         [KIND_FROM_FILE] = (uint8_t)(VALUE_FROM_FILE + tby_file(from)),
         [KIND_FROM_RANK] = (uint8_t)(VALUE_FROM_RANK + tby_rank(from)),
         [KIND_CAPTURE] = VALUE_CAPTURE,
         [KIND_CAPTURED] = (uint8_t)(VALUE_CAPTURED + f->captured),
         [KIND_BECOMES] = (uint8_t)(VALUE_BECOMES + becomes),
         [KIND_PROMOTES] = VALUE_PROMOTES,
         [KIND_CHECK] = VALUE_CHECK,
         [KIND_MATE] = VALUE_MATE}};
}

void tby_short_table_init(tby_short_table *t, const tby_pos *p)
{
    struct watch w = watch_king(p);

    tby_moves_legal(p, &t->legal);
    TBY_ASSERT(short_words(t) <= TBY_SHORT_WORDS);
    memset(t->having, 0, short_words(t) * sizeof *t->having);
    for (size_t i = 0; i < t->legal.n; i++) {
        tby_move m = t->legal.at[i];
        tby_square from = tby_move_from(m), to = tby_move_to(m);
        tby_role piece = tby_piece_role(tby_pos_at(p, from));
        tby_short_facts seen = {.to = to,
                                .piece = piece,
                                .captured = tby_piece_role(tby_pos_at(p, to)),
                                .check = check_by(p, &w, m, piece)};
        if (is_castling(p, m)) {
            seen.captured = TBY_NO_ROLE;
            if (castling_is_clear(from, to))
                seen.to = castling_end(p->turn, to > from).king;
        } else if (piece == TBY_PAWN && to == p->ep) {
            seen.captured = TBY_PAWN;
        }
        t->facts[i] = seen;
        struct short_facts f = tby__short_facts_of(t, i);
        uint64_t bit = (uint64_t)1 << (i & 63), *having = t->having[i / 64];

        having[VALUE_ANY] |= bit;
        having[f.value[KIND_TO_FILE]] |= bit;
        having[f.value[KIND_TO_RANK]] |= bit;
        having[f.value[KIND_PIECE]] |= bit;
        having[f.value[KIND_FROM_FILE]] |= bit;
        having[f.value[KIND_FROM_RANK]] |= bit;
        for (unsigned rest = f.names & ~(unsigned)NAMES_PLAIN; rest;
             rest &= rest - 1)
            having[f.value[__builtin_ctz(rest)]] |= bit;
    }
}
