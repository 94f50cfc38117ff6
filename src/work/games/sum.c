/* sum.c - what is counted. */
#include "core/base/assert.h"
#include "core/game/pgn/doubts.h"
#include "work/games/games.h"

static tby_games_kind *kind_of(tby_games_sum *sum, tby_rc code)
{
    size_t i = 0;

    while (i < sum->kinds_n && sum->kinds[i].code != code)
        i++;
    TBY_ASSERT(i < TBY_GAMES_KINDS);
    if (i == sum->kinds_n)
        sum->kinds[sum->kinds_n++] = (tby_games_kind){.code = code};
    return &sum->kinds[i];
}

void tby_games_count(tby_games_sum *sum, tby_rc code, uint64_t n)
{
    kind_of(sum, code)->n += n;
    *(tby_pgn_is_doubt(code) ? &sum->warnings : &sum->faults) += n;
}

void tby_games_count_fixed(tby_games_sum *sum, tby_rc code, uint64_t n)
{
    kind_of(sum, code)->fixed += n;
    sum->fixed += n;
}

void tby_games_add(tby_games_sum *to, const tby_games_sum *from)
{
    to->games += from->games;
    to->plies += from->plies;
    to->damaged += from->damaged;
    to->refused += from->refused;
    to->latin1 += from->latin1;
    for (size_t i = 0; i < from->kinds_n; i++) {
        tby_games_count(to, from->kinds[i].code, from->kinds[i].n);
        tby_games_count_fixed(to, from->kinds[i].code, from->kinds[i].fixed);
    }
}

const char *tby_games_format_name(tby_games_format format)
{
    static const char *const NAMES[] = {"pgn", "cdb", "jsonl"};

    return NAMES[format];
}
