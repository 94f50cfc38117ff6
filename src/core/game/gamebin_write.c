#include "core/base/assert.h"
#include "core/game/gamebin_int.h"

#include <string.h>

/* A move and what the format holds of the text after it. */
struct gamebin_ply {
    tby_move move;
    uint8_t annotation;
    bool has_eval, has_clock;
    struct tby_raw_eval eval;
    uint64_t clock;                      /* milliseconds */
    uint32_t comments, variations, nags; /* that are lost */
};

/* Start with `struct gamebin_plies it = {.game = g};`. */
struct gamebin_plies {
    const tby_game *game;
    size_t at;
    bool begun;
};

static void read_comment(const tby_game *g, tby_span text,
                         struct gamebin_ply *out)
{
    struct tby_comment_facts f = tby_comment_read(tby_game_text(g, text));
    bool rest = f.has_rest || f.has_elapsed;

    if (out->move == TBY_MOVE_NONE) { /* it belongs to no move */
        out->comments++;
        return;
    }
    /* of two evaluations, or clocks, the first is the move's */
    rest |= (f.has_eval && out->has_eval) || (f.has_clock && out->has_clock);
    if (f.has_eval && !out->has_eval) {
        out->has_eval = true;
        out->eval = f.eval;
    }
    if (f.has_clock && !out->has_clock) {
        out->has_clock = true;
        out->clock = f.clock;
    }
    out->comments += rest;
}

/* Everything up to the next move of the main line. */
static void read_annotations(struct gamebin_plies *it, struct gamebin_ply *out)
{
    const tby_game *g = it->game;
    unsigned depth = 0;
    uint8_t annotation;

    for (; it->at < g->items_n; it->at++) {
        const tby_item *item = &g->items[it->at];
        switch ((tby_item_kind)item->kind) {
        case TBY_ITEM_MOVE:
            if (depth == 0)
                return;
            break;
        case TBY_ITEM_NAG:
            if (depth > 0)
                break;
            annotation = tby_gamebin_annotation(item->nag);
            if (annotation && !out->annotation && out->move != TBY_MOVE_NONE)
                out->annotation = annotation;
            else
                out->nags++;
            break;
        case TBY_ITEM_COMMENT:
            if (depth == 0)
                read_comment(g, item->text, out);
            break;
        case TBY_ITEM_OPEN:
            out->variations++;
            depth++;
            break;
        case TBY_ITEM_CLOSE:
            depth -= depth > 0;
            break;
        }
    }
}

/* Takes the next move; false at the end.  What is before the first one comes
 * first, as a ply without a move. */
static bool next_ply(struct gamebin_plies *it, struct gamebin_ply *out)
{
    const tby_game *g = it->game;

    if (it->begun && it->at == g->items_n)
        return false;
    *out = (struct gamebin_ply){.move = TBY_MOVE_NONE};
    if (it->begun)
        out->move = g->items[it->at++].move;
    it->begun = true;
    read_annotations(it, out);
    return true;
}

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

    next_ply(&it, &ply);
    while (next_ply(&it, &ply)) {
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
    TBY_ASSERT(h.reason < GAMEBIN_REASONS);
    static const uint8_t results[4] = {[TBY_RESULT_WHITE] = 0,
                                       [TBY_RESULT_BLACK] = 1,
                                       [TBY_RESULT_DRAW] = 2,
                                       [TBY_RESULT_NONE] = 3};
    bool compat = flags & TBY_GAMEBIN_COMPAT;
    size_t next = 8;
    unsigned status = (unsigned)h.evals << 6 | (unsigned)h.clocks << 5 |
                      (unsigned)results[h.result] << 3 | h.reason;
    put_bytes(&o, 0,
              tby_str_of(compat ? "PGN1"
                                : "\xF5"
                                  "CD1"));
    put(&o, 4, (uint32_t)h.white.n, 2);
    put(&o, 6, (uint32_t)h.black.n, 2);
    next = put_bytes(&o, next, h.white);
    next = put_bytes(&o, next, h.black);
    next = put_bytes(&o, next, (tby_str){h.date, GAMEBIN_DATE});
    put(&o, next, h.elo[0], 2);
    put(&o, next + 2, h.elo[1], 2);
    put_bytes(&o, next + 4, (tby_str){h.eco, 3});
    put(&o, next + 7, h.base, 2);
    put(&o, next + 9, h.increment, 2);
    put(&o, next + 11, status, 1);
    put(&o, next + 12, h.plies, 2);
    struct gamebin_plies it = {.game = g};
    struct gamebin_columns at = gamebin_columns_of(&h);
    struct gamebin_ply ply;
    tby_pos p = g->start;

    next_ply(&it, &ply);
    for (; next_ply(&it, &ply); at.moves += 3) {
        struct gamebin_move m = tby_gamebin_encode(&p, ply.move);
        put(&o, at.moves, m.word, 2);
        put(&o, at.moves + 2, (uint32_t)m.extra | ply.annotation, 1);
        if (h.evals) {
            put(&o, at.evals,
                ply.has_eval ? tby_gamebin_eval_word(&ply.eval)
                             : GAMEBIN_NO_EVAL,
                4);
            at.evals += 4;
        }
        if (h.clocks) {
            uint64_t s = ply.clock / 1000;
            put(&o, at.clocks,
                !ply.has_clock          ? GAMEBIN_NO_CLOCK
                : s < GAMEBIN_CLOCK_MAX ? (uint32_t)s
                                        : GAMEBIN_CLOCK_MAX,
                2);
            at.clocks += 2;
        }
    }
    *n = gamebin_columns_of(&h).end;
    return TBY_OK;
}

/* Games without a move of their own are distinguished by their plies: the field
 * of the game is not trusted, since a program may have put it together. */
static uint32_t count_plies(const tby_game *g, tby_gamebin_loss *loss)
{
    struct gamebin_plies it = {.game = g};
    struct gamebin_ply ply;
    uint32_t plies = 0;

    for (; next_ply(&it, &ply); plies++) {
        /* What a ply says that is not written, or not so. */
        const struct tby_raw_eval *e = &ply.eval;
        bool late = ply.clock / 1000 > GAMEBIN_CLOCK_MAX;

        loss->comments += ply.comments;
        loss->variations += ply.variations;
        loss->nags += ply.nags;
        loss->clocks += ply.has_clock && late;
        loss->fractions += ply.has_clock && !late && ply.clock % 1000;
        loss->mates +=
            ply.has_eval && e->is_mate &&
            (e->mate < -GAMEBIN_MATE_MAX || e->mate > GAMEBIN_MATE_MAX);
        loss->depths += ply.has_eval && e->has_depth;
    }
    TBY_ASSERT(plies > 0);
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
