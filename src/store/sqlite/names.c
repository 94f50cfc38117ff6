/* names.c - see names.h. */
#include "store/sqlite/names.h"

#include "core/base/grow.h"

#include <string.h>

enum { FIRST_BITS = 8 };

/* Found names are mostly not in the processor's cache: what is looked at of
 * one lies together. */
struct names_entry {
    names_entry *next_text, *next_id; /* in their buckets */
    uint32_t n, id, hash;
    char text[];
};

/* --- hashes ---------------------------------------------------------------*/

static uint64_t word_at(const char *p, size_t n)
{
    uint64_t word = 0;

    memcpy(&word, p, n);
    return word;
}

static uint64_t mixed(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
    return h ^ h >> 29;
}

/* The last word overlaps with the one before it: its size is always known to
 * the compiler. */
static uint32_t hash_of(tby_str name)
{
    enum { WORD = 8, HALF = 4 };
    uint64_t h = name.n;
    size_t i = 0;

    for (; i + WORD < name.n; i += WORD)
        h = mixed(h, word_at(name.p + i, WORD));
    if (name.n >= WORD) {
        h = mixed(h, word_at(name.p + name.n - WORD, WORD));
    } else if (name.n >= HALF) {
        h = mixed(h, word_at(name.p, HALF) << 32 |
                         word_at(name.p + name.n - HALF, HALF));
    } else {
        for (; i < name.n; i++)
            h = mixed(h, (unsigned char)name.p[i]);
    }
    return (uint32_t)(mixed(h, 0) >> 32);
}

enum { BUCKET = sizeof(void *) };

/* --- entries --------------------------------------------------------------*/

static names_entry **text_bucket(const names_cache *c, uint32_t hash)
{
    return &c->buckets[hash >> (32 - c->bits)];
}

static names_entry **id_bucket(const names_cache *c, uint32_t id)
{
    size_t n = (size_t)1 << c->bits;

    return &c->buckets[n + (id & (n - 1))];
}

static void link_entry(names_cache *c, names_entry *e)
{
    names_entry **text = text_bucket(c, e->hash), **id = id_bucket(c, e->id);

    e->next_text = *text;
    e->next_id = *id;
    *text = *id = e;
}

static void free_buckets(names_entry **buckets, unsigned bits)
{
    const tby_alloc alloc = tby_alloc_libc();

    tby_grow_free(&alloc, buckets, (size_t)2 << bits, BUCKET);
}

void names_free(names_cache *c)
{
    if (!c->buckets)
        return;
    tby_arena_free(&c->entries);
    free_buckets(c->buckets, c->bits);
    *c = (names_cache){.n = 0};
}

/* As many buckets as entries, at least. */
static tby_rc spread(names_cache *c, unsigned bits)
{
    const tby_alloc alloc = tby_alloc_libc();
    names_entry **old = c->buckets;
    size_t n = (size_t)2 << bits, old_n = old ? (size_t)1 << c->bits : 0;
    names_entry **buckets = tby_grow_new(&alloc, n, BUCKET);

    if (!buckets)
        return TBY_E_NOMEM;
    memset(buckets, 0, n * BUCKET);
    c->bytes += n * BUCKET / 2;
    c->buckets = buckets;
    c->bits = bits;
    for (size_t i = 0; i < old_n; i++)
        for (names_entry *e = old[i], *next; e; e = next) {
            next = e->next_text;
            link_entry(c, e);
        }
    if (old)
        free_buckets(old, bits - 1);
    return TBY_OK;
}

static tby_rc make_room(names_cache *c)
{
    if (c->buckets)
        return c->n < (size_t)1 << c->bits ? TBY_OK : spread(c, c->bits + 1);
    tby_arena_init(&c->entries, NULL);
    return spread(c, FIRST_BITS);
}

tby_rc names_put(names_cache *c, uint32_t id, tby_str name)
{
    tby_rc rc = make_room(c);

    if (rc != TBY_OK)
        return rc;
    names_entry *e = tby_arena_take(&c->entries, sizeof *e + name.n);
    if (!e)
        return TBY_E_NOMEM;
    *e = (names_entry){.n = (uint32_t)name.n, .id = id, .hash = hash_of(name)};
    if (name.n)
        memcpy(e->text, name.p, name.n);
    link_entry(c, e);
    c->n++;
    c->bytes += sizeof *e + name.n + 8;
    return TBY_OK;
}

/* --- questions ------------------------------------------------------------*/

static bool is_name(const names_entry *e, tby_str name)
{
    return e->n == name.n && memcmp(e->text, name.p, name.n) == 0;
}

/* Games of an event follow each other: the name of last time is looked at
 * first. */
uint32_t names_find(names_cache *c, tby_str name)
{
    if (!c->buckets)
        return 0;
    if (c->last && is_name(c->last, name))
        return c->last->id;
    uint32_t hash = hash_of(name);
    for (const names_entry *e = *text_bucket(c, hash); e; e = e->next_text)
        if (e->hash == hash && is_name(e, name)) {
            c->last = e;
            return e->id;
        }
    return 0;
}

void names_expect(const names_cache *c, tby_str name)
{
    if (c->buckets && name.p)
        __builtin_prefetch(text_bucket(c, hash_of(name)));
}

bool names_text(const names_cache *c, uint32_t id, tby_str *out)
{
    if (!c->buckets)
        return false;
    for (const names_entry *e = *id_bucket(c, id); e; e = e->next_id)
        if (e->id == id) {
            *out = (tby_str){e->text, e->n};
            return true;
        }
    return false;
}
