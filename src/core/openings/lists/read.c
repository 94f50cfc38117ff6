#include "core/openings/lists/read.h"
#include "core/base/str.h"
#include "core/game/pgn/warnings.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"
#include "tabiya/san.h"

#include <string.h>

static tby_place place_of(tby_opening_reader *r, size_t at)
{
    const char *end;

    if (at < r->begin)
        return tby_place_of(r->text, at);
    /* Goes on to the line in which the row begins.  Rows come in order, so that
     * a text full of faults is walked through once. */
    while (r->line_from < r->begin &&
           (end = memchr(r->text.p + r->line_from, '\n',
                         r->begin - r->line_from)) != NULL) {
        r->line++;
        r->line_from = (size_t)(end - r->text.p) + 1;
    }
    tby_place place =
        tby_place_of(tby_str_from(r->text, r->line_from), at - r->line_from);
    place.line += r->line - 1;
    return place;
}

tby_place tby_opening_reader_place(tby_opening_reader *r)
{
    return place_of(r, r->begin);
}

static void report(tby_opening_reader *r, tby_severity severity, tby_rc code,
                   size_t at, const char *sentence)
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

static tby_rc refuse(tby_opening_reader *r, tby_rc code, size_t at,
                     const char *sentence)
{
    r->refused++;
    report(r, TBY_ERROR, code, at, sentence);
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

static tby_rc judge(tby_opening_reader *r, const tby_opening_row *row)
{
    tby_rc rc = tby_opening_of_row(row, &r->row);

    for (size_t i = 0; i < r->row.faults_n; i++) {
        const tby_row_fault *f = &r->row.faults[i];
        report(r, f->severity, f->code, offset_of(r, row, f),
               f->severity == TBY_ERROR ? r->row.sentence : NULL);
    }
    r->refused += rc != TBY_OK;
    return rc;
}

/* The line from `at` on, without its end; *next is where the one after it
 * begins. */
static tby_str line_at(tby_str text, size_t at, size_t *next)
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

/* The first byte after white space, 0 if there is none. */
static char first_byte(tby_str s)
{
    s = tby_str_trim(s);
    return s.n ? s.p[0] : '\0';
}

/* A00b "name: no tab can stand before the quote. */
static bool is_scid(tby_str line)
{
    tby_str rest = line, code;

    return tby_str_word(&rest, &code) && tby_is_scid_code(code) &&
           (first_byte(rest) == '"' || first_byte(rest) == '\0');
}

/* A stray one may stand before the first game. */
static bool is_result(tby_str s)
{
    return tby_str_is(s, "*") || tby_str_is(s, "1-0") || tby_str_is(s, "0-1") ||
           tby_str_is(s, "1/2-1/2");
}

tby_openings_format tby_openings_guess(tby_str text)
{
    size_t at = tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")) ? 3 : 0;

    while (at < text.n) {
        tby_str line = line_at(text, at, &at);
        tby_str start = tby_str_trim(line);
        if (start.n == 0 || start.p[0] == '#' || start.p[0] == '%' ||
            is_result(start))
            continue;
        tby_str rest = tby_str_from(text, (size_t)(start.p - text.p) + 1);
        char next = first_byte(rest);
        if (start.p[0] == '{') /* a comment before the first game */
            return next == '"' || next == '}' || next == '\0'
                       ? TBY_OPENINGS_JSON
                       : TBY_OPENINGS_PGN;
        if (start.p[0] == '[')
            return (unsigned char)((next | 32) - 'a') < 26
                       ? TBY_OPENINGS_PGN
                       : TBY_OPENINGS_UNKNOWN;
        if (is_scid(line))
            return TBY_OPENINGS_SCID;
        if (memchr(line.p, '\t', line.n))
            return TBY_OPENINGS_TSV;
        /* a row of Scid's whose code is wrong, which the reader will name */
        return memchr(line.p, '"', line.n) ? TBY_OPENINGS_SCID
                                           : TBY_OPENINGS_UNKNOWN;
    }
    return TBY_OPENINGS_UNKNOWN;
}

/* Columns separated by tabs: eco, name, pgn as lichess has them, with uci and
 * epd in the files that are made of those.  A first line that names the columns
 * says which is which; lines that are empty or begin with # are passed. */

static bool is_word(tby_str field, const char *word)
{
    size_t n = strlen(word);

    if (field.n != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = field.p[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
            return false;
    }
    return true;
}

static uint8_t column_of(tby_str title)
{
    static const struct {
        const char *title;
        uint8_t field;
    } TITLES[] = {{"eco", TBY_ROW_CODE},    {"code", TBY_ROW_CODE},
                  {"name", TBY_ROW_NAME},   {"pgn", TBY_ROW_MOVES},
                  {"moves", TBY_ROW_MOVES}, {"uci", TBY_ROW_UCI},
                  {"epd", TBY_ROW_FEN},     {"fen", TBY_ROW_FEN}};

    for (size_t i = 0; i < sizeof TITLES / sizeof *TITLES; i++)
        if (is_word(tby_str_trim(title), TITLES[i].title))
            return TITLES[i].field;
    return TBY_TSV_IGNORED;
}

static bool has_column(const tby_opening_reader *r, uint8_t field)
{
    return memchr(r->columns, field, r->columns_n) != NULL;
}

/* The titles must name each thing once, a name and something that leads to a
 * position. */
static tby_rc read_titles(tby_opening_reader *r, tby_str line)
{
    tby_str field;
    bool twice = false;
    size_t n = 0;

    r->columns_n = 0;
    while (tby_str_field(&line, '\t', &field)) {
        uint8_t column = column_of(field);
        if (n == TBY_TSV_COLUMNS)
            return TBY_E_OPENING_FIELDS;
        twice |= column != TBY_TSV_IGNORED && has_column(r, column);
        r->columns[n++] = column;
        r->columns_n = n;
    }
    if (twice || !has_column(r, TBY_ROW_NAME) ||
        !(has_column(r, TBY_ROW_MOVES) || has_column(r, TBY_ROW_UCI) ||
          has_column(r, TBY_ROW_FEN)))
        return TBY_E_OPENING_FIELDS;
    return TBY_OK;
}

/* Several files may come one after another, each with its titles.  No row has
 * two of them: none is a code or a move. */
static bool has_titles(tby_str line)
{
    tby_str field;
    bool name = false;
    unsigned known = 0;

    while (tby_str_field(&line, '\t', &field)) {
        uint8_t column = column_of(field);
        name |= column == TBY_ROW_NAME;
        known += column != TBY_TSV_IGNORED;
    }
    return name && known > 1;
}

/* The next line that says something; false at the end. */
static bool next_line(tby_opening_reader *r, tby_str *line)
{
    while (r->at < r->text.n) {
        r->begin = r->at;
        *line = line_at(r->text, r->at, &r->at);
        if (tby_str_trim(*line).n && line->p[0] != '#')
            return true;
    }
    return false;
}

static tby_rc next_tsv(tby_opening_reader *r)
{
    tby_str line;

    if (!next_line(r, &line))
        return TBY_DONE;
    while (has_titles(line)) {
        tby_rc rc = read_titles(r, line);
        if (rc != TBY_OK) {
            report(r, TBY_ERROR, rc, r->begin, NULL);
            return rc;
        }
        if (!next_line(r, &line))
            return TBY_DONE;
    }
    if (r->columns_n == 0) {
        static const uint8_t USUAL[] = {TBY_ROW_CODE, TBY_ROW_NAME,
                                        TBY_ROW_MOVES, TBY_ROW_UCI,
                                        TBY_ROW_FEN};

        memcpy(r->columns, USUAL, sizeof USUAL);
        r->columns_n = sizeof USUAL;
    }
    r->rows++;
    tby_opening_row row = {.layout = TBY_ROW_SPACED};
    tby_str rest = line, field;
    size_t n = 0;

    for (; tby_str_field(&rest, '\t', &field); n++) {
        if (n == r->columns_n)
            return refuse(r, TBY_E_OPENING_FIELDS,
                          (size_t)(field.p - r->text.p),
                          "There is one column too many.");
        if (r->columns[n] != TBY_TSV_IGNORED)
            row.text[r->columns[n]] = field;
    }
    if (!row.text[TBY_ROW_NAME].p)
        return refuse(r, TBY_E_OPENING_FIELDS, r->begin, NULL);
    row.text[TBY_ROW_SOURCE] = r->source;

    /* A position may stand where moves are expected; no list of moves has a
     * slash in its first word but a promotion, which no game begins with. */
    rest = row.text[TBY_ROW_MOVES];
    if (!row.text[TBY_ROW_FEN].n && tby_str_word(&rest, &field) &&
        memchr(field.p, '/', field.n)) {
        row.text[TBY_ROW_FEN] = row.text[TBY_ROW_MOVES];
        row.text[TBY_ROW_MOVES] = (tby_str){NULL, 0};
    }
    return judge(r, &row);
}

/* Scid.eco: a code, a name in quotes, moves up to a star, perhaps over several
 * lines.  # begins a comment, except among the moves, where it is mate.
 *
 *     A00g "Amar: Paris Gambit"  1.Nh3 d5 2.g3 e5 3.f4 * */

static size_t skip_line(const tby_opening_reader *r, size_t at)
{
    size_t next;

    line_at(r->text, at, &next);
    return next;
}

/* Past white space and comments. */
static size_t skip_spaces(const tby_opening_reader *r, size_t at)
{
    while (at < r->text.n) {
        if (r->text.p[at] == '#')
            at = skip_line(r, at);
        else if (tby_is_space(r->text.p[at]))
            at++;
        else
            break;
    }
    return at;
}

/* An entry begins where a line begins with a code. */
static bool begins_here(const tby_opening_reader *r, size_t at)
{
    return r->text.n - at >= 4 && (at == 0 || r->text.p[at - 1] == '\n') &&
           tby_is_eco((tby_str){r->text.p + at, 3});
}

/* Refuses the entry and goes to where the next one begins. */
static tby_rc give_up(tby_opening_reader *r, tby_rc code, size_t at)
{
    do
        r->at = skip_line(r, r->at);
    while (r->at < r->text.n && !begins_here(r, r->at));
    return refuse(r, code, at, NULL);
}

static tby_rc next_scid(tby_opening_reader *r)
{
    r->begin = skip_spaces(r, r->at);
    if (r->begin >= r->text.n)
        return TBY_DONE;
    r->at = r->begin;
    r->rows++;
    tby_opening_row row = {.layout = TBY_ROW_DENSE, .start = true};
    size_t at = r->begin, next;
    tby_str *text = row.text;

    size_t from = at;
    while (at < r->text.n && !tby_is_space(r->text.p[at]) &&
           r->text.p[at] != '"')
        at++;
    text[TBY_ROW_SCID] = (tby_str){r->text.p + from, at - from};
    if (!tby_is_scid_code(text[TBY_ROW_SCID]))
        return give_up(r, TBY_E_OPENING_CODE, r->begin);
    text[TBY_ROW_CODE] = (tby_str){text[TBY_ROW_SCID].p, 3};

    /* the name: what is in quotes on one line */
    at = skip_spaces(r, at);
    tby_str line = line_at(r->text, at, &next);
    const char *quote =
        line.n && line.p[0] == '"' ? memchr(line.p + 1, '"', line.n - 1) : NULL;
    if (!quote)
        return give_up(r, TBY_E_OPENING_SYNTAX, at);
    text[TBY_ROW_NAME] = (tby_str){line.p + 1, (size_t)(quote - line.p) - 1};
    at = skip_spaces(r, at + text[TBY_ROW_NAME].n + 2);

    /* the moves: up to the star, unless another entry or the end comes first */
    from = at;
    for (; at < r->text.n && r->text.p[at] != '*'; at++)
        if (begins_here(r, at))
            return give_up(r, TBY_E_OPENING_SYNTAX, at);
    if (at >= r->text.n)
        return give_up(r, TBY_E_OPENING_SYNTAX, at + 1);
    r->at = at + 1;
    text[TBY_ROW_MOVES] = tby_str_trim((tby_str){r->text.p + from, at - from});
    text[TBY_ROW_SOURCE] = r->source;
    return judge(r, &row);
}

/* eco.pgn: a game for each opening, named by the tags ECO, Opening, Variation
 * and SubVariation. */

#ifndef TBY_SMALL /* to a page, a PGN is a repertoire */

/* "Opening: Variation, SubVariation", as lichess would write it. */
static tby_rc join_name(tby_opening_reader *r)
{
    static const char *const TAGS[] = {"Opening", "Variation", "SubVariation"};
    static const char *const BEFORE[] = {"", ": ", ", "};

    tby_buf_clear(&r->name);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        tby_str part = tby_str_trim(tby_game_tag(&r->game, TAGS[i]));
        if (part.n == 0)
            continue;
        tby_buf_cstr(&r->name, r->name.n ? BEFORE[i] : "");
        tby_buf_add(&r->name, part);
    }
    return r->name.rc;
}

static tby_pos last_position(const tby_game *g)
{
    tby_pos p = g->start;

    for (size_t i = 0; i < g->items_n; i++)
        if (g->items[i].kind == TBY_ITEM_MOVE)
            tby_pos_play(&p, g->items[i].move);
    return p;
}

/* The moves of the game; TBY_E_LIMIT, TBY_E_SAN_SYNTAX for a null move. */
static tby_rc copy_line(tby_opening_reader *r, uint32_t *plies)
{
    const tby_game *g = &r->game;
    uint32_t n = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        if (g->items[i].kind != TBY_ITEM_MOVE)
            continue;
        if (g->items[i].move == TBY_MOVE_NULL)
            return TBY_E_SAN_SYNTAX;
        if (n == TBY_OPENING_PLIES)
            return TBY_E_LIMIT;
        r->row.line[n++] = g->items[i].move;
    }
    *plies = n;
    return TBY_OK;
}

