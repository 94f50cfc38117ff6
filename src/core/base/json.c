#include "core/base/json.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <string.h>

static char byte_at(const tby_json *j, size_t at)
{
    return at < j->text.n ? j->text.p[at] : '\0';
}

char tby_json_peek(tby_json *j)
{
    char c;

    while ((c = byte_at(j, j->at)) == ' ' || c == '\t' || c == '\n' ||
           c == '\r')
        j->at++;
    return c;
}

tby_rc tby_json_end(tby_json *j)
{
    tby_json_peek(j);
    return j->at == j->text.n ? TBY_OK : TBY_E_JSON_SYNTAX;
}

tby_place tby_json_place(const tby_json *j)
{
    return tby_place_of(j->text, j->at);
}

/* The four digits at the cursor; UINT32_MAX if they are not there. */
static uint32_t read_hex(tby_json *j)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++, j->at++) {
        int digit = tby_hex_value(byte_at(j, j->at));
        if (digit < 0)
            return UINT32_MAX;
        value = value << 4 | (uint32_t)digit;
    }
    return value;
}

/* Reads what a backslash begins. */
static tby_rc unescape(tby_json *j, tby_buf *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = byte_at(j, j->at + 1), utf8[4];
    const char *found = c ? strchr(from, c) : NULL;

    if (c != 'u' && !found)
        return TBY_E_JSON_SYNTAX;
    j->at += 2;
    if (found) {
        tby_buf_char(out, to[found - from]);
        return TBY_OK;
    }
    uint32_t point = read_hex(j);
    if (point >= 0xD800 && point <= 0xDBFF) { /* its other half must follow */
        if (byte_at(j, j->at) != '\\' || byte_at(j, j->at + 1) != 'u')
            return TBY_E_JSON_SYNTAX;
        j->at += 2;
        uint32_t low = read_hex(j);
        if (low < 0xDC00 || low > 0xDFFF)
            return TBY_E_JSON_SYNTAX;
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
    } else if (point > 0xFFFF || (point >= 0xDC00 && point <= 0xDFFF)) {
        return TBY_E_JSON_SYNTAX;
    }
    tby_buf_add(out, (tby_str){utf8, tby_utf8_encode(point, utf8)});
    return TBY_OK;
}

/* To the next quote, backslash, or byte that may not stand in a string. */
static tby_rc pass_plain(tby_json *j)
{
    while (j->at < j->text.n) {
        unsigned char c = (unsigned char)j->text.p[j->at];
        if (c == '"' || c == '\\' || c < 0x20)
            return TBY_OK;
        size_t n =
            c < 0x80 ? 1 : tby_utf8_decode(tby_str_from(j->text, j->at), NULL);
        if (n == 0)
            return TBY_E_UTF8;
        j->at += n;
    }
    return TBY_OK;
}

tby_rc tby_json_string(tby_json *j, tby_buf *scratch, tby_str *out)
{
    if (tby_json_peek(j) != '"')
        return j->at < j->text.n ? TBY_E_JSON_FIELD : TBY_E_JSON_SYNTAX;
    size_t begin = ++j->at;
    tby_rc rc = pass_plain(j);
    tby_str plain = {j->text.p + begin, j->at - begin};
    if (rc == TBY_OK && byte_at(j, j->at) == '\\') {
        tby_buf_clear(scratch);
        tby_buf_add(scratch, plain);
        while (rc == TBY_OK && byte_at(j, j->at) == '\\') {
            rc = unescape(j, scratch);
            begin = j->at;
            if (rc == TBY_OK)
                rc = pass_plain(j);
            tby_buf_add(scratch, (tby_str){j->text.p + begin, j->at - begin});
        }
        plain = tby_buf_str(scratch);
        if (rc == TBY_OK)
            rc = scratch->rc;
    }
    if (rc == TBY_OK && byte_at(j, j->at) != '"')
        rc = TBY_E_JSON_SYNTAX;
    if (rc != TBY_OK)
        return rc;
    j->at++;
    TBY_ASSERT(j->at <= j->text.n);
    *out = plain;
    return TBY_OK;
}

static bool pass_digits(tby_json *j)
{
    size_t begin = j->at;

    while (tby_is_digit(byte_at(j, j->at)))
        j->at++;
    return j->at > begin;
}

/* -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? */
static tby_rc pass_number(tby_json *j)
{
    j->at += byte_at(j, j->at) == '-';
    if (byte_at(j, j->at) == '0')
        j->at++;
    else if (!pass_digits(j))
        return TBY_E_JSON_SYNTAX;
    if (byte_at(j, j->at) == '.') {
        j->at++;
        if (!pass_digits(j))
            return TBY_E_JSON_SYNTAX;
    }
    if ((byte_at(j, j->at) | 32) == 'e') {
        j->at++;
        j->at += byte_at(j, j->at) == '-' || byte_at(j, j->at) == '+';
        if (!pass_digits(j))
            return TBY_E_JSON_SYNTAX;
    }
    return TBY_OK;
}

