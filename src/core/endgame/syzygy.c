/* syzygy.c - asking Syzygy tables about a position.
 *
 * A table need not be right where a capture is best, and knows nothing of en
 * passant; so every question is a small search over captures, which ends
 * because every step takes a man off the board. */
#include "tabiya/syzygy.h"
#include "core/base/assert.h"

#include "core/base/grow.h"
#include "core/chess/attacks.h"
#include "core/endgame/syzygy.h"
#include "tabiya/moves.h"

#include <string.h>

enum { SLOTS_LOG = 13, SLOTS = 1 << SLOTS_LOG, TABLES_MAX = 2048 };

/* Materials are numbers: for each side five counts of three bits, pawns
 * lowest.  The codes of pieces are the format's: P N B R Q K, Black + 8. */
typedef uint32_t material;

static const uint8_t CODE_OF_PIECE[16] = {0, 1, 3,  2,  4,  6,  5,  0,
                                          0, 9, 11, 10, 12, 14, 13, 0};
static const material UNIT[16] = {
    0, 1,       1 << 3,  1 << 6,  1 << 9,  1 << 12, 0, 0,
    0, 1 << 15, 1 << 18, 1 << 21, 1 << 24, 1 << 27, 0, 0};
static const char LETTERS[] = "QRBNP";

/* A table of one kind: not asked for yet, open, or why it is not. */
enum { UNASKED = 2 }; /* no tby_rc */
struct file {
    int rc;
    struct syzygy_table table;
};

struct entry {
    material key; /* as its name has it, White first */
    uint8_t count[16];
    char name[TBY_TABLE_NAME_MAX];
    struct file file[2]; /* WDL, DTZ */
};

struct tby_syzygy {
    tby_alloc alloc;
    tby_syzygy_load *load;
    void *ctx;
    struct syzygy_numbers numbers;
    char fault[TBY_TABLE_NAME_MAX];
    uint16_t slot[SLOTS]; /* number of an entry + 1, by a hash of its key */
    size_t entries_n;
    struct entry *entry[TABLES_MAX];
};

static material swap_sides(material key)
{
    return key >> 15 | (key & 0x7fff) << 15;
}

static size_t write_name(material key, char *out)
{
    char *p = out;

    for (int side = 0; side < 2; side++) {
        if (side)
            *p++ = 'v';
        *p++ = 'K';
        for (int i = 4; i >= 0; i--)
            for (material n = key >> (15 * side + 3 * i) & 7; n > 0; n--)
                *p++ = LETTERS[4 - i];
    }
    *p = '\0';
    return (size_t)(p - out);
}

/* False if no table can have the position. */
static bool gather(const tby_pos *p, struct syzygy_men *m, material *key)
{
    tby_bb kings = pos_kings(p), black = kings & p->plane[3];
    tby_bb white = kings ^ black;

    if (!black || !white || bb_several(black) || bb_several(white) ||
        p->castling || (pos_pawns(p) & 0xff000000000000ffu))
        return false;
    *m = (struct syzygy_men){.n = 0};
    *key = 0;
    for (tby_bb all = tby_pos_occupied(p); all; m->n++) {
        tby_bb bit = all & -all;
        unsigned code = CODE_OF_PIECE[tby_pos_at(p, bb_pop(&all))];
        if (m->n == SYZYGY_MEN)
            return false;
        m->of[code] |= bit;
        *key += UNIT[code];
    }
    return true;
}

size_t tby_table_name(const tby_pos *p, char out[TBY_TABLE_NAME_MAX])
{
    struct syzygy_men men;
    material key;

    return gather(p, &men, &key) ? write_name(key, out) : 0;
}

static void count_men(material key, uint8_t count[16])
{
    memset(count, 0, 16);
    for (unsigned i = 0; i < 10; i++)
        count[i / 5 * 8 + i % 5 + 1] = key >> 3 * i & 7;
    count[6] = count[14] = 1;
}

