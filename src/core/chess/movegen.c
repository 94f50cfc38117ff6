/* movegen.c - chooses the compiled form of the generator. */
#include "core/chess/movegen.h"
#include "core/base/assert.h"

/* All that movegen_pext.c is compiled with.  AMD's Excavator and family 17h
 * have the instruction but run it in microcode, some hundred times slower than
 * the tables it would save. */
bool tby_path_has_pext(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && !__builtin_cpu_is("amdfam17h") &&
           !__builtin_cpu_is("bdver4");
#else
    return false;
#endif
}

const struct tby_movegen *tby_movegen_for(tby_path path)
{
#ifdef __x86_64__
    if (path != TBY_PATH_PORTABLE && tby_path_has_pext())
        return &tby_movegen_pext;
#endif
    (void)path;
    return &tby_movegen_portable;
}

void tby_moves_legal(const tby_pos *p, tby_moves *out)
{
    out->n = tby_movegen_for(TBY_PATH_BEST)->list(p, out->at);
    TBY_ASSERT(out->n <= sizeof out->at / sizeof *out->at);
}

size_t tby_moves_count(const tby_pos *p)
{
    return tby_movegen_for(TBY_PATH_BEST)->count(p);
}

uint64_t tby_perft(const tby_pos *p, unsigned depth, tby_path path)
{
    if (depth == 0)
        return 1;
    if (depth > TBY_PERFT_MAX)
        depth = TBY_PERFT_MAX;
    TBY_ASSERT(depth >= 1);
    return tby_movegen_for(path)->perft(p, depth);
}
