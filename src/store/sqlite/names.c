/* names.c - see names.h. */
#include "store/sqlite/names.h"

#include "core/base/checksum.h"
#include "core/base/grow.h"

#include <string.h>

enum { FIRST_BITS = 8 };

static uint32_t hash_of(tby_str name)
{
    return (uint32_t)tby_checksum(name.p, name.n);
}

static uint32_t *text_bucket(const names_cache *c, uint32_t hash)
{
    return &c->buckets[hash >> (32 - c->bits)];
}

static uint32_t *id_bucket(const names_cache *c, uint32_t id)
{
    size_t n = (size_t)1 << c->bits;

    return &c->buckets[n + (id & (n - 1))];
}

void names_free(names_cache *c)
{
    const tby_alloc alloc = tby_alloc_libc();

    if (c->n == 0)
        return;
    tby_arena_free(&c->text);
    tby_grow_free(&alloc, c->entry, c->cap, sizeof *c->entry);
    tby_grow_free(&alloc, c->buckets, (size_t)2 << c->bits, sizeof *c->buckets);
    *c = (names_cache){.n = 0};
}

static void link_entry(names_cache *c, uint32_t at)
{
    names_entry *e = &c->entry[at];
    uint32_t *text = text_bucket(c, e->hash), *id = id_bucket(c, e->id);

    e->next_text = *text;
    e->next_id = *id;
    *text = *id = at;
}

/* As many buckets as entries, at least. */
static tby_rc spread(names_cache *c, unsigned bits)
{
    const tby_alloc alloc = tby_alloc_libc();
    size_t n = (size_t)2 << bits;
    uint32_t *buckets = tby_grow_new(&alloc, n, sizeof *buckets);

    if (!buckets)
        return TBY_E_NOMEM;
    tby_grow_free(&alloc, c->buckets, (size_t)2 << c->bits, sizeof *c->buckets);
    memset(buckets, 0, n * sizeof *buckets);
    c->bytes += n * sizeof *buckets / 2;
    c->buckets = buckets;
    c->bits = bits;
    for (uint32_t i = 1; i < c->n; i++)
        link_entry(c, i);
    return TBY_OK;
}

static tby_rc begin(names_cache *c)
{
    const tby_alloc alloc = tby_alloc_libc();
    tby_rc rc =
        tby_grow(&alloc, (void **)&c->entry, &c->cap, 1, sizeof *c->entry);

    if (rc != TBY_OK)
        return rc;
    tby_arena_init(&c->text, NULL);
    c->n = 1;
    rc = spread(c, FIRST_BITS);
    if (rc != TBY_OK)
        names_free(c);
    return rc;
}

tby_rc names_put(names_cache *c, uint32_t id, tby_str name)
{
    const tby_alloc alloc = tby_alloc_libc();
    tby_rc rc = c->n ? TBY_OK : begin(c);

    if (rc == TBY_OK && c->n > (size_t)1 << c->bits)
        rc = spread(c, c->bits + 1);
    if (rc == TBY_OK)
        rc = tby_grow(&alloc, (void **)&c->entry, &c->cap, c->n + 1,
                      sizeof *c->entry);
    if (rc != TBY_OK)
        return rc;
    /* One byte more, so that an empty name has a place, too. */
    char *p = tby_arena_take(&c->text, name.n + 1);
    if (!p)
        return TBY_E_NOMEM;
    if (name.n)
        memcpy(p, name.p, name.n);
    c->entry[c->n] = (names_entry){
        .p = p, .n = (uint32_t)name.n, .id = id, .hash = hash_of(name)};
    link_entry(c, (uint32_t)c->n++);
    c->bytes += sizeof *c->entry + name.n + 8;
    return TBY_OK;
}

static bool is_name(const names_entry *e, tby_str name)
{
    return e->n == name.n && memcmp(e->p, name.p, name.n) == 0;
}

/* Games of an event follow each other: the name of last time is looked at
 * first. */
uint32_t names_find(names_cache *c, tby_str name)
{
    if (c->n == 0)
        return 0;
    if (c->last && is_name(&c->entry[c->last], name))
        return c->entry[c->last].id;
    uint32_t hash = hash_of(name);
    for (uint32_t at = *text_bucket(c, hash); at; at = c->entry[at].next_text)
        if (c->entry[at].hash == hash && is_name(&c->entry[at], name)) {
            c->last = at;
            return c->entry[at].id;
        }
    return 0;
}

bool names_text(const names_cache *c, uint32_t id, tby_str *out)
{
    if (c->n == 0)
        return false;
    for (uint32_t at = *id_bucket(c, id); at; at = c->entry[at].next_id)
        if (c->entry[at].id == id) {
            *out = (tby_str){c->entry[at].p, c->entry[at].n};
            return true;
        }
    return false;
}
