/* cmd_pgn_sum.c - what was counted in a file of games. */
#include "app/cli/cmd_pgn.h"

#include <stdlib.h>
#include <string.h>

static int by_number(const void *a, const void *b)
{
    const tby_games_kind *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return strcmp(tby_rc_name(x->code), tby_rc_name(y->code));
}

/* The most frequent first. */
static tby_games_sum sorted(const tby_games_sum *sum)
{
    tby_games_sum out = *sum;

    qsort(out.kinds, out.kinds_n, sizeof *out.kinds, by_number);
    return out;
}

void tby_pgn_print_errors(const tby_games_sum *sum)
{
    tby_games_sum s = sorted(sum);

    printf("Errors   %llu\n", (unsigned long long)s.faults);
    for (size_t i = 0; i < s.kinds_n; i++)
        printf("         %llu %s\n", (unsigned long long)s.kinds[i].n,
               tby_rc_name(s.kinds[i].code));
}

void tby_pgn_json_sum(tby_jsonw *w, const tby_games_sum *sum)
{
    tby_games_sum s = sorted(sum);

    tby_jsonw_put_u64(w, "games", s.games);
    tby_jsonw_put_u64(w, "plies", s.plies);
    tby_jsonw_put_u64(w, "sound", s.games - s.damaged);
    tby_jsonw_put_u64(w, "damaged", s.damaged);
    tby_jsonw_put_u64(w, "latin1", s.latin1);
    tby_jsonw_put_u64(w, "errors", s.faults);
    tby_jsonw_key(w, "errors_by_kind");
    tby_jsonw_object(w);
    for (size_t i = 0; i < s.kinds_n; i++)
        tby_jsonw_put_u64(w, tby_rc_name(s.kinds[i].code), s.kinds[i].n);
    tby_jsonw_object_end(w);
}

void tby_pgn_json_fault(tby_jsonw *w, const tby_games_fault *fault)
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
