/* state.c - a position as repertoire files write it.
 *
 * Versions 3 to 5 write a FEN, whole and with single blanks, or `start`.
 * Version 2 writes the board in one of two encodings and the side to move in
 * brackets; castling rights and en passant it does not know. */
#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/rep/file/int.h"
#include "tabiya/fen.h"

static bool refuse(struct rep_fault *f, const char *at, const char *because)
{
    f->code = TBY_E_REP_FEN;
    f->because = because;
    f->text = (tby_str){at, 0};
    return false;
}

/* --- FEN ------------------------------------------------------------------*/

/* What tby_fen_parse() forgives and this format does not. */
static bool check_layout(tby_str fen, struct rep_fault *f)
{
    size_t fields = 1;

    for (size_t i = 0; i < fen.n; i++) {
        if (!tby_is_space(fen.p[i]))
            continue;
        if (fen.p[i] != ' ' || tby_is_space(fen.p[i + 1]))
            return refuse(f, fen.p + i,
                          "One blank belongs between two fields.");
        fields++;
        if (fields == 5 && !tby_is_digit(fen.p[i + 1]))
            return refuse(f, fen.p + i + 1, tby_rc_text(TBY_E_FEN_HALFMOVES));
    }
    return fields == 6 || refuse(f, fen.p + fen.n, "A FEN has six fields.");
}

/* The field of a FEN that a fault is about; of the board, if about several. */
static tby_str field_of(tby_str text, tby_faults found)
{
    if (found == TBY_FAULT_CASTLING)
        return tby_rep_field(text, 2);
    return found == TBY_FAULT_EP ? tby_rep_field(text, 3) : text;
}

/* Old files go on claiming castling rights after king or rook have moved.  What
 * else claims them, such as a Chess960 position, looks the same here: that no
 * move leads to it is only known when all moves have been played. */
static bool judge(const tby_setup *s, tby_str text, tby_pos *out,
                  struct rep_fault *f)
{
    tby_setup sound = *s;
    tby_faults found;
    tby_pos p;

    tby_rc rc = tby_pos_from_setup(s, TBY_FAULT_CASTLING, &p, &found);
    if (found)
        refuse(f, field_of(text, found).p, tby_fault_text(found));
    if (rc != TBY_OK)
        return false;
    if (!found && !tby_castling_is_orthodox(&p)) {
        f->code = TBY_E_REP_CHESS960;
        f->text = field_of(text, TBY_FAULT_CASTLING);
    }
    sound.castling &= tby_rep_home_rights(&p);
    return tby_pos_from_setup(&sound, 0, out, NULL) == TBY_OK;
}

static bool read_fen(struct rep_reader *r, tby_str fen, tby_pos *out,
                     struct rep_fault *f)
{
    tby_setup s;
    tby_err err;

    if (tby_fen_parse(fen, &s, &err) != TBY_OK)
        return refuse(f, fen.p + err.at, tby_rc_text(err.code));
    if (!check_layout(fen, f))
        return false;
    if (!s.fullmoves)
        return refuse(f, fen.p + fen.n - 1,
                      "The number of the move is at least 1.");
    r->knows_ep |= s.ep != TBY_NO_SQUARE;
    return judge(&s, fen, out, f);
}

/* --- any ------------------------------------------------------------------*/

static bool read_v2(tby_str text, tby_pos *out, struct rep_fault *f)
{
    tby_setup s;

    if (!tby_rep_v2_read(text, &s))
        return refuse(f, text.p, "Expected a board of version 2.0.");
    return judge(&s, text, out, f);
}

bool tby_rep_state_read(struct rep_reader *r, tby_str text, tby_pos *out,
                        struct rep_fault *fault)
{
    bool v2 = r->graph->version == 2;

    if (tby_str_is(text, "start") || (v2 && tby_str_is(text, "start[w]"))) {
        *out = tby_pos_start();
        return true;
    }
    return v2 ? read_v2(text, out, fault) : read_fen(r, text, out, fault);
}
