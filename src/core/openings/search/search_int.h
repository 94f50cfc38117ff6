/* search_int.h - what the files of the name search share.
 *
 *   search_words.c   a text into words, and what is known of the words of chess
 *                    names: spellings, abbreviations, synonyms
 *   search_index.c   the names by their words
 *   search_query.c   what was typed: codes, words, other ways to say it
 *   search.c         how well a name fits, and the best first */
#ifndef TBY_CORE_OPENINGS_SEARCH_SEARCH_INT_H
#define TBY_CORE_OPENINGS_SEARCH_SEARCH_INT_H

#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "tabiya/codes.h"
#include "tabiya/relations.h"
#include "tabiya/search.h"

enum { SEARCH_WORD_MAX = 31 }; /* bytes; what is longer is cut */

typedef struct search_word {
    char raw[SEARCH_WORD_MAX + 1];   /* folded, as it was written */
    char spelt[SEARCH_WORD_MAX + 1]; /* in the one spelling for comparison */
    size_t raw_n, spelt_n;
    bool joined; /* by a hyphen to the word before */
} search_word;

static inline tby_str search_raw(const search_word *w)
{
    return (tby_str){w->raw, w->raw_n};
}

static inline tby_str search_spelt(const search_word *w)
{
    return (tby_str){w->spelt, w->spelt_n};
}

/* Walks over the words of a text; start with `{.rest = text}`. */
typedef struct search_words {
    tby_str rest;
    tby_str pending; /* the rest of an abbreviation that was written out */
    bool hyphen;     /* is before the rest */
} search_words;

/* The next word without its spelling; false after the last.  Numbers of
 * moves are left out, abbreviations written out. */
bool tby__search_words_next(search_words *c, search_word *out);

/* Sets spelt from raw. */
void tby__search_spell(search_word *w);

/* What a word that says little is good for. */
typedef enum search_kind {
    SEARCH_DISTINCT, /* it says much */
    SEARCH_GENERIC,  /* Gambit: a name that has it more is still the same */
    SEARCH_OPTIONAL  /* Defense: and a name may lack it, too */
} search_kind;

search_kind tby__search_kind_of(tby_str spelt);

/* "anti" and the like: Anti-Marshall is no Marshall, but Smith-Morra is a
 * Morra. */
bool tby__search_is_prefix(tby_str raw);

/* Sets of phrases that mean the same, parted by '|'; NULL ends the list.  One
 * in parentheses means the others, too, but they do not mean it alone. */
extern const char *const tby__search_synonyms[];

enum { SEARCH_SYNONYM_WORDS = 3, SEARCH_SYNONYMS = 64 };

typedef struct search_synonym {
    size_t set;
    bool vague; /* was in parentheses */
    search_word at[SEARCH_SYNONYM_WORDS];
    size_t n;
} search_synonym;

typedef struct search_term {
    tby_str raw, spelt;
    search_kind kind;
} search_term;

enum { SEARCH_NAME_WORDS = 64 }; /* that are looked at */

/* A text that is the name or an alias of some entries. */
typedef struct search_label {
    tby_str text;
    uint32_t words_at; /* in tby_search.words */
    uint8_t words_n;
    uint8_t family_n; /* words of its first part */
    uint8_t last_at;  /* where its last part begins */
    bool is_name;     /* of an entry; else it is only an alias */
    uint64_t joined;  /* bit i: word i and the one before are one name */
    uint32_t first;   /* link, or TBY_NONE */
    uint32_t links_n;
    uint32_t weight; /* positions that bear it or a variation of it */
} search_label;

typedef struct search_link {
    uint32_t entry;
    uint32_t next; /* link of the same label, or TBY_NONE */
} search_link;

typedef struct search_entry {
    uint32_t name;  /* a label */
    uint16_t code;  /* TBY_ECO_CODES: none */
    uint16_t plies; /* UINT16_MAX: not known */
} search_entry;

struct tby_search {
    tby_alloc alloc;
    tby_arena arena; /* has all but what grows: terms, words and the maps */
    tby_names names;
    search_term *terms;
    tby_hashmap term_map; /* by raw */
    uint32_t *words;      /* of the labels: terms */
    search_label *labels;
    tby_hashmap label_map;
    search_link *links;
    search_entry *entries;
    search_synonym *synonyms;
    size_t terms_n, terms_cap, words_n, words_cap;
    size_t labels_n, links_n, synonyms_n;
};

enum {
    SEARCH_QUERY_WORDS = 32,    /* in all phrasings: bits of a mask */
    SEARCH_PHRASING_WORDS = 24, /* in one of them */
    SEARCH_PHRASINGS = 12
};

/* A way to say what was typed. */
typedef struct search_phrasing {
    uint8_t at[SEARCH_PHRASING_WORDS]; /* words of the query */
    size_t n;
    uint32_t mask;     /* the same as bits */
    uint32_t optional; /* those that a name may lack */
} search_phrasing;

typedef struct search_query {
    search_word words[SEARCH_QUERY_WORDS];
    size_t words_n;
    search_phrasing phrasings[SEARCH_PHRASINGS]; /* the first is as typed */
    size_t phrasings_n;                          /* 0: there are no words */
    tby_codes codes;
    bool has_codes;
    bool is_moves; /* nothing but moves */
} search_query;

TBY_MUST_USE tby_rc tby__search_query_parse(const tby_search *s, tby_str text,
                                            unsigned flags, search_query *out);

/* Is b what a becomes by one letter more, less, other, or by two neighbours
 * changing places?  Or only, if `begun`, is that so for some beginning of b? */
bool tby__search_one_slip(tby_str a, tby_str b, bool begun);

#endif
