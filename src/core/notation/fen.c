#include "tabiya/fen.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/notation/text.h"

static bool is_space(int ch)
{
    return ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n';
}

static void skip_space(cursor *c)
{
    while (is_space(peek(c)))
        c->at++;
}

static tby_rc fail(const cursor *c, tby_err *err, tby_rc code)
{
    return tby_fail(err, code, c->at);
}

/* Between two fields: at least one space, and something after it. */
static tby_rc next_field(cursor *c, tby_err *err, tby_rc otherwise)
{
    if (peek(c) >= 0 && !is_space(peek(c)))
        return fail(c, err, otherwise);
    skip_space(c);
    return peek(c) < 0 ? fail(c, err, TBY_E_FEN_SPACE) : TBY_OK;
}

/* Field 1: ranks 8 down to 1, each filling exactly eight files. */
static tby_rc read_board(cursor *c, tby_setup *s, tby_err *err)
{
    for (int rank = 7; rank >= 0; rank--) {
        int file = 0;

        while (file < 8) {
            int ch = peek(c);
            tby_piece piece = ch < 0 ? 0 : tby_piece_from_char((char)ch);
            if (ch >= '1' && ch <= '8')
                file += ch - '0';
            else if (piece)
                s->board[tby_sq(file++, rank)] = piece;
            else
                return fail(c, err,
                            ch == '/' ? TBY_E_FEN_RANK : TBY_E_FEN_PIECE);
            if (file > 8)
                return fail(c, err, TBY_E_FEN_RANK);
            c->at++;
        }
        if (rank == 0)
            break;
        if (peek(c) != '/')
            return fail(c, err,
                        peek(c) >= 0 && !is_space(peek(c)) ? TBY_E_FEN_RANK
                                                           : TBY_E_FEN_SLASH);
        c->at++;
    }
    return next_field(c, err, TBY_E_FEN_RANK);
}

/* The file of the king on its home rank; 4 where there is none, which makes
 * the right an impossible one that setup.c will name. */
static int king_file(const tby_setup *s, tby_color color)
{
    for (int file = 0; file < 8; file++)
        if (s->board[tby_sq(file, color == TBY_WHITE ? 0 : 7)] ==
            tby_piece_of(color, TBY_KING))
            return file;
    return 4;
}

/* X-FEN: K and Q mean the outermost rook on that side of the king; the corner
 * where there is no rook at all. */
static tby_square outer_rook(const tby_setup *s, tby_color color, bool east)
{
    int rank = color == TBY_WHITE ? 0 : 7, step = east ? -1 : 1;
    int corner = east ? 7 : 0;

    for (int file = corner; file != king_file(s, color); file += step)
        if (s->board[tby_sq(file, rank)] == tby_piece_of(color, TBY_ROOK))
            return tby_sq(file, rank);
    return tby_sq(corner, rank);
}

/* The rook that a letter of the castling field means; TBY_NO_SQUARE if it is
 * not one of KQkq, A-H, a-h. */
static tby_square castling_letter(const tby_setup *s, int ch)
{
    tby_color color = ch >= 'a' ? TBY_BLACK : TBY_WHITE;
    int lower = ch | 32;

    if (lower == 'k' || lower == 'q')
        return outer_rook(s, color, lower == 'k');
    if (lower >= 'a' && lower <= 'h')
        return tby_sq(lower - 'a', color == TBY_WHITE ? 0 : 7);
    return TBY_NO_SQUARE;
}

static tby_rc read_castling(cursor *c, tby_setup *s, tby_err *err)
{
    if (peek(c) == '-') {
        c->at++;
        return TBY_OK;
    }
    do {
        tby_square sq = castling_letter(s, peek(c));
        if (sq == TBY_NO_SQUARE || s->castling & tby_bit(sq))
            return fail(c, err, TBY_E_FEN_CASTLING);
        s->castling |= tby_bit(sq);
        c->at++;
    } while (peek(c) >= 0 && !is_space(peek(c)));
    return TBY_OK;
}

static tby_rc read_ep(cursor *c, tby_setup *s, tby_err *err)
{
    if (peek(c) == '-') {
        c->at++;
        return TBY_OK;
    }
    int file = peek(c) - 'a';
    if (file < 0 || file > 7)
        return fail(c, err, TBY_E_FEN_EP);
    c->at++;
    if (peek(c) != '3' && peek(c) != '6')
        return fail(c, err, TBY_E_FEN_EP);
    s->ep = tby_sq(file, peek(c) - '1');
    c->at++;
    return TBY_OK;
}

