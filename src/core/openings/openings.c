#include "tabiya/openings.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/str.h"

#include <string.h>

typedef struct record {
    tby_opening o;
    tby_alias *aliases; /* o.aliases, to be written */
    size_t aliases_cap;
} record;

struct tby_openings {
    tby_alloc alloc;
    tby_identity identity;
    tby_arena arena; /* records and all they point to */
    record **at;
    size_t n, cap;
    tby_hashmap map; /* by position */
};

tby_rc tby_openings_open(tby_openings **out, tby_identity identity,
                         const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_openings *t = memory.realloc(memory.ctx, NULL, 0, sizeof *t);

    if (!t)
        return TBY_E_NOMEM;
    *t = (tby_openings){.alloc = memory, .identity = identity};
    tby_arena_init(&t->arena, &memory);
    *out = t;
    return TBY_OK;
}

void tby_openings_close(tby_openings *t)
{
    if (!t)
        return;
    tby_arena_free(&t->arena);
    tby_grow_free(&t->alloc, t->at, t->cap, sizeof *t->at);
    tby_hashmap_free(&t->map, &t->alloc);
    t->alloc.realloc(t->alloc.ctx, t, sizeof *t, 0);
}

tby_identity tby_openings_identity(const tby_openings *t)
{
    return t->identity;
}

tby_alloc tby_openings_alloc(const tby_openings *t)
{
    return t->alloc;
}

size_t tby_openings_count(const tby_openings *t)
{
    return t->n;
}

const tby_opening *tby_openings_at(const tby_openings *t, size_t i)
{
    return &t->at[i]->o;
}

unsigned tby_source_rank(tby_str source)
{
    static const char *const RANKS[] = {"overlay", "eco_tsv",   "eco_js",
                                        "scid",    "eco_wikip", "wiki_b"};
    const unsigned n = sizeof RANKS / sizeof *RANKS;

    for (unsigned i = 0; i < n; i++)
        if (tby_str_is(source, RANKS[i]))
            return i;
    return tby_str_is(source, "interpolated") ? n + 1 : n;
}

static uint64_t hash_of(const tby_openings *t, const tby_pos *p)
{
    if (t->identity == TBY_IDENTITY_POSITION)
        return p->key;
    uint64_t counters = (uint64_t)p->fullmoves << 16 | p->halfmoves;
    return p->key ^ (counters + 1) * 0x9e3779b97f4a7c15u;
}

bool tby_identity_same(tby_identity identity, const tby_pos *a,
                       const tby_pos *b)
{
    return tby_pos_same(a, b) &&
           (identity == TBY_IDENTITY_POSITION ||
            (a->halfmoves == b->halfmoves && a->fullmoves == b->fullmoves));
}

size_t tby_openings_find(const tby_openings *t, const tby_pos *p)
{
    uint64_t h = hash_of(t, p);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&t->map, h, k)) != TBY_NONE; k++)
        if (tby_identity_same(t->identity, &t->at[i]->o.pos, p))
            return i;
    return TBY_OPENINGS_NONE;
}

static tby_rc copy_text(tby_openings *t, tby_str from, tby_str *to)
{
    char *p = tby_arena_copy(&t->arena, from.p, from.n);

    if (!p)
        return TBY_E_NOMEM;
    *to = (tby_str){p, from.n};
    return TBY_OK;
}

/* Takes the line of another record, if it has one: of two the one that the
 * caller prefers. */
static tby_rc take_line(tby_openings *t, record *r, const tby_opening *o,
                        bool prefer)
{
    if (!o->line || (r->o.line && !prefer))
        return TBY_OK;
    tby_move *line =
        tby_arena_copy(&t->arena, o->line, o->plies * sizeof *line);
    if (!line)
        return TBY_E_NOMEM;
    r->o.line = line;
    r->o.plies = o->plies;
    r->o.pos = o->pos; /* with the counters of this line */
    return TBY_OK;
}

/* Name, source and code of another record. */
static tby_rc take_name(tby_openings *t, record *r, const tby_opening *o)
{
    tby_str name, source, root;

    if (copy_text(t, o->name, &name) != TBY_OK ||
        copy_text(t, o->source, &source) != TBY_OK ||
        copy_text(t, o->root_source, &root) != TBY_OK)
        return TBY_E_NOMEM;
    r->o.name = name;
    r->o.source = source;
    r->o.root_source = root;
    if (o->code[0])
        memcpy(r->o.code, o->code, sizeof r->o.code);
    return TBY_OK;
}

