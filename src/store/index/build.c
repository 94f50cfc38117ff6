/* build.c - a run made of its games: replayed, sorted, written.
 *
 * A pass replays all games and keeps the entries of the parts from..to.  When
 * memory is full, what it has is put into a temporary file, part by part, so
 * that one pass is enough.  If the disk has no room for that, the last parts
 * are dropped and left to the next pass. */
#include "core/base/assert.h"
#include "io/system/ordered_pool.h"
#include "io/system/thread.h"
#include "store/index/int.h"

#include <stdlib.h>

/* --- a part of the keys: sorted, and made into pages -----------------------*/

/* Keys are spread evenly, so that a place near the right one follows from the
 * bits below those that all keys of the part share: entries are put there in
 * one go, and then few are out of order, and not far from where they belong.
 * Entries of the same key keep the order of play. */

enum {
    FEW = 24,       /* entries of a place that are sorted by insertion */
    PLACE_BITS = 16 /* the most */
};

static void insert(run_entry *e, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        run_entry moved = e[i];
        size_t to = i;
        if (e[to - 1].key <= moved.key)
            continue;
        for (; to > 0 && e[to - 1].key > moved.key; to--)
            e[to] = e[to - 1];
        e[to] = moved;
    }
}

/* Merges two sorted pieces; what is in order already costs nothing, and that
 * is how all games start. */
static void merge(run_entry *e, size_t middle, size_t n, run_entry *spare)
{
    size_t left = 0, right = middle, to = 0;

    if (e[middle - 1].key <= e[middle].key)
        return;
    memcpy(spare, e, middle * sizeof *e);
    while (left < middle)
        e[to++] = right < n && e[right].key < spare[left].key ? e[right++]
                                                              : spare[left++];
}

static void merge_sort(run_entry *e, size_t n, run_entry *spare)
{
    for (size_t at = 0; at < n; at += FEW)
        insert(e + at, n - at < FEW ? n - at : FEW);
    for (size_t half = FEW; half < n; half *= 2)
        for (size_t at = 0; at + half < n; at += 2 * half)
            merge(e + at, half, n - at < 2 * half ? n - at : 2 * half, spare);
}

/* Finds what each batch has of a part, and reads it where it was spilled; *all
 * is how much that is, what is not of the run counted, too. */
static tby_rc find_slices(const run_part *p, size_t *all)
{
    const run_plan *plan = p->plan;
    const run_job *job = plan->job;
    const unsigned bits = plan->part_bits;
    uint32_t most = job->first + job->games - job->postings_from;
    run_desk *d = p->desk;

    *all = 0;
    for (size_t i = 0; i < plan->batches_n; i++)
        *all += run_batch_end(&plan->batches[i], p->part, bits) -
                run_batch_begin(&plan->batches[i], p->part, bits);
    TBY_TRY(TBY_GROW(NULL, d->slices, d->slices_cap, plan->batches_n));
    TBY_TRY(TBY_GROW(NULL, d->read, d->read_cap, plan->spill.open ? *all : 0));
    run_packed *read = d->read;
    for (size_t i = 0; i < plan->batches_n; i++) {
        const run_batch *b = &plan->batches[i];
        uint32_t begin = run_batch_begin(b, p->part, bits);
        uint32_t n = run_batch_end(b, p->part, bits) - begin;
        const run_packed *e = b->entries ? b->entries + begin : read;
        if (!b->entries) {
            uint64_t at = b->at + begin * (uint64_t)sizeof *e;
            TBY_TRY(tby_temp_file_read(&plan->spill, at, read, n * sizeof *e));
            read += n;
        }
        uint32_t first = b->ids ? job->first : b->first;
        d->slices[i] =
            (run_slice){e, e + n, b->ids, first, job->postings_from, most};
    }
    return TBY_OK;
}

/* at[i + 1] is where the next entry of place i goes, and in the end where the
 * next place begins. */
typedef struct places {
    uint32_t *at;
    size_t n;
    unsigned up, down; /* shifts that leave the bits of a key that count */
} places;

