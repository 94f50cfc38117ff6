/* many.c - what positions of many games have beside their moves: ready
 * statistics, the best and the latest games, and lists in rows of their own. */
#include "store/index/int.h"
#include "store/index/rank.h"

/* --- statistics -----------------------------------------------------------*/

static run_move sum_up(const run_job *job, const run_group *group, bool black)
{
    run_move m = {.code = (store_code)group->code, .games = group->games};

    for (uint32_t i = 0; i < group->games; i++) {
        const run_fact *f = &job->facts[group->ids[i]];
        uint32_t elo = f->elo[black], other = f->elo[!black];
        uint32_t year = f->date >> 9;
        m.white += f->result == TBY_RESULT_WHITE;
        m.draws += f->result == TBY_RESULT_DRAW;
        m.black += f->result == TBY_RESULT_BLACK;
        m.elo_sum += elo;
        m.elo_n += elo != 0;
        m.other_sum += other;
        m.other_n += other != 0;
        if (year > m.last)
            m.last = year;
    }
    return m;
}

/* How many ratings are known, and their sum. */
static void put_elo(run_writer *w, uint32_t games, uint32_t n, uint64_t sum)
{
    run_put_gamma(w, (uint64_t)games - n + 1);
    run_put(w, sum, run_width((uint64_t)n * UINT16_MAX));
}

static void put_statistics(run_writer *w, const run_move *m, uint32_t last)
{
    run_put(w, m->white, run_width(m->games));
    run_put(w, m->draws, run_width(m->games - m->white));
    run_put(w, m->black, run_width(m->games - m->white - m->draws));
    put_elo(w, m->games, m->elo_n, m->elo_sum);
    put_elo(w, m->games, m->other_n, m->other_sum);
    run_put_gamma(w, (uint64_t)last - m->last + 1);
}

/* --- the first games by some order ----------------------------------------*/

typedef struct best {
    uint64_t rank[STORE_TOP];
    uint32_t id[STORE_TOP];
    uint32_t n;
} best;

/* Moves come one after the other, so ids do not come in order. */
static inline bool is_before(uint64_t rank, uint32_t id, const best *b,
                             uint32_t i)
{
    return rank != b->rank[i] ? rank > b->rank[i] : id < b->id[i];
}

static inline void best_add(best *b, uint64_t rank, uint32_t id)
{
    if (b->n == STORE_TOP) {
        if (!is_before(rank, id, b, STORE_TOP - 1))
            return;
        b->n--;
    }
    uint32_t at = b->n++;
    for (; at > 0 && is_before(rank, id, b, at - 1); at--) {
        b->rank[at] = b->rank[at - 1];
        b->id[at] = b->id[at - 1];
    }
    b->rank[at] = rank;
    b->id[at] = id;
}

static void put_best(run_writer *w, const best *b, uint32_t games)
{
    for (uint32_t i = 0; i < STORE_TOP; i++)
        run_put(w, b->id[i], run_width(games - 1));
}

/* The first games by both orders, and the last year. */
typedef struct firsts {
    best top, latest;
    uint32_t year;
} firsts;

static void find_firsts(firsts *f, const run_job *job, const run_position *pos)
{
    enum { AHEAD = 12 };                     /* facts lie anywhere */
    const uint32_t *ids = pos->moves[0].ids; /* and of all others */

    for (uint32_t i = 0; i < pos->games; i++) {
        const run_fact *fact = &job->facts[ids[i]];
        uint32_t date = fact->date, year = date >> 9;
        uint16_t white = fact->elo[0], black = fact->elo[1];
        if (i + AHEAD < pos->games)
            __builtin_prefetch(&job->facts[ids[i + AHEAD]]);
        best_add(&f->top, store_rank_elo(white, black, date), ids[i]);
        best_add(&f->latest, store_rank_date(white, black, date), ids[i]);
        f->year = year > f->year ? year : f->year;
    }
}

/* --- lists ----------------------------------------------------------------*/

/* The length of a list follows from what its unary parts add up to. */
static void put_lists(run_writer *w, run_writer *lists, uint32_t games,
                      const run_position *pos)
{
    for (uint32_t i = 0; i < pos->moves_n; i++) {
        const run_group *m = &pos->moves[i];
        unsigned k = run_ids_rice(games, m->games);
        size_t begin = run_writer_at(lists);
        run_ids_put(lists, m->ids, m->games, games);
        size_t ones = run_writer_at(lists) - begin - (size_t)m->games * (k + 1);
        run_put(w, ones, run_width((games - m->games) >> k));
    }
    run_put_end(lists);
}

void run_many_put(run_writer *w, run_writer *lists, const run_job *job,
                  const run_position *pos)
{
    firsts f = {.year = 0};

    find_firsts(&f, job, pos);
    run_put_gamma(w, (uint64_t)f.year + 1);
    for (uint32_t i = 0; i < pos->moves_n; i++) {
        run_move m = sum_up(job, &pos->moves[i], pos->black);
        put_statistics(w, &m, f.year);
    }
    put_best(w, &f.top, job->games);
    put_best(w, &f.latest, job->games);
    put_lists(w, lists, job->games, pos);
}
