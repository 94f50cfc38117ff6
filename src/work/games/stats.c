/* stats.c - see stats.h.  A part is itself a tby_stats. */
#include "work/games/stats.h"
#include "core/base/assert.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "work/games/int.h"

#include <string.h>

tby_stats *tby_stats_open(void)
{
    tby_stats *s = games_resize(NULL, 0, sizeof *s);

    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    tby_tally_init(&s->players, 0);
    return s;
}

void tby_stats_close(tby_stats *s)
{
    if (!s)
        return;
    tby_tally_free(&s->players);
    games_free(s, sizeof *s);
}

static tby_rc count_player(tby_stats *s, tby_str name)
{
    tby_str trimmed = tby_str_trim(name);

    if (trimmed.n == 0 || tby_str_is(trimmed, "?"))
        return TBY_OK;
    return tby_tally_add(&s->players, trimmed, 1);
}

/* A code such as B90, whatever stands after it; -1 if it is none. */
static int eco_of(tby_str code)
{
    if (code.n < 3 || code.p[0] < 'A' || code.p[0] > 'E' || code.p[1] < '0' ||
        code.p[1] > '9' || code.p[2] < '0' || code.p[2] > '9')
        return -1;
    return 100 * (code.p[0] - 'A') + 10 * (code.p[1] - '0') + code.p[2] - '0';
}

static unsigned year_of(tby_str date)
{
    uint64_t year = 0;

    if (date.n < 4 ||
        tby_num_u64((tby_str){date.p, 4}, 1, 9999, &year, NULL) != TBY_OK)
        return 0;
    return (unsigned)year;
}

static void count_year(tby_stats *s, unsigned year)
{
    s->no_year += year == 0;
    if (year == 0)
        return;
    if (s->first_year == 0 || year < s->first_year)
        s->first_year = year;
    if (year > s->last_year)
        s->last_year = year;
}

static tby_rc take_game(void *ctx, void *part, tby_games_item *item)
{
    const tby_game *g = item->game;
    tby_stats *s = part;

    (void)ctx;
    if (item->error != TBY_OK)
        return TBY_OK;
    unsigned year = year_of(tby_game_tag(g, "Date"));
    int eco = eco_of(tby_game_tag(g, "ECO"));

    s->games++;
    s->plies += g->plies;
    s->results[g->result]++;
    s->lengths[g->plies < TBY_MAX_PLIES ? g->plies : TBY_MAX_PLIES]++;
    if (eco < 0)
        s->no_eco++;
    else
        s->eco[eco]++;
    count_year(s, year ? year : year_of(tby_game_tag(g, "UTCDate")));
    TBY_TRY(count_player(s, tby_game_tag(g, "White")));
    return count_player(s, tby_game_tag(g, "Black"));
}

static tby_rc open_part(void *ctx, void *part)
{
    (void)ctx;
    tby_tally_init(&((tby_stats *)part)->players, 0);
    return TBY_OK;
}

static void drop_part(void *ctx, void *part)
{
    (void)ctx;
    tby_tally_free(&((tby_stats *)part)->players);
}

static void add_numbers(uint64_t *to, const uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += from[i];
}

static tby_rc join_part(void *ctx, void *part)
{
    tby_stats *to = ctx, *from = part;
    tby_tally players;

    to->games += from->games;
    to->plies += from->plies;
    add_numbers(to->results, from->results, 4);
    add_numbers(to->lengths, from->lengths, TBY_MAX_PLIES + 1);
    add_numbers(to->eco, from->eco, TBY_STATS_ECO);
    to->no_eco += from->no_eco;
    to->no_year += from->no_year;
    if (from->first_year) {
        count_year(to, from->first_year);
        count_year(to, from->last_year);
    }
    tby_rc rc = tby_tally_merge(&to->players, &from->players);
    tby_tally_clear(&from->players);
    players = from->players;
    memset(from, 0, sizeof *from);
    from->players = players;
    return rc;
}

tby_games_visitor tby_stats_visitor(tby_stats *s)
{
    return (tby_games_visitor){.ctx = s,
                               .part_size = sizeof(tby_stats),
                               .part = open_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}

unsigned tby_stats_length(const tby_stats *s, unsigned per_mille)
{
    /* rounded up, and at least the first game */
    uint64_t rank = (s->games * per_mille + 999) / 1000;
    uint64_t seen = 0;
    unsigned i = 0;

    TBY_ASSERT(per_mille <= 1000);
    if (s->games == 0)
        return 0;
    if (rank == 0)
        rank = 1;
    while ((seen += s->lengths[i]) < rank)
        i++;
    return i;
}
