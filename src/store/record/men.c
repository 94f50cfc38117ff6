/* men.c - see men.h. */
#include "store/record/men.h"
#include "core/base/assert.h"

#include <string.h>

const store_men
    tby__men_start = {.at = {4, 3, 2,  6,  5,  2,        3,  4,  1,  1, 1,
                             1, 1, 1,  1,  1,  [48] = 9, 9,  9,  9,  9, 9,
                             9, 9, 12, 11, 10, 14,       13, 10, 11, 12},
                      .count = {32, 8, 2, 2, 2, 1, 1, [9] = 8, 2, 2, 2, 1, 1}};

void tby__men_of(store_men *m, const tby_pos *pos)
{
    memset(m, 0, sizeof *m);
    for (tby_square s = 0; s < 64; s++) {
        m->at[s] = tby_pos_at(pos, s);
        m->count[m->at[s]]++;
    }
}

/* King and rook of the first rank change places; `rook` is the rook's file. */
static tby_bb castle(store_men *m, tby_color turn, unsigned flip, unsigned rook)
{
    const tby_piece k = tby_piece_of(turn, TBY_KING),
                    r = tby_piece_of(turn, TBY_ROOK);
    uint8_t *rank = m->at + flip;
    unsigned king = 0;

    while (king < 8 && rank[king] != k)
        king++;
    if (king == 8 || rank[rook] != r)
        return 0;
    unsigned to = rook > king ? 6 : 2, beside = rook > king ? 5 : 3;
    rank[king] = rank[rook] = TBY_NO_PIECE;
    rank[to] = k;
    rank[beside] = r;
    return (tby_bb)(1u << king | 1u << rook | 1u << to | 1u << beside) << flip;
}

tby_bb tby__men_play(store_men *m, tby_color turn, store_code code)
{
    const unsigned index = code & STORE_CODE, flip = turn == TBY_BLACK ? 56 : 0;

    if (index >= STORE_CODES)
        return 0;
    struct store_code_row row = store_code_rows[index];
    if (row.castling)
        return castle(m, turn, flip, tby_move_to(row.move));
    unsigned from = tby_move_from(row.move) ^ flip,
             to = tby_move_to(row.move) ^ flip, taken = to;
    if (row.role == TBY_NO_ROLE || m->at[from] != tby_piece_of(turn, row.role))
        return 0;
    if (row.role == TBY_PAWN && (from ^ to) & 7 && !m->at[to])
        taken ^= 8; /* in passing */
    m->count[m->at[taken]]--;
    m->at[taken] = TBY_NO_PIECE;
    m->at[to] = m->at[from];
    m->at[from] = TBY_NO_PIECE;
    if (row.role == TBY_PAWN && tby_move_promotion(row.move)) {
        m->count[m->at[to]]--;
        m->at[to] = tby_piece_of(turn, tby_move_promotion(row.move));
        m->count[m->at[to]]++;
    }
    return tby_bit((tby_square)from) | tby_bit((tby_square)to) |
           tby_bit((tby_square)taken);
}

/* --- the fewest men -------------------------------------------------------*/

/* Of one side: pawns, minor pieces, rooks, queens; more count as so many. */
enum { CLASSES = 4 };
static const uint8_t SIZES[CLASSES] = {8, 5, 3, 2};

static void classes_of(const uint8_t *count, uint8_t out[CLASSES])
{
    out[0] = count[TBY_PAWN];
    out[1] = count[TBY_KNIGHT] + count[TBY_BISHOP];
    out[2] = count[TBY_ROOK];
    out[3] = count[TBY_QUEEN];
}

static void lessen(const store_men *m, uint8_t least[2][CLASSES])
{
    for (unsigned side = 0; side < 2; side++) {
        uint8_t now[CLASSES];
        classes_of(m->count + 8 * side, now);
        for (unsigned i = 0; i < CLASSES; i++)
            least[side][i] = now[i] < least[side][i] ? now[i] : least[side][i];
    }
}

uint32_t tby__men_least(const store_code *codes, uint32_t n)
{
    uint8_t least[2][CLASSES];
    tby_color turn = TBY_WHITE;
    store_men m = tby__men_start;
    uint32_t number = 0;

    for (unsigned i = 0; i < CLASSES; i++)
        least[0][i] = least[1][i] = (uint8_t)(SIZES[i] - 1);
    for (uint32_t i = 0; i < n; i++, turn ^= 1) {
        if (!tby__men_play(&m, turn, codes[i]) &&
            (codes[i] & STORE_CODE) != STORE_PASS)
            return 0;
        if (codes[i] & STORE_CAPTURE)
            lessen(&m, least);
    }
    lessen(&m, least);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < CLASSES; i++)
            number = number * SIZES[i] + least[side][i];
    return number + 1;
}

uint32_t tby__men_left(uint32_t least)
{
    uint32_t n = 2;

    TBY_ASSERT(least <= STORE_LEAST_MAX);
    if (least-- == 0)
        return n;
    for (unsigned i = 2 * CLASSES; i-- > 0; least /= SIZES[i % CLASSES])
        n += least % SIZES[i % CLASSES];
    return n;
}

bool tby__men_may_be(uint32_t least, const uint8_t *one, const uint8_t *other)
{
    bool fits[2] = {true, true}; /* as it is said, and with colours exchanged */
    uint8_t most[2][CLASSES];

    TBY_ASSERT(least <= STORE_LEAST_MAX);
    if (least-- == 0)
        return true;
    classes_of(one, most[0]);
    classes_of(other, most[1]);
    for (unsigned side = 2; side-- > 0;)
        for (unsigned i = CLASSES; i-- > 0; least /= SIZES[i]) {
            fits[0] &= least % SIZES[i] <= most[side][i];
            fits[1] &= least % SIZES[i] <= most[!side][i];
        }
    return fits[0] || fits[1];
}
