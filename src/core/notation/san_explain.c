/* san_explain.c - one sentence on why a move is refused. */
#include "core/base/text.h"
#include "core/chess/bitboard.h"
#include "core/notation/san_resolve.h"

static void put_square(tby_text *t, tby_square sq)
{
    tby_text_char(t, (char)('a' + tby_file(sq)));
    tby_text_char(t, (char)('1' + tby_rank(sq)));
}

/* "the knight on c4" */
static void put_piece(tby_text *t, const tby_pos *p, tby_square sq)
{
    tby_text_cstr(t, "the ");
    tby_text_cstr(t, tby_role_name(tby_piece_role(tby_pos_at(p, sq))));
    tby_text_cstr(t, " on ");
    put_square(t, sq);
}

/* Repeats the user's text if it can be shown and is not longer than a move. */
static void put_subject(tby_text *t, tby_str san)
{
    bool plain = san.n > 0 && san.n <= TBY_SAN_MAX;

    for (size_t i = 0; i < san.n && plain; i++)
        plain = san.p[i] > ' ' && san.p[i] < 127;
    if (plain)
        tby_text_str(t, san);
    else
        tby_text_cstr(t, "This");
}

static bool fits(const tby_pos *p, tby_move m, const struct san_reading *r)
{
    tby_role role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));

    return role == (r->role ? r->role : TBY_PAWN) && tby_move_to(m) == r->to &&
           r->from & tby_bit(tby_move_from(m)) &&
           (!r->promotion || tby_move_promotion(m) == r->promotion);
}

/* All moves that either reading of the text allows, "Nbd2 or Nfd2". */
static void put_choices(tby_text *t, const tby_pos *p, tby_str san)
{
    struct san_reading r[2];
    size_t at, readings = 0, n = 0;
    tby_moves legal;
    char text[TBY_SAN_MAX];

    for (int bishop = 0; bishop < 2; bishop++)
        readings += tby_san_read(san, bishop == 1, &r[readings], &at) == TBY_OK;
    tby_moves_legal(p, &legal);
    for (size_t i = 0; i < legal.n; i++) {
        bool fit = false;
        for (size_t k = 0; k < readings; k++)
            fit |= fits(p, legal.at[i], &r[k]);
        if (!fit)
            continue;
        tby_text_cstr(t, n++ ? " or " : "");
        tby_san_write(p, legal.at[i], text);
        tby_text_cstr(t, text);
    }
}

static void put_unreachable(tby_text *t, const tby_pos *p,
                            const struct san_reading *r,
                            const struct san_search *s)
{
    tby_role role = r->role ? r->role : s->role;

    tby_text_cstr(t, p->turn == TBY_WHITE ? "no white " : "no black ");
    tby_text_cstr(t, tby_role_name(role ? role : TBY_PAWN));
    tby_text_cstr(t, " can go ");
    if (r->has_from && !bb_several(r->from)) {
        tby_text_cstr(t, "from ");
        put_square(t, bb_first(r->from));
        tby_text_char(t, ' ');
    }
    tby_text_cstr(t, "to ");
    put_square(t, r->to);
    tby_text_char(t, '.');
}

static void put_check(tby_text *t, const tby_pos *p)
{
    if (bb_several(tby_pos_checkers(p))) {
        tby_text_cstr(t, "in double check only the king can move.");
        return;
    }
    tby_text_cstr(t, "it does not answer the check by ");
    put_piece(t, p, bb_first(tby_pos_checkers(p)));
    tby_text_char(t, '.');
}

/* "...: The king would stand in check." continues a sentence in lower case. */
static void put_general(tby_text *t, tby_rc rc)
{
    const char *text = tby_rc_text(rc);

    tby_text_char(t, (char)(*text | 32));
    tby_text_cstr(t, text + 1);
}

static void put_reason(tby_text *t, const tby_pos *p, tby_rc rc,
                       const struct san_reading *r, const struct san_search *s)
{
    tby_text_cstr(t, " is illegal: ");
    switch ((int)rc) {
    case TBY_E_MOVE_REACH:
        put_unreachable(t, p, r, s);
        return;
    case TBY_E_MOVE_PINNED:
        put_piece(t, p, bb_first(s->pseudo));
        tby_text_cstr(t, " is pinned to its king.");
        return;
    case TBY_E_MOVE_OWN:
        tby_text_cstr(t, "its own side's ");
        tby_text_cstr(t, tby_role_name(tby_piece_role(tby_pos_at(p, r->to))));
        tby_text_cstr(t, " stands on ");
        put_square(t, r->to);
        tby_text_char(t, '.');
        return;
    case TBY_E_MOVE_IN_CHECK:
        put_check(t, p);
        return;
    default:
        put_general(t, rc);
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
    put_subject(&t, san);
    if (rc == TBY_OK) {
        tby_san_write(p, found.move, right);
        tby_text_cstr(&t, " is written ");
        tby_text_cstr(&t, right);
        tby_text_char(&t, '.');
    } else if (rc == TBY_E_SAN_SYNTAX) {
        tby_text_cstr(&t, " is not a move.");
    } else if (rc == TBY_E_SAN_AMBIGUOUS) {
        tby_text_cstr(&t, " is ambiguous: ");
        put_choices(&t, p, san);
        tby_text_char(&t, '.');
    } else {
        put_reason(&t, p, rc, &reading, &found);
    }
    return tby_text_end(&t);
}
