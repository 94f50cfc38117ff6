/* games.c - see games.h.
 *
 * One thread, the caller's, reads the file block by block, cuts each block
 * where a game begins, and gives it to the pool; what is after the cut is the
 * beginning of the next block.  Blocks come back in their order and are
 * reported. With a pool, unpacking goes on while others read games; a single
 * thread that reads the games of a compressed file is another than the
 * caller's.
 *
 * Of an archive this is done with each file: all blocks of one have come back
 * before the next begins.
 *
 * A block without a place to cut (one endless line, a game of megabytes) is
 * read as far as is certain, with everything else waiting for it. */
#include "work/games/int.h"

#include "core/base/assert.h"
#include "core/game/pgn/start.h"
#include "core/game/pgn/warnings.h"
#include "io/system/ordered_pool.h"
#include "io/system/thread.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"
#include "work/games/games.h"

#include <string.h>

static tby_games_kind *kind_of(tby_games_sum *sum, tby_rc code)
{
    size_t i = 0;

    while (i < sum->kinds_n && sum->kinds[i].code != code)
        i++;
    TBY_ASSERT(i < TBY_GAMES_KINDS);
    if (i == sum->kinds_n)
        sum->kinds[sum->kinds_n++] = (tby_games_kind){.code = code};
    return &sum->kinds[i];
}

void tby_games_count(tby_games_sum *sum, tby_rc code, uint64_t n)
{
    TBY_ASSERT(code != TBY_OK);
    kind_of(sum, code)->n += n;
    *(tby_pgn_is_warning(code) ? &sum->warnings : &sum->faults) += n;
}

void tby_games_count_fixed(tby_games_sum *sum, tby_rc code, uint64_t n)
{
    TBY_ASSERT(code != TBY_OK);
    kind_of(sum, code)->fixed += n;
    sum->fixed += n;
}

void tby_games_add(tby_games_sum *to, const tby_games_sum *from)
{
    to->games += from->games;
    to->plies += from->plies;
    to->damaged += from->damaged;
    to->refused += from->refused;
    to->latin1 += from->latin1;
    for (size_t i = 0; i < from->kinds_n; i++) {
        tby_games_count(to, from->kinds[i].code, from->kinds[i].n);
        tby_games_count_fixed(to, from->kinds[i].code, from->kinds[i].fixed);
    }
}

const char *tby_games_format_name(tby_games_format format)
{
    static const char *const NAMES[] = {"pgn", "cdb", "jsonl"};

    TBY_ASSERT(format <= TBY_GAMES_JSONL);
    return NAMES[format];
}

tby_rc tby_games_part_open(const tby_games_visitor *v, void **part)
{
    *part = v->part_size ? games_resize(NULL, 0, v->part_size) : NULL;
    if (!*part)
        return v->part_size ? TBY_E_NOMEM : TBY_OK;
    memset(*part, 0, v->part_size);
    return v->part ? v->part(v->ctx, *part) : TBY_OK;
}

void tby_games_part_close(const tby_games_visitor *v, void *part)
{
    if (part && v->drop)
        v->drop(v->ctx, part);
    games_free(part, v->part_size);
}

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
    /* where the next block to be reported begins */
    uint64_t offset, line, chars;
    uint64_t reported, warned; /* faults and warnings */
} run;

