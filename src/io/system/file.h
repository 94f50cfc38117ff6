/* file.h - what the system knows of files: their size and age, the names in a
 * folder, and their bytes mapped into memory. */
#ifndef TBY_IO_SYSTEM_FILE_H
#define TBY_IO_SYSTEM_FILE_H

#include "core/base/buf.h"
#include "tabiya/base.h"

typedef struct tby_file_info {
    bool folder, plain; /* neither: a device, a pipe */
    uint64_t size;
    int64_t changed; /* when its content was written last, in nanoseconds */
    uint64_t number; /* another one for each file of a file system */
} tby_file_info;

/* TBY_E_IO_OPEN if there is no such file, TBY_E_IO_READ if the system does not
 * say whether there is. */
TBY_MUST_USE tby_rc tby_file_look(const char *path, tby_file_info *out);

/* Makes a folder and those above it; one that is there is fine.
 * TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_folder_make(const char *path);

/* Puts bytes after those of a file, which is made if it is not there; in one
 * piece, so that several programs may do so.  TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_file_append(const char *path, const void *bytes,
                                    size_t n);

/* Writes all of it to a descriptor, which may be one that does not wait.
 * TBY_E_IO_WRITE, and errno says why. */
TBY_MUST_USE tby_rc tby_file_write(int fd, const void *bytes, size_t n);

/* Removes a file, if it can be done. */
void tby_file_remove(const char *path);

/* Gives a file that is finished its name, in place of one that has it; it is
 * whole then even after a crash of the system.  TBY_E_IO_WRITE: it is removed.
 */
TBY_MUST_USE tby_rc tby_file_settle(const char *temp, const char *path);

/* After a crash of the system the folder that a file is in knows its name, or
 * that it is gone, if that can be had. */
void tby_folder_sync(const char *file);

/* Keeps all other programs and threads of ours from writing in the folder that
 * a file is in, until tby_folder_unlock(): what is in the file is to be
 * compared and replaced.  TBY_E_IO_LOCKED: somebody else has kept it for too
 * long.  Where there are no such locks nobody is kept from anything. */
TBY_MUST_USE tby_rc tby_folder_lock(const char *file, int *lock);
void tby_folder_unlock(int lock);

/* Makes a file that stands for something of which one program at a time may
 * have hold, and takes hold of it until tby_folder_unlock(*lock) or the
 * program's end.  TBY_E_IO_LOCKED: another has; TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_file_claim(const char *path, int *lock);

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

/* A file of the user's: $XDG_CONFIG_HOME/tabiya/NAME or, if that is not set,
 * ~/.config/tabiya/NAME; likewise $XDG_CACHE_HOME and ~/.cache, and
 * $XDG_STATE_HOME and ~/.local/state.  To be freed; NULL: there is no home, or
 * no memory. */
char *tby_config_path(const char *name);
char *tby_cache_path(const char *name);
char *tby_state_path(const char *name);

typedef struct tby_map {
    const void *p; /* NULL if n is 0 */
    size_t n;
} tby_map;

/* The bytes of a file as they are, which stay even if it is removed or
 * replaced.  TBY_E_IO_OPEN, TBY_E_IO_READ. */
TBY_MUST_USE tby_rc tby_map_open(tby_map *m, const char *path);
void tby_map_close(tby_map *m);

/* Opens an ordinary file for reading.  `path` is relative, its parts separated
 * by '/'.  A part that is empty or hidden ("..", ".git") or a link is refused.
 * TBY_E_IO_OPEN: there is no such file, or it is refused; TBY_E_IO_READ: the
 * system does not open it.  Close *fd. */
TBY_MUST_USE tby_rc tby_safe_path_open(const char *folder, tby_str path,
                                       int *fd, tby_file_info *info);

/* The same, and reads all of it.  TBY_E_IO_READ; TBY_E_LIMIT: the buffer is
 * full. */
TBY_MUST_USE tby_rc tby_safe_path_read(const char *folder, tby_str path,
                                       tby_buf *out, tby_file_info *info);

void tby_safe_path_close(int fd);

#endif
