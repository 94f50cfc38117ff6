/* fork.h - a process of its own, for a test that wants one.
 *
 * fork() copies one thread only: a lock that another one held then stays locked
 * in the copy for ever.  The database's writer has a thread, and SQLite
 * remembers what the process has open; so children are made before anything is
 * opened, and this makes sure that they are. */
#ifndef TBY_TESTS_FORK_H
#define TBY_TESTS_FORK_H

#include "support/check.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

/* Threads of this process; 1 where nobody tells. */
static inline unsigned count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned n = 0;

    while (tasks && readdir(tasks))
        n++;
    if (tasks)
        closedir(tasks);
    return n > 2 ? n - 2 : 1; /* . and .. */
}

/* As fork(), with nothing left to be written twice. */
static inline pid_t fork_alone(void)
{
#ifndef __SANITIZE_THREAD__ /* which has a thread of its own */
    const struct timespec moment = {0, 1000000};

    /* who was joined may be listed for a moment */
    for (int i = 0; i < 1000 && count_threads() > 1; i++)
        nanosleep(&moment, NULL);
    CHECK(count_threads() == 1, "fork() beside %u threads",
          count_threads() - 1);
#endif
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0, "fork() failed");
    return child;
}

#endif
