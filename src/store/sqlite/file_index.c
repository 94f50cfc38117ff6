/* file_index.c - making runs of the index. */
#include "store/sqlite/file_int.h"

#include <stdlib.h>

typedef struct making {
    store_file *file;
    int64_t id;    /* of the new run */
    int64_t total; /* bytes of its rows */
    const store_index_options *options;
    tby_buf row;    /* of pages: waits for the number of its last one */
    size_t piece;   /* bytes of a transaction */
    size_t bytes;   /* in this one so far */
    int64_t claim;  /* see claim_rows(), 0: none yet */
    uint32_t after; /* games that were indexed */
    bool lost;      /* another has made them since */
} making;

/* --- what a run is made from ----------------------------------------------*/

static tby_rc give_moves(void *ctx, uint32_t block, tby_str *out)
{
    return store_file_block_row(((making *)ctx)->file, block, out);
}

static tby_rc give_start(void *ctx, uint32_t game, tby_pos *out)
{
    return store_file_start(((making *)ctx)->file, game, out);
}

/* One column of all games of the run; set() puts a value into a fact. */
static tby_rc fill(store_file *f, const run_job *job, run_fact *facts,
                   store_column column,
                   void (*set)(run_fact *fact, uint32_t value))
{
    uint32_t values[STORE_CHUNK], end = job->first - 1 + job->games;

    for (uint32_t at = job->first - 1; at < end;) {
        uint32_t chunk = at / STORE_CHUNK;
        uint32_t n = file_chunk_games(end, chunk);
        tby_rc rc = file_read_chunk(f, column, chunk, n, values);
        if (rc != TBY_OK)
            return rc;
        for (uint32_t i = at % STORE_CHUNK; i < n; i++, at++)
            set(&facts[at - (job->first - 1)], values[i]);
    }
    return TBY_OK;
}

static uint16_t clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

static void set_white_elo(run_fact *fact, uint32_t value)
{
    fact->elo[0] = clip16(value);
}

static void set_black_elo(run_fact *fact, uint32_t value)
{
    fact->elo[1] = clip16(value);
}

static void set_date(run_fact *fact, uint32_t value)
{
    fact->date = value;
}

static void set_result(run_fact *fact, uint32_t value)
{
    fact->result = (uint8_t)value;
}

static tby_rc fill_facts(store_file *f, const run_job *job, run_fact *facts)
{
    tby_rc rc = fill(f, job, facts, STORE_WHITE_ELO, set_white_elo);

    if (rc == TBY_OK)
        rc = fill(f, job, facts, STORE_BLACK_ELO, set_black_elo);
    if (rc == TBY_OK)
        rc = fill(f, job, facts, STORE_DATE, set_date);
    return rc == TBY_OK ? fill(f, job, facts, STORE_RESULT, set_result) : rc;
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
    return file_number(
        f, "SELECT ifnull(max(value), 0) FROM meta WHERE name = 'making'", out);
}

static tby_rc claim_rows(store_file *f, int64_t *out)
{
    tby_rc rc = get_claim(f, out);

    *out += 1;
    return rc == TBY_OK ? file_put_meta(f, "making", *out) : rc;
}

static tby_rc next_piece(making *m)
{
    store_file *f = m->file;
    int64_t claim = 0;
    tby_rc rc = m->claim ? TBY_OK : claim_rows(f, &m->claim);

    if (rc == TBY_OK)
        rc = file_next_write(f);
    if (rc == TBY_OK)
        rc = get_claim(f, &claim);
    m->lost = rc == TBY_OK && (claim != m->claim || f->indexed != m->after);
    return m->lost ? file_fail(f, TBY_E_STORE_LOCKED, NULL) : rc;
}

static tby_rc put(making *m, file_sql which, uint32_t number, tby_str bytes)
{
    tby_rc rc = TBY_OK;

    if (m->bytes > m->piece) {
        rc = next_piece(m);
        m->bytes = 0;
    }
    m->bytes += bytes.n;
    m->total += (int64_t)bytes.n;
    return rc == TBY_OK
               ? file_put_row(m->file, which, m->id << 32 | number, bytes)
               : rc;
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
    return file_put_row(m->file, SQL_PUT_PLAYERS, m->id << 32 | last, bytes);
}

