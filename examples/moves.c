/* moves.c - the legal moves of a position, and what is wrong with it if there
 * are none to show.
 *
 *     moves "FEN" */
#include <stdio.h>
#include <tabiya/tabiya.h>

static void print_faults(tby_faults faults)
{
    for (; faults; faults &= faults - 1)
        fprintf(stderr, "%s (%s)\n", tby_fault_text(faults),
                tby_fault_name(faults));
}

int main(int argc, char **argv)
{
    const char *fen =
        argc > 1
            ? argv[1]
            : "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";
    tby_pos pos;
    tby_faults faults = 0;
    tby_err err;
    tby_moves legal;

    if (tby_fen_parse_pos(tby_str_of(fen), &pos, &faults, &err) != TBY_OK) {
        fprintf(stderr, "byte %zu: %s\n", err.at, tby_rc_text(err.code));
        print_faults(faults);
        return 3;
    }
    tby_moves_legal(&pos, &legal);
    for (size_t i = 0; i < legal.n; i++) {
        char san[TBY_SAN_MAX];
        tby_san_write(&pos, legal.at[i], san);
        printf("%s%c", san, i + 1 < legal.n ? ' ' : '\n');
    }
    printf("%zu moves\n", legal.n);
    return 0;
}
