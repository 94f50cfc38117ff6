/* move.c - the right side of a transition: a move with its glyphs, or in
 * older files the position it leads to. */
#include "core/base/str.h"
#include "core/game/pgn/text.h"
#include "core/rep/file/int.h"
#include "tabiya/san.h"

#include <string.h>

static bool add_nag(struct rep_target *t, unsigned nag)
{
    if (nag > UINT8_MAX || t->nags_n >= TBY_MAX_NAGS)
        return false;
    if (nag && !memchr(t->nags, (int)nag, t->nags_n))
        t->nags[t->nags_n++] = (uint8_t)nag;
    return true;
}

/* The glyph at the start of s, all of it. */
static bool read_nag(tby_str s, struct rep_target *t)
{
    struct pgn_cursor c = pgn_cursor_at(s.p, s.p + s.n, s.p);

    return (*s.p == '$' || *s.p == '!' || *s.p == '?') &&
           add_nag(t, tby_pgn_nag(&c)) && c.p == c.end;
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

/* A board has seven of them; e8/Q has one. */
static bool has_slashes(tby_str s)
{
    size_t slashes = 0;

    for (size_t i = 0; i < s.n; i++)
        slashes += s.p[i] == '/';
    return slashes > 1;
}

static bool is_state(unsigned version, tby_str s)
{
    if (tby_str_is(s, "start"))
        return true;
    return version == 2 ? s.n && s.p[s.n - 1] == ']' : has_slashes(s);
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
