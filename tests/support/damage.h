/* damage.h - files of games, damaged in a way that can be had again.
 *
 * A file is a row of games, each with the empty line behind it, or with two
 * blanks if all is one line.  Some of them are hit; the rest is intact: no byte
 * of it was touched, and it stands behind an empty line, or two blanks, as
 * before.  What is intact must be found again.
 *
 * Some kinds change only line ends or what stands between games; then every
 * game counts as intact. */
#ifndef TBY_TESTS_DAMAGE_H
#define TBY_TESTS_DAMAGE_H

#include "support/games.h"

typedef enum damage_kind {
    DAMAGE_BITS,       /* flipped bits */
    DAMAGE_BYTES,      /* runs of random bytes */
    DAMAGE_DELETED,    /* bytes deleted */
    DAMAGE_DOUBLED,    /* bytes repeated */
    DAMAGE_NULS,       /* runs of NUL */
    DAMAGE_CUT_LINES,  /* the end of a line, or all of it, is gone */
    DAMAGE_MERGED,     /* line ends gone or blanks */
    DAMAGE_LOST,       /* quotes, brackets, braces, parentheses lost */
    DAMAGE_STRAY,      /* the same where they do not belong */
    DAMAGE_SPLICED,    /* the first part of one game, the last of another */
    DAMAGE_TAGS_LOST,  /* some tags or all */
    DAMAGE_SHUFFLED,   /* lines in another order */
    DAMAGE_SPACES,     /* up to 20,000 blanks, tabs and line ends */
    DAMAGE_LATIN1,     /* bytes above 127 */
    DAMAGE_UTF16,      /* from somewhere on in another encoding */
    DAMAGE_NO_RESULT,  /* the game just stops */
    DAMAGE_QUOTED,     /* "> " before each line, or before some */
    DAMAGE_HTML,       /* <br> behind lines, &quot; for quotes */
    DAMAGE_UNQUOTED,   /* the closing quotes of tags are gone */
    DAMAGE_WRAPPED,    /* lines broken at 76 bytes, as mail has it: "=" LF */
    DAMAGE_MIXED,      /* the lines of two games in turns */
    DAMAGE_ANY,        /* each game its own of the above */
    DAMAGE_JUNK,       /* lines between games that are no games */
    DAMAGE_CR_ONLY,    /* of some games or all */
    DAMAGE_CRLF,       /* the same */
    DAMAGE_ONE_LINE,   /* line ends are blanks, in some games or all */
    DAMAGE_ENDS_TWICE, /* each line end is two */
    DAMAGE_CR_CR_LF,   /* as text that was converted twice has it */
    DAMAGE_INDENTED,   /* blanks before and behind each line */
    DAMAGE_ENDS,       /* the file begins and ends in the middle of a game */
    DAMAGE_GONE,       /* blocks of the file are gone, whatever is in them, */
    DAMAGE_TWICE,      /* come twice, */
    DAMAGE_SWAPPED,    /* stand elsewhere, */
    DAMAGE_ERASED,     /* are NULs or noise */
    DAMAGE_KINDS
} damage_kind;

static const char *const DAMAGE_NAMES[DAMAGE_KINDS] = {
    "flipped bits",  "random bytes",    "deleted bytes",
    "doubled bytes", "NUL runs",        "cut lines",
    "merged lines",  "lost delimiters", "stray delimiters",
    "spliced",       "lost tags",       "shuffled lines",
    "huge spaces",   "Latin-1",         "UTF-16",
    "no result",     "mail quotes",     "HTML",
    "lost quotes",   "wrapped mail",    "two games mixed",
    "any of these",  "junk between",    "CR only",
    "CR LF",         "one line",        "ends twice",
    "CR CR LF",      "indented",        "both ends",
    "blocks gone",   "blocks twice",    "blocks swapped",
    "blocks erased"};

typedef struct damaged {
    text text;
    size_t *begin; /* of each game in the text */
    bool *intact;
    size_t n, intact_n;
} damaged;

