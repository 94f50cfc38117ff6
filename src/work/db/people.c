/* people.c - see people.h. */
#include "work/db/people.h"
#include "core/base/assert.h"
#include "core/base/fold.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/game/players.h"

#include <string.h>

/* Two rows that may be one person; their numbers are a key of `pairs`. */
typedef struct edge {
    tby_same_level level;
    tby_same_reason reason;
} edge;

typedef struct search {
    const tby_player_row *rows; /* most games first */
    uint32_t n;
    uint32_t *row_of; /* by id, TBY_NONE */
    size_t ids;
    tby_numbers fides;       /* rows, << 32, with ids */
    tby_keyset pairs, apart; /* what may be one, and what cannot */
    edge *edges;             /* by number of the pair */
    size_t edges_cap;
    uint32_t *head, *next; /* by row: the first of its person, the next */
    bool *other;           /* by row: not the name makes it one of the person */
    tby_numbers opponents; /* rows, << 32, with rows */
    bool gather;           /* opponents */
    bool again;            /* two of a person have played each other */
} search;

/* Zeros, one more than n. */
static void *new_list(size_t n, size_t size)
{
    void *p = tby_grow_new(NULL, n + 1, size);

    return p ? memset(p, 0, (n + 1) * size) : NULL;
}

static uint64_t pair_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* The numbers of a row: the first, and how many. */
static const uint64_t *numbers_of(const tby_numbers *l, uint32_t row, size_t *n)
{
    size_t at = tby_numbers_find(l, (uint64_t)row << 32);

    *n = tby_numbers_find(l, ((uint64_t)row + 1) << 32) - at;
    return l->at + at;
}

/* How many both have, and one of these. */
static uint32_t in_common(const tby_numbers *l, uint32_t a, uint32_t b,
                          uint32_t *one, bool *both)
{
    size_t n, m;
    const uint64_t *x = numbers_of(l, a, &n), *y = numbers_of(l, b, &m);
    uint32_t count = 0;

    *both = n && m;
    while (n && m) {
        uint32_t v = (uint32_t)*x, w = (uint32_t)*y;
        if (v == w) {
            *one = v;
            count++;
        }
        x += v <= w;
        n -= v <= w;
        y += w <= v;
        m -= w <= v;
    }
    return count;
}

/* So many years between the games of one and those of the other, and from the
 * first of both to the last; 0 where it is not known. */
static void years_of(const tby_player_row *a, const tby_player_row *b,
                     uint32_t *gap, uint32_t *span)
{
    uint32_t first = a->first < b->first ? a->first : b->first;
    uint32_t last = a->last > b->last ? a->last : b->last;

    *gap = *span = 0;
    if (!a->first || !b->first)
        return;
    *span = last - first;
    if (a->first > b->last)
        *gap = a->first - b->last;
    if (b->first > a->last)
        *gap = b->first - a->last;
}

static tby_rc add_edge(search *s, uint32_t a, uint32_t b, tby_same_level level,
                       tby_same_reason reason)
{
    enum { LIFE = 80, PAUSE = 15, STRENGTH = 300 };
    const tby_player_row *x = &s->rows[a], *y = &s->rows[b];
    uint32_t gap, span, fide, number, low, high;
    bool both, made;

    if (a == b)
        return TBY_OK;
    years_of(x, y, &gap, &span);
    if (span > LIFE || (!in_common(&s->fides, a, b, &fide, &both) && both))
        return TBY_OK;
    low = x->elo < y->elo ? x->elo : y->elo;
    high = x->elo < y->elo ? y->elo : x->elo;
    if (level == TBY_SAME_LIKELY &&
        (gap > PAUSE || (low && high - low > STRENGTH)))
        level = TBY_SAME_POSSIBLE;
    TBY_TRY(tby_keyset_add(&s->pairs, pair_of(a, b), &number, &made));
    TBY_TRY(TBY_GROW(NULL, s->edges, s->edges_cap, s->pairs.n));
    if (made || level > s->edges[number].level)
        s->edges[number] = (edge){level, reason};
    return TBY_OK;
}

