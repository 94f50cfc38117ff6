/* games.c - games put together, and taken apart again: whatever is stored
 * of a game must come out as it is. */
#include "store/check/check.h"

#include "core/base/str.h"

#include <string.h>

/* Columns that are not made from the game alone: what the book has filled in
 * where the game has no code and no name, and the numbers of names.  Codes that
 * are divided further were none once. */
static bool is_given(const tby_game *g, unsigned column)
{
    if (column == STORE_ECO)
        return tby_game_tag(g, "ECO").n != 3 ||
               !store_eco(tby_game_tag(g, "ECO"));
    if (column == STORE_OPENING)
        return !tby_game_tag(g, "Opening").p;
    return false;
}

static bool same_columns(const tby_game *g, const store_packed *a,
                         const store_packed *b)
{
    for (unsigned i = STORE_NAMES; i < STORE_COLUMNS; i++)
        if (a->column[i] != b->column[i] && !is_given(g, i))
            return false;
    for (unsigned i = 0; i < STORE_NAMES; i++) {
        bool same = (a->names[i].p == NULL) == (b->names[i].p == NULL) &&
                    tby_str_equal(a->names[i], b->names[i]);
        if (!same && !is_given(g, i))
            return false;
    }
    return true;
}

static bool same_moves(const store_packed *a, const store_packed *b)
{
    uint32_t plies = a->column[STORE_PLIES];

    return plies == b->column[STORE_PLIES] &&
           (!plies ||
            memcmp(a->codes, b->codes, plies * sizeof *a->codes) == 0) &&
           tby_str_equal(a->extra, b->extra);
}

/* Players may be kept under other names than the game spells. */
typedef struct kept {
    const tby_game *game;
    const store_packed *stored;
} kept;

static tby_str kept_name(void *ctx, tby_str spelling)
{
    const kept *k = ctx;
    tby_str white = tby_str_trim(tby_game_tag(k->game, "White"));
    bool is_white = white.p && tby_str_equal(white, spelling);

    return k->stored->names[is_white ? STORE_WHITE : STORE_BLACK];
}

static tby_rc check_game(store_check *c, uint32_t id)
{
    store_packed stored, again;
    kept k = {&c->game, &stored};
    tby_rc got = store_file_packed(c->f, id, &stored);

    store_packer_rename(c->packer, kept_name, &k);
    if (got == TBY_OK)
        got = store_unpack(&stored, &c->game);
    if (got == TBY_OK)
        got = store_pack(c->packer, &c->game, &again);
    if (got == TBY_DONE || got == TBY_E_STORE_DAMAGED ||
        got == TBY_E_STORE_FIT) {
        store_check_tell(c, "games", id, id, "Game %u cannot be put together.",
                         id);
        return TBY_OK;
    }
    if (got != TBY_OK)
        return got;
    if (!same_moves(&stored, &again))
        store_check_tell(c, "games", id, id,
                         "Game %u: what is stored of its moves is not what "
                         "they are.",
                         id);
    else if (!same_columns(&c->game, &stored, &again))
        store_check_tell(c, "games", id, id,
                         "Game %u: its columns are not those of its tags.", id);
    return TBY_OK;
}

/* SplitMix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A game, and if it is one of a sample its positions too; the index is compared
 * as a whole otherwise. */
static tby_rc check_one(store_check *c, uint32_t id, bool sample)
{
    uint64_t problems = c->out->problems;
    tby_rc rc = check_game(c, id);

    c->out->games++;
    if (rc == TBY_OK && sample && c->out->problems == problems &&
        id <= store_file_indexed(c->f))
        rc = store_check_positions(c, id);
    return rc;
}

tby_rc store_check_games(store_check *c)
{
    uint32_t stored = store_file_stored(c->f);
    bool sample = !c->job->all && c->job->sample < stored;
    uint32_t n = sample ? c->job->sample : stored;
    uint64_t random = c->job->seed;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
        uint32_t id = i + 1;
        if (sample) /* one of each stretch, so that blocks come in order */
            id = (uint32_t)((uint64_t)stored * i / n +
                            next_random(&random) %
                                ((uint64_t)stored * (i + 1) / n -
                                 (uint64_t)stored * i / n)) +
                 1;
        rc = check_one(c, id, !c->job->all);
        store_check_progress(c, i + 1, n);
    }
    return rc;
}
