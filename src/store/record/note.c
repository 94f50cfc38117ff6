/* note.c - see note.h. */
#include "store/record/note.h"

#include "core/base/str.h"
#include "core/base/text.h"

/* --- reading --------------------------------------------------------------*/

/* Takes a number without needless zeros off *s, of at most `most`. */
static bool take_number(tby_str *s, int32_t most, int32_t *out)
{
    int32_t value = 0;
    size_t n = 0;

    while (n < s->n && n < 10 && tby_is_digit(s->p[n]) && value <= most / 10)
        value = 10 * value + (s->p[n++] - '0');
    if (n == 0 || (n > 1 && s->p[0] == '0') || value > most)
        return false;
    *s = tby_str_from(*s, n);
    *out = value;
    return true;
}

/* Takes a sign and two digits, of at most 59. */
static bool take_sixty(tby_str *s, int32_t *out)
{
    if (s->n < 3 || s->p[0] != ':' || !tby_is_digit(s->p[1]) ||
        !tby_is_digit(s->p[2]) || s->p[1] > '5')
        return false;
    *out = 60 * *out + 10 * (s->p[1] - '0') + (s->p[2] - '0');
    *s = tby_str_from(*s, 3);
    return true;
}

static bool read_time(unsigned kind, tby_str s, int32_t *out)
{
    enum { MOST_HOURS = 9999 };
    bool padded = kind == NOTE_CLOCK_PADDED, tenths = kind == NOTE_CLOCK_TENTHS;

    if (padded && s.n > 2 && s.p[0] == '0' && tby_is_digit(s.p[1]))
        s = tby_str_from(s, 1);
    else if (padded && s.n > 1 && s.p[1] == ':')
        return false;
    if (!take_number(&s, MOST_HOURS, out) || !take_sixty(&s, out) ||
        !take_sixty(&s, out))
        return false;
    if (tenths)
        *out *= 10;
    if (tenths && s.n == 2 && s.p[0] == '.' && s.p[1] > '0' && s.p[1] <= '9') {
        *out += s.p[1] - '0';
        return true;
    }
    return s.n == 0;
}

/* One or two decimals, none of them needless unless it is padded. */
static bool take_decimals(tby_str s, bool padded, int32_t *out)
{
    bool two = s.n == 3 && s.p[0] == '.' && tby_is_digit(s.p[1]) &&
               tby_is_digit(s.p[2]) && (padded || s.p[2] != '0');
    bool one = s.n == 2 && s.p[0] == '.' && tby_is_digit(s.p[1]) && !padded;

    if (!one && !two)
        return false;
    *out = 100 * *out + 10 * (s.p[1] - '0') + (two ? s.p[2] - '0' : 0);
    return true;
}

static bool read_eval(unsigned kind, tby_str s, note_value *out)
{
    enum { MOST_PAWNS = 100000, MOST_MATE = 100000 };

    out->mate = tby_str_starts(s, TBY_STR("#"));
    s = tby_str_from(s, out->mate);
    bool negative = tby_str_starts(s, TBY_STR("-"));
    s = tby_str_from(s, negative);
    if (out->mate) {
        if (!take_number(&s, MOST_MATE, &out->n) || s.n)
            return false;
    } else if (!take_number(&s, MOST_PAWNS, &out->n) ||
               !take_decimals(s, kind == NOTE_EVAL_PADDED, &out->n)) {
        return false;
    }
    if (negative && out->n == 0)
        return false; /* -0.00 */
    out->n = negative ? -out->n : out->n;
    return true;
}

bool note_read(unsigned kind, tby_str text, note_value *out)
{
    note_value value = {0, false};

    if (!(note_is_eval(kind) ? read_eval(kind, text, &value)
                             : read_time(kind, text, &value.n)))
        return false;
    *out = value;
    return true;
}

/* --- writing --------------------------------------------------------------*/

static void put_two(tby_text *t, uint32_t value)
{
    tby_text_char(t, (char)('0' + value / 10 % 10));
    tby_text_char(t, (char)('0' + value % 10));
}

static void put_time(tby_text *t, unsigned kind, uint32_t value)
{
    uint32_t tenths = kind == NOTE_CLOCK_TENTHS ? value % 10 : 0;
    uint32_t seconds = kind == NOTE_CLOCK_TENTHS ? value / 10 : value;

    if (kind == NOTE_CLOCK_PADDED && seconds < 36000)
        tby_text_char(t, '0');
    tby_text_u64(t, seconds / 3600);
    tby_text_char(t, ':');
    put_two(t, seconds / 60 % 60);
    tby_text_char(t, ':');
    put_two(t, seconds % 60);
    if (tenths) {
        tby_text_char(t, '.');
        tby_text_char(t, (char)('0' + tenths));
    }
}

static void put_eval(tby_text *t, unsigned kind, note_value value)
{
    uint32_t n = (uint32_t)(value.n < 0 ? -value.n : value.n);

    if (value.mate)
        tby_text_char(t, '#');
    if (value.n < 0)
        tby_text_char(t, '-');
    tby_text_u64(t, value.mate ? n : n / 100);
    if (value.mate)
        return;
    tby_text_char(t, '.');
    if (kind == NOTE_EVAL && n % 10 == 0)
        tby_text_char(t, (char)('0' + n / 10 % 10));
    else
        put_two(t, n % 100);
}

size_t note_write(unsigned kind, note_value value, char out[NOTE_MAX])
{
    tby_text t = {out, NOTE_MAX, 0};

    if (note_is_eval(kind))
        put_eval(&t, kind, value);
    else
        put_time(&t, kind, (uint32_t)value.n);
    return t.len;
}
