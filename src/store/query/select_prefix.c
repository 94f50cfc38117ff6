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
#include "store/query/select.h"
#include "store/query/visit_position.h"

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

/* TBY_DONE: it comes to a position twice. */
static tby_rc open_line(line *l, const store_filter *filter)
{
    tby_pos pos = tby_pos_start();

    *l = (line){.n = filter->prefix_n, .codes = filter->prefix};
    l->at = malloc((l->n + 1u) * sizeof *l->at);
    if (!l->at)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < l->n; i++) {
        for (uint32_t k = 0; k < i; k++)
            if (l->at[k].key == pos.key)
                return TBY_DONE;
        l->at[i] = pos;
        tby_pos_play(&pos, tby__code_move(&pos, l->codes[i]));
    }
    return TBY_OK;
}

/* Keeps the games that play move i of the line where it is played. */
static tby_rc keep_playing(store_set *set, store_rows *f, const line *l,
                           uint32_t i)
{
    store_target target = store_target_of(&l->at[i]);

    return tby__set_keep(set, f, &target, &l->codes[i]);
}

tby_rc tby__select_prefix(store_set *set, store_rows *f, store_filter *filter)
{
    if (!filter->has_prefix)
        return TBY_OK;
    line l;
    tby_rc rc = open_line(&l, filter);

    if (rc == TBY_DONE) {
        store_target end = store_target_of(&filter->prefix_end);
        rc = tby__set_keep(set, f, &end, NULL);
        rc = rc == TBY_OK ? TBY_DONE : rc;
    } else if (rc == TBY_OK && l.n) {
        /* TBY_DONE: it is better to look at the moves of those that are left.
         */
        uint64_t *lists = malloc((l.n + 1u) * sizeof *lists), sum = 0;
        rc = lists ? keep_playing(set, f, &l, l.n - 1) : TBY_E_NOMEM;
        uint64_t left = rc == TBY_OK ? tby__set_count(set) : 0;
        if (rc == TBY_OK && left > FEW) {
            /* How many games each list has that must be read, 0 where none need
             * be; the last one is. */
            uint64_t passing = 0, playing = 0;
            for (uint32_t i = 0; rc == TBY_OK && i < l.n; i++) {
                store_target target = store_target_of(&l.at[i]);
                uint64_t before = playing;
                rc = tby__count_visits(f, &target, 0, l.codes[i], &passing,
                                       &playing);
                if (i == 0)
                    continue;
                lists[i - 1] = passing == before ? 0 : before;
                sum += lists[i - 1];
            }
        }
        if (rc == TBY_OK && (left <= FEW || left * LOOK < sum))
            rc = TBY_DONE;
        for (uint32_t i = l.n - 1; rc == TBY_OK && i-- > 0;)
            if (lists[i])
                rc = keep_playing(set, f, &l, i);
        free(lists);
    }
    if (rc == TBY_OK) {
        uint32_t game = tby__set_next(set, 1);
        while (rc == TBY_OK && game) {
            uint32_t chunk = (game - 1) / STORE_CHUNK,
                     first = chunk * STORE_CHUNK;
            const chunk_values *flags;
            uint32_t n;
            rc = tby__rows_chunk(f, STORE_FLAGS, chunk, &flags, &n);
            if (rc == TBY_OK && flags->width == 0 &&
                !(flags->smallest & STORE_IS_SETUP))
                n = 0; /* none is a set-up, as a rule */
            for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
                if (first + i < set->games &&
                    chunk_at(flags, i) & STORE_IS_SETUP)
                    store_set_drop(set, first + i + 1);
            game = tby__set_next(set, first + STORE_CHUNK + 1);
        }
    }
    free(l.at);
    filter->has_prefix = rc != TBY_OK;
    return rc < 0 ? rc : TBY_OK;
}
