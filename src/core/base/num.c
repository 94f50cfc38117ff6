/* num.c - see num.h. */
#include "core/base/num.h"

static tby_rc fail(tby_err *err, size_t at)
{
    if (err)
        *err = (tby_err){.code = TBY_E_NUMBER, .at = at};
    return TBY_E_NUMBER;
}

/* Reads the digits from byte `at` on into *out, which may not exceed max. */
static tby_rc read_digits(tby_str text, size_t at, uint64_t max, uint64_t *out,
                          tby_err *err)
{
    uint64_t value = 0;

    if (at == text.n)
        return fail(err, at);
    for (size_t i = at; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9')
            return fail(err, i);
        uint64_t digit = (uint64_t)(text.p[i] - '0');
        if (digit > max || value > (max - digit) / 10)
            return fail(err, i);
        value = value * 10 + digit;
    }
    *out = value;
    return TBY_OK;
}

tby_rc tby_num_u64(tby_str text, uint64_t min, uint64_t max, uint64_t *out,
                   tby_err *err)
{
    uint64_t value;
    tby_rc rc = read_digits(text, 0, max, &value, err);

    if (rc == TBY_OK && value < min)
        rc = fail(err, 0);
    if (rc == TBY_OK)
        *out = value;
    return rc;
}

tby_rc tby_num_i64(tby_str text, int64_t min, int64_t max, int64_t *out,
                   tby_err *err)
{
    bool negative = text.n > 0 && text.p[0] == '-';
    uint64_t value;
    /* the magnitude of INT64_MIN does not fit an int64_t, that of -1 does */
    uint64_t most = (uint64_t)INT64_MAX + negative;

    tby_rc rc = read_digits(text, negative, most, &value, err);
    if (rc != TBY_OK)
        return rc;
    int64_t number =
        negative && value ? -(int64_t)(value - 1) - 1 : (int64_t)value;
    if (number < min || number > max)
        return fail(err, 0);
    *out = number;
    return TBY_OK;
}
