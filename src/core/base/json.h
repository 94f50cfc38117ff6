/* json.h - JSON (RFC 8259) read from memory, value by value.
 *
 * Strict: UTF-8 without surrogates, no control characters in strings, nothing
 * that the grammar lacks, at most TBY_JSON_DEPTH levels in what is skipped.
 * There is no tree: the caller asks for what it expects at the cursor and skips
 * the rest.  An array of strings:
 *
 *     bool first = true, more = true;
 *     tby_rc rc = tby_json_open(&j, '[');
 *     while (rc == TBY_OK &&
 *            (rc = tby_json_element(&j, ']', &first, &more)) == TBY_OK && more)
 *         rc = tby_json_string(&j, &scratch, &text);
 *
 * In an object, with '{' and '}', tby_json_name() comes before each value; or
 * tby_json_object() finds those that are wanted, in whatever order they are.
 *
 * Errors: TBY_E_JSON_SYNTAX, TBY_E_JSON_FIELD for a value of another type than
 * asked for, TBY_E_UTF8, TBY_E_LIMIT, TBY_E_NOMEM; `at` is then the byte and
 * tby_json_place() its line and column. */
#ifndef TBY_CORE_BASE_JSON_H
#define TBY_CORE_BASE_JSON_H

#include "core/base/buf.h"
#include "core/base/diag.h"

enum { TBY_JSON_DEPTH = 256 };

/* Start with `tby_json j = {.text = text};` and tby_buf_init(&j.scratch, ...),
 * end with tby_buf_free(&j.scratch). */
typedef struct tby_json {
    tby_str text;
    size_t at;
    tby_buf scratch; /* the last name that had escapes */
} tby_json;

/* Line and column of the cursor: where an error is. */
tby_place tby_json_place(const tby_json *j);

/* Passes white space, then returns the byte at the cursor; 0 at the end. */
char tby_json_peek(tby_json *j);

/* TBY_OK at the end of the text, white space aside. */
TBY_MUST_USE tby_rc tby_json_end(tby_json *j);

/* Reads a string.  One without escapes is a part of the text; another one is
 * put together in *scratch, which loses what it had. */
TBY_MUST_USE tby_rc tby_json_string(tby_json *j, tby_buf *scratch,
                                    tby_str *out);

/* Reads a whole number from 0 to max, without fraction and exponent. */
TBY_MUST_USE tby_rc tby_json_uint(tby_json *j, uint64_t max, uint64_t *out);

TBY_MUST_USE tby_rc tby_json_bool(tby_json *j, bool *out);

/* Passes any value. */
TBY_MUST_USE tby_rc tby_json_skip(tby_json *j);

/* Passes '[' or '{'. */
TBY_MUST_USE tby_rc tby_json_open(tby_json *j, char bracket);

/* Before each element of what is open: passes the comma, or the closing
 * bracket and sets *more to false.  *first is true before the first one and
 * is set to false. */
TBY_MUST_USE tby_rc tby_json_element(tby_json *j, char closing, bool *first,
                                     bool *more);

/* A name and its colon, inside an object; valid until the next name. */
TBY_MUST_USE tby_rc tby_json_name(tby_json *j, tby_str *out);

/* Passes a whole object and notes where the values of the n given names begin:
 * 0 for a name that is not there.  Other names are ignored; one of these that
 * is there twice is TBY_E_JSON_FIELD. */
TBY_MUST_USE tby_rc tby_json_object(tby_json *j, const char *const *names,
                                    size_t *places, size_t n);

#endif
