#include "core/base/assert.h"
#include "core/game/pgn/scan.h"
#include "core/game/pgn/start.h"
#include "tabiya/pgn.h"

/* Passes a token and says what it is. */
static tby_token_kind take_token(struct pgn_cursor *c, tby_token *out)
{
    enum pgn_class class = (enum pgn_class)pgn_class_of(*c->p);
    char next = pgn_ahead(c, 1);
    struct pgn_tag tag;
    tby_str text;
    int ignored;

    switch (class) {
    case PGN_LETTER:
    case PGN_SIGN:
        tby_pgn_word(c);
        return TBY_TOKEN_WORD;
    case PGN_DIGIT:
        if (next == '-' || next == '/') {
            size_t n = tby_pgn_result(c, &ignored);
            c->p += n;
            if (n)
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
    case PGN_TAG:
        switch (tby_pgn_tag(c, &tag)) {
        case PGN_NO_TAG:
            c->p++;
            return TBY_TOKEN_JUNK;
        case PGN_BAD_TAG:
            return TBY_TOKEN_JUNK;
        case PGN_GOOD_TAG:
            break;
        }
        out->name = tag.name;
        out->value = tag.value;
        return TBY_TOKEN_TAG;
    case PGN_COMMENT:
    case PGN_REST:
        return tby_pgn_comment(c, &text) ? TBY_TOKEN_COMMENT : TBY_TOKEN_JUNK;
    case PGN_NAG:
        if (*c->p++ == '$')
            while (c->p < c->end && pgn_class_of(*c->p) == PGN_DIGIT)
                c->p++;
        else
            while (c->p < c->end && (*c->p == '!' || *c->p == '?'))
                c->p++;
        return TBY_TOKEN_NAG;
    case PGN_ESCAPE: /* only at the beginning of a line */
        if (!pgn_at_line_start(c))
            break;
        tby_pgn_skip_escape(c);
        return TBY_TOKEN_ESCAPE;
    case PGN_OPEN:
    case PGN_CLOSE:
    case PGN_STAR:
    case PGN_SPACE:
    case PGN_JUNK:
        break;
    }
    c->p++;
    return class == PGN_OPEN    ? TBY_TOKEN_OPEN
           : class == PGN_CLOSE ? TBY_TOKEN_CLOSE
           : class == PGN_STAR  ? TBY_TOKEN_RESULT
                                : TBY_TOKEN_JUNK;
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

/* The length of the word or number at p, which lies before the next space, n
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
 * block shows where they end; how many.  A space is taken out of the block when
 * it is passed, so that finding the next end waits for nothing. */
TBY_INLINE size_t take_block(const char **p, tby_token *out, size_t room)
{
    const char *base = *p, *at = base;
    struct scan_block b = scan_block(base);
    size_t got = 0;

    while (got < room && b.spaces) {
        const char *end = base + __builtin_ctzll(b.spaces);
        if (at < end) {
            size_t n = usual_length(at, (size_t)(end - at), &out[got].kind);
            if (n == 0 || b.odd & (b.spaces - 1))
                break;
            out[got++].text = (tby_str){at, n};
            at += n;
        }
        if (at == end) {
            at++;
            b.spaces &= b.spaces - 1;
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
        if (n > 0)
            continue;
        pgn_skip_space(&c);
        if (c.p == c.end)
            break;
        const char *from = c.p;
        out[got].kind = take_token(&c, &out[got]);
        out[got++].text = (tby_str){from, (size_t)(c.p - from)};
        TBY_ASSERT(c.p > from && c.p <= c.end);
    }
    t->at = (size_t)(c.p - base);
    return got;
}

tby_rc tby_tokens_next(tby_tokens *t, tby_token *out)
{
    return tby_tokens_read(t, out, 1) ? TBY_OK : TBY_DONE;
}
