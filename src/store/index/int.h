/* int.h - what the files of run.h share: where a key belongs, and how
 * entries go from the replay to the pages.
 *
 *     replay  blocks of games   -> entries, parted by the top bits of the key
 *     sort    a part of them    -> entries in the order of their keys
 *     page    those of one page -> its bytes
 *     out     pages and lists   -> rows */
#ifndef TBY_STORE_INDEX_INT_H
#define TBY_STORE_INDEX_INT_H

#include "io/stream/temp_file.h"
#include "io/system/thread.h"
#include "store/index/bits.h"
#include "store/index/run.h"

enum {
    RUN_PAGE_ENTRIES = 110, /* on average; makes pages of some 250 bytes */
    RUN_KEY_BITS = 7,       /* of a position met once, within its page */
    RUN_ROW_BYTES = STORE_ROW_BYTES,
    RUN_SUM = 4, /* bytes of a checksum */
    RUN_LIST_BYTES = RUN_ROW_BYTES - RUN_SUM,
    RUN_BASE = 5,     /* bytes of the place where a page's lists begin */
    RUN_ID_DIGITS = 8 /* groups that are coded as one number, at most */
};

/* --- where a key belongs --------------------------------------------------*/

/* The top half of the key times the number of pages: the page, and below it
 * where in the page. */
static inline uint64_t run_place(uint64_t key, uint32_t pages)
{
    return (key >> 32) * pages;
}

static inline uint32_t run_page_of(uint64_t key, uint32_t pages)
{
    return (uint32_t)(run_place(key, pages) >> 32);
}

/* Which of the 2^bits slots of its page. */
static inline uint32_t run_slot_in(uint64_t place, unsigned bits)
{
    return (uint32_t)place >> (32 - bits);
}

static inline uint32_t run_slot_of(uint64_t key, uint32_t pages, unsigned bits)
{
    return run_slot_in(run_place(key, pages), bits);
}

/* The smallest top half of a key of a page; of page `pages`, 2^32. */
static inline uint64_t run_page_key(uint32_t page, uint32_t pages)
{
    return (((uint64_t)page << 32) + pages - 1) / pages;
}

/* How the gaps between the keys of a page are coded. */
static inline unsigned run_key_rice(uint32_t pages, uint32_t n)
{
    return run_rice((UINT64_C(1) << 32) / pages, n);
}

/* Groups of games, several of them written as one number to the base `groups`,
 * so that no part of a bit is lost on each. */
typedef struct run_digits {
    uint64_t base;
    unsigned n;     /* in a number */
    unsigned width; /* its bits */
} run_digits;

run_digits tby__run_digits_of(uint32_t games);

/* Bits of so many groups. */
uint64_t tby__run_digits_bits(const run_digits *d, uint64_t n);

/* Bits of a number of fewer digits than n. */
unsigned tby__run_digits_width(const run_digits *d, unsigned n);

/* The lower half of the checksum of what follows it, plus the number of the
 * row, so that no row can stand for another.  The number of a row of pages is
 * that of its first page. */
uint32_t tby__run_sum(const void *row, size_t n, uint32_t number);
void tby__run_set_sum(void *row, size_t n, uint32_t number);

/* --- entries --------------------------------------------------------------*/

/* A game in a position, on the way. */
typedef struct run_entry {
    uint64_t key;
    uint32_t game; /* from 0, of the run */
    uint32_t what; /* the code, and RUN_BLACK */
} run_entry;

enum { RUN_BLACK = 1 << 12 };     /* is to move */
enum { RUN_GAMES_MAX = 1 << 19 }; /* that a run_packed can tell apart */

/* The same while it waits.  The game is counted from its batch's first. */
typedef struct run_packed {
    uint32_t key[2]; /* low, high */
    uint32_t what;   /* game << 13 | RUN_BLACK | code */
} run_packed;

static inline run_packed run_packed_of(uint64_t key, uint32_t what)
{
    return (run_packed){{(uint32_t)key, (uint32_t)(key >> 32)}, what};
}

/* Some games, and their entries in the parts from..to. */
typedef struct run_batch {
    uint32_t first, games; /* of the run */
    uint32_t *ids;         /* NULL, or: of a postings, see below */
    unsigned bits;         /* a part is the keys with the same top bits */
    uint32_t from, to;     /* parts that are kept */
    run_packed *entries;   /* part by part, each in the order of play */
    uint32_t *ends;        /* of each part, to - from of them */
    uint64_t plies;        /* entries of all parts */
    bool lent;             /* what it points to is someone else's */
    uint64_t at; /* without entries: their first byte in the temporary file */
} run_batch;

/* Entries of a part of a plan, whose parts are no smaller than the batch's. */
static inline uint32_t run_batch_begin(const run_batch *b, uint32_t part,
                                       unsigned bits)
{
    uint32_t first = part << (b->bits - bits);

    return first > b->from ? b->ends[first - b->from - 1] : 0;
}

static inline uint32_t run_batch_end(const run_batch *b, uint32_t part,
                                     unsigned bits)
{
    return b->ends[((part + 1) << (b->bits - bits)) - 1 - b->from];
}

/* Parts n entries that came in any order, those of a key in the order of play.
 * `next` has room for a number for each part. */
TBY_MUST_USE tby_rc tby__run_batch_fill(run_batch *b, const run_packed *e,
                                        size_t n, uint32_t *next);
