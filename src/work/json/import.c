/* import.c - what reading and importing games came to, as JSON. */
#include "core/game/pgn/doubts.h"
#include "work/json/answer.h"

#include <stdlib.h>
#include <string.h>

/* --- reading --------------------------------------------------------------*/

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

void tby_answer_sum(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    tby_jsonw_put_u64(w, "games", s.games);
    tby_jsonw_put_u64(w, "plies", s.plies);
    tby_jsonw_put_u64(w, "sound", s.games - s.damaged);
    tby_jsonw_put_u64(w, "damaged", s.damaged);
    tby_jsonw_put_u64(w, "latin1", s.latin1);
    tby_jsonw_put_u64(w, "errors", s.faults);
    tby_jsonw_key(w, "errors_by_kind");
    tby_jsonw_object(w);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (!tby_pgn_is_doubt(s.kinds[i].code))
            tby_jsonw_put_u64(w, tby_rc_name(s.kinds[i].code), s.kinds[i].n);
    tby_jsonw_object_end(w);
}

void tby_answer_warnings(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    tby_jsonw_put_u64(w, "warnings", s.warnings);
    tby_jsonw_key(w, "warnings_by_kind");
    tby_jsonw_object(w);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (tby_pgn_is_doubt(s.kinds[i].code) && s.kinds[i].n)
            tby_jsonw_put_u64(w, tby_rc_name(s.kinds[i].code), s.kinds[i].n);
    tby_jsonw_object_end(w);
}

void tby_answer_fixed(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    tby_jsonw_put_u64(w, "fixed", s.fixed);
    tby_jsonw_key(w, "fixed_by_kind");
    tby_jsonw_object(w);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (s.kinds[i].fixed)
            tby_jsonw_put_u64(w, tby_rc_name(s.kinds[i].code),
                              s.kinds[i].fixed);
    tby_jsonw_object_end(w);
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

/* --- importing ------------------------------------------------------------*/

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
    tby_jsonw_key(w, key);
    tby_jsonw_array(w);
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

static void put_time(tby_jsonw *w, const tby_imported *r)
{
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, r->seconds, 3);
    tby_jsonw_key(w, "games_per_second");
    tby_jsonw_double(w, tby_imported_rate(r, r->sum->read.games), 0);
    tby_jsonw_key(w, "mb_per_second");
    tby_jsonw_double(w, tby_imported_rate(r, r->sum->bytes) / 1e6, 1);
}

void tby_answer_import(tby_jsonw *w, const tby_imported *r)
{
    const tby_import_sum *s = r->sum;

    tby_jsonw_put_cstr(w, "database", r->database);
    tby_jsonw_put_u64(w, "files", r->files_n);
    tby_jsonw_put_u64(w, "bytes", s->bytes);
    tby_answer_sum(w, &s->read);
    tby_jsonw_put_u64(w, "imported", s->imported);
    tby_jsonw_put_u64(w, "known", s->known);
    tby_jsonw_put_u64(w, "duplicates", s->duplicates);
    tby_jsonw_key(w, "ignored");
    tby_jsonw_object(w);
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
    put_time(w, r);
}
