#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/openings/lists/read.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

#include <string.h>

bool tby_is_eco(tby_str code)
{
    return code.n == 3 && code.p[0] >= 'A' && code.p[0] <= 'E' &&
           tby_is_digit(code.p[1]) && tby_is_digit(code.p[2]);
}

bool tby_is_scid_code(tby_str code)
{
    if (code.n < 3 || code.n > 5 || !tby_is_eco((tby_str){code.p, 3}))
        return false;
    return (code.n < 4 || (code.p[3] >= 'a' && code.p[3] <= 'z')) &&
           (code.n < 5 || (code.p[4] >= '1' && code.p[4] <= '7'));
}

/* Lists of openings are written by hand: numbers are missing, wrong or twice
 * there.  None of that changes the moves, so none of it refuses the row. */

/* The moves of a text in SAN or UCI, whatever its numbers are. */
typedef struct row_moves {
    tby_move *line; /* room for TBY_OPENING_PLIES */
    uint32_t plies;
    tby_pos pos;           /* on failure, where the refused move was tried */
    tby_row_layout layout; /* that it should have */
    size_t odd_layout;     /* the first byte that has not; SIZE_MAX: none */
    size_t odd_san;        /* the first move that is not in standard form */
} row_moves;

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
static size_t write_number(const row_moves *m, char out[NUMBER + 1])
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
static size_t pass_break(const row_moves *m, tby_str text, size_t at)
{
    size_t end = at;
    bool broken = false;

    for (; end < text.n && tby_is_space(text.p[end]); end++)
        broken |= text.p[end] == '\n';
    return broken && m->layout == TBY_ROW_DENSE ? end : at;
}

/* Is what stands between two moves what should stand there? */
static void check_gap(row_moves *m, tby_str text, size_t from, size_t to)
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

static tby_rc play_word(row_moves *m, tby_str word, size_t at)
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

static tby_rc play_moves(row_moves *m, tby_str text, tby_err *err)
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

static void add_fault(tby_row_read *r, tby_row_fault fault)
{
    r->faults[r->faults_n++] = fault;
}

static void warn(tby_row_read *r, tby_rc code, tby_row_field field, size_t at)
{
    add_fault(r, (tby_row_fault){TBY_WARNING, code, field, at});
}

static tby_rc refuse(tby_row_read *r, tby_rc code, tby_row_field field,
                     size_t at)
{
    add_fault(r, (tby_row_fault){TBY_ERROR, code, field, at});
    return code;
}

/* A space at either end, or the second of two; SIZE_MAX: none. */
static size_t stray_space(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (tby_is_space(s.p[i]) &&
            (i == 0 || i == s.n - 1 || tby_is_space(s.p[i - 1])))
            return i;
    return SIZE_MAX;
}

/* A text that will be shown: UTF-8, on one line, not too long. */
static tby_rc check_shown(tby_row_read *r, tby_str s, tby_row_field field,
                          size_t most)
{
    tby_err err;

    if (s.n > most)
        return refuse(r, TBY_E_LIMIT, field, most);
    if (tby_utf8_validate(s, &err) != TBY_OK)
        return refuse(r, TBY_E_UTF8, field, err.at);
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7F) {
            tby_text_in(r->sentence,
                        "There is a control character in the text.");
            return refuse(r, TBY_E_OPENING_NAME, field, i);
        }
    return TBY_OK;
}

/* The field without spaces around it; those are reported. */
static tby_str field_of(const tby_opening_row *row, tby_row_read *r,
                        tby_row_field field)
{
    tby_str s = row->text[field];
    tby_str trimmed = tby_str_trim(s);
    /* within moves it is a matter of their layout */
    size_t at =
        field == TBY_ROW_NAME || trimmed.n != s.n ? stray_space(s) : SIZE_MAX;

    if (at != SIZE_MAX)
        warn(r, TBY_E_OPENING_BLANK, field, at);
    return trimmed;
}

static tby_rc read_names(const tby_opening_row *row, tby_row_read *r)
{
    tby_opening *o = &r->opening;

    o->name = field_of(row, r, TBY_ROW_NAME);
    o->source = field_of(row, r, TBY_ROW_SOURCE);
    o->root_source = field_of(row, r, TBY_ROW_ROOT_SOURCE);
    if (o->name.n == 0)
        return refuse(r, TBY_E_OPENING_NAME, TBY_ROW_NAME, 0);
    TBY_TRY(check_shown(r, o->name, TBY_ROW_NAME, TBY_OPENING_NAME));
    TBY_TRY(check_shown(r, o->source, TBY_ROW_SOURCE, TBY_OPENING_SOURCE));
    return check_shown(r, o->root_source, TBY_ROW_ROOT_SOURCE,
                       TBY_OPENING_SOURCE);
}

/* Plays one of the two fields that hold moves. */
static tby_rc play(const tby_opening_row *row, tby_row_read *r,
                   tby_row_field field, row_moves *m)
{
    tby_str text = field_of(row, r, field);
    size_t shift = text.n ? (size_t)(text.p - row->text[field].p) : 0;
    tby_err err;
    tby_rc rc = play_moves(m, text, &err);

    if (rc != TBY_OK) {
        err.at += shift;
        tby_str rest = tby_str_from(row->text[field], err.at), word = rest;
        tby_str_word(&rest, &word);
        if (err.code != TBY_E_LIMIT && word.n < 64) /* no move is longer */
            tby_san_explain(&m->pos, word, TBY_SAN_TOLERANT, r->sentence,
                            sizeof r->sentence);
        return refuse(r, err.code, field, err.at);
    }
    if (m->odd_san != SIZE_MAX && field == TBY_ROW_MOVES)
        warn(r, TBY_E_SAN_NOT_CANONICAL, field, shift + m->odd_san);
    if (m->odd_layout != SIZE_MAX)
        warn(r, TBY_E_OPENING_LAYOUT, field, shift + m->odd_layout);
    return TBY_OK;
}

