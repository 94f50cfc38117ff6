#include "core/base/jsonw.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

/* What is nested too deep has failed already and is not remembered. */
static bool too_deep(const tby_jsonw *w)
{
    return w->depth > TBY_JSONW_DEPTH;
}

static bool in_object(const tby_jsonw *w)
{
    unsigned d = w->depth - 1;

    return w->depth > 0 && !too_deep(w) && (w->objects[d / 64] >> d % 64 & 1);
}

/* What stands before a value: nothing after a key or at the start, else a
 * comma. */
static void before_value(tby_jsonw *w)
{
    TBY_ASSERT(!in_object(w) || w->has_key);
    TBY_ASSERT(w->depth > 0 || !w->filled); /* one value, then ..._end() */
    if (w->filled && !w->has_key)
        tby_buf_char(w->buf, ',');
    w->has_key = false;
    w->filled = true;
}

static void open_with(tby_jsonw *w, char bracket, bool object)
{
    before_value(w);
    if (w->depth >= TBY_JSONW_DEPTH) {
        if (w->buf->rc == TBY_OK)
            w->buf->rc = TBY_E_LIMIT;
    } else {
        uint64_t bit = (uint64_t)1 << w->depth % 64;
        uint64_t *objects = &w->objects[w->depth / 64];
        *objects = object ? *objects | bit : *objects & ~bit;
    }
    /* counted even where it failed, so that the ends still match */
    w->depth++;
    tby_buf_char(w->buf, bracket);
    w->filled = false;
}

static void close_with(tby_jsonw *w, char bracket)
{
    TBY_ASSERT(w->depth > 0 && !w->has_key);
    w->depth--;
    tby_buf_char(w->buf, bracket);
    w->filled = true;
}

void tby_jsonw_object(tby_jsonw *w)
{
    open_with(w, '{', true);
}

void tby_jsonw_object_end(tby_jsonw *w)
{
    TBY_ASSERT(too_deep(w) || in_object(w));
    close_with(w, '}');
}

void tby_jsonw_array(tby_jsonw *w)
{
    open_with(w, '[', false);
}

void tby_jsonw_array_end(tby_jsonw *w)
{
    TBY_ASSERT(too_deep(w) || !in_object(w));
    close_with(w, ']');
}

static void add_escape(tby_buf *b, char c)
{
    static const char HEX[] = "0123456789abcdef";
    static const char SHORT[][2] = {"\"\"", "\\\\", "\nn", "\rr", "\tt"};

    tby_buf_char(b, '\\');
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++)
        if (SHORT[i][0] == c) {
            tby_buf_char(b, SHORT[i][1]);
            return;
        }
    tby_buf_cstr(b, "u00");
    tby_buf_char(b, HEX[c >> 4 & 15]);
    tby_buf_char(b, HEX[c & 15]);
}

static bool needs_escape(char c)
{
    return (unsigned char)c < 0x20 || c == '"' || c == '\\' || c == 0x7F;
}

static void add_quoted(tby_buf *b, tby_str s)
{
    tby_buf_char(b, '"');
    while (s.n) {
        /* How many bytes from the first on stand for themselves, one by one. */
        size_t n = 0;

        while (n < s.n && (unsigned char)s.p[n] < 0x80 && !needs_escape(s.p[n]))
            n++;
        if (n == 0) {
            n = tby_utf8_decode(s, NULL);
            if (n == 0)
                tby_buf_cstr(b, "\xEF\xBF\xBD");
            else if (n == 1)
                add_escape(b, *s.p);
            else
                tby_buf_add(b, (tby_str){.p = s.p, .n = n});
            n = n ? n : 1;
        } else
            tby_buf_add(b, (tby_str){.p = s.p, .n = n});
        s = tby_str_from(s, n);
    }
    tby_buf_char(b, '"');
}

void tby_jsonw_key_str(tby_jsonw *w, tby_str key)
{
    TBY_ASSERT(too_deep(w) || in_object(w));
    TBY_ASSERT(!w->has_key);
    if (w->filled)
        tby_buf_char(w->buf, ',');
    add_quoted(w->buf, key);
    tby_buf_char(w->buf, ':');
    w->has_key = true;
}

void tby_jsonw_key(tby_jsonw *w, const char *key)
{
    tby_jsonw_key_str(w, tby_str_of(key));
}

void tby_jsonw_str(tby_jsonw *w, tby_str value)
{
    before_value(w);
    add_quoted(w->buf, value);
}

void tby_jsonw_cstr(tby_jsonw *w, const char *value)
{
    if (value)
        tby_jsonw_str(w, tby_str_of(value));
    else
        tby_jsonw_null(w);
}

/* What is lacking in a buffer would be lacking in what is written. */
static void inherit(tby_jsonw *w, const tby_buf *from)
{
    if (from->rc != TBY_OK && w->buf->rc == TBY_OK)
        w->buf->rc = from->rc;
}

void tby_jsonw_buf(tby_jsonw *w, const tby_buf *value)
{
    tby_jsonw_str(w, tby_buf_str(value));
    inherit(w, value);
}

void tby_jsonw_key_buf(tby_jsonw *w, const tby_buf *key)
{
    tby_jsonw_key_str(w, tby_buf_str(key));
    inherit(w, key);
}

void tby_jsonw_u64(tby_jsonw *w, uint64_t value)
{
    before_value(w);
    tby_buf_u64(w->buf, value);
}

void tby_jsonw_i64(tby_jsonw *w, int64_t value)
{
    before_value(w);
    tby_buf_i64(w->buf, value);
}

void tby_jsonw_double(tby_jsonw *w, double value, unsigned decimals)
{
    before_value(w);
    if (value - value == 0) /* neither NaN nor an infinity */
        tby_buf_double(w->buf, value, decimals);
    else
        tby_buf_cstr(w->buf, "null");
}

void tby_jsonw_bool(tby_jsonw *w, bool value)
{
    before_value(w);
    tby_buf_cstr(w->buf, value ? "true" : "false");
}

void tby_jsonw_null(tby_jsonw *w)
{
    before_value(w);
    tby_buf_cstr(w->buf, "null");
}

void tby_jsonw_raw(tby_jsonw *w, const char *json)
{
    before_value(w);
    tby_buf_cstr(w->buf, json);
}

tby_rc tby_jsonw_end(tby_jsonw *w)
{
    TBY_ASSERT(w->depth == 0 && w->filled);
    tby_buf_char(w->buf, '\n');
    w->filled = false;
    return w->buf->rc;
}

tby_rc tby_jsonw_end_all(tby_jsonw *w)
{
    while (w->depth > 0)
        close_with(w, in_object(w) ? '}' : ']');
    return tby_jsonw_end(w);
}
