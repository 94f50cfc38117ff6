/* san_read.c - the tolerant grammar of a move.
 *
 *   move   = castle / null / [piece] [file] [rank] [sep] [file rank] [promo]
 *   sep    = "x" / ":" / "-"
 *   promo  = ["=" / "/"] letter / "(" letter ")"
 *   castle = O "-" O ["-" O]         O is the letter O, o or the digit 0
 *   null   = "--" / "Z0" / "0000"
 * and behind each of them [e.p.] and any of + # ! ? */
#include "core/notation/san_read.h"

#include "core/chess/bitboard.h"

typedef struct cursor {
    tby_str in;
    size_t at;
} cursor;

static int peek(const cursor *c)
{
    return c->at < c->in.n ? (unsigned char)c->in.p[c->at] : -1;
}

static bool take(cursor *c, int ch)
{
    bool found = peek(c) == ch;

    c->at += found;
    return found;
}

static bool take_word(cursor *c, const char *word)
{
    size_t at = c->at;

    while (*word && take(c, (unsigned char)*word))
        word++;
    if (*word)
        c->at = at;
    return !*word;
}

/* A number from 0 to 7 for a letter of a to h or a digit of 1 to 8; -1 and
 * nothing taken for anything else. */
static int take_coordinate(cursor *c, int first)
{
    int n = peek(c) - first;

    if (n < 0 || n > 7)
        return -1;
    c->at++;
    return n;
}

/* U+2654 to U+265F: king, queen, rook, bishop, knight, pawn of both colours. */
static tby_role take_figurine(cursor *c)
{
    static const tby_role roles[6] = {TBY_KING,   TBY_QUEEN,  TBY_ROOK,
                                      TBY_BISHOP, TBY_KNIGHT, TBY_PAWN};

    if (c->in.n - c->at < 3 || c->in.p[c->at] != '\xe2' ||
        c->in.p[c->at + 1] != '\x99')
        return TBY_NO_ROLE;
    unsigned n = (unsigned char)c->in.p[c->at + 2] - 0x94u;
    if (n > 11)
        return TBY_NO_ROLE;
    c->at += 3;
    return roles[n % 6];
}

/* A small letter is a piece unless it is a file; only b can be both. */
static tby_role take_piece(cursor *c, bool b_is_bishop)
{
    int ch = peek(c);

    if (ch == 0xe2)
        return take_figurine(c);
    if (ch < 0 || (ch == 'b' && !b_is_bishop))
        return TBY_NO_ROLE;
    tby_role role = tby_piece_role(tby_piece_from_char((char)ch));
    c->at += role != TBY_NO_ROLE;
    return role;
}

static bool take_promotion(cursor *c, struct san_reading *r)
{
    bool bracket = take(c, '(');
    bool marked = bracket || take(c, '=') || take(c, '/');
    size_t at = c->at;
    tby_role role = take_piece(c, true);

    if (role == TBY_NO_ROLE || role == TBY_PAWN || role == TBY_KING) {
        c->at = at;
        return !marked;
    }
    r->promotion = role;
    return !bracket || take(c, ')');
}

/* A file only if a rank follows: the b of e8b is a bishop. */
static int take_target_file(cursor *c)
{
    size_t at = c->at;
    int file = take_coordinate(c, 'a'), rank = peek(c) - '1';

    if (file >= 0 && (rank < 0 || rank > 7)) {
        c->at = at;
        return -1;
    }
    return file;
}

static bool take_squares(cursor *c, struct san_reading *r)
{
    int file = take_coordinate(c, 'a'), rank = take_coordinate(c, '1');
    r->takes = take(c, 'x') || take(c, ':');
    bool apart = r->takes || take(c, '-');
    int to_file = take_target_file(c), to_rank = take_coordinate(c, '1');

    if (to_file < 0 && to_rank < 0 && !apart) {
        to_file = file;
        to_rank = rank;
        file = rank = -1;
    }
    if (to_file < 0 || to_rank < 0)
        return false;
    r->to = tby_sq(to_file, to_rank);
    r->from = (file < 0 ? BB_ALL : BB_FILE_A << file) &
              (rank < 0 ? BB_ALL : BB_RANK(rank));
    r->has_from = file >= 0 || rank >= 0;
    return true;
}

static bool take_castling(cursor *c, struct san_reading *r)
{
    int o = peek(c);
    size_t at = c->at;

    if ((o == 'O' || o == 'o' || o == '0') && take(c, o) && take(c, '-') &&
        take(c, o)) {
        r->kind = SAN_CASTLE_EAST;
        at = c->at;
        if (take(c, '-') && take(c, o)) {
            r->kind = SAN_CASTLE_WEST;
            return true;
        }
        c->at = at;
        return true;
    }
    c->at = at;
    return false;
}

static bool take_null(cursor *c, struct san_reading *r)
{
    if (!take_word(c, "--") && !take_word(c, "Z0") && !take_word(c, "0000"))
        return false;
    r->kind = SAN_NULL;
    return true;
}

static void take_suffix(cursor *c)
{
    if (!take_word(c, "e.p."))
        take_word(c, "ep");
    while (take(c, '+') || take(c, '#') || take(c, '!') || take(c, '?'))
        continue;
}

tby_rc tby_san_read(tby_str text, bool b_is_bishop, struct san_reading *out,
                    size_t *at)
{
    cursor c = {.in = text};
    struct san_reading r = {.kind = SAN_MOVE, .from = BB_ALL};
    bool good = take_castling(&c, &r) || take_null(&c, &r);

    if (!good) {
        r.role = take_piece(&c, b_is_bishop);
        good = take_squares(&c, &r) && take_promotion(&c, &r);
    }
    if (good)
        take_suffix(&c);
    if (!good || c.at < text.n) {
        *at = c.at;
        return TBY_E_SAN_SYNTAX;
    }
    *out = r;
    return TBY_OK;
}