/* --- what is compared -----------------------------------------------------*/

static tby_rc take_fide(void *ctx, uint32_t player, uint32_t fide)
{
    search *s = ctx;
    uint32_t row = player < s->ids ? s->row_of[player] : TBY_NONE;

    return row == TBY_NONE
               ? TBY_OK
               : TBY_APPEND(NULL, s->fides, (uint64_t)row << 32 | fide);
}

/* All players with the same number: of lists of numbers with rows. */
static tby_rc compare_by_fide(search *s, const tby_numbers *by)
{
    for (size_t i = 0; i < by->n; i++)
        for (size_t k = i + 1; k < by->n && by->at[i] >> 32 == by->at[k] >> 32;
             k++)
            TBY_TRY(add_edge(s, (uint32_t)by->at[i], (uint32_t)by->at[k],
                             TBY_SAME_SURE, TBY_SAME_FIDE));
    return TBY_OK;
}

static uint64_t hash_folded(tby_str name)
{
    char folded[TBY_PLAYER_TEXT];
    size_t n = tby_fold(name, folded, sizeof folded);

    return tby_hash_bytes(
        (tby_str){folded, n < sizeof folded ? n : sizeof folded - 1});
}

/* A name, then lines "= other spelling"; "#" begins a remark, "%" what is
 * known of the player, and "@" another kind of names. */
static tby_rc compare_by_file(search *s, tby_str text)
{
    enum { SPELLINGS = 64 };
    uint32_t rows[SPELLINGS];
    size_t n = 0;
    bool players = true, grown;
    tby_hashmap map = {NULL, 0};
    tby_rc rc = TBY_OK;
    tby_str line, name;

    if (text.n)
        rc = tby_hashmap_reserve(&map, NULL, s->n, &grown);
    for (uint32_t i = 0; text.n && rc == TBY_OK && i < s->n; i++)
        tby_hashmap_put(&map, hash_folded(tby_str_of(s->rows[i].name)), i);
    while (text.n && rc == TBY_OK && tby_str_field(&text, '\n', &line)) {
        (void)tby_str_field(&line, '#', &name);
        name = tby_str_trim(name);
        if (!name.n || name.p[0] == '%')
            continue;
        if (name.p[0] == '@')
            players = tby_str_starts(name, TBY_STR("@PLAYER"));
        if (name.p[0] != '=')
            n = 0;
        else
            name = tby_str_trim(tby_str_from(name, 1));
        uint32_t row;
        uint64_t hash = hash_folded(name);
        for (size_t k = 0; players && rc == TBY_OK && n < SPELLINGS &&
                           (row = tby_hashmap_at(&map, hash, k)) != TBY_NONE;
             k++) {
            if (hash_folded(tby_str_of(s->rows[row].name)) != hash)
                continue;
            for (size_t i = 0; rc == TBY_OK && i < n; i++)
                rc = add_edge(s, rows[i], row, TBY_SAME_SURE, TBY_SAME_FILE);
            rows[n++] = row;
            break;
        }
    }
    tby_hashmap_free(&map, NULL);
    return rc;
}

static tby_rc compare_names(search *s, const tby_player_wanted *x, uint32_t a,
                            uint32_t b)
{
    tby_str tag = tby_str_of(s->rows[b].name);
    tby_player_fit fit = tby_player_judge(x, tag), back;
    tby_player_wanted y;

    tby_player_want(&y, tag);
    back = tby_player_judge(&y, tby_str_of(s->rows[a].name));
    fit = fit > back ? fit : back;
    size_t fewest = x->words.n < y.words.n ? x->words.n : y.words.n, full = 0;
    for (size_t i = 0; i < x->words.n; i++)
        full += x->words.word[i].n > 2;
    if (fit == TBY_PLAYER_SAME)
        return add_edge(s, a, b, full > 1 ? TBY_SAME_SURE : TBY_SAME_LIKELY,
                        TBY_SAME_WORDS);
    if (fit == TBY_PLAYER_NO || (fit == TBY_PLAYER_SOUNDS && fewest == 1))
        return TBY_OK;
    return add_edge(s, a, b, TBY_SAME_LIKELY,
                    fit == TBY_PLAYER_SOUNDS ? TBY_SAME_SOUND
                    : fewest == 1            ? TBY_SAME_SURNAME
                                             : TBY_SAME_SHORT);
}

