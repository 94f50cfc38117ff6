#include "work/endgame/tables.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/game/game.h"
#include "io/stream/pack.h"
#include "io/stream/sink.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "io/system/thread.h"
#include "tabiya/moves.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- tables of our own as files: docs/formats/endgame.md -------------------*/

enum { HEAD = 40, LEVEL = 12 };

static const char MAGIC[24] = "tabiya endgame table 1\n";

static uint64_t read_le(const char *p)
{
    uint64_t v = 0;

    for (int i = 7; i >= 0; i--)
        v = v << 8 | (uint8_t)p[i];
    return v;
}

char *tby_tables_cache(void)
{
    return tby_cache_path("tb");
}

/* The path of a table of our own, to be freed with tby_path_free(). */
static char *path_of(const char *cache, unsigned table)
{
    char name[16];

    strncpy(name, tby_endgame_name(table), sizeof name - 4);
    name[sizeof name - 4] = '\0';
    memcpy(name + strlen(name), ".tb", 4);
    return tby_path_join(cache, name);
}

tby_rc tby__tables_take(tby_source *source, unsigned table, tby_buf *out)
{
    size_t n = 4 * tby_endgame_bytes(table);
    char name[8] = "";

    tby_buf_init(out, NULL, n + HEAD);
    tby_rc rc = tby_source_read_all(source, out);
    tby_source_close(source);
    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc != TBY_OK && rc != TBY_E_LIMIT)
        return TBY_E_TABLE_CUT;
    memcpy(name, tby_endgame_name(table), strlen(tby_endgame_name(table)));
    if (out->n < HEAD || memcmp(out->p, MAGIC, sizeof MAGIC) != 0)
        return TBY_E_TABLE_MAGIC;
    if (memcmp(out->p + sizeof MAGIC, name, sizeof name) != 0)
        return TBY_E_TABLE_OTHER;
    if (rc == TBY_E_LIMIT || out->n != n + HEAD)
        return TBY_E_TABLE_CUT;
    return tby_checksum(out->p + HEAD, n) == read_le(out->p + HEAD - 8)
               ? TBY_OK
               : TBY_E_TABLE_SUM;
}

const uint8_t *tby__tables_body(const tby_buf *table)
{
    return (const uint8_t *)table->p + HEAD;
}

/* Reads and checks one; the buffer is to be freed in any case. */
static tby_rc read_table(const char *path, unsigned table, tby_buf *out)
{
    tby_source *source = NULL;
    tby_rc rc = tby_source_open(&source, path);

    if (rc == TBY_OK)
        return tby__tables_take(source, table, out);
    tby_source_close(source);
    tby_buf_init(out, NULL, 0);
    return rc == TBY_E_IO_OPEN || rc == TBY_E_NOMEM ? rc : TBY_E_TABLE_CUT;
}

tby_rc tby_tables_check_own(const char *path, unsigned table)
{
    tby_buf bytes;
    tby_rc rc = read_table(path, table, &bytes);

    tby_buf_free(&bytes);
    return rc;
}

static tby_rc write_table(const tby_endgame *e, unsigned table,
                          const char *path)
{
    size_t n = tby_endgame_bytes(table);
    tby_buf plain, packed;
    tby_sink *sink = NULL;
    tby_rc rc = TBY_E_NOMEM;

    tby_buf_init(&plain, NULL, HEAD + 4 * n);
    tby_buf_init(&packed, NULL, HEAD + 5 * n);
    char *p = tby_buf_room(&plain, HEAD + 4 * n);
    if (p) {
        memset(p, 0, HEAD);
        memcpy(p, MAGIC, sizeof MAGIC);
        memcpy(p + sizeof MAGIC, tby_endgame_name(table),
               strlen(tby_endgame_name(table)));
        for (unsigned part = 0; part < 4; part++)
            tby_endgame_tidy(e, table, part, (uint8_t *)p + HEAD + part * n);
        uint64_t sum = tby_checksum(p + HEAD, 4 * n);
        for (int i = 0; i < 8; i++)
            p[HEAD - 8 + i] = (char)(sum >> 8 * i);
        plain.n = HEAD + 4 * n;
        rc = tby_pack_zstd(tby_buf_str(&plain), LEVEL, &packed);
    }
    if (rc == TBY_OK)
        rc = tby_sink_put(&sink, path, packed.p, packed.n);
    tby_sink_close(sink);
    tby_buf_free(&plain);
    tby_buf_free(&packed);
    return rc;
}

