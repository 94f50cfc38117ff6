/* learn_store.c - games as rows of candidates, in bounded memory. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "work/games/int.h"
#include "work/openings/learn_int.h"

#include <string.h>

enum {
    WORDS_MOST = 16 << 20, /* 64 MB */
    HEAD = 3               /* hash, code and answer, first and number */
};

void tby__learn_store_free(learn_store *s)
{
    games_free(s->words, s->cap * sizeof *s->words);
    *s = (learn_store){.words = NULL};
}

static bool stays(const learn_store *s, uint32_t hash)
{
    return (hash & (((uint32_t)1 << s->thin) - 1)) == 0;
}

static size_t length_at(const learn_store *s, size_t at)
{
    TBY_ASSERT(at < s->n);
    return HEAD + (s->words[at + 2] & 0xffff);
}

static tby_rc make_room(learn_store *s)
{
    if (s->cap >= WORDS_MOST) {
        /* half of the games, chosen by their hash, go */
        size_t n = 0;

        s->thin++;
        for (size_t at = 0; at < s->n;) {
            size_t length = length_at(s, at);
            if (stays(s, s->words[at])) {
                memmove(s->words + n, s->words + at, length * sizeof *s->words);
                n += length;
            }
            at += length;
        }
        s->n = n;
        return TBY_OK;
    }
    return tby_grow(NULL, (void **)&s->words, &s->cap,
                    s->cap ? 2 * s->cap : 1 << 12, sizeof *s->words);
}

tby_rc tby__learn_store_add(learn_store *s, const learn_game *g, uint32_t hash)
{
    TBY_ASSERT(g->code < LEARN_NO_CODE && g->answer <= LEARN_NO_CODE);
    while (stays(s, hash) && HEAD + (size_t)g->n > s->cap - s->n) {
        TBY_TRY(make_room(s));
    }
    if (!stays(s, hash))
        return TBY_OK;
    uint32_t *to = s->words + s->n;
    to[0] = hash;
    to[1] = (uint32_t)g->code << 16 | g->answer;
    to[2] = (uint32_t)g->first << 16 | g->n;
    memcpy(to + HEAD, g->at, g->n * sizeof *to);
    s->n += HEAD + (size_t)g->n;
    return TBY_OK;
}

bool tby__learn_store_next(const learn_store *s, size_t *at, learn_game *g)
{
    TBY_ASSERT(*at <= s->n);
    if (*at >= s->n)
        return false;
    const uint32_t *from = s->words + *at;
    *g = (learn_game){.code = (uint16_t)(from[1] >> 16),
                      .answer = (uint16_t)from[1],
                      .first = (uint16_t)(from[2] >> 16),
                      .n = (uint16_t)from[2],
                      .at = from + HEAD};
    *at += length_at(s, *at);
    return true;
}

void tby__learn_store_answer(learn_store *s, size_t at, uint16_t answer)
{
    TBY_ASSERT(at < s->n && answer <= LEARN_NO_CODE);
    s->words[at + 1] = (s->words[at + 1] & 0xffff0000u) | answer;
}
