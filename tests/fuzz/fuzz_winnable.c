/* fuzz_winnable.c - any FEN, its faults forgiven: both stages answer, within
 * their nodes, and do not contradict each other or what is played next. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

enum { NODES = 100 };

static tby_winnable full_of(const tby_pos *p)
{
    tby_winnable_options few = {.max_nodes = NODES};
    tby_winnable w;

    CHECK(tby_winnable_full(p, &few, &w) == TBY_OK);
    CHECK(w.nodes <= 2 * NODES + 9);
    return w;
}

static bool agree(tby_can a, tby_can b)
{
    return a == b || a == TBY_CAN_UNKNOWN || b == TBY_CAN_UNKNOWN;
}

/* Who can not win now can not win after any move. */
static void check_after(const tby_pos *p, tby_winnable before)
{
    tby_moves moves;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n && i < 4; i++) {
        tby_pos next = *p;
        tby_pos_play(&next, moves.at[i]);
        tby_winnable w = full_of(&next);
        CHECK(before.white != TBY_CAN_NOT || w.white != TBY_CAN);
        CHECK(before.black != TBY_CAN_NOT || w.black != TBY_CAN);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_setup s;
    tby_pos p;
    tby_ending e;

    if (tby_fen_parse(in, &s, NULL) != TBY_OK)
        return 0;
    CHECK(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &p, NULL) == TBY_OK);
    tby_winnable quick = tby_winnable_quick(&p), full = full_of(&p);
    CHECK(agree(quick.white, full.white) && agree(quick.black, full.black));
    CHECK(tby_pos_dead_quick(&p) == tby_winnable_dead(quick));
    check_after(&p, full);
    CHECK(tby_ending_of(&p, NULL, TBY_DEAD_QUICK, &e) == TBY_OK);
    CHECK(e.outcome != TBY_DEAD || tby_winnable_dead(e.can));
    return 0;
}
