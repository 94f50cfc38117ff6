/* outcome.c - how a game ends. */
#include "tabiya/outcome.h"

#include "core/chess/attacks.h"
#include "tabiya/moves.h"

bool tby_pos_insufficient(const tby_pos *p)
{
    tby_bb bishops = tby_pos_role(p, TBY_BISHOP), knights = pos_knights(p);

    if (pos_pawns(p) | pos_straight(p))
        return false;
    if (knights)
        return !bishops && !bb_several(knights);
    return !(bishops & BB_DARK) || !(bishops & ~BB_DARK);
}

static tby_outcome repetition(const tby_pos *p, const tby_history *h)
{
    size_t times = h ? tby_history_count(h, p) : 0;

    if (times >= 5)
        return TBY_FIVEFOLD;
    return times >= 3 ? TBY_THREEFOLD : TBY_ONGOING;
}

tby_outcome tby_outcome_of(const tby_pos *p, const tby_history *h)
{
    tby_outcome repeated = repetition(p, h);

    if (tby_moves_count(p) == 0)
        return tby_pos_checkers(p) ? TBY_CHECKMATE : TBY_STALEMATE;
    if (tby_pos_insufficient(p))
        return TBY_INSUFFICIENT;
    if (p->halfmoves >= 150)
        return TBY_SEVENTY_FIVE;
    if (repeated)
        return repeated;
    return p->halfmoves >= 100 ? TBY_FIFTY : TBY_ONGOING;
}

static bool is_open(tby_winnable can)
{
    return can.white == TBY_CAN_UNKNOWN || can.black == TBY_CAN_UNKNOWN;
}

/* Who can win, as far as is looked for.  The quick stage is asked in any case
 * about positions without a move and without material: they are its first
 * answers. */
static tby_rc who_can_win(const tby_pos *p, tby_outcome o, tby_dead_look look,
                          const tby_winnable_options *options,
                          tby_winnable *out)
{
    bool plain = o != TBY_ONGOING && o < TBY_DEAD;

    *out = (tby_winnable){TBY_CAN_UNKNOWN, TBY_CAN_UNKNOWN, 0};
    if (plain || look != TBY_DEAD_SKIP)
        *out = tby_winnable_quick(p);
    if (plain || look != TBY_DEAD_FULL || !is_open(*out))
        return TBY_OK;
    return tby_winnable_full(p, options, out);
}

static tby_rc find_ending(const tby_pos *p, const tby_history *h,
                          tby_dead_look look,
                          const tby_winnable_options *options, tby_ending *out)
{
    tby_ending e = {.outcome = tby_outcome_of(p, h)};
    tby_rc rc = who_can_win(p, e.outcome, look, options, &e.can);

    if (rc != TBY_OK)
        return rc;
    bool later = e.outcome == TBY_ONGOING || e.outcome > TBY_DEAD;
    if (later && tby_winnable_dead(e.can))
        e.outcome = TBY_DEAD;
    *out = e;
    return TBY_OK;
}

tby_rc tby_ending_of(const tby_pos *p, const tby_history *h, tby_dead_look look,
                     tby_ending *out)
{
    tby_winnable_options options = {.max_nodes = 0};

    if (h)
        options.alloc = h->alloc;
    return find_ending(p, h, look, &options, out);
}

tby_rc tby_ending_search(const tby_pos *p, const tby_history *h,
                         const tby_winnable_options *options, tby_ending *out)
{
    return find_ending(p, h, TBY_DEAD_FULL, options, out);
}

static const struct {
    const char *name, *text;
    bool final;
} OUTCOMES[] = {
#define OUTCOME_ROW(symbol, name, final, text) {name, text, final},
    TBY_OUTCOME_MAP(OUTCOME_ROW)
#undef OUTCOME_ROW
};

/* A number that is no outcome counts as a game that goes on. */
static size_t row_of(tby_outcome o)
{
    size_t i = (size_t)o;

    return i < sizeof OUTCOMES / sizeof *OUTCOMES ? i : TBY_ONGOING;
}

bool tby_outcome_is_final(tby_outcome o)
{
    return OUTCOMES[row_of(o)].final;
}

const char *tby_outcome_name(tby_outcome o)
{
    return OUTCOMES[row_of(o)].name;
}

const char *tby_outcome_text(tby_outcome o)
{
    return OUTCOMES[row_of(o)].text;
}
