#include "work/games/kind.h"

#include "core/base/str.h"
#include "core/openings/names_layout.h"
#include "core/rep/drill/cards_int.h"
#include "work/games/int.h"

#include <string.h>

bool tby_kind_is_binary(tby_str head)
{
    enum { FIRST = 256, SHARE = 32 };
    size_t n = head.n < FIRST ? head.n : FIRST, controls = 0;

    for (size_t i = 0; i < n; i++)
        controls += (unsigned char)head.p[i] < ' ' &&
                    (head.p[i] < '\t' || head.p[i] > '\r');
    return controls * SHARE > n; /* random bytes have three times as many */
}

#define NOT_READ ", which tabiya does not read."

#define MAGIC(literal) literal, sizeof(literal) - 1

static const struct {
    const char *magic;
    size_t n;
    const char *sentence;
} MAGICS[] = {
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
static bool is_database(tby_str head)
{
    return head.n >= 72 && memcmp(head.p + 68, "TBYG", 4) == 0;
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
        unsigned move = (unsigned)((unsigned char)entry[KEY] << 8 |
                                   (unsigned char)entry[KEY + 1]);

        /* no piece after the queen, 4, to promote to */
        if (!move || move >> 12 > 4 ||
            (i && memcmp(entry - ENTRY, entry, KEY) > 0))
            return false;
    }
    return true;
}

/* What no command reads; NULL if it is none of these. */
static const char *foreign_sentence(tby_str head)
{
    for (size_t i = 0; i < sizeof MAGICS / sizeof *MAGICS; i++)
        if (tby_str_starts(head, (tby_str){MAGICS[i].magic, MAGICS[i].n}))
            return MAGICS[i].sentence;
    if (tby_str_starts(head, (tby_str){SQLITE, sizeof SQLITE}))
        return is_database(head)
                   ? NULL
                   : "This is an SQLite database, and not one of tabiya.";
    return is_polyglot(head)
               ? "This is a Polyglot opening book: the commands of "
                 "'tabiya book' take it."
               : NULL;
}

/* "v5.0" on a line of its own. */
static bool is_repertoire(tby_str s)
{
    return s.n >= 4 && s.p[0] == 'v' && s.p[1] >= '2' && s.p[1] <= '5' &&
           s.p[2] == '.' && s.p[3] == '0' && (s.n == 4 || tby_is_space(s.p[4]));
}

/* Passes comments and lines that are none of PGN's; nothing is left if the
 * last comment has no end here. */
static tby_str pass_comments(tby_str s)
{
    for (;;) {
        s = tby_str_trim(s);
        if (!s.n || !strchr("{;%", *s.p))
            return s;
        const char *end = memchr(s.p, *s.p == '{' ? '}' : '\n', s.n);
        if (!end)
            return (tby_str){s.p + s.n, 0};
        s = tby_str_from(s, (size_t)(end - s.p) + 1);
    }
}

/* [Event "..."], or 1. and so on. */
static bool is_pgn(tby_str text)
{
    tby_str s = pass_comments(text);
    size_t n = 1;

    if (tby_str_starts(s, TBY_STR("1.")))
        return true;
    if (!s.n || *s.p != '[')
        return false;
    while (n < s.n && ((s.p[n] | 32) >= 'a' && (s.p[n] | 32) <= 'z'))
        n++;
    return n > 1 && tby_str_starts(tby_str_from(s, n), TBY_STR(" \""));
}

/* The line of the version names it; other JSON is not ours. */
static bool is_jsonl(tby_str text)
{
    static const char NAME[] = "\"tabiya-games\"";
    tby_str line;

    if (!text.n || *text.p != '{' || !tby_str_field(&text, '\n', &line))
        return false;
    while (line.n && !tby_str_starts(line, tby_str_of(NAME)))
        line = tby_str_from(line, 1);
    return line.n > 0;
}

/* "#0" and so on, and on the next line a position. */
static bool is_tree(tby_str text)
{
    enum { SLASHES = 7 };
    tby_str line, board;
    size_t n = 1, slashes = 0;

    if (!text.n || *text.p != '#' || !tby_str_field(&text, '\n', &line) ||
        !text.p)
        return false;
    while (n < line.n && tby_is_digit(line.p[n]))
        n++;
    if (n == 1 || !tby_str_field(&text, '\n', &line))
        return false;
    if (!tby_str_word(&line, &board))
        return false;
    for (size_t i = 0; i < board.n; i++)
        slashes += board.p[i] == '/';
    return slashes == SLASHES;
}

