#include "core/endgame/own.h"

#include "core/base/grow.h"
#include "tabiya/moves.h"

#include <string.h>

/* What is captured or promoted to comes before. */
static const char NAMES[TBY_ENDGAME_TABLES][6] = {
    "KQvK",  "KRvK",  "KBvK",  "KNvK",  "KPvK",  "KQQvK", "KQRvK",
    "KQBvK", "KQNvK", "KRRvK", "KRBvK", "KRNvK", "KBBvK", "KBNvK",
    "KNNvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KRvKR", "KRvKB",
    "KRvKN", "KBvKB", "KBvKN", "KNvKN", "KQPvK", "KRPvK", "KBPvK",
    "KNPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP", "KPPvK", "KPvKP"};

/* 5 for a queen down to 1 for a pawn: the order of names. */
static const uint8_t STRENGTH[8] = {0, 1, 3, 2, 4, 0, 5, 0};

const char *tby_endgame_name(unsigned table)
{
    return table < TBY_ENDGAME_TABLES ? NAMES[table] : "";
}

void tby__own_shape(unsigned table, struct own_shape *out)
{
    const char *name = NAMES[table];
    bool split = name[3] == 'K';
    tby_role first = tby_piece_role(tby_piece_from_char(name[1]));
    tby_role second = TBY_NO_ROLE;
    struct own_shape s = {.name = name, .b = first};

    if (table >= TBY_ENDGAME_THREE)
        second = tby_piece_role(tby_piece_from_char(name[split ? 4 : 2]));
    s.a = second;
    s.a_color = split && second ? TBY_BLACK : TBY_WHITE;
    if (first == TBY_PAWN && second) { /* KPPvK, KPvKP: the first is a */
        s.b_color = s.a_color;
        s.a_color = TBY_WHITE;
    }
    s.pawn_a = s.a == TBY_PAWN;
    s.triangle = s.a != TBY_PAWN && s.b != TBY_PAWN;
    s.same = s.a == s.b && s.a_color == s.b_color;
    s.entries = s.pawn_a     ? (size_t)24 * 64 * 64
                : s.triangle ? (size_t)10 * 64 * (s.a ? 64 : 1)
                             : (size_t)64 * 64;
    *out = s;
}

struct own_place tby__own_place(const struct own_shape *s, size_t entry)
{
    static const uint8_t triangle[10] = {0, 1, 2, 3, 9, 10, 11, 18, 19, 27};
    struct own_place p = {.entry = entry, .a = TBY_NO_SQUARE};
    size_t rest = entry;

    if (s->pawn_a) {
        p.bk = rest % 64;
        p.wk = rest / 64 % 64;
        rest /= 64 * 64;
        p.a = tby_sq((int)(rest / 6), (int)(rest % 6) + 1);
        return p;
    }
    if (s->a) {
        p.a = rest % 64;
        rest /= 64;
    }
    p.bk = rest % 64;
    p.wk = (tby_square)(s->triangle ? triangle[rest / 64] : rest / 64);
    return p;
}

size_t tby_endgame_bytes(unsigned table)
{
    struct own_shape s;

    if (table >= TBY_ENDGAME_TABLES)
        return 0;
    tby__own_shape(table, &s);
    return s.entries * 64;
}

uint64_t tby_endgame_needs(unsigned table)
{
    uint64_t needs = 0;

    if (table == 4) /* KPvK promotes */
        return 15;
    if (table < TBY_ENDGAME_THREE || table >= TBY_ENDGAME_TABLES)
        return 0;
    /* Captures and promotions lead to tables of the other man, and to those
     * where a pawn is something else. */
    for (unsigned t = 0; t < table; t++) {
        const char *a = NAMES[table], *b = NAMES[t];
        if (t < TBY_ENDGAME_THREE)
            needs |= (uint64_t)(strchr(a, b[1]) || strchr(a, 'P')) << t;
        else if (strchr(a, 'P')) {
            struct own_shape s, o;
            tby__own_shape(table, &s);
            tby__own_shape(t, &o);
            bool split = s.a_color != s.b_color;
            bool other = o.a == s.b || o.b == s.b;
            needs |= (uint64_t)(split == (o.a_color != o.b_color) && other)
                     << t;
        }
    }
    return needs;
}

tby_rc tby_endgame_open(const tby_alloc *alloc, tby_endgame **out)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    tby_endgame *e = tby_grow_new(&a, 1, sizeof *e);

    if (!e)
        return TBY_E_NOMEM;
    memset(e, 0, sizeof *e);
    e->alloc = a;
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        tby__own_shape(i, &e->table[i].shape);
    *out = e;
    return TBY_OK;
}

void tby_endgame_drop(tby_endgame *e, unsigned table)
{
    struct own_table *t = &e->table[table];

    tby_grow_free(&e->alloc, t->dtm[0], t->shape.entries * 64, 4);
    t->dtm[0] = NULL;
}

void tby_endgame_close(tby_endgame *e)
{
    if (!e)
        return;
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        tby_endgame_drop(e, i);
    tby_alloc alloc = e->alloc;
    tby_grow_free(&alloc, e, 1, sizeof *e);
}

