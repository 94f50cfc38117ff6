/* head.c - what games are written in, by the first bytes.
 *
 * Damage must not make a file one of another format, or all of its games are
 * lost: .cdb is known by any of its games, .jsonl by any of its first lines. */
#include "core/base/str.h"

#include "core/game/pgn/start.h"
#include "work/games/int.h"
#include "work/games/kind.h"

#include <string.h>
#include <strings.h>

enum { FIRST = 256 }; /* bytes in which no text has control characters */

static bool has_magic(tby_str s, size_t at)
{
    static const char MAGICS[][5] = {"\xf5\x43\x44\x31", "PGN1"};

    return s.n - at >= 4 && (memcmp(s.p + at, MAGICS[0], 4) == 0 ||
                             memcmp(s.p + at, MAGICS[1], 4) == 0);
}

static size_t skip_spaces(tby_str s, size_t at)
{
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == '\r'))
        at++;
    return at;
}

/* Does `first` stand in s, with `next` after it and its spaces? */
static bool holds(tby_str s, tby_str first, tby_str next)
{
    for (; s.n >= first.n; s = tby_str_from(s, 1))
        if (tby_str_starts(s, first) &&
            tby_str_starts(tby_str_from(s, skip_spaces(s, first.n)), next))
            return true;
    return false;
}

/* After the name at `at` and its colon, where a value begins; s.n if there is
 * no such. */
static size_t pass_name(tby_str s, size_t at)
{
    if (at == s.n || s.p[at] != '"')
        return s.n;
    for (at++; at < s.n && s.p[at] != '"'; at++)
        at += s.p[at] == '\\';
    at = skip_spaces(s, at < s.n ? at + 1 : s.n);
    return at < s.n && s.p[at] == ':' ? skip_spaces(s, at + 1) : s.n;
}

/* What a line that begins with a brace is: a game, or the first line of a file
 * of them; another object; or none.  A comment of PGN may well be an object,
 * {"Quote": "..."}, but does not speak of moves. */
typedef enum verdict { NO, GAMES, OBJECT } verdict;

static verdict judge_line(tby_str line)
{
    tby_str s = tby_str_trim(line);
    size_t at = skip_spaces(s, 1);

    if (holds(s, TBY_STR("\"moves\""), TBY_STR(":")) ||
        holds(s, TBY_STR("\"tabiya-games\""), TBY_STR("")))
        return GAMES;
    if (s.p[s.n - 1] != '}')
        return NO;
    if (at == s.n - 1)
        return OBJECT;
    s = tby_str_from(s, pass_name(s, at));
    bool value = tby_str_starts(s, TBY_STR("true")) ||
                 tby_str_starts(s, TBY_STR("false")) ||
                 tby_str_starts(s, TBY_STR("null")) ||
                 (s.n && s.p[0] && strchr("\"[{-0123456789", s.p[0]));
    return value ? OBJECT : NO;
}

/* Looks at the lines that begin with a brace, until one is a game or there are
 * no more of them: then objects are some if nothing else follows.  False if
 * that is beyond the bytes. */
static bool look_for_object(tby_str s, bool whole, bool *found)
{
    verdict last = NO;
    size_t at = 0;

    for (;;) {
        at = skip_spaces(s, at);
        if (at == s.n)
            break;
        const char *lf = memchr(s.p + at, '\n', s.n - at);
        size_t end = lf ? (size_t)(lf - s.p) : s.n;
        if (end > at) {
            last =
                s.p[at] == '{' ? judge_line((tby_str){s.p + at, end - at}) : NO;
            *found = last == GAMES;
            if (*found || s.p[at] != '{')
                return true;
        }
        if (!lf)
            break;
        at = end + 1;
    }
    *found = last == OBJECT;
    return whole;
}

bool tby__games_recognise(tby_str head, bool whole, tby_games_format *out)
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
    if (!tby_kind_is_binary(head))
        return whole || head.n >= FIRST;
    for (size_t i = 0; i < head.n; i++)
        if (has_magic(head, i)) {
            *out = TBY_GAMES_CDB;
            return true;
        }
    return whole;
}

