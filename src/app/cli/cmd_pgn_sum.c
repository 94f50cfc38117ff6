/* cmd_pgn_sum.c - what was counted in a file of games. */
#include "app/cli/cmd_pgn.h"
#include "work/answer.h"

void tby_pgn_print_errors(const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    printf("Errors   %llu\n", (unsigned long long)s.faults);
    for (size_t i = 0; i < s.kinds_n; i++)
        printf("         %llu %s\n", (unsigned long long)s.kinds[i].n,
               tby_rc_name(s.kinds[i].code));
}
