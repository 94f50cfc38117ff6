/* safe_path.h - files that are really below a folder: no way leads out of it,
 * not by "..", not by a link. */
#ifndef TBY_IO_SYSTEM_SAFE_PATH_H
#define TBY_IO_SYSTEM_SAFE_PATH_H

#include "core/base/buf.h"
#include "io/system/file.h"

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