/* "12." and so on. */
static bool begins_with_number(tby_str s)
{
    size_t n = 0;

    while (n < s.n && tby_is_digit(s.p[n]))
        n++;
    return n && n < s.n && s.p[n] == '.';
}

/* What a reader of PGN makes of any text: nothing of it is a tag, a move or the
 * number of one. */
static bool is_made_up(tby_str text, const tby_game *g, const tby_pgn_report *r)
{
    tby_rc code = r->error.code;

    if (g->tags_n || g->plies || code == TBY_OK)
        return false;
    return tby_kind_is_binary(text) ||
           (!begins_with_number(tby_str_from(text, r->begin)) &&
            (code == TBY_E_SAN_SYNTAX || code == TBY_E_PGN_TOKEN ||
             code == TBY_E_PGN_VARIATION));
}

tby_rc tby__games_find(tby_str head, bool whole)
{
    tby_pgn_report report;
    tby_game game;
    tby_pgn pgn;
    tby_rc rc;
    bool made_up = false;

    if (head.n && *head.p == '[') /* nearly always */
        return TBY_OK;
    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, head, TBY_PGN_MAINLINE);
    pgn.more = !whole;
    while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK) {
        made_up = is_made_up(head, &game, &report);
        if (!made_up)
            break;
    }
    tby_game_free(&game);
    if (rc == TBY_E_MORE || (rc == TBY_DONE && !whole))
        return TBY_E_MORE;
    return made_up ? TBY_E_NO_GAME : TBY_OK;
}

bool tby_games_format_named(const char *path, tby_games_format *out)
{
    static const char *const COMPRESSED[] = {".gz", ".zst"};
    size_t n = strlen(path);

    for (size_t i = 0; i < sizeof COMPRESSED / sizeof *COMPRESSED; i++) {
        size_t m = strlen(COMPRESSED[i]);
        if (n > m && strncasecmp(path + n - m, COMPRESSED[i], m) == 0) {
            n -= m;
            break;
        }
    }
    for (unsigned f = 0; f < TBY_GAMES_FORMATS; f++) {
        const char *end = tby_games_format_name((tby_games_format)f);
        size_t m = strlen(end);
        if (n <= m || path[n - m - 1] != '.' ||
            strncasecmp(path + n - m, end, m) != 0)
            continue;
        if (out)
            *out = (tby_games_format)f;
        return true;
    }
    return false;
}

bool tby__games_is_named(const char *name)
{
    const char *base = name;

    for (const char *p = name; *p; p++)
        if (*p == '/' || *p == '\\')
            base = p + 1;
    /* beside each games.pgn, archives from a Mac have a ._games.pgn */
    if (*base == '.')
        return false;
    for (const char *p = base; *p; p++)
        if (strncasecmp(p, ".pgn", 4) == 0 || strcasecmp(p, ".cdb") == 0 ||
            strcasecmp(p, ".jsonl") == 0)
            return true;
    return false;
}

static bool holds_tag(const char *p, const char *end)
{
    while ((p = memchr(p, '[', (size_t)(end - p))) != NULL) {
        const struct pgn_cursor c = pgn_cursor_at(p, end, p);
        if (tby_pgn_at_tag(&c))
            return true;
        p++;
    }
    return false;
}

/* Does the line end among moves, comments or noise? */
static bool leaves_tags(const char *p, const char *end)
{
    while (p < end && pgn_class_of(*p) == PGN_SPACE)
        p++;
    return p < end && *p != '[' && *p != '%' && !holds_tag(p, end);
}

/* Does a game begin at this bracket? */
static bool begins(tby_str text, const char *at)
{
    const struct pgn_cursor c = pgn_cursor_at(at, text.p + text.n, text.p);
    unsigned ignored;

    if (at == text.p || !pgn_at_line_start(&c) || !tby_pgn_at_start(&c))
        return false;
    const char *end = tby_pgn_spaces_before(at, text.p, &ignored), *line = end;
    while (line > text.p && !pgn_is_newline(line[-1]))
        line--;
    return line > text.p && leaves_tags(line, end);
}

size_t tby__games_cut(tby_str text)
{
    for (size_t at = text.n; at-- > 0;)
        if (text.p[at] == '[' && begins(text, text.p + at))
            return at;
    return 0;
}
