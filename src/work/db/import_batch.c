/* import_batch.c - games from the queue into the database. */
#include "work/db/import_int.h"

#include "core/base/checksum.h"
#include "core/base/grow.h"

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
    if (imp->options.batch)
        return imp->options.batch;
    return TBY_IMPORT_BATCH >>
           (imp->ordinal < FIRSTS ? FIRSTS - imp->ordinal : 0);
}

/* --- the index ------------------------------------------------------------*/

static void tell_index(void *ctx, uint64_t done, uint64_t total)
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

/* Stocks may have most of it; a run that is made of them needs little else. */
static size_t stocks_most(const tby_import *imp)
{
    return memory_left(imp) / 4 * 3;
}

tby_rc import_index(tby_import *imp)
{
    import_stocks *stocks = &imp->stocks;
    tby_store_work work = {.memory = memory_left(imp) - stocks->bytes,
                           .threads = imp->options.threads,
                           .ctx = imp,
                           .progress = tell_index,
                           .stocked = stocks->first};
    /* a load of which some games are stored still has its own */
    bool half = imp->used > 0 && stocks->first && imp->first->stock;

    if (stocks->first &&
        (!half || import_stocks_push(stocks, imp->first->stock))) {
        work.stocks = stocks->at;
        work.stocks_n = stocks->n;
        stocks->n -= half;
    }
    tby_rc rc = tby_store_index(imp->store, &work);

    if (rc == TBY_OK) {
        imp->indexed += imp->waiting;
        imp->waiting = 0;
    }
    import_stocks_clear(stocks);
    return rc;
}

/* Games are found sooner if there is an index while others are still read; but
 * the next one is made over these games again.  So it is worth while only when
 * memory is nearly full, and when there is twice as much as before. */
static bool is_time_to_index(const tby_import *imp)
{
    return imp->waiting >= memory_left(imp) / (PLY_BYTES + 1) &&
           imp->waiting >= 2 * imp->indexed;
}

/* --- a batch --------------------------------------------------------------*/

/* Goes through the games of the queue. */
typedef struct cursor {
    import_load *load;
    size_t i;
} cursor;

static cursor first_game(const tby_import *imp)
{
    return (cursor){imp->first, imp->used};
}

/* There must be one. */
static import_game *next_game(cursor *c, import_load **load, size_t *i)
{
    while (c->i == c->load->n) {
        c->load = c->load->next;
        c->i = 0;
    }
    *load = c->load;
    *i = c->i++;
    return &(*load)->games[*i];
}

static uint64_t mixed(uint64_t h, uint64_t value, uint64_t odd)
{
    h = (h ^ value) * odd;
    return h ^ h >> 31;
}

/* For the first game, the first two and so on: their bytes and what decides
 * which of them are stored; and the place in the file, so that a file that
 * repeats itself is no re-run.  What may follow them does not matter: of a file
 * that has grown, the last batch begins as it did. */
static tby_rc make_tokens(tby_import *imp, size_t n)
{
    tby_alloc alloc = tby_alloc_libc();
    void *tokens = imp->tokens;
    tby_rc rc =
        tby_grow(&alloc, &tokens, &imp->tokens_cap, n, sizeof *imp->tokens);

    if (rc != TBY_OK)
        return rc;
    imp->tokens = tokens;
    uint64_t about[] = {2, imp->ordinal, imp->options.keep_all,
                        imp->options.keep_duplicates};
    uint64_t seed = tby_checksum(about, sizeof about);
    tby_store_token t = {seed, ~seed};
    cursor c = first_game(imp);
    import_load *load;
    size_t at;

    for (size_t i = 0; i < n; i++) {
        uint64_t check = next_game(&c, &load, &at)->check;
        t.a = mixed(t.a, check, UINT64_C(0x9fb21c651e98df25));
        t.b = mixed(t.b, check, UINT64_C(0xd6e8feb86659fd93));
        imp->tokens[i] = t;
    }
    return TBY_OK;
}

/* What a batch comes to; counted when it is stored. */
typedef struct count {
    uint64_t imported, duplicates, named, plies;
} count;

static tby_rc store_game(const tby_import *imp, import_load *load, size_t i,
                         count *n)
{
    const store_packed *packed = import_load_packed(load, i);
    uint32_t id = 0;
    tby_rc rc = TBY_OK;

    if (!imp->options.keep_duplicates)
        rc = tby_store_duplicate(imp->store, packed, &id);
    if (rc != TBY_OK || id) {
        n->duplicates += id != 0;
        return rc;
    }
    rc = tby_store_append(imp->store, packed, &id);
    load->games[i].id = rc == TBY_OK ? id : 0;
    n->imported += rc == TBY_OK;
    n->named += load->games[i].named;
    n->plies += packed->column[STORE_PLIES];
    return rc;
}

