/* damage.h - texts of games for the tests of the stream, sound and damaged.
 *
 * The games are small and awkward; the damage is what disks, mail and editors
 * do.  All of it comes from a stream of random numbers that can be had again.
 */
#ifndef TBY_TESTS_DAMAGE_H
#define TBY_TESTS_DAMAGE_H

#include "support/check.h"
#include "support/random.h"

#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *p;
    size_t n, cap;
} text;

static const char *const SNIPPETS[] = {
    "[Event \"One\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
    "[Event \"Lines\"]\n[Site \"?\"]\n\n1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) "
    "e6) 2. c4 {a comment\nover lines} e6 $1 *\n\n",
    "[White \"Tags first\"]\n[Event \"Second\"]\n\n1. c4 *\n\n",
    "[White \"Blank line\"]\n\n[Event \"between\"]\n\n1. c4 c5 1/2-1/2\n\n",
    "[Event \"No moves\"]\n[Result \"*\"]\n\n",
    "1. e4 c5 2. Nf3 d6 0-1\n",
    "[Event \"Clocks\"]\n\n1. e4 { [%clk 0:01:00] } e5 { [%clk 0:01:00] } "
    "2. Nf3 { [%eval 0.3] [%clk 0:00:58] } 1-0\n\n",
    "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n",
    "[Event \"Worse\"]\n\n1. e4 e5 2. Qh5 {open\n\n",
    "[Event \"Escaped\"]\n%[Event \"x\"]\n\n% 1-0\n1. Nf3 d5 *\n",
    "% a line\n%[Event \"no game\"]\n\n",
    "[Event \"Tail\"]\n\n1. g3 1-0 {said later} ; and more 1-0\n\n",
    "[Event \"caf\xc3\xa9\"]\n\n1. b3 {na\xc3\xafve} *\n\n",
    "[Event \"caf\xe9\"]\n\n1. b3 {na\xefve} *\n\n",
    "[Event \"unclosed\n[White \"x\"]\n\n1. e4 *\n\n",
    "[Event \"set up\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\"]\n\n"
    "1... Kd3 *\n\n",
    "junk \xc3\xa9\xc3\xa9 {[White \"in a comment\"]\n\n[Black \"x\"]}\n\n",
    "[Event \"variation open\"]\n\n1. e4 (1. d4 d5 1-0\n\n",
    "1-0 [White \"after a result\"] 1. e4 *\n",
    "*[Event \"after a stray result\"]\n[White \"x\"]\n\n1. e4 *\n",
    "x\"] [Event \"after noise\"]\n[White \"x\"]\n\n1. e4 *\n",
    "*[White \"any tag\"]\n\n[Event \"x\"]\n\n1. e4 *\n",
    "{a preface}\n\n[Event \"with a preface\"]\n\n1. f4 *\n\n",
    "{a preface}\n1. f4 *\n\n",
    "{a preface longer than the head of a file, which is read in one piece:\n"
    "1234567890123456789012345678901234567890123456789012345678901234567890\n"
    "1234567890123456789012345678901234567890123456789012345678901234567890\n"
    "1234567890123456789012345678901234567890123456789012345678901234567890"
    "}\n;and a line\n\n[Event \"long preface\"]\n\n1. f4 *\n\n",
    "[Event \"and\"]\n\n1. e4 *\n\n{after}\n;a line\n\n{more}\n\n",
    "\n\n  \t\n",
    "1. e4 e5\n\n",
    "1. e4 e5 (1... c5\n\n",
    "1. d4 {open d5\n\n",
    "1. d4 {x 1-0 1. c4 {y} c5 *\n",
    "[White \"lost\" [Black \"bracket\" 1. e4 1-0\n",
    "[Event \"stray\"] 1. e4 ; e5 2. Nf3 1-0 ",
    "; a line [Event \"whole\"] [White \"x\"] 1-0\n",
    "{of two\n\n1. e4 lines} ; and\n% three\n\n",
    "Event \"debris\"]\n[White \"x\"]\n\n1. e4 *\n\n",
    "%",
};

