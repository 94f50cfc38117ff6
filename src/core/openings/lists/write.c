#include "core/openings/lists/write.h"
#include "core/base/jsonw.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <string.h>

/* In UCI, or in SAN with numbers that end with `dot`. */
static size_t write_line(const tby_opening *o, const char *dot, char *buf,
                         size_t cap)
{
    tby_text t = {buf, cap, 0};
    tby_pos p = tby_pos_start();
    char move[TBY_SAN_MAX > TBY_UCI_MAX ? TBY_SAN_MAX : TBY_UCI_MAX];

    for (uint32_t i = 0; o->line && i < o->plies; i++) {
        size_t n = dot ? tby_san_write(&p, o->line[i], move)
                       : tby_uci_write(&p, o->line[i], TBY_UCI_ORTHODOX, move);
        if (i)
            tby_text_char(&t, ' ');
        if (dot && i % 2 == 0) {
            tby_text_u64(&t, i / 2 + 1);
            tby_text_cstr(&t, dot);
        }
        tby_text_str(&t, (tby_str){move, n});
        tby_pos_play(&p, o->line[i]);
    }
    return tby_text_end(&t);
}

size_t tby_opening_write_moves(const tby_opening *o, tby_row_layout layout,
                               char *buf, size_t cap)
{
    return write_line(o, layout == TBY_ROW_DENSE ? "." : ". ", buf, cap);
}

size_t tby_opening_write_uci(const tby_opening *o, char *buf, size_t cap)
{
    return write_line(o, NULL, buf, cap);
}

size_t tby_opening_write_epd(const tby_opening *o, char *buf, size_t cap)
{
    char fen[TBY_FEN_MAX];
    tby_str rest = {fen, tby_fen_write_pos(&o->pos, fen, sizeof fen)}, field;
    tby_text t = {buf, cap, 0};

    for (int i = 0; i < 4 && tby_str_word(&rest, &field); i++) {
        if (i)
            tby_text_char(&t, ' ');
        tby_text_str(&t, field);
    }
    return tby_text_end(&t);
}

static void put_str(tby_jsonw *w, const char *key, tby_str value)
{
    if (tby_jsonw_known(w, key, value.n))
        tby_jsonw_str(w, value);
}

static void put_code(tby_jsonw *w, const char *key, const char *code)
{
    tby_jsonw_put_cstr(w, key, *code ? code : NULL);
}

void tby_opening_json(tby_jsonw *w, const tby_opening *o)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(&o->pos, fen, sizeof fen);
    put_code(w, "code", o->code);
    put_str(w, "name", o->name);
    put_str(w, "source", o->source);
    if (o->root_source.n)
        put_str(w, "root_source", o->root_source);
    put_code(w, "scid", o->scid);
    tby_jsonw_put_bool(w, "eco_root", o->eco_root);
    char text[TBY_OPENING_MOVES_TEXT];

    if (tby_jsonw_known(w, "ply", o->line))
        tby_jsonw_u64(w, o->plies);
    tby_opening_write_moves(o, TBY_ROW_SPACED, text, sizeof text);
    tby_jsonw_put_cstr(w, "moves", o->line ? text : NULL);
    tby_opening_write_uci(o, text, sizeof text);
    tby_jsonw_put_cstr(w, "uci", o->line ? text : NULL);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_array(w, "aliases");
    for (size_t i = 0; i < o->aliases_n; i++) {
        tby_jsonw_object(w);
        put_str(w, "source", o->aliases[i].source);
        put_str(w, "name", o->aliases[i].name);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

/* eco.json: an object whose keys are FENs, laid out as its authors do. */

static void put_string(tby_buf *out, tby_str s)
{
    tby_jsonw w = {.buf = out};

    tby_jsonw_str(&w, s);
}

typedef struct record {
    tby_buf *out;
    bool filled;
} record;

static void put_key(record *r, const char *name)
{
    tby_buf_cstr(r->out, r->filled ? ",\n    " : "\n    ");
    put_string(r->out, tby_str_of(name));
    tby_buf_cstr(r->out, ": ");
    r->filled = true;
}

static void put_member(record *r, const char *name, tby_str value)
{
    put_key(r, name);
    put_string(r->out, value);
}

static bool has_earlier(const tby_opening *o, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (tby_str_equal(o->aliases[k].source, o->aliases[i].source))
            return true;
    return false;
}

static void put_json(tby_buf *out, const tby_opening *o)
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
    if (o->aliases_n) {
        bool first = true;

        put_key(&r, "aliases");
        tby_buf_char(r.out, '{');
        for (size_t i = 0; i < o->aliases_n; i++) {
            if (has_earlier(o, i))
                continue;
            tby_buf_cstr(r.out, first ? "\n      " : ",\n      ");
            put_string(r.out, o->aliases[i].source);
            tby_buf_cstr(r.out, ": ");
            /* All names that the source of alias i gives: one text, or a list.
             */
            bool several = false;
            for (size_t k = i + 1; k < o->aliases_n; k++)
                several |=
                    tby_str_equal(o->aliases[k].source, o->aliases[i].source);
            if (several)
                tby_buf_char(r.out, '[');
            put_string(r.out, o->aliases[i].name);
            for (size_t k = i + 1; k < o->aliases_n; k++) {
                if (!tby_str_equal(o->aliases[k].source, o->aliases[i].source))
                    continue;
                tby_buf_cstr(r.out, ", ");
                put_string(r.out, o->aliases[k].name);
            }
            if (several)
                tby_buf_char(r.out, ']');
            first = false;
        }
        tby_buf_cstr(r.out, "\n    }");
    }
    if (o->eco_root) {
        put_key(&r, "isEcoRoot");
        tby_buf_cstr(out, "true");
    }
    tby_buf_cstr(out, "\n  }");
}

