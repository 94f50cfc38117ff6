/* moves.c - the moves of a row, and whether they stand as they should.
 *
 * Lists of openings are written by hand: numbers are missing, wrong or twice
 * there.  None of that changes the moves, so none of it refuses the row. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/openings/lists/row.h"
#include "tabiya/san.h"

enum { NUMBER = 8 }; /* "256. " and the space before it */

/* Takes "12", "12." or "12..." off a word; 0-0 and 0000 are moves. */
static tby_str without_number(tby_str word)
{
    size_t digits = 0, dots = 0;

    while (digits < word.n && word.p[digits] >= '0' && word.p[digits] <= '9')
        digits++;
    while (digits + dots < word.n && word.p[digits + dots] == '.')
        dots++;
    if (!dots && (digits < word.n || word.p[0] == '0'))
        return word;
    return tby_str_from(word, digits + dots);
}

/* What should stand before a move; returns its length. */
static size_t write_number(const tby_row_moves *m, char out[NUMBER + 1])
{
    tby_text t = {out, NUMBER + 1, 0};

    if (m->plies)
        tby_text_char(&t, ' ');
    if (m->pos.turn == TBY_WHITE) {
        tby_text_u64(&t, m->plies / 2 + 1);
        tby_text_char(&t, '.');
        if (m->layout == TBY_ROW_SPACED)
            tby_text_char(&t, ' ');
    }
    return tby_text_end(&t);
}

/* Where a line break with its indentation ends that stands for the space at
 * `at`: scid.eco has them in long entries. */
static size_t pass_break(const tby_row_moves *m, tby_str text, size_t at)
{
    size_t end = at;
    bool broken = false;

    for (; end < text.n && tby_is_space(text.p[end]); end++)
        broken |= text.p[end] == '\n';
    return broken && m->layout == TBY_ROW_DENSE ? end : at;
}

/* Is what stands between two moves what should stand there? */
static void check_gap(tby_row_moves *m, tby_str text, size_t from, size_t to)
{
    char number[NUMBER + 1];
    tby_str wanted = {number, write_number(m, number)};
    size_t at = pass_break(m, text, from), i = at > from;

    if (m->layout == TBY_ROW_ANY || m->odd_layout != SIZE_MAX)
        return;
    for (; i < wanted.n && at < to && text.p[at] == wanted.p[i]; i++)
        at++;
    if (i < wanted.n || at < to)
        m->odd_layout = at;
}

static tby_rc play_word(tby_row_moves *m, tby_str word, size_t at)
{
    char san[TBY_SAN_MAX];
    tby_move move;

    TBY_TRY(tby_san_parse(&m->pos, word, TBY_SAN_TOLERANT, &move, NULL));
    if (move == TBY_MOVE_NULL) /* nobody opens with it */
        return TBY_E_SAN_SYNTAX;
    if (m->plies == TBY_OPENING_PLIES)
        return TBY_E_LIMIT;
    tby_str canonical = {san, tby_san_write(&m->pos, move, san)};
    if (m->odd_san == SIZE_MAX && !tby_str_equal(word, canonical))
        m->odd_san = at;
    m->line[m->plies++] = move;
    tby_pos_play(&m->pos, move);
    return TBY_OK;
}

tby_rc tby_row_play(tby_row_moves *m, tby_str text, tby_err *err)
{
    tby_str rest = text, word;
    size_t end = 0; /* of the last move */

    m->plies = 0;
    m->pos = tby_pos_start();
    m->odd_layout = m->odd_san = SIZE_MAX;
    while (tby_str_word(&rest, &word)) {
        word = without_number(word);
        if (word.n == 0 || tby_str_is(word, "*") || tby_str_is(word, "e.p."))
            continue;
        size_t at = (size_t)(word.p - text.p);
        check_gap(m, text, end, at);
        tby_rc rc = play_word(m, word, at);
        if (rc != TBY_OK) {
            *err = (tby_err){rc, at};
            return rc;
        }
        end = at + word.n;
    }
    if (m->layout != TBY_ROW_ANY && m->odd_layout == SIZE_MAX && end < text.n)
        m->odd_layout = end;
    return TBY_OK;
}
