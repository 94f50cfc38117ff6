#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_write.h"
#include "tabiya/shortest.h"

#include <string.h>

/* What the next line must be. */
typedef enum tree_state {
    TREE_START, /* the first line of a node */
    /* v1 */
    TREE_FEN,
    TREE_BLANK,
    TREE_BODY,
    /* v2 */
    TREE_REASON,
    TREE_ID,
    TREE_RANGE,
    TREE_MARKS,
    TREE_EQUALS /* or the position */
} tree_state;

/* Of v2, one line `n≡m`: the move that would have been given n leads to m. */
typedef struct tree_equal {
    uint32_t n, m;
    size_t line;
} tree_equal;

struct tby_ctree_reader {
    tby_alloc alloc;
    tby_ctree *tree;
    tby_ctree_listener listener;
    size_t line; /* the one that is read, from 1 */
    tree_state state;
    bool reported_ends;  /* that lines end with CR LF */
    tby_ctree_node node; /* the one that is read */
    /* v1 */
    uint32_t last_from;    /* named by the node; TBY_NO_NODE: none */
    uint32_t last_rank;    /* of its moves, plus one; 0: none */
    tby_short_table table; /* of its legal moves */
    bool seen[TBY_MOVES_MAX];
    /* v2 */
    size_t range_line, marks_line;
    uint32_t range_from, range_n;
    uint8_t marks[TBY_MOVES_MAX];
    size_t marks_n;
    tree_equal equals[TBY_MOVES_MAX];
    size_t equals_n;
};

static void say(const tby_ctree_reader *r, bool warning, tby_rc code,
                tby_str line, size_t at, const char *text)
{
    if (!r->listener.fault)
        return;
    r->listener.fault(
        r->listener.ctx,
        &(tby_ctree_fault){.warning = warning,
                           .code = code,
                           .file = r->node.file,
                           .line = r->line,
                           .column = tby_utf8_count((tby_str){line.p, at}) + 1,
                           .node = r->state == TREE_START ? TBY_NO_NODE
                                                          : r->node.id,
                           .text = text ? text : tby_rc_text(code)});
}

/* Reports a byte of the line that is read.  NULL: what the code says. */
static void report(const tby_ctree_reader *r, tby_rc code, tby_str line,
                   size_t at, const char *text)
{
    say(r, false, code, line, at, text);
}

static void warn(const tby_ctree_reader *r, tby_rc code, tby_str line,
                 size_t at, const char *text)
{
    say(r, true, code, line, at, text);
}

/* Digits at the start of s, no more than a number of a node may be; how many
 * were used, 0: there is none. */
static size_t read_number(tby_str s, uint32_t *out)
{
    size_t n = 0;
    uint64_t value = 0;

    while (n < s.n && tby_is_digit(s.p[n]))
        n++;
    if (tby_num_u64((tby_str){s.p, n}, 0, TBY_NO_NODE - 1, &value, NULL) !=
        TBY_OK)
        return 0;
    *out = (uint32_t)value;
    return n;
}

/* "#12", at the byte `at` of the line and up to its end.  False: reported. */
static bool read_id(const tby_ctree_reader *r, tby_str line, size_t at,
                    uint32_t *id)
{
    size_t n = 0;

    if (at < line.n && line.p[at] == '#')
        n = read_number(tby_str_from(line, at + 1), id);
    if (n && at + 1 + n == line.n && (line.p[at + 1] != '0' || n == 1))
        return true;
    report(r, TBY_E_TREE_ID, line, n ? at + 1 + n : at, NULL);
    return n > 0;
}

/* The position, `fields` long; reported if it is not as it should be, and then
 * r->node.lost may be set. */
