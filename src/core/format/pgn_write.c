/* pgn_write.c - games in the export format of PGN. */
#include "core/format/pgn_write.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/format/pgn_start.h"
#include "core/notation/san_write.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"

#include <string.h>

enum { LINE_MAX_BYTES = 79 };

struct writer {
    tby_text out;
    size_t column;
    size_t opened; /* brackets that wait in `brackets` for the next word */
    char brackets[TBY_MAX_RAV_DEPTH + 2];
    bool number;   /* the next move must have its number, whoever makes it */
    bool branches; /* there are variations: `before` is needed */
    const uint16_t *facts; /* of the next move of the main line, or NULL */
    tby_pos pos, before;
};

static void new_line(struct writer *w)
{
    if (w->column)
        tby_text_char(&w->out, '\n');
    w->column = 0;
}

/* Line ends cannot stand inside a text. */
static void put_text(tby_text *t, tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        tby_text_char(t, s.p[i] == '\n' || s.p[i] == '\r' ? ' ' : s.p[i]);
}

/* A word with the brackets before it, on this line or the next; `closing` more
 * brackets will follow it without a blank. */
static void put_word(struct writer *w, tby_str word, size_t closing)
{
    size_t n = w->opened + word.n;

    if (w->column && w->column + 1 + n + closing > LINE_MAX_BYTES) {
        new_line(w);
    } else if (w->column) {
        tby_text_char(&w->out, ' ');
        w->column++;
    }
    tby_text_str(&w->out, (tby_str){w->brackets, w->opened});
    put_text(&w->out, word);
    w->column += n;
    w->opened = 0;
}

/* Behind the last word, without a blank. */
static void put_close(struct writer *w, char c)
{
    tby_text_char(&w->out, c);
    w->column++;
}

/* Before the next word, without a blank. */
static void put_open(struct writer *w, char c)
{
    w->brackets[w->opened++] = c;
}

/* Whether a line may be broken at byte i: where a single blank stands, because
 * a line break is read as one; not before %, which makes a reader pass over the
 * line that it begins. */
static bool may_break(tby_str s, size_t i)
{
    return s.p[i] == ' ' && s.p[i - 1] != ' ' && i + 1 < s.n &&
           s.p[i + 1] != ' ' && s.p[i + 1] != '%';
}

/* How many bytes of s a command such as [%eval 0.17] takes that it begins with:
 * not every reader finds one that goes over two lines.  1 if there is none, or
 * none that fits a line. */
static size_t command_bytes(tby_str s)
{
    size_t most = s.n < LINE_MAX_BYTES ? s.n : LINE_MAX_BYTES;
    const char *end = most ? memchr(s.p, ']', most) : NULL;

    if (!end || !tby_str_starts(s, TBY_STR("[%")) ||
        memchr(s.p + 1, '[', (size_t)(end - s.p)))
        return 1;
    return (size_t)(end - s.p) + 1;
}

static bool ends_with_event(tby_str s)
{
    return s.n >= 6 && memcmp(s.p + s.n - 6, "[Event", 6) == 0;
}

/* The next word of a comment that a line may be broken behind; must be, where
 * the line would hold an Event tag, which begins the next game. */
static tby_str comment_word(tby_str *rest)
{
    size_t i = command_bytes(*rest);

    while (i < rest->n && !may_break(*rest, i) &&
           !(rest->p[i] == ' ' && ends_with_event((tby_str){rest->p, i})))
        i++;
    tby_str word = {rest->p, i < rest->n ? i : rest->n};
    *rest = tby_str_from(*rest, i + 1);
    return word;
}

/* Line ends become blanks, and a blank makes a tag of a bracket. */
static bool fits_braces(tby_str text)
{
    bool lines = text.n &&
                 (memchr(text.p, '\n', text.n) || memchr(text.p, '\r', text.n));

    return text.n == 0 || (tby_pgn_fits_braces(text) &&
                           !(lines && memchr(text.p, '[', text.n)));
}

static void put_braces(struct writer *w, tby_str text, size_t closing)
{
    put_open(w, '{');
    do {
        tby_str word = text.n ? comment_word(&text) : text;
        put_word(w, word, text.n ? 0 : closing + 1);
        if (text.n && ends_with_event(word))
            new_line(w);
    } while (text.n);
    put_close(w, '}');
}

