/* extra.c - see extra.h. */
#include "store/record/extra.h"

#include "store/record/varint.h"

bool extra_take_sizes(tby_str *rest, uint32_t size[EXTRA_PARTS])
{
    tby_str which;

    if (!bytes_take(rest, 1, &which) || (uint8_t)*which.p >> EXTRA_PARTS)
        return false;
    for (int i = 0; i < EXTRA_PARTS; i++) {
        size[i] = 0;
        if ((*which.p >> i & 1) && !varint_take(rest, &size[i]))
            return false;
    }
    return true;
}

bool extra_split(tby_str extra, extra_parts *out)
{
    uint32_t size[EXTRA_PARTS];

    *out = (extra_parts){{{NULL, 0}}};
    if (extra.n == 0)
        return true;
    if (!extra_take_sizes(&extra, size))
        return false;
    for (int i = 0; i < EXTRA_PARTS; i++)
        if (!bytes_take(&extra, size[i], &out->part[i]))
            return false;
    return extra.n == 0;
}

tby_str extra_sizes(tby_str extra, const extra_parts *parts)
{
    for (int i = 0; i < EXTRA_PARTS; i++)
        extra.n -= parts->part[i].n;
    return extra;
}

void extra_join(const extra_parts *parts, tby_buf *out)
{
    unsigned which = 0;

    for (int i = 0; i < EXTRA_PARTS; i++)
        which |= (unsigned)(parts->part[i].n > 0) << i;
    if (!which)
        return;
    tby_buf_char(out, (char)which);
    for (int i = 0; i < EXTRA_PARTS; i++)
        if (parts->part[i].n)
            varint_put(out, (uint32_t)parts->part[i].n);
    for (int i = 0; i < EXTRA_PARTS; i++)
        tby_buf_add(out, parts->part[i]);
}
