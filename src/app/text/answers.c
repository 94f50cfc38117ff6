#include "app/text/answers.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/notation/san.h"
#include "work/json/answer.h"

#include <stdlib.h>
#include <string.h>

double tby_score_white(const tby_score *score)
{
    uint64_t n = score->white + score->draws + score->black;

    return n ? (100.0 * (double)score->white + 50.0 * (double)score->draws) /
                   (double)n
             : 0;
}

void tby_print_score(FILE *out, const tby_score *s)
{
    fprintf(out, "Games  %llu", (unsigned long long)s->games);
    if (s->white + s->draws + s->black)
        fprintf(out, "   White %.1f%%  +%llu =%llu -%llu", tby_score_white(s),
                (unsigned long long)s->white, (unsigned long long)s->draws,
                (unsigned long long)s->black);
    fputc('\n', out);
}

static void put_name(FILE *out, tby_str name, unsigned characters)
{
    if (name.p)
        tby_print_short(out, name, characters);
    else
        fputc('?', out);
}

static void put_player(FILE *out, tby_str name, uint32_t elo)
{
    put_name(out, name, 30);
    if (elo)
        fprintf(out, " (%u)", elo);
}

void tby_print_game_head(FILE *out)
{
    fputs("       Id  Date        Result   ECO  Moves  Players, event\n", out);
}

tby_rc tby_print_game(FILE *out, tby_store *s, uint64_t id)
{
    tby_game_row r;

    TBY_TRY(tby_store_row(s, id, &r));
    char name[TBY_GAME_NAME];
    fprintf(out, "%9s  %s  %-7s  %s  %5u  ", tby_store_game_name(s, id, name),
            r.date[0] ? r.date : "????.??.??", tby_result_text(r.result),
            r.eco[0] ? r.eco : "\?\?\?", (r.plies + 1) / 2);
    put_player(out, r.white, r.white_elo);
    fputs(" - ", out);
    put_player(out, r.black, r.black_elo);
    fputs(", ", out);
    put_name(out, r.event, 40);
    fputc('\n', out);
    return TBY_OK;
}

/* A number, or a dash where it is not known. */
static void print_rating(FILE *out, double elo)
{
    if (elo > 0)
        fprintf(out, "  %5.0f", elo);
    else
        fprintf(out, "  %5s", "-");
}

static void print_move(FILE *out, const tby_position_move *m, const char *name,
                       uint64_t total)
{
    const tby_score *s = &m->score;

    fprintf(out, "%-8s %9llu %5.1f%%  ", name, (unsigned long long)s->games,
            tby_percent(s->games, total));
    if (s->white + s->draws + s->black)
        fprintf(out, "%5.1f%%", tby_score_white(s));
    else
        fprintf(out, "%6s", "-"); /* no game has a result */
    fprintf(out, "  %5.1f %5.1f %5.1f", tby_percent(s->white, s->games),
            tby_percent(s->draws, s->games), tby_percent(s->black, s->games));
    print_rating(out, m->elo);
    print_rating(out, m->performance);
    if (m->last)
        fprintf(out, "  %4u", m->last);
    else
        fprintf(out, "  %4s", "-");
    if (m->move != TBY_MOVE_NONE)
        fprintf(out, "  %9llu", (unsigned long long)m->reached);
    fputc('\n', out);
}

void tby_print_moves(FILE *out, const tby_position_answer *a)
{
    fputs("Move         Games  Share  White%   1-0%    =%  0-1%    Elo"
          "   Perf  Last    Reached\n",
          out);
    for (size_t i = 0; i < a->moves_n; i++)
        print_move(out, &a->moves[i], a->moves[i].san, a->score.games);
    if (a->ended.score.games)
        print_move(out, &a->ended, "(ended)", a->score.games);
}

tby_rc tby_condition_take(store_filter *f, tby_str *rest, tby_condition *c)
{
    size_t name = 0, n = 0;
    tby_err err = {TBY_OK, 0};

    while (name < rest->n && rest->p[name] != '=' && rest->p[name] != ' ')
        name++;
    *c = (tby_condition){.name = {rest->p, name}};
    while (tby__filter_name(c->number) &&
           !tby_str_is(c->name, tby__filter_name(c->number)))
        c->number++;
    if (!tby__filter_name(c->number) || name == rest->n || rest->p[name] != '=')
        return TBY_DONE;
    tby_str value = tby_str_from(*rest, name + 1);
    char end =
        value.n && (*value.p == '\'' || *value.p == '"') ? *value.p : ' ';
    if (end != ' ')
        value = tby_str_from(value, 1);
    while (n < value.n && value.p[n] != end)
        n++;
    *rest = tby_str_from(value, n + (n < value.n && end != ' '));
    value.n = n;
    c->value = value;
    tby_rc rc = tby__filter_set(f, c->name, value, &err);
    c->at = err.at;
    return rc;
}

void tby_print_real(double value, char out[TBY_REAL_TEXT])
{
    (void)snprintf(out, TBY_REAL_TEXT, "%.15g", value);
}

