/* test_games_packed.c - packed games are the same as plain ones, whoever
 * unpacks them: beside one thread that reads, or several. */
#include "support/pack.h"
#include "unit/work/reported.h"

#include <pthread.h>

/* --- what is heard --------------------------------------------------------*/

/* What was reported of a compressed file, the sentences and the progress too.
 */
typedef struct heard {
    reported reported;
    uint64_t done, total; /* at last */
    tby_rc rc;
    tby_games_result result;
} heard;

static void hear_sentence(void *ctx, const tby_games_fault *f)
{
    heard *h = ctx;

    on_fault(&h->reported, f);
    add_line(&h->reported.faults, f->text);
}

static void hear_progress(void *ctx, uint64_t done, uint64_t total,
                          uint64_t games)
{
    heard *h = ctx;

    (void)games;
    assert_true(done >= h->done && done <= total);
    h->done = done;
    h->total = total;
}

static heard hear(const pack *in, size_t block, unsigned threads)
{
    heard h = {.rc = TBY_OK};
    tby_games_job job = job_of(&h.reported, block, threads);

    job.listener = (tby_games_listener){
        .ctx = &h, .fault = hear_sentence, .progress = hear_progress};
    h.rc = tby_games_read_memory(&job, in->p, in->n, &h.result);
    return h;
}

/* A text that begins like PGN, with a NUL after it and none in it, which would
 * end a member of an archive. */
static text text_to_pack(rng *r, unsigned games, bool damaged)
{
    text t = {NULL, 0, 0}, more = random_games(r, games);

    if (damaged)
        damage(r, &more);
    add_line(&t, "[Event \"first\"]\n\n1. e4 *\n\n");
    text_add(&t, more.p, more.n);
    for (size_t i = 0; i < t.n; i++)
        t.p[i] = t.p[i] ? t.p[i] : '?';
    text_add(&t, "", 1);
    t.n--;
    text_free(&more);
    return t;
}

enum { ZSTD, ZSTD_FRAMES, GZIP, BZIP2, ZIP, SEVENZIP, PACKINGS };

static void pack_frames(rng *r, pack *out, const text *t)
{
    for (size_t at = 0, n; at < t->n; at += n) {
        n = 1 + rng_below(r, (unsigned)t->n);
        n = n < t->n - at ? n : t->n - at;
        pack_zstd(out, t->p + at, n, 0);
    }
}

static pack pack_as(rng *r, unsigned packing, const text *t)
{
    pack out = {0};
    pack_member member = {"games.pgn", t->p};

    if (packing == ZSTD)
        pack_zstd(&out, t->p, t->n, 0);
    else if (packing == ZSTD_FRAMES)
        pack_frames(r, &out, t);
    else if (packing == GZIP)
        pack_gzip(&out, t->p, t->n);
    else if (packing == BZIP2)
        pack_bzip2(&out, t->p, t->n);
    else
        pack_archive(&out, packing == ZIP ? "zip" : "7zip", NULL, &member, 1);
    return out;
}

static void check_heard(const heard *a, const heard *b, const text *t,
                        size_t block, unsigned threads)
{
    check_same(&a->reported.games, &b->reported.games, t, block, threads);
    check_same(&a->reported.faults, &b->reported.faults, t, block, threads);
    assert_int_equal(a->rc, b->rc);
    assert_int_equal(a->result.file, b->result.file);
    assert_int_equal(a->result.bytes, b->result.bytes);
    assert_int_equal(a->result.sum.games, b->result.sum.games);
    assert_int_equal(a->result.sum.plies, b->result.sum.plies);
    assert_int_equal(a->result.sum.faults, b->result.sum.faults);
    assert_int_equal(a->total, b->total);
    assert_int_equal(a->done, b->done);
}

/* One thread and three. */
static void compare_packed(rng *r, const pack *in, const text *t)
{
    size_t block = 1 + rng_below(r, (unsigned)t->n / 2);
    heard three = hear(in, 0, 3), one = hear(in, block, 1);

    assert_int_equal(one.rc, TBY_OK);
    check_heard(&three, &one, t, block, 1);
    reported_free(&three.reported);
    reported_free(&one.reported);
}

/* The text as it is gives the same. */
static void compare_plain(rng *r, const pack *in, const text *t)
{
    const pack same = {(uint8_t *)t->p, t->n, 0};
    size_t block = 1 + rng_below(r, (unsigned)t->n / 2);
    heard plain = hear(&same, block, 1), one = hear(in, block, 1);

    assert_int_equal(one.result.bytes, t->n);
    plain.done = plain.total = in->n; /* the one thing that differs */
    check_heard(&plain, &one, t, block, 1);
    reported_free(&plain.reported);
    reported_free(&one.reported);
}

