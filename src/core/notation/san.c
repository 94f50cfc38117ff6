/* san.c - standard algebraic notation, written and read. */
#include "tabiya/san.h"

#include "core/chess/bitboard.h"
#include "core/chess/sources.h"
#include "core/notation/san_resolve.h"
#include "core/notation/san_write.h"

#include <string.h>

/* Each of these writes behind `at` and returns where it ended.  No move is
 * longer than Qa1xb2=Q#, for which TBY_SAN_MAX is enough. */

static char *write_square(char *at, tby_square sq)
{
    *at++ = (char)('a' + tby_file(sq));
    *at++ = (char)('1' + tby_rank(sq));
    return at;
}

static char *write_role(char *at, tby_role role)
{
    *at++ = "?PBNRKQ?"[role & 7];
    return at;
}

/* The squares that a piece other than a pawn reaches `to` from on an empty
 * board.  No jump: nothing foretells what moves.  There may be a second king
 * where that fault was forgiven. */
static tby_bb reached_from(tby_role role, tby_square to)
{
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

    return tables[role][0][to] | tables[role][1][to];
}

/* As much of the origin as tells the piece from the others of its kind that
 * may go there too: the file if that is enough, else the rank, else both. */
static char *write_origin(char *at, const tby_pos *p, tby_role role,
                          tby_square from, tby_square to)
{
    tby_bb kin = tby_pos_role(p, role) & ~tby_bit(from);

    if (!(kin & reached_from(role, to) & tby_pos_color(p, p->turn)))
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

static char *write_plain(char *at, const tby_pos *p, tby_move m, tby_role role,
                         bool takes)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (role != TBY_PAWN)
        at = write_origin(write_role(at, role), p, role, from, to);
    else if (takes)
        *at++ = (char)('a' + tby_file(from));
    if (takes)
        *at++ = 'x';
    at = write_square(at, to);
    if (tby_move_promotion(m)) {
        *at++ = '=';
        at = write_role(at, tby_move_promotion(m));
    }
    return at;
}

static char *write_castling(char *at, bool east)
{
    size_t n = east ? 3 : 5;

    memcpy(at, "O-O-O", n);
    return at + n;
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
        at = write_castling(at, to > from);
    else
        at = write_plain(at, p, m, role, takes);
    count_move(p, role == TBY_PAWN || takes);
    play_role(p, from, to, tby_move_promotion(m), role, false);
    return at;
}

static tby_role role_of(const tby_pos *p, tby_move m)
{
    return tby_piece_role(tby_pos_at(p, tby_move_from(m)));
}

static char *write_unknown(char *at, tby_pos *p, tby_move m)
{
    tby_role role = role_of(p, m);
    tby_bb to = tby_bit(tby_move_to(m));
    bool own = tby_pos_color(p, p->turn) & to;
    bool takes = (!own && tby_pos_occupied(p) & to) ||
                 (tby_move_to(m) == p->ep && role == TBY_PAWN);

    at = write_and_play(at, p, m, role, takes);
    if (tby_pos_checkers(p))
        *at++ = is_mate(p) ? '#' : '+';
    return at;
}

static char *write_known(char *at, tby_pos *p, tby_move m, unsigned facts)
{
    at = write_and_play(at, p, m, role_of(p, m), facts & SAN_TAKES);
    if (facts & SAN_CHECKS)
        *at++ = facts & SAN_MATES ? '#' : '+';
    return at;
}

/* Neither a move nor anything that could be played. */
static size_t write_pass(tby_pos *p, tby_move m, char *out)
{
    memcpy(out, "--", sizeof "--");
    if (m == TBY_MOVE_NULL) {
        count_move(p, false);
        pass_turn(p, false);
    }
    return 2;
}

static bool is_pass(tby_move m)
{
    return m == TBY_MOVE_NULL || m == TBY_MOVE_NONE;
}

size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX])
{
    if (is_pass(m))
        return write_pass(p, m, out);
    char *end = write_unknown(out, p, m);
    *end = '\0';
    return (size_t)(end - out);
}

size_t tby_san_write_known(tby_pos *p, tby_move m, unsigned facts,
                           char out[TBY_SAN_MAX])
{
    if (is_pass(m))
        return write_pass(p, m, out);
    char *end = write_known(out, p, m, facts);
    *end = '\0';
    return (size_t)(end - out);
}

size_t tby_san_write(const tby_pos *p, tby_move m, char out[TBY_SAN_MAX])
{
    tby_pos after = *p;

    return tby_san_write_play(&after, m, out);
}

static tby_rc fail(tby_err *err, tby_rc code, size_t at)
{
    if (err)
        *err = (tby_err){code, at};
    return code;
}

/* The first byte in which the text is not the canonical one. */
static tby_rc compare(const tby_pos *p, tby_str san, tby_move m, tby_err *err)
{
    char right[TBY_SAN_MAX];
    size_t n = tby_san_write(p, m, right), at = 0;

    while (at < n && at < san.n && san.p[at] == right[at])
        at++;
    return at == n && at == san.n ? TBY_OK
                                  : fail(err, TBY_E_SAN_NOT_CANONICAL, at);
}

tby_rc tby_san_parse(const tby_pos *p, tby_str san, tby_san_mode mode,
                     tby_move *out, tby_err *err)
{
    struct san_reading reading;
    struct san_search found;
    size_t at = 0;
    tby_rc rc = tby_san_find(p, san, &reading, &found, &at);

    if (rc != TBY_OK)
        return fail(err, rc, at);
    if (mode == TBY_SAN_STRICT)
        rc = compare(p, san, found.move, err);
    if (rc == TBY_OK)
        *out = found.move;
    return rc;
}