tby_rc tby_syzygy_check(tby_str name, tby_str bytes)
{
    tby_alloc alloc = tby_alloc_libc();
    struct syzygy_numbers numbers;
    struct syzygy_table t;
    uint8_t count[16];
    material key;
    bool is_dtz;

    int side = 0;
    size_t i = 1, men = 2;

    key = 0;
    if (name.n < 5 || name.n >= TBY_TABLE_NAME_MAX || name.p[0] != 'K')
        return TBY_E_TABLE_MEN;
    for (; i < name.n && name.p[i] != '.'; i++) {
        const char *letter = memchr(LETTERS, name.p[i], 5);
        if (letter) {
            key += (material)1 << (15 * side + 3 * (4 - (letter - LETTERS)));
            men++;
        } else if (name.p[i] == 'v' && !side && name.p[i + 1] == 'K') {
            side = 1;
            i++;
        } else {
            return TBY_E_TABLE_MEN;
        }
    }
    tby_str end = {name.p + i, name.n - i};
    is_dtz = end.n == 5 && memcmp(end.p, ".rtbz", 5) == 0;
    if (!(side && men > 2 && men <= SYZYGY_MEN && end.n == 5 &&
          (is_dtz || memcmp(end.p, ".rtbw", 5) == 0)))
        return TBY_E_TABLE_MEN;
    tby__syzygy_numbers(&numbers);
    count_men(key, count);
    tby_rc rc =
        tby__syzygy_open(&alloc, &numbers, count, is_dtz, bytes, true, &t);
    if (rc == TBY_OK)
        tby__syzygy_close(&alloc, &t);
    return rc;
}

tby_rc tby_syzygy_open(const tby_alloc *alloc, tby_syzygy_load *load, void *ctx,
                       tby_syzygy **out)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    tby_syzygy *s = tby_grow_new(&a, 1, sizeof *s);

    if (!s)
        return TBY_E_NOMEM;
    memset(s, 0, sizeof *s);
    s->alloc = a;
    s->load = load;
    s->ctx = ctx;
    tby__syzygy_numbers(&s->numbers);
    *out = s;
    return TBY_OK;
}

void tby_syzygy_close(tby_syzygy *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->entries_n; i++) {
        for (int kind = 0; kind < 2; kind++)
            if (s->entry[i]->file[kind].rc == TBY_OK)
                tby__syzygy_close(&s->alloc, &s->entry[i]->file[kind].table);
        tby_grow_free(&s->alloc, s->entry[i], 1, sizeof **s->entry);
    }
    tby_alloc alloc = s->alloc;
    tby_grow_free(&alloc, s, 1, sizeof *s);
}

const char *tby_syzygy_fault(const tby_syzygy *s)
{
    return s->fault;
}

/* The place of a material in the hash: its own, or the empty one for it. */
static uint16_t *slot_of(tby_syzygy *s, material key)
{
    uint32_t at = key * 0x9e3779b1u >> (32 - SLOTS_LOG);

    for (;; at = (at + 1) % SLOTS) {
        uint16_t number = s->slot[at];
        if (!number)
            return &s->slot[at];
        material k = s->entry[number - 1]->key;
        if (k == key || swap_sides(k) == key)
            return &s->slot[at];
    }
}

static tby_rc load_file(tby_syzygy *s, struct entry *e, bool is_dtz)
{
    struct file *f = &e->file[is_dtz];
    char name[TBY_TABLE_NAME_MAX];
    tby_str bytes = {NULL, 0};
    tby_rc rc = TBY_E_TABLE_MISSING;

    /* A file has one of both names; which side is first is its own choice. */
    for (int turn = 0; turn < 2 && rc == TBY_E_TABLE_MISSING; turn++) {
        size_t n = write_name(turn ? swap_sides(e->key) : e->key, name);
        memcpy(name + n, is_dtz ? ".rtbz" : ".rtbw", 6);
        rc = s->load(s->ctx, name, &bytes);
        if (rc == TBY_OK && turn) {
            e->key = swap_sides(e->key);
            count_men(e->key, e->count);
        }
    }
    if (rc == TBY_OK)
        rc = tby__syzygy_open(&s->alloc, &s->numbers, e->count, is_dtz, bytes,
                              true, &f->table);
    if (rc == TBY_E_NOMEM)
        return rc; /* asked again next time */
    if (rc != TBY_E_TABLE_MISSING)
        memcpy(e->name, name, sizeof name);
    f->rc = rc;
    return rc;
}

/* The entry of a material, made when it is first asked for. */
static tby_rc find_entry(tby_syzygy *s, material key, struct entry **out)
{
    uint16_t *slot = slot_of(s, key);

    if (!*slot) {
        if (s->entries_n == TABLES_MAX)
            return TBY_E_LIMIT;
        struct entry *e = tby_grow_new(&s->alloc, 1, sizeof *e);
        if (!e)
            return TBY_E_NOMEM;
        memset(e, 0, sizeof *e);
        e->key = key;
        e->file[0].rc = e->file[1].rc = UNASKED;
        count_men(key, e->count);
        s->entry[s->entries_n++] = e;
        *slot = (uint16_t)s->entries_n;
        if (swap_sides(key) != key)
            *slot_of(s, swap_sides(key)) = *slot;
    }
    *out = s->entry[*slot - 1];
    return TBY_OK;
}

