/* filter.c - conditions as SQL; what store/query/compiled_filter.c says of
 * columns is said here of the same columns. */
#include "store/clickhouse/int.h"

#include "core/game/players.h"
#include "store/query/compiled_filter.h"

#include <stdlib.h>

/* A condition that is being put together. */
typedef struct where {
    store_cluster *cluster;
    tby_buf *out;
    bool visits; /* so far the columns of visits are enough */
} where;

static void put(where *w, const char *text, uint64_t a, const char *more,
                uint64_t b)
{
    tby_buf_cstr(w->out, text);
    tby_buf_u64(w->out, a);
    tby_buf_cstr(w->out, more);
    tby_buf_u64(w->out, b);
}

static void put_range(where *w, const char *column, store_range r, bool unknown)
{
    uint32_t min = unknown && !r.min ? 1 : r.min;

    if (!r.on)
        return;
    tby_buf_join(w->out, " AND ", column);
    put(w, " BETWEEN ", min, " AND ", r.max);
}

static void put_average(where *w, store_range r)
{
    if (r.on)
        put(w,
            " AND white_elo != 0 AND black_elo != 0 AND white_elo + black_elo "
            "BETWEEN ",
            (uint32_t)(2 * r.min), " AND ", (uint32_t)(2 * r.max));
}

/* A day or month that is not known may be any. */
static void put_date(where *w, store_range r)
{
    if (!r.on)
        return;
    put(w,
        " AND date >= 512 AND if(bitAnd(date, 480) = 0, "
        "bitOr(bitAnd(date, 4294966784), 33), "
        "if(bitAnd(date, 31) = 0, date + 1, date)) >= ",
        r.min,
        " AND if(bitAnd(date, 480) = 0, bitOr(bitAnd(date, 4294966784), 415), "
        "if(bitAnd(date, 31) = 0, bitOr(date, 31), date)) <= ",
        r.max);
}

/* "column IN (1, 5)"; no number: nothing fits. */
static void put_numbers(where *w, const uint64_t *bits, size_t words)
{
    size_t n = 0;

    for (size_t i = 0; i < 64 * words; i++)
        if (bits[i / 64] >> i % 64 & 1) {
            tby_buf_cstr(w->out, n++ ? ", " : " IN (");
            tby_buf_u64(w->out, i);
        }
    tby_buf_cstr(w->out, n ? ")" : " IN (4294967295)");
}

static void put_bits(where *w, const char *column, uint64_t bits)
{
    if (!bits)
        return;
    tby_buf_join(w->out, " AND ", column);
    put_numbers(w, &bits, 1);
}

/* --- names ----------------------------------------------------------------*/

tby_rc tby__ch_match(store_cluster *c, tby_str wanted, bool all, uint32_t **ids,
                     size_t *n)
{
    const ch_names *names = &c->names[CH_PLAYERS];
    bool begun = wanted.n && wanted.p[wanted.n - 1] == '*';
    tby_player_fit best = TBY_PLAYER_NO;
    tby_player_wanted judge;
    size_t cap = 0;

    *ids = NULL;
    *n = 0;
    tby_player_want(&judge, wanted);
    for (uint32_t i = 0; i < names->n; i++) {
        tby_str name = names->at[i];
        tby_player_fit fit = tby__name_fits(name, wanted) ? TBY_PLAYER_SAME
                             : begun                      ? TBY_PLAYER_NO
                                     : tby_player_judge(&judge, name);
        if (fit == TBY_PLAYER_NO || (!all && fit < best))
            continue;
        if (!all && fit > best)
            *n = 0;
        best = fit > best ? fit : best;
        if (TBY_GROW(NULL, *ids, cap, *n + 1) != TBY_OK) {
            free(*ids);
            *ids = NULL;
            return TBY_E_NOMEM;
        }
        (*ids)[(*n)++] = i + 1;
    }
    return TBY_OK;
}

enum { MANY = 1 << 20 }; /* more names are not put into a question */

