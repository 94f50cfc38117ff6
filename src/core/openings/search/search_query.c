/* search_query.c - a text into words, what is known of the words of openings,
 * and what was typed: codes, words, and other ways to say it. */
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

/* The number of a word in the query, added if it is not there yet;
 * SEARCH_QUERY_WORDS if there is no room. */
static size_t number_of(search_query *q, const search_word *w)
{
    size_t i = 0;

    while (i < q->words_n && !tby_str_is(search_raw(w), q->words[i].raw))
        i++;
    if (i == q->words_n && i < SEARCH_QUERY_WORDS)
        q->words[q->words_n++] = *w;
    return i;
}

/* Adds a phrasing unless it is known already or there are too many: the first
 * ones are the likelier ones.  Of the words some may be new, those from words_n
 * on, and stay only with it.
 *
 * Words such as Defense may be lacking, but not if there are no others, nor if
 * they were not typed: Russian Game means Petrov, but not all that is Russian
 * is meant by Petrov. */
static void add_phrasing(search_query *q, search_phrasing *p, size_t words_n)
{
    uint32_t typed = q->phrasings_n ? q->phrasings[0].mask : UINT32_MAX;
    bool is_new = q->phrasings_n < SEARCH_PHRASINGS;

    TBY_ASSERT(p->n > 0 && p->n <= SEARCH_PHRASING_WORDS);
    for (size_t i = 0; i < q->phrasings_n; i++)
        if (q->phrasings[i].n == p->n &&
            memcmp(q->phrasings[i].at, p->at, p->n) == 0)
            is_new = false;
    if (!is_new) {
        q->words_n = words_n;
        return;
    }
    p->mask = p->optional = 0;
    for (size_t i = 0; i < p->n; i++) {
        tby_str spelt = search_spelt(&q->words[p->at[i]]);
        uint32_t bit = (uint32_t)1 << p->at[i];
        p->mask |= bit;
        if (typed & bit && tby__search_kind_of(spelt) == SEARCH_OPTIONAL)
            p->optional |= bit;
    }
    if (p->optional == p->mask)
        p->optional = 0;
    q->phrasings[q->phrasings_n++] = *p;
}

/* Adds a phrasing with n words from `at` on replaced by others. */
static void add_replaced(search_query *q, const search_phrasing *from,
                         size_t at, size_t n, const search_word *by,
                         size_t by_n)
{
    search_phrasing p = {.n = from->n - n + by_n};
    size_t words_n = q->words_n;

    TBY_ASSERT(at + n <= from->n);
    if (p.n > SEARCH_PHRASING_WORDS)
        return;
    memcpy(p.at, from->at, at);
    memcpy(p.at + at + by_n, from->at + at + n, from->n - at - n);
    for (size_t i = 0; i < by_n; i++) {
        size_t number = number_of(q, &by[i]);
        if (number == SEARCH_QUERY_WORDS) {
            q->words_n = words_n;
            return;
        }
        p.at[at + i] = (uint8_t)number;
    }
    add_phrasing(q, &p, words_n);
}

/* Do the words from `at` on mean the phrase?  The last word typed may be the
 * beginning of its last word, if it is long enough. */
static bool is_at(const search_query *q, const search_phrasing *p, size_t at,
                  const search_synonym *phrase)
{
    enum { LONG_ENOUGH = 4 };

    if (phrase->n > p->n - at)
        return false;
    for (size_t i = 0; i < phrase->n; i++) {
        const search_word *typed = &q->words[p->at[at + i]];
        const search_word *word = &phrase->at[i];
        bool last = i + 1 == phrase->n && at + i + 1 == p->n;
        bool begun = last && typed->raw_n >= LONG_ENOUGH &&
                     tby_str_starts(search_raw(word), search_raw(typed));
        if (!begun && !tby_str_equal(search_spelt(typed), search_spelt(word)))
            return false;
    }
    return true;
}

