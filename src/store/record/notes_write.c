/* notes_write.c - the items of a game as streams. */
#include "core/base/str.h"
#include "store/record/notes.h"
#include "store/record/varint.h"
#include "tabiya/limits.h"

#include <string.h>

/* --- templates ------------------------------------------------------------*/

/* Numbers of one comment. */
enum { NUMBERS_MAX = 8 };
struct numbers {
    unsigned n;
    uint8_t kind[NUMBERS_MAX];
    note_value value[NUMBERS_MAX];
};

/* Reads a number as a kind from..to, the one that fitted last before others. */
static bool read_as(tby_str text, unsigned from, unsigned to, unsigned *last,
                    struct numbers *out)
{
    note_value *value = &out->value[out->n];

    if (!note_read(*last, text, value)) {
        unsigned kind = from;
        while (kind <= to && !note_read(kind, text, value))
            kind++;
        if (kind > to)
            return false;
        *last = kind;
    }
    out->kind[out->n++] = (uint8_t)*last;
    return true;
}

/* The command at the start of s, up to its value; 0: none that is known. */
static size_t command_of(tby_str s, unsigned *from, unsigned *to)
{
    if (tby_str_starts(s, TBY_STR("[%clk "))) {
        *from = NOTE_CLOCK;
        *to = NOTE_CLOCK_TENTHS;
        return 6;
    }
    if (tby_str_starts(s, TBY_STR("[%eval "))) {
        *from = NOTE_EVAL;
        *to = NOTE_EVAL_PADDED;
        return 7;
    }
    *from = *to = NOTE_ELAPSED;
    return tby_str_starts(s, TBY_STR("[%emt ")) ? 6 : 0;
}

/* Takes a command with its number off *rest and writes it with the number's
 * kind in its place; false if there is none. */
static bool take_command(notes_writer *w, tby_str *rest, struct numbers *out)
{
    unsigned from, to, elapsed = NOTE_ELAPSED;
    size_t n = command_of(*rest, &from, &to);
    const char *end = n ? memchr(rest->p, ']', rest->n) : NULL;

    if (!end || out->n == NUMBERS_MAX)
        return false;
    tby_str value = {rest->p + n, (size_t)(end - rest->p) - n};
    unsigned *last = from == NOTE_CLOCK  ? &w->clock
                     : from == NOTE_EVAL ? &w->eval
                                         : &elapsed;
    if (!read_as(value, from, to, last, out))
        return false;
    memcpy(w->made + w->made_n, rest->p, n);
    w->made_n += n;
    w->made[w->made_n++] = (char)*last;
    *rest = tby_str_from(*rest, n + value.n);
    return true;
}

/* Makes a template of a comment; false if it has no numbers, is longer than
 * templates should be, or has bytes that would be taken for numbers. */
static bool make_template(notes_writer *w, tby_str comment, struct numbers *out)
{
    out->n = 0;
    w->made_n = 0; /* what is made is not longer than the comment */
    if (comment.n > TEMPLATE_MAX)
        return false;
    while (comment.n) {
        if (comment.p[0] == '[' && take_command(w, &comment, out))
            continue;
        if ((unsigned char)comment.p[0] < NOTE_KINDS)
            return false;
        w->made[w->made_n++] = comment.p[0];
        comment = tby_str_from(comment, 1);
    }
    return out->n > 0;
}

/* --- steps ----------------------------------------------------------------*/

static void put_step(notes_writer *w, unsigned what, uint32_t argument)
{
    varint_put(&w->part[EXTRA_SHAPE], what | argument << 3);
}

/* Writes the moves or pairs that were only counted. */
static void end_run(notes_writer *w)
{
    if (w->run && w->run_is_pairs) {
        put_step(w, SHAPE_PAIRS, w->run);
        varint_put(&w->part[EXTRA_SHAPE], w->run_of);
    } else if (w->run) {
        put_step(w, SHAPE_MOVES, w->run);
    }
    w->run = 0;
}

static void add_to_run(notes_writer *w, bool pairs, uint32_t of)
{
    if (w->run_is_pairs != pairs || w->run_of != of)
        end_run(w);
    w->run_is_pairs = pairs;
    w->run_of = of;
    w->run++;
}

