/* check.c - what is in a cluster, and whether its tables agree. */
#include "store/clickhouse/int.h"

#include <stdio.h>
#include <stdlib.h>

/* Sums of what each server answers with `n` numbers, in one row. */
static tby_rc add_up(store_cluster *c, tby_str sql, uint64_t *out, size_t n)
{
    ch_request r[CH_SHARDS];
    tby_rc rc = tby__ch_all(c, sql, r);

    memset(out, 0, n * sizeof *out);
    for (size_t i = 0; rc == TBY_OK && i < c->address.shards; i++) {
        ch_answer a = ch_answer_of(&r[i]);
        for (size_t k = 0; k < n; k++)
            out[k] += ch_take(&a, 8);
        if (a.broken || ch_more(&a))
            rc = tby__ch_nonsense(c, i);
    }
    tby__ch_requests_free(r, c->address.shards);
    return rc;
}

/* The same of the rows that count of a table whose games are in a column. */
static tby_rc count_rows(store_cluster *c, const char *what, const char *table,
                         const char *game, uint64_t *out, size_t n)
{
    tby_buf sql;

    tby_buf_init(&sql, NULL, (size_t)1 << 20);
    tby__ch_put(&sql, "SELECT %s FROM %s WHERE %s <= %" PRIu64, what, table,
                game, c->base.games);
    tby_buf_add(&sql, tby_buf_str(&c->only));
    tby_buf_cstr(&sql, " FORMAT RowBinary");
    tby_rc rc =
        sql.rc == TBY_OK ? add_up(c, tby_buf_str(&sql), out, n) : sql.rc;
    tby_buf_free(&sql);
    return rc;
}

/* The first and last dates, over all servers. */
static tby_rc find_dates(store_cluster *c, tby_store_facts *out)
{
    ch_request r[CH_SHARDS];
    tby_buf sql;

    tby_buf_init(&sql, NULL, (size_t)1 << 20);
    tby__ch_put(&sql,
                "SELECT min(if(date = 0, 4294967295, date)), max(date) FROM "
                "games_local WHERE id <= %" PRIu64,
                c->base.games);
    tby_buf_add(&sql, tby_buf_str(&c->only));
    tby_buf_cstr(&sql, " FORMAT RowBinary");
    tby_rc rc = tby__ch_all(c, tby_buf_str(&sql), r);
    for (size_t i = 0; rc == TBY_OK && i < c->address.shards; i++) {
        ch_answer a = ch_answer_of(&r[i]);
        uint32_t first = (uint32_t)ch_take(&a, 4);
        uint32_t last = (uint32_t)ch_take(&a, 4);
        if (a.broken || ch_more(&a))
            rc = tby__ch_nonsense(c, i);
        if (last && (!out->first || first < out->first))
            out->first = first;
        out->last = last > out->last ? last : out->last;
    }
    tby__ch_requests_free(r, c->address.shards);
    tby_buf_free(&sql);
    return rc;
}

tby_rc tby__ch_info(tby_store *s, tby_store_facts *out)
{
    store_cluster *c = ch_cluster(s);
    uint64_t bytes[5];
    char sql[600];
    int n = snprintf(
        sql, sizeof sql,
        "SELECT sumIf(bytes_on_disk, table = 'games_local'), "
        "sumIf(bytes_on_disk, table IN ('names', 'players_local')), "
        "sumIf(bytes_on_disk, table IN ('visits_local', 'sums_local')), "
        "sumIf(bytes_on_disk, table IN ('hashes_local', 'batches')), "
        "sumIf(toUInt64(1), table IN ('visits_local', 'sums_local')) FROM "
        "system.parts WHERE active AND database = '%s' FORMAT RowBinary",
        c->address.database);

    TBY_TRY(add_up(c, (tby_str){sql, (size_t)n}, bytes, 5));
    TBY_TRY(tby__ch_names(c));
    *out = (tby_store_facts){.version = CH_VERSION,
                             .games = s->games,
                             .plies = c->plies,
                             .runs = bytes[4]};
    out->names[STORE_PLAYER] = c->names[CH_PLAYERS].n;
    out->names[STORE_EVENT_NAME] = c->names[CH_EVENTS].n;
    out->bytes[TBY_STORE_MOVES] = bytes[0];
    out->bytes[TBY_STORE_NAMES] = bytes[1];
    out->bytes[TBY_STORE_INDEX] = bytes[2];
    out->bytes[TBY_STORE_REST] = bytes[3];
    return find_dates(c, out);
}

