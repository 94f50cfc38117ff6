/* select_moves.c - what can only be seen in the moves: their order, a single
 * move, the men on the board. */
#include "core/base/assert.h"
#include "store/query/replay.h"
#include "store/query/select.h"

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
static tby_rc find_king(store_file *f, const store_moves *m, uint32_t game,
                        uint32_t k, unsigned *file)
{
    store_replay r;
    store_code code;

    *file = 4;
    if (!m->setup[(game - 1) % STORE_BLOCK])
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

tby_rc tby__select_castling(store_file *f, const store_wanted *w,
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

tby_rc tby__select_blocks(store_file *f, const store_filter *filter,
                          uint32_t chunk, uint16_t *out)
{
    const store_wanted *w = &filter->move;
    move_bitmap table;
    tby_rc rc =
        tby__file_move_bitmap(f, chunk, tby__move_bitmap_kind_of(w), &table);

    if (rc == TBY_OK)
        *out = tby__move_bitmap_find(&table, w, filter->by);
    else if (rc == TBY_DONE) /* an older file does not say */
        *out = UINT16_MAX;
    return rc < 0 ? rc : TBY_OK;
}

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

static tby_rc fits(store_file *f, const store_filter *w, uint32_t game,
                   bool *out)
{
    uint32_t i = (game - 1) % STORE_BLOCK;
    const store_moves *m;
    tby_rc rc = TBY_OK;

    *out = false;
    TBY_TRY(tby__file_block(f, (game - 1) / STORE_BLOCK, &m));
    if (i >= m->n)
        return TBY_E_STORE_DAMAGED;
    if (w->has_prefix && !has_prefix(w, m, i))
        return TBY_OK;
    *out = true;
    if (w->move.on) {
        tby_pos start = tby_pos_start();
        if (m->setup[i])
            TBY_TRY(tby__file_start(f, game, &start));
        tby_color turn = start.turn;
        *out = false;
        for (uint32_t k = 0; rc == TBY_OK && !*out && k < m->plies[i];
             k++, turn ^= 1)
            if (store_by_fits(w->by, turn) &&
                store_wanted_fits(&w->move, turn,
                                  store_moves_code(m, m->first[i] + k)))
                rc = tby__select_castling(f, &w->move, m, game, k, out);
    }
    if (rc == TBY_OK && *out && (w->material.on || w->has_pattern)) {
        /* Material and pattern may stand at different moments. */
        bool material = !w->material.on, pattern = !w->has_pattern;
        store_replay r;
        store_code code;

        TBY_TRY(tby__replay_open(&r, f, game));
        do {
            material = material || material_is(&w->material, &r.pos);
            pattern = pattern || pattern_is(w, &r.pos);
        } while (!(material && pattern) && tby__replay_next(&r, &code));
        *out = material && pattern;
        rc = r.broken ? TBY_E_STORE_DAMAGED : TBY_OK;
    }
    return rc;
}

tby_rc tby__select_moves(store_set *set, store_file *f, const store_filter *w)
{
    tby_rc rc = TBY_OK;
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
    for (uint32_t game = 1; rc == TBY_OK && (game = tby__set_next(set, game));
         game++) {
        if (game % 1024 == 0)
            tby__file_report_share(f, game, set->games);
        rc = fits(f, w, game, &fit);
        if (rc == TBY_OK && !fit)
            store_set_drop(set, game);
    }
    return rc;
}