static void add_synonyms(const tby_search *s, search_query *q, size_t number)
{
    const search_phrasing *p = &q->phrasings[number];
    const search_synonym *end = s->synonyms + s->synonyms_n;

    for (const search_synonym *a = s->synonyms; a < end; a++)
        for (size_t at = 0; at < p->n; at++)
            for (const search_synonym *b = s->synonyms;
                 b < end && is_at(q, p, at, a); b++)
                if (b->set == a->set && b != a && !b->vague)
                    add_replaced(q, p, at, a->n, b->at, b->n);
}

/* A word of some bytes; true if it is one of the index. */
static bool make_term(const tby_search *s, tby_str raw, search_word *out)
{
    TBY_ASSERT(raw.n <= SEARCH_WORD_MAX);
    *out = (search_word){.raw_n = raw.n};
    memcpy(out->raw, raw.p, raw.n);
    tby__search_spell(out);
    for (size_t i = 0; i < s->terms_n; i++)
        if (tby_str_is(s->terms[i].spelt, out->spelt))
            return true;
    return false;
}

/* "e4", "Nbd7", "exd5", "O-O" (an o at a time), as a name may mention them. */
static bool is_move(const search_word *w)
{
    size_t n = w->raw_n;

    if (n == 1)
        return w->raw[0] == 'o';
    if (n < 2 || n > 5 || w->raw[n - 1] < '1' || w->raw[n - 1] > '8' ||
        w->raw[n - 2] < 'a' || w->raw[n - 2] > 'h')
        return false;
    return strspn(w->raw, "abcdefghknqrx12345678") == n;
}

tby_rc tby__search_query_parse(const tby_search *s, tby_str text,
                               unsigned flags, search_query *out)
{
    bool alone = !(flags & TBY_SEARCH_COMPLETE) && tby_str_trim(text).n == 1;
    search_phrasing p = {.n = 0};
    bool only_moves = true;
    tby_str rest = text, word;

    out->words_n = out->phrasings_n = 0;
    out->has_codes = out->is_moves = false;
    while (tby_str_word(&rest, &word)) {
        search_words c = {.rest = word};
        search_word w;
        /* "e4" is a move though "E4" are the codes from E40 on; one letter is
         * a code only when there is nothing else. */
        if (!out->has_codes &&
            ((word.n != 1 || alone) && (word.n != 2 || word.p[0] < 'a') &&
             tby_codes_parse(word, &out->codes))) {
            out->has_codes = true;
            continue;
        }
        while (tby__search_words_next(&c, &w)) {
            if (p.n == SEARCH_PHRASING_WORDS)
                return TBY_E_LIMIT;
            tby__search_spell(&w);
            only_moves = only_moves && is_move(&w);
            p.at[p.n++] = (uint8_t)number_of(out, &w);
        }
    }
    if (p.n == 0)
        return TBY_OK;
    out->is_moves = only_moves;
    add_phrasing(out, &p, 0);

    /* All phrasings that follow from what was typed, or from another phrasing.
     */
    const search_phrasing *typed = &out->phrasings[0];
    search_word w[2];

    /* "carokann" is two words of the index */
    for (size_t at = 0; at < typed->n; at++) {
        tby_str raw = search_raw(&out->words[typed->at[at]]);
        if (make_term(s, raw, w))
            continue;
        for (size_t n = 3; n + 3 <= raw.n; n++)
            if (make_term(s, (tby_str){raw.p, n}, &w[0]) &&
                make_term(s, tby_str_from(raw, n), &w[1]))
                add_replaced(out, typed, at, 1, w, 2);
    }
    /* "counter gambit" is one */
    for (size_t at = 0; at + 1 < typed->n; at++) {
        tby_str a = search_raw(&out->words[typed->at[at]]);
        tby_str b = search_raw(&out->words[typed->at[at + 1]]);
        char raw[2 * SEARCH_WORD_MAX];

        memcpy(raw, a.p, a.n);
        memcpy(raw + a.n, b.p, b.n);
        if (a.n + b.n <= SEARCH_WORD_MAX &&
            make_term(s, (tby_str){raw, a.n + b.n}, w))
            add_replaced(out, typed, at, 2, w, 1);
    }
    for (size_t i = 0; i < out->phrasings_n; i++)
        add_synonyms(s, out, i);

    return TBY_OK;
}
