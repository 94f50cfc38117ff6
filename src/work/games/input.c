/* input.c - the bytes of a file on their way into blocks: made UTF-8 if
 * they are not (UTF-16, as Windows programs save it), and at the beginning as
 * many as tell the format. */
#include "core/base/assert.h"
#include "work/games/int.h"

#include "work/games/kind.h"

#include <string.h>

bool tby__games_wide_is(const char *p, size_t n, games_wide *out)
{
    *out = (games_wide){.on = false};
    if (n < 4)
        return false;
    bool little = p[0] == '\xff' && p[1] == '\xfe';
    bool big = p[0] == '\xfe' && p[1] == '\xff';
    if (!little && !big) { /* ASCII, and no mark before it */
        little = p[0] && !p[1] && p[2] && !p[3];
        big = !p[0] && p[1] && !p[2] && p[3];
    }
    *out = (games_wide){.on = little || big, .big = big};
    return out->on;
}

static size_t put(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)((0xF00u >> n & 0xFF) | point);
    return n;
}

/* One unit: half of a pair waits for the other, alone it is no character. */
static size_t put_unit(games_wide *w, char *to, uint32_t unit)
{
    enum { NONE = 0xFFFD };
    bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    uint32_t high = w->high;
    size_t n = 0;

    w->high = 0;
    if (high && low)
        return put(to, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
    if (high)
        n = put(to, NONE);
    if (unit >= 0xD800 && unit < 0xDC00)
        w->high = (uint16_t)unit;
    else
        n += put(to + n, low ? NONE : unit);
    return n;
}

size_t tby__games_wide_read(games_wide *w, const uint8_t *from, size_t n,
                            char *to)
{
    size_t out = 0;

    TBY_ASSERT(w->on);
    for (size_t i = 0; i < n; i++) {
        if (w->odd)
            out += put_unit(w, to + out,
                            w->big ? (uint32_t)w->byte << 8 | from[i]
                                   : (uint32_t)from[i] << 8 | w->byte);
        w->byte = from[i];
        w->odd = !w->odd;
    }
    return out;
}

enum { HEAD_FIRST = 259 }; /* bytes that tell the format of most files */

tby_rc tby__games_reserve(games_block *b, size_t cap)
{
    TBY_ASSERT(b->n <= b->cap);
    if (cap <= b->cap)
        return TBY_OK;
    char *p = games_resize(b->p, b->cap, cap);
    if (!p)
        return TBY_E_NOMEM;
    b->p = p;
    b->cap = cap;
    return TBY_OK;
}

/* Reads some bytes into a block, in which there is room for more. */
static size_t read_some(games_input *in, char *to, size_t room)
{
    uint8_t bytes[1 << 14];
    size_t n = 0;

    if (!in->wide.on) {
        in->end = tby_source_read(in->source, to, room, &n);
        return n;
    }
    room = room / 3 + 1;
    room = room < sizeof bytes ? room : sizeof bytes;
    in->end = tby_source_read(in->source, bytes, room, &n);
    return tby__games_wide_read(&in->wide, bytes, n, to);
}

tby_rc tby__games_input_fill(games_input *in, games_block *b, size_t wanted)
{
    tby_rc rc = tby__games_reserve(b, wanted + GAMES_WIDEST);

    TBY_ASSERT(b->n <= b->cap);
    while (rc == TBY_OK && b->n < wanted && in->end == TBY_OK) {
        size_t got = read_some(in, b->p + b->n, wanted - b->n);
        b->n += got;
        in->bytes += got;
    }
    tby_source_progress(in->source, &b->done, &in->total);
    return rc == TBY_OK && in->end == TBY_E_NOMEM ? TBY_E_NOMEM : rc;
}

/* Begins a file with the bytes that tell whether it is UTF-16. */
static tby_rc begin_text(games_input *in, games_block *b)
{
    uint8_t bytes[4];

    in->wide.on = false;
    tby_rc rc = tby__games_input_fill(in, b, sizeof bytes);
    if (rc != TBY_OK || !tby__games_wide_is(b->p, b->n, &in->wide))
        return rc;
    memcpy(bytes, b->p, sizeof bytes);
    in->bytes -= b->n;
    b->n = tby__games_wide_read(&in->wide, bytes, sizeof bytes, b->p);
    in->bytes += b->n;
    return TBY_OK;
}

/* A file that is none of games ends before its first byte. */
static void refuse(games_input *in, games_block *b, tby_rc rc, const char *why)
{
    in->end = rc;
    in->why = why;
    b->n = 0;
}

/* What tells the format depends on the file alone and not on the size of
 * blocks. */
tby_rc tby__games_input_begin(games_input *in, games_block *b, size_t wanted,
                              tby_games_format *format, uint64_t *offset)
{
    tby_rc rc = begin_text(in, b), found = TBY_OK;

    if (wanted < HEAD_FIRST)
        wanted = HEAD_FIRST;
    if (rc == TBY_OK)
        rc = tby__games_input_fill(in, b, wanted);
    *offset = 0;
    if (b->n >= 3 && memcmp(b->p, "\xef\xbb\xbf", 3) == 0) {
        b->n -= 3; /* a byte order mark is taken off */
        memmove(b->p, b->p + 3, b->n);
        *offset = 3;
    }
    *format = TBY_GAMES_PGN;
    in->why = tby_kind_refusal(TBY_WANT_GAMES, (tby_str){b->p, b->n});
    if (rc == TBY_OK && in->why)
        refuse(in, b, TBY_E_FILE_KIND, in->why);
    while (rc == TBY_OK && !in->why) {
        bool all = b->n <= GAMES_HEAD && in->end == TBY_DONE;
        bool enough = b->n >= GAMES_HEAD || in->end != TBY_OK;
        tby_str head = {b->p, b->n < GAMES_HEAD ? b->n : GAMES_HEAD};
        bool known = tby__games_recognise(head, enough, format);
        found = known && *format == TBY_GAMES_PGN ? tby__games_find(head, all)
                                                  : TBY_OK;
        if (known && tby_kind_is_binary(head) &&
            (found == TBY_E_NO_GAME || (found == TBY_E_MORE && enough)))
            refuse(in, b, TBY_E_FILE_KIND,
                   "This is no text, and no format of games that tabiya "
                   "knows.");
        else if (found == TBY_E_NO_GAME)
            refuse(in, b, found, tby_rc_text(found));
        else if (known && (found == TBY_OK || enough))
            break;
        else {
            wanted *= 2;
            rc = tby__games_input_fill(in, b, wanted);
        }
    }
    return rc;
}
