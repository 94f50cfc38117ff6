/* select_moves.c - what can only be seen in the moves: their order, a single
 * move, the men on the board. */
#include "store/query/select.h"

#include "store/query/replay.h"

/* --- order and single moves: the codes are enough -------------------------*/

static bool has_prefix(const store_filter *w, const store_moves *m, uint32_t i)
{
    if (m->setup[i] || m->plies[i] < w->prefix_n)
        return false;
    for (uint32_t k = 0; k < w->prefix_n; k++)
        if ((store_moves_code(m, m->first[i] + k) & STORE_CODE) != w->prefix[k])
            return false;
    return true;
}

/* Who plays the first move of a game. */
static tby_rc first_to_move(store_file *f, const store_moves *m, uint32_t game,
                            tby_color *out)
{
    tby_pos start;
    tby_rc rc = TBY_OK;

    *out = TBY_WHITE;
    if (m->setup[(game - 1) % STORE_BLOCK]) {
        rc = store_file_start(f, game, &start);
        if (rc == TBY_OK)
            *out = start.turn;
    }
    return rc;
}

/* The king's file before move k.  Where a game begins as usual he castles from
 * the e-file; what set-ups do is played. */
static tby_rc find_king(store_file *f, const store_moves *m, uint32_t game,
                        uint32_t k, unsigned *file)
{
    store_replay r;
    store_code code;

    *file = 4;
    if (!m->setup[(game - 1) % STORE_BLOCK])
        return TBY_OK;
    tby_rc rc = store_replay_open(&r, f, game);
    if (rc != TBY_OK)
        return rc;
    while (r.ply < k && store_replay_next(&r, &code))
        ;
    tby_bb king =
        tby_pos_role(&r.pos, TBY_KING) & tby_pos_color(&r.pos, r.pos.turn);
    if (r.broken || !king)
        return TBY_E_STORE_DAMAGED;
    *file = (unsigned)__builtin_ctzll(king) % 8;
    return TBY_OK;
}

tby_rc store_select_castling(store_file *f, const store_wanted *w,
                             const store_moves *m, uint32_t game, uint32_t k,
                             bool *out)
{
    store_code code =
        store_moves_code(m, m->first[(game - 1) % STORE_BLOCK] + k);
    unsigned rook = (code & STORE_CODE) - STORE_CASTLE_A, king;

    *out = true;
    if (rook >= sizeof w->kings)
        return TBY_OK; /* another move */
    tby_rc rc = find_king(f, m, game, k, &king);
    *out = rc == TBY_OK && w->kings[rook] >> king & 1;
    return rc;
}

static tby_rc has_move(store_file *f, const store_filter *w,
                       const store_moves *m, uint32_t game, bool *out)
{
    uint32_t i = (game - 1) % STORE_BLOCK;
    tby_color turn;
    tby_rc rc = first_to_move(f, m, game, &turn);

    *out = false;
    for (uint32_t k = 0; rc == TBY_OK && !*out && k < m->plies[i];
         k++, turn ^= 1)
        if (store_by_fits(w->by, turn) &&
            store_wanted_fits(&w->move, turn,
                              store_moves_code(m, m->first[i] + k)))
            rc = store_select_castling(f, &w->move, m, game, k, out);
    return rc;
}

tby_rc store_select_blocks(store_file *f, const store_filter *filter,
                           uint32_t chunk, uint16_t *out)
{
    const store_wanted *w = &filter->move;
    spread_table table;
    tby_rc rc = store_file_spread(f, chunk, spread_kind_of(w), &table);

    if (rc == TBY_OK)
        *out = spread_find(&table, w, filter->by);
    else if (rc == TBY_DONE) /* an older file does not tell */
        *out = UINT16_MAX;
    return rc < 0 ? rc : TBY_OK;
}

/* --- the board ------------------------------------------------------------*/