static tby_place place_of(const run *r, const games_mark *mark)
{
    if (r->out->format == TBY_GAMES_CDB)
        return (tby_place){0, 0};
    return (tby_place){
        .line = (size_t)(r->line + mark->lines),
        .column = (size_t)((mark->lines ? 0 : r->chars) + mark->chars + 1)};
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

    TBY_ASSERT(b->used <= b->n || b->rc != TBY_OK);
    if (rc == TBY_OK) {
        for (size_t i = 0; i < b->faults_n; i++) {
            const games_fault *f = &b->faults[i];
            bool warning = tby_pgn_is_warning(f->code);
            uint64_t *reported = warning ? &r->warned : &r->reported;
            if (*reported >= (warning ? r->job->warnings : r->job->faults))
                continue;
            tby_games_fault fault = {.code = f->code,
                                     .severity =
                                         warning ? TBY_WARNING : TBY_ERROR,
                                     .member = tby_source_file(r->in.source),
                                     .game = r->out->sum.games + f->game,
                                     .offset = r->offset + f->mark.at,
                                     .place = place_of(r, &f->mark),
                                     .text = b->texts.p + f->text};
            ++*reported;
            if (r->listener->fault)
                r->listener->fault(r->listener->ctx, &fault);
        }
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

/* How the file failed, after everything that was in it. */
static void report_end(run *r, tby_rc rc)
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

    TBY_ASSERT(rc < 0);
    if (r->offset)
        fault.place = place_of(r, &here);
    r->out->file = rc;
    tby_games_count(&r->out->sum, rc, 1);
    if (r->listener->fault)
        r->listener->fault(r->listener->ctx, &fault);
}

static void report_passed(void *ctx, const char *member)
{
    const run *r = ctx;

    if (r->listener->passed)
        r->listener->passed(r->listener->ctx, member);
}

static tby_rc open_blocks(run *r)
{
    size_t n = r->threads > 1 || r->aside ? 5 * (size_t)r->threads + 2 : 2;

    r->blocks = games_resize(NULL, 0, n * sizeof *r->blocks);
    if (!r->blocks)
        return TBY_E_NOMEM;
    memset(r->blocks, 0, n * sizeof *r->blocks);
    r->blocks_n = n;
    for (size_t i = 0; i < n; i++) {
        games_block *b = &r->blocks[i];
        *b = (games_block){.job = r->job};
        tby_game_init(&b->game, NULL);
        tby_buf_init(&b->texts, NULL, SIZE_MAX);
        put_back(r, b);
        TBY_TRY(tby_games_part_open(r->visitor, &b->part));
    }
    r->block = r->job->block ? r->job->block : ALL_BLOCKS / n;
    if (!r->job->block && r->block > BLOCK)
        r->block = BLOCK;
    if (!r->job->block && r->block < BLOCK_LEAST)
        r->block = BLOCK_LEAST;
    return TBY_OK;
}

/* One that is free, when need be after the oldest has come back. */
static tby_rc obtain(run *r, games_block **out)
{
    TBY_ASSERT(r->spare || r->pool);
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

/* Fills a block and decides how it is to be read. */
static tby_rc prepare(run *r, games_block *b, const games_state *state)
{
    TBY_TRY(r->begun ? tby__games_input_fill(&r->in, b, r->wanted)
                     : tby__games_input_begin(&r->in, b, r->wanted,
                                              &r->out->format, &r->offset));
    r->begun = true;
    b->format = r->out->format;
    b->state = *state;
    b->end = r->in.end;
    b->rest = 0;
    b->more = false;
    if (r->in.end != TBY_OK)
        return TBY_OK;
    b->more = true;
    size_t cut =
        b->format == TBY_GAMES_PGN ? tby__games_cut((tby_str){b->p, b->n}) : 0;
    if (cut && cut <= tby__games_preface(b))
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
    TBY_TRY(deliver_all(r));
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

/* Hands a block in and begins the next with what is after the cut. */
static tby_rc pass_on(run *r, games_block **b, games_state *state)
{
    games_block *next;

    TBY_TRY(obtain(r, &next));
    TBY_TRY(tby__games_reserve(next, (*b)->rest));
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

/* The one file, or all that are wanted of an archive. */
static tby_rc read_files(run *r)
{
    const tby_source_choice choice = {
        .ctx = r, .wanted = tby__games_is_named, .passed = report_passed};
    tby_rc rc = TBY_OK;

    do {
        r->begun = false;
        r->wanted = r->block;
        r->offset = r->chars = 0;
        r->line = 1;
        r->in.end = tby_source_next(r->in.source, &choice);
        if (r->in.end != TBY_OK)
            return r->in.end == TBY_E_NOMEM ? r->in.end : TBY_OK;
        rc = read_file(r);
        if (rc != TBY_OK || !r->in.why || !*tby_source_file(r->in.source))
            continue;
        /* a file of an archive that is none of games is reported and passed
         * over: it does not make the archive a wrong file */
        char piece[1 << 14];
        size_t n;
        report_end(r, TBY_E_NO_GAME);
        r->in.why = NULL;
        do
            r->in.end = tby_source_read(r->in.source, piece, sizeof piece, &n);
        while (r->in.end == TBY_OK);
    } while (rc == TBY_OK && r->in.end == TBY_DONE);
    return rc;
}

static void do_block(void *ctx, void *task)
{
    (void)ctx;
    tby__games_block_read(task);
}

/* Reads what was opened, and closes it. */
static tby_rc finish(run *r, tby_rc opened)
{
    tby_rc rc = opened;

    if (opened == TBY_OK) {
        r->threads = r->job->threads ? r->job->threads : tby_cpu_count();
        if (r->threads > TBY_THREADS_MAX)
            r->threads = TBY_THREADS_MAX;
        r->aside = r->threads == 1 && tby_source_unpacks(r->in.source);
        rc = open_blocks(r);
        if (rc == TBY_OK)
            rc = r->aside ? tby_ordered_pool_start_aside(&r->pool, r->blocks_n,
                                                         do_block, NULL)
                          : tby_ordered_pool_start(&r->pool, r->threads,
                                                   r->blocks_n, do_block, NULL);
        if (rc == TBY_OK)
            rc = read_files(r);
        tby_ordered_pool_stop(r->pool);
        for (size_t i = 0; r->blocks && i < r->blocks_n; i++) {
            games_block *b = &r->blocks[i];
            games_free(b->p, b->cap);
            games_free(b->faults, b->faults_cap * sizeof *b->faults);
            tby_buf_free(&b->texts);
            tby_game_free(&b->game);
            tby_games_part_close(r->visitor, b->part);
        }
        games_free(r->blocks, r->blocks_n * sizeof *r->blocks);
        if (rc == TBY_OK && r->in.end < 0)
            report_end(r, r->in.end);
    } else if (opened != TBY_E_NOMEM) {
        report_end(r, opened);
        rc = TBY_OK;
    }
    r->out->bytes = r->in.bytes;
    tby_source_close(r->in.source);
    return rc;
}

static run run_of(const tby_games_job *job, tby_games_result *out)
{
    *out = (tby_games_result){.file = TBY_OK};
    if (job->visitor.begin)
        job->visitor.begin(job->visitor.ctx);
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
