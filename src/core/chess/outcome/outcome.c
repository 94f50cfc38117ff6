#include "tabiya/outcome.h"
#include "core/base/assert.h"
#include "core/chess/attacks.h"
#include "tabiya/moves.h"

static tby_alloc memory_of(const tby_history *h)
{
    return h->alloc.realloc ? h->alloc : tby_alloc_libc();
}

tby_rc tby_history_add(tby_history *h, const tby_pos *p)
{
    tby_alloc a = memory_of(h);

    if (p->halfmoves == 0)
        h->n = 0;
    if (h->n == h->cap) {
        size_t cap = h->cap ? 2 * h->cap : 64;
        if (cap > TBY_HISTORY_MAX)
            return TBY_E_LIMIT;
        uint64_t *keys = a.realloc(a.ctx, h->keys, h->cap * sizeof *keys,
                                   cap * sizeof *keys);
        if (!keys)
            return TBY_E_NOMEM;
        h->keys = keys;
        h->cap = cap;
    }
    TBY_ASSERT(h->n < h->cap);
    h->keys[h->n++] = p->key;
    return TBY_OK;
}

size_t tby_history_count(const tby_history *h, const tby_pos *p)
{
    size_t count = 0;

    for (size_t i = 0; i < h->n; i++)
        count += h->keys[i] == p->key;
    return count;
}

void tby_history_clear(tby_history *h)
{
    h->n = 0;
}

void tby_history_free(tby_history *h)
{
    tby_alloc a = memory_of(h);

    if (h->keys)
        a.realloc(a.ctx, h->keys, h->cap * sizeof *h->keys, 0);
    h->keys = NULL;
    h->n = h->cap = 0;
}

bool tby_pos_insufficient(const tby_pos *p)
{
    tby_bb bishops = tby_pos_role(p, TBY_BISHOP), knights = pos_knights(p);

    if (pos_pawns(p) | pos_straight(p))
        return false;
    if (knights)
        return !bishops && !bb_several(knights);
    return !(bishops & BB_DARK) || !(bishops & ~BB_DARK);
}

tby_outcome tby_outcome_of(const tby_pos *p, const tby_history *h)
{
    size_t times = h ? tby_history_count(h, p) : 0;

    if (tby_moves_count(p) == 0)
        return tby_pos_checkers(p) ? TBY_CHECKMATE : TBY_STALEMATE;
    if (tby_pos_insufficient(p))
        return TBY_INSUFFICIENT;
    if (p->halfmoves >= 150)
        return TBY_SEVENTY_FIVE;
    if (times >= 3)
        return times >= 5 ? TBY_FIVEFOLD : TBY_THREEFOLD;
    return p->halfmoves >= 100 ? TBY_FIFTY : TBY_ONGOING;
}

static tby_rc find_ending(const tby_pos *p, const tby_history *h,
                          tby_dead_look look,
                          const tby_winnable_options *options, tby_ending *out)
{
    tby_ending e = {.outcome = tby_outcome_of(p, h),
                    .can = {TBY_CAN_UNKNOWN, TBY_CAN_UNKNOWN, 0}};
    bool plain = e.outcome != TBY_ONGOING && e.outcome < TBY_DEAD;

    /* Who can win, as far as is looked for.  The quick stage is asked in any
     * case about positions without a move and without material: they are its
     * first answers. */
    if (plain || look != TBY_DEAD_SKIP)
        e.can = tby_winnable_quick(p);
    if (!plain && look == TBY_DEAD_FULL &&
        (e.can.white == TBY_CAN_UNKNOWN || e.can.black == TBY_CAN_UNKNOWN)) {
        TBY_TRY(tby_winnable_full(p, options, &e.can));
    }
    bool later = e.outcome == TBY_ONGOING || e.outcome > TBY_DEAD;
    if (later && tby_winnable_dead(e.can))
        e.outcome = TBY_DEAD;
    *out = e;
    return TBY_OK;
}

tby_rc tby_ending_of(const tby_pos *p, const tby_history *h, tby_dead_look look,
                     tby_ending *out)
{
    tby_winnable_options options = {.max_nodes = 0};

    if (h)
        options.alloc = h->alloc;
    return find_ending(p, h, look, &options, out);
}

tby_rc tby_ending_search(const tby_pos *p, const tby_history *h,
                         const tby_winnable_options *options, tby_ending *out)
{
    return find_ending(p, h, TBY_DEAD_FULL, options, out);
}

static const struct {
    const char *name, *text;
    bool final;
} OUTCOMES[] = {
#define OUTCOME_ROW(symbol, name, final, text) {name, text, final},
    TBY_OUTCOME_MAP(OUTCOME_ROW)
#undef OUTCOME_ROW
};

/* A number that is no outcome counts as a game that goes on. */
static size_t row_of(tby_outcome o)
{
    size_t i = (size_t)o;

    return i < sizeof OUTCOMES / sizeof *OUTCOMES ? i : TBY_ONGOING;
}

bool tby_outcome_is_final(tby_outcome o)
{
    return OUTCOMES[row_of(o)].final;
}

const char *tby_outcome_name(tby_outcome o)
{
    return OUTCOMES[row_of(o)].name;
}

const char *tby_outcome_text(tby_outcome o)
{
    return OUTCOMES[row_of(o)].text;
}
