/* test_move_bitmap.c - which blocks of a chunk have which moves. */
#include "store/rows.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"
#include "unit/store/made.h"

#include <stdlib.h>

/* --- tables ---------------------------------------------------------------*/

enum { CODES = 60 };
typedef struct blocks {
    store_code code[MOVE_BITMAP_BLOCKS][CODES];
} blocks;

/* Codes of all kinds; of few, so that some occur in many blocks. */
static void fill(rng *r, blocks *b)
{
    uint32_t few = 1 + rng_below(r, STORE_CODES);

    for (unsigned i = 0; i < MOVE_BITMAP_BLOCKS; i++)
        for (unsigned k = 0; k < CODES; k++)
            b->code[i][k] = (store_code)((rng_below(r, few) % STORE_CODES) |
                                         (rng_next(r) & 0xf000));
}

static void move_bitmap_of(const blocks *b, move_bitmaps *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < MOVE_BITMAP_BLOCKS; i++)
        tby__move_bitmaps_add(
            out, i, (tby_str){(const char *)b->code[i], sizeof b->code[i]});
}

/* A block that has a wanted move is found; one that has no move of a wanted
 * code is not. */
static void check_block(const store_code *code, const store_wanted *w,
                        store_side by, bool found, const char *text)
{
    bool has = false, near = false;

    for (unsigned k = 0; k < CODES; k++)
        for (unsigned side = 0; side < 2; side++) {
            unsigned index = code[k] & STORE_CODE;
            bool is =
                w->codes[side][index / 8] >> index % 8 & 1 &&
                (by == STORE_EITHER || (by == STORE_AS_WHITE) == (side == 0));
            near |= is;
            has |= is && (code[k] & w->facts) == w->values;
        }
    CHECK(found || !has, "%s: a block is passed over", text);
    CHECK(near || !found, "%s: a block without it", text);
}

static void blocks_are_found(void **state)
{
    static const char *const MOVES[] = {"b8=Q#", "b4+",  "Nf3", "O-O-O", "Kxe2",
                                        "e8=N",  "Qh7#", "a1",  "Rad1+"};
    (void)state;
    rng r = rng_for(__func__);
    static blocks b;
    static move_bitmaps s;

    for (int i = 0; i < 500; i++) {
        const char *text = MOVES[rng_below(&r, LENGTH(MOVES))];
        store_side by = (store_side)rng_below(&r, 3);
        store_filter filter;

        fill(&r, &b);
        move_bitmap_of(&b, &s);
        tby__filter_init(&filter);
        assert_int_equal(
            tby__filter_set(&filter, TBY_STR("move"), tby_str_of(text), NULL),
            TBY_OK);
        uint16_t found = tby__move_bitmap_find(
            &s.table[tby__move_bitmap_kind_of(&filter.move)], &filter.move, by);
        for (unsigned k = 0; k < MOVE_BITMAP_BLOCKS; k++)
            check_block(b.code[k], &filter.move, by, found >> k & 1, text);
    }
}

static void rows_come_back(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    static blocks b;
    static move_bitmaps s;
    move_bitmap again;
    void *zstd = NULL;
    tby_buf buf;

    tby_buf_init(&buf, NULL, MOVE_BITMAP_ROW_MAX);
    for (int i = 0; i < 100; i++) {
        move_bitmap_kind kind =
            (move_bitmap_kind)rng_below(&r, MOVE_BITMAP_KINDS);
        fill(&r, &b);
        move_bitmap_of(&b, &s);
        if (i % 8 == 0) /* as badly as it can be packed */
            for (size_t k = 0; k < sizeof s; k++)
                ((uint8_t *)&s)[k] = (uint8_t)rng_next(&r);
        tby_buf_clear(&buf);
        tby__move_bitmaps_pack(i, &s, &buf);
        assert_int_equal(buf.rc, TBY_OK);
        tby_str bytes = tby_buf_str(&buf);
        assert_int_equal(tby__move_bitmap_unpack(i, bytes, kind, &zstd, &again),
                         TBY_OK);
        assert_memory_equal(&again, &s.table[kind], sizeof again);
        /* In another place, cut, changed: it is damaged. */
        assert_int_equal(
            tby__move_bitmap_unpack(i + 1, bytes, kind, &zstd, &again),
            TBY_E_STORE_DAMAGED);
        tby_str cut = {bytes.p, rng_below(&r, (unsigned)bytes.n)};
        assert_int_equal(tby__move_bitmap_unpack(i, cut, kind, &zstd, &again),
                         TBY_E_STORE_DAMAGED);
        buf.p[rng_below(&r, (unsigned)buf.n)] ^= (char)(1 + rng_below(&r, 255));
        assert_int_equal(tby__move_bitmap_unpack(i, bytes, kind, &zstd, &again),
                         TBY_E_STORE_DAMAGED);
    }
    tby__move_bitmap_free(zstd);
    tby_buf_free(&buf);
}