/* Names with a word in common as it sounds: of one with a comma what stands
 * before it counts.  The first letters of one must be among the other's. */
static tby_rc compare_by_words(search *s)
{
    uint64_t *letters = new_list(s->n, sizeof *letters);
    tby_numbers by = {NULL, 0, 0};
    tby_rc rc = letters ? TBY_OK : TBY_E_NOMEM;
    tby_player_wanted x;

    for (uint32_t row = 0; rc == TBY_OK && row < s->n; row++) {
        tby_str name = tby_str_of(s->rows[row].name), surname = name;
        tby_player_want(&x, name);
        for (size_t i = 0; i < x.sounds.n; i++)
            letters[row] |= UINT64_C(1)
                            << (x.sounds.text[x.sounds.word[i].at] & 63);
        if (memchr(name.p, ',', name.n)) {
            tby_str rest = name;
            (void)tby_str_field(&rest, ',', &surname);
            tby_player_want(&x, surname);
        }
        for (size_t i = 0; rc == TBY_OK && i < x.sounds.n; i++) {
            tby_str word = {x.sounds.text + x.sounds.word[i].at,
                            x.sounds.word[i].n};
            if (word.n > 1)
                rc = TBY_APPEND(NULL, by, tby_hash_bytes(word) << 32 | row);
        }
    }
    tby_numbers_sort(&by);
    for (size_t i = 0; rc == TBY_OK && i < by.n; i++) {
        uint32_t a = (uint32_t)by.at[i];
        bool ready = false;
        for (size_t k = i + 1;
             rc == TBY_OK && k < by.n && by.at[i] >> 32 == by.at[k] >> 32;
             k++) {
            uint32_t b = (uint32_t)by.at[k];
            if ((letters[a] & ~letters[b]) && (letters[b] & ~letters[a]))
                continue;
            if (!ready)
                tby_player_want(&x, tby_str_of(s->rows[a].name));
            ready = true;
            rc = compare_names(s, &x, a, b);
        }
    }
    tby_grow_free(NULL, letters, s->n + 1u, sizeof *letters);
    tby_grow_free(NULL, by.at, by.cap, sizeof *by.at);
    return rc;
}

/* --- persons --------------------------------------------------------------*/

static bool surer(const void *ctx, uint32_t a, uint32_t b)
{
    const search *s = ctx;
    const edge *x = &s->edges[a], *y = &s->edges[b];

    if (x->level != y->level)
        return x->level > y->level;
    if (x->reason != y->reason)
        return x->reason < y->reason;
    return s->pairs.keys[a] < s->pairs.keys[b]; /* that is more games */
}

/* Did nobody of one play the other, and do all spellings of both look alike?
 * The latter is no question where it is sure, or not for the name. */
static bool may_join(const search *s, uint32_t a, uint32_t b, bool sure)
{
    for (uint32_t x = a; x != TBY_NONE; x = s->next[x])
        for (uint32_t y = b; y != TBY_NONE; y = s->next[y])
            if ((!sure && !s->other[x] && !s->other[y] &&
                 tby_keyset_find(&s->pairs, pair_of(x, y)) == TBY_NONE) ||
                tby_keyset_find(&s->apart, pair_of(x, y)) != TBY_NONE)
                return false;
    return true;
}

/* The surest first. */
static void make_persons(search *s, const uint32_t *order)
{
    for (uint32_t i = 0; i < s->n; i++) {
        s->head[i] = i;
        s->next[i] = TBY_NONE;
        s->other[i] = false;
    }
    for (size_t i = 0; i < s->pairs.n; i++) {
        uint64_t pair = s->pairs.keys[order[i]];
        uint32_t a = s->head[pair >> 32], b = s->head[(uint32_t)pair];
        if (a == b ||
            !may_join(s, a, b, s->edges[order[i]].level == TBY_SAME_SURE))
            continue;
        uint32_t first = a < b ? a : b, end = first;
        while (s->next[end] != TBY_NONE)
            end = s->next[end];
        s->next[end] = a < b ? b : a;
        for (uint32_t x = s->next[end]; x != TBY_NONE; x = s->next[x]) {
            s->head[x] = first;
            s->other[x] |= s->edges[order[i]].reason <= TBY_SAME_FILE;
        }
    }
}

