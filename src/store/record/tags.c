/* tags.c - see tags.h. */
#include "store/record/tags.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "store/record/columns.h"
#include "tabiya/game.h"

_Static_assert(TBY_RESULT_NONE == 0 && TBY_RESULT_WHITE == 1 &&
                   TBY_RESULT_BLACK == 2 && TBY_RESULT_DRAW == 3,
               "results stand in files");

store_kind tby__column_kind(store_column c)
{
    TBY_ASSERT(c < STORE_COLUMNS);
    static const uint8_t kinds[STORE_COLUMNS] = {
#define STORE_PLAYER_KIND              STORE_PLAYER
#define STORE_EVENT_KIND               STORE_EVENT_NAME
#define STORE_SITE_KIND                STORE_SITE_NAME
#define STORE_TEXT_KIND                STORE_TEXT
#define STORE_NUMBER_KIND              STORE_NUMBER
#define KIND_ROW(symbol, number, kind) [STORE_##symbol] = STORE_##kind##_KIND,
        STORE_COLUMN_MAP(KIND_ROW)
#undef KIND_ROW
    };

    return (store_kind)kinds[c];
}

/* What stands after a code where it is divided further: B90a1 is Scid's way,
 * B90/05 that of others. */
static bool is_division(tby_str rest)
{
    if (rest.n == 0)
        return true;
    if (rest.p[0] != '/' && !(rest.p[0] >= 'a' && rest.p[0] <= 'z'))
        return false;
    for (size_t i = 1; i < rest.n; i++)
        if (!tby_is_digit(rest.p[i]))
            return false;
    return rest.n <= 3;
}

uint32_t tby__store_eco(tby_str text)
{
    if (text.n < 3 || !is_division(tby_str_from(text, 3)) || text.p[0] < 'A' ||
        text.p[0] > 'E' || !tby_is_digit(text.p[1]) || !tby_is_digit(text.p[2]))
        return 0;
    return 1 + 100u * (uint32_t)(text.p[0] - 'A') +
           10u * (uint32_t)(text.p[1] - '0') + (uint32_t)(text.p[2] - '0');
}

static const struct {
    tby_str name;
    tag_kind kind;
    store_column column;
} TAGS[TAG_KNOWN] = {
#define TAG_ROW(symbol, name, kind, column)                                    \
    [TAG_IS_##symbol] = {{name, sizeof(name) - 1}, TAG_##kind, column},
    TAG_MAP(TAG_ROW)
#undef TAG_ROW
};

_Static_assert(TAG_KNOWN <= TAG_OTHER, "six bits for the number of a tag");

unsigned tby__tag_find(tby_str name)
{
    for (unsigned id = 1; id < TAG_KNOWN; id++)
        if (tby_str_equal(name, TAGS[id].name))
            return id;
    return TAG_OTHER;
}

tby_str tby__tag_name(unsigned id)
{
    TBY_ASSERT(id > TAG_NONE && id < TAG_KNOWN);
    return TAGS[id].name;
}

tag_kind tby__tag_kind_of(unsigned id)
{
    return id < TAG_KNOWN ? TAGS[id].kind : TAG_TEXT;
}

store_column tby__tag_column(unsigned id)
{
    TBY_ASSERT(id > TAG_NONE && id < TAG_KNOWN);
    return TAGS[id].column;
}

tby_str tby__tag_question(unsigned id)
{
    tag_kind kind = tby__tag_kind_of(id);

    return kind == TAG_DATE || kind == TAG_NEAR ? TBY_STR("????.??.??")
                                                : TBY_STR("?");
}

/* --- values by column -----------------------------------------------------*/

static void put_padded(tby_text *t, uint32_t value, unsigned digits)
{
    for (uint32_t unit = digits == 4 ? 1000 : 10; unit; unit /= 10)
        tby_text_char(t, (char)('0' + value / unit % 10));
}

static void put_part(tby_text *t, uint32_t value, unsigned digits)
{
    if (value)
        put_padded(t, value, digits);
    else
        tby_text_str(t, (tby_str){"????", digits});
}

tby_str tby__tag_write_date(uint32_t date, char buf[TAG_VALUE_MAX])
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    put_part(&t, date >> 9, 4);
    tby_text_char(&t, '.');
    put_part(&t, date >> 5 & 15, 2);
    tby_text_char(&t, '.');
    put_part(&t, date & 31, 2);
    return (tby_str){buf, t.len};
}

tby_str tby__tag_write_eco(uint32_t eco, char buf[TAG_VALUE_MAX])
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    tby_text_char(&t, (char)('A' + (eco - 1) / 100 % 26));
    put_padded(&t, (eco - 1) % 100, 2);
    return (tby_str){buf, t.len};
}

