/* scid.c - scid.eco: a code, a name in quotes, moves up to a star.
 *
 *     A00g "Amar: Paris Gambit"  1.Nh3 d5 2.g3 e5 3.f4 *
 *
 * An entry may go on over several lines.  # begins a comment, except among the
 * moves, where it is the sign of mate. */
#include "core/base/str.h"
#include "core/openings/lists/int.h"

#include <string.h>

static bool is_end(const tby_opening_reader *r, size_t at)
{
    return at >= r->text.n;
}

static size_t skip_line(const tby_opening_reader *r, size_t at)
{
    size_t next;

    tby_openings_line(r->text, at, &next);
    return next;
}

/* Past white space and comments. */
static size_t skip_blanks(const tby_opening_reader *r, size_t at)
{
    while (!is_end(r, at)) {
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
    while (!is_end(r, r->at) && !begins_here(r, r->at));
    return tby_openings_refuse(r, code, at, NULL);
}

static tby_str take_code(const tby_opening_reader *r, size_t *at)
{
    size_t from = *at;

    while (!is_end(r, *at) && !tby_is_space(r->text.p[*at]) &&
           r->text.p[*at] != '"')
        ++*at;
    return (tby_str){r->text.p + from, *at - from};
}

/* What is in quotes on one line; false if the quote does not close there. */
static bool take_name(const tby_opening_reader *r, size_t *at, tby_str *name)
{
    size_t next;
    tby_str line = tby_openings_line(r->text, *at, &next);
    const char *quote =
        line.n && line.p[0] == '"' ? memchr(line.p + 1, '"', line.n - 1) : NULL;

    if (!quote)
        return false;
    *name = (tby_str){line.p + 1, (size_t)(quote - line.p) - 1};
    *at += name->n + 2;
    return true;
}

/* Up to the star, which is passed; false if another entry or the end comes
 * before it. */
static bool take_moves(const tby_opening_reader *r, size_t *at, tby_str *moves)
{
    size_t from = *at;

    for (; !is_end(r, *at) && r->text.p[*at] != '*'; ++*at)
        if (begins_here(r, *at))
            return false;
    *moves = (tby_str){r->text.p + from, *at - from};
    return !is_end(r, (*at)++);
}

static tby_rc read_entry(tby_opening_reader *r)
{
    tby_opening_row row = {.layout = TBY_ROW_DENSE, .start = true};
    size_t at = r->begin;
    tby_str *text = row.text;

    text[TBY_ROW_SCID] = take_code(r, &at);
    if (!tby_is_scid_code(text[TBY_ROW_SCID]))
        return give_up(r, TBY_E_OPENING_CODE, r->begin);
    text[TBY_ROW_CODE] = (tby_str){text[TBY_ROW_SCID].p, 3};
    at = skip_blanks(r, at);
    if (!take_name(r, &at, &text[TBY_ROW_NAME]))
        return give_up(r, TBY_E_OPENING_SYNTAX, at);
    at = skip_blanks(r, at);
    if (!take_moves(r, &at, &text[TBY_ROW_MOVES]))
        return give_up(r, TBY_E_OPENING_SYNTAX, at);
    r->at = at;
    text[TBY_ROW_MOVES] = tby_str_trim(text[TBY_ROW_MOVES]);
    text[TBY_ROW_SOURCE] = r->source;
    return tby_openings_judge(r, &row);
}

tby_rc tby_openings_scid(tby_opening_reader *r)
{
    r->begin = skip_blanks(r, r->at);
    if (is_end(r, r->begin))
        return TBY_DONE;
    r->at = r->begin;
    r->rows++;
    return read_entry(r);
}
