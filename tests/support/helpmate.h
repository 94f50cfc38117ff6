/* helpmate.h - who can still win, by going through every position that can be
 * reached.  Nothing but the rules of the library and patience: the judge of
 * winnable.h. */
#ifndef TBY_TESTS_HELPMATE_H
#define TBY_TESTS_HELPMATE_H

#include "support/check.h"
#include "tabiya/tabiya.h"

#include <stdlib.h>

typedef struct helpmate {
    bool can[2];     /* White mates, Black mates */
    bool exhaustive; /* or the room was too small, and a false says nothing */
    size_t positions;
} helpmate;

typedef struct helpmate_store {
    tby_pos *pos;
    uint32_t *slot; /* 0: free; else the number of a position, from 1 */
    size_t n, room;
} helpmate_store;

/* False if there is no room. */
static inline bool helpmate_enter(helpmate_store *s, const tby_pos *p)
{
    size_t mask = 4 * s->room - 1, i = p->key & mask;

    for (; s->slot[i]; i = (i + 1) & mask)
        if (tby_pos_same(&s->pos[s->slot[i] - 1], p))
            return true;
    if (s->n == s->room)
        return false;
    s->pos[s->n++] = *p;
    s->slot[i] = (uint32_t)s->n;
    return true;
}

/* Breadth first from *p, until both sides have mated, all is seen, or `room`
 * positions (a power of two) are. */
static inline helpmate helpmate_judge(const tby_pos *p, size_t room)
{
    helpmate_store s = {.pos = malloc(room * sizeof *s.pos),
                        .slot = calloc(4 * room, sizeof *s.slot),
                        .room = room};
    helpmate out = {.exhaustive = true};

    CHECK(s.pos && s.slot, "no memory");
    helpmate_enter(&s, p);
    for (size_t i = 0; i < s.n && !(out.can[0] && out.can[1]); i++) {
        tby_pos here = s.pos[i];
        tby_moves moves;
        tby_moves_legal(&here, &moves);
        if (moves.n == 0 && tby_pos_checkers(&here))
            out.can[here.turn ^ 1] = true;
        for (size_t k = 0; k < moves.n; k++) {
            tby_pos next = here;
            tby_pos_play(&next, moves.at[k]);
            out.exhaustive &= helpmate_enter(&s, &next);
        }
    }
    out.positions = s.n;
    free(s.pos);
    free(s.slot);
    return out;
}

#endif
