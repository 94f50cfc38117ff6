/* roots.c - the position each ECO code is named after. */
#include "tabiya/relations.h"

int tby_eco_index(const char *code)
{
    if (code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' ||
        code[2] < '0' || code[2] > '9' || code[3])
        return -1;
    return (code[0] - 'A') * 100 + (code[1] - '0') * 10 + code[2] - '0';
}

/* Plies from the start; of a record without a line, as its counters tell. */
static uint32_t depth(const tby_opening *o)
{
    return o->line
               ? o->plies
               : 2 * (uint32_t)o->pos.fullmoves + (o->pos.turn == TBY_BLACK);
}

static bool is_better_root(const tby_opening *o, const tby_opening *than)
{
    if (o->eco_root != than->eco_root)
        return o->eco_root;
    return depth(o) < depth(than);
}

void tby_openings_roots(const tby_openings *t, size_t roots[TBY_ECO_CODES])
{
    for (int i = 0; i < TBY_ECO_CODES; i++)
        roots[i] = TBY_OPENINGS_NONE;
    for (size_t i = 0; i < tby_openings_count(t); i++) {
        const tby_opening *o = tby_openings_at(t, i);
        int code = tby_eco_index(o->code);
        if (code < 0 || !tby_opening_is_named(o))
            continue;
        if (roots[code] == TBY_OPENINGS_NONE ||
            is_better_root(o, tby_openings_at(t, roots[code])))
            roots[code] = i;
    }
}
