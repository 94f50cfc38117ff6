/* fuzz_run.c - any bytes as rows of the position index.  Whatever is read stays
 * within what the head says, and a position that is listed is found.
 *
 *     bytes 0-2   games of the run, less one
 *     byte 3      pages, less one
 *     bytes 4-5   bytes of a row of pages; the rest is lists
 *
 * The rows lack their checksums, which would keep everything out, and the
 * number of their first page. */
#include "fuzz/check.h"
#include "store/index/int.h"

#include <string.h>

enum { HEAD = 6 };

typedef struct input {
    run_head head;
    uint8_t *page, *row, *list; /* as they were asked for last */
    const uint8_t *pages, *lists;
    size_t page_n, lists_n;
} input;

static tby_rc row(uint8_t *to, const uint8_t *from, size_t n, uint32_t number,
                  tby_str *out)
{
    if (n)
        memcpy(to + RUN_SUM, from, n);
    tby__run_set_sum(to, n + RUN_SUM, number);
    *out = (tby_str){(const char *)to, n + RUN_SUM};
    return TBY_OK;
}

/* All rows have the same bytes but for the number of the first page, which is
 * the one that was asked for or the one before. */
static tby_rc get_page(void *ctx, uint32_t page, tby_str *out)
{
    input *in = ctx;
    uint32_t first = page & ~1u;

    CHECK(page < in->head.pages);
    memcpy(in->page, &first, sizeof first);
    if (in->page_n)
        memcpy(in->page + sizeof first, in->pages, in->page_n);
    return row(in->row, in->page, in->page_n + sizeof first, first, out);
}

static tby_rc get_list(void *ctx, uint32_t list, tby_str *out)
{
    input *in = ctx;
    size_t at = (size_t)list * RUN_LIST_BYTES;

    CHECK(list < in->head.lists);
    if (at >= in->lists_n)
        return TBY_DONE;
    size_t n = in->lists_n - at;
    return row(in->list, in->lists + at,
               n < RUN_LIST_BYTES ? n : (size_t)RUN_LIST_BYTES, list, out);
}

static void check_ids(const input *in, const uint32_t *ids, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        CHECK(ids[i] >= in->head.first);
        CHECK(ids[i] - in->head.first < in->head.games);
    }
}

static void check_found(input *in, const run_source *source,
                        const run_found *found, uint32_t *ids)
{
    uint64_t games = 0;

    CHECK(found->maybe_n <= RUN_MAYBE_MAX && found->moves_n <= RUN_MOVES_MAX);
    for (uint32_t i = 0; i < found->maybe_n; i++)
        CHECK((uint64_t)found->maybe[i] * STORE_GROUP < in->head.games);
    for (uint32_t i = 0; i < found->moves_n; i++) {
        uint32_t n = found->moves[i].games;
        CHECK(n > 0 && (i == 0 || n <= found->moves[i - 1].games));
        games += n;
        if (tby__run_list(&in->head, source, found, i, ids) != TBY_OK)
            continue;
        check_ids(in, ids, n);
        for (uint32_t j = 1; j < n; j++)
            CHECK(ids[j] > ids[j - 1]);
    }
    CHECK(games == found->games && games <= in->head.games);
    if (found->games && found->many) {
        check_ids(in, found->top, found->top_n);
        check_ids(in, found->latest, found->latest_n);
    }
}

static void read_all(input *in)
{
    const run_source source = {in, get_page, get_list};
    run_found *found = malloc(sizeof *found);
    uint32_t *ids = malloc(in->head.games * sizeof *ids);
    uint64_t key = 0;

    CHECK(found && ids);
    for (unsigned i = 0; i < 16; i++) {
        key = key * 6364136223846793005u + 1442695040888963407u;
        tby_rc rc = tby__run_find(&in->head, &source, key, found);
        CHECK(rc == TBY_OK || rc == TBY_DONE || rc == TBY_E_STORE_DAMAGED);
        if (rc == TBY_OK)
            check_found(in, &source, found, ids);
    }
    /* The same bytes as records, which few keys lead to. */
    tby_str page = {(const char *)in->pages, in->page_n};
    run_record rec = {.head = &in->head,
                      .r = run_reader_at(page, 0),
                      .page = page,
                      .has_lists = in->lists_n > 0};
    found->maybe_n = 0;
    for (unsigned i = 0; i < 64; i++) {
        tby__run_record_read(&rec, found);
        if (rec.r.rc != TBY_OK)
            break;
        check_found(in, &source, found, ids);
    }
    free(found);
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD)
        return 0;
    size_t rest = size - HEAD, page_n = data[4] | (size_t)data[5] << 8;
    uint32_t games =
        1 + (data[0] | (uint32_t)data[1] << 8 | (uint32_t)(data[2] & 1) << 16);
    if (page_n > rest)
        page_n = rest;
    input in = {
        .head = {.first = 7,
                 .games = games,
                 .pages = 1u + data[3],
                 .lists = 1 + (uint32_t)((rest - page_n) / RUN_LIST_BYTES),
                 .key_bits = RUN_KEY_BITS},
        .page = malloc(page_n + 4),
        .row = malloc(page_n + 4 + RUN_SUM),
        .list = malloc(RUN_LIST_BYTES + RUN_SUM),
        .pages = data + HEAD,
        .lists = data + HEAD + page_n,
        .page_n = page_n,
        .lists_n = rest - page_n};

    CHECK(in.page && in.row && in.list);
    read_all(&in);
    free(in.page);
    free(in.row);
    free(in.list);
    return 0;
}
