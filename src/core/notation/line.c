#include "tabiya/line.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next word of text from *at on, which moves after it; empty at the
 * end. */
static tby_str next_word(tby_str text, size_t *at)
{
    size_t from = *at;

    if (from == text.n) /* an empty text may have no bytes to point at */
        return (tby_str){"", 0};
    while (from < text.n && is_space(text.p[from]))
        from++;
    size_t to = from;
    while (to < text.n && !is_space(text.p[to]))
        to++;
    *at = to;
    return (tby_str){text.p + from, to - from};
}

/* The board of a FEN has slashes; no first move has. */
static bool is_fen(tby_str text)
{
    size_t at = 0;
    tby_str board = next_word(text, &at);

    for (size_t i = 0; i < board.n; i++)
        if (board.p[i] == '/')
            return true;
    return false;
}

/* Takes "12", "12." or "12..." off the front of a word, but not what may be a
 * move: 0-0 and 0000 begin with a zero.  False if the number is not that of
 * the next move. */
static bool take_number(tby_str *word, const tby_pos *p)
{
    size_t digits = 0, dots = 0;
    uint32_t n = 0;

    for (; digits < word->n && word->p[digits] >= '0' && word->p[digits] <= '9';
         digits++)
        if (n <= UINT16_MAX) /* enough to know that it is too large */
            n = n * 10 + (uint32_t)(word->p[digits] - '0');
    while (digits + dots < word->n && word->p[digits + dots] == '.')
        dots++;
    if (!dots && (digits < word->n || word->p[0] == '0'))
        return true;
    *word = (tby_str){word->p + digits + dots, word->n - digits - dots};
    return digits == 0 || n == p->fullmoves;
}

static tby_alloc memory_of(const tby_line *line)
{
    tby_alloc alloc = line->history.alloc;

    return alloc.realloc ? alloc : tby_alloc_libc();
}

static tby_rc play_word(tby_line *line, tby_str word)
{
    const size_t size = sizeof *line->moves;
    tby_alloc a = memory_of(line);
    tby_move m;

    TBY_TRY(tby_san_parse(&line->pos, word, TBY_SAN_TOLERANT, &m, NULL));
    if (line->plies == line->moves_cap) {
        size_t cap = line->moves_cap ? 2 * line->moves_cap : 64;
        void *moves =
            a.realloc(a.ctx, line->moves, line->moves_cap * size, cap * size);
        if (!moves)
            return TBY_E_NOMEM;
        line->moves = moves;
        line->moves_cap = cap;
    }
    TBY_ASSERT(line->plies < line->moves_cap);
    line->moves[line->plies++] = line->last = m;
    tby_pos_play(&line->pos, m);
    return tby_history_add(&line->history, &line->pos);
}

/* Plays the moves of text from byte `at` on.  On failure *err says where, and
 * *line is the position in which the refused move was tried. */
static tby_rc play_moves(tby_line *line, tby_str text, size_t at, tby_err *err)
{
    for (;;) {
        tby_str word = next_word(text, &at);
        if (word.n == 0)
            return TBY_OK;
        if (line->plies == 0 && tby_str_is(word, "moves"))
            continue; /* as in UCI's "startpos moves e2e4" */
        size_t start = (size_t)(word.p - text.p);
        if (!take_number(&word, &line->pos))
            return tby_fail(err, TBY_E_LINE_NUMBER, start);
        if (word.n == 0 || tby_str_is(word, "e.p."))
            continue;
        tby_rc rc = play_word(line, word);
        if (rc != TBY_OK) /* the word is what the user has to look at */
            return tby_fail(err, rc, (size_t)(word.p - text.p));
    }
}

/* Where the moves begin: after the word start, if it is there. */
static size_t after_start(tby_str text)
{
    size_t at = 0;
    tby_str first = next_word(text, &at);

    return tby_str_is(first, "start") || tby_str_is(first, "startpos") ? at : 0;
}

tby_rc tby_line_parse(tby_str text, const tby_alloc *alloc, tby_line *line,
                      tby_faults *found, tby_err *err)
{
    tby_line out = {.pos = tby_pos_start(), .last = TBY_MOVE_NONE};
    bool fen = is_fen(text);
    size_t at = 0;
    tby_rc rc = TBY_OK;

    if (alloc)
        out.history.alloc = *alloc;
    if (fen)
        rc = tby_fen_parse_pos(text, &out.pos, found, err);
    else if (next_word(text, &at).n == 0)
        rc = tby_fail(err, TBY_E_LINE_EMPTY, 0);
    if (rc == TBY_OK) {
        rc = tby_history_add(&out.history, &out.pos);
        if (rc != TBY_OK)
            tby_fail(err, rc, 0);
    }
    if (rc == TBY_OK && !fen)
        rc = play_moves(&out, text, after_start(text), err);
    if (rc == TBY_OK)
        *line = out;
    else
        tby_line_free(&out);
    return rc;
}

/* True for what tby_san_parse() says of a move. */
static bool is_about_a_move(tby_rc rc)
{
    return (rc <= TBY_E_MOVE_EMPTY && rc >= TBY_E_MOVE_EP) ||
           (rc <= TBY_E_SAN_SYNTAX && rc >= TBY_E_SAN_NOT_CANONICAL);
}

size_t tby_line_explain(tby_str text, const tby_err *err, tby_faults found,
                        char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    size_t n = 0;

    if (!is_fen(text) && err->at <= text.n && is_about_a_move(err->code)) {
        /* A sentence about the word that holds a byte. */
        size_t at = err->at;
        tby_line line = {.pos = tby_pos_start()};
        while (at > 0 && !is_space(text.p[at - 1]))
            at--;
        tby_str before = {text.p, at};
        if (play_moves(&line, before, after_start(text), NULL) == TBY_OK) {
            tby_str word = next_word(text, &at);
            take_number(&word, &line.pos);
            n = tby_san_explain(&line.pos, word, TBY_SAN_TOLERANT, buf, cap);
        }
        tby_line_free(&line);
    }
    if (n > 0)
        return n;
    tby_text_cstr(&t, err->code == TBY_E_POS_FAULTY && found
                          ? tby_fault_text(found)
                          : tby_rc_text(err->code));
    return tby_text_end(&t);
}

void tby_line_free(tby_line *line)
{
    tby_alloc a = memory_of(line);

    if (line->moves)
        a.realloc(a.ctx, line->moves, line->moves_cap * sizeof *line->moves, 0);
    line->moves = NULL;
    line->moves_cap = line->plies = 0;
    tby_history_free(&line->history);
}