/* How many bytes of s one line can hold: all, but for the header of a game. */
static size_t line_bytes(tby_str s)
{
    bool ignored;

    for (size_t i = 0; i < s.n; i++) {
        const struct pgn_cursor c = pgn_cursor_at(s.p + i, s.p + s.n, s.p);
        if (s.p[i] == '[' && tby_pgn_at_header(&c, &ignored))
            return i + 6; /* [Event */
    }
    return s.n;
}

/* As a line of its own, or more if it must be. */
static void put_lines(struct writer *w, tby_str text)
{
    if (w->opened)
        put_word(w, (tby_str){"", 0}, 0);
    do {
        size_t n = line_bytes(text);
        new_line(w);
        put_open(w, ';');
        put_word(w, (tby_str){text.p, n}, 0);
        text = tby_str_from(text, n);
    } while (text.n);
    new_line(w);
}

static void put_comment(struct writer *w, tby_str text, size_t closing)
{
    if (fits_braces(text))
        put_braces(w, text, closing);
    else
        put_lines(w, text);
    w->number = true;
}

/* Writes the number of the next move, if it has one: the length. */
static size_t number_text(const struct writer *w, char *at)
{
    char *begin = at;
    unsigned n = w->pos.fullmoves;

    if (w->pos.turn == TBY_BLACK && !w->number)
        return 0;
    for (unsigned unit = n < 100 ? 0 : 10000; unit >= 100; unit /= 10)
        if (n >= unit)
            *at++ = (char)('0' + n / unit % 10);
    if (n >= 10)
        *at++ = (char)('0' + n / 10 % 10);
    *at++ = (char)('0' + n % 10);
    *at++ = '.';
    if (w->pos.turn == TBY_BLACK) {
        *at++ = '.';
        *at++ = '.';
    }
    return (size_t)(at - begin);
}

/* A blank, the number, a blank and the move.  Nearly always they fit the line
 * behind what is there, and are written where they stay. */
enum { PIECE = 32 };

static bool has_place(const struct writer *w)
{
    const tby_text *t = &w->out;

    return w->column && !w->opened && t->len < t->cap &&
           t->cap - t->len >= PIECE;
}

/* What is known of a move in its upper four bits. */
static unsigned facts_of(uint16_t facts)
{
    return facts >> 12;
}

static void put_move(struct writer *w, tby_move m, bool main, size_t closing)
{
    char elsewhere[PIECE];
    bool place = has_place(w);
    char *piece = place ? w->out.buf + w->out.len : elsewhere;
    size_t number = number_text(w, piece + 1), n = 1 + number, san;

    piece[0] = ' ';
    if (number)
        piece[n++] = ' ';
    if (w->branches)
        w->before = w->pos;
    if (main && w->facts)
        san = tby_san_write_known(&w->pos, m, facts_of(*w->facts++), piece + n);
    else
        san = tby_san_write_play(&w->pos, m, piece + n);
    w->number = false;
    if (place && w->column + n + san + closing <= LINE_MAX_BYTES) {
        w->out.len += n + san;
        w->column += n + san;
        return;
    }
    if (place)
        memcpy(elsewhere, piece, PIECE);
    if (number)
        put_word(w, (tby_str){elsewhere + 1, number}, 0);
    put_word(w, (tby_str){elsewhere + n, san}, closing);
}

static void put_nag(struct writer *w, unsigned nag, size_t closing)
{
    char digits[8] = "$";
    tby_text t = {digits, sizeof digits, 1};

    tby_text_u64(&t, nag);
    put_word(w, (tby_str){digits, tby_text_end(&t)}, closing);
}

/* Variations that end behind an item: their brackets belong to its line. */
static size_t closing_after(const tby_game *g, size_t i)
{
    size_t n = 0;

    while (i + 1 + n < g->items_n && g->items[i + 1 + n].kind == TBY_ITEM_CLOSE)
        n++;
    return n;
}

