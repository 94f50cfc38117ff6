/* file.h - what the system knows of files: their size and age, the names in a
 * folder, and their bytes mapped into memory. */
#ifndef TBY_IO_SYSTEM_FILE_H
#define TBY_IO_SYSTEM_FILE_H

#include "tabiya/base.h"

typedef struct tby_file_info {
    bool folder, plain; /* neither: a device, a pipe */
    uint64_t size;
    int64_t changed; /* when its content was written last, in nanoseconds */
} tby_file_info;

/* TBY_E_IO_OPEN if there is no such file, TBY_E_IO_READ if the system does not
 * say whether there is. */
TBY_MUST_USE tby_rc tby_file_look(const char *path, tby_file_info *out);

/* Makes a folder and those above it; one that is there is fine.
 * TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_folder_make(const char *path);

/* Removes a file, if it can be done. */
void tby_file_remove(const char *path);

/* --- the files of a folder ------------------------------------------------*/

typedef struct tby_folder {
    char **paths; /* of the files, with the folder in front; sorted */
    size_t n, cap;
} tby_folder;

/* The files that `wanted` likes by name; hidden ones are not asked for.
 * TBY_E_IO_OPEN, TBY_E_NOMEM.  Give it back with tby_folder_free(). */
TBY_MUST_USE tby_rc tby_folder_list(tby_folder *out, const char *path,
                                    bool (*wanted)(const char *name));
void tby_folder_free(tby_folder *f);

/* "a" and "b" as "a/b", "" and "b" as "b".  To be freed with
 * tby_path_free(); NULL: no memory. */
char *tby_path_join(const char *folder, const char *name);

/* The one name from the root that a file has; NULL if there is no such file. */
char *tby_path_resolve(const char *path);

/* NULL is allowed. */
void tby_path_free(char *path);

/* --- bytes in memory ------------------------------------------------------*/

typedef struct tby_map {
    const void *p; /* NULL if n is 0 */
    size_t n;
} tby_map;

/* The bytes of a file as they are, which stay even if it is removed or
 * replaced.  TBY_E_IO_OPEN, TBY_E_IO_READ. */
TBY_MUST_USE tby_rc tby_map_open(tby_map *m, const char *path);
void tby_map_close(tby_map *m);

#endif