/* --- making them ----------------------------------------------------------*/

/* What can be made at the same time, and which are dropped then: so that not
 * all of them are in memory at once. */
static const struct {
    unsigned first, last, drop_first, drop_last;
} STEPS[] = {
    {0, 3, 1, 0},   {4, 14, 1, 0},    {25, 28, 5, 14},  {33, 33, 25, 33},
    {15, 24, 1, 0}, {29, 32, 15, 24}, {34, 34, 29, 34},
};

struct making {
    tby_tables_make *m;
    tby_endgame *e;
    uint64_t todo, missing;
    unsigned task[TBY_ENDGAME_TABLES];
    atomic_int rc;
    atomic_ullong done, made;
    uint64_t total;
};

static void make_one(void *ctx, size_t task)
{
    struct making *x = ctx;
    unsigned table = x->task[task];
    tby_rc rc = TBY_OK;

    if (atomic_load(&x->rc) != TBY_OK)
        return;
    if (x->m->stop && atomic_load(x->m->stop))
        rc = TBY_DONE;
    else
        rc = tby_endgame_make(x->e, table);
    if (rc == TBY_OK && x->missing >> table & 1) {
        char *path = path_of(x->m->cache, table);
        rc = path ? write_table(x->e, table, path) : TBY_E_NOMEM;
        tby_path_free(path);
        if (rc == TBY_OK)
            atomic_fetch_or(&x->made, (unsigned long long)1 << table);
    }
    if (rc != TBY_OK)
        atomic_store(&x->rc, rc);
    unsigned long long n = tby_endgame_bytes(table);
    n += atomic_fetch_add(&x->done, n);
    if (x->m->progress)
        x->m->progress(x->m->ctx, n, x->total);
}

/* The sizes of the files that are there; those that are not, or are damaged if
 * they are checked, as bits. */
static uint64_t look(tby_tables_make *m, bool check)
{
    uint64_t missing = 0;

    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++) {
        char *path = path_of(m->cache, i);
        tby_file_info info;
        m->bytes[i] = 0;
        if (path && tby_file_look(path, &info) == TBY_OK &&
            (!check || !(m->wanted >> i & 1) ||
             tby_tables_check_own(path, i) == TBY_OK))
            m->bytes[i] = info.size;
        else
            missing |= (uint64_t)1 << i;
        tby_path_free(path);
    }
    return missing;
}

tby_rc tby_tables_run(tby_tables_make *m)
{
    struct making x = {.m = m};
    tby_rc rc = tby_folder_make(m->cache);

    if (rc == TBY_OK)
        rc = tby_endgame_open(NULL, &x.e);
    if (rc != TBY_OK)
        return rc;
    /* What promotion leads to is kept too: else its moves are not known. */
    for (unsigned i = TBY_ENDGAME_TABLES; i-- > TBY_ENDGAME_THREE;)
        if (m->wanted >> i & 1)
            m->wanted |= tby_endgame_needs(i) >> TBY_ENDGAME_THREE
                                                     << TBY_ENDGAME_THREE;
    x.todo = x.missing = look(m, true) & m->wanted;
    for (unsigned i = TBY_ENDGAME_TABLES; i-- > 0;)
        if (x.todo >> i & 1)
            x.todo |= tby_endgame_needs(i);
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        x.total += x.todo >> i & 1 ? tby_endgame_bytes(i) : 0;
    for (size_t s = 0; s < sizeof STEPS / sizeof *STEPS && rc == TBY_OK; s++) {
        size_t n = 0;
        for (unsigned i = STEPS[s].first; i <= STEPS[s].last; i++)
            if (x.todo >> i & 1 && i != 4)
                x.task[n++] = i;
        if (STEPS[s].first == 4 && x.todo >> 4 & 1) {
            x.task[n] = 4; /* KPvK, which the others of the step do not need */
            n++;
        }
        rc = tby_parallel(m->threads, n, make_one, &x);
        if (rc == TBY_OK)
            rc = (tby_rc)atomic_load(&x.rc);
        for (unsigned i = STEPS[s].drop_first; i <= STEPS[s].drop_last; i++)
            tby_endgame_drop(x.e, i);
    }
    tby_endgame_close(x.e);
    m->made = atomic_load(&x.made);
    look(m, false);
    return rc;
}

