/* players.c - who played how many games, and how they ended. */
#include "core/base/buf.h"
#include "store/query/player_match.h"
#include "store/query/players_query.h"
#include "store/query/select.h"
#include "store/sqlite/store_int.h"

#include <stdlib.h>
#include <string.h>

typedef struct players_query {
    store_file *file;
    tby_str name;
    uint32_t n;       /* ids go up to it */
    uint32_t *row_of; /* by id: row + 1, 0: not asked for */
    tby_player_row *rows;
    size_t rows_n;
    size_t *name_at; /* of rows, in names */
    tby_buf names;
} players_query;

/* --- names ----------------------------------------------------------------*/

static tby_rc take_name(void *ctx, uint32_t id, tby_str name)
{
    players_query *c = ctx;

    if (id > c->n)
        return TBY_OK;
    c->row_of[id] = (uint32_t)c->rows_n + 1;
    c->name_at[c->rows_n] = c->names.n;
    c->rows[c->rows_n++].id = id;
    tby_buf_add(&c->names, name);
    tby_buf_char(&c->names, '\0');
    return c->names.rc;
}

static tby_rc take_player(void *ctx, uint32_t id)
{
    const players_query *c = ctx;
    tby_str name;
    tby_rc rc = store_file_name(c->file, STORE_PLAYER, id, &name);

    return rc == TBY_OK ? take_name(ctx, id, name) : rc;
}

static tby_rc open_players_query(players_query *c)
{
    c->n = store_file_names_n(c->file, STORE_PLAYER);
    c->row_of = calloc(c->n + 1u, sizeof *c->row_of);
    c->rows = calloc(c->n + 1u, sizeof *c->rows);
    c->name_at = calloc(c->n + 1u, sizeof *c->name_at);
    tby_buf_init(&c->names, NULL, (size_t)1 << 30);
    if (!c->row_of || !c->rows || !c->name_at)
        return TBY_E_NOMEM;
    tby_rc rc = c->name.p
                    ? store_player_match(c->file, c->name, take_player, c)
                    : store_file_names(c->file, STORE_PLAYER, take_name, c);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* --- games ----------------------------------------------------------------*/

static void count(tby_score *s, uint32_t result)
{
    s->games++;
    s->white += result == TBY_RESULT_WHITE;
    s->draws += result == TBY_RESULT_DRAW;
    s->black += result == TBY_RESULT_BLACK;
}

static void meet(tby_player_row *row, uint32_t elo, uint32_t date)
{
    uint32_t year = date >> 9;

    if (elo > row->elo)
        row->elo = elo;
    if (year && (!row->first || year < row->first))
        row->first = year;
    if (year > row->last)
        row->last = year;
}

enum { SIDES = 2 };

/* The columns of a chunk that are looked at. */
typedef struct sheet {
    const chunk_values *player[SIDES], *elo[SIDES], *date, *result;
    uint32_t n;
} sheet;

static tby_rc open_sheet(store_file *f, uint32_t chunk, sheet *s)
{
    const struct {
        store_column column;
        const chunk_values **to;
    } wanted[] = {
        {STORE_WHITE, &s->player[0]},  {STORE_BLACK, &s->player[1]},
        {STORE_WHITE_ELO, &s->elo[0]}, {STORE_BLACK_ELO, &s->elo[1]},
        {STORE_DATE, &s->date},        {STORE_RESULT, &s->result},
    };
    tby_rc rc = TBY_OK;

    for (size_t i = 0; rc == TBY_OK && i < sizeof wanted / sizeof *wanted; i++)
        rc = store_file_chunk(f, wanted[i].column, chunk, wanted[i].to, &s->n);
    return rc;
}

static void count_game(players_query *c, const sheet *s, uint32_t i)
{
    for (int side = 0; side < SIDES; side++) {
        uint32_t id = chunk_at(s->player[side], i);
        uint32_t row = id <= c->n ? c->row_of[id] : 0;
        tby_player_row *r = &c->rows[row - (row != 0)];

        if (!row)
            continue;
        count(side ? &r->black : &r->white, chunk_at(s->result, i));
        meet(r, chunk_at(s->elo[side], i), chunk_at(s->date, i));
    }
}

/* The games of one chunk, from `game` on; the first behind it, 0: none. */
static tby_rc count_chunk(players_query *c, const store_set *set,
                          uint32_t *game)
{
    uint32_t chunk = (*game - 1) / STORE_CHUNK;
    sheet s;
    tby_rc rc = open_sheet(c->file, chunk, &s);

    while (rc == TBY_OK && *game && (*game - 1) / STORE_CHUNK == chunk) {
        count_game(c, &s, (*game - 1) % STORE_CHUNK);
        *game = store_set_next(set, *game + 1);
    }
    return rc;
}

static tby_rc count_games(players_query *c, const store_set *set)
{
    uint32_t game = store_set_next(set, 1);
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && game)
        rc = count_chunk(c, set, &game);
    return rc;
}