static inline void damaged_free(damaged *d)
{
    text_free(&d->text);
    free(d->begin);
    free(d->intact);
    *d = (damaged){{NULL, 0, 0}, NULL, NULL, 0, 0};
}

/* --- one game: t is its bytes, changed in place -----------------------------
 */

static inline void text_cut(text *t, size_t at, size_t n)
{
    n = n < t->n - at ? n : t->n - at;
    memmove(t->p + at, t->p + at + n, t->n - at - n);
    t->n -= n;
}

static inline void text_insert(text *t, size_t at, const void *p, size_t n)
{
    size_t rest = t->n - at;

    text_add(t, p, n); /* makes room */
    memmove(t->p + at + n, t->p + at, rest);
    memcpy(t->p + at, p, n);
}

/* A place in the game, not in the line ends behind it. */
static inline size_t place(rng *r, const text *t)
{
    return t->n > 3 ? rng_below(r, (unsigned)t->n - 2) : 0;
}

static inline void damage_bits(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 8); n > 0; n--)
        t->p[place(r, t)] ^= (char)(1u << rng_below(r, 8));
}

static inline void damage_bytes(rng *r, text *t, bool zero)
{
    size_t at = place(r, t), n = 1 + rng_below(r, 60);

    for (; n > 0 && at + 2 < t->n; n--)
        t->p[at++] = zero ? 0 : (char)rng_below(r, 256);
}

static inline void damage_deleted(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 3); n > 0; n--)
        text_cut(t, place(r, t), 1 + rng_below(r, 1u << rng_below(r, 9)));
}

static inline void damage_doubled(rng *r, text *t)
{
    size_t at = place(r, t), n = 1 + rng_below(r, 1u << rng_below(r, 9));
    char run[512];

    n = n < t->n - at ? n : t->n - at;
    memcpy(run, t->p + at, n);
    text_insert(t, at, run, n);
}

/* From `at` to the line's end. */
static inline size_t line_rest(const text *t, size_t at)
{
    const char *end = memchr(t->p + at, '\n', t->n - at);

    return end ? (size_t)(end - t->p) - at : t->n - at;
}

static inline void damage_cut_lines(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 3); n > 0; n--) {
        size_t at = place(r, t);
        while (rng_chance(r, 50) && at > 0 && t->p[at - 1] != '\n')
            at--;
        text_cut(t, at, line_rest(t, at));
    }
}

static inline void damage_merged(rng *r, text *t)
{
    unsigned share = 10 + rng_below(r, 91);
    bool gone = rng_chance(r, 50);

    for (size_t i = 0; i + 2 < t->n; i++)
        if (t->p[i] == '\n' && rng_chance(r, share)) {
            if (gone)
                text_cut(t, i, 1);
            else
                t->p[i] = ' ';
        }
}

static const char DELIMITERS[] = "\"\"[]{}(){}[";

static inline void damage_lost(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 4); n > 0; n--) {
        char c = DELIMITERS[rng_below(r, sizeof DELIMITERS - 1)];
        size_t from = place(r, t);
        char *p = memchr(t->p + from, c, t->n - from);
        if (!p)
            p = memchr(t->p, c, t->n);
        if (p)
            text_cut(t, (size_t)(p - t->p), 1);
    }
}

static inline void damage_stray(rng *r, text *t)
{
    static const char stray[] = "\"[]{}();%\\$*{([";

    for (unsigned n = 1 + rng_below(r, 4); n > 0; n--)
        text_insert(t, place(r, t), &stray[rng_below(r, sizeof stray - 1)], 1);
}

static inline void damage_spliced(rng *r, text *t, tby_str other)
{
    t->n = place(r, t);
    size_t from = rng_below(r, (unsigned)other.n);
    if (rng_chance(r, 80))
        text_add(t, other.p + from, other.n - from);
    else
        text_puts(t, "\n\n"); /* or there is no other half */
}

static inline void damage_tags_lost(rng *r, text *t)
{
    unsigned share = rng_chance(r, 30) ? 100 : 20 + rng_below(r, 60);

    for (size_t at = 0; at + 2 < t->n;) {
        size_t n = line_rest(t, at) + 1;
        if (t->p[at] == '[' && rng_chance(r, share))
            text_cut(t, at, n);
        else
            at += n;
    }
}

