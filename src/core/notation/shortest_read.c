/* shortest_read.c - from a string to the one move that fits. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/notation/shortest_int.h"
#include "core/notation/text.h"

static void name(cursor *c, struct short_facts *f, unsigned kind, int value)
{
    f->names |= 1u << kind;
    f->value[kind] = (uint8_t)value;
    c->at++;
}

static void take_sign(cursor *c, struct short_facts *f, int sign, unsigned kind,
                      int value)
{
    if (peek(c) == sign)
        name(c, f, kind, value);
}

static void take_letter(cursor *c, struct short_facts *f, unsigned kind,
                        int first)
{
    int ch = peek(c);
    tby_piece piece =
        ch >= 'A' && ch <= 'Z' ? tby_piece_from_char((char)ch) : TBY_NO_PIECE;

    if (piece && (kind != KIND_BECOMES || (ch != 'P' && ch != 'K')))
        name(c, f, kind, first + piece);
}

/* Which coordinates a run of files and ranks gives.  A run is counted as a
 * binary number: 1, then 0 for each file and 1 for each rank.  Whatever a run
 * that means something begins with means something too. */
static const struct {
    bool known;
    uint8_t kinds[4];
} RUNS[] = {
    [1] = {true, {0}},
    [2] = {true, {KIND_TO_FILE}},
    [3] = {true, {KIND_TO_RANK}},
    [4] = {true, {KIND_FROM_FILE, KIND_TO_FILE}},
    [5] = {true, {KIND_TO_FILE, KIND_TO_RANK}},
    [6] = {true, {KIND_FROM_RANK, KIND_TO_FILE}},
    [7] = {true, {KIND_FROM_RANK, KIND_TO_RANK}},
    [9] = {true, {KIND_FROM_FILE, KIND_TO_FILE, KIND_TO_RANK}},
    [10] = {true, {KIND_FROM_FILE, KIND_FROM_RANK, KIND_TO_FILE}},
    [13] = {true, {KIND_FROM_RANK, KIND_TO_FILE, KIND_TO_RANK}},
    [21] = {true, {KIND_FROM_FILE, KIND_FROM_RANK, KIND_TO_FILE, KIND_TO_RANK}},
};

/* The number of the run with one more character, 0 if that is none. */
static size_t run_on(size_t run, int ch)
{
    bool file = ch >= 'a' && ch <= 'h', rank = ch >= '1' && ch <= '8';
    size_t next = 2 * run + rank;

    return (file || rank) && next < sizeof RUNS / sizeof *RUNS &&
                   RUNS[next].known
               ? next
               : 0;
}

struct fitting {
    size_t n, last; /* how many moves fit, and one of them */
};

static struct fitting count_fitting(const tby_short_table *t,
                                    const struct short_facts *f)
{
    struct fitting found = {0, 0};

    for (size_t w = 0; w < short_words(t); w++) {
        struct short_sets sets;
        short_sets_of(t, w, f, &sets);
        uint64_t set = short_fitting(&sets, f->names);
        found.n += bb_count(set);
        if (set)
            found.last = 64 * w + bb_first(set);
    }
    return found;
}

tby_rc tby_short_table_parse(const tby_short_table *t, tby_str text,
                             tby_move *out, bool *legacy, tby_err *err)
{
    struct short_facts f = {.names = 0};

    /* A lone letter is taken for a piece here; short_fitting() knows what else
     * it may be. */
    cursor c = {.in = text};

    take_letter(&c, &f, KIND_PIECE, VALUE_PIECE);
    take_sign(&c, &f, 'x', KIND_CAPTURE, VALUE_CAPTURE);
    if (f.names & NAMES_CAPTURE)
        take_letter(&c, &f, KIND_CAPTURED, VALUE_CAPTURED);
    static const uint8_t first[] = {[KIND_TO_FILE] = VALUE_TO_FILE,
                                    [KIND_TO_RANK] = VALUE_TO_RANK,
                                    [KIND_FROM_FILE] = VALUE_FROM_FILE,
                                    [KIND_FROM_RANK] = VALUE_FROM_RANK};
    size_t run = 1, next;
    cursor end = c;
    for (; (next = run_on(run, peek(&end))) != 0; end.at++)
        run = next;
    for (size_t i = 0; c.at < end.at; i++) {
        TBY_ASSERT(i < sizeof RUNS[run].kinds);
        unsigned kind = RUNS[run].kinds[i];
        int ch = peek(&c);
        name(&c, &f, kind, first[kind] + (ch >= 'a' ? ch - 'a' : ch - '1'));
    }
    take_sign(&c, &f, '=', KIND_PROMOTES, VALUE_PROMOTES);
    if (!(f.names & NAMES_PROMOTES))
        take_letter(&c, &f, KIND_BECOMES, VALUE_BECOMES);
    take_sign(&c, &f, '+', KIND_CHECK, VALUE_CHECK);
    take_sign(&c, &f, '#', KIND_MATE, VALUE_MATE);
    if (c.at < text.n)
        return tby_fail(err, TBY_E_SHORT_SYNTAX, c.at);
    struct fitting found = count_fitting(t, &f);
    bool several = found.n > 1;
    if (several && f.names == NAMES_TARGET) {
        f.names |= NAMES_PIECE;
        f.value[KIND_PIECE] = VALUE_PIECE + TBY_PAWN;
        found = count_fitting(t, &f);
    }
    if (!several && !found.n)
        return tby_fail(err, TBY_E_SHORT_NO_MOVE, 0);
    if (found.n != 1)
        return tby_fail(err, TBY_E_SHORT_AMBIGUOUS, 0);
    TBY_ASSERT(found.last < t->legal.n);
    *out = t->legal.at[found.last];
    if (legacy)
        *legacy = several;
    return TBY_OK;
}

tby_rc tby_short_parse(const tby_pos *p, tby_str text, tby_move *out,
                       bool *legacy, tby_err *err)
{
    tby_short_table t;

    tby_short_table_init(&t, p);
    return tby_short_table_parse(&t, text, out, legacy, err);
}