static tby_rc read_counter(cursor *c, uint16_t *out, tby_err *err, tby_rc code)
{
    uint32_t n = 0;
    size_t start = c->at;

    while (peek(c) >= '0' && peek(c) <= '9') {
        n = n * 10 + (uint32_t)(peek(c) - '0');
        if (n > UINT16_MAX)
            return fail(c, err, code);
        c->at++;
    }
    if (c->at == start ||
        (peek(c) >= 0 && !is_space(peek(c)) && peek(c) != ';'))
        return fail(c, err, code);
    *out = (uint16_t)n;
    return TBY_OK;
}

static bool is_letter(int ch)
{
    return (ch | 32) >= 'a' && (ch | 32) <= 'z';
}

/* One operation of EPD: a name, operands, a semicolon. */
static tby_rc read_operation(cursor *c, tby_setup *s, tby_err *err)
{
    size_t from = c->at;
    bool quoted = false;

    if (!is_letter(peek(c)))
        return fail(c, err, TBY_E_EPD_OPERATION);
    while (is_letter(peek(c)) || peek(c) == '_' ||
           (peek(c) >= '0' && peek(c) <= '9'))
        c->at++;
    if (peek(c) != ';' && !is_space(peek(c)))
        return fail(c, err, TBY_E_EPD_OPERATION);
    tby_str name = {c->in.p + from, c->at - from};
    skip_space(c);
    if (tby_str_is(name, "hmvc"))
        TBY_TRY(read_counter(c, &s->halfmoves, err, TBY_E_FEN_HALFMOVES));
    else if (tby_str_is(name, "fmvn"))
        TBY_TRY(read_counter(c, &s->fullmoves, err, TBY_E_FEN_FULLMOVES));
    else /* to the semicolon, which may also be inside quotes */
        for (; peek(c) >= 0 && (quoted || peek(c) != ';'); c->at++)
            quoted ^= peek(c) == '"';
    skip_space(c);
    if (peek(c) != ';')
        return fail(c, err, TBY_E_EPD_OPERATION);
    c->at++;
    return TBY_OK;
}

/* Is what follows meant to be operations, rather than a word too many? */
static bool at_operations(const cursor *c)
{
    bool ends = false;

    for (size_t i = c->at; i < c->in.n && !ends; i++)
        ends = c->in.p[i] == ';';
    return ends && is_letter(peek(c));
}

/* Are they there instead of an en passant square?  A letter and a digit are
 * meant to be one. */
static bool lacks_ep(const cursor *c)
{
    cursor next = {.in = c->in, .at = c->at + 1};
    bool digit = peek(&next) >= '0' && peek(&next) <= '9';

    next.at++;
    return at_operations(c) && !(digit && is_space(peek(&next)));
}

/* `brief`: the text may end after the board, or after the side to move. */
static tby_rc parse(tby_str fen, bool brief, tby_setup *out, tby_err *err)
{
    cursor c = {.in = fen};
    tby_setup s = {.ep = TBY_NO_SQUARE, .fullmoves = 1};

    skip_space(&c);
    tby_rc rc = read_board(&c, &s, err);
    if (rc == TBY_OK) {
        int turn = peek(&c);
        s.turn = turn == 'b' ? TBY_BLACK : TBY_WHITE;
        c.at += turn == 'w' || turn == 'b';
        rc = turn == 'w' || turn == 'b' ? next_field(&c, err, TBY_E_FEN_TURN)
                                        : fail(&c, err, TBY_E_FEN_TURN);
    }
    if (rc == TBY_E_FEN_SPACE && brief) {
        *out = s;
        return TBY_OK;
    }
    if (rc == TBY_OK)
        rc = read_castling(&c, &s, err);
    if (rc == TBY_OK && peek(&c) >= 0 && !is_space(peek(&c)))
        rc = fail(&c, err, TBY_E_FEN_CASTLING);
    skip_space(&c);
    if (rc == TBY_OK && peek(&c) >= 0 && !lacks_ep(&c)) {
        rc = read_ep(&c, &s, err);
        if (rc == TBY_OK && peek(&c) >= 0 && !is_space(peek(&c)))
            rc = fail(&c, err, TBY_E_FEN_EP);
    }
    skip_space(&c);
    TBY_TRY(rc);
    /* What follows the en passant square: one counter or two, EPD operations,
     * or first these and then those. */
    if (peek(&c) >= 0 && !is_letter(peek(&c))) {
        TBY_TRY(read_counter(&c, &s.halfmoves, err, TBY_E_FEN_HALFMOVES));
        skip_space(&c);
        if (peek(&c) >= 0 && !at_operations(&c))
            TBY_TRY(read_counter(&c, &s.fullmoves, err, TBY_E_FEN_FULLMOVES));
        skip_space(&c);
        if (peek(&c) >= 0 && !at_operations(&c))
            return fail(&c, err, TBY_E_FEN_TRAILING);
    }
    while (peek(&c) >= 0) {
        TBY_TRY(read_operation(&c, &s, err));
        skip_space(&c);
    }
    TBY_ASSERT(c.at == fen.n);
    *out = s; /* only a whole success touches the caller's memory */
    return TBY_OK;
}

