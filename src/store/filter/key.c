/* key.c - a filter as bytes, to be compared with another one. */
#include "core/base/buf.h"
#include "store/filter/filter.h"

static void add(tby_buf *out, const void *bytes, size_t n)
{
    tby_buf_add(out, (tby_str){bytes, n});
}

static void add_text(tby_buf *out, tby_str text)
{
    tby_buf_char(out, text.p ? 1 : 0);
    add(out, &text.n, sizeof text.n);
    tby_buf_add(out, text);
}

static void add_range(tby_buf *out, store_range range)
{
    const uint32_t numbers[] = {range.on, range.min, range.max};

    add(out, numbers, range.on ? sizeof numbers : sizeof *numbers);
}

static void add_position(tby_buf *out, bool on, const tby_pos *pos)
{
    const uint64_t numbers[] = {on,
                                pos->plane[0],
                                pos->plane[1],
                                pos->plane[2],
                                pos->plane[3],
                                pos->castling,
                                pos->turn,
                                pos->ep};

    add(out, numbers, on ? sizeof numbers : sizeof *numbers);
}

static void add_headers(tby_buf *out, const store_filter *f)
{
    const uint32_t sets[] = {f->as,      f->results, f->classes, f->endings,
                             f->has_eco, f->won,     f->lost};

    add_text(out, f->player);
    add_text(out, f->white);
    add_text(out, f->black);
    add_text(out, f->opening);
    add_text(out, f->event);
    add_range(out, f->elo);
    add_range(out, f->elo_average);
    add_range(out, f->plies);
    add_range(out, f->date);
    add(out, sets, sizeof sets);
    if (f->has_eco)
        add(out, f->eco, sizeof f->eco);
}

static void add_moves(tby_buf *out, const store_filter *f)
{
    const uint32_t numbers[] = {f->has_prefix,  f->prefix_n,   f->move.on,
                                f->by,          f->move.facts, f->move.values,
                                f->material.on, f->has_pattern};

    add(out, numbers, sizeof numbers);
    if (f->has_prefix)
        add(out, f->prefix, f->prefix_n * sizeof *f->prefix);
    add_position(out, f->has_position, &f->position);
    if (f->move.on) {
        add(out, f->move.codes, sizeof f->move.codes);
        add(out, f->move.kings, sizeof f->move.kings);
    }
    if (f->material.on)
        add(out, f->material.count, sizeof f->material.count);
    if (f->has_pattern)
        add(out, f->pattern, sizeof f->pattern);
}

void store_filter_key(const store_filter *f, tby_buf *out)
{
    add_headers(out, f);
    add_moves(out, f);
}