/* eco.pgn: records as games, as pgn-extract has them. */

/* Cuts s before the first separator if there is something on both sides; what
 * follows it, empty if it was not cut.  Joined again by the reader it is the
 * same name. */
static tby_str cut(tby_str *s, tby_str separator)
{
    for (size_t i = 1; i + separator.n < s->n; i++) {
        if (!tby_str_starts(tby_str_from(*s, i), separator))
            continue;
        tby_str rest = tby_str_from(*s, i + separator.n);
        if (tby_is_space(s->p[i - 1]) || tby_is_space(rest.p[0]))
            continue;
        s->n = i;
        return rest;
    }
    return (tby_str){"", 0};
}

/* Moves, and names and FEN with each byte escaped. */
enum { ROOM = TBY_OPENING_MOVES_TEXT + 2 * TBY_OPENING_NAME + 1024 };

static int compare_lines(const tby_opening *a, const tby_opening *b)
{
    for (uint32_t i = 0; i < a->plies && i < b->plies; i++)
        if (a->line[i] != b->line[i])
            return a->line[i] < b->line[i] ? -1 : 1;
    return (a->plies > b->plies) - (a->plies < b->plies);
}

static bool comes_before(const void *ctx, uint32_t x, uint32_t y)
{
    const tby_opening *a = tby_openings_at(ctx, x);
    const tby_opening *b = tby_openings_at(ctx, y);
    int order = memcmp(a->code, b->code, sizeof a->code);

    if (order == 0)
        order = tby_str_compare(a->name, b->name);
    if (order == 0)
        order = compare_lines(a, b);
    if (order)
        return order < 0;
    /* where there is no line: by key, then by counters */
    if (a->pos.key != b->pos.key)
        return a->pos.key < b->pos.key;
    if (a->pos.fullmoves != b->pos.fullmoves)
        return a->pos.fullmoves < b->pos.fullmoves;
    return a->pos.halfmoves < b->pos.halfmoves;
}

bool tby_openings_can_write(tby_openings_format format, const tby_opening *o)
{
    return format != TBY_OPENINGS_SCID || (o->code[0] && o->line);
}

/* Adds what was written to a buffer of cap bytes, if it fitted. */
static void put_text(tby_buf *out, const char *text, size_t n, size_t cap)
{
    if (n < cap)
        tby_buf_add(out, (tby_str){text, n});
    else if (out->rc == TBY_OK)
        out->rc = TBY_E_LIMIT;
}

static void put_moves(tby_buf *out, const tby_opening *o, tby_row_layout layout)
{
    char text[TBY_OPENING_MOVES_TEXT];

    put_text(out, text, tby_opening_write_moves(o, layout, text, sizeof text),
             sizeof text);
}

/* Names from elsewhere may be such that would end the line or the column;
 * scid.eco has no way to write a quote either. */
static void put_name(tby_buf *out, tby_str name, char quote)
{
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if ((unsigned char)c < ' ')
            c = ' ';
        tby_buf_char(out, c == '"' ? quote : c);
    }
}