/* A00 to E99 or the word "eco", a tab and more, after lines with # if any. */
static bool is_openings(tby_str text)
{
    tby_str line, code;

    do {
        if (!text.p || !tby_str_field(&text, '\n', &line))
            return false;
    } while (tby_str_trim(line).n == 0 || *line.p == '#');
    if (!tby_str_field(&line, '\t', &code) || !line.p)
        return false;
    return tby_str_is(code, "eco") ||
           (code.n == 3 && code.p[0] >= 'A' && code.p[0] <= 'E' &&
            tby_is_digit(code.p[1]) && tby_is_digit(code.p[2]));
}

static tby_kind kind_of_text(tby_str text)
{
    tby_games_format format;

    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        text = tby_str_from(text, 3);
    text = tby_str_trim(text);
    if (is_repertoire(text))
        return TBY_KIND_REPERTOIRE;
    if (is_tree(text))
        return TBY_KIND_TREE;
    if (is_openings(text))
        return TBY_KIND_OPENINGS;
    if (is_jsonl(text))
        return TBY_KIND_JSONL;
    if (tby__games_recognise(text, true, &format) && format == TBY_GAMES_CDB)
        return TBY_KIND_CDB;
    if (is_pgn(text))
        return TBY_KIND_PGN;
    return tby_kind_is_binary(text) ? TBY_KIND_BINARY : TBY_KIND_UNKNOWN;
}

tby_kind tby_kind_of(tby_str head)
{
    char text[3 * TBY_KIND_HEAD / 2 + GAMES_WIDEST];
    games_wide wide;

    head.n = head.n < TBY_KIND_HEAD ? head.n : TBY_KIND_HEAD;
    if (foreign_sentence(head))
        return TBY_KIND_FOREIGN;
    if (tby_str_starts(head, (tby_str){SQLITE, sizeof SQLITE}))
        return TBY_KIND_DATABASE;
    if (tby_str_starts(head, (tby_str){NAMES_MAGIC, sizeof NAMES_MAGIC}))
        return TBY_KIND_NAMES;
    if (tby_str_starts(head, TBY_STR(TBY_CARDS_VERSION)))
        return TBY_KIND_CARDS;
    if (tby__games_wide_is(head.p, head.n, &wide))
        head =
            (tby_str){text, tby__games_wide_read(&wide, (const uint8_t *)head.p,
                                                 head.n, text)};
    return kind_of_text(head);
}

static const char *const SENTENCES[TBY_KINDS] = {
    [TBY_KIND_BINARY] = "This is no text, and no format that tabiya knows.",
    [TBY_KIND_DATABASE] =
        "This is a game database of tabiya: the commands of 'tabiya db' take "
        "it, and 'tabiya db export' writes its games as PGN.",
    [TBY_KIND_REPERTOIRE] =
        "This is a repertoire: the commands of 'tabiya rep' take it, and "
        "'tabiya rep export' writes it as PGN.",
    [TBY_KIND_CARDS] =
        "These are the cards that 'tabiya rep drill' keeps beside a "
        "repertoire.",
    [TBY_KIND_NAMES] = "This is a file of names of openings: the commands of "
                       "'tabiya eco' take it with --names.",
    [TBY_KIND_TREE] =
        "This is a tree of positions: the commands of 'tabiya tree' take it, "
        "and 'tabiya tree import' makes a repertoire of it.",
    [TBY_KIND_OPENINGS] =
        "This is a list of openings: 'tabiya eco lint' and 'tabiya eco build' "
        "take it.",
};

