/* fuzz_setup.c - any bytes as a setup, nonsense included: the judge answers,
 * every fault can be forgiven, and the rules still hold on what comes out. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <string.h>

/* Every move that is listed is judged legal, and leads to a position whose key
 * is right. */
static void check_moves(const tby_pos *p)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    CHECK(legal.n <= TBY_MOVES_MAX && legal.n == tby_moves_count(p));
    CHECK(legal.n == tby_perft(p, 1, TBY_PATH_PORTABLE));
    for (size_t i = 0; i < legal.n; i++) {
        tby_pos child = *p;
        CHECK(tby_pos_judge(p, legal.at[i]) == TBY_OK);
        tby_pos_play(&child, legal.at[i]);
        CHECK(child.key == tby_key_of(&child));
        CHECK(tby_perft(&child, 1, TBY_PATH_PORTABLE) ==
              tby_perft(&child, 1, TBY_PATH_PEXT));
    }
}

static void check_faults(tby_faults faults)
{
    for (; faults; faults &= faults - 1)
        CHECK(*tby_fault_text(faults) &&
              strcmp(tby_fault_name(faults), "none"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_setup s = {.ep = TBY_NO_SQUARE, .fullmoves = 1};
    tby_pos p, again;
    tby_faults found = 0;

    memcpy(&s, data, size < sizeof s ? size : sizeof s);
    tby_faults faults = tby_setup_faults(&s);
    tby_rc rc = tby_pos_from_setup(&s, 0, &p, &found);
    CHECK(found == faults && (rc == TBY_OK) == (faults == 0));
    check_faults(faults);
    CHECK(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &p, NULL) == TBY_OK);
    check_moves(&p);
    tby_outcome_of(&p, NULL);
    s = tby_pos_to_setup(&p);
    CHECK(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &again, NULL) == TBY_OK);
    CHECK(tby_pos_same(&p, &again) && p.key == again.key);
    return 0;
}
