/* check.c - a database looked through: see store.h.
 *
 * Each part is compared with another that says the same: columns with moves,
 * names with their numbers, games with what packing them again gives, the index
 * with the games.  Damage is told and passed over, so that one bad row does not
 * hide another. */
#include "store/check/check.h"

#include "store/sqlite/store_int.h"
#include "store/sqlite/upkeep.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* --- telling --------------------------------------------------------------*/

void store_check_tell(store_check *c, const char *part, uint32_t first,
                      uint32_t last, const char *format, ...)
{
    char text[512];
    va_list list;

    c->out->problems++;
    if (!c->job->problem)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    c->job->problem(c->job->ctx, &(tby_store_problem){.part = part,
                                                      .first = first,
                                                      .last = last,
                                                      .text = text});
}

bool store_check_read(store_check *c, tby_rc got, const check_row *row,
                      tby_rc *rc)
{
    if (got == TBY_DONE || got == TBY_E_STORE_DAMAGED)
        store_check_tell(c, row->part, row->first, row->last,
                         "%s: the row is %s.", row->what,
                         got == TBY_DONE ? "missing" : "damaged");
    else if (got != TBY_OK)
        *rc = got;
    return got == TBY_OK;
}

void store_check_progress(const store_check *c, uint64_t done, uint64_t total)
{
    if (c->job->work.progress)
        c->job->work.progress(c->job->work.ctx, done, total);
}

tby_rc store_check_reserve(store_check *c, uint32_t ids)
{
    if (ids <= c->ids_cap)
        return TBY_OK;
    uint32_t *grown = realloc(c->ids, ids * sizeof *grown);
    if (!grown)
        return TBY_E_NOMEM;
    c->ids = grown;
    c->ids_cap = ids;
    return TBY_OK;
}

/* --- the parts ------------------------------------------------------------*/

static void tell_sqlite(void *ctx, const char *text)
{
    store_check_tell(ctx, "sqlite", 0, 0, "%s", text);
}

/* Damage that ended a part is told unless that was done already. */
static tby_rc told(store_check *c, const char *part, tby_rc rc)
{
    if (rc != TBY_E_STORE_DAMAGED)
        return rc;
    if (!c->out->problems)
        store_check_tell(c, part, 0, 0, "%s", store_file_error_text(c->f));
    return TBY_OK;
}

static tby_rc check_sqlite(store_check *c)
{
    return told(c, "sqlite", store_file_integrity(c->f, tell_sqlite, c));
}

static void tell_sum(void *ctx, const char *text)
{
    store_check_tell(ctx, "sums", 0, 0, "%s", text);
}

static tby_rc check_sums(store_check *c)
{
    return told(c, "sums", store_file_check_sums(c->f, tell_sum, c));
}

static tby_rc check_all(store_check *c)
{
    tby_rc rc = check_sqlite(c);

    if (rc == TBY_OK)
        rc = check_sums(c);
    if (rc == TBY_OK)
        rc = store_check_rows(c);
    if (rc == TBY_OK)
        rc = store_check_spread(c);
    if (rc == TBY_OK)
        rc = store_check_games(c);
    return rc == TBY_OK ? store_check_index(c) : rc;
}

tby_rc tby_store_check(tby_store *s, const tby_store_check_job *job,
                       tby_store_checked *out)
{
    store_check c = {.f = s->file, .job = job, .out = out};
    tby_rc rc = store_packer_open(&c.packer);

    *out = (tby_store_checked){.rows = 0};
    tby_game_init(&c.game, NULL);
    c.found = malloc(sizeof *c.found);
    if (rc == TBY_OK && !c.found)
        rc = TBY_E_NOMEM;
    if (rc == TBY_OK)
        STORE_ASK(s, rc, check_all(&c));
    store_packer_close(c.packer);
    tby_game_free(&c.game);
    free(c.found);
    free(c.ids);
    return rc;
}
