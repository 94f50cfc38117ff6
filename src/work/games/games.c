/* games.c - see games.h.
 *
 * One thread, the caller's, reads the file block by block, cuts each block
 * where a game begins, and gives it to the pool; what is behind the cut is the
 * beginning of the next block.  Blocks come back in their order and are told.
 * With a pool, unpacking goes on while others read games; a single thread that
 * reads the games of a packed file is another than the caller's.
 *
 * Of an archive this is done with each file: all blocks of one have come back
 * before the next begins.
 *
 * A block without a place to cut (one endless line, a game of megabytes) is
 * read as far as is certain, with everything else waiting for it. */
#include "work/games/int.h"

#include "core/base/assert.h"
#include "core/game/pgn/doubts.h"
#include "core/game/pgn/start.h"
#include "io/system/ordered_pool.h"
#include "io/system/thread.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"

#include <string.h>

enum {
    BLOCK = 1 << 20,
    BLOCK_LEAST = 1 << 16,
    ALL_BLOCKS = 16 << 20 /* together */
};

typedef struct run {
    const tby_games_job *job;
    const tby_games_visitor *visitor;
    const tby_games_listener *listener;
    tby_games_result *out;
    unsigned threads;
    bool aside; /* one thread reads the games while the caller's unpacks */
    games_input in;
    bool begun;    /* the format is known */
    size_t wanted; /* bytes of the next block */
    size_t block;
    tby_ordered_pool *pool;
    games_block *blocks;
    size_t blocks_n;
    games_block *spare; /* a list of those that are not under way */
    /* where the next block to be told begins */
    uint64_t offset, line, chars;
    uint64_t told, warned; /* faults and warnings */
} run;

/* --- telling --------------------------------------------------------------*/

static tby_place place_of(const run *r, const games_mark *mark)
{
    if (r->out->format == TBY_GAMES_CDB)
        return (tby_place){0, 0};
    return (tby_place){
        .line = (size_t)(r->line + mark->lines),
        .column = (size_t)((mark->lines ? 0 : r->chars) + mark->chars + 1)};
}

static void tell_faults(run *r, const games_block *b)
{
    for (size_t i = 0; i < b->faults_n; i++) {
        const games_fault *f = &b->faults[i];
        bool warning = tby_pgn_is_doubt(f->code);
        uint64_t *told = warning ? &r->warned : &r->told;
        if (*told >= (warning ? r->job->warnings : r->job->faults))
            continue;
        tby_games_fault fault = {.code = f->code,
                                 .severity = warning ? TBY_WARNING : TBY_ERROR,
                                 .member = tby_source_file(r->in.source),
                                 .game = r->out->sum.games + f->game,
                                 .offset = r->offset + f->mark.at,
                                 .place = place_of(r, &f->mark),
                                 .text = b->texts.p + f->text};
        ++*told;
        if (r->listener->fault)
            r->listener->fault(r->listener->ctx, &fault);
    }
}

static void put_back(run *r, games_block *b)
{
    b->next = r->spare;
    r->spare = b;
}

/* A block has been read: on to the caller with it. */
static tby_rc deliver(run *r, games_block *b)
{
    tby_rc rc = b->rc;

    if (rc == TBY_OK) {
        tell_faults(r, b);
        tby_games_add(&r->out->sum, &b->sum);
        if (r->visitor->join)
            rc = r->visitor->join(r->visitor->ctx, b->part);
    }
    r->offset += b->used;
    r->line += b->mark.lines;
    r->chars = (b->mark.lines ? 0 : r->chars) + b->mark.chars;
    if (r->listener->progress)
        r->listener->progress(r->listener->ctx, b->done, r->in.total,
                              r->out->sum.games);
    return rc;
}

static tby_rc deliver_all(run *r)
{
    tby_rc rc = TBY_OK;
    games_block *b;

    while (rc == TBY_OK && (b = tby_ordered_pool_take(r->pool)) != NULL) {
        rc = deliver(r, b);
        put_back(r, b);
    }
    return rc;
}

/* How the file failed, behind everything that was in it. */
static void tell_end(run *r, tby_rc rc)
{
    const games_mark here = {0};
    const char *text = r->in.why      ? r->in.why
                       : r->in.source ? tby_source_error_text(r->in.source)
                                      : "";
    tby_games_fault fault = {
        .code = rc,
        .severity = TBY_ERROR,
        .member = r->in.source ? tby_source_file(r->in.source) : "",
        .offset = r->offset,
        .text = *text ? text : tby_rc_text(rc)};

    if (r->offset)
        fault.place = place_of(r, &here);
    r->out->file = rc;
    tby_games_count(&r->out->sum, rc, 1);
    if (r->listener->fault)
        r->listener->fault(r->listener->ctx, &fault);
}

