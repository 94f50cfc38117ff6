/* import.c - see import.h. */
#include "core/base/assert.h"

#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/text.h"
#include "core/openings/names_bloom.h"
#include "work/db/import_int.h"
#include "work/db/visit.h"
#include "work/games/int.h"

enum { SLOT = sizeof(void *) };

/* Frees them, and begins anew. */
static void clear_postings(import_postings *s)
{
    for (size_t i = 0; i < s->n; i++)
        tby__postings_free(s->at[i]);
    tby_grow_free(NULL, s->at, s->cap, SLOT);
    s->at = NULL;
    s->n = s->cap = s->bytes = 0;
    s->first = 0;
    atomic_store(&s->off, false);
}

static void import_postings_give_up(import_postings *s)
{
    clear_postings(s);
    atomic_store(&s->off, true);
}

/* A game was stored for certain, of a load with this postings or NULL. */
static void import_postings_game(import_postings *s, store_postings *postings,
                                 uint32_t noted, uint64_t id)
{
    TBY_ASSERT(id >= 1);
    if (atomic_load(&s->off))
        return;
    if (!postings || id > UINT32_MAX) {
        import_postings_give_up(s);
        return;
    }
    tby__postings_set(postings, noted, (uint32_t)id);
    if (!s->first)
        s->first = id;
}

/* Takes the postings of a load that is done with; `most` bytes may be kept. */
static void import_postings_add(import_postings *s, store_postings *postings,
                                size_t most)
{
    size_t bytes = postings ? tby__postings_bytes(postings) : 0;

    if (atomic_load(&s->off) || !postings ||
        TBY_APPEND(NULL, *s, postings) != TBY_OK) {
        tby__postings_free(postings);
        return;
    }
    s->bytes += bytes;
    if (s->bytes > most)
        import_postings_give_up(s);
}

enum {
    /* A batch ends with its last game or with so many bytes, whatever comes
     * first; both depend on the file alone. */
    BATCH_BYTES = 16 << 20,
    FIRSTS = 4, /* batches before the first whole one, each twice the last */
    /* What a ply takes while it is indexed. */
    PLY_BYTES = 16
};

/* Games of the batch that is being filled.  The first ones are small: of a
 * short file, too, games are stored while others are still read. */
static uint64_t batch_of(const tby_import *imp)
{
    uint32_t games = tby_store_batch_games(imp->store);

    if (imp->options.batch)
        return imp->options.batch;
    return (games ? games : TBY_IMPORT_BATCH) >>
           (imp->ordinal < FIRSTS ? FIRSTS - imp->ordinal : 0);
}

/* --- the index ------------------------------------------------------------*/

static void report_index(void *ctx, uint64_t done, uint64_t total)
{
    const tby_import *imp = ctx;

    if (imp->options.progress)
        imp->options.progress(imp->options.ctx, TBY_IMPORT_INDEXES, done, total,
                              imp->sum.read.games);
}

/* Reading takes about 20 MB of text and twice as much of games, and the
 * database keeps some pages: an index and the keys for it may have the rest. */
static size_t memory_left(const tby_import *imp)
{
    const size_t reading = (size_t)104 << 20, least = (size_t)24 << 20;
    size_t all = imp->options.memory ? imp->options.memory : TBY_IMPORT_MEMORY;

    return all > reading + least ? all - reading : least;
}

/* Indexes what waits. */
static tby_rc index_waiting(tby_import *imp)
{
    import_postings *postings = &imp->postings;
    tby_store_work work = {.memory = memory_left(imp) - postings->bytes,
                           .threads = imp->options.threads,
                           .ctx = imp,
                           .progress = report_index,
                           .postings_from = postings->first};
    /* a load of which some games are stored still has its own */
    bool half = imp->used > 0 && postings->first && imp->first->postings;

    TBY_ASSERT(imp->postings.bytes <= memory_left(imp));
    if (postings->first &&
        (!half ||
         TBY_APPEND(NULL, *postings, imp->first->postings) == TBY_OK)) {
        work.postings = postings->at;
        work.postings_n = postings->n;
        postings->n -= half;
    }
    tby_rc rc = tby_store_index(imp->store, &work);
    if (rc == TBY_OK) {
        imp->indexed += imp->waiting;
        imp->waiting = 0;
    }
    clear_postings(postings);
    return rc;
}

