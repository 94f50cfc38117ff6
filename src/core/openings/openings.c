/* openings.c - see tabiya/openings.h. */
#include "tabiya/openings.h"
#include "core/base/arena.h"
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
    uint32_t *slots; /* by hash: index + 1, or 0; half of them free */
    size_t slots_n;  /* a power of two, or 0 */
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

static void *resize(tby_openings *t, void *p, size_t old, size_t n)
{
    return t->alloc.realloc(t->alloc.ctx, p, old, n);
}

void tby_openings_close(tby_openings *t)
{
    if (!t)
        return;
    tby_arena_free(&t->arena);
    if (t->at)
        resize(t, t->at, t->cap * sizeof(record *), 0);
    if (t->slots)
        resize(t, t->slots, t->slots_n * sizeof *t->slots, 0);
    resize(t, t, sizeof *t, 0);
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

/* --- looking up -----------------------------------------------------------*/

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

/* The slot of a position, or the free one where it would go. */
static size_t slot_of(const tby_openings *t, const tby_pos *p)
{
    size_t mask = t->slots_n - 1;
    size_t i = (size_t)(hash_of(t, p) >> 20) & mask;

    while (t->slots[i] &&
           !tby_identity_same(t->identity, &t->at[t->slots[i] - 1]->o.pos, p))
        i = (i + 1) & mask;
    return i;
}

size_t tby_openings_find(const tby_openings *t, const tby_pos *p)
{
    if (t->n == 0)
        return TBY_OPENINGS_NONE;
    uint32_t slot = t->slots[slot_of(t, p)];
    return slot ? slot - 1 : TBY_OPENINGS_NONE;
}

/* --- growing --------------------------------------------------------------*/

static tby_rc grow_slots(tby_openings *t)
{
    size_t old = t->slots_n, n = old ? 2 * old : 1024;
    uint32_t *slots = resize(t, NULL, 0, n * sizeof *slots);

    if (!slots)
        return TBY_E_NOMEM;
    if (t->slots)
        resize(t, t->slots, old * sizeof *slots, 0);
    memset(slots, 0, n * sizeof *slots);
    t->slots = slots;
    t->slots_n = n;
    for (size_t i = 0; i < t->n; i++)
        slots[slot_of(t, &t->at[i]->o.pos)] = (uint32_t)i + 1;
    return TBY_OK;
}

static tby_rc reserve(tby_openings *t)
{
    if (t->n >= UINT32_MAX / 4)
        return TBY_E_LIMIT;
    if (2 * (t->n + 1) > t->slots_n && grow_slots(t) != TBY_OK)
        return TBY_E_NOMEM;
    if (t->n < t->cap)
        return TBY_OK;
    size_t cap = t->cap ? 2 * t->cap : 512;
    record **at =
        resize(t, t->at, t->cap * sizeof(record *), cap * sizeof(record *));
    if (!at)
        return TBY_E_NOMEM;
    t->at = at;
    t->cap = cap;
    return TBY_OK;
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

/* --- aliases --------------------------------------------------------------*/

static bool has_alias(const record *r, tby_str source, tby_str name)
{
    for (size_t i = 0; i < r->o.aliases_n; i++)
        if (tby_str_equal(r->aliases[i].name, name) &&
            tby_str_equal(r->aliases[i].source, source))
            return true;
    return false;
}

static tby_rc reserve_alias(tby_openings *t, record *r)
{
    if (r->o.aliases_n < r->aliases_cap)
        return TBY_OK;
    size_t cap = r->aliases_cap ? 2 * r->aliases_cap : 2;
    tby_alias *aliases = tby_arena_take(&t->arena, cap * sizeof *aliases);
    if (!aliases)
        return TBY_E_NOMEM;
    if (r->o.aliases_n)
        memcpy(aliases, r->aliases, r->o.aliases_n * sizeof *aliases);
    r->o.aliases = r->aliases = aliases;
    r->aliases_cap = cap;
    return TBY_OK;
}

static tby_rc add_alias(tby_openings *t, record *r, tby_str source,
                        tby_str name)
{
    tby_alias alias;

    if (has_alias(r, source, name))
        return TBY_OK;
    if (reserve_alias(t, r) != TBY_OK ||
        copy_text(t, source, &alias.source) != TBY_OK ||
        copy_text(t, name, &alias.name) != TBY_OK)
        return TBY_E_NOMEM;
    r->aliases[r->o.aliases_n++] = alias;
    return TBY_OK;
}

/* What has become the name itself is no alias any more. */
static void drop_alias(record *r, tby_str name)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->o.aliases_n; i++)
        if (!tby_str_equal(r->aliases[i].name, name))
            r->aliases[kept++] = r->aliases[i];
    r->o.aliases_n = kept;
}

