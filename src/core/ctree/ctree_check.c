#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_check_int.h"
#include "tabiya/limits.h"
#include "tabiya/shortest.h"

#include <string.h>

void tby__ctree_check_report(tree_check *c, const tby_ctree_node *node,
                             size_t line, size_t column, tby_rc code,
                             const char *text)
{
    c->reported++;
    if (c->listener && c->listener->fault)
        c->listener->fault(
            c->listener->ctx,
            &(tby_ctree_fault){.warning = c->warns,
                               .code = code,
                               .file = node ? node->file : 0,
                               .line = line,
                               .column = column,
                               .node = node ? node->id : TBY_NO_NODE,
                               .text = text ? text : tby_rc_text(code)});
}

void tby__ctree_check_report_item(tree_check *c, const tby_ctree_node *node,
                                  uint32_t item, tby_rc code, const char *text)
{
    size_t line, column;

    tby_ctree_place(c->tree, node, item, &line, &column);
    tby__ctree_check_report(c, node, line, column, code, text);
}

const char *tby__ctree_check_id_text(check_say *s, const char *before,
                                     uint32_t id, const char *after)
{
    s->text = (tby_text){s->buf, sizeof s->buf, 0};
    tby_text_join(&s->text, before, "#");
    tby_text_u64(&s->text, id);
    tby_text_cstr(&s->text, after);
    tby_text_end(&s->text);
    return s->buf;
}

/* Fifty moves are a hundred; a way that goes on is not followed for ever. */
enum { MAX_STEPS = 1024 };

/* How often the position of a node stands on the way to it. */
static unsigned count_times(const tree_check *c, uint32_t node)
{
    const tby_ctree_node *nodes = c->tree->nodes;
    unsigned times = 1, steps = 0;
    uint32_t at = node;

    if (c->identity != TBY_CTREE_EXACT)
        return 1;
    while (steps++ < MAX_STEPS && nodes[at].pos.halfmoves &&
           c->nodes[at].right && c->nodes[at].parent < at) {
        at = c->nodes[at].parent;
        times += nodes[at].pos.key == nodes[node].pos.key;
    }
    return times;
}

/* A full look for dead positions may take a tenth of a second; after so many
 * claims in one tree the rest is left undecided. */
enum { MAX_LOOKS = 1000 };

static bool by_way(tby_outcome ending)
{
    return ending == TBY_THREEFOLD || ending == TBY_FIFTY;
}

/* Of the line that says how the game ends or, if there is none, should. */
static void report_ending(tree_check *c, const tby_ctree_node *node,
                          bool warning, const char *text)
{
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    uint32_t k = 0;

    while (k < node->items_n && items[k].kind != TBY_CTREE_ENDING)
        k++;
    size_t line = node->dialect == TBY_CTREE_V2 ? (size_t)node->line - 1
                  : k < node->items_n           ? (size_t)node->first + k
                                                : node->first;
    c->warns = warning;
    tby__ctree_check_report(c, node, line, 1, TBY_E_TREE_ENDING, text);
    c->warns = false;
}

static void report_expected(tree_check *c, const tby_ctree_node *node,
                            tby_outcome expected)
{
    const char *text = tby_ctree_ending_text(expected);
    char buf[80];

    report_ending(c, node, false,
                  text ? tby_text_in(buf, "Expected '", text, "'.")
                       : "The game is not over here.");
}

/* Judges how a node ends, from its position and, in exact identity, the way to
 * it, and reports what the file says of it if that is something else. */
