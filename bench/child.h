/* child.h - CPU seconds of another program. */
#ifndef TBY_BENCH_CHILD_H
#define TBY_BENCH_CHILD_H

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

/* What all children so far have taken, threads included. */
static inline double children_seconds(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Runs a program with its output thrown away; less than 0 if it cannot be
 * started or does not end by itself. */
static inline double child_seconds(char **argv)
{
    posix_spawn_file_actions_t quiet;
    double before = children_seconds();
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawn(&pid, argv[0], &quiet, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (failed || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return -1;
    return children_seconds() - before;
}

#endif
