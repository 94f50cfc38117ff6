/* run_index.c - a run of the position index: what it costs to make, how large
 * it is, how long a question takes.
 *
 *     run_index FILE [GAMES]
 *
 * The games of a file are packed first, which is not measured; then the index
 * is made several times over the first GAMES of them (all unless told), and
 * asked about positions of games at all plies.  JSON lines. */
#include "must.h"
#include "store/index/run.h"
#include "store/record/pack.h"
#include "timing.h"
#include "work/games/games.h"

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

enum { BUILDS = 3, QUESTIONS = 100000 };

/* Rows one behind the other, and the number of each. */
typedef struct rows {
    tby_buf bytes;
    size_t *ends;
    uint32_t *numbers;
    uint32_t n, cap;
} rows;

typedef struct base {
    store_packer *packer;
    store_block_writer writer;
    rows blocks, pages, lists;
    tby_pos *starts; /* of games with a set-up */
    uint32_t *start_ids, starts_n;
    run_fact *facts;
    uint32_t games, most;
    uint64_t plies;
    bool keep; /* the pages and lists, not only their sizes */
    uint32_t page_rows;
    size_t page_bytes, list_bytes;
} base;

static void rows_add(rows *r, uint32_t number, tby_str bytes)
{
    tby_buf_add(&r->bytes, bytes);
    must(r->bytes.rc);
    if (r->n == r->cap) {
        r->cap = 2 * r->cap + 16;
        r->ends = more(r->ends, r->cap, sizeof *r->ends);
        r->numbers = more(r->numbers, r->cap, sizeof *r->numbers);
    }
    r->numbers[r->n] = number;
    r->ends[r->n++] = r->bytes.n;
}

static tby_rc rows_get(const rows *r, uint32_t i, tby_str *out)
{
    if (i >= r->n)
        return TBY_DONE;
    size_t begin = i ? r->ends[i - 1] : 0;
    *out = (tby_str){r->bytes.p + begin, r->ends[i] - begin};
    return TBY_OK;
}

/* --- the games ------------------------------------------------------------*/

static void end_block(base *b)
{
    tby_str row;

    if (b->writer.n == 0)
        return;
    must(tby__block_moves(&b->writer, &row));
    rows_add(&b->blocks, b->blocks.n, row);
    tby__block_clear(&b->writer);
}

static tby_rc take_game(void *ctx, void *part, tby_games_item *item)
{
    base *b = ctx;
    store_packed packed;

    (void)part;
    if (item->error != TBY_OK || b->games == b->most)
        return TBY_OK;
    must(tby__store_pack(b->packer, item->game, &packed));
    packed.extra.n = 0; /* nobody asks for it here */
    must(tby__block_add(&b->writer, &packed));
    if ((b->games & (b->games - 1)) == 0)
        b->facts = more(b->facts, 2 * (size_t)b->games + 1, sizeof *b->facts);
    b->facts[b->games++] =
        (run_fact){{(uint16_t)packed.column[STORE_WHITE_ELO],
                    (uint16_t)packed.column[STORE_BLACK_ELO]},
                   packed.column[STORE_DATE],
                   (uint8_t)packed.column[STORE_RESULT]};
    if (packed.column[STORE_FLAGS] & STORE_IS_SETUP) {
        b->starts = more(b->starts, b->starts_n + 1, sizeof *b->starts);
        b->start_ids =
            more(b->start_ids, b->starts_n + 1, sizeof *b->start_ids);
        b->starts[b->starts_n] = item->game->start;
        b->start_ids[b->starts_n++] = b->games;
    }
    b->plies += packed.column[STORE_PLIES];
    if (b->writer.n == STORE_BLOCK)
        end_block(b);
    return TBY_OK;
}

static void read_games(base *b, const char *path)
{
    tby_games_job job = {.path = path,
                         .threads = 1,
                         .mode = TBY_PGN_ALL,
                         .visitor = {.ctx = b, .game = take_game}};
    tby_games_result result;

    must(tby__packer_open(&b->packer));
    tby__block_init(&b->writer);
    tby_buf_init(&b->blocks.bytes, NULL, SIZE_MAX);
    tby_buf_init(&b->pages.bytes, NULL, SIZE_MAX);
    tby_buf_init(&b->lists.bytes, NULL, SIZE_MAX);
    must(tby_games_read(&job, &result));
    end_block(b);
    tby__packer_close(b->packer);
    tby__block_free(&b->writer);
    if (b->games == 0)
        die("there are no games");
}

