#include "tabiya/ctree.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/ctree/ctree.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_ctree_init(tby_ctree *t, const tby_alloc *alloc)
{
    *t = (tby_ctree){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_ctree_free(tby_ctree *t)
{
    const tby_alloc *a = &t->alloc;

    tby_grow_free(a, t->nodes, t->nodes_cap, sizeof *t->nodes);
    tby_grow_free(a, t->items, t->items_cap, sizeof *t->items);
    tby_grow_free(a, t->comments, t->comments_cap, sizeof *t->comments);
    tby_grow_free(a, t->text, t->text_cap, 1);
    tby_ctree_init(t, a);
}

tby_rc tby_ctree_add_node(tby_ctree *t, const tby_ctree_node *node)
{
    if (t->nodes_n >= TBY_MAX_NODES)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&t->alloc, t->nodes, t->nodes_cap, t->nodes_n + 1));
    t->nodes[t->nodes_n] = *node;
    t->nodes[t->nodes_n].items_at = (uint32_t)t->items_n;
    t->nodes[t->nodes_n].items_n = 0;
    t->nodes_n++;
    return TBY_OK;
}

tby_rc tby_ctree_add_item(tby_ctree *t, tby_ctree_item item)
{
    if (t->items_n >= TBY_MAX_TREE_ITEMS)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&t->alloc, t->items, t->items_cap, t->items_n + 1));
    t->items[t->items_n++] = item;
    t->nodes[t->nodes_n - 1].items_n++;
    return TBY_OK;
}

tby_rc tby_ctree_add_comment(tby_ctree *t, tby_str text, uint32_t *number)
{
    if (t->text_n + text.n > TBY_MAX_GRAPH_TEXT)
        return TBY_E_LIMIT;
    TBY_TRY(
        TBY_GROW(&t->alloc, t->comments, t->comments_cap, t->comments_n + 1));
    TBY_TRY(TBY_GROW(&t->alloc, t->text, t->text_cap, t->text_n + text.n));
    if (text.n)
        memcpy(t->text + t->text_n, text.p, text.n);
    t->comments[t->comments_n] =
        (tby_span){(uint32_t)t->text_n, (uint32_t)text.n};
    t->text_n += text.n;
    *number = (uint32_t)t->comments_n++;
    return TBY_OK;
}

static bool sorted(const tby_ctree *t)
{
    for (size_t i = 1; i < t->nodes_n; i++)
        if (t->nodes[i].id < t->nodes[i - 1].id)
            return false;
    return true;
}

static bool by_id(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_ctree_node *nodes = ctx;

    return nodes[a].id != nodes[b].id ? nodes[a].id < nodes[b].id : a < b;
}

/* A file that was written here is sorted, and needs no second copy. */
tby_rc tby_ctree_sort(tby_ctree *t)
{
    size_t n = t->nodes_n;

    if (sorted(t))
        return TBY_OK;
    uint32_t *order = tby_grow_new(&t->alloc, n, sizeof *order);
    tby_ctree_node *nodes = tby_grow_new(&t->alloc, n, sizeof *nodes);
    tby_rc rc = order && nodes ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        for (uint32_t i = 0; i < n; i++)
            order[i] = i;
        tby_sort(order, n, by_id, t->nodes);
        for (size_t i = 0; i < n; i++)
            nodes[i] = t->nodes[order[i]];
        tby_grow_free(&t->alloc, t->nodes, t->nodes_cap, sizeof *nodes);
        t->nodes = nodes;
        t->nodes_cap = n;
    } else {
        tby_grow_free(&t->alloc, nodes, n, sizeof *nodes);
    }
    tby_grow_free(&t->alloc, order, n, sizeof *order);
    return rc;
}

