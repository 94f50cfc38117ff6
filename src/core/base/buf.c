#include "core/base/buf.h"
#include "core/base/assert.h"

#include <string.h>

enum { FIRST_CAP = 64 };

void tby_buf_init(tby_buf *b, const tby_alloc *alloc, size_t max)
{
    *b = (tby_buf){.alloc = alloc ? *alloc : tby_alloc_libc(), .max = max};
}

void tby_buf_free(tby_buf *b)
{
    if (b->p)
        b->alloc.realloc(b->alloc.ctx, b->p, b->cap, 0);
    b->p = NULL;
    b->n = 0;
    b->cap = 0;
    b->rc = TBY_OK;
}

void tby_buf_clear(tby_buf *b)
{
    b->n = 0;
    b->rc = TBY_OK;
}

tby_str tby_buf_str(const tby_buf *b)
{
    return (tby_str){.p = b->p, .n = b->n};
}

/* Room for `more` bytes, at least doubling so that appends stay cheap. */
static bool reserve(tby_buf *b, size_t more)
{
    TBY_ASSERT(b->n <= b->cap);
    if (b->rc != TBY_OK)
        return false;
    if (more <= b->cap - b->n)
        return true;
    if (more > b->max - b->n) {
        b->rc = TBY_E_LIMIT;
        return false;
    }
    size_t need = b->n + more;
    size_t cap = b->cap ? b->cap : FIRST_CAP;
    while (cap < need)
        cap = cap > b->max / 2 ? b->max : cap * 2;
    if (cap > b->max)
        cap = b->max;

    char *p = b->alloc.realloc(b->alloc.ctx, b->p, b->cap, cap);
    if (!p) {
        b->rc = TBY_E_NOMEM;
        return false;
    }
    b->p = p;
    b->cap = cap;
    return true;
}

char *tby_buf_room(tby_buf *b, size_t n)
{
    return reserve(b, n) ? b->p + b->n : NULL;
}

void tby_buf_char(tby_buf *b, char c)
{
    if (reserve(b, 1))
        b->p[b->n++] = c;
}

void tby_buf_add(tby_buf *b, tby_str s)
{
    if (s.n && reserve(b, s.n)) {
        memcpy(b->p + b->n, s.p, s.n);
        b->n += s.n;
    }
}

void tby_buf_cstr(tby_buf *b, const char *s)
{
    tby_buf_add(b, tby_str_of(s));
}

void tby__buf_join(tby_buf *b, const char *const *s)
{
    while (*s)
        tby_buf_cstr(b, *s++);
}

/* Numbers are put together backwards in a small array first, because a number
 * must be added whole or not at all. */
typedef struct scratch {
    char at[48];
    size_t from;
} scratch;

static void push_front(scratch *s, char c)
{
    TBY_ASSERT(s->from > 0);
    s->at[--s->from] = c;
}

/* At least min_digits, with zeros in front. */
static void push_digits(scratch *s, uint64_t value, unsigned min_digits)
{
    for (unsigned i = 0; value || i < min_digits; i++) {
        push_front(s, (char)('0' + value % 10));
        value /= 10;
    }
}

static void add_scratch(tby_buf *b, const scratch *s)
{
    tby_buf_add(b,
                (tby_str){.p = s->at + s->from, .n = sizeof s->at - s->from});
}

static scratch scratch_empty(void)
{
    return (scratch){.from = sizeof(((scratch *)0)->at)};
}

void tby_buf_u64(tby_buf *b, uint64_t value)
{
    scratch s = scratch_empty();

    push_digits(&s, value, 1);
    add_scratch(b, &s);
}

void tby_buf_i64(tby_buf *b, int64_t value)
{
    scratch s = scratch_empty();

    /* negating after the cast is defined for INT64_MIN too */
    push_digits(&s, value < 0 ? -(uint64_t)value : (uint64_t)value, 1);
    if (value < 0)
        push_front(&s, '-');
    add_scratch(b, &s);
}

/* The digits of whole / 10^decimals. */
static void push_fixed(scratch *s, uint64_t whole, unsigned decimals)
{
    uint64_t scale = 1;

    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    if (decimals) {
        push_digits(s, whole % scale, decimals);
        push_front(s, '.');
    }
    push_digits(s, whole / scale, 1);
}

static const char *not_a_number(double value)
{
    if (value != value)
        return "nan";
    if (value - value != 0) /* only infinities differ from themselves so */
        return value > 0 ? "inf" : "-inf";
    return NULL;
}

void tby_buf_double(tby_buf *b, double value, unsigned decimals)
{
    scratch s = scratch_empty();
    double magnitude = value < 0 ? -value : value;
    double scaled = magnitude;
    bool negative = value < 0;

    TBY_ASSERT(decimals <= 9);
    if (not_a_number(value)) {
        tby_buf_cstr(b, not_a_number(value));
        return;
    }
    for (unsigned i = 0; i < decimals; i++)
        scaled *= 10;
    if (scaled < 9e18) {
        uint64_t whole = (uint64_t)scaled;
        whole += scaled - (double)whole >= 0.5;
        push_fixed(&s, whole, decimals);
        negative = negative && whole; /* there is no -0.00 */
    } else {
        unsigned exponent = 0;
        while (magnitude >= 10) {
            magnitude /= 10;
            exponent++;
        }
        push_digits(&s, exponent, 2);
        push_front(&s, '+');
        push_front(&s, 'e');
        push_fixed(&s, (uint64_t)(magnitude * 1e12 + 0.5), 12);
    }
    if (negative)
        push_front(&s, '-');
    add_scratch(b, &s);
}
