/* asked.h - single moves as they are asked for: made of the parts that are
 * said, so that what a text means is known without reading it. */
#ifndef TBY_TESTS_UNIT_STORE_ASKED_H
#define TBY_TESTS_UNIT_STORE_ASKED_H

#include "unit/store/known.h"

/* What is 0, or -1 of the numbers, is not said. */
typedef struct asked {
    char text[16];
    char role; /* 'P' .. 'K'; 0: two squares say who moves */
    int file, rank, to;
    char takes;     /* 'x' or '-' */
    char promotion; /* 'Q' ... */
    char sign;      /* '+' or '#' */
    const char *castling;
    const char *by; /* "white", "black" */
} asked;

/* --- what it means --------------------------------------------------------*/

static inline char sign_of(const char *san)
{
    char last = san[strlen(san) - 1];

    return last == '+' || last == '#' ? last : '\0';
}

/* Two squares say it by where the king goes, e1g1, or by the rook, e1h1, which
 * may be the move of another piece as well. */
static inline bool fits_castling(const asked *a, const char *san, int home)
{
    bool is_long = strncmp(san, "O-O-O", 5) == 0;

    if (a->castling)
        return is_long == (strcmp(a->castling, "O-O-O") == 0);
    return !a->role && a->takes != 'x' && !a->promotion && a->file == 4 &&
           a->rank == home &&
           (a->to == 8 * home + (is_long ? 2 : 6) ||
            a->to == 8 * home + (is_long ? 0 : 7));
}

static inline bool fits_squares(const asked *a, tby_move m)
{
    tby_square from = tby_move_from(m);

    return a->to == (int)tby_move_to(m) &&
           (a->file < 0 || a->file == tby_file(from)) &&
           (a->rank < 0 || a->rank == tby_rank(from));
}

/* A pawn that goes straight on is said by its target alone. */
static inline bool fits_taking(const asked *a, bool takes)
{
    if (a->takes)
        return takes == (a->takes == 'x');
    return !(takes && a->role == 'P' && a->file < 0);
}

static inline bool fits_parts(const asked *a, const char *san)
{
    const char *promotion = strchr(san, '=');
    char role = strchr("KQRBN", san[0]) ? san[0] : 'P';

    return fits_taking(a, strchr(san, 'x') != NULL) &&
           (!a->role || a->role == role) &&
           (!a->promotion || (promotion && promotion[1] == a->promotion));
}

/* Is the move of a game after so many plies what is asked for?  Numbers are
 * compared first, since that is quick. */
static inline bool fits_asked(const asked *a, const known *k, uint32_t ply)
{
    const char *san = k->san[ply];

    if (san[0] == 'O' ? !fits_castling(a, san, ply % 2 ? 7 : 0)
                      : a->castling || !fits_squares(a, k->items[ply].move) ||
                            !fits_parts(a, san))
        return false;
    return (!a->sign || a->sign == sign_of(san)) &&
           (!a->by || strcmp(a->by, ply % 2 ? "black" : "white") == 0);
}

/* --- how it is typed ------------------------------------------------------*/

static inline void put_char(asked *a, char c)
{
    size_t n = strlen(a->text);

    assert_true(n + 1 < sizeof a->text);
    a->text[n] = c;
    a->text[n + 1] = '\0';
}

static inline void spell(rng *r, asked *a)
{
    a->text[0] = '\0';
    if (a->castling) {
        snprintf(a->text, sizeof a->text, "%s", a->castling);
    } else {
        if (a->role && a->role != 'P')
            put_char(a, a->role);
        if (a->file >= 0)
            put_char(a, (char)('a' + a->file));
        if (a->rank >= 0)
            put_char(a, (char)('1' + a->rank));
        if (a->takes)
            put_char(a, a->takes);
        put_char(a, (char)('a' + a->to % 8));
        put_char(a, (char)('1' + a->to / 8));
        if (a->promotion && rng_chance(r, 70))
            put_char(a, '=');
        if (a->promotion)
            put_char(a, a->promotion);
    }
    if (a->sign)
        put_char(a, a->sign);
}

/* --- what is asked --------------------------------------------------------*/

static inline void ask_castling(rng *r, const char *san, int home, asked *a)
{
    bool is_long = strncmp(san, "O-O-O", 5) == 0;

    if (rng_chance(r, 60)) {
        a->castling = is_long ? "O-O-O" : "O-O";
        return;
    }
    a->file = 4;
    a->rank = home;
    if (rng_chance(r, 30))
        a->to = 8 * home + (is_long ? 0 : 7);
    else
        a->to = 8 * home + (is_long ? 2 : 6);
}

/* More or less of what its SAN says, or the two squares. */
static inline void ask_move(rng *r, const char *san, tby_move m, asked *a)
{
    int file = tby_file(tby_move_from(m)), rank = tby_rank(tby_move_from(m));
    bool takes = strchr(san, 'x') != NULL;

    a->to = (int)tby_move_to(m);
    if (strchr(san, '=') && rng_chance(r, 80))
        a->promotion = strchr(san, '=')[1];
    if (rng_chance(r, takes ? 70 : 10))
        a->takes = takes ? 'x' : '-';
    if (rng_chance(r, 20)) {
        a->file = file;
        a->rank = rank;
        return;
    }
    a->role = strchr("KQRBN", san[0]) ? san[0] : 'P';
    if (a->role == 'P' ? takes : rng_chance(r, 20))
        a->file = file;
    else if (a->role != 'P' && rng_chance(r, 10))
        a->rank = rank;
}

/* Those that are asked for by name; few games have some of them. */
static inline void ask_named(rng *r, asked *a)
{
    static const asked NAMED[] = {
        {.role = 'P', .file = -1, .rank = -1, .to = 25, .sign = '+'},
        {.role = 'P',
         .file = -1,
         .rank = -1,
         .to = 57,
         .sign = '#',
         .promotion = 'Q'},
        {.role = 'B',
         .file = -1,
         .rank = -1,
         .to = 55,
         .sign = '+',
         .takes = 'x'},
        {.role = 'P', .file = -1, .rank = -1, .to = 60, .promotion = 'N'},
        {.castling = "O-O-O", .sign = '+'},
        {.castling = "O-O", .sign = '#'},
    };

    *a = NAMED[rng_below(r, LENGTH(NAMED))];
}

static inline void random_asked(rng *r, const known *k, asked *a)
{
    uint32_t ply = k->plies ? rng_below(r, k->plies) : 0;

    while (ply + 1 < k->plies && rng_chance(r, 80) &&
           !strpbrk(k->san[ply], "+#=O"))
        ply++;
    *a = (asked){.file = -1, .rank = -1, .to = -1};
    if (!k->plies || rng_chance(r, 20)) {
        ask_named(r, a);
    } else {
        if (k->san[ply][0] == 'O')
            ask_castling(r, k->san[ply], ply % 2 ? 7 : 0, a);
        else
            ask_move(r, k->san[ply], k->items[ply].move, a);
        if (rng_chance(r, 60))
            a->sign = sign_of(k->san[ply]);
    }
    if (rng_chance(r, 50))
        a->by = rng_chance(r, 50) ? "white" : "black";
    spell(r, a);
}

#endif
