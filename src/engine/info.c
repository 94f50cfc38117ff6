#include "engine/uci.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "tabiya/uci.h"

enum {
    CP_MOST = 1000000,
    MATE_MOST = 10000,
};

static const uint64_t COUNT_MOST = UINT64_MAX / 2;

typedef struct reader {
    const tby_pos *pos;
    tby_str rest;
    tby_engine_info info;
} reader;

static bool next_number(reader *r, uint64_t min, uint64_t max, uint64_t *out)
{
    tby_str word;

    return tby_str_word(&r->rest, &word) &&
           tby_num_u64(word, min, max, out, NULL) == TBY_OK;
}

static bool next_unsigned(reader *r, unsigned min, unsigned max, unsigned *out)
{
    uint64_t value;

    if (!next_number(r, min, max, &value))
        return false;
    *out = (unsigned)value;
    return true;
}

/* `mate 0` is said of a side that is mated already. */
static tby_eval mate_of(tby_color turn, int64_t moves)
{
    if (moves > 0)
        return tby_eval_from_mate(turn, (uint32_t)moves);
    return tby_eval_from_mate(!turn, (uint32_t)-moves);
}

/* What stands after a key; words that are no key are passed over, which is
 * how keys of other engines are. */
static bool read_key(reader *r, tby_str key)
{
    tby_engine_info *info = &r->info;

    if (tby_str_is(key, "depth"))
        return next_unsigned(r, 0, TBY_ENGINE_DEPTH, &info->depth);
    if (tby_str_is(key, "seldepth"))
        return next_unsigned(r, 0, TBY_ENGINE_DEPTH, &info->seldepth);
    if (tby_str_is(key, "multipv"))
        return next_unsigned(r, 1, TBY_ENGINE_LINES, &info->line);
    if (tby_str_is(key, "nodes"))
        return next_number(r, 0, COUNT_MOST, &info->nodes);
    if (tby_str_is(key, "nps"))
        return next_number(r, 0, COUNT_MOST, &info->nodes_per_second);
    if (tby_str_is(key, "time"))
        return next_number(r, 0, COUNT_MOST, &info->ms);
    if (tby_str_is(key, "score")) {
        /* `cp 35`, `mate -3`; the engine speaks for the side to move. */
        tby_color turn = r->pos->turn;
        tby_str kind, word;
        int64_t value;

        if (!tby_str_word(&r->rest, &kind) || !tby_str_word(&r->rest, &word))
            return false;
        bool mate = tby_str_is(kind, "mate");
        if (!mate && !tby_str_is(kind, "cp"))
            return false;
        int64_t most = mate ? MATE_MOST : CP_MOST;
        if (tby_num_i64(word, -most, most, &value, NULL) != TBY_OK)
            return false;
        r->info.exact = true;
        r->info.eval = mate ? mate_of(turn, value)
                            : tby_eval_from_cp((
                                  int32_t)(turn == TBY_WHITE ? value : -value));
        return true;
    }
    if (tby_str_is(key, "wdl")) {
        /* For the side to move; what does not add up is passed over. */
        unsigned n[3];

        for (int i = 0; i < 3; i++)
            if (!next_unsigned(r, 0, 1000, &n[i]))
                return false;
        info->has_wdl = n[0] + n[1] + n[2] == 1000;
        bool white = r->pos->turn == TBY_WHITE;
        info->wdl[0] = (uint16_t)n[white ? 0 : 2];
        info->wdl[1] = (uint16_t)n[1];
        info->wdl[2] = (uint16_t)n[white ? 2 : 0];
        return true;
    }
    if (tby_str_is(key, "pv")) {
        /* Takes moves as long as they are legal; false if the first is not.  No
         * move at all is no lie. */
        tby_pos pos = *r->pos;
        tby_str rest = r->rest, word;
        tby_move m;

        info->n = 0;
        while (info->n < TBY_ENGINE_PV && tby_str_word(&rest, &word)) {
            if (tby_uci_parse(&pos, word, &m, NULL) != TBY_OK ||
                m == TBY_MOVE_NULL)
                return info->n > 0;
            tby_pos_play(&pos, m);
            info->pv[info->n++] = m;
            r->rest = rest;
        }
        return true;
    }
    if (tby_str_is(key, "lowerbound") || tby_str_is(key, "upperbound"))
        info->exact = false;
    else if (tby_str_is(key, "string"))
        r->rest.n = 0; /* the rest is prose */
    return true;
}

bool tby_engine_info_parse(const tby_pos *p, tby_str line, tby_engine_info *out)
{
    reader r = {.pos = p, .rest = line, .info.line = 1};
    tby_str word;

    if (!tby_str_word(&r.rest, &word) || !tby_str_is(word, "info"))
        return false;
    while (tby_str_word(&r.rest, &word)) {
        if (!read_key(&r, word))
            return false;
    }
    *out = r.info;
    return true;
}
