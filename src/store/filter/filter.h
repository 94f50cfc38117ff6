/* filter.h - which games are wanted: conditions by name, as they are typed on
 * the command line, in an address and in C alike.
 *
 * Conditions of different kinds must all hold; of a list, one of its items.  A
 * game whose value is not known does not fit a condition on it; a date of which
 * only the year or the month is known fits if all of that lies inside. */
#ifndef TBY_STORE_FILTER_FILTER_H
#define TBY_STORE_FILTER_FILTER_H

#include "core/base/buf.h"
#include "store/record/code.h"
#include "store/record/columns.h"
#include "tabiya/filter.h"
#include "tabiya/limits.h"
#include "tabiya/pos.h"

/* Both belong to it. */
typedef struct store_range {
    bool on;
    uint32_t min, max;
} store_range;

typedef enum store_side {
    STORE_EITHER,
    STORE_AS_WHITE,
    STORE_AS_BLACK
} store_side;

static inline store_side store_other_side(store_side s)
{
    return s == STORE_EITHER     ? STORE_EITHER
           : s == STORE_AS_WHITE ? STORE_AS_BLACK
                                 : STORE_AS_WHITE;
}

/* A move as it is asked for: b8=Q#, Bxh7+, Nbd2, e2e4, O-O, e8.
 *
 * The code of castling has the rook's file alone; which side that is, and which
 * move of the king, tells the king's. */
typedef struct store_wanted {
    bool on;
    uint16_t facts;        /* STORE_CAPTURE ...: those that matter */
    uint16_t values;       /* and what they must be */
    uint8_t codes[2][512]; /* by side: a bit for each code that fits */
    uint8_t kings[8];      /* castling, by the rook's file: bits of the king's
                              files that fit */
} store_wanted;

/* What stands on the board besides the kings: KRPvKR. */
typedef struct store_material {
    bool on;
    uint8_t count[2][7]; /* by side and role; either colour may be side 0 */
} store_material;

/* Plies of an order of moves: 1,024 moves, four times the longest serious game.
 * The position it leads to may be asked for instead, at any ply. */
enum { STORE_PREFIX_MAX = 2048 };

/* Texts belong to the caller and must stay while the filter is used. */
typedef struct store_filter {
    tby_str player, against, white, black; /* p NULL: any */
    store_side as;                         /* of player, the other of against */
    tby_str opening, event;                /* words that must occur */
    store_range elo, elo_average, plies;
    store_range date;                   /* first and last day, packed */
    uint32_t results, classes, endings; /* bits; 0: any */
    bool won, lost;                     /* or by whom: tby__filter_winner() */
    bool has_eco;
    uint64_t eco[8]; /* bits by tby__store_eco() */
    bool has_prefix;
    uint32_t prefix_n;
    store_code prefix[STORE_PREFIX_MAX]; /* twelve bits each */
    tby_pos prefix_end;
    bool has_position;
    tby_pos position;
    store_wanted move;
    store_side by;
    store_material material;
    bool has_pattern;
    tby_bb pattern[TBY_PIECES]; /* squares that must hold the piece */
} store_filter;

/* Once, before any thread: from now on "me" as a player's name is any of these,
 * one a line, which must stay.  Without names it is a name as others are; a
 * player who is called so is found as "Me". */
void tby__filter_set_me(tby_str names);

/* What a name that was typed stands for. */
tby_str tby__filter_player(tby_str name);

/* Wants every game. */
void tby__filter_init(store_filter *f);

/* --- conditions by name ---------------------------------------------------
 *
 * X(symbol, name, value, help, form, label, example, words): what the command
 * line calls the value and says of the condition; how a value is written, with
 * examples: the last sentence of every refusal, which docs/openapi.json has
 * too; and for the form of the page a label (NULL: none), an example, and the
 * words to choose from. */

#define STORE_CATEGORY_WORD(symbol, number, name)   name ", "
#define STORE_CATEGORY_CHOICE(symbol, number, name) name "|"

#define STORE_NAME_FORM                                                        \
    "A name, 'Magnus Carlsen' or 'carlsen m', or how it begins: 'Carl*'."

#define STORE_HEADER_CONDITIONS(X)                                             \
    X(player, "player", "NAME",                                                \
      "games of this player, written in any way; 'Carl*' is any that begins "  \
      "so",                                                                    \
      STORE_NAME_FORM, "Player", "Carlsen", ""),                               \
        STORE_MORE_CONDITIONS(X)