/* Takes a line out and puts it elsewhere. */
static inline void damage_shuffled(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 4); n > 0; n--) {
        size_t from = place(r, t), to;
        text line = {NULL, 0, 0};
        while (from > 0 && t->p[from - 1] != '\n')
            from--;
        if (from + line_rest(t, from) + 2 >= t->n)
            continue; /* the last */
        text_add(&line, t->p + from, line_rest(t, from) + 1);
        text_cut(t, from, line.n);
        to = place(r, t);
        while (to > 0 && t->p[to - 1] != '\n')
            to--;
        text_insert(t, to, line.p, line.n);
        text_free(&line);
    }
}

static inline void damage_spaces(rng *r, text *t)
{
    size_t n = 1 + rng_below(r, 1u << rng_below(r, 15));
    char *run = malloc(n);

    assert_non_null(run);
    memset(run, "  \t\n"[rng_below(r, 4)], n);
    text_insert(t, place(r, t), run, n);
    free(run);
}

static inline void damage_latin1(rng *r, text *t)
{
    for (unsigned n = 1 + rng_below(r, 20); n > 0; n--)
        t->p[place(r, t)] = (char)(128 + rng_below(r, 128));
}

static inline void damage_utf16(rng *r, text *t)
{
    size_t from = place(r, t);
    text wide = {NULL, 0, 0};
    bool big = rng_chance(r, 50);

    text_add(&wide, t->p, from);
    for (size_t i = from; i + 2 < t->n; i++) {
        char pair[2] = {big ? 0 : t->p[i], big ? t->p[i] : 0};
        text_add(&wide, pair, 2);
    }
    text_puts(&wide, "\n\n");
    text_free(t);
    *t = wide;
}

static inline void damage_no_result(rng *r, text *t)
{
    while (t->n && t->p[t->n - 1] == '\n')
        t->n--;
    while (t->n && t->p[t->n - 1] != ' ' && t->p[t->n - 1] != '\n')
        t->n--;
    if (rng_chance(r, 50))
        t->n -= t->n / 4 ? rng_below(r, (unsigned)t->n / 4) : 0;
    text_puts(t, "\n\n");
}

/* Puts something in front of lines or behind them. */
static inline void put_lines(text *t, tby_str s, unsigned share, rng *r,
                             const char *before, const char *behind)
{
    for (size_t at = 0; at < s.n;) {
        const char *lf = memchr(s.p + at, '\n', s.n - at);
        size_t n = lf ? (size_t)(lf - s.p) - at : s.n - at;
        bool hit = n > 0 && rng_chance(r, share);

        text_puts(t, hit ? before : "");
        text_add(t, s.p + at, n);
        text_puts(t, hit ? behind : "");
        text_puts(t, lf ? "\n" : "");
        at += n + 1;
    }
}

static inline void damage_lines(damage_kind kind, rng *r, text *t)
{
    unsigned share = rng_chance(r, 60) ? 100 : 20 + rng_below(r, 60);
    bool quotes = rng_chance(r, 50);
    text out = {NULL, 0, 0};

    put_lines(&out, (tby_str){t->p, t->n}, share, r,
              kind == DAMAGE_QUOTED ? "> " : "",
              kind == DAMAGE_HTML ? "<br>" : "");
    text_free(t);
    for (size_t i = 0; kind == DAMAGE_HTML && quotes && i < out.n; i++)
        if (out.p[i] == '"') {
            out.p[i] = '&';
            text_insert(&out, i + 1, "quot;", 5);
        }
    *t = out;
}

static inline void damage_unquoted(rng *r, text *t)
{
    unsigned share = rng_chance(r, 30) ? 100 : 10 + rng_below(r, 60);

    for (size_t i = 0; i + 1 < t->n; i++)
        if (t->p[i] == '"' && t->p[i + 1] == ']' && rng_chance(r, share))
            text_cut(t, i, 1 + rng_chance(r, 20));
}

