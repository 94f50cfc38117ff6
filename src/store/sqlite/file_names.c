/* file_names.c - names of players, events, sites and the rest. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"

/* Names of all kinds in memory. */
static const size_t KEPT = (size_t)64 << 20;

uint32_t store_file_names_n(const store_file *f, store_kind kind)
{
    return f->names_n[kind];
}

/* The kind that takes most goes first. */
void file_names_trim(store_file *f)
{
    for (;;) {
        size_t bytes = 0;
        store_kind most = 0;
        for (store_kind kind = 0; kind < STORE_KINDS; kind++) {
            bytes += f->names[kind].bytes;
            if (f->names[kind].bytes > f->names[most].bytes)
                most = kind;
        }
        if (bytes <= KEPT)
            return;
        file_names_drop(f, most);
    }
}

void file_names_drop(store_file *f, store_kind kind)
{
    names_free(&f->names[kind]);
    f->names_all[kind] = false;
}

static tby_rc keep(store_file *f, store_kind kind, uint32_t id, tby_str name)
{
    tby_rc rc = names_put(&f->names[kind], id, name);

    return rc == TBY_OK ? rc : file_fail(f, rc, NULL);
}

static tby_str text_at(sqlite3_stmt *s, int column)
{
    const void *p = sqlite3_column_blob(s, column);

    return (tby_str){p ? p : "", (size_t)sqlite3_column_bytes(s, column)};
}

/* --- by number ------------------------------------------------------------*/

static tby_rc load_name(store_file *f, store_kind kind, uint32_t id)
{
    tby_str name;
    tby_rc rc = file_get_row(f, sql_of(SQL_NAME_PLAYER, kind), id, &name);

    return rc == TBY_OK ? keep(f, kind, id, name) : rc;
}

tby_rc file_name(store_file *f, store_kind kind, uint32_t id, tby_str *out)
{
    if (names_text(&f->names[kind], id, out))
        return TBY_OK;
    tby_rc rc = load_name(f, kind, id);
    if (rc == TBY_OK)
        names_text(&f->names[kind], id, out);
    return rc;
}

tby_rc store_file_name(store_file *f, store_kind kind, uint32_t id,
                       tby_str *out)
{
    file_names_trim(f);
    return file_name(f, kind, id, out);
}

/* --- by text --------------------------------------------------------------*/

static tby_rc ask(store_file *f, store_kind kind, tby_str name, uint32_t *out)
{
    sqlite3_stmt *s = file_statement(f, sql_of(SQL_FIND_PLAYER, kind));

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_text64(s, 1, name.n ? name.p : "", name.n, SQLITE_STATIC,
                        SQLITE_UTF8);
    tby_rc rc = file_step(f, s);
    if (rc == TBY_OK)
        *out = (uint32_t)sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    sqlite3_bind_null(s, 1);
    return rc;
}

