/* packed.h - games through the whole way: taken apart, into rows, out of rows,
 * put together. */
#ifndef TBY_TESTS_UNIT_STORE_PACKED_H
#define TBY_TESTS_UNIT_STORE_PACKED_H

#include "core/game/pgn/write.h"
#include "store/record/pack.h"
#include "support/games.h"

/* A packed game that stays when the packer goes on. */
typedef struct kept {
    store_packed packed;
    char *codes, *extra, *names;
} kept;

static inline kept keep_packed(const store_packed *p)
{
    kept k = {.packed = *p};
    tby_str codes = {(const char *)p->codes,
                     p->column[STORE_PLIES] * sizeof *p->codes};
    size_t n = 1, at = 0;

    for (unsigned i = 0; i < STORE_NAMES; i++)
        n += p->names[i].n;
    k.codes = exact_copy(codes);
    k.extra = exact_copy(p->extra);
    k.names = malloc(n);
    assert_non_null(k.names);
    for (unsigned i = 0; i < STORE_NAMES; i++) {
        if (p->names[i].n)
            memcpy(k.names + at, p->names[i].p, p->names[i].n);
        if (p->names[i].p)
            k.packed.names[i].p = k.names + at;
        at += p->names[i].n;
    }
    k.packed.codes = (const store_code *)(const void *)k.codes;
    k.packed.extra.p = k.extra;
    return k;
}

static inline void free_packed(kept *k)
{
    free(k->codes);
    free(k->extra);
    free(k->names);
}

static inline kept pack_game(const tby_game *g)
{
    store_packer *p;
    store_packed out;

    assert_int_equal(tby__packer_open(&p), TBY_OK);
    tby_rc rc = tby__store_pack(p, g, &out);
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
    kept k = keep_packed(&out);
    tby__packer_close(p);
    return k;
}

/* Written with the facts of its codes, a game is the same text as without. */
static inline void expect_text(const store_packed *p, const tby_game *g,
                               const char *name, size_t index)
{
    size_t n = tby_pgn_write(g, NULL, 0);
    char *plain = malloc(n + 1), *known = malloc(n + 1);

    assert_true(plain && known);
    EXPECT(tby_pgn_write(g, plain, n + 1) == n &&
               tby_pgn_write_known(g, p->codes, known, n + 1) == n &&
               memcmp(plain, known, n) == 0,
           "%s, game %zu: %s is written for %s", name, index, known, plain);
    free(plain);
    free(known);
}

/* Puts a game together and compares. */
static inline void expect_same(const store_packed *p, const tby_game *g,
                               const char *what, size_t number)
{
    tby_game again;

    tby_game_init(&again, NULL);
    tby_rc rc = tby__store_unpack(p, &again);
    EXPECT(rc == TBY_OK, "%s, game %zu: %s", what, number, tby_rc_name(rc));
    if (rc == TBY_OK &&
        !(tby_game_same(g, &again) && g->has_result == again.has_result)) {
        text a = {NULL, 0, 0}, b = {NULL, 0, 0};
        dump_tags(&a, g);
        dump_items(&a, g, false);
        dump_tags(&b, &again);
        dump_items(&b, &again, false);
        EXPECT(false, "%s, game %zu:\n%s\n%s", what, number, text_end(&a),
               text_end(&b));
        text_free(&a);
        text_free(&b);
    }
    expect_text(p, g, what, number);
    tby_game_free(&again);
}

/* With a record in place of playing, the same comes out. */
static inline void expect_record(store_packer *p, const tby_game *g,
                                 const store_packed *played, const char *what,
                                 size_t number)
{
    tby_record *record = malloc(sizeof *record);
    store_packed out;

    assert_non_null(record);
    tby_record_game(record, g);
    tby__packer_record(p, record);
    must(tby__store_pack(p, g, &out));
    uint32_t plies = out.column[STORE_PLIES];
    EXPECT(memcmp(out.column, played->column, sizeof out.column) == 0 &&
               (plies == 0 || memcmp(out.codes, played->codes,
                                     plies * sizeof *out.codes) == 0),
           "%s, game %zu: another game by its record", what, number);
    free(record);
}

/* Up to a block of games through two rows; their sizes are added. */
static inline void expect_block(const tby_game *game, size_t n,
                                const char *what, size_t bytes[2])
{
    store_packer *p;
    store_block_writer w;
    store_extras e;
    store_moves m;
    tby_str moves, extras;
    kept all[STORE_BLOCK];

    assert_int_equal(tby__packer_open(&p), TBY_OK);
    tby__block_init(&w);
    tby__extras_init(&e);
    for (size_t i = 0; i < n; i++) {
        store_packed out;
        tby_rc rc = tby__store_pack(p, &game[i], &out);
        CHECK(rc == TBY_OK, "%s, game %zu: %s", what, i, tby_rc_name(rc));
        all[i] = keep_packed(&out);
        must(tby__block_add(&w, &out));
        expect_record(p, &game[i], &all[i].packed, what, i);
    }
    must(tby__block_moves(&w, &moves));
    must(tby__block_extras(&w, &extras));
    bytes[0] += moves.n;
    bytes[1] += extras.n;
    must(tby__moves_open(&m, moves));
    must(tby__extras_open(&e, extras));
    for (size_t i = 0; i < n; i++) {
        store_packed q = all[i].packed;
        char *codes =
            exact_copy((tby_str){(const char *)m.codes + 2 * (size_t)m.first[i],
                                 2 * (size_t)m.plies[i]});
        assert_int_equal(m.plies[i], q.column[STORE_PLIES]);
        q.codes = (const store_code *)(const void *)codes;
        q.extra = tby__extras_of(&e, (uint32_t)i);
        expect_same(&q, &game[i], what, i);
        free(codes);
        free_packed(&all[i]);
    }
    tby__extras_free(&e);
    tby__block_free(&w);
    tby__packer_close(p);
}

#endif
