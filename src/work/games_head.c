/* games_head.c - what games are written in, by the first bytes.
 *
 * Damage must not make a file one of another format, or all of its games are
 * lost: .cdb is known by any of its games, .jsonl by any of its first lines.
 */
#include "work/games_int.h"

#include <string.h>

enum { FIRST = 256 }; /* bytes in which no text has control characters */

/* --- .cdb -----------------------------------------------------------------*/

static bool has_magic(tby_str s, size_t at)
{
    static const char MAGICS[][5] = {"\xf5\x43\x44\x31", "PGN1"};

    return s.n - at >= 4 && (memcmp(s.p + at, MAGICS[0], 4) == 0 ||
                             memcmp(s.p + at, MAGICS[1], 4) == 0);
}

static bool has_any_magic(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (has_magic(s, i))
            return true;
    return false;
}

static bool is_binary(tby_str s)
{
    for (size_t i = 0; i < s.n && i < FIRST; i++)
        if ((unsigned char)s.p[i] < ' ' && (s.p[i] < '\t' || s.p[i] > '\r'))
            return true;
    return false;
}

/* --- .jsonl ---------------------------------------------------------------*/

static size_t pass_blanks(tby_str s, size_t at)
{
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == '\r'))
        at++;
    return at;
}

typedef enum verdict { NO, YES, EMPTY } verdict;

/* Is the line an object: a brace, and a name with its colon or nothing?  A
 * comment of PGN has quotes, too, but hardly that colon. */
static verdict judge_line(tby_str s)
{
    size_t at = pass_blanks(s, 1);

    if (at < s.n && s.p[at] == '}')
        return pass_blanks(s, at + 1) == s.n ? EMPTY : NO;
    if (at == s.n || s.p[at] != '"')
        return NO;
    for (at++; at < s.n && s.p[at] != '"'; at++)
        at += s.p[at] == '\\';
    at = pass_blanks(s, at < s.n ? at + 1 : s.n);
    return at < s.n && s.p[at] == ':' ? YES : NO;
}

/* Looks at the lines that begin with a brace, until one is an object or there
 * are no more of them.  False if that is beyond the bytes. */
static bool look_for_object(tby_str s, bool whole, bool *found)
{
    verdict last = NO;
    size_t at = 0;

    for (;;) {
        at = pass_blanks(s, at);
        if (at == s.n)
            break;
        const char *lf = memchr(s.p + at, '\n', s.n - at);
        size_t end = lf ? (size_t)(lf - s.p) : s.n;
        if (end > at) {
            last =
                s.p[at] == '{' ? judge_line((tby_str){s.p + at, end - at}) : NO;
            *found = last == YES;
            if (*found || s.p[at] != '{')
                return true;
        }
        if (!lf)
            break;
        at = end + 1;
    }
    *found = last == EMPTY;
    return whole;
}

/* --- any ------------------------------------------------------------------*/

bool games_recognise(tby_str head, bool whole, tby_games_format *out)
{
    bool object = false;

    if (has_magic(head, 0)) {
        *out = TBY_GAMES_CDB;
        return true;
    }
    if (!look_for_object(head, whole, &object))
        return false;
    *out = object ? TBY_GAMES_JSONL : TBY_GAMES_PGN;
    if (object)
        return true;
    if (!is_binary(head))
        return whole || head.n >= FIRST;
    if (!has_any_magic(head))
        return whole;
    *out = TBY_GAMES_CDB;
    return true;
}
