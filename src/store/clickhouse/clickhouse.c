/* clickhouse.c - a cluster behind the table of operations. */
#include "store/clickhouse/int.h"

#include <stdlib.h>

static bool takes(const char *where)
{
    return strncmp(where, "clickhouse:", sizeof "clickhouse:" - 1) == 0;
}

static tby_rc open_cluster(tby_store *s, const char *where, tby_store_mode mode)
{
    store_cluster *c = ch_cluster(s);
    char text[CH_TEXT];
    const char *why;

    c->writes = mode != TBY_STORE_READ;
    tby_buf_init(&c->only, NULL, (size_t)1 << 20);
    tby_arena_init(&c->texts, NULL);
    tby_arena_init(&c->cache.texts, NULL);
    tby_rc rc = tby__ch_address(where, &c->address, &why);
    if (rc != TBY_OK)
        return tby__store_fail(s, rc, why);
    text[0] = '\0';
    rc = tby__ch_http_open(&c->http, &c->address, text);
    return rc == TBY_OK ? tby__ch_prepare(c) : tby__store_fail(s, rc, text);
}

static void close_cluster(tby_store *s)
{
    store_cluster *c = ch_cluster(s);

    tby__ch_writer_close(c);
    tby__ch_http_close(c->http);
    tby__ch_names_free(c);
    tby__ch_games_clear(&c->cache);
    tby_buf_free(&c->only);
    tby_grow_free(NULL, c->batches, c->batches_cap, sizeof *c->batches);
    tby_grow_free(NULL, c->codes, c->codes_cap, sizeof *c->codes);
    free(c->listed);
}

static tby_rc hold(tby_store *s)
{
    store_cluster *c = ch_cluster(s);

    if (!c->held)
        TBY_TRY(tby__ch_look(c));
    c->held++;
    return TBY_OK;
}

static void release(tby_store *s)
{
    TBY_ASSERT(ch_cluster(s)->held);
    ch_cluster(s)->held--;
}

/* TBY_E_STORE_LACKS: see tby__ch_where(). */
static tby_rc moves(tby_store *s, const tby_filter *filter, uint64_t offset,
                    uint64_t limit, tby_moves_answer *out)
{
    tby_buf where;
    bool visits;

    (void)offset;
    (void)limit;
    (void)out;
    tby_buf_init(&where, NULL, (size_t)32 << 20);
    tby_rc rc = tby__ch_where(ch_cluster(s), filter, &where, &visits);
    tby_buf_free(&where);
    return rc;
}

const tby_store_ops tby__clickhouse_ops = {
    .size = sizeof(store_cluster),
    .kind = "A cluster",
    .ahead = UINT32_MAX,
    .batch_games = 2048,
    .takes = takes,
    .open = open_cluster,
    .close = close_cluster,
    .info = tby__ch_info,
    .position = tby__ch_position,
    .find = tby__ch_find,
    .game = tby__ch_read,
    .row = tby__ch_row,
    .moves = moves,
    .players = tby__ch_players,
    .hold = hold,
    .release = release,
    .batch = tby__ch_batch,
    .append = tby__ch_append,
    .commit = tby__ch_commit,
    .cancel = tby__ch_cancel,
    .duplicate = tby__ch_duplicate,
    .prefetch = tby__ch_prefetch,
    .index = tby__ch_index,
    .check = tby__ch_check,
};
