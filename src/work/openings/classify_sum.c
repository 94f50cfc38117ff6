/* classify_sum.c - what became of the games: counts, and the files of groups.
 */
#include "core/base/sort.h"
#include "work/games/int.h"
#include "work/openings/classify_int.h"

tby_classes_sum tby_classes_summary(const tby_classes *c)
{
    return c->sum;
}

const char *tby_classes_error_text(const tby_classes *c)
{
    return c->spread ? tby_spread_error_text(c->spread) : "";
}

/* --- files ----------------------------------------------------------------*/

/* The groups that have a file, packed to the front of these arrays. */
static size_t used_groups(const tby_classes *c, tby_str *labels, uint32_t *ids)
{
    size_t n = 0;

    for (uint32_t i = 0; i < c->groups.n; i++) {
        if (tby_spread_size(c->spread, i) == 0)
            continue;
        labels[n] = c->groups.labels[i];
        ids[n++] = i;
    }
    return n;
}

tby_rc tby_classes_commit(tby_classes *c,
                          tby_rc (*told)(void *ctx, const char *name),
                          void *ctx)
{
    size_t all = c->groups.n, n = 0;
    tby_str *labels = games_resize(NULL, 0, all * sizeof *labels);
    uint32_t *ids = games_resize(NULL, 0, all * sizeof *ids);
    char(*names)[CLASSES_FILE] = games_resize(NULL, 0, all * sizeof *names);
    tby_rc rc = labels && ids && names ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        n = used_groups(c, labels, ids);
        classes_file_names(labels, n, names);
    }
    for (size_t i = 0; i < n && rc == TBY_OK && told; i++)
        rc = told(ctx, names[i]);
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        rc = tby_spread_commit(c->spread, ids[i], names[i]);
        c->sum.files += rc == TBY_OK;
    }
    games_resize(labels, all * sizeof *labels, 0);
    games_resize(ids, all * sizeof *ids, 0);
    games_resize(names, all * sizeof *names, 0);
    return rc;
}

/* --- counts ---------------------------------------------------------------*/

static bool is_before(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_classes_row *rows = ctx;

    if (rows[a].n != rows[b].n)
        return rows[a].n > rows[b].n;
    return a < b; /* groups are in the order of bytes */
}

/* The sorted rows that are not empty, from `all` to the table. */
static size_t sort_rows(tby_classes *c, const tby_classes_row *all,
                        uint32_t *order)
{
    size_t n = 0;

    for (uint32_t i = 0; i < c->groups.n; i++)
        if (all[i].n)
            order[n++] = i;
    tby_sort(order, n, is_before, all);
    for (size_t i = 0; i < n; i++)
        c->table[i] = all[order[i]];
    return n;
}

void classes_close_groups(tby_classes *c)
{
    games_resize(c->table, c->table_cap * sizeof *c->table, 0);
    c->table = NULL;
    c->table_cap = 0;
    classes_groups_close(&c->groups);
}

static tby_rc fill_table(tby_classes *c, size_t *n)
{
    size_t groups = c->groups.n;
    tby_classes_row *all = games_resize(NULL, 0, groups * sizeof *all);
    uint32_t *order = games_resize(NULL, 0, groups * sizeof *order);

    c->table = games_resize(NULL, 0, groups * sizeof *c->table);
    c->table_cap = c->table ? groups : 0;
    bool ok = all && order && c->table;
    if (ok) {
        for (size_t i = 0; i < groups; i++)
            all[i] = (tby_classes_row){c->groups.labels[i], 0};
        for (size_t i = 0; i < c->slots; i++)
            all[c->groups.of[i]].n += c->counts[i];
        *n = sort_rows(c, all, order);
    }
    games_resize(all, groups * sizeof *all, 0);
    games_resize(order, groups * sizeof *order, 0);
    return ok ? TBY_OK : TBY_E_NOMEM;
}

tby_rc tby_classes_count(tby_classes *c, tby_classes_group group,
                         const tby_classes_row **rows, size_t *n)
{
    classes_close_groups(c);
    tby_rc rc = classes_groups_open(&c->groups, c->options.book, group);
    if (rc == TBY_OK)
        rc = fill_table(c, n);
    if (rc == TBY_OK)
        *rows = c->table;
    return rc;
}
