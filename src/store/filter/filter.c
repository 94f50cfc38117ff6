/* filter.c - conditions by name. */
#include "store/filter/filter.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/fold.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "tabiya/codes.h"
#include "tabiya/game.h"
#include "tabiya/line.h"

#include <stdlib.h>
#include <string.h>

/* Values of conditions; TBY_E_STORE_FILTER, or of a range
 * TBY_E_STORE_REVERSED, with err->at set, *out untouched. */

static inline tby_rc filter_refuse(tby_err *err, size_t at)
{
    if (err)
        *err = (tby_err){TBY_E_STORE_FILTER, at};
    return TBY_E_STORE_FILTER;
}

/* A range whose end lies before its beginning. */
static inline tby_rc filter_reversed(tby_err *err, size_t at)
{
    if (err)
        *err = (tby_err){TBY_E_STORE_REVERSED, at};
    return TBY_E_STORE_REVERSED;
}

/* --- ranges, dates, codes and words; men on the board ----------------------*/

/* The place of a part within a text. */
static size_t at(tby_str text, tby_str part)
{
    return part.p ? (size_t)(part.p - text.p) : text.n;
}

/* A range as people write it: A-B, A..B, A to B, A-, A.., A+, >=A, >A; -B, ..B,
 * <=B, <B; A alone.  An end that is not there is empty. */
typedef struct span {
    tby_str low, high;
    bool above, below; /* >A, <B: these are not meant themselves */
} span;

/* Where a hyphen, or a longer dash of *n bytes, separates two ends; text.n if
 * none does: of dates only one at an end or before a year, since 2010-05 is
 * May. */
static size_t find_hyphen(tby_str text, bool dates, size_t *n)
{
    tby_str rest = text;

    while (rest.n) {
        size_t i = text.n - rest.n, digits = 0;
        char c[TBY_FOLD_MAX];
        bool dash = tby_fold_next(&rest, c) == 1 && c[0] == '-';
        tby_str next = tby_str_trim(rest);

        while (digits < next.n && tby_is_digit(next.p[digits]))
            digits++;
        *n = text.n - rest.n - i;
        if (dash && (!dates || i == 0 || !rest.n || digits == 4))
            return i;
    }
    return text.n;
}

static size_t find_dots(tby_str text)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == '.' && text.p[i + 1] == '.')
            return i;
    return text.n;
}

/* Where " to " stands; text.n if it does not. */
static size_t find_to(tby_str text)
{
    for (size_t i = 0; i + 3 < text.n; i++)
        if (memcmp(text.p + i, " to ", 4) == 0)
            return i;
    return text.n;
}

/* False: there is no end at all. */
static bool split(tby_str text, bool dates, span *out)
{
    tby_str all = tby_str_trim(text);
    char first = all.n ? all.p[0] : '\0';
    size_t dash = 0, hyphen = find_hyphen(all, dates, &dash);
    size_t dots = find_dots(all), to = find_to(all);
    bool least = tby_str_starts(all, TBY_STR("\xe2\x89\xa5")); /* in one sign */
    bool most = tby_str_starts(all, TBY_STR("\xe2\x89\xa4"));

    *out = (span){.low = {all.p, 0}, .high = {all.p, 0}};
    if (least || most) {
        *(least ? &out->low : &out->high) = tby_str_trim(tby_str_from(all, 3));
    } else if (first == '>' || first == '<') {
        bool equal = all.n > 1 && all.p[1] == '=';
        tby_str end = tby_str_trim(tby_str_from(all, equal ? 2 : 1));
        *(first == '>' ? &out->low : &out->high) = end;
        out->above = first == '>' && !equal;
        out->below = first == '<' && !equal;
    } else if (all.n && all.p[all.n - 1] == '+') {
        out->low = tby_str_trim((tby_str){all.p, all.n - 1});
    } else if (to < all.n) {
        out->low = tby_str_trim((tby_str){all.p, to});
        out->high = tby_str_trim(tby_str_from(all, to + 4));
    } else if (dots < all.n) {
        out->low = tby_str_trim((tby_str){all.p, dots});
        out->high = tby_str_trim(tby_str_from(all, dots + 2));
    } else if (hyphen < all.n) {
        out->low = tby_str_trim((tby_str){all.p, hyphen});
        out->high = tby_str_trim(tby_str_from(all, hyphen + dash));
    } else {
        out->low = out->high = all;
    }
    return out->low.n || out->high.n;
}

