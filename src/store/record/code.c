/* code.c - see code.h. */
#include "store/record/code.h"
#include "core/chess/play.h"
#include "tabiya/moves.h"

/* What turns the board round for Black, and back. */
static unsigned flip_of(tby_color turn)
{
    return turn == TBY_BLACK ? 56 : 0;
}

/* A pawn's move to the last rank has four codes; 0: it cannot become that. */
static const uint8_t CHOICES[8] = {
    [TBY_BISHOP] = 1, [TBY_KNIGHT] = 2, [TBY_ROOK] = 3, [TBY_QUEEN] = 4};

/* The number of a piece's move among the codes, STORE_ENDED if it is none. */
static inline store_code number_of(tby_role role, unsigned from, unsigned to,
                                   tby_role becomes)
{
    store_code number =
        tby__code_numbers[(unsigned)role << 12 | to << 6 | from];

    if (role == TBY_PAWN && to >= 56) {
        /* Of a pawn to the last rank, with the code of its first choice. */
        unsigned file = to & 7, sources = file == 0 || file == 7 ? 2 : 3;
        unsigned choice = CHOICES[becomes];
        if (choice == 0 || number == STORE_ENDED)
            return STORE_ENDED;
        return (store_code)(number + (choice - 1) * sources);
    }
    return becomes ? STORE_ENDED : number;
}

/* A move of a piece that is known. */
static store_code code_of(const tby_pos *p, tby_move m, tby_role role)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    unsigned flip = flip_of(p->turn);
    bool takes = tby_pos_occupied(p) & tby_bit(to);

    if (role == TBY_KING && (to ^ flip) < 8 &&
        tby_pos_color(p, p->turn) & tby_bit(to))
        return (store_code)(STORE_CASTLE_A + tby_file(to));
    store_code code =
        number_of(role, from ^ flip, to ^ flip, tby_move_promotion(m));
    takes |= to == p->ep && role == TBY_PAWN;
    return takes && code != STORE_ENDED ? code | STORE_CAPTURE : code;
}

/* The piece that moves; TBY_NO_ROLE if it is not of the side to move. */
static tby_role role_of(const tby_pos *p, tby_move m)
{
    tby_piece piece = tby_pos_at(p, tby_move_from(m));

    return tby_piece_color(piece) == p->turn ? tby_piece_role(piece)
                                             : TBY_NO_ROLE;
}

store_code tby__code_plain(const tby_pos *p, tby_move m)
{
    return m == TBY_MOVE_NULL ? STORE_PASS : code_of(p, m, role_of(p, m));
}

/* Of the position after the move.  No move is known to follow: mate and
 * stalemate are looked for. */
static store_code facts(const tby_pos *after, bool over)
{
    bool check = tby_pos_checkers(after) != 0;

    if (over && tby_moves_count(after) == 0)
        return check ? STORE_CHECK | STORE_MATE : STORE_STALEMATE;
    return check ? STORE_CHECK : 0;
}

store_code tby__code_play(tby_pos *p, tby_move m, bool over)
{
    tby_role role = role_of(p, m);
    store_code code = STORE_PASS;

    if (m == TBY_MOVE_NULL) {
        pass_turn(p, false);
    } else {
        code = code_of(p, m, role);
        if (code == STORE_ENDED)
            return code;
        play_role(p, tby_move_from(m), tby_move_to(m), tby_move_promotion(m),
                  role, false);
    }
    return code | facts(p, over);
}

/* Both facts lie in a row here and there. */
enum { FACTS = STORE_CAPTURE | STORE_CHECK, FACTS_SHIFT = 7 };
_Static_assert(TBY_PLY_CAPTURE >> FACTS_SHIFT == STORE_CAPTURE &&
                   TBY_PLY_CHECK >> FACTS_SHIFT == STORE_CHECK,
               "a shift makes facts of what a move did");

/* Castling and promotions, as White sees them. */
static store_code rare_code_of(tby_ply_info info)
{
    tby_move m = (tby_move)info;

    if (info & TBY_PLY_CASTLE)
        return (store_code)(STORE_CASTLE_A + tby_file(tby_move_to(m)));
    return number_of((tby_role)(info >> TBY_PLY_ROLE & 7), tby_move_from(m),
                     tby_move_to(m), tby_move_promotion(m));
}

bool tby__codes_of(const tby_record *r, tby_color turn, store_code *out)
{
    enum { RARE = TBY_PLY_CASTLE | 7 << 12, BOTH = 56 | 56 << 6 };
    tby_ply_info flip = turn == TBY_BLACK ? BOTH : 0;
    bool sound = !r->passes;

    for (uint32_t i = 0; i < r->n; i++, flip ^= BOTH) {
        tby_ply_info info = r->plies[i] ^ flip;
        store_code code =
            tby__code_numbers[(info & 0xfff) | (info >> 4 & 7 << 12)];
        if (info & RARE)
            code = rare_code_of(info);
        sound &= code != STORE_ENDED;
        out[i] = code | (store_code)(info >> FACTS_SHIFT & FACTS);
    }
    if (sound && r->n)
        out[r->n - 1] |= facts(&r->end, true);
    return sound;
}

store_code tby__code_of(const tby_pos *p, tby_move m)
{
    store_code plain = tby__code_plain(p, m);
    tby_pos after = *p;

    if (plain == STORE_ENDED)
        return plain;
    tby_pos_play(&after, m);
    return plain | facts(&after, true);
}

static tby_move castling(const tby_pos *p, tby_square file)
{
    tby_square king = royal_square(p, p->turn);
    tby_square rook = (tby_square)(file ^ flip_of(p->turn));

    if (king == TBY_NO_SQUARE || tby_rank(king) != tby_rank(rook) ||
        tby_pos_at(p, rook) != tby_piece_of(p->turn, TBY_ROOK))
        return TBY_MOVE_NONE;
    return tby_move_make(king, rook, TBY_NO_ROLE);
}

tby_move tby__code_move(const tby_pos *p, store_code code)
{
    unsigned index = code & STORE_CODE;
    unsigned flip = flip_of(p->turn);

    if (index >= STORE_CODES)
        return TBY_MOVE_NONE;
    struct store_code_row row = store_code_rows[index];
    if (row.castling)
        return castling(p, tby_move_to(row.move));
    if (row.role == TBY_NO_ROLE)
        return TBY_MOVE_NULL;
    tby_move m = (tby_move)(row.move ^ (flip | flip << 6));
    if (tby_pos_at(p, tby_move_from(m)) != tby_piece_of(p->turn, row.role) ||
        tby_pos_color(p, p->turn) & tby_bit(tby_move_to(m)))
        return TBY_MOVE_NONE;
    return m;
}

bool tby__code_follow(tby_pos *p, store_code code)
{
    tby_move m = tby__code_move(p, code);

    if (m == TBY_MOVE_NONE)
        return false;
    if (m == TBY_MOVE_NULL)
        pass_turn(p, false);
    else
        play_role(p, tby_move_from(m), tby_move_to(m), tby_move_promotion(m),
                  store_code_rows[code & STORE_CODE].role, false);
    return true;
}

bool tby__code_describe(unsigned code, store_coded *out)
{
    if (code >= STORE_CODES)
        return false;
    struct store_code_row row = store_code_rows[code];
    *out = (store_coded){.role = row.role,
                         .from = tby_move_from(row.move),
                         .to = tby_move_to(row.move),
                         .promotion = tby_move_promotion(row.move),
                         .castling = row.castling};
    return true;
}