/* --- checking -------------------------------------------------------------*/

static void report(const tby_store_check_job *job, tby_store_checked *out,
                   const char *part, uint64_t game, const char *text)
{
    uint32_t id = game < UINT32_MAX ? (uint32_t)game : 0;

    out->problems++;
    if (job->problem)
        job->problem(job->ctx, &(tby_store_problem){part, id, id, text});
}

/* Numbers that several tables must agree on. */
static tby_rc check_counts(store_cluster *c, const tby_store_check_job *job,
                           tby_store_checked *out)
{
    static const char SUMS[] =
        "SELECT sumIf(games, move != 65535), sumIf(white, move != 65535), "
        "sumIf(mover_elo, move != 65535), sumIf(opponent_elo, move != 65535), "
        "countIf(move = 65535), sumIf(games, move = 65535) FROM sums_local "
        "FORMAT RowBinary";
    uint64_t games[4], visits[5], sums[6], more[2], batches = 0;

    TBY_TRY(count_rows(c,
                       "count(), uniqExact(id), sum(toUInt64(plies)), "
                       "countIf(white != 0) + countIf(black != 0)",
                       "games_local", "id", games, 4));
    TBY_TRY(count_rows(
        c,
        "count(), countIf(ply <= 30), countIf(ply <= 30 AND result = 1), "
        "sumIf(toUInt64(white_elo + black_elo), ply <= 30), "
        "uniqExact(game)",
        "visits_local", "game", visits, 5));
    TBY_TRY(count_rows(c, "count()", "players_local", "game", &more[0], 1));
    TBY_TRY(count_rows(c, "count()", "hashes_local", "game", &more[1], 1));
    TBY_TRY(add_up(c, (tby_str){SUMS, sizeof SUMS - 1}, sums, 6));
    for (size_t i = 0; i < c->batches_n; i++)
        batches += c->batches[i].counts;
    out->rows = games[0] + visits[0] + more[0] + more[1];
    if (games[0] != c->base.games || games[1] != c->base.games)
        report(job, out, "games", 0, "Games are missing, or there twice.");
    if (games[2] != c->plies)
        report(job, out, "games", 0,
               "The games have another number of plies than their batches.");
    if (games[3] != more[0])
        report(job, out, "names", 0,
               "The table of players is not that of the games.");
    if (more[1] != c->base.games)
        report(job, out, "columns", 0,
               "The table of hashes is not that of the games.");
    if (visits[4] != c->base.games)
        report(job, out, "index", 0, "Games have no visits.");
    if (!c->summed)
        return TBY_OK; /* a batch is on its way */
    if (sums[0] != visits[1] || sums[1] != visits[2] ||
        sums[2] + sums[3] != visits[3])
        report(job, out, "index", 0, "The sums are not those of the visits.");
    if (sums[4] != batches * c->address.shards || sums[5] != sums[4])
        report(job, out, "index", 0,
               "The sums have not all batches, or one of them twice.");
    return TBY_OK;
}

/* Games put together again, and the visits of each counted. */
static tby_rc check_games(store_cluster *c, const tby_store_check_job *job,
                          tby_store_checked *out)
{
    uint64_t games = c->base.games, step = 1;
    tby_rc rc = TBY_OK;
    tby_game g;

    if (!job->all && job->sample && games > job->sample)
        step = games / job->sample;
    tby_game_init(&g, NULL);
    for (uint64_t id = 1 + (job->all ? 0 : job->seed % step); id <= games;
         id += step) {
        rc = tby__ch_read(&c->base, id, &g);
        if (rc == TBY_E_STORE_DAMAGED)
            report(job, out, "games", id, "The game cannot be put together.");
        else if (rc != TBY_OK)
            break;
        out->games++;
        out->positions += g.plies + 1;
        rc = TBY_OK;
        if (job->work.progress)
            job->work.progress(job->work.ctx, id, games);
    }
    tby_game_free(&g);
    return rc;
}

tby_rc tby__ch_check(tby_store *s, const tby_store_check_job *job,
                     tby_store_checked *out)
{
    store_cluster *c = ch_cluster(s);

    TBY_TRY(check_counts(c, job, out));
    return check_games(c, job, out);
}
