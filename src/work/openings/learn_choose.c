/* learn_choose.c - which candidates become rows, see learn_int.h. */
#include "work/games/int.h"
#include "work/openings/learn_int.h"

#include <stdlib.h>

/* A game at a candidate: candidate, code, and whether what is said of the game
 * so far is right, packed so that sorting brings together what belongs so. */
typedef uint64_t vote;

static vote vote_of(uint32_t candidate, const learn_game *g)
{
    return (vote)candidate << 32 | (vote)g->code << 1 |
           (vote)(g->code == g->answer);
}

static uint32_t candidate_of(vote v)
{
    return (uint32_t)(v >> 32);
}

static uint16_t code_of(vote v)
{
    return (uint16_t)(v >> 1 & 0x7fff);
}

static int by_value(const void *a, const void *b)
{
    vote x = *(const vote *)a, y = *(const vote *)b;

    return (x > y) - (x < y);
}

/* The candidate that a game passes at a ply, 0 if there is none. */
static uint32_t passed(const learn_game *g, unsigned ply)
{
    return ply >= g->first && ply < (unsigned)g->first + g->n
               ? g->at[ply - g->first]
               : 0;
}

/* The votes of all games at this ply for candidates that have no code yet. */
static size_t collect(const learn_store *s, unsigned ply, const uint16_t *codes,
                      vote *votes)
{
    size_t at = 0, n = 0;
    learn_game g;

    while (learn_store_next(s, &at, &g)) {
        uint32_t candidate = passed(&g, ply);
        if (candidate && codes[candidate - 1] == LEARN_NO_CODE)
            votes[n++] = vote_of(candidate, &g);
    }
    return n;
}

/* One candidate's votes: its code, if that sets enough games right.  The first
 * game does not count: of two that contradict each other either would win. */
static uint16_t judge(const vote *votes, size_t n)
{
    size_t right = 0, most = 0, run = 0;
    uint16_t code = LEARN_NO_CODE;

    for (size_t i = 0; i < n; i++) {
        right += votes[i] & 1;
        run = i && code_of(votes[i]) == code_of(votes[i - 1]) ? run + 1 : 1;
        if (run > most) {
            most = run;
            code = code_of(votes[i]);
        }
    }
    return most >= right + 1 + LEARN_GAIN ? code : LEARN_NO_CODE;
}

static void count(vote *votes, size_t n, uint16_t *codes)
{
    qsort(votes, n, sizeof *votes, by_value);
    for (size_t from = 0, to; from < n; from = to) {
        uint32_t candidate = candidate_of(votes[from]);
        for (to = from; to < n && candidate_of(votes[to]) == candidate; to++)
            continue;
        codes[candidate - 1] = judge(votes + from, to - from);
    }
}

/* What is said of the games from this ply on. */
static void answer(learn_store *s, unsigned ply, const uint16_t *codes)
{
    size_t at = 0, begin = 0;
    learn_game g;

    while (learn_store_next(s, &at, &g)) {
        uint32_t candidate = passed(&g, ply);
        if (candidate && codes[candidate - 1] != LEARN_NO_CODE)
            learn_store_answer(s, begin, codes[candidate - 1]);
        begin = at;
    }
}

static size_t count_games(const learn_store *s)
{
    size_t at = 0, n = 0;
    learn_game g;

    while (learn_store_next(s, &at, &g))
        n++;
    return n;
}

tby_rc learn_choose(learn_store *s, uint16_t *codes, uint32_t n)
{
    size_t games = count_games(s);
    vote *votes = games_resize(NULL, 0, (games + 1) * sizeof *votes);

    if (!votes)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        codes[i] = LEARN_NO_CODE;
    for (unsigned ply = 0; ply <= LEARN_PLIES; ply++) {
        count(votes, collect(s, ply, codes, votes), codes);
        answer(s, ply, codes);
    }
    games_resize(votes, (games + 1) * sizeof *votes, 0);
    return TBY_OK;
}
