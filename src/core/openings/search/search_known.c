/* search_known.c - what is known of the names of openings: how they are
 * abbreviated, spelt, and called otherwise. */
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

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
};

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
static tby_str look_up(const pair *pairs, size_t n, tby_str word)
{
    for (size_t i = 0; i < n; i++)
        if (tby_str_is(word, pairs[i].from))
            return tby_str_of(pairs[i].to);
    return (tby_str){NULL, 0};
}

tby_str tby__search_written_out(tby_str raw)
{
    enum { LONGEST = 3 };

    /* nearly all words are longer, and most of the others are moves */
    if (raw.n > LONGEST || raw.n == 0 || raw.p[raw.n - 1] <= '9')
        return (tby_str){NULL, 0};
    return look_up(ABBREVIATIONS, sizeof ABBREVIATIONS / sizeof *ABBREVIATIONS,
                   raw);
}

tby_str tby__search_respelt(tby_str raw)
{
    tby_str other =
        look_up(SPELLINGS, sizeof SPELLINGS / sizeof *SPELLINGS, raw);

    return other.n ? other : raw;
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
    return is_one_of(spelt, GENERIC) ? SEARCH_GENERIC : SEARCH_TELLING;
}

bool tby__search_is_prefix(tby_str raw)
{
    static const char *const PREFIXES[] = {"anti", "neo", "pseudo", "semi",
                                           NULL};

    return is_one_of(raw, PREFIXES);
}