static tby_rc add_alias(tby_openings *t, record *r, tby_str source,
                        tby_str name)
{
    size_t n = r->o.aliases_n;
    tby_alias alias;

    for (size_t i = 0; i < n; i++)
        if (tby_str_equal(r->aliases[i].name, name) &&
            tby_str_equal(r->aliases[i].source, source))
            return TBY_OK;
    if (n == r->aliases_cap) {
        size_t cap = n ? 2 * n : 2;
        tby_alias *aliases = tby_arena_take(&t->arena, cap * sizeof *aliases);
        if (!aliases)
            return TBY_E_NOMEM;
        if (n)
            memcpy(aliases, r->aliases, n * sizeof *aliases);
        r->o.aliases = r->aliases = aliases;
        r->aliases_cap = cap;
    }
    TBY_TRY(copy_text(t, source, &alias.source));
    TBY_TRY(copy_text(t, name, &alias.name));
    r->aliases[r->o.aliases_n++] = alias;
    return TBY_OK;
}

/* What another record calls the position is an alias if it is another name. */
static tby_rc add_other_name(tby_openings *t, record *r, tby_str source,
                             tby_str name)
{
    return tby_str_equal(name, r->o.name) ? TBY_OK
                                          : add_alias(t, r, source, name);
}

static tby_rc add_record(tby_openings *t, const tby_opening *o)
{

    if (t->n >= UINT32_MAX / 4)
        return TBY_E_LIMIT;
    TBY_HASHMAP_ROOM(&t->map, &t->alloc, t->n, hash_of(t, &t->at[i]->o.pos));
    TBY_TRY(TBY_GROW(&t->alloc, t->at, t->cap, t->n + 1));
    record *r = tby_arena_take(&t->arena, sizeof *r);
    if (!r)
        return TBY_E_NOMEM;
    *r = (record){.o = {.pos = o->pos, .eco_root = o->eco_root}};
    memcpy(r->o.scid, o->scid, sizeof r->o.scid);
    TBY_TRY(take_name(t, r, o));
    TBY_TRY(take_line(t, r, o, true));
    /* A new record's own aliases are kept as they are, even one that repeats
     * the name: a source that is written again must not lose it */
    for (size_t i = 0; i < o->aliases_n; i++)
        TBY_TRY(add_alias(t, r, o->aliases[i].source, o->aliases[i].name));
    tby_hashmap_put(&t->map, hash_of(t, &o->pos), (uint32_t)t->n);
    t->at[t->n++] = r;
    return TBY_OK;
}

static tby_rc join_record(tby_openings *t, record *r, const tby_opening *o)
{
    bool better = tby_source_rank(o->source) < tby_source_rank(r->o.source);
    tby_alias other = better ? (tby_alias){r->o.source, r->o.name}
                             : (tby_alias){o->source, o->name};

    if (better) {
        /* The record goes on under the name of a better source; what has become
         * the name itself is no alias any more. */
        size_t kept = 0;
        TBY_TRY(take_name(t, r, o));
        for (size_t i = 0; i < r->o.aliases_n; i++)
            if (!tby_str_equal(r->aliases[i].name, r->o.name))
                r->aliases[kept++] = r->aliases[i];
        r->o.aliases_n = kept;
    }
    TBY_TRY(add_other_name(t, r, other.source, other.name));
    for (size_t i = 0; i < o->aliases_n; i++)
        TBY_TRY(add_other_name(t, r, o->aliases[i].source, o->aliases[i].name));
    TBY_TRY(take_line(t, r, o, better));
    if (!r->o.scid[0])
        memcpy(r->o.scid, o->scid, sizeof r->o.scid);
    if (!r->o.code[0])
        memcpy(r->o.code, o->code, sizeof r->o.code);
    r->o.eco_root |= o->eco_root;
    return TBY_OK;
}

tby_rc tby_openings_add(tby_openings *t, const tby_opening *o)
{
    size_t i = tby_openings_find(t, &o->pos);

    return i == TBY_OPENINGS_NONE ? add_record(t, o)
                                  : join_record(t, t->at[i], o);
}