static tby_rc next_pgn(tby_opening_reader *r)
{
    tby_pgn_report found;

    /* The next game; a remark before the first one is none, nor is a stray
     * result, which is warned of. */
    tby_pgn pgn;
    tby_rc rc;

    tby_pgn_init(&pgn, r->text, TBY_PGN_MAINLINE);
    pgn.at = r->at;
    while ((rc = tby_pgn_next(&pgn, &r->game, &found)) == TBY_OK) {
        if (found.error.code != TBY_OK || r->game.tags_n || r->game.items_n)
            break;
        if (tby_pgn_is_stray(r->text, &found))
            report(r, TBY_WARNING, TBY_W_PGN_STRAY, found.begin, NULL);
    }
    r->at = pgn.at;

    if (rc != TBY_OK)
        return rc;
    r->begin = found.begin;
    r->rows++;
    if (found.latin1)
        report(r, TBY_WARNING, TBY_E_UTF8, r->begin,
               "The text is not UTF-8 and is read as Latin-1.");
    if (found.error.code != TBY_OK) {
        /* What stopped the reader, and for a move why. */
        const tby_err *error = &found.error;
        tby_str rest = tby_str_from(r->text, error->at), word = rest;
        tby_pos pos = last_position(&r->game);
        char sentence[160] = "";
        tby_move ignored;

        tby_str_word(&rest, &word);
        if (word.n < 64 && tby_san_parse(&pos, word, TBY_SAN_TOLERANT, &ignored,
                                         NULL) == error->code)
            tby_san_explain(&pos, word, TBY_SAN_TOLERANT, sentence,
                            sizeof sentence);
        return refuse(r, error->code, error->at, sentence);
    }

    /* Code and name are judged like those of any row; that it is a position is
     * known. */
    tby_opening_row row = {.layout = TBY_ROW_ANY};
    tby_pos pos = last_position(&r->game);
    char fen[TBY_FEN_MAX];
    uint32_t plies = 0;
    rc = join_name(r);

    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc == TBY_OK)
        rc = copy_line(r, &plies);
    if (rc != TBY_OK)
        return refuse(r, rc, r->begin, NULL);
    row.text[TBY_ROW_CODE] = tby_game_tag(&r->game, "ECO");
    if (tby_str_is(row.text[TBY_ROW_CODE], "?"))
        row.text[TBY_ROW_CODE].n = 0;
    row.text[TBY_ROW_NAME] = tby_buf_str(&r->name);
    row.text[TBY_ROW_SOURCE] = r->source;
    row.text[TBY_ROW_FEN] =
        (tby_str){fen, tby_fen_write_pos(&pos, fen, sizeof fen)};
    rc = judge(r, &row);
    if (rc == TBY_OK && !r->game.setup) {
        r->row.opening.line = r->row.line;
        r->row.opening.plies = plies;
    }
    return rc;
}

#endif

static const char *const SOURCES[] = {
    [TBY_OPENINGS_UNKNOWN] = "",      [TBY_OPENINGS_TSV] = "eco_tsv",
    [TBY_OPENINGS_SCID] = "scid",     [TBY_OPENINGS_PGN] = "eco_pgn",
    [TBY_OPENINGS_JSON] = "eco_json",
};

void tby_opening_reader_init(tby_opening_reader *r, tby_openings_format format,
                             tby_str text, const tby_alloc *alloc)
{
    *r = (tby_opening_reader){.format = format,
                              .text = text.n ? text : (tby_str){"", 0},
                              .line = 1,
                              .source = tby_str_of(SOURCES[format])};
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
        return next_tsv(r);
    case TBY_OPENINGS_SCID:
        return next_scid(r);
    case TBY_OPENINGS_PGN:
#ifndef TBY_SMALL
        return next_pgn(r);
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
