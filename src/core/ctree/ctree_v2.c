/* ctree_v2.c - the lines of a node of v2:
 *
 *     ?                        what is known of it: ? d w l
 *     ?                        why it is a draw, or ?
 *     #160
 *     3260..3278               the numbers that its moves gave out
 *     ?????????????????????    what is known of each move's node, in order
 *     3266≡2464                a move that would have had 3266 leads to 2464
 *     rnbqkb1r/... w KQkq - 1 2
 *
 * What is known is said of the side to move in the node itself; the marks are
 * said of the side to move in the nodes that the moves lead to, so that `l`
 * wins.  Here both are turned to the side to move in the node. */
#include "core/base/assert.h"
#include "core/ctree/ctree_int.h"

#include <string.h>

/* "≡" in UTF-8. */
#define EQUALS "\xe2\x89\xa1"

static bool verdict_of(char c, uint8_t *mark)
{
    static const char LETTERS[] = "?dwl";
    const char *found = c ? strchr(LETTERS, c) : NULL;

    if (found)
        *mark = (uint8_t)(found - LETTERS);
    return found;
}

static void read_range(tby_ctree_reader *r, tby_str line)
{
    uint32_t from, to;
    size_t n = tby__ctree_number(line, &from);
    tby_str rest = tby_str_from(line, n);
    bool good = n && tby_str_starts(rest, TBY_STR("..")) &&
                tby__ctree_number(tby_str_from(rest, 2), &to) + 2 == rest.n;

    r->state = TREE_MARKS;
    r->range_line = r->line;
    if (good && to + 1 >= from && to + 1 - from <= TBY_MOVES_MAX) {
        r->range_from = from;
        r->range_n = to + 1 - from;
        return;
    }
    tby__ctree_report(
        r, TBY_E_TREE_RANGE, line, 0,
        "Expected the first and the last of the new numbers, such as "
        "1..20.");
}

static void read_marks(tby_ctree_reader *r, tby_str line)
{
    r->state = TREE_EQUALS;
    r->marks_line = r->line;
    for (size_t i = 0; i < line.n && i < TBY_MOVES_MAX; i++) {
        uint8_t mark = TBY_VERDICT_UNKNOWN;

        if (!verdict_of(line.p[i], &mark)) {
            tby__ctree_report(r, TBY_E_TREE_MARKS, line, i, NULL);
            return;
        }
        r->marks[r->marks_n++] = (mark == TBY_VERDICT_WIN    ? TBY_VERDICT_LOSS
                                  : mark == TBY_VERDICT_LOSS ? TBY_VERDICT_WIN
                                                             : mark);
    }
}

/* False: this is no such line. */
static bool read_equal(tby_ctree_reader *r, tby_str line)
{
    tree_equal e = {.line = r->line};
    size_t n = tby__ctree_number(line, &e.n);
    tby_str rest = tby_str_from(line, n);

    if (!n || !tby_str_starts(rest, TBY_STR(EQUALS)))
        return false;
    rest = tby_str_from(rest, sizeof EQUALS - 1);
    n = tby__ctree_number(rest, &e.m);
    if (!n || n != rest.n || r->equals_n == TBY_MOVES_MAX)
        tby__ctree_report(r, TBY_E_TREE_RANGE, line, line.n - rest.n, NULL);
    else
        r->equals[r->equals_n++] = e;
    return true;
}

static void report_at(tby_ctree_reader *r, size_t line, tby_rc code,
                      const char *text)
{
    size_t kept = r->line;

    r->line = line;
    tby__ctree_report(r, code, (tby_str){"", 0}, 0, text);
    r->line = kept;
}

/* The moves take new numbers one after another, but before n is given out come
 * those that are said to be equal to n. */
static tby_rc add_moves(tby_ctree_reader *r, const tby_moves *legal)
{
    uint32_t next = r->range_from;
    size_t equal = 0;

    for (size_t i = 0; i < legal->n; i++) {
        tby_ctree_item item = {.kind = TBY_CTREE_MOVE, .move = legal->at[i]};

        item.mark = (i < r->marks_n ? r->marks[i] : TBY_VERDICT_UNKNOWN) & 3u;
        if (equal < r->equals_n && r->equals[equal].n == next)
            item.value = r->equals[equal++].m;
        else
            item.value = next++;
        TBY_TRY(tby_ctree_add_item(r->tree, item));
    }
    if (equal < r->equals_n)
        report_at(r, r->equals[equal].line, TBY_E_TREE_RANGE,
                  "No move of the node would have that number.");
    return TBY_OK;
}

/* A node that is over has no moves, whatever the rules say. */
static tby_rc add_node(tby_ctree_reader *r)
{
    static const tby_moves NONE;
    tby_moves legal;

    r->node.first = (uint32_t)r->marks_line;
    TBY_TRY(tby_ctree_add_node(r->tree, &r->node));
    if (r->node.lost)
        return TBY_OK;
    tby_moves_legal(&r->node.pos, &legal);
    tby_ctree_order(&r->node.pos, legal.at, legal.n, TBY_CTREE_V2);
    if (r->node.ending != TBY_ONGOING && r->marks_n == 0 && r->range_n == 0)
        return add_moves(r, &NONE);
    if (r->marks_n != legal.n)
        report_at(r, r->marks_line, TBY_E_TREE_MARKS, NULL);
    if (r->range_n + r->equals_n != legal.n) {
        report_at(r, r->range_line, TBY_E_TREE_RANGE, NULL);
        return TBY_OK; /* which number belongs to which move is not known */
    }
    return add_moves(r, &legal);
}

tby_rc tby__ctree_read_v2(tby_ctree_reader *r, tby_str line)
{
    tree_state state = r->state;

    if (state == TREE_EQUALS && !read_equal(r, line)) {
        /* The last line. */
        tby__ctree_read_fen(r, line, 6);
        tby_rc rc = add_node(r);
        r->state = TREE_START;
        return rc;
    }
    if (state == TREE_START) {
        uint32_t file = r->node.file;

        r->node = (tby_ctree_node){.file = file,
                                   .dialect = TBY_CTREE_V2,
                                   .line = (uint32_t)r->line,
                                   .id = TBY_NO_NODE};
        r->equals_n = r->marks_n = 0;
        r->range_n = 0;
        verdict_of(line.p[0], &r->node.verdict); /* begin() has looked at it */
        r->state = TREE_REASON;
    } else if (state == TREE_REASON) {
        tby_outcome draw = tby__ctree_draw_of(line);

        r->state = TREE_ID;
        r->node.ending = (uint8_t)draw;
        if (draw == TBY_ONGOING && !tby_str_is(line, "?"))
            tby__ctree_report(r, TBY_E_TREE_LINE, line, 0,
                              "There is no such draw.");
    } else if (state == TREE_ID) {
        r->node.line = (uint32_t)r->line;
        r->state = tby__ctree_read_id(r, line, 0, &r->node.id) ? TREE_RANGE
                                                               : TREE_START;
    } else if (state == TREE_RANGE)
        read_range(r, line);
    else if (state == TREE_MARKS)
        read_marks(r, line);
    return TBY_OK;
}