static tby_rc put_players(making *m, const run_job *job)
{
    run_players players = {.ctx = m, .put = put_player};
    tby_rc rc = store_file_make_players(m->file, job->first, job->games,
                                        job->memory, &players);

    run_players_free(&players);
    return rc;
}

static void tell(void *ctx, uint64_t done, uint64_t total)
{
    const store_index_options *o = ((making *)ctx)->options;

    o->progress(o->ctx, done, total);
}

static tby_rc put_head(const making *m, const run_head *h)
{
    store_file *f = m->file;
    const int64_t values[] = {m->id,
                              h->first,
                              h->games,
                              h->pages,
                              h->lists,
                              (int64_t)h->entries,
                              (int64_t)h->positions,
                              (int64_t)h->once,
                              h->key_bits,
                              m->total};
    sqlite3_stmt *s = file_statement(f, SQL_PUT_RUN);

    if (!s)
        return file_fail_sqlite(f);
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
        sqlite3_bind_int64(s, i + 1, values[i]);
    return file_run_sql(f, SQL_PUT_RUN);
}

/* --- what it replaces -----------------------------------------------------*/

static tby_rc drop_rows(store_file *f, file_sql which, int64_t from, int64_t to)
{
    sqlite3_stmt *s = file_statement(f, which);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, from);
    if (which != SQL_DROP_RUN)
        sqlite3_bind_int64(s, 2, to);
    return file_run_sql(f, which);
}

/* The rows of the runs with these numbers. */
static tby_rc drop_all(store_file *f, int64_t from, int64_t to)
{
    static const file_sql ALL[] = {SQL_DROP_PAGES, SQL_DROP_LISTS,
                                   SQL_DROP_PLAYERS};
    tby_rc rc = TBY_OK;

    for (size_t i = 0; rc == TBY_OK && i < sizeof ALL / sizeof *ALL; i++)
        rc = drop_rows(f, ALL[i], from << 32, to << 32 | UINT32_MAX);
    return rc;
}

static tby_rc drop_run(store_file *f, int64_t id)
{
    tby_rc rc = drop_all(f, id, id);

    return rc == TBY_OK ? drop_rows(f, SQL_DROP_RUN, id, 0) : rc;
}

/* Drops the runs that lie in the games of the job, whose room the new one then
 * takes, and finds a number that none has; rows with such a number are of a run
 * that was never finished.  Runs that lie only partly in them are a mistake of
 * the caller. */
static tby_rc make_way(store_file *f, const run_job *job, int64_t *id,
                       bool *replaces)
{
    uint64_t end = (uint64_t)job->first + job->games;

    *id = 1;
    *replaces = false;
    for (size_t i = 0; i < f->runs_n; i++) {
        const file_run *r = &f->runs[i];
        uint64_t run_end = (uint64_t)r->head.first + r->head.games;
        *id = r->id >= *id ? r->id + 1 : *id;
        if (run_end <= job->first || r->head.first >= end)
            continue;
        if (r->head.first < job->first || run_end > end)
            return file_damaged(f, "run", (uint64_t)r->id);
        *replaces = true;
        tby_rc rc = drop_run(f, r->id);
        if (rc != TBY_OK)
            return rc;
    }
    int changes = sqlite3_total_changes(f->db);
    int64_t ignored = 0;
    tby_rc rc = drop_all(f, *id, INT32_MAX);
    if (rc != TBY_OK || sqlite3_total_changes(f->db) == changes)
        return rc;
    return claim_rows(f, &ignored); /* who made them must notice */
}

/* --- all together ---------------------------------------------------------*/

