/* cputime.c - runs a program with its output thrown away and prints the CPU
 * seconds it took, threads included.
 *
 *     cputime PROGRAM [ARGUMENT...] */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv)
{
    posix_spawn_file_actions_t quiet;
    struct rusage used;
    pid_t pid;
    int status;

    if (argc < 2)
        return 2;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, argv[1], &quiet, NULL, argv + 1, environ) != 0 ||
        waitpid(pid, &status, 0) != pid)
        return 2;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%.4f\n",
           (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    return WIFEXITED(status) ? 0 : 2;
}
