/* fuzz_endgame.c - any bytes as a file of one of our own endgame tables, and as
 * what such a file holds: it is refused, or each position of its men is
 * answered with distances that a byte can hold, and its moves can be put in
 * order, however the table contradicts itself.
 *
 * The first byte says which table of three men and which of the two. */
#include "core/endgame/answer.h"
#include "tabiya/tabiya.h"
#include "work/endgame/tables.h"

#include "fuzz/check.h"

#include <string.h>

static tby_rc ask(void *ctx, const tby_pos *p, tby_tables_answer *out)
{
    return tby__endgame_answer(ctx, p, out);
}

/* The men of a table on any squares: what is no position is not asked about. */
static void probe(tby_endgame *e, unsigned table, uint32_t squares)
{
    static const char MEN[] = "QRBNP";
    char fen[TBY_FEN_MAX], board[65];
    tby_tables_move moves[TBY_MOVES_MAX];
    tby_tables_answer a;
    tby_endgame_value v;
    tby_line line;
    size_t n = 0;

    memset(board, '1', 64);
    board[squares & 63] = 'K';
    board[squares >> 6 & 63] = 'k';
    board[squares >> 12 & 63] = MEN[table];
    for (int i = 0; i < 64; i++) {
        if (i && i % 8 == 0)
            fen[n++] = '/';
        fen[n++] = board[i];
    }
    memcpy(fen + n, squares >> 18 & 1 ? " w - - 0 1" : " b - - 0 1", 11);
    tby_faults faults;
    tby_err err;
    if (tby_line_parse(tby_str_of(fen), NULL, &line, &faults, &err) != TBY_OK)
        return;
    if (tby_endgame_table(&line.pos) == table) {
        tby_rc rc = tby_endgame_probe(e, &line.pos, &v);
        CHECK(rc == TBY_OK || rc == TBY_E_TABLE_MISSING ||
              rc == TBY_E_TABLE_DAMAGED);
        if (rc == TBY_OK)
            CHECK(v.dtm >= -256 && v.dtm <= 256 && v.dtz >= -256 &&
                  v.dtz <= 256);
        if (tby__endgame_answer(e, &line.pos, &a) == TBY_OK) {
            n = tby__endgame_moves(ask, e, &line.pos, moves);
            CHECK(n == tby_moves_count(&line.pos));
        }
    }
    tby_line_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    unsigned table = (data[0] >> 1) % TBY_ENDGAME_THREE;
    const uint8_t *bytes = data + 1;
    size_t n = size - 1, all = 4 * tby_endgame_bytes(table);
    tby_endgame *e;
    tby_source *source;
    tby_buf read;

    CHECK(tby_endgame_open(NULL, &e) == TBY_OK);
    if (data[0] & 1) {
        CHECK(tby_source_open_memory(&source, bytes, n) == TBY_OK);
        tby_rc rc = tby__tables_take(source, table, &read);
        CHECK(rc == TBY_OK ||
              (rc <= TBY_E_TABLE_MAGIC && rc >= TBY_E_TABLE_OTHER));
        if (rc == TBY_OK)
            CHECK(tby_endgame_add(e, table, tby__tables_body(&read)) == TBY_OK);
        tby_buf_free(&read);
    } else {
        uint8_t *body = malloc(all);
        CHECK(body);
        for (size_t i = 0; i < all; i += n) /* over and over */
            memcpy(body + i, bytes, n < all - i ? n : all - i);
        CHECK(tby_endgame_add(e, table, body) == TBY_OK);
        free(body);
    }
    if (tby_endgame_has(e, table))
        for (uint32_t i = 0; i < 60; i++)
            probe(e, table, (i + 1) * UINT32_C(2654435761) >> 8);
    tby_endgame_close(e);
    return 0;
}
