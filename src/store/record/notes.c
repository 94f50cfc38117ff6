/* notes.c - see notes.h. */
#include "store/record/notes.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "store/record/varint.h"
#include "tabiya/limits.h"

#include <string.h>

/* --- numbers --------------------------------------------------------------*/

/* Takes a number without needless zeros off *s, of at most `most`. */
static bool take_number(tby_str *s, int32_t most, int32_t *out)
{
    int32_t value = 0;
    size_t n = 0;

    while (n < s->n && n < 10 && tby_is_digit(s->p[n]) && value <= most / 10)
        value = 10 * value + (s->p[n++] - '0');
    if (n == 0 || (n > 1 && s->p[0] == '0') || value > most)
        return false;
    *s = tby_str_from(*s, n);
    *out = value;
    return true;
}

/* Takes a sign and two digits, of at most 59. */
static bool take_sixty(tby_str *s, int32_t *out)
{
    if (s->n < 3 || s->p[0] != ':' || !tby_is_digit(s->p[1]) ||
        !tby_is_digit(s->p[2]) || s->p[1] > '5')
        return false;
    *out = 60 * *out + 10 * (s->p[1] - '0') + (s->p[2] - '0');
    *s = tby_str_from(*s, 3);
    return true;
}

static bool read_time(unsigned kind, tby_str s, int32_t *out)
{
    enum { MOST_HOURS = 9999 };
    bool padded = kind == NOTE_CLOCK_PADDED, tenths = kind == NOTE_CLOCK_TENTHS;

    if (padded && s.n > 2 && s.p[0] == '0' && tby_is_digit(s.p[1]))
        s = tby_str_from(s, 1);
    else if (padded && s.n > 1 && s.p[1] == ':')
        return false;
    if (!take_number(&s, MOST_HOURS, out) || !take_sixty(&s, out) ||
        !take_sixty(&s, out))
        return false;
    if (tenths)
        *out *= 10;
    if (tenths && s.n == 2 && s.p[0] == '.' && s.p[1] > '0' && s.p[1] <= '9') {
        *out += s.p[1] - '0';
        return true;
    }
    return s.n == 0;
}

/* One or two decimals, none of them needless unless it is padded. */
static bool take_decimals(tby_str s, bool padded, int32_t *out)
{
    bool two = s.n == 3 && s.p[0] == '.' && tby_is_digit(s.p[1]) &&
               tby_is_digit(s.p[2]) && (padded || s.p[2] != '0');
    bool one = s.n == 2 && s.p[0] == '.' && tby_is_digit(s.p[1]) && !padded;

    if (!one && !two)
        return false;
    *out = 100 * *out + 10 * (s.p[1] - '0') + (two ? s.p[2] - '0' : 0);
    return true;
}

static bool read_eval(unsigned kind, tby_str s, note_value *out)
{
    enum { MOST_PAWNS = 100000, MOST_MATE = 100000 };

    out->mate = tby_str_starts(s, TBY_STR("#"));
    s = tby_str_from(s, out->mate);
    bool negative = tby_str_starts(s, TBY_STR("-"));
    s = tby_str_from(s, negative);
    if (out->mate) {
        if (!take_number(&s, MOST_MATE, &out->n) || s.n)
            return false;
    } else if (!take_number(&s, MOST_PAWNS, &out->n) ||
               !take_decimals(s, kind == NOTE_EVAL_PADDED, &out->n)) {
        return false;
    }
    if (negative && out->n == 0)
        return false; /* -0.00 */
    out->n = negative ? -out->n : out->n;
    return true;
}

bool tby__note_read(unsigned kind, tby_str text, note_value *out)
{
    note_value value = {0, false};

    if (!(note_is_eval(kind) ? read_eval(kind, text, &value)
                             : read_time(kind, text, &value.n)))
        return false;
    *out = value;
    return true;
}

static void put_two(tby_text *t, uint32_t value)
{
    tby_text_char(t, (char)('0' + value / 10 % 10));
    tby_text_char(t, (char)('0' + value % 10));
}