static tby_rc build(store_file *f, run_job *job, making *m)
{
    enum { PIECE = 8 << 20 };
    run_fact *facts = calloc(job->games, sizeof *facts);
    run_head head;

    if (!facts)
        return file_fail(f, TBY_E_NOMEM, NULL);
    /* What is in memory of what was read or written must not add up with what
     * the run needs. */
    file_columns_free(f);
    file_forget_hashes(f);
    size_t taken = job->games * sizeof *facts;
    job->memory -= taken < job->memory / 2 ? taken : job->memory / 2;
    job->facts = facts;
    bool replaces;
    tby_rc rc = make_way(f, job, &m->id, &replaces);
    m->after = f->indexed;
    m->piece = replaces            ? SIZE_MAX
               : m->options->piece ? m->options->piece
                                   : PIECE;
    if (rc == TBY_OK)
        rc = fill_facts(f, job, facts);
    if (rc == TBY_OK) {
        f->text[0] = '\0';
        tby_buf_init(&m->row, NULL, SIZE_MAX);
        rc = run_build(job, &head);
        if (rc == TBY_OK)
            rc = put_waiting(m, head.pages);
        tby_buf_free(&m->row);
        if (rc < 0 && !f->text[0]) /* it was not the file that failed */
            file_fail(f, rc, NULL);
    }
    free(facts);
    if (rc == TBY_OK)
        rc = put_players(m, job);
    return rc == TBY_OK ? put_head(m, &head) : rc;
}

/* The games must follow each other: there is no index with a gap. */
static bool makes_sense(const store_file *f, uint32_t first, uint32_t games)
{
    return first >= 1 && games >= 1 && first <= f->indexed + 1 &&
           games <= f->stored - (first - 1);
}

/* In an open transaction, which it ends.  *lost: another goes on with it. */
static tby_rc index_games(store_file *f, uint32_t first, uint32_t games,
                          const store_index_options *options, bool *lost)
{
    making m = {.file = f, .options = options};
    run_job job = {
        .first = first,
        .games = games,
        .memory = options->memory,
        .threads = options->threads,
        .ctx = &m,
        .moves = give_moves,
        .start = give_start,
        .rows = {.ctx = &m, .put_page = put_page, .put_list = put_list},
        .progress = options->progress ? tell : NULL,
        .stocked = options->stocked,
        .stocks = options->stocks,
        .stocks_n = options->stocks_n};
    tby_rc rc = makes_sense(f, first, games) ? build(f, &job, &m)
                                             : file_damaged(f, "game", first);

    *lost = m.lost;
    if (rc == TBY_OK)
        return file_commit_write(f);
    file_cancel_write(f);
    return rc;
}

enum { MAKER_MS = 1000 }; /* see file_wait_for_maker() */

tby_rc store_file_index(store_file *f, uint32_t first, uint32_t games,
                        const store_index_options *options)
{
    bool lost;
    tby_rc rc = file_begin_write(f);

    if (rc == TBY_OK)
        rc = file_wait_for_maker(f, MAKER_MS);
    return rc == TBY_OK ? index_games(f, first, games, options, &lost) : rc;
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

/* The new games and the runs before them that they are merged with.  Up to
 * SMALL games the next like run is taken at once, since that is soon done;
 * beyond, three of them must have come together, so that each game is indexed
 * again once for each time the collection grows fourfold. */
static uint32_t first_to_merge(const store_file *f)
{
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
    return first;
}

/* Which games these are is settled once nobody else can write. */
static tby_rc index_rest(store_file *f, const store_index_options *options,
                         uint32_t wait, bool *lost)
{
    tby_rc rc = file_begin_write(f);

    *lost = false;
    if (rc == TBY_OK)
        rc = file_wait_for_maker(f, wait);
    if (rc != TBY_OK)
        return rc;
    if (f->stored == f->indexed) {
        file_leave_write(f);
        return TBY_OK;
    }
    uint32_t first = first_to_merge(f);
    return index_games(f, first, f->stored - first + 1, options, lost);
}

/* Who has lost its rows was too slow for another; it waits for that one, and
 * longer each time, so that one of them comes to its end. */
tby_rc store_file_index_rest(store_file *f, const store_index_options *options)
{
    store_index_options again = *options;
    tby_rc rc = store_file_begin_read(f);

    if (rc != TBY_OK)
        return rc;
    bool all = f->stored == f->indexed, lost = true;
    store_file_end_read(f);
    again.stocks_n = 0; /* they were used */
    f->patience = FILE_PATIENT_MS;
    for (uint32_t wait = MAKER_MS; !all && lost; wait += wait / 2) {
        rc = index_rest(f, options, wait, &lost);
        options = &again;
    }
    return rc;
}
