/* names.c - all sources of a job as one table. */
#include "work/openings/names_int.h"

#include "io/system/file.h"

#include <stdlib.h>

#define SCID_ECO "/usr/share/scid/data/scid.eco"

void names_tell(names_load *l, tby_severity severity, tby_rc code,
                tby_place place, const char *text)
{
    tby_names_fault fault = {.severity = severity,
                             .code = code,
                             .file = l->file,
                             .place = place,
                             .text = text && *text ? text : tby_rc_text(code)};

    l->sum->warnings += severity == TBY_WARNING;
    if (l->job->fault)
        l->job->fault(l->job->ctx, &fault);
}

tby_rc names_take(names_load *l, const tby_opening *o, tby_place place)
{
    if (l->job->row)
        l->job->row(l->job->ctx, o, l->file, place);
    return tby_openings_add(l->table, o);
}

const char *tby_names_scid_path(void)
{
    const char *path = getenv("TBY_SCID_ECO");
    tby_file_info info;

    if (!path)
        path = SCID_ECO;
    return *path && tby_file_look(path, &info) == TBY_OK ? path : NULL;
}

static tby_rc read_builtin(names_load *l)
{
    tby_book book = tby_book_builtin();

    l->file = "built-in";
    return names_read_book(l, &book);
}

static tby_rc read_all(names_load *l)
{
    const tby_names_job *job = l->job;
    const char *scid = job->scid ? tby_names_scid_path() : NULL;
    tby_rc rc = job->builtin ? read_builtin(l) : TBY_OK;

    for (size_t i = 0; i < job->n && rc == TBY_OK; i++)
        rc = names_read_path(l, job->paths[i], false);
    if (rc == TBY_OK && scid)
        rc = names_read_path(l, scid, false);
    if (rc == TBY_OK && job->overlay)
        rc = names_read_path(l, job->overlay, true);
    return rc;
}

tby_rc tby_names_load(const tby_names_job *job, tby_openings **out,
                      tby_names_sum *sum)
{
    tby_names_sum own = {.rows = 0};
    names_load l = {.job = job, .sum = sum ? sum : &own};
    tby_rc rc = tby_openings_open(&l.table, job->identity, NULL);

    *l.sum = own;
    if (rc != TBY_OK)
        return rc;
    rc = read_all(&l);
    if (rc == TBY_OK)
        *out = l.table;
    else
        tby_openings_close(l.table);
    return rc;
}
