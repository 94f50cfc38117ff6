#include "engine/options.h"

#include "core/base/num.h"
#include "core/base/str.h"

static const char *const TYPES[TBY_OPTION_TYPES] = {
    [TBY_OPTION_STRING] = "string", [TBY_OPTION_SPIN] = "spin",
    [TBY_OPTION_CHECK] = "check",   [TBY_OPTION_COMBO] = "combo",
    [TBY_OPTION_BUTTON] = "button",
};

const char *tby_engine_option_type_name(tby_engine_option_type type)
{
    return TYPES[type];
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool tby_engine_option_same(tby_str a, tby_str b)
{
    for (size_t i = 0; a.n == b.n && i < a.n; i++)
        if (lower(a.p[i]) != lower(b.p[i]))
            return false;
    return a.n == b.n;
}

static bool is_key(tby_str word)
{
    static const char *const KEYS[] = {"name", "type", "default",
                                       "min",  "max",  "var"};

    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (tby_str_is(word, KEYS[i]))
            return true;
    return false;
}

/* What stands between a key and the next one, which *rest begins with then.  A
 * name goes on until `type`, a list to the end. */
static tby_str value_after(tby_str key, tby_str *rest)
{
    tby_str ahead = *rest, word, value = {rest->p, 0};

    while (tby_str_word(&ahead, &word)) {
        if (tby_str_is(key, "name")  ? tby_str_is(word, "type")
            : tby_str_is(key, "var") ? false
                                     : is_key(word))
            break;
        if (value.n == 0)
            value.p = word.p;
        value.n = (size_t)(word.p + word.n - value.p);
        *rest = ahead;
    }
    return value;
}

/* Keeps a text, as far as it can be printed anywhere. */
static bool keep(tby_engine_options *o, tby_str text, tby_span *out)
{
    if (text.n > TBY_ENGINE_OPTION_MOST ||
        text.n > sizeof o->words - o->words_n)
        return false;
    *out = (tby_span){(uint32_t)o->words_n, (uint32_t)text.n};
    for (size_t i = 0; i < text.n; i++)
        o->words[o->words_n++] =
            text.p[i] >= ' ' && text.p[i] <= '~' ? text.p[i] : '?';
    return true;
}

void tby_engine_option_read(tby_engine_options *o, tby_str line)
{
    tby_engine_option option = {.max = 0};
    size_t before = o->words_n, type = TBY_OPTION_TYPES;
    tby_str rest = line, key;
    bool good = o->n < TBY_ENGINE_OPTIONS && tby_str_word(&rest, &key);

    while (good && tby_str_word(&rest, &key)) {
        tby_str value = value_after(key, &rest);

        if (tby_str_is(key, "name")) {
            good = value.n && keep(o, value, &option.name);
        } else if (tby_str_is(key, "type")) {
            for (type = 0; type < TBY_OPTION_TYPES; type++)
                if (tby_str_is(value, TYPES[type]))
                    break;
        } else if (tby_str_is(key, "default")) {
            good = keep(o, value, &option.standard);
        } else if (tby_str_is(key, "var")) {
            good = keep(o, value, &option.list);
        } else if (tby_str_is(key, "min") || tby_str_is(key, "max")) {
            good = tby_num_i64(value, INT64_MIN, INT64_MAX,
                               key.p[1] == 'i' ? &option.min : &option.max,
                               NULL) == TBY_OK;
        }
    }
    good = good && option.name.n && type < TBY_OPTION_TYPES;
    option.type = (tby_engine_option_type)type;
    if (good)
        o->at[o->n++] = option;
    else
        o->words_n = before;
}

bool tby_engine_option_next(tby_str *rest, tby_str *value)
{
    tby_str key = TBY_STR("default"); /* whose value ends before `var` */

    *value = value_after(key, rest);
    tby_str_word(rest, &key);
    return value->n > 0;
}

const tby_engine_option *tby_engine_option_find(const tby_engine_options *o,
                                                tby_str name)
{
    for (size_t i = 0; i < o->n; i++)
        if (tby_engine_option_same(tby_engine_option_text(o, o->at[i].name),
                                   name))
            return &o->at[i];
    return NULL;
}

static void say_unknown(const tby_engine_options *o, tby_str name,
                        tby_text *why)
{
    tby_text_cstr(why, "The engine has no option '");
    tby_text_str(why, name);
    tby_text_cstr(why, o->n ? "'; it has " : "'; it has none");
    for (size_t i = 0; i < o->n; i++) {
        tby_str other = tby_engine_option_text(o, o->at[i].name);
        if (why->len + other.n + 16 > why->cap) {
            tby_text_cstr(why, ", ...");
            return;
        }
        tby_text_cstr(why, i ? ", " : "");
        tby_text_str(why, other);
    }
    tby_text_char(why, '.');
}

static void put_i64(tby_text *to, int64_t value)
{
    if (value < 0)
        tby_text_char(to, '-');
    tby_text_u64(to, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* The value as the engine spells it; false if it has no such. */
static bool fit(const tby_engine_options *o, const tby_engine_option *at,
                tby_str *value)
{
    tby_str rest = tby_engine_option_text(o, at->list), one;
    int64_t number;

    for (size_t i = 0; i < value->n; i++)
        if ((unsigned char)value->p[i] < ' ' || value->p[i] == 127)
            return false;
    if (value->n > TBY_ENGINE_OPTION_MOST)
        return false;
    switch (at->type) {
    case TBY_OPTION_SPIN:
        return tby_num_i64(*value, at->min, at->max, &number, NULL) == TBY_OK;
    case TBY_OPTION_CHECK:
        return tby_str_is(*value, "true") || tby_str_is(*value, "false");
    case TBY_OPTION_COMBO:
        while (tby_engine_option_next(&rest, &one))
            if (tby_engine_option_same(one, *value)) {
                *value = one;
                return true;
            }
        return false;
    case TBY_OPTION_BUTTON:
        return value->n == 0;
    case TBY_OPTION_STRING:
    case TBY_OPTION_TYPES:
        break;
    }
    if (value->n == 0)
        *value = TBY_STR("<empty>");
    return true;
}

bool tby_engine_option_set(const tby_engine_options *o, tby_str name,
                           tby_str value, tby_text *to, tby_text *why)
{
    const tby_engine_option *at = tby_engine_option_find(o, name);

    if (!at) {
        say_unknown(o, name, why);
        return false;
    }
    tby_str wanted = value;
    if (!fit(o, at, &wanted)) {
        /* "Hash must be a whole number from 1 to 1024, not '5000'." */
        tby_str rest = tby_engine_option_text(o, at->list), one;
        bool first = true;

        tby_text_str(why, tby_engine_option_text(o, at->name));
        switch (at->type) {
        case TBY_OPTION_SPIN:
            tby_text_cstr(why, " must be a whole number from ");
            put_i64(why, at->min);
            tby_text_cstr(why, " to ");
            put_i64(why, at->max);
            break;
        case TBY_OPTION_CHECK:
            tby_text_cstr(why, " must be true or false");
            break;
        case TBY_OPTION_COMBO:
            tby_text_cstr(why, " must be one of ");
            for (; tby_engine_option_next(&rest, &one); first = false) {
                tby_text_cstr(why, first ? "" : ", ");
                tby_text_str(why, one);
            }
            break;
        case TBY_OPTION_BUTTON:
            tby_text_cstr(why, " is a button and takes no value");
            break;
        case TBY_OPTION_STRING:
        case TBY_OPTION_TYPES:
            tby_text_cstr(why, " must be a text of one line");
            break;
        }
        tby_text_cstr(why, ", not '");
        tby_text_str(why, value);
        tby_text_cstr(why, "'.");

        return false;
    }
    tby_text_cstr(to, "setoption name ");
    tby_text_str(to, tby_engine_option_text(o, at->name));
    if (at->type != TBY_OPTION_BUTTON) {
        tby_text_cstr(to, " value ");
        tby_text_str(to, wanted);
    }
    tby_text_char(to, '\n');
    return true;
}