/* --- making ---------------------------------------------------------------*/

static tby_rc get_moves(void *ctx, uint32_t block, tby_str *out)
{
    const base *b = ctx;

    return rows_get(&b->blocks, block, out);
}

static tby_rc get_start(void *ctx, uint32_t game, tby_pos *out)
{
    const base *b = ctx;

    for (uint32_t i = 0; i < b->starts_n; i++)
        if (b->start_ids[i] == game) {
            *out = b->starts[i];
            return TBY_OK;
        }
    return TBY_E_STORE_DAMAGED;
}

static tby_rc put_page(void *ctx, uint32_t page, tby_str bytes)
{
    base *b = ctx;

    b->page_rows++;
    b->page_bytes += bytes.n;
    if (b->keep)
        rows_add(&b->pages, page, bytes);
    return TBY_OK;
}

static tby_rc put_list(void *ctx, uint32_t list, tby_str bytes)
{
    base *b = ctx;

    b->list_bytes += bytes.n;
    if (b->keep)
        rows_add(&b->lists, list, bytes);
    return TBY_OK;
}

static run_head make(base *b, unsigned threads, size_t memory)
{
    run_job job = {.first = 1,
                   .games = b->games,
                   .facts = b->facts,
                   .memory = memory,
                   .threads = threads,
                   .ctx = b,
                   .moves = get_moves,
                   .start = get_start,
                   .rows = {b, put_page, put_list}};
    run_head head;

    b->page_rows = 0;
    b->page_bytes = b->list_bytes = 0;
    must(tby__run_build(&job, &head));
    return head;
}

static double peak_megabytes(void)
{
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss * 1024 * 1e-6;
}

static void tell_sizes(const base *b, const run_head *head)
{
    double games = b->games;

    printf("{\"bench\":\"position index, bytes a game\",\"value\":%.1f,"
           "\"most\":200,\"pages\":%.1f,\"lists\":%.1f,\"rows\":%" PRIu32
           ",\"page_bytes\":%.0f,\"entries\":%" PRIu64 ",\"several\":%" PRIu64
           ",\"once\":%" PRIu64 "}\n",
           (double)(b->page_bytes + b->list_bytes) / games,
           (double)b->page_bytes / games, (double)b->list_bytes / games,
           b->page_rows + head->lists, (double)b->page_bytes / head->pages,
           head->entries, head->positions, head->once);
}

static run_head measure_making(base *b, unsigned threads, size_t memory)
{
    const double goal = 11.5; /* two seconds for 23 million plies */
    double before = peak_megabytes(), seconds = 0, wall = 0;
    run_head head = {0};

    for (int i = 0; i < BUILDS; i++) {
        double cpu = own_seconds(), clock = wall_seconds();
        head = make(b, threads, memory);
        seconds = shorter(seconds, own_seconds() - cpu);
        wall = shorter(wall, wall_seconds() - clock);
    }
    double rate = (double)b->plies * 1e-6 / seconds;
    printf("{\"bench\":\"position index, %zu MB, threads:\",\"path\":\"%u\","
           "\"games\":%" PRIu32 ",\"plies\":%" PRIu64
           ",\"seconds\":%.2f,\"wall\":%.2f,\"mega_per_second\":%.1f,"
           "\"memory_megabytes\":%.0f,\"before_megabytes\":%.0f,"
           "\"goal\":%.1f,\"met\":%s}\n",
           memory >> 20, threads, b->games, b->plies, seconds, wall, rate,
           peak_megabytes(), before, goal, rate >= goal ? "true" : "false");
    return head;
}

/* --- asking ---------------------------------------------------------------*/

static tby_rc get_page(void *ctx, uint32_t page, tby_str *out)
{
    const rows *r = &((const base *)ctx)->pages;
    uint32_t from = 0, to = r->n;

    while (to - from > 1) {
        uint32_t middle = from + (to - from) / 2;
        if (r->numbers[middle] <= page)
            from = middle;
        else
            to = middle;
    }
    return rows_get(r, from, out);
}

