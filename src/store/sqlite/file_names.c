/* file_names.c - names of players, events, sites and the rest. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

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
    TBY_ASSERT(c->buckets && c->bits <= 32);
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
    tby_grow_free(NULL, buckets, (size_t)2 << bits, BUCKET);
}

void tby__name_cache_free(names_cache *c)
{
    if (!c->buckets)
        return;
    tby_arena_free(&c->entries);
    free_buckets(c->buckets, c->bits);
    *c = (names_cache){.n = 0};
}

/* As many buckets as entries, at least. */
static tby_rc rehash(names_cache *c, unsigned bits)
{
    names_entry **old = c->buckets;
    size_t n = (size_t)2 << bits, old_n = old ? (size_t)1 << c->bits : 0;
    names_entry **buckets = tby_grow_new(NULL, n, BUCKET);

    TBY_ASSERT(!c->buckets || bits == c->bits + 1);
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

tby_rc tby__name_cache_put(names_cache *c, uint32_t id, tby_str name)
{
    TBY_ASSERT(id >= 1);
    if (!c->buckets) {
        tby_arena_init(&c->entries, NULL);
        TBY_TRY(rehash(c, FIRST_BITS));
    } else if (c->n >= (size_t)1 << c->bits) {
        TBY_TRY(rehash(c, c->bits + 1));
    }
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
uint32_t tby__name_cache_find(names_cache *c, tby_str name)
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

void tby__names_prefetch(const names_cache *c, tby_str name)
{
    if (c->buckets && name.p)
        __builtin_prefetch(text_bucket(c, hash_of(name)));
}

bool tby__name_cache_text(const names_cache *c, uint32_t id, tby_str *out)
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

uint32_t tby__rows_names_n(const store_file *f, store_kind kind)
{
    TBY_ASSERT(kind < STORE_KINDS);
    return f->names_n[kind];
}

/* The kind that takes most goes first. */
void tby__file_names_trim(store_file *f)
{
    for (;;) {
        size_t bytes = 0;
        store_kind most = 0;
        for (store_kind kind = 0; kind < STORE_KINDS; kind++) {
            bytes += f->names[kind].bytes;
            if (f->names[kind].bytes > f->names[most].bytes)
                most = kind;
        }
        if (bytes <= f->names_kept)
            return;
        tby__file_names_drop(f, most);
    }
}

void tby__file_names_drop(store_file *f, store_kind kind)
{
    TBY_ASSERT(kind < STORE_KINDS);
    tby__name_cache_free(&f->names[kind]);
    f->names_all[kind] = false;
}

static tby_rc keep(store_file *f, store_kind kind, uint32_t id, tby_str name)
{
    tby_rc rc = tby__name_cache_put(&f->names[kind], id, name);

    return rc == TBY_OK ? rc : tby__file_fail(f, rc, NULL);
}

tby_str tby__file_text_at(sqlite3_stmt *s, int column)
{
    const void *p = sqlite3_column_blob(s, column);

    return (tby_str){p ? p : "", (size_t)sqlite3_column_bytes(s, column)};
}

/* --- by number ------------------------------------------------------------*/

tby_rc tby__file_load_name(store_file *f, store_kind kind, uint32_t id,
                           tby_str *out)
{
    TBY_ASSERT(kind < STORE_KINDS);
    if (tby__name_cache_text(&f->names[kind], id, out))
        return TBY_OK;
    tby_str name;
    TBY_TRY(tby__file_get_row(f, sql_of(SQL_NAME_PLAYER, kind), id, &name));
    TBY_TRY(keep(f, kind, id, name));
    tby__name_cache_text(&f->names[kind], id, out);
    return TBY_OK;
}

tby_rc tby__rows_name(store_file *f, store_kind kind, uint32_t id, tby_str *out)
{
    tby__file_names_trim(f);
    return tby__file_load_name(f, kind, id, out);
}

/* --- by text --------------------------------------------------------------*/

static tby_rc ask(store_file *f, store_kind kind, tby_str name, uint32_t *out)
{
    sqlite3_stmt *s = tby__file_statement(f, sql_of(SQL_FIND_PLAYER, kind));

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_text64(s, 1, name.n ? name.p : "", name.n, SQLITE_STATIC,
                        SQLITE_UTF8);
    tby_rc rc = tby__file_step(f, s);
    if (rc == TBY_OK)
        *out = (uint32_t)sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    sqlite3_bind_null(s, 1);
    return rc;
}

tby_rc tby__rows_find(store_file *f, store_kind kind, tby_str name,
                      uint32_t *out)
{
    uint32_t id = tby__name_cache_find(&f->names[kind], name);

    TBY_ASSERT(kind < STORE_KINDS);
    if (!id)
        return ask(f, kind, name, out);
    *out = id;
    return TBY_OK;
}

/* --- all of them ----------------------------------------------------------*/

typedef tby_rc each_fn(void *ctx, uint32_t id, tby_str name);

static tby_rc each_of_file(store_file *f, store_kind kind, each_fn *each,
                           void *ctx)
{
    sqlite3_stmt *s = tby__file_statement(f, sql_of(SQL_EACH_PLAYER, kind));
    uint32_t id = 0;
    tby_rc rc;

    if (!s)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        if (sqlite3_column_int64(s, 0) != ++id) {
            rc = tby__file_damaged(f, "name", id);
            break;
        }
        if ((rc = each(ctx, id, tby__file_text_at(s, 1))) != TBY_OK)
            break;
    }
    sqlite3_reset(s);
    return rc == TBY_DONE ? TBY_OK : rc;
}

typedef struct loading {
    store_file *file;
    store_kind kind;
} loading;

static tby_rc load_each(void *ctx, uint32_t id, tby_str name)
{
    const loading *l = ctx;
    names_cache *c = &l->file->names[l->kind];
    tby_str known;

    if (c->bytes > l->file->names_kept / 2)
        return TBY_DONE;
    return tby__name_cache_text(c, id, &known)
               ? TBY_OK
               : keep(l->file, l->kind, id, name);
}

/* Once the questions have cost as much as reading all names would, they are
 * read, and what is not in memory is not in the file. */
static tby_rc maybe_load_all(store_file *f, store_kind kind, uint32_t rows)
{
    f->names_asked[kind] += rows;
    if (f->names_asked[kind] <= f->names_n[kind])
        return TBY_OK;
    loading l = {f, kind};
    tby_rc rc = each_of_file(f, kind, load_each, &l);
    f->names_asked[kind] = 0;
    f->names_all[kind] =
        rc == TBY_OK && f->names[kind].bytes <= f->names_kept / 2;
    return rc;
}

tby_rc tby__rows_names(store_file *f, store_kind kind, each_fn *each, void *ctx)
{
    tby_rc rc = TBY_OK;
    tby_str name;

    TBY_ASSERT(kind < STORE_KINDS);
    if (!f->names_all[kind])
        TBY_TRY(maybe_load_all(f, kind, f->names_n[kind] / 2 + 1));
    if (!f->names_all[kind])
        return each_of_file(f, kind, each, ctx);
    for (uint32_t id = 1; rc == TBY_OK && id <= f->names_n[kind]; id++) {
        rc = tby__file_load_name(f, kind, id, &name);
        if (rc == TBY_DONE)
            return tby__file_damaged(f, "name", id);
        if (rc == TBY_OK)
            rc = each(ctx, id, name);
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc fold_each(void *ctx, uint32_t id, tby_str name)
{
    return tby__file_put_folded(ctx, id, name);
}

tby_rc tby__file_fold_players(store_file *f)
{
    return each_of_file(f, STORE_PLAYER, fold_each, f);
}

/* --- while importing ------------------------------------------------------*/

/* A name that is not in memory; TBY_DONE: nor in the file. */
static tby_rc look_up(store_file *f, store_kind kind, tby_str name,
                      uint32_t *out)
{
    enum { ROWS_PER_QUESTION = 16 }; /* that are read in the time of one */

    TBY_TRY(f->names_all[kind] ? TBY_DONE
                               : maybe_load_all(f, kind, ROWS_PER_QUESTION));
    *out = tby__name_cache_find(&f->names[kind], name);
    if (*out)
        return TBY_OK;
    TBY_TRY(f->names_all[kind] ? TBY_DONE : ask(f, kind, name, out));
    return keep(f, kind, *out, name);
}

tby_rc tby__file_name_id(store_file *f, store_kind kind, tby_str name,
                         uint32_t *out)
{
    TBY_ASSERT(f->writing);
    *out = tby__name_cache_find(&f->names[kind], name);
    if (*out)
        return TBY_OK;
    tby__file_names_trim(f);
    tby_rc rc = look_up(f, kind, name, out);
    if (rc != TBY_DONE)
        return rc;
    sqlite3_stmt *s = tby__file_statement(f, sql_of(SQL_ADD_PLAYER, kind));
    uint32_t id = f->names_n[kind] + 1;

    if (!s)
        return tby__file_fail_sqlite(f);
    if (id == 0)
        return tby__file_fail(f, TBY_E_STORE_FIT, "there are too many names");
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_text64(s, 2, name.n ? name.p : "", name.n, SQLITE_STATIC,
                        SQLITE_UTF8);
    rc = tby__file_step(f, s);
    if (rc < 0)
        return rc;
    f->sums[SUM_NAMES] += (int64_t)name.n;
    sqlite3_reset(s);
    sqlite3_bind_null(s, 2);
    f->names_n[kind] = *out = id;
    TBY_TRY(kind == STORE_PLAYER ? tby__file_put_folded(f, id, name) : TBY_OK);
    return keep(f, kind, *out, name);
}
