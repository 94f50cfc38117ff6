/* select_moves.c - what can only be seen in the moves: their order, a single
 * move, the men on the board. */
#include "core/base/assert.h"
#include "store/ops.h"
#include "store/query/replay.h"
#include "store/query/select.h"
#include "store/record/men.h"

#include <string.h>

static bool has_prefix(const store_filter *w, const store_moves *m, uint32_t i)
{
    if (m->setup[i] || m->plies[i] < w->prefix_n)
        return false;
    for (uint32_t k = 0; k < w->prefix_n; k++)
        if ((store_moves_code(m, m->first[i] + k) & STORE_CODE) != w->prefix[k])
            return false;
    return true;
}

/* The king's file before move k.  Where a game begins as usual he castles from
 * the e-file; what set-ups do is played. */
static tby_rc find_king(store_rows *f, bool setup, uint32_t game, uint32_t k,
                        unsigned *file)
{
    store_replay r;
    store_code code;

    *file = 4;
    if (!setup)
        return TBY_OK;
    TBY_TRY(tby__replay_open(&r, f, game));
    while (r.ply < k && tby__replay_next(&r, &code))
        ;
    tby_bb king =
        tby_pos_role(&r.pos, TBY_KING) & tby_pos_color(&r.pos, r.pos.turn);
    if (r.broken || !king)
        return TBY_E_STORE_DAMAGED;
    *file = (unsigned)__builtin_ctzll(king) % 8;
    return TBY_OK;
}

tby_rc tby__select_castling(store_rows *f, const store_wanted *w,
                            const store_moves *m, uint32_t i, uint32_t game,
                            uint32_t k, bool *out)
{
    store_code code = store_moves_code(m, m->first[i] + k);
    unsigned rook = (code & STORE_CODE) - STORE_CASTLE_A, king;

    *out = true;
    if (rook >= sizeof w->kings)
        return TBY_OK; /* another move */
    tby_rc rc = find_king(f, m->setup[i], game, k, &king);
    *out = rc == TBY_OK && w->kings[rook] >> king & 1;
    return rc;
}

tby_rc tby__select_blocks(store_rows *f, const store_filter *filter,
                          uint32_t chunk, uint16_t *out)
{
    const store_wanted *w = &filter->move;
    move_bitmap table;
    tby_rc rc =
        tby__rows_move_bitmap(f, chunk, tby__move_bitmap_kind_of(w), &table);

    if (rc == TBY_OK)
        *out = tby__move_bitmap_find(&table, w, filter->by);
    else if (rc == TBY_DONE) /* an older file does not say */
        *out = UINT16_MAX;
    return rc < 0 ? rc : TBY_OK;
}

/* What is looked for on the board. */
typedef struct scan {
    const store_filter *w;
    uint8_t men[2][TBY_PIECES]; /* so many of each, in both ways round */
    uint8_t pattern[64];
    tby_bb squares; /* of the pattern */
    /* The first men of the pattern, a bit each: those that a code brings to
     * their square, those that stand there at the start, and all of them. */
    uint8_t arrives[2][STORE_CODE + 1], home, all;
} scan;

static void scan_open(scan *s, const store_filter *w)
{
    *s = (scan){.w = w};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned r = TBY_PAWN; r <= TBY_QUEEN; r++) {
            s->men[i][r] = w->material.count[i][r];
            s->men[!i][8 + r] = w->material.count[i][r];
        }
    for (unsigned i = 1; i < TBY_PIECES; i++)
        for (tby_bb left = w->pattern[i]; left; left &= left - 1) {
            s->pattern[__builtin_ctzll(left)] = (uint8_t)i;
            s->squares |= left & -left;
        }

    unsigned bit = 1;
    for (tby_bb left = s->squares; left && bit < 256;
         left &= left - 1, bit *= 2) {
        unsigned at = (unsigned)__builtin_ctzll(left);
        s->all |= (uint8_t)bit;
        s->home |= (uint8_t)(tby__men_start.at[at] == s->pattern[at] ? bit : 0);
        for (unsigned code = 0; code < STORE_CODES; code++) {
            struct store_code_row row = store_code_rows[code];
            tby_role role = tby_move_promotion(row.move),
                     wanted = tby_piece_role(s->pattern[at]);
            tby_color turn = tby_piece_color(s->pattern[at]);
            unsigned to = tby_move_to(row.move) ^ (turn == TBY_BLACK ? 56 : 0);
            role = role ? role : row.role;
            bool castles =
                row.castling && (wanted == TBY_KING || wanted == TBY_ROOK);
            if (castles || (!row.castling && to == at && role == wanted))
                s->arrives[turn][code] |= (uint8_t)bit;
        }
    }
}

