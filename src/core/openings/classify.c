/* classify.c - see tabiya/classify.h.
 *
 * A game stays in reach of a list of names as long as the names have a position
 * with no pawn at home that the game has moved, no castling for a side that can
 * castle no more, and no more men than the game.  For each set of home pawns
 * and sides that can castle `least` holds the fewest men of any such position:
 * one byte says whether the game can ever meet a name again. */
#include "tabiya/classify.h"
#include "core/base/str.h"
#include "core/chess/bitboard.h"
#include "core/game/game.h"
#include "core/openings/names_bloom.h"
#include "tabiya/limits.h"

#include <string.h>

enum { HOME_BITS = 18, HOMES = 1 << HOME_BITS };

struct tby_classifier {
    tby_alloc alloc;
    tby_names names;
    names_bloom bloom;
    uint8_t least[HOMES];
};

struct tby_naming {
    tby_alloc alloc;
    const tby_classifier *classifier;
    tby_pos last; /* the last position with a name, or the first of all */
    size_t n;
    tby_named named[TBY_MAX_PLIES + 1];
};

/* What a game can only lose: White's eight pawns at home, Black's, and whether
 * each side may castle. */
TBY_INLINE uint32_t home_of(const tby_pos *p)
{
    const tby_bb black = p->plane[3];
    tby_bb pawns = tby_pos_role(p, TBY_PAWN);
    bool white_castles = p->castling & BB_RANK(0);
    bool black_castles = p->castling & BB_RANK(7);

    return (uint32_t)((pawns & ~black) >> 8 & 255) |
           (uint32_t)((pawns & black) >> 40 & 255 << 8) |
           (uint32_t)white_castles << 16 | (uint32_t)black_castles << 17;
}

tby_rc tby_classifier_open(tby_classifier **out, const tby_names *names,
                           const tby_alloc *alloc)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    tby_classifier *c = a.realloc(a.ctx, NULL, 0, sizeof *c);

    if (!c)
        return TBY_E_NOMEM;
    memset(c, 0, sizeof *c);
    c->alloc = a;
    c->names = *names;
    tby_opening o;

    memset(c->least, UINT8_MAX, sizeof c->least);
    for (uint32_t i = 0; i < c->names.count; i++) {
        tby_names_get(&c->names, i, &o);
        uint8_t *least = &c->least[home_of(&o.pos)];
        unsigned men = bb_count(tby_pos_occupied(&o.pos));
        if (men < *least)
            *least = (uint8_t)men;
    }
    /* takes from each set the fewest of the sets that lack one element */
    for (uint32_t bit = 1; bit < HOMES; bit *= 2)
        for (uint32_t from = 0; from < HOMES; from += 2 * bit)
            for (uint32_t i = from; i < from + bit; i++)
                if (c->least[i] < c->least[i + bit])
                    c->least[i + bit] = c->least[i];
    tby__names_bloom_fill(&c->bloom, &c->names);
    *out = c;
    return TBY_OK;
}

void tby_classifier_close(tby_classifier *c)
{
    if (c)
        c->alloc.realloc(c->alloc.ctx, c, sizeof *c, 0);
}

bool tby_classifier_can_follow(const tby_classifier *c, const tby_pos *pos)
{
    return c->least[home_of(pos)] <= bb_count(tby_pos_occupied(pos));
}

tby_rc tby_naming_open(tby_naming **out, const tby_classifier *c,
                       const tby_alloc *alloc)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    tby_naming *n = a.realloc(a.ctx, NULL, 0, sizeof *n);

    if (!n)
        return TBY_E_NOMEM;
    n->alloc = a;
    n->classifier = c;
    n->n = 0;
    n->last = tby_pos_start();
    *out = n;
    return TBY_OK;
}

void tby_naming_close(tby_naming *n)
{
    if (n)
        n->alloc.realloc(n->alloc.ctx, n, sizeof *n, 0);
}

bool tby_naming_look(void *naming, const tby_pos *pos, uint32_t ply)
{
    tby_naming *n = naming;

    if (ply == 0) {
        n->n = 0;
        n->last = *pos;
    }
    uint32_t entry = names_bloom_has(&n->classifier->bloom, pos->key)
                         ? tby_names_find(&n->classifier->names, pos)
                         : TBY_NAMES_NONE;
    if (entry == TBY_NAMES_NONE)
        return tby_classifier_can_follow(n->classifier, pos);
    n->named[n->n] = (tby_named){ply, entry};
    n->n += n->n < TBY_MAX_PLIES; /* no reader gives longer games */
    n->last = *pos;
    return true;
}

static bool follows(const tby_game *g, const tby_move *line, uint32_t plies)
{
    const tby_pos start = tby_pos_start();
    tby_mainline m = {.game = g};
    uint32_t same = 0;

    if (g->setup && !tby_pos_same(&g->start, &start))
        return false;
    while (same < plies && tby_mainline_next(&m) == line[same])
        same++;
    return same == plies;
}

void tby_naming_end(tby_naming *n, const tby_game *g, tby_classified *out)
{
    *out = (tby_classified){.entry = TBY_NAMES_NONE,
                            .left_pos = n->last,
                            .named = n->named,
                            .named_n = n->n};
    if (n->n) {
        out->entry = n->named[n->n - 1].entry;
        out->ply = n->named[n->n - 1].ply;
        tby_names_peek(&n->classifier->names, out->entry, &out->opening);
        const tby_opening *o = &out->opening;
        if (o->line)
            out->order = o->plies == out->ply && follows(g, o->line, o->plies)
                             ? TBY_ORDER_OWN
                             : TBY_ORDER_TRANSPOSED;
    }
    /* Move number i of the main line, from 0. */
    uint32_t ply = out->ply;
    tby_mainline m = {.game = g};
    while (ply--)
        tby_mainline_next(&m);
    out->left = tby_mainline_next(&m);
    out->left_ply = out->left == TBY_MOVE_NONE ? 0 : out->ply + 1;
    n->n = 0;
}

void tby_classify(tby_naming *n, const tby_game *g, tby_classified *out)
{
    tby_game_show(g, tby_naming_look, n);
    tby_naming_end(n, g, out);
}

bool tby_naming_next_change(const tby_naming *n, const tby_classified *a,
                            size_t *at, tby_named *out)
{
    const tby_names *names = &n->classifier->names;
    tby_opening here, next;

    if (*at >= a->named_n)
        return false;
    *out = a->named[(*at)++];
    tby_names_peek(names, out->entry, &here);
    for (; *at < a->named_n; (*at)++) {
        tby_names_peek(names, a->named[*at].entry, &next);
        if (!(tby_str_equal(here.name, next.name) &&
              strcmp(here.code, next.code) == 0))
            break;
    }
    return true;
}
