/* tsv.c - columns separated by tabs: eco, name, pgn as lichess has
 * them, with uci and epd in the files that are made of those.
 *
 * A first line that names the columns says which is which.  Lines that are
 * empty or begin with # are passed. */
#include "core/base/str.h"
#include "core/openings/lists/int.h"

#include <string.h>

/* --- columns --------------------------------------------------------------*/

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

static void assume_columns(tby_opening_reader *r)
{
    static const uint8_t USUAL[] = {TBY_ROW_CODE, TBY_ROW_NAME, TBY_ROW_MOVES,
                                    TBY_ROW_UCI, TBY_ROW_FEN};

    memcpy(r->columns, USUAL, sizeof USUAL);
    r->columns_n = sizeof USUAL;
}

/* --- rows -----------------------------------------------------------------*/

/* A position may stand where moves are expected; no move has a slash before
 * its last rank, and no list of moves one in its first word but a promotion,
 * which no game begins with. */
static void sort_out_position(tby_opening_row *row)
{
    tby_str *moves = &row->text[TBY_ROW_MOVES], *fen = &row->text[TBY_ROW_FEN];
    tby_str rest = *moves, word;

    if (fen->n || !tby_str_word(&rest, &word) || !memchr(word.p, '/', word.n))
        return;
    *fen = *moves;
    *moves = (tby_str){NULL, 0};
}

static tby_rc read_row(tby_opening_reader *r, tby_str line)
{
    tby_opening_row row = {.layout = TBY_ROW_SPACED};
    tby_str rest = line, field;
    size_t n = 0;

    for (; tby_str_field(&rest, '\t', &field); n++) {
        if (n == r->columns_n)
            return tby_openings_refuse(r, TBY_E_OPENING_FIELDS,
                                       (size_t)(field.p - r->text.p),
                                       "There is one column too many.");
        if (r->columns[n] != TBY_TSV_IGNORED)
            row.text[r->columns[n]] = field;
    }
    if (!row.text[TBY_ROW_NAME].p)
        return tby_openings_refuse(r, TBY_E_OPENING_FIELDS, r->begin, NULL);
    row.text[TBY_ROW_SOURCE] = r->source;
    sort_out_position(&row);
    return tby_openings_judge(r, &row);
}

/* The next line that says something; false at the end. */
static bool next_line(tby_opening_reader *r, tby_str *line)
{
    while (r->at < r->text.n) {
        r->begin = r->at;
        *line = tby_openings_line(r->text, r->at, &r->at);
        if (tby_str_trim(*line).n && line->p[0] != '#')
            return true;
    }
    return false;
}

tby_rc tby_openings_tsv(tby_opening_reader *r)
{
    tby_str line;

    if (!next_line(r, &line))
        return TBY_DONE;
    while (has_titles(line)) {
        tby_rc rc = read_titles(r, line);
        if (rc != TBY_OK) {
            tby_openings_tell(r, TBY_ERROR, rc, r->begin, NULL);
            return rc;
        }
        if (!next_line(r, &line))
            return TBY_DONE;
    }
    if (r->columns_n == 0)
        assume_columns(r);
    r->rows++;
    return read_row(r, line);
}
