/* profiles.h - engines that the user has given names to.
 *
 *     {"engines": [{"name": "deep", "path": "stockfish",
 *                   "options": {"Hash": 512, "SyzygyPath": "/data/syzygy"}}]}
 *
 * in $XDG_CONFIG_HOME/tabiya/engines.json.  A value is a text, a whole number
 * or true and false; other names in an object are ignored. */
#ifndef TBY_WORK_ENGINE_PROFILES_H
#define TBY_WORK_ENGINE_PROFILES_H

#include "core/base/diag.h"
#include "core/base/grow.h"
#include "engine/options.h"
#include "io/system/file.h"

enum {
    TBY_PROFILES_BYTES = 1 << 20,
    TBY_PROFILES = 64,        /* engines */
    TBY_PROFILE_OPTIONS = 128 /* of each */
};

typedef struct tby_profile {
    const char *name, *path; /* the path may be a name for the PATH */
    const tby_engine_choice *options;
    size_t options_n;
} tby_profile;

typedef struct tby_profiles {
    size_t n;
    tby_profile at[TBY_PROFILES];
    char *file;       /* where they stand; NULL: the user has no home */
    tby_place place;  /* of the fault; line 0: the file itself */
    const char *why;  /* NULL, or a better sentence than the code's; static */
    tby_arena memory; /* of all texts */
} tby_profiles;

/* No file is no profiles.  TBY_E_JSON_..., TBY_E_UTF8, TBY_E_LIMIT,
 * TBY_E_IO_..., TBY_E_NOMEM: *out has file, place and why.  To be freed in any
 * case. */
TBY_MUST_USE tby_rc tby_profiles_read(tby_profiles *out);
void tby_profiles_free(tby_profiles *p);

/* NULL if there is none of that name. */
const tby_profile *tby_profiles_find(const tby_profiles *p, const char *name);

#endif
