/* pgn_write.c - games in the export format of PGN. */
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/notation/san_write.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"

#include <string.h>

enum { LINE_MAX_BYTES = 79 };

struct writer {
    tby_text out;
    size_t column;
    bool glued;  /* the next word stands without a blank, behind a bracket */
    bool number; /* the next move must have its number, whoever makes it */
    tby_pos pos, before;
};

static void new_line(struct writer *w)
{
    if (w->column)
        tby_text_char(&w->out, '\n');
    w->column = 0;
}

/* A word that must not be broken, on this line or the next. */
static void put_word(struct writer *w, tby_str word)
{
    bool blank = w->column > 0 && !w->glued;

    if (w->column + blank + word.n > LINE_MAX_BYTES && !w->glued)
        new_line(w);
    else if (blank)
        tby_text_char(&w->out, ' '), w->column++;
    tby_text_str(&w->out, word);
    w->column += word.n;
    w->glued = false;
}

/* Behind the last word, without a blank. */
static void put_close(struct writer *w, char c)
{
    tby_text_char(&w->out, c);
    w->column++;
}

static void put_open(struct writer *w, char c)
{
    put_word(w, (tby_str){&c, 1});
    w->glued = true;
}

/* The next word of a comment that a line may be broken behind: where a single
 * blank stands, because a line break is read as one. */
static tby_str comment_word(tby_str *rest)
{
    size_t i = 1;

    while (i < rest->n && !(rest->p[i] == ' ' && rest->p[i - 1] != ' ' &&
                            i + 1 < rest->n && rest->p[i + 1] != ' '))
        i++;
    tby_str word = {rest->p, i < rest->n ? i : rest->n};
    *rest = tby_str_from(*rest, i + 1);
    return word;
}

/* Braces can hold neither a brace nor what would look like the next game in a
 * comment that was never closed; the rest of a line can. */
static bool fits_braces(tby_str text)
{
    static const char event[] = "[Event ";

    if (text.n && memchr(text.p, '}', text.n))
        return false;
    for (tby_str s = text; s.n >= sizeof event - 1; s = tby_str_from(s, 1))
        if (memcmp(s.p, event, sizeof event - 1) == 0)
            return false;
    return true;
}

static void put_comment(struct writer *w, tby_str text)
{
    if (!fits_braces(text)) {
        put_open(w, ';');
        tby_text_str(&w->out, text);
        w->column += text.n;
        new_line(w);
        w->glued = false;
    } else {
        put_open(w, '{');
        while (text.n)
            put_word(w, comment_word(&text));
        put_close(w, '}');
        w->glued = false;
    }
    w->number = true;
}

static void put_number(struct writer *w)
{
    char digits[16];
    tby_text t = {digits, sizeof digits, 0};

    if (w->pos.turn == TBY_BLACK && !w->number)
        return;
    tby_text_u64(&t, w->pos.fullmoves);
    tby_text_cstr(&t, w->pos.turn == TBY_WHITE ? "." : "...");
    put_word(w, (tby_str){digits, tby_text_end(&t)});
}

static void put_move(struct writer *w, tby_move m)
{
    char san[TBY_SAN_MAX];

    put_number(w);
    w->before = w->pos;
    size_t n = tby_san_write_play(&w->pos, m, san);
    put_word(w, (tby_str){san, n});
    w->number = false;
}

static void put_nag(struct writer *w, unsigned nag)
{
    char digits[8] = "$";
    tby_text t = {digits, sizeof digits, 1};

    tby_text_u64(&t, nag);
    put_word(w, (tby_str){digits, tby_text_end(&t)});
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
            put_move(w, item->move);
            break;
        case TBY_ITEM_NAG:
            put_nag(w, item->nag);
            break;
        case TBY_ITEM_COMMENT:
            put_comment(w, tby_game_text(g, item->text));
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
            put_close(w, ')');
            w->glued = false;
            break;
        }
    }
}

/* Quotes and backslashes are escaped. */
static void put_value(tby_text *t, tby_str value)
{
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] == '"' || value.p[i] == '\\')
            tby_text_char(t, '\\');
        tby_text_char(t, value.p[i]);
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

size_t tby_pgn_write(const tby_game *g, char *buf, size_t cap)
{
    struct writer w = {.out = {buf, cap, 0},
                       .number = true,
                       .pos = g->start,
                       .before = g->start};

    put_tags(&w.out, g);
    put_items(&w, g);
    put_word(&w, tby_str_of(tby_result_text(g->result)));
    tby_text_cstr(&w.out, "\n\n");
    return tby_text_end(&w.out);
}