/* --- a batch --------------------------------------------------------------*/

/* Goes through the games of the queue; the last one was load->games[i - 1]. */
typedef struct cursor {
    import_load *load;
    size_t i;
} cursor;

/* There must be one. */
static import_game *next_game(cursor *c)
{
    TBY_ASSERT(c->load);
    while (c->i == c->load->n) {
        c->load = c->load->next;
        c->i = 0;
    }
    return &c->load->games[c->i++];
}

/* For the first game, the first two and so on: their bytes and what decides
 * which of them are stored; and the place in the file, so that a file that
 * repeats itself is no re-run.  What may follow them does not matter: of a file
 * that has grown, the last batch begins as it did. */
static tby_rc make_fingerprints(tby_import *imp, size_t n)
{
    TBY_ASSERT(n >= 1);
    TBY_TRY(TBY_GROW(NULL, imp->fingerprints, imp->fingerprints_cap, n));
    uint64_t about[] = {2, imp->ordinal, imp->options.keep_all,
                        imp->options.keep_duplicates};
    uint64_t seed = tby_checksum(about, sizeof about);
    tby_store_fingerprint t = {seed, ~seed};
    cursor c = {imp->first, imp->used};
    for (size_t i = 0; i < n; i++) {
        uint64_t check = next_game(&c)->check;
        t.a = (t.a ^ check) * UINT64_C(0x9fb21c651e98df25);
        t.b = (t.b ^ check) * UINT64_C(0xd6e8feb86659fd93);
        t.a ^= t.a >> 31;
        t.b ^= t.b >> 31;
        imp->fingerprints[i] = t;
    }
    return TBY_OK;
}

static void prefetch_next(const tby_import *imp, cursor *c)
{
    if (next_game(c)->fate == IMPORT_TAKEN)
        tby_store_prefetch(imp->store,
                           tby__import_load_packed(c->load, c->i - 1));
}

/* Stores the games of a batch that are not `known`, all or none. */
static tby_rc fill_batch(tby_import *imp, uint64_t games, uint64_t known)
{
    uint64_t far = tby_store_ahead(imp->store);
    cursor c = {imp->first, imp->used}, ahead = c;
    uint64_t imported = 0, duplicates = 0, named = 0, plies = 0;
    tby_rc rc = TBY_OK;

    for (uint64_t i = 0; i < games && i < far; i++)
        prefetch_next(imp, &ahead);
    for (uint64_t i = 0; i < games && rc == TBY_OK; i++) {
        if (far < games - i)
            prefetch_next(imp, &ahead);
        import_game *g = next_game(&c);
        if (g->fate != IMPORT_TAKEN || i < known)
            continue;
        const store_packed *packed = tby__import_load_packed(c.load, c.i - 1);
        uint64_t id = 0;
        if (!imp->options.keep_duplicates)
            rc = tby_store_duplicate(imp->store, packed, &id);
        duplicates += id != 0;
        if (rc != TBY_OK || id)
            continue;
        rc = tby_store_append(imp->store, packed, &id);
        g->id = rc == TBY_OK ? id : 0;
        imported++;
        named += g->named;
        plies += packed->column[STORE_PLIES];
    }
    if (rc == TBY_OK)
        rc = tby_store_commit(imp->store);
    else
        tby_store_cancel(imp->store);
    if (rc != TBY_OK)
        return rc;
    imp->sum.imported += imported;
    imp->sum.duplicates += duplicates;
    imp->sum.named += named;
    imp->waiting += plies;

    /* Only what is stored for certain has a number that will stay. */
    for (c = (cursor){imp->first, imp->used}; games > 0; games--) {
        const import_game *g = next_game(&c);
        if (g->id && !imp->sum.first_id)
            imp->sum.first_id = g->id;
        if (g->id)
            imp->sum.last_id = g->id;
        if (g->id)
            import_postings_game(&imp->postings, c.load->postings, g->noted,
                                 g->id);
    }
    return TBY_OK;
}

/* --- the queue ------------------------------------------------------------*/