size_t tby__note_write(unsigned kind, note_value value, char out[NOTE_MAX])
{
    tby_text t = {out, NOTE_MAX, 0};

    if (note_is_eval(kind)) {
        uint32_t n = (uint32_t)(value.n < 0 ? -value.n : value.n);
        if (value.mate)
            tby_text_char(&t, '#');
        if (value.n < 0)
            tby_text_char(&t, '-');
        tby_text_u64(&t, value.mate ? n : n / 100);
        if (!value.mate) {
            tby_text_char(&t, '.');
            if (kind == NOTE_EVAL && n % 10 == 0)
                tby_text_char(&t, (char)('0' + n / 10 % 10));
            else
                put_two(&t, n % 100);
        }
    } else {
        uint32_t time = (uint32_t)value.n;
        uint32_t tenths = kind == NOTE_CLOCK_TENTHS ? time % 10 : 0;
        uint32_t seconds = kind == NOTE_CLOCK_TENTHS ? time / 10 : time;
        if (kind == NOTE_CLOCK_PADDED && seconds < 36000)
            tby_text_char(&t, '0');
        tby_text_u64(&t, seconds / 3600);
        tby_text_char(&t, ':');
        put_two(&t, seconds / 60 % 60);
        tby_text_char(&t, ':');
        put_two(&t, seconds % 60);
        if (tenths) {
            tby_text_char(&t, '.');
            tby_text_char(&t, (char)('0' + tenths));
        }
    }
    return t.len;
}

/* What lichess writes; others define their own. */
static const tby_str READY[] = {{"[%clk \1]", 8}, {"[%eval \5] [%clk \1]", 18}};

void tby__notes_begin(notes *n, uint32_t base, uint32_t increment)
{
    int32_t tenths =
        base && base < NOTE_MOST / 10 ? 10 * (int32_t)(base - 1) : 0;

    *n = (notes){.templates_n = sizeof READY / sizeof *READY,
                 .clock = {tenths, tenths}};
    for (uint32_t i = 0; i < n->templates_n; i++)
        n->templates[i] = READY[i];
    if (increment < NOTE_MOST / 10)
        n->increment = 10 * (int32_t)increment;
}

/* The clock of the side that moved, as it would be without thinking. */
static int32_t full_clock(const notes *n, unsigned kind)
{
    int32_t tenths = n->clock[n->moved & 1] + n->increment;

    return kind == NOTE_CLOCK_TENTHS ? tenths : tenths / 10;
}

static void set_clock(notes *n, unsigned kind, int32_t value)
{
    n->clock[n->moved & 1] = kind == NOTE_CLOCK_TENTHS ? value : 10 * value;
}

void tby__notes_put(notes *n, unsigned kind, note_value value, tby_buf *out)
{
    if (kind == NOTE_ELAPSED) {
        varint_put(out, (uint32_t)value.n);
    } else if (!note_is_eval(kind)) {
        varint_put(out, zigzag(full_clock(n, kind) - value.n));
        set_clock(n, kind, value.n);
    } else if (value.mate) {
        varint_put(out, 0);
        varint_put(out, zigzag(value.n));
    } else {
        varint_put(out, 1 + zigzag(value.n - n->eval));
        n->eval = value.n;
    }
}

bool tby__notes_take(notes *n, unsigned kind, tby_str *rest, note_value *out)
{
    bool clock = !note_is_eval(kind), tenths = kind == NOTE_CLOCK_TENTHS;
    int64_t most = clock && !tenths ? NOTE_MOST / 10 : NOTE_MOST, value;
    uint32_t code;

    if (!varint_take(rest, &code))
        return false;
    out->mate = !clock && code == 0;
    if (out->mate && !varint_take(rest, &code))
        return false;
    value = kind == NOTE_ELAPSED ? (int64_t)code
            : clock              ? (int64_t)full_clock(n, kind) - unzigzag(code)
            : out->mate          ? unzigzag(code)
                                 : (int64_t)n->eval + unzigzag(code - 1);
    if (value < (clock ? 0 : -most) || value > most)
        return false;
    out->n = (int32_t)value;
    if (clock && kind != NOTE_ELAPSED)
        set_clock(n, kind, out->n);
    else if (!clock && !out->mate)
        n->eval = out->n;
    return true;
}

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

    if (!tby__note_read(*last, text, value)) {
        unsigned kind = from;
        while (kind <= to && !tby__note_read(kind, text, value))
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
    TBY_ASSERT(what <= SHAPE_CLOSE && argument <= UINT32_MAX >> 3);
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
    /* Keeps the template that was made as one more. */
    TBY_ASSERT(w->text_n + w->made_n <= sizeof w->text);
    char *at = w->text + w->text_n;
    tby_str kept = {at, w->made_n};
    memcpy(at, w->made, w->made_n);
    w->text_n += w->made_n;
    end_run(w);
    put_step(w, SHAPE_DEFINE, 0);
    text_put(&w->part[EXTRA_TEXT], kept);
    w->known.templates[w->known.templates_n++] = kept;
    return true;
}

