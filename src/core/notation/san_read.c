/* san_read.c - the tolerant grammar of a move.
 *
 *   move   = castle / null / [piece] [file] [rank] [sep] [file rank] [promo]
 *   sep    = "x" / ":" / "-"
 *   promo  = ["=" / "/"] letter / "(" letter ")"
 *   castle = O "-" O ["-" O]         O is the letter O, o or the digit 0
 *   null   = "--" / "Z0" / "0000"
 * and after each of them [e.p.] and any of + # ! ? */
#include "core/base/assert.h"
#include "core/chess/castling.h"
#include "core/chess/sources.h"
#include "core/notation/san.h"
#include "core/notation/text.h"

static bool take(cursor *c, int ch)
{
    bool found = peek(c) == ch;

    c->at += found;
    return found;
}

static bool take_word(cursor *c, const char *word)
{
    size_t at = c->at;

    while (*word && take(c, (unsigned char)*word))
        word++;
    if (*word)
        c->at = at;
    return !*word;
}

/* A number from 0 to 7 for a letter of a to h or a digit of 1 to 8; -1 and
 * nothing taken for anything else. */
static int take_coordinate(cursor *c, int first)
{
    int n = peek(c) - first;

    if (n < 0 || n > 7)
        return -1;
    c->at++;
    return n;
}

/* A small letter is a piece unless it is a file; only b can be both. */
static tby_role take_piece(cursor *c, bool b_is_bishop)
{
    static const tby_role figurines[6] = {TBY_KING,   TBY_QUEEN,  TBY_ROOK,
                                          TBY_BISHOP, TBY_KNIGHT, TBY_PAWN};
    int ch = peek(c);

    if (ch == 0xe2) { /* U+2654 to U+265F, both colours */
        if (c->in.n - c->at < 3 || c->in.p[c->at + 1] != '\x99')
            return TBY_NO_ROLE;
        unsigned n = (unsigned char)c->in.p[c->at + 2] - 0x94u;
        if (n > 11)
            return TBY_NO_ROLE;
        c->at += 3;
        return figurines[n % 6];
    }
    if (ch < 0 || (ch == 'b' && !b_is_bishop))
        return TBY_NO_ROLE;
    tby_role role = tby_piece_role(tby_piece_from_char((char)ch));
    c->at += role != TBY_NO_ROLE;
    return role;
}

static bool take_promotion(cursor *c, struct san_reading *r)
{
    bool bracket = take(c, '(');
    bool marked = bracket || take(c, '=') || take(c, '/');
    size_t at = c->at;
    tby_role role = take_piece(c, true);

    if (role == TBY_NO_ROLE || role == TBY_PAWN || role == TBY_KING) {
        c->at = at;
        return !marked;
    }
    r->promotion = role;
    return !bracket || take(c, ')');
}

static bool take_squares(cursor *c, struct san_reading *r)
{
    int file = take_coordinate(c, 'a'), rank = take_coordinate(c, '1');
    r->takes = take(c, 'x') || take(c, ':');
    bool apart = r->takes || take(c, '-');
    size_t at = c->at;
    int to_file = take_coordinate(c, 'a'), to_rank = take_coordinate(c, '1');
    if (to_file >= 0 && to_rank < 0) { /* the b of e8b is a bishop */
        c->at = at;
        to_file = -1;
    }

    if (to_file < 0 && to_rank < 0 && !apart) {
        to_file = file;
        to_rank = rank;
        file = rank = -1;
    }
    if (to_file < 0 || to_rank < 0)
        return false;
    r->to = tby_sq(to_file, to_rank);
    r->from = (file < 0 ? BB_ALL : BB_FILE_A << file) &
              (rank < 0 ? BB_ALL : BB_RANK(rank));
    r->has_from = file >= 0 || rank >= 0;
    return true;
}

static bool take_castling(cursor *c, struct san_reading *r)
{
    int o = peek(c);
    size_t at = c->at;

    if ((o == 'O' || o == 'o' || o == '0') && take(c, o) && take(c, '-') &&
        take(c, o)) {
        r->kind = SAN_CASTLE_EAST;
        at = c->at;
        if (take(c, '-') && take(c, o)) {
            r->kind = SAN_CASTLE_WEST;
            return true;
        }
        c->at = at;
        return true;
    }
    c->at = at;
    return false;
}

tby_rc tby_san_read(tby_str text, bool b_is_bishop, struct san_reading *out,
                    size_t *at)
{
    cursor c = {.in = text};
    struct san_reading r = {.kind = SAN_MOVE, .from = BB_ALL};
    bool good = take_castling(&c, &r);

    if (!good &&
        (take_word(&c, "--") || take_word(&c, "Z0") || take_word(&c, "0000"))) {
        r.kind = SAN_NULL;
        good = true;
    }
    if (!good) {
        r.role = take_piece(&c, b_is_bishop);
        good = take_squares(&c, &r) && take_promotion(&c, &r);
    }
    if (good) {
        if (!take_word(&c, "e.p."))
            take_word(&c, "ep");
        while (take(&c, '+') || take(&c, '#') || take(&c, '!') || take(&c, '?'))
            continue;
    }
    if (!good || c.at < text.n) {
        *at = c.at;
        return TBY_E_SAN_SYNTAX;
    }
    *out = r;
    return TBY_OK;
}

