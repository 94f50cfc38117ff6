/* search_words.c - a text into words, one spelling for each, and what is known
 * of the words of openings: how they are abbreviated, and called otherwise. */
#include "core/base/assert.h"
#include "core/base/fold.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

#include <string.h>

typedef struct pair {
    const char *from, *to;
} pair;

static const pair ABBREVIATIONS[] = {
    {"bdg", "blackmar diemer gambit"},
    {"ck", "caro kann"},
    {"ddg", "diemer duhm gambit"},
    {"kg", "kings gambit"},
    {"kga", "kings gambit accepted"},
    {"kgd", "kings gambit declined"},
    {"kia", "kings indian attack"},
    {"kid", "kings indian defense"},
    {"kp", "kings pawn"},
    {"kpg", "kings pawn game"},
    {"nid", "nimzo indian defense"},
    {"oid", "old indian defense"},
    {"qg", "queens gambit"},
    {"qga", "queens gambit accepted"},
    {"qgd", "queens gambit declined"},
    {"qid", "queens indian defense"},
    {"qp", "queens pawn"},
    {"qpg", "queens pawn game"},
    {"qpo", "queens pawn opening"},
    {NULL, NULL},
};

enum { ABBREVIATION_MAX = 3 };

/* Spellings that no rule of letters brings together. */
static const pair SPELLINGS[] = {
    {"2", "two"},
    {"3", "three"},
    {"4", "four"},
    {"6", "six"},
    {"alechin", "alekhine"},
    {"alechine", "alekhine"},
    {"alekhin", "alekhine"},
    {"aljechin", "alekhine"},
    {"aljekhin", "alekhine"},
    {"alyekhin", "alekhine"},
    {"archangel", "arkhangelsk"},
    {"archangelsk", "arkhangelsk"},
    {"averbach", "averbakh"},
    {"awerbach", "averbakh"},
    {"centre", "center"},
    {"macdonnell", "mcdonnell"},
    {"mccutcheon", "maccutcheon"},
    {"sizilian", "sicilian"},
    {NULL, NULL},
};

const char *const tby__search_synonyms[] = {
    "ruy lopez|spanish game|spanish opening|spanish",
    "petrov defense|petrov|russian game|(russian defense)|(russian)",
    "benko gambit|volga gambit",
    "benko|volga",
    "scandinavian|center counter",
    "polish opening|sokolsky opening|sokolsky|orangutan|orang utan",
    "nimzo indian|nimzowitsch indian",
    "nimzo larsen|nimzowitsch larsen|larsen opening",
    "sicilian alapin|c3 sicilian",
    "fried liver|fegatello",
    "traxler|wilkes barre",
    "schliemann|jaenisch",
    "latvian gambit|greco countergambit",
    "van geet|dunst",
    "danish gambit|nordic gambit",
    "hungarian opening|kings fianchetto",
    "rapport jobava|jobava london",
    NULL,
};

/* The other half of a pair, empty if there is none. */
static tby_str look_up(const pair *pairs, tby_str word)
{
    for (; pairs->from; pairs++)
        if (tby_str_is(word, pairs->from))
            return tby_str_of(pairs->to);
    return (tby_str){NULL, 0};
}

static bool is_one_of(tby_str word, const char *const *words)
{
    for (; *words; words++)
        if (tby_str_is(word, *words))
            return true;
    return false;
}

search_kind tby__search_kind_of(tby_str spelt)
{
    /* as tby__search_spell() leaves them */
    static const char *const OPTIONAL[] = {
        "defense", "opening", "game", "variation", "sistem", "line", NULL};
    static const char *const GENERIC[] = {"attack", "gambit", "counterattack",
                                          "countergambit", NULL};

    if (is_one_of(spelt, OPTIONAL))
        return SEARCH_OPTIONAL;
    return is_one_of(spelt, GENERIC) ? SEARCH_GENERIC : SEARCH_DISTINCT;
}

bool tby__search_is_prefix(tby_str raw)
{
    static const char *const PREFIXES[] = {"anti", "neo", "pseudo", "semi",
                                           NULL};

    return is_one_of(raw, PREFIXES);
}

static bool is_number(const search_word *w)
{
    size_t i = 0;

    while (i < w->raw_n && tby_is_digit(w->raw[i]))
        i++;
    return i == w->raw_n;
}

static void append(search_word *w, const char *bytes, size_t n)
{
    if (n > SEARCH_WORD_MAX - w->raw_n)
        return;
    memcpy(w->raw + w->raw_n, bytes, n);
    w->raw_n += n;
}

