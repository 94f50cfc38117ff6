/* file_index.c - making runs of the index. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>

typedef struct making {
    store_file *file;
    int64_t id;    /* of the new run */
    int64_t total; /* bytes of its rows */
    const tby_store_work *options;
    tby_buf row;    /* of pages: waits for the number of its last one */
    size_t piece;   /* bytes of a transaction */
    size_t bytes;   /* in this one so far */
    int64_t claim;  /* see claim_rows(), 0: none yet */
    uint32_t after; /* games that were indexed */
    bool lost;      /* another has made them since */
} making;

/* --- what a run is made from ----------------------------------------------*/

/* What tby__run_build() asks for. */
typedef struct material {
    store_file *file;
    const tby_store_work *options;
} material;

static tby_rc give_moves(void *ctx, uint32_t block, tby_str *out)
{
    return tby__rows_block_row(((material *)ctx)->file, block, out);
}

static tby_rc give_start(void *ctx, uint32_t game, tby_pos *out)
{
    return tby__rows_start(((material *)ctx)->file, game, out);
}

static void report(void *ctx, uint64_t done, uint64_t total)
{
    const tby_store_work *o = ((material *)ctx)->options;

    o->progress(o->ctx, done, total);
}

static uint16_t clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

static tby_rc read_facts(store_file *f, uint32_t first, uint32_t games,
                         run_fact *facts)
{
    static const store_column COLUMNS[] = {STORE_WHITE_ELO, STORE_BLACK_ELO,
                                           STORE_DATE, STORE_RESULT};
    uint32_t v[4][STORE_CHUNK], end = first - 1 + games;

    for (uint32_t at = first - 1; at < end;) {
        uint32_t chunk = at / STORE_CHUNK;
        uint32_t n = tby__file_chunk_games(end, chunk);
        for (size_t i = 0; i < 4; i++)
            TBY_TRY(tby__file_read_chunk(f, COLUMNS[i], chunk, n, v[i]));
        for (uint32_t i = at % STORE_CHUNK; i < n; i++, at++)
            *facts++ = (run_fact){.elo = {clip16(v[0][i]), clip16(v[1][i])},
                                  .date = v[2][i],
                                  .result = (uint8_t)v[3][i]};
    }
    return TBY_OK;
}

tby_rc tby__rows_make_run(store_file *f, uint32_t first, uint32_t games,
                          const tby_store_work *options, const run_rows *rows,
                          run_head *out)
{
    material m = {f, options};
    run_fact *facts = calloc(games, sizeof *facts);
    size_t taken = games * sizeof *facts, most = options->memory;

    if (!facts)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    /* What is in memory of what was read or written must not add up with what
     * the run needs. */
    tby__file_columns_free(f);
    tby__file_forget_hashes(f);
    run_job job = {.first = first,
                   .games = games,
                   .skip = f->gone,
                   .facts = facts,
                   .memory = most - (taken < most / 2 ? taken : most / 2),
                   .beside = sqlite3_db_filename(f->db, "main"),
                   .threads = options->threads,
                   .ctx = &m,
                   .moves = give_moves,
                   .start = give_start,
                   .rows = *rows,
                   .progress = options->progress ? report : NULL,
                   .postings_from = (uint32_t)options->postings_from,
                   .postings = options->postings,
                   .postings_n = options->postings_n};
    f->base.text[0] = '\0';
    tby_rc rc = read_facts(f, first, games, facts);
    if (rc == TBY_OK)
        rc = tby__run_build(&job, out);
    if (rc < 0 && !f->base.text[0]) /* it was not the file that failed */
        tby__file_fail(f, rc, NULL);
    free(facts);
    return rc;
}

/* --- where it goes --------------------------------------------------------*/

/* A run that replaces none is written in several transactions, so that the
 * journal can be folded meanwhile: nobody sees its rows before its head is
 * there.  If that never comes the next run takes their place.
 *
 * Someone else may make a run between two of them, and take their place, too:
 * the number in "making" is then another, or there is a new run. */
static tby_rc get_claim(store_file *f, int64_t *out)
{
    return tby__file_number(
        f, "SELECT ifnull(max(value), 0) FROM meta WHERE name = 'making'", out);
}

static tby_rc claim_rows(store_file *f, int64_t *out)
{
    TBY_TRY(get_claim(f, out));
    *out += 1;
    return tby__file_put_meta(f, "making", *out);
}

