#include "tabiya/eval.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"

static tby_eval make_cp(tby_color side, uint32_t amount)
{
    TBY_ASSERT(amount <= TBY_EVAL_MOST);
    return (tby_eval){TBY_EVAL_CP, amount ? side : TBY_WHITE, amount};
}

tby_eval tby_eval_from_cp(int32_t white)
{
    if (white < -(int32_t)TBY_EVAL_MOST)
        white = -(int32_t)TBY_EVAL_MOST;
    return make_cp(white < 0, (uint32_t)(white < 0 ? -white : white));
}

tby_eval tby_eval_from_mate(tby_color side, uint32_t moves)
{
    return (tby_eval){TBY_EVAL_MATE, side,
                      moves < TBY_EVAL_MOST ? moves : TBY_EVAL_MOST};
}

bool tby_eval_to_cp(tby_eval e, int32_t *white)
{
    if (e.kind != TBY_EVAL_CP)
        return false;
    *white = e.side == TBY_WHITE ? (int32_t)e.amount : -(int32_t)e.amount;
    return true;
}

bool tby_eval_equal(tby_eval a, tby_eval b)
{
    return a.kind == b.kind && a.side == b.side && a.amount == b.amount;
}

/* Takes a sign off the text; says whether it was a minus. */
static bool take_sign(tby_str *s)
{
    char sign = '\0';

    if (s->n && (s->p[0] == '+' || s->p[0] == '-')) {
        sign = s->p[0];
        *s = tby_str_from(*s, 1);
    }
    return sign == '-';
}

static bool read_amount(tby_str s, uint32_t *out)
{
    uint64_t value;

    if (tby_num_u64(s, 0, TBY_EVAL_MOST, &value, NULL) != TBY_OK)
        return false;
    *out = (uint32_t)value;
    return true;
}

/* The decimals of a number of pawns as centipawns, rounded: ".3" is 30, ".345"
 * is 35.  At least one digit, or nothing at all. */
static bool read_decimals(tby_str s, uint32_t *out)
{
    uint32_t unit = 100, value = 0;

    if (s.n == 1)
        return false;
    for (size_t i = 1; i < s.n; i++) {
        uint32_t digit = (uint32_t)((unsigned char)s.p[i] - '0');
        if (digit > 9)
            return false;
        unit /= 10;
        value += i == 3 ? digit >= 5 : digit * unit;
    }
    *out = value;
    return true;
}

static bool read_pawns(tby_str s, uint32_t *out)
{
    uint32_t whole, part;
    size_t dot = 0;

    while (dot < s.n && s.p[dot] != '.')
        dot++;
    if (!read_amount((tby_str){s.p, dot}, &whole) ||
        !read_decimals(tby_str_from(s, dot), &part) ||
        whole > (TBY_EVAL_MOST - part) / 100)
        return false;
    *out = whole * 100 + part;
    return true;
}

static bool read_mate(tby_str s, uint32_t *out)
{
    return s.n && s.p[0] == 'M' && read_amount(tby_str_from(s, 1), out);
}

static bool read_side(tby_str word, tby_color *out)
{
    *out = tby_str_is(word, "black") ? TBY_BLACK : TBY_WHITE;
    return *out == TBY_BLACK || tby_str_is(word, "white");
}

/* `white +0.35`: what follows the colour. */
static bool read_value(tby_color side, tby_str s, tby_eval *out)
{
    uint32_t amount;

    if (read_mate(s, &amount)) {
        *out = tby_eval_from_mate(side, amount);
        return true;
    }
    take_sign(&s); /* the word has named the side */
    if (!read_pawns(s, &amount))
        return false;
    *out = make_cp(side, amount);
    return true;
}

tby_rc tby_eval_parse(tby_str text, tby_color turn, tby_eval *out)
{
    tby_str rest = text, first = {"", 0}, second = {"", 0}, third;
    tby_color side;
    uint32_t moves;

    bool one = tby_str_word(&rest, &first);
    bool two = one && tby_str_word(&rest, &second);
    if (two && !tby_str_word(&rest, &third) && read_side(first, &side) &&
        read_value(side, second, out))
        return TBY_OK;
    if (!one || two || !read_mate(first, &moves))
        return TBY_E_EVAL;
    *out = tby_eval_from_mate(moves ? turn : !turn, moves);
    return TBY_OK;
}

tby_rc tby_eval_parse_pgn(tby_str text, tby_eval *out)
{
    tby_str s = text;
    uint32_t amount;

    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == ',')
            s.n = i;
    s = tby_str_trim(s);
    bool mate = s.n && s.p[0] == '#';
    if (mate)
        s = tby_str_from(s, 1);
    tby_color side = take_sign(&s) ? TBY_BLACK : TBY_WHITE;
    if (!(mate ? read_amount(s, &amount) : read_pawns(s, &amount)))
        return TBY_E_EVAL;
    *out = mate ? tby_eval_from_mate(side, amount) : make_cp(side, amount);
    return TBY_OK;
}

static void write_amount(tby_text *t, tby_eval e)
{
    bool mate = e.kind == TBY_EVAL_MATE;

    tby_text_u64(t, mate ? e.amount : e.amount / 100);
    if (!mate) {
        tby_text_char(t, '.');
        tby_text_char(t, (char)('0' + e.amount / 10 % 10));
        tby_text_char(t, (char)('0' + e.amount % 10));
    }
}

size_t tby_eval_write(tby_eval e, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};

    if (e.kind != TBY_EVAL_NONE) {
        tby_text_cstr(&t, e.side == TBY_WHITE ? "white " : "black ");
        tby_text_char(&t, e.kind == TBY_EVAL_MATE ? 'M' : '+');
        write_amount(&t, e);
    }
    return tby_text_end(&t);
}

size_t tby_eval_write_pgn(tby_eval e, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};

    if (e.kind != TBY_EVAL_NONE) {
        tby_text_cstr(&t, e.kind == TBY_EVAL_MATE ? "#" : "");
        tby_text_cstr(&t, e.side == TBY_BLACK ? "-" : "");
        write_amount(&t, e);
    }
    return tby_text_end(&t);
}
