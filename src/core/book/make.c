#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/sort.h"
#include "tabiya/polyglot.h"

/* Positions; their moves are chained. */
#define POSITIONS_MAX ((size_t)1 << 28)

typedef struct counted {
    uint64_t games, points;
    uint32_t next; /* of the same position, or TBY_NONE */
    uint16_t move; /* as a book writes it */
} counted;

typedef struct position {
    uint32_t first; /* of its moves */
    tby_color turn;
} position;

struct tby_polyglot_maker {
    tby_alloc alloc;
    tby_keyset keys;
    position *positions; /* by the number of the key */
    size_t positions_cap;
    counted *moves;
    size_t n, cap;
    /* when finished: which moves are kept, in the order of the book */
    uint32_t *order; /* positions by key */
    size_t order_cap;
    tby_polyglot_entry *made;
    size_t made_n, made_cap;
};

tby_polyglot_maker *tby_polyglot_maker_new(const tby_alloc *alloc)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    tby_polyglot_maker *m = a.realloc(a.ctx, NULL, 0, sizeof *m);

    if (!m)
        return NULL;
    *m = (tby_polyglot_maker){.alloc = a};
    tby_keyset_init(&m->keys, &m->alloc, POSITIONS_MAX);
    return m;
}

void tby_polyglot_maker_free(tby_polyglot_maker *m)
{
    if (!m)
        return;
    tby_alloc a = m->alloc;
    tby_keyset_free(&m->keys);
    tby_grow_free(&a, m->positions, m->positions_cap, sizeof *m->positions);
    tby_grow_free(&a, m->moves, m->cap, sizeof *m->moves);
    tby_grow_free(&a, m->order, m->order_cap, sizeof *m->order);
    tby_grow_free(&a, m->made, m->made_cap, sizeof *m->made);
    a.realloc(a.ctx, m, sizeof *m, 0);
}

void tby_polyglot_clear(tby_polyglot_maker *m)
{
    tby_keyset_clear(&m->keys);
    m->n = m->made_n = 0;
}

static tby_rc count(tby_polyglot_maker *m, uint64_t key, tby_color turn,
                    const counted *what)
{
    uint32_t at = 0, i = TBY_NONE;
    bool made = false;

    TBY_TRY(TBY_GROW(&m->alloc, m->positions, m->positions_cap, m->keys.n + 1));
    TBY_TRY(TBY_GROW(&m->alloc, m->moves, m->cap, m->n + 1));
    if (m->n >= TBY_NONE)
        return TBY_E_LIMIT;
    TBY_TRY(tby_keyset_add(&m->keys, key, &at, &made));
    if (made)
        m->positions[at] = (position){TBY_NONE, turn};
    for (i = m->positions[at].first; i != TBY_NONE; i = m->moves[i].next)
        if (m->moves[i].move == what->move)
            break;
    if (i == TBY_NONE) {
        i = (uint32_t)m->n++;
        m->moves[i] =
            (counted){.next = m->positions[at].first, .move = what->move};
        m->positions[at].first = i;
    }
    m->moves[i].games += what->games;
    m->moves[i].points += what->points;
    return TBY_OK;
}

tby_rc tby_polyglot_count(tby_polyglot_maker *m, const tby_pos *p,
                          tby_square passed, tby_move move, uint64_t games,
                          uint64_t points)
{
    counted what = {
        .games = games, .points = points, .move = tby_polyglot_move(move)};

    TBY_ASSERT(tby_pos_judge(p, move) == TBY_OK);
    TBY_ASSERT(points <= 2 * games);
    return count(m, tby_polyglot_key(p, passed), p->turn, &what);
}

tby_rc tby_polyglot_add(tby_polyglot_maker *to, const tby_polyglot_maker *from)
{
    tby_rc rc = TBY_OK;

    for (uint32_t at = 0; at < from->keys.n; at++)
        for (uint32_t i = from->positions[at].first;
             i != TBY_NONE && rc == TBY_OK; i = from->moves[i].next)
            rc = count(to, from->keys.keys[at], from->positions[at].turn,
                       &from->moves[i]);
    return rc;
}

static bool is_kept(const counted *c, const tby_polyglot_rules *rules)
{
    return c->games >= rules->min_games && c->points > 0 &&
           c->points * 500 >= rules->min_score * c->games;
}

static uint64_t weight_of(const counted *c, tby_polyglot_weight by)
{
    switch (by) {
    case TBY_POLYGLOT_GAMES:
        return c->games;
    case TBY_POLYGLOT_SCORE:
        return c->games ? (c->points * 500 + c->games / 2) / c->games : 0;
    case TBY_POLYGLOT_EQUAL:
        return 1;
    case TBY_POLYGLOT_POINTS:
    default:
        return c->points;
    }
}

/* The moves of one position that are kept, the heaviest first, at the end of
 * what is made. */
static tby_rc finish_position(tby_polyglot_maker *m, uint32_t at,
                              const tby_polyglot_rules *rules)
{
    uint64_t most = 0;
    size_t begin = m->made_n;

    if (m->positions[at].turn == TBY_WHITE ? rules->no_white : rules->no_black)
        return TBY_OK;
    for (uint32_t i = m->positions[at].first; i != TBY_NONE;
         i = m->moves[i].next)
        if (is_kept(&m->moves[i], rules) &&
            weight_of(&m->moves[i], rules->weight) > most)
            most = weight_of(&m->moves[i], rules->weight);
    for (uint32_t i = m->positions[at].first; i != TBY_NONE;
         i = m->moves[i].next) {
        uint64_t weight = weight_of(&m->moves[i], rules->weight);
        if (!is_kept(&m->moves[i], rules))
            continue;
        if (most > UINT16_MAX)
            weight = weight * UINT16_MAX / most;
        tby_polyglot_entry e = {
            .key = m->keys.keys[at],
            .move = m->moves[i].move,
            .weight = (uint16_t)(weight ? weight : 1),
        };
        TBY_TRY(TBY_GROW(&m->alloc, m->made, m->made_cap, m->made_n + 1));
        /* Equal weights stand in the order of their moves. */
        size_t k = m->made_n++;
        while (k > begin && (m->made[k - 1].weight < e.weight ||
                             (m->made[k - 1].weight == e.weight &&
                              m->made[k - 1].move > e.move))) {
            m->made[k] = m->made[k - 1];
            k--;
        }
        m->made[k] = e;
    }
    return TBY_OK;
}

static bool key_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_keyset *keys = ctx;

    return keys->keys[a] < keys->keys[b];
}

tby_rc tby_polyglot_finish(tby_polyglot_maker *m,
                           const tby_polyglot_rules *rules, size_t *entries)
{
    size_t n = m->keys.n;

    TBY_TRY(TBY_GROW(&m->alloc, m->order, m->order_cap, n));
    for (uint32_t i = 0; i < n; i++)
        m->order[i] = i;
    tby_sort(m->order, n, key_less, &m->keys);
    m->made_n = 0;
    for (size_t i = 0; i < n; i++)
        TBY_TRY(finish_position(m, m->order[i], rules));
    *entries = m->made_n;
    return TBY_OK;
}

tby_polyglot_entry tby_polyglot_made(const tby_polyglot_maker *m, size_t i)
{
    TBY_ASSERT(i < m->made_n);
    return m->made[i];
}