/* Games where something else is wanted. */
static const char *games_sentence(tby_kind_wanted wanted, tby_kind kind)
{
#define EACH(command, what)                                                    \
    {                                                                          \
        "This is PGN: 'tabiya " command "' makes a " what " of it.",           \
            "These are games (.cdb): 'tabiya " command "' makes a " what       \
            " of them.",                                                       \
            "These are games (.jsonl): 'tabiya " command "' makes a " what     \
            " of them."                                                        \
    }
    static const char *const MADE[][3] = {
        [TBY_WANT_REPERTOIRE] = EACH("rep import", "repertoire"),
        [TBY_WANT_OPENINGS] =
            {NULL,
             "These are games (.cdb): 'tabiya pgn convert' writes them as PGN.",
             "These are games (.jsonl): 'tabiya pgn convert' writes them as "
             "PGN."},
        [TBY_WANT_TREE] = EACH("tree write", "tree"),
        [TBY_WANT_DATABASE] = EACH("db import", "database"),
        [TBY_WANT_BOOK] = EACH("book make", "book"),
        [TBY_WANT_TEXT] = {"This is PGN: the commands of 'tabiya pgn' take it.",
                           "These are games (.cdb): the commands of 'tabiya "
                           "pgn' take them.",
                           "These are games (.jsonl): the commands of 'tabiya "
                           "pgn' take them."},
    };
#undef EACH

    return MADE[wanted][kind - TBY_KIND_PGN];
}

static bool is_wanted(tby_kind_wanted wanted, tby_kind kind)
{
    switch (wanted) {
    case TBY_WANT_GAMES:
        return kind >= TBY_KIND_PGN;
    case TBY_WANT_REPERTOIRE:
        return kind == TBY_KIND_REPERTOIRE;
    case TBY_WANT_OPENINGS:
        return kind == TBY_KIND_OPENINGS || kind == TBY_KIND_NAMES ||
               kind == TBY_KIND_PGN;
    case TBY_WANT_TREE:
        return kind == TBY_KIND_TREE;
    case TBY_WANT_DATABASE:
        return kind == TBY_KIND_DATABASE;
    case TBY_WANT_BOOK:
        return kind <= TBY_KIND_FOREIGN;
    case TBY_WANT_TEXT:
        break;
    }
    return false;
}

const char *tby_kind_refusal(tby_kind_wanted wanted, tby_str head)
{
    tby_kind kind = tby_kind_of(head);

    /* games are found in bytes that are damaged at first, see head.c */
    if (is_wanted(wanted, kind) ||
        (kind == TBY_KIND_BINARY &&
         (wanted == TBY_WANT_GAMES || wanted == TBY_WANT_DATABASE)))
        return NULL;
    if (kind == TBY_KIND_FOREIGN)
        return foreign_sentence(
            (tby_str){head.p, head.n < TBY_KIND_HEAD ? head.n : TBY_KIND_HEAD});
    return kind >= TBY_KIND_PGN ? games_sentence(wanted, kind)
                                : SENTENCES[kind];
}

const char *tby_kind_loss(tby_kind_wanted written, tby_kind there, bool insist)
{
#define KEPT ": nothing of another kind is written over it."
    static const char *const KEPT_ONES[TBY_KINDS] = {
        [TBY_KIND_DATABASE] = "This is a game database" KEPT,
        [TBY_KIND_REPERTOIRE] = "This is a repertoire" KEPT,
        [TBY_KIND_CARDS] = "This is a file of cards" KEPT,
        [TBY_KIND_NAMES] = "This is a file of names of openings" KEPT,
        [TBY_KIND_TREE] = "This is a tree of positions" KEPT,
        [TBY_KIND_OPENINGS] = "This is a list of openings" KEPT,
        [TBY_KIND_PGN] = "This is a file of games (PGN)" KEPT,
        [TBY_KIND_CDB] = "This is a file of games (.cdb)" KEPT,
        [TBY_KIND_JSONL] = "This is a file of games (.jsonl)" KEPT,
    };
#undef KEPT

    if (is_wanted(written, there) || (insist && there > TBY_KIND_CARDS))
        return NULL;
    return KEPT_ONES[there];
}

/* How many bytes there are. */
static size_t read_head(const char *path, char head[TBY_KIND_HEAD])
{
    tby_source *s = NULL;
    size_t n = 0, got = 0;

    if (tby_source_open(&s, path) == TBY_OK)
        while (n < TBY_KIND_HEAD &&
               tby_source_read(s, head + n, TBY_KIND_HEAD - n, &got) == TBY_OK)
            n += got;
    tby_source_close(s);
    return n;
}

tby_kind tby_kind_of_file(const char *path)
{
    char head[TBY_KIND_HEAD];

    return tby_kind_of((tby_str){head, read_head(path, head)});
}

const char *tby_kind_refusal_of_file(tby_kind_wanted wanted, const char *path)
{
    char head[TBY_KIND_HEAD];

    return tby_kind_refusal(wanted, (tby_str){head, read_head(path, head)});
}
