/* library.c - see tabiya/import.h: what `tabiya db import` and `db export` do,
 * for other programs. */
#include "core/base/assert.h"
#include "tabiya/import.h"
#include "work/db/import.h"
#include "work/db/visit.h"
#include "work/games/kind.h"

typedef struct listener {
    const tby_import_how *how;
    atomic_bool stop;
} listener;

static void report(void *ctx, tby_import_stage stage, uint64_t done,
                   uint64_t total, uint64_t games)
{
    listener *l = ctx;

    (void)stage;
    (void)games;
    if (!l->how->progress(l->how->ctx, done, total))
        atomic_store(&l->stop, true);
}

tby_rc tby_store_import(tby_store *s, const char *path,
                        const tby_import_how *how, tby_import_count *out)
{
    static const tby_import_how USUAL = {.keep_all = false};
    listener l = {.how = how ? how : &USUAL};
    tby_names names = tby_names_builtin();
    tby_import *import;
    tby_rc file = TBY_OK;

    TBY_ASSERT(s && path && out);
    atomic_init(&l.stop, false);
    tby_import_options options = {
        .keep_all = l.how->keep_all,
        .keep_duplicates = l.how->keep_duplicates,
        .names = &names,
        .memory = l.how->memory,
        .threads = l.how->threads,
        .stop = &l.stop,
        .ctx = &l,
        .progress = l.how->progress ? report : NULL,
    };
    TBY_TRY(tby_import_open(&import, s, &options));
    tby_rc rc = tby_import_file(import, path, &file);
    if (rc == TBY_OK)
        rc = tby_import_finish(import);
    if (rc == TBY_OK)
        rc = tby_store_checkpoint(s);

    const tby_import_sum *sum = tby_import_summary(import);
    *out = (tby_import_count){
        .games = sum->read.games,
        .imported = sum->imported,
        .known = sum->known,
        .duplicates = sum->duplicates,
        .left_out = sum->unterminated + sum->abandoned,
        .damaged = sum->read.damaged + sum->read.refused,
        .file = file,
    };
    tby_import_close(import);
    return rc;
}

tby_rc tby_store_export(tby_store *s, const tby_filter *filter,
                        tby_games_order order, const char *path,
                        uint64_t *written)
{
    tby_convert_options options = {.to = TBY_GAMES_PGN, .keep_all = true};
    tby_games_answer found;
    tby_convert convert;
    tby_sink *sink;
    uint64_t refused;

    if (tby_kind_of_file(path) == TBY_KIND_DATABASE)
        return TBY_E_FILE_KIND;
    (void)tby_games_format_named(path, &options.to);
    TBY_TRY(tby_store_find(s, filter, order, 0, 0, &found));
    tby_rc rc = tby_sink_open(&sink, path);
    tby_convert_init(&convert, sink, &options);
    if (rc == TBY_OK)
        rc = tby_db_export(s, &found, &convert, &refused, NULL, NULL);
    if (rc == TBY_OK)
        rc = tby_sink_commit(sink);
    if (rc == TBY_OK && written)
        *written = convert.count.written;
    tby_sink_close(sink);
    tby_games_free(&found);
    return rc;
}
