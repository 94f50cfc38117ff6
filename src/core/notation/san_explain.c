#include "core/chess/bitboard.h"
#include "core/notation/san.h"
#include "core/notation/text.h"

/* "the knight on c4" */
static void put_piece(tby_text *t, const tby_pos *p, tby_square sq)
{
    tby_text_join(t, "the ", tby_role_name(tby_piece_role(tby_pos_at(p, sq))),
                  " on ");
    put_square(t, sq);
}

static void put_reason(tby_text *t, const tby_pos *p, tby_rc rc,
                       const struct san_reading *r, const struct san_search *s)
{
    tby_role role = r->role ? r->role : s->role;
    const char *general = tby_rc_text(rc);

    tby_text_cstr(t, " is illegal: ");
    switch ((int)rc) {
    case TBY_E_MOVE_REACH:
        tby_text_join(t, p->turn == TBY_WHITE ? "no white " : "no black ",
                      tby_role_name(role ? role : TBY_PAWN), " can go ");
        if (r->has_from && !bb_several(r->from)) {
            tby_text_cstr(t, "from ");
            put_square(t, bb_first(r->from));
            tby_text_char(t, ' ');
        }
        tby_text_cstr(t, "to ");
        put_square(t, r->to);
        tby_text_char(t, '.');
        return;
    case TBY_E_MOVE_PINNED:
        put_piece(t, p, bb_first(s->pseudo));
        tby_text_cstr(t, " is pinned to its king.");
        return;
    case TBY_E_MOVE_OWN:
        tby_text_join(t, "its own side's ",
                      tby_role_name(tby_piece_role(tby_pos_at(p, r->to))),
                      " stands on ");
        put_square(t, r->to);
        tby_text_char(t, '.');
        return;
    case TBY_E_MOVE_IN_CHECK:
        if (bb_several(tby_pos_checkers(p))) {
            tby_text_cstr(t, "in double check only the king can move.");
            return;
        }
        tby_text_cstr(t, "it does not answer the check by ");
        put_piece(t, p, bb_first(tby_pos_checkers(p)));
        tby_text_char(t, '.');
        return;
    default: /* "...: the king would be in check." */
        tby_text_char(t, (char)(*general | 32));
        tby_text_cstr(t, general + 1);
    }
}

size_t tby_san_explain(const tby_pos *p, tby_str san, tby_san_mode mode,
                       char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    struct san_reading reading = {.kind = SAN_NULL};
    struct san_search found;
    size_t at = 0;
    tby_move move;
    char right[TBY_SAN_MAX];
    tby_rc rc = tby_san_find(p, san, &reading, &found, &at);

    if (rc == TBY_OK && tby_san_parse(p, san, mode, &move, NULL) == TBY_OK)
        return tby_text_end(&t);

    /* Repeats the user's text if it can be shown and is not longer than a move.
     */
    bool plain = san.n > 0 && san.n <= TBY_SAN_MAX;

    for (size_t i = 0; i < san.n && plain; i++)
        plain = san.p[i] > ' ' && san.p[i] < 127;
    if (plain)
        tby_text_str(&t, san);
    else
        tby_text_cstr(&t, "This");

    if (rc == TBY_OK) {
        tby_san_write(p, found.move, right);
        tby_text_join(&t, " is written ", right, ".");
    } else if (rc == TBY_E_SAN_SYNTAX) {
        tby_text_cstr(&t, " is not a move.");
    } else if (rc == TBY_E_SAN_AMBIGUOUS) {
        tby_text_cstr(&t, " is ambiguous: ");
        /* All moves that either reading of the text allows, "Nbd2 or Nfd2". */
        struct san_reading r[2];
        size_t readings = 0, n = 0;
        tby_moves legal;
        for (int bishop = 0; bishop < 2; bishop++)
            readings +=
                tby_san_read(san, bishop == 1, &r[readings], &at) == TBY_OK;
        tby_moves_legal(p, &legal);
        for (size_t i = 0; i < legal.n; i++) {
            tby_move m = legal.at[i];
            tby_role role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));
            bool fit = false;
            for (size_t k = 0; k < readings; k++) {
                tby_role wanted = r[k].role ? r[k].role : TBY_PAWN;
                fit |= role == wanted && tby_move_to(m) == r[k].to &&
                       r[k].from & tby_bit(tby_move_from(m)) &&
                       (!r[k].promotion ||
                        tby_move_promotion(m) == r[k].promotion);
            }
            if (!fit)
                continue;
            tby_text_cstr(&t, n++ ? " or " : "");
            tby_san_write(p, m, right);
            tby_text_cstr(&t, right);
        }
        tby_text_char(&t, '.');
    } else {
        put_reason(&t, p, rc, &reading, &found);
    }
    return tby_text_end(&t);
}
