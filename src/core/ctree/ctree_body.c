/* ctree_body.c - the lines of a node behind its position (v1). */
#include "core/base/utf8.h"
#include "core/ctree/ctree_int.h"

tby_outcome tby__ctree_draw_of(tby_str reason)
{
    static const tby_outcome DRAWS[] = {TBY_STALEMATE, TBY_INSUFFICIENT,
                                        TBY_DEAD, TBY_THREEFOLD, TBY_FIFTY};
    const size_t before = sizeof "draw by " - 1;

    for (size_t i = 0; i < sizeof DRAWS / sizeof *DRAWS; i++)
        if (tby_str_is(reason, tby_ctree_ending_text(DRAWS[i]) + before))
            return DRAWS[i];
    return TBY_ONGOING;
}

/* --- parents --------------------------------------------------------------*/

static bool read_from(tby_ctree_reader *r, tby_str line, tby_ctree_item *item)
{
    const size_t at = sizeof "from " - 1;

    if (!tby__ctree_read_id(r, line, at, &item->value))
        return false;
    item->kind = TBY_CTREE_FROM;
    if (r->last_from != TBY_NO_NODE && item->value <= r->last_from)
        tby__ctree_report(
            r,
            item->value == r->last_from ? TBY_E_TREE_TWICE : TBY_E_TREE_ORDER,
            line, at,
            item->value == r->last_from
                ? "The parent is named already."
                : "Parents are named in the order of their numbers.");
    r->last_from = item->value;
    return true;
}

/* --- moves ----------------------------------------------------------------*/

/* The mark that ends at `end`, and where it begins; 0: there is none. */
static size_t read_mark(const tby_ctree_reader *r, tby_str line, size_t end,
                        uint8_t *mark)
{
    char last = end ? line.p[end - 1] : '\0';

    if (end >= 2 && line.p[end - 2] == '|' && (last == 'w' || last == 'b')) {
        bool white = r->node.pos.turn == TBY_WHITE;

        *mark = (last == 'w') == white ? TBY_VERDICT_WIN : TBY_VERDICT_LOSS;
        return 2;
    }
    for (unsigned m = TBY_VERDICT_UNKNOWN; m <= TBY_VERDICT_LOSS; m++)
        if (last == tby_ctree_mark_char((tby_verdict)m)) {
            *mark = (uint8_t)m;
            return 1;
        }
    return 0;
}

static void tell_form(const tby_ctree_reader *r, tby_str line, bool legacy,
                      const char *best)
{
    tree_say s = {.text = {s.buf, sizeof s.buf, 0}};

    tby_text_cstr(&s.text, legacy ? "The legacy form of a pawn move; "
                                    "the shortest is '"
                                  : "The shortest form of the move is '");
    tby_text_cstr(&s.text, best);
    tby_text_cstr(&s.text, "'.");
    tby_text_end(&s.text);
    (legacy ? tby__ctree_warn : tby__ctree_report)(r, TBY_E_TREE_FORM, line, 0,
                                                   s.buf);
}

static void check_place(tby_ctree_reader *r, tby_str line, tby_move m)
{
    uint32_t rank = tby_ctree_rank(&r->node.pos, m) + 1;
    size_t i = 0;

    while (r->table.legal.at[i] != m)
        i++;
    if (r->seen[i])
        tby__ctree_report(r, TBY_E_TREE_TWICE, line, 0,
                          "The move stands in the node already.");
    else if (rank < r->last_rank)
        tby__ctree_report(r, TBY_E_TREE_ORDER, line, 0,
                          "The move stands behind one that it comes before.");
    r->seen[i] = true;
    if (rank > r->last_rank)
        r->last_rank = rank;
}

