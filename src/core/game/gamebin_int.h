/* gamebin_int.h - the parts of a .cdb game, shared by reader and writer.
 *
 * Little-endian, no padding; games follow one another.
 *
 *   0       4    magic: F5 43 44 31, or PGN1
 *   4       2+2  lw, lb: bytes of the names
 *   8       lw   White, UTF-8
 *   8+lw    lb   Black, UTF-8
 *   then   14    date and time, YYYYmmddHHMMSS
 *           2+2  ratings, 0 unknown
 *           3    ECO, ??? unknown
 *           2+2  time control: seconds, increment
 *           1    status: 0 | evals | clocks | result 2 | reason 3
 *           2    n, plies
 *          3n    moves: a word and a byte
 *          4n    evaluations, if the status says so
 *          2n    clocks, if the status says so */
#ifndef TBY_CORE_GAME_GAMEBIN_INT_H
#define TBY_CORE_GAME_GAMEBIN_INT_H

#include "core/base/str.h"
#include "core/game/comment.h"
#include "tabiya/gamebin.h"

enum {
    GAMEBIN_FIXED = 36, /* bytes of a game without names and moves */
    GAMEBIN_DATE = 14,
    GAMEBIN_REASONS = 5
};

struct gamebin_head {
    tby_str white, black;
    char date[GAMEBIN_DATE];
    uint16_t elo[2];
    char eco[3];
    uint16_t base, increment;
    tby_result result;
    unsigned reason;
    bool evals, clocks;
    uint16_t plies;
};

/* The fields that the tags and the result give; the names may be too long,
 * and evals, clocks and plies are not set. */
struct gamebin_head tby_gamebin_head_of(const tby_game *g);

/* The tags that give these fields again. */
TBY_MUST_USE tby_rc tby_gamebin_head_tags(const struct gamebin_head *h,
                                          tby_game *g);

/* True if a field says all that the tag does. */
bool tby_gamebin_holds_tag(const struct gamebin_head *h, tby_str name,
                           tby_str value);

static inline bool gamebin_is_eco(const char *p)
{
    return p[0] >= 'A' && p[0] <= 'E' && tby_is_digit(p[1]) &&
           tby_is_digit(p[2]);
}

/* Where the columns begin, counted from the first byte of the game; one that
 * is not there is empty. */
struct gamebin_columns {
    size_t moves, evals, clocks, end;
};

static inline struct gamebin_columns
gamebin_columns_of(const struct gamebin_head *h)
{
    size_t n = h->plies, moves = GAMEBIN_FIXED + h->white.n + h->black.n;
    size_t evals = moves + 3 * n, clocks = evals + (h->evals ? 4 * n : 0);

    return (struct gamebin_columns){moves, evals, clocks,
                                    clocks + (h->clocks ? 2 * n : 0)};
}

struct gamebin_move {
    uint16_t word;
    uint8_t extra; /* check, capture; the annotation is added to it */
};

/* Writes a legal move of *p and plays it. */
struct gamebin_move tby_gamebin_encode(tby_pos *p, tby_move m);

/* The move that the word means in *p, which need not be legal. */
tby_move tby_gamebin_decode(const tby_pos *p, uint16_t word);

/* Glyph $1 to $6 of an annotation 1 to 6 and back; 0 for anything else. */
uint8_t tby_gamebin_nag(unsigned annotation);
uint8_t tby_gamebin_annotation(unsigned nag);

#define GAMEBIN_NO_EVAL 0x7FC00000u
enum {
    GAMEBIN_MATE_MAX = 127,
    GAMEBIN_CLOCK_MAX = 0xFFFE, /* seconds */
    GAMEBIN_NO_CLOCK = 0xFFFF
};

uint32_t tby_gamebin_eval_word(const struct tby_raw_eval *e);

/* False for a word that no evaluation gives. */
bool tby_gamebin_eval(uint32_t word, struct tby_raw_eval *out);

#endif
