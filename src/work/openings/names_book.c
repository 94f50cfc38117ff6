/* names_book.c - the sources of a job as a book: the built-in one, one that is
 * there already, or one that is made and kept. */
#include "work/openings/names_int.h"

#include "core/openings/book.h"
#include "io/system/file.h"

struct tby_names_book {
    tby_book book;
    tby_map map;   /* that it lies in, or */
    tby_buf bytes; /* the memory */
};

const tby_book *tby_names_book_get(const tby_names_book *b)
{
    return &b->book;
}

void tby_names_book_close(tby_names_book *b)
{
    tby_alloc alloc = tby_alloc_libc();

    if (!b)
        return;
    tby_map_close(&b->map);
    tby_buf_free(&b->bytes);
    alloc.realloc(alloc.ctx, b, sizeof *b, 0);
}

/* --- books that are there -------------------------------------------------*/

static tby_rc open_map(tby_names_book *b, const char *path)
{
    tby_rc rc = tby_map_open(&b->map, path);

    if (rc == TBY_OK)
        rc = tby_book_open(&b->book, b->map.p ? b->map.p : "", b->map.n);
    if (rc != TBY_OK)
        tby_map_close(&b->map);
    return rc;
}

/* Nothing but the library's own? */
static bool is_builtin(const tby_names_job *job)
{
    return job->builtin && job->n == 0 && !job->overlay &&
           !(job->scid && tby_names_scid_path());
}

/* One file and nothing else: it may be a book itself. */
static bool is_one_file(const tby_names_job *job)
{
    return job->n == 1 && !job->builtin && !job->overlay &&
           !(job->scid && tby_names_scid_path());
}

/* --- books that are made --------------------------------------------------*/

static tby_rc make(tby_names_book *b, const tby_names_job *job,
                   tby_names_sum *sum)
{
    tby_openings *table = NULL;
    tby_rc rc = tby_names_load(job, &table, sum);

    if (rc == TBY_OK)
        rc = tby_book_compile(table, &b->bytes);
    tby_openings_close(table);
    if (rc == TBY_OK)
        rc = tby_book_open(&b->book, b->bytes.p, b->bytes.n);
    return rc;
}

/* A book whose making had something to tell is made again the next time, so
 * that it is told again. */
static tby_rc make_and_keep(tby_names_book *b, const tby_names_job *job,
                            tby_names_sum *sum)
{
    char *path = names_cache_path(job);
    tby_rc rc = TBY_OK;

    if (!path || open_map(b, path) != TBY_OK) {
        rc = make(b, job, sum);
        if (rc == TBY_OK && path && sum->refused == 0)
            names_cache_write(path, tby_buf_str(&b->bytes));
    }
    tby_path_free(path);
    return rc;
}

static tby_rc fill(tby_names_book *b, const tby_names_job *job,
                   tby_names_sum *sum)
{
    if (is_builtin(job)) {
        b->book = tby_book_builtin();
        return TBY_OK;
    }
    /* what is wrong with it is told when it is read like any source */
    if (is_one_file(job) && open_map(b, job->paths[0]) == TBY_OK)
        return TBY_OK;
    return make_and_keep(b, job, sum);
}

tby_rc tby_names_book_open(tby_names_book **out, const tby_names_job *job,
                           tby_names_sum *sum)
{
    tby_alloc alloc = tby_alloc_libc();
    tby_names_sum own = {.rows = 0};
    tby_names_book *b = alloc.realloc(alloc.ctx, NULL, 0, sizeof *b);

    if (!b)
        return TBY_E_NOMEM;
    *b = (tby_names_book){.book = {.n = 0}};
    tby_buf_init(&b->bytes, &alloc, NAMES_MAX_BYTES);
    sum = sum ? sum : &own;
    *sum = (tby_names_sum){.rows = 0};
    tby_rc rc = fill(b, job, sum);
    if (rc == TBY_OK)
        *out = b;
    else
        tby_names_book_close(b);
    return rc;
}