/* The one legal move that fits, or why there is none. */
static tby_rc resolve(const tby_pos *p, const struct san_reading *r,
                      struct san_search *out)
{
    *out = (struct san_search){.move = TBY_MOVE_NULL};
    if (r->kind == SAN_NULL)
        return tby_pos_judge(p, TBY_MOVE_NULL);
    if (r->kind != SAN_MOVE) {
        bool east = r->kind == SAN_CASTLE_EAST;
        tby_square rook = castling_rook(p, east);

        out->role = TBY_KING;
        if (rook == TBY_NO_SQUARE)
            return TBY_E_CASTLE_RIGHT;
        tby_bb king = tby_pos_role(p, TBY_KING) & tby_pos_color(p, p->turn);
        TBY_ASSERT(king && !bb_several(king));
        out->move = tby_move_make(bb_first(king), rook, 0);
        return tby_pos_judge(p, out->move);
    }
    if (!bb_several(r->from) && (!r->role || r->role == TBY_KING)) {
        /* e2e4, e1g1, Ke1-g1: both squares are written.  The piece that stands
         * there moves, and a king that goes to where castling ends castles. */
        TBY_ASSERT(r->from && !bb_several(r->from));
        tby_square from = bb_first(r->from);
        tby_square to = tby_castling_target(p, from, r->to);
        tby_piece piece = tby_pos_at(p, from);

        out->role = tby_piece_role(piece);
        out->pseudo = r->from;
        out->move = tby_move_make(from, to, r->promotion);
        if ((r->role && piece && r->role != out->role) ||
            out->move == TBY_MOVE_NULL) /* b1b1, spelt out */
            return TBY_E_MOVE_REACH;
        return tby_pos_judge(p, out->move);
    }
    tby_role role = r->role ? r->role : TBY_PAWN;
    tby_bb same = BB_FILE_A << tby_file(r->to), from = r->from;

    /* a pawn changes its file exactly when it captures, and then says so */
    if (role == TBY_PAWN && r->takes)
        from &= ~same;
    else if (role == TBY_PAWN && !r->has_from)
        from = same;
    out->role = role;
    out->pseudo = sources_pseudo(p, role, r->to) & from;
    if (!out->pseudo) {
        tby_bb own = tby_pos_color(p, p->turn);
        if (own & tby_bit(r->to))
            return TBY_E_MOVE_OWN;
        if (role == TBY_PAWN && (r->takes || r->has_from) &&
            tby_table_pawn[p->turn ^ 1][r->to] & pos_pawns(p) & own & r->from)
            return tby_pawn_refusal(p, r->to);
        return TBY_E_MOVE_REACH;
    }
    out->legal = sources_legal(p, role, r->to, out->pseudo);
    TBY_ASSERT(!(out->legal & ~out->pseudo));
    if (bb_several(out->legal))
        return TBY_E_SAN_AMBIGUOUS;
    out->move = tby_move_make(bb_first(out->legal ? out->legal : out->pseudo),
                              r->to, r->promotion);
    if (out->legal && !r->promotion &&
        (role != TBY_PAWN || !(tby_bit(r->to) & home_rank(p->turn ^ 1))))
        return TBY_OK;
    return tby_pos_judge(p, out->move);
}

tby_rc tby_san_find(const tby_pos *p, tby_str san, struct san_reading *reading,
                    struct san_search *found, size_t *at)
{
    tby_rc rc = tby_san_read(san, false, reading, at);
    struct san_reading bishop;
    struct san_search other;
    size_t ignored;

    *found = (struct san_search){.move = TBY_MOVE_NULL};
    if (rc == TBY_OK) {
        *at = 0;
        rc = resolve(p, reading, found);
    }
    /* A small b may be a bishop.  "b3c4" names a square and is what stands
     * there.  Otherwise a pawn comes before a bishop, and "bc4" without the x
     * may as well be either. */
    if (san.n == 0 || san.p[0] != 'b' ||
        (rc != TBY_E_SAN_SYNTAX &&
         (!bb_several(reading->from) || (rc == TBY_OK && reading->takes))) ||
        tby_san_read(san, true, &bishop, &ignored) != TBY_OK)
        return rc;
    tby_rc second = resolve(p, &bishop, &other);
    if (second != TBY_OK && second != TBY_E_SAN_AMBIGUOUS)
        return rc;
    *at = 0;
    if (rc == TBY_OK || second == TBY_E_SAN_AMBIGUOUS)
        return TBY_E_SAN_AMBIGUOUS;
    *reading = bishop;
    *found = other;
    return TBY_OK;
}
