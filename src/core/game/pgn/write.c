#include "core/game/pgn/write.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/game/pgn/start.h"
#include "core/notation/san.h"
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

/* How a byte of a text is written: what the reader makes spaces of is one
 * before. */
static char flat(char c)
{
    return c < ' ' && (c == '\n' || c == '\r' || c == '\0') ? ' ' : c;
}

static void put_text(tby_text *t, tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        tby_text_char(t, flat(s.p[i]));
}

/* A word with the brackets before it, on this line or the next; `closing` more
 * brackets will follow it without a space. */
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

/* After the last word, without a space. */
static void put_close(struct writer *w, char c)
{
    tby_text_char(&w->out, c);
    w->column++;
}

/* Before the next word, without a space. */
static void put_open(struct writer *w, char c)
{
    TBY_ASSERT(w->opened < sizeof w->brackets);
    w->brackets[w->opened++] = c;
}

/* Whether a line may be broken at byte i: where a single space is, because
 * a line break is read as one, and lines that look empty must not arise; not
 * before %, which makes a reader pass over the line that it begins. */
static bool may_break(tby_str s, size_t i)
{
    return flat(s.p[i]) == ' ' && pgn_class_of(s.p[i - 1]) != PGN_SPACE &&
           i + 1 < s.n && pgn_class_of(s.p[i + 1]) != PGN_SPACE &&
           s.p[i + 1] != '%';
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

/* The next word of a comment that a line may be broken after; must be, where
 * the line would hold an Event tag, which begins the next game. */
static tby_str comment_word(tby_str *rest)
{
    size_t i = command_bytes(*rest);

    while (i < rest->n && !may_break(*rest, i) &&
           !(flat(rest->p[i]) == ' ' && ends_with_event((tby_str){rest->p, i})))
        i++;
    tby_str word = {rest->p, i < rest->n ? i : rest->n};
    *rest = tby_str_from(*rest, i + 1);
    return word;
}

/* With a brace in it, what else it holds has to be looked at; and that may be
 * something else when line ends have become spaces. */
static bool fits_braces(tby_str s)
{
    if (s.n == 0)
        return true;
    if (!tby_pgn_fits_braces(s))
        return false;
    size_t n = memchr(s.p, '{', s.n) ? s.n : 0;
    for (size_t i = 0; i < n; i++)
        if (flat(s.p[i]) != s.p[i])
            return false;
    return true;
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

/* The reader drops white space at both ends. */
static tby_str trimmed(tby_str s)
{
    while (s.n && tby_is_space(flat(*s.p)))
        s = tby_str_from(s, 1);
    while (s.n && tby_is_space(flat(s.p[s.n - 1])))
        s.n--;
    return s;
}

/* As much of s as one line can hold: a line of it, but for the header of a
 * game. Where a text ends may decide whether a header begins before. */
static tby_str line_part(tby_str s)
{
    bool cut, ignored;

    do {
        cut = false;
        for (size_t i = 0; i < s.n && !cut; i++) {
            const struct pgn_cursor c = pgn_cursor_at(s.p + i, s.p + s.n, s.p);
            bool header = s.p[i] == '[' && tby_pgn_at_header(&c, &ignored);
            cut = header || flat(s.p[i]) != s.p[i];
            if (cut)
                s.n = header ? i + 6 : i; /* [Event */
        }
    } while (cut);
    return trimmed(s);
}

/* What neither braces nor a line can hold becomes more than one comment, each
 * written as it will be when it has been read. */
static void put_comment(struct writer *w, tby_str text, size_t closing)
{
    bool whole;

    text = trimmed(text);
    whole = fits_braces(text);
    do {
        tby_str part = whole ? text : line_part(text);
        text = trimmed(tby_str_from(text, part.n));
        if (whole || fits_braces(part))
            put_braces(w, part, text.n ? 0 : closing);
        else {
            /* As a line of its own. */
            if (w->opened)
                put_word(w, (tby_str){"", 0}, 0);
            new_line(w);
            put_open(w, ';');
            put_word(w, part, 0);
            new_line(w);
        }
    } while (text.n);
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

/* A space, the number, a space and the move.  Nearly always they fit the line
 * after what is there, and are written where they stay. */
enum { PIECE = 32 };

static void put_move(struct writer *w, tby_move m, bool main, size_t closing)
{
    char elsewhere[PIECE];
    tby_text *t = &w->out;
    bool place =
        w->column && !w->opened && t->len < t->cap && t->cap - t->len >= PIECE;
    char *piece = place ? t->buf + t->len : elsewhere;
    size_t number = number_text(w, piece + 1), n = 1 + number, san;

    piece[0] = ' ';
    if (number)
        piece[n++] = ' ';
    if (w->branches)
        w->before = w->pos;
    if (main && w->facts)
        san = tby_san_write_known(&w->pos, m, *w->facts++ >> 12, piece + n);
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

/* Variations that end after an item: their brackets belong to its line. */
static size_t closing_after(const tby_game *g, size_t i)
{
    size_t n = 0;

    while (i + 1 + n < g->items_n && g->items[i + 1 + n].kind == TBY_ITEM_CLOSE)
        n++;
    return n;
}

struct frame {
    tby_pos pos, before;
};

static void put_items(struct writer *w, const tby_game *g)
{
    struct frame outer[TBY_MAX_RAV_DEPTH];
    unsigned depth = 0;
    char digits[8] = "$";
    tby_text nag = {digits, sizeof digits, 1};

    for (size_t i = 0; i < g->items_n; i++) {
        const tby_item *item = &g->items[i];
        switch ((tby_item_kind)item->kind) {
        case TBY_ITEM_MOVE:
            put_move(w, item->move, depth == 0, closing_after(g, i));
            break;
        case TBY_ITEM_NAG:
            nag.len = 1;
            tby_text_u64(&nag, item->nag);
            put_word(w, (tby_str){digits, tby_text_end(&nag)},
                     closing_after(g, i));
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

static void put_value(tby_text *t, tby_str value)
{
    /* Nothing in it that is not written as it is?  Without a branch for each
     * byte. */
    unsigned char odd = 0;
    for (size_t i = 0; i < value.n; i++)
        odd |= (unsigned char)((value.p[i] == '\n') | (value.p[i] == '\r') |
                               (value.p[i] == '\0') | (value.p[i] == '"') |
                               (value.p[i] == '\\'));
    if (!odd) {
        tby_text_str(t, value);
        return;
    }
    for (size_t i = 0; i < value.n; i++) {
        if (needs_escape(value.p[i]))
            tby_text_char(t, '\\');
        put_text(t, (tby_str){value.p + i, 1});
    }
}

size_t tby_pgn_write_known(const tby_game *g, const uint16_t *facts, char *buf,
                           size_t cap)
{
    struct writer w = {.out = {buf, cap, 0},
                       .number = true,
                       .facts = facts,
                       .pos = g->start,
                       .before = g->start};

    for (size_t i = 0; i < g->items_n && !w.branches; i++)
        w.branches = g->items[i].kind == TBY_ITEM_OPEN;
    for (size_t i = 0; i < g->tags_n; i++) {
        tby_text_char(&w.out, '[');
        tby_text_str(&w.out, tby_game_text(g, g->tags[i].name));
        tby_text_cstr(&w.out, " \"");
        put_value(&w.out, tby_game_text(g, g->tags[i].value));
        tby_text_cstr(&w.out, "\"]\n");
    }
    if (g->tags_n)
        tby_text_char(&w.out, '\n');
    put_items(&w, g);
    put_word(&w, tby_str_of(tby_result_text(g->result)), 0);
    tby_text_cstr(&w.out, "\n\n");
    return tby_text_end(&w.out);
}

size_t tby_pgn_write(const tby_game *g, char *buf, size_t cap)
{
    return tby_pgn_write_known(g, NULL, buf, cap);
}

tby_rc tby_pgn_fit(const tby_game *g, size_t n)
{
    if (n >= TBY_MAX_GAME_BYTES) /* one byte shows that the game has ended */
        return TBY_E_PGN_FIT;
    for (size_t i = 0; n > TBY_MAX_TAG_BYTES && i < g->tags_n; i++) {
        tby_str value = tby_game_text(g, g->tags[i].value);
        size_t bytes = value.n; /* the reader counts escapes, too */
        for (size_t k = 0; k < value.n; k++)
            bytes += needs_escape(value.p[k]);
        if (bytes > TBY_MAX_TAG_BYTES)
            return TBY_E_PGN_FIT;
    }
    return TBY_OK;
}
