/* folders.h - everything below a folder, reported one after another.
 *
 * Nothing is followed that leads elsewhere: links are reported as such.  The
 * way down is kept on the heap, so that no depth is too much for the stack; the
 * memory is that of the names on the way. */
#ifndef TBY_IO_SYSTEM_FOLDERS_H
#define TBY_IO_SYSTEM_FOLDERS_H

#include "tabiya/base.h"

typedef enum tby_entry_kind {
    TBY_ENTRY_FILE,
    TBY_ENTRY_FOLDER,
    TBY_ENTRY_OTHER,  /* a link, a pipe, a device */
    TBY_ENTRY_REFUSED /* a folder that cannot be read, or a name too long */
} tby_entry_kind;

typedef struct tby_entry {
    tby_entry_kind kind;
    const char *path;   /* with the folder in front */
    const char *name;   /* the last part of it */
    const char *parent; /* the name of the folder it is in */
    unsigned depth;     /* 0: in the folder itself */
} tby_entry;

typedef struct tby_folders_job {
    const char *path;
    unsigned max_depth;   /* a folder deeper down is reported as refused */
    uint64_t max_entries; /* more are TBY_E_LIMIT */
    /* Files of a folder come before its folders, both in the order of their
     * names, where numbers go by their value.  Anything but TBY_OK ends it;
     * TBY_DONE for a folder: it is not entered. */
    tby_rc (*entry)(void *ctx, const tby_entry *entry);
    void *ctx;
} tby_folders_job;

/* TBY_E_IO_OPEN: the folder itself cannot be read; TBY_E_NOMEM, TBY_E_LIMIT, or
 * what entry() said. */
TBY_MUST_USE tby_rc tby_folders_walk(const tby_folders_job *job);

/* Makes a folder of a new name beside `path`, `.tabiya-...tmp`, to be given the
 * name `path` when all is in it.  *temp is to be freed with tby_path_free().
 * TBY_E_NOMEM, TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_folders_temp(const char *path, char **temp);

/* A new file in such a folder, which is safe on the disk only when the folder
 * has its name: one wait for all files instead of one for each.
 * TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_folders_put(const char *path, const void *bytes,
                                    size_t n);

/* Gives a folder its name; what is there is replaced, in one step where the
 * system can do it, and removed, or else TBY_E_IO_WRITE.  On success *temp is
 * freed and NULL.  TBY_DONE: the folder has its name, and *temp is that of what
 * was there and could not be removed. */
TBY_MUST_USE tby_rc tby_folders_rename(char **temp, const char *path,
                                       bool replace);

/* Removes a folder and everything below it, as far as that can be done. */
void tby_folders_remove(const char *path);

#endif
