/* state.c - a position as repertoire files write it, and a move.
 *
 * Versions 3 to 5 write a FEN, whole and with single spaces, or `start`.
 * Version 2 writes the board in one of two encodings and the side to move in
 * brackets; castling rights and en passant it does not know. */
#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/game/pgn/text.h"
#include "core/rep/file/int.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

#include <string.h>

/* Version 2.0 writes a board from a8 to h1, rank by rank, in one of two ways:
 * base64 of a nibble for each square, or letters for pieces and digits for runs
 * of empty squares.  The side to move follows in brackets. */

static const tby_role ROLES[6] = {TBY_PAWN, TBY_KNIGHT, TBY_BISHOP,
                                  TBY_ROOK, TBY_QUEEN,  TBY_KING};

/* The piece with a number: 0 to 5 are White's, 6 to 11 Black's. */
static tby_piece piece_of(unsigned n)
{
    return tby_piece_of(n < 6 ? TBY_WHITE : TBY_BLACK, ROLES[n % 6]);
}

/* The square that is number n from a8 on. */
static tby_square square_of(unsigned n)
{
    return (tby_square)(n ^ 56);
}

static bool read_letters(tby_str s, tby_setup *out)
{
    unsigned at = 0;

    for (size_t i = 0; i < s.n && at < 64; i++) {
        char c = s.p[i];

        if (c >= '1' && c <= '9')
            at += (unsigned)(c - '0');
        else if (c >= 'A' && c <= 'L')
            out->board[square_of(at++)] = piece_of((unsigned)(c - 'A'));
        else
            return false;
        if (at == 64)
            return i == s.n - 1;
    }
    return false;
}

/* 32 bytes are 42 characters of six bits, one of four, and '='. */
enum { BASE64_LENGTH = 43 };

/* The six bits of a character; 64 if it is none. */
static unsigned sextet(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (tby_is_digit(c))
        return (unsigned)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

static bool read_base64(tby_str s, tby_setup *out)
{
    unsigned bits = 0, have = 0, square = 0;

    if (s.n == BASE64_LENGTH + 1 && s.p[BASE64_LENGTH] == '=')
        s.n--;
    if (s.n != BASE64_LENGTH)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (sextet(s.p[i]) > 63)
            return false;
        bits = (bits << 6 | sextet(s.p[i])) & 0x3FF;
        have += 6;
        for (; have >= 4 && square < 64; have -= 4, square++) {
            unsigned nibble = bits >> (have - 4) & 15;
            if (nibble > 12)
                return false;
            if (nibble)
                out->board[square_of(square)] = piece_of(nibble - 1);
        }
    }
    return true;
}

/* A board and a side to move as version 2.0 writes them. */
static bool v2_read(tby_str text, tby_setup *out)
{
    tby_setup letters = {.ep = TBY_NO_SQUARE, .fullmoves = 1},
              nibbles = letters;
    bool white =
        text.n > 3 && tby_str_is(tby_str_from(text, text.n - 3), "[w]");

    if (!white &&
        !(text.n > 3 && tby_str_is(tby_str_from(text, text.n - 3), "[b]")))
        return false;
    text.n -= 3;
    if (read_letters(text, &letters))
        *out = letters;
    else if (read_base64(text, &nibbles))
        *out = nibbles;
    else
        return false;
    out->turn = white ? TBY_WHITE : TBY_BLACK;
    return true;
}

static bool refuse(struct rep_fault *f, const char *at, const char *because)
{
    f->code = TBY_E_REP_FEN;
    f->because = because;
    f->text = (tby_str){at, 0};
    return false;
}

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

bool tby_rep_state_read(struct rep_reader *r, tby_str text, tby_pos *out,
                        struct rep_fault *fault)
{
    bool v2 = r->graph->version == 2;
    tby_setup s;
    tby_err err;

    if (tby_str_is(text, "start") || (v2 && tby_str_is(text, "start[w]"))) {
        *out = tby_pos_start();
        return true;
    }
    if (v2 && !v2_read(text, &s))
        return refuse(fault, text.p, "Expected a board of version 2.0.");
    if (!v2) {
        if (tby_fen_parse(text, &s, &err) != TBY_OK)
            return refuse(fault, text.p + err.at, tby_rc_text(err.code));
        if (!check_layout(text, fault))
            return false;
        if (!s.fullmoves)
            return refuse(fault, text.p + text.n - 1,
                          "The number of the move is at least 1.");
        r->knows_ep |= s.ep != TBY_NO_SQUARE;
    }

    /* Old files go on claiming castling rights after king or rook have
     * moved. What else claims them, such as a Chess960 position, looks the
     * same here: that no move leads to it is only known when all moves have
     * been played. */
    tby_setup sound = s;
    tby_faults found;
    tby_pos p;

