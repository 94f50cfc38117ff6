/* gamebin_head.c - the bytes before the moves. */
#include "core/base/utf8.h"
#include "core/game/gamebin_int.h"

#include <string.h>

/* The bytes of a game that are not read yet. */
struct input {
    tby_str in;
    size_t at;
};

/* The next n bytes, NULL if there are fewer. */
static const char *take(struct input *s, size_t n)
{
    if (s->in.n - s->at < n)
        return NULL;
    s->at += n;
    return s->in.p + (s->at - n);
}

static uint16_t u16(const char *p)
{
    return (uint16_t)((unsigned char)p[0] | (unsigned char)p[1] << 8);
}

/* What is there must be a beginning of one of the two. */
static tby_rc read_magic(struct input *s)
{
    static const char magic[2][5] = {"\xF5"
                                     "CD1",
                                     "PGN1"};
    size_t n = s->in.n < 4 ? s->in.n : 4;

    if (n == 0)
        return TBY_E_MORE;
    if (memcmp(s->in.p, magic[0], n) != 0 && memcmp(s->in.p, magic[1], n) != 0)
        return TBY_E_CDB_MAGIC;
    return take(s, 4) ? TBY_OK : TBY_E_MORE;
}

static tby_rc read_names(struct input *s, struct gamebin_head *h, size_t *at)
{
    const char *p = take(s, 4);
    tby_str *name[2] = {&h->white, &h->black};
    tby_err err = {TBY_OK, 0};

    if (!p)
        return TBY_E_MORE;
    h->white.n = u16(p);
    h->black.n = u16(p + 2);
    for (int i = 0; i < 2; i++) {
        size_t begin = s->at;
        name[i]->p = take(s, name[i]->n);
        if (!name[i]->p)
            return TBY_E_MORE;
        if (tby_utf8_validate(*name[i], &err) != TBY_OK) {
            *at = begin + err.at;
            return TBY_E_CDB_FIELD;
        }
    }
    return TBY_OK;
}

/* Date to plies: the 28 bytes behind the names. */
static tby_rc read_fixed(struct input *s, struct gamebin_head *h, size_t *at)
{
    static const tby_result results[4] = {TBY_RESULT_WHITE, TBY_RESULT_BLACK,
                                          TBY_RESULT_DRAW, TBY_RESULT_NONE};
    size_t begin = s->at;

    for (*at = begin; *at < begin + GAMEBIN_DATE; (*at)++) {
        if (*at >= s->in.n)
            return TBY_E_MORE;
        if (!gamebin_is_digit(s->in.p[*at]))
            return TBY_E_CDB_FIELD;
    }
    const char *p = take(s, GAMEBIN_FIXED - 8);
    if (!p)
        return TBY_E_MORE;
    memcpy(h->date, p, GAMEBIN_DATE);
    h->elo[0] = u16(p + 14);
    h->elo[1] = u16(p + 16);
    memcpy(h->eco, p + 18, 3);
    h->base = u16(p + 21);
    h->increment = u16(p + 23);
    unsigned status = (unsigned char)p[25];
    h->evals = status & 1 << 6;
    h->clocks = status & 1 << 5;
    h->result = results[status >> 3 & 3];
    h->reason = status & 7;
    h->plies = u16(p + 26);
    *at = begin + 18;
    if (!gamebin_is_eco(h->eco) && memcmp(h->eco, "???", 3) != 0)
        return TBY_E_CDB_FIELD;
    *at = begin + 25;
    bool columns = h->evals || h->clocks;
    if (status >> 7 || h->reason >= GAMEBIN_REASONS || (columns && !h->plies))
        return TBY_E_CDB_FIELD;
    return TBY_OK;
}

tby_rc tby_gamebin_head_read(tby_str bytes, struct gamebin_head *out,
                             size_t *at)
{
    struct input s = {bytes, 0};
    struct gamebin_head h = {0};
    tby_rc rc = read_magic(&s);

    *at = 0;
    if (rc == TBY_OK)
        rc = read_names(&s, &h, at);
    if (rc == TBY_OK)
        rc = read_fixed(&s, &h, at);
    if (rc == TBY_OK)
        *out = h;
    return rc;
}