static inline void damage_wrapped(text *t)
{
    enum { WIDTH = 75 };
    size_t column = 0;

    for (size_t i = 0; i + 2 < t->n; i++) {
        column = t->p[i] == '\n' ? 0 : column + 1;
        if (column == WIDTH) {
            text_insert(t, i, "=\n", 2);
            i++;
            column = 0;
        }
    }
}

static inline void damage_mixed(text *t, tby_str other)
{
    text out = {NULL, 0, 0};

    for (size_t a = 0, b = 0, n; a < t->n;) {
        n = line_rest(t, a) + 1;
        n = n < t->n - a ? n : t->n - a;
        text_add(&out, t->p + a, n);
        a += n;
        const char *lf = memchr(other.p + b, '\n', other.n - b);
        n = lf ? (size_t)(lf - other.p) + 1 - b : other.n - b;
        if (a < t->n)
            text_add(&out, other.p + b, n);
        b += n;
    }
    text_free(t);
    *t = out;
}

static inline void damage_game(damage_kind kind, rng *r, text *t, tby_str other)
{
    switch (kind) {
    case DAMAGE_BITS:
        damage_bits(r, t);
        break;
    case DAMAGE_BYTES:
        damage_bytes(r, t, false);
        break;
    case DAMAGE_NULS:
        damage_bytes(r, t, true);
        break;
    case DAMAGE_DELETED:
        damage_deleted(r, t);
        break;
    case DAMAGE_DOUBLED:
        damage_doubled(r, t);
        break;
    case DAMAGE_CUT_LINES:
        damage_cut_lines(r, t);
        break;
    case DAMAGE_MERGED:
        damage_merged(r, t);
        break;
    case DAMAGE_LOST:
        damage_lost(r, t);
        break;
    case DAMAGE_STRAY:
        damage_stray(r, t);
        break;
    case DAMAGE_SPLICED:
        damage_spliced(r, t, other);
        break;
    case DAMAGE_TAGS_LOST:
        damage_tags_lost(r, t);
        break;
    case DAMAGE_SHUFFLED:
        damage_shuffled(r, t);
        break;
    case DAMAGE_SPACES:
        damage_spaces(r, t);
        break;
    case DAMAGE_LATIN1:
        damage_latin1(r, t);
        break;
    case DAMAGE_UTF16:
        damage_utf16(r, t);
        break;
    case DAMAGE_NO_RESULT:
        damage_no_result(r, t);
        break;
    case DAMAGE_QUOTED:
    case DAMAGE_HTML:
        damage_lines(kind, r, t);
        break;
    case DAMAGE_UNQUOTED:
        damage_unquoted(r, t);
        break;
    case DAMAGE_WRAPPED:
        damage_wrapped(t);
        break;
    case DAMAGE_MIXED:
        damage_mixed(t, other);
        break;
    case DAMAGE_ANY:
    case DAMAGE_JUNK:
    case DAMAGE_CR_ONLY:
    case DAMAGE_CRLF:
    case DAMAGE_ONE_LINE:
    case DAMAGE_ENDS_TWICE:
    case DAMAGE_CR_CR_LF:
    case DAMAGE_INDENTED:
    case DAMAGE_ENDS:
    case DAMAGE_GONE:
    case DAMAGE_TWICE:
    case DAMAGE_SWAPPED:
    case DAMAGE_ERASED:
    case DAMAGE_KINDS:
        break;
    }
}

/* --- between games and all over ---------------------------------------------
 */

/* Comments are no junk: those behind a result belong to the game before. */
static inline void put_junk(rng *r, text *t)
{
    static const char *const lines[] = {
        "From nobody@example.org Sat Jan  1 00:00:00 2000",
        "<html><body><pre>",
        "=======================",
        "Game 12 of 300",
        "% an escape",
        "{ an open comment",
        "1.",
        "e4 e5 Nf3",
        "1-0",
        "*",
        "( a variation",
        "[",
        "[Event",
        "[Event \"",
        "\xef\xbb\xbf",
        "\"",
        "PK\x03\x04",
    };

    for (unsigned n = 1 + rng_below(r, 3); n > 0; n--) {
        if (rng_chance(r, 70)) {
            text_puts(t, lines[rng_below(r, LENGTH(lines))]);
        } else {
            for (unsigned k = rng_below(r, 80); k > 0; k--) {
                char c = (char)rng_below(r, 256);
                c = c == '\n' || c == '\r' ? ' ' : c;
                text_add(t, &c, 1);
            }
        }
        text_puts(t, "\n");
    }
    text_puts(t, "\n");
}

