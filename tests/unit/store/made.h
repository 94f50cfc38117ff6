/* made.h - games made from a number, and database files full of them. */
#ifndef TBY_TESTS_UNIT_STORE_MADE_H
#define TBY_TESTS_UNIT_STORE_MADE_H

#include "core/base/checksum.h"
#include "core/base/str.h"
#include "store/record/extra.h"
#include "store/sqlite/file_int.h"
#include "support/positions.h"

#include <string.h>
#include <unistd.h>

enum { MADE_PLIES = 12, MADE_EXTRA = 40, MADE_NAME = 48 };

typedef struct made_game {
    store_packed packed;
    store_code codes[MADE_PLIES];
    char extra[MADE_EXTRA];
    char names[STORE_NAMES][MADE_NAME];
} made_game;

static inline void make_moves(rng *r, made_game *g)
{
    tby_pos pos = tby_pos_start();
    uint32_t plies = rng_below(r, MADE_PLIES + 1), n = 0;

    for (; n < plies; n++) {
        tby_move m = random_move(r, &pos);
        if (m == TBY_MOVE_NONE)
            break;
        g->codes[n] = tby__code_of(&pos, m);
        tby_pos_play(&pos, m);
    }
    g->packed.codes = g->codes;
    g->packed.column[STORE_PLIES] = n;
}

/* Many games have the same few names, some have names of their own, with any
 * bytes; some have none. */
static inline void make_name(rng *r, made_game *g, store_column c)
{
    char *to = g->names[c];
    size_t n = 0;

    g->packed.names[c] = (tby_str){NULL, 0};
    if (rng_chance(r, 10))
        return;
    if (rng_chance(r, 80)) {
        n = (size_t)snprintf(to, MADE_NAME, "Name %u of %d", rng_below(r, 50),
                             (int)tby__column_kind(c));
    } else {
        for (n = rng_below(r, MADE_NAME); n && rng_chance(r, 95); n--)
            ;
        for (size_t i = 0; i < n; i++)
            to[i] = (char)rng_next(r);
    }
    g->packed.names[c] = (tby_str){to, n};
}

/* Of what makes two games the same. */
static inline uint32_t hash_of(const made_game *g)
{
    tby_str white = g->packed.names[STORE_WHITE];
    tby_str black = g->packed.names[STORE_BLACK];
    const uint64_t parts[] = {
        g->packed.column[STORE_DATE],
        tby_checksum(g->codes, 2 * (size_t)g->packed.column[STORE_PLIES]),
        tby_checksum(white.p ? white.p : "", white.n),
        tby_checksum(black.p ? black.p : "", black.n)};

    return (uint32_t)tby_checksum(parts, sizeof parts);
}

/* Parts with any bytes in them; of many games there is nothing to say. */
static inline void make_extra(rng *r, made_game *g)
{
    char bytes[MADE_EXTRA];
    extra_parts parts = {.part = {{NULL, 0}}};
    tby_buf buf;

    tby_buf_init(&buf, NULL, sizeof g->extra);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)rng_next(r);
    parts.part[EXTRA_HEAD] = (tby_str){bytes, rng_below(r, 10)};
    parts.part[EXTRA_TEXT] = (tby_str){bytes + 10, rng_below(r, 20)};
    if (rng_chance(r, 60))
        tby__extra_join(&parts, &buf);
    CHECK(buf.rc == TBY_OK, "an extra");
    if (buf.n)
        memcpy(g->extra, buf.p, buf.n);
    g->packed.extra = (tby_str){g->extra, buf.n};
    tby_buf_free(&buf);
}

/* The same number gives the same game. */
static inline void make_game(made_game *g, uint32_t number)
{
    rng r = {rng_seed() * 31 + number};

    memset(g, 0, sizeof *g);
    make_moves(&r, g);
    for (store_column c = 0; c < STORE_NAMES; c++)
        make_name(&r, g, c);
    for (store_column c = STORE_NAMES; c < STORE_COLUMNS; c++)
        if (c != STORE_PLIES && c != STORE_FLAGS && rng_chance(&r, 70))
            g->packed.column[c] =
                (uint32_t)(rng_next(&r) >> (32 + rng_below(&r, 32)));
    g->packed.column[STORE_RESULT] = rng_below(&r, 4);
    make_extra(&r, g);
    g->packed.column[STORE_HASH] = hash_of(g);
}

