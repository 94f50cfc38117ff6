/* engine.h - a chess engine as a child process that speaks UCI.  Part of
 * libtabiya-db.
 *
 *     tby_engine *e;
 *     tby_engine_event event;
 *     tby_engine_limit limit = {.depth = 16};
 *
 *     rc = tby_engine_open(&e, NULL, NULL, 0);
 *     rc = tby_engine_search(e, &pos, &limit);
 *     while ((rc = tby_engine_next(e, 60, &event)) == TBY_OK &&
 *            event.kind != TBY_ENGINE_BEST)
 *         ...                    event.info has an evaluation and a line
 *     tby_engine_free(e);
 *
 * The engine is not trusted: whatever is said here is within range, and the
 * moves are legal; an engine that crashes, hangs or babbles is an error. */
#ifndef TBY_ENGINE_H
#define TBY_ENGINE_H

#include "tabiya/eval.h"
#include "tabiya/pos.h"

enum {
    TBY_ENGINE_DEPTH = 1000, /* nothing searches deeper */
    TBY_ENGINE_LINES = 256,  /* at once; more than there are legal moves */
    TBY_ENGINE_PV = 256      /* moves of a line; the rest is dropped */
};

typedef struct tby_engine tby_engine;

/* A value that the user wants; for a button it is empty. */
typedef struct tby_engine_choice {
    tby_str name, value;
} tby_engine_choice;

/* When a search ends; all zero: only when it is stopped. */
typedef struct tby_engine_limit {
    unsigned depth;
    uint64_t nodes;
    unsigned ms;
    unsigned lines;  /* no limit: the best so many moves; 0 means 1 */
    unsigned only_n; /* no limit: only these moves are searched; 0: all */
    tby_move only[TBY_ENGINE_LINES];
} tby_engine_limit;

typedef struct tby_engine_info {
    unsigned depth, seldepth;
    unsigned line; /* 1 is the best */
    bool exact;    /* false: the evaluation is a bound only */
    tby_eval eval; /* of kind TBY_EVAL_NONE if there is none */
    bool has_wdl;
    uint16_t wdl[3]; /* White wins, draws, loses: in a thousand games */
    uint64_t nodes, nodes_per_second, ms;
    size_t n;
    tby_move pv[TBY_ENGINE_PV];
} tby_engine_info;

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

TBY_BEGIN

/* Starts the engine of that name or path, or stockfish for NULL, with n options
 * whose texts must outlive it.  MultiPV and UCI_Chess960 are set by what is
 * searched, and refused here.  Options that the engine does not have, or not
 * with such a value, are noticed later and are its end (TBY_E_ENGINE_OPTION).
 * TBY_E_ENGINE_NONE if there is no such engine, TBY_E_NOMEM.  *out is NULL on
 * failure. */
TBY_API TBY_MUST_USE tby_rc tby_engine_open(tby_engine **out, const char *name,
                                            const tby_engine_choice *options,
                                            size_t n);
/* Ends the engine, if it still runs.  NULL is allowed. */
TBY_API void tby_engine_free(tby_engine *e);

/* What it calls itself, printable ASCII; "" until it has started. */
TBY_API const char *tby_engine_name(const tby_engine *e);

/* Asks for a search, which begins when the engine has started; it must not
 * search already.  TBY_E_POS_FAULTY and TBY_E_ENGINE_OVER refuse the position
 * and nothing else; other errors are the end of the engine. */
TBY_API TBY_MUST_USE tby_rc tby_engine_search(tby_engine *e, const tby_pos *p,
                                              const tby_engine_limit *limit);

/* Asks the engine to come to an end with its search: its best move follows. */
TBY_API TBY_MUST_USE tby_rc tby_engine_stop(tby_engine *e);

/* The next event.  TBY_E_IO_TIMEOUT if there is none after so many seconds;
 * with 0, what has come is looked at and nothing waited for.  Any other error
 * is the end of the engine. */
TBY_API TBY_MUST_USE tby_rc tby_engine_next(tby_engine *e, double seconds,
                                            tby_engine_event *out);

/* A sentence about the end of an engine: "The engine ended unasked while it was
 * thinking: signal 11."  Works like snprintf(). */
TBY_API size_t tby_engine_why(const tby_engine *e, char *buf, size_t cap);

TBY_END

#endif