/* Those beside the player. */
#define STORE_MORE_CONDITIONS(X)                                               \
    X(as, "as", "SIDE", "the side of --player: white, black or either",        \
      "white, black or either.", "As", "", "white|black"),                     \
        X(against, "against", "NAME", "games of --player with this one",       \
          STORE_NAME_FORM, "Against", "", ""),                                 \
        X(white, "white", "NAME", "games in which NAME has White",             \
          STORE_NAME_FORM, "White", "", ""),                                   \
        X(black, "black", "NAME", "games in which NAME has Black",             \
          STORE_NAME_FORM, "Black", "", ""),                                   \
        X(elo, "elo", "MIN-MAX",                                               \
          "the ratings of both players: 2600-2800, 2700+, -2400",              \
          "A number or a range: 2700, 2600-2800, 2600..2800, 2700+, 2700-, "   \
          ">=2700, -2400.",                                                    \
          "Rating", "2500-2800", ""),                                          \
        X(elo_average, "elo-avg", "MIN-MAX",                                   \
          "the mean of both ratings: likewise",                                \
          "A number or a range: 2700, 2600-2800, 2600..2800, 2700+, 2700-, "   \
          ">=2700, -2400.",                                                    \
          "Average Elo", "2600+", ""),                                         \
        X(date, "date", "FROM-TO",                                             \
          "2012, 2010-2015, 2010..2015.06, 2010+; 2010-05 is May",             \
          "A day, a month, a year or a range: 2010-05-31, 2010-05, 2010, "     \
          "2010-2015, 2010..2015.06, 2010+, ..2015, >=2010.",                  \
          "Date", "2010..2020", ""),                                           \
        X(result, "result", "LIST",                                            \
          "of 1-0, 0-1, 1/2 and *, or white, black and draw; with --player, "  \
          "--white or --black win and loss",                                   \
          "1-0, 0-1, 1/2 or *; white, black or draw; win or loss of the "      \
          "player "                                                            \
          "that is asked for; several with commas between them.",              \
          "Result", "", "1-0|1/2-1/2|0-1"),                                    \
        X(eco, "eco", "LIST", "codes and ranges: B90,C10-C19",                 \
          "Codes and ranges with commas between them: B90, C10-C19, D.",       \
          "ECO", "B90-B99", ""),                                               \
        X(opening, "opening", "TEXT", "the name of the opening has it",        \
          "A part of the name: 'najdorf'.", "Opening", "Najdorf", ""),         \
        X(event, "event", "TEXT", "the name of the event has it",              \
          "A part of the name: 'candidates'.", "Event", "", ""),               \
        X(class, "time-class", "LIST",                                         \
          "of bullet, blitz, rapid, classical and correspondence",             \
          "bullet, blitz, rapid, classical or correspondence; several with "   \
          "commas between them.",                                              \
          "Time control", "", "bullet|blitz|rapid|classical|correspondence"),  \
        X(ended, "ended", "LIST",                                              \
          "of checkmate, resignation, time, stalemate ...",                    \
          STORE_CATEGORY_MAP(                                                  \
              STORE_CATEGORY_WORD) "or several with commas between them.",     \
          "Ended by", "", STORE_CATEGORY_MAP(STORE_CATEGORY_CHOICE) ""),       \
        X(plies, "plies", "MIN-MAX",                                           \
          "the length in half-moves: 20-40, 100+, -40",                        \
          "A number or a range: 40, 20-40, 20..40, 100+, 100-, >=100, -40.",   \
          "Plies", "1-40", "")

#define STORE_MOVES_CONDITIONS(X)                                              \
    X(moves, "moves", "MOVES", "begins with these moves in this order",        \
      "Moves from the start: '1. e4 c5 2. Nf3'.", "Moves from the start",      \
      "1. e4 c5", ""),                                                         \
        X(material, "material", "MATERIAL",                                    \
          "comes to such as KRPvKR or KRPKR, either way round",                \
          "Both sides with their kings: KRPvKR, KRP/KR, KRP-KR or KRPKR.",     \
          "Material", "KRPvKR", ""),                                           \
        X(pattern, "pattern", "MEN",                                           \
          "comes to a position with such as 'Nf5 pe6'",                        \
          "Men and their squares, White's in capitals: 'Nf5 pe6'.",            \
          "Pieces on squares", "Nf5 pe6", "")

#define STORE_OTHER_CONDITIONS(X)                                              \
    X(position, "position", "POS", "comes to this position by any order",      \
      "'start', a FEN, or moves from the start: '1. e4 c5'.", NULL, "", ""),   \
        X(move, "move", "MOVE", "in which such as b8=Q# is played",            \
          "A move: b8=Q#, Bxh7+, Nbd2, e2e4 or O-O.", "A move", "b8=Q#", ""),  \
        X(by, "by", "SIDE", "who plays --move: white, black or either",        \
          "white, black or either.", "Played by", "", "white|black")

typedef struct store_condition {
    const char *name, *form, *label, *example, *words;
} store_condition;

/* One of the table; NULL after the last.  Its name, and how the value is
 * written. */
const store_condition *tby__filter_condition(size_t i);
const char *tby__filter_name(size_t i);
const char *tby__filter_form(size_t i);

/* Sets one condition.  TBY_DONE: there is no such name.  TBY_E_STORE_FILTER,
 * TBY_E_STORE_REVERSED or what reading a position or moves gives; err->at is
 * the byte of the value. */
TBY_MUST_USE tby_rc tby__filter_set(store_filter *f, tby_str name,
                                    tby_str value, tby_err *err);

/* False if it asks for wins or losses and nobody says whose: that is `player`,
 * or else the only one of `white` and `black`. */
bool tby__filter_winner(const store_filter *f);

/* True if every game is wanted. */
bool tby__filter_empty(const store_filter *f);

/* True if the moves of a game must be looked at. */
bool tby__filter_moves(const store_filter *f);

/* Adds bytes that tell the filter from others.  The same filter may have
 * different ones only if it was typed differently. */
void tby__filter_key(const store_filter *f, tby_buf *out);

#endif
