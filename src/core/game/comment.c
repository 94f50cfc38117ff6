#include "core/game/comment.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"

/* The command whose bracket is at `begin`; false if there is none. */
static bool read_command(tby_str s, size_t begin, struct tby_command *out)
{
    size_t at = begin + 2;

    if (s.n - begin < 2 || s.p[begin + 1] != '%')
        return false;
    while (at < s.n &&
           ((unsigned char)((s.p[at] | 32) - 'a') < 26 || s.p[at] == '_'))
        at++;
    size_t name_end = at;
    while (at < s.n && s.p[at] != ']')
        at++;
    if (at == s.n || name_end == begin + 2)
        return false;
    if (at > name_end && !tby_is_space(s.p[name_end]))
        return false;
    out->name = (tby_str){s.p + begin + 2, name_end - begin - 2};
    out->value = tby_str_trim((tby_str){s.p + name_end, at - name_end});
    out->begin = begin;
    out->end = at + 1;
    return true;
}

bool tby_comment_next(tby_str comment, size_t *at, struct tby_command *out)
{
    for (size_t i = *at; i < comment.n; i++)
        if (comment.p[i] == '[' && read_command(comment, i, out)) {
            TBY_ASSERT(out->begin >= *at && out->end <= comment.n);
            *at = out->end;
            return true;
        }
    *at = comment.n;
    return false;
}

static bool ends_with_bar(const tby_buf *words)
{
    return words->n && words->p[words->n - 1] == '|';
}

/* Appends a piece between two commands.  A bar needs words on both sides. */
static void add_words(tby_buf *words, tby_str piece)
{
    piece = tby_str_trim(piece);
    while (piece.n && *piece.p == '|' && (!words->n || ends_with_bar(words)))
        piece = tby_str_trim(tby_str_from(piece, 1));
    if (piece.n && words->n)
        tby_buf_char(words, ' ');
    tby_buf_add(words, piece);
}

void tby_comment_split(tby_str comment, tby_buf *words, tby_buf *marks)
{
    struct tby_command c;
    size_t at = 0, from = 0;

    TBY_ASSERT(!words->n && !marks->n);
    while (tby_comment_next(comment, &at, &c)) {
        add_words(words, (tby_str){comment.p + from, c.begin - from});
        if (marks->n)
            tby_buf_char(marks, ' ');
        tby_buf_add(marks, (tby_str){comment.p + c.begin, c.end - c.begin});
        from = c.end;
    }
    if (!from) {
        tby_buf_add(words, tby_str_trim(comment));
        return;
    }
    add_words(words, tby_str_from(comment, from));
    while (ends_with_bar(words) || (words->n && words->p[words->n - 1] == ' '))
        words->n--;
}

void tby_comment_json(tby_jsonw *w, const char *key, tby_str comment)
{
    tby_buf words, marks;

    tby_buf_init(&words, NULL, comment.n);
    tby_buf_init(&marks, NULL, 2 * comment.n);
    tby_comment_split(comment, &words, &marks);
    tby_jsonw_put_buf(w, key, &words);
    tby_jsonw_put_buf(w, "marks", &marks);
    tby_buf_free(&words);
    tby_buf_free(&marks);
}

/* What a float can hold: beyond it the nearest float is infinite. */
static const double FLOAT_LIMIT = 3.4028235677973366e38;

static bool fits_float(double value)
{
    return value < FLOAT_LIMIT && value > -FLOAT_LIMIT;
}

bool tby_comment_eval(tby_str value, struct tby_raw_eval *out)
{
    struct tby_decimal d;
    int64_t mate;
    size_t n = 0;

    while (n < value.n && value.p[n] != ',')
        n++;
    bool has_depth = n < value.n;
    value = tby_str_trim((tby_str){value.p, n});
    if (value.n > 0 && value.p[0] == '#') {
        bool plus =
            value.n > 2 && value.p[1] == '+' && tby_is_digit(value.p[2]);
        if (tby_num_i64(tby_str_from(value, plus ? 2 : 1), INT32_MIN, INT32_MAX,
                        &mate, NULL) != TBY_OK)
            return false;
        *out = (struct tby_raw_eval){.is_mate = true, .mate = (int32_t)mate};
    } else {
        if (!tby_decimal_read(value, &d) || !fits_float(tby_decimal_value(d)))
            return false;
        *out = (struct tby_raw_eval){.pawns = tby_decimal_value(d)};
    }
    out->has_depth = has_depth;
    return true;
}

/* The nearest decimal with so many digits. */
static struct tby_decimal round_to(double value, int digits)
{
    struct tby_decimal d = {.negative = value < 0, .exponent = 0};
    double low = tby_power_of_ten(digits - 1), high = low * 10;
    double scaled = value < 0 ? -value : value;

