/* search_words.c - a text into words, and one spelling for each. */
#include "core/base/fold.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

#include <string.h>

/* --- words ----------------------------------------------------------------*/

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters of other alphabets are bytes above ASCII. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_number(const search_word *w)
{
    for (size_t i = 0; i < w->raw_n; i++)
        if (!is_digit(w->raw[i]))
            return false;
    return true;
}

static void append(search_word *w, const char *bytes, size_t n)
{
    if (n > SEARCH_WORD_MAX - w->raw_n)
        return;
    memcpy(w->raw + w->raw_n, bytes, n);
    w->raw_n += n;
}

/* Takes one word off the text, empty if there is none, and the character that
 * ends it.  An apostrophe belongs to it (O'Kelly), but the s behind the last
 * one does not (King's). */
static void take_word(search_words *c, search_word *w)
{
    size_t apostrophe = SIZE_MAX;
    char here[TBY_FOLD_MAX] = {0};

    *w = (search_word){.joined = c->hyphen};
    c->hyphen = false;
    while (c->rest.n) {
        size_t n = tby_fold_next(&c->rest, here);
        if (n == 0)
            continue;
        if (is_letter(here[0]) || is_digit(here[0])) {
            append(w, here, n);
        } else if (here[0] == '\'') {
            apostrophe = w->raw_n;
        } else if (here[0] == '.' && is_number(w)) {
            w->raw_n = 0; /* the number of a move */
        } else if (w->raw_n) {
            c->hyphen = here[0] == '-';
            break;
        }
    }
    if (w->raw_n > 1 && apostrophe == w->raw_n - 1 && w->raw[apostrophe] == 's')
        w->raw_n--;
    w->raw[w->raw_n] = '\0';
}

bool tby__search_words_next(search_words *c, search_word *out)
{
    tby_str word;

    if (c->pending.n && tby_str_word(&c->pending, &word)) {
        *out = (search_word){.raw_n = 0};
        append(out, word.p, word.n);
        return true;
    }
    take_word(c, out);
    if (out->raw_n == 0)
        return false;
    c->pending = tby__search_written_out((tby_str){out->raw, out->raw_n});
    return c->pending.n ? tby__search_words_next(c, out) : true;
}

/* --- spelling -------------------------------------------------------------*/

/* Letters that one source writes for another's; the longest fit comes first.
 * What comes out need not be a word: it is only compared. */
static const struct {
    const char *from, *to;
} RULES[] = {
    {"tsch", "ch"}, /* Nimzowitsch, Nimzovich */
    {"tch", "ch"},  /* Tchigorin */
    {"sch", "sh"},  /* Sveschnikov */
    {"ae", "a"},    /* Saemisch for Sämisch */
    {"oe", "o"},    /* Moeller for Møller */
    {"ue", "u"},    /* Gruenfeld for Grünfeld */
    {"ce", "se"},   /* Defence */
    {"ci", "si"},   /* Sicilian, and who begins it with a C */
    {"ff", "f"},    /* Petroff */
    {"kh", "h"},    /* Kholmov, Holmov */
    {"ph", "f"},    /* Filidor */
    {"ij", "i"},    /* Sokolskij */
    {"iy", "i"},    /* Sokolskiy */
    {"w", "v"},     /* Bogoljubow */
    {"y", "i"},     /* Sokolsky, Sokolski */
    {"j", "i"},     /* Bogoljubov, Bogolyubov */
    {"z", "s"},     /* Rauzer, Rauser */
};

static size_t apply_rule(tby_str in, size_t at, search_word *out)
{
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        tby_str from = tby_str_of(RULES[i].from);
        if (!tby_str_starts(tby_str_from(in, at), from))
            continue;
        for (const char *to = RULES[i].to; *to; to++)
            out->spelt[out->spelt_n++] = *to;
        return from.n;
    }
    out->spelt[out->spelt_n++] = in.p[at];
    return 1;
}

/* Without the s of Philidors and Knights; "ss" is no such ending. */
static tby_str singular(tby_str s)
{
    if (s.n >= 4 && s.p[s.n - 1] == 's' && s.p[s.n - 2] != 's')
        s.n--;
    return s;
}

void tby__search_spell(search_word *w)
{
    tby_str raw = {w->raw, w->raw_n};
    tby_str in = tby__search_respelt(singular(raw));

    w->spelt_n = 0;
    for (size_t at = 0; at < in.n;)
        at += apply_rule(in, at, w);
    if (w->spelt_n > 4 && w->spelt[w->spelt_n - 1] == 'f' &&
        (w->spelt[w->spelt_n - 2] == 'o' || w->spelt[w->spelt_n - 2] == 'e'))
        w->spelt[w->spelt_n - 1] = 'v'; /* Petroff, Petrov */
    w->spelt[w->spelt_n] = '\0';
}
