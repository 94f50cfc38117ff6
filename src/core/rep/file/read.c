#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/rep/file/int.h"

#include <string.h>

/* No more of a text is quoted; FENs are shorter. */
enum { QUOTE_MAX = 300, SENTENCE_MAX = 3 * (2 * QUOTE_MAX + 50) };

void tby__rep_file_report(struct rep_reader *r, tby_severity severity,
                          tby_rc code, const struct rep_line *line,
                          size_t offset, tby_str sentence)
{
    tby_str before = {r->text.p + line->at, offset - line->at};
    tby_diag_item item = {.severity = severity,
                          .code = code,
                          .offset = offset,
                          .place = {line->number, 1},
                          .detail = sentence};

    r->report->errors += severity == TBY_ERROR;
    r->report->warnings += severity == TBY_WARNING;
    if (!r->diag)
        return;
    if (before.n)
        item.place.column += tby_utf8_count(before);
    tby_diag_report(r->diag, &item);
}

/* Text of the file, fit to be shown: what is no UTF-8 and what would move the
 * cursor of a terminal becomes a sign for it. */
static void quote(tby_text *t, tby_str s)
{
    tby_str shown = {s.p, s.n < QUOTE_MAX ? s.n : QUOTE_MAX};

    while (shown.n) {
        size_t n = tby_utf8_decode(shown, NULL);
        unsigned char c = (unsigned char)*shown.p;

        if (!n || c < ' ' || c == 0x7F)
            tby_text_cstr(t, "\xEF\xBF\xBD"); /* U+FFFD */
        else
            tby_text_str(t, (tby_str){shown.p, n});
        shown = tby_str_from(shown, n ? n : 1);
    }
    if (s.n > QUOTE_MAX)
        tby_text_cstr(t, "...");
}

static void quoted(tby_text *t, const char *before, tby_str s)
{
    tby_text_join(t, before, " '");
    quote(t, s);
    tby_text_char(t, '\'');
}

tby_rc tby__rep_file_report_limit(struct rep_reader *r,
                                  const struct rep_line *line, tby_rc rc)
{
    if (rc == TBY_E_LIMIT)
        tby__rep_file_report(
            r, TBY_ERROR, rc, line, line->at,
            TBY_STR("With this line the file is larger than the "
                    "limit."));
    return rc;
}

void tby__rep_file_report_fault(struct rep_reader *r,
                                const struct rep_line *line,
                                const struct rep_fault *fault)
{
    char sentence[SENTENCE_MAX];
    tby_text t = {sentence, sizeof sentence, 0};

    /* the sentences are those of the format: docs/formats/rep.md */
    switch ((int)fault->code) {
    case TBY_E_REP_VERSION:
        tby_text_cstr(&t, "Unsupported version. Expected v5.0, but got ");
        quote(&t, fault->text);
        break;
    case TBY_E_REP_FEN:
        tby_text_join(&t, "Invalid FEN: ", fault->because);
        break;
    case TBY_E_REP_MOVE:
        quoted(&t, "Invalid move", fault->text);
        tby_text_cstr(&t, " from state ");
        quote(&t, fault->state);
        break;
    case TBY_E_REP_COORDINATES:
        quoted(&t, "Invalid coordinates", fault->text);
        break;
    case TBY_E_REP_EVALUATION:
        quoted(&t, "Invalid evaluation", fault->text);
        break;
    case TBY_E_REP_LINE:
        quoted(&t, "Invalid line", fault->text);
        break;
    default:
        tby_text_cstr(&t, tby_rc_text(fault->code));
    }
    tby__rep_file_report(r, TBY_ERROR, fault->code, line, fault->offset,
                         (tby_str){sentence, tby_text_end(&t)});
}

/* Windows-1252 as UTF-8, if a text is not UTF-8 already. */
static tby_rc convert(tby_str *text, tby_buf *room)
{
    if (tby_utf8_validate(*text, NULL) == TBY_OK)
        return TBY_OK;
    tby_buf_clear(room);
    for (size_t i = 0; i < text->n; i++) {
        char one[4];
        uint32_t point = tby_cp1252_point((unsigned char)text->p[i]);
        tby_buf_add(room, (tby_str){one, tby_utf8_encode(point, one)});
    }
    if (room->rc == TBY_OK)
        *text = tby_buf_str(room);
    return room->rc;
}

static void warn(struct rep_reader *r, const struct rep_line *line, tby_rc code,
                 const char *at)
{
    tby__rep_file_report(r, TBY_WARNING, code, line, (size_t)(at - r->text.p),
                         tby_str_of(tby_rc_text(code)));
}

tby_rc tby_rep_utf8(struct rep_reader *r, const struct rep_line *line,
                    tby_str *text, tby_buf *room)
{
    const char *written = text->p;
    const char *nul = text->n ? memchr(written, '\0', text->n) : NULL;

    TBY_TRY(convert(text, room));
    if (text->p != written)
        warn(r, line, TBY_E_REP_ENCODING, written);
    if (nul)
        warn(r, line, TBY_E_REP_NUL, nul);
    return TBY_OK;
}

tby_rc tby_rep_entitle(tby_graph *g, tby_str title)
{
    tby_buf room;

    tby_buf_init(&room, &g->alloc, TBY_MAX_NOTE_BYTES);
    tby_rc rc = convert(&title, &room);
    if (rc == TBY_OK)
        rc = tby_graph_set_title(g, title);
    tby_buf_free(&room);
    return rc;
}

static tby_rc refuse(struct rep_reader *r, const struct rep_line *line,
                     tby_rc code, tby_str text)
{
    size_t spaces = 0;

    while (spaces < line->n && tby_is_space(r->text.p[line->at + spaces]))
        spaces++;
    tby__rep_file_report_fault(r, line,
                               &(struct rep_fault){.code = code,
                                                   .offset = line->at + spaces,
                                                   .text = text});
    return code;
}

