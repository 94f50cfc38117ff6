/* ply.c - the values of a move. */
#include "store/sqlite/tables/ply.h"

#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <math.h>
#include <stdlib.h>

/* --- clocks, evaluations, glyphs ------------------------------------------*/

void ply_row_free(ply_row *r)
{
    free(r->marks.clock);
    free(r->marks.eval);
    free(r->marks.mate);
    free(r->marks.nag);
    r->marks = (store_marks){0};
    r->room = 0;
}

static bool make_room(ply_row *r, uint32_t plies)
{
    if (plies <= r->room)
        return true;
    ply_row_free(r);
    r->marks.clock = malloc(plies * sizeof *r->marks.clock);
    r->marks.eval = malloc(plies * sizeof *r->marks.eval);
    r->marks.mate = malloc(plies * sizeof *r->marks.mate);
    r->marks.nag = malloc(plies * sizeof *r->marks.nag);
    r->room = plies;
    return r->marks.clock && r->marks.eval && r->marks.mate && r->marks.nag;
}

static tby_rc read_marks(ply_row *r, store_file *f)
{
    store_packed packed;
    tby_rc rc;

    if (r->marked)
        return TBY_OK;
    rc = store_file_packed(f, r->game, &packed);
    if (rc != TBY_OK)
        return rc;
    if (!make_room(r, packed.column[STORE_PLIES]))
        return TBY_E_NOMEM;
    rc = store_marks_read(&packed, &r->marks);
    r->marked = rc == TBY_OK;
    return rc;
}

static void put_nag(sqlite3_context *ctx, uint8_t nag)
{
    static const char *const GLYPHS[] = {NULL, "!",  "?", "!!",
                                         "??", "!?", "?!"};

    if (nag && nag < sizeof GLYPHS / sizeof *GLYPHS)
        sqlite3_result_text(ctx, GLYPHS[nag], -1, SQLITE_STATIC);
    else if (nag)
        sqlite3_result_text(ctx, sqlite3_mprintf("$%d", nag), -1, sqlite3_free);
}

static tby_rc put_mark(ply_row *r, store_file *f, sqlite3_context *ctx,
                       int column)
{
    uint32_t i = r->ply - 1;
    tby_rc rc = read_marks(r, f);

    if (rc != TBY_OK)
        return rc;
    if (column == PLY_CLOCK && r->marks.clock[i] >= 0)
        sqlite3_result_double(ctx, r->marks.clock[i]);
    else if (column == PLY_EVAL && !isnan(r->marks.eval[i]))
        sqlite3_result_double(ctx, r->marks.eval[i]);
    else if (column == PLY_MATE_IN && r->marks.mate[i])
        sqlite3_result_int(ctx, r->marks.mate[i]);
    else if (column == PLY_ANNOTATION)
        put_nag(ctx, r->marks.nag[i]);
    return TBY_OK;
}

/* --- the move -------------------------------------------------------------*/

static void put_letter(sqlite3_context *ctx, tby_role role)
{
    char c = tby_role_char(role);

    if (role)
        sqlite3_result_text(ctx, &c, 1, SQLITE_TRANSIENT);
}

static void put_square(sqlite3_context *ctx, tby_square sq)
{
    char text[2] = {(char)('a' + tby_file(sq)), (char)('1' + tby_rank(sq))};

    sqlite3_result_text(ctx, text, 2, SQLITE_TRANSIENT);
}

/* The square a man ends on: of castling, the king's. */
static tby_square target_of(const ply_row *r)
{
    tby_square from = tby_move_from(r->move), to = tby_move_to(r->move);

    if (!tby_pos_is_castling(&r->before, r->move))
        return to;
    return tby_sq(to > from ? 6 : 2, tby_rank(from));
}

static tby_role captured(const ply_row *r)
{
    tby_piece there = tby_pos_at(&r->before, tby_move_to(r->move));

    if (!(r->code & STORE_CAPTURE))
        return TBY_NO_ROLE;
    return there ? tby_piece_role(there) : TBY_PAWN; /* en passant */
}