static inline bool same_text(tby_str a, tby_str b)
{
    return (a.p == NULL) == (b.p == NULL) && a.n == b.n &&
           (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Is what was read game `number`? */
static inline bool is_made(const store_packed *p, uint32_t number)
{
    made_game g;

    make_game(&g, number);
    for (store_column c = 0; c < STORE_NAMES; c++)
        if (!same_text(p->names[c], g.packed.names[c]))
            return false;
    for (store_column c = STORE_NAMES; c < STORE_COLUMNS; c++)
        if (p->column[c] != g.packed.column[c])
            return false;
    return memcmp(p->codes, g.codes,
                  2 * (size_t)g.packed.column[STORE_PLIES]) == 0 &&
           same_text((tby_str){p->extra.n ? p->extra.p : "", p->extra.n},
                     g.packed.extra);
}

/* --- files ----------------------------------------------------------------*/

static inline void must(store_file *f, tby_rc rc, const char *what)
{
    CHECK(rc == TBY_OK, "%s: %s %s", what, tby_rc_name(rc),
          tby_store_error_text(&f->base));
}

#define MUST(f, call) must(f, call, #call)

/* A new path in a folder of its own, which is removed with forget_path(). */
typedef struct path {
    char folder[64], file[96];
} path;

static inline path new_path(void)
{
    path p;
    const char *tmp = getenv("TMPDIR");

    snprintf(p.folder, sizeof p.folder, "%.40s/tby-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(p.folder), "mkdtemp");
    snprintf(p.file, sizeof p.file, "%s/games.tdb", p.folder);
    return p;
}

static inline bool exists(const path *p, const char *suffix)
{
    char name[128];

    snprintf(name, sizeof name, "%s%s", p->file, suffix);
    return access(name, F_OK) == 0;
}

static inline void forget_path(const path *p)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    char name[128];

    for (size_t i = 0; i < LENGTH(suffixes); i++) {
        snprintf(name, sizeof name, "%s%s", p->file, suffixes[i]);
        unlink(name);
    }
    CHECK(rmdir(p->folder) == 0, "%s is not empty", p->folder);
}

static inline tby_rc open_rows(store_file **out, const char *where,
                               tby_store_mode mode)
{
    tby_store *s;
    tby_rc rc = tby_store_open(&s, where, mode);

    *out = store_rows_of(s);
    return rc;
}

static inline store_file *open_file(const path *p, tby_store_mode mode)
{
    store_file *f = NULL;

    MUST(f, open_rows(&f, p->file, mode));
    return f;
}

static inline tby_store_fingerprint fingerprint_of(uint64_t number)
{
    return (tby_store_fingerprint){number * 0x9e3779b97f4a7c15u, ~number};
}

static inline tby_rc begin_batch(store_file *f,
                                 tby_store_fingerprint fingerprint)
{
    size_t known = 0;

    return tby_store_batch(&f->base, &fingerprint, 1, &known);
}

/* Appends games first .. first + n - 1 as batch `first`, without a commit. */
static inline void append_games(store_file *f, uint32_t first, uint32_t n)
{
    MUST(f, begin_batch(f, fingerprint_of(first)));
    for (uint32_t i = 0; i < n; i++) {
        made_game g;
        uint64_t id = 0;
        make_game(&g, first + i);
        MUST(f, tby_store_append(&f->base, &g.packed, &id));
        CHECK(id == first + i, "game %u got %u", first + i, (unsigned)id);
    }
}

static inline void add_games(store_file *f, uint32_t first, uint32_t n)
{
    append_games(f, first, n);
    MUST(f, tby_store_commit(&f->base));
}

/* Game i is the made one for all from `first` to `last`. */
static inline void check_games(store_file *f, uint32_t first, uint32_t last)
{
    MUST(f, tby_store_hold(&f->base));
    for (uint32_t id = first; id <= last; id++) {
        store_packed p;
        MUST(f, tby__rows_packed(f, id, &p));
        CHECK(is_made(&p, id), "game %u is another", id);
    }
    tby_store_release(&f->base);
}

/* In many transactions. */
static inline void index_all(store_file *f)
{
    const tby_store_work options = {
        .memory = 64 << 20, .threads = 1, .piece = 3000};

    MUST(f, tby_store_index(&f->base, &options));
    CHECK(tby__rows_indexed(f) == tby__rows_stored(f), "%u of %u",
          tby__rows_indexed(f), tby__rows_stored(f));
}

#endif
