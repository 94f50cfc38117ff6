/* tags_ending.c - how a game ended, by the board and by its tags. */
#include "core/base/str.h"
#include "store/record/tags.h"

bool tag_says(tby_str text, const char *word)
{
    tby_str w = tby_str_of(word);

    for (size_t i = 0; i + w.n <= text.n; i++) {
        size_t k = 0;
        while (k < w.n && (text.p[i + k] | 32) == w.p[k])
            k++;
        if (k == w.n)
            return true;
    }
    return false;
}

/* Words of a Termination tag, in the order in which they are looked for: what
 * lichess, the standard and the sentences of chess.com say. */
static const struct {
    const char *word;
    store_category category;
} ENDINGS[] = {
    {"checkmate", STORE_ENDED_CHECKMATE},
    {"timeout vs", STORE_ENDED_TIME_INSUFFICIENT},
    {"stalemate", STORE_ENDED_STALEMATE},
    {"insufficient", STORE_ENDED_INSUFFICIENT},
    {"repetition", STORE_ENDED_REPETITION},
    {"50-move", STORE_ENDED_FIFTY},
    {"50 move", STORE_ENDED_FIFTY},
    {"fifty", STORE_ENDED_FIFTY},
    {"dead position", STORE_ENDED_DEAD},
    {"agree", STORE_ENDED_AGREEMENT},
    {"resign", STORE_ENDED_RESIGNATION},
    {"infraction", STORE_ENDED_RULES},
    {"abandon", STORE_ENDED_ABANDONED},
    {"unterminated", STORE_ENDED_UNTERMINATED},
    {"time", STORE_ENDED_TIME},
};

static store_category said(tby_str termination)
{
    const size_t n = termination.n ? sizeof ENDINGS / sizeof *ENDINGS : 0;

    for (size_t i = 0; i < n; i++)
        if (tag_says(termination, ENDINGS[i].word))
            return ENDINGS[i].category;
    return STORE_ENDED_UNKNOWN;
}

/* A draw by the board. */
static store_category drawn(const tag_ending *e)
{
    if (e->insufficient)
        return STORE_ENDED_INSUFFICIENT;
    if (e->dead)
        return STORE_ENDED_DEAD;
    if (e->repeated)
        return STORE_ENDED_REPETITION;
    return e->fifty ? STORE_ENDED_FIFTY : STORE_ENDED_UNKNOWN;
}

/* Nothing on the board and no word of a tag. */
static store_category unsaid(const tag_ending *e)
{
    tby_str said_so = tby_str_trim(e->termination);

    if (said_so.n && !(said_so.n == 6 && tag_says(said_so, "normal")) &&
        !tby_str_is(said_so, "?"))
        return STORE_ENDED_UNKNOWN;
    if (e->result == TBY_RESULT_NONE)
        return STORE_ENDED_UNKNOWN;
    return e->result == TBY_RESULT_DRAW ? STORE_ENDED_AGREEMENT
                                        : STORE_ENDED_RESIGNATION;
}

store_category tag_category(const tag_ending *e)
{
    if (e->mate)
        return STORE_ENDED_CHECKMATE;
    if (e->stalemate)
        return STORE_ENDED_STALEMATE;
    store_category category = said(e->termination);
    bool draw = e->result == TBY_RESULT_DRAW;
    if (category == STORE_ENDED_TIME && draw && e->no_mate)
        return STORE_ENDED_TIME_INSUFFICIENT;
    if (category == STORE_ENDED_UNKNOWN && draw)
        category = drawn(e);
    return category != STORE_ENDED_UNKNOWN ? category : unsaid(e);
}
