/* file_people.c - spellings that are one person, with the log of that; and
 * which players have which FIDE id. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"

#include <string.h>

/* --- spellings ------------------------------------------------------------
 *
 * The log is all there is: the last row of a spelling that was not taken back
 * says whose it is, and a spelling without one stands for itself.  The table is
 * made when it is first needed. */

typedef tby_rc each_change(void *ctx, const tby_person_change *change);

static tby_rc each_row(store_file *f, file_sql which, each_change *each,
                       void *ctx)
{
    int64_t tables = 0;
    sqlite3_stmt *s;

    TBY_TRY(tby__file_number(
        f, "SELECT count(*) FROM main.sqlite_schema WHERE name = 'people'",
        &tables));
    if (!tables)
        return TBY_OK;
    if (!(s = tby__file_statement(f, which)))
        return tby__file_fail_sqlite(f);
    tby_rc rc;
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        tby_person_change c = {
            .spelling = (uint32_t)sqlite3_column_int64(s, 0),
            .person = (uint32_t)sqlite3_column_int64(s, 1),
            .change = (uint64_t)sqlite3_column_int64(s, 2),
            .undone = sqlite3_column_int64(s, 3) != 0,
            .names = {tby__file_text_at(s, 4), tby__file_text_at(s, 5)},
        };
        rc = tby__file_is_player(f, c.spelling) &&
                     tby__file_is_player(f, c.person)
                 ? each(ctx, &c)
                 : tby__file_damaged(f, "person", c.person);
        if (rc != TBY_OK)
            break;
    }
    sqlite3_reset(s);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* In order of spellings. */
static tby_rc load_person(void *ctx, const tby_person_change *c)
{
    store_file *f = ctx;
    tby_rc rc =
        TBY_APPEND(NULL, f->people, (uint64_t)c->spelling << 32 | c->person);

    return rc == TBY_OK ? rc : tby__file_fail(f, rc, NULL);
}

tby_rc tby__file_load_people(store_file *f)
{
    f->people.n = f->fides.n = 0;
    f->fides_of = 0;
    return each_row(f, SQL_GET_PEOPLE, load_person, f);
}

uint32_t tby__rows_person(const store_file *f, uint32_t spelling)
{
    size_t i = tby_numbers_find(&f->people, (uint64_t)spelling << 32);

    return i < f->people.n && f->people.at[i] >> 32 == spelling
               ? (uint32_t)f->people.at[i]
               : spelling;
}

tby_rc tby__rows_whole_people(const store_file *f, tby_numbers *ids)
{
    for (size_t i = 0; i < ids->n; i++)
        ids->at[i] = tby__rows_person(f, (uint32_t)ids->at[i]);
    tby_numbers_sort(ids);
    tby_numbers persons = *ids;
    for (size_t i = 0; persons.n && i < f->people.n; i++) {
        uint64_t person = (uint32_t)f->people.at[i];
        persons.at = ids->at; /* which grows */
        size_t at = tby_numbers_find(&persons, person);
        if (at < persons.n && persons.at[at] == person)
            TBY_TRY(TBY_APPEND(NULL, *ids, f->people.at[i] >> 32));
    }
    tby_numbers_sort(ids);
    return TBY_OK;
}

/* Writes it, and remembers it for the rest of the change. */
static tby_rc put_person(store_file *f, int64_t change, uint32_t spelling,
                         uint32_t person)
{
    const int64_t values[] = {change, spelling, person};
    size_t i = tby_numbers_find(&f->people, (uint64_t)spelling << 32);

    TBY_TRY(tby__file_run_with(f, SQL_PUT_PERSON, values, 3));
    if (i == f->people.n || f->people.at[i] >> 32 != spelling) {
        tby_rc rc =
            TBY_GROW(NULL, f->people.at, f->people.cap, f->people.n + 1);
        if (rc != TBY_OK)
            return tby__file_fail(f, rc, NULL);
        memmove(f->people.at + i + 1, f->people.at + i,
                (f->people.n++ - i) * sizeof *f->people.at);
    }
    f->people.at[i] = (uint64_t)spelling << 32 | person;
    return TBY_OK;
}

/* With a spelling go all that are one person with it.  One that leaves goes
 * alone, and if the person had its name the first of the others has it now. */
static tby_rc change_person(store_file *f, int64_t change, uint32_t spelling,
                            uint32_t person)
{
    bool leaves = spelling == person;
    uint32_t to = tby__rows_person(f, person);
    tby_numbers all = {NULL, 0, 0};
    tby_rc rc = TBY_APPEND(NULL, all, spelling);

    if (rc == TBY_OK)
        rc = tby__rows_whole_people(f, &all);
    if (rc != TBY_OK)
        rc = tby__file_fail(f, rc, NULL);
    else if (leaves && to != spelling)
        rc = put_person(f, change, spelling, spelling);
    else if (leaves && all.n > 1)
        to = (uint32_t)all.at[all.at[0] == spelling];
    for (size_t i = 0; rc == TBY_OK && i < all.n; i++) {
        uint32_t id = (uint32_t)all.at[i];
        if (!(leaves && id == spelling) && tby__rows_person(f, id) != to)
            rc = put_person(f, change, id, to);
    }
    tby_grow_free(NULL, all.at, all.cap, sizeof *all.at);
    return rc;
}

