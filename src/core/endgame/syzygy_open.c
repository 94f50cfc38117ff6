/* syzygy_open.c - the head of a Syzygy table: what its runs are and where. */
#include "core/base/grow.h"
#include "core/endgame/syzygy.h"

#include <string.h>

/* Goes through the head.  A step beyond the end is remembered, and all that is
 * read then is zero. */
struct cursor {
    const uint8_t *p, *end;
    const uint8_t *begin;
    bool short_of;
};

static const uint8_t *take(struct cursor *c, size_t n)
{
    static const uint8_t zeros[8];
    const uint8_t *at = c->p;

    if (n > (size_t)(c->end - c->p)) {
        c->short_of = true;
        c->p = c->end;
        return zeros;
    }
    c->p += n;
    return at;
}

static unsigned take_byte(struct cursor *c)
{
    return *take(c, 1);
}

static void align(struct cursor *c, size_t to)
{
    size_t over = (size_t)(c->p - c->begin) % to;

    if (over)
        take(c, to - over);
}

/* The groups of men that are numbered together, and the factor of each.  order
 * says at which turn the leading group, and the pawns of the other side, come;
 * the rest follow one another.  False: the order makes no sense. */
static bool set_groups(const struct syzygy_table *t,
                       const struct syzygy_numbers *numbers,
                       struct syzygy_run *r, const unsigned order[2],
                       unsigned file)
{
    unsigned groups = 0, first = t->has_pawns ? 1 : t->has_unique ? 3 : 2;
    unsigned next = t->both_have_pawns ? 2 : 1, lead;
    uint64_t factor = 1;

    for (unsigned i = 0; i < t->men; i++) {
        bool joins = i && (i < first || r->pieces[i] == r->pieces[i - 1]);
        groups += !joins;
        r->group_len[groups - 1]++;
    }
    lead = r->group_len[0];
    if (order[0] >= groups || order[0] == order[1] ||
        (t->both_have_pawns && order[1] >= groups))
        return false;
    unsigned free_squares =
        64 - lead - (t->both_have_pawns ? r->group_len[1] : 0);
    for (unsigned k = 0; k < groups; k++) {
        unsigned g = k == order[0] ? 0 : k == order[1] ? 1 : next++;
        TBY_ASSERT(g < groups);
        r->group_factor[g] = factor;
        if (g == 0 && t->has_pawns)
            factor *= numbers->lead_size[lead][file];
        else if (g == 0)
            factor *= t->has_unique ? 31332 : 462;
        else if (k == order[1])
            factor *= numbers->binomial[r->group_len[1]][48 - lead];
        else {
            factor *= numbers->binomial[r->group_len[g]][free_squares];
            free_squares -= r->group_len[g];
        }
    }
    r->size = factor;
    return true;
}

/* The men as the file has them must be those of its name, and what goes first
 * must be what the index is made for. */
static bool pieces_fit(const struct syzygy_table *t, const struct syzygy_run *r)
{
    uint8_t count[16] = {0};
    unsigned lead = t->has_pawns ? t->count[t->lead_pawn] : 0;
    unsigned first = t->has_unique ? 3 : 2;

    for (unsigned i = 0; i < t->men; i++)
        count[r->pieces[i]]++;
    if (memcmp(count, t->count, sizeof count) != 0)
        return false;
    if (!t->has_pawns) {
        for (unsigned i = 0; i < first; i++)
            if (count[r->pieces[i]] != 1 ||
                (first == 2 && (r->pieces[i] & 7) != 6))
                return false;
        return true;
    }
    for (unsigned i = 0; i < t->men; i++) {
        unsigned pawns = lead + t->count[t->lead_pawn ^ 8];
        unsigned want = i < lead ? t->lead_pawn : t->lead_pawn ^ 8u;
        if ((i < pawns) != (r->pieces[i] == want))
            return false;
    }
    return true;
}

/* How many values each symbol stands for.  A symbol may name any other, so
 * this goes round until nothing new is known; a length above 256 or a circle
 * is damage, and that bounds the rounds. */
static bool set_lengths(struct syzygy_run *r, const uint8_t *tree)
{
    unsigned known = 0, before;
    bool done[SYZYGY_SYMBOLS] = {false};

    for (unsigned i = 0; i < r->symbols_n; i++) {
        const uint8_t *p = tree + (size_t)3 * i;
        struct syzygy_pair *pair = &r->pair[i];
        pair->left = (uint16_t)((p[1] & 15) << 8 | p[0]);
        pair->right = (uint16_t)(p[2] << 4 | p[1] >> 4);
        done[i] = pair->right == SYZYGY_SYMBOLS;
        known += done[i];
        r->len[i] = 0;
        if (!done[i] &&
            (pair->left >= r->symbols_n || pair->right >= r->symbols_n))
            return false;
    }
    do {
        before = known;
        for (unsigned i = 0; i < r->symbols_n; i++) {
            const struct syzygy_pair *pair = &r->pair[i];
            if (done[i] || !done[pair->left] || !done[pair->right])
                continue;
            unsigned len = r->len[pair->left] + r->len[pair->right] + 1u;
            if (len > 255)
                return false;
            r->len[i] = (uint8_t)len;
            done[i] = true;
            known++;
        }
    } while (known > before);
    return known == r->symbols_n;
}