static inline size_t place_of(const places *s, const run_packed *e)
{
    return e->key[1] << s->up >> s->down;
}

/* Counts the entries of each place, `counts` being s->at + 2. */
static void count_slice(run_slice from, places s, uint32_t *counts)
{
    if (!from.ids) {
        for (const run_packed *e = from.e; e < from.end; e++)
            counts[place_of(&s, e)]++;
        return;
    }
    for (const run_packed *e = from.e; e < from.end; e++)
        counts[place_of(&s, e)] +=
            from.ids[e->what >> 13] - from.least < from.most;
}

/* How many there are, and where each place begins. */
static size_t count(const run_part *p, const places *s)
{
    memset(s->at, 0, (s->n + 2) * sizeof *s->at);
    for (size_t i = 0; i < p->plan->batches_n; i++) {
        /* Each batch has a few, far from those of the next. */
        enum { AHEAD = 3, LINES = 4, LINE = 64 };
        if (i + AHEAD < p->plan->batches_n) {
            const char *next = (const char *)p->desk->slices[i + AHEAD].e;
            for (size_t line = 0; line < LINES; line++)
                __builtin_prefetch(next + line * LINE);
        }
        count_slice(p->desk->slices[i], *s, s->at + 2);
    }
    for (size_t i = 2; i < s->n + 2; i++)
        s->at[i] += s->at[i - 1];
    return s->at[s->n + 1];
}

static inline run_entry entry_of(const run_packed *e, uint32_t game)
{
    return (run_entry){(uint64_t)e->key[1] << 32 | e->key[0], game,
                       e->what & (RUN_BLACK | STORE_CODE)};
}

/* Puts them where they belong, `next` being s->at + 1. */
static void move_bitmap_slice(run_slice from, places s, uint32_t *next,
                              run_entry *to)
{
    if (!from.ids) {
        for (const run_packed *e = from.e; e < from.end; e++)
            to[next[place_of(&s, e)]++] =
                entry_of(e, from.first + (e->what >> 13));
        return;
    }
    for (const run_packed *e = from.e; e < from.end; e++) {
        uint32_t id = from.ids[e->what >> 13];
        if (id - from.least < from.most)
            to[next[place_of(&s, e)]++] = entry_of(e, id - from.first);
    }
}

/* Sorts by key what belongs to a part; n of them. */
static tby_rc run_sort(run_part *p, size_t *n)
{
    size_t all;
    TBY_TRY(find_slices(p, &all));
    unsigned bits = run_width(all);

    if (bits > PLACE_BITS)
        bits = PLACE_BITS;
    if (bits == 0)
        bits = 1; /* a shift by 32 would be none */
    run_desk *d = p->desk;
    size_t places_n = (size_t)1 << bits;
    TBY_TRY(TBY_GROW(NULL, d->sorted, d->sorted_cap, all));
    TBY_TRY(TBY_GROW(NULL, d->spare, d->spare_cap, all));
    TBY_TRY(TBY_GROW(NULL, d->places, d->places_cap, places_n + 2));
    places s = {p->desk->places, (size_t)1 << bits, p->plan->part_bits,
                32 - bits};
    *n = count(p, &s);
    for (size_t i = 0; i < p->plan->batches_n; i++)
        move_bitmap_slice(d->slices[i], s, s.at + 1, d->sorted);
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i + 1] - s.at[i] > FEW)
            merge_sort(p->desk->sorted + s.at[i], s.at[i + 1] - s.at[i],
                       p->desk->spare);
    insert(p->desk->sorted, *n);
    return TBY_OK;
}

static void close_desk(run_desk *d)
{
    tby__run_packer_close(d->packer);
    tby_grow_free(NULL, d->slices, d->slices_cap, sizeof *d->slices);
    tby_grow_free(NULL, d->read, d->read_cap, sizeof *d->read);
    tby_grow_free(NULL, d->sorted, d->sorted_cap, sizeof *d->sorted);
    tby_grow_free(NULL, d->spare, d->spare_cap, sizeof *d->spare);
    tby_grow_free(NULL, d->places, d->places_cap, sizeof *d->places);
    free(d);
}

