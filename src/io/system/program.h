/* program.h - where an installed program is. */
#ifndef TBY_IO_SYSTEM_PROGRAM_H
#define TBY_IO_SYSTEM_PROGRAM_H

#include "tabiya/base.h"

/* Finds a program: by PATH, then in /usr/games, where Debian puts engines.  A
 * name with a slash stands for itself.  Writes the path to buf; TBY_E_IO_SPAWN
 * if there is no such program or buf is too small: errno says which. */
TBY_MUST_USE tby_rc tby_program_find(const char *name, char *buf, size_t cap);

#endif