void tby_print_value(FILE *out, const tby_sql_value *v)
{
    char real[TBY_REAL_TEXT];

    switch (v->kind) {
    case TBY_SQL_NULL:
        return;
    case TBY_SQL_INTEGER:
        fprintf(out, "%lld", (long long)v->integer);
        return;
    case TBY_SQL_REAL:
        tby_print_real(v->real, real);
        fputs(real, out);
        return;
    case TBY_SQL_TEXT:
        tby_print_clean(out, v->bytes);
        return;
    case TBY_SQL_BLOB:
        for (size_t i = 0; i < v->bytes.n; i++)
            fprintf(out, "%02x", (unsigned char)v->bytes.p[i]);
    }
}

void tby_print_book(FILE *out, const tby_book_answer *a)
{
    fputs("Move     Weight   Share\n", out);
    for (const tby_book_row *r = a->row; r < a->row + a->n; r++)
        fprintf(out, "%-8s %6u  %5.1f%%%s\n", r->san[0] ? r->san : "?",
                r->entry.weight, r->percent,
                r->san[0] ? "" : "  not legal here");
}

void tby_print_engine_line(tby_buf *to, const tby_pos *p,
                           const tby_engine_info *info, size_t rank)
{
    char number[32];

    snprintf(number, sizeof number, "%3zu ", rank);
    tby_buf_cstr(to, number);

    /* +0.35, 0.00, -1.20, #5, #-3: White's view. */
    tby_eval e = info->eval;
    char value[TBY_EVAL_MAX], text[TBY_EVAL_MAX + 8];

    tby_eval_write_pgn(e, value, sizeof value);
    bool plus = e.kind == TBY_EVAL_CP && e.side == TBY_WHITE && e.amount;
    snprintf(text, sizeof text, "%s%s", plus ? "+" : "", value);
    for (size_t n = strlen(text); n < 7; n++)
        tby_buf_char(to, ' ');
    tby_buf_cstr(to, text);

    snprintf(number, sizeof number, "  depth %-3u ", info->depth);
    tby_buf_cstr(to, number);
    if (info->has_wdl) {
        char chances[40];
        snprintf(chances, sizeof chances, "%.0f/%.0f/%.0f%%",
                 info->wdl[0] / 10.0, info->wdl[1] / 10.0, info->wdl[2] / 10.0);
        tby_buf_cstr(to, chances);
        for (size_t n = strlen(chances); n < 10; n++)
            tby_buf_char(to, ' ');
    }
    tby_numbered_write(p, info->pv, info->n, to);
}

const char *tby_tables_text(const tby_tables_answer *a, tby_color turn,
                            char buf[TBY_TB_TEXT])
{
    static const char *const side[2] = {"White", "Black"};
    tby_color better = a->wdl > 0 ? turn : turn ^ 1;
    int n = 0;

    if (a->wdl == TBY_WDL_DRAW) {
        snprintf(buf, TBY_TB_TEXT, "draw");
        return buf;
    }
    n = snprintf(buf, TBY_TB_TEXT, "%s %s", side[better],
                 abs(a->wdl) == 2 ? "wins"
                                  : "would win, but the fifty-move rule saves "
                                    "the draw");
    if (a->has_dtm && a->dtm)
        n += snprintf(buf + n, TBY_TB_TEXT - (size_t)n, ", mate in %d",
                      (abs(a->dtm) + 1) / 2);
    if (a->has_dtz && a->dtz)
        snprintf(buf + n, TBY_TB_TEXT - (size_t)n, "; DTZ %s%d",
                 a->dtz_exact ? "" : "at most ", abs(a->dtz) + !a->dtz_exact);
    return buf;
}

void tby_print_table_moves(FILE *out, tby_tables *t, const tby_pos *p)
{
    static tby_tables_move moves[TBY_MOVES_MAX];
    size_t n = tby_tables_moves(t, p, moves);

    if (n > 0)
        fputs("Move     Verdict       Mate in   DTZ\n", out);
    for (size_t i = 0; i < n; i++) {
        const tby_tables_answer *a = &moves[i].after;
        char san[TBY_SAN_MAX], mate[16] = "", dtz[24] = "";
        tby_san_write(p, moves[i].move, san);
        if (moves[i].known && a->has_dtm && a->dtm)
            snprintf(mate, sizeof mate, "%d", (abs(a->dtm) + 1) / 2);
        if (moves[i].known && a->has_dtz && a->dtz)
            snprintf(dtz, sizeof dtz, "%s%d%s",
                     a->dtz_exact ? "" : "<= ", abs(a->dtz) + !a->dtz_exact,
                     moves[i].zeroing ? " zeroing" : "");
        const char *verdict =
            moves[i].known ? tby_tables_verdict(a->wdl) : "not known";
        if (dtz[0])
            fprintf(out, "%-8s %-13s %7s   %s\n", san, verdict, mate, dtz);
        else
            fprintf(out, "%-8s %s\n", san, verdict);
    }
}
