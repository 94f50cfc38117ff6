/* syzygy_index.c - the number of a position in a Syzygy table, and the value
 * that the table has there. */
#include "core/chess/bitboard.h"
#include "core/endgame/syzygy.h"

/* Above the diagonal a1-h8: positive, below: negative. */
static inline int off_diagonal(unsigned square)
{
    return (int)(square >> 3) - (int)(square & 7);
}

static void number_kings(struct syzygy_numbers *n)
{
    static const uint8_t first[10] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};
    unsigned code = 0;

    for (int diagonal = 0; diagonal < 2; diagonal++)
        for (unsigned i = 0; i < 10; i++)
            for (unsigned b = 0; b < 64; b++) {
                unsigned a = first[i];
                int file = (int)(a & 7) - (int)(b & 7);
                int rank = (int)(a >> 3) - (int)(b >> 3);
                bool both = !off_diagonal(a) && !off_diagonal(b);
                if ((file * file <= 1 && rank * rank <= 1) ||
                    (!off_diagonal(a) && off_diagonal(b) > 0) ||
                    both != diagonal)
                    continue;
                n->kings[i][b] = (uint16_t)code++;
            }
    TBY_ASSERT(code == 462);
    for (unsigned i = 0; i < 10; i++)
        n->triangle[first[i]] = (uint8_t)i;
}

void tby__syzygy_numbers(struct syzygy_numbers *n)
{
    unsigned below = 0, pawn = 47;

    *n = (struct syzygy_numbers){.lead_size = {{0}}};
    for (unsigned i = 0; i < 64; i++) {
        n->binomial[0][i] = 1;
        for (unsigned k = 1; k < SYZYGY_MEN && i; k++)
            n->binomial[k][i] =
                n->binomial[k - 1][i - 1] + n->binomial[k][i - 1];
        if (off_diagonal(i) < 0)
            n->below[i] = (uint8_t)below++;
    }
    number_kings(n);
    for (unsigned file = 0; file < 4; file++)
        for (unsigned square = 8 + file; square < 56; square += 8) {
            n->pawn[square] = (uint8_t)pawn--;
            n->pawn[square ^ 7] = (uint8_t)pawn--;
            for (unsigned k = 1; k < 6; k++) {
                n->lead[k][square] = n->lead_size[k][file];
                n->lead_size[k][file] += n->binomial[k - 1][n->pawn[square]];
            }
        }
}

/* By square, or by a number of the square; groups are small. */
static inline void sort_squares(uint8_t *square, unsigned n,
                                const uint8_t *number)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = i; j > 0; j--) {
            uint8_t a = square[j - 1], b = square[j];
            if (number ? number[a] <= number[b] : a <= b)
                break;
            square[j - 1] = b;
            square[j] = a;
        }
}

/* Always eight squares, whatever the men: then it is one operation. */
static inline void flip_all(uint8_t s[8], uint8_t by)
{
    for (unsigned i = 0; i < 8; i++)
        s[i] ^= by;
}

/* The leading group without pawns: three different men, or the kings. */
static uint64_t lead_index(const struct syzygy_table *t,
                           const struct syzygy_numbers *n, uint8_t s[8],
                           unsigned lead)
{
    if (s[0] >> 3 > 3)
        flip_all(s, 56);
    for (unsigned i = 0; i < lead; i++) {
        int off = off_diagonal(s[i]);
        if (off > 0)
            for (unsigned j = 0; j < 8; j++)
                s[j] = (uint8_t)((s[j] >> 3 | s[j] << 3) & 63);
        if (off)
            break;
    }
    if (!t->has_unique)
        return n->kings[n->triangle[s[0]]][s[1]];

    unsigned less1 = s[1] > s[0], less2 = s[2] > s[0];
    less2 += s[2] > s[1];
    unsigned rank0 = s[0] >> 3, rank1 = (s[1] >> 3) - less1;
    if (off_diagonal(s[0]))
        return (n->triangle[s[0]] * 63u + s[1] - less1) * 62 + s[2] - less2;
    if (off_diagonal(s[1]))
        return (6 * 63 + rank0 * 28 + n->below[s[1]]) * 62 + s[2] - less2;
    if (off_diagonal(s[2]))
        return 6 * 63 * 62 + 4 * 28 * 62 + rank0 * 7 * 28 + rank1 * 28 +
               n->below[s[2]];
    return 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + rank0 * 7 * 6 + rank1 * 6 +
           (s[2] >> 3) - less2;
}