/* Where the codes of each length begin, left-aligned in 64 bits, and where
 * to look for the length.  Longer codes are the smaller numbers. */
static bool set_codes(struct syzygy_run *r)
{
    unsigned n = r->codes_n;

    r->base[n - 1] = 0;
    for (unsigned i = n - 1; i-- > 0;) {
        uint64_t sum = r->base[i + 1] + r->lowest[i];
        uint64_t next = r->lowest[i + 1];
        if (sum < next)
            return false;
        r->base[i] = (sum - next) / 2;
    }
    for (unsigned i = 0; i < n; i++) {
        unsigned bits = r->code_min + i;
        if (bits < 64 && r->base[i] >> bits)
            return false;
        r->base[i] <<= 64 - bits;
        if (i && r->base[i] > r->base[i - 1])
            return false;
    }
    for (unsigned k = 0; k < 1 << SYZYGY_LOOK; k++) {
        uint64_t high =
            ((uint64_t)k << (64 - SYZYGY_LOOK)) | UINT64_MAX >> SYZYGY_LOOK;
        unsigned i = 0;
        while (high < r->base[i])
            i++;
        r->first[k] = (uint8_t)i;
    }
    return true;
}

static tby_rc read_sizes(const tby_alloc *alloc, struct cursor *c,
                         struct syzygy_run *r)
{
    r->flags = (uint8_t)take_byte(c);
    if (r->flags & RUN_SINGLE) {
        r->single = (uint8_t)take_byte(c);
        return TBY_OK;
    }
    r->block_bits = take_byte(c);
    r->span_bits = take_byte(c);
    unsigned padding = take_byte(c);
    r->blocks_n = le32(take(c, 4));
    unsigned longest = take_byte(c);
    r->code_min = take_byte(c);
    if (c->short_of || r->block_bits < 3 || r->block_bits > 20 ||
        r->span_bits < 1 || r->span_bits > 30 || r->code_min < 1 ||
        longest < r->code_min || longest > SYZYGY_CODE_MAX ||
        r->blocks_n > UINT32_MAX - padding)
        return TBY_E_TABLE_DAMAGED;
    r->lengths_n = r->blocks_n + padding;
    r->codes_n = longest - r->code_min + 1;
    for (unsigned i = 0; i < r->codes_n; i++)
        r->lowest[i] = (uint16_t)le16(take(c, 2));
    unsigned symbols = le16(take(c, 2));
    const uint8_t *tree = take(c, (size_t)3 * symbols + (symbols & 1));
    if (c->short_of || symbols < 1 || symbols > SYZYGY_SYMBOLS)
        return TBY_E_TABLE_DAMAGED;

    r->pair = tby_grow_new(alloc, symbols, sizeof *r->pair + sizeof *r->len);
    if (!r->pair)
        return TBY_E_NOMEM;
    r->symbols_n = symbols;
    r->len = (uint8_t *)(r->pair + symbols);
    return set_lengths(r, tree) && set_codes(r) ? TBY_OK : TBY_E_TABLE_DAMAGED;
}

/* The lists of values, one for each of win, loss, cursed win, blessed loss. */
static void read_maps(struct cursor *c, struct syzygy_run *r)
{
    unsigned width = r->flags & RUN_WIDE ? 2 : 1;

    if (!(r->flags & RUN_MAPPED))
        return;
    align(c, width);
    for (unsigned i = 0; i < SYZYGY_MAPS; i++) {
        const uint8_t *n = take(c, width);
        r->map_n[i] = width == 2 ? le16(n) : *n;
        r->map[i] = take(c, (size_t)width * r->map_n[i]);
    }
}

static tby_rc read_head(const tby_alloc *alloc,
                        const struct syzygy_numbers *numbers, struct cursor *c,
                        struct syzygy_table *t)
{
    unsigned split = t->is_symmetric ? 0 : 1, flags = take_byte(c);
    tby_rc rc = TBY_OK;

