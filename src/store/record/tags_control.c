/* tags_control.c - time controls: how long the players had. */
#include "core/base/num.h"
#include "core/base/str.h"
#include "store/record/tags.h"

/* An hour a move and more: nobody waits for it at the board. */
enum { SLOW = 3600 };

static store_time_class class_of(uint32_t base, uint32_t increment)
{
    uint64_t total = base + (uint64_t)40 * increment;

    if (total < 180)
        return STORE_BULLET;
    if (total < 480)
        return STORE_BLITZ;
    return total < 1500 ? STORE_RAPID : STORE_CLASSICAL;
}

/* Takes a number of at most ten million off *s. */
static bool take_number(tby_str *s, uint32_t *out)
{
    size_t n = 0;
    uint64_t value;

    while (n < s->n && tby_is_digit(s->p[n]))
        n++;
    if (tby_num_u64((tby_str){s->p, n}, 0, 10000000, &value, NULL) != TBY_OK)
        return false;
    *s = tby_str_from(*s, n);
    *out = (uint32_t)value;
    return true;
}

static bool take_sign(tby_str *s, char sign)
{
    if (s->n == 0 || s->p[0] != sign)
        return false;
    *s = tby_str_from(*s, 1);
    return true;
}

/* The first period: [moves/]seconds[+increment], then the end or a colon. */
static bool read_period(tby_str s, uint32_t *moves, uint32_t *base,
                        uint32_t *increment)
{
    *moves = *increment = 0;
    take_sign(&s, '*'); /* an hourglass */
    if (!take_number(&s, base))
        return false;
    if (take_sign(&s, '/')) {
        *moves = *base;
        if (*moves == 0 || !take_number(&s, base))
            return false;
    }
    if (take_sign(&s, '+') && !take_number(&s, increment))
        return false;
    return s.n == 0 || s.p[0] == ':';
}

void tag_read_control(tby_str control, tby_str event, uint32_t *columns)
{
    uint32_t moves, base, increment;

    if (tby_str_equal(control, TBY_STR("-")) &&
        tag_says(event, "correspondence"))
        columns[STORE_TIME_CLASS] = STORE_CORRESPONDENCE;
    if (!read_period(control, &moves, &base, &increment))
        return;
    columns[STORE_BASE] = base + 1;
    columns[STORE_INCREMENT] = increment;
    columns[STORE_TIME_CLASS] = moves && base / moves >= SLOW
                                    ? STORE_CORRESPONDENCE
                                    : class_of(base, increment);
}
