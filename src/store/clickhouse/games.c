/* games.c - whole games: how one is kept in a row, and fetching them. */
#include "store/clickhouse/int.h"

#include "store/record/tags.h"
#include "store/record/varint.h"

#include <stdlib.h>

/* --- the rest of a row ----------------------------------------------------
 *
 * The names (0, or their length and one, and the bytes), the columns of
 * numbers, and what is left are the extra. */

void tby__ch_put_rest(const store_packed *game, tby_buf *out)
{
    for (unsigned i = 0; i < STORE_NAMES; i++) {
        tby_str name = game->names[i];
        varint_put(out, name.p ? (uint32_t)name.n + 1 : 0);
        if (name.p)
            tby_buf_add(out, name);
    }
    for (unsigned i = STORE_NAMES; i < STORE_COLUMNS; i++)
        varint_put(out, game->column[i]);
    tby_buf_add(out, game->extra);
}

static bool read_rest(tby_str rest, store_packed *out)
{
    uint32_t n;

    for (unsigned i = 0; i < STORE_NAMES; i++) {
        out->names[i] = (tby_str){NULL, 0};
        if (!varint_take(&rest, &n) ||
            (n && !bytes_take(&rest, n - 1, &out->names[i])))
            return false;
    }
    for (unsigned i = STORE_NAMES; i < STORE_COLUMNS; i++)
        if (!varint_take(&rest, &out->column[i]))
            return false;
    out->extra = rest;
    return true;
}

tby_rc tby__ch_take_game(ch_games *to, uint64_t id, tby_str moves, tby_str rest)
{
    ch_game g = {.id = id};

    /* what is read points into the copy; an empty text has a place, too */
    char *copy = tby_arena_take(&to->texts, rest.n + 1);
    store_code *codes = tby_arena_take(&to->texts, moves.n + 1);
    if (!copy || !codes)
        return TBY_E_NOMEM;
    if (rest.n)
        memcpy(copy, rest.p, rest.n);
    if (!read_rest((tby_str){copy, rest.n}, &g.packed) ||
        g.packed.column[STORE_PLIES] > STORE_PLIES_MAX ||
        moves.n != 2 * (size_t)g.packed.column[STORE_PLIES])
        return TBY_E_STORE_DAMAGED;
    for (size_t i = 0; i < moves.n / 2; i++)
        codes[i] = (store_code)((uint8_t)moves.p[2 * i] |
                                (uint8_t)moves.p[2 * i + 1] << 8);
    g.packed.codes = codes;
    return TBY_APPEND(NULL, *to, g);
}

void tby__ch_games_clear(ch_games *g)
{
    tby_grow_free(NULL, g->at, g->cap, sizeof *g->at);
    tby_arena_free(&g->texts);
    *g = (ch_games){.n = 0};
    tby_arena_init(&g->texts, NULL);
}

/* --- fetching -------------------------------------------------------------*/

static int compare_games(const void *a, const void *b)
{
    const ch_game *x = a, *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

static const ch_game *find_game(const ch_games *g, uint64_t id)
{
    ch_game wanted = {.id = id};

    return g->n ? bsearch(&wanted, g->at, g->n, sizeof *g->at, compare_games)
                : NULL;
}

/* "SELECT ... WHERE id IN (...)" for the games of a shard; empty: none. */
static void put_question(const store_cluster *c, size_t shard,
                         const uint64_t *ids, size_t n, tby_buf *sql)
{
    for (size_t i = 0; i < n; i++) {
        if (ch_shard_of(c, ids[i]) != shard)
            continue;
        tby_buf_cstr(sql, sql->n ? ", "
                                 : "SELECT id, moves, rest FROM games_local "
                                   "WHERE id IN (");
        tby_buf_u64(sql, ids[i]);
    }
    if (!sql->n)
        return;
    tby_buf_char(sql, ')');
    tby_buf_add(sql, tby_buf_str(&c->only));
    tby_buf_cstr(sql, " FORMAT RowBinary");
}

tby_rc tby__ch_fetch(store_cluster *c, ch_games *to, const uint64_t *ids,
                     size_t n)
{
    ch_request r[CH_SHARDS];
    tby_buf sql[CH_SHARDS];
    size_t asked = 0, before = to->n;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < c->address.shards; i++) {
        tby_buf_init(&sql[i], NULL, (size_t)32 << 20);
        put_question(c, i, ids, n, &sql[i]);
        rc = rc == TBY_OK ? sql[i].rc : rc;
        if (sql[i].n)
            r[asked++] = (ch_request){.shard = i, .sql = tby_buf_str(&sql[i])};
    }
    if (rc == TBY_OK && asked)
        rc = tby__ch_send(c, r, asked);
    for (size_t i = 0; rc == TBY_OK && i < asked; i++) {
        ch_answer a = ch_answer_of(&r[i]);
        while (rc == TBY_OK && ch_more(&a)) {
            uint64_t id = ch_take(&a, 8);
            tby_str moves = ch_take_text(&a), rest = ch_take_text(&a);
            rc = a.broken ? TBY_E_STORE_DAMAGED
                          : tby__ch_take_game(to, id, moves, rest);
            if (rc == TBY_E_STORE_DAMAGED)
                tby__ch_nonsense(c, r[i].shard);
        }
    }
    tby__ch_requests_free(r, asked);
    for (size_t i = 0; i < c->address.shards; i++)
        tby_buf_free(&sql[i]);
    if (rc == TBY_OK && to->n)
        qsort(to->at, to->n, sizeof *to->at, compare_games);
    /* Each once: a game that is missing is never passed over. */
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        if (!find_game(to, ids[i]))
            rc = TBY_E_STORE_DAMAGED;
    for (size_t i = 1; rc == TBY_OK && i < to->n; i++)
        if (to->at[i].id == to->at[i - 1].id)
            rc = TBY_E_STORE_DAMAGED;
    if (rc == TBY_E_STORE_DAMAGED && !c->base.text[0])
        tby__store_fail(&c->base, rc, "a game is missing on its server");
    if (rc != TBY_OK)
        to->n = before;
    return rc;
}

