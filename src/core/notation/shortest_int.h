/* shortest_int.h - facts of moves as numbers, for the files of the shortest
 * notation.
 *
 * A template is a set of facts that a string names.  The bit of each is its
 * weight in the rule for ties, so that of two templates with equally many bits
 * the smaller number is preferred. */
#ifndef TBY_CORE_SHORTEST_INT_H
#define TBY_CORE_SHORTEST_INT_H

#include "core/chess/bitboard.h"
#include "tabiya/shortest.h"

enum {
    KIND_TO_FILE,
    KIND_TO_RANK,
    KIND_PIECE,
    KIND_FROM_FILE,
    KIND_FROM_RANK,
    KIND_CAPTURE, /* x */
    KIND_CAPTURED,
    KIND_BECOMES,  /* the piece of a promotion */
    KIND_PROMOTES, /* = */
    KIND_CHECK,
    KIND_MATE,
    FACT_KINDS
};

enum {
    NAMES_TO_FILE = 1 << KIND_TO_FILE,
    NAMES_TO_RANK = 1 << KIND_TO_RANK,
    NAMES_PIECE = 1 << KIND_PIECE,
    NAMES_FROM_FILE = 1 << KIND_FROM_FILE,
    NAMES_FROM_RANK = 1 << KIND_FROM_RANK,
    NAMES_CAPTURE = 1 << KIND_CAPTURE,
    NAMES_CAPTURED = 1 << KIND_CAPTURED,
    NAMES_BECOMES = 1 << KIND_BECOMES,
    NAMES_PROMOTES = 1 << KIND_PROMOTES,
    NAMES_CHECK = 1 << KIND_CHECK,
    NAMES_MATE = 1 << KIND_MATE,
    NAMES_TARGET = NAMES_TO_FILE | NAMES_TO_RANK,
    NAMES_SQUARES = NAMES_TARGET | NAMES_FROM_FILE | NAMES_FROM_RANK,
    NAMES_PLAIN = NAMES_SQUARES | NAMES_PIECE /* what every move has */
};

/* Where the values of each kind stand in a table's sets.  Those of pieces are
 * multiples of eight with the role added. */
enum {
    VALUE_TO_FILE = 0,
    VALUE_TO_RANK = 8,
    VALUE_PIECE = 16,
    VALUE_FROM_FILE = 24,
    VALUE_FROM_RANK = 32,
    VALUE_CAPTURED = 40,
    VALUE_BECOMES = 48,
    VALUE_CAPTURE = 56,
    VALUE_PROMOTES = 57,
    VALUE_CHECK = 58,
    VALUE_MATE = 59,
    VALUE_ANY = 60 /* there is such a move at all */
};

/* Facts with their values: what a string says, or what holds for a move. */
struct short_facts {
    unsigned names;
    uint8_t value[FACT_KINDS]; /* by kind */
};

/* All that can be said about move number i. */
struct short_facts tby__short_facts_of(const tby_short_table *t, size_t i);

/* As many words of each set as the table uses. */
TBY_INLINE size_t short_words(const tby_short_table *t)
{
    return (t->legal.n + 63) / 64;
}

/* One word of the sets of moves that share given facts. */
struct short_sets {
    uint64_t any, of[FACT_KINDS];
    uint64_t becoming[2]; /* what the piece is, what the captured one is */
};

TBY_INLINE void short_sets_of(const tby_short_table *t, size_t w,
                              const struct short_facts *f,
                              struct short_sets *out)
{
    const uint64_t *having = t->having[w];

    out->any = having[VALUE_ANY];
    for (unsigned i = 0; i < FACT_KINDS; i++)
        out->of[i] = having[f->value[i]];
    out->becoming[0] = having[VALUE_BECOMES + (f->value[KIND_PIECE] & 7)];
    out->becoming[1] = having[VALUE_BECOMES + (f->value[KIND_CAPTURED] & 7)];
}

TBY_INLINE uint64_t short_having(const struct short_sets *s, unsigned names)
{
    uint64_t set = s->any;

    for (; names; names &= names - 1)
        set &= s->of[__builtin_ctz(names)];
    return set;
}

/* The moves that a string with these facts fits.  A lone letter counts in both
 * readings: Q is a move of the queen or a promotion to one, xQ takes a queen or
 * becomes one.  Another letter, a coordinate or `=` tells them apart. */
TBY_INLINE uint64_t short_fitting(const struct short_sets *s, unsigned names)
{
    const unsigned clear = NAMES_SQUARES | NAMES_PROMOTES | NAMES_BECOMES;
    bool after_x = names & NAMES_CAPTURE;
    unsigned letter = after_x ? NAMES_CAPTURED : NAMES_PIECE;
    uint64_t set = short_having(s, names);

    if (!(names & clear) && names & letter)
        set |= short_having(s, names ^ letter) & s->becoming[after_x];
    return set;
}

#endif