static void put_numbers(notes_writer *w, const struct numbers *numbers)
{
    for (unsigned i = 0; i < numbers->n; i++) {
        unsigned kind = numbers->kind[i];
        tby__notes_put(&w->known, kind, numbers->value[i],
                       &w->part[note_is_eval(kind) ? EXTRA_EVAL : EXTRA_CLOCK]);
    }
}

/* --- items ----------------------------------------------------------------*/

/* A move, and the comment after it if both make a pair: how many items. */
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

tby_rc tby__notes_write(notes_writer *w, tby_buf part[EXTRA_PARTS],
                        const tby_game *g, const notes *begin)
{
    w->known = *begin;
    w->part = part;
    w->text_n = w->run = 0;
    w->clock = NOTE_CLOCK;
    w->eval = NOTE_EVAL;
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n;) {
        const tby_item *item = &g->items[i];
        if (item->kind == TBY_ITEM_MOVE) {
            i += put_move(w, g, i, depth);
            continue;
        }

        /* Any item but a move. */
        end_run(w);
        if (item->kind == TBY_ITEM_NAG)
            put_step(w, SHAPE_NAG, item->nag);
        else if (item->kind == TBY_ITEM_COMMENT) {
            tby_str text = tby_game_text(g, item->text);
            struct numbers numbers;
            uint32_t number;
            if (template_of(w, text, &numbers, &number)) {
                put_step(w, SHAPE_TEMPLATE, number);
                put_numbers(w, &numbers);
            } else {
                put_step(w, SHAPE_COMMENT, 0);
                text_put(&w->part[EXTRA_TEXT], text);
            }
        } else
            put_step(w, item->kind == TBY_ITEM_OPEN ? SHAPE_OPEN : SHAPE_CLOSE,
                     0);

        /* Variations go no deeper than readers do. */
        if ((item->kind == TBY_ITEM_OPEN && ++depth > TBY_MAX_RAV_DEPTH) ||
            (item->kind == TBY_ITEM_CLOSE && depth-- == 0))
            return TBY_E_LIMIT;
        i++;
    }
    if (w->run_is_pairs || depth > 0)
        end_run(w); /* the last moves of a main line go without saying */
    for (int i = 0; i < EXTRA_PARTS; i++)
        TBY_TRY(part[i].rc);
    return TBY_OK;
}

/* --- the items of a game out of their streams ----------------------------*/

struct reader {
    tby_game *game;
    notes known;
    tby_str shape, text, moves, clock, eval; /* what is left of each */
    store_line *line;
    unsigned depth;
};

/* Templates come out of a file, so that one may be long and full of numbers. */
enum { FILLED_MAX = NOTE_MAX * TEMPLATE_MAX };

static tby_rc add_template(struct reader *r, uint32_t number)
{
    if (number >= r->known.templates_n)
        return TBY_E_STORE_DAMAGED;
    tby_str template = r->known.templates[number];
    char filled[FILLED_MAX];
    size_t n = 0;

    for (size_t i = 0; i < template.n; i++) {
        unsigned char c = (unsigned char)template.p[i];
        tby_str *from = note_is_eval(c) ? &r->eval : &r->clock;
        note_value value;
        if (c == 0 || c >= NOTE_KINDS) {
            filled[n++] = (char)c;
            continue;
        }
        if (!tby__notes_take(&r->known, c, from, &value))
            return TBY_E_STORE_DAMAGED;
        n += tby__note_write(c, value, filled + n);
    }
    return tby_game_add_comment(r->game, (tby_str){filled, n});
}