static bool has_branches(const tby_game *g)
{
    for (size_t i = 0; i < g->items_n; i++)
        if (g->items[i].kind == TBY_ITEM_OPEN)
            return true;
    return false;
}

struct frame {
    tby_pos pos, before;
};

static void put_items(struct writer *w, const tby_game *g)
{
    struct frame outer[TBY_MAX_RAV_DEPTH];
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        const tby_item *item = &g->items[i];
        switch ((tby_item_kind)item->kind) {
        case TBY_ITEM_MOVE:
            put_move(w, item->move, depth == 0, closing_after(g, i));
            break;
        case TBY_ITEM_NAG:
            put_nag(w, item->nag, closing_after(g, i));
            break;
        case TBY_ITEM_COMMENT:
            put_comment(w, tby_game_text(g, item->text), closing_after(g, i));
            break;
        case TBY_ITEM_OPEN:
            if (depth == TBY_MAX_RAV_DEPTH)
                return; /* no reader makes such a game */
            outer[depth++] = (struct frame){w->pos, w->before};
            w->pos = w->before;
            w->number = true;
            put_open(w, '(');
            break;
        case TBY_ITEM_CLOSE:
            if (depth == 0)
                return;
            depth--;
            w->pos = outer[depth].pos;
            w->before = outer[depth].before;
            w->number = true;
            if (w->opened)
                put_word(w, (tby_str){"", 0}, 1); /* "()": nothing inside */
            put_close(w, ')');
            break;
        }
    }
}

static bool needs_escape(char c)
{
    return c == '"' || c == '\\';
}

/* Nothing in it that is not written as it is?  Without a branch for each
 * byte. */
static bool is_plain(tby_str s)
{
    unsigned char odd = 0;

    for (size_t i = 0; i < s.n; i++)
        odd |= (unsigned char)((s.p[i] == '\n') | (s.p[i] == '\r') |
                               (s.p[i] == '"') | (s.p[i] == '\\'));
    return !odd;
}

static void put_value(tby_text *t, tby_str value)
{
    if (is_plain(value)) {
        tby_text_str(t, value);
        return;
    }
    for (size_t i = 0; i < value.n; i++) {
        if (needs_escape(value.p[i]))
            tby_text_char(t, '\\');
        put_text(t, (tby_str){value.p + i, 1});
    }
}

static void put_tags(tby_text *t, const tby_game *g)
{
    for (size_t i = 0; i < g->tags_n; i++) {
        tby_text_char(t, '[');
        tby_text_str(t, tby_game_text(g, g->tags[i].name));
        tby_text_cstr(t, " \"");
        put_value(t, tby_game_text(g, g->tags[i].value));
        tby_text_cstr(t, "\"]\n");
    }
    if (g->tags_n)
        tby_text_char(t, '\n');
}

size_t tby_pgn_write_known(const tby_game *g, const uint16_t *facts, char *buf,
                           size_t cap)
{
    struct writer w = {.out = {buf, cap, 0},
                       .number = true,
                       .branches = has_branches(g),
                       .facts = facts,
                       .pos = g->start,
                       .before = g->start};

    put_tags(&w.out, g);
    put_items(&w, g);
    put_word(&w, tby_str_of(tby_result_text(g->result)), 0);
    tby_text_cstr(&w.out, "\n\n");
    return tby_text_end(&w.out);
}

size_t tby_pgn_write(const tby_game *g, char *buf, size_t cap)
{
    return tby_pgn_write_known(g, NULL, buf, cap);
}

/* The reader counts a value with its escapes. */
static bool value_fits(tby_str value)
{
    size_t n = value.n;

    for (size_t i = 0; i < value.n; i++)
        n += needs_escape(value.p[i]);
    return n <= TBY_MAX_TAG_BYTES;
}

tby_rc tby_pgn_fit(const tby_game *g, size_t n)
{
    if (n >= TBY_MAX_GAME_BYTES) /* one byte tells that the game has ended */
        return TBY_E_PGN_FIT;
    for (size_t i = 0; n > TBY_MAX_TAG_BYTES && i < g->tags_n; i++)
        if (!value_fits(tby_game_text(g, g->tags[i].value)))
            return TBY_E_PGN_FIT;
    return TBY_OK;
}
