/* input.h - a file in memory, and the end when something is missing. */
#ifndef TBY_BENCH_INPUT_H
#define TBY_BENCH_INPUT_H

#include <stdio.h>
#include <stdlib.h>

struct input {
    char *text;
    size_t n;
};

static inline void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

/* All of a file, to be freed. */
static inline struct input read_file(const char *path)
{
    struct input in = {NULL, 0};
    FILE *f = fopen(path, "rb");

    if (!f || fseek(f, 0, SEEK_END) != 0)
        die("the file cannot be opened");
    in.n = (size_t)ftell(f);
    rewind(f);
    in.text = malloc(in.n + 1);
    if (!in.text || fread(in.text, 1, in.n, f) != in.n)
        die("the file cannot be read");
    fclose(f);
    return in;
}

#endif