tby_rc tby_json_uint(tby_json *j, uint64_t max, uint64_t *out)
{
    char c = tby_json_peek(j);
    size_t begin = j->at;

    if (!tby_is_digit(c) && c != '-')
        return TBY_E_JSON_FIELD;
    TBY_TRY(pass_number(j));
    tby_str number = {j->text.p + begin, j->at - begin};
    if (tby_num_u64(number, 0, max, out, NULL) == TBY_OK)
        return TBY_OK;
    j->at = begin;
    return TBY_E_JSON_FIELD;
}

static bool pass_word(tby_json *j, const char *word)
{
    tby_str w = tby_str_of(word);

    if (!tby_str_starts(tby_str_from(j->text, j->at), w))
        return false;
    j->at += w.n;
    return true;
}

tby_rc tby_json_bool(tby_json *j, bool *out)
{
    tby_json_peek(j);
    bool yes = pass_word(j, "true");
    if (!yes && !pass_word(j, "false"))
        return TBY_E_JSON_FIELD;
    *out = yes;
    return TBY_OK;
}

tby_rc tby_json_open(tby_json *j, char bracket)
{
    char c = tby_json_peek(j);

    if (c != bracket)
        return c ? TBY_E_JSON_FIELD : TBY_E_JSON_SYNTAX;
    j->at++;
    return TBY_OK;
}

tby_rc tby_json_element(tby_json *j, char closing, bool *first, bool *more)
{
    char c = tby_json_peek(j);

    TBY_ASSERT(closing == ']' || closing == '}');
    *more = c != closing;
    if (c == closing || (c == ',' && !*first))
        j->at++;
    else if (!*first)
        return TBY_E_JSON_SYNTAX;
    *first = false;
    return TBY_OK;
}

/* A wrong type where only one is possible is wrong syntax. */
tby_rc tby_json_name(tby_json *j, tby_str *out)
{
    if (tby_json_peek(j) != '"')
        return TBY_E_JSON_SYNTAX;
    tby_rc rc = tby_json_string(j, &j->scratch, out);
    if (rc == TBY_OK && tby_json_peek(j) != ':')
        return TBY_E_JSON_SYNTAX;
    j->at += rc == TBY_OK;
    return rc;
}

static tby_rc skip_scalar(tby_json *j, char c)
{
    tby_str ignored;

    if (c == '"')
        return tby_json_string(j, &j->scratch, &ignored);
    if (c == '-' || tby_is_digit(c))
        return pass_number(j);
    if (pass_word(j, "true") || pass_word(j, "false") || pass_word(j, "null"))
        return TBY_OK;
    return TBY_E_JSON_SYNTAX;
}

tby_rc tby_json_skip(tby_json *j)
{
    uint64_t objects[TBY_JSON_DEPTH / 64] = {0}; /* bit d: not an array */
    unsigned depth = 0;
    tby_str ignored;

    do {
        char c = tby_json_peek(j);
        bool first = c == '[' || c == '{', more = false;
        tby_rc rc = first ? TBY_OK : skip_scalar(j, c);

        if (first && depth == TBY_JSON_DEPTH)
            rc = TBY_E_LIMIT;
        if (rc != TBY_OK)
            return rc;
        if (first) {
            uint64_t bit = (uint64_t)1 << depth % 64;
            uint64_t *word = &objects[depth++ / 64];
            *word = c == '{' ? *word | bit : *word & ~bit;
            j->at++;
        }
        /* out of all that ends here, or to the next value */
        while (depth > 0 && !more) {
            bool object = objects[(depth - 1) / 64] >> (depth - 1) % 64 & 1;
            rc = tby_json_element(j, object ? '}' : ']', &first, &more);
            if (rc == TBY_OK && more && object)
                rc = tby_json_name(j, &ignored);
            if (rc != TBY_OK)
                return rc;
            depth -= !more;
        }
    } while (depth > 0);
    return TBY_OK;
}

tby_rc tby_json_object(tby_json *j, const char *const *names, size_t *places,
                       size_t n)
{
    bool first = true, more = true;
    tby_str name;
    tby_rc rc = tby_json_open(j, '{');

    TBY_ASSERT(n > 0);
    memset(places, 0, n * sizeof *places);
    while (rc == TBY_OK) {
        rc = tby_json_element(j, '}', &first, &more);
        if (rc != TBY_OK || !more)
            break;
        tby_json_peek(j);
        size_t at = j->at, i = 0;
        rc = tby_json_name(j, &name);
        if (rc != TBY_OK)
            break;
        while (i < n && !tby_str_is(name, names[i]))
            i++;
        if (i < n && places[i]) {
            j->at = at;
            return TBY_E_JSON_FIELD;
        }
        if (i < n)
            places[i] = j->at;
        rc = tby_json_skip(j);
    }
    return rc;
}