static tby_rc put_ids(where *w, const uint32_t *ids, size_t n)
{
    if (n > MANY)
        return tby__store_fail(&w->cluster->base, TBY_E_STORE_LACKS,
                               "more than a million names fit; a cluster wants "
                               "a name that says more");
    tby_buf_cstr(w->out, "(4294967295"); /* nobody */
    for (size_t i = 0; i < n; i++) {
        tby_buf_cstr(w->out, ", ");
        tby_buf_u64(w->out, ids[i]);
    }
    tby_buf_char(w->out, ')');
    return TBY_OK;
}

static tby_rc put_player(where *w, tby_str wanted, store_side as)
{
    uint32_t *ids;
    size_t n;

    if (!wanted.p)
        return TBY_OK;
    w->visits = false;
    TBY_TRY(tby__ch_match(w->cluster, wanted, false, &ids, &n));
    tby_buf_cstr(w->out, " AND id IN (SELECT game FROM players_local WHERE "
                         "player IN ");
    tby_rc rc = put_ids(w, ids, n);
    if (as != STORE_EITHER)
        tby_buf_cstr(w->out,
                     as == STORE_AS_WHITE ? " AND side = 0" : " AND side = 1");
    tby_buf_add(w->out, tby_buf_str(&w->cluster->only));
    tby_buf_char(w->out, ')');
    free(ids);
    return rc;
}

static tby_rc put_words(where *w, ch_kind kind, const char *column,
                        tby_str wanted)
{
    const ch_names *names = &w->cluster->names[kind];
    uint32_t *ids;
    size_t n = 0;

    if (!wanted.p)
        return TBY_OK;
    w->visits = false;
    ids = malloc((names->n + 1) * sizeof *ids);
    if (!ids)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < names->n; i++)
        if (tby__text_has(names->at[i], wanted))
            ids[n++] = i + 1;
    tby_buf_join(w->out, " AND ", column, " IN ");
    tby_rc rc = put_ids(w, ids, n);
    free(ids);
    return rc;
}

/* --- positions and moves --------------------------------------------------*/

static void put_visited(where *w, uint64_t key)
{
    tby_buf_cstr(w->out,
                 " AND id IN (SELECT game FROM visits_local WHERE key = ");
    tby_buf_u64(w->out, key);
    tby_buf_add(w->out, tby_buf_str(&w->cluster->only));
    tby_buf_char(w->out, ')');
    w->visits = false;
}

/* The codes with their facts, which follow from the moves. */
static void put_prefix(where *w, const store_filter *f)
{
    static const char digits[] = "0123456789abcdef";
    tby_pos pos = tby_pos_start(), last = pos;

    if (!f->has_prefix)
        return;
    w->visits = false;
    tby_buf_cstr(w->out, " AND bitAnd(flags, 1) = 0");
    if (!f->prefix_n)
        return;
    tby_buf_cstr(w->out, " AND startsWith(moves, unhex('");
    for (uint32_t i = 0; i < f->prefix_n; i++) {
        tby_move move = tby__code_move(&pos, f->prefix[i]);
        store_code code = tby__code_of(&pos, move);
        tby_buf_char(w->out, digits[code >> 4 & 15]);
        tby_buf_char(w->out, digits[code & 15]);
        tby_buf_char(w->out, digits[code >> 12]);
        tby_buf_char(w->out, digits[code >> 8 & 15]);
        last = pos;
        tby_pos_play(&pos, move);
    }
    tby_buf_cstr(w->out, "'))");
    /* Whoever begins so comes to the last position but one; where that is met
     * twice, another move may have been played at the first visit. */
    put_visited(w, last.key);
}

/* --- all of it ------------------------------------------------------------*/

