/* import.c - see import.h. */
#include "work/db/import_int.h"

#include "core/base/grow.h"
#include "core/base/text.h"
#include "core/openings/book_bloom.h"
#include "work/games/int.h"

/* --- opening --------------------------------------------------------------*/

tby_rc tby_import_open(tby_import **out, tby_store *store,
                       const tby_import_options *options)
{
    tby_import *imp = games_resize(NULL, 0, sizeof *imp);

    *out = imp;
    if (!imp)
        return TBY_E_NOMEM;
    *imp = (tby_import){.store = store, .options = *options};
    if (!options->book)
        return TBY_OK;
    imp->sieve = games_resize(NULL, 0, sizeof *imp->sieve);
    if (!imp->sieve)
        return TBY_E_NOMEM;
    tby__book_bloom_fill(imp->sieve, options->book);
    return TBY_OK;
}

void tby_import_close(tby_import *imp)
{
    tby_alloc alloc = tby_alloc_libc();

    if (!imp)
        return;
    import_load_close(imp->first);
    import_load_close(imp->spare);
    import_stocks_clear(&imp->stocks);
    import_tools_close(imp);
    tby_grow_free(&alloc, imp->tokens, imp->tokens_cap, sizeof *imp->tokens);
    games_resize(imp->sieve, sizeof *imp->sieve, 0);
    tby_grow_free(&alloc, imp->sum.firsts, imp->firsts_cap,
                  sizeof *imp->sum.firsts);
    games_resize(imp, sizeof *imp, 0);
}

const tby_import_sum *tby_import_summary(const tby_import *imp)
{
    return &imp->sum;
}

/* --- faults ---------------------------------------------------------------*/

static size_t met(const tby_import_sum *sum, tby_rc code)
{
    size_t n = 0;

    for (size_t i = 0; i < sum->firsts_n; i++)
        n += sum->firsts[i].fault.code == code;
    return n;
}

static void keep_text(char *to, size_t cap, const char *text)
{
    tby_text t = {.buf = to, .cap = cap};

    tby_text_cstr(&t, text);
    tby_text_end(&t);
}

/* Remembers the first of each kind, and what a whole file suffers from; one
 * that there is no memory for is still counted. */
static void hear_fault(void *ctx, const tby_games_fault *fault)
{
    tby_import *imp = ctx;
    tby_import_sum *sum = &imp->sum;
    tby_alloc alloc = tby_alloc_libc();
    void *firsts = sum->firsts;

    if (fault->game && met(sum, fault->code) >= TBY_IMPORT_FIRSTS)
        return;
    if (tby_grow(&alloc, &firsts, &imp->firsts_cap, sum->firsts_n + 1,
                 sizeof *sum->firsts) != TBY_OK)
        return;
    sum->firsts = firsts;
    tby_import_first *first = &sum->firsts[sum->firsts_n++];
    *first = (tby_import_first){.fault = *fault, .file = imp->files - 1};
    keep_text(first->text, sizeof first->text, fault->text);
    keep_text(first->member, sizeof first->member, fault->member);
    first->fault.text = first->fault.member = NULL; /* the array moves */
}

tby_games_fault tby_import_fault(const tby_import_first *first)
{
    tby_games_fault fault = first->fault;

    fault.text = first->text;
    fault.member = first->member;
    return fault;
}

static void hear_progress(void *ctx, uint64_t done, uint64_t total,
                          uint64_t games)
{
    const tby_import *imp = ctx;

    if (imp->options.progress)
        imp->options.progress(imp->options.ctx, TBY_IMPORT_READS, done, total,
                              games);
}

/* --- the work -------------------------------------------------------------*/

tby_rc tby_import_file(tby_import *imp, const char *path, tby_rc *file)
{
    tby_games_job job = {.path = path,
                         .threads = imp->options.threads,
                         .mode = TBY_PGN_ALL,
                         .faults = UINT64_MAX,
                         .warnings = UINT64_MAX,
                         .forgive = imp->options.forgive,
                         .visitor = import_visitor(imp),
                         .listener = {.ctx = imp,
                                      .fault = hear_fault,
                                      .progress = hear_progress}};
    tby_games_result result;

    imp->files++;
    tby_rc rc = tby_games_read(&job, &result);
    tby_games_add(&imp->sum.read, &result.sum);
    imp->sum.bytes += result.bytes;
    *file = result.file;
    if (rc == TBY_OK)
        return import_flush(imp);
    import_forget(imp);
    return rc;
}

tby_rc tby_import_finish(tby_import *imp)
{
    return import_index(imp);
}