    while (scaled >= high) {
        d.exponent++;
        scaled = (value < 0 ? -value : value) / tby_power_of_ten(d.exponent);
    }
    while (scaled < low) {
        d.exponent--;
        scaled = (value < 0 ? -value : value) * tby_power_of_ten(-d.exponent);
    }
    d.mantissa = (uint64_t)(scaled + 0.5);
    return d;
}

static void write_pawns(tby_text *t, float value)
{
    union {
        float value;
        uint32_t bits;
    } sign = {value};

    if (sign.bits >> 31) /* negative zero is a value of its own */
        tby_text_char(t, '-');
    if (value == 0) {
        tby_text_cstr(t, "0.0");
        return;
    }

    /* The shortest decimal that reads as the same float; nine digits always do.
     */
    struct tby_decimal d = {0};

    for (int digits = 1; digits <= 9; digits++) {
        d = round_to((double)value, digits);
        double again = tby_decimal_value(d);
        if (fits_float(again) && (float)again == value)
            break;
    }
    while (d.mantissa % 10 == 0) {
        d.mantissa /= 10;
        d.exponent++;
    }

    if (d.exponent >= -12 && d.exponent <= 9) {
        char digits[32];
        int n = 0;

        for (; d.exponent > 0; d.exponent--)
            d.mantissa *= 10;
        for (; d.mantissa || n <= -d.exponent; n++) {
            TBY_ASSERT(n < (int)sizeof digits);
            digits[n] = (char)('0' + d.mantissa % 10);
            d.mantissa /= 10;
        }
        while (n > 0) {
            tby_text_char(t, digits[--n]);
            if (n == -d.exponent)
                tby_text_char(t, '.');
        }
        if (d.exponent == 0)
            tby_text_char(t, '0');
        return;
    }
    tby_text_u64(t, d.mantissa);
    tby_text_char(t, 'e');
    if (d.exponent < 0)
        tby_text_char(t, '-');
    tby_text_u64(t, (uint64_t)(d.exponent < 0 ? -d.exponent : d.exponent));
}

size_t tby_comment_write_eval(const struct tby_raw_eval *e, char *buf,
                              size_t cap)
{
    tby_text t = {buf, cap, 0};

    if (e->is_mate) {
        tby_text_char(&t, '#');
        if (e->mate < 0)
            tby_text_char(&t, '-');
        tby_text_u64(&t, e->mate < 0 ? -(uint64_t)e->mate : (uint64_t)e->mate);
    } else {
        write_pawns(&t, (float)e->pawns);
    }
    return t.len;
}

bool tby_comment_time(tby_str value, uint64_t *ms)
{
    tby_str rest = {value.n ? value.p : "", value.n}, field;
    uint64_t seconds = 0, part, decimals = 0;
    size_t dot = 0, fields = 0;

    while (dot < rest.n && rest.p[dot] != '.')
        dot++;
    if (dot + 1 == rest.n)
        return false;
    for (size_t i = dot + 1, unit = 100; i < rest.n; i++, unit /= 10) {
        if (!tby_is_digit(rest.p[i]))
            return false;
        decimals += unit * (uint64_t)(rest.p[i] - '0');
    }
    rest.n = dot;
    while (tby_str_field(&rest, ':', &field)) {
        if (++fields > 3 ||
            tby_num_u64(field, 0, UINT32_MAX, &part, NULL) != TBY_OK)
            return false;
        seconds = seconds * 60 + part;
    }
    if (seconds > UINT32_MAX)
        return false;
    *ms = seconds * 1000 + decimals;
    return true;
}

struct tby_comment_facts tby_comment_read(tby_str comment)
{
    struct tby_comment_facts f = {0};
    struct tby_command c;
    size_t at = 0, text = 0;

    while (tby_comment_next(comment, &at, &c)) {
        bool ours = false; /* and the first of its kind */
        if (tby_str_is(c.name, "eval") && !f.has_eval)
            ours = f.has_eval = tby_comment_eval(c.value, &f.eval);
        else if (tby_str_is(c.name, "clk") && !f.has_clock)
            ours = f.has_clock = tby_comment_time(c.value, &f.clock);
        else if (tby_str_is(c.name, "emt") && !f.has_elapsed)
            ours = f.has_elapsed = tby_comment_time(c.value, &f.elapsed);
        tby_str before = {comment.p + text, c.begin - text};
        f.has_rest |= !ours || tby_str_trim(before).n > 0;
        text = c.end;
    }
    f.has_rest |= tby_str_trim(tby_str_from(comment, text)).n > 0;
    return f;
}