/* --- files ----------------------------------------------------------------*/

/* Game by game, from what was stored in it. */
static void check_chunk(store_file *f, uint32_t chunk, uint32_t last)
{
    static move_bitmaps s;
    move_bitmap table;

    memset(&s, 0, sizeof s);
    for (uint32_t i = 0; i < STORE_CHUNK; i++) {
        uint32_t id = chunk * STORE_CHUNK + i + 1;
        made_game g;
        if (id > last)
            break;
        make_game(&g, id);
        tby__move_bitmaps_add(
            &s, i / STORE_BLOCK,
            (tby_str){(const char *)g.codes,
                      2 * (size_t)g.packed.column[STORE_PLIES]});
    }
    for (move_bitmap_kind k = 0; k < MOVE_BITMAP_KINDS; k++) {
        MUST(f, tby__rows_move_bitmap(f, chunk, k, &table));
        CHECK(memcmp(&table, &s.table[k], sizeof table) == 0,
              "chunk %u of %u games, table %d", chunk, last, (int)k);
    }
}

static void check_chunks(store_file *f, uint32_t last)
{
    MUST(f, tby_store_hold(&f->base));
    for (uint32_t i = 0; i < last; i += STORE_CHUNK)
        check_chunk(f, i / STORE_CHUNK, last);
    tby_store_release(&f->base);
}

/* In batches that end anywhere, by handles that go on where others stopped,
 * with some that are taken back. */
static void files_have_them(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    uint32_t n = 0;

    while (n < 2 * STORE_CHUNK + 300) {
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        for (int j = 0; j < 3; j++) {
            uint32_t more = 1 + rng_below(&r, rng_chance(&r, 50) ? 1500 : 300);
            append_games(f, n + 1, more);
            if (rng_chance(&r, 30)) {
                tby_store_cancel(&f->base);
                continue;
            }
            MUST(f, tby_store_commit(&f->base));
            n += more;
        }
        check_chunks(f, n);
        tby_store_close(&f->base);
    }
    forget_path(&p);
}

static void drop_rows(const path *p)
{
    sqlite3 *db;

    assert_int_equal(
        sqlite3_open_v2(p->file, &db, SQLITE_OPEN_READWRITE, tby__guard_vfs()),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM chunks WHERE id % 64 = 63",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
}

/* A file of before they were kept gets them. */
static void files_without_them(void **state)
{
    (void)state;
    path p = new_path();
    const uint32_t n = STORE_CHUNK + 700;
    move_bitmap table;
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, n);
    tby_store_close(&f->base);
    drop_rows(&p);
    f = open_file(&p, TBY_STORE_CHANGE);
    MUST(f, tby_store_hold(&f->base));
    assert_int_equal(tby__rows_move_bitmap(f, 0, MOVE_BITMAP_ANY, &table),
                     TBY_DONE);
    tby_store_release(&f->base);
    MUST(f, tby__file_move_bitmaps(f));
    check_chunks(f, n);
    MUST(f, tby__file_move_bitmaps(f));
    tby_store_close(&f->base);
    drop_rows(&p);
    f = open_file(&p, TBY_STORE_WRITE); /* what is appended to is made anew */
    add_games(f, n + 1, 50);
    MUST(f, tby_store_hold(&f->base));
    assert_int_equal(tby__rows_move_bitmap(f, 0, MOVE_BITMAP_ANY, &table),
                     TBY_DONE);
    check_chunk(f, 1, n + 50);
    tby_store_release(&f->base);
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_found),
        cmocka_unit_test(rows_come_back),
        cmocka_unit_test(files_have_them),
        cmocka_unit_test(files_without_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