/* Takes so many games off the queue. */
static void drop_games(tby_import *imp, uint64_t games)
{
    while (games > 0 || (imp->first && imp->used == imp->first->n)) {
        import_load *l = imp->first;
        uint64_t here = l->n - imp->used;
        if (here > games) {
            imp->used += games;
            return;
        }
        games -= here;
        /* postings may have most of the memory; a run that is made of them
         * needs little else */
        import_postings_add(&imp->postings, l->postings,
                            memory_left(imp) / 4 * 3);
        l->postings = NULL;
        imp->first = l->next;
        imp->used = 0;
        l->next = imp->spare;
        imp->spare = l;
    }
    if (!imp->first)
        imp->last = NULL;
}

/* Stores the games of the batch that is being filled, and begins the next. */
static tby_rc end_batch(tby_import *imp)
{
    uint64_t games = imp->games;
    size_t known = 0;
    tby_rc rc = make_fingerprints(imp, games);

    TBY_ASSERT(games > 0 && imp->first);
    if (rc == TBY_OK)
        rc = tby_store_batch(imp->store, imp->fingerprints, games, &known);
    if (rc == TBY_OK)
        rc = fill_batch(imp, games, known);
    cursor c = {imp->first, imp->used};
    for (uint64_t i = 0; rc >= 0 && i < games; i++) {
        import_fate fate = next_game(&c)->fate;
        imp->sum.unterminated += fate == IMPORT_UNTERMINATED;
        imp->sum.abandoned += fate == IMPORT_ABANDONED;
        imp->sum.known += i < known && fate == IMPORT_TAKEN;
    }
    drop_games(imp, games);
    imp->ordinal++;
    imp->games = 0;
    imp->bytes = 0;
    /* Games are found sooner if there is an index while others are still read;
     * but the next one is made over these games again.  So it is worth while
     * only when memory is nearly full, and when there is twice as much as
     * before; the postings of the next one will be too large. */
    if (rc < 0 || imp->waiting < memory_left(imp) / (PLY_BYTES + 1) ||
        imp->waiting < 2 * imp->indexed)
        return rc < 0 ? rc : TBY_OK;
    rc = index_waiting(imp);
    import_postings_give_up(&imp->postings);
    return rc;
}

tby_rc tby__import_take(tby_import *imp, import_load *load)
{
    tby_rc rc = TBY_OK;

    TBY_ASSERT(!load->next || load->n == 0);
    if (load->n == 0) { /* any number of blocks may have no game */
        load->next = imp->spare;
        imp->spare = load;
        return TBY_OK;
    }
    load->next = NULL;
    if (imp->last)
        imp->last->next = load;
    else
        imp->first = load;
    imp->last = load;
    for (size_t i = 0; i < load->n && rc == TBY_OK; i++) {
        imp->bytes += tby__import_game_bytes(load, i);
        if (++imp->games == batch_of(imp) || imp->bytes >= BATCH_BYTES)
            rc = end_batch(imp);
    }
    return rc;
}

tby_rc tby_import_open(tby_import **out, tby_store *store,
                       const tby_import_options *options)
{
    tby_import *imp = games_resize(NULL, 0, sizeof *imp);

    *out = imp;
    if (!imp)
        return TBY_E_NOMEM;
    *imp = (tby_import){.store = store, .options = *options};
    if (!options->names)
        return TBY_OK;
    imp->bloom = games_resize(NULL, 0, sizeof *imp->bloom);
    if (!imp->bloom)
        return TBY_E_NOMEM;
    tby__names_bloom_fill(imp->bloom, options->names);
    return TBY_OK;
}

void tby_import_close(tby_import *imp)
{
    if (!imp)
        return;
    tby__import_load_close(imp->first);
    tby__import_load_close(imp->spare);
    clear_postings(&imp->postings);
    tby__import_tools_close(imp);
    tby_grow_free(NULL, imp->fingerprints, imp->fingerprints_cap,
                  sizeof *imp->fingerprints);
    games_free(imp->bloom, sizeof *imp->bloom);
    tby_grow_free(NULL, imp->sum.firsts, imp->firsts_cap,
                  sizeof *imp->sum.firsts);
    games_free(imp, sizeof *imp);
}

const tby_import_sum *tby_import_summary(const tby_import *imp)
{
    return &imp->sum;
}

/* --- faults ---------------------------------------------------------------*/

static void keep_text(char *to, size_t cap, const char *text)
{
    tby_text t = {.buf = to, .cap = cap};

    tby_text_cstr(&t, text);
    tby_text_end(&t);
}

/* Remembers the first of each kind, and what a whole file suffers from; one
 * that there is no memory for is still counted. */