static inline void put_with_line_ends(text *t, tby_str s, const char *end)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '\n')
            text_puts(t, end);
        else
            text_add(t, s.p + i, 1);
}

/* One game, hit or not, behind what is there. */
static inline void put_game(damage_kind kind, rng *r, text *t, tby_str s,
                            tby_str other)
{
    text game = {NULL, 0, 0};

    switch ((int)kind) {
    case DAMAGE_JUNK:
        text_add(t, s.p, s.n);
        put_junk(r, t);
        break;
    case DAMAGE_CR_ONLY:
        put_with_line_ends(t, s, "\r");
        break;
    case DAMAGE_CRLF:
        put_with_line_ends(t, s, "\r\n");
        break;
    case DAMAGE_ONE_LINE:
        put_with_line_ends(t, s, " ");
        break;
    case DAMAGE_ENDS_TWICE:
        put_with_line_ends(t, s, "\n\n");
        break;
    case DAMAGE_CR_CR_LF:
        put_with_line_ends(t, s, "\r\r\n");
        break;
    case DAMAGE_INDENTED:
        put_lines(t, s, 100, r, "  \t", " ");
        break;
    case DAMAGE_ENDS:
        text_add(t, s.p, s.n);
        break;
    default:
        if (kind == DAMAGE_ANY)
            kind = (damage_kind)rng_below(r, DAMAGE_ANY);
        text_add(&game, s.p, s.n);
        damage_game(kind, r, &game, other);
        text_add(t, game.p, game.n);
        text_free(&game);
    }
}

/* Does the text end as the game does? */
static inline bool ends_like(const text *t, tby_str game)
{
    return t->n == 0 ||
           (t->n >= 2 && memcmp(t->p + t->n - 2, game.p + game.n - 2, 2) == 0);
}

/* Cuts the file at both ends. */
static inline void cut_ends(rng *r, damaged *d)
{
    size_t from = rng_below(r, (unsigned)d->begin[1]);
    size_t last = d->begin[d->n - 1];

    d->text.n = last + rng_below(r, (unsigned)(d->text.n - last));
    text_cut(&d->text, 0, from);
    d->intact[0] = d->intact[d->n - 1] = false;
    d->begin[0] = 0;
    for (size_t i = 1; i < d->n; i++)
        d->begin[i] -= from;
}

/* --- blocks ----------------------------------------------------------------
 */

/* A file that is put together of pieces of another, and where each byte comes
 * from. */
typedef struct pieces {
    text text;
    size_t *from; /* NOWHERE: from no game */
    size_t cap;   /* of from */
} pieces;

#define NOWHERE SIZE_MAX

static inline void put_piece(pieces *to, const text *t, size_t from, size_t n)
{
    if (to->text.n + n > to->cap) {
        to->cap = 2 * (to->text.n + n);
        to->from = realloc(to->from, to->cap * sizeof *to->from);
        assert_non_null(to->from);
    }
    for (size_t i = 0; i < n; i++)
        to->from[to->text.n + i] = from + i;
    text_add(&to->text, t->p + from, n);
}

/* Blanks at once, or bytes that are anything. */
static inline void erase_piece(pieces *to, rng *r, size_t n)
{
    bool zero = rng_chance(r, 50);

    for (size_t i = to->text.n - n; i < to->text.n; i++) {
        to->text.p[i] = zero ? '\0' : (char)rng_below(r, 256);
        to->from[i] = NOWHERE;
    }
}

