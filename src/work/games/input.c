/* input.c - the bytes of a file on their way into blocks: made UTF-8 if
 * they are not (UTF-16, as Windows programs save it), and at the beginning as
 * many as tell the format. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/game/pgn/start.h"
#include "work/games/int.h"
#include "work/games/kind.h"

#include <string.h>
#include <strings.h>

bool tby__games_wide_is(const char *p, size_t n, games_wide *out)
{
    *out = (games_wide){.on = false};
    if (n < 4)
        return false;
    bool little = p[0] == '\xff' && p[1] == '\xfe';
    bool big = p[0] == '\xfe' && p[1] == '\xff';
    if (!little && !big) { /* ASCII, and no mark before it */
        little = p[0] && !p[1] && p[2] && !p[3];
        big = !p[0] && p[1] && !p[2] && p[3];
    }
    *out = (games_wide){.on = little || big, .big = big};
    return out->on;
}

static size_t put(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)((0xF00u >> n & 0xFF) | point);
    return n;
}

/* One unit: half of a pair waits for the other, alone it is no character. */
static size_t put_unit(games_wide *w, char *to, uint32_t unit)
{
    enum { NONE = 0xFFFD };
    bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    uint32_t high = w->high;
    size_t n = 0;

    w->high = 0;
    if (high && low)
        return put(to, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
    if (high)
        n = put(to, NONE);
    if (unit >= 0xD800 && unit < 0xDC00)
        w->high = (uint16_t)unit;
    else
        n += put(to + n, low ? NONE : unit);
    return n;
}

size_t tby__games_wide_read(games_wide *w, const uint8_t *from, size_t n,
                            char *to)
{
    size_t out = 0;

    TBY_ASSERT(w->on);
    for (size_t i = 0; i < n; i++) {
        if (w->odd)
            out += put_unit(w, to + out,
                            w->big ? (uint32_t)w->byte << 8 | from[i]
                                   : (uint32_t)from[i] << 8 | w->byte);
        w->byte = from[i];
        w->odd = !w->odd;
    }
    return out;
}

enum { HEAD_FIRST = 259 }; /* bytes that tell the format of most files */

tby_rc tby__games_reserve(games_block *b, size_t cap)
{
    TBY_ASSERT(b->n <= b->cap);
    if (cap <= b->cap)
        return TBY_OK;
    char *p = games_resize(b->p, b->cap, cap);
    if (!p)
        return TBY_E_NOMEM;
    b->p = p;
    b->cap = cap;
    return TBY_OK;
}

/* Reads some bytes into a block, in which there is room for more. */
static size_t read_some(games_input *in, char *to, size_t room)
{
    uint8_t bytes[1 << 14];
    size_t n = 0;

    if (!in->wide.on) {
        in->end = tby_source_read(in->source, to, room, &n);
        return n;
    }
    room = room / 3 + 1;
    room = room < sizeof bytes ? room : sizeof bytes;
    in->end = tby_source_read(in->source, bytes, room, &n);
    return tby__games_wide_read(&in->wide, bytes, n, to);
}

tby_rc tby__games_input_fill(games_input *in, games_block *b, size_t wanted)
{
    tby_rc rc = tby__games_reserve(b, wanted + GAMES_WIDEST);

    TBY_ASSERT(b->n <= b->cap);
    while (rc == TBY_OK && b->n < wanted && in->end == TBY_OK) {
        size_t got = read_some(in, b->p + b->n, wanted - b->n);
        b->n += got;
        in->bytes += got;
    }
    tby_source_progress(in->source, &b->done, &in->total);
    return rc == TBY_OK && in->end == TBY_E_NOMEM ? TBY_E_NOMEM : rc;
}

/* Begins a file with the bytes that tell whether it is UTF-16. */
static tby_rc begin_text(games_input *in, games_block *b)
{
    uint8_t bytes[4];

    in->wide.on = false;
    tby_rc rc = tby__games_input_fill(in, b, sizeof bytes);
    if (rc != TBY_OK || !tby__games_wide_is(b->p, b->n, &in->wide))
        return rc;
    memcpy(bytes, b->p, sizeof bytes);
    in->bytes -= b->n;
    b->n = tby__games_wide_read(&in->wide, bytes, sizeof bytes, b->p);
    in->bytes += b->n;
    return TBY_OK;
}

/* A file that is none of games ends before its first byte. */
static void refuse(games_input *in, games_block *b, tby_rc rc, const char *why)
{
    in->end = rc;
    in->why = why;
    b->n = 0;
}

/* What tells the format depends on the file alone and not on the size of
 * blocks. */
tby_rc tby__games_input_begin(games_input *in, games_block *b, size_t wanted,
                              tby_games_format *format, uint64_t *offset)
{
    tby_rc rc = begin_text(in, b), found = TBY_OK;

    if (wanted < HEAD_FIRST)
        wanted = HEAD_FIRST;
    if (rc == TBY_OK)
        rc = tby__games_input_fill(in, b, wanted);
    *offset = 0;
    if (b->n >= 3 && memcmp(b->p, "\xef\xbb\xbf", 3) == 0) {
        b->n -= 3; /* a byte order mark is taken off */
        memmove(b->p, b->p + 3, b->n);
        *offset = 3;
    }
    *format = TBY_GAMES_PGN;
    in->why = tby_kind_refusal(TBY_WANT_GAMES, (tby_str){b->p, b->n});
    if (rc == TBY_OK && in->why)
        refuse(in, b, TBY_E_FILE_KIND, in->why);
    while (rc == TBY_OK && !in->why) {
        bool all = b->n <= GAMES_HEAD && in->end == TBY_DONE;
        bool enough = b->n >= GAMES_HEAD || in->end != TBY_OK;
        tby_str head = {b->p, b->n < GAMES_HEAD ? b->n : GAMES_HEAD};
        bool known = tby__games_recognise(head, enough, format);
        found = known && *format == TBY_GAMES_PGN ? tby__games_find(head, all)
                                                  : TBY_OK;
        if (known && tby_kind_is_binary(head) &&
            (found == TBY_E_NO_GAME || (found == TBY_E_MORE && enough)))
            refuse(in, b, TBY_E_FILE_KIND,
                   "This is no text, and no format of games that tabiya "
                   "knows.");
        else if (found == TBY_E_NO_GAME)
            refuse(in, b, found, tby_rc_text(found));
        else if (known && (found == TBY_OK || enough))
            break;
        else {
            wanted *= 2;
            rc = tby__games_input_fill(in, b, wanted);
        }
    }
    return rc;
}

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