/* --- the answer -----------------------------------------------------------*/

static uint64_t games_of(const tby_player_row *r)
{
    return r->white.games + r->black.games;
}

static int compare(const void *a, const void *b)
{
    const tby_player_row *x = a, *y = b;

    if (games_of(x) != games_of(y))
        return games_of(x) > games_of(y) ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Rows with games, sorted, and of them the page. */
static void answer(players_query *c, uint64_t offset, uint64_t limit,
                   tby_players_answer *out)
{
    uint64_t left;
    size_t n = 0;

    for (size_t i = 0; i < c->rows_n; i++) {
        c->rows[i].name = c->names.p + c->name_at[i];
        if (games_of(&c->rows[i]))
            c->rows[n++] = c->rows[i];
    }
    qsort(c->rows, n, sizeof *c->rows, compare);
    left = offset < n ? n - offset : 0;
    out->total = n;
    out->n = limit && limit < left ? limit : left;
    memmove(c->rows, c->rows + (n - left), out->n * sizeof *c->rows);
    out->rows = c->rows;
    out->text = c->names.p;
    c->rows = NULL;
    c->names.p = NULL;
    c->names.n = c->names.cap = 0;
}

static void close_players_query(players_query *c)
{
    free(c->row_of);
    free(c->rows);
    free(c->name_at);
    tby_buf_free(&c->names);
}

static tby_rc ask(players_query *c, const store_filter *filter, uint64_t offset,
                  uint64_t limit, tby_players_answer *out)
{
    store_filter wanted;
    store_set set = {0};
    tby_rc rc = open_players_query(c);

    store_filter_init(&wanted);
    if (filter)
        wanted = *filter;
    if (!wanted.player.p) { /* games of others do not count */
        wanted.player = c->name;
        wanted.as = STORE_EITHER;
    }
    if (rc == TBY_OK)
        rc = store_select(&set, c->file, &wanted);
    if (rc == TBY_OK)
        rc = count_games(c, &set);
    if (rc == TBY_OK)
        answer(c, offset, limit, out);
    store_set_close(&set);
    close_players_query(c);
    return rc;
}

tby_rc store_players_query(store_file *f, tby_str name,
                           const store_filter *filter, uint64_t offset,
                           uint64_t limit, tby_players_answer *out)
{
    players_query c = {.file = f, .name = name};

    return ask(&c, filter, offset, limit, out);
}

tby_rc tby_store_players(tby_store *s, tby_str name, const store_filter *filter,
                         uint64_t offset, uint64_t limit,
                         tby_players_answer *out)
{
    tby_players_answer result = {0};
    tby_rc rc;

    STORE_ASK(
        s, rc,
        store_players_query(s->file, name, filter, offset, limit, &result));
    if (rc == TBY_OK)
        *out = result;
    return rc;
}

void tby_players_free(tby_players_answer *a)
{
    free(a->rows);
    free(a->text);
    *a = (tby_players_answer){0};
}