static inline pieces cut_up(damage_kind kind, rng *r, const text *t,
                            unsigned share)
{
    pieces out = {{NULL, 0, 0}, NULL, 0};

    for (size_t at = 0, n; at < t->n; at += n) {
        n = 1 + rng_below(r, 16u << rng_below(r, 10));
        n = n < t->n - at ? n : t->n - at;
        bool hit = rng_chance(r, share);
        if (hit && kind == DAMAGE_SWAPPED && n > 1) {
            size_t half = 1 + rng_below(r, (unsigned)n - 1);
            put_piece(&out, t, at + half, n - half);
            put_piece(&out, t, at, half);
            continue;
        }
        if (!hit || kind != DAMAGE_GONE)
            put_piece(&out, t, at, n);
        if (hit && kind == DAMAGE_TWICE)
            put_piece(&out, t, at, n);
        if (hit && kind == DAMAGE_ERASED)
            erase_piece(&out, r, n);
    }
    return out;
}

/* Is the game of bytes a to b whole at a byte of the file? */
static inline bool is_whole_at(const pieces *p, size_t at, size_t a, size_t b)
{
    if (p->text.n - at < b - a)
        return false;
    for (size_t i = 0; i < b - a; i++)
        if (p->from[at + i] != a + i)
            return false;
    return true;
}

/* The game whose first byte is `byte`, or n: a file of d is in order. */
static inline size_t game_of_byte(const damaged *d, size_t byte)
{
    size_t low = 0, high = d->n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (d->begin[mid] < byte)
            low = mid + 1;
        else
            high = mid;
    }
    return low < d->n && d->begin[low] == byte ? low : d->n;
}

/* Damages blocks of a file whose games are at d->begin: what is found first of
 * a game, whole and behind an empty line, is that game. */
static inline void damage_blocks(damage_kind kind, rng *r, damaged *d,
                                 const tby_str *game, unsigned share)
{
    pieces p = cut_up(kind, r, &d->text, share);
    size_t *begin = malloc((d->n + 1) * sizeof *begin);

    assert_non_null(begin);
    for (size_t i = 0; i < d->n; i++) {
        d->intact[i] = false;
        begin[i] = p.text.n;
    }
    for (size_t at = 0; at < p.text.n; at++) {
        size_t a = p.from[at], i = game_of_byte(d, a);
        text before = {p.text.p, at, 0};
        if (i == d->n || d->intact[i] ||
            !is_whole_at(&p, at, a, a + game[i].n) ||
            !ends_like(&before, game[i]))
            continue;
        d->intact[i] = true;
        begin[i] = at;
    }
    free(d->begin);
    d->begin = begin;
    text_free(&d->text);
    free(p.from);
    d->text = p.text;
}

/* Damages one in `share` percent of the n games, or of blocks. */
static inline damaged damage(damage_kind kind, rng *r, const tby_str *game,
                             size_t n, unsigned share)
{
    bool keeps_all = kind >= DAMAGE_JUNK;
    damaged d = {{NULL, 0, 0},
                 malloc(n * sizeof *d.begin),
                 malloc(n * sizeof *d.intact),
                 n,
                 0};

    assert_true(d.begin && d.intact);
    for (size_t i = 0; i < n; i++) {
        bool hit = kind < DAMAGE_GONE && rng_chance(r, share);
        d.begin[i] = d.text.n;
        d.intact[i] = keeps_all || (!hit && ends_like(&d.text, game[i]));
        if (hit)
            put_game(kind, r, &d.text, game[i],
                     game[rng_below(r, (unsigned)n)]);
        else
            text_add(&d.text, game[i].p, game[i].n);
        while (kind == DAMAGE_INDENTED && d.begin[i] < d.text.n &&
               (unsigned char)d.text.p[d.begin[i]] <= ' ')
            d.begin[i]++;
    }
    if (kind == DAMAGE_ENDS)
        cut_ends(r, &d);
    if (kind >= DAMAGE_GONE)
        damage_blocks(kind, r, &d, game, share);
    for (size_t i = 0; i < n; i++)
        d.intact_n += d.intact[i];
    return d;
}

#endif
