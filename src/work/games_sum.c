/* games_sum.c - what is counted. */
#include "core/base/assert.h"
#include "work/games.h"

void tby_games_count(tby_games_sum *sum, tby_rc code, uint64_t n)
{
    size_t i = 0;

    while (i < sum->kinds_n && sum->kinds[i].code != code)
        i++;
    TBY_ASSERT(i < TBY_GAMES_KINDS);
    if (i == sum->kinds_n)
        sum->kinds[sum->kinds_n++] = (tby_games_kind){.code = code};
    sum->kinds[i].n += n;
    sum->faults += n;
}

void tby_games_add(tby_games_sum *to, const tby_games_sum *from)
{
    to->games += from->games;
    to->plies += from->plies;
    to->damaged += from->damaged;
    to->refused += from->refused;
    to->latin1 += from->latin1;
    for (size_t i = 0; i < from->kinds_n; i++)
        tby_games_count(to, from->kinds[i].code, from->kinds[i].n);
}

const char *tby_games_format_name(tby_games_format format)
{
    static const char *const NAMES[] = {"pgn", "cdb", "jsonl"};

    return NAMES[format];
}