static tby_rc put(making *m, file_sql which, uint32_t number, tby_str bytes)
{
    store_file *f = m->file;

    TBY_ASSERT(f->writing && m->id >= 1);
    if (m->bytes > m->piece) {
        int64_t claim = 0;
        if (!m->claim)
            TBY_TRY(claim_rows(f, &m->claim));
        TBY_TRY(tby__file_next_write(f));
        TBY_TRY(get_claim(f, &claim));
        m->lost = claim != m->claim || f->indexed != m->after;
        if (m->lost)
            return tby__file_fail(f, TBY_E_STORE_LOCKED, NULL);
        m->bytes = 0;
    }
    m->bytes += bytes.n;
    m->total += (int64_t)bytes.n;
    return tby__file_put_row(f, which, m->id << 32 | number, bytes);
}

/* Writes the row that waits; its last page is the one before `next`. */
static tby_rc put_waiting(making *m, uint32_t next)
{
    if (m->row.n == 0)
        return TBY_OK;
    return put(m, SQL_PUT_PAGE, next - 1, tby_buf_str(&m->row));
}

static tby_rc put_page(void *ctx, uint32_t page, tby_str bytes)
{
    making *m = ctx;
    tby_rc rc = put_waiting(m, page);

    tby_buf_clear(&m->row);
    tby_buf_add(&m->row, bytes);
    return rc == TBY_OK ? m->row.rc : rc;
}

static tby_rc put_list(void *ctx, uint32_t list, tby_str bytes)
{
    return put(ctx, SQL_PUT_LIST, list, bytes);
}

static tby_rc put_player(void *ctx, uint32_t last, tby_str bytes)
{
    making *m = ctx;

    m->total += (int64_t)bytes.n;
    return tby__file_put_row(m->file, SQL_PUT_PLAYERS, m->id << 32 | last,
                             bytes);
}

/* --- what it replaces -----------------------------------------------------*/

/* The rows of the runs with these numbers. */
static tby_rc drop_rows(store_file *f, int64_t from, int64_t to)
{
    static const file_sql ALL[] = {SQL_DROP_PAGES, SQL_DROP_LISTS,
                                   SQL_DROP_PLAYERS};
    const int64_t ids[] = {from << 32, to << 32 | UINT32_MAX};

    TBY_ASSERT(f->writing && from <= to);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        TBY_TRY(tby__file_run_with(f, ALL[i], ids, 2));
    return TBY_OK;
}

/* Drops the runs that lie in the games of the job, whose room the new one then
 * takes, and finds a number that none has; rows with such a number are of a run
 * that was never finished.  Runs that lie only partly in them are a mistake of
 * the caller. */
static tby_rc make_way(store_file *f, uint32_t first, uint32_t games,
                       int64_t *id, bool *replaces)
{
    uint64_t end = (uint64_t)first + games;

    *id = 1;
    *replaces = false;
    for (size_t i = 0; i < f->runs_n; i++) {
        const file_run *r = &f->runs[i];
        uint64_t run_end = (uint64_t)r->head.first + r->head.games;
        *id = r->id >= *id ? r->id + 1 : *id;
        if (run_end <= first || r->head.first >= end)
            continue;
        if (r->head.first < first || run_end > end)
            return tby__file_damaged(f, "run", (uint64_t)r->id);
        *replaces = true;
        TBY_TRY(drop_rows(f, r->id, r->id));
        TBY_TRY(tby__file_run_with(f, SQL_DROP_RUN, &r->id, 1));
    }
    int changes = sqlite3_total_changes(f->db);
    int64_t ignored = 0;
    TBY_TRY(drop_rows(f, *id, INT32_MAX));
    if (sqlite3_total_changes(f->db) == changes)
        return TBY_OK;
    return claim_rows(f, &ignored); /* their maker must notice */
}

/* --- all together ---------------------------------------------------------*/