static tby_rc get_list(void *ctx, uint32_t list, tby_str *out)
{
    const base *b = ctx;

    return rows_get(&b->lists, list, out);
}

/* Keys of positions of games, drawn evenly over games and plies. */
static uint64_t draw_key(const base *b, uint64_t *seed)
{
    tby_pos pos = tby_pos_start();
    tby_str row;
    store_moves m;

    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint32_t game = (uint32_t)((*seed >> 32) * b->games >> 32);
    must(rows_get(&b->blocks, game / STORE_BLOCK, &row));
    must(tby__moves_open(&m, row));
    game %= STORE_BLOCK;
    if (m.setup[game])
        return pos.key;
    uint32_t plies = (uint32_t)(*seed >> 8 & 0xffff) % (m.plies[game] + 1u);
    for (uint32_t i = 0; i < plies; i++)
        tby_pos_play(&pos, tby__code_move(
                               &pos, store_moves_code(&m, m.first[game] + i)));
    return pos.key;
}

static void measure_finding(const run_head *head, const run_source *source,
                            const uint64_t *keys, run_found *found)
{
    uint64_t several = 0, maybe = 0, absent = 0;
    double seconds = 0;

    for (int round = 0; round < BUILDS; round++) {
        double start = thread_seconds();
        several = maybe = 0;
        for (size_t i = 0; i < QUESTIONS; i++) {
            must(tby__run_find(head, source, keys[i], found));
            several += found->games > 0;
            maybe += found->maybe_n;
        }
        seconds = shorter(seconds, thread_seconds() - start);
    }
    for (size_t i = 0; i < QUESTIONS; i++)
        absent +=
            tby__run_find(head, source, keys[i] * 2654435761u, found) == TBY_OK;
    printf("{\"bench\":\"position index, a question\",\"nanoseconds\":%.0f,"
           "\"of_several\":%.3f,\"groups_to_replay\":%.2f,"
           "\"false_alarms\":%.3f,\"goal\":4000,\"met\":%s}\n",
           seconds * 1e9 / QUESTIONS, (double)several / QUESTIONS,
           (double)maybe / (double)(QUESTIONS - several),
           (double)absent / QUESTIONS,
           seconds * 1e9 / QUESTIONS <= 4000 ? "true" : "false");
}

/* All games, which pass through the start. */
static void measure_lists(const run_head *head, const run_source *source,
                          run_found *found)
{
    uint32_t *ids = more(NULL, head->games, sizeof *ids);
    double seconds = 0;

    must(tby__run_find(head, source, tby_pos_start().key, found));
    for (int round = 0; round < BUILDS; round++) {
        double start = thread_seconds();
        for (uint32_t i = 0; i < found->moves_n; i++)
            must(tby__run_list(head, source, found, i, ids));
        seconds = shorter(seconds, thread_seconds() - start);
    }
    printf("{\"bench\":\"position index, a game of a list\","
           "\"nanoseconds\":%.2f}\n",
           seconds * 1e9 / found->games);
    free(ids);
}

static void measure_asking(base *b)
{
    const run_source source = {b, get_page, get_list};
    uint64_t seed = 1;
    uint64_t *keys = more(NULL, QUESTIONS, sizeof *keys);
    run_found *found = more(NULL, 1, sizeof *found);

    b->keep = true;
    run_head head = make(b, 0, (size_t)512 << 20);
    for (size_t i = 0; i < QUESTIONS; i++)
        keys[i] = draw_key(b, &seed);
    measure_finding(&head, &source, keys, found);
    measure_lists(&head, &source, found);
    free(keys);
    free(found);
}

int main(int argc, char **argv)
{
    base b = {.most = UINT32_MAX};

    if (argc < 2)
        die("usage: run_index FILE [GAMES]");
    if (argc > 2)
        b.most = (uint32_t)strtoul(argv[2], NULL, 10);
    read_games(&b, argv[1]);
    run_head head = measure_making(&b, 1, (size_t)512 << 20);
    tell_sizes(&b, &head);
    measure_making(&b, 2, (size_t)512 << 20);
    measure_making(&b, 2, (size_t)128 << 20); /* several passes */
    measure_asking(&b);
    return 0;
}