/* --- all that there are ---------------------------------------------------*/

enum { MAPS_MAX = 4096, FOLDERS_MAX = 4096 };

struct tby_tables {
    pthread_mutex_t lock; /* of all that follows */
    char folders[FOLDERS_MAX];
    char *cache; /* NULL: there is none */
    tby_syzygy *syzygy;
    tby_endgame *own;
    int state[TBY_ENDGAME_TABLES]; /* of our own: asked for already, its rc */
    size_t maps_n;
    tby_map map[MAPS_MAX];
};

enum { UNASKED = 2 }; /* no tby_rc */

bool tby_tables_find(const tby_tables *t, const char *name, char *path,
                     uint64_t *size)
{
    tby_str rest = tby_str_of(t->folders), folder;
    tby_file_info info;

    while (tby_str_field(&rest, ':', &folder)) {
        snprintf(path, TBY_TABLES_FAULT, "%.*s/%s", (int)folder.n, folder.p,
                 name);
        if (folder.n && tby_file_look(path, &info) == TBY_OK && info.plain) {
            *size = info.size;
            return true;
        }
    }
    return false;
}

static tby_rc load(void *ctx, const char *name, tby_str *bytes)
{
    tby_tables *t = ctx;
    char path[TBY_TABLES_FAULT];
    uint64_t size;

    if (!tby_tables_find(t, name, path, &size))
        return TBY_E_TABLE_MISSING;
    if (t->maps_n == MAPS_MAX)
        return TBY_E_LIMIT;
    tby_map *m = &t->map[t->maps_n];

    TBY_TRY(tby_map_open(m, path));
    t->maps_n++;
    *bytes = (tby_str){m->p, m->n};
    return TBY_OK;
}