static tby_move next_move(struct reader *r)
{
    tby_move move = TBY_MOVE_NONE;
    tby_str bytes;

    if (r->depth == 0)
        return store_line_next(r->line);
    if (bytes_take(&r->moves, sizeof move, &bytes))
        memcpy(&move, bytes.p, sizeof move);
    return move;
}

static tby_rc add_move(struct reader *r)
{
    tby_item item = {.kind = TBY_ITEM_MOVE, .move = next_move(r)};

    if (item.move == TBY_MOVE_NONE)
        return TBY_E_STORE_DAMAGED;
    r->known.moved++;
    return tby_game_add_item(r->game, item);
}

static tby_rc add_moves(struct reader *r, uint32_t n)
{
    if (r->depth == 0 && n > 0) {
        /* Many of them, which is what most games are. */
        store_line line = *r->line; /* a copy can be held in registers */
        tby_item *items = n <= line.left ? tby_game_room(r->game, n) : NULL;
        if (!items)
            return n <= line.left ? TBY_E_NOMEM : TBY_E_STORE_DAMAGED;
        for (uint32_t i = 0; i < n; i++) {
            items[i] = (tby_item){.kind = TBY_ITEM_MOVE,
                                  .move = store_line_next(&line)};
            if (items[i].move == TBY_MOVE_NONE)
                return TBY_E_STORE_DAMAGED;
        }
        *r->line = line;
        r->game->items_n += n;
        r->known.moved += n;
        return TBY_OK;
    }
    while (n-- > 0)
        TBY_TRY(add_move(r));
    return TBY_OK;
}

static tby_rc add_step(struct reader *r, uint32_t step)
{
    uint32_t argument = step >> 3;

    switch (step & 7) {
    case SHAPE_MOVES:
        return add_moves(r, argument);
    case SHAPE_PAIRS: {
        uint32_t number;
        if (!varint_take(&r->shape, &number))
            return TBY_E_STORE_DAMAGED;
        while (argument-- > 0) {
            TBY_TRY(add_move(r));
            TBY_TRY(add_template(r, number));
        }
        return TBY_OK;
    }
    case SHAPE_NAG:
        if (argument > UINT8_MAX)
            return TBY_E_STORE_DAMAGED;
        return tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_NAG,
                                                     .nag = (uint8_t)argument});
    case SHAPE_COMMENT: {
        tby_str text;
        if (!text_take(&r->text, &text))
            return TBY_E_STORE_DAMAGED;
        return tby_game_add_comment(r->game, text);
    }
    case SHAPE_TEMPLATE:
        return add_template(r, argument);
    case SHAPE_DEFINE: {
        tby_str text;
        if (r->known.templates_n == NOTES_TEMPLATES ||
            !text_take(&r->text, &text) || text.n > TEMPLATE_MAX)
            return TBY_E_STORE_DAMAGED;
        r->known.templates[r->known.templates_n++] = text;
        return TBY_OK;
    }
    default: {
        bool open = (step & 7) == SHAPE_OPEN;
        if (open ? r->depth == TBY_MAX_RAV_DEPTH : r->depth == 0)
            return TBY_E_STORE_DAMAGED;
        r->depth += open ? 1u : -1u;
        return tby_game_add_item(
            r->game, (tby_item){.kind = open ? TBY_ITEM_OPEN : TBY_ITEM_CLOSE});
    }
    }
}

tby_rc tby__notes_read(tby_game *g, const extra_parts *parts, tby_str text,
                       const notes *begin, store_line *line)
{
    struct reader r = {.game = g,
                       .known = *begin,
                       .shape = parts->part[EXTRA_SHAPE],
                       .text = text,
                       .moves = parts->part[EXTRA_MOVES],
                       .clock = parts->part[EXTRA_CLOCK],
                       .eval = parts->part[EXTRA_EVAL],
                       .line = line};
    uint32_t step;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && r.shape.n)
        rc = varint_take(&r.shape, &step) ? add_step(&r, step)
                                          : TBY_E_STORE_DAMAGED;
    if (rc == TBY_OK && r.depth == 0)
        rc = add_moves(&r, line->left);
    bool rest = r.text.n || r.moves.n || r.clock.n || r.eval.n || line->left;
    return rc == TBY_OK && rest ? TBY_E_STORE_DAMAGED : rc;
}