static run_desk *open_desk(void)
{
    run_desk *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->packer = tby__run_packer_open();
    if (d->packer)
        return d;
    close_desk(d);
    return NULL;
}

static tby_rc run_part_open(run_part **out, const run_plan *plan)
{
    run_part *p = calloc(1, sizeof *p);

    *out = p;
    if (!p)
        return TBY_E_NOMEM;
    p->plan = plan;
    p->page_ends = calloc(plan->pages / plan->parts, sizeof *p->page_ends);
    return p->page_ends ? TBY_OK : TBY_E_NOMEM;
}

static void run_part_close(run_part *p)
{
    if (!p)
        return;
    free(p->page_ends);
    run_writer_free(&p->pages);
    run_writer_free(&p->lists);
    free(p);
}

/* Sorts the entries of a part and packs its pages; on any thread.  ctx is the
 * plan. */
static void run_part_make(void *ctx, void *part)
{
    const run_plan *plan = ctx;
    run_part *p = part;

    run_writer_clear(&p->pages);
    run_writer_clear(&p->lists);
    p->plies = p->entries = p->positions = p->once = 0;
    p->rc = TBY_E_NOMEM;
    p->desk = tby_object_pool_take(plan->desks);
    if (!p->desk)
        p->desk = open_desk();
    if (!p->desk)
        return;

    /* Sorts and packs at the desk; p->rc says how that went. */
    uint32_t pages = p->plan->pages / p->plan->parts;
    size_t n = 0, at = 0;
    p->rc = run_sort(p, &n);
    p->plies = n;
    for (uint32_t i = 0; p->rc == TBY_OK && i < pages; i++) {
        uint32_t page = p->part * pages + i;
        at += tby__run_page_put(p, page, p->desk->sorted + at, n - at);
        p->page_ends[i] = p->pages.n;
    }

    if (!tby_object_pool_put(plan->desks, p->desk))
        close_desk(p->desk);
    p->desk = NULL;
}

/* --- rows of pages and lists ----------------------------------------------*/

enum { ROW_HEAD = RUN_SUM + 4 + 2 }; /* checksum, first page, how many */

static tby_rc end_pages(run_out *o)
{
    run_writer *w = &o->row;
    uint32_t first = o->first;

    if (o->pages_n == 0)
        return TBY_OK;
    run_writer_clear(w);
    run_put(w, 0, 8 * RUN_SUM);
    run_put(w, first, 32);
    run_put_varint(w, o->pages_n);
    run_put_bytes(w, o->sizes.p, o->sizes.n);
    run_put_bytes(w, o->pages.p, o->pages.n);
    if (w->rc != TBY_OK)
        return w->rc;
    tby__run_set_sum(w->p, w->n, first);
    run_writer_clear(&o->sizes);
    run_writer_clear(&o->pages);
    o->first += o->pages_n;
    o->pages_n = 0;
    return o->rows->put_page(o->rows->ctx, first,
                             (tby_str){(const char *)w->p, w->n});
}

static tby_rc put_page(run_out *o, const uint8_t *bytes, size_t n)
{
    size_t size = ROW_HEAD + o->sizes.n + o->pages.n + n + 2;
    TBY_TRY(size > RUN_ROW_BYTES ? end_pages(o) : TBY_OK);
    run_put_varint(&o->sizes, (uint32_t)n);
    run_put_bytes(&o->pages, bytes, n);
    o->pages_n++;
    return o->sizes.rc != TBY_OK ? o->sizes.rc : o->pages.rc;
}

static tby_rc end_lists(run_out *o)
{
    run_writer *w = &o->lists;
    tby_str row = {(const char *)w->p, w->n};

    if (w->n == 0 || w->rc != TBY_OK)
        return w->rc;
    tby__run_set_sum(w->p, w->n, o->lists_n);
    run_writer_clear(w);
    return o->rows->put_list(o->rows->ctx, o->lists_n++, row);
}

