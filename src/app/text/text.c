/* text.c - words on their way to a terminal or a file: what it can show, bytes
 * that it must not get, and lines that end where it does. */
#include "app/text/text.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    COLUMNS = 79,  /* the last of eighty stays free */
    NARROWEST = 30 /* less than that is no width to wrap to */
};

/* Terminals without 256 colours are rare enough to be listed. */
static bool has_colours(const char *term)
{
    return *term && strcmp(term, "dumb") != 0 && strcmp(term, "linux") != 0 &&
           strncmp(term, "vt", 2) != 0;
}

tby_look tby_look_of_stdout(void)
{
    const char *term = getenv("TERM");
    const char *no_color = getenv("NO_COLOR"); /* https://no-color.org */
    const char *depth = getenv("COLORTERM");
    tby_look look = {.terminal = isatty(STDOUT_FILENO) != 0};

    if (!look.terminal)
        return look;
    /* the fonts of Linux's own console have no chess pieces */
    look.figurines = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 &&
                     !(term && strcmp(term, "linux") == 0);
    look.colour = term && has_colours(term) && !(no_color && *no_color);
    look.direct = look.colour && depth &&
                  (!strcmp(depth, "truecolor") || !strcmp(depth, "24bit"));
    return look;
}

/* The length of the character at the start of text, and whether it may be
 * printed as it is. */
static size_t character(tby_str text, bool *clean)
{
    uint32_t point = 0;
    size_t n = tby_utf8_decode(text, &point);

    *clean = n && point >= 0x20 && (point < 0x7F || point >= 0xA0);
    return n ? n : 1;
}

/* In runs: standard error writes what it gets at once. */
void tby_print_clean(FILE *out, tby_str text)
{
    size_t from = 0, n;
    bool clean;

    for (size_t at = 0; at < text.n; at += n) {
        n = character((tby_str){.p = text.p + at, .n = text.n - at}, &clean);
        if (clean)
            continue;
        fwrite(text.p + from, 1, at - from, out);
        fputc('?', out);
        from = at + n;
    }
    if (from < text.n)
        fwrite(text.p + from, 1, text.n - from, out);
}

void tby_print_short(FILE *out, tby_str text, unsigned characters)
{
    size_t shown = 0;

    while (shown < text.n && characters--) {
        size_t n = tby_utf8_decode(tby_str_from(text, shown), NULL);
        shown += n ? n : 1;
    }
    tby_print_clean(out, (tby_str){text.p, shown});
}

/* Eighty columns everywhere, so that documents are the same on every machine;
 * only a narrower terminal gets less. */
static size_t columns_of(FILE *out)
{
    struct winsize size;

    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) != 0 ||
        size.ws_col < NARROWEST || size.ws_col > COLUMNS)
        return COLUMNS;
    return size.ws_col - 1u;
}

static void pad(FILE *out, size_t n)
{
    while (n--)
        fputc(' ', out);
}

/* One paragraph; ends its last line. */
static void wrap_paragraph(FILE *out, tby_str text, size_t indent, size_t at)
{
    size_t columns = columns_of(out);
    bool first = true; /* word of its line */
    tby_str word;

    while (tby_str_word(&text, &word)) {
        size_t width = tby_utf8_count(word);

        if (!first && at + 1 + width > columns) {
            fputc('\n', out);
            pad(out, indent);
            at = indent;
            first = true;
        }
        if (!first) {
            fputc(' ', out);
            at++;
        }
        fwrite(word.p, 1, word.n, out);
        at += width;
        first = false;
    }
    fputc('\n', out);
}

void tby_print_wrap(FILE *out, const char *text, size_t indent, size_t at)
{
    const char *gap;

    TBY_ASSERT(indent < 80);
    pad(out, at < indent ? indent - at : 0);
    at = at < indent ? indent : at;
    while ((gap = strstr(text, "\n\n")) != NULL) {
        wrap_paragraph(out, (tby_str){text, (size_t)(gap - text)}, indent, at);
        fputc('\n', out);
        pad(out, indent);
        at = indent;
        text = gap + 2;
    }
    wrap_paragraph(out, tby_str_of(text), indent, at);
}

double tby_percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}
