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

#include "core/game/comment.h"
#include "tabiya/gamebin.h"

enum {
    GAMEBIN_FIXED = 36, /* bytes of a game without names and moves */
    GAMEBIN_DATE = 14,
    GAMEBIN_REASONS = 5
};

/* --- what precedes the moves ----------------------------------------------*/

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

/* Reads from the first byte of a game.  TBY_E_MORE if the bytes end early and
 * are right so far; TBY_E_CDB_MAGIC or TBY_E_CDB_FIELD with the byte in *at. */
TBY_MUST_USE tby_rc tby_gamebin_head_read(tby_str bytes,
                                          struct gamebin_head *out, size_t *at);

/* True if a field says all that the tag does. */
bool tby_gamebin_holds_tag(const struct gamebin_head *h, tby_str name,
                           tby_str value);

static inline bool gamebin_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool gamebin_is_eco(const char *p)
{
    return p[0] >= 'A' && p[0] <= 'E' && gamebin_is_digit(p[1]) &&
           gamebin_is_digit(p[2]);
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

/* --- moves ----------------------------------------------------------------*/

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

/* --- evaluations and clocks -----------------------------------------------*/

#define GAMEBIN_NO_EVAL 0x7FC00000u
enum {
    GAMEBIN_MATE_MAX = 127,
    GAMEBIN_CLOCK_MAX = 0xFFFE, /* seconds */
    GAMEBIN_NO_CLOCK = 0xFFFF
};

uint32_t tby_gamebin_eval_word(const struct tby_raw_eval *e);

/* False for a word that no evaluation gives. */
bool tby_gamebin_eval(uint32_t word, struct tby_raw_eval *out);

/* --- the main line --------------------------------------------------------*/

/* A move and what the format holds of the text behind it. */
struct gamebin_ply {
    tby_move move;
    uint8_t annotation;
    bool has_eval, has_clock;
    struct tby_raw_eval eval;
    uint64_t clock;                      /* milliseconds */
    uint32_t comments, variations, nags; /* that are lost */
};

/* Start with `struct gamebin_plies it = {.game = g};`. */
struct gamebin_plies {
    const tby_game *game;
    size_t at;
};

/* What stands before the first move, as a ply without a move. */
void tby_gamebin_preface(struct gamebin_plies *it, struct gamebin_ply *out);

/* Takes the next move; false at the end. */
bool tby_gamebin_next_ply(struct gamebin_plies *it, struct gamebin_ply *out);

#endif