static tby_rc put_record(tby_buf *out, tby_openings_format format,
                         const tby_opening *o, bool first)
{
    switch (format) {
    case TBY_OPENINGS_TSV: {
        char text[TBY_OPENING_MOVES_TEXT];
        tby_buf_join(out, o->code, "\t");
        put_name(out, o->name, '"');
        tby_buf_char(out, '\t');
        put_moves(out, o, TBY_ROW_SPACED);
        tby_buf_char(out, '\t');
        put_text(out, text, tby_opening_write_uci(o, text, sizeof text),
                 sizeof text);
        tby_buf_char(out, '\t');
        put_text(out, text, tby_opening_write_epd(o, text, sizeof text),
                 sizeof text);
        tby_buf_char(out, '\n');
        break;
    }
    case TBY_OPENINGS_SCID: {
        bool finer = strncmp(o->scid, o->code, 3) == 0;
        tby_buf_join(out, finer ? o->scid : o->code, " \"");
        put_name(out, o->name, '\'');
        tby_buf_cstr(out, "\" ");
        if (o->plies)
            tby_buf_char(out, ' ');
        put_moves(out, o, TBY_ROW_DENSE);
        tby_buf_cstr(out, " *\n");
        break;
    }
    case TBY_OPENINGS_PGN: {
        char text[ROOM], fen[TBY_FEN_MAX];
        size_t n = tby_fen_write_pos(&o->pos, fen, sizeof fen);
        tby_str opening = o->name;
        tby_str variation = cut(&opening, TBY_STR(": "));
        tby_str rest = cut(&variation, TBY_STR(", "));
        const struct {
            const char *name;
            tby_str value;
        } tags[] = {{"ECO", tby_str_of(o->code)},
                    {"Opening", opening},
                    {"Variation", variation},
                    {"SubVariation", rest},
                    {"SetUp", tby_str_of(o->line ? "" : "1")},
                    {"FEN", {fen, o->line ? 0 : n}}};
        tby_rc rc = TBY_OK;
        tby_game g;

        tby_game_init(&g, &out->alloc);
        if (!o->line) {
            g.start = o->pos;
            g.setup = true;
        }
        for (size_t i = 0; i < sizeof tags / sizeof *tags && rc == TBY_OK; i++)
            if (tags[i].value.n)
                rc = tby_game_add_tag(&g, tby_str_of(tags[i].name),
                                      tags[i].value);
        for (uint32_t i = 0; o->line && i < o->plies && rc == TBY_OK; i++)
            rc = tby_game_add_item(
                &g, (tby_item){.kind = TBY_ITEM_MOVE, .move = o->line[i]});
        n = rc == TBY_OK ? tby_pgn_write(&g, text, sizeof text) : 0;
        tby_game_free(&g);
        if (rc != TBY_OK)
            return rc;
        put_text(out, text, n, sizeof text);
        break;
    }
    case TBY_OPENINGS_JSON:
        tby_buf_cstr(out, first ? "\n" : ",\n");
        put_json(out, o);
        break;
    case TBY_OPENINGS_UNKNOWN:
    default:
        return TBY_E_OPENING_FORMAT;
    }
    return out->rc;
}

tby_rc tby_openings_write(const tby_openings *t, tby_openings_format format,
                          char category, tby_buf *out)
{
    size_t count = tby_openings_count(t), n = 0;
    const tby_alloc *a = &out->alloc;
    uint32_t *order = a->realloc(a->ctx, NULL, 0, (count + 1) * sizeof *order);

    if (!order)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < count; i++) {
        const tby_opening *o = tby_openings_at(t, i);
        if ((!category || o->code[0] == category) &&
            tby_openings_can_write(format, o))
            order[n++] = (uint32_t)i;
    }
    tby_sort(order, n, comes_before, t);
    tby_rc rc = TBY_OK;
    if (format == TBY_OPENINGS_TSV)
        tby_buf_cstr(out, "eco\tname\tpgn\tuci\tepd\n");
    if (format == TBY_OPENINGS_JSON)
        tby_buf_char(out, '{');
    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        rc = put_record(out, format, tby_openings_at(t, order[i]), i == 0);
    if (format == TBY_OPENINGS_JSON)
        tby_buf_cstr(out, n ? "\n}\n" : "}\n");
    if (rc == TBY_OK)
        rc = out->rc;
    a->realloc(a->ctx, order, (count + 1) * sizeof *order, 0);
    return rc;
}