static tby_rc out_part(run_out *o, run_part *p)
{
    uint32_t pages = p->plan->pages / p->plan->parts;
    size_t begin = 0;

    for (uint32_t i = 0; i < pages; i++) {
        /* A page says where its lists begin among those of its part. */
        uint8_t *at = p->pages.p + begin;
        uint64_t base = 0;
        if (*at & 1) {
            for (unsigned k = 0; k < 2; k++)
                while (*at++ & 128)
                    ;
            memcpy(&base, at, RUN_BASE);
            base += o->lists_at;
            memcpy(at, &base, RUN_BASE);
        }
        TBY_TRY(put_page(o, p->pages.p + begin, p->page_ends[i] - begin));
        begin = p->page_ends[i];
    }
    const run_writer *lists = &p->lists;
    run_writer *w = &o->lists;
    for (size_t at = 0; at < lists->n;) {
        if (w->n == 0)
            run_put(w, 0, 8 * RUN_SUM);
        size_t some = RUN_ROW_BYTES - w->n;
        if (some > lists->n - at)
            some = lists->n - at;
        run_put_bytes(w, lists->p + at, some);
        at += some;
        TBY_TRY(w->n == RUN_ROW_BYTES ? end_lists(o) : w->rc);
    }
    o->lists_at += lists->n;
    return TBY_OK;
}

enum {
    REPLAYS = 2,       /* under way at most, for each thread */
    PARTS = 8,         /* the same; the owner has rows to write meanwhile */
    GAME_ENTRIES = 80, /* a guess that decides on the number of parts only */
    PART_ENTRIES = 16384,
    PART_BITS_MAX = 13
};

typedef struct build {
    const run_job *job;
    run_plan plan;
    tby_object_pool desks;
    run_head head;
    tby_ordered_pool *pool;
    unsigned threads;
    run_replay *replays[REPLAYS * TBY_THREADS_MAX];
    run_part *makers[PARTS * TBY_THREADS_MAX];
    uint32_t from, to;  /* parts of this pass */
    uint32_t played;    /* games of this pass */
    size_t bytes, most; /* that the batches have, and may have */
    size_t spilled_n;   /* batches, the first ones */
    bool spills;        /* what is too much; otherwise passes */
    tby_disk_budget disk;
    uint64_t postings_from; /* entries of games that are in postings */
    uint64_t plies;         /* of all games, when they are known */
    uint64_t done, total;   /* see progress() */
    run_out out;
} build;

/* --- memory ---------------------------------------------------------------*/

static size_t batch_bytes(const run_batch *b)
{
    uint32_t parts = b->to - b->from;

    return parts * sizeof *b->ends + b->ends[parts - 1] * sizeof *b->entries;
}

/* Gives memory back; where that fails, it is kept. */
static void shrink(void **p, size_t size)
{
    void *smaller = realloc(*p, size ? size : 1);

    if (smaller)
        *p = smaller;
}

static void trim(run_batch *b, uint32_t to)
{
    if (b->to <= to)
        return;
    uint32_t n = run_batch_begin(b, to, b->bits);
    b->to = to;
    shrink((void **)&b->entries, n * sizeof *b->entries);
    shrink((void **)&b->ends, (to - b->from) * sizeof *b->ends);
}

/* Makes room: batches in memory, as many as one may have games, are written in
 * the order of parts, and become one.  In the end the temporary file has
 * sizeof(run_packed) bytes for each ply at the most; there must be room for it
 * and half as much for the run. */
