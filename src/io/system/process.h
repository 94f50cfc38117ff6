/* process.h - a child process that is talked to in lines.  It gets pipes for
 * standard input and output and shares our standard error; none of our other
 * files leak into it, it cannot kill us by closing its input (no SIGPIPE), and
 * after tby_process_stop() it is gone for good.  Where SIGINT has a handler,
 * Ctrl-C is not for the child: the handler's owner stops it. */
#ifndef TBY_IO_SYSTEM_PROCESS_H
#define TBY_IO_SYSTEM_PROCESS_H

#include "io/system/lines.h"
#include "tabiya/base.h"

#include <sys/types.h>

typedef struct tby_process {
    pid_t pid; /* 0 when there is none */
    int in;    /* where the child reads from; -1 when closed */
    int out;   /* where the child writes to */
    tby_lines lines;
} tby_process;

/* Starts argv[0], a path (see program.h), with argv, which ends with NULL.
 * Lines of its output may have max_line bytes.  On failure (TBY_E_IO_SPAWN,
 * and errno says why; TBY_E_NOMEM) nothing was started and *p is untouched. */
TBY_MUST_USE tby_rc tby_process_start(tby_process *p, const char *const argv[],
                                      size_t max_line);

/* Only that: argv[0] with in and out as its standard files; quiet: its standard
 * error goes nowhere.  The child starts with the default for SIGPIPE and with
 * no other signal blocked, whatever we have done to ours.  0 or a number of
 * errno. */
TBY_MUST_USE int tby__spawn(pid_t *pid, const char *const argv[], int in,
                            int out, bool quiet);

/* What a child may not do. */
typedef struct tby_process_limits {
    uint64_t memory; /* bytes it may have; 0: what it likes */
    bool quiet;      /* its standard error goes nowhere */
} tby_process_limits;

/* The same for a child that is held to limits. */
TBY_MUST_USE tby_rc tby_process_start_limited(tby_process *p,
                                              const char *const argv[],
                                              size_t max_line,
                                              tby_process_limits limits);

/* Writes all of text.  TBY_E_IO_CLOSED if the child no longer reads;
 * TBY_E_IO_TIMEOUT if it did not take all in so many seconds (some of it may
 * have arrived, so there is no point in talking on). */
TBY_MUST_USE tby_rc tby_process_write(tby_process *p, tby_str text,
                                      double seconds);

/* Tells the child that there is nothing more to read. */
void tby_process_close_input(tby_process *p);

/* The next line of the child, valid until the next call.  TBY_E_IO_TIMEOUT if
 * none is complete after so many seconds, TBY_E_IO_CLOSED when the child has
 * closed its output, TBY_E_LIMIT for a line that is too long (the next call
 * goes on after it). */
TBY_MUST_USE tby_rc tby_process_read(tby_process *p, double seconds,
                                     tby_str *line);

/* Closes the pipes, gives the child so many seconds to end by itself, kills it
 * if it does not, and waits for it.  Returns its exit status, or 128 plus the
 * number of the signal that ended it, as a shell has it.  Does nothing and
 * returns -1 if there is no child. */
int tby_process_stop(tby_process *p, double seconds);

/* Finds a program: by PATH, then in /usr/games, where Debian puts engines.  A
 * name with a slash stands for itself.  Writes the path to buf; TBY_E_IO_SPAWN
 * if there is no such program or buf is too small: errno says which. */
TBY_MUST_USE tby_rc tby_program_find(const char *name, char *buf, size_t cap);

#endif
