/* tokens.c - PGN as a list of tokens. */
#include "core/game/pgn/scan.h"
#include "core/game/pgn/start.h"
#include "tabiya/pgn.h"

static tby_token_kind take_tag(struct pgn_cursor *c, tby_token *out)
{
    struct pgn_tag tag;

    enum pgn_tag_found found = tby_pgn_tag(c, &tag);
    if (found != PGN_GOOD_TAG) {
        c->p += found == PGN_NO_TAG;
        return TBY_TOKEN_JUNK;
    }
    out->name = tag.name;
    out->value = tag.value;
    return TBY_TOKEN_TAG;
}

static tby_token_kind take_comment(struct pgn_cursor *c)
{
    tby_str ignored;

    return tby_pgn_comment(c, &ignored) ? TBY_TOKEN_COMMENT : TBY_TOKEN_JUNK;
}

static tby_token_kind take_digits(struct pgn_cursor *c)
{
    char next = pgn_ahead(c, 1);
    int ignored;
    size_t n = next == '-' || next == '/' ? tby_pgn_result(c, &ignored) : 0;

    if (n) {
        c->p += n;
        return TBY_TOKEN_RESULT;
    }
    if (*c->p == '0') {
        tby_pgn_word(c);
        return TBY_TOKEN_WORD;
    }
    while (c->p < c->end && pgn_class_of(*c->p) == PGN_DIGIT)
        c->p++;
    while (c->p < c->end && *c->p == '.')
        c->p++;
    return TBY_TOKEN_NUMBER;
}

static tby_token_kind take_nag(struct pgn_cursor *c)
{
    if (*c->p == '$') {
        c->p++;
        while (c->p < c->end && pgn_class_of(*c->p) == PGN_DIGIT)
            c->p++;
        return TBY_TOKEN_NAG;
    }
    while (c->p < c->end && (*c->p == '!' || *c->p == '?'))
        c->p++;
    return TBY_TOKEN_NAG;
}

/* % is an escape only at the beginning of a line. */
static tby_token_kind take_escape(struct pgn_cursor *c)
{
    if (!pgn_at_line_start(c)) {
        c->p++;
        return TBY_TOKEN_JUNK;
    }
    tby_pgn_skip_escape(c);
    return TBY_TOKEN_ESCAPE;
}

static tby_token_kind take_byte(struct pgn_cursor *c, tby_token_kind kind)
{
    c->p++;
    return kind;
}

static tby_token_kind take_word(struct pgn_cursor *c)
{
    tby_pgn_word(c);
    return TBY_TOKEN_WORD;
}

static tby_token_kind take_token(struct pgn_cursor *c, tby_token *out)
{
    switch ((enum pgn_class)pgn_class_of(*c->p)) {
    case PGN_LETTER:
    case PGN_SIGN:
        return take_word(c);
    case PGN_DIGIT:
        return take_digits(c);
    case PGN_TAG:
        return take_tag(c, out);
    case PGN_COMMENT:
    case PGN_REST:
        return take_comment(c);
    case PGN_NAG:
        return take_nag(c);
    case PGN_OPEN:
        return take_byte(c, TBY_TOKEN_OPEN);
    case PGN_CLOSE:
        return take_byte(c, TBY_TOKEN_CLOSE);
    case PGN_STAR:
        return take_byte(c, TBY_TOKEN_RESULT);
    case PGN_ESCAPE:
        return take_escape(c);
    case PGN_SPACE:
    case PGN_JUNK:
        break;
    }
    return take_byte(c, TBY_TOKEN_JUNK);
}

static tby_rc next_of_any_kind(struct pgn_cursor *c, tby_token *out)
{
    pgn_skip_space(c);
    if (c->p == c->end)
        return TBY_DONE;
    const char *from = c->p;
    out->kind = take_token(c, out);
    out->text = (tby_str){from, (size_t)(c->p - from)};
    return TBY_OK;
}

/* A number of up to three digits and its dot: its length, 0 if it is something
 * else.  Here guessing pays: a number is as long as the one before it, and each
 * return is a constant that the next token need not wait for. */
TBY_INLINE size_t number_length(const char *p)
{
    for (size_t i = 1; i < 4; i++)
        if (p[i] == '.')
            return p[i + 1] == '.' ? 0 : i + 1;
        else if (pgn_class_of(p[i]) != PGN_DIGIT)
            return 0;
    return 0;
}

/* The length of the word or number at p, which lies before the next blank, n
 * bytes on; 0 if it is something else. */
TBY_INLINE size_t usual_length(const char *p, size_t n, tby_token_kind *kind)
{
    uint8_t class = pgn_class_of(*p);

    *kind = class == PGN_LETTER ? TBY_TOKEN_WORD : TBY_TOKEN_NUMBER;
    if (class == PGN_LETTER)
        return n;
    return class == PGN_DIGIT && *p != '0' ? number_length(p) : 0;
}

/* Takes words and numbers from *p on, as far as there is nothing else and the
 * block shows where they end; how many.  A blank is taken out of the block when
 * it is passed, so that finding the next end waits for nothing. */
TBY_INLINE size_t take_block(const char **p, tby_token *out, size_t room)
{
    const char *base = *p, *at = base;
    struct scan_block b = scan_block(base);
    size_t got = 0;

    while (got < room && b.blanks) {
        const char *end = base + __builtin_ctzll(b.blanks);
        if (at < end) {
            size_t n = usual_length(at, (size_t)(end - at), &out[got].kind);
            if (n == 0 || b.odd & (b.blanks - 1))
                break;
            out[got++].text = (tby_str){at, n};
            at += n;
        }
        if (at == end) {
            at++;
            b.blanks &= b.blanks - 1;
        }
    }
    *p = at;
    return got;
}

size_t tby_tokens_read(tby_tokens *t, tby_token *out, size_t room)
{
    const char *base = t->text.n ? t->text.p : "";
    struct pgn_cursor c = pgn_cursor_at(base + t->at, base + t->text.n, base);
    size_t got = 0;

    while (got < room) {
        size_t n = 0;
        if (room > 1 && c.end - c.p >= PGN_BLOCK + PGN_SCAN)
            n = take_block(&c.p, out + got, room - got);
        got += n;
        if (n == 0 && next_of_any_kind(&c, &out[got++]) != TBY_OK) {
            got--;
            break;
        }
    }
    t->at = (size_t)(c.p - base);
    return got;
}

tby_rc tby_tokens_next(tby_tokens *t, tby_token *out)
{
    return tby_tokens_read(t, out, 1) ? TBY_OK : TBY_DONE;
}
