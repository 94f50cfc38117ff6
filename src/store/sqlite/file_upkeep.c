/* file_upkeep.c - see upkeep.h. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/upkeep.h"

#include <stdio.h>
#include <string.h>

tby_rc store_file_version(store_file *f, uint32_t *out)
{
    int64_t version = 0;
    tby_rc rc = file_number(f, "PRAGMA user_version", &version);

    if (rc == TBY_OK)
        *out = (uint32_t)version;
    return rc;
}

typedef struct findings {
    void (*each)(void *ctx, const char *text);
    void *ctx;
    bool unread;    /* a page could not be read */
    bool no_memory; /* for a page, which says nothing about it */
} findings;

/* A line of SQLite's: "Page 7: unable to get the page. error code=8202" if its
 * sum does not fit.  What hangs on such a page seems to be unused then. */
static void tell_finding(findings *t, const char *line, size_t n)
{
    char text[256];

    snprintf(text, sizeof text, "%.*s", (int)n, line);
    char *colon = strstr(text, ": unable to get the page");
    if (colon && strstr(colon, "error code=7")) {
        t->unread = t->no_memory = true;
        return;
    }
    if (colon)
        snprintf(colon, sizeof text - (size_t)(colon - text),
                 ": it cannot be read, or its checksum does not fit.");
    t->unread |= colon || strstr(text, "failed to get page");
    if (n && strncmp(text, "*** in database", 15) != 0 &&
        !(t->unread && strstr(text, "never used")))
        t->each(t->ctx, text);
}

/* A row may hold several lines. */
static void tell_findings(findings *t, const char *text)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        tell_finding(t, text, n);
    }
}

tby_rc store_file_integrity(store_file *f,
                            void (*each)(void *ctx, const char *text),
                            void *ctx)
{
    findings told = {each, ctx, false, false};
    sqlite3_stmt *s = NULL;
    tby_rc rc;

    if (sqlite3_prepare_v2(f->db, "PRAGMA integrity_check(20)", -1, &s, NULL) !=
        SQLITE_OK)
        return file_fail_sqlite(f);
    while ((rc = file_step(f, s)) == TBY_OK) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        if (text && strcmp(text, "ok") != 0)
            tell_findings(&told, text);
    }
    sqlite3_finalize(s);
    if (rc == TBY_DONE && told.no_memory)
        return file_fail(f, TBY_E_NOMEM, NULL);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* Copying the whole file is worth an eighth of it. */
tby_rc store_file_shrink(store_file *f)
{
    enum { WORTH = 8 };
    int64_t pages = 0, unused = 0;
    tby_rc rc = file_number(f, "PRAGMA page_count", &pages);

    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA freelist_count", &unused);
    if (rc != TBY_OK || unused < pages / WORTH)
        return rc;
    file_reset(f);
    f->known = false;
    return file_exec(f, "VACUUM");
}