static tby_rc spill(build *b)
{
    enum { MOST = 1 << 16 };
    run_plan *plan = &b->plan;
    tby_temp_file *file = &plan->spill;
    run_batch *first = plan->batches + b->spilled_n, *end = first, *i;
    run_batch *last = plan->batches + plan->batches_n;

    if (!file->open) {
        double all = (double)b->bytes / b->played * plan->replayed;
        b->disk.most = UINT64_MAX;
        TBY_TRY(tby_temp_file_open(file, b->job->beside));
        TBY_TRY(tby_temp_file_reserve(file, &b->disk, (uint64_t)(1.5 * all)));
    }
    run_batch one = {.first = first->first,
                     .bits = plan->part_bits,
                     .to = plan->parts,
                     .ends = malloc(plan->parts * sizeof *one.ends),
                     .at = file->n};
    while (end < last && one.games + end->games <= RUN_GAMES_MAX)
        one.games += end++->games;
    TBY_ASSERT(end > first);
    run_packed *buf = malloc(MOST * sizeof *buf);
    tby_rc rc = buf && one.ends ? TBY_OK : TBY_E_NOMEM;
    uint32_t n = 0, sum = 0;
    for (uint32_t part = 0; rc == TBY_OK && part < one.to; part++) {
        for (i = first; i < end; i++) {
            uint32_t at = run_batch_begin(i, part, one.bits);
            uint32_t part_end = run_batch_end(i, part, one.bits);
            for (sum += part_end - at; at < part_end; at++) {
                buf[n] = i->entries[at];
                buf[n++].what += (i->first - one.first) << 13;
                if (n == MOST && rc == TBY_OK)
                    rc = tby_temp_file_write(file, buf, n * sizeof *buf);
                n = n < MOST ? n : 0;
            }
        }
        one.ends[part] = sum;
    }
    if (rc == TBY_OK)
        rc = tby_temp_file_write(file, buf, n * sizeof *buf);
    free(buf);
    if (rc != TBY_OK) {
        tby__run_batch_free(&one);
        return rc;
    }
    for (i = first; i < end; i++) {
        b->bytes -= batch_bytes(i);
        tby__run_batch_free(i);
    }
    *first = one;
    memmove(first + 1, end, (size_t)(last - end) * sizeof *end);
    plan->batches_n -= (size_t)(end - first) - 1;
    b->spilled_n++;
    return TBY_OK;
}

static void forget_batches(build *b)
{
    for (size_t i = 0; i < b->plan.batches_n; i++)
        tby__run_batch_free(&b->plan.batches[i]);
    b->plan.batches_n = b->spilled_n = b->bytes = 0;
    tby_temp_file_close(&b->plan.spill);
}

/* --- progress: plies that are played and plies that are packed ------------*/

static void progress(build *b, uint64_t plies)
{
    uint64_t total = b->total;

    b->done += plies;
    if (b->job->progress)
        b->job->progress(b->job->ctx, b->done < total ? b->done : total, total);
}

/* As many passes will be needed as it looks now. */
static void foresee(build *b)
{
    uint64_t passes = (b->plan.parts + b->to - b->from - 1) / (b->to - b->from);
    uint64_t plies = b->plies;

    if (!plies && b->played)
        plies = b->done / b->played * b->plan.replayed + b->postings_from;
    b->total = (passes + 1) * plies;
}

/* --- replay ---------------------------------------------------------------*/

static tby_rc add_batch(run_plan *p, run_batch batch)
{
    TBY_TRY(TBY_GROW(NULL, p->batches, p->batches_cap, p->batches_n + 1));
    p->batches[p->batches_n++] = batch;
    return TBY_OK;
}

