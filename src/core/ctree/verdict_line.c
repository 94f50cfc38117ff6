/* verdict_line.c - the moves that prove a verdict. */
#include "tabiya/verdict.h"

uint32_t tby_verdict_next(const tby_net *net, const uint8_t verdict[],
                          const uint32_t depth[], uint32_t node)
{
    static const uint8_t leads_to[] = {
        [TBY_VERDICT_UNKNOWN] = TBY_VERDICT_UNKNOWN,
        [TBY_VERDICT_DRAW] = TBY_VERDICT_DRAW,
        [TBY_VERDICT_WIN] = TBY_VERDICT_LOSS,
        [TBY_VERDICT_LOSS] = TBY_VERDICT_WIN,
    };

    if (depth[node] == TBY_NO_DEPTH || depth[node] == 0)
        return TBY_NO_LINK;
    for (uint32_t k = net->first[node]; k < net->first[node + 1]; k++)
        if (verdict[net->to[k]] == leads_to[verdict[node]] &&
            depth[net->to[k]] == depth[node] - 1)
            return k;
    return TBY_NO_LINK;
}

size_t tby_verdict_line(const tby_net *net, const uint8_t verdict[],
                        const uint32_t depth[], uint32_t node, uint32_t *links,
                        size_t room)
{
    size_t n = 0;

    for (uint32_t k;
         (k = tby_verdict_next(net, verdict, depth, node)) != TBY_NO_LINK;
         node = net->to[k]) {
        if (n < room)
            links[n] = k;
        n++;
    }
    return n;
}

const char *tby_verdict_name(tby_verdict v)
{
    static const char *const names[] = {"unknown", "draw", "win", "loss"};
    size_t i = (size_t)v;

    return names[i < sizeof names / sizeof *names ? i : 0];
}