bool tby__search_words_next(search_words *c, search_word *out)
{
    tby_str word;

    if (c->pending.n && tby_str_word(&c->pending, &word)) {
        *out = (search_word){.raw_n = 0};
        append(out, word.p, word.n);
        return true;
    }

    /* Takes one word off the text, empty if there is none, and the character
     * that ends it.  An apostrophe belongs to it (O'Kelly), but the s after the
     * last one does not (King's). */
    size_t apostrophe = SIZE_MAX;
    char here[TBY_FOLD_MAX] = {0};

    *out = (search_word){.joined = c->hyphen};
    c->hyphen = false;
    while (c->rest.n) {
        size_t n = tby_fold_next(&c->rest, here);
        if (n == 0)
            continue;
        /* letters of other alphabets are bytes above ASCII */
        if ((here[0] >= 'a' && here[0] <= 'z') || tby_is_digit(here[0]) ||
            (unsigned char)here[0] >= 0x80) {
            append(out, here, n);
        } else if (here[0] == '\'') {
            apostrophe = out->raw_n;
        } else if (here[0] == '.' && is_number(out)) {
            out->raw_n = 0; /* the number of a move */
        } else if (out->raw_n) {
            c->hyphen = here[0] == '-';
            break;
        }
    }
    if (out->raw_n > 1 && apostrophe == out->raw_n - 1 &&
        out->raw[apostrophe] == 's')
        out->raw_n--;
    out->raw[out->raw_n] = '\0';

    if (out->raw_n == 0)
        return false;
    /* nearly all words are longer, and most of the others are moves */
    if (out->raw_n <= ABBREVIATION_MAX && out->raw[out->raw_n - 1] > '9')
        c->pending = look_up(ABBREVIATIONS, search_raw(out));
    return c->pending.n ? tby__search_words_next(c, out) : true;
}

/* Letters that one source writes for another's; the longest fit comes first.
 * What comes out need not be a word: it is only compared. */
static const pair RULES[] = {
    {"tsch", "ch"}, /* Nimzowitsch, Nimzovich */
    {"tch", "ch"},  /* Tchigorin */
    {"sch", "sh"},  /* Sveschnikov */
    {"ae", "a"},    /* Saemisch for Sämisch */
    {"oe", "o"},    /* Moeller for Møller */
    {"ue", "u"},    /* Gruenfeld for Grünfeld */
    {"ce", "se"},   /* Defence */
    {"ci", "si"},   /* Cicilian for Sicilian */
    {"ff", "f"},    /* Petroff */
    {"kh", "h"},    /* Kholmov, Holmov */
    {"ph", "f"},    /* Filidor */
    {"ij", "i"},    /* Sokolskij */
    {"iy", "i"},    /* Sokolskiy */
    {"w", "v"},     /* Bogoljubow */
    {"y", "i"},     /* Sokolsky, Sokolski */
    {"j", "i"},     /* Bogoljubov, Bogolyubov */
    {"z", "s"},     /* Rauzer, Rauser */
    {NULL, NULL},
};

void tby__search_spell(search_word *w)
{
    tby_str in = search_raw(w);

    /* without the s of Philidors and Knights; "ss" is no such ending */
    if (in.n >= 4 && in.p[in.n - 1] == 's' && in.p[in.n - 2] != 's')
        in.n--;
    tby_str other = look_up(SPELLINGS, in);
    if (other.n)
        in = other;
    w->spelt_n = 0;
    while (in.n) {
        const pair *rule = RULES;
        while (rule->from && !tby_str_starts(in, tby_str_of(rule->from)))
            rule++;
        if (!rule->from) {
            w->spelt[w->spelt_n++] = in.p[0];
            in = tby_str_from(in, 1);
            continue;
        }
        for (const char *to = rule->to; *to; to++)
            w->spelt[w->spelt_n++] = *to;
        in = tby_str_from(in, strlen(rule->from));
    }
    TBY_ASSERT(w->spelt_n <= SEARCH_WORD_MAX);
    if (w->spelt_n > 4 && w->spelt[w->spelt_n - 1] == 'f' &&
        (w->spelt[w->spelt_n - 2] == 'o' || w->spelt[w->spelt_n - 2] == 'e'))
        w->spelt[w->spelt_n - 1] = 'v'; /* Petroff, Petrov */
    w->spelt[w->spelt_n] = '\0';
}
