/* search_int.h - what the files of the name search share.
 *
 *   search_words.c   a text into words, and the one spelling of each
 *   search_known.c   what is known of chess names: abbreviations, synonyms
 *   search_index.c   the names of a book by their words
 *   search_query.c   what was typed: codes, words, other ways to say it
 *   search_match.c   which words of the index a word of the query means
 *   tby__search_judge.c   how well a name fits
 *   search.c         what is found, the best first */
#ifndef TBY_CORE_OPENINGS_SEARCH_SEARCH_INT_H
#define TBY_CORE_OPENINGS_SEARCH_SEARCH_INT_H

#include "core/base/arena.h"
#include "tabiya/codes.h"
#include "tabiya/relations.h"
#include "tabiya/search.h"

/* --- words (search_words.c) -----------------------------------------------*/

enum { SEARCH_WORD_MAX = 31 }; /* bytes; what is longer is cut */

typedef struct search_word {
    char raw[SEARCH_WORD_MAX + 1];   /* folded, as it was written */
    char spelt[SEARCH_WORD_MAX + 1]; /* in the one spelling for comparison */
    size_t raw_n, spelt_n;
    bool joined; /* by a hyphen to the word before */
} search_word;

/* Walks over the words of a text; start with `{.rest = text}`. */
typedef struct search_words {
    tby_str rest;
    tby_str pending; /* the rest of an abbreviation that was written out */
    bool hyphen;     /* stands before the rest */
} search_words;

/* The next word without its spelling; false behind the last.  Numbers of
 * moves are left out, abbreviations written out. */
bool tby__search_words_next(search_words *c, search_word *out);

/* Sets spelt from raw. */
void tby__search_spell(search_word *w);

/* --- what is known (search_known.c) ---------------------------------------*/

/* "queens gambit declined" for "qgd"; empty if it is no abbreviation. */
tby_str tby__search_written_out(tby_str raw);

/* Another spelling to go by, or the word itself. */
tby_str tby__search_respelt(tby_str raw);

/* What a word that says little is good for. */
typedef enum search_kind {
    SEARCH_TELLING, /* it says much */
    SEARCH_GENERIC, /* Gambit: a name that has it more is still the same */
    SEARCH_OPTIONAL /* Defense: and a name may lack it, too */
} search_kind;

search_kind tby__search_kind_of(tby_str spelt);

/* "anti" and the like: Anti-Marshall is no Marshall, but Smith-Morra is a
 * Morra. */
bool tby__search_is_prefix(tby_str raw);

/* Sets of phrases that mean the same, parted by '|'; NULL ends the list.  One
 * in parentheses means the others, too, but they do not mean it alone. */
extern const char *const tby__search_synonyms[];

enum { SEARCH_SYNONYM_WORDS = 3, SEARCH_SYNONYMS = 64 };

/* One phrase of a set. */
typedef struct search_synonym {
    size_t set;
    bool vague; /* was in parentheses */
    search_word at[SEARCH_SYNONYM_WORDS];
    size_t n;
} search_synonym;

/* --- the index (search_index.c) -------------------------------------------*/

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
    uint32_t first;   /* link */
    uint32_t links_n;
    uint32_t weight; /* positions that bear it or a variation of it */
} search_label;

#define SEARCH_NO_LINK UINT32_MAX

typedef struct search_link {
    uint32_t entry;
    uint32_t next; /* link of the same label */
} search_link;

typedef struct search_entry {
    uint32_t name;  /* a label */
    uint16_t code;  /* TBY_ECO_CODES: none */
    uint16_t plies; /* UINT16_MAX: not known */
} search_entry;

struct tby_search {
    tby_alloc alloc;
    tby_arena arena; /* texts of terms */
    tby_book book;
    search_term *terms;
    uint32_t *term_slots; /* by hash: index + 1, or 0 */
    uint32_t *words;      /* of the labels: terms */
    search_label *labels;
    uint32_t *label_slots;
    search_link *links;
    search_entry *entries;
    search_synonym *synonyms; /* in the arena */
    size_t synonyms_n;
    size_t terms_n, terms_cap, term_slots_n;
    size_t words_n, words_cap;
    size_t labels_n, links_n, names_cap; /* no more than names and aliases */
    size_t label_slots_n;
};

/* --- the query (search_query.c) -------------------------------------------*/

enum {
    SEARCH_QUERY_WORDS = 32, /* in all ways to say it: bits of a mask */
    SEARCH_WAY_WORDS = 24,   /* in one of them */
    SEARCH_WAYS = 12
};

/* A way to say what was typed: the first is as it was typed. */
typedef struct search_way {
    uint8_t at[SEARCH_WAY_WORDS]; /* words of the query */
    size_t n;
    uint32_t mask;     /* the same as bits */
    uint32_t optional; /* those that a name may lack */
} search_way;

typedef struct search_query {
    search_word words[SEARCH_QUERY_WORDS];
    size_t words_n;
    search_way ways[SEARCH_WAYS];
    size_t ways_n; /* 0: there are no words */
    tby_codes codes;
    bool has_codes;
    bool is_moves; /* nothing but moves */
} search_query;

TBY_MUST_USE tby_rc tby__search_query_parse(const tby_search *s, tby_str text,
                                            unsigned flags, search_query *out);

/* --- words against terms (search_match.c) ---------------------------------*/

/* Which words of a query a term is, begins with, or is with one slip. */
typedef struct search_masks {
    uint32_t equal, starts, slips;
} search_masks;

/* Fills out[terms_n].  If `loose`, words that were both begun and mistyped
 * are slips, too. */
void tby__search_match_terms(const tby_search *s, const search_query *q,
                             bool loose, search_masks *out);

/* Is b what a becomes by one letter more, less, other, or by two neighbours
 * changing places?  Or only, if `begun`, is that so for some beginning of b? */
bool tby__search_one_slip(tby_str a, tby_str b, bool begun);

/* --- a name against a query (tby__search_judge.c)
 * ------------------------------*/

/* All that a label is judged by. */
typedef struct search_case {
    const tby_search *s;
    const search_query *q;
    tby_str text; /* as it was typed */
    unsigned flags;
    search_masks *masks; /* of the terms */
} search_case;

#define SEARCH_NOTHING UINT64_MAX

/* The key of a label, 44 bits: the less, the better.  SEARCH_NOTHING if it does
 * not fit. */
uint64_t tby__search_judge(const search_case *f, const search_label *l);

/* Appends some bits to a key: a value that is too large becomes the largest. */
static inline void search_push(uint64_t *key, unsigned bits, uint64_t value)
{
    uint64_t most = ((uint64_t)1 << bits) - 1;

    *key = *key << bits | (value < most ? value : most);
}

#endif