/* What another record calls the position is an alias if it is another name. */
static tby_rc add_other_name(tby_openings *t, record *r, tby_str source,
                             tby_str name)
{
    return tby_str_equal(name, r->o.name) ? TBY_OK
                                          : add_alias(t, r, source, name);
}

static tby_rc take_aliases(tby_openings *t, record *r, const tby_opening *o)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < o->aliases_n && rc == TBY_OK; i++)
        rc = add_other_name(t, r, o->aliases[i].source, o->aliases[i].name);
    return rc;
}

/* A new record's own aliases are kept as they are, even one that repeats the
 * name: a source that is written again must not lose it. */
static tby_rc copy_aliases(tby_openings *t, record *r, const tby_opening *o)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < o->aliases_n && rc == TBY_OK; i++)
        rc = add_alias(t, r, o->aliases[i].source, o->aliases[i].name);
    return rc;
}

/* --- joining --------------------------------------------------------------*/

static tby_rc add_record(tby_openings *t, const tby_opening *o)
{
    tby_rc rc = reserve(t);
    record *r = tby_arena_take(&t->arena, sizeof *r);

    if (rc != TBY_OK || !r)
        return rc != TBY_OK ? rc : TBY_E_NOMEM;
    *r = (record){.o = {.pos = o->pos, .eco_root = o->eco_root}};
    memcpy(r->o.scid, o->scid, sizeof r->o.scid);
    rc = take_name(t, r, o);
    if (rc == TBY_OK)
        rc = take_line(t, r, o, true);
    if (rc == TBY_OK)
        rc = copy_aliases(t, r, o);
    if (rc != TBY_OK)
        return rc;
    t->slots[slot_of(t, &o->pos)] = (uint32_t)t->n + 1;
    t->at[t->n++] = r;
    return TBY_OK;
}

/* The record goes on under the name of a better source. */
static tby_rc rename_record(tby_openings *t, record *r, const tby_opening *o)
{
    tby_opening old = r->o;
    tby_rc rc = take_name(t, r, o);

    drop_alias(r, r->o.name);
    return rc == TBY_OK ? add_other_name(t, r, old.source, old.name) : rc;
}

static tby_rc join_record(tby_openings *t, record *r, const tby_opening *o)
{
    bool better = tby_source_rank(o->source) < tby_source_rank(r->o.source);
    tby_rc rc = better ? rename_record(t, r, o)
                       : add_other_name(t, r, o->source, o->name);

    if (rc == TBY_OK)
        rc = take_aliases(t, r, o);
    if (rc == TBY_OK)
        rc = take_line(t, r, o, better);
    if (!r->o.scid[0])
        memcpy(r->o.scid, o->scid, sizeof r->o.scid);
    if (!r->o.code[0])
        memcpy(r->o.code, o->code, sizeof r->o.code);
    r->o.eco_root |= o->eco_root;
    return rc;
}

tby_rc tby_openings_add(tby_openings *t, const tby_opening *o)
{
    size_t i = tby_openings_find(t, &o->pos);

    return i == TBY_OPENINGS_NONE ? add_record(t, o)
                                  : join_record(t, t->at[i], o);
}