/* TBY_MOVE_NONE, after a fault, if no legal move is meant. */
static tby_move read_text(tby_ctree_reader *r, tby_str line, tby_str text)
{
    char best[TBY_SHORT_MAX];
    bool legacy = false;
    tby_err err = {TBY_OK, 0};
    tby_move m = TBY_MOVE_NONE;
    tby_rc rc = tby_short_table_parse(&r->table, text, &m, &legacy, &err);

    if (rc != TBY_OK) {
        tby__ctree_report(r, TBY_E_TREE_MOVE, line,
                          err.at < text.n ? err.at : 0, tby_rc_text(rc));
        return TBY_MOVE_NONE;
    }
    tby_short_table_write(&r->table, m, TBY_SHORT_STRICT, best);
    if (!tby_str_is(text, best))
        tell_form(r, line, legacy, best);
    return m;
}

static bool read_move(tby_ctree_reader *r, tby_str line, tby_ctree_item *item)
{
    size_t at = line.n;

    while (at && line.p[at - 1] != '#')
        at--;
    uint8_t mark = 0;
    size_t width = at >= 2 && line.p[at - 2] == ' '
                       ? read_mark(r, line, at - 2, &mark)
                       : 0;
    if (!width) {
        tby__ctree_report(r, TBY_E_TREE_LINE, line, 0, NULL);
        return false;
    }
    if (!tby__ctree_read_id(r, line, at - 1, &item->value))
        return false;
    tby_str text = {line.p, at - 2 - width};
    item->kind = TBY_CTREE_MOVE;
    item->mark = mark & 3u;
    item->length = (at - 2) & 63;
    if (r->node.lost)
        return true;
    item->move = read_text(r, line, text);
    if (item->move != TBY_MOVE_NONE) /* else it still says where it leads */
        check_place(r, line, item->move);
    return true;
}

/* --- the rest -------------------------------------------------------------*/

static bool read_ending(tby_ctree_reader *r, tby_str line, tby_outcome ending,
                        tby_ctree_item *item)
{
    if (ending == TBY_ONGOING) {
        tby__ctree_report(r, TBY_E_TREE_LINE, line, sizeof "draw by " - 1,
                          "There is no such draw.");
        return false;
    }
    if (r->node.ending != TBY_ONGOING) {
        tby__ctree_report(r, TBY_E_TREE_TWICE, line, 0,
                          "The node says already how the game ends.");
        return false;
    }
    r->node.ending = (uint8_t)ending;
    item->kind = TBY_CTREE_ENDING;
    item->value = ending;
    return true;
}

static tby_rc read_comment(tby_ctree_reader *r, tby_str text,
                           tby_ctree_item *item)
{
    item->kind = TBY_CTREE_COMMENT;
    if (r->node.id == 0 && tby_str_starts(text, TBY_STR(TBY_CTREE_PARTIAL)))
        r->tree->partial = true;
    return tby_ctree_add_comment(r->tree, text, &item->value);
}

static tby_rc read_item(tby_ctree_reader *r, tby_str line, tby_ctree_item *item)
{
    tby_ctree_item read = {.kind = TBY_CTREE_OTHER};
    tby_rc rc = TBY_OK;
    bool used;

    if (tby_str_starts(line, TBY_STR("from ")))
        used = read_from(r, line, &read);
    else if (tby_str_starts(line, TBY_STR("draw by ")))
        used = read_ending(
            r, line,
            tby__ctree_draw_of(tby_str_from(line, sizeof "draw by " - 1)),
            &read);
    else if (tby_str_is(line, "checkmate!"))
        used = read_ending(r, line, TBY_CHECKMATE, &read);
    else if (tby_str_starts(line, TBY_STR("comment "))) {
        rc = read_comment(r, tby_str_from(line, sizeof "comment " - 1), &read);
        used = true;
    } else
        used = read_move(r, line, &read);
    if (used)
        *item = read;
    return rc;
}

tby_rc tby__ctree_read_body(tby_ctree_reader *r, tby_str line)
{
    tby_ctree_item item = {.kind = TBY_CTREE_OTHER};
    tby_rc rc = TBY_OK;

    if (line.n == 0)
        tby__ctree_warn(r, TBY_E_TREE_BLANK, line, 0, NULL);
    else
        rc = read_item(r, line, &item);
    if (rc == TBY_OK)
        rc = tby_ctree_add_item(r->tree, item);
    r->tree->nodes[r->tree->nodes_n - 1].ending = r->node.ending;
    return rc;
}