/* Within the transaction that it ends. */
static tby_rc change_all(store_file *f, const tby_person_change *changes,
                         size_t n)
{
    int64_t last = 0, changed = 0;
    tby_rc rc = tby__file_exec(
        f, "CREATE TABLE IF NOT EXISTS people(id INTEGER PRIMARY KEY, change "
           "INTEGER NOT NULL, spelling INTEGER NOT NULL, person INTEGER NOT "
           "NULL, undone INTEGER NOT NULL DEFAULT 0) STRICT");

    if (rc == TBY_OK)
        rc = tby__file_number(f, "SELECT ifnull(max(change), 0) FROM people",
                              &last);
    if (rc == TBY_OK && !changes)
        rc = tby__file_exec(f, "UPDATE people SET undone = 1 WHERE change = "
                               "(SELECT max(change) FROM people WHERE NOT "
                               "undone)");
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        rc = change_person(f, last + 1, changes[i].spelling, changes[i].person);
    if (rc == TBY_OK)
        rc = tby__file_number(
            f, changes ? "SELECT max(change) FROM people" : "SELECT changes()",
            &changed);
    if (rc == TBY_OK && changed > (changes ? last : 0))
        return tby__file_commit_write(f);
    tby__file_cancel_write(f);
    return rc == TBY_OK ? TBY_DONE : rc;
}

tby_rc tby__file_change_people(tby_store *s, const tby_person_change *changes,
                               size_t n)
{
    TBY_TRY(tby__file_begin_write(store_rows_of(s)));
    return change_all(store_rows_of(s), changes, n);
}

tby_rc tby__file_people_log(tby_store *s, void *ctx, each_change *each)
{
    return each_row(store_rows_of(s), SQL_EACH_PERSON, each, ctx);
}

tby_rc tby__file_pairings(tby_store *s, void *ctx, tby_each_pair *each)
{
    store_file *f = store_rows_of(s);
    tby_rc rc = TBY_OK;
    uint32_t n;

    for (uint32_t c = 0;
         rc == TBY_OK && (n = tby__file_chunk_games(f->stored, c)); c++) {
        uint32_t white[STORE_CHUNK], black[STORE_CHUNK];
        rc = tby__file_read_chunk(f, STORE_WHITE, c, n, white);
        if (rc == TBY_OK)
            rc = tby__file_read_chunk(f, STORE_BLACK, c, n, black);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            if (!tby__rows_is_dead(f, c * STORE_CHUNK + i + 1))
                rc = each(ctx, tby__rows_person(f, white[i]),
                          tby__rows_person(f, black[i]));
    }
    return rc;
}

/* --- FIDE ids --------------------------------------------------------------
 *
 * They stand in the tags of games, which are read when someone asks, once for
 * each state of the file. */

static tby_rc load_fides(store_file *f)
{
    size_t sorted = 0;

    if (f->fides_of == f->stored)
        return TBY_OK;
    f->fides.n = 0;
    for (uint32_t game = 1; game <= f->stored; game++) {
        uint32_t fide[2], player = 0;
        if (tby__rows_is_dead(f, game))
            continue;
        TBY_TRY(tby__file_fide_tags(f, game, fide));
        for (int black = 0; black < 2; black++) {
            if (!fide[black])
                continue;
            TBY_TRY(tby__rows_value(f, black ? STORE_BLACK : STORE_WHITE, game,
                                    &player));
            if (player && TBY_APPEND(NULL, f->fides,
                                     (uint64_t)fide[black] << 32 | player))
                return tby__file_fail(f, TBY_E_NOMEM, NULL);
        }
        if (f->fides.n > 2 * sorted + ((size_t)1 << 20)) {
            tby_numbers_sort(&f->fides);
            sorted = f->fides.n;
        }
        if (game % STORE_CHUNK == 0)
            tby__store_report_share(&f->base, game, f->stored);
    }
    tby_numbers_sort(&f->fides);
    f->fides_of = f->stored;
    return TBY_OK;
}

tby_rc tby__rows_fide(store_file *f, uint32_t fide, tby_numbers *out)
{
    TBY_TRY(load_fides(f));
    for (size_t i = tby_numbers_find(&f->fides, (uint64_t)fide << 32);
         i < f->fides.n && f->fides.at[i] >> 32 == fide; i++)
        TBY_TRY(TBY_APPEND(NULL, *out, (uint32_t)f->fides.at[i]));
    return TBY_OK;
}

tby_rc tby__file_fides(tby_store *s, void *ctx, tby_each_pair *each)
{
    store_file *f = store_rows_of(s);

    TBY_TRY(load_fides(f));
    for (size_t i = 0; i < f->fides.n; i++)
        TBY_TRY(each(ctx, tby__rows_person(f, (uint32_t)f->fides.at[i]),
                     (uint32_t)(f->fides.at[i] >> 32)));
    return TBY_OK;
}