void tby__run_batch_free(run_batch *b);

/* Games by their ids, 0: not stored; not all need to be of the run. */
enum { RUN_POSTINGS_BITS = 10, RUN_POSTINGS_PARTS = 1 << RUN_POSTINGS_BITS };
struct store_postings {
    run_batch batch;
    uint32_t *sizes; /* entries of each game */
};

/* Is a game with this id one that the postings of the job are for?  They begin
 * with a game of the run, or after its last. */
static inline bool run_in_postings(const run_job *job, uint32_t id)
{
    return id - job->postings_from <
           job->first + job->games - job->postings_from;
}

/* Adds how many such games it has, and entries of them. */
void tby__run_postings_count(const store_postings *s, const run_job *job,
                             uint32_t *games, uint64_t *entries);

/* What a run is made with. */
typedef struct run_plan {
    const run_job *job;
    unsigned part_bits; /* a part is the keys with the same top bits */
    uint32_t parts;     /* 1 << part_bits */
    uint32_t pages;     /* a multiple of it */
    run_digits digits;
    uint32_t replayed; /* games; those after them are in postings */
    run_batch *batches;
    size_t batches_n, batches_cap;
    tby_temp_file spill;    /* has what memory has no room for */
    tby_object_pool *desks; /* that no part uses */
} run_plan;

/* Of a key with this top half. */
static inline uint32_t run_part_of(uint32_t high, unsigned part_bits)
{
    return (uint32_t)((uint64_t)high >> (32 - part_bits));
}

/* --- replay: replay.c -------------------------------------------------*/

typedef struct run_replay run_replay; /* a batch in the making */

TBY_MUST_USE tby_rc tby__run_replay_open(run_replay **out,
                                         const run_plan *plan);
void tby__run_replay_close(run_replay *r);

/* Takes the games of the run from `first` on, some blocks of them; *next is the
 * one after.  On the caller's thread. */
TBY_MUST_USE tby_rc tby__run_replay_take(run_replay *r, uint32_t first,
                                         uint32_t from, uint32_t to,
                                         uint32_t *next);
/* Plays them; on any thread. */
void tby__run_replay_play(void *ctx, void *replay);
/* The outcome, which is the caller's then. */
TBY_MUST_USE tby_rc tby__run_replay_give(run_replay *r, run_batch *out);

/* --- parts: part.c ----------------------------------------------------*/

/* Those that a batch has of a part, and what tells their games: the ids of a
 * postings, of which those from `least` on count, `most` at the most. */
typedef struct run_slice {
    const run_packed *e, *end;
    const uint32_t *ids;
    uint32_t first, least, most;
} run_slice;

/* What a part is sorted and packed with. */
typedef struct run_desk {
    run_slice *slices; /* of all batches */
    run_packed *read;  /* what was spilled of the part */
    size_t slices_cap, read_cap;
    run_entry *sorted, *spare;
    size_t sorted_cap, spare_cap;
    uint32_t *places;
    size_t places_cap;
    struct run_packer *packer;
} run_desk;

/* The rows of a part: its pages one after the other, and its lists. */
typedef struct run_part {
    const run_plan *plan;
    uint32_t part;
    tby_rc rc;
    uint64_t plies; /* as they were played */
    uint64_t entries, positions, once;
    run_writer pages, lists;
    size_t *page_ends;
    run_desk *desk; /* while it is made */
} run_part;

/* --- rows: out.c ------------------------------------------------------*/

/* Pages and lists on their way into rows; all zero but `rows` at first. */
typedef struct run_out {
    const run_rows *rows;
    run_writer pages, sizes; /* of the row in the making */
    uint32_t first, pages_n; /* its pages */
    run_writer row;
    run_writer lists;
    uint64_t lists_at; /* bytes of all lists so far */
    uint32_t lists_n;  /* rows of them */
} run_out;

/* --- pages: page.c, many.c ----------------------------------------*/

/* A position of several games: its moves, most games first. */
typedef struct run_group {
    uint32_t code, games;
    const uint32_t *ids; /* from 0, ascending */
} run_group;

typedef struct run_position {
    uint32_t games, moves_n;
    const run_group *moves; /* their ids lie one after the other */
    bool black;             /* is to move */
} run_position;

/* Writes a page after p->pages; e are n sorted entries from its first on.  How
 * many of them it took. */
size_t tby__run_page_put(run_part *p, uint32_t page, run_entry *e, size_t n);

/* Ids below `games`, ascending. */
void tby__run_ids_put(run_writer *w, const uint32_t *ids, uint32_t n,
                      uint32_t games);

/* The k of such a list. */
static inline unsigned run_ids_rice(uint32_t games, uint32_t n)
{
    return run_rice((uint64_t)games - n + 1, n);
}

struct run_packer *tby__run_packer_open(void);
void tby__run_packer_close(struct run_packer *p);

/* --- reading: record.c ------------------------------------------------*/

/* Records one after the other; r.rc says whether all is well. */
typedef struct run_record {
    const run_head *head;
    run_reader r;
    tby_str page;
    bool has_lists;
    uint64_t lists; /* the byte where the next lists begin */
} run_record;

void tby__run_record_read(run_record *rec, run_found *out);

/* TBY_E_STORE_DAMAGED unless the checksum fits. */
TBY_MUST_USE tby_rc tby__run_row_check(tby_str row, uint32_t number);

#endif
