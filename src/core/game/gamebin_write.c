/* gamebin_write.c - a game as the bytes of .cdb. */
#include "core/game/gamebin_int.h"

#include <string.h>

/* The caller's bytes.  The columns are filled side by side, so that each byte
 * has its own place; what is beyond cap is left out. */
struct output {
    char *buf;
    size_t cap;
};

static void put(const struct output *o, size_t at, uint32_t value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (at + i < o->cap)
            o->buf[at + i] = (char)(value >> 8 * i & 0xFF);
}

static size_t put_bytes(const struct output *o, size_t at, tby_str s)
{
    if (s.n && at < o->cap)
        memcpy(o->buf + at, s.p, s.n < o->cap - at ? s.n : o->cap - at);
    return at + s.n;
}

static unsigned status_of(const struct gamebin_head *h)
{
    static const uint8_t codes[4] = {[TBY_RESULT_WHITE] = 0,
                                     [TBY_RESULT_BLACK] = 1,
                                     [TBY_RESULT_DRAW] = 2,
                                     [TBY_RESULT_NONE] = 3};

    return (unsigned)h->evals << 6 | (unsigned)h->clocks << 5 |
           (unsigned)codes[h->result] << 3 | h->reason;
}

static void put_head(const struct output *o, const struct gamebin_head *h,
                     unsigned flags)
{
    bool compat = flags & TBY_GAMEBIN_COMPAT;
    size_t at = 8;

    put_bytes(o, 0,
              tby_str_of(compat ? "PGN1"
                                : "\xF5"
                                  "CD1"));
    put(o, 4, (uint32_t)h->white.n, 2);
    put(o, 6, (uint32_t)h->black.n, 2);
    at = put_bytes(o, at, h->white);
    at = put_bytes(o, at, h->black);
    at = put_bytes(o, at, (tby_str){h->date, GAMEBIN_DATE});
    put(o, at, h->elo[0], 2);
    put(o, at + 2, h->elo[1], 2);
    put_bytes(o, at + 4, (tby_str){h->eco, 3});
    put(o, at + 7, h->base, 2);
    put(o, at + 9, h->increment, 2);
    put(o, at + 11, status_of(h), 1);
    put(o, at + 12, h->plies, 2);
}

static uint32_t eval_word(const struct gamebin_ply *ply)
{
    return ply->has_eval ? tby_gamebin_eval_word(&ply->eval) : GAMEBIN_NO_EVAL;
}

static uint32_t clock_word(const struct gamebin_ply *ply)
{
    uint64_t seconds = ply->clock / 1000;

    if (!ply->has_clock)
        return GAMEBIN_NO_CLOCK;
    return seconds < GAMEBIN_CLOCK_MAX ? (uint32_t)seconds : GAMEBIN_CLOCK_MAX;
}

static void put_moves(const struct output *o, const struct gamebin_head *h,
                      const tby_game *g)
{
    struct gamebin_plies it = {.game = g};
    struct gamebin_columns at = gamebin_columns_of(h);
    struct gamebin_ply ply;
    tby_pos p = g->start;

    tby_gamebin_preface(&it, &ply);
    for (; tby_gamebin_next_ply(&it, &ply); at.moves += 3) {
        struct gamebin_move m = tby_gamebin_encode(&p, ply.move);
        put(o, at.moves, m.word, 2);
        put(o, at.moves + 2, (uint32_t)m.extra | ply.annotation, 1);
        if (h->evals) {
            put(o, at.evals, eval_word(&ply), 4);
            at.evals += 4;
        }
        if (h->clocks) {
            put(o, at.clocks, clock_word(&ply), 2);
            at.clocks += 2;
        }
    }
}

static bool from_start(const tby_game *g)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(&g->start, &start);
}

/* Counts the plies and looks for evaluations and clocks; false if a move
 * cannot be written or there are too many. */
static bool measure(const tby_game *g, struct gamebin_head *h)
{
    struct gamebin_plies it = {.game = g};
    struct gamebin_ply ply;
    tby_pos p = g->start;

    tby_gamebin_preface(&it, &ply);
    while (tby_gamebin_next_ply(&it, &ply)) {
        if (h->plies == UINT16_MAX || ply.move == TBY_MOVE_NULL ||
            tby_pos_judge(&p, ply.move) != TBY_OK)
            return false;
        tby_pos_play(&p, ply.move);
        h->plies++;
        h->evals |= ply.has_eval;
        h->clocks |= ply.has_clock;
    }
    return true;
}

tby_rc tby_gamebin_write(const tby_game *g, unsigned flags, char *buf,
                         size_t cap, size_t *n)
{
    struct gamebin_head h = tby_gamebin_head_of(g);
    struct output o = {buf, cap};

    if (h.white.n > UINT16_MAX || h.black.n > UINT16_MAX || !from_start(g) ||
        !measure(g, &h))
        return TBY_E_CDB_FIT;
    put_head(&o, &h, flags);
    put_moves(&o, &h, g);
    *n = gamebin_columns_of(&h).end;
    return TBY_OK;
}

/* --- questions of a converter ---------------------------------------------*/

/* What a ply says that is not written, or not so. */
static void add_losses(tby_gamebin_loss *loss, const struct gamebin_ply *ply)
{
    const struct tby_raw_eval *e = &ply->eval;
    bool late = ply->clock / 1000 > GAMEBIN_CLOCK_MAX;

    loss->comments += ply->comments;
    loss->variations += ply->variations;
    loss->nags += ply->nags;
    loss->clocks += ply->has_clock && late;
    loss->fractions += ply->has_clock && !late && ply->clock % 1000;
    loss->mates += ply->has_eval && e->is_mate &&
                   (e->mate < -GAMEBIN_MATE_MAX || e->mate > GAMEBIN_MATE_MAX);
    loss->depths += ply->has_eval && e->has_depth;
}

/* Games without a move of their own are told apart by their plies: the field
 * of the game is not trusted, since a program may have put it together. */
static uint32_t count_plies(const tby_game *g, tby_gamebin_loss *loss)
{
    struct gamebin_plies it = {.game = g};
    struct gamebin_ply ply;
    uint32_t plies = 0;

    tby_gamebin_preface(&it, &ply);
    for (bool more = true; more; plies++) {
        add_losses(loss, &ply);
        more = tby_gamebin_next_ply(&it, &ply);
    }
    return plies - 1; /* the preface is none */
}

tby_gamebin_ignore tby_gamebin_ignored(const tby_game *g)
{
    enum { UNTERMINATED = 3, ABANDONED = 4, SHORT = 6 };
    tby_gamebin_loss loss = {0};

    switch (tby_gamebin_head_of(g).reason) {
    case UNTERMINATED:
        return TBY_GAMEBIN_UNTERMINATED;
    case ABANDONED:
        return count_plies(g, &loss) < SHORT ? TBY_GAMEBIN_ABANDONED
                                             : TBY_GAMEBIN_KEEP;
    default:
        return TBY_GAMEBIN_KEEP;
    }
}

tby_gamebin_loss tby_gamebin_losses(const tby_game *g)
{
    struct gamebin_head h = tby_gamebin_head_of(g);
    tby_gamebin_loss loss = {.setup = !from_start(g)};

    for (size_t i = 0; i < g->tags_n; i++)
        loss.tags +=
            !tby_gamebin_holds_tag(&h, tby_game_text(g, g->tags[i].name),
                                   tby_game_text(g, g->tags[i].value));
    count_plies(g, &loss);
    return loss;
}