    tby_rc rc = tby_pos_from_setup(&s, TBY_FAULT_CASTLING, &p, &found);
    if (found)
        refuse(fault, field_of(text, found).p, tby_fault_text(found));
    if (rc != TBY_OK)
        return false;
    if (!found && !tby_castling_is_orthodox(&p)) {
        fault->code = TBY_E_REP_CHESS960;
        fault->text = field_of(text, TBY_FAULT_CASTLING);
    }
    sound.castling &= tby_rep_home_rights(&p);
    return tby_pos_from_setup(&sound, 0, out, NULL) == TBY_OK;
}

/* The right side of a transition is a move with its glyphs, or in older files
 * the position it leads to. */

/* The glyph at the start of s, all of it. */
static bool read_nag(tby_str s, struct rep_target *t)
{
    struct pgn_cursor c = pgn_cursor_at(s.p, s.p + s.n, s.p);

    if (*s.p != '$' && *s.p != '!' && *s.p != '?')
        return false;
    unsigned nag = tby_pgn_nag(&c);
    if (nag > UINT8_MAX || t->nags_n >= TBY_MAX_NAGS)
        return false;
    if (nag && !memchr(t->nags, (int)nag, t->nags_n))
        t->nags[t->nags_n++] = (uint8_t)nag;
    return c.p == c.end;
}

/* Takes the signs off the end of the move: Nf3!? */
static bool take_suffix(struct rep_target *t)
{
    size_t n = t->text.n;

    while (n && (t->text.p[n - 1] == '!' || t->text.p[n - 1] == '?'))
        n--;
    if (n == t->text.n)
        return true;
    tby_str signs = tby_str_from(t->text, n);
    t->text.n = n;
    return n && read_nag(signs, t);
}

static bool is_state(unsigned version, tby_str s)
{
    size_t slashes = 0; /* a board has seven of them; e8/Q has one */

    if (tby_str_is(s, "start"))
        return true;
    for (size_t i = 0; i < s.n; i++)
        slashes += s.p[i] == '/';
    return version == 2 ? s.n && s.p[s.n - 1] == ']' : slashes > 1;
}

bool tby_rep_target_read(unsigned version, tby_str text, struct rep_target *out)
{
    tby_str rest = text, word;

    *out = (struct rep_target){.text = text};
    out->is_state = is_state(version, text);
    if (out->is_state)
        return true;
    if (!tby_str_word(&rest, &out->text) || !take_suffix(out))
        return false;
    while (tby_str_word(&rest, &word))
        if (!read_nag(word, out))
            return false;
    return true;
}

static tby_move find_way(const tby_pos *p, const tby_pos *after)
{
    tby_moves moves;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos next = *p;
        tby_pos_play(&next, moves.at[i]);
        if (next.turn == after->turn &&
            memcmp(next.plane, after->plane, sizeof next.plane) == 0)
            return moves.at[i];
    }
    return TBY_MOVE_NONE;
}

static bool find_move(const tby_pos *p, const struct rep_target *target,
                      const tby_pos *after, struct rep_edge *out)
{
    tby_move m = TBY_MOVE_NONE;

    if (target->is_state)
        m = find_way(p, after);
    else if (tby_san_parse(p, target->text, TBY_SAN_TOLERANT, &m, NULL) !=
                 TBY_OK ||
             m == TBY_MOVE_NULL) /* a side that passes is no repertoire */
        return false;
    out->move = m;
    out->ep = p->ep;
    return m != TBY_MOVE_NONE;
}

tby_bb tby_rep_home_rights(const tby_pos *p)
{
    static const struct {
        tby_square king, rook;
        tby_color color;
    } homes[] = {{4, 0, TBY_WHITE},
                 {4, 7, TBY_WHITE},
                 {60, 56, TBY_BLACK},
                 {60, 63, TBY_BLACK}};
    tby_bb out = 0;

    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        if (tby_pos_at(p, homes[i].king) ==
                tby_piece_of(homes[i].color, TBY_KING) &&
            tby_pos_at(p, homes[i].rook) ==
                tby_piece_of(homes[i].color, TBY_ROOK))
            out |= tby_bit(homes[i].rook);
    return out;
}

bool tby_rep_move_find(const tby_pos *p, const struct rep_target *target,
                       const tby_pos *after, struct rep_edge *out)
{
    tby_pos guess = *p;

    out->sound = find_move(p, target, after, out);
    if (out->sound)
        return true;
    guess.castling = tby_rep_home_rights(p);
    if (guess.castling != p->castling && find_move(&guess, target, after, out))
        return true;
    guess = *p;
    for (int file = 0; p->ep == TBY_NO_SQUARE && file < 8; file++) {
        guess.ep = tby_sq(file, p->turn == TBY_WHITE ? 5 : 2);
        /* A pawn of the other side may just have passed this square. */
        tby_bb way = tby_bit(guess.ep) | tby_bit(guess.ep ^ 24);
        if ((!(way & tby_pos_occupied(p)) &&
             tby_pos_at(p, guess.ep ^ 8) ==
                 tby_piece_of(p->turn ^ 1, TBY_PAWN)) &&
            find_move(&guess, target, after, out))
            return true;
    }
    return false;
}