/* Reads ahead where a list is gone through. */
tby_rc tby__ch_game(store_cluster *c, uint64_t id, const store_packed **out)
{
    const ch_game *g = find_game(&c->cache, id);
    size_t at = 0, n = 1;

    if (!g) {
        while (at < c->listed_n && c->listed[at] != id)
            at++;
        if (at < c->listed_n)
            n = c->listed_n - at < CH_LOOKS ? c->listed_n - at : CH_LOOKS;
        tby__ch_games_clear(&c->cache);
        TBY_TRY(tby__ch_fetch(c, &c->cache,
                              at < c->listed_n ? c->listed + at : &id, n));
        /* What was gone through is not looked at again. */
        if (at < c->listed_n && at) {
            memmove(c->listed, c->listed + at,
                    (c->listed_n - at) * sizeof *c->listed);
            c->listed_n -= at;
        }
        g = find_game(&c->cache, id);
    }
    if (!g)
        return TBY_E_STORE_DAMAGED;
    *out = &g->packed;
    return TBY_OK;
}

/* --- one game -------------------------------------------------------------*/

tby_rc tby__ch_read(tby_store *s, uint64_t id, tby_game *out)
{
    store_cluster *c = ch_cluster(s);
    const store_packed *packed;

    if (!id || id > s->games)
        return TBY_DONE;
    TBY_TRY(tby__ch_game(c, id, &packed));
    uint32_t plies = packed->column[STORE_PLIES];
    TBY_TRY(TBY_GROW(NULL, c->codes, c->codes_cap, plies + 1u));
    memcpy(c->codes, packed->codes, plies * sizeof *c->codes);
    s->codes = c->codes;
    tby_rc rc = tby__store_unpack(packed, out);
    return rc == TBY_E_STORE_DAMAGED ? tby__ch_nonsense(c, ch_shard_of(c, id))
                                     : rc;
}

static const char *const ENDINGS[] = {
#define ENDING(symbol, number, name) [number] = (name),
    STORE_CATEGORY_MAP(ENDING)
#undef ENDING
};

tby_rc tby__ch_row(tby_store *s, uint64_t id, tby_game_row *out)
{
    store_cluster *c = ch_cluster(s);
    const store_packed *p;
    char text[TAG_VALUE_MAX];

    if (!id || id > c->base.games)
        return TBY_DONE;
    TBY_TRY(tby__ch_game(c, id, &p));
    const uint32_t *column = p->column;
    uint32_t ending = column[STORE_CATEGORY];
    if (column[STORE_RESULT] > TBY_RESULT_DRAW || column[STORE_ECO] > 500)
        return tby__ch_nonsense(c, ch_shard_of(c, id));
    *out = (tby_game_row){
        .id = id,
        .white = p->names[STORE_WHITE],
        .black = p->names[STORE_BLACK],
        .event = p->names[STORE_EVENT],
        .site = p->names[STORE_SITE],
        .round = p->names[STORE_ROUND],
        .opening = p->names[STORE_OPENING],
        .white_elo = column[STORE_WHITE_ELO],
        .black_elo = column[STORE_BLACK_ELO],
        .plies = column[STORE_PLIES],
        .result = (tby_result)column[STORE_RESULT],
        .ended = ENDINGS[ending < STORE_CATEGORIES ? ending : 0],
    };
    if (column[STORE_DATE]) {
        tby_str date = tby__tag_write_date(column[STORE_DATE], text);
        memcpy(out->date, date.p,
               date.n < sizeof out->date ? date.n : sizeof out->date - 1);
    }
    if (column[STORE_ECO])
        memcpy(out->eco, tby__tag_write_eco(column[STORE_ECO], text).p, 3);
    return TBY_OK;
}