tby_str tby__tag_by_column(unsigned id, const store_packed *game, tby_str fen,
                           char buf[TAG_VALUE_MAX])
{
    tag_kind kind = tby__tag_kind_of(id);

    if (kind == TAG_FEN)
        return fen;
    if (kind == TAG_TEXT)
        return (tby_str){NULL, 0};
    if (kind == TAG_NAME)
        return game->names[TAGS[id].column];
    uint32_t value = game->column[TAGS[id].column];
    if (kind == TAG_RESULT)
        return tby_str_of(tby_result_text((tby_result)value));
    if (!value)
        return (tby_str){NULL, 0};

    /* A column of numbers that is known. */
    tby_text t = {buf, TAG_VALUE_MAX, 0};
    switch ((int)kind) {
    case TAG_DATE:
        return tby__tag_write_date(value, buf);
    case TAG_ECO:
        return tby__tag_write_eco(value, buf);
    case TAG_TIME:
        put_padded(&t, (value - 1) / 3600, 2);
        tby_text_char(&t, ':');
        put_padded(&t, (value - 1) / 60 % 60, 2);
        tby_text_char(&t, ':');
        put_padded(&t, (value - 1) % 60, 2);
        break;
    case TAG_NUMBER:
        tby_text_u64(&t, value);
        break;
    case TAG_DIFF:
        tby_text_char(&t, value < 32768 ? '-' : '+');
        tby_text_u64(&t, value < 32768 ? 32768 - value : value - 32768);
        break;
    default: /* a date that is near has no column */
        return (tby_str){NULL, 0};
    }
    return (tby_str){buf, t.len};
}

/* --- how a game ended -----------------------------------------------------*/

bool tby__tag_text(tby_str text, const char *word)
{
    tby_str w = tby_str_of(word);

    for (size_t i = 0; i + w.n <= text.n; i++) {
        size_t k = 0;
        while (k < w.n && (text.p[i + k] | 32) == w.p[k])
            k++;
        if (k == w.n)
            return true;
    }
    return false;
}

/* Words of a Termination tag, in the order in which they are looked for: what
 * lichess, the standard and the sentences of chess.com say. */
static const struct {
    const char *word;
    store_category category;
} ENDINGS[] = {
    {"checkmate", STORE_ENDED_CHECKMATE},
    {"timeout vs", STORE_ENDED_TIME_INSUFFICIENT},
    {"stalemate", STORE_ENDED_STALEMATE},
    {"insufficient", STORE_ENDED_INSUFFICIENT},
    {"repetition", STORE_ENDED_REPETITION},
    {"50-move", STORE_ENDED_FIFTY},
    {"50 move", STORE_ENDED_FIFTY},
    {"fifty", STORE_ENDED_FIFTY},
    {"dead position", STORE_ENDED_DEAD},
    {"agree", STORE_ENDED_AGREEMENT},
    {"resign", STORE_ENDED_RESIGNATION},
    {"infraction", STORE_ENDED_RULES},
    {"abandon", STORE_ENDED_ABANDONED},
    {"unterminated", STORE_ENDED_UNTERMINATED},
    {"time", STORE_ENDED_TIME},
};

store_category tby__tag_category(const tag_ending *e)
{
    if (e->mate)
        return STORE_ENDED_CHECKMATE;
    if (e->stalemate)
        return STORE_ENDED_STALEMATE;
    bool draw = e->result == TBY_RESULT_DRAW;
    const size_t n = e->termination.n ? sizeof ENDINGS / sizeof *ENDINGS : 0;
    for (size_t i = 0; i < n; i++)
        if (tby__tag_text(e->termination, ENDINGS[i].word))
            return ENDINGS[i].category == STORE_ENDED_TIME && draw && e->no_mate
                       ? STORE_ENDED_TIME_INSUFFICIENT
                       : ENDINGS[i].category;
    if (draw && e->insufficient)
        return STORE_ENDED_INSUFFICIENT;
    if (draw && e->dead)
        return STORE_ENDED_DEAD;
    if (draw && e->repeated)
        return STORE_ENDED_REPETITION;
    if (draw && e->fifty)
        return STORE_ENDED_FIFTY;
    /* Nothing on the board and no word of a tag. */
    tby_str text = tby_str_trim(e->termination);
    bool normal = text.n == 6 && tby__tag_text(text, "normal");
    if ((text.n && !normal && !tby_str_is(text, "?")) ||
        e->result == TBY_RESULT_NONE)
        return STORE_ENDED_UNKNOWN;
    return draw ? STORE_ENDED_AGREEMENT : STORE_ENDED_RESIGNATION;
}

/* An hour a move and more: nobody waits for it at the board. */
enum { SLOW = 3600 };

static store_time_class class_of(uint32_t base, uint32_t increment)
{
    uint64_t total = base + (uint64_t)40 * increment;

    if (total < 180)
        return STORE_BULLET;
    if (total < 480)
        return STORE_BLITZ;
    return total < 1500 ? STORE_RAPID : STORE_CLASSICAL;
}