static inline void text_add(text *t, const char *p, size_t n)
{
    if (!t->p || t->n + n > t->cap) {
        t->cap = 2 * (t->n + n) + 64;
        t->p = realloc(t->p, t->cap);
        assert_non_null(t->p);
    }
    memcpy(t->p + t->n, p, n);
    t->n += n;
}

static inline void text_free(text *t)
{
    free(t->p);
    *t = (text){NULL, 0, 0};
}

static inline text random_games(rng *r, unsigned n)
{
    text t = {NULL, 0, 0};
    unsigned first = rng_below(r, LENGTH(SNIPPETS));

    if (rng_chance(r, 10))
        text_add(&t, "\xef\xbb\xbf", 3);
    for (unsigned i = 0; i < n; i++) {
        /* often the same again, so that damage to one is to all */
        unsigned few = rng_chance(r, 30) ? 3 : LENGTH(SNIPPETS);
        const char *s =
            SNIPPETS[(first + rng_below(r, few)) % LENGTH(SNIPPETS)];
        text_add(&t, s, strlen(s));
    }
    return t;
}

/* Line ends as other systems write them, or none at all. */
static inline void change_ends(rng *r, text *t)
{
    static const char *const ENDS[] = {"\r\n", "\r", " ", "\n\r", "\r\r\n"};
    const char *end = ENDS[rng_below(r, LENGTH(ENDS))];
    bool all = rng_chance(r, 70);
    text out = {NULL, 0, 0};

    for (size_t i = 0; i < t->n; i++) {
        if (t->p[i] == '\n' && (all || rng_chance(r, 50)))
            text_add(&out, end, strlen(end));
        else
            text_add(&out, &t->p[i], 1);
    }
    text_free(t);
    *t = out;
}

/* One wound. */
static inline void wound(rng *r, text *t)
{
    static const char BYTES[] = "{}[]();%\"\\*\n\r \0\xe2\xc3\xa9x1";
    size_t at = rng_below(r, (unsigned)t->n);
    size_t left = t->n - at, n = 1 + rng_below(r, 40);

    n = n < left ? n : left;
    switch (rng_below(r, 4)) {
    case 0:
        t->p[at] = (char)(t->p[at] ^ (1 << rng_below(r, 8)));
        break;
    case 1:
        t->p[at] = BYTES[rng_below(r, sizeof BYTES - 1)];
        break;
    case 2: /* bytes are lost */
        memmove(t->p + at, t->p + at + n, left - n);
        t->n -= n;
        break;
    default: /* bytes become NUL */
        memset(t->p + at, 0, n);
        break;
    }
}

/* The same bytes lost or changed wherever they stand, as by a compressed file
 * that refers to what was damaged, or by a bad search and replace. */
static inline void wound_all(rng *r, text *t)
{
    static const char *const INSTEAD[] = {"", " ", "x", ")K", "\n", "\"", "{"};
    const char *instead = INSTEAD[rng_below(r, LENGTH(INSTEAD))];
    size_t at = rng_below(r, (unsigned)t->n), n = 1 + rng_below(r, 3);
    char lost[3];
    text out = {NULL, 0, 0};

    n = n < t->n - at ? n : t->n - at;
    memcpy(lost, t->p + at, n);
    for (size_t i = 0; i < t->n;) {
        bool found = t->n - i >= n && memcmp(t->p + i, lost, n) == 0;
        text_add(&out, found ? instead : t->p + i, found ? strlen(instead) : 1);
        i += found ? n : 1;
    }
    text_free(t);
    *t = out;
}

static inline void damage(rng *r, text *t)
{
    unsigned wounds = rng_below(r, 12);

    if (rng_chance(r, 40))
        change_ends(r, t);
    if (rng_chance(r, 20) && t->n > 0)
        wound_all(r, t);
    for (; wounds > 0 && t->n > 1; wounds--)
        wound(r, t);
    if (rng_chance(r, 20) && t->n > 1)
        t->n = 1 + rng_below(r, (unsigned)t->n - 1);
}

#endif