static void tell_passed(void *ctx, const char *member)
{
    const run *r = ctx;

    if (r->listener->passed)
        r->listener->passed(r->listener->ctx, member);
}

/* --- blocks ---------------------------------------------------------------*/

static void close_blocks(run *r)
{
    for (size_t i = 0; r->blocks && i < r->blocks_n; i++) {
        games_block *b = &r->blocks[i];
        games_resize(b->p, b->cap, 0);
        games_resize(b->faults, b->faults_cap * sizeof *b->faults, 0);
        tby_buf_free(&b->texts);
        tby_game_free(&b->game);
        if (b->part && r->visitor->drop)
            r->visitor->drop(r->visitor->ctx, b->part);
    }
    games_resize(r->blocks, r->blocks_n * sizeof *r->blocks, 0);
}

static tby_rc open_block(run *r, games_block *b)
{
    *b = (games_block){.job = r->job};
    tby_game_init(&b->game, NULL);
    tby_buf_init(&b->texts, NULL, SIZE_MAX);
    put_back(r, b);
    if (!r->visitor->part)
        return TBY_OK;
    b->part = r->visitor->part(r->visitor->ctx);
    return b->part ? TBY_OK : TBY_E_NOMEM;
}

static tby_rc open_blocks(run *r)
{
    size_t n = r->threads > 1 || r->aside ? 5 * (size_t)r->threads + 2 : 2;
    tby_rc rc = TBY_OK;

    r->blocks = games_resize(NULL, 0, n * sizeof *r->blocks);
    if (!r->blocks)
        return TBY_E_NOMEM;
    memset(r->blocks, 0, n * sizeof *r->blocks);
    r->blocks_n = n;
    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        rc = open_block(r, &r->blocks[i]);
    r->block = r->job->block ? r->job->block : ALL_BLOCKS / n;
    if (!r->job->block && r->block > BLOCK)
        r->block = BLOCK;
    if (!r->job->block && r->block < BLOCK_LEAST)
        r->block = BLOCK_LEAST;
    return rc;
}

/* One that is free, when need be after the oldest has come back. */
static tby_rc obtain(run *r, games_block **out)
{
    if (!r->spare) {
        games_block *b = tby_ordered_pool_take(r->pool);
        tby_rc rc = deliver(r, b);
        put_back(r, b);
        if (rc != TBY_OK)
            return rc;
    }
    *out = r->spare;
    r->spare = r->spare->next;
    (*out)->n = 0;
    return TBY_OK;
}

/* --- reading --------------------------------------------------------------*/

/* More bytes than this are not needed for any answer. */
static size_t most_of(tby_games_format format)
{
    switch (format) {
    case TBY_GAMES_CDB:
        return TBY_GAMEBIN_MAX;
    case TBY_GAMES_JSONL:
        return TBY_JSONL_MAX_LINE + 1;
    case TBY_GAMES_PGN:
    default:
        return TBY_MAX_GAME_BYTES + 2 * TBY_MAX_COMMENT_BYTES;
    }
}

/* Reads the first bytes of a file, or its next. */
static tby_rc fill(run *r, games_block *b)
{
    if (r->begun)
        return games_input_fill(&r->in, b, r->wanted);
    r->begun = true;
    return games_input_begin(&r->in, b, r->wanted, &r->out->format, &r->offset);
}

/* Fills a block and decides how it is to be read. */
static tby_rc prepare(run *r, games_block *b, const games_state *state)
{
    tby_rc rc = fill(r, b);

    if (rc != TBY_OK)
        return rc;
    b->format = r->out->format;
    b->state = *state;
    b->end = r->in.end;
    b->rest = 0;
    b->more = false;
    if (r->in.end != TBY_OK)
        return TBY_OK;
    b->more = true;
    size_t cut =
        b->format == TBY_GAMES_PGN ? games_cut((tby_str){b->p, b->n}) : 0;
    if (cut && cut <= games_preface(b))
        cut = 0;
    b->more = cut == 0;
    b->rest = cut ? b->n - cut : 0;
    b->n -= b->rest;
    return TBY_OK;
}

/* Reads a block that does not end with a game; its last part stays in it.
 * Nothing else is under way meanwhile. */
static tby_rc read_alone(run *r, games_block *b, games_state *state)
{
    tby_ordered_pool_give(r->pool, b);
    tby_rc rc = deliver_all(r);
    if (rc != TBY_OK)
        return rc;
    TBY_ASSERT(r->spare == b); /* it came last, and goes on */
    r->spare = b->next;
    *state = b->state;
    b->n -= b->used;
    memmove(b->p, b->p + b->used, b->n);
    /* twice as much if that was not enough for a single game */
    r->wanted = b->used ? b->n + b->n / 2 + 1 : 2 * b->n + 1;
    if (r->wanted > most_of(b->format) + 1)
        r->wanted = most_of(b->format) + 1;
    if (r->wanted < r->block)
        r->wanted = r->block;
    return TBY_OK;
}

