/* names_int.h - what the files of names.h share. */
#ifndef TBY_WORK_OPENINGS_NAMES_INT_H
#define TBY_WORK_OPENINGS_NAMES_INT_H

#include "core/base/buf.h"
#include "core/openings/lists/row.h"
#include "work/openings/names.h"

/* No list of openings is near this size. */
enum { NAMES_MAX_BYTES = 1 << 28 };

/* A load under way. */
typedef struct names_load {
    const tby_names_job *job;
    tby_openings *table;
    tby_names_sum *sum;
    const char *file; /* that is being read */
} names_load;

/* Tells a fault of the file that is being read, and counts a warning. */
void names_tell(names_load *l, tby_severity severity, tby_rc code,
                tby_place place, const char *text);

/* Takes a row: tells the listener, then joins it.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc names_take(names_load *l, const tby_opening *o,
                               tby_place place);

/* Reads a file, or all that is meant by a folder.  `overlay`: a TSV whose rows
 * are the user's own. */
TBY_MUST_USE tby_rc names_read_path(names_load *l, const char *path,
                                    bool overlay);

/* The entries of a book, which have no place. */
TBY_MUST_USE tby_rc names_read_book(names_load *l, const tby_book *book);

/* The rows of a file of eco.json. */
TBY_MUST_USE tby_rc names_read_json(names_load *l, tby_str text);

/* The files of a folder that are lists of openings: those of eco.json, or all
 * .tsv.  An empty list if there are none. */
struct tby_folder;
TBY_MUST_USE tby_rc names_list_folder(struct tby_folder *out,
                                      const char *folder);

/* A cache file for the sources of a job, to be freed with tby_path_free(): its
 * name tells them, their sizes and ages, and the versions of book and program.
 * NULL if there is no place for it, or a source has no age. */
char *names_cache_path(const tby_names_job *job);

/* Writes a book there, and removes the one that the sources had before.  What
 * fails is no matter. */
void names_cache_write(const char *path, tby_str book);

#endif
