/* syzygy.h - inside the prober of Syzygy tables: one table as it is opened.
 *
 * A table of KQvKR holds a value for every placement of its men, as one or two
 * runs for the side to move and, with pawns, one for each file a to d of the
 * leading pawn.  A run is a row of symbols in blocks of one size, coded by a
 * canonical Huffman code; a symbol is a value or a pair of symbols.
 * docs/formats/syzygy.md has every byte. */
#ifndef TBY_CORE_ENDGAME_SYZYGY_INT_H
#define TBY_CORE_ENDGAME_SYZYGY_INT_H

#include "core/base/assert.h"
#include "tabiya/syzygy.h"

enum {
    SYZYGY_MEN = TBY_SYZYGY_MEN,
    SYZYGY_CODE_MAX = 32,  /* bits of the longest code */
    SYZYGY_LOOK = 8,       /* bits that say where to look for the length */
    SYZYGY_SYMBOLS = 4095, /* 12 bits, all ones mark a value */
    SYZYGY_MAPS = 4
};

/* What the flags of a run say. */
enum {
    RUN_BLACK = 1,      /* DTZ: Black is to move */
    RUN_MAPPED = 2,     /* DTZ: values are ranks in a list */
    RUN_WIN_PLIES = 4,  /* DTZ of wins counts plies, not moves */
    RUN_LOSS_PLIES = 8, /* ... and of losses */
    RUN_WIDE = 16,      /* the lists have two bytes a value */
    RUN_SINGLE = 128    /* one value for all */
};

struct syzygy_pair {
    uint16_t left, right; /* left of a value: the value itself */
};

struct syzygy_run {
    uint8_t flags;
    uint8_t single;                    /* RUN_SINGLE: the value */
    uint8_t pieces[SYZYGY_MEN];        /* in the order of the index */
    uint8_t group_len[SYZYGY_MEN + 1]; /* men of one kind go together; 0 ends */
    uint64_t group_factor[SYZYGY_MEN + 1];
    uint64_t size; /* positions */
    unsigned block_bits, span_bits;
    uint32_t blocks_n, lengths_n;
    const uint8_t *sparse, *lengths, *blocks;
    unsigned code_min, codes_n; /* shortest code, how many lengths */
    uint64_t base[SYZYGY_CODE_MAX + 1];
    unsigned symbols_n;
    struct syzygy_pair *pair;
    uint8_t *len;                         /* of each symbol, minus one */
    uint16_t lowest[SYZYGY_CODE_MAX + 1]; /* first symbol of each length */
    uint8_t first[1 << SYZYGY_LOOK]; /* shortest length by the first bits */
    const uint8_t *map[SYZYGY_MAPS];
    unsigned map_n[SYZYGY_MAPS];
};

struct syzygy_table {
    const uint8_t *bytes;
    size_t n;
    bool is_dtz, has_pawns, both_have_pawns, has_unique, is_symmetric;
    unsigned men, sides, files;
    uint8_t count[16];      /* of each piece code of the format */
    uint8_t lead_pawn;      /* the piece code of the leading pawns */
    struct syzygy_run *run; /* sides * files */
};

/* Numbers that every index needs. */
struct syzygy_numbers {
    uint32_t binomial[SYZYGY_MEN][64]; /* [k][n]: n over k */
    uint16_t kings[10][64];
    uint8_t triangle[64];              /* a1-d1-d4: 0..9 */
    uint8_t below[64];                 /* below the long diagonal: 0..27 */
    uint8_t pawn[64];                  /* 47 for a2, then h2, a3 ... */
    uint32_t lead[SYZYGY_MEN][64];     /* by number of leading pawns */
    uint32_t lead_size[SYZYGY_MEN][4]; /* ... and file */
};

/* The men of a position: a set of squares for each piece code of the format. */
struct syzygy_men {
    tby_bb of[16];
    unsigned n;
    bool turned; /* the table's White is Black here */
};

void tby__syzygy_numbers(struct syzygy_numbers *n);

/* Opens a table of this material from the bytes, which must stay.  Every
 * offset is checked, and with `sum` the sum of a file that is not too large for
 * it. */
TBY_MUST_USE tby_rc tby__syzygy_open(const tby_alloc *alloc,
                                     const struct syzygy_numbers *numbers,
                                     const uint8_t count[16], bool is_dtz,
                                     tby_str bytes, bool sum,
                                     struct syzygy_table *t);
void tby__syzygy_close(const tby_alloc *alloc, struct syzygy_table *t);

/* The sum at the end of a file fits the rest. */
bool tby__syzygy_sum_fits(const uint8_t *bytes, size_t n);

/* The run and the place in it of a position, which has the men of the table.
 * side: 0 if the side that the table's name begins with is to move. */
const struct syzygy_run *tby__syzygy_index(const struct syzygy_table *t,
                                           const struct syzygy_numbers *numbers,
                                           struct syzygy_men *men,
                                           unsigned side, uint64_t *index);

/* The value at a place.  TBY_E_TABLE_DAMAGED: the bytes contradict themselves.
 */
TBY_MUST_USE tby_rc tby__syzygy_value(const struct syzygy_run *r,
                                      uint64_t index, unsigned *value);

static inline unsigned le16(const uint8_t *p)
{
    return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static inline uint32_t le32(const uint8_t *p)
{
    return le16(p) | (uint32_t)le16(p + 2) << 16;
}

static inline uint64_t le64(const uint8_t *p)
{
    return le32(p) | (uint64_t)le32(p + 4) << 32;
}

static inline uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

#endif
