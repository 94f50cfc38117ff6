/* write.c - see write.h. */
#include "core/openings/lists/write_int.h"

#include "core/base/sort.h"
#include "core/base/str.h"
#include "tabiya/fen.h"

#include <string.h>

/* --- order ----------------------------------------------------------------*/

static int compare_lines(const tby_opening *a, const tby_opening *b)
{
    for (uint32_t i = 0; i < a->plies && i < b->plies; i++)
        if (a->line[i] != b->line[i])
            return a->line[i] < b->line[i] ? -1 : 1;
    return (a->plies > b->plies) - (a->plies < b->plies);
}

/* Where there is no line: by key, then by counters. */
static bool position_before(const tby_pos *a, const tby_pos *b)
{
    if (a->key != b->key)
        return a->key < b->key;
    if (a->fullmoves != b->fullmoves)
        return a->fullmoves < b->fullmoves;
    return a->halfmoves < b->halfmoves;
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
    return order ? order < 0 : position_before(&a->pos, &b->pos);
}

static bool is_wanted(const tby_opening *o, tby_openings_format format,
                      char category)
{
    return (!category || o->code[0] == category) &&
           tby_openings_can_write(format, o);
}

/* --- records --------------------------------------------------------------*/

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

/* A book from elsewhere may have names that would end the line or the column;
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

void tby_openings_put_tsv(tby_buf *out, const tby_opening *o)
{
    char text[TBY_OPENING_MOVES_TEXT];

    tby_buf_cstr(out, o->code);
    tby_buf_char(out, '\t');
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
}

void tby_openings_put_scid(tby_buf *out, const tby_opening *o)
{
    bool finer = strncmp(o->scid, o->code, 3) == 0;

    tby_buf_cstr(out, finer ? o->scid : o->code);
    tby_buf_cstr(out, " \"");
    put_name(out, o->name, '\'');
    tby_buf_cstr(out, "\" ");
    if (o->plies)
        tby_buf_char(out, ' ');
    put_moves(out, o, TBY_ROW_DENSE);
    tby_buf_cstr(out, " *\n");
}

/* --- the table ------------------------------------------------------------*/

static tby_rc put_record(tby_buf *out, tby_openings_format format,
                         const tby_opening *o, bool first)
{
    switch (format) {
    case TBY_OPENINGS_TSV:
        tby_openings_put_tsv(out, o);
        break;
    case TBY_OPENINGS_SCID:
        tby_openings_put_scid(out, o);
        break;
    case TBY_OPENINGS_PGN:
        return tby_openings_put_pgn(out, o);
    case TBY_OPENINGS_JSON:
        tby_buf_cstr(out, first ? "\n" : ",\n");
        tby_openings_put_json(out, o);
        break;
    case TBY_OPENINGS_UNKNOWN:
    default:
        return TBY_E_OPENING_FORMAT;
    }
    return out->rc;
}

static tby_rc put_records(const tby_openings *t, tby_openings_format format,
                          const uint32_t *order, size_t n, tby_buf *out)
{
    tby_rc rc = TBY_OK;

    if (format == TBY_OPENINGS_TSV)
        tby_buf_cstr(out, "eco\tname\tpgn\tuci\tepd\n");
    if (format == TBY_OPENINGS_JSON)
        tby_buf_char(out, '{');
    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        rc = put_record(out, format, tby_openings_at(t, order[i]), i == 0);
    if (format == TBY_OPENINGS_JSON)
        tby_buf_cstr(out, n ? "\n}\n" : "}\n");
    return rc == TBY_OK ? out->rc : rc;
}

tby_rc tby_openings_write(const tby_openings *t, tby_openings_format format,
                          char category, tby_buf *out)
{
    size_t count = tby_openings_count(t), n = 0;
    const tby_alloc *a = &out->alloc;
    uint32_t *order = a->realloc(a->ctx, NULL, 0, (count + 1) * sizeof *order);

    if (!order)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < count; i++)
        if (is_wanted(tby_openings_at(t, i), format, category))
            order[n++] = (uint32_t)i;
    tby_sort(order, n, comes_before, t);
    tby_rc rc = put_records(t, format, order, n, out);
    a->realloc(a->ctx, order, (count + 1) * sizeof *order, 0);
    return rc;
}
