/* uci.h - a chess engine as a child process that speaks UCI.  Nothing here
 * waits but tby_engine_next(), and that only as long as it is told, so that one
 * thread can serve many engines (pool.h).
 *
 * The engine is not trusted.  It is asked only about sound positions; each
 * search begins with a question that it must answer first, so that no late word
 * of the last search counts for the next; its moves are verified, what it may
 * say at once is bounded, and what it fails to say in time it is stopped and
 * then killed for. */
#ifndef TBY_ENGINE_UCI_H
#define TBY_ENGINE_UCI_H

#include "engine/options.h"
#include "io/system/process.h"
#include "tabiya/engine.h"

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
    /* What is set when it starts; must outlive it as well.  Of two with the
     * same name the last counts.  Threads = 1 needs no option; MultiPV and
     * UCI_Chess960 are set by what is searched, and refused here. */
    const tby_engine_choice *options;
    size_t options_n;
    tby_engine_patience patience;
} tby_engine_settings;

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
    char option[TBY_ENGINE_REFUSAL]; /* of TBY_E_ENGINE_OPTION: the sentence */
} tby_engine_failure;

/* The caller's memory; only these functions change it. */
struct tby_engine {
    tby_process process;
    tby_engine_settings settings;
    tby_engine_stage stage;
    tby_engine_failure failure;
    /* What it calls itself and who made it, printable ASCII; "" before READY */
    char name[128], author[128];
    tby_engine_options options;
    unsigned lines; /* MultiPV as it was set; 0: not yet */
    bool chess960;  /* UCI_Chess960 likewise */
    tby_pos pos;    /* of the search */
    tby_engine_limit limit;
    bool wanted;     /* a search waits until the engine has started */
    bool stop;       /* and should end as soon as it has begun */
    bool cut;        /* it was stopped */
    double deadline; /* of the stage; negative: none */
    double quiet;    /* when silence has lasted too long; negative: never */
};

/* The path of the engine of that name or path, or of stockfish for NULL.
 * TBY_E_ENGINE_NONE if there is none. */
TBY_MUST_USE tby_rc tby_engine_find(const char *name, char *buf, size_t cap);

/* What to explain right after tby_engine_find() has failed. */
tby_engine_failure tby_engine_unstarted(tby_rc rc);

/* Starts the program.  On failure there is nothing to close, but it does no
 * harm.  Options that the engine does not have, or not with such a value, are
 * noticed later and are its end (TBY_E_ENGINE_OPTION). */
TBY_MUST_USE tby_rc tby_engine_start(tby_engine *e,
                                     const tby_engine_settings *settings);

/* Tells the engine to quit and does not wait; tby_engine_close() must follow.
 * For many engines that are to end at the same time. */
void tby_engine_quit(tby_engine *e);

/* Ends the engine, if it still runs. */
void tby_engine_close(tby_engine *e);

/* A sentence about a failure: "The engine ended unasked while it was thinking:
 * signal 11."  Works like snprintf(). */
size_t tby_engine_explain(const tby_engine_failure *f, char *buf, size_t cap);

/* Reads one line about a search of *p.  What is not said is 0, but for `line`,
 * which is 1.  A pv ends before its first illegal move.  False, and *out is
 * untouched, if this is no such line, if a number of it is missing or out of
 * range, or if the first move of its pv is illegal. */
bool tby_engine_info_parse(const tby_pos *p, tby_str line,
                           tby_engine_info *out);

#endif