tby_rc store_file_find(store_file *f, store_kind kind, tby_str name,
                       uint32_t *out)
{
    uint32_t id = names_find(&f->names[kind], name);

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
    sqlite3_stmt *s = file_statement(f, sql_of(SQL_EACH_PLAYER, kind));
    uint32_t id = 0;
    tby_rc rc;

    if (!s)
        return file_fail_sqlite(f);
    while ((rc = file_step(f, s)) == TBY_OK) {
        if (sqlite3_column_int64(s, 0) != ++id) {
            rc = file_damaged(f, "name", id);
            break;
        }
        if ((rc = each(ctx, id, text_at(s, 1))) != TBY_OK)
            break;
    }
    sqlite3_reset(s);
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc each_in_memory(store_file *f, store_kind kind, each_fn *each,
                             void *ctx)
{
    tby_rc rc = TBY_OK;
    tby_str name;

    for (uint32_t id = 1; rc == TBY_OK && id <= f->names_n[kind]; id++) {
        rc = file_name(f, kind, id, &name);
        if (rc == TBY_DONE)
            return file_damaged(f, "name", id);
        if (rc == TBY_OK)
            rc = each(ctx, id, name);
    }
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

    if (c->bytes > KEPT / 2)
        return TBY_DONE;
    return names_text(c, id, &known) ? TBY_OK
                                     : keep(l->file, l->kind, id, name);
}

/* Reads all names of a kind, unless they are too many. */
static tby_rc load_all(store_file *f, store_kind kind)
{
    loading l = {f, kind};
    tby_rc rc = each_of_file(f, kind, load_each, &l);

    f->names_asked[kind] = 0;
    f->names_all[kind] = rc == TBY_OK && f->names[kind].bytes <= KEPT / 2;
    return rc;
}

/* Once the questions have cost as much as reading all names would, they are
 * read, and what is not in memory is not in the file. */
static tby_rc maybe_load_all(store_file *f, store_kind kind, uint32_t rows)
{
    f->names_asked[kind] += rows;
    return f->names_asked[kind] > f->names_n[kind] ? load_all(f, kind) : TBY_OK;
}

tby_rc store_file_names(store_file *f, store_kind kind, each_fn *each,
                        void *ctx)
{
    tby_rc rc = TBY_OK;

    if (!f->names_all[kind])
        rc = maybe_load_all(f, kind, f->names_n[kind] / 2 + 1);
    if (rc != TBY_OK)
        return rc;
    return f->names_all[kind] ? each_in_memory(f, kind, each, ctx)
                              : each_of_file(f, kind, each, ctx);
}

static tby_rc fold_each(void *ctx, uint32_t id, tby_str name)
{
    return file_put_fold(ctx, id, name);
}

tby_rc file_fold_players(store_file *f)
{
    return each_of_file(f, STORE_PLAYER, fold_each, f);
}

/* --- while importing ------------------------------------------------------*/

static tby_rc add(store_file *f, store_kind kind, tby_str name, uint32_t *out)
{
    sqlite3_stmt *s = file_statement(f, sql_of(SQL_ADD_PLAYER, kind));
    uint32_t id = f->names_n[kind] + 1;

    if (!s)
        return file_fail_sqlite(f);
    if (id == 0)
        return file_fail(f, TBY_E_STORE_FIT, "there are too many names");
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_text64(s, 2, name.n ? name.p : "", name.n, SQLITE_STATIC,
                        SQLITE_UTF8);
    tby_rc rc = file_step(f, s);
    if (rc < 0)
        return rc;
    f->sums[SUM_NAMES] += (int64_t)name.n;
    sqlite3_reset(s);
    sqlite3_bind_null(s, 2);
    f->names_n[kind] = *out = id;
    return kind == STORE_PLAYER ? file_put_fold(f, id, name) : TBY_OK;
}

/* A name that is not in memory; TBY_DONE: nor in the file. */
static tby_rc look_up(store_file *f, store_kind kind, tby_str name,
                      uint32_t *out)
{
    enum { ROWS_PER_QUESTION = 16 }; /* that are read in the time of one */
    tby_rc rc = f->names_all[kind] ? TBY_DONE
                                   : maybe_load_all(f, kind, ROWS_PER_QUESTION);

    if (rc != TBY_OK)
        return rc;
    *out = names_find(&f->names[kind], name);
    if (*out)
        return TBY_OK;
    rc = f->names_all[kind] ? TBY_DONE : ask(f, kind, name, out);
    return rc == TBY_OK ? keep(f, kind, *out, name) : rc;
}

tby_rc file_name_id(store_file *f, store_kind kind, tby_str name, uint32_t *out)
{
    TBY_ASSERT(f->writing);
    *out = names_find(&f->names[kind], name);
    if (*out)
        return TBY_OK;
    file_names_trim(f);
    tby_rc rc = look_up(f, kind, name, out);
    if (rc != TBY_DONE)
        return rc;
    rc = add(f, kind, name, out);
    return rc == TBY_OK ? keep(f, kind, *out, name) : rc;
}
