/* told.c - see told.h. */
#include "app/wasm/told.h"

#include "app/wasm/rep.h"

void told_begin(told *t)
{
    *t = (told){.w = tby_wasm_json()};
    tby_jsonw_object(t->w);
    tby_jsonw_key(t->w, "diagnostics");
    tby_jsonw_array(t->w);
}

static void hear(void *ctx, const tby_diag_item *item)
{
    static const char *const SEVERITIES[] = {"note", "warning", "error"};
    told *t = ctx;
    tby_str text = item->detail;

    t->count[item->severity]++;
    if (t->listed >= TBY_WASM_DIAGNOSTICS)
        return;
    t->listed++;
    if (!text.n)
        text = tby_str_of(tby_rc_text(item->code));
    tby_jsonw_object(t->w);
    tby_jsonw_put_cstr(t->w, "severity", SEVERITIES[item->severity]);
    tby_jsonw_put_u64(t->w, "line", item->place.line);
    tby_jsonw_put_u64(t->w, "column", item->place.column);
    tby_jsonw_put_cstr(t->w, "code", tby_rc_name(item->code));
    tby_wasm_json_text(t->w, "message", text);
    tby_jsonw_object_end(t->w);
}

tby_diag told_sink(told *t)
{
    return (tby_diag){hear, t};
}

void told_end(told *t)
{
    tby_jsonw_array_end(t->w);
}

int32_t told_answer(told *t, tby_rc rc)
{
    if (rc != TBY_OK) {
        tby_jsonw_put_cstr(t->w, "error", tby_rc_name(rc));
        tby_jsonw_put_cstr(t->w, "message", tby_rc_text(rc));
        tby_jsonw_key(t->w, "at");
        tby_jsonw_null(t->w);
    }
    tby_jsonw_object_end(t->w);
    int32_t written = tby_wasm_json_end();
    return rc == TBY_OK ? written : (int32_t)rc;
}