tby_rc tby_fen_parse(tby_str fen, tby_setup *out, tby_err *err)
{
    return parse(fen, false, out, err);
}

tby_rc tby_fen_parse_with(tby_str fen, tby_faults forgive, tby_pos *out,
                          tby_faults *found, tby_err *err)
{
    tby_setup s;
    tby_faults faults;
    tby_err why;
    tby_rc rc = parse(fen, forgive & TBY_FEN_SHORT, &s, &why);

    if (found)
        *found = 0;
    if (rc == TBY_OK) {
        rc = tby_pos_from_setup(&s, forgive, out, &faults);
        /* Where the field begins that the faults are about; the board, if they
         * are about several. */
        tby_faults wrong = faults & ~forgive;
        unsigned field = wrong == TBY_FAULT_CASTLING ? 2
                         : wrong == TBY_FAULT_EP     ? 3
                                                     : 0;
        cursor c = {.in = fen};
        skip_space(&c);
        for (; field > 0; field--) {
            while (peek(&c) >= 0 && !is_space(peek(&c)))
                c.at++;
            skip_space(&c);
        }
        why = (tby_err){rc, c.at};
        if (found)
            *found = faults;
    }
    if (rc != TBY_OK && err)
        *err = why;
    return rc;
}

tby_rc tby_fen_parse_pos(tby_str fen, tby_pos *out, tby_faults *found,
                         tby_err *err)
{
    tby_setup s;

    TBY_TRY(tby_fen_parse(fen, &s, err));
    tby_rc rc = tby_pos_from_setup(&s, 0, out, found);
    if (rc != TBY_OK && err)
        *err = (tby_err){rc, 0};
    return rc;
}

size_t tby_fen_write(const tby_setup *s, tby_fen_style style, char *buf,
                     size_t cap)
{
    tby_text t = {buf, cap, 0};

    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            tby_piece piece = s->board[tby_sq(file, rank)];
            if (!piece) {
                empty++;
                continue;
            }
            if (empty)
                tby_text_char(&t, (char)('0' + empty));
            empty = 0;
            tby_text_char(&t, tby_piece_char(piece));
        }
        if (empty)
            tby_text_char(&t, (char)('0' + empty));
        if (rank)
            tby_text_char(&t, '/');
    }
    tby_text_cstr(&t, s->turn == TBY_BLACK ? " b " : " w ");
    /* White before Black, and the king's side first, as everyone does */
    size_t before = t.len;
    for (int rank = 0; rank < 8; rank += 7)
        for (int file = 7; file >= 0; file--) {
            tby_square rook = tby_sq(file, rank);
            tby_color color = rank == 0 ? TBY_WHITE : TBY_BLACK;
            if (!(s->castling & tby_bit(rook)))
                continue;
            /* K or Q only if a reader will find the same rook. */
            bool east = file > king_file(s, color);
            char c = (char)('A' + file);
            if (style == TBY_FEN_X && outer_rook(s, color, east) == rook)
                c = east ? 'K' : 'Q';
            tby_text_char(&t, (char)(color == TBY_WHITE ? c : c | 32));
        }
    tby_text_cstr(&t, t.len == before ? "- " : " ");
    if (s->ep < TBY_NO_SQUARE)
        put_square(&t, s->ep);
    else
        tby_text_char(&t, '-');
    tby_text_char(&t, ' ');
    tby_text_u64(&t, s->halfmoves);
    tby_text_char(&t, ' ');
    tby_text_u64(&t, s->fullmoves);
    return tby_text_end(&t);
}

size_t tby_fen_write_pos(const tby_pos *p, char *buf, size_t cap)
{
    tby_setup s = tby_pos_to_setup(p);

    return tby_fen_write(&s, TBY_FEN_X, buf, cap);
}