bool tby_endgame_has(const tby_endgame *e, unsigned table)
{
    return table < TBY_ENDGAME_TABLES && e->table[table].dtm[0];
}

const uint8_t *tby_endgame_part(const tby_endgame *e, unsigned table,
                                unsigned part)
{
    TBY_ASSERT(part < 4);
    if (!tby_endgame_has(e, table))
        return NULL;
    return e->table[table].dtm[0] + part * tby_endgame_bytes(table);
}

static tby_rc add_parts(tby_endgame *e, unsigned table)
{
    struct own_table *t = &e->table[table];
    size_t n = t->shape.entries * 64;
    uint8_t *p = tby_grow_new(&e->alloc, n, 4);

    if (!p)
        return TBY_E_NOMEM;
    t->dtm[0] = p;
    t->dtm[1] = p + n;
    t->dtz[0] = p + 2 * n;
    t->dtz[1] = p + 3 * n;
    return TBY_OK;
}

tby_rc tby_endgame_add(tby_endgame *e, unsigned table, const uint8_t *bytes)
{
    if (table >= TBY_ENDGAME_TABLES)
        return TBY_E_TABLE_MEN;
    if (tby_endgame_has(e, table))
        return TBY_OK;
    TBY_TRY(add_parts(e, table));
    memcpy(e->table[table].dtm[0], bytes, 4 * tby_endgame_bytes(table));
    return TBY_OK;
}

tby_rc tby_endgame_make(tby_endgame *e, unsigned table)
{
    if (table >= TBY_ENDGAME_TABLES)
        return TBY_E_TABLE_MEN;
    if (tby_endgame_has(e, table))
        return TBY_OK;
    for (unsigned t = 0; t < table; t++)
        if (tby_endgame_needs(table) >> t & 1 && !tby_endgame_has(e, t))
            return TBY_E_TABLE_MISSING;
    tby_rc rc = add_parts(e, table);
    if (rc == TBY_OK)
        rc = tby__own_make(e, &e->table[table]);
    if (rc != TBY_OK)
        tby_endgame_drop(e, table);
    return rc;
}

static bool on_diagonal(tby_square sq)
{
    return sq % 9 == 0;
}

/* True if tby__own_index() never names it. */
static bool is_unused(const struct own_shape *s, size_t at)
{
    if (!s->triangle)
        return false;
    struct own_place p = tby__own_place(s, at / 64);
    return (on_diagonal(p.wk) && p.bk >> 3 > (p.bk & 7)) ||
           (s->same && at % 64 < p.a);
}

void tby_endgame_tidy(const tby_endgame *e, unsigned table, unsigned part,
                      uint8_t *out)
{
    const struct own_shape *s = &e->table[table].shape;
    const uint8_t *dtm = tby_endgame_part(e, table, part % 2);
    const uint8_t *from = tby_endgame_part(e, table, part);
    uint8_t last = 0;

    for (size_t i = 0; i < s->entries * 64; i++) {
        if (dtm[i] != OWN_ILLEGAL && (part < 2 || dtm[i] != OWN_DRAW) &&
            !is_unused(s, i))
            last = from[i];
        out[i] = last;
    }
}

unsigned tby__own_find(struct own_men *m)
{
    struct own_man *x = &m->man[0], *y = &m->man[1];

    if (m->n == 2 && STRENGTH[x->role] < STRENGTH[y->role]) {
        struct own_man first = *x;
        *x = *y;
        *y = first;
    }
    if (m->n && x->color == TBY_BLACK) {
        tby_square king = m->king[0];
        m->king[0] = m->king[1] ^ 56;
        m->king[1] = king ^ 56;
        m->turn ^= 1;
        for (unsigned i = 0; i < m->n; i++) {
            m->man[i].color ^= 1;
            m->man[i].square ^= 56;
        }
    }
    if (m->n == 0)
        return TBY_NONE;
    /* The order of NAMES: queen 0 to pawn 4. */
    unsigned i = 5u - STRENGTH[x->role], k = 5u - STRENGTH[y->role];
    bool split = x->color != y->color;
    if (m->n == 1)
        return i;
    if (i == 4)
        return split ? 34 : 33;
    if (k == 4)
        return (split ? 29 : 25) + i;
    return (split ? 15 : 5) + i * (9 - i) / 2 + k - i;
}

