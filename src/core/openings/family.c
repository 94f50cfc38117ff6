/* family.c - the parts of an opening's name. */
#include "tabiya/family.h"

#include "core/base/str.h"

/* The bytes of the separator at s, 0 if there is none. */
static size_t separator(tby_str s)
{
    if (s.p[0] == ':' || s.p[0] == ',')
        return 1;
    return tby_str_starts(s, TBY_STR(" - ")) ? 3 : 0;
}

/* How deep in parentheses one is behind c.  A lone ')' opens nothing. */
static size_t depth_behind(size_t depth, char c)
{
    if (c == '(')
        return depth + 1;
    return depth - (c == ')' && depth > 0);
}

/* Cuts *rest at its first separator.  A '(' that is never closed must not
 * swallow the rest of the name, hence `parentheses`. */
static tby_str cut(tby_str *rest, bool parentheses)
{
    size_t depth = 0;

    for (size_t i = 0; i < rest->n; i++) {
        size_t n = depth ? 0 : separator(tby_str_from(*rest, i));
        if (n) {
            tby_str part = {rest->p, i};
            *rest = tby_str_from(*rest, i + n);
            return part;
        }
        if (parentheses)
            depth = depth_behind(depth, rest->p[i]);
    }
    if (depth)
        return cut(rest, false);
    tby_str part = *rest;
    *rest = (tby_str){rest->p + rest->n, 0};
    return part;
}

bool tby_name_next(tby_str *rest, tby_str *part)
{
    while (rest->n) {
        tby_str next = tby_str_trim(cut(rest, true));
        if (next.n) {
            *part = next;
            return true;
        }
    }
    return false;
}

tby_name_parts tby_name_split(tby_str name)
{
    tby_name_parts out = {.rest = {NULL, 0}};
    tby_str rest = name, third;

    if (tby_name_next(&rest, &out.family) &&
        tby_name_next(&rest, &out.variation) && tby_name_next(&rest, &third))
        out.rest = tby_str_trim(tby_str_from(name, (size_t)(third.p - name.p)));
    return out;
}

static bool drop_end(tby_str *s, tby_str end)
{
    if (s->n <= end.n || !tby_str_equal(tby_str_from(*s, s->n - end.n), end))
        return false;
    s->n -= end.n;
    return true;
}

/* "Polish (Sokolsky; Orang-Utan)" is Polish. */
static tby_str without_remark(tby_str s)
{
    size_t at = 0;

    while (at < s.n && s.p[at] != '(')
        at++;
    tby_str head = tby_str_trim((tby_str){s.p, at});
    return head.n ? head : s;
}

/* Names of defences whose first word alone means what White plays. */
static const struct {
    const char *word, *defense;
} TWO_SIDED[] = {
    {"Barnes", "Barnes Defense"},       {"Borg", "Borg Defense"},
    {"English", "English Defense"},     {"Hungarian", "Hungarian Defense"},
    {"Polish", "Polish Defense"},       {"Ware", "Ware Defense"},
    {"Zukertort", "Zukertort Defense"},
};

static tby_str stem_of_defense(tby_str word)
{
    for (size_t i = 0; i < sizeof TWO_SIDED / sizeof *TWO_SIDED; i++)
        if (tby_str_is(word, TWO_SIDED[i].word))
            return tby_str_of(TWO_SIDED[i].defense);
    return word;
}

/* Families that sources call by different words. */
static const struct {
    const char *word, *family;
} SYNONYMS[] = {
    {"Blackmar-Diemer", "Blackmar-Diemer Gambit"},
    {"Centre", "Center"},
    {"Gruenfeld", "Gr\xc3\xbcnfeld"},
    {"Grunfeld", "Gr\xc3\xbcnfeld"},
    {"KGA", "King's Gambit Accepted"},
    {"KGD", "King's Gambit Declined"},
    {"Neo-Gruenfeld", "Neo-Gr\xc3\xbcnfeld"},
    {"Nimzowitsch-Larsen", "Nimzo-Larsen Attack"},
    {"Petroff", "Petrov"},
    {"QGA", "Queen's Gambit Accepted"},
    {"QGD", "Queen's Gambit Declined"},
    {"QGD Tarrasch", "Tarrasch"},
    {"Reti", "R\xc3\xa9ti"},
    {"Russian", "Petrov"},
    {"Spanish", "Ruy Lopez"},
    {"Trompowsky", "Trompowsky Attack"},
};

static tby_str common_name(tby_str stem)
{
    for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++)
        if (tby_str_is(stem, SYNONYMS[i].word))
            return tby_str_of(SYNONYMS[i].family);
    return stem;
}

tby_str tby_family_stem(tby_str family)
{
    tby_str s = without_remark(tby_str_trim(family));

    if (drop_end(&s, TBY_STR(" Defense")) || drop_end(&s, TBY_STR(" Defence")))
        s = stem_of_defense(s);
    else if (!drop_end(&s, TBY_STR(" Opening")))
        drop_end(&s, TBY_STR(" Game"));
    drop_end(&s, TBY_STR("'s")); /* Petrov's, Bird's */
    return common_name(s);
}