static void put_move(const ply_row *r, sqlite3_context *ctx, int column)
{
    char text[TBY_SAN_MAX > TBY_UCI_MAX ? TBY_SAN_MAX : TBY_UCI_MAX];
    bool passes = r->move == TBY_MOVE_NULL;

    switch (column) {
    case PLY_PIECE:
        if (!passes)
            put_letter(ctx, tby_piece_role(tby_pos_at(&r->before,
                                                      tby_move_from(r->move))));
        return;
    case PLY_FROM:
        if (!passes)
            put_square(ctx, tby_move_from(r->move));
        return;
    case PLY_TO:
        if (!passes)
            put_square(ctx, target_of(r));
        return;
    case PLY_SAN:
        tby_san_write(&r->before, r->move, text);
        break;
    default:
        tby_uci_write(&r->before, r->move, TBY_UCI_ORTHODOX, text);
    }
    sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
}

/* --- the position after it ------------------------------------------------*/

/* May this side castle with a rook on the king's or the other side of it? */
static bool can_castle(const tby_pos *p, tby_color color, bool king_side)
{
    tby_bb own = tby_pos_color(p, color);
    tby_bb king = own & tby_pos_role(p, TBY_KING);
    tby_bb rooks = own & p->castling;

    if (!king || !rooks)
        return false;
    return king_side ? (rooks & ~((king << 1) - 1)) != 0
                     : (rooks & (king - 1)) != 0;
}

static void put_position(const ply_row *r, sqlite3_context *ctx, int column)
{
    const tby_pos *p = &r->after;

    switch (column) {
    case PLY_WHITE_KS:
    case PLY_WHITE_QS:
        sqlite3_result_int(ctx,
                           can_castle(p, TBY_WHITE, column == PLY_WHITE_KS));
        return;
    case PLY_BLACK_KS:
    case PLY_BLACK_QS:
        sqlite3_result_int(ctx,
                           can_castle(p, TBY_BLACK, column == PLY_BLACK_KS));
        return;
    case PLY_EN_PASSANT:
        if (p->ep != TBY_NO_SQUARE)
            sqlite3_result_int(ctx, tby_file(p->ep) + 1);
        return;
    case PLY_HALFMOVE:
        sqlite3_result_int(ctx, p->halfmoves);
        return;
    case PLY_FULLMOVE:
        sqlite3_result_int(ctx, p->fullmoves);
        return;
    case PLY_KEY:
        sqlite3_result_int64(ctx, (sqlite3_int64)p->key);
        return;
    default:
        sqlite3_result_int64(ctx, (sqlite3_int64)r->before.key);
    }
}

/* --- all of it ------------------------------------------------------------*/

tby_rc ply_row_put(ply_row *r, store_file *f, sqlite3_context *ctx, int column)
{
    switch (column) {
    case PLY_MOVE_ID:
        sqlite3_result_int64(ctx,
                             (sqlite3_int64)r->game << PLY_ID_SHIFT | r->ply);
        return TBY_OK;
    case PLY_GAME_ID:
        sqlite3_result_int64(ctx, r->game);
        return TBY_OK;
    case PLY_PLY:
        sqlite3_result_int64(ctx, r->ply);
        return TBY_OK;
    case PLY_COLOR:
        sqlite3_result_text(ctx, r->before.turn ? "black" : "white", -1,
                            SQLITE_STATIC);
        return TBY_OK;
    case PLY_CHECK:
        sqlite3_result_int(ctx, (r->code & STORE_CHECK) != 0);
        return TBY_OK;
    case PLY_MATE:
        sqlite3_result_int(ctx, (r->code & STORE_MATE) != 0);
        return TBY_OK;
    case PLY_STALEMATE:
        sqlite3_result_int(ctx, (r->code & STORE_STALEMATE) != 0);
        return TBY_OK;
    case PLY_CAPTURED:
        put_letter(ctx, captured(r));
        return TBY_OK;
    case PLY_PROMOTED:
        put_letter(ctx, tby_move_promotion(r->move));
        return TBY_OK;
    case PLY_ANNOTATION:
    case PLY_CLOCK:
    case PLY_EVAL:
    case PLY_MATE_IN:
        return put_mark(r, f, ctx, column);
    case PLY_PIECE:
    case PLY_FROM:
    case PLY_TO:
    case PLY_SAN:
    case PLY_UCI:
        put_move(r, ctx, column);
        return TBY_OK;
    default:
        put_position(r, ctx, column);
        return TBY_OK;
    }
}