/* "2400-2600", "2400..2600", "2400+", ">=2400", "-2600", "2400". */
static tby_rc filter_range(tby_str text, store_range *out, tby_err *err)
{
    const uint64_t most = UINT32_MAX / 4;
    uint64_t low = 0, high = most;
    span s;

    if (!split(text, false, &s))
        return filter_refuse(err, 0);
    if (s.low.n && tby_num_u64(s.low, 0, most - 1, &low, NULL) != TBY_OK)
        return filter_refuse(err, at(text, s.low));
    if (s.high.n && tby_num_u64(s.high, s.below, most, &high, NULL) != TBY_OK)
        return filter_refuse(err, at(text, s.high));
    low += s.above;
    high -= s.below;
    if (high < low)
        return filter_reversed(err, at(text, s.high));
    *out = (store_range){true, (uint32_t)low, (uint32_t)high};
    return TBY_OK;
}

/* Question marks off *rest: a month or a day that is left open. */
static bool date_unknown(tby_str *rest)
{
    size_t n = 0;

    while (n < rest->n && rest->p[n] == '?')
        n++;
    *rest = tby_str_from(*rest, n);
    return n > 0;
}

/* One field of a date off *rest: true if it is there and a number up to max. */
static bool date_part(tby_str *rest, unsigned max, unsigned *out)
{
    size_t n = 0;
    uint64_t value;

    while (n < rest->n && tby_is_digit(rest->p[n]))
        n++;
    if (tby_num_u64((tby_str){rest->p, n}, 1, max, &value, NULL) != TBY_OK)
        return false;
    *out = (unsigned)value;
    *rest = tby_str_from(*rest, n);
    return true;
}

static bool date_separator(tby_str *rest)
{
    if (!rest->n || !memchr(".-/", rest->p[0], 3))
        return false;
    *rest = tby_str_from(*rest, 1);
    return true;
}

/* The first day of what is said, or the last one.  The last day of a month is
 * the 31st: a game of which only the month is known lies before it. */
static bool date_read(tby_str text, bool last, uint32_t *out)
{
    unsigned y, m = last ? 12 : 1, d = last ? 31 : 1;

    if (!date_part(&text, 9999, &y) || y < 1000)
        return false;
    if (tby_str_is(text, "s") && y % 10 == 0) { /* 1970s: ten years */
        text = tby_str_from(text, 1);
        y += last ? 9 : 0;
    }
    if (date_separator(&text)) {
        bool open = date_unknown(&text);
        if (!open && !date_part(&text, 12, &m))
            return false;
        if (date_separator(&text) && !date_unknown(&text) &&
            (open || !date_part(&text, 31, &d)))
            return false;
    }
    if (text.n)
        return false;
    if (last && (int)d >= tby_days_of_month((int)y, (int)m))
        d = 31;
    *out = store_date(y, m, d);
    return true;
}

/* Days are compared as numbers, so that the one after the last of a month need
 * not be the first of the next. */
static tby_rc filter_dates(tby_str text, store_range *out, tby_err *err)
{
    store_range range = {true, 0, UINT32_MAX};
    span s;

    if (!split(text, true, &s))
        return filter_refuse(err, 0);
    if (s.low.n && !date_read(s.low, s.above, &range.min))
        return filter_refuse(err, at(text, s.low));
    if (s.high.n && !date_read(s.high, !s.below, &range.max))
        return filter_refuse(err, at(text, s.high));
    range.min += s.above;
    range.max -= s.below;
    if (range.max < range.min)
        return filter_reversed(err, at(text, s.high));
    *out = range;
    return TBY_OK;
}

