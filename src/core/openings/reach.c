/* reach.c - see reach.h. */
#include "core/openings/reach.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "tabiya/family.h"
#include "tabiya/relations.h"

#include <string.h>

enum {
    /* Ways up to NEAR are compared, so that lines are as short as they can be;
     * longer ones cost ten times more for each two plies, and only serve
     * records that would have no line at all. */
    NEAR = 6,
    MAX_PLIES = 255,
    UNKNOWN = MAX_PLIES + 1
};

/* A record, or the start of the game, and the last step to it. */
typedef struct node {
    tby_pos pos;
    const tby_opening *opening; /* NULL: the start */
    unsigned plies;             /* of its line, or UNKNOWN */
    unsigned strangeness;       /* of the last step */
    unsigned longest;           /* way between two named positions so far */
    unsigned way_n;
    size_t from;
    tby_move way[TBY_WAY_MAX];
    bool final; /* the line is not to be replaced */
} node;

typedef struct reach {
    tby_alloc alloc;
    tby_openings *t;
    size_t n;
    node *nodes; /* the start, then the records */
    tby_way_memory *memory;
    unsigned gap; /* plies of a way, at most */
} reach;

/* --- relatives ------------------------------------------------------------*/

static unsigned code_distance(const tby_opening *a, const tby_opening *b)
{
    int x = tby_eco_index(a->code), y = tby_eco_index(b->code);

    return (unsigned)(x > y ? x - y : y - x);
}

/* How unlikely a player would come to `to` from there.  The weights were
 * chosen by comparing with the lines of the lichess lists. */
static unsigned strangeness(const node *from, const node *to, unsigned way_n)
{
    unsigned sum = 200 * (way_n - 1);

    if (!from->opening)
        return sum + 400; /* as strange as another opening */
    const tby_opening *a = from->opening, *b = to->opening;
    if (!tby_str_equal(tby_name_split(a->name).family,
                       tby_name_split(b->name).family))
        sum += 200;
    if (!tby_str_starts(b->name, a->name))
        sum += 200;
    return sum + code_distance(a, b);
}

/* --- steps ----------------------------------------------------------------*/

/* Would a step from there make the line to this node better? */
static bool improves(const node *from, const node *to, unsigned way_n)
{
    unsigned plies = from->plies + way_n;

    if (plies != to->plies)
        return plies < to->plies;
    return strangeness(from, to, way_n) < to->strangeness;
}

static void step(reach *r, size_t from, size_t to)
{
    const node *a = &r->nodes[from];
    node *b = &r->nodes[to];
    unsigned n = tby_way_bound(&a->pos, &b->pos);
    tby_move way[TBY_WAY_MAX];

    for (n = n ? n : 2; n <= r->gap && improves(a, b, n); n += 2) {
        if (!tby_way_find(r->memory, &a->pos, &b->pos, n, way))
            continue;
        b->plies = a->plies + n;
        b->strangeness = strangeness(a, b, n);
        b->longest = a->longest > n ? a->longest : n;
        b->from = from;
        b->way_n = n;
        memcpy(b->way, way, n * sizeof *way);
        return;
    }
}

/* All lines with ways of at most r->gap plies.  Every step adds plies, so when
 * its turn comes a node has its best line. */
static void spread(reach *r)
{
    for (unsigned plies = 0; plies + r->gap <= MAX_PLIES; plies++)
        for (size_t from = 0; from < r->n; from++) {
            if (r->nodes[from].plies != plies)
                continue;
            r->nodes[from].final = true;
            for (size_t to = 1; to < r->n; to++)
                if (!r->nodes[to].final)
                    step(r, from, to);
        }
}

static bool all_final(const reach *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (!r->nodes[i].final)
            return false;
    return true;
}

/* --- the table ------------------------------------------------------------*/

/* Writes the line to a node, backwards from its end. */
static void write_line(const reach *r, const node *to, tby_move *line)
{
    tby_move *end = line + to->plies;

    for (; to->way_n; to = &r->nodes[to->from]) {
        end -= to->way_n;
        memcpy(end, to->way, to->way_n * sizeof *line);
    }
    /* The rest is a line that the table had. */
    if (end > line)
        memcpy(line, to->opening->line, to->plies * sizeof *line);
}

static tby_rc add_line(reach *r, const node *to)
{
    tby_move line[MAX_PLIES];
    tby_opening o = *to->opening;

    write_line(r, to, line);
    o.pos = tby_pos_start();
    for (unsigned i = 0; i < to->plies; i++)
        tby_pos_play(&o.pos, line[i]);
    TBY_ASSERT(tby_pos_same(&o.pos, &to->pos));
    o.line = line;
    o.searched = true;
    o.plies = to->plies;
    return tby_openings_add(r->t, &o);
}

static tby_rc add_lines(reach *r, tby_reach_sum *sum)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 1; i < r->n && rc == TBY_OK; i++) {
        const node *to = &r->nodes[i];
        if (to->way_n) {
            sum->found[to->longest]++;
            rc = add_line(r, to);
        } else if (!to->opening->line) {
            sum->missing++;
        }
    }
    return rc;
}

static void begin(reach *r)
{
    r->nodes[0] = (node){.pos = tby_pos_start()};
    for (size_t i = 1; i < r->n; i++) {
        const tby_opening *o = tby_openings_at(r->t, i - 1);
        bool is_start = tby_pos_same(&o->pos, &r->nodes[0].pos);
        bool has_line = o->line && o->plies <= MAX_PLIES;
        r->nodes[i] = (node){.pos = o->pos,
                             .opening = o,
                             .plies = has_line ? o->plies : UNKNOWN,
                             .final = o->line || is_start};
    }
    memset(r->memory, 0, sizeof *r->memory);
}

static void *resize(reach *r, void *p, size_t old, size_t size)
{
    return r->alloc.realloc(r->alloc.ctx, p, old, size);
}

tby_rc tby_openings_reach(tby_openings *t, tby_reach_sum *sum)
{
    reach r = {
        .alloc = tby_openings_alloc(t), .t = t, .n = tby_openings_count(t) + 1};
    const size_t size = r.n * sizeof *r.nodes;
    tby_rc rc = TBY_E_NOMEM;

    TBY_ASSERT(tby_openings_identity(t) == TBY_IDENTITY_POSITION);
    *sum = (tby_reach_sum){.missing = 0};
    r.nodes = resize(&r, NULL, 0, size);
    r.memory = resize(&r, NULL, 0, sizeof *r.memory);
    if (r.nodes && r.memory) {
        begin(&r);
        for (r.gap = NEAR; r.gap <= TBY_WAY_MAX && !all_final(&r); r.gap++)
            spread(&r);
        rc = add_lines(&r, sum);
    }
    if (r.nodes)
        resize(&r, r.nodes, size, 0);
    if (r.memory)
        resize(&r, r.memory, sizeof *r.memory, 0);
    return rc;
}