static tby_rc check_ending(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    tby_outcome claim = (tby_outcome)node->ending, ending;
    tby_winnable w = {.white = TBY_CAN, .black = TBY_CAN};
    tby_pos pos = node->pos;

    if (c->nodes[i].clock)
        pos.halfmoves = c->nodes[i].halfmoves;
    ending = tby_ctree_ending(c->identity, &pos, count_times(c, i));
    if (claim == TBY_DEAD && (ending == TBY_ONGOING || by_way(ending))) {
        /* What the quick stage does not find may be a dead position all the
         * same. */
        w = (tby_winnable){.white = TBY_CAN_UNKNOWN, .black = TBY_CAN_UNKNOWN};
        if (c->looks++ < MAX_LOOKS)
            TBY_TRY(tby_winnable_full(&pos, NULL, &w));
        if (tby_winnable_dead(w))
            ending = TBY_DEAD;
    }
    c->nodes[i].ending = (uint8_t)ending;

    if (claim == ending)
        return TBY_OK;
    if (claim == TBY_ONGOING) {
        /* v2 has no word for mate, and need not say why it is a draw */
        if (node->dialect == TBY_CTREE_V1 && !c->used_only)
            report_expected(c, node, ending);
    } else if (by_way(claim) && c->identity == TBY_CTREE_POSITION &&
               ending == TBY_ONGOING) {
        report_ending(c, node, true,
                      "Repetition and fifty moves are judged in exact identity "
                      "only: nothing is proven here.");
    } else if (w.white != TBY_CAN && w.black != TBY_CAN) {
        report_ending(
            c, node, true,
            "It is not known whether the position is dead: nothing is "
            "proven here.");
    } else {
        report_expected(c, node, ending);
    }
    return TBY_OK;
}

static void find_missing(tree_check *c, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    tby_moves legal;
    uint32_t lines[TBY_MOVES_MAX + 1] = {0}; /* of each, 0: it has none */
    size_t line = node->first;               /* where the next should stand */

    tby_moves_legal(&node->pos, &legal);
    tby_ctree_order(&node->pos, legal.at, legal.n, TBY_CTREE_V1);
    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_MOVE) {
            size_t at = 0;
            while (at < legal.n && legal.at[at] != items[k].move)
                at++;
            lines[at] = node->first + k;
        }
    for (size_t i = 0; i < legal.n; i++) {
        if (lines[i])
            line = (size_t)lines[i] + 1;
        else {
            char move[TBY_SHORT_MAX], buf[40];

            tby_short_write(&node->pos, legal.at[i], TBY_SHORT_STRICT, move);
            tby__ctree_check_report(
                c, node, line, 1, TBY_E_TREE_MOVES,
                tby_text_in(buf, "The move '", move, "' is missing."));
        }
    }
}

static tby_rc check_nodes(tree_check *c)
{
    for (uint32_t i = 0; i < c->tree->nodes_n; i++) {
        const tby_ctree_node *node = &c->tree->nodes[i];
        const tby_ctree_item *items = tby_ctree_items(c->tree, node);
        size_t moves = 0;

        if (tby_ctree_is_twin(c->tree, i) || node->lost)
            continue;
        TBY_TRY(check_ending(c, i));
        /* v2 has one mark for each, which the reader has counted */
        if (c->tree->partial || node->ending != TBY_ONGOING ||
            node->dialect != TBY_CTREE_V1)
            continue;
        for (uint32_t k = 0; k < node->items_n; k++)
            moves += items[k].kind == TBY_CTREE_MOVE &&
                     items[k].move != TBY_MOVE_NONE;
        if (moves == 0 && tby_moves_count(&node->pos) > 0)
            tby__ctree_check_report(c, node, node->first, 1, TBY_E_TREE_MOVES,
                                    "The node has no moves.");
        else if (moves < tby_moves_count(&node->pos))
            find_missing(c, node);
    }
    return TBY_OK;
}