/* "B90,C10-C19,D". */
static tby_rc filter_eco(tby_str text, uint64_t out[8], tby_err *err)
{
    tby_str rest = text, field;
    uint64_t bits[8] = {0};
    tby_codes codes;

    if (!text.n)
        return filter_refuse(err, 0);
    while (tby_str_field(&rest, ',', &field)) {
        if (!tby_codes_parse(tby_str_trim(field), &codes))
            return filter_refuse(err, at(text, field));
        for (unsigned i = codes.from + 1u; i <= codes.to + 1u; i++)
            bits[i / 64] |= UINT64_C(1) << i % 64;
    }
    memcpy(out, bits, sizeof bits);
    return TBY_OK;
}

/* Words that mean the same, with | between them, and the bits they stand for.
 */
typedef struct known_word {
    const char *texts;
    uint32_t bits;
} known_word;

enum { WORD_MAX = 40 };

/* Without case, dashes and spaces: "Time-forfeit" is "time forfeit", "1 - 0"
 * is "1-0".  0: too long, or nothing is left. */
static size_t bare_word(tby_str s, char out[WORD_MAX])
{
    size_t n = tby_fold(s, out, WORD_MAX), bare = 0;

    for (size_t i = 0; n < WORD_MAX && i < n; i++)
        if (!memchr(" -_:.", out[i], 5))
            out[bare++] = out[i];
    return bare;
}

static bool is_word(tby_str s, const char *texts)
{
    char word[WORD_MAX], known[WORD_MAX];
    size_t n = bare_word(s, word);
    tby_str rest = tby_str_of(texts), text;

    while (n && tby_str_field(&rest, '|', &text))
        if (bare_word(text, known) == n && memcmp(word, known, n) == 0)
            return true;
    return false;
}

static const known_word *find_word(tby_str word, const known_word *words)
{
    while (words->texts && !is_word(word, words->texts))
        words++;
    return words->texts ? words : NULL;
}

/* Words of a list by commas: the bits of all. */
static tby_rc filter_words(tby_str text, const known_word *words, uint32_t *out,
                           tby_err *err)
{
    tby_str rest = text, field;
    uint32_t bits = 0;

    if (!text.n)
        return filter_refuse(err, 0);
    while (tby_str_field(&rest, ',', &field)) {
        const known_word *w = find_word(field, words);
        if (!w)
            return filter_refuse(err, at(text, field));
        bits |= w->bits;
    }
    *out = bits;
    return TBY_OK;
}

/* KRPvKR, KRP vs. KR, KRP-KR, KRP/KR, KRP:KR, RPvR, R+P v R or, since each
 * side has one king, KRPKR; in letters of any case. */
static tby_rc filter_material(tby_str text, store_material *out, tby_err *err)
{
    store_material material = {.on = true};
    tby_str rest = text;
    unsigned side = 0, men[2] = {0};
    bool apart = false;

    while (rest.n) {
        size_t i = text.n - rest.n;
        char c[TBY_FOLD_MAX] = {0};
        tby_role role;

        if (tby_fold_next(&rest, c) != 1)
            return filter_refuse(err, i);
        if (c[0] == ' ' || c[0] == '+')
            continue;
        if (memchr("v-/:", c[0], 4)) {
            if (side++ || !men[0])
                return filter_refuse(err, i);
            apart = true;
            if (c[0] == 'v' && rest.n && (rest.p[0] | 0x20) == 's')
                rest =
                    tby_str_from(rest, rest.n > 1 && rest.p[1] == '.' ? 2 : 1);
            continue;
        }
        role = tby_piece_role(tby_piece_from_char(c[0]));
        if (role == TBY_KING && !side && material.count[0][TBY_KING])
            side = 1;
        uint8_t *count = &material.count[side][role];
        if (!role || *count >= (role == TBY_KING ? 1 : 16))
            return filter_refuse(err, i);
        ++*count;
        men[side]++;
    }
    for (side = 0; side < 2; side++) {
        uint8_t *king = &material.count[side][TBY_KING];

        if (!men[side] || !(*king |= apart))
            return filter_refuse(err, text.n);
    }
    *out = material;
    return TBY_OK;
}

