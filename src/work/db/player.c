/* player.c - see player.h. */
#include "work/db/player.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/game/game.h"
#include "tabiya/san.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a game counts for: the same in every part that it is in. */
static void count(tby_player_part *p, const tby_game_row *r, bool black)
{
    uint32_t elo = black ? r->white_elo : r->black_elo;
    bool drawn = r->result == TBY_RESULT_DRAW;
    bool won = r->result == (black ? TBY_RESULT_BLACK : TBY_RESULT_WHITE);
    bool lost = r->result == (black ? TBY_RESULT_WHITE : TBY_RESULT_BLACK);

    p->games++;
    p->won += won;
    p->drawn += drawn;
    p->lost += lost;
    if (!elo || !(won || drawn || lost))
        return;
    p->rated++;
    p->halves += won ? 2 : drawn;
    p->ratings += elo;
}

static tby_rc count_in(tby_player_report *p, tby_player_group group,
                       uint32_t order, const char *name, const tby_game_row *r,
                       bool black)
{
    size_t i = 0, n = p->groups[group].n;

    while (i < n && strcmp(p->groups[group].at[i].name, name) != 0)
        i++;
    if (i == n) {
        TBY_TRY(tby_grow(NULL, (void **)&p->groups[group].at,
                         &p->groups[group].cap, n + 1,
                         sizeof *p->groups[group].at));
        tby_player_part *new = &p->groups[group].at[p->groups[group].n++];
        *new = (tby_player_part){.order = order};
        snprintf(new->name, sizeof new->name, "%s", name);
    }
    count(&p->groups[group].at[i], r, black);
    return TBY_OK;
}

/* "1. e4" of White's games, "1. e4 c5" of Black's. */
static void name_moves(const tby_game *g, bool black, char out[32])
{
    tby_mainline line = {.game = g};
    tby_pos pos = g->start, start = tby_pos_start();
    char san[TBY_SAN_MAX];
    size_t n = (size_t)snprintf(out, 32, "%s",
                                tby_pos_same(&pos, &start) ? "1." : "set up");

    for (int ply = 0; out[0] == '1' && ply <= black; ply++) {
        tby_move move = tby_mainline_next(&line);
        if (move == TBY_MOVE_NONE || move == TBY_MOVE_NULL)
            break;
        tby_san_write(&pos, move, san);
        n += (size_t)snprintf(out + n, 32 - n, " %s", san);
        tby_pos_play(&pos, move);
    }
    if (n == 2)
        snprintf(out, 32, "?");
}

static tby_rc count_game(tby_player_report *p, tby_store *s, uint64_t id,
                         tby_game *game, bool black)
{
    tby_game_row r;
    char text[32];

    TBY_TRY(tby_store_game(s, id, game));
    TBY_TRY(tby_store_row(s, id, &r));
    uint32_t elo = black ? r.white_elo : r.black_elo;
    count(&p->all, &r, black);
    TBY_TRY(count_in(p, TBY_PLAYER_COLORS, black, black ? "Black" : "White", &r,
                     black));
    bool known = r.date[0] && r.date[0] != '?';
    snprintf(text, sizeof text, "%.4s", known ? r.date : "?");
    uint64_t year = 0;
    if (tby_num_u64(tby_str_of(text), 0, 9999, &year, NULL) != TBY_OK)
        year = 0;
    TBY_TRY(count_in(p, TBY_PLAYER_YEARS, (uint32_t)year, text, &r, black));
    snprintf(text, sizeof text, "%u-%u", elo / 100 * 100, elo / 100 * 100 + 99);
    TBY_TRY(
        count_in(p, TBY_PLAYER_BANDS, elo / 100, elo ? text : "?", &r, black));
    TBY_TRY(count_in(p, black ? TBY_PLAYER_BLACK_ECO : TBY_PLAYER_WHITE_ECO, 0,
                     r.eco[0] ? r.eco : "?", &r, black));
    name_moves(game, black, text);
    return count_in(p, black ? TBY_PLAYER_BLACK : TBY_PLAYER_WHITE, 0, text, &r,
                    black);
}

/* By the order, then games, then name. */
static int compare(const void *a, const void *b)
{
    const tby_player_part *x = a, *y = b;

    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    return strcmp(x->name, y->name);
}

tby_rc tby_player_report_open(tby_player_report *p, tby_store *s,
                              const store_filter *filter)
{
    store_filter *one = tby_grow_new(NULL, 1, sizeof *one); /* large */
    tby_rc rc = one ? TBY_OK : TBY_E_NOMEM;
    tby_game game;

    *p = (tby_player_report){.all = {.name = "all"}};
    tby_game_init(&game, NULL);
    for (int black = 0; rc == TBY_OK && black < 2; black++) {
        tby_games_answer found;
        store_side as = black ? STORE_AS_BLACK : STORE_AS_WHITE;
        if (filter->as != STORE_EITHER && filter->as != as)
            continue;
        *one = *filter;
        one->as = as;
        rc = tby_store_find(s, one, TBY_BY_ID, 0, 0, &found);
        for (size_t i = 0; rc == TBY_OK && i < found.n; i++)
            rc = count_game(p, s, found.ids[i], &game, black);
        if (rc == TBY_OK)
            tby_games_free(&found);
    }
    for (int g = 0; rc == TBY_OK && g < TBY_PLAYER_GROUPS; g++)
        if (p->groups[g].n)
            qsort(p->groups[g].at, p->groups[g].n, sizeof *p->groups[g].at,
                  compare);
    tby_game_free(&game);
    tby_grow_free(NULL, one, 1, sizeof *one);
    return rc;
}

void tby_player_report_free(tby_player_report *p)
{
    for (int g = 0; g < TBY_PLAYER_GROUPS; g++)
        tby_grow_free(NULL, p->groups[g].at, p->groups[g].cap,
                      sizeof *p->groups[g].at);
    *p = (tby_player_report){0};
}

double tby_player_opponents(const tby_player_part *p)
{
    return p->rated ? (double)p->ratings / (double)p->rated : 0;
}

double tby_player_performance(const tby_player_part *p)
{
    double points = (double)p->halves / 2, n = (double)p->rated;

    if (!p->rated)
        return 0;
    double gain = points <= 0   ? -800
                  : points >= n ? 800
                                : 400 * log10(points / (n - points));
    return tby_player_opponents(p) + fmin(fmax(gain, -800), 800);
}