/* Keeps the template that was made as one more. */
static void define(notes_writer *w)
{
    char *at = w->text + w->text_n;
    tby_str kept = {at, w->made_n};

    memcpy(at, w->made, w->made_n);
    w->text_n += w->made_n;
    end_run(w);
    put_step(w, SHAPE_DEFINE, 0);
    text_put(&w->part[EXTRA_TEXT], kept);
    w->known.templates[w->known.templates_n++] = kept;
}

/* The number of the comment's template; false if it has none and is to be
 * written as it is. */
static bool template_of(notes_writer *w, tby_str comment, struct numbers *out,
                        uint32_t *number)
{
    notes *k = &w->known;

    if (!make_template(w, comment, out))
        return false;
    for (*number = 0; *number < k->templates_n; ++*number)
        if (tby_str_equal(k->templates[*number], (tby_str){w->made, w->made_n}))
            return true;
    if (*number == NOTES_TEMPLATES)
        return false;
    define(w);
    return true;
}

static void put_numbers(notes_writer *w, const struct numbers *numbers)
{
    for (unsigned i = 0; i < numbers->n; i++) {
        unsigned kind = numbers->kind[i];
        notes_put(&w->known, kind, numbers->value[i],
                  &w->part[note_is_eval(kind) ? EXTRA_EVAL : EXTRA_CLOCK]);
    }
}

/* --- items ----------------------------------------------------------------*/

/* A move, and the comment behind it if both make a pair: how many items. */
static size_t put_move(notes_writer *w, const tby_game *g, size_t i,
                       unsigned depth)
{
    bool more = i + 1 < g->items_n;
    const tby_item *item = &g->items[i], *next = more ? item + 1 : item;
    struct numbers numbers;
    uint32_t number;

    w->known.moved++;
    if (depth > 0)
        tby_buf_add(&w->part[EXTRA_MOVES],
                    (tby_str){(const char *)&item->move, sizeof item->move});
    if (next->kind == TBY_ITEM_COMMENT &&
        template_of(w, tby_game_text(g, next->text), &numbers, &number)) {
        add_to_run(w, true, number);
        put_numbers(w, &numbers);
        return 2;
    }
    add_to_run(w, false, 0);
    return 1;
}

static void put_comment(notes_writer *w, tby_str text)
{
    struct numbers numbers;
    uint32_t number;

    if (template_of(w, text, &numbers, &number)) {
        put_step(w, SHAPE_TEMPLATE, number);
        put_numbers(w, &numbers);
    } else {
        put_step(w, SHAPE_COMMENT, 0);
        text_put(&w->part[EXTRA_TEXT], text);
    }
}

/* Any item but a move. */
static void put_item(notes_writer *w, const tby_game *g, const tby_item *item)
{
    end_run(w);
    if (item->kind == TBY_ITEM_NAG)
        put_step(w, SHAPE_NAG, item->nag);
    else if (item->kind == TBY_ITEM_COMMENT)
        put_comment(w, tby_game_text(g, item->text));
    else
        put_step(w, item->kind == TBY_ITEM_OPEN ? SHAPE_OPEN : SHAPE_CLOSE, 0);
}

/* Follows variations; false where no reader goes. */
static bool count_depth(unsigned *depth, const tby_item *item)
{
    if (item->kind == TBY_ITEM_OPEN)
        return ++*depth <= TBY_MAX_RAV_DEPTH;
    if (item->kind == TBY_ITEM_CLOSE)
        return (*depth)-- > 0;
    return true;
}

static tby_rc put_items(notes_writer *w, const tby_game *g)
{
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n;) {
        const tby_item *item = &g->items[i];
        if (item->kind == TBY_ITEM_MOVE) {
            i += put_move(w, g, i, depth);
            continue;
        }
        put_item(w, g, item);
        if (!count_depth(&depth, item))
            return TBY_E_LIMIT;
        i++;
    }
    if (w->run_is_pairs || depth > 0)
        end_run(w); /* the last moves of a main line go without saying */
    return TBY_OK;
}

tby_rc notes_write(notes_writer *w, tby_buf part[EXTRA_PARTS],
                   const tby_game *g, const notes *begin)
{
    w->known = *begin;
    w->part = part;
    w->text_n = w->run = 0;
    w->clock = NOTE_CLOCK;
    w->eval = NOTE_EVAL;
    tby_rc rc = put_items(w, g);
    for (int i = 0; i < EXTRA_PARTS && rc == TBY_OK; i++)
        rc = part[i].rc;
    return rc;
}
