/* comment.h - what programs write into comments: [%eval 0.17] [%clk 0:05:00].
 *
 * A command is "[%", a name of letters and underscores, spaces, a value and
 * "]".  Whatever is no command is text, a damaged command too. */
#ifndef TBY_CORE_GAME_COMMENT_H
#define TBY_CORE_GAME_COMMENT_H

#include "core/base/jsonw.h"

struct tby_command {
    tby_str name, value; /* value without spaces at its ends */
    size_t begin, end;   /* the bytes of the comment, brackets included */
};

/* Finds the next command at or after byte *at, which moves after it. */
bool tby_comment_next(tby_str comment, size_t *at, struct tby_command *out);

/* Appends what a person reads of a comment to *words and its commands, with a
 * space between two, to *marks; both must be empty.  A comment without commands
 * is its words, letter by letter but for spaces around them.  A '|' between
 * comments that were joined goes with the last word on either side of it. */
void tby_comment_split(tby_str comment, tby_buf *words, tby_buf *marks);

/* The member `key` with the words of a comment, and "marks" with its
 * commands. */
void tby_comment_json(tby_jsonw *w, const char *key, tby_str comment);

/* An evaluation as a comment holds it, White's view; eval.h has the one that is
 * computed with. */
struct tby_raw_eval {
    bool is_mate;
    bool has_depth; /* one follows it, and that is all we keep */
    int32_t mate;   /* in so many moves; negative: White is mated */
    double pawns;
};

/* Reads 0.17, -3, #5 or #-3; the depth of "0.17,20" is only noticed.  False if
 * it is none of these or too large for any evaluation (beyond 3e38). */
bool tby_comment_eval(tby_str value, struct tby_raw_eval *out);

/* Reads h:mm:ss, m:ss or s, with or without decimals, as milliseconds; what is
 * finer is cut off.  False if it is no time or longer than 2^32 seconds. */
bool tby_comment_time(tby_str value, uint64_t *ms);

/* All that the library understands of a comment; the first of two commands of
 * the same name counts. */
struct tby_comment_facts {
    bool has_eval, has_clock, has_elapsed;
    bool has_rest; /* there is more: words, other commands, a second one */
    struct tby_raw_eval eval;
    uint64_t clock, elapsed; /* milliseconds */
};

struct tby_comment_facts tby_comment_read(tby_str comment);

/* Writes an evaluation with the fewest digits that give the same float when
 * read again, at least one decimal where there is no exponent; "#-3" for a
 * mate.  Works like snprintf(), without a NUL; 24 bytes are always enough. */
size_t tby_comment_write_eval(const struct tby_raw_eval *e, char *buf,
                              size_t cap);

#endif