    if ((flags & 1) != split || (flags >> 1 & 1) != t->has_pawns)
        return TBY_E_TABLE_OTHER;
    for (unsigned f = 0; f < t->files; f++) {
        unsigned order[2] = {take_byte(c), 255};
        if (t->both_have_pawns)
            order[1] = take_byte(c);
        const uint8_t *pieces = take(c, t->men);
        if (c->short_of)
            return TBY_E_TABLE_DAMAGED;
        for (unsigned s = 0; s < t->sides; s++) {
            struct syzygy_run *r = &t->run[s * t->files + f];
            unsigned shift = 4 * s;
            unsigned o[2] = {order[0] >> shift & 15,
                             t->both_have_pawns ? order[1] >> shift & 15 : 255};
            for (unsigned i = 0; i < t->men; i++)
                r->pieces[i] = pieces[i] >> shift & 15;
            if (!pieces_fit(t, r))
                return TBY_E_TABLE_OTHER;
            if (!set_groups(t, numbers, r, o, f))
                return TBY_E_TABLE_DAMAGED;
        }
    }
    align(c, 2);
    for (unsigned f = 0; f < t->files; f++)
        for (unsigned s = 0; s < t->sides && rc == TBY_OK; s++)
            rc = read_sizes(alloc, c, &t->run[s * t->files + f]);
    if (rc == TBY_OK && t->is_dtz) {
        for (unsigned f = 0; f < t->files; f++)
            read_maps(c, &t->run[f]);
        align(c, 2);
    }
    return rc;
}

tby_rc tby__syzygy_open(const tby_alloc *alloc,
                        const struct syzygy_numbers *numbers,
                        const uint8_t count[16], bool is_dtz, tby_str bytes,
                        bool sum, struct syzygy_table *t)
{
    static const uint8_t magic[2][4] = {{0x71, 0xe8, 0x23, 0x5d},
                                        {0xd7, 0x66, 0x0c, 0xa5}};
    const uint8_t *p = (const uint8_t *)bytes.p;
    unsigned pawns[2] = {count[1], count[9]};
    tby_rc rc;

    *t = (struct syzygy_table){.bytes = p, .n = bytes.n, .is_dtz = is_dtz};
    if (bytes.n < 4 || memcmp(p, magic[is_dtz], 4) != 0)
        return TBY_E_TABLE_MAGIC;
    if (bytes.n % 64 != 16 || bytes.n < 80)
        return TBY_E_TABLE_CUT;
    memcpy(t->count, count, sizeof t->count);
    for (unsigned i = 0; i < 16; i++) {
        t->men += count[i];
        t->has_unique |= (i & 7) < 6 && count[i] == 1;
    }
    TBY_ASSERT(t->men >= 3 && t->men <= SYZYGY_MEN);
    t->has_pawns = pawns[0] || pawns[1];
    t->both_have_pawns = pawns[0] && pawns[1];
    t->is_symmetric = memcmp(count + 1, count + 9, 6) == 0;
    t->lead_pawn = pawns[1] == 0 || (pawns[0] && pawns[0] <= pawns[1]) ? 1 : 9;
    t->files = t->has_pawns ? 4 : 1;
    t->sides = is_dtz || t->is_symmetric ? 1 : 2;
    t->run = tby_grow_new(alloc, t->sides * t->files, sizeof *t->run);
    if (!t->run)
        return TBY_E_NOMEM;
    memset(t->run, 0, t->sides * t->files * sizeof *t->run);

    struct cursor c = {p + 4, p + bytes.n - 16, p, false};
    rc = read_head(alloc, numbers, &c, t);
    if (rc == TBY_OK) {
        /* Sparse index, lengths of blocks and blocks of every run, in this
         * order. */
        for (int part = 0; part < 3; part++)
            for (unsigned f = 0; f < t->files; f++)
                for (unsigned s = 0; s < t->sides; s++) {
                    struct syzygy_run *r = &t->run[s * t->files + f];
                    uint64_t span = (uint64_t)1 << r->span_bits, n = 0;
                    if (part == 2)
                        align(&c, 64);
                    if (r->flags & RUN_SINGLE)
                        continue;
                    n = part == 0   ? (r->size + span - 1) / span * 6
                        : part == 1 ? (uint64_t)r->lengths_n * 2
                                    : (uint64_t)r->blocks_n << r->block_bits;
                    if (n > (uint64_t)(c.end - c.p))
                        n = (uint64_t)(c.end - c.p) + 1;
                    *(part == 0   ? &r->sparse
                      : part == 1 ? &r->lengths
                                  : &r->blocks) = take(&c, (size_t)n);
                }

        if (c.short_of)
            rc = TBY_E_TABLE_CUT;
        else if (sum && !tby__syzygy_sum_fits(p, bytes.n))
            rc = TBY_E_TABLE_SUM;
    }
    if (rc != TBY_OK)
        tby__syzygy_close(alloc, t);
    return rc;
}

void tby__syzygy_close(const tby_alloc *alloc, struct syzygy_table *t)
{
    unsigned n = t->sides * t->files;

    if (!t->run)
        return;
    for (unsigned i = 0; i < n; i++)
        tby_grow_free(alloc, t->run[i].pair, t->run[i].symbols_n,
                      sizeof *t->run->pair + sizeof *t->run->len);
    tby_grow_free(alloc, t->run, n, sizeof *t->run);
    t->run = NULL;
}
