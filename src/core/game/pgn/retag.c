#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/game/pgn/start.h"
#include "core/game/pgn/write.h"

struct edit {
    const tby_retag *edits;
    size_t n;
    bool done[TBY_RETAGS];
    tby_buf *out;
    struct pgn_cursor c;
    const char *copied;  /* the text before this is in out */
    const char *newline; /* as the game has it */
    const char *last; /* after the last tag that stays; NULL: there is none */
};

static const char *newline_of(tby_str game)
{
    for (size_t i = 0; i < game.n; i++) {
        if (game.p[i] == '\n')
            return "\n";
        if (game.p[i] == '\r')
            return i + 1 < game.n && game.p[i + 1] == '\n' ? "\r\n" : "\r";
    }
    return "\n";
}

static void copy_to(struct edit *e, const char *end)
{
    if (end > e->copied)
        tby_buf_add(e->out, (tby_str){e->copied, (size_t)(end - e->copied)});
    e->copied = end;
    TBY_ASSERT(e->copied <= e->c.end);
}

static void put_value(struct edit *e, tby_str value)
{
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] == '"' || value.p[i] == '\\')
            tby_buf_char(e->out, '\\');
        tby_buf_char(e->out, value.p[i]);
    }
}

static bool is_known(tby_str value)
{
    return value.n && !tby_str_is(value, "?");
}

/* A tag that was found at `at`, the cursor being after it; false if it does
 * not stay. */
static bool change(struct edit *e, const struct pgn_tag *tag, const char *at)
{
    for (size_t i = 0; i < e->n; i++) {
        const tby_retag *edit = &e->edits[i];
        if (!tby_str_equal(tag->name, edit->name))
            continue;
        if ((e->done[i] || !edit->value.n) && !edit->keep) {
            /* Leaves out what is between, and with it the end of the line
             * before it or, if it is the game's first, after it. */
            const char *from = at;

            while (from > e->copied && (from[-1] == ' ' || from[-1] == '\t'))
                from--;
            if (from > e->copied && from[-1] == '\n')
                from--;
            if (from > e->copied && from[-1] == '\r')
                from--;
            copy_to(e, from);
            e->copied = e->c.p;
            if (at == e->c.base && e->copied < e->c.end && *e->copied == '\r')
                e->copied++;
            if (at == e->c.base && e->copied < e->c.end && *e->copied == '\n')
                e->copied++;

            return false;
        }
        if (edit->value.n && (!edit->keep || !is_known(tag->value))) {
            copy_to(e, tag->value.p);
            put_value(e, edit->value);
            e->copied = tag->value.p + tag->value.n;
        }
        e->done[i] = true;
        return true;
    }
    return true;
}

void tby_pgn_retag(tby_str game, const tby_retag *edits, size_t n, tby_buf *out)
{
    struct edit e = {.edits = edits,
                     .n = n,
                     .out = out,
                     .c = pgn_cursor_at(game.p, game.p + game.n, game.p),
                     .copied = game.p,
                     .newline = newline_of(game)};
    struct pgn_tag tag;

    TBY_ASSERT(n <= TBY_RETAGS);
    tby_pgn_skip_preface(&e.c);
    for (;;) { /* as the reader takes them */
        pgn_skip_space(&e.c);
        const char *at = e.c.p;
        if (at < e.c.end && *at == '%') {
            tby_pgn_skip_escape(&e.c);
            continue;
        }
        enum pgn_tag_found found = tby_pgn_tag(&e.c, &tag);
        if (found == PGN_NO_TAG)
            break;
        if (found == PGN_BAD_TAG)
            continue;
        if (change(&e, &tag, at))
            e.last = e.c.p;
    }

    /* Those that the game lacks, after the last or before everything. */
    bool first = e.last == NULL, any = false;

    if (!first && e.last > e.copied)
        copy_to(&e, e.last);
    for (size_t i = 0; i < e.n; i++) {
        if (e.done[i] || !e.edits[i].value.n)
            continue;
        if (!first)
            tby_buf_cstr(e.out, e.newline);
        tby_buf_char(e.out, '[');
        tby_buf_add(e.out, e.edits[i].name);
        tby_buf_cstr(e.out, " \"");
        put_value(&e, e.edits[i].value);
        tby_buf_cstr(e.out, "\"]");
        if (first)
            tby_buf_cstr(e.out, e.newline);
        any = true;
    }
    if (any && first && e.copied < e.c.end && *e.copied != '\n' &&
        *e.copied != '\r')
        tby_buf_cstr(e.out, e.newline);

    copy_to(&e, e.c.end);
}