/* Takes a number of at most ten million off *s. */
static bool take_number(tby_str *s, uint32_t *out)
{
    size_t n = 0;
    uint64_t value;

    while (n < s->n && tby_is_digit(s->p[n]))
        n++;
    if (tby_num_u64((tby_str){s->p, n}, 0, 10000000, &value, NULL) != TBY_OK)
        return false;
    *s = tby_str_from(*s, n);
    *out = (uint32_t)value;
    return true;
}

static bool take_sign(tby_str *s, char sign)
{
    if (s->n == 0 || s->p[0] != sign)
        return false;
    *s = tby_str_from(*s, 1);
    return true;
}

/* The first period: [moves/]seconds[+increment], then the end or a colon. */
static bool read_period(tby_str s, uint32_t *moves, uint32_t *base,
                        uint32_t *increment)
{
    *moves = *increment = 0;
    take_sign(&s, '*'); /* an hourglass */
    if (!take_number(&s, base))
        return false;
    if (take_sign(&s, '/')) {
        *moves = *base;
        if (*moves == 0 || !take_number(&s, base))
            return false;
    }
    if (take_sign(&s, '+') && !take_number(&s, increment))
        return false;
    return s.n == 0 || s.p[0] == ':';
}

void tby__tag_read_control(tby_str control, tby_str event, uint32_t *columns)
{
    uint32_t moves, base, increment;

    if (tby_str_equal(control, TBY_STR("-")) &&
        tby__tag_text(event, "correspondence"))
        columns[STORE_TIME_CLASS] = STORE_CORRESPONDENCE;
    if (!read_period(control, &moves, &base, &increment))
        return;
    columns[STORE_BASE] = base + 1;
    columns[STORE_INCREMENT] = increment;
    columns[STORE_TIME_CLASS] = moves && base / moves >= SLOW
                                    ? STORE_CORRESPONDENCE
                                    : class_of(base, increment);
}

/* --- numbers --------------------------------------------------------------*/

/* A number of 1 to max, written in digits alone; else 0. */
static uint32_t number(tby_str text, uint32_t max)
{
    uint64_t value;

    return tby_num_u64(text, 1, max, &value, NULL) == TBY_OK ? (uint32_t)value
                                                             : 0;
}

uint32_t tby__tag_read_number(tby_str text)
{
    return number(text, 9999);
}

uint32_t tby__tag_read_diff(tby_str text)
{
    tby_str digits = tby_str_from(text, 1);
    uint64_t value;

    if (text.n < 2 || (text.p[0] != '+' && text.p[0] != '-'))
        digits = text;
    if (tby_num_u64(digits, 0, 9999, &value, NULL) != TBY_OK)
        return 0;
    return text.p[0] == '-' ? 32768 - (uint32_t)value : 32768 + (uint32_t)value;
}

/* --- dates and times ------------------------------------------------------*/

static size_t part_length(tby_str rest)
{
    size_t n = 0;

    while (n < rest.n && rest.p[n] != '.' && rest.p[n] != '-' &&
           rest.p[n] != '/')
        n++;
    return n;
}

/* A part of a date: 0 if it is not known or makes no sense. */
static uint32_t date_part(tby_str *rest, uint32_t max)
{
    size_t n = part_length(*rest);
    uint32_t value = number((tby_str){rest->p, n}, max);
    *rest = tby_str_from(*rest, n + 1);
    return value;
}

uint32_t tby__tag_read_date(tby_str text)
{
    enum { YEAR_DIGITS = 4 };

    if (part_length(text) != YEAR_DIGITS)
        return 0; /* 1.5.1999 is not of the year 1 */
    uint32_t year = date_part(&text, 9999);
    uint32_t month = date_part(&text, 12);
    return store_date(year, month, date_part(&text, 31));
}

uint32_t tby__tag_read_time(tby_str text)
{
    uint32_t seconds = 0;
    uint64_t part;
    tby_str field, rest = {text.n ? text.p : "", text.n};

    for (int i = 0; i < 3; i++) {
        if (!tby_str_field(&rest, ':', &field) || field.n != 2 ||
            tby_num_u64(field, 0, i ? 59 : 23, &part, NULL) != TBY_OK)
            return 0;
        seconds = seconds * 60 + (uint32_t)part;
    }
    return rest.p ? 0 : seconds + 1;
}

enum { DAY_MAX = 3652500 };

bool tby__tag_day_of(uint32_t date, int32_t *day)
{
    tby_date d = {(int)(date >> 9), date >> 5 & 15, date & 31};

    if (d.year == 0 || d.month == 0 || d.day == 0)
        return false;
    *day = (int32_t)tby_date_to_days(d);
    return true;
}

bool tby__tag_date_of(int32_t day, uint32_t *date)
{
    if (day < 0 || day > DAY_MAX)
        return false;
    tby_date d = tby_date_of_days(day);
    *date = store_date((unsigned)d.year, (unsigned)d.month, (unsigned)d.day);
    return d.year > 0;
}