static bool is_given(const tby_opening_row *row, tby_row_field field)
{
    return tby_str_trim(row->text[field]).n > 0;
}

static tby_rc read_position(const tby_opening_row *row, tby_row_read *r)
{
    tby_str fen = field_of(row, r, TBY_ROW_FEN);
    tby_faults found = 0;
    tby_err err;
    tby_pos pos;
    tby_rc rc = tby_fen_parse_pos(fen, &pos, &found, &err);

    if (rc != TBY_OK) {
        if (rc == TBY_E_POS_FAULTY && found)
            tby_text_in(r->sentence, tby_fault_text(found));
        return refuse(r, rc, TBY_ROW_FEN,
                      err.at + (size_t)(fen.p - row->text[TBY_ROW_FEN].p));
    }
    if (r->opening.line) {
        /* Does the line lead where the FEN says?  Its counters, if it has them,
         * are the source's word. */
        tby_str text = fen;
        unsigned n = 0;
        tby_str word;
        while (tby_str_word(&text, &word))
            n++;
        bool counters = n >= 6;
        tby_opening *o = &r->opening;

        if (!tby_pos_same(&o->pos, &pos))
            return refuse(r, TBY_E_OPENING_MISMATCH, TBY_ROW_FEN, 0);
        if (!counters || (o->pos.halfmoves == pos.halfmoves &&
                          o->pos.fullmoves == pos.fullmoves))
            return TBY_OK;
        warn(r, TBY_E_OPENING_MISMATCH, TBY_ROW_FEN, 0);
        o->pos = pos;
        return TBY_OK;
    }
    const tby_pos start = tby_pos_start(); /* no move leads to it */
    r->opening.pos = pos;
    r->opening.line = tby_pos_same(&pos, &start) ? r->line : NULL;
    return TBY_OK;
}

tby_rc tby_opening_of_row(const tby_opening_row *row, tby_row_read *out)
{
    out->opening = (tby_opening){.eco_root = row->eco_root};
    out->faults_n = 0;
    out->sentence[0] = '\0';
    tby_str code = field_of(row, out, TBY_ROW_CODE);
    tby_str scid = field_of(row, out, TBY_ROW_SCID);

    if (code.n && !tby_is_eco(code))
        return refuse(out, TBY_E_OPENING_CODE, TBY_ROW_CODE, 0);
    if (scid.n && !tby_is_scid_code(scid))
        return refuse(out, TBY_E_OPENING_CODE, TBY_ROW_SCID, 0);
    memcpy(out->opening.code, code.n ? code.p : "", code.n);
    memcpy(out->opening.scid, scid.n ? scid.p : "", scid.n);
    TBY_TRY(read_names(row, out));
    /* Aliases have no place of their own: they are reported at the row's name.
     */
    tby_rc rc = TBY_OK;

    if (row->aliases_n > TBY_OPENING_ALIASES)
        return refuse(out, TBY_E_LIMIT, TBY_ROW_NAME, 0);
    for (size_t i = 0; i < row->aliases_n && rc == TBY_OK; i++) {
        const tby_alias *a = &row->aliases[i];
        rc = check_shown(out, a->name, TBY_ROW_NAME, TBY_OPENING_NAME);
        if (rc == TBY_OK)
            rc = check_shown(out, a->source, TBY_ROW_NAME, TBY_OPENING_SOURCE);
    }
    out->opening.aliases = row->aliases;
    out->opening.aliases_n = row->aliases_n;
    TBY_TRY(rc);
    bool moves = is_given(row, TBY_ROW_MOVES);
    bool uci = is_given(row, TBY_ROW_UCI), fen = is_given(row, TBY_ROW_FEN);

    if (moves || uci || (row->start && !fen)) {
        row_moves m = {.line = out->line, .layout = row->layout};
        tby_row_field field = moves || !uci ? TBY_ROW_MOVES : TBY_ROW_UCI;

        if (field == TBY_ROW_UCI)
            m.layout = TBY_ROW_ANY;
        TBY_TRY(play(row, out, field, &m));
        if (moves && uci) {
            /* The second column of moves must have the moves of the first. */
            tby_move moves_again[TBY_OPENING_PLIES];
            row_moves other = {.line = moves_again};
            TBY_TRY(play(row, out, TBY_ROW_UCI, &other));
            if (other.plies != m.plies ||
                memcmp(moves_again, m.line, m.plies * sizeof *moves_again) != 0)
                return refuse(out, TBY_E_OPENING_MISMATCH, TBY_ROW_UCI, 0);
        }
        /* numbers, a result: that is no line */
        if (m.plies == 0 && !row->start)
            return refuse(out, TBY_E_OPENING_MOVES, field, 0);
        out->opening.line = out->line;
        out->opening.plies = m.plies;
        out->opening.pos = m.pos;
    } else if (!fen)
        return refuse(out, TBY_E_OPENING_MOVES, TBY_ROW_MOVES, 0);
    return fen ? read_position(row, out) : TBY_OK;
}
