/* notes.c - what a number in a comment is from what came before it. */
#include "store/record/notes.h"

#include "core/base/str.h"
#include "store/record/varint.h"

/* What lichess writes; others define their own. */
static const tby_str READY[] = {{"[%clk \1]", 8}, {"[%eval \5] [%clk \1]", 18}};

void notes_begin(notes *n, uint32_t base, uint32_t increment)
{
    int32_t tenths =
        base && base < NOTE_MOST / 10 ? 10 * (int32_t)(base - 1) : 0;

    *n = (notes){.templates_n = sizeof READY / sizeof *READY,
                 .clock = {tenths, tenths}};
    for (uint32_t i = 0; i < n->templates_n; i++)
        n->templates[i] = READY[i];
    if (increment < NOTE_MOST / 10)
        n->increment = 10 * (int32_t)increment;
}

/* The clock of who has moved, as it would be without thinking. */
static int32_t full_clock(const notes *n, unsigned kind)
{
    int32_t tenths = n->clock[n->moved & 1] + n->increment;

    return kind == NOTE_CLOCK_TENTHS ? tenths : tenths / 10;
}

static void set_clock(notes *n, unsigned kind, int32_t value)
{
    n->clock[n->moved & 1] = kind == NOTE_CLOCK_TENTHS ? value : 10 * value;
}

void notes_put(notes *n, unsigned kind, note_value value, tby_buf *out)
{
    if (kind == NOTE_ELAPSED) {
        varint_put(out, (uint32_t)value.n);
    } else if (!note_is_eval(kind)) {
        varint_put(out, zigzag(full_clock(n, kind) - value.n));
        set_clock(n, kind, value.n);
    } else if (value.mate) {
        varint_put(out, 0);
        varint_put(out, zigzag(value.n));
    } else {
        varint_put(out, 1 + zigzag(value.n - n->eval));
        n->eval = value.n;
    }
}

static bool take_signed(tby_str *rest, int64_t *out)
{
    uint32_t code;

    if (!varint_take(rest, &code))
        return false;
    *out = unzigzag(code);
    return true;
}

static bool take_eval(notes *n, tby_str *rest, note_value *out)
{
    int64_t value = 0;
    uint32_t code;

    if (!varint_take(rest, &code))
        return false;
    out->mate = code == 0;
    if (out->mate && !take_signed(rest, &value))
        return false;
    if (!out->mate)
        value = (int64_t)n->eval + unzigzag(code - 1);
    if (value < -NOTE_MOST || value > NOTE_MOST)
        return false;
    out->n = (int32_t)value;
    if (!out->mate)
        n->eval = out->n;
    return true;
}

static bool take_time(notes *n, unsigned kind, tby_str *rest, note_value *out)
{
    int64_t most = kind == NOTE_CLOCK_TENTHS ? NOTE_MOST : NOTE_MOST / 10;
    int64_t value;
    uint32_t code;

    if (!varint_take(rest, &code))
        return false;
    value = kind == NOTE_ELAPSED
                ? (int64_t)code
                : (int64_t)full_clock(n, kind) - unzigzag(code);
    if (value < 0 || value > most)
        return false;
    *out = (note_value){(int32_t)value, false};
    if (kind != NOTE_ELAPSED)
        set_clock(n, kind, out->n);
    return true;
}

bool notes_take(notes *n, unsigned kind, tby_str *rest, note_value *out)
{
    return note_is_eval(kind) ? take_eval(n, rest, out)
                              : take_time(n, kind, rest, out);
}