/* Do all men of the pattern come to their squares, at any moment?  Four games
 * of five are not played for it.  Nothing in the loop waits for what is before
 * it, so that it takes a nanosecond a ply. */
static bool all_arrive(const scan *s, const store_moves *m, uint32_t i)
{
    const uint32_t first = m->first[i];
    unsigned there = s->home;

    for (uint32_t k = 0; k < m->plies[i]; k++)
        there |= s->arrives[k & 1][store_moves_code(m, first + k) & STORE_CODE];
    return there == s->all;
}

static bool material_is(const scan *s, const store_men *m)
{
    for (unsigned i = 0; i < 2; i++)
        if (memcmp(m->count + 1, s->men[i] + 1, TBY_QUEEN) == 0 &&
            memcmp(m->count + 9, s->men[i] + 9, TBY_QUEEN) == 0)
            return true;
    return false;
}

static bool pattern_is(const scan *s, const store_men *m)
{
    for (tby_bb left = s->squares; left; left &= left - 1) {
        int at = __builtin_ctzll(left);
        if (m->at[at] != s->pattern[at])
            return false;
    }
    return true;
}

/* Material and pattern may stand at different moments. */
static tby_rc board_fits(const scan *s, const store_moves *moves, uint32_t i,
                         const tby_pos *start, bool *out)
{
    store_men men = tby__men_start;
    tby_color turn = start->turn;

    *out = false;
    if (moves->setup[i])
        tby__men_of(&men, start);
    else if (s->w->has_pattern && !all_arrive(s, moves, i))
        return TBY_OK;
    bool material = !s->w->material.on || material_is(s, &men);
    bool pattern = !s->w->has_pattern || pattern_is(s, &men);
    for (uint32_t k = 0; !(material && pattern) && k < moves->plies[i];
         k++, turn ^= 1) {
        store_code code = store_moves_code(moves, moves->first[i] + k);
        tby_bb changed = tby__men_play(&men, turn, code);
        if (!changed && (code & STORE_CODE) != STORE_PASS)
            return TBY_E_STORE_DAMAGED;
        material = material || material_is(s, &men);
        pattern = pattern || (changed & s->squares && pattern_is(s, &men));
    }
    *out = material && pattern;
    return TBY_OK;
}

static tby_rc fits(store_rows *f, const scan *s, uint32_t game, bool *out)
{
    const store_filter *w = s->w;
    tby_pos start = {.turn = TBY_WHITE};
    const store_moves *m;
    uint32_t i;
    tby_rc rc = TBY_OK;

    *out = false;
    TBY_TRY(tby__rows_moves(f, game, &m, &i));
    if (w->has_prefix && !has_prefix(w, m, i))
        return TBY_OK;
    *out = true;
    if (m->setup[i])
        TBY_TRY(tby__rows_start(f, game, &start));
    if (w->move.on) {
        tby_color turn = start.turn;
        *out = false;
        for (uint32_t k = 0; rc == TBY_OK && !*out && k < m->plies[i];
             k++, turn ^= 1)
            if (store_by_fits(w->by, turn) &&
                store_wanted_fits(&w->move, turn,
                                  store_moves_code(m, m->first[i] + k)))
                rc = tby__select_castling(f, &w->move, m, i, game, k, out);
    }
    if (rc == TBY_OK && *out && (w->material.on || w->has_pattern))
        rc = board_fits(s, m, i, &start, out);
    return rc;
}

tby_rc tby__select_moves(store_set *set, store_rows *f, const store_filter *w)
{
    tby_rc rc = TBY_OK;
    scan s;
    bool fit;

    if (!w->has_prefix && !w->move.on && !w->material.on && !w->has_pattern)
        return TBY_OK;
    /* Takes out the games of blocks that do not have the move. */
    uint32_t next = w->move.on ? tby__set_next(set, 1) : 0;
    while (rc == TBY_OK && next) {
        uint32_t chunk = (next - 1) / STORE_CHUNK, first = chunk * STORE_CHUNK;
        uint16_t blocks = 0;
        rc = tby__select_blocks(f, w, chunk, &blocks);
        for (uint32_t i = 0; i < STORE_CHUNK && first + i < set->games; i += 64)
            if (!(blocks >> i / STORE_BLOCK & 1))
                set->bits[(first + i) / 64] = 0;
        next = tby__set_next(set, first + STORE_CHUNK + 1);
    }
    scan_open(&s, w);
    for (uint32_t game = 1; rc == TBY_OK && (game = tby__set_next(set, game));
         game++) {
        if (game % 1024 == 0)
            tby__store_report_share(store_of_rows(f), game, set->games);
        rc = fits(f, &s, game, &fit);
        if (rc == TBY_OK && !fit)
            store_set_drop(set, game);
    }
    return rc;
}