uint32_t tby_ctree_find(const tby_ctree *t, uint32_t id)
{
    size_t low = 0, high = t->nodes_n;

    if (id < t->nodes_n && t->nodes[id].id == id &&
        (id == 0 || t->nodes[id - 1].id != id))
        return id; /* no number is missing, as in most trees */
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (t->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->nodes_n && t->nodes[low].id == id ? (uint32_t)low
                                                      : TBY_NO_NODE;
}

void tby_ctree_place(const tby_ctree *t, const tby_ctree_node *node, uint32_t i,
                     size_t *line, size_t *column)
{
    const tby_ctree_item *item = tby_ctree_items(t, node) + i;

    if (node->dialect == TBY_CTREE_V2) {
        *line = node->first;
        *column = (size_t)i + 1;
        return;
    }
    *line = (size_t)node->first + i;
    *column = item->kind == TBY_CTREE_FROM   ? sizeof "from "
              : item->kind == TBY_CTREE_MOVE ? item->length + sizeof " "
                                             : 1;
}

/* The square a move is written to go to. */
static tby_square target(const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (!tby_pos_is_castling(p, m))
        return to;
    return tby_sq(tby_file(to) > tby_file(from) ? 6 : 2, tby_rank(from));
}

/* 0 for a8, 7 for h8, 63 for h1. */
static uint32_t from_the_top(tby_square sq)
{
    return sq ^ 56u;
}

/* In Chess960 a king may go to a square by castling and without. */
static uint32_t kind(const tby_pos *p, tby_move m)
{
    static const uint8_t BY_ROLE[8] = {
        [TBY_BISHOP] = 1, [TBY_KNIGHT] = 2, [TBY_QUEEN] = 3, [TBY_ROOK] = 4};

    return tby_pos_is_castling(p, m) ? 5 : BY_ROLE[tby_move_promotion(m)];
}

uint32_t tby_ctree_rank(const tby_pos *p, tby_move m)
{
    return from_the_top(tby_move_from(m)) << 9 |
           from_the_top(target(p, m)) << 3 | kind(p, m);
}

/* By insertion: there are about thirty. */
void tby_ctree_order(const tby_pos *p, tby_move *moves, size_t n,
                     tby_ctree_dialect dialect)
{
    uint32_t ranks[TBY_MOVES_MAX];

    for (size_t i = 0; i < n; i++) {
        tby_move m = moves[i];
        uint32_t rank = dialect == TBY_CTREE_V2
                            ? ((uint32_t)tby_move_from(m) << 9 |
                               (uint32_t)target(p, m) << 3 | kind(p, m))
                            : tby_ctree_rank(p, m);
        size_t k = i;

        for (; k > 0 && ranks[k - 1] > rank; k--) {
            ranks[k] = ranks[k - 1];
            moves[k] = moves[k - 1];
        }
        ranks[k] = rank;
        moves[k] = m;
    }
}

/* The finisher of splitmix64: every bit of x changes half of the result. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t tby_ctree_path_key(const tby_pos *p, uint64_t before)
{
    return (p->halfmoves ? before : 0) + mix(p->key);
}

uint64_t tby_ctree_key(tby_ctree_identity identity, const tby_pos *p,
                       uint64_t path_key)
{
    if (identity == TBY_CTREE_POSITION)
        return p->key;
    return mix(p->key ^ mix(path_key ^ mix(p->halfmoves + UINT64_C(1))));
}

tby_outcome tby_ctree_ending(tby_ctree_identity identity, const tby_pos *p,
                             unsigned times)
{
    tby_outcome outcome = tby_ctree_ending_beyond(p);

    if (outcome != TBY_ONGOING)
        return outcome;
    if (tby_pos_dead_quick(p))
        return TBY_DEAD;
    if (identity != TBY_CTREE_EXACT)
        return TBY_ONGOING;
    if (times >= 3)
        return TBY_THREEFOLD;
    return p->halfmoves >= 100 ? TBY_FIFTY : TBY_ONGOING;
}

tby_outcome tby_ctree_ending_beyond(const tby_pos *p)
{
    tby_pos q = *p;

    q.halfmoves = 0; /* the counters are another matter */
    return tby_outcome_of(&q, NULL);
}

tby_verdict tby_ctree_verdict_of(tby_outcome ending)
{
    if (ending == TBY_ONGOING)
        return TBY_VERDICT_UNKNOWN;
    return ending == TBY_CHECKMATE ? TBY_VERDICT_LOSS : TBY_VERDICT_DRAW;
}

tby_verdict tby_ctree_opposite(tby_verdict mark)
{
    if (mark == TBY_VERDICT_WIN)
        return TBY_VERDICT_LOSS;
    return mark == TBY_VERDICT_LOSS ? TBY_VERDICT_WIN : mark;
}