static void read_fen(tby_ctree_reader *r, tby_str line, unsigned fields)
{
    tby_setup setup;
    tby_faults faults = 0;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_fen_parse(line, &setup, &err);

    r->node.lost = true;
    r->node.fen = (uint32_t)r->line;
    if (rc != TBY_OK) {
        report(r, TBY_E_TREE_FEN, line, err.at, tby_rc_text(rc));
        return;
    }
    if (tby_pos_from_setup(&setup, 0, &r->node.pos, &faults) != TBY_OK) {
        report(r, TBY_E_TREE_FEN, line, 0, tby_fault_text(faults));
        return;
    }
    r->node.lost = false;
    tby_str rest = line, word;
    unsigned found = 0;
    while (tby_str_word(&rest, &word))
        found++;
    if (setup.ep != TBY_NO_SQUARE && r->node.pos.ep == TBY_NO_SQUARE) {
        /* dropped, for nobody can capture there; reported by its own code */
        size_t at = 0;
        for (unsigned spaces = 0; at < line.n && spaces < 3; at++)
            spaces += line.p[at] == ' ';
        report(r, TBY_E_TREE_EP, line, at, NULL);
    } else if (found != fields)
        report(r, TBY_E_TREE_FEN, line, 0,
               fields == 5 ? "Expected five fields, the half-move clock "
                             "the last."
                           : "Expected six fields.");
    else {
        char fen[TBY_FEN_MAX];
        char buf[TBY_FEN_MAX + 16];
        size_t n = fields == 5
                       ? tby_ctree_fen(&r->node.pos, fen)
                       : tby_fen_write_pos(&r->node.pos, fen, sizeof fen);

        if (!tby_str_equal(line, (tby_str){fen, n}))
            report(r, TBY_E_TREE_FEN, line, 0,
                   tby_text_in(buf, "Expected '", fen, "'."));
    }
}

/* An outcome of "draw by ..."; TBY_ONGOING: it is none. */
static tby_outcome draw_of(tby_str reason)
{
    static const tby_outcome DRAWS[] = {TBY_STALEMATE, TBY_INSUFFICIENT,
                                        TBY_DEAD, TBY_THREEFOLD, TBY_FIFTY};
    const size_t before = sizeof "draw by " - 1;

    for (size_t i = 0; i < sizeof DRAWS / sizeof *DRAWS; i++)
        if (tby_str_is(reason, tby_ctree_ending_text(DRAWS[i]) + before))
            return DRAWS[i];
    return TBY_ONGOING;
}

static bool read_from(tby_ctree_reader *r, tby_str line, tby_ctree_item *item)
{
    const size_t at = sizeof "from " - 1;

    if (!read_id(r, line, at, &item->value))
        return false;
    item->kind = TBY_CTREE_FROM;
    if (r->last_from != TBY_NO_NODE && item->value <= r->last_from)
        report(r,
               item->value == r->last_from ? TBY_E_TREE_TWICE
                                           : TBY_E_TREE_ORDER,
               line, at,
               item->value == r->last_from
                   ? "The parent is named already."
                   : "Parents are named in the order of their numbers.");
    r->last_from = item->value;
    return true;
}

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

/* TBY_MOVE_NONE, after a fault, if no legal move is meant. */
static tby_move read_text(tby_ctree_reader *r, tby_str line, tby_str text)
{
    char best[TBY_SHORT_MAX];
    bool legacy = false;
    tby_err err = {TBY_OK, 0};
    tby_move m = TBY_MOVE_NONE;
    tby_rc rc = tby_short_table_parse(&r->table, text, &m, &legacy, &err);

    if (rc != TBY_OK) {
        report(r, TBY_E_TREE_MOVE, line, err.at < text.n ? err.at : 0,
               tby_rc_text(rc));
        return TBY_MOVE_NONE;
    }
    tby_short_table_write(&r->table, m, TBY_SHORT_STRICT, best);
    if (!tby_str_is(text, best)) {
        char buf[80];

        tby_text_in(buf,
                    legacy ? "The legacy form of a pawn move; the shortest is '"
                           : "The shortest form of the move is '",
                    best, "'.");
        (legacy ? warn : report)(r, TBY_E_TREE_FORM, line, 0, buf);
    }
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
        report(r, TBY_E_TREE_LINE, line, 0, NULL);
        return false;
    }
    if (!read_id(r, line, at - 1, &item->value))
        return false;
    tby_str text = {line.p, at - 2 - width};
    item->kind = TBY_CTREE_MOVE;
    item->mark = mark & 3u;
    item->length = (at - 2) & 63;
    if (r->node.lost)
        return true;
    item->move = read_text(r, line, text);
    if (item->move == TBY_MOVE_NONE)
        return true; /* it still says where it leads */
    uint32_t rank = tby_ctree_rank(&r->node.pos, item->move) + 1;
    size_t i = 0;

    while (r->table.legal.at[i] != item->move)
        i++;
    if (r->seen[i])
        report(r, TBY_E_TREE_TWICE, line, 0,
               "The move stands in the node already.");
    else if (rank < r->last_rank)
        report(r, TBY_E_TREE_ORDER, line, 0,
               "The move stands after one that it comes before.");
    r->seen[i] = true;
    if (rank > r->last_rank)
        r->last_rank = rank;
    return true;
}