static tby_rc put_all(where *w, const store_filter *f)
{
    if (f->material.on || f->has_pattern || f->move.on)
        return tby__store_fail(
            &w->cluster->base, TBY_E_STORE_LACKS,
            "a cluster does not look at the moves of all its "
            "games: ask without the move, material or pattern, "
            "or a database in a file");
    put_range(w, "white_elo", f->elo, true);
    put_range(w, "black_elo", f->elo, true);
    put_average(w, f->elo_average);
    put_date(w, f->date);
    put_bits(w, "result", f->results);
    if (f->plies.on || f->classes || f->endings || f->has_eco)
        w->visits = false;
    put_range(w, "plies", f->plies, false);
    put_bits(w, "time_class", f->classes);
    put_bits(w, "category", f->endings);
    if (f->has_eco) {
        tby_buf_cstr(w->out, " AND eco");
        put_numbers(w, f->eco, 8);
    }
    TBY_TRY(put_player(w, f->player, f->as));
    TBY_TRY(put_player(w, f->against, store_other_side(f->as)));
    TBY_TRY(put_player(w, f->white, STORE_AS_WHITE));
    TBY_TRY(put_player(w, f->black, STORE_AS_BLACK));
    TBY_TRY(put_words(w, CH_EVENTS, "event", f->event));
    TBY_TRY(put_words(w, CH_OPENINGS, "opening", f->opening));
    put_prefix(w, f);
    if (f->has_position)
        put_visited(w, f->position.key);
    return TBY_OK;
}

/* What somebody has played, won or lost with one colour. */
static tby_rc put_colour(where *w, const store_filter *f, store_side as)
{
    const unsigned wins =
        as == STORE_AS_WHITE ? TBY_RESULT_WHITE : TBY_RESULT_BLACK;
    const unsigned losses =
        as == STORE_AS_WHITE ? TBY_RESULT_BLACK : TBY_RESULT_WHITE;
    store_filter one = *f;

    one.as = as;
    one.results |= (uint32_t)f->won << wins;
    one.results |= (uint32_t)f->lost << losses;
    return put_all(w, &one);
}

tby_rc tby__ch_where(store_cluster *c, const store_filter *f, tby_buf *out,
                     bool *visits)
{
    where w = {.cluster = c, .out = out, .visits = true};
    tby_rc rc;

    if (f->player.p || f->against.p || f->white.p || f->black.p || f->event.p ||
        f->opening.p)
        TBY_TRY(tby__ch_names(c));
    if (!f->won && !f->lost && !(f->player.p && f->against.p)) {
        rc = put_all(&w, f);
    } else if (!f->player.p) {
        rc = put_colour(&w, f, f->white.p ? STORE_AS_WHITE : STORE_AS_BLACK);
    } else if (f->as != STORE_EITHER) {
        rc = put_colour(&w, f, f->as);
    } else {
        tby_buf_cstr(out, " AND ((1");
        rc = put_colour(&w, f, STORE_AS_WHITE);
        tby_buf_cstr(out, ") OR (1");
        if (rc == TBY_OK)
            rc = put_colour(&w, f, STORE_AS_BLACK);
        tby_buf_cstr(out, "))");
    }
    *visits = w.visits;
    return rc == TBY_OK ? out->rc : rc;
}

/* Whole months, and mean ratings in steps of a hundred. */
bool tby__ch_where_sums(const store_filter *f, tby_buf *out)
{
    store_filter rest = *f;
    store_range date = f->date, mean = f->elo_average;

    rest.date.on = rest.elo_average.on = false;
    if (!tby__filter_empty(&rest))
        return false;
    if (mean.on) {
        /* 2600 and more: whole bands.  2600 to 2799 ends within one, since
         * twice 2799 leaves out 5599. */
        if (mean.min % 100 || mean.min < 100 ||
            (uint32_t)(2 * mean.max) < 20000)
            return false;
        tby_buf_cstr(out, " AND band >= ");
        tby_buf_u64(out, 1 + mean.min / 100);
    }
    if (date.on) {
        uint32_t from = (date.min >> 9) * 13 + (date.min >> 5 & 15);
        uint32_t to = (date.max >> 9) * 13 + (date.max >> 5 & 15);
        if ((date.min & 31) > 1 || (date.max & 31) != 31 ||
            !(date.min >> 5 & 15) || !(date.max >> 5 & 15))
            return false;
        /* A year alone fits if all of it lies inside. */
        tby_buf_cstr(out, " AND month >= 13 AND if(month % 13 = 0, month + 1, "
                          "month) >= ");
        tby_buf_u64(out, from);
        tby_buf_cstr(out, " AND if(month % 13 = 0, month + 12, month) <= ");
        tby_buf_u64(out, to);
    }
    return true;
}