/* Hands a block in and begins the next with what is behind the cut. */
static tby_rc pass_on(run *r, games_block **b, games_state *state)
{
    games_block *next;
    tby_rc rc = obtain(r, &next);

    if (rc != TBY_OK)
        return rc;
    rc = games_reserve(next, (*b)->rest);
    if (rc != TBY_OK)
        return rc;
    memcpy(next->p, (*b)->p + (*b)->n, (*b)->rest);
    next->n = (*b)->rest;
    tby_ordered_pool_give(r->pool, *b);
    *b = next;
    *state = (games_state){.pgn = PGN_HAD_GAME};
    r->wanted = r->block > next->n ? r->block : next->n + 1;
    return TBY_OK;
}

static tby_rc read_file(run *r)
{
    games_state state = {0};
    games_block *b;
    tby_rc rc = obtain(r, &b);

    while (rc == TBY_OK) {
        rc = prepare(r, b, &state);
        if (rc == TBY_OK && b->more)
            rc = read_alone(r, b, &state);
        else if (rc == TBY_OK && b->end == TBY_OK)
            rc = pass_on(r, &b, &state);
        else
            break;
    }
    if (rc != TBY_OK)
        return rc;
    tby_ordered_pool_give(r->pool, b);
    return deliver_all(r);
}

static void begin_file(run *r)
{
    r->begun = false;
    r->wanted = r->block;
    r->offset = r->chars = 0;
    r->line = 1;
}

/* In an archive a file that is none of games is told and passed over: it does
 * not make the archive a wrong file. */
static void pass_alien(run *r)
{
    char piece[1 << 14];
    size_t n;

    if (!r->in.why || !*tby_source_file(r->in.source))
        return;
    tell_end(r, TBY_E_NO_GAME);
    r->in.why = NULL;
    do
        r->in.end = tby_source_read(r->in.source, piece, sizeof piece, &n);
    while (r->in.end == TBY_OK);
}

/* The one file, or all that are wanted of an archive. */
static tby_rc read_files(run *r)
{
    const tby_source_choice choice = {
        .ctx = r, .wanted = games_is_named, .passed = tell_passed};
    tby_rc rc = TBY_OK;

    do {
        begin_file(r);
        r->in.end = tby_source_next(r->in.source, &choice);
        if (r->in.end != TBY_OK)
            return r->in.end == TBY_E_NOMEM ? r->in.end : TBY_OK;
        rc = read_file(r);
        if (rc == TBY_OK)
            pass_alien(r);
    } while (rc == TBY_OK && r->in.end == TBY_DONE);
    return rc;
}

static void do_block(void *ctx, void *task)
{
    (void)ctx;
    games_block_read(task);
}

static tby_rc start_pool(run *r)
{
    if (r->aside)
        return tby_ordered_pool_start_aside(&r->pool, r->blocks_n, do_block,
                                            NULL);
    return tby_ordered_pool_start(&r->pool, r->threads, r->blocks_n, do_block,
                                  NULL);
}

static tby_rc read_source(run *r)
{
    tby_rc rc;

    r->threads = r->job->threads ? r->job->threads : tby_cpu_count();
    if (r->threads > TBY_THREADS_MAX)
        r->threads = TBY_THREADS_MAX;
    r->aside = r->threads == 1 && tby_source_unpacks(r->in.source);
    rc = open_blocks(r);
    if (rc == TBY_OK)
        rc = start_pool(r);
    if (rc == TBY_OK)
        rc = read_files(r);
    tby_ordered_pool_stop(r->pool);
    close_blocks(r);
    if (rc == TBY_OK && r->in.end < 0)
        tell_end(r, r->in.end);
    return rc;
}

/* Reads what was opened, and closes it. */
static tby_rc finish(run *r, tby_rc opened)
{
    tby_rc rc = opened;

    if (opened == TBY_OK) {
        rc = read_source(r);
    } else if (opened != TBY_E_NOMEM) {
        tell_end(r, opened);
        rc = TBY_OK;
    }
    r->out->bytes = r->in.bytes;
    tby_source_close(r->in.source);
    return rc;
}

static run run_of(const tby_games_job *job, tby_games_result *out)
{
    *out = (tby_games_result){.file = TBY_OK};
    return (run){.job = job,
                 .visitor = &job->visitor,
                 .listener = &job->listener,
                 .out = out};
}

tby_rc tby_games_read(const tby_games_job *job, tby_games_result *out)
{
    run r = run_of(job, out);

    return finish(&r, tby_source_open(&r.in.source, job->path));
}

tby_rc tby_games_read_memory(const tby_games_job *job, const void *bytes,
                             size_t n, tby_games_result *out)
{
    run r = run_of(job, out);

    return finish(&r, tby_source_open_memory(&r.in.source, bytes, n));
}
