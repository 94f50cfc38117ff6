/* fuzz_store.c - any bytes as what the database keeps of games: a row of moves,
 * a row of extras, or the parts of one game.  Rows get the checksum that they
 * need, or nothing behind it would ever be read.  What is taken for a game can
 * be written, and packed again it is the same. */
#include "core/base/checksum.h"
#include "store/record/pack.h"
#include "tabiya/pgn.h"

#include "fuzz/check.h"

#include <string.h>

/* --- rows -----------------------------------------------------------------*/

/* A copy with the right checksum in front. */
static char *as_row(const uint8_t *data, size_t n)
{
    char *row = malloc(n);

    CHECK(row);
    memcpy(row, data, n);
    uint32_t sum = (uint32_t)tby_checksum(row + 4, n - 4);
    memcpy(row, &sum, sizeof sum);
    return row;
}

static void read_moves(const uint8_t *data, size_t n)
{
    char *row = as_row(data, n);
    store_moves m;
    unsigned sum = 0;

    if (tby__moves_open(&m, (tby_str){row, n}) == TBY_OK) {
        CHECK(m.n <= STORE_BLOCK);
        for (uint32_t i = 0; i < m.n; i++)
            for (uint32_t k = 0; k < m.plies[i]; k++)
                sum += store_moves_code(&m, m.first[i] + k);
    }
    CHECK(sum != 1 || n > 0);
    free(row);
}

static void check_extras(const store_extras *e, tby_str row)
{
    store_extras again;
    uint32_t end = 0;

    for (uint32_t i = 0; i < e->n; i++) {
        CHECK(e->at[i] == end && e->at[i + 1] >= end);
        end = e->at[i + 1];
        CHECK(tby__extras_of(e, i).n == end - e->at[i]);
    }
    CHECK(end == e->buf.n);
    tby__extras_init(&again);
    CHECK(tby__extras_open(&again, row) == TBY_OK);
    CHECK(again.n == e->n && again.buf.n == e->buf.n);
    tby__extras_free(&again);
}

static void read_extras(const uint8_t *data, size_t n)
{
    char *row = as_row(data, n);
    store_extras e;

    tby__extras_init(&e);
    tby_rc rc = tby__extras_open(&e, (tby_str){row, n});
    CHECK(rc == TBY_OK || rc == TBY_E_STORE_DAMAGED || rc == TBY_E_NOMEM);
    if (rc == TBY_OK)
        check_extras(&e, (tby_str){row, n});
    tby__extras_free(&e);
    free(row);
}

/* --- games ----------------------------------------------------------------*/

enum { HEAD = 8, PLIES = 200 };

/* Eight bytes of columns, the codes, and the rest is the extra. */
static bool parts_of(const uint8_t *data, size_t n, store_packed *out,
                     store_code codes[PLIES])
{
    *out = (store_packed){.codes = codes};
    if (n < HEAD)
        return false;
    out->column[STORE_PLIES] = data[0] % PLIES;
    out->column[STORE_RESULT] = data[1] % 5;
    out->column[STORE_FLAGS] = data[2];
    out->column[STORE_BASE] = data[3] * 100u;
    out->column[STORE_INCREMENT] = data[4];
    out->column[STORE_DATE] =
        store_date(1900u + data[5], data[6] % 13, data[7]);
    for (int c = STORE_TIME; c <= STORE_BLACK_DIFF; c++)
        out->column[c] = data[c % HEAD];
    out->column[STORE_ECO] = data[6];
    for (unsigned i = 0; i < STORE_NAMES; i += 2)
        out->names[i] = (tby_str){"abcdefgh", i};
    size_t coded = out->column[STORE_PLIES] * sizeof *codes;
    if (n < HEAD + coded)
        return false;
    memcpy(codes, data + HEAD, coded);
    out->extra = (tby_str){(const char *)data + HEAD + coded, n - HEAD - coded};
    return true;
}

static void pack_again(const tby_game *g)
{
    store_packer *p;
    store_packed packed;
    tby_game again;

    CHECK(tby__packer_open(&p) == TBY_OK);
    tby_rc rc = tby__store_pack(p, g, &packed);
    CHECK(rc == TBY_OK || rc == TBY_E_STORE_FIT);
    if (rc == TBY_OK) {
        tby_game_init(&again, NULL);
        CHECK(tby__store_unpack(&packed, &again) == TBY_OK);
        CHECK(tby_game_same(g, &again));
        tby_game_free(&again);
    }
    tby__packer_close(p);
}

static void read_marks(const store_packed *p)
{
    double clock[PLIES], eval[PLIES];
    int16_t mate[PLIES];
    uint8_t nag[PLIES];
    store_marks m = {clock, eval, mate, nag};

    CHECK(tby__marks_read(p, &m) == TBY_OK);
}

static void read_game(const uint8_t *data, size_t n)
{
    store_code codes[PLIES];
    store_packed p;
    tby_pos start;
    tby_game g;

    if (!parts_of(data, n, &p, codes))
        return;
    tby_game_init(&g, NULL);
    tby_rc rc = tby__store_unpack(&p, &g);
    CHECK(rc == TBY_OK || rc == TBY_E_STORE_DAMAGED);
    if (rc == TBY_OK) {
        CHECK(tby__store_setup(p.extra, &start) == TBY_OK);
        CHECK(tby_pos_same(&start, &g.start));
        tby_pgn_write(&g, NULL, 0);
        read_marks(&p);
        pack_again(&g);
    }
    tby_game_free(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 6)
        return 0;
    if (data[0] % 3 == 0)
        read_moves(data + 1, size - 1);
    else if (data[0] % 3 == 1)
        read_extras(data + 1, size - 1);
    else
        read_game(data + 1, size - 1);
    return 0;
}
