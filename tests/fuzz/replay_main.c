/* replay_main.c - runs a fuzz target over files that are already there.
 *
 * Stands in for libFuzzer's main(), so that the ordinary tests replay every
 * committed seed under the sanitizers with any compiler.  Arguments are
 * folders; a folder without files is an error, because it would prove nothing.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes of a file in memory of exactly its size, so that the sanitizer
 * sees a read past the end; NULL if it cannot be read. */
static uint8_t *read_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;

    uint8_t *data = malloc(size ? size : 1);
    if (data && fread(data, 1, size, file) != size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

/* Replays one entry of a folder: 1 if it was a file, 0 if it was not, -1 if
 * it could not be read. */
static int replay(const char *folder, const char *name)
{
    char path[4096];
    struct stat info;

    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (n < 0 || (size_t)n >= sizeof path || stat(path, &info) != 0)
        return -1;
    if (!S_ISREG(info.st_mode))
        return 0;

    size_t size = (size_t)info.st_size;
    uint8_t *data = read_file(path, size);
    if (!data)
        return -1;
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

/* The number of files replayed, -1 if something could not be read. */
static long replay_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return -1;

    long files = 0;
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        int done = replay(folder, entry->d_name);
        if (done < 0) {
            fprintf(stderr, "%s/%s: cannot be read\n", folder, entry->d_name);
            closedir(dir);
            return -1;
        }
        files += done;
    }
    closedir(dir);
    return files;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        long files = replay_folder(argv[i]);
        if (files <= 0) {
            fprintf(stderr, "%s: no seeds to replay\n", argv[i]);
            return 1;
        }
        printf("%s: %ld files replayed\n", argv[i], files);
    }
    return 0;
}
