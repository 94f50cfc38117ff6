/* dedupe.c - tabiya db dedupe: games that are there twice in other words. */
#include "work/db/dedupe.h"
#include "app/cli/db/db.h"
#include "core/base/assert.h"
#include "io/system/progress.h"

#include <string.h>

static void on_progress(void *bar, uint64_t done, uint64_t total)
{
    tby_progress_update(bar, done, total, done);
}

static void print_surplus(tby_cli_out *o, const tby_surplus *s)
{
    const char *before = "";

    if (o->w) {
        tby_jsonw_object(o->w);
        tby_jsonw_put_u64(o->w, "id", s->id);
        tby_jsonw_put_u64(o->w, "kept", s->kept);
        tby_jsonw_put_array(o->w, "differs");
    } else {
        printf("  %9llu  is %llu", (unsigned long long)s->id,
               (unsigned long long)s->kept);
    }
    for (tby_dedupe_field f = 0; f < TBY_DEDUPE_FIELDS; f++) {
        if (!(s->differs >> f & 1))
            continue;
        if (o->w)
            tby_jsonw_cstr(o->w, tby_dedupe_name(f));
        else
            printf("%s%s", *before ? before : ", but for ", tby_dedupe_name(f));
        before = ", ";
    }
    if (o->w) {
        tby_jsonw_array_end(o->w);
        tby_jsonw_object_end(o->w);
    } else {
        putchar('\n');
    }
}

static tby_rc delete_all(tby_store *s, const tby_surpluses *found,
                         uint64_t *deleted)
{
    size_t known;

    TBY_TRY(tby_store_batch(s, NULL, 0, &known));
    for (size_t i = 0; i < found->n; i++) {
        tby_rc rc = tby_store_delete(s, found->at[i].id);
        *deleted += rc == TBY_OK;
        if (rc < 0) {
            tby_store_cancel(s);
            return rc;
        }
    }
    TBY_TRY(tby_store_commit(s));
    return tby_store_checkpoint(s);
}

static int delete_found(const char *path, const tby_surpluses *found,
                        uint64_t *deleted)
{
    tby_store *s;

    TBY_CLI_TRY(tby_db_open(&s, path, TBY_STORE_CHANGE));
    tby_rc rc = delete_all(s, found, deleted);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(s, path, rc);
    tby_store_close(s);
    return code;
}

static int report(const tby_cli_call *call, const tby_surpluses *found,
                  unsigned limit, uint64_t deleted)
{
    tby_cli_out o;

    tby_cli_out_open(&o, call, stdout, 10);
    tby_cli_out_head(&o, "database", call->args[0]);
    tby_cli_out_u64(&o, "Compared", "games", found->games);
    tby_cli_out_u64(&o, "Groups", "groups", found->groups);
    tby_cli_out_u64(&o, "Surplus", "surplus", found->n);
    tby_cli_out_array(&o, "found");
    for (size_t i = 0; i < found->n && (!limit || i < limit); i++)
        print_surplus(&o, &found->at[i]);
    tby_cli_out_array_end(&o);
    if (limit && found->n > limit)
        tby_cli_out_print(&o, "  and %zu more (--limit)\n", found->n - limit);
    if (tby_cli_has(call, "delete"))
        tby_cli_out_u64(&o, "Deleted", "deleted", deleted);
    return tby_cli_out_close(&o);
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask ask; /* large, and there is one */
    const char *keep = tby_cli_value(call, "keep");
    unsigned limit = 20;
    tby_surpluses found = {.n = 0};
    uint64_t deleted = 0;
    tby_progress bar;
    int code;

    if (!tby_cli_number_of(call, "limit", 0, TBY_DB_MOST, &limit))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open_where(&ask, call, call->args[0], &code))
        return code;
    tby_dedupe_job job = {.store = ask.store,
                          .filter = &ask.filter,
                          .keep = !keep || *keep == 'l' ? TBY_KEEP_LONGEST
                                  : *keep == 'm'        ? TBY_KEEP_MOST_TAGS
                                                        : TBY_KEEP_OLDEST,
                          .ctx = &bar,
                          .progress = on_progress};
    tby_progress_start(&bar, "compare", "games");
    tby_rc rc = tby_dedupe(&job, &found);
    tby_progress_end(&bar);
    if (rc != TBY_OK)
        code = tby_db_ask_fail(&ask, rc);
    tby_db_ask_close(&ask);
    if (code == TBY_EXIT_OK && tby_cli_has(call, "delete") && found.n)
        code = delete_found(call->args[0], &found, &deleted);
    if (code == TBY_EXIT_OK)
        code = report(call, &found, limit, deleted);
    if (code == TBY_EXIT_OK && found.n && !tby_cli_has(call, "delete"))
        code = TBY_EXIT_NO;
    tby_surpluses_free(&found);
    return code;
}

const tby_cli_command tby_cmd_db_dedupe = {
    TBY_CLI_SYNOPSIS("db", "dedupe", "DB",
                     "find games that are there twice in other words"),
    .about =
        "Finds games that are another one again, beyond the exact copies that "
        "an import leaves out: the same moves from the same position, or up to "
        "six more plies at the end of one; players whose names may be the same "
        "(\"Carlsen, M\" and \"Magnus Carlsen\"); dates that agree as far as "
        "both are known; and events that have a word in common, unless both "
        "games have the same day. What is not known agrees with anything, but "
        "one player must be named on both sides. Games of less than ten plies "
        "are not compared.\n\n"
        "Of those that agree one is kept: the longest, then the one with most "
        "comments and tags, or by --keep. Each other game is listed with the "
        "one that is kept and with what they say differently. Nothing is "
        "changed without --delete; db undo brings back what that has deleted. "
        "The exit code is 1 if games were found and not deleted.",
    TBY_CLI_OPTIONS(
        TBY_CLI_OPTION("where", "CONDITIONS",
                       "compare only games that fit: \"player='Carl*' "
                       "elo=2600+\", the conditions of 'db games'"),
        {"keep", "longest|most-tags|oldest-id",
         "which one is kept (default longest)"},
        {"delete", NULL, "delete the others"},
        {"limit", "N", "list so many of them, 0 for all (default 20)"}),
    TBY_CLI_EXAMPLES({"tabiya db dedupe games.tdb", "a report"},
                     {"tabiya db dedupe games.tdb --keep oldest-id --delete",
                      "the first one of each stays"}),
    .run = run,
};
