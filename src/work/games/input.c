/* input.c - the bytes of a file on their way into blocks: made UTF-8 if
 * they are not, and at the beginning as many as tell the format. */
#include "work/games/int.h"
#include "work/games/kind.h"

#include <string.h>

enum { HEAD_FIRST = 259 }; /* bytes that tell the format of most files */

tby_rc games_reserve(games_block *b, size_t cap)
{
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
    return games_wide_read(&in->wide, bytes, n, to);
}

tby_rc games_input_fill(games_input *in, games_block *b, size_t wanted)
{
    tby_rc rc = games_reserve(b, wanted + GAMES_WIDEST);

    while (rc == TBY_OK && b->n < wanted && in->end == TBY_OK) {
        size_t got = read_some(in, b->p + b->n, wanted - b->n);
        b->n += got;
        in->bytes += got;
    }
    tby_source_progress(in->source, &b->done, &in->total);
    return rc == TBY_OK && in->end == TBY_E_NOMEM ? TBY_E_NOMEM : rc;
}

/* Takes a byte order mark off; how many bytes it had. */
static size_t pass_mark(games_block *b)
{
    if (b->n < 3 || memcmp(b->p, "\xef\xbb\xbf", 3) != 0)
        return 0;
    memmove(b->p, b->p + 3, b->n - 3);
    b->n -= 3;
    return 3;
}

/* Begins a file with the bytes that tell whether it is UTF-16. */
static tby_rc begin_text(games_input *in, games_block *b)
{
    uint8_t bytes[4];

    in->wide.on = false;
    tby_rc rc = games_input_fill(in, b, sizeof bytes);
    if (rc != TBY_OK || !games_wide_is(b->p, b->n, &in->wide))
        return rc;
    memcpy(bytes, b->p, sizeof bytes);
    in->bytes -= b->n;
    b->n = games_wide_read(&in->wide, bytes, sizeof bytes, b->p);
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
tby_rc games_input_begin(games_input *in, games_block *b, size_t wanted,
                         tby_games_format *format, uint64_t *offset)
{
    tby_rc rc = begin_text(in, b), found = TBY_OK;

    if (wanted < HEAD_FIRST)
        wanted = HEAD_FIRST;
    if (rc == TBY_OK)
        rc = games_input_fill(in, b, wanted);
    *offset = pass_mark(b);
    *format = TBY_GAMES_PGN;
    in->why = tby_kind_refusal(TBY_WANT_GAMES, (tby_str){b->p, b->n});
    if (rc == TBY_OK && in->why)
        refuse(in, b, TBY_E_FILE_KIND, in->why);
    while (rc == TBY_OK && !in->why) {
        bool all = b->n <= GAMES_HEAD && in->end == TBY_DONE;
        bool enough = b->n >= GAMES_HEAD || in->end != TBY_OK;
        tby_str head = {b->p, b->n < GAMES_HEAD ? b->n : GAMES_HEAD};
        bool known = games_recognise(head, enough, format);

        found =
            known && *format == TBY_GAMES_PGN ? games_find(head, all) : TBY_OK;
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
            rc = games_input_fill(in, b, wanted);
        }
    }
    return rc;
}
