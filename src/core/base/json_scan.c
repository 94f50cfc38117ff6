/* json_scan.c - see json_scan.h. */
#include "core/base/json_scan.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char byte_at(const struct json *j, size_t at)
{
    return at < j->text.n ? j->text.p[at] : '\0';
}

char tby_json_peek(struct json *j)
{
    char c;

    while ((c = byte_at(j, j->at)) == ' ' || c == '\t' || c == '\n' ||
           c == '\r')
        j->at++;
    return c;
}

tby_rc tby_json_end(struct json *j)
{
    tby_json_peek(j);
    return j->at == j->text.n ? TBY_OK : TBY_E_JSON_SYNTAX;
}

/* --- strings --------------------------------------------------------------*/

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits at the cursor. */
static bool read_hex(struct json *j, uint32_t *out)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++, j->at++) {
        int digit = hex_value(byte_at(j, j->at));
        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    return true;
}

static void add_point(tby_buf *b, uint32_t c)
{
    char utf8[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n; i-- > 1; c >>= 6)
        utf8[i] = (char)(0x80 | (c & 0x3F));
    utf8[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xF0) | c);
    tby_buf_add(b, (tby_str){utf8, n});
}

/* The other half of a character beyond U+FFFF, whose first half is *c; false if
 * it is missing. */
