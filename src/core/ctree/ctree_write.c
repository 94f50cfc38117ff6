/* ctree_write.c - see work/ctree/write.h. */
#include "core/ctree/ctree_write.h"

size_t tby_ctree_fen(const tby_pos *p, char buf[TBY_FEN_MAX])
{
    size_t n = tby_fen_write_pos(p, buf, TBY_FEN_MAX);

    while (n && buf[--n] != ' ')
        ;
    buf[n] = '\0';
    return n;
}

const char *tby_ctree_ending_text(tby_outcome ending)
{
    static const char *const TEXTS[] = {
        [TBY_CHECKMATE] = "checkmate!",
        [TBY_STALEMATE] = "draw by stalemate",
        [TBY_INSUFFICIENT] = "draw by insufficient material",
        [TBY_DEAD] = "draw by dead position",
        [TBY_THREEFOLD] = "draw by threefold repetition",
        [TBY_FIFTY] = "draw by fifty moves",
    };
    size_t i = (size_t)ending;

    return i < sizeof TEXTS / sizeof *TEXTS ? TEXTS[i] : NULL;
}

char tby_ctree_mark_char(tby_verdict mark)
{
    return ")=><"[mark & 3];
}

static void write_id(tby_buf *out, const char *before, uint32_t id)
{
    tby_buf_cstr(out, before);
    tby_buf_u64(out, id);
    tby_buf_char(out, '\n');
}

static void write_move(tby_buf *out, const tby_ctree_item *item,
                       const tby_short_table *table)
{
    char text[TBY_SHORT_MAX];

    tby_short_table_write(table, item->move, TBY_SHORT_STRICT, text);
    tby_buf_cstr(out, text);
    tby_buf_char(out, tby_ctree_mark_char((tby_verdict)item->mark));
    write_id(out, " #", item->value);
}

static void write_line(tby_buf *out, const char *before, tby_str text)
{
    tby_buf_cstr(out, before);
    tby_buf_add(out, text);
    tby_buf_char(out, '\n');
}

static void write_item(tby_buf *out, const tby_ctree_block *b,
                       const tby_ctree_item *item, const tby_short_table *table)
{
    switch (item->kind) {
    case TBY_CTREE_FROM:
        write_id(out, "from #", item->value);
        break;
    case TBY_CTREE_MOVE:
        if (item->move != TBY_MOVE_NONE)
            write_move(out, item, table);
        break;
    case TBY_CTREE_ENDING:
        write_line(out, "",
                   tby_str_of(tby_ctree_ending_text((tby_outcome)item->value)));
        break;
    case TBY_CTREE_COMMENT:
        write_line(out, "comment ", tby_ctree_comment(b->tree, item->value));
        break;
    default:
        break;
    }
}

static bool has_moves(const tby_ctree_block *b)
{
    for (size_t i = 0; i < b->items_n; i++)
        if (b->items[i].kind == TBY_CTREE_MOVE)
            return true;
    return false;
}

void tby_ctree_write_block(tby_buf *out, const tby_ctree_block *block)
{
    char fen[TBY_FEN_MAX];
    tby_short_table own;
    const tby_short_table *table = block->table;

    if (!table && has_moves(block)) {
        tby_short_table_init(&own, block->pos);
        table = &own;
    }
    tby_ctree_fen(block->pos, fen);
    write_id(out, "#", block->id);
    tby_buf_cstr(out, fen);
    tby_buf_cstr(out, "\n\n");
    for (size_t i = 0; i < block->items_n; i++)
        write_item(out, block, &block->items[i], table);
}
