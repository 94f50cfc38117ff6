/* move.c - a move as it is asked for, turned into the codes that fit.
 *
 * Without x, + or # these do not matter; a pawn's move to a square of its own
 * file (b4) and a target alone (Nf3) are taken as they stand in a game. */
#include "store/filter/int.h"

#include "core/base/str.h"

#include <string.h>

/* What a text asks for; -1 or no role: any. */
typedef struct ask {
    tby_role role, promotion;
    int file, rank; /* where from */
    int to;
    bool castling, pass, any_role;
    int rook; /* 0: the one nearer to the a-file, 1: to the h-file */
} ask;

static int file_of(char c)
{
    return c >= 'a' && c <= 'h' ? c - 'a' : -1;
}

static int rank_of(char c)
{
    return c >= '1' && c <= '8' ? c - '1' : -1;
}

static tby_role role_of(char c)
{
    tby_piece piece = tby_piece_from_char(c);

    return c >= 'A' && c <= 'Z' ? tby_piece_role(piece) : TBY_NO_ROLE;
}

/* --- facts: x, + and # ----------------------------------------------------*/

static void want(store_wanted *out, unsigned facts, unsigned values)
{
    out->facts |= (uint16_t)facts;
    out->values |= (uint16_t)values;
}

/* Takes + or # off the end. */
static void take_sign(tby_str *text, store_wanted *out)
{
    char last = text->n ? text->p[text->n - 1] : '\0';

    if (last == '+')
        want(out, STORE_CHECK | STORE_MATE, STORE_CHECK);
    else if (last == '#')
        want(out, STORE_MATE, STORE_MATE);
    else
        return;
    text->n--;
}

/* Takes "=Q", or "Q" or "q" behind the last rank, off the end. */
static bool take_promotion(tby_str *text, ask *a)
{
    tby_role role;

    if (text->n < 3)
        return true;
    role = tby_piece_role(tby_piece_from_char(text->p[text->n - 1]));
    if (!role)
        return text->p[text->n - 2] != '=';
    if (role == TBY_PAWN || role == TBY_KING)
        return false;
    text->n -= text->p[text->n - 2] == '=' ? 2 : 1;
    a->promotion = role;
    return true;
}

/* --- the move -------------------------------------------------------------*/

static bool is_castling(tby_str text, ask *a)
{
    if (tby_str_is(text, "O-O") || tby_str_is(text, "0-0"))
        a->rook = 1;
    else if (tby_str_is(text, "O-O-O") || tby_str_is(text, "0-0-0"))
        a->rook = 0;
    else
        return false;
    a->castling = true;
    return true;
}

/* Takes a square off the end. */
static bool take_target(tby_str *text, ask *a)
{
    int file, rank;

    if (text->n < 2)
        return false;
    file = file_of(text->p[text->n - 2]);
    rank = rank_of(text->p[text->n - 1]);
    if (file < 0 || rank < 0)
        return false;
    a->to = rank * 8 + file;
    text->n -= 2;
    return true;
}

/* The rest: what moves and where from, e.g. "N", "Nb", "b", "e2". */
static bool take_origin(tby_str text, ask *a)
{
    size_t i = 0;

    a->role = text.n ? role_of(text.p[0]) : TBY_NO_ROLE;
    if (a->role)
        i++;
    if (i < text.n && file_of(text.p[i]) >= 0)
        a->file = file_of(text.p[i++]);
    if (i < text.n && rank_of(text.p[i]) >= 0)
        a->rank = rank_of(text.p[i++]);
    if (i < text.n)
        return false;
    /* Two squares may be anybody's move: e2e4, g1f3. */
    a->any_role = !a->role && a->file >= 0 && a->rank >= 0;
    if (!a->role && !a->any_role)
        a->role = TBY_PAWN;
    return true;
}

static bool read_ask(tby_str text, ask *a, store_wanted *out)
{
    *a = (ask){.file = -1, .rank = -1, .to = -1};
    take_sign(&text, out);
    if (is_castling(text, a))
        return true;
    if (tby_str_is(text, "--")) {
        a->pass = true;
        return true;
    }
    if (!take_promotion(&text, a) || !take_target(&text, a))
        return false;
    if (text.n && (text.p[text.n - 1] == 'x' || text.p[text.n - 1] == '-')) {
        bool takes = text.p[text.n - 1] == 'x';

        want(out, STORE_CAPTURE, takes ? STORE_CAPTURE : 0);
        text.n--;
    }
    if (!take_origin(text, a))
        return false;
    /* b4 stands for no capture; bxc4 says so. */
    if (a->role == TBY_PAWN && a->file < 0 && !(out->facts & STORE_CAPTURE))
        want(out, STORE_CAPTURE, 0);
    return true;
}

/* --- which codes fit ------------------------------------------------------*/

/* The king's files with which castling with that rook is the move: either side
 * of the rook, or the one that two squares name.  The second of these may be
 * where the king goes, e1g1, or where the rook is, e1h1. */
static uint8_t kings_of(const ask *a, int rook, tby_color by)
{
    int home = by == TBY_BLACK ? 7 : 0;

    if (a->castling)
        return (uint8_t)(a->rook ? (1 << rook) - 1 : 0xfe << rook);
    if (a->pass || a->promotion || (!a->any_role && a->role != TBY_KING) ||
        a->file < 0 || a->rank != home || a->to / 8 != home || a->file == rook)
        return 0;
    if (a->to % 8 != rook && a->to % 8 != (rook > a->file ? 6 : 2))
        return 0;
    return (uint8_t)(1 << a->file);
}

/* Seen from White; the squares of the question are those of the board, so that
 * Black's are mirrored. */
static bool fits(const ask *a, const store_coded *c, tby_color by)
{
    int flip = by == TBY_BLACK ? 56 : 0;

    if (!c->role)
        return a->pass;
    if (c->castling)
        return kings_of(a, c->to, by) != 0;
    if (a->castling || a->pass || (c->to ^ flip) != a->to)
        return false;
    if (!a->any_role && c->role != a->role)
        return false;
    if (a->promotion && c->promotion != a->promotion)
        return false;
    return (a->file < 0 || tby_file(c->from) == a->file) &&
           (a->rank < 0 || tby_rank((tby_square)(c->from ^ flip)) == a->rank);
}

static bool take_code(const ask *a, unsigned code, const store_coded *c,
                      tby_color by, store_wanted *out)
{
    if (!fits(a, c, by))
        return false;
    out->codes[by][code / 8] |= (uint8_t)(1 << code % 8);
    if (c->castling)
        out->kings[c->to] = kings_of(a, c->to, by);
    return true;
}

tby_rc filter_move(tby_str text, store_wanted *out, tby_err *err)
{
    store_wanted wanted = {.on = true};
    store_coded coded;
    unsigned found = 0;
    ask a;

    if (!read_ask(tby_str_trim(text), &a, &wanted))
        return filter_refuse(err, 0);
    for (unsigned code = 0; code < STORE_CODES; code++) {
        if (!store_code_tell(code, &coded))
            continue;
        for (unsigned by = TBY_WHITE; by <= TBY_BLACK; by++)
            found += take_code(&a, code, &coded, (tby_color)by, &wanted);
    }
    if (!found)
        return filter_refuse(err, 0);
    *out = wanted;
    return TBY_OK;
}