/* Those behind the first, which are `known`. */
static tby_rc store_games(const tby_import *imp, uint64_t games, uint64_t known,
                          count *n)
{
    enum { AHEAD = 4 };
    cursor c = first_game(imp), ahead = c;
    tby_rc rc = TBY_OK;
    import_load *load;
    size_t at;

    for (uint64_t i = 0; i < games && i < AHEAD; i++)
        next_game(&ahead, &load, &at);
    for (uint64_t i = 0; i < games && rc == TBY_OK; i++) {
        if (i + AHEAD < games &&
            next_game(&ahead, &load, &at)->fate == IMPORT_TAKEN)
            tby_store_expect(imp->store, import_load_packed(load, at));
        if (next_game(&c, &load, &at)->fate == IMPORT_TAKEN && i >= known)
            rc = store_game(imp, load, at, n);
    }
    return rc;
}

/* Counts the games of a batch that is done; the first `known` some time ago. */
static void count_fates(tby_import *imp, uint64_t games, uint64_t known)
{
    cursor c = first_game(imp);
    import_load *load;
    size_t at;

    for (uint64_t i = 0; i < games; i++) {
        import_fate fate = next_game(&c, &load, &at)->fate;
        imp->sum.unterminated += fate == IMPORT_UNTERMINATED;
        imp->sum.abandoned += fate == IMPORT_ABANDONED;
        imp->sum.known += i < known && fate == IMPORT_TAKEN;
    }
}

/* Only what is stored for certain has a number that will stay. */
static void tell_stocks(tby_import *imp, uint64_t games)
{
    cursor c = first_game(imp);
    import_load *load;
    size_t i;

    for (; games > 0; games--) {
        const import_game *g = next_game(&c, &load, &i);
        if (g->id)
            import_stocks_game(&imp->stocks, load->stock, g->noted, g->id);
    }
}

static tby_rc fill_batch(tby_import *imp, uint64_t games, uint64_t known)
{
    count n = {0};
    tby_rc rc = store_games(imp, games, known, &n);

    if (rc == TBY_OK)
        rc = tby_store_commit(imp->store);
    else
        tby_store_cancel(imp->store);
    if (rc != TBY_OK)
        return rc;
    imp->sum.imported += n.imported;
    imp->sum.duplicates += n.duplicates;
    imp->sum.named += n.named;
    imp->waiting += n.plies;
    tell_stocks(imp, games);
    return TBY_OK;
}

static tby_rc store_batch(tby_import *imp, uint64_t games)
{
    size_t known = 0;
    tby_rc rc = make_tokens(imp, games);

    if (rc == TBY_OK)
        rc = tby_store_batch(imp->store, imp->tokens, games, &known);
    if (rc == TBY_OK)
        rc = fill_batch(imp, games, known);
    if (rc < 0)
        return rc;
    count_fates(imp, games, known);
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
        import_stocks_add(&imp->stocks, l->stock, stocks_most(imp));
        l->stock = NULL;
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
    tby_rc rc = store_batch(imp, games);

    drop_games(imp, games);
    imp->ordinal++;
    imp->games = 0;
    imp->bytes = 0;
    if (rc != TBY_OK || !is_time_to_index(imp))
        return rc;
    rc = import_index(imp);
    import_stocks_give_up(&imp->stocks); /* the next one will be too large */
    return rc;
}

tby_rc import_take(tby_import *imp, import_load *load)
{
    tby_rc rc = TBY_OK;

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
        imp->bytes += import_game_bytes(load, i);
        if (++imp->games == batch_of(imp) || imp->bytes >= BATCH_BYTES)
            rc = end_batch(imp);
    }
    return rc;
}

tby_rc import_flush(tby_import *imp)
{
    tby_rc rc = imp->games ? end_batch(imp) : TBY_OK;

    import_forget(imp);
    return rc;
}

void import_forget(tby_import *imp)
{
    if (imp->last) {
        imp->last->next = imp->spare;
        imp->spare = imp->first;
    }
    imp->first = imp->last = NULL;
    imp->used = 0;
    imp->games = 0;
    imp->bytes = 0;
    imp->ordinal = 0;
}
