/* rep_move.c - the right side of a transition: a move with its glyphs, or in
 * older files the position it leads to. */
#include "core/base/str.h"
#include "core/format/pgn_text.h"
#include "core/format/rep_int.h"
#include "tabiya/san.h"

#include <string.h>

/* --- glyphs ---------------------------------------------------------------*/

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
    struct pgn_cursor c = {s.p, s.p + s.n, s.p};

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

/* --- reading --------------------------------------------------------------*/

/* A board has seven of them; e8/Q has one. */
static bool has_slashes(tby_str s)
{
    size_t slashes = 0;

    for (size_t i = 0; i < s.n; i++)
        slashes += s.p[i] == '/';
    return slashes > 1;
}

bool tby_rep_target_read(unsigned version, tby_str text, struct rep_target *out)
{
    tby_str rest = text, word;

    (void)version;
    *out = (struct rep_target){.text = text};
    out->is_state = has_slashes(text) || tby_str_is(text, "start");
    if (out->is_state)
        return true;
    if (!tby_str_word(&rest, &out->text) || !take_suffix(out))
        return false;
    while (tby_str_word(&rest, &word))
        if (!read_nag(word, out))
            return false;
    return true;
}

/* --- finding --------------------------------------------------------------*/

static bool same_board(const tby_pos *a, const tby_pos *b)
{
    return a->turn == b->turn &&
           memcmp(a->plane, b->plane, sizeof a->plane) == 0;
}

static tby_move find_way(const tby_pos *p, const tby_pos *after)
{
    tby_moves moves;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos next = *p;
        tby_pos_play(&next, moves.at[i]);
        if (same_board(&next, after))
            return moves.at[i];
    }
    return TBY_MOVE_NONE;
}

tby_move tby_rep_move_find(const tby_pos *p, const struct rep_target *target,
                           const tby_pos *after)
{
    tby_move m;

    if (target->is_state)
        return find_way(p, after);
    if (tby_san_parse(p, target->text, TBY_SAN_TOLERANT, &m, NULL) != TBY_OK ||
        m == TBY_MOVE_NULL) /* a side that passes is no repertoire */
        return TBY_MOVE_NONE;
    return m;
}