static bool read_ending(tby_ctree_reader *r, tby_str line, tby_outcome ending,
                        tby_ctree_item *item)
{
    if (ending == TBY_ONGOING) {
        report(r, TBY_E_TREE_LINE, line, sizeof "draw by " - 1,
               "There is no such draw.");
        return false;
    }
    if (r->node.ending != TBY_ONGOING) {
        report(r, TBY_E_TREE_TWICE, line, 0,
               "The node says already how the game ends.");
        return false;
    }
    r->node.ending = (uint8_t)ending;
    item->kind = TBY_CTREE_ENDING;
    item->value = ending;
    return true;
}

static tby_rc read_body(tby_ctree_reader *r, tby_str line)
{
    const tby_ctree_item other = {.kind = TBY_CTREE_OTHER};
    tby_str draw = tby_str_from(line, sizeof "draw by " - 1);
    tby_ctree_item item = other;
    tby_rc rc = TBY_OK;
    bool used = true;

    if (line.n == 0) {
        warn(r, TBY_E_TREE_BLANK, line, 0, NULL);
    } else if (tby_str_starts(line, TBY_STR("from "))) {
        used = read_from(r, line, &item);
    } else if (tby_str_starts(line, TBY_STR("draw by "))) {
        used = read_ending(r, line, draw_of(draw), &item);
    } else if (tby_str_is(line, "checkmate!")) {
        used = read_ending(r, line, TBY_CHECKMATE, &item);
    } else if (tby_str_starts(line, TBY_STR("comment "))) {
        tby_str text = tby_str_from(line, sizeof "comment " - 1);
        if (r->node.id == 0 && tby_str_starts(text, TBY_STR(TBY_CTREE_PARTIAL)))
            r->tree->partial = true;
        item.kind = TBY_CTREE_COMMENT;
        rc = tby_ctree_add_comment(r->tree, text, &item.value);
    } else {
        used = read_move(r, line, &item);
    }
    if (!used)
        item = other;
    if (rc == TBY_OK)
        rc = tby_ctree_add_item(r->tree, item);
    r->tree->nodes[r->tree->nodes_n - 1].ending = r->node.ending;
    return rc;
}

/* --- the lines of a node of v2 -------------------------------------------
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
 * wins.  Here both are turned to the side to move in the node.*/

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
    uint32_t from = 0, to = 0;
    size_t n = read_number(line, &from), m = 0;
    tby_str rest = tby_str_from(line, n);
    if (n && tby_str_starts(rest, TBY_STR("..")))
        m = read_number(tby_str_from(rest, 2), &to);
    bool good = m && m + 2 == rest.n;

    r->state = TREE_MARKS;
    r->range_line = r->line;
    if (good && to + 1 >= from && to + 1 - from <= TBY_MOVES_MAX) {
        r->range_from = from;
        r->range_n = to + 1 - from;
        return;
    }
    report(r, TBY_E_TREE_RANGE, line, 0,
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
            report(r, TBY_E_TREE_MARKS, line, i, NULL);
            return;
        }
        r->marks[r->marks_n++] = (uint8_t)tby_ctree_opposite((tby_verdict)mark);
    }
}

/* False: this is no such line. */
static bool read_equal(tby_ctree_reader *r, tby_str line)
{
    tree_equal e = {.line = r->line};
    size_t n = read_number(line, &e.n);
    tby_str rest = tby_str_from(line, n);

    if (!n || !tby_str_starts(rest, TBY_STR(EQUALS)))
        return false;
    rest = tby_str_from(rest, sizeof EQUALS - 1);
    n = read_number(rest, &e.m);
    if (!n || n != rest.n || r->equals_n == TBY_MOVES_MAX)
        report(r, TBY_E_TREE_RANGE, line, line.n - rest.n, NULL);
    else
        r->equals[r->equals_n++] = e;
    return true;
}