const struct syzygy_run *tby__syzygy_index(const struct syzygy_table *t,
                                           const struct syzygy_numbers *n,
                                           struct syzygy_men *m, unsigned side,
                                           uint64_t *index)
{
    unsigned lead = 0, file = 0, turn = m->turned ? 8 : 0;
    uint8_t s[8] = {0}, flip = m->turned ? 56 : 0;
    uint64_t sum;

    TBY_ASSERT(m->n == t->men);
    if (t->has_pawns) {
        for (tby_bb pawns = m->of[t->lead_pawn ^ turn]; pawns; lead++) {
            s[lead] = bb_pop(&pawns) ^ flip;
            if (n->pawn[s[lead]] > n->pawn[s[0]]) {
                uint8_t first = s[0];
                s[0] = s[lead];
                s[lead] = first;
            }
        }
        file = (s[0] & 7) > 3 ? (s[0] & 7) ^ 7u : s[0] & 7u;
    }
    const struct syzygy_run *r =
        &t->run[(t->sides == 2 ? side : 0) * t->files + file];
    /* A table of DTZ has one side only, unless both are the same. */
    if (t->is_dtz && (r->flags & RUN_BLACK) != side &&
        !(t->is_symmetric && !t->has_pawns))
        return NULL;

    for (unsigned i = lead; i < t->men; i++)
        s[i] = bb_pop(&m->of[r->pieces[i] ^ turn]) ^ flip;
    if ((s[0] & 7) > 3)
        flip_all(s, 7);
    if (t->has_pawns) {
        sum = n->lead[lead][s[0]];
        sort_squares(s + 1, lead - 1, n->pawn);
        for (unsigned i = 1; i < lead; i++)
            sum += n->binomial[i][n->pawn[s[i]]];
    } else {
        sum = lead_index(t, n, s, r->group_len[0]);
    }
    sum *= r->group_factor[0];

    unsigned at = r->group_len[0], skip = t->both_have_pawns ? 8 : 0;
    for (unsigned g = 1; r->group_len[g]; g++, skip = 0) {
        unsigned len = r->group_len[g];
        uint64_t part = 0;
        sort_squares(s + at, len, NULL);
        for (unsigned i = 0; i < len; i++) {
            unsigned less = 0;
            for (unsigned j = 0; j < at; j++)
                less += s[at + i] > s[j];
            part += n->binomial[i + 1][(s[at + i] - less - skip) & 63];
        }
        sum += part * r->group_factor[g];
        at += len;
    }
    *index = sum;
    return r;
}

tby_rc tby__syzygy_value(const struct syzygy_run *r, uint64_t index,
                         unsigned *value)
{
    if (r->flags & RUN_SINGLE) {
        *value = r->single;
        return TBY_OK;
    }
    if (index >= r->size)
        return TBY_E_TABLE_DAMAGED;

    /* From the entry in the middle of the span to the block. */
    uint64_t half = (uint64_t)1 << (r->span_bits - 1);
    const uint8_t *entry = r->sparse + (index >> r->span_bits) * 6;
    uint32_t block = le32(entry);
    int64_t left = (int64_t)le16(entry + 4) +
                   (int64_t)(index & (2 * half - 1)) - (int64_t)half;
    if (block >= r->lengths_n)
        return TBY_E_TABLE_DAMAGED;
    while (left < 0) {
        if (block == 0)
            return TBY_E_TABLE_DAMAGED;
        left += le16(r->lengths + (size_t)2 * --block) + 1;
    }
    for (unsigned n; left > (n = le16(r->lengths + (size_t)2 * block));) {
        left -= n + 1;
        if (++block >= r->lengths_n)
            return TBY_E_TABLE_DAMAGED;
    }
    if (block >= r->blocks_n)
        return TBY_E_TABLE_DAMAGED;

    /* Symbols until the one that holds the place. */
    const uint8_t *p = r->blocks + ((size_t)block << r->block_bits);
    const uint8_t *end = p + ((size_t)1 << r->block_bits);
    uint64_t bits = (uint64_t)be32(p) << 32 | be32(p + 4);
    unsigned have = 64, beyond = 0;
    uint64_t symbol;
    for (p += 8;;) {
        unsigned i = r->first[bits >> (64 - SYZYGY_LOOK)];
        while (bits < r->base[i])
            i++;
        unsigned used = r->code_min + i;
        symbol = ((bits - r->base[i]) >> (64 - used)) + r->lowest[i];
        if (symbol >= r->symbols_n)
            return TBY_E_TABLE_DAMAGED;
        unsigned values = r->len[symbol] + 1u;
        if (left < values)
            break;
        left -= values;
        bits <<= used;
        have -= used;
        if (have > 32)
            continue;
        if (p < end) {
            bits |= (uint64_t)be32(p) << (32 - have);
            p += 4;
        } else if (++beyond > 2) {
            return TBY_E_TABLE_DAMAGED;
        }
        have += 32;
    }

    /* Down the pairs of it. */
    while (r->len[symbol]) {
        const struct syzygy_pair *pair = &r->pair[symbol];
        unsigned n = r->len[pair->left] + 1u;
        symbol = left < n ? pair->left : pair->right;
        left -= left < n ? 0 : n;
    }
    *value = r->pair[symbol].left;
    return TBY_OK;
}
