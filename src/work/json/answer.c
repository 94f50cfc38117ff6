/* answer.c - see answer.h: what the command line prints with --json and what
 * the server answers. */
#include "work/json/answer.h"
#include "core/base/assert.h"
#include "core/game/pgn/warnings.h"
#include "core/openings/lists/write.h"
#include "tabiya/key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void put_name(tby_jsonw *w, const char *key, tby_str name)
{
    if (tby_jsonw_known(w, key, name.p))
        tby_jsonw_str(w, name);
}

/* A number of which 0 means that it is not known. */
static void put_known(tby_jsonw *w, const char *key, uint32_t n)
{
    if (tby_jsonw_known(w, key, n))
        tby_jsonw_u64(w, n);
}

void tby_answer_score(tby_jsonw *w, const tby_score *score)
{
    tby_jsonw_put_u64(w, "games", score->games);
    tby_jsonw_put_u64(w, "white", score->white);
    tby_jsonw_put_u64(w, "draws", score->draws);
    tby_jsonw_put_u64(w, "black", score->black);
}

static tby_rc put_end(tby_jsonw *w, tby_store *s, tby_tables_source *tables,
                      uint64_t id)
{
    char men[TBY_TABLE_NAME_MAX];
    tby_tables_answer a;
    tby_pos last;
    tby_game game;

    tby_game_init(&game, NULL);
    tby_rc rc = tby_store_game(s, id, &game);
    if (rc == TBY_OK && tby_tables_source_end(tables, &game, &last, &a)) {
        tby_color winner = a.wdl > 0 ? last.turn : last.turn ^ 1;
        tby_table_name(&last, men);
        tby_jsonw_put_object(w, "ending");
        tby_jsonw_put_cstr(w, "men", men);
        tby_jsonw_put_cstr(w, "turn", last.turn ? "black" : "white");
        tby_jsonw_put_cstr(w, "winner",
                           a.wdl != TBY_WDL_WIN && a.wdl != TBY_WDL_LOSS ? NULL
                           : winner == TBY_WHITE ? "white"
                                                 : "black");
        tby_tables_json_values(w, &a);
        tby_jsonw_object_end(w);
    } else {
        tby_jsonw_put_cstr(w, "ending", NULL);
    }
    tby_game_free(&game);
    return rc;
}

tby_rc tby_answer_row(tby_jsonw *w, tby_store *s, tby_tables_source *tables,
                      uint64_t id)
{
    tby_game_row r;

    TBY_TRY(tby_store_row(s, id, &r));
    char name[TBY_GAME_NAME];
    if (tby_store_has_files(s))
        tby_jsonw_put_cstr(w, "id", tby_store_game_name(s, id, name));
    else
        tby_jsonw_put_u64(w, "id", id);
    put_name(w, "white", r.white);
    put_name(w, "black", r.black);
    put_known(w, "white_elo", r.white_elo);
    put_known(w, "black_elo", r.black_elo);
    tby_jsonw_put_cstr(w, "result", tby_result_text(r.result));
    tby_jsonw_put_cstr(w, "date", r.date[0] ? r.date : NULL);
    tby_jsonw_put_cstr(w, "eco", r.eco[0] ? r.eco : NULL);
    put_name(w, "opening", r.opening);
    put_name(w, "event", r.event);
    put_name(w, "site", r.site);
    put_name(w, "round", r.round);
    tby_jsonw_put_u64(w, "plies", r.plies);
    tby_jsonw_put_cstr(w, "ended", r.ended);
    if (tables && r.men <= TBY_SYZYGY_MEN)
        return put_end(w, s, tables, id);
    if (tables)
        tby_jsonw_put_cstr(w, "ending", NULL);
    return TBY_OK;
}

