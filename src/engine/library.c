/* library.c - see tabiya/engine.h: an engine for programs that do not see its
 * insides. */
#include "engine/uci.h"

/* The engine comes first, so that a pointer to it is one to all of this. */
typedef struct owner {
    tby_engine engine;
    char path[4096];
} owner;

tby_rc tby_engine_open(tby_engine **out, const char *name,
                       const tby_engine_choice *options, size_t n)
{
    tby_alloc alloc = tby_alloc_libc();
    owner *o = alloc.realloc(alloc.ctx, NULL, 0, sizeof *o);

    *out = NULL;
    if (!o)
        return TBY_E_NOMEM;
    tby_engine_settings settings = {
        .path = o->path, .options = options, .options_n = n};
    tby_rc rc = tby_engine_find(name, o->path, sizeof o->path);
    if (rc == TBY_OK)
        rc = tby_engine_start(&o->engine, &settings);
    if (rc == TBY_OK)
        *out = &o->engine;
    else
        alloc.realloc(alloc.ctx, o, sizeof *o, 0);
    return rc;
}

void tby_engine_free(tby_engine *e)
{
    tby_alloc alloc = tby_alloc_libc();

    if (e) {
        tby_engine_close(e);
        alloc.realloc(alloc.ctx, e, sizeof(owner), 0);
    }
}

const char *tby_engine_name(const tby_engine *e)
{
    return e->name;
}

size_t tby_engine_why(const tby_engine *e, char *buf, size_t cap)
{
    return tby_engine_explain(&e->failure, buf, cap);
}