static void report_at(tby_ctree_reader *r, size_t line, tby_rc code,
                      const char *text)
{
    size_t kept = r->line;

    r->line = line;
    report(r, code, (tby_str){"", 0}, 0, text);
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
static tby_rc add_v2(tby_ctree_reader *r)
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

/* A line of v2, the first included. */
static tby_rc read_v2(tby_ctree_reader *r, tby_str line)
{
    tree_state state = r->state;

    if (state == TREE_EQUALS && !read_equal(r, line)) {
        read_fen(r, line, 6);
        tby_rc rc = add_v2(r);
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
        tby_outcome draw = draw_of(line);

        r->state = TREE_ID;
        r->node.ending = (uint8_t)draw;
        if (draw == TBY_ONGOING && !tby_str_is(line, "?"))
            report(r, TBY_E_TREE_LINE, line, 0, "There is no such draw.");
    } else if (state == TREE_ID) {
        r->node.line = (uint32_t)r->line;
        r->state = read_id(r, line, 0, &r->node.id) ? TREE_RANGE : TREE_START;
    } else if (state == TREE_RANGE)
        read_range(r, line);
    else if (state == TREE_MARKS)
        read_marks(r, line);
    return TBY_OK;
}

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
    r->reported_ends = false;
}

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
    r->state = read_id(r, line, 0, &r->node.id) ? TREE_FEN : TREE_START;
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

tby_rc tby_ctree_reader_line(tby_ctree_reader *r, tby_str line)
{
    r->line++;
    /* reported once for a file: they are read as if they were right */
    tby_err err;
    bool cr = line.n && line.p[line.n - 1] == '\r';

    if (cr)
        line.n--;
    if (cr && !r->reported_ends) {
        r->reported_ends = true;
        warn(r, TBY_E_TREE_ENCODING, line, line.n, "Lines end with CR and LF.");
    }
    if (tby_utf8_validate(line, &err) != TBY_OK)
        warn(r, TBY_E_TREE_ENCODING, line, err.at, tby_rc_text(err.code));
    if (r->state == TREE_START) {
        if (begins_node(line)) {
            begin_v1(r, line);
            return TBY_OK;
        }
        if (line.n == 1 && line.p[0] && strchr("?dwl", line.p[0])) {
            note_dialect(r, TBY_CTREE_V2);
            return read_v2(r, line);
        }
        if (line.n == 0)
            warn(r, TBY_E_TREE_BLANK, line, 0, NULL);
        else
            report(r, line.p[0] == '#' ? TBY_E_TREE_ID : TBY_E_TREE_LINE, line,
                   0, NULL);
        return TBY_OK;
    }
    if (r->state == TREE_FEN) {
        if (begins_node(line)) {
            report(r, TBY_E_TREE_CUT, line, 0,
                   "The node before has no position.");
            r->node.lost = true;
            tby_rc rc = add_node(r, r->line);
            begin_v1(r, line);
            return rc;
        }
        read_fen(r, line, 5);
        r->state = TREE_BLANK;
        return add_node(r, r->line + 2);
    }
    if (r->state == TREE_BLANK || r->state == TREE_BODY) {
        if (r->state == TREE_BLANK) {
            r->state = TREE_BODY;
            if (line.n == 0)
                return TBY_OK;
            warn(r, TBY_E_TREE_BLANK, line, 0,
                 "The empty line after the position is missing.");
            r->tree->nodes[r->tree->nodes_n - 1].first--;
        }
        if (begins_node(line)) {
            begin_v1(r, line);
            return TBY_OK;
        }
        return read_body(r, line);
    }
    return read_v2(r, line);
}

tby_rc tby_ctree_reader_end(tby_ctree_reader *r)
{
    tby_rc rc = TBY_OK;
    tree_state state = r->state;

    if (state != TREE_START && state != TREE_BODY)
        report(r, TBY_E_TREE_CUT, (tby_str){"", 0}, 0, NULL);
    if (state == TREE_FEN) {
        r->node.lost = true;
        rc = add_node(r, r->line);
    }
    r->state = TREE_START;
    return rc;
}
