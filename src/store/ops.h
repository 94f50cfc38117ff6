/* ops.h - what a backend provides: the table of operations that the functions
 * of tabiya/store.h and store.h call, and nothing else does.
 *
 *     typedef struct cluster {
 *         tby_store base;     first
 *         ... whatever the backend keeps
 *     } cluster;
 *     const tby_store_ops tby__cluster_ops = {.size = sizeof(cluster), ...};
 *
 * and a row in the table of backends (store.c), where the first one that
 * takes() what was given to tby_store_open() has it.
 *
 * An operation that may fail returns a code and has left a sentence with
 * tby__store_fail(), naming the file or server that failed; reading ends soon
 * with TBY_E_STORE_STOPPED once *base.stop is set.  An answer is all zero when
 * an operation gets it; what is in it after a failure the caller frees. */
#ifndef TBY_STORE_OPS_H
#define TBY_STORE_OPS_H

#include "core/game/players.h"
#include "store/store.h"

/* How well a name that is asked for fits the best of those that there are. */
typedef struct store_name_fit {
    tby_str wanted;
    tby_player_fit best;
} store_name_fit;

typedef struct tby_store_ops {
    size_t size;      /* of the handle, which is all zero but for its base */
    const char *kind; /* "A file": for sentences on what it cannot do */
    bool files;       /* ids are those of files, FILE << 32 | ID */

    /* --- what every backend has -------------------------------------------*/

    bool (*takes)(const char *where);
    /* After a failure close() is called, too; the handle itself is freed by the
     * caller. */
    tby_rc (*open)(tby_store *s, const char *where, tby_store_mode mode);
    void (*close)(tby_store *s);
    tby_rc (*info)(tby_store *s, tby_store_facts *out);

    /* Questions, of tabiya/store.h, between hold() and release(); filter and
     * wanted are never NULL.  game() sets base.codes, too.  position() leaves
     * the sums of the position, the names of moves, their order, mean rating
     * and performance to the caller. */
    tby_rc (*position)(tby_store *s, const tby_pos *pos,
                       const tby_filter *filter,
                       const tby_position_wanted *wanted,
                       tby_position_answer *out);
    tby_rc (*find)(tby_store *s, const tby_filter *filter,
                   tby_games_order order, uint64_t offset, uint64_t limit,
                   tby_games_answer *out);
    tby_rc (*game)(tby_store *s, uint64_t id, tby_game *out);
    tby_rc (*row)(tby_store *s, uint64_t id, tby_game_row *out);
    tby_rc (*moves)(tby_store *s, const tby_filter *filter, uint64_t offset,
                    uint64_t limit, tby_moves_answer *out);
    tby_rc (*players)(tby_store *s, tby_str name, const tby_filter *filter,
                      uint64_t offset, uint64_t limit, tby_players_answer *out);

    /* --- what may be NULL
     * ---------------------------------------------------*/

    /* One snapshot for all questions between them; calls nest.  Whatever looks
     * at the database anew sets base.games and base.waiting.  NULL: each
     * question sees what is there. */
    tby_rc (*hold)(tby_store *s);
    void (*release)(tby_store *s);
    void (*set_memory)(tby_store *s, size_t bytes); /* NULL: it keeps nothing */

    /* Writing; batch NULL: it is only read (TBY_E_STORE_LACKS).  Beyond append,
     * commit and cancel, which come after batch, NULL means that there is
     * nothing to do: no duplicate is known, nothing waits for an index. */
    tby_rc (*batch)(tby_store *s, const tby_store_fingerprint *fingerprints,
                    size_t n, size_t *known);
    tby_rc (*append)(tby_store *s, const store_packed *game, uint64_t *id);
    tby_rc (*commit)(tby_store *s);
    void (*cancel)(tby_store *s);
    /* Within a batch, too; NULL: TBY_E_STORE_LACKS, as of what follows. */
    tby_rc (*remove)(tby_store *s, uint64_t id);
    tby_rc (*replace)(tby_store *s, uint64_t id, const store_packed *game);
    tby_rc (*version)(tby_store *s, uint64_t id, uint64_t *out);
    void (*new_change)(tby_store *s); /* NULL: nothing is taken back */
    tby_rc (*last_change)(tby_store *s, tby_store_on_change *each, void *ctx);
    tby_rc (*undo)(tby_store *s, tby_store_on_change *each, void *ctx);
    tby_rc (*backup)(tby_store *s, const char *path);
    tby_rc (*restore)(tby_store *s, tby_store *from);
    tby_rc (*duplicate)(tby_store *s, const store_packed *game, uint64_t *out);
    void (*prefetch)(const tby_store *s, const store_packed *game);
    tby_rc (*index)(tby_store *s, const tby_store_work *work);
    tby_rc (*checkpoint)(tby_store *s);

    uint32_t ahead, batch_games; /* what store.h gives by these names */

    /* NULL: TBY_E_STORE_LACKS. */
    tby_rc (*optimize)(tby_store *s, const tby_store_work *work);
    tby_rc (*check)(tby_store *s, const tby_store_check_job *job,
                    tby_store_checked *out);
    tby_rc (*sql)(tby_store *s, const tby_sql_job *job);
    tby_rc (*spellings)(tby_store *s, tby_str name, tby_players_answer *out);
    tby_rc (*change_people)(tby_store *s, const tby_person_change *changes,
                            size_t n);
    tby_rc (*people_log)(tby_store *s, void *ctx,
                         tby_rc (*each)(void *ctx, const tby_person_change *c));
    tby_rc (*pairings)(tby_store *s, void *ctx, tby_each_pair *each);
    tby_rc (*fides)(tby_store *s, void *ctx, tby_each_pair *each);
} tby_store_ops;

/* What all handles begin with. */
struct tby_store {
    const tby_store_ops *ops;
    uint64_t games, waiting; /* in the last snapshot; by the backend */
    const store_code *codes; /* of the last game; by the backend */
    const atomic_bool *stop; /* NULL, or: set when work is to end soon */
    atomic_uint *share;      /* NULL, or: of a thousand games, those seen */
    char text[384];          /* of the last failure */

    /* Where it is one of several (union/), of what only all of them know. */
    const uint64_t *hidden; /* NULL, or: bit i, game i + 1 is in another, too */
    const store_name_fit *fits; /* how well the best of all fits some names */
    size_t fits_n;
};

/* Both keep the sentence of a code, with a reason unless it is NULL or empty,
 * or one of their own, and return the code. */
tby_rc tby__store_fail(tby_store *s, tby_rc rc, const char *reason);
__attribute__((format(printf, 3, 4))) tby_rc
tby__store_fail_with(tby_store *s, tby_rc rc, const char *format, ...);

/* So many of all games were looked at. */
static inline void tby__store_report_share(const tby_store *s, uint64_t done,
                                           uint64_t all)
{
    if (s->share)
        atomic_store(s->share, (unsigned)(1000 * done / all));
}

/* The backends, each in its room. */
extern const tby_store_ops tby__clickhouse_ops, tby__union_ops;
extern const tby_store_ops tby__sqlite_ops;

#endif