tby_rc tby_answer_rows(tby_jsonw *w, tby_store *s, tby_tables_source *tables,
                       const uint64_t *ids, size_t n)
{
    tby_rc rc = TBY_OK;

    tby_jsonw_array(w);
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        tby_jsonw_object(w);
        rc = tby_answer_row(w, s, tables, ids[i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    return rc;
}

static void put_rating(tby_jsonw *w, const char *key, double value)
{
    if (tby_jsonw_known(w, key, value > 0))
        tby_jsonw_double(w, value, 1);
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
    tby_answer_score(w, &a->score);
    tby_jsonw_put_u64(w, "waiting", a->waiting);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < a->moves_n; i++)
        put_move(w, pos, &a->moves[i]);
    tby_jsonw_array_end(w);
    tby_jsonw_key(w, "ended");
    put_move(w, pos, &a->ended);
    tby_jsonw_key(w, "top");
    TBY_TRY(tby_answer_rows(w, s, NULL, a->top, a->top_n));
    tby_jsonw_key(w, "latest");
    return tby_answer_rows(w, s, NULL, a->latest, a->latest_n);
}

void tby_answer_player(tby_jsonw *w, const tby_player_row *r)
{
    tby_jsonw_put_u64(w, "id", r->id);
    tby_jsonw_put_cstr(w, "name", r->name);
    tby_jsonw_put_u64(w, "games", r->white.games + r->black.games);
    tby_jsonw_put_object(w, "as_white");
    tby_answer_score(w, &r->white);
    tby_jsonw_object_end(w);
    tby_jsonw_put_object(w, "as_black");
    tby_answer_score(w, &r->black);
    tby_jsonw_object_end(w);
    put_known(w, "highest_elo", r->elo);
    put_known(w, "first_year", r->first);
    put_known(w, "last_year", r->last);
}

void tby_answer_near(tby_jsonw *w, const tby_eco_near *l)
{
    tby_jsonw_array(w);
    for (size_t i = 0; i < l->n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", l->at[i].san);
        tby_jsonw_put_cstr(w, "move_uci", l->at[i].uci);
        tby_opening_json(w, l->at[i].opening);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby_answer_hit(tby_jsonw *w, const tby_opening *o,
                    const tby_search_hit *hit)
{
    tby_opening_json(w, o);
    tby_jsonw_put_u64(w, "positions", hit->positions);
    tby_jsonw_put_str(w, "found_by", hit->alias.n ? hit->alias : o->name);
}

tby_rc tby_answer_find_of(tby_answer_find *out, const tby_names *b,
                          const tby_openings *t, const tby_line *line)
{
    size_t i = tby_openings_find(t, &line->pos);

    *out = (tby_answer_find){.last = tby_eco_last_named(b, line)};
    if (i != TBY_OPENINGS_NONE)
        out->opening = tby_openings_at(t, i);
    else if (out->last.entry != TBY_NAMES_NONE)
        out->before = tby_eco_record(t, b, out->last.entry);
    TBY_TRY(tby_eco_near_find(&out->from, t, &line->pos, true));
    return tby_eco_near_find(&out->to, t, &line->pos, false);
}

void tby_answer_find_free(tby_answer_find *a)
{
    tby_eco_near_free(&a->from);
    tby_eco_near_free(&a->to);
}

void tby_answer_found(tby_jsonw *w, const tby_line *line,
                      const tby_answer_find *a)
{
    char fen[TBY_FEN_MAX], key[TBY_KEY_TEXT];

    tby_fen_write_pos(&line->pos, fen, sizeof fen);
    tby_key_write(line->pos.key, key);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_cstr(w, "key", key);
    if (tby_jsonw_known(w, "opening", a->opening)) {
        tby_jsonw_object(w);
        tby_opening_json(w, a->opening);
        tby_jsonw_object_end(w);
    }
    /* the last named position before one that has no name */
    if (tby_jsonw_known(w, "before", a->before)) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "at_ply", a->last.ply);
        tby_last_named_json(w, &a->last);
        tby_opening_json(w, a->before);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_key(w, "from");
    tby_answer_near(w, &a->from);
    tby_jsonw_key(w, "to");
    tby_answer_near(w, &a->to);
}

void tby_answer_name(tby_jsonw *w, const tby_names *b, const tby_line *line)
{
    tby_last_named at = tby_eco_last_named(b, line);
    char fen[TBY_FEN_MAX];
    tby_opening o;

    if (at.entry == TBY_NAMES_NONE) {
        tby_jsonw_null(w);
        return;
    }
    tby_names_peek(b, at.entry, &o);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "code", o.code[0] ? o.code : NULL);
    tby_jsonw_put_str(w, "name", o.name);
    tby_jsonw_put_u64(w, "ply", at.ply);
    tby_jsonw_put_bool(w, "here", at.then_n == 0);
    tby_last_named_json(w, &at);
    tby_fen_write_pos(&at.pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_object_end(w);
}

void tby_answer_ending(tby_jsonw *w, const tby_ending *e)
{
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(e->outcome));
    tby_jsonw_put_bool(w, "over", tby_outcome_is_final(e->outcome));
    tby_jsonw_put_object(w, "can_win");
    tby_jsonw_put_cstr(w, "white", tby_can_name(e->can.white));
    tby_jsonw_put_cstr(w, "black", tby_can_name(e->can.black));
    tby_jsonw_object_end(w);
}

tby_eval tby_engine_judge(tby_outcome outcome, const tby_pos *p)
{
    if (!tby_outcome_is_final(outcome))
        return (tby_eval){TBY_EVAL_NONE, TBY_WHITE, 0};
    return outcome == TBY_CHECKMATE ? tby_eval_from_mate(!p->turn, 0)
                                    : tby_eval_from_cp(0);
}

static void put_pv(tby_jsonw *w, const tby_pos *p, const tby_engine_info *info,
                   bool uci)
{
    tby_pos pos = *p;

    tby_jsonw_put_array(w, uci ? "uci" : "san");
    for (size_t i = 0; i < info->n; i++) {
        char text[TBY_SAN_MAX];
        if (uci)
            tby_uci_write(&pos, info->pv[i], TBY_UCI_ORTHODOX, text);
        else
            tby_san_write(&pos, info->pv[i], text);
        tby_jsonw_cstr(w, text);
        tby_pos_play(&pos, info->pv[i]);
    }
    tby_jsonw_array_end(w);
}

static void put_eval(tby_jsonw *w, tby_eval e)
{
    char text[TBY_EVAL_MAX];
    int32_t cp;

    tby_eval_write(e, text, sizeof text);
    tby_jsonw_put_cstr(w, "evaluation", text);
    if (tby_eval_to_cp(e, &cp)) {
        tby_jsonw_key(w, "centipawns");
        tby_jsonw_i64(w, cp);
    }
}

void tby_answer_engine(tby_jsonw *w, const tby_engine_found *found)
{
    const tby_analysis *a = found->analysis;

    tby_jsonw_put_cstr(w, "fen", found->fen);
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(found->outcome));
    put_eval(w, found->eval);
    if (a->n) {
        tby_jsonw_put_cstr(w, "engine", found->engine);
        tby_jsonw_put_u64(w, "nodes", a->nodes);
        tby_jsonw_put_u64(w, "nodes_per_second", a->nodes_per_second);
        tby_jsonw_put_u64(w, "ms", a->ms);
        tby_jsonw_put_bool(w, "complete", a->over && !a->cut);
    }
    tby_jsonw_put_array(w, "lines");
    for (size_t i = 0; i < a->n; i++) {
        const tby_pos *p = found->pos;
        const tby_engine_info *info = &a->lines[i];
        tby_jsonw_object(w);
        put_eval(w, info->eval);
        tby_jsonw_put_bool(w, "exact", info->exact);
        tby_jsonw_put_u64(w, "depth", info->depth);
        tby_jsonw_put_u64(w, "seldepth", info->seldepth);
        if (info->has_wdl) {
            tby_jsonw_put_array(w, "wdl");
            for (int k = 0; k < 3; k++)
                tby_jsonw_u64(w, info->wdl[k]);
            tby_jsonw_array_end(w);
        }
        put_pv(w, p, info, false);
        put_pv(w, p, info, true);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static int by_number(const void *a, const void *b)
{
    const tby_games_kind *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return strcmp(tby_rc_name(x->code), tby_rc_name(y->code));
}

tby_games_sum tby_answer_sorted(const tby_games_sum *sum)
{
    tby_games_sum out = *sum;

    qsort(out.kinds, out.kinds_n, sizeof *out.kinds, by_number);
    return out;
}

/* How many of each kind there are: faults, warnings, or what was fixed. */
typedef enum kinds { FAULTS, WARNINGS, FIXED } kinds;

static void put_kinds(tby_jsonw *w, const char *name, const tby_games_sum *sum,
                      kinds which)
{
    tby_games_sum s = tby_answer_sorted(sum);

    tby_jsonw_put_object(w, name);
    for (size_t i = 0; i < s.kinds_n; i++) {
        bool warning = tby_pgn_is_warning(s.kinds[i].code);
        uint64_t n = which == FIXED ? s.kinds[i].fixed : s.kinds[i].n;
        if (which == FAULTS ? !warning : n && (which == FIXED || warning))
            tby_jsonw_put_u64(w, tby_rc_name(s.kinds[i].code), n);
    }
    tby_jsonw_object_end(w);
}

void tby_answer_sum(tby_jsonw *w, const tby_games_sum *sum)
{
    TBY_ASSERT(sum->damaged <= sum->games);
    tby_jsonw_put_u64(w, "games", sum->games);
    tby_jsonw_put_u64(w, "plies", sum->plies);
    tby_jsonw_put_u64(w, "sound", sum->games - sum->damaged);
    tby_jsonw_put_u64(w, "damaged", sum->damaged);
    tby_jsonw_put_u64(w, "latin1", sum->latin1);
    tby_jsonw_put_u64(w, "errors", sum->faults);
    put_kinds(w, "errors_by_kind", sum, FAULTS);
}

void tby_answer_warnings(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_jsonw_put_u64(w, "warnings", sum->warnings);
    put_kinds(w, "warnings_by_kind", sum, WARNINGS);
}

void tby_answer_fixed(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_jsonw_put_u64(w, "fixed", sum->fixed);
    put_kinds(w, "fixed_by_kind", sum, FIXED);
}

void tby_answer_fault(tby_jsonw *w, const tby_games_fault *fault)
{
    if (*fault->member)
        tby_jsonw_put_cstr(w, "member", fault->member);
    if (fault->game)
        tby_jsonw_put_u64(w, "game", fault->game);
    if (fault->place.line) {
        tby_jsonw_put_u64(w, "line", fault->place.line);
        tby_jsonw_put_u64(w, "column", fault->place.column);
    }
    tby_jsonw_put_u64(w, "offset", fault->offset);
    tby_jsonw_put_cstr(w, "code", tby_rc_name(fault->code));
    tby_jsonw_put_cstr(w, "message", fault->text);
}

uint64_t tby_imported_refused(const tby_imported *r)
{
    return r->sum->read.damaged + r->sum->read.refused;
}

double tby_imported_rate(const tby_imported *r, uint64_t n)
{
    return r->seconds > 0 ? (double)n / r->seconds : 0;
}

static void put_firsts(tby_jsonw *w, const tby_imported *r, const char *key,
                       tby_severity severity)
{
    tby_jsonw_put_array(w, key);
    for (size_t i = 0; i < r->sum->firsts_n; i++) {
        const tby_import_first *f = &r->sum->firsts[i];
        tby_games_fault fault = tby_import_fault(f);
        if (fault.severity != severity)
            continue;
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "file", r->files[f->file]);
        tby_answer_fault(w, &fault);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby_answer_import(tby_jsonw *w, const tby_imported *r)
{
    const tby_import_sum *s = r->sum;

    tby_jsonw_put_cstr(w, "database", r->database);
    tby_jsonw_put_u64(w, "files", r->files_n);
    tby_jsonw_put_u64(w, "bytes", s->bytes);
    tby_answer_sum(w, &s->read);
    tby_jsonw_put_u64(w, "imported", s->imported);
    if (s->first_id) {
        tby_jsonw_put_u64(w, "first_id", s->first_id);
        tby_jsonw_put_u64(w, "last_id", s->last_id);
    }
    tby_jsonw_put_u64(w, "known", s->known);
    tby_jsonw_put_u64(w, "duplicates", s->duplicates);
    tby_jsonw_put_object(w, "ignored");
    tby_jsonw_put_u64(w, "unterminated", s->unterminated);
    tby_jsonw_put_u64(w, "abandoned", s->abandoned);
    tby_jsonw_object_end(w);
    tby_jsonw_put_u64(w, "named", s->named);
    tby_jsonw_put_u64(w, "refused", tby_imported_refused(r));
    put_firsts(w, r, "first_errors", TBY_ERROR);
    if (s->read.warnings) {
        tby_answer_warnings(w, &s->read);
        put_firsts(w, r, "first_warnings", TBY_WARNING);
    }
    tby_jsonw_put_bool(w, "interrupted", r->interrupted);
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, r->seconds, 3);
    tby_jsonw_key(w, "games_per_second");
    tby_jsonw_double(w, tby_imported_rate(r, r->sum->read.games), 0);
    tby_jsonw_key(w, "mb_per_second");
    tby_jsonw_double(w, tby_imported_rate(r, r->sum->bytes) / 1e6, 1);
}