/* The next line that is no comment; comments are kept.  At the end of the text
 * an empty line, where something is missed. */
static tby_rc next(struct rep_reader *r, struct rep_line *line, tby_str *text)
{
    while (tby_rep_next(r, line)) {
        *text = tby_str_trim(rep_text(r, line));
        if (*text->p != '#')
            return TBY_OK;
        TBY_TRY(TBY_APPEND(&r->alloc, r->lines, *line));
    }
    *line = (struct rep_line){.number = r->cursor.number + 1,
                              .at = (uint32_t)r->text.n};
    *text = (tby_str){"", 0};
    return TBY_OK;
}

/* v, digits, a point, digits. */
static bool is_version(tby_str s)
{
    tby_str major, minor = tby_str_from(s, 1);
    uint64_t number;

    return s.n > 1 && s.p[0] == 'v' && tby_str_field(&minor, '.', &major) &&
           tby_num_u64(major, 0, UINT32_MAX, &number, NULL) == TBY_OK &&
           tby_num_u64(minor, 0, UINT32_MAX, &number, NULL) == TBY_OK;
}

bool tby_rep_looks(tby_str text)
{
    size_t n = 0;

    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        text = tby_str_from(text, 3);
    text = tby_str_trim(text);
    while (n < text.n && text.p[n] != '\n' && text.p[n] != '\r')
        n++;
    return is_version(tby_str_trim((tby_str){text.p, n}));
}

static tby_rc read_version(struct rep_reader *r)
{
    struct rep_line line = {.number = 1, .at = (uint32_t)r->cursor.at};
    tby_str text = {"", 0};

    if (tby_rep_next(r, &line))
        text = tby_str_trim(rep_text(r, &line));
    if (!is_version(text))
        return refuse(r, &line, TBY_E_REP_VERSION_MISSING, text);
    for (unsigned v = 2; v <= 5; v++) {
        const char name[] = {'v', (char)('0' + v), '.', '0', '\0'};
        if (tby_str_is(text, name)) {
            r->report->version = r->graph->version = v;
            return TBY_OK;
        }
    }
    return refuse(r, &line, TBY_E_REP_VERSION, text);
}

/* Versions before 4 may be without one. */
static tby_rc read_title(struct rep_reader *r)
{
    struct rep_cursor before = r->cursor;
    size_t lines = r->lines.n;
    struct rep_line line;
    tby_str text;

    TBY_TRY(next(r, &line, &text));
    if (text.n && *text.p == '=') {
        tby_str title = tby_str_trim(tby_str_from(text, 1));
        tby_buf room;

        tby_buf_init(&room, &r->alloc, TBY_MAX_NOTE_BYTES);
        tby_rc rc = tby_rep_utf8(r, &line, &title, &room);
        if (rc == TBY_OK)
            rc = tby_graph_set_title(r->graph, title);
        r->report->had_title = r->graph->title.n > 0;
        tby_buf_free(&room);
        return rc == TBY_E_LIMIT ? refuse(r, &line, rc, title) : rc;
    }
    if (r->graph->version >= 4)
        return refuse(r, &line, TBY_E_REP_TITLE, text);
    r->cursor = before;
    r->lines.n = lines;
    return TBY_OK;
}

static tby_rc read_color(struct rep_reader *r)
{
    struct rep_line line;
    tby_str text;

    TBY_TRY(next(r, &line, &text));
    bool black = tby_str_is(text, "black");
    if (!black && !tby_str_is(text, "white"))
        return refuse(r, &line, TBY_E_REP_NO_COLOR, text);
    tby_graph_set_color(r->graph, black ? TBY_BLACK : TBY_WHITE);
    r->report->had_color = true;
    return TBY_OK;
}

tby_rc tby_rep_read(tby_graph *g, tby_str text, const tby_diag *diag,
                    tby_rep_report *report)
{
    tby_rep_report ignored = {0};
    struct rep_reader r = {.alloc = g->alloc,
                           .text = text.n ? text : (tby_str){"", 0},
                           .diag = diag,
                           .report = report ? report : &ignored,
                           .graph = g,
                           .boards = {.alloc = g->alloc}};

    *r.report = (tby_rep_report){0};
    if (text.n > TBY_MAX_REP_BYTES)
        return TBY_E_LIMIT;
    /* Version, title and colour.  An error was reported. */
    if (tby_str_starts(r.text, TBY_STR("\xEF\xBB\xBF"))) /* byte order mark */
        r.cursor.at = 3;
    tby_rc rc = read_version(&r);
    if (rc == TBY_OK)
        rc = read_title(&r);
    if (rc == TBY_OK && r.graph->version >= 5)
        rc = read_color(&r);
    if (rc == TBY_OK)
        rc = tby_rep_lines(&r);
    if (rc == TBY_OK)
        rc = tby_rep_replay(&r);
    if (rc == TBY_OK)
        rc = tby_rep_build(&r);
    const tby_alloc *a = &r.alloc;

    tby_grow_free(a, r.lines.at, r.lines.cap, sizeof *r.lines.at);
    tby_grow_free(a, r.states.at, r.states.cap, sizeof *r.states.at);
    tby_grow_free(a, r.edges.at, r.edges.cap, sizeof *r.edges.at);
    tby_grow_free(a, r.places.at, r.places.cap, sizeof *r.places.at);
    tby_grow_free(a, r.faults.at, r.faults.cap, sizeof *r.faults.at);
    tby_grow_free(a, r.reals.at, r.reals.cap, sizeof *r.reals.at);
    tby_rep_boards_free(&r.boards);
    if (rc != TBY_OK)
        tby_graph_free(g);
    return rc;
}