/* Asks the table of the position.  TBY_DONE: it has DTZ for the other side. */
static tby_rc ask_table(tby_syzygy *s, const tby_pos *p, bool is_dtz,
                        const struct syzygy_run **run, unsigned *value)
{
    struct syzygy_men men;
    struct entry *e;
    material key;
    uint64_t index = 0;
    tby_rc rc = TBY_OK;

    if (!gather(p, &men, &key))
        return TBY_E_TABLE_MEN;
    uint16_t number = *slot_of(s, key);
    e = number ? s->entry[number - 1] : NULL;
    if (!e || e->file[is_dtz].rc != TBY_OK) {
        rc = find_entry(s, key, &e);
        if (rc == TBY_OK && e->file[is_dtz].rc == UNASKED)
            rc = load_file(s, e, is_dtz);
        else if (rc == TBY_OK)
            rc = (tby_rc)e->file[is_dtz].rc;
    }
    if (rc == TBY_OK) {
        const struct syzygy_table *t = &e->file[is_dtz].table;
        men.turned = t->is_symmetric ? p->turn == TBY_BLACK : key != e->key;
        *run = tby__syzygy_index(t, &s->numbers, &men, p->turn ^ men.turned,
                                 &index);
        if (!*run)
            return TBY_DONE;
        rc = tby__syzygy_value(*run, index, value);
        if (rc == TBY_OK && !is_dtz && *value > 4)
            rc = TBY_E_TABLE_DAMAGED;
    }
    if (rc != TBY_OK && rc != TBY_E_NOMEM && rc != TBY_E_LIMIT) {
        size_t n = write_name(e->key, s->fault);
        if (rc != TBY_E_TABLE_MISSING && e->name[0]) {
            n = strcspn(e->name, ".");
            memcpy(s->fault, e->name, n);
        }
        memcpy(s->fault + n, is_dtz ? ".rtbz" : ".rtbw", 6);
    }
    return rc;
}

/* True if a piece of the side to move attacks one of the other: without that
 * there is no capture but en passant. */
static bool may_capture(const tby_pos *p)
{
    tby_bb own = tby_pos_color(p, p->turn), all = tby_pos_occupied(p);
    tby_bb foe = all ^ own, pawns = pos_pawns(p) & own;

    if ((bb_pawn_west(pawns, p->turn) | bb_pawn_east(pawns, p->turn)) & foe)
        return true;
    for (tby_bb from = own & ~pawns; from;) {
        tby_square sq = bb_pop(&from);
        tby_bb bit = tby_bit(sq), to = 0;
        if (pos_kings(p) & bit)
            to = tby_table_king[sq];
        else if (pos_knights(p) & bit)
            to = tby_table_knight[sq];
        else {
            if (pos_diagonal(p) & bit && tby_table_bishop[sq] & foe)
                to = bishop_attacks(sq, all);
            if (pos_straight(p) & bit && tby_table_rook[sq] & foe)
                to |= rook_attacks(sq, all);
        }
        if (to & foe)
            return true;
    }
    return false;
}

/* What a position is worth, and whether a capture (or, with `pawns`, any move
 * that zeroes the counter) is a way to it. */
static tby_rc search(tby_syzygy *s, const tby_pos *p, bool pawns, tby_wdl *out,
                     bool *zeroing)
{
    tby_wdl best = TBY_WDL_LOSS;
    size_t tried = 0, all = 1;
    unsigned value = 0;
    const struct syzygy_run *run;

    *zeroing = false;
    if (tby_pos_occupied(p) == pos_kings(p)) {
        *out = TBY_WDL_DRAW;
        return TBY_OK;
    }
    tby_bb own_pawns = pos_pawns(p) & tby_pos_color(p, p->turn);
    if (p->ep != TBY_NO_SQUARE || may_capture(p) || (pawns && own_pawns)) {
        tby_moves moves;
        tby_moves_legal(p, &moves);
        all = moves.n;
        for (size_t i = 0; i < moves.n; i++) {
            bool pawn = own_pawns & tby_bit(tby_move_from(moves.at[i]));
            bool take = tby_pos_is_capture(p, moves.at[i]), unused;
            if (!take && !(pawns && pawn))
                continue;
            tby_pos child = *p;
            tby_wdl got = 0;
            tby_pos_play(&child, moves.at[i]);
            TBY_TRY(search(s, &child, false, &got, &unused));
            tried++;
            if (-got > best)
                best = (tby_wdl)-got;
            if (best == TBY_WDL_WIN) {
                *zeroing = true;
                *out = best;
                return TBY_OK;
            }
        }
    }
    if (tried == 0 || tried < all) {
        TBY_TRY(ask_table(s, p, false, &run, &value));
        if (tried == 0 || (int)value - 2 > best) {
            *out = (tby_wdl)((int)value - 2);
            return TBY_OK;
        }
    }
    *zeroing = best > TBY_WDL_DRAW || tried == all;
    *out = best;
    return TBY_OK;
}