static void on_fault(void *ctx, const tby_games_fault *fault)
{
    tby_import *imp = ctx;
    tby_import_sum *sum = &imp->sum;
    size_t met = 0;

    for (size_t i = 0; i < sum->firsts_n; i++)
        met += sum->firsts[i].fault.code == fault->code;
    if ((fault->game && met >= TBY_IMPORT_FIRSTS) ||
        TBY_GROW(NULL, sum->firsts, imp->firsts_cap, sum->firsts_n + 1) !=
            TBY_OK)
        return;
    tby_import_first *first = &sum->firsts[sum->firsts_n++];
    *first = (tby_import_first){.fault = *fault, .file = imp->files - 1};
    keep_text(first->text, sizeof first->text, fault->text);
    keep_text(first->member, sizeof first->member, fault->member);
    first->fault.text = first->fault.member = NULL; /* the array moves */
}

tby_games_fault tby_import_fault(const tby_import_first *first)
{
    tby_games_fault fault = first->fault;

    TBY_ASSERT(first->fault.code != TBY_OK);
    fault.text = first->text;
    fault.member = first->member;
    return fault;
}

static void on_progress(void *ctx, uint64_t done, uint64_t total,
                        uint64_t games)
{
    const tby_import *imp = ctx;

    if (imp->options.progress)
        imp->options.progress(imp->options.ctx, TBY_IMPORT_READS, done, total,
                              games);
}

/* Stores what is left of a file, unless reading it has failed. */
static tby_rc end_file(tby_import *imp, tby_rc rc)
{
    if (rc == TBY_OK && imp->games)
        rc = end_batch(imp);
    /* what was not stored is forgotten */
    if (imp->last) {
        imp->last->next = imp->spare;
        imp->spare = imp->first;
    }
    imp->first = imp->last = NULL;
    imp->used = imp->bytes = 0;
    imp->games = imp->ordinal = 0;
    return rc;
}

tby_rc tby_import_file(tby_import *imp, const char *path, tby_rc *file)
{
    tby_games_job job = {
        .path = path,
        .threads = imp->options.threads,
        .mode = TBY_PGN_ALL,
        .faults = UINT64_MAX,
        .warn_results = true,
        .warnings = UINT64_MAX,
        .forgive = imp->options.forgive,
        .visitor = tby__import_visitor(imp),
        .listener = {.ctx = imp, .fault = on_fault, .progress = on_progress}};
    tby_games_result result;

    TBY_ASSERT(imp->games == 0 && !imp->first);
    imp->files++;
    tby_rc rc = tby_games_read(&job, &result);
    tby_games_add(&imp->sum.read, &result.sum);
    imp->sum.bytes += result.bytes;
    *file = result.file;
    return end_file(imp, rc);
}

static tby_rc on_games(void *ctx, uint64_t done, uint64_t total,
                       uint64_t amount)
{
    on_progress(ctx, done, total, amount);
    return TBY_OK;
}

tby_rc tby_import_store(tby_import *imp, tby_store *from)
{
    store_filter *all = games_resize(NULL, 0, sizeof *all); /* large */
    tby_games_sum sum = {.games = 0};

    TBY_ASSERT(imp->games == 0 && !imp->first);
    if (!all)
        return TBY_E_NOMEM;
    tby__filter_init(all);
    tby_db_visit_job job = {.store = from,
                            .filter = all,
                            .visitor = tby__import_visitor(imp),
                            .progress = on_games,
                            .ctx = imp};
    imp->files++;
    tby_rc rc = tby_db_visit(&job, &sum);
    tby_games_add(&imp->sum.read, &sum);
    games_free(all, sizeof *all);
    return end_file(imp, rc);
}

tby_rc tby_import_replace(tby_import *imp, uint64_t id, const tby_game *game)
{
    uint64_t plies = 0;
    size_t known;

    TBY_TRY(tby_store_batch(imp->store, NULL, 0, &known));
    tby_rc rc = tby__import_replace(imp, id, game, &plies);
    if (rc == TBY_OK)
        rc = tby_store_commit(imp->store);
    else
        tby_store_cancel(imp->store);
    if (rc == TBY_OK) {
        import_postings_give_up(&imp->postings);
        imp->waiting += plies;
        imp->sum.imported++;
    }
    return rc;
}

tby_rc tby_import_finish(tby_import *imp)
{
    return index_waiting(imp);
}
