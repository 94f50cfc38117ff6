/* report.c - what goes wrong, said on standard error; and JSON on its way out.
 *
 * Texts may repeat what the user or a file said, so that bytes which a
 * terminal would obey are not printed as they are. */
#include "app/cli/cli.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <string.h>

/* The length of the character at the start of text, and whether it may be
 * printed as it is. */
static size_t look(tby_str text, bool *clean)
{
    uint32_t point = 0;
    size_t n = tby_utf8_decode(text, &point);

    *clean = n && point >= 0x20 && (point < 0x7F || point >= 0xA0);
    return n ? n : 1;
}

/* In runs: standard error writes what it gets at once. */
void tby_cli_put_clean(FILE *out, tby_str text)
{
    size_t from = 0, n;
    bool clean;

    for (size_t at = 0; at < text.n; at += n) {
        n = look((tby_str){.p = text.p + at, .n = text.n - at}, &clean);
        if (clean)
            continue;
        fwrite(text.p + from, 1, at - from, out);
        fputc('?', out);
        from = at + n;
    }
    if (from < text.n)
        fwrite(text.p + from, 1, text.n - from, out);
}

static void put_clean(const char *text)
{
    tby_cli_put_clean(stderr, tby_str_of(text));
}

void tby_cli_diag(const char *file, tby_place place, const char *sentence,
                  const char *name)
{
    fflush(stdout); /* so that both come in order in one log */
    fputs("tabiya: ", stderr);
    put_clean(file);
    fprintf(stderr, ":%zu:%zu: ", place.line, place.column);
    put_clean(sentence);
    fprintf(stderr, " (%s)\n", name);
}

void tby_cli_diag_file(const char *file, const char *sentence, const char *name)
{
    fflush(stdout);
    fputs("tabiya: ", stderr);
    put_clean(file);
    fputs(": ", stderr);
    put_clean(sentence);
    fprintf(stderr, " (%s)\n", name);
}

static const char *const SEVERITIES[] = {"note", "warning", "error"};

void tby_cli_print_finding(const tby_cli_finding *f)
{
    char text[2048];

    snprintf(text, sizeof text, "%s%s%s",
             f->severity == TBY_ERROR ? "" : SEVERITIES[f->severity],
             f->severity == TBY_ERROR ? "" : ": ", f->text);
    if (f->place.line)
        tby_cli_diag(f->file, f->place, text, f->name);
    else
        tby_cli_diag_file(f->file, text, f->name);
}

void tby_cli_json_finding(tby_jsonw *w, const tby_cli_finding *f)
{
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", f->file);
    if (f->place.line) {
        tby_jsonw_put_u64(w, "line", f->place.line);
        tby_jsonw_put_u64(w, "column", f->place.column);
    }
    tby_jsonw_put_cstr(w, "severity", SEVERITIES[f->severity]);
    tby_jsonw_put_cstr(w, "code", f->name);
    tby_jsonw_put_cstr(w, "message", f->text);
    tby_jsonw_object_end(w);
}

int tby_cli_usage(const tby_cli_command *command, const char *hint,
                  const char *format, ...)
{
    char sentence[512];
    char name[TBY_CLI_NAME];
    va_list list;

    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    fputs("tabiya: ", stderr);
    put_clean(sentence);
    fprintf(stderr, " (%s)\n", tby_rc_name(TBY_E_USAGE));
    if (hint)
        fprintf(stderr, "%s\n", hint);
    else if (command)
        fprintf(stderr, "Try 'tabiya %s --help'.\n",
                tby_cli_name(command, name));
    else
        fputs("Try 'tabiya --help'.\n", stderr);
    return TBY_EXIT_USAGE;
}

int tby_cli_fail(const char *what, tby_rc rc)
{
    fputs("tabiya: ", stderr);
    put_clean(what);
    fprintf(stderr, ": %s (%s)\n", tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

static bool is_between(tby_rc rc, int from, int to)
{
    return -rc >= from && -rc <= to;
}

int tby_cli_exit_of(tby_rc rc)
{
    if (rc >= 0)
        return TBY_EXIT_OK;
    if (rc == TBY_E_NOMEM)
        return TBY_EXIT_INTERNAL;
    /* rooms have a hundred numbers each: io, engine, app; in work Graphviz has
       ten; a database that cannot be opened, written or asked so; and what was
       asked for is too much, or the file another by now or packed, or one of
       another kind */
    if (is_between(rc, 600, 699) || is_between(rc, 800, 899) ||
        is_between(rc, 910, 919) || is_between(rc, 1000, 1099) ||
        rc == TBY_E_STORE_OPEN || is_between(rc, 704, 706) ||
        is_between(rc, 710, 719) || rc == TBY_E_REP_EXPLODES ||
        is_between(rc, 902, 903) || is_between(rc, 931, 932) ||
        rc == TBY_E_FILE_KIND)
        return TBY_EXIT_USAGE;
    return TBY_EXIT_MALFORMED;
}

int tby_cli_exit_of_file(tby_rc rc)
{
    bool damaged =
        rc == TBY_E_IO_CUT || rc == TBY_E_IO_CORRUPT || rc == TBY_E_IO_FORMAT;

    return damaged ? TBY_EXIT_MALFORMED : tby_cli_exit_of(rc);
}

int tby_cli_worse_exit(int a, int b)
{
    static const int RANK[] = {[TBY_EXIT_OK] = 0,
                               [TBY_EXIT_NO] = 1,
                               [TBY_EXIT_USAGE] = 3,
                               [TBY_EXIT_MALFORMED] = 2,
                               [TBY_EXIT_INTERNAL] = 4};

    return RANK[a] > RANK[b] ? a : b;
}

tby_jsonw *tby_cli_json_start(tby_cli_json *j)
{
    enum { MOST = 1 << 28 }; /* far above any answer, far below any memory */

    tby_buf_init(&j->buf, NULL, MOST);
    j->w = (tby_jsonw){.buf = &j->buf};
    return &j->w;
}

int tby_cli_json_print_to(FILE *out, tby_cli_json *j)
{
    tby_rc rc = tby_jsonw_end(&j->w);
    tby_str text = tby_buf_str(&j->buf);

    if (rc == TBY_OK)
        fwrite(text.p, 1, text.n, out); /* main() looks for errors */
    tby_buf_free(&j->buf);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("json", rc);
}

int tby_cli_json_print(tby_cli_json *j)
{
    return tby_cli_json_print_to(stdout, j);
}
