/* endgame.c - endgame tables of three men, for a page.
 *
 * A module of its own, endgame.wasm, which the page loads when such a position
 * is on the board and no server answers.  It computes a table when it is first
 * asked for, in some milliseconds. */
#include "app/wasm/room.h"
#include "core/endgame/answer.h"

static tby_endgame *tables;

/* Makes the table of a position and those that its moves lead to. */
static tby_rc make(const tby_pos *p)
{
    unsigned table = tby_endgame_table(p);
    tby_rc rc = tables ? TBY_OK : tby_endgame_open(NULL, &tables);

    if (table == TBY_NONE) /* no table: two kings */
        return rc;
    if (table >= TBY_ENDGAME_THREE)
        return TBY_E_TABLE_MEN;
    for (unsigned i = 0; rc == TBY_OK && i <= table; i++)
        if (i == table || tby_endgame_needs(table) >> i & 1)
            rc = tby_endgame_make(tables, i);
    return rc;
}

static tby_rc ask(void *ctx, const tby_pos *p, tby_tables_answer *out)
{
    return tby__endgame_answer(ctx, p, out);
}

/* What the tables say of a position, written as line.h says: the same as
 * GET /tablebase of the HTTP API.  TBY_E_TABLE_MEN: more than three men. */
EXPORT(int32_t, tby_wasm_endgame_look, (const char *text, uint32_t n))
{
    tby_tables_answer a;
    tby_line line;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, n}, &line));
    tby_pos pos = line.pos;
    tby_line_free(&line);
    tby_rc rc = make(&pos);
    if (rc == TBY_OK)
        rc = ask(tables, &pos, &a);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby__endgame_json(tby_wasm_json_object(), ask, tables, &pos, &a);
    return tby_wasm_json_end();
}
