#include "tabiya/san.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/sources.h"
#include "core/notation/san.h"

#include <string.h>

/* Each of these writes after `at` and returns where it ended.  No move is
 * longer than Qa1xb2=Q#, for which TBY_SAN_MAX is enough. */

static char *write_role(char *at, tby_role role)
{
    *at++ = "?PBNRKQ?"[role & 7];
    return at;
}

/* As much of the origin as distinguishes the piece from the others of its kind
 * that may go there too: the file if that is enough, else the rank, else both.
 */
static char *write_origin(char *at, const tby_pos *p, tby_role role,
                          tby_square from, tby_square to)
{
    tby_bb kin = tby_pos_role(p, role) & ~tby_bit(from);

    /* The squares that a piece other than a pawn reaches `to` from on an empty
     * board.  No jump: nothing foretells what moves.  There may be a second
     * king where that fault was forgiven. */
    static const tby_bb nothing[64];
    static const tby_bb *const tables[8][2] = {
        [TBY_NO_ROLE] = {nothing, nothing}, /* of a move that is none */
        [TBY_PAWN] = {nothing, nothing},
        [7] = {nothing, nothing},
        [TBY_KNIGHT] = {tby_table_knight, tby_table_knight},
        [TBY_KING] = {tby_table_king, tby_table_king},
        [TBY_BISHOP] = {tby_table_bishop, tby_table_bishop},
        [TBY_ROOK] = {tby_table_rook, tby_table_rook},
        [TBY_QUEEN] = {tby_table_bishop, tby_table_rook},
    };
    if (!(kin & (tables[role][0][to] | tables[role][1][to]) &
          tby_pos_color(p, p->turn)))
        return at;
    tby_bb pseudo = sources_pseudo(p, role, to) & ~tby_bit(from);
    tby_bb others = sources_legal(p, role, to, pseudo);
    if (!others)
        return at;
    bool same_file = others & (BB_FILE_A << tby_file(from));
    bool same_rank = others & BB_RANK(tby_rank(from));
    if (!same_file || same_rank)
        *at++ = (char)('a' + tby_file(from));
    if (same_file)
        *at++ = (char)('1' + tby_rank(from));
    return at;
}

/* Most checks are answered by a step of the king, which is soon found. */
static bool is_mate(const tby_pos *p)
{
    tby_square king = royal_square(p, p->turn);
    tby_bb steps = tby_table_king[king] & ~tby_pos_color(p, p->turn);

    for (; steps; steps = bb_rest(steps))
        if (king_safe_on(p, king, bb_first(steps)))
            return false;
    return tby_moves_count(p) == 0;
}

/* Writes the move without a sign at its end, and plays it. */
TBY_INLINE char *write_and_play(char *at, tby_pos *p, tby_move m, tby_role role,
                                bool takes)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (role == TBY_KING && tby_pos_color(p, p->turn) & tby_bit(to) &&
        tby_pos_is_castling(p, m))
        for (const char *c = to > from ? "O-O" : "O-O-O"; *c; c++)
            *at++ = *c;
    else {
        if (role != TBY_PAWN)
            at = write_origin(write_role(at, role), p, role, from, to);
        else if (takes)
            *at++ = (char)('a' + tby_file(from));
        if (takes)
            *at++ = 'x';
        *at++ = (char)('a' + tby_file(to));
        *at++ = (char)('1' + tby_rank(to));
        if (tby_move_promotion(m)) {
            *at++ = '=';
            at = write_role(at, tby_move_promotion(m));
        }
    }
    count_move(p, role == TBY_PAWN || takes);
    play_role(p, from, to, tby_move_promotion(m), role, false);
    return at;
}

/* Writes what is no move, and cannot be played unless it is the null move;
 * false if it is one. */
TBY_INLINE bool write_pass(tby_pos *p, tby_move m, char *out)
{
    if (m != TBY_MOVE_NULL && m != TBY_MOVE_NONE)
        return false;
    memcpy(out, "--", sizeof "--");
    if (m == TBY_MOVE_NULL) {
        count_move(p, false);
        pass_turn(p, false);
    }
    return true;
}

size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX])
{
    tby_role role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));
    tby_bb to = tby_bit(tby_move_to(m));
    bool own = tby_pos_color(p, p->turn) & to;
    bool takes = (!own && tby_pos_occupied(p) & to) ||
                 (tby_move_to(m) == p->ep && role == TBY_PAWN);

    if (write_pass(p, m, out))
        return 2;
    char *end = write_and_play(out, p, m, role, takes);
    if (tby_pos_checkers(p))
        *end++ = is_mate(p) ? '#' : '+';
    *end = '\0';
    TBY_ASSERT(end - out < TBY_SAN_MAX);
    return (size_t)(end - out);
}

size_t tby_san_write_known(tby_pos *p, tby_move m, unsigned facts,
                           char out[TBY_SAN_MAX])
{
    tby_role role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));

    if (write_pass(p, m, out))
        return 2;
    char *end = write_and_play(out, p, m, role, facts & SAN_TAKES);
    if (facts & SAN_CHECKS)
        *end++ = facts & SAN_MATES ? '#' : '+';
    *end = '\0';
    TBY_ASSERT(end - out < TBY_SAN_MAX);
    return (size_t)(end - out);
}

size_t tby_san_write(const tby_pos *p, tby_move m, char out[TBY_SAN_MAX])
{
    tby_pos after = *p;

    return tby_san_write_play(&after, m, out);
}

void tby_numbered_write(const tby_pos *from, const tby_move *moves, size_t n,
                        tby_buf *out)
{
    tby_pos pos = *from;
    char san[TBY_SAN_MAX];

    for (size_t i = 0; i < n; i++) {
        if (i)
            tby_buf_char(out, ' ');
        if (i == 0 || pos.turn == TBY_WHITE) {
            tby_buf_u64(out, pos.fullmoves);
            tby_buf_cstr(out, pos.turn == TBY_WHITE ? ". " : "... ");
        }
        tby_san_write_play(&pos, moves[i], san);
        tby_buf_cstr(out, san);
    }
}

tby_rc tby_san_parse(const tby_pos *p, tby_str san, tby_san_mode mode,
                     tby_move *out, tby_err *err)
{
    struct san_reading reading;
    struct san_search found;
    char right[TBY_SAN_MAX];
    size_t at = 0;
    tby_rc rc = tby_san_find(p, san, &reading, &found, &at);

    if (rc != TBY_OK)
        return tby_fail(err, rc, at);
    if (mode == TBY_SAN_STRICT) { /* the first byte that is not canonical */
        size_t n = tby_san_write(p, found.move, right);
        for (at = 0; at < n && at < san.n && san.p[at] == right[at];)
            at++;
        if (at < n || at < san.n)
            return tby_fail(err, TBY_E_SAN_NOT_CANONICAL, at);
    }
    *out = found.move;
    return TBY_OK;
}