static tby_rc take_game(void *ctx, uint32_t white, uint32_t black)
{
    search *s = ctx;
    uint32_t a = white < s->ids ? s->row_of[white] : TBY_NONE;
    uint32_t b = black < s->ids ? s->row_of[black] : TBY_NONE, number;

    if (a == TBY_NONE || b == TBY_NONE || a == b)
        return TBY_OK;
    if (!s->gather) {
        bool one = s->head[a] == s->head[b], made;
        if (!one && tby_keyset_find(&s->pairs, pair_of(a, b)) == TBY_NONE)
            return TBY_OK;
        tby_rc rc = tby_keyset_add(&s->apart, pair_of(a, b), &number, &made);
        s->again |= one && made;
        return rc;
    }
    for (int side = 0; side < 2; side++) {
        uint32_t row = side ? b : a, other = side ? a : b;
        if (s->next[row] != TBY_NONE || s->head[row] != row)
            TBY_TRY(TBY_APPEND(NULL, s->opponents,
                               (uint64_t)row << 32 | s->head[other]));
    }
    return TBY_OK;
}

/* What links a spelling to its person: to the name of it, or else to another
 * spelling. */
static const edge *edge_of(const search *s, uint32_t person, uint32_t spelling)
{
    uint32_t number = TBY_NONE;

    for (uint32_t x = person; number == TBY_NONE && x != TBY_NONE;
         x = s->next[x])
        number = tby_keyset_find(&s->pairs, pair_of(x, spelling));
    TBY_ASSERT(number != TBY_NONE);
    return &s->edges[number];
}

static tby_rc find_persons(search *s, tby_store *store, tby_people *out)
{
    uint32_t *order = new_list(s->pairs.n, sizeof *order);
    uint32_t *others = new_list(s->n, sizeof *others);
    tby_rc rc = order && others ? TBY_OK : TBY_E_NOMEM;

    for (uint32_t i = 0; rc == TBY_OK && i < s->pairs.n; i++)
        order[i] = i;
    if (rc == TBY_OK)
        tby_sort(order, s->pairs.n, surer, s);
    do { /* until nobody has played himself */
        s->again = false;
        if (rc == TBY_OK) {
            make_persons(s, order);
            rc = tby_store_pairings(store, s, take_game);
        }
    } while (rc == TBY_OK && s->again);
    s->gather = true;
    if (rc == TBY_OK)
        rc = tby_store_pairings(store, s, take_game);
    tby_numbers_sort(&s->opponents);
    out->met = s->apart.n;
    for (size_t i = 0; rc == TBY_OK && i < s->pairs.n; i++) {
        uint32_t a = (uint32_t)(s->pairs.keys[i] >> 32);
        uint32_t b = (uint32_t)s->pairs.keys[i];
        bool apart = tby_keyset_find(&s->apart, s->pairs.keys[i]) != TBY_NONE;
        if (s->head[a] == s->head[b] || apart)
            continue;
        others[a] += s->head[b] == b;
        others[b] += s->head[a] == a;
    }
    for (uint32_t row = 0; rc == TBY_OK && row < s->n; row++)
        for (uint32_t x = s->next[row];
             rc == TBY_OK && s->head[row] == row && x != TBY_NONE;
             x = s->next[x]) {
            const edge *e = edge_of(s, row, x);
            tby_same same = {x, row, e->level, e->reason, 0, others[x], 0};
            uint32_t one;
            bool both;
            same.common = in_common(&s->opponents, row, x, &one, &both);
            (void)in_common(&s->fides, row, x, &same.fide, &both);
            if (same.level == TBY_SAME_LIKELY &&
                (same.others || !same.common || e->reason == TBY_SAME_SURNAME))
                same.level = TBY_SAME_POSSIBLE;
            if (e->reason != TBY_SAME_SURNAME || !same.others)
                rc = TBY_APPEND(NULL, *out, same);
        }
    tby_grow_free(NULL, order, s->pairs.n + 1, sizeof *order);
    tby_grow_free(NULL, others, s->n + 1u, sizeof *others);
    return rc;
}

