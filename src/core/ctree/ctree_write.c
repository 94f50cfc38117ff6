#include "core/ctree/ctree_write.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/ctree/ctree.h"

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

static void write_line(tby_buf *out, const char *before, tby_str text)
{
    tby_buf_cstr(out, before);
    tby_buf_add(out, text);
    tby_buf_char(out, '\n');
}

void tby_ctree_write_block(tby_buf *out, const tby_ctree_block *block)
{
    char fen[TBY_FEN_MAX];
    tby_short_table table; /* made if there are moves */
    bool has_table = false;

    tby_ctree_fen(block->pos, fen);
    write_id(out, "#", block->id);
    tby_buf_join(out, fen, "\n\n");
    for (size_t i = 0; i < block->items_n; i++) {
        const tby_ctree_item *item = &block->items[i];
        switch (item->kind) {
        case TBY_CTREE_FROM:
            write_id(out, "from #", item->value);
            break;
        case TBY_CTREE_MOVE:
            if (item->move != TBY_MOVE_NONE) {
                char text[TBY_SHORT_MAX];

                if (!has_table)
                    tby_short_table_init(&table, block->pos);
                has_table = true;
                tby_short_table_write(&table, item->move, TBY_SHORT_STRICT,
                                      text);
                tby_buf_cstr(out, text);
                tby_buf_char(out, tby_ctree_mark_char((tby_verdict)item->mark));
                write_id(out, " #", item->value);
            }
            break;
        case TBY_CTREE_ENDING:
            write_line(
                out, "",
                tby_str_of(tby_ctree_ending_text((tby_outcome)item->value)));
            break;
        case TBY_CTREE_COMMENT:
            write_line(out, "comment ",
                       tby_ctree_comment(block->tree, item->value));
            break;
        default:
            break;
        }
    }
}

tby_rc tby_ctree_emit_open(tby_ctree_emit *e, tby_ctree_grown *grown,
                           const tby_ctree_net *net)
{
    const tby_alloc *a = &grown->alloc;
    tby_net view = tby_ctree_net_view(net);

    *e = (tby_ctree_emit){.grown = grown, .net = net};
    tby_ctree_init(&e->lines, a);
    e->parents_start =
        tby_grow_new(a, (size_t)view.n + 1, sizeof *e->parents_start);
    e->parents = tby_grow_new(a, net->to_n, sizeof *e->parents);
    if (!e->parents_start || !e->parents)
        return TBY_E_NOMEM;
    tby__net_turn(&view, e->parents_start, e->parents);
    return TBY_OK;
}

void tby_ctree_emit_free(tby_ctree_emit *e)
{
    const tby_alloc *a = &e->grown->alloc;

    tby_grow_free(a, e->parents, e->net->to_n, sizeof *e->parents);
    tby_grow_free(a, e->parents_start, (size_t)e->net->n + TBY_NET_EXTRA + 1,
                  sizeof *e->parents_start);
    tby_ctree_free(&e->lines);
}

static tby_rc add_move(tby_ctree_emit *e, uint32_t node, tby_move m)
{
    tby_ctree_child child = tby_ctree_grown_child(e->grown, node, m);
    tby_ctree_item item = {.kind = TBY_CTREE_MOVE, .move = m};
    tby_rc rc = tby_keyset_add(&e->grown->ids, child.key, &item.value, NULL);

    if (rc != TBY_OK)
        return rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
    /* what is known of the position that the move leads to */
    tby_verdict known = TBY_VERDICT_UNKNOWN;
    if (item.value < e->grown->n)
        known = (tby_verdict)e->net->verdict[item.value];
    else if (e->net->beyond[node])
        known = tby_ctree_verdict_of(tby_ctree_ending_beyond(&child.pos));
    item.mark = (unsigned)tby_ctree_opposite(known) & 3u;
    e->moves++;
    return tby_ctree_add_item(&e->lines, item);
}

tby_rc tby_ctree_emit_node(tby_ctree_emit *e, uint32_t node, tby_buf *out)
{
    tby_ctree *t = &e->lines;
    tby_ctree_node empty = {.id = node};
    tby_ctree_grown *g = e->grown;
    const tby_graph *graph = g->job.graph;
    tby_moves moves;

    t->nodes_n = t->items_n = t->comments_n = t->text_n = 0;
    TBY_TRY(tby_ctree_add_node(t, &empty));
    /* A root names no parents, even if moves lead back to it. */
    for (uint32_t k = e->parents_start[node];
         g->parent[node] != TBY_NO_NODE && k < e->parents_start[node + 1]; k++)
        TBY_TRY(
            tby_ctree_add_item(t, (tby_ctree_item){.kind = TBY_CTREE_FROM,
                                                   .value = e->parents[k]}));
    if (g->ending[node] != TBY_ONGOING)
        TBY_TRY(
            tby_ctree_add_item(t, (tby_ctree_item){.kind = TBY_CTREE_ENDING,
                                                   .value = g->ending[node]}));
    if (graph)
        TBY_TRY(tby_ctree_say_node(t, graph, g->source[node], node == 0));
    tby_ctree_grown_moves(g, node, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        if (graph)
            TBY_TRY(tby_ctree_say_edge(
                t, graph, tby_graph_edge(graph, g->source[node], moves.at[i])));
        TBY_TRY(add_move(e, node, moves.at[i]));
    }
    tby_ctree_write_block(out, &(tby_ctree_block){.id = node,
                                                  .pos = &e->grown->pos[node],
                                                  .items = t->items,
                                                  .items_n = t->items_n,
                                                  .tree = t});
    return out->rc;
}
