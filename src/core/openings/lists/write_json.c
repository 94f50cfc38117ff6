/* write_json.c - records as eco.json has them: an object whose keys
 * are FENs, laid out as its authors do. */
#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "core/openings/lists/write_int.h"
#include "tabiya/fen.h"

static void put_string(tby_buf *out, tby_str s)
{
    tby_jsonw w = {.buf = out};

    tby_jsonw_str(&w, s);
}

/* The members of a record, each on its line. */
typedef struct record {
    tby_buf *out;
    bool filled;
} record;

static void put_name(record *r, const char *name)
{
    tby_buf_cstr(r->out, r->filled ? ",\n    " : "\n    ");
    put_string(r->out, tby_str_of(name));
    tby_buf_cstr(r->out, ": ");
    r->filled = true;
}

static void put_member(record *r, const char *name, tby_str value)
{
    put_name(r, name);
    put_string(r->out, value);
}

/* --- aliases --------------------------------------------------------------*/

static bool has_earlier(const tby_opening *o, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (tby_str_equal(o->aliases[k].source, o->aliases[i].source))
            return true;
    return false;
}

static size_t count_later(const tby_opening *o, size_t i)
{
    size_t n = 0;

    for (size_t k = i + 1; k < o->aliases_n; k++)
        n += tby_str_equal(o->aliases[k].source, o->aliases[i].source);
    return n;
}

/* All names that the source of alias i gives: one text, or a list. */
static void put_names(tby_buf *out, const tby_opening *o, size_t i)
{
    bool several = count_later(o, i) > 0;

    if (several)
        tby_buf_char(out, '[');
    put_string(out, o->aliases[i].name);
    for (size_t k = i + 1; k < o->aliases_n; k++) {
        if (!tby_str_equal(o->aliases[k].source, o->aliases[i].source))
            continue;
        tby_buf_cstr(out, ", ");
        put_string(out, o->aliases[k].name);
    }
    if (several)
        tby_buf_char(out, ']');
}

static void put_aliases(record *r, const tby_opening *o)
{
    bool first = true;

    put_name(r, "aliases");
    tby_buf_char(r->out, '{');
    for (size_t i = 0; i < o->aliases_n; i++) {
        if (has_earlier(o, i))
            continue;
        tby_buf_cstr(r->out, first ? "\n      " : ",\n      ");
        put_string(r->out, o->aliases[i].source);
        tby_buf_cstr(r->out, ": ");
        put_names(r->out, o, i);
        first = false;
    }
    tby_buf_cstr(r->out, "\n    }");
}

/* --- the record -----------------------------------------------------------*/

void tby_openings_put_json(tby_buf *out, const tby_opening *o)
{
    char text[TBY_OPENING_MOVES_TEXT];
    record r = {.out = out};

    tby_buf_cstr(out, "  ");
    put_string(out,
               (tby_str){text, tby_fen_write_pos(&o->pos, text, sizeof text)});
    tby_buf_cstr(out, ": {");
    put_member(&r, "src", o->source);
    if (o->root_source.n)
        put_member(&r, "rootSrc", o->root_source);
    if (o->code[0])
        put_member(&r, "eco", tby_str_of(o->code));
    if (o->line) {
        size_t n =
            tby_opening_write_moves(o, TBY_ROW_SPACED, text, sizeof text);
        if (n >= sizeof text) /* no reader gives so long a line */
            out->rc = TBY_E_LIMIT;
        else
            put_member(&r, "moves", (tby_str){text, n});
    }
    put_member(&r, "name", o->name);
    if (o->scid[0])
        put_member(&r, "scid", tby_str_of(o->scid));
    if (o->aliases_n)
        put_aliases(&r, o);
    if (o->eco_root) {
        put_name(&r, "isEcoRoot");
        tby_buf_cstr(out, "true");
    }
    tby_buf_cstr(out, "\n  }");
}