static tby_rc take_batch(build *b)
{
    run_batch batch;
    run_replay *r = tby_ordered_pool_take(b->pool);

    TBY_TRY(tby__run_replay_give(r, &batch));
    trim(&batch, b->to);
    tby_rc rc = add_batch(&b->plan, batch);
    if (rc != TBY_OK) {
        tby__run_batch_free(&batch);
        return rc;
    }
    b->bytes += batch_bytes(&batch);
    b->played += batch.games;

    while (b->spills && b->bytes > b->most)
        TBY_TRY(spill(b));

    /* Leaves out as many parts as it takes for all games to fit, if they go on
     * as they began. */
    while (!b->spills && b->bytes > b->most && b->to - b->from > 1) {
        double parts = b->to - b->from;
        double share = (double)b->played / b->plan.replayed;
        double fit = 0.9 * parts * share * (double)b->most / (double)b->bytes;
        b->to = b->from + (fit < 1           ? 1
                           : fit > parts - 1 ? (uint32_t)parts - 1
                                             : (uint32_t)fit);
        b->bytes = 0;
        for (size_t i = 0; i < b->plan.batches_n; i++) {
            trim(&b->plan.batches[i], b->to);
            b->bytes += batch_bytes(&b->plan.batches[i]);
        }
    }

    foresee(b);
    progress(b, batch.plies);
    return TBY_OK;
}

static tby_rc replay(build *b)
{
    const unsigned tasks = REPLAYS * b->threads;
    tby_rc rc = tby_ordered_pool_start(&b->pool, b->threads, tasks,
                                       tby__run_replay_play, &b->plan);

    for (unsigned i = 0; rc == TBY_OK && i < tasks; i++)
        rc = tby__run_replay_open(&b->replays[i], &b->plan);
    uint32_t given = 0;
    unsigned turn = 0;
    b->played = 0;
    while (rc == TBY_OK && b->played < b->plan.replayed) {
        if (given == b->plan.replayed ||
            tby_ordered_pool_pending(b->pool) == tasks) {
            rc = take_batch(b);
            continue;
        }
        run_replay *r = b->replays[turn];
        turn = turn + 1 < tasks ? turn + 1 : 0;
        rc = tby__run_replay_take(r, given, b->from, b->to, &given);
        if (rc == TBY_OK)
            tby_ordered_pool_give(b->pool, r);
    }
    tby_ordered_pool_stop(b->pool);
    b->pool = NULL;
    for (unsigned i = 0; i < tasks; i++) {
        tby__run_replay_close(b->replays[i]);
        b->replays[i] = NULL;
    }
    return rc;
}

/* --- packing --------------------------------------------------------------*/

static tby_rc pack(build *b)
{
    const unsigned tasks = PARTS * b->threads;
    tby_rc rc = tby_ordered_pool_start(&b->pool, b->threads, tasks,
                                       run_part_make, &b->plan);

    for (unsigned i = 0; rc == TBY_OK && i < tasks; i++)
        rc = run_part_open(&b->makers[i], &b->plan);
    uint32_t part = b->from;
    unsigned turn = 0;
    while (rc == TBY_OK &&
           (part < b->to || tby_ordered_pool_pending(b->pool) > 0)) {
        if (part == b->to || tby_ordered_pool_pending(b->pool) == tasks) {
            run_part *p = tby_ordered_pool_take(b->pool);
            rc = p->rc == TBY_OK ? out_part(&b->out, p) : p->rc;
            b->head.entries += p->entries;
            b->head.positions += p->positions;
            b->head.once += p->once;
            progress(b, p->plies);
            continue;
        }
        run_part *p = b->makers[turn];
        turn = turn + 1 < tasks ? turn + 1 : 0;
        p->part = part++;
        tby_ordered_pool_give(b->pool, p);
    }
    tby_ordered_pool_stop(b->pool);
    b->pool = NULL;
    for (unsigned i = 0; i < tasks; i++) {
        run_part_close(b->makers[i]);
        b->makers[i] = NULL;
    }
    for (run_desk *d; (d = tby_object_pool_take(&b->desks)) != NULL;)
        close_desk(d);
    return rc;
}

/* --- all of it ------------------------------------------------------------*/

/* Postings are after what was replayed, and have all parts. */
static tby_rc add_postings(build *b)
{
    const run_job *job = b->job;

    for (size_t i = 0; b->postings_from && i < job->postings_n; i++) {
        run_batch batch = job->postings[i]->batch;
        batch.lent = true;
        TBY_TRY(add_batch(&b->plan, batch));
    }
    return TBY_OK;
}

