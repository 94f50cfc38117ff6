/* select_prefix.c - an order of moves, asked of the index.
 *
 * The index knows which move a game plays at its first visit to a position.  A
 * game that begins at the start and with the moves m1 .. mk plays each of them
 * at its first visit to the position before it, if these positions differ; and
 * one that plays m1 at its first visit to the start, m2 at its first visit to
 * what follows, and so on, has begun with them.  So the games are those that
 * all of these lists have in common, from which set-ups are taken out.
 *
 * Where as many games have a position as play the move that leads to it here,
 * all have come that way, and the list of that move need not be read. */
#include "store/query/pass.h"
#include "store/query/select.h"

#include <stdlib.h>

enum {
    /* So few games are soon looked at one by one. */
    FEW = 128,
    /* Looking at the moves of a game costs as much as so many numbers of a
     * list. */
    LOOK = 500
};

typedef struct line {
    uint32_t n;
    const store_code *codes;
    tby_pos *at; /* before each of them */
} line;

/* Differs from the ones before it? */
static bool is_new(const line *l, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (l->at[k].key == l->at[i].key)
            return false;
    return true;
}

/* TBY_DONE: it comes to a position twice. */
static tby_rc open_line(line *l, const store_filter *filter)
{
    tby_pos pos = tby_pos_start();

    *l = (line){.n = filter->prefix_n, .codes = filter->prefix};
    l->at = malloc((l->n + 1u) * sizeof *l->at);
    if (!l->at)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < l->n; i++) {
        l->at[i] = pos;
        if (!is_new(l, i))
            return TBY_DONE;
        tby_pos_play(&pos, store_code_move(&pos, l->codes[i]));
    }
    return TBY_OK;
}

/* --- lists ----------------------------------------------------------------*/

/* Keeps the games that play move i of the line where it is played. */
static tby_rc keep_playing(store_set *set, store_file *f, const line *l,
                           uint32_t i)
{
    store_target target = store_target_of(&l->at[i]);

    return store_set_keep(set, f, &target, &l->codes[i]);
}

/* How many games each list has that must be read, 0 where none need be; the
 * last one is. */
static tby_rc measure_lists(store_file *f, const line *l, uint64_t *lists,
                            uint64_t *sum)
{
    uint64_t passing = 0, playing = 0;
    tby_rc rc = TBY_OK;

    *sum = 0;
    for (uint32_t i = 0; rc == TBY_OK && i < l->n; i++) {
        store_target target = store_target_of(&l->at[i]);
        uint64_t before = playing;
        rc = store_pass_counts(f, &target, l->codes[i], &passing, &playing);
        if (i == 0)
            continue;
        lists[i - 1] = passing == before ? 0 : before;
        *sum += lists[i - 1];
    }
    return rc;
}

/* TBY_DONE: it is better to look at the moves of those that are left. */
static tby_rc keep_line(store_set *set, store_file *f, const line *l)
{
    uint64_t *lists = malloc((l->n + 1u) * sizeof *lists), sum = 0;
    tby_rc rc = lists ? keep_playing(set, f, l, l->n - 1) : TBY_E_NOMEM;
    uint64_t left = rc == TBY_OK ? store_set_count(set) : 0;

    if (rc == TBY_OK && left > FEW)
        rc = measure_lists(f, l, lists, &sum);
    if (rc == TBY_OK && (left <= FEW || left * LOOK < sum))
        rc = TBY_DONE;
    for (uint32_t i = l->n - 1; rc == TBY_OK && i-- > 0;)
        if (lists[i])
            rc = keep_playing(set, f, l, i);
    free(lists);
    return rc;
}

/* --- set-ups --------------------------------------------------------------*/

static void drop_marked(store_set *set, uint32_t first,
                        const chunk_values *flags, uint32_t n)
{
    if (flags->width == 0 && !(flags->smallest & STORE_IS_SETUP))
        return; /* no game has any, as a rule */
    for (uint32_t i = 0; i < n && first + i < set->games; i++)
        if (chunk_at(flags, i) & STORE_IS_SETUP)
            store_set_drop(set, first + i + 1);
}

static tby_rc drop_setups(store_set *set, store_file *f)
{
    uint32_t game = store_set_next(set, 1);
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && game) {
        uint32_t chunk = (game - 1) / STORE_CHUNK, first = chunk * STORE_CHUNK;
        const chunk_values *flags;
        uint32_t n;

        rc = store_file_chunk(f, STORE_FLAGS, chunk, &flags, &n);
        if (rc == TBY_OK)
            drop_marked(set, first, flags, n);
        game = store_set_next(set, first + STORE_CHUNK + 1);
    }
    return rc;
}

/* --- both -----------------------------------------------------------------*/

static tby_rc keep_prefix(store_set *set, store_file *f,
                          const store_filter *filter)
{
    line l;
    tby_rc rc = open_line(&l, filter);

    if (rc == TBY_DONE) {
        store_target end = store_target_of(&filter->prefix_end);
        rc = store_set_keep(set, f, &end, NULL);
        rc = rc == TBY_OK ? TBY_DONE : rc;
    } else if (rc == TBY_OK && l.n) {
        rc = keep_line(set, f, &l);
    }
    if (rc == TBY_OK)
        rc = drop_setups(set, f);
    free(l.at);
    return rc;
}

tby_rc store_select_prefix(store_set *set, store_file *f, store_filter *filter)
{
    if (!filter->has_prefix)
        return TBY_OK;
    tby_rc rc = keep_prefix(set, f, filter);
    filter->has_prefix = rc != TBY_OK;
    return rc < 0 ? rc : TBY_OK;
}