static bool side_is(const tby_pos *p, tby_color color, const uint8_t count[7])
{
    tby_bb own = tby_pos_color(p, color);

    for (unsigned r = TBY_PAWN; r <= TBY_QUEEN; r++)
        if (__builtin_popcountll(own & tby_pos_role(p, (tby_role)r)) !=
            count[r])
            return false;
    return true;
}

static bool material_is(const store_material *m, const tby_pos *p)
{
    return (side_is(p, TBY_WHITE, m->count[0]) &&
            side_is(p, TBY_BLACK, m->count[1])) ||
           (side_is(p, TBY_BLACK, m->count[0]) &&
            side_is(p, TBY_WHITE, m->count[1]));
}

static bool pattern_is(const store_filter *w, const tby_pos *p)
{
    for (unsigned i = 1; i < TBY_PIECES; i++) {
        tby_piece piece = (tby_piece)i;
        tby_bb squares = w->pattern[piece];

        if (squares &&
            (tby_pos_role(p, tby_piece_role(piece)) &
             tby_pos_color(p, tby_piece_color(piece)) & squares) != squares)
            return false;
    }
    return true;
}

/* Material and pattern may stand at different moments. */
static tby_rc has_board(store_file *f, const store_filter *w, uint32_t game,
                        bool *out)
{
    bool material = !w->material.on, pattern = !w->has_pattern;
    store_replay r;
    store_code code;
    tby_rc rc = store_replay_open(&r, f, game);

    if (rc != TBY_OK)
        return rc;
    do {
        material = material || material_is(&w->material, &r.pos);
        pattern = pattern || pattern_is(w, &r.pos);
    } while (!(material && pattern) && store_replay_next(&r, &code));
    *out = material && pattern;
    return r.broken ? TBY_E_STORE_DAMAGED : TBY_OK;
}

/* --- all of it ------------------------------------------------------------*/

static tby_rc fits(store_file *f, const store_filter *w, uint32_t game,
                   bool *out)
{
    const store_moves *m;
    tby_rc rc = store_file_block(f, (game - 1) / STORE_BLOCK, &m);

    *out = false;
    if (rc != TBY_OK)
        return rc;
    if ((game - 1) % STORE_BLOCK >= m->n)
        return TBY_E_STORE_DAMAGED;
    if (w->has_prefix && !has_prefix(w, m, (game - 1) % STORE_BLOCK))
        return TBY_OK;
    *out = true;
    if (w->move.on)
        rc = has_move(f, w, m, game, out);
    if (rc == TBY_OK && *out && (w->material.on || w->has_pattern))
        rc = has_board(f, w, game, out);
    return rc;
}

/* Takes out the games of blocks that do not have the move. */
static tby_rc keep_blocks(store_set *set, store_file *f, const store_filter *w)
{
    uint32_t game = store_set_next(set, 1);
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && game) {
        uint32_t chunk = (game - 1) / STORE_CHUNK, first = chunk * STORE_CHUNK;
        uint16_t blocks = 0;

        rc = store_select_blocks(f, w, chunk, &blocks);
        for (uint32_t i = 0; i < STORE_CHUNK && first + i < set->games; i += 64)
            if (!(blocks >> i / STORE_BLOCK & 1))
                set->bits[(first + i) / 64] = 0;
        game = store_set_next(set, first + STORE_CHUNK + 1);
    }
    return rc;
}

tby_rc store_select_moves(store_set *set, store_file *f, const store_filter *w)
{
    tby_rc rc = TBY_OK;
    bool fit;

    if (!w->has_prefix && !w->move.on && !w->material.on && !w->has_pattern)
        return TBY_OK;
    if (w->move.on)
        rc = keep_blocks(set, f, w);
    for (uint32_t game = 1; rc == TBY_OK && (game = store_set_next(set, game));
         game++) {
        rc = fits(f, w, game, &fit);
        if (rc == TBY_OK && !fit)
            store_set_drop(set, game);
    }
    return rc;
}
