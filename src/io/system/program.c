/* program.c - see program.h. */
#include "io/system/program.h"

#include "core/base/str.h"
#include "core/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return false;
    if (S_ISREG(st.st_mode))
        return access(path, X_OK) == 0;
    errno = EACCES; /* as for what may not be run */
    return false;
}

/* Writes directory/name to buf and looks whether it is a program. */
static bool try_directory(tby_str directory, const char *name, char *buf,
                          size_t cap)
{
    tby_text t = {.buf = buf, .cap = cap};

    if (directory.n == 0)
        directory = TBY_STR("."); /* an empty part of PATH means here */
    tby_text_str(&t, directory);
    tby_text_char(&t, '/');
    tby_text_cstr(&t, name);
    return tby_text_end(&t) < cap && is_program(buf);
}

static bool find_by_path(const char *name, char *buf, size_t cap)
{
    const char *path = getenv("PATH");
    tby_str rest = tby_str_of(path ? path : "/usr/bin:/bin");
    tby_str directory;

    while (*name && tby_str_field(&rest, ':', &directory))
        if (try_directory(directory, name, buf, cap))
            return true;
    if (*name && try_directory(TBY_STR("/usr/games"), name, buf, cap))
        return true;
    errno = ENOENT; /* whatever was in the way in some folder */
    return false;
}

tby_rc tby_program_find(const char *name, char *buf, size_t cap)
{
    tby_text t = {.buf = buf, .cap = cap};

    if (!strchr(name, '/'))
        return find_by_path(name, buf, cap) ? TBY_OK : TBY_E_IO_SPAWN;
    tby_text_cstr(&t, name);
    if (tby_text_end(&t) < cap)
        return is_program(buf) ? TBY_OK : TBY_E_IO_SPAWN;
    errno = ENAMETOOLONG;
    return TBY_E_IO_SPAWN;
}
