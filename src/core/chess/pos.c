/* pos.c - pieces, the positions games start from, questions to a position,
 * moves: is this one legal, and if not, why. */
#include "tabiya/pos.h"
#include "core/base/assert.h"
#include "core/chess/castling.h"
#include "core/chess/pins.h"
#include "core/chess/sources.h"
#include "tabiya/key.h"

static const char LETTERS[] = "?PBNRKQ";

char tby_role_char(tby_role role)
{
    return role <= TBY_QUEEN ? LETTERS[role] : '?';
}

char tby_piece_char(tby_piece piece)
{
    char c = tby_role_char(tby_piece_role(piece));

    if (c == '?' || piece >= TBY_PIECES)
        return '.';
    return tby_piece_color(piece) == TBY_BLACK ? (char)(c | 32) : c;
}

tby_piece tby_piece_from_char(char c)
{
    static const tby_role roles[26] = {
        ['p' - 'a'] = TBY_PAWN,   ['n' - 'a'] = TBY_KNIGHT,
        ['b' - 'a'] = TBY_BISHOP, ['r' - 'a'] = TBY_ROOK,
        ['q' - 'a'] = TBY_QUEEN,  ['k' - 'a'] = TBY_KING,
    };
    unsigned letter = ((unsigned char)c | 32u) - 'a';

    if (letter >= 26 || (unsigned char)c < 'A' || !roles[letter])
        return TBY_NO_PIECE;
    return tby_piece_of(c >= 'a' ? TBY_BLACK : TBY_WHITE, roles[letter]);
}

const char *tby_role_name(tby_role role)
{
    static const char *const names[] = {"nothing", "pawn", "bishop", "knight",
                                        "rook",    "king", "queen"};

    return role <= TBY_QUEEN ? names[role] : names[0];
}

/* Puts a role on the nth square of the first rank that is still empty. */
static void put_nth(tby_role rank[8], size_t nth, tby_role role)
{
    for (int file = 0; file < 8; file++) {
        if (rank[file])
            continue;
        if (nth-- == 0) {
            rank[file] = role;
            return;
        }
    }
    TBY_ASSERT(false); /* there are always enough */
}

/* Reinhard Scharnagl's numbering: the remainders by 4, 4 and 6 place the
 * bishops and the queen, the rest picks one of ten pairs for the knights. */
static void first_rank(size_t number, tby_role rank[8])
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4},
                                           {1, 2}, {1, 3}, {1, 4}, {2, 3},
                                           {2, 4}, {3, 4}};

    rank[number % 4 * 2 + 1] = TBY_BISHOP;
    number /= 4;
    rank[number % 4 * 2] = TBY_BISHOP;
    number /= 4;
    put_nth(rank, number % 6, TBY_QUEEN);
    number /= 6;
    TBY_ASSERT(number < 10);
    /* The outer one first, so that the inner one's place still counts. */
    put_nth(rank, knights[number][1], TBY_KNIGHT);
    put_nth(rank, knights[number][0], TBY_KNIGHT);
    put_nth(rank, 0, TBY_ROOK);
    put_nth(rank, 0, TBY_KING);
    put_nth(rank, 0, TBY_ROOK);
}

tby_pos tby_pos_start960(unsigned number)
{
    tby_pos p = {.ep = TBY_NO_SQUARE, .turn = TBY_WHITE, .fullmoves = 1};
    tby_role rank[8] = {TBY_NO_ROLE};

    first_rank(number % 960, rank);
    for (int file = 0; file < 8; file++) {
        board_put(&p, 0, tby_sq(file, 0), tby_piece_of(TBY_WHITE, rank[file]));
        board_put(&p, 0, tby_sq(file, 1), tby_piece_of(TBY_WHITE, TBY_PAWN));
        board_put(&p, 0, tby_sq(file, 6), tby_piece_of(TBY_BLACK, TBY_PAWN));
        board_put(&p, 0, tby_sq(file, 7), tby_piece_of(TBY_BLACK, rank[file]));
    }
    p.castling = tby_pos_role(&p, TBY_ROOK);
    p.key = tby_key_of(&p);
    return p;
}

/* Number 518, written down, key and all, because every game that is read begins
 * with it; a test compares it with the computed one. */
tby_pos tby_pos_start(void)
{
    return (tby_pos){.plane = {0x52ff00000000ff52, 0x6e0000000000006e,
                               0x9900000000000099, 0xffff000000000000},
                     .castling = 0x8100000000000081,
                     .key = 0x78ced00b6b2432d6,
                     .fullmoves = 1,
                     .turn = TBY_WHITE,
                     .ep = TBY_NO_SQUARE};
}

tby_bb tby_pos_attackers(const tby_pos *p, tby_square sq, tby_color by)
{
    return attackers_to(p, sq, by, tby_pos_occupied(p)) & tby_pos_color(p, by);
}

/* Few sliders are ever in line with a king, so they are looked at one by one
 * instead of going out from the king in all directions. */
tby_bb tby_pos_checkers(const tby_pos *p)
{
    tby_square king = royal_square(p, p->turn);
    tby_bb foe = tby_pos_color(p, p->turn ^ 1);

    if (king == TBY_NO_SQUARE)
        return 0;
    tby_bb leapers = (tby_table_knight[king] & pos_knights(p)) |
                     (tby_table_pawn[p->turn][king] & pos_pawns(p)) |
                     (tby_table_king[king] & pos_kings(p));
    tby_bb sliders = (tby_table_bishop[king] & pos_diagonal(p)) |
                     (tby_table_rook[king] & pos_straight(p));
    return (leapers & foe) | seeing(sliders & foe, king, tby_pos_occupied(p));
}

