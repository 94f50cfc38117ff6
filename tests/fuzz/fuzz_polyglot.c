/* fuzz_polyglot.c - any bytes as a Polyglot book: an error at a byte of it, or
 * a book whose every entry is found, that can be judged, and that merged with
 * itself has the same moves. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

typedef struct merged {
    uint64_t key;
    size_t n;
} merged;

static tby_rc take(void *ctx, const tby_polyglot_entry *e)
{
    merged *m = ctx;

    CHECK(m->n == 0 || e->key >= m->key);
    m->key = e->key;
    m->n++;
    return TBY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_polyglot book = {NULL, 77};
    tby_err err = {TBY_OK, SIZE_MAX};
    tby_polyglot_facts facts;
    merged m = {.n = 0};
    tby_pos start = tby_pos_start();
    tby_rc rc = tby_polyglot_open(&book, data, size, &err);

    if (rc != TBY_OK) {
        CHECK(err.code == rc && err.at < size && book.n == 77);
        return 0;
    }
    CHECK(book.n == size / TBY_POLYGLOT_ENTRY);
    for (size_t i = 0; i < book.n; i++) {
        tby_polyglot_entry e = tby_polyglot_at(&book, i);
        uint8_t bytes[TBY_POLYGLOT_ENTRY];
        size_t first = 0;
        size_t n = tby_polyglot_find(&book, e.key, &first);

        CHECK(first <= i && i < first + n && n <= TBY_POLYGLOT_MOVES);
        tby_polyglot_write(&e, bytes);
        for (size_t k = 0; k < sizeof bytes; k++)
            CHECK(bytes[k] == data[i * TBY_POLYGLOT_ENTRY + k]);
        tby_move move = tby_polyglot_read_move(&start, e.move);
        CHECK(move == TBY_MOVE_NONE || tby_pos_judge(&start, move) == TBY_OK);
    }
    CHECK(tby_polyglot_judge(&book, NULL, &facts) == TBY_OK);
    CHECK(facts.entries == book.n && facts.positions <= facts.entries);
    CHECK(facts.reached <= facts.positions);
    CHECK(facts.illegal <= facts.reached_entries);
    tby_polyglot books[] = {book, book};
    CHECK(tby_polyglot_merge(books, 2, NULL, take, &m) == TBY_OK);
    CHECK(m.n <= book.n);
    return 0;
}