tby_rc tby_tables_open(tby_tables **out, const char *folders)
{
    tby_tables *t = tby_grow_new(NULL, 1, sizeof *t);
    const char *given = folders ? folders : getenv("TABIYA_TABLES");

    if (!t)
        return TBY_E_NOMEM;
    memset(t, 0, sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    snprintf(t->folders, sizeof t->folders, "%s", given ? given : "");
    t->cache = tby_tables_cache();
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        t->state[i] = UNASKED;
    tby_rc rc = given && strlen(given) >= FOLDERS_MAX ? TBY_E_LIMIT : TBY_OK;
    if (rc == TBY_OK)
        rc = tby_syzygy_open(NULL, load, t, &t->syzygy);
    if (rc == TBY_OK)
        rc = tby_endgame_open(NULL, &t->own);
    if (rc == TBY_OK)
        *out = t;
    else
        tby_tables_close(t);
    return rc;
}

void tby_tables_close(tby_tables *t)
{
    if (!t)
        return;
    tby_syzygy_close(t->syzygy);
    tby_endgame_close(t->own);
    while (t->maps_n > 0)
        tby_map_close(&t->map[--t->maps_n]);
    tby_path_free(t->cache);
    pthread_mutex_destroy(&t->lock);
    tby_grow_free(NULL, t, 1, sizeof *t);
}

const char *tby_tables_folders(const tby_tables *t)
{
    return t->folders;
}

static bool is_table(const char *name)
{
    const char *end = strrchr(name, '.');

    return end && strcmp(end, ".rtbw") == 0;
}

/* By their names, "KRPvKR.rtbw": each letter but the v is a man. */
static unsigned most_men(const char *folder)
{
    tby_folder files;
    unsigned most = 0;

    if (tby_folder_list(&files, folder, is_table) != TBY_OK)
        return 0;
    for (size_t i = 0; i < files.n; i++) {
        const char *name = strrchr(files.paths[i], '/') + 1;
        unsigned n = (unsigned)strcspn(name, ".");
        if (name[0] == 'K' && strchr(name, 'v') && n <= TBY_SYZYGY_MEN + 1 &&
            n - 1 > most)
            most = n - 1;
    }
    tby_folder_free(&files);
    return most;
}

unsigned tby_tables_men(const tby_tables *t)
{
    unsigned most = 3;
    tby_file_info info;

    for (unsigned i = TBY_ENDGAME_THREE; i < TBY_ENDGAME_TABLES && most == 3;
         i++) {
        char *path = t->cache ? path_of(t->cache, i) : NULL;
        if (path && tby_file_look(path, &info) == TBY_OK)
            most = 4;
        tby_path_free(path);
    }
    tby_str rest = tby_str_of(t->folders), one;
    while (tby_str_field(&rest, ':', &one)) {
        char folder[FOLDERS_MAX];
        snprintf(folder, sizeof folder, "%.*s", (int)one.n, one.p);
        unsigned found = one.n > 0 ? most_men(folder) : 0;
        most = found > most ? found : most;
    }
    return most;
}

/* --- asking ---------------------------------------------------------------*/

/* Our own table: three men are computed, four read from the cache. */
static tby_rc bring(tby_tables *t, unsigned table, char *fault)
{
    tby_buf bytes;
    tby_rc rc = TBY_E_TABLE_MISSING;

    if (t->state[table] != UNASKED)
        return (tby_rc)t->state[table];
    if (table < TBY_ENDGAME_THREE) {
        rc = TBY_OK;
        for (unsigned i = 0; i <= table && rc == TBY_OK; i++)
            if (i == table || tby_endgame_needs(table) >> i & 1)
                rc = tby_endgame_make(t->own, i);
    } else if (t->cache) {
        char *path = path_of(t->cache, table);
        if (!path)
            return TBY_E_NOMEM;
        rc = read_table(path, table, &bytes);
        if (rc == TBY_OK)
            rc = tby_endgame_add(t->own, table, tby__tables_body(&bytes));
        tby_buf_free(&bytes);
        if (rc == TBY_E_IO_OPEN)
            rc = TBY_E_TABLE_MISSING;
        else if (rc != TBY_OK && fault)
            snprintf(fault, TBY_TABLES_FAULT, "%s", path);
        tby_path_free(path);
    }
    if (rc == TBY_OK || rc == TBY_E_TABLE_MISSING)
        t->state[table] = rc;
    return rc;
}

/* True if a capture or pawn move wins, or a mate: then a distance of 1 is no
 * rounding. */
static bool zeroes_at_once(tby_tables *t, const tby_pos *p)
{
    tby_moves moves;

    tby_moves_legal(p, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *p;
        tby_wdl wdl = 0;
        bool zeroing = tby__endgame_zeroing(p, moves.at[i]);
        tby_pos_play(&child, moves.at[i]);
        if (!zeroing &&
            (!tby_pos_checkers(&child) || tby_moves_count(&child) > 0))
            continue;
        if (tby_syzygy_wdl(t->syzygy, &child, &wdl) == TBY_OK &&
            wdl == TBY_WDL_LOSS)
            return true;
    }
    return false;
}

/* What Syzygy files say. */
static tby_rc probe_syzygy(tby_tables *t, const tby_pos *p,
                           tby_tables_answer *out, char *fault)
{
    tby_tables_answer a = {.has_dtz = true};
    tby_rc rc = tby_syzygy_dtz(t->syzygy, p, &a.wdl, &a.dtz);
    const char *name = tby_syzygy_fault(t->syzygy);
    char path[TBY_TABLES_FAULT];
    uint64_t size;

    if (rc == TBY_E_TABLE_MISSING && strchr(name, 'z')) {
        a.has_dtz = false; /* the distance alone is missing */
        rc = tby_syzygy_wdl(t->syzygy, p, &a.wdl);
    } else if (rc == TBY_OK && tby_moves_count(p) == 0) {
        a.dtz = 0; /* mate or stalemate */
        a.dtz_exact = true;
    } else if (rc == TBY_OK && (a.dtz == 0 || a.dtz == 1)) {
        a.dtz_exact = a.dtz == 0 || zeroes_at_once(t, p);
    }
    if (rc != TBY_OK) {
        bool found = fault && tby_tables_find(t, name, path, &size);
        if (fault)
            snprintf(fault, TBY_TABLES_FAULT, "%s", found ? path : name);
        return rc;
    }
    if (a.has_dtz)
        a.wdl =
            tby__endgame_with_counter(a.wdl, a.dtz, a.dtz_exact, p->halfmoves);
    *out = a;
    return TBY_OK;
}

tby_rc tby_tables_probe(tby_tables *t, const tby_pos *p, tby_tables_answer *out,
                        char *fault)
{
    unsigned table = tby_endgame_table(p);
    bool bare = tby_pos_occupied(p) == tby_pos_role(p, TBY_KING);

    if (fault)
        fault[0] = '\0';
    pthread_mutex_lock(&t->lock);
    tby_rc rc = table != TBY_NONE ? bring(t, table, fault)
                : bare            ? TBY_OK
                                  : TBY_E_TABLE_MISSING;
    /* en passant leads to KPvK */
    if (rc == TBY_OK && p->ep != TBY_NO_SQUARE)
        rc = bring(t, 4, fault);
    if (rc == TBY_OK)
        rc = tby__endgame_answer(t->own, p, out);
    else if (rc == TBY_E_TABLE_MISSING)
        rc = probe_syzygy(t, p, out, fault);
    pthread_mutex_unlock(&t->lock);
    return rc;
}

static tby_rc ask(void *ctx, const tby_pos *p, tby_tables_answer *out)
{
    return tby_tables_probe(ctx, p, out, NULL);
}

size_t tby_tables_moves(tby_tables *t, const tby_pos *p, tby_tables_move *out)
{
    return tby__endgame_moves(ask, t, p, out);
}

void tby_tables_json(tby_jsonw *w, tby_tables *t, const tby_pos *p,
                     const tby_tables_answer *a)
{
    tby__endgame_json(w, ask, t, p, a);
}

/* TBY_E_TABLE_MISSING: nothing is known; what is wrong with a table is kept. */
static tby_rc source_probe(tby_tables_source *s, const tby_pos *p,
                           tby_tables_answer *out)
{
    char name[TBY_TABLE_NAME_MAX], fault[TBY_TABLES_FAULT];

    if (tby_table_name(p, name) == 0)
        return TBY_E_TABLE_MISSING;
    tby_rc rc = tby_tables_probe(s->tables, p, out, fault);
    s->known += rc == TBY_OK;
    if (rc == TBY_OK)
        return rc;
    if (rc != TBY_E_TABLE_MEN && rc != TBY_E_TABLE_MISSING && s->rc == TBY_OK) {
        s->rc = rc;
        memcpy(s->fault, fault, sizeof fault);
    }
    return TBY_E_TABLE_MISSING;
}

tby_verdict tby_tables_source_ask(void *ctx, const tby_pos *p)
{
    static const tby_verdict of[] = {TBY_VERDICT_LOSS, TBY_VERDICT_UNKNOWN,
                                     TBY_VERDICT_DRAW, TBY_VERDICT_UNKNOWN,
                                     TBY_VERDICT_WIN};
    tby_tables_source *s = ctx;
    tby_tables_answer a;

    if (source_probe(s, p, &a) != TBY_OK)
        return TBY_VERDICT_UNKNOWN;
    return s->fifty && (a.wdl == TBY_WDL_CURSED || a.wdl == TBY_WDL_BLESSED)
               ? TBY_VERDICT_DRAW
               : of[a.wdl + 2];
}

bool tby_tables_source_end(tby_tables_source *s, const tby_game *g,
                           tby_pos *last, tby_tables_answer *out)
{
    tby_mainline line = {.game = g};
    tby_move move;

    *last = g->start;
    while ((move = tby_mainline_next(&line)) != TBY_MOVE_NONE)
        tby_pos_play(last, move);
    return source_probe(s, last, out) == TBY_OK;
}