/* Postings are parted once and for all, for runs that are not too large; and
 * they must have all games that they are for. */
static void plan_postings(build *b)
{
    const run_job *job = b->job;
    uint32_t games = 0;
    uint64_t entries = 0;

    b->plan.replayed = job->games;
    if (b->plan.part_bits > RUN_POSTINGS_BITS ||
        job->postings_from < job->first ||
        job->postings_from - job->first > job->games)
        return;
    for (size_t i = 0; i < job->postings_n; i++)
        tby__run_postings_count(job->postings[i], job, &games, &entries);
    if (games == 0 || games != job->games - (job->postings_from - job->first))
        return;
    b->postings_from = entries;
    b->plan.replayed -= games;
}

tby_rc tby__run_build(const run_job *job, run_head *out)
{
    build *b = calloc(1, sizeof *b);
    tby_rc rc = TBY_OK;

    TBY_ASSERT(job->first >= 1 && job->rows.put_page && job->rows.put_list);
    if (!b)
        return TBY_E_NOMEM;
    b->job = b->plan.job = job;
    b->plan.desks = &b->desks;
    b->head = (run_head){
        .first = job->first, .games = job->games, .key_bits = RUN_KEY_BITS};
    b->threads = job->threads ? job->threads : tby_cpu_count();
    if (b->threads > TBY_THREADS_MAX)
        b->threads = TBY_THREADS_MAX;
    /* The rest is for what is under way; batches that are freed early leave
     * holes. */
    b->spills = job->beside && *job->beside;
    b->most = job->memory / 4 * (b->spills ? 2 : 3);
    b->out.rows = &job->rows;
    if (job->games) {
        /* How many parts must not depend on memory or threads: pages do on it.
         */
        uint64_t guess = (uint64_t)b->job->games * GAME_ENTRIES / PART_ENTRIES;
        unsigned bits = guess ? run_width(guess) - 1 : 0;
        b->plan.part_bits = bits < PART_BITS_MAX ? bits : PART_BITS_MAX;
        b->plan.parts = 1U << b->plan.part_bits;
        b->plan.digits = tby__run_digits_of(b->job->games);

        plan_postings(b);
        uint32_t width = b->plan.parts;
        while (rc == TBY_OK && b->from < b->plan.parts) {
            uint32_t left = b->plan.parts - b->from;
            b->to = b->from + (width < left ? width : left);
            rc = b->plan.replayed ? replay(b) : TBY_OK;
            if (b->spills && (rc == TBY_E_IO_FULL || rc == TBY_E_IO_WRITE)) {
                /* no room for a temporary file: once more, without one */
                b->spills = false;
                b->most = job->memory / 4 * 3;
                b->done = 0;
                forget_batches(b);
                rc = TBY_OK;
                continue;
            }
            if (rc == TBY_OK)
                rc = add_postings(b);
            if (rc == TBY_OK && !b->plies) {
                b->done += b->postings_from;
                b->plies = b->done;
                uint64_t each = b->plies / b->plan.parts / RUN_PAGE_ENTRIES;
                uint64_t most = (1U << 31) / b->plan.parts;
                each = each < 1 ? 1 : each > most ? most : each;
                b->plan.pages = b->head.pages = (uint32_t)each * b->plan.parts;
                foresee(b);
            }
            if (rc == TBY_OK)
                rc = pack(b);
            forget_batches(b);
            width = b->to - b->from;
            b->from = b->to;
        }
        if (rc == TBY_OK)
            rc = end_pages(&b->out);
        if (rc == TBY_OK)
            rc = end_lists(&b->out);
    }
    tby_grow_free(NULL, b->plan.batches, b->plan.batches_cap,
                  sizeof *b->plan.batches);
    b->head.lists = b->out.lists_n;
    if (rc == TBY_OK)
        *out = b->head;
    run_writer_free(&b->out.pages);
    run_writer_free(&b->out.sizes);
    run_writer_free(&b->out.row);
    run_writer_free(&b->out.lists);
    free(b);
    return rc;
}
