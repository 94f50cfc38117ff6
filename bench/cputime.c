/* cputime.c - runs a program with its output thrown away and prints the CPU
 * seconds it took, threads included.
 *
 *     cputime PROGRAM [ARGUMENT...] */
#include "child.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    double seconds = argc < 2 ? -1 : child_seconds(argv + 1);

    if (seconds < 0)
        return 2;
    printf("%.4f\n", seconds);
    return 0;
}
