/* read.c - see read.h. */
#include "core/base/str.h"
#include "core/openings/lists/int.h"
#include "tabiya/limits.h"

#include <string.h>

/* --- places ---------------------------------------------------------------*/

/* Goes on to the line in which the row begins.  Rows come in order, so that a
 * text full of faults is walked through once. */
static void move_mark(tby_opening_reader *r)
{
    for (;;) {
        size_t left = r->begin - r->line_from;
        const char *from = r->text.p + r->line_from;
        const char *end = left ? memchr(from, '\n', left) : NULL;

        if (!end)
            return;
        r->line++;
        r->line_from += (size_t)(end - from) + 1;
    }
}

static tby_place place_of(tby_opening_reader *r, size_t at)
{
    if (at < r->begin)
        return tby_place_of(r->text, at);
    move_mark(r);
    tby_place place =
        tby_place_of(tby_str_from(r->text, r->line_from), at - r->line_from);
    place.line += r->line - 1;
    return place;
}

tby_place tby_opening_reader_place(tby_opening_reader *r)
{
    return place_of(r, r->begin);
}

void tby_openings_tell(tby_opening_reader *r, tby_severity severity,
                       tby_rc code, size_t at, const char *sentence)
{
    tby_diag_item item = {
        .severity = severity,
        .code = code,
        .offset = at,
        .detail =
            tby_str_of(sentence && *sentence ? sentence : tby_rc_text(code))};

    r->warnings += severity == TBY_WARNING;
    if (!r->diag.report)
        return;
    item.place = place_of(r, at);
    tby_diag_report(&r->diag, &item);
}

/* --- rows -----------------------------------------------------------------*/

tby_rc tby_openings_refuse(tby_opening_reader *r, tby_rc code, size_t at,
                           const char *sentence)
{
    r->refused++;
    tby_openings_tell(r, TBY_ERROR, code, at, sentence);
    return code;
}

/* The byte of the text that a fault is about.  A field that is missing is
 * missed where the row begins; of a game only that is known. */
static size_t offset_of(const tby_opening_reader *r, const tby_opening_row *row,
                        const tby_row_fault *f)
{
    const char *p = row->text[f->field].p;

    if (f->field >= TBY_ROW_SOURCE || !p || r->format == TBY_OPENINGS_PGN)
        return r->begin;
    return (size_t)(p - r->text.p) + f->at;
}

tby_rc tby_openings_judge(tby_opening_reader *r, const tby_opening_row *row)
{
    tby_rc rc = tby_opening_of_row(row, &r->row);

    for (size_t i = 0; i < r->row.faults_n; i++) {
        const tby_row_fault *f = &r->row.faults[i];
        tby_openings_tell(r, f->severity, f->code, offset_of(r, row, f),
                          f->severity == TBY_ERROR ? r->row.sentence : NULL);
    }
    r->refused += rc != TBY_OK;
    return rc;
}

tby_str tby_openings_line(tby_str text, size_t at, size_t *next)
{
    tby_str line = tby_str_from(text, at);
    const char *end = line.n ? memchr(line.p, '\n', line.n) : NULL;

    *next = text.n;
    if (end) {
        line.n = (size_t)(end - line.p);
        *next = at + line.n + 1;
    }
    if (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    return line;
}

/* --- the reader -----------------------------------------------------------*/

static const char *default_source(tby_openings_format format)
{
    switch (format) {
    case TBY_OPENINGS_TSV:
        return "eco_tsv";
    case TBY_OPENINGS_SCID:
        return "scid";
    case TBY_OPENINGS_PGN:
        return "eco_pgn";
    case TBY_OPENINGS_JSON:
        return "eco_json";
    case TBY_OPENINGS_UNKNOWN:
    default:
        return "";
    }
}

void tby_opening_reader_init(tby_opening_reader *r, tby_openings_format format,
                             tby_str text, const tby_alloc *alloc)
{
    *r = (tby_opening_reader){.format = format,
                              .text = text.n ? text : (tby_str){"", 0},
                              .line = 1,
                              .source = tby_str_of(default_source(format))};
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF"))) /* byte order mark */
        r->at = 3;
    tby_game_init(&r->game, alloc);
    tby_buf_init(&r->name, alloc, TBY_MAX_TAG_BYTES);
}

void tby_opening_reader_free(tby_opening_reader *r)
{
    tby_game_free(&r->game);
    tby_buf_free(&r->name);
}

static tby_rc next_row(tby_opening_reader *r)
{
    switch (r->format) {
    case TBY_OPENINGS_TSV:
        return tby_openings_tsv(r);
    case TBY_OPENINGS_SCID:
        return tby_openings_scid(r);
    case TBY_OPENINGS_PGN:
#ifndef TBY_SMALL /* to a page, a PGN is a repertoire */
        return tby_openings_pgn(r);
#endif
    case TBY_OPENINGS_JSON:
    case TBY_OPENINGS_UNKNOWN:
    default:
        return TBY_E_OPENING_FORMAT;
    }
}

tby_rc tby_opening_next(tby_opening_reader *r, tby_opening *out)
{
    for (;;) {
        uint64_t refused = r->refused;
        tby_rc rc = next_row(r);

        if (rc == TBY_OK)
            *out = r->row.opening;
        if (rc >= 0 || refused == r->refused)
            return rc;
    }
}
