/* imported.h - what the tests of imports share: a folder, files of games, a
 * database, and a plain second opinion on what must be in it. */
#ifndef TBY_TESTS_IMPORTED_H
#define TBY_TESTS_IMPORTED_H

#include "support/games.h"
#include "tabiya/gamebin.h"
#include "work/db/import.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- a folder -------------------------------------------------------------*/

static char folder[64];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-import-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    char command[256];

    (void)state;
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder,
             folder);
    return system(command); // NOLINT(cert-env33-c)
}

enum { PATHS = 8 };

/* Valid until so many others were asked for. */
static inline const char *path_of(const char *name)
{
    static char paths[PATHS][160];
    static unsigned n;
    char *path = paths[n++ % PATHS];

    snprintf(path, sizeof *paths, "%s/%s", folder, name);
    return path;
}

static inline void put_file(const char *name, tby_str bytes)
{
    FILE *f = fopen(path_of(name), "wb");

    CHECK(f, "%s", name);
    CHECK(fwrite(bytes.p, 1, bytes.n, f) == bytes.n && fclose(f) == 0, "%s",
          name);
}

static inline void put_text_file(const char *name, const char *t)
{
    put_file(name, tby_str_of(t));
}

/* A database and what SQLite may have left beside it. */
static inline void remove_database(const char *name)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char path[200];

    for (size_t i = 0; i < LENGTH(ends); i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, name, ends[i]);
        unlink(path);
    }
}

/* So many different games. */
static inline text many_games(rng *r, unsigned n)
{
    text all = {NULL, 0, 0};
    tby_game g;

    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < n; i++) {
        random_game(r, ORTHODOX, WITH_COMMENTS, i, 20 + rng_below(r, 30), &g);
        write_game(&all, &g);
    }
    tby_game_free(&g);
    return all;
}

/* --- importing ------------------------------------------------------------*/

static inline tby_store *open_store(const char *name, tby_store_mode mode)
{
    tby_store *s;
    tby_rc rc = tby_store_open(&s, path_of(name), mode);

    CHECK(rc == TBY_OK, "%s: %s: %s", name, tby_rc_name(rc),
          tby_store_error_text(s));
    return s;
}

/* What is counted; the first faults are not kept. */
static inline tby_import_sum import_with(const char *database, const char *path,
                                         const tby_import_options *options)
{
    tby_store *s = open_store(database, TBY_STORE_WRITE);
    tby_import *imp;
    tby_rc file, rc = tby_import_open(&imp, s, options);

    if (rc == TBY_OK)
        rc = tby_import_file(imp, path, &file);
    if (rc == TBY_OK)
        rc = tby_import_finish(imp);
    CHECK(rc == TBY_OK, "%s: %s: %s", path, tby_rc_name(rc),
          tby_store_error_text(s));
    tby_import_sum sum = *tby_import_summary(imp);
    tby_import_close(imp);
    tby_store_close(s);
    sum.firsts = NULL;
    return sum;
}

static inline tby_import_sum import_file(const char *database, const char *path)
{
    tby_import_options options = {.threads = 2};

    return import_with(database, path, &options);
}

/* --- what is in it --------------------------------------------------------*/

static inline void hear_problem(void *ctx, const tby_store_problem *p)
{
    (void)ctx;
    print_error("%s, games %llu to %llu: %s\n", p->part,
                (unsigned long long)p->first, (unsigned long long)p->last,
                p->text);
}

static inline void check_database(const char *name)
{
    tby_store *s = open_store(name, TBY_STORE_READ);
    tby_store_check_job job = {
        .all = true, .work = {.memory = 64u << 20}, .problem = hear_problem};
    tby_store_checked sum;
    tby_rc rc = tby_store_check(s, &job, &sum);

    CHECK(rc == TBY_OK && sum.problems == 0, "%s: %s, %llu problems", name,
          tby_rc_name(rc), (unsigned long long)sum.problems);
    job.all = false;
    job.sample = 50;
    rc = tby_store_check(s, &job, &sum);
    CHECK(rc == TBY_OK && sum.problems == 0, "%s: %s, %llu problems", name,
          tby_rc_name(rc), (unsigned long long)sum.problems);
    tby_store_close(s);
}

/* Every stored game as PGN, in their order. */
static inline text games_of(const char *name)
{
    tby_store *s = open_store(name, TBY_STORE_READ);
    text all = {NULL, 0, 0};
    tby_game g;

    tby_game_init(&g, NULL);
    for (uint32_t id = 1; id <= tby_store_games(s); id++) {
        CHECK(tby_store_game(s, id, &g) == TBY_OK, "game %u", id);
        write_game(&all, &g);
    }
    tby_game_free(&g);
    tby_store_close(s);
    return all;
}

#endif
