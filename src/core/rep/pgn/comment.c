#include "core/game/comment.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/san.h"

#include <string.h>

#define POINTER "Transposes to "

void tby__rep_comment_point(const tby_pos *pos, tby_move next, uint32_t ply,
                            tby_buf *out)
{
    char san[TBY_SAN_MAX];
    size_t n = tby_san_write(pos, next, san);

    tby_buf_cstr(out, POINTER);
    tby_buf_u64(out, ply / 2);
    tby_buf_cstr(out, ply % 2 ? "... " : ". ");
    tby_buf_add(out, (tby_str){san, n});
}

static bool is_pointer(tby_str s)
{
    uint64_t ignored;
    size_t n = 0;

    if (!tby_str_starts(s, TBY_STR(POINTER)))
        return false;
    s = tby_str_from(s, sizeof POINTER - 1);
    while (n < s.n && s.p[n] != '.')
        n++;
    if (tby_num_u64((tby_str){s.p, n}, 0, UINT32_MAX, &ignored, NULL) != TBY_OK)
        return false;
    s = tby_str_from(s, n);
    size_t dots = tby_str_starts(s, TBY_STR("... ")) ? 4 : 2;
    if (dots == 2 && !tby_str_starts(s, TBY_STR(". ")))
        return false;
    s = tby_str_from(s, dots);
    for (n = 0; n < s.n && !tby_is_space(s.p[n]); n++)
        ;
    return n == s.n && n > 0 && n < TBY_SAN_MAX;
}

/* After it stands a text in which %7D is a brace: for what would not be read
 * as it is written.  Not every reader knows the comments that a line end
 * closes. */
#define ENCODED "note"

/* Clocks of a game mean nothing to a repertoire. */
static bool is_clock(tby_str name)
{
    return tby_str_is(name, "clk") || tby_str_is(name, "emt") ||
           tby_str_is(name, "egt") || tby_str_is(name, "mct");
}

/* Appends some words, a space before them if others precede. */
static void add_words(tby_buf *note, size_t from, tby_str words)
{
    words = tby_str_trim(words);
    if (words.n && note->n > from)
        tby_buf_char(note, ' ');
    tby_buf_add(note, words);
}

static tby_str piece(tby_str s, size_t from, size_t to)
{
    return (tby_str){s.p + from, to - from};
}

static bool has_to_be_encoded(char c)
{
    return c == '{' || c == '}' || c == '[' || c == '%';
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* What the first three bytes of s stand for; '\0' if they are no code. */
static char decoded(tby_str s)
{
    int high = s.n >= 3 && *s.p == '%' ? hex(s.p[1]) : -1;
    int low = high >= 0 ? hex(s.p[2]) : -1;
    char c = low >= 0 ? (char)(16 * high + low) : '\0';

    return has_to_be_encoded(c) ? c : '\0';
}

rep_comment tby__rep_comment_read(tby_str comment, bool ours, tby_buf *note)
{
    rep_comment out = {.eval = {.kind = TBY_EVAL_NONE}};
    struct tby_command c;
    size_t at = 0, text = 0, from = note->n;
    bool encoded = false;

    while (!encoded && tby_comment_next(comment, &at, &c)) {
        encoded = tby_str_is(c.name, ENCODED) && !c.value.n;
        bool eval = tby_str_is(c.name, "eval") &&
                    out.eval.kind == TBY_EVAL_NONE &&
                    tby_eval_parse_pgn(c.value, &out.eval) == TBY_OK;
        if (!encoded && !eval && !is_clock(c.name))
            continue;
        add_words(note, from, piece(comment, text, c.begin));
        text = c.end;
    }
    tby_str rest = tby_str_trim(piece(comment, text, comment.n));
    if (encoded) {
        while (rest.n) {
            char byte = decoded(rest);
            tby_buf_char(note, byte ? byte : *rest.p);
            rest = tby_str_from(rest, byte ? 3 : 1);
        }
    } else if (!ours || !is_pointer(rest))
        add_words(note, from, rest);
    out.has_note = note->n > from;
    return out;
}

/* How the next game begins: in a comment, too, if its end was forgotten. */
static bool has_event(tby_str s)
{
    const char *p;

    while (s.n && (p = memchr(s.p, '[', s.n))) {
        s = tby_str_from(s, (size_t)(p - s.p));
        if (tby_str_starts(s, TBY_STR("[Event ")))
            return true;
        s = tby_str_from(s, 1);
    }
    return false;
}

/* Would a comment that is just this text be read as it is? */
static bool is_plain(tby_str note)
{
    struct tby_command c;
    size_t at = 0;

    if (memchr(note.p, '{', note.n) || memchr(note.p, '}', note.n) ||
        has_event(note) || is_pointer(note))
        return false;
    while (tby_comment_next(note, &at, &c))
        if (tby_str_is(c.name, "eval") || tby_str_is(c.name, ENCODED) ||
            is_clock(c.name))
            return false;
    return true;
}

void tby__rep_comment_write(tby_eval eval, tby_str note, tby_buf *out)
{
    if (eval.kind != TBY_EVAL_NONE) {
        char value[TBY_EVAL_MAX];
        size_t n = tby_eval_write_pgn(eval, value, sizeof value);

        tby_buf_cstr(out, "[%eval ");
        tby_buf_add(out, (tby_str){value, n});
        tby_buf_cstr(out, note.n ? "] " : "]");
    }
    if (note.n && !is_plain(note)) {
        tby_buf_cstr(out, "[%" ENCODED "] ");
        static const char digits[] = "0123456789ABCDEF";

        for (size_t i = 0; i < note.n; i++) {
            char c = note.p[i];

            if (has_to_be_encoded(c)) {
                tby_buf_char(out, '%');
                tby_buf_char(out, digits[c >> 4 & 15]);
                c = digits[c & 15];
            }
            tby_buf_char(out, c);
        }
    } else {
        tby_buf_add(out, note);
    }
}
