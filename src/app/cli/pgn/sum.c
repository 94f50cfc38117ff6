/* sum.c - what was counted in a file of games. */
#include "app/cli/pgn/cmd_pgn.h"
#include "core/game/pgn/doubts.h"
#include "work/json/answer.h"

void tby_pgn_print_errors(const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    printf("Errors   %llu\n", (unsigned long long)s.faults);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (!tby_pgn_is_doubt(s.kinds[i].code))
            printf("         %llu %s\n", (unsigned long long)s.kinds[i].n,
                   tby_rc_name(s.kinds[i].code));
}

static void print_kind(FILE *out, uint64_t n, tby_rc code)
{
    if (n)
        fprintf(out, "         %llu %s\n", (unsigned long long)n,
                tby_rc_name(code));
}

void tby_pgn_print_warnings(FILE *out, const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    if (s.fixed)
        fprintf(out, "Fixed    %llu\n", (unsigned long long)s.fixed);
    for (size_t i = 0; i < s.kinds_n; i++)
        print_kind(out, s.kinds[i].fixed, s.kinds[i].code);
    if (s.warnings)
        fprintf(out, "Warnings %llu\n", (unsigned long long)s.warnings);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (tby_pgn_is_doubt(s.kinds[i].code))
            print_kind(out, s.kinds[i].n, s.kinds[i].code);
}
