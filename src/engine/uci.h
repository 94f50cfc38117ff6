/* uci.h - a chess engine as a child process that speaks UCI.
 *
 *     tby_engine e;
 *     tby_engine_start(&e, &settings);
 *     tby_engine_search(&e, &pos, &limit);
 *     while ((rc = tby_engine_next(&e, seconds, &event)) == TBY_OK)
 *         ...                    lines, then the best move
 *     tby_engine_close(&e);
 *
 * Nothing here waits but tby_engine_next(), and that only as long as it is
 * told, so that one thread can serve many engines (pool.h).
 *
 * The engine is not trusted.  It is asked only about sound positions; each
 * search begins with a question that it must answer first, so that no late
 * word of the last search counts for the next; its moves are verified; what it
 * may say at once is bounded; and whatever it fails to say in time, it is
 * stopped and then killed for. */
#ifndef TBY_ENGINE_UCI_H
#define TBY_ENGINE_UCI_H

#include "engine/info.h"
#include "io/system/process.h"

/* Seconds that are waited for; 0 stands for the default. */
typedef struct tby_engine_patience {
    double start;   /* for uciok (10) */
    double ready;   /* for readyok, memory for the hash included (30) */
    double silence; /* in a search to a depth or of nodes, between two sensible
                     * lines; then it is stopped (60) */
    double longest; /* for such a search as a whole (3600) */
    double stop;    /* for the best move after stop or time is over (5) */
    double quit;    /* for the end after quit (1) */
} tby_engine_patience;

typedef struct tby_engine_settings {
    const char *path; /* of the program; must outlive the engine */
    unsigned threads; /* 0: what the engine has */
    unsigned hash;    /* megabytes; 0: what the engine has */
    tby_engine_patience patience;
} tby_engine_settings;

/* When a search ends; all zero: only when it is stopped. */
typedef struct tby_engine_limit {
    unsigned depth;
    uint64_t nodes;
    unsigned ms;
    unsigned lines; /* no limit: the best so many moves; 0 means 1 */
} tby_engine_limit;

/* What an engine does. */
typedef enum tby_engine_stage {
    TBY_ENGINE_GONE, /* not running */
    TBY_ENGINE_STARTING,
    TBY_ENGINE_IDLE,
    TBY_ENGINE_PREPARING, /* for a search */
    TBY_ENGINE_THINKING,
    TBY_ENGINE_STOPPING
} tby_engine_stage;

/* How an engine came to its end. */
typedef struct tby_engine_failure {
    tby_rc code;
    tby_engine_stage stage; /* what it did then */
    int status; /* of exit, 128 plus a signal, -1: we killed it or it never ran
                 */
    int error;  /* why it could not be started: an errno, or 0 */
} tby_engine_failure;

typedef enum tby_engine_event_kind {
    TBY_ENGINE_READY, /* started, and nothing to search */
    TBY_ENGINE_INFO,  /* a line with an evaluation */
    TBY_ENGINE_BEST   /* the search is over */
} tby_engine_event_kind;

typedef struct tby_engine_event {
    tby_engine_event_kind kind;
    tby_engine_info info;
    tby_move best; /* legal */
    bool cut;      /* it was stopped before its limit */
} tby_engine_event;

/* The options of an engine that matter here. */
enum {
    TBY_ENGINE_THREADS,
    TBY_ENGINE_HASH,
    TBY_ENGINE_MULTIPV,
    TBY_ENGINE_CHESS960,
    TBY_ENGINE_OPTIONS
};

typedef struct tby_engine_option {
    bool offered;
    uint64_t min, max;
    bool sent; /* the value was sent */
    uint64_t value;
} tby_engine_option;

/* The caller's memory; only these functions change it. */
typedef struct tby_engine {
    tby_process process;
    tby_engine_settings settings;
    tby_engine_stage stage;
    tby_engine_failure failure;
    char name[128]; /* what it calls itself, printable ASCII; "" before READY */
    tby_engine_option options[TBY_ENGINE_OPTIONS];
    tby_pos pos; /* of the search */
    tby_engine_limit limit;
    bool wanted;     /* a search waits until the engine has started */
    bool stop;       /* and should end as soon as it has begun */
    bool cut;        /* it was stopped */
    double deadline; /* of the stage; negative: none */
    double quiet;    /* when silence has lasted too long; negative: never */
} tby_engine;

/* The path of the engine of that name or path, or of stockfish for NULL.
 * TBY_E_ENGINE_NONE if there is none. */
TBY_MUST_USE tby_rc tby_engine_find(const char *name, char *buf, size_t cap);

/* What to explain right after tby_engine_find() has failed. */
tby_engine_failure tby_engine_unstarted(tby_rc rc);

/* Starts the program.  On failure there is nothing to close, but it does no
 * harm.  Options that the engine does not have in the wanted range are noticed
 * later and are its end (TBY_E_ENGINE_OPTION). */
TBY_MUST_USE tby_rc tby_engine_start(tby_engine *e,
                                     const tby_engine_settings *settings);

/* Asks for a search, which begins when the engine has started; it must not
 * search already.  TBY_E_POS_FAULTY and TBY_E_ENGINE_OVER refuse the position
 * and nothing else; other errors are the end of the engine. */
TBY_MUST_USE tby_rc tby_engine_search(tby_engine *e, const tby_pos *p,
                                      const tby_engine_limit *limit);

/* Asks the engine to come to an end with its search: its best move follows. */
TBY_MUST_USE tby_rc tby_engine_stop(tby_engine *e);

/* The next event.  TBY_E_IO_TIMEOUT if there is none after so many seconds;
 * with 0, what has come is looked at and nothing waited for.  Any other error
 * is the end of the engine; the failure says more. */
TBY_MUST_USE tby_rc tby_engine_next(tby_engine *e, double seconds,
                                    tby_engine_event *out);

/* Tells the engine to quit and does not wait; tby_engine_close() must follow.
 * For many engines that are to end at the same time. */
void tby_engine_quit(tby_engine *e);

/* Ends the engine, if it still runs. */
void tby_engine_close(tby_engine *e);

/* A sentence about a failure: "The engine ended unasked while it was thinking:
 * signal 11."  Works like snprintf(). */
size_t tby_engine_explain(const tby_engine_failure *f, char *buf, size_t cap);

#endif
