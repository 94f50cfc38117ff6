/* setup.h - what a text or a board editor says, before anyone has judged it.
 *
 * A setup may be nonsense: no kings, pawns on the back rank, castling rights
 * without a rook.  tby_setup_faults() says what is wrong with it, and pos.h
 * turns a sound setup into a position. */
#ifndef TBY_SETUP_H
#define TBY_SETUP_H

#include "tabiya/board.h"

typedef struct tby_setup {
    tby_piece board[64]; /* by square */
    tby_bb castling;     /* squares of the rooks that may still castle */
    tby_color turn;
    tby_square ep;      /* the square after a pawn that just went two */
    uint16_t halfmoves; /* since the last capture or pawn move */
    uint16_t fullmoves; /* number of the move, from 1 */
} tby_setup;

/* What can be wrong.  X(symbol, bit, machine name, sentence) */
#define TBY_FAULT_MAP(X)                                                       \
    X(EMPTY, 0, "empty_board", "The board is empty.")                          \
    X(WHITE_NO_KING, 1, "white_no_king", "White has no king.")                 \
    X(BLACK_NO_KING, 2, "black_no_king", "Black has no king.")                 \
    X(WHITE_KINGS, 3, "white_several_kings", "White has more than one king.")  \
    X(BLACK_KINGS, 4, "black_several_kings", "Black has more than one king.")  \
    X(PAWN_RANK, 5, "pawn_on_back_rank",                                       \
      "A pawn stands on the first or the last rank.")                          \
    X(OPPOSITE_CHECK, 6, "opponent_in_check",                                  \
      "The side that is not to move is in check.")                             \
    X(CASTLING, 7, "castling_impossible",                                      \
      "A castling right is claimed without king and rook in place.")           \
    X(EP, 8, "en_passant_impossible",                                          \
      "No pawn can just have passed the en passant square.")                   \
    X(WHITE_MATERIAL, 9, "white_too_much_material",                            \
      "White has more pieces than a game can give.")                           \
    X(BLACK_MATERIAL, 10, "black_too_much_material",                           \
      "Black has more pieces than a game can give.")                           \
    X(CHECK, 11, "check_impossible",                                           \
      "No last move can have given this check.")                               \
    X(VALUE, 12, "value_invalid", "The setup holds a value without a meaning.")

typedef uint32_t tby_faults; /* a set of the bits below */
enum {
#define TBY_FAULT_ENUM(symbol, bit, name, sentence)                            \
    TBY_FAULT_##symbol = 1 << (bit),
    TBY_FAULT_MAP(TBY_FAULT_ENUM)
#undef TBY_FAULT_ENUM
        TBY_FAULTS_ALL = (1 << 13) - 1
};

TBY_BEGIN

/* Everything that is wrong with *s; 0 for a position of chess. */
TBY_API tby_faults tby_setup_faults(const tby_setup *s);

/* Machine name and sentence of the lowest bit in faults; "none" and "" for 0.
 * To list all of them, clear the lowest bit with `faults &= faults - 1`.
 * The strings are static. */
TBY_API const char *tby_fault_name(tby_faults faults);
TBY_API const char *tby_fault_text(tby_faults faults);

TBY_END

#endif