static tby_rc build(making *m, uint32_t first, uint32_t games)
{
    enum { PIECE = 8 << 20 };
    store_file *f = m->file;
    run_rows rows = {.ctx = m, .put_page = put_page, .put_list = put_list};
    run_players players = {.ctx = m, .put = put_player};
    run_head head;
    bool replaces;
    tby_rc rc = make_way(f, first, games, &m->id, &replaces);

    m->after = f->indexed;
    m->piece = replaces            ? SIZE_MAX
               : m->options->piece ? m->options->piece
                                   : PIECE;
    tby_buf_init(&m->row, NULL, SIZE_MAX);
    if (rc == TBY_OK)
        rc = tby__rows_make_run(f, first, games, m->options, &rows, &head);
    if (rc == TBY_OK)
        rc = put_waiting(m, head.pages);
    tby_buf_free(&m->row);
    if (rc == TBY_OK)
        rc = tby__rows_make_players(f, first, games, m->options->memory,
                                    &players);
    tby__run_players_free(&players);
    if (rc != TBY_OK)
        return rc;
    TBY_ASSERT(head.games >= 1 && head.positions + head.once <= head.entries);
    const int64_t values[] = {m->id,
                              head.first,
                              head.games,
                              head.pages,
                              head.lists,
                              (int64_t)head.entries,
                              (int64_t)head.positions,
                              (int64_t)head.once,
                              head.key_bits,
                              m->total};
    return tby__file_run_with(f, SQL_PUT_RUN, values,
                              sizeof values / sizeof *values);
}

/* In an open transaction, which it ends.  *lost: another goes on with it.  The
 * games must follow each other: there is no index with a gap. */
static tby_rc index_games(store_file *f, uint32_t first, uint32_t games,
                          const tby_store_work *options, bool *lost)
{
    making m = {.file = f, .options = options};
    bool follows = first >= 1 && games >= 1 && first <= f->indexed + 1 &&
                   games <= f->stored - (first - 1);
    tby_rc rc =
        follows ? build(&m, first, games) : tby__file_damaged(f, "game", first);

    TBY_ASSERT(f->writing && !f->reading);
    *lost = m.lost;
    if (rc == TBY_OK)
        return tby__file_commit_write(f);
    tby__file_cancel_write(f);
    return rc;
}

enum { MAKER_MS = 1000 }; /* see tby__file_wait_for_maker() */

tby_rc tby__file_make_index(store_file *f, uint32_t first, uint32_t games,
                            const tby_store_work *options)
{
    bool lost;

    TBY_TRY(tby__file_begin_write(f));
    TBY_ASSERT(first >= 1);
    TBY_TRY(tby__file_wait_for_maker(f, MAKER_MS));
    tby_rc rc = first == 1 && games == f->stored ? tby__file_bury(f) : TBY_OK;
    if (rc == TBY_OK)
        return index_games(f, first, games, options, &lost);
    tby__file_cancel_write(f);
    return rc;
}

/* --- which runs to merge --------------------------------------------------*/

/* Runs before number i that are not four times as large as so many games. */
static size_t alike(const store_file *f, size_t i, uint64_t games)
{
    size_t n = 0;

    while (n < i && f->runs[i - 1 - n].head.games < 4 * games)
        n++;
    return n;
}

/* Which games these are is settled once nobody else can write. */
static tby_rc index_rest(store_file *f, const tby_store_work *options,
                         uint32_t wait, bool *lost)
{
    *lost = false;
    TBY_TRY(tby__file_begin_write(f));
    TBY_TRY(tby__file_wait_for_maker(f, wait));
    if (f->stored == f->indexed) {
        tby__file_leave_write(f);
        return TBY_OK;
    }

    /* The new games and the runs before them that they are merged with.  Up to
     * SMALL games the next like run is taken at once, since that is soon done;
     * beyond, three of them must have come together, so that each game is
     * indexed again once for each time the collection grows fourfold. */
    enum { SMALL = 1 << 16, TOGETHER = 3 };
    uint64_t games = f->stored - f->indexed;
    uint32_t first = f->indexed + 1;
    for (size_t i = f->runs_n, n; (n = alike(f, i, games)) > 0;) {
        if (games + f->runs[i - 1].head.games <= SMALL)
            n = 1;
        else if (n < TOGETHER)
            break;
        for (; n > 0; n--) {
            first = f->runs[--i].head.first;
            games += f->runs[i].head.games;
        }
    }
    return index_games(f, first, f->stored - first + 1, options, lost);
}

/* A writer that has lost its rows was too slow for another; it waits for that
 * one, and longer each time, so that one of them comes to its end. */
tby_rc tby__file_index(tby_store *s, const tby_store_work *options)
{
    store_file *f = store_rows_of(s);
    tby_store_work again = *options;
    tby_rc rc = TBY_OK;

    TBY_TRY(tby__file_hold(s));
    bool all = f->stored == f->indexed, lost = true;
    tby__file_release(s);
    again.postings_n = 0; /* they were used */
    f->patience = FILE_PATIENT_MS;
    for (uint32_t wait = MAKER_MS; !all && lost; wait += wait / 2) {
        rc = index_rest(f, options, wait, &lost);
        options = &again;
    }
    return rc;
}
