/* ctree_read.c - trees from lines: see tabiya/ctree.h. */
#include "core/base/grow.h"
#include "core/base/utf8.h"
#include "core/ctree/ctree_int.h"

#include <string.h>

tby_rc tby_ctree_reader_open(tby_ctree_reader **out, tby_ctree *tree,
                             const tby_ctree_listener *listener)
{
    tby_ctree_reader *r = tby_grow_new(&tree->alloc, 1, sizeof *r);

    *out = r;
    if (!r)
        return TBY_E_NOMEM;
    memset(r, 0, sizeof *r);
    r->alloc = tree->alloc;
    r->tree = tree;
    if (listener)
        r->listener = *listener;
    return TBY_OK;
}

void tby_ctree_reader_close(tby_ctree_reader *r)
{
    if (r)
        tby_grow_free(&r->alloc, r, 1, sizeof *r);
}

void tby_ctree_reader_file(tby_ctree_reader *r, uint32_t file)
{
    r->node.file = file;
    r->line = 0;
    r->state = TREE_START;
    r->told_ends = false;
}

/* --- the head of a node (v1) ----------------------------------------------*/

/* '#' and a digit: what a move may begin with is another thing ("#) #12"). */
static bool begins_node(tby_str line)
{
    return line.n >= 2 && line.p[0] == '#' && tby_is_digit(line.p[1]);
}

static void note_dialect(tby_ctree_reader *r, tby_ctree_dialect dialect)
{
    r->node.dialect = (uint8_t)dialect;
    if (r->tree->dialect == TBY_CTREE_NO_DIALECT)
        r->tree->dialect = dialect;
}

static void begin_v1(tby_ctree_reader *r, tby_str line)
{
    uint32_t file = r->node.file;

    r->node = (tby_ctree_node){.file = file, .line = (uint32_t)r->line};
    r->last_from = TBY_NO_NODE;
    r->last_rank = 0;
    note_dialect(r, TBY_CTREE_V1);
    r->state =
        tby__ctree_read_id(r, line, 0, &r->node.id) ? TREE_FEN : TREE_START;
}

static tby_rc begin(tby_ctree_reader *r, tby_str line)
{
    r->state = TREE_START;
    if (begins_node(line)) {
        begin_v1(r, line);
        return TBY_OK;
    }
    if (line.n == 1 && line.p[0] && strchr("?dwl", line.p[0])) {
        note_dialect(r, TBY_CTREE_V2);
        return tby__ctree_read_v2(r, line);
    }
    if (line.n == 0)
        tby__ctree_warn(r, TBY_E_TREE_BLANK, line, 0, NULL);
    else
        tby__ctree_report(r, line.p[0] == '#' ? TBY_E_TREE_ID : TBY_E_TREE_LINE,
                          line, 0, NULL);
    return TBY_OK;
}

/* A node without a position is kept: others may name it. */
static tby_rc add_node(tby_ctree_reader *r, size_t first)
{
    r->node.first = (uint32_t)first;
    if (r->node.lost)
        r->table.legal.n = 0;
    else
        tby_short_table_init(&r->table, &r->node.pos);
    memset(r->seen, 0, r->table.legal.n * sizeof *r->seen);
    return tby_ctree_add_node(r->tree, &r->node);
}

static tby_rc read_position(tby_ctree_reader *r, tby_str line)
{
    if (begins_node(line)) {
        tby__ctree_report(r, TBY_E_TREE_CUT, line, 0,
                          "The node before has no position.");
        r->node.lost = true;
        tby_rc rc = add_node(r, r->line);
        begin_v1(r, line);
        return rc;
    }
    tby__ctree_read_fen(r, line, 5);
    r->state = TREE_BLANK;
    return add_node(r, r->line + 2);
}

static tby_rc read_body(tby_ctree_reader *r, tby_str line)
{
    if (r->state == TREE_BLANK) {
        r->state = TREE_BODY;
        if (line.n == 0)
            return TBY_OK;
        tby__ctree_warn(r, TBY_E_TREE_BLANK, line, 0,
                        "The empty line behind the position is missing.");
        r->tree->nodes[r->tree->nodes_n - 1].first--;
    }
    if (begins_node(line)) {
        begin_v1(r, line);
        return TBY_OK;
    }
    return tby__ctree_read_body(r, line);
}

/* --- lines ----------------------------------------------------------------*/

/* Told once for a file: they are read as if they were right. */
static void check_bytes(tby_ctree_reader *r, tby_str *line)
{
    tby_err err;
    bool cr = line->n && line->p[line->n - 1] == '\r';

    if (cr)
        line->n--;
    if (cr && !r->told_ends) {
        r->told_ends = true;
        tby__ctree_warn(r, TBY_E_TREE_ENCODING, *line, line->n,
                        "Lines end with CR and LF.");
    }
    if (tby_utf8_validate(*line, &err) != TBY_OK)
        tby__ctree_warn(r, TBY_E_TREE_ENCODING, *line, err.at,
                        tby_rc_text(err.code));
}

tby_rc tby_ctree_reader_line(tby_ctree_reader *r, tby_str line)
{
    r->line++;
    check_bytes(r, &line);
    if (r->state == TREE_START)
        return begin(r, line);
    if (r->state == TREE_FEN)
        return read_position(r, line);
    if (r->state == TREE_BLANK || r->state == TREE_BODY)
        return read_body(r, line);
    return tby__ctree_read_v2(r, line);
}

tby_rc tby_ctree_reader_end(tby_ctree_reader *r)
{
    tby_rc rc = TBY_OK;
    tree_state state = r->state;

    if (state != TREE_START && state != TREE_BODY)
        tby__ctree_report(r, TBY_E_TREE_CUT, (tby_str){"", 0}, 0, NULL);
    if (state == TREE_FEN) {
        r->node.lost = true;
        rc = add_node(r, r->line);
    }
    r->state = TREE_START;
    return rc;
}
