/* players.c - players, how many games they played, and how those ended. */
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "store/query/compiled_filter.h"
#include "store/query/query.h"
#include "store/query/select.h"
#include "store/rows.h"

#include <stdlib.h>
#include <string.h>

typedef struct players_query {
    store_rows *file;
    tby_str name;
    bool apart; /* a row for each spelling, not for each person */
    uint32_t few[STORE_FEW_PLAYERS]; /* the first spellings */
    size_t few_n;                    /* and how many there are */
    uint32_t n;                      /* ids go up to it */
    uint32_t *row_of;                /* by id: row + 1, 0: not asked for */
    tby_player_row *rows;
    size_t rows_n;
    size_t *name_at; /* of rows, in names */
    tby_buf names;
} players_query;

static tby_rc take_name(void *ctx, uint32_t id, tby_str name)
{
    players_query *c = ctx;

    if (id > c->n)
        return TBY_OK;
    uint32_t person = c->apart ? id : tby__rows_person(c->file, id);
    if (c->few_n++ < STORE_FEW_PLAYERS)
        c->few[c->few_n - 1] = id;
    if (c->row_of[person]) {
        c->row_of[id] = c->row_of[person];
        return TBY_OK;
    }
    if (person != id)
        TBY_TRY(tby__rows_name(c->file, STORE_PLAYER, person, &name));
    c->row_of[id] = c->row_of[person] = (uint32_t)c->rows_n + 1;
    c->name_at[c->rows_n] = c->names.n;
    c->rows[c->rows_n].person = tby__rows_person(c->file, id);
    c->rows[c->rows_n++].id = person;
    tby_buf_add(&c->names, name);
    tby_buf_char(&c->names, '\0');
    return c->names.rc;
}

static tby_rc take_player(void *ctx, uint32_t id)
{
    const players_query *c = ctx;
    tby_str name;

    TBY_TRY(tby__rows_name(c->file, STORE_PLAYER, id, &name));
    return take_name(ctx, id, name);
}

static tby_rc mark_meant(void *ctx, uint32_t id)
{
    players_query *c = ctx;

    if (id <= c->n && c->row_of[id])
        c->rows[c->row_of[id] - 1].meant = true;
    return TBY_OK;
}

static tby_rc open_players_query(players_query *c)
{
    c->n = tby__rows_names_n(c->file, STORE_PLAYER);
    c->row_of = calloc(c->n + 1u, sizeof *c->row_of);
    c->rows = calloc(c->n + 1u, sizeof *c->rows);
    c->name_at = calloc(c->n + 1u, sizeof *c->name_at);
    tby_buf_init(&c->names, NULL, (size_t)1 << 30);
    if (!c->row_of || !c->rows || !c->name_at)
        return TBY_E_NOMEM;
    tby_rc rc = c->name.p
                    ? tby__player_match(c->file, c->name, true, take_player, c)
                    : tby__rows_names(c->file, STORE_PLAYER, take_name, c);
    if (rc == TBY_OK && c->name.p)
        rc = tby__player_match(c->file, c->name, false, mark_meant, c);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

static void count(tby_score *s, uint32_t result)
{
    s->games++;
    s->white += result == TBY_RESULT_WHITE;
    s->draws += result == TBY_RESULT_DRAW;
    s->black += result == TBY_RESULT_BLACK;
}

enum { SIDES = 2 };

/* The columns that are looked at; of two sides, that of Black comes next. */
enum { PLAYER = 0, ELO = 2, DATE = 4, RESULT = 5, SHEET = 6 };
static const store_column COLUMNS[SHEET] = {STORE_WHITE,     STORE_BLACK,
                                            STORE_WHITE_ELO, STORE_BLACK_ELO,
                                            STORE_DATE,      STORE_RESULT};

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

static tby_rc query_players(store_rows *f, tby_str name, bool apart,
                            const store_filter *filter, uint64_t offset,
                            uint64_t limit, tby_players_answer *out)
{
    players_query c = {.file = f, .name = name, .apart = apart};
    store_set set = {0};
    tby_rc rc = open_players_query(&c);

    if (rc == TBY_OK)
        rc = tby__store_select(&set, f, filter);
    if (rc == TBY_OK && c.few_n <= STORE_FEW_PLAYERS) /* of others not */
        rc = tby__set_keep_players(&set, f, c.few, c.few_n, STORE_EITHER);
    if (rc == TBY_OK) {
        uint32_t game = tby__set_next(&set, 1);
        while (rc == TBY_OK && game) {
            /* The games of one chunk, from `game` on; the first after it, 0:
             * none. */
            uint32_t chunk = (game - 1) / STORE_CHUNK;
            const chunk_values *s[SHEET];
            uint32_t n;
            for (int k = 0; rc == TBY_OK && k < SHEET; k++)
                rc = tby__rows_chunk(c.file, COLUMNS[k], chunk, &s[k], &n);
            while (rc == TBY_OK && game && (game - 1) / STORE_CHUNK == chunk) {
                uint32_t i = (game - 1) % STORE_CHUNK;
                for (int side = 0; side < SIDES; side++) {
                    uint32_t id = chunk_at(s[PLAYER + side], i);
                    uint32_t row = id <= c.n ? c.row_of[id] : 0;
                    tby_player_row *r = &c.rows[row - (row != 0)];
                    if (!row)
                        continue;
                    count(side ? &r->black : &r->white, chunk_at(s[RESULT], i));
                    uint32_t elo = chunk_at(s[ELO + side], i);
                    uint32_t year = chunk_at(s[DATE], i) >> 9;
                    if (elo > r->elo)
                        r->elo = elo;
                    if (year && (!r->first || year < r->first))
                        r->first = year;
                    if (year > r->last)
                        r->last = year;
                }
                game = tby__set_next(&set, game + 1);
            }
        }
    }
    if (rc == TBY_OK) {
        /* Rows with games, sorted, and of them the page. */
        uint64_t left;
        size_t n = 0;

        for (size_t i = 0; i < c.rows_n; i++) {
            c.rows[i].name = c.names.p + c.name_at[i];
            if (games_of(&c.rows[i]))
                c.rows[n++] = c.rows[i];
        }
        qsort(c.rows, n, sizeof *c.rows, compare);
        left = offset < n ? n - offset : 0;
        out->total = n;
        out->n = limit && limit < left ? limit : left;
        memmove(c.rows, c.rows + (n - left), out->n * sizeof *c.rows);
        out->rows = c.rows;
        out->text = c.names.p;
        c.rows = NULL;
        c.names.p = NULL;
        c.names.n = c.names.cap = 0;
    }
    tby__set_close(&set);
    free(c.row_of);
    free(c.rows);
    free(c.name_at);
    tby_buf_free(&c.names);
    return rc;
}

tby_rc tby__query_players(tby_store *s, tby_str name,
                          const store_filter *filter, uint64_t offset,
                          uint64_t limit, tby_players_answer *out)
{
    return query_players(store_rows_of(s), name, false, filter, offset, limit,
                         out);
}

tby_rc tby__query_spellings(tby_store *s, tby_str name, tby_players_answer *out)
{
    static const store_filter EVERY_GAME;

    return query_players(store_rows_of(s), name, true, &EVERY_GAME, 0, 0, out);
}