static tby_rc suggest(search *s, tby_store *store, tby_str spellings,
                      tby_people *out)
{
    tby_numbers by = {NULL, 0, 0}; /* ids, << 32, with rows */
    tby_rc rc;

    s->rows = out->players.rows;
    s->n = (uint32_t)out->players.n;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->rows[i].id >= s->ids)
            s->ids = s->rows[i].id + (size_t)1;
    s->row_of = new_list(s->ids, sizeof *s->row_of);
    s->head = new_list(s->n, sizeof *s->head);
    s->next = new_list(s->n, sizeof *s->next);
    s->other = new_list(s->n, sizeof *s->other);
    if (!s->row_of || !s->head || !s->next || !s->other)
        return TBY_E_NOMEM;
    memset(s->row_of, 0xff, (s->ids + 1) * sizeof *s->row_of);
    for (uint32_t i = 0; i < s->n; i++)
        s->row_of[s->rows[i].id] = i;
    TBY_TRY(tby_store_fides(store, s, take_fide));
    tby_numbers_sort(&s->fides);
    rc = TBY_OK;
    for (size_t i = 0; rc == TBY_OK && i < s->fides.n; i++)
        rc = TBY_APPEND(NULL, by, s->fides.at[i] << 32 | s->fides.at[i] >> 32);
    tby_numbers_sort(&by);
    if (rc == TBY_OK)
        rc = compare_by_fide(s, &by);
    tby_grow_free(NULL, by.at, by.cap, sizeof *by.at);
    if (rc == TBY_OK)
        rc = compare_by_file(s, spellings);
    if (rc == TBY_OK)
        rc = compare_by_words(s);
    return rc == TBY_OK ? find_persons(s, store, out) : rc;
}

tby_rc tby_people_suggest(tby_people *out, tby_store *store, tby_str spellings)
{
    search s = {.gather = false};

    *out = (tby_people){.met = 0};
    TBY_TRY(tby_store_hold(store));
    tby_keyset_init(&s.pairs, NULL, INT32_MAX);
    tby_keyset_init(&s.apart, NULL, INT32_MAX);
    tby_rc rc =
        tby_store_players(store, (tby_str){NULL, 0}, NULL, 0, 0, &out->players);
    if (rc == TBY_OK)
        rc = suggest(&s, store, spellings, out);
    tby_store_release(store);
    tby_keyset_free(&s.pairs);
    tby_keyset_free(&s.apart);
    tby_grow_free(NULL, s.fides.at, s.fides.cap, sizeof *s.fides.at);
    tby_grow_free(NULL, s.opponents.at, s.opponents.cap,
                  sizeof *s.opponents.at);
    tby_grow_free(NULL, s.edges, s.edges_cap, sizeof *s.edges);
    tby_grow_free(NULL, s.row_of, s.ids + 1, sizeof *s.row_of);
    tby_grow_free(NULL, s.head, s.n + 1u, sizeof *s.head);
    tby_grow_free(NULL, s.next, s.n + 1u, sizeof *s.next);
    tby_grow_free(NULL, s.other, s.n + 1u, sizeof *s.other);
    return rc;
}

void tby_people_free(tby_people *p)
{
    tby_players_free(&p->players);
    tby_grow_free(NULL, p->at, p->cap, sizeof *p->at);
    *p = (tby_people){.met = 0};
}

const char *tby_same_reason_name(tby_same_reason reason)
{
    static const char *const NAMES[] = {
#define TBY_SAME_NAME(symbol, name) name,
        TBY_SAME_MAP(TBY_SAME_NAME)
#undef TBY_SAME_NAME
    };

    TBY_ASSERT(reason < TBY_SAME_REASONS);
    return NAMES[reason];
}