static bool read_low_half(struct json *j, uint32_t *c)
{
    uint32_t low = 0;

    if (byte_at(j, j->at) != '\\' || byte_at(j, j->at + 1) != 'u')
        return false;
    j->at += 2;
    if (!read_hex(j, &low) || low < 0xDC00 || low > 0xDFFF)
        return false;
    *c = 0x10000 + ((*c - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/* Behind "\u". */
static tby_rc unescape_unicode(struct json *j, tby_buf *out)
{
    uint32_t c = 0;

    if (!read_hex(j, &c) || (c >= 0xDC00 && c <= 0xDFFF))
        return TBY_E_JSON_SYNTAX;
    if (c >= 0xD800 && c <= 0xDBFF && !read_low_half(j, &c))
        return TBY_E_JSON_SYNTAX;
    add_point(out, c);
    return TBY_OK;
}

/* At a backslash. */
static tby_rc unescape(struct json *j, tby_buf *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = byte_at(j, j->at + 1);
    const char *found = c ? strchr(from, c) : NULL;

    if (c != 'u' && !found)
        return TBY_E_JSON_SYNTAX;
    j->at += 2;
    if (!found)
        return unescape_unicode(j, out);
    tby_buf_char(out, to[found - from]);
    return TBY_OK;
}

/* To the next quote, backslash, or byte that may not stand in a string. */
static tby_rc pass_plain(struct json *j)
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

/* Goes on behind what `plain` has, at a backslash. */
static tby_rc read_escaped(struct json *j, tby_str plain, tby_buf *scratch,
                           tby_str *out)
{
    tby_rc rc = TBY_OK;

    tby_buf_clear(scratch);
    tby_buf_add(scratch, plain);
    while (rc == TBY_OK && byte_at(j, j->at) == '\\') {
        rc = unescape(j, scratch);
        size_t begin = j->at;
        if (rc == TBY_OK)
            rc = pass_plain(j);
        tby_buf_add(scratch, (tby_str){j->text.p + begin, j->at - begin});
    }
    *out = tby_buf_str(scratch);
    return rc == TBY_OK ? scratch->rc : rc;
}

tby_rc tby_json_string(struct json *j, tby_buf *scratch, tby_str *out)
{
    if (tby_json_peek(j) != '"')
        return j->at < j->text.n ? TBY_E_JSON_FIELD : TBY_E_JSON_SYNTAX;
    size_t begin = ++j->at;
    tby_rc rc = pass_plain(j);
    tby_str plain = {j->text.p + begin, j->at - begin};
    if (rc == TBY_OK && byte_at(j, j->at) == '\\')
        rc = read_escaped(j, plain, scratch, &plain);
    if (rc == TBY_OK && byte_at(j, j->at) != '"')
        rc = TBY_E_JSON_SYNTAX;
    if (rc != TBY_OK)
        return rc;
    j->at++;
    *out = plain;
    return TBY_OK;
}

/* --- other single values --------------------------------------------------*/

static bool pass_digits(struct json *j)
{
    size_t begin = j->at;

    while (is_digit(byte_at(j, j->at)))
        j->at++;
    return j->at > begin;
}

/* -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? */
static tby_rc pass_number(struct json *j)
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

tby_rc tby_json_uint(struct json *j, uint64_t max, uint64_t *out)
{
    char c = tby_json_peek(j);
    size_t begin = j->at;

    if (!is_digit(c) && c != '-')
        return TBY_E_JSON_FIELD;
    tby_rc rc = pass_number(j);
    if (rc != TBY_OK)
        return rc;
    tby_str number = {j->text.p + begin, j->at - begin};
    if (tby_num_u64(number, 0, max, out, NULL) == TBY_OK)
        return TBY_OK;
    j->at = begin;
    return TBY_E_JSON_FIELD;
}

static bool pass_word(struct json *j, const char *word)
{
    tby_str w = tby_str_of(word);

    if (!tby_str_starts(tby_str_from(j->text, j->at), w))
        return false;
    j->at += w.n;
    return true;
}

tby_rc tby_json_bool(struct json *j, bool *out)
{
    tby_json_peek(j);
    bool yes = pass_word(j, "true");
    if (!yes && !pass_word(j, "false"))
        return TBY_E_JSON_FIELD;
    *out = yes;
    return TBY_OK;
}

static tby_rc skip_scalar(struct json *j)
{
    char c = byte_at(j, j->at);
    tby_str ignored;

    if (c == '"')
        return tby_json_string(j, &j->scratch, &ignored);
    if (c == '-' || is_digit(c))
        return pass_number(j);
    if (pass_word(j, "true") || pass_word(j, "false") || pass_word(j, "null"))
        return TBY_OK;
    return TBY_E_JSON_SYNTAX;
}

/* --- arrays and objects ---------------------------------------------------*/

tby_rc tby_json_open(struct json *j, char bracket)
{
    char c = tby_json_peek(j);

    if (c != bracket)
        return c ? TBY_E_JSON_FIELD : TBY_E_JSON_SYNTAX;
    j->at++;
    return TBY_OK;
}

tby_rc tby_json_element(struct json *j, char closing, bool *first, bool *more)
{
    char c = tby_json_peek(j);

    *more = c != closing;
    if (c == closing || (c == ',' && !*first))
        j->at++;
    else if (!*first)
        return TBY_E_JSON_SYNTAX;
    *first = false;
    return TBY_OK;
}

/* A wrong type where only one is possible is wrong syntax. */
tby_rc tby_json_name(struct json *j, tby_str *out)
{
    if (tby_json_peek(j) != '"')
        return TBY_E_JSON_SYNTAX;
    tby_rc rc = tby_json_string(j, &j->scratch, out);
    if (rc == TBY_OK && tby_json_peek(j) != ':')
        return TBY_E_JSON_SYNTAX;
    j->at += rc == TBY_OK;
    return rc;
}

/* What is open while a value is skipped: bit d says that it is an object. */
struct nest {
    uint64_t objects[TBY_JSON_DEPTH / 64];
    unsigned depth;
};

static bool in_object(const struct nest *n)
{
    unsigned d = n->depth - 1;

    return n->objects[d / 64] >> d % 64 & 1;
}

static tby_rc enter(struct nest *n, bool object)
{
    uint64_t bit = (uint64_t)1 << n->depth % 64;

    if (n->depth == TBY_JSON_DEPTH)
        return TBY_E_LIMIT;
    uint64_t *objects = &n->objects[n->depth++ / 64];
    *objects = object ? *objects | bit : *objects & ~bit;
    return TBY_OK;
}

/* Behind a value or an opening bracket: to the next value, or out of what ends
 * here.  *value tells whether one must follow. */
static tby_rc advance(struct json *j, struct nest *n, bool *first, bool *value)
{
    tby_str ignored;
    tby_rc rc = TBY_OK;

    for (*value = false; rc == TBY_OK && n->depth > 0 && !*value;) {
        bool object = in_object(n);
        rc = tby_json_element(j, object ? '}' : ']', first, value);
        if (rc == TBY_OK && !*value)
            n->depth--;
        else if (rc == TBY_OK && object)
            rc = tby_json_name(j, &ignored);
    }
    return rc;
}

tby_rc tby_json_skip(struct json *j)
{
    struct nest n = {.depth = 0};
    bool value = true;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && value) {
        char c = tby_json_peek(j);
        bool first = c == '[' || c == '{';
        if (first) {
            rc = enter(&n, c == '{');
            j->at += rc == TBY_OK;
        } else {
            rc = skip_scalar(j);
        }
        if (rc == TBY_OK)
            rc = advance(j, &n, &first, &value);
    }
    return rc;
}

tby_rc tby_json_object(struct json *j, const char *const *names, size_t *places,
                       size_t n)
{
    bool first = true, more = true;
    tby_str name;
    tby_rc rc = tby_json_open(j, '{');

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
