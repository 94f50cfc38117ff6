/* players.c - see players.h. */
#include "store/index/players.h"
#include "core/base/assert.h"
#include "store/index/int.h"
#include "store/record/varint.h"

enum { HEAD_MAX = RUN_SUM + 5 }; /* checksum, how many players */

void tby__run_players_free(run_players *p)
{
    run_writer_free(&p->bits);
    run_writer_free(&p->row);
}

tby_rc tby__run_players_end(run_players *p)
{
    run_writer *w = &p->row;

    if (p->n == 0)
        return p->bits.rc;
    run_put_end(&p->bits);
    run_writer_clear(w);
    run_put(w, 0, 8 * RUN_SUM);
    run_put_varint(w, p->n);
    run_put_bytes(w, p->bits.p, p->bits.n);
    if (p->bits.rc != TBY_OK || w->rc != TBY_OK)
        return p->bits.rc != TBY_OK ? p->bits.rc : w->rc;
    tby__run_set_sum(w->p, w->n, p->last);
    uint32_t last = p->last;
    run_writer_clear(&p->bits);
    p->n = p->last = 0;
    return p->put(p->ctx, last, (tby_str){(const char *)w->p, w->n});
}

static void put_player(run_players *p, uint32_t player, const uint32_t *games,
                       uint32_t n)
{
    run_put_gamma(&p->bits, player - p->last);
    run_put_gamma(&p->bits, n);
    tby__run_ids_put(&p->bits, games, n, 2 * p->games);
}

tby_rc tby__run_players_add(run_players *p, uint32_t player,
                            const uint32_t *games, uint32_t n)
{
    size_t bytes = p->bits.n;
    uint64_t bits = p->bits.bits;
    unsigned bits_n = p->bits.bits_n;

    TBY_ASSERT(n >= 1 && player >= 1);
    TBY_ASSERT(games[n - 1] < 2 * (uint64_t)p->games);
    put_player(p, player, games, n);
    if (p->n > 0 && HEAD_MAX + p->bits.n + 1 > RUN_ROW_BYTES) {
        p->bits.n = bytes; /* it goes into the next row */
        p->bits.bits = bits;
        p->bits.bits_n = bits_n;
        TBY_TRY(tby__run_players_end(p));
        put_player(p, player, games, n);
    }
    p->n++;
    p->last = player;
    return p->bits.rc;
}

static tby_rc damaged(run_player *p)
{
    run_fail(&p->r, TBY_E_STORE_DAMAGED);
    return p->r.rc;
}

/* The head of the next player. */
static tby_rc next_player(run_player *p, uint64_t *player)
{
    uint64_t gap = run_get_gamma(&p->r), n = run_get_gamma(&p->r);

    if (gap == 0 || gap > UINT32_MAX - *player || n == 0 ||
        n > 2 * (uint64_t)p->games)
        return damaged(p);
    *player += gap;
    p->left = (uint32_t)n;
    p->k = run_ids_rice(2 * p->games, p->left);
    p->next = 0;
    return TBY_OK;
}

tby_rc tby__run_player_next(run_player *p, uint32_t *game, bool *black)
{
    if (p->left == 0)
        return TBY_DONE;
    uint64_t id = p->next + run_get_rice(&p->r, p->k);
    if (p->r.rc != TBY_OK || id >= 2 * (uint64_t)p->games)
        return damaged(p);
    p->next = id + 1;
    p->left--;
    *game = p->first + (uint32_t)(id / 2);
    *black = id % 2;
    return TBY_OK;
}

tby_rc tby__run_player_open(run_player *p, const run_head *head, uint32_t last,
                            tby_str row, uint32_t player)
{
    uint32_t n;
    uint64_t found = 0;
    tby_rc rc = tby__run_row_check(row, last);

    if (rc != TBY_OK)
        return rc;
    tby_str rest = {row.p + RUN_SUM, row.n - RUN_SUM};
    if (head->games > INT32_MAX || !varint_take(&rest, &n))
        return TBY_E_STORE_DAMAGED;
    *p = (run_player){.r = run_reader_at(rest, 0),
                      .first = head->first,
                      .games = head->games};
    for (; n > 0 && rc == TBY_OK; n--) {
        rc = next_player(p, &found);
        if (rc != TBY_OK || found >= player)
            break;
        uint32_t game;
        bool black;
        while ((rc = tby__run_player_next(p, &game, &black)) == TBY_OK)
            ;
        rc = rc == TBY_DONE ? TBY_OK : rc;
    }
    if (rc == TBY_OK && found != player)
        return found < player && player <= last ? damaged(p) : TBY_DONE;
    return rc;
}
