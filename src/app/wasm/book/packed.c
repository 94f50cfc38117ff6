/* packed.c - see packed.h. */
#include "app/wasm/book/packed.h"

#include "core/base/str.h"

#include <string.h>

bool packed_open(packed *p, tby_str text)
{
    tby_str line;

    if (!tby_str_starts(text, TBY_STR("tabiya openings 1\n")))
        return false;
    tby_str_field(&text, '\n', &line);
    for (int i = 0; i < PACKED_COLUMNS; i++) {
        p->columns[i].rest = text;
        p->columns[i].n = 0;
        do
            if (!tby_str_field(&text, '\n', &line))
                return false;
        while (line.n);
    }
    return true;
}

/* The length of the first words of a text; SIZE_MAX if it has fewer. */
static size_t length_of(const struct column *c, size_t words)
{
    size_t n = 0;

    for (; words; words--) {
        if (n >= c->n)
            return SIZE_MAX;
        do
            n++;
        while (n < c->n && c->text[n] != ' ');
    }
    return n;
}

/* TBY_DONE behind the last line of the column. */
static tby_rc next_text(struct column *c)
{
    tby_str line;

    if (!tby_str_field(&c->rest, '\n', &line) || !line.n)
        return TBY_DONE;
    size_t n = length_of(c, (unsigned char)line.p[0] - (size_t)'!');
    line = tby_str_from(line, 1);
    if (n == SIZE_MAX || n + 1 + line.n > PACKED_MOST)
        return TBY_E_OPENING_FORMAT;
    if (n && line.n)
        c->text[n++] = ' ';
    memcpy(c->text + n, line.p, line.n);
    c->n = n + line.n;
    return TBY_OK;
}

tby_rc packed_next(packed *p, tby_opening_row *row)
{
    tby_rc rc[PACKED_COLUMNS];
    tby_str text[PACKED_COLUMNS];

    for (int i = 0; i < PACKED_COLUMNS; i++) {
        rc[i] = next_text(&p->columns[i]);
        text[i] = (tby_str){p->columns[i].text, p->columns[i].n};
    }
    if (rc[0] != rc[1] || rc[0] != rc[2])
        return TBY_E_OPENING_FORMAT;
    bool fen = memchr(text[2].p, '/', text[2].n) != NULL;
    *row = (tby_opening_row){.layout = TBY_ROW_ANY};
    row->text[TBY_ROW_CODE] = text[0];
    row->text[TBY_ROW_NAME] = text[1];
    row->text[fen ? TBY_ROW_FEN : TBY_ROW_MOVES] = text[2];
    row->text[TBY_ROW_SOURCE] = TBY_STR("eco_tsv"); /* of the built-in book */
    return rc[0];
}
