/* pgn_tokens.c - PGN as a list of tokens. */
#include "core/format/pgn_scan.h"
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
    if (c->p > c->base && c->p[-1] != '\n' && c->p[-1] != '\r') {
        c->p++;
        return TBY_TOKEN_JUNK;
    }
    pgn_skip_line(c);
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

static tby_rc next_of_any_kind(tby_tokens *t, tby_token *out)
{
    const char *base = t->text.n ? t->text.p : "";
    struct pgn_cursor c = {base + t->at, base + t->text.n, base};

    pgn_skip_space(&c);
    if (c.p == c.end) {
        t->at = t->text.n;
        return TBY_DONE;
    }
    const char *from = c.p;
    out->kind = take_token(&c, out);
    out->text = (tby_str){from, (size_t)(c.p - from)};
    t->at = (size_t)(c.p - base);
    return TBY_OK;
}

/* A short word, or a number of up to three digits with its dots: its length,
 * 0 if it is something else.  PGN_SCAN bytes can be read.  Where a token ends
 * decides where the next begins, so the end must be known soon. */
TBY_INLINE size_t usual_token(const char *p, tby_token *out)
{
    uint8_t class = pgn_class_of(*p);
    size_t n = 0;

    if (class == PGN_LETTER) {
        out->kind = TBY_TOKEN_WORD;
        n = scan_blank(p);
        if (TBY_LIKELY(n < 8 && scan_word(p) == n))
            return n;
        return 0;
    }
    if (class != PGN_DIGIT || *p == '0')
        return 0;
    while (n < 3 && pgn_class_of(p[n]) == PGN_DIGIT)
        n++;
    if (p[n] != '.')
        return 0;
    while (n < PGN_SCAN && p[n] == '.')
        n++;
    out->kind = TBY_TOKEN_NUMBER;
    return n < PGN_SCAN ? n : 0;
}

/* Nearly all tokens are words and numbers behind one blank: they are taken
 * here, and everything else by the function above. */
tby_rc tby_tokens_next(tby_tokens *t, tby_token *out)
{
    if (t->text.n - t->at < (size_t)2 * PGN_SCAN)
        return next_of_any_kind(t, out);
    const char *p = t->text.p + t->at;
    if (TBY_LIKELY(pgn_class_of(*p) == PGN_SPACE))
        p++;
    size_t n = usual_token(p, out);
    if (n == 0)
        return next_of_any_kind(t, out);
    out->text = (tby_str){p, n};
    t->at = (size_t)(p + n - t->text.p);
    return TBY_OK;
}