static bool read_man(tby_str word, tby_bb out[TBY_PIECES])
{
    tby_piece piece;
    int file, rank;

    if (word.n != 3)
        return false;
    piece = tby_piece_from_char(word.p[0]);
    file = (word.p[1] | 0x20) - 'a';
    rank = word.p[2] - '1';
    if (!piece || file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    out[piece] |= tby_bit(tby_sq(file, rank));
    return true;
}

/* "Nf5 pe6", "Nf5, pe6". */
static tby_rc filter_pattern(tby_str text, tby_bb out[TBY_PIECES], tby_err *err)
{
    tby_bb wanted[TBY_PIECES] = {0}, all = 0;
    tby_str rest = text, field, word;
    bool any = false;

    while (tby_str_field(&rest, ',', &field))
        while (tby_str_word(&field, &word)) {
            if (!read_man(word, wanted))
                return filter_refuse(err, (size_t)(word.p - text.p));
            any = true;
        }
    for (int i = 0; i < TBY_PIECES; i++) { /* two men on one square */
        if (all & wanted[i])
            return filter_refuse(err, 0);
        all |= wanted[i];
    }
    if (!any)
        return filter_refuse(err, 0);
    memcpy(out, wanted, sizeof wanted);
    return TBY_OK;
}

/* --- a move as it is asked for, turned into the codes that fit -------------*/

/* Without x, + or # these do not matter; a pawn's move to a square of its own
 * file (b4) and a target alone (Nf3) are taken as they stand in a game. */

/* What a text asks for; -1 or no role: any. */
typedef struct ask {
    tby_role role, promotion;
    int file, rank; /* where from */
    int to;
    bool castling, pass, any_role;
    int rook; /* 0: the one nearer to the a-file, 1: to the h-file */
} ask;

static int file_of(char c)
{
    return c >= 'a' && c <= 'h' ? c - 'a' : -1;
}

static int rank_of(char c)
{
    return c >= '1' && c <= '8' ? c - '1' : -1;
}

static tby_role role_of(char c)
{
    tby_piece piece = tby_piece_from_char(c);

    /* A b may be a file, n, r, q and k may not. */
    return (c >= 'A' && c <= 'Z') || memchr("nrqk", c, 4)
               ? tby_piece_role(piece)
               : TBY_NO_ROLE;
}

static void want(store_wanted *out, unsigned facts, unsigned values)
{
    out->facts |= (uint16_t)facts;
    out->values |= (uint16_t)values;
}

/* Takes + or # off the end. */
static void take_sign(tby_str *text, store_wanted *out)
{
    char last = text->n ? text->p[text->n - 1] : '\0';

    if (last == '+')
        want(out, STORE_CHECK | STORE_MATE, STORE_CHECK);
    else if (last == '#')
        want(out, STORE_MATE, STORE_MATE);
    else
        return;
    text->n--;
}

/* Takes "=Q", or "Q" or "q" after the last rank, off the end. */
static bool take_promotion(tby_str *text, ask *a)
{
    tby_role role;

    if (text->n < 3)
        return true;
    role = tby_piece_role(tby_piece_from_char(text->p[text->n - 1]));
    if (!role)
        return text->p[text->n - 2] != '=';
    if (role == TBY_PAWN || role == TBY_KING)
        return false;
    text->n -= text->p[text->n - 2] == '=' ? 2 : 1;
    a->promotion = role;
    return true;
}

static bool is_castling(tby_str text, ask *a)
{
    if (is_word(text, "o-o|0-0"))
        a->rook = 1;
    else if (is_word(text, "o-o-o|0-0-0"))
        a->rook = 0;
    else
        return false;
    a->castling = true;
    return true;
}

/* Takes a square off the end. */
static bool take_target(tby_str *text, ask *a)
{
    int file, rank;

    if (text->n < 2)
        return false;
    file = file_of(text->p[text->n - 2]);
    rank = rank_of(text->p[text->n - 1]);
    if (file < 0 || rank < 0)
        return false;
    a->to = rank * 8 + file;
    text->n -= 2;
    return true;
}

static bool read_ask(tby_str text, ask *a, store_wanted *out)
{
    *a = (ask){.file = -1, .rank = -1, .to = -1};
    /* The number before it and what is thought of it do not matter. */
    size_t number = 0;
    while (number < text.n && tby_is_digit(text.p[number]))
        number++;
    if (number < text.n && text.p[number] == '.')
        while (number < text.n && memchr(". ", text.p[number], 2))
            number++;
    else
        number = 0;
    text = tby_str_from(text, number);
    while (text.n && memchr("!?", text.p[text.n - 1], 2))
        text.n--;
    take_sign(&text, out);
    if (is_castling(text, a))
        return true;
    if (tby_str_is(text, "--")) {
        a->pass = true;
        return true;
    }
    if (!take_promotion(&text, a) || !take_target(&text, a))
        return false;
    if (text.n && (text.p[text.n - 1] == 'x' || text.p[text.n - 1] == '-')) {
        bool takes = text.p[text.n - 1] == 'x';

        want(out, STORE_CAPTURE, takes ? STORE_CAPTURE : 0);
        text.n--;
    }

    /* The rest: what moves and where from, e.g. "N", "Nb", "b", "e2". */
    size_t i = 0;
    a->role = text.n ? role_of(text.p[0]) : TBY_NO_ROLE;
    if (a->role)
        i++;
    if (i < text.n && file_of(text.p[i]) >= 0)
        a->file = file_of(text.p[i++]);
    if (i < text.n && rank_of(text.p[i]) >= 0)
        a->rank = rank_of(text.p[i++]);
    if (i < text.n)
        return false;
    /* Two squares may be anybody's move: e2e4, g1f3. */
    a->any_role = !a->role && a->file >= 0 && a->rank >= 0;
    if (!a->role && !a->any_role)
        a->role = TBY_PAWN;

    /* b4 stands for no capture; bxc4 says so. */
    if (a->role == TBY_PAWN && a->file < 0 && !(out->facts & STORE_CAPTURE))
        want(out, STORE_CAPTURE, 0);
    return true;
}

/* The king's files with which castling with that rook is the move: either side
 * of the rook, or the one that two squares name.  The second of these may be
 * where the king goes, e1g1, or where the rook is, e1h1. */
static uint8_t kings_of(const ask *a, int rook, tby_color by)
{
    int home = by == TBY_BLACK ? 7 : 0;

    if (a->castling)
        return (uint8_t)(a->rook ? (1 << rook) - 1 : 0xfe << rook);
    if (a->pass || a->promotion || (!a->any_role && a->role != TBY_KING) ||
        a->file < 0 || a->rank != home || a->to / 8 != home || a->file == rook)
        return 0;
    if (a->to % 8 != rook && a->to % 8 != (rook > a->file ? 6 : 2))
        return 0;
    return (uint8_t)(1 << a->file);
}

/* Seen from White; the squares of the question are those of the board, so that
 * Black's are mirrored. */
static bool fits(const ask *a, const store_coded *c, tby_color by)
{
    int flip = by == TBY_BLACK ? 56 : 0;

    if (!c->role)
        return a->pass;
    if (c->castling)
        return kings_of(a, c->to, by) != 0;
    if (a->castling || a->pass || (c->to ^ flip) != a->to)
        return false;
    if (!a->any_role && c->role != a->role)
        return false;
    if (a->promotion && c->promotion != a->promotion)
        return false;
    return (a->file < 0 || tby_file(c->from) == a->file) &&
           (a->rank < 0 || tby_rank((tby_square)(c->from ^ flip)) == a->rank);
}

static bool take_code(const ask *a, unsigned code, const store_coded *c,
                      tby_color by, store_wanted *out)
{
    if (!fits(a, c, by))
        return false;
    out->codes[by][code / 8] |= (uint8_t)(1 << code % 8);
    if (c->castling)
        out->kings[c->to] = kings_of(a, c->to, by);
    return true;
}

/* "b8=Q#", "Bxh7+", "e2e4". */
static tby_rc filter_move(tby_str text, store_wanted *out, tby_err *err)
{
    store_wanted wanted = {.on = true};
    store_coded coded;
    unsigned found = 0;
    ask a;

    if (!read_ask(tby_str_trim(text), &a, &wanted))
        return filter_refuse(err, 0);
    for (unsigned code = 0; code < STORE_CODES; code++) {
        if (!tby__code_describe(code, &coded))
            continue;
        for (unsigned by = TBY_WHITE; by <= TBY_BLACK; by++)
            found += take_code(&a, code, &coded, (tby_color)by, &wanted);
    }
    if (!found)
        return filter_refuse(err, 0);
    *out = wanted;
    return TBY_OK;
}

/* Sets one condition from its value. */
typedef tby_rc setter(store_filter *f, tby_str value, tby_err *err);

static const known_word SIDES[] = {{"either|both|any", STORE_EITHER},
                                   {"white|w", STORE_AS_WHITE},
                                   {"black|b", STORE_AS_BLACK},
                                   {NULL, 0}};

static const known_word CLASSES[] = {
    {"bullet", 1u << STORE_BULLET},
    {"blitz", 1u << STORE_BLITZ},
    {"rapid", 1u << STORE_RAPID},
    {"classical|classic|standard", 1u << STORE_CLASSICAL},
    {"correspondence|corr|daily", 1u << STORE_CORRESPONDENCE},
    {NULL, 0}};

static const known_word ENDINGS[] = {
#define FILTER_ENDING(symbol, number, name) {name, UINT32_C(1) << (number)},
    STORE_CATEGORY_MAP(FILTER_ENDING)
#undef FILTER_ENDING
        {"mate|mated", 1u << STORE_ENDED_CHECKMATE},
    {"resign|resigned|resigns", 1u << STORE_ENDED_RESIGNATION},
    {"timeout|time forfeit|on time|flag", 1u << STORE_ENDED_TIME},
    {"rules", 1u << STORE_ENDED_RULES},
    {"dead", 1u << STORE_ENDED_DEAD},
    {"threefold|threefold repetition", 1u << STORE_ENDED_REPETITION},
    {"fifty|50|50 moves|fifty move rule", 1u << STORE_ENDED_FIFTY},
    {"agreed|draw agreed", 1u << STORE_ENDED_AGREEMENT},
    {NULL, 0}};

/* Of the player who is asked for. */
enum { RESULT_WON = 1 << 8, RESULT_LOST = 1 << 9 };
static const known_word RESULTS[] = {
    {"1-0|white|white wins|white won", 1u << TBY_RESULT_WHITE},
    {"0-1|black|black wins|black won", 1u << TBY_RESULT_BLACK},
    {"1/2-1/2|1/2|0.5-0.5|0.5|=|draw|draws|drawn", 1u << TBY_RESULT_DRAW},
    {"\xc2\xbd-\xc2\xbd|\xc2\xbd", 1u << TBY_RESULT_DRAW}, /* one half */
    {"*|unfinished", 1u << TBY_RESULT_NONE},
    {"decisive", 1u << TBY_RESULT_WHITE | 1u << TBY_RESULT_BLACK},
    {"win|wins|won", RESULT_WON},
    {"loss|losses|lost", RESULT_LOST},
    {NULL, 0}};

static tby_rc set_text(tby_str *out, tby_str value, tby_err *err)
{
    value = tby_str_trim(value);
    if (!value.n)
        return filter_refuse(err, 0);
    *out = value;
    return TBY_OK;
}

/* Names that "me" stands for, one a line. */
static tby_str my_names;

void tby__filter_set_me(tby_str names)
{
    my_names = tby_str_trim(names);
}

tby_str tby__filter_player(tby_str name)
{
    name = tby_str_trim(name);
    return my_names.n && tby_str_is(name, "me") ? my_names : name;
}

static tby_rc set_name(tby_str *out, tby_str value, tby_err *err)
{
    TBY_TRY(set_text(out, value, err));
    *out = tby__filter_player(*out);
    return TBY_OK;
}

static tby_rc set_side(store_side *out, tby_str value, tby_err *err)
{
    const known_word *w = find_word(value, SIDES);

    if (!w)
        return filter_refuse(err, 0);
    *out = (store_side)w->bits;
    return TBY_OK;
}

static tby_rc set_result(store_filter *f, tby_str value, tby_err *err)
{
    uint32_t bits;

    TBY_TRY(filter_words(value, RESULTS, &bits, err));
    f->results = bits & ~(uint32_t)(RESULT_WON | RESULT_LOST);
    f->won = bits & RESULT_WON;
    f->lost = bits & RESULT_LOST;
    return TBY_OK;
}

static tby_rc set_eco(store_filter *f, tby_str value, tby_err *err)
{
    tby_rc rc = filter_eco(value, f->eco, err);

    f->has_eco |= rc == TBY_OK;
    return rc;
}

static tby_rc set_position(store_filter *f, tby_str value, tby_err *err)
{
    tby_line line;

    TBY_TRY(tby_line_parse(value, NULL, &line, NULL, err));
    f->position = line.pos;
    f->has_position = true;
    tby_line_free(&line);
    return TBY_OK;
}

static tby_rc set_moves(store_filter *f, tby_str value, tby_err *err)
{
    tby_line line;
    tby_pos start = tby_pos_start();
    tby_rc rc = tby_line_parse(value, NULL, &line, NULL, err);

    if (rc != TBY_OK)
        return rc;
    /* A FEN is no order of moves. */
    if (line.plies > STORE_PREFIX_MAX ||
        (!line.plies && !tby_pos_same(&line.pos, &start)))
        rc = filter_refuse(err, 0);
    else {
        tby_pos pos = tby_pos_start();
        for (size_t i = 0; i < line.plies; i++) {
            f->prefix[i] = tby__code_of(&pos, line.moves[i]) & STORE_CODE;
            tby_pos_play(&pos, line.moves[i]);
        }
        f->prefix_n = (uint32_t)line.plies;
        f->prefix_end = pos;
        f->has_prefix = true;
    }
    tby_line_free(&line);
    return rc;
}

static tby_rc set_pattern(store_filter *f, tby_str value, tby_err *err)
{
    tby_rc rc = filter_pattern(value, f->pattern, err);

    f->has_pattern |= rc == TBY_OK;
    return rc;
}

#define SETTER(symbol, call)                                                   \
    static tby_rc set_##symbol(store_filter *f, tby_str value, tby_err *err)   \
    {                                                                          \
        return call;                                                           \
    }
SETTER(player, set_name(&f->player, value, err))
SETTER(against, set_name(&f->against, value, err))
SETTER(white, set_name(&f->white, value, err))
SETTER(black, set_name(&f->black, value, err))
SETTER(opening, set_text(&f->opening, value, err))
SETTER(event, set_text(&f->event, value, err))
SETTER(as, set_side(&f->as, value, err))
SETTER(by, set_side(&f->by, value, err))
SETTER(elo, filter_range(value, &f->elo, err))
SETTER(elo_average, filter_range(value, &f->elo_average, err))
SETTER(plies, filter_range(value, &f->plies, err))
SETTER(date, filter_dates(value, &f->date, err))
SETTER(class, filter_words(value, CLASSES, &f->classes, err))
SETTER(ended, filter_words(value, ENDINGS, &f->endings, err))
SETTER(move, filter_move(value, &f->move, err))
SETTER(material, filter_material(value, &f->material, err))
#undef SETTER

static const struct {
    store_condition of;
    setter *set;
} conditions[] = {
#define CONDITION(symbol, name, value, help, form, label, example, words)      \
    {                                                                          \
        {name, form, label, example, words}, set_##symbol                      \
    }
    STORE_HEADER_CONDITIONS(CONDITION),
    STORE_MOVES_CONDITIONS(CONDITION),
    STORE_OTHER_CONDITIONS(CONDITION),
#undef CONDITION
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

void tby__filter_init(store_filter *f)
{
    memset(f, 0, sizeof *f);
}

const store_condition *tby__filter_condition(size_t i)
{
    return i < CONDITIONS ? &conditions[i].of : NULL;
}

const char *tby__filter_name(size_t i)
{
    return i < CONDITIONS ? conditions[i].of.name : NULL;
}

const char *tby__filter_form(size_t i)
{
    return i < CONDITIONS ? conditions[i].of.form : NULL;
}

tby_rc tby__filter_set(store_filter *f, tby_str name, tby_str value,
                       tby_err *err)
{
    for (size_t i = 0; i < CONDITIONS; i++)
        if (tby_str_is(name, conditions[i].of.name))
            return conditions[i].set(f, value, err);
    return TBY_DONE;
}

/* --- for programs that see tabiya/filter.h --------------------------------*/

/* A value that a filter keeps. */
typedef struct kept {
    struct kept *next;
    char text[];
} kept;

typedef struct owner {
    store_filter filter; /* what the program has a pointer to */
    kept *values;
} owner;

tby_rc tby_filter_open(tby_filter **out)
{
    owner *o = calloc(1, sizeof *o);

    *out = o ? &o->filter : NULL;
    if (!o)
        return TBY_E_NOMEM;
    tby__filter_init(&o->filter);
    return TBY_OK;
}

void tby_filter_close(tby_filter *f)
{
    owner *o = (owner *)f;

    for (kept *k = o ? o->values : NULL, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    free(o);
}

tby_rc tby_filter_set(tby_filter *f, const char *name, const char *value,
                      tby_err *err)
{
    owner *o = (owner *)f;
    size_t n = strlen(value);
    kept *k = malloc(sizeof *k + n + 1);

    if (!k)
        return TBY_E_NOMEM;
    memcpy(k->text, value, n + 1);
    k->next = o->values;
    o->values = k;
    return tby__filter_set(f, tby_str_of(name), (tby_str){k->text, n}, err);
}

const char *tby_filter_condition(size_t i)
{
    return tby__filter_name(i);
}

/* --- what a filter asks for -----------------------------------------------*/

bool tby__filter_winner(const store_filter *f)
{
    return !(f->won || f->lost) || f->player.p || !f->white.p != !f->black.p;
}

bool tby__filter_moves(const store_filter *f)
{
    return f->has_prefix || f->has_position || f->move.on || f->material.on ||
           f->has_pattern;
}

bool tby__filter_empty(const store_filter *f)
{
    return !tby__filter_moves(f) && !f->player.p && !f->against.p &&
           !f->white.p && !f->black.p && !f->opening.p && !f->event.p &&
           !f->elo.on && !f->elo_average.on && !f->plies.on && !f->date.on &&
           !f->results && !f->won && !f->lost && !f->classes && !f->endings &&
           !f->has_eco;
}

static void add(tby_buf *out, const void *bytes, size_t n)
{
    tby_buf_add(out, (tby_str){bytes, n});
}

static void add_text(tby_buf *out, tby_str text)
{
    tby_buf_char(out, text.p ? 1 : 0);
    add(out, &text.n, sizeof text.n);
    tby_buf_add(out, text);
}

static void add_range(tby_buf *out, store_range range)
{
    const uint32_t numbers[] = {range.on, range.min, range.max};

    add(out, numbers, range.on ? sizeof numbers : sizeof *numbers);
}

void tby__filter_key(const store_filter *f, tby_buf *out)
{
    const uint32_t sets[] = {f->as,      f->results, f->classes, f->endings,
                             f->has_eco, f->won,     f->lost};

    add_text(out, f->player);
    add_text(out, f->against);
    add_text(out, f->white);
    add_text(out, f->black);
    add_text(out, f->opening);
    add_text(out, f->event);
    add_range(out, f->elo);
    add_range(out, f->elo_average);
    add_range(out, f->plies);
    add_range(out, f->date);
    add(out, sets, sizeof sets);
    if (f->has_eco)
        add(out, f->eco, sizeof f->eco);
    const uint32_t numbers[] = {f->has_prefix,  f->prefix_n,   f->move.on,
                                f->by,          f->move.facts, f->move.values,
                                f->material.on, f->has_pattern};

    add(out, numbers, sizeof numbers);
    if (f->has_prefix)
        add(out, f->prefix, f->prefix_n * sizeof *f->prefix);
    const uint64_t placed[] = {f->has_position,      f->position.plane[0],
                               f->position.plane[1], f->position.plane[2],
                               f->position.plane[3], f->position.castling,
                               f->position.turn,     f->position.ep};
    add(out, placed, f->has_position ? sizeof placed : sizeof *placed);
    if (f->move.on) {
        add(out, f->move.codes, sizeof f->move.codes);
        add(out, f->move.kings, sizeof f->move.kings);
    }
    if (f->material.on)
        add(out, f->material.count, sizeof f->material.count);
    if (f->has_pattern)
        add(out, f->pattern, sizeof f->pattern);
}