/* Cuts or changes it anywhere but in its first bytes. */
static void break_pack(rng *r, pack *p)
{
    enum { MAGIC = 8 };
    size_t at = MAGIC + rng_below(r, (unsigned)p->n - MAGIC);

    if (rng_chance(r, 50))
        p->n = at;
    else
        p->p[at] ^= (uint8_t)(1 + rng_below(r, 255));
}

/* TBY_DEEP=1: more of them. */
static unsigned deep(unsigned many, unsigned few)
{
    return getenv("TBY_DEEP") ? many : few;
}

static void check_packings(rng *r, unsigned games)
{
    for (unsigned packing = 0; packing < PACKINGS; packing++) {
        text t = text_to_pack(r, games, rng_chance(r, 50));
        pack p = pack_as(r, packing, &t);

        compare_plain(r, &p, &t);
        compare_packed(r, &p, &t);
        break_pack(r, &p);
        compare_packed(r, &p, &t);
        free(p.p);
        text_free(&t);
    }
}

static void packed_games_are_the_same(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned round = 0; round < deep(40, 15); round++)
        check_packings(&r, 1 + rng_below(&r, 100));
}

/* More than a few blocks. */
static void many_packed_games_are_the_same(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    check_packings(&r, deep(20000, 6000));
}

/* --- stopping -------------------------------------------------------------*/

/* A visitor that stops after so many games, or so many blocks. */
typedef struct stopper {
    unsigned games, blocks;
} stopper;

static tby_rc stop_at_game(void *ctx, void *part, tby_games_item *item)
{
    stopper *s = ctx;

    (void)part;
    (void)item;
    return s->games-- == 0 ? TBY_E_LIMIT : TBY_OK;
}

static tby_rc stop_at_block(void *ctx, void *part)
{
    stopper *s = ctx;

    (void)part;
    return s->blocks-- == 0 ? TBY_E_LIMIT : TBY_OK;
}

static tby_games_result read_until(stopper s, const void *p, size_t n,
                                   size_t block)
{
    tby_games_job job = {
        .block = block,
        .threads = 1,
        .visitor = {.ctx = &s, .game = stop_at_game, .join = stop_at_block}};
    tby_games_result result;

    assert_int_equal(tby_games_read_memory(&job, p, n, &result), TBY_E_LIMIT);
    return result;
}

/* Wherever it does, packed and plain have come to the same game; a few blocks
 * more were unpacked. */
static void a_visitor_can_stop_what_is_packed(void **state)
{
    rng r = rng_for(__func__);
    text t = text_to_pack(&r, 20000, false);
    pack p = pack_as(&r, ZSTD, &t);

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        stopper s = {rng_below(&r, i % 2 ? 10 : 10000), rng_below(&r, 10)};
        size_t block = 1 + rng_below(&r, 40000);
        tby_games_result a = read_until(s, t.p, t.n, block);
        tby_games_result b = read_until(s, p.p, p.n, block);

        assert_int_equal(a.sum.games, b.sum.games);
        assert_in_range(b.bytes, a.bytes, t.n - 1);
    }
    free(p.p);
    text_free(&t);
}

/* --- threads --------------------------------------------------------------*/

/* On which thread games are read. */
typedef struct readers {
    pthread_t first;
    unsigned games;
    bool several;
} readers;

static tby_rc note_reader(void *ctx, void *part, tby_games_item *item)
{
    readers *r = ctx;

    (void)part;
    (void)item;
    if (r->games++ == 0)
        r->first = pthread_self();
    r->several |= !pthread_equal(r->first, pthread_self());
    return TBY_OK;
}

/* Of what is packed the caller's thread has enough to do with unpacking. */
static void one_thread_reads_what_another_unpacks(void **state)
{
    rng r = rng_for(__func__);
    text t = text_to_pack(&r, 2000, false);

    (void)state;
    for (unsigned packing = 0; packing <= PACKINGS; packing++) {
        bool plain = packing == PACKINGS;
        pack p =
            plain ? (pack){(uint8_t *)t.p, t.n, 0} : pack_as(&r, packing, &t);
        readers who = {.games = 0};
        tby_games_job job = {.block = 20000,
                             .threads = 1,
                             .visitor = {.ctx = &who, .game = note_reader}};
        tby_games_result result;

        assert_int_equal(tby_games_read_memory(&job, p.p, p.n, &result),
                         TBY_OK);
        assert_int_equal(who.games, result.sum.games);
        assert_false(who.several);
        assert_int_equal(!!pthread_equal(who.first, pthread_self()), plain);
        if (!plain)
            free(p.p);
    }
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_games_are_the_same),
        cmocka_unit_test(many_packed_games_are_the_same),
        cmocka_unit_test(a_visitor_can_stop_what_is_packed),
        cmocka_unit_test(one_thread_reads_what_another_unpacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
