/* san.c - standard algebraic notation, written and read. */
#include "tabiya/san.h"

#include "core/base/text.h"
#include "core/chess/bitboard.h"
#include "core/chess/sources.h"
#include "core/notation/san_resolve.h"
#include "core/notation/san_write.h"

static void write_square(tby_text *t, tby_square sq)
{
    tby_text_char(t, (char)('a' + tby_file(sq)));
    tby_text_char(t, (char)('1' + tby_rank(sq)));
}

/* As much of the origin as tells the piece from the others of its kind that
 * may go there too: the file if that is enough, else the rank, else both. */
static void write_origin(tby_text *t, const tby_pos *p, tby_role role,
                         tby_square from, tby_square to)
{
    tby_bb pseudo = sources_pseudo(p, role, to);

    if (!bb_several(pseudo))
        return;
    tby_bb others = sources_legal(p, role, to, pseudo) & ~tby_bit(from);
    if (!others)
        return;
    bool same_file = others & (BB_FILE_A << tby_file(from));
    bool same_rank = others & BB_RANK(tby_rank(from));
    if (!same_file || same_rank)
        tby_text_char(t, (char)('a' + tby_file(from)));
    if (same_file)
        tby_text_char(t, (char)('1' + tby_rank(from)));
}

static void write_plain(tby_text *t, const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_role role = tby_piece_role(tby_pos_at(p, from));
    bool takes = tby_pos_is_capture(p, m);

    if (role != TBY_PAWN) {
        tby_text_char(t, tby_role_char(role));
        write_origin(t, p, role, from, to);
    } else if (takes) {
        tby_text_char(t, (char)('a' + tby_file(from)));
    }
    if (takes)
        tby_text_char(t, 'x');
    write_square(t, to);
    if (tby_move_promotion(m)) {
        tby_text_char(t, '=');
        tby_text_char(t, tby_role_char(tby_move_promotion(m)));
    }
}

size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX])
{
    tby_text t = {out, TBY_SAN_MAX, 0};

    if (m == TBY_MOVE_NULL || m == TBY_MOVE_NONE)
        tby_text_cstr(&t, "--");
    else if (tby_pos_is_castling(p, m))
        tby_text_cstr(&t, tby_move_to(m) > tby_move_from(m) ? "O-O" : "O-O-O");
    else
        write_plain(&t, p, m);
    if (m == TBY_MOVE_NONE)
        return tby_text_end(&t);
    tby_pos_play(p, m);
    if (m != TBY_MOVE_NULL && tby_pos_checkers(p))
        tby_text_char(&t, tby_moves_count(p) ? '+' : '#');
    return tby_text_end(&t);
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
