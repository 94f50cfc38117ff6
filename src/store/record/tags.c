/* tags.c - see tags.h. */
#include "store/record/tags.h"

#include "core/base/str.h"
#include "core/base/text.h"

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

unsigned tag_find(tby_str name)
{
    for (unsigned id = 1; id < TAG_KNOWN; id++)
        if (tby_str_equal(name, TAGS[id].name))
            return id;
    return TAG_OTHER;
}

tby_str tag_name(unsigned id)
{
    return TAGS[id].name;
}

tag_kind tag_kind_of(unsigned id)
{
    return id < TAG_KNOWN ? TAGS[id].kind : TAG_TEXT;
}

store_column tag_column(unsigned id)
{
    return TAGS[id].column;
}

tby_str tag_question(unsigned id)
{
    tag_kind kind = tag_kind_of(id);

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

tby_str tag_write_date(uint32_t date, char buf[TAG_VALUE_MAX])
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    put_part(&t, date >> 9, 4);
    tby_text_char(&t, '.');
    put_part(&t, date >> 5 & 15, 2);
    tby_text_char(&t, '.');
    put_part(&t, date & 31, 2);
    return (tby_str){buf, t.len};
}

static tby_str write_time(uint32_t time, char *buf)
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    put_padded(&t, (time - 1) / 3600, 2);
    tby_text_char(&t, ':');
    put_padded(&t, (time - 1) / 60 % 60, 2);
    tby_text_char(&t, ':');
    put_padded(&t, (time - 1) % 60, 2);
    return (tby_str){buf, t.len};
}

static tby_str write_number(uint32_t value, char *buf)
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    tby_text_u64(&t, value);
    return (tby_str){buf, t.len};
}

static tby_str write_diff(uint32_t value, char *buf)
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    tby_text_char(&t, value < 32768 ? '-' : '+');
    tby_text_u64(&t, value < 32768 ? 32768 - value : value - 32768);
    return (tby_str){buf, t.len};
}

static tby_str write_eco(uint32_t eco, char *buf)
{
    tby_text t = {buf, TAG_VALUE_MAX, 0};

    tby_text_char(&t, (char)('A' + (eco - 1) / 100 % 26));
    put_padded(&t, (eco - 1) % 100, 2);
    return (tby_str){buf, t.len};
}

/* A column of numbers that is known. */
static tby_str write_column(tag_kind kind, uint32_t value, char *buf)
{
    switch (kind) {
    case TAG_DATE:
        return tag_write_date(value, buf);
    case TAG_TIME:
        return write_time(value, buf);
    case TAG_NUMBER:
        return write_number(value, buf);
    case TAG_DIFF:
        return write_diff(value, buf);
    case TAG_ECO:
        return write_eco(value, buf);
    case TAG_TEXT:
    case TAG_NAME:
    case TAG_RESULT:
    case TAG_FEN:
    case TAG_NEAR:
        break;
    }
    return (tby_str){NULL, 0};
}

tby_str tag_by_column(unsigned id, const store_packed *game, tby_str fen,
                      char buf[TAG_VALUE_MAX])
{
    tag_kind kind = tag_kind_of(id);

    if (kind == TAG_FEN)
        return fen;
    if (kind == TAG_TEXT)
        return (tby_str){NULL, 0};
    if (kind == TAG_NAME)
        return game->names[TAGS[id].column];
    uint32_t value = game->column[TAGS[id].column];
    if (kind == TAG_RESULT)
        return tby_str_of(tby_result_text((tby_result)value));
    return value ? write_column(kind, value, buf) : (tby_str){NULL, 0};
}