tby_rc tby_syzygy_wdl(tby_syzygy *s, const tby_pos *p, tby_wdl *out)
{
    tby_wdl wdl = 0;
    bool zeroing;

    s->fault[0] = '\0';
    if (p->castling || bb_count(tby_pos_occupied(p)) > SYZYGY_MEN)
        return TBY_E_TABLE_MEN;
    tby_rc rc = search(s, p, false, &wdl, &zeroing);
    if (rc == TBY_OK)
        *out = wdl;
    return rc;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The distance where the next move zeroes the counter. */
static int before_zeroing(tby_wdl wdl)
{
    return sign(wdl) * (wdl % 2 ? 101 : 1);
}

/* The value of a table of DTZ as a number of plies. */
static tby_rc plies_of(const struct syzygy_run *r, tby_wdl wdl, unsigned value,
                       int *out)
{
    static const uint8_t list[5] = {1, 3, 0, 2, 0};

    if (r->flags & RUN_MAPPED) {
        unsigned i = list[wdl + 2];
        if (value >= r->map_n[i])
            return TBY_E_TABLE_DAMAGED;
        value = r->flags & RUN_WIDE ? le16(r->map[i] + (size_t)2 * value)
                                    : r->map[i][value];
    }
    bool plies = (wdl == TBY_WDL_WIN && r->flags & RUN_WIN_PLIES) ||
                 (wdl == TBY_WDL_LOSS && r->flags & RUN_LOSS_PLIES);
    *out = (int)(plies ? value : 2 * value) + 1;
    return TBY_OK;
}

/* `deep`: the moves may be tried where the table has the other side only;
 * after one of them it has the right one. */
static tby_rc probe_dtz(tby_syzygy *s, const tby_pos *p, bool deep,
                        tby_wdl *wdl, int *dtz)
{
    const struct syzygy_run *run = NULL;
    unsigned value = 0;
    bool zeroing;
    tby_moves moves;
    int best = 0, plies = 0;
    tby_rc rc = search(s, p, true, wdl, &zeroing);

    *dtz = 0;
    if (rc != TBY_OK || *wdl == TBY_WDL_DRAW)
        return rc;
    *dtz = before_zeroing(*wdl);
    if (zeroing)
        return TBY_OK;
    rc = ask_table(s, p, true, &run, &value);
    if (rc == TBY_OK) {
        rc = plies_of(run, *wdl, value, &plies);
        *dtz = sign(*wdl) * (plies + (*wdl % 2 ? 100 : 0));
    }
    if (rc != TBY_DONE)
        return rc;
    if (!deep)
        return TBY_E_TABLE_DAMAGED;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        bool pawn = pos_pawns(p) & tby_bit(tby_move_from(moves.at[i]));
        bool zeroes = pawn || tby_pos_is_capture(p, moves.at[i]), unused;
        tby_pos child = *p;
        tby_wdl got = 0;
        int n = 0;
        tby_pos_play(&child, moves.at[i]);
        if (zeroes) {
            rc = search(s, &child, false, &got, &unused);
            n = -before_zeroing(got);
        } else {
            rc = probe_dtz(s, &child, false, &got, &n);
            n = -n;
            bool mate = n == 1 && tby_pos_checkers(&child) &&
                        tby_moves_count(&child) == 0;
            n += mate ? 0 : sign(n);
        }
        if (rc != TBY_OK)
            return rc;
        if (sign(n) == sign(*wdl) && (!best || n < best))
            best = n;
    }
    *dtz = best ? best : before_zeroing(*wdl);
    return TBY_OK;
}

tby_rc tby_syzygy_dtz(tby_syzygy *s, const tby_pos *p, tby_wdl *wdl, int *dtz)
{
    tby_wdl w = 0;
    int d = 0;

    s->fault[0] = '\0';
    if (p->castling || bb_count(tby_pos_occupied(p)) > SYZYGY_MEN)
        return TBY_E_TABLE_MEN;
    tby_rc rc = probe_dtz(s, p, true, &w, &d);
    if (rc == TBY_OK) {
        *wdl = w;
        *dtz = d;
    }
    return rc;
}
