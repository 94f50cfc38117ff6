/* players.c - see players.h. */
#include "core/game/players.h"
#include "core/base/assert.h"
#include "core/base/fold.h"
#include "core/base/str.h"

enum { WORDS = 16, TEXT = 256 };

typedef struct words {
    char text[TEXT];
    tby_str at[WORDS];
    size_t n;
} words;

/* What is no part of a word.  An apostrophe is: O'Kelly. */
static bool parts(char c)
{
    return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '\'' || (unsigned char)c >= 0x80);
}

static void split(tby_str name, words *w)
{
    size_t n = tby_fold(name, w->text, sizeof w->text), from = 0;

    w->n = 0;
    if (n >= sizeof w->text)
        n = sizeof w->text - 1;
    for (size_t i = 0; i <= n && w->n < WORDS; i++) {
        if (i < n && !parts(w->text[i]))
            continue;
        if (i > from)
            w->at[w->n++] = (tby_str){w->text + from, i - from};
        from = i + 1;
    }
}

/* Takes a word that equals, or else one that abbreviates, out of the tag. */
static bool take(words *tag, tby_str word, bool initials)
{
    for (size_t i = 0; i < tag->n; i++) {
        tby_str *at = &tag->at[i];
        bool initial = (at->n == 1 || word.n == 1) && at->p[0] == word.p[0];
        if (!at->n || !(initials ? initial : tby_str_equal(*at, word)))
            continue;
        TBY_ASSERT(at->p >= tag->text && at->p < tag->text + TEXT);
        at->n = 0;
        return true;
    }
    return false;
}

bool tby_player_is(tby_str tag, tby_str wanted)
{
    words have, want;
    size_t whole = 0;

    split(tag, &have);
    split(wanted, &want);
    for (size_t i = 0; i < want.n; i++)
        if (take(&have, want.at[i], false)) {
            whole += want.at[i].n > 1 || want.n == 1;
            want.at[i].n = 0;
        }
    for (size_t i = 0; i < want.n; i++)
        if (want.at[i].n && !take(&have, want.at[i], true))
            return false;
    return whole > 0;
}
