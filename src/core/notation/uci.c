/* uci.c - moves as engines write them. */
#include "tabiya/uci.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/notation/text.h"

size_t tby_uci_write(const tby_pos *p, tby_move m, tby_uci_style style,
                     char out[TBY_UCI_MAX])
{
    tby_text t = {out, TBY_UCI_MAX, 0};
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (m == TBY_MOVE_NULL || m == TBY_MOVE_NONE) {
        tby_text_cstr(&t, "0000");
        return tby_text_end(&t);
    }
    if (style == TBY_UCI_ORTHODOX && tby_pos_is_castling(p, m) &&
        castling_is_clear(from, to))
        to = castling_end(p->turn, to > from).king;
    put_square(&t, from);
    put_square(&t, to);
    if (tby_move_promotion(m))
        tby_text_char(&t, (char)(tby_role_char(tby_move_promotion(m)) | 32));
    TBY_ASSERT(t.len < TBY_UCI_MAX);
    return tby_text_end(&t);
}

static tby_square read_square(tby_str s, size_t at)
{
    unsigned file = (unsigned char)s.p[at] - (unsigned)'a';
    unsigned rank = (unsigned char)s.p[at + 1] - (unsigned)'1';

    return file < 8 && rank < 8 ? tby_sq((int)file, (int)rank) : TBY_NO_SQUARE;
}

/* The first byte that is not as it should be, or n if all are. */
static size_t syntax(tby_str s)
{
    static const char *const want[5] = {"abcdefgh", "12345678", "abcdefgh",
                                        "12345678", "qrbnQRBN"};

    for (size_t i = 0; i < s.n; i++) {
        const char *set = i < 5 ? want[i] : "";
        while (*set && *set != s.p[i])
            set++;
        if (!*set)
            return i;
    }
    return s.n;
}

tby_rc tby_uci_parse(const tby_pos *p, tby_str uci, tby_move *out, tby_err *err)
{
    tby_move m = TBY_MOVE_NULL;
    bool null = uci.n == 4 && uci.p[0] == '0' && uci.p[1] == '0' &&
                uci.p[2] == '0' && uci.p[3] == '0';

    if (!null) {
        if (uci.n < 4 || syntax(uci) < uci.n)
            return tby_fail(err, TBY_E_UCI_SYNTAX, syntax(uci));
        tby_square from = read_square(uci, 0), to = read_square(uci, 2);
        tby_piece promoted =
            uci.n == 5 ? tby_piece_from_char(uci.p[4]) : TBY_NO_PIECE;
        m = tby_move_make(from, tby_castling_target(p, from, to),
                          tby_piece_role(promoted));
        if (m == TBY_MOVE_NULL) /* b1b1, spelt out */
            return tby_fail(err, TBY_E_MOVE_REACH, 0);
    }
    tby_rc rc = tby_pos_judge(p, m);
    if (rc != TBY_OK)
        return tby_fail(err, rc, 0);
    *out = m;
    return TBY_OK;
}