/* Of positions that are equal by symmetry this names always the same one. */
size_t tby__own_index(const struct own_shape *s, const struct own_men *m)
{
    struct own_man a = {0}, b = m->man[0];
    tby_square wk = m->king[0], bk = m->king[1];
    unsigned turn = 0;

    if (m->n == 2) {
        bool first = m->man[0].role == s->b && m->man[0].color == s->b_color;
        b = m->man[!first];
        a = m->man[first];
    }
    if (s->pawn_a)
        turn = (a.square & 7) > 3 ? 1 : 0;
    else if (s->triangle)
        turn = own_turn(wk);
    wk = own_turned(wk, turn);
    bk = own_turned(bk, turn);
    a.square = s->a ? own_turned(a.square, turn) : 0;
    b.square = own_turned(b.square, turn);
    if (s->triangle && on_diagonal(wk) && bk >> 3 > (bk & 7)) {
        bk = own_turned(bk, 4);
        a.square = own_turned(a.square, 4);
        b.square = own_turned(b.square, 4);
    }
    if (s->same && s->triangle && b.square < a.square) {
        struct own_man first = a;
        a = b;
        b = first;
    }
    size_t entry = own_entry(s, wk, bk, a.square);
    TBY_ASSERT(entry < s->entries);
    return entry * 64 + b.square;
}

uint8_t tby__own_dtm(const tby_endgame *e, struct own_men m)
{
    if (m.n == 0)
        return tby_table_king[m.king[0]] & tby_bit(m.king[1]) ? OWN_ILLEGAL
                                                              : OWN_DRAW;
    unsigned t = tby__own_find(&m);
    TBY_ASSERT(t != TBY_NONE && e->table[t].dtm[0]);
    return e->table[t].dtm[m.turn][tby__own_index(&e->table[t].shape, &m)];
}

static bool men_of(const tby_pos *p, struct own_men *m)
{
    tby_bb all = tby_pos_occupied(p), kings = pos_kings(p);
    tby_bb black = kings & p->plane[3];

    if (bb_count(all) > 4 || p->castling || bb_count(kings) != 2 || !black ||
        black == kings || (pos_pawns(p) & 0xff000000000000ffu))
        return false;
    *m = (struct own_men){.turn = p->turn};
    m->king[TBY_WHITE] = bb_first(kings ^ black);
    m->king[TBY_BLACK] = bb_first(black);
    for (all ^= kings; all; m->n++) {
        tby_square sq = bb_pop(&all);
        tby_piece piece = tby_pos_at(p, sq);
        m->man[m->n] =
            (struct own_man){tby_piece_role(piece), tby_piece_color(piece), sq};
    }
    return true;
}

unsigned tby_endgame_table(const tby_pos *p)
{
    struct own_men m;

    return men_of(p, &m) ? tby__own_find(&m) : TBY_NONE;
}

static tby_endgame_value value_of(uint8_t dtm, uint8_t dtz)
{
    if (dtm >= OWN_ILLEGAL)
        return (tby_endgame_value){TBY_WDL_DRAW, 0, 0};
    if (dtm % 2)
        return (tby_endgame_value){dtz > 100 ? TBY_WDL_CURSED : TBY_WDL_WIN,
                                   dtm, dtz};
    return (tby_endgame_value){dtz > 100 ? TBY_WDL_BLESSED : TBY_WDL_LOSS, -dtm,
                               -dtz};
}

/* True if a is better than b for the side to move; none of three or four men
 * is cursed. */
static bool better(tby_endgame_value a, tby_endgame_value b)
{
    if (a.wdl != b.wdl)
        return a.wdl > b.wdl;
    return a.wdl > 0 ? a.dtm < b.dtm : a.wdl < 0 && a.dtm < b.dtm;
}

tby_rc tby_endgame_probe(const tby_endgame *e, const tby_pos *p,
                         tby_endgame_value *out)
{
    struct own_men m;
    tby_endgame_value v = {0, 0, 0};
    tby_moves moves;
    size_t taking = 0;

    if (!men_of(p, &m))
        return TBY_E_TABLE_MEN;
    if (m.n) {
        unsigned t = tby__own_find(&m);
        if (t == TBY_NONE || !e->table[t].dtm[0])
            return t == TBY_NONE ? TBY_E_TABLE_MEN : TBY_E_TABLE_MISSING;
        size_t at = tby__own_index(&e->table[t].shape, &m);
        v = value_of(e->table[t].dtm[m.turn][at], e->table[t].dtz[m.turn][at]);
    }
    if (p->ep == TBY_NO_SQUARE) {
        *out = v;
        return TBY_OK;
    }
    /* The table knows nothing of en passant. */
    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *p;
        tby_endgame_value got;
        if (tby_move_to(moves.at[i]) != p->ep ||
            !(pos_pawns(p) & tby_bit(tby_move_from(moves.at[i]))))
            continue;
        tby_pos_play(&child, moves.at[i]);
        TBY_TRY(tby_endgame_probe(e, &child, &got)); /* no en passant there */
        int sign = (got.wdl < 0) - (got.wdl > 0), dtz = v.dtz;
        got = (tby_endgame_value){(tby_wdl)-got.wdl, sign - got.dtm, sign};
        taking++;
        if (moves.n == 1) {
            v = got;
            continue;
        }
        bool alike = got.wdl == v.wdl;
        if (better(got, v))
            v = got;
        if (alike) /* winning, the nearer one; losing, the farther one */
            v.dtz = got.dtz < dtz ? got.dtz : dtz;
    }
    TBY_ASSERT(taking > 0);
    *out = v;
    return TBY_OK;
}
