/* gamebin_move.c - a move in three bytes, an evaluation in four. */
#include "core/chess/castling.h"
#include "core/game/gamebin_int.h"

#include <string.h>

/* The format counts p1 n2 b3 r4 q5 k6. */
static unsigned code_of(tby_role role)
{
    static const uint8_t codes[8] = {
        [TBY_PAWN] = 1, [TBY_KNIGHT] = 2, [TBY_BISHOP] = 3,
        [TBY_ROOK] = 4, [TBY_QUEEN] = 5,  [TBY_KING] = 6};

    return codes[role];
}

/* Where a pawn promotes, the two low bits of the rank are free to say what it
 * becomes, because the high bit alone tells rank 1 from rank 8. */
static unsigned rank_field(tby_move m)
{
    static const uint8_t low[8] = {
        [TBY_KNIGHT] = 0, [TBY_BISHOP] = 1, [TBY_ROOK] = 2, [TBY_QUEEN] = 3};
    unsigned rank = (unsigned)tby_rank(tby_move_to(m));

    return tby_move_promotion(m) ? (rank & 4) | low[tby_move_promotion(m)]
                                 : rank;
}

static tby_role captured(const tby_pos *p, tby_move m)
{
    tby_role on_square = tby_piece_role(tby_pos_at(p, tby_move_to(m)));

    if (!tby_pos_is_capture(p, m))
        return TBY_NO_ROLE;
    return on_square ? on_square : TBY_PAWN; /* en passant */
}

struct gamebin_move tby_gamebin_encode(tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_role piece = tby_piece_role(tby_pos_at(p, from));
    unsigned color = p->turn, taken = code_of(captured(p, m));

    if (piece == TBY_KING && tby_pos_is_castling(p, m))
        to = castling_end(p->turn, to > from).king;
    tby_pos_play(p, m);
    unsigned check = tby_pos_checkers(p) != 0;
    return (struct gamebin_move){
        .word = (uint16_t)(color << 15 | code_of(piece) << 12 |
                           (unsigned)tby_file(from) << 9 |
                           (unsigned)tby_rank(from) << 6 |
                           (unsigned)tby_file(to) << 3 | rank_field(m)),
        .extra = (uint8_t)(check << 6 | taken << 3)};
}

tby_move tby_gamebin_decode(const tby_pos *p, uint16_t word)
{
    static const tby_role become[4] = {TBY_KNIGHT, TBY_BISHOP, TBY_ROOK,
                                       TBY_QUEEN};
    tby_square from = tby_sq(word >> 9 & 7, word >> 6 & 7);
    int file = word >> 3 & 7, rank = word & 7;
    tby_piece piece = tby_pos_at(p, from);

    if (tby_piece_role(piece) == TBY_PAWN &&
        tby_rank(from) == (p->turn == TBY_WHITE ? 6 : 1))
        return tby_move_make(from, tby_sq(file, rank & 4 ? 7 : 0),
                             become[rank & 3]);
    tby_square to = tby_sq(file, rank);
    if (tby_piece_role(piece) == TBY_KING)
        to = tby_castling_target(p, from, to);
    return tby_move_make(from, to, TBY_NO_ROLE);
}

/* By annotation: none ? ?? ?! ! !? !! */
static const uint8_t NAGS[8] = {0, 2, 4, 6, 1, 5, 3, 0};

uint8_t tby_gamebin_nag(unsigned annotation)
{
    return NAGS[annotation & 7];
}

uint8_t tby_gamebin_annotation(unsigned nag)
{
    for (uint8_t i = 1; i < 7; i++)
        if (NAGS[i] == nag)
            return i;
    return 0;
}

/* --- evaluations ----------------------------------------------------------*/

uint32_t tby_gamebin_eval_word(const struct tby_raw_eval *e)
{
    int32_t mate = e->mate < -GAMEBIN_MATE_MAX  ? -GAMEBIN_MATE_MAX
                   : e->mate > GAMEBIN_MATE_MAX ? GAMEBIN_MATE_MAX
                                                : e->mate;
    float pawns = (float)e->pawns;
    uint32_t word;

    if (e->is_mate)
        return 0xFFFFFF00u | (uint8_t)mate;
    memcpy(&word, &pawns, sizeof word);
    return word;
}

bool tby_gamebin_eval(uint32_t word, struct tby_raw_eval *out)
{
    float pawns;

    if (word >> 8 == 0xFFFFFF) {
        int mate = (int)(word & 0xFF);
        *out = (struct tby_raw_eval){
            .is_mate = true,
            .mate = mate > GAMEBIN_MATE_MAX ? mate - 256 : mate};
        return mate != GAMEBIN_MATE_MAX + 1;
    }
    if ((word >> 23 & 0xFF) == 0xFF) /* an infinity or no number */
        return false;
    memcpy(&pawns, &word, sizeof pawns);
    *out = (struct tby_raw_eval){.pawns = (double)pawns};
    return true;
}