bool tby_pos_is_castling(const tby_pos *p, tby_move m)
{
    return tby_pos_at(p, tby_move_from(m)) == tby_piece_of(p->turn, TBY_KING) &&
           tby_pos_at(p, tby_move_to(m)) == tby_piece_of(p->turn, TBY_ROOK);
}

bool tby_pos_is_capture(const tby_pos *p, tby_move m)
{
    tby_square to = tby_move_to(m);
    tby_piece moved = tby_pos_at(p, tby_move_from(m));
    tby_piece taken = tby_pos_at(p, to);

    if (taken)
        return tby_piece_color(taken) != p->turn;
    return to == p->ep && tby_piece_role(moved) == TBY_PAWN;
}

bool tby_pos_same(const tby_pos *a, const tby_pos *b)
{
    for (int i = 0; i < 4; i++)
        if (a->plane[i] != b->plane[i])
            return false;
    return a->castling == b->castling && a->turn == b->turn && a->ep == b->ep;
}

tby_square tby_castling_target(const tby_pos *p, tby_square from, tby_square to)
{
    tby_bb own = tby_pos_color(p, p->turn);
    tby_square rook = castling_rook(p, to > from);

    if (from != royal_square(p, p->turn) || rook == TBY_NO_SQUARE ||
        castling_end(p->turn, to > from).king != to)
        return to;
    /* A step of the king is a step, and a piece in the way stays in it. */
    return (tby_table_king[from] | own) & tby_bit(to) ? to : rook;
}

bool tby_castling_is_orthodox(const tby_pos *p)
{
    const tby_bb corners = 0x8100000000000081;

    for (int i = TBY_WHITE; i <= TBY_BLACK; i++) {
        tby_color color = (tby_color)i;
        if (p->castling & home_rank(color) &&
            royal_square(p, color) != tby_sq(4, color == TBY_WHITE ? 0 : 7))
            return false;
    }
    return !(p->castling & ~corners);
}

void tby_pos_play(tby_pos *p, tby_move m)
{
    if (m != TBY_MOVE_NULL) {
        play(p, m, true);
        return;
    }
    count_move(p, false);
    pass_turn(p, true);
}

/* Why a pawn may not leave its file to go to an empty square: was there an
 * enemy pawn beside it that could have passed it just now? */
tby_rc tby_pawn_refusal(const tby_pos *p, tby_square to)
{
    tby_bb rank = p->turn == TBY_WHITE ? BB_RANK(5) : BB_RANK(2);
    bool ep = tby_bit(to) & rank &&
              tby_pos_at(p, to ^ 8) == tby_piece_of(p->turn ^ 1, TBY_PAWN);

    return ep ? TBY_E_MOVE_EP : TBY_E_MOVE_NOTHING;
}

tby_rc tby_pos_judge(const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_piece piece = tby_pos_at(p, from);
    tby_role role = tby_piece_role(piece), becomes = tby_move_promotion(m);
    tby_bb own = tby_pos_color(p, p->turn), home = home_rank(p->turn);
    bool on_home = !((tby_bit(from) | tby_bit(to)) & ~home);
    bool last = role == TBY_PAWN && tby_bit(to) & home_rank(p->turn ^ 1);

    if (m == TBY_MOVE_NULL)
        return tby_pos_checkers(p) ? TBY_E_MOVE_NULL : TBY_OK;
    if (!piece)
        return TBY_E_MOVE_EMPTY;
    if (tby_piece_color(piece) != p->turn)
        return TBY_E_MOVE_TURN;
    if (m >> 15 || (becomes && (!last || becomes == TBY_PAWN ||
                                becomes == TBY_KING || becomes > TBY_QUEEN)))
        return TBY_E_MOVE_NO_PROMOTION;

    /* the king takes its own rook: castling */
    if (role == TBY_KING && on_home &&
        tby_pos_at(p, to) == tby_piece_of(p->turn, TBY_ROOK))
        return castling_refusal(p, from, to);

    /* it cannot get there at all */
    if (!(sources_pseudo(p, role, to) & tby_bit(from))) {
        if (own & tby_bit(to))
            return TBY_E_MOVE_OWN;
        if (role == TBY_PAWN && tby_table_pawn[p->turn][from] & tby_bit(to))
            return tby_pawn_refusal(p, to);
        /* the king goes where castling would take it, and not by a step */
        if (role == TBY_KING && on_home && from != to &&
            !(tby_table_king[from] & tby_bit(to)) &&
            to == castling_end(p->turn, to > from).king)
            return TBY_E_CASTLE_RIGHT;
        return TBY_E_MOVE_REACH;
    }

    /* it could if its king did not matter */
    if (!sources_legal(p, role, to, tby_bit(from))) {
        struct pins s = find_pins(p, p->turn);
        if (role == TBY_KING)
            return TBY_E_MOVE_INTO_CHECK;
        if ((s.pin_diagonal | s.pin_straight) & tby_bit(from))
            return TBY_E_MOVE_PINNED;
        return s.checkers ? TBY_E_MOVE_IN_CHECK : TBY_E_MOVE_INTO_CHECK;
    }
    /* only now: a missing promotion is the last thing to say */
    return last && !becomes ? TBY_E_MOVE_PROMOTION : TBY_OK;
}
