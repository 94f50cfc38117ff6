/* kind.c - see kind.h. */
#include "work/games/kind.h"

#include "core/base/str.h"
#include "core/openings/book_layout.h"
#include "core/rep/drill/cards_int.h"
#include "work/games/int.h"

#include <string.h>

bool tby_kind_is_binary(tby_str head)
{
    enum { FIRST = 256 };

    for (size_t i = 0; i < head.n && i < FIRST; i++)
        if ((unsigned char)head.p[i] < ' ' &&
            (head.p[i] < '\t' || head.p[i] > '\r'))
            return true;
    return false;
}

/* --- files without games, by their first bytes ----------------------------*/

#define NOT_READ ", which tabiya does not read."

#define MAGIC(literal) literal, sizeof(literal) - 1

static const struct {
    const char *magic;
    size_t n;
    const char *sentence;
} MAGICS[] = {
    {MAGIC(BOOK_MAGIC "\0"),
     "This is a book of openings: the commands of 'tabiya eco' take it with "
     "--book."},
    {MAGIC(TBY_CARDS_VERSION),
     "These are the cards that 'tabiya rep drill' keeps beside a repertoire."},
    {MAGIC("\x71\xE8\x23\x5D"),
     "This is a Syzygy endgame table (.rtbw), which has no games."},
    {MAGIC("\xD7\x66\x0C\xA5"),
     "This is a Syzygy endgame table (.rtbz), which has no games."},
    {MAGIC("Scid.s"),
     "This is a file of a Scid database: Scid exports its games as PGN."},
    {MAGIC("%PDF-"), "This is a PDF document" NOT_READ},
    {MAGIC("\x89PNG\r\n\x1A\n"), "This is a PNG image" NOT_READ},
    {MAGIC("\xFF\xD8\xFF"), "This is a JPEG image" NOT_READ},
    {MAGIC("GIF8"), "This is a GIF image" NOT_READ},
    {MAGIC("\x7F"
           "ELF"),
     "This is a program" NOT_READ},
};

static const char SQLITE[] = "SQLite format 3"; /* and its zero */

/* The id of the application stands at byte 68: "TBYG" is ours. */
static const char *sqlite_sentence(tby_str head)
{
    if (head.n >= 72 && memcmp(head.p + 68, "TBYG", 4) == 0)
        return "This is a game database of tabiya: the commands of 'tabiya db' "
               "take it, and 'tabiya db export' writes its games as PGN.";
    return "This is an SQLite database, and not one of tabiya.";
}

/* A Polyglot book has no magic: entries of 16 bytes, a key of 8, a move of 2,
 * a weight of 2 and 4 more, in the order of the keys. */
static bool is_polyglot(tby_str head)
{
    enum { ENTRY = 16, KEY = 8, LEAST = 4 };
    size_t n = head.n / ENTRY;

    if (n < LEAST || !tby_kind_is_binary(head))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *entry = head.p + i * ENTRY;
        unsigned move =
            (unsigned char)entry[KEY] << 8 | (unsigned char)entry[KEY + 1];

        /* no piece after the queen, 4, to promote to */
        if (!move || move >> 12 > 4 ||
            (i && memcmp(entry - ENTRY, entry, KEY) > 0))
            return false;
    }
    return true;
}

/* --- the two kinds that are wanted ----------------------------------------*/

/* "v5.0" on a line of its own. */
static bool is_repertoire(tby_str s)
{
    return s.n >= 4 && s.p[0] == 'v' && s.p[1] >= '2' && s.p[1] <= '5' &&
           s.p[2] == '.' && s.p[3] == '0' && (s.n == 4 || tby_is_space(s.p[4]));
}

/* [Event "..."], or 1. and so on. */
static bool is_pgn(tby_str s)
{
    size_t n = 1;

    if (tby_str_starts(s, TBY_STR("1.")))
        return true;
    if (!s.n || *s.p != '[')
        return false;
    while (n < s.n && ((s.p[n] | 32) >= 'a' && (s.p[n] | 32) <= 'z'))
        n++;
    return n > 1 && tby_str_starts(tby_str_from(s, n), TBY_STR(" \""));
}

static const char *other_than_repertoire(tby_str text)
{
    tby_games_format format;

    if (is_pgn(text))
        return "This is PGN: 'tabiya rep import' makes a repertoire of it.";
    if (games_recognise(text, true, &format) && format != TBY_GAMES_PGN)
        return format == TBY_GAMES_CDB
                   ? "These are games (.cdb): 'tabiya rep import' makes a "
                     "repertoire of them."
                   : "These are games (.jsonl): 'tabiya rep import' makes a "
                     "repertoire of them.";
    return NULL;
}

const char *tby_kind_refusal(tby_kind_wanted wanted, tby_str head)
{
    tby_str text = head;

    for (size_t i = 0; i < sizeof MAGICS / sizeof *MAGICS; i++)
        if (tby_str_starts(head, (tby_str){MAGICS[i].magic, MAGICS[i].n}))
            return MAGICS[i].sentence;
    if (tby_str_starts(head, (tby_str){SQLITE, sizeof SQLITE}))
        return sqlite_sentence(head);
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        text = tby_str_from(text, 3);
    text = tby_str_trim(text);
    if (is_repertoire(text))
        return wanted == TBY_WANT_REPERTOIRE
                   ? NULL
                   : "This is a repertoire: the commands of 'tabiya rep' take "
                     "it, and 'tabiya rep export' writes it as PGN.";
    if (is_polyglot(head))
        return "This is a Polyglot opening book, which has no games.";
    return wanted == TBY_WANT_REPERTOIRE ? other_than_repertoire(text) : NULL;
}