static tby_rc open_check(tree_check *c, const tby_ctree *t,
                         tby_ctree_identity identity)
{
    size_t ids = t->items_n + t->nodes_n;

    *c = (tree_check){.tree = t, .identity = identity};
    tby_keyset_init(&c->keys, &t->alloc, TBY_MAX_TREE_IDS);
    c->ids_n = ids < TBY_MAX_TREE_IDS ? (uint32_t)ids : TBY_MAX_TREE_IDS;
    c->nodes = tby_grow_new(&t->alloc, t->nodes_n, sizeof *c->nodes);
    c->key_of = tby_grow_new(&t->alloc, c->ids_n, sizeof *c->key_of);
    if (!c->nodes || !c->key_of)
        return TBY_E_NOMEM;
    if (t->nodes_n)
        memset(c->nodes, 0, t->nodes_n * sizeof *c->nodes);
    for (uint32_t i = 0; i < c->ids_n; i++)
        c->key_of[i] = TBY_NONE;
    return TBY_OK;
}

static void close_check(tree_check *c)
{
    const tby_alloc *a = &c->tree->alloc;

    tby_grow_free(a, c->nodes, c->tree->nodes_n, sizeof *c->nodes);
    tby_grow_free(a, c->key_of, c->ids_n, sizeof *c->key_of);
    tby_grow_free(a, c->id_of, c->id_of_cap, sizeof *c->id_of);
    tby_grow_free(a, c->from, c->from_cap, sizeof *c->from);
    tby_keyset_free(&c->keys);
}

static tby_rc count_wrong_ids(const tby_ctree *t, tby_ctree_identity identity,
                              uint64_t *out)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    if (rc == TBY_OK)
        rc = tby__ctree_check_ids(&c);
    *out = c.reported;
    close_check(&c);
    return rc;
}

tby_rc tby_ctree_guess(const tby_ctree *t, tby_ctree_identity *out)
{
    uint64_t position = 0, exact = 0;
    bool by_path = false; /* only exact identity has ways that end a game */

    for (size_t i = 0; i < t->nodes_n; i++)
        by_path |= by_way((tby_outcome)t->nodes[i].ending);
    TBY_TRY(count_wrong_ids(t, TBY_CTREE_POSITION, &position));
    if (position > 0 || by_path)
        TBY_TRY(count_wrong_ids(t, TBY_CTREE_EXACT, &exact));
    *out = exact < position || (exact == position && by_path)
               ? TBY_CTREE_EXACT
               : TBY_CTREE_POSITION;
    return TBY_OK;
}

tby_rc tby_ctree_check(const tby_ctree *t, tby_ctree_identity identity,
                       const tby_ctree_listener *listener)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    c.listener = listener;
    for (uint32_t i = 0; i < t->nodes_n && rc == TBY_OK; i++)
        if (tby_ctree_is_twin(t, i))
            tby__ctree_check_report(&c, &t->nodes[i], t->nodes[i].line, 1,
                                    TBY_E_TREE_NODE_TWICE, NULL);
    if (rc == TBY_OK && tby_ctree_find(t, 0) == TBY_NO_NODE)
        tby__ctree_check_report(&c, NULL, 0, 0, TBY_E_TREE_ROOT, NULL);
    if (rc == TBY_OK)
        rc = tby__ctree_check_ids(&c);
    if (rc == TBY_OK)
        rc = tby__ctree_check_links(&c);
    if (rc == TBY_OK)
        rc = check_nodes(&c);
    if (rc == TBY_OK)
        rc = tby__ctree_check_marks(&c);
    close_check(&c);
    return rc;
}

tby_rc tby_ctree_net_read(tby_ctree_net *net, const tby_ctree *t,
                          tby_ctree_identity identity,
                          const tby_ctree_listener *listener)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    *net = (tby_ctree_net){.alloc = t->alloc};
    /* The ways to the nodes; what is wrong with numbers is no matter here. */
    if (rc == TBY_OK && identity == TBY_CTREE_EXACT)
        rc = tby__ctree_check_ids(&c);
    c.listener = listener;
    c.used_only = true;
    for (uint32_t i = 0; i < t->nodes_n && rc == TBY_OK; i++)
        if (!tby_ctree_is_twin(t, i) && !t->nodes[i].lost)
            rc = check_ending(&c, i);
    if (rc == TBY_OK)
        rc = tby__ctree_check_net(&c, net);
    close_check(&c);
    return rc;
}
