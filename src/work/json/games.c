/* games.c - games, positions and players of a database as JSON. */
#include "work/json/answer.h"

#include <stdio.h>
#include <string.h>

/* --- texts ----------------------------------------------------------------*/

const char *tby_answer_date(uint32_t date, char buf[TBY_ANSWER_DATE])
{
    unsigned y = date >> 9, m = date >> 5 & 15, d = date & 31;
    char year[8] = "????", month[4] = "??", day[4] = "??";

    if (y)
        (void)snprintf(year, sizeof year, "%04u", y % 10000);
    if (m)
        (void)snprintf(month, sizeof month, "%02u", m);
    if (d)
        (void)snprintf(day, sizeof day, "%02u", d);
    (void)snprintf(buf, TBY_ANSWER_DATE, "%s.%s.%s", year, month, day);
    return buf;
}

const char *tby_answer_eco(uint32_t eco, char buf[TBY_ANSWER_ECO])
{
    if (eco)
        (void)snprintf(buf, TBY_ANSWER_ECO, "%c%02u",
                       'A' + (char)((eco - 1) / 100 % 26), (eco - 1) % 100);
    else
        memcpy(buf, "\?\?\?", 4);
    return buf;
}

const char *tby_answer_ended(uint32_t category)
{
    static const char *const ENDINGS[] = {
#define ENDING(symbol, number, name) [number] = (name),
        STORE_CATEGORY_MAP(ENDING)
#undef ENDING
    };

    return ENDINGS[category < STORE_CATEGORIES ? category : 0];
}

/* --- games ----------------------------------------------------------------*/

static void put_name(tby_jsonw *w, const char *key, tby_str name)
{
    tby_jsonw_key(w, key);
    if (name.p)
        tby_jsonw_str(w, name);
    else
        tby_jsonw_null(w);
}

/* A number of which 0 means that it is not known. */
static void put_known(tby_jsonw *w, const char *key, uint32_t n)
{
    tby_jsonw_key(w, key);
    if (n)
        tby_jsonw_u64(w, n);
    else
        tby_jsonw_null(w);
}

void tby_answer_score(tby_jsonw *w, const tby_score *score)
{
    tby_jsonw_put_u64(w, "games", score->games);
    tby_jsonw_put_u64(w, "white", score->white);
    tby_jsonw_put_u64(w, "draws", score->draws);
    tby_jsonw_put_u64(w, "black", score->black);
}

tby_rc tby_answer_row(tby_jsonw *w, tby_store *s, uint32_t id)
{
    char date[TBY_ANSWER_DATE], eco[TBY_ANSWER_ECO];
    tby_game_row r;
    tby_rc rc = tby_store_row(s, id, &r);

    if (rc != TBY_OK)
        return rc;
    tby_answer_date(r.column[STORE_DATE], date);
    tby_answer_eco(r.column[STORE_ECO], eco);
    tby_jsonw_put_u64(w, "id", id);
    put_name(w, "white", r.names[STORE_WHITE]);
    put_name(w, "black", r.names[STORE_BLACK]);
    put_known(w, "white_elo", r.column[STORE_WHITE_ELO]);
    put_known(w, "black_elo", r.column[STORE_BLACK_ELO]);
    tby_jsonw_put_cstr(w, "result",
                       tby_result_text((tby_result)r.column[STORE_RESULT]));
    tby_jsonw_put_cstr(w, "date", r.column[STORE_DATE] ? date : NULL);
    tby_jsonw_put_cstr(w, "eco", r.column[STORE_ECO] ? eco : NULL);
    put_name(w, "opening", r.names[STORE_OPENING]);
    put_name(w, "event", r.names[STORE_EVENT]);
    put_name(w, "site", r.names[STORE_SITE]);
    put_name(w, "round", r.names[STORE_ROUND]);
    tby_jsonw_put_u64(w, "plies", r.column[STORE_PLIES]);
    tby_jsonw_put_cstr(w, "ended", tby_answer_ended(r.column[STORE_CATEGORY]));
    return TBY_OK;
}

tby_rc tby_answer_rows(tby_jsonw *w, tby_store *s, const uint32_t *ids,
                       size_t n)
{
    tby_rc rc = TBY_OK;

    tby_jsonw_array(w);
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        tby_jsonw_object(w);
        rc = tby_answer_row(w, s, ids[i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    return rc;
}

/* --- a position -----------------------------------------------------------*/

static void put_rating(tby_jsonw *w, const char *key, double value)
{
    tby_jsonw_key(w, key);
    if (value > 0)
        tby_jsonw_double(w, value, 1);
    else
        tby_jsonw_null(w);
}

static void put_move(tby_jsonw *w, const tby_pos *pos,
                     const tby_position_move *m)
{
    char uci[TBY_UCI_MAX];

    tby_jsonw_object(w);
    if (m->move != TBY_MOVE_NONE) {
        tby_jsonw_put_cstr(w, "san", m->san);
        tby_uci_write(pos, m->move, TBY_UCI_ORTHODOX, uci);
        tby_jsonw_put_cstr(w, "uci", uci);
    }
    tby_answer_score(w, &m->score);
    put_rating(w, "elo", m->elo);
    put_rating(w, "performance", m->performance);
    put_known(w, "last_year", m->last);
    if (m->move != TBY_MOVE_NONE)
        tby_jsonw_put_u64(w, "reached", m->reached);
    tby_jsonw_object_end(w);
}

tby_rc tby_answer_position(tby_jsonw *w, tby_store *s, const tby_pos *pos,
                           const tby_position_answer *a)
{
    tby_rc rc;

    tby_answer_score(w, &a->score);
    tby_jsonw_put_u64(w, "waiting", a->waiting);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < a->moves_n; i++)
        put_move(w, pos, &a->moves[i]);
    tby_jsonw_array_end(w);
    tby_jsonw_key(w, "ended");
    put_move(w, pos, &a->ended);
    tby_jsonw_key(w, "top");
    rc = tby_answer_rows(w, s, a->top, a->top_n);
    if (rc != TBY_OK)
        return rc;
    tby_jsonw_key(w, "latest");
    return tby_answer_rows(w, s, a->latest, a->latest_n);
}

/* --- a player -------------------------------------------------------------*/

static void put_score(tby_jsonw *w, const char *key, const tby_score *score)
{
    tby_jsonw_key(w, key);
    tby_jsonw_object(w);
    tby_answer_score(w, score);
    tby_jsonw_object_end(w);
}

void tby_answer_player(tby_jsonw *w, const tby_player_row *r)
{
    tby_jsonw_put_u64(w, "id", r->id);
    tby_jsonw_put_cstr(w, "name", r->name);
    tby_jsonw_put_u64(w, "games", r->white.games + r->black.games);
    put_score(w, "as_white", &r->white);
    put_score(w, "as_black", &r->black);
    put_known(w, "highest_elo", r->elo);
    put_known(w, "first_year", r->first);
    put_known(w, "last_year", r->last);
}
