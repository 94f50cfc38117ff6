#include "core/base/text.h"
#include "engine/uci.h"

#include <string.h>

static const char *const DOING[] = {
    [TBY_ENGINE_GONE] = "",
    [TBY_ENGINE_STARTING] = " while it started",
    [TBY_ENGINE_IDLE] = " while it had nothing to do",
    [TBY_ENGINE_PREPARING] = " while it prepared a search",
    [TBY_ENGINE_THINKING] = " while it was thinking",
    [TBY_ENGINE_STOPPING] = " when it was told to stop",
};

size_t tby_engine_explain(const tby_engine_failure *f, char *buf, size_t cap)
{
    char reason[128];
    tby_text t = {buf, cap, 0};
    tby_str text = tby_str_of(tby_rc_text(f->code));
    bool timed =
        f->code == TBY_E_ENGINE_SILENT || f->code == TBY_E_ENGINE_ENDED;

    if (f->code == TBY_E_ENGINE_OPTION && f->option[0]) {
        tby_text_cstr(&t, f->option);
        return tby_text_end(&t);
    }
    text.n -= text.n > 0; /* the full stop */
    tby_text_str(&t, text);
    if (timed)
        tby_text_cstr(&t, DOING[f->stage]);
    if (f->status >= 0) {
        tby_text_cstr(&t, f->status > 128 ? ": signal " : ": exit status ");
        tby_text_u64(&t, (uint64_t)f->status - (f->status > 128 ? 128 : 0));
    }
    if (f->error && strerror_r(f->error, reason, sizeof reason) == 0) {
        tby_text_cstr(&t, ": ");
        tby_text_cstr(&t, reason);
    }
    tby_text_char(&t, '.');
    return tby_text_end(&t);
}
