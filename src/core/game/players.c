#include "core/game/players.h"
#include "core/base/fold.h"
#include "core/base/str.h"

#include <string.h>

/* The longest abbreviation: "Karpov,An", "Li,Cha". */
enum { SHORT = 3 };

/* What is no part of a word.  An apostrophe is: O'Kelly. */
static bool parts(char c)
{
    return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '\'' || (unsigned char)c >= 0x80);
}

static void split(tby_player_words *w, size_t n)
{
    w->n = 0;
    for (size_t i = 0, from = 0; i <= n && w->n < TBY_PLAYER_WORDS; i++) {
        if (i < n && !parts(w->text[i]))
            continue;
        if (i > from) {
            w->word[w->n].at = (uint16_t)from;
            w->word[w->n++].n = (uint16_t)(i - from);
        }
        from = i + 1;
    }
}

static size_t fold(tby_player_words *w, tby_str name)
{
    size_t n = tby_fold(name, w->text, sizeof w->text);

    n = n < sizeof w->text ? n : sizeof w->text - 1;
    split(w, n);
    return n;
}

/* Letters that languages write in different ways, as one: none is longer than
 * what it stands for.  What begins so comes first. */
static const char *const LIKE[][2] = {
    {"schtsch", "s"}, {"shch", "s"}, {"chtch", "s"}, {"tsch", "c"},
    {"tch", "c"},     {"sch", "s"},  {"sh", "s"},    {"ch", "c"},
    {"cz", "c"},      {"ts", "c"},   {"tz", "c"},    {"ck", "k"},
    {"zh", "z"},      {"kh", "h"},   {"ph", "f"},    {"th", "t"},
    {"ff", "v"},      {"ks", "x"},   {"ae", "a"},    {"oe", "o"},
    {"ue", "u"},      {"ye", "e"},   {"je", "e"},    {"ie", "e"},
    {"y", "i"},       {"j", "i"},    {"w", "v"},     {"'", ""}};

enum { LIKES = sizeof LIKE / sizeof *LIKE };

/* U+0430 to U+045F, two bytes each. */
static const char CYRILLIC[][3] = {
    "a", "b", "v", "g", "d", "e", "zh", "z",  "i", "i", "k", "l",
    "m", "n", "o", "p", "r", "s", "t",  "u",  "f", "h", "c", "c",
    "s", "s", "",  "i", "",  "e", "iu", "ia", "e", "e", "d", "g",
    "e", "z", "i", "i", "j", "l", "n",  "c",  "k", "i", "u", "c"};

/* Words as they sound, from folded ones.  Of letters that are doubled one
 * remains. */
static void sound(tby_player_words *w, const tby_player_words *from, size_t n)
{
    char latin[TBY_PLAYER_TEXT + 8] = ""; /* and nothing after the end */
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)from->text[i];
        unsigned next = i + 1 < n ? (unsigned char)from->text[i + 1] : 0;
        unsigned letter = ((c & 31u) << 6 | (next & 63)) - 0x430;
        bool cyrillic = (c == 0xd0 || c == 0xd1) &&
                        letter < sizeof CYRILLIC / sizeof *CYRILLIC;

        if (!cyrillic)
            latin[m++] = (char)c;
        for (size_t k = 0; cyrillic && k < 2 && CYRILLIC[letter][k]; k++)
            latin[m++] = CYRILLIC[letter][k];
        i += cyrillic;
    }
    size_t end = 0;
    for (size_t i = 0; i < m;) {
        size_t k = 0, taken = 1;
        char c = latin[i];
        while (k < LIKES &&
               (LIKE[k][0][0] != c ||
                strncmp(latin + i, LIKE[k][0], strlen(LIKE[k][0]))))
            k++;
        if (k < LIKES) {
            taken = strlen(LIKE[k][0]);
            c = LIKE[k][1][0];
        }
        i += taken;
        if (c && !(c >= 'a' && c <= 'z' && end && w->text[end - 1] == c))
            w->text[end++] = c;
    }
    split(w, end);
}

static bool begins(const char *text, size_t n, const char *beginning, size_t m)
{
    return m <= n && memcmp(text, beginning, m) == 0;
}

/* Takes words out of the tag. */
static tby_player_fit judge(tby_player_words *tag, const tby_player_words *want)
{
    bool done[TBY_PLAYER_WORDS] = {false};
    size_t whole = 0, left = tag->n;
    tby_player_fit fit = TBY_PLAYER_SAME;

    /* Whole words first, then what they begin with, then what begins them. */
    for (tby_player_fit as = TBY_PLAYER_SAME; as >= TBY_PLAYER_SHORT; as--)
        for (size_t i = 0; i < want->n; i++) {
            const char *w = want->text + want->word[i].at;
            size_t n = want->word[i].n;
            for (size_t k = 0; !done[i] && k < tag->n; k++) {
                const char *t = tag->text + tag->word[k].at;
                size_t m = tag->word[k].n;
                if (m == 0 || (as == TBY_PLAYER_SAME   ? m != n
                               : as == TBY_PLAYER_FITS ? n > SHORT
                                                       : m > SHORT))
                    continue;
                if (as == TBY_PLAYER_SHORT ? !begins(w, n, t, m)
                                           : !begins(t, m, w, n))
                    continue;
                tag->word[k].n = 0;
                done[i] = true;
                left--;
                fit = as;
                whole += as == TBY_PLAYER_SAME && (n > 1 || want->n == 1);
            }
        }
    for (size_t i = 0; i < want->n; i++)
        if (!done[i])
            return TBY_PLAYER_NO;
    if (!whole)
        return TBY_PLAYER_NO;
    return fit == TBY_PLAYER_SAME && left ? TBY_PLAYER_FITS : fit;
}

void tby_player_want(tby_player_wanted *w, tby_str name)
{
    size_t n = fold(&w->words, name);

    sound(&w->sounds, &w->words, n);
}

tby_player_fit tby_player_judge(const tby_player_wanted *w, tby_str tag)
{
    tby_player_words have, sounds;
    size_t n = fold(&have, tag);

    tby_player_fit fit = judge(&have, &w->words);
    /* "Ye" sounds like a letter, and with it every abbreviation would fit. */
    bool letter = w->sounds.n == 1 && w->sounds.word[0].n == 1;
    if (fit != TBY_PLAYER_NO || letter)
        return fit;
    sound(&sounds, &have, n);
    return judge(&sounds, &w->sounds) ? TBY_PLAYER_SOUNDS : TBY_PLAYER_NO;
}

bool tby_player_is(tby_str tag, tby_str wanted)
{
    tby_player_words want, have;
    tby_str name;

    while (tby_str_field(&wanted, '\n', &name)) {
        fold(&want, name);
        fold(&have, tag);
        if (judge(&have, &want) != TBY_PLAYER_NO)
            return true;
    }
    return false;
}
