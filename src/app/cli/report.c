/* report.c - what goes wrong, said on standard error; and JSON on its way out.
 *
 * Texts may repeat what the user or a file said, so that bytes which a
 * terminal would obey are not printed as they are. */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "io/system/progress.h"

#include <stdarg.h>
#include <string.h>

static void put_clean(const char *text)
{
    tby_print_clean(stderr, tby_str_of(text));
}

void tby_cli_diag(const char *file, tby_place place, const char *sentence,
                  const char *name)
{
    fflush(stdout); /* so that both come in order in one log */
    fputs("tabiya: ", stderr);
    put_clean(file);
    if (place.line)
        fprintf(stderr, ":%zu:%zu", place.line, place.column);
    fputs(": ", stderr);
    put_clean(sentence);
    fprintf(stderr, " (%s)\n", name);
}

void tby_cli_diag_file(const char *file, const char *sentence, const char *name)
{
    tby_cli_diag(file, (tby_place){0, 0}, sentence, name);
}

static const char *const SEVERITIES[] = {"note", "warning", "error"};

static const char *name_of(const tby_finding *f)
{
    return f->name ? f->name : tby_rc_name(f->code);
}

void tby_cli_print_finding(void *ctx, const tby_finding *f)
{
    char text[2048];

    (void)ctx;
    TBY_ASSERT(f->severity <= TBY_ERROR && f->file && f->text);
    snprintf(text, sizeof text, "%s%s%s",
             f->severity == TBY_ERROR ? "" : SEVERITIES[f->severity],
             f->severity == TBY_ERROR ? "" : ": ", f->text);
    tby_cli_diag(f->file, f->place, text, name_of(f));
}

void tby_cli_say(tby_severity severity, const char *file, const char *name,
                 const char *format, ...)
{
    char text[2048];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    tby_cli_print_finding(NULL, &(tby_finding){.severity = severity,
                                               .file = file,
                                               .name = name,
                                               .text = text});
}

void tby_cli_json_finding(tby_jsonw *w, const tby_finding *f)
{
    TBY_ASSERT(f->severity <= TBY_ERROR);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", f->file);
    if (f->place.line) {
        tby_jsonw_put_u64(w, "line", f->place.line);
        tby_jsonw_put_u64(w, "column", f->place.column);
    }
    tby_jsonw_put_cstr(w, "severity", SEVERITIES[f->severity]);
    tby_jsonw_put_cstr(w, "code", name_of(f));
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
    TBY_ASSERT(rc < 0);
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
       asked for is too much, or the file another by now or compressed, or one
       of another kind */
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

int tby_cli_fail_file(const char *path, tby_rc rc, const char *why)
{
    const char *other = rc == TBY_E_STORE_FOREIGN
                            ? tby_kind_refusal_of_file(TBY_WANT_DATABASE, path)
                            : NULL;

    rc = other ? TBY_E_FILE_KIND : rc;
    tby_cli_diag_file(path,
                      other  ? other
                      : *why ? why
                             : tby_rc_text(rc),
                      tby_rc_name(rc));
    return tby_cli_exit_of_file(rc);
}

int tby_cli_worse_exit(int a, int b)
{
    static const int RANK[] = {[TBY_EXIT_OK] = 0,
                               [TBY_EXIT_NO] = 1,
                               [TBY_EXIT_USAGE] = 3,
                               [TBY_EXIT_MALFORMED] = 2,
                               [TBY_EXIT_INTERNAL] = 4};

    TBY_ASSERT(b >= TBY_EXIT_OK && b <= TBY_EXIT_INTERNAL);
    TBY_ASSERT(a >= TBY_EXIT_OK && a <= TBY_EXIT_INTERNAL);
    return RANK[a] > RANK[b] ? a : b;
}

static tby_buf json;
static tby_jsonw writer = {.buf = &json};

tby_jsonw *tby_cli_json_start(void)
{
    enum { MOST = 1 << 28 }; /* far above any answer, far below any memory */

    tby_buf_free(&json); /* one that was given up */
    tby_buf_init(&json, NULL, MOST);
    writer = (tby_jsonw){.buf = &json};
    return &writer;
}

tby_jsonw *tby_cli_json_object(void)
{
    tby_jsonw_object(tby_cli_json_start());
    return &writer;
}

int tby_cli_json_object_end(void)
{
    tby_jsonw_object_end(&writer);
    return tby_cli_json_print();
}

int tby_cli_json_print_to(FILE *out)
{
    tby_rc rc = tby_jsonw_end(&writer);
    tby_str text = tby_buf_str(&json);

    if (rc == TBY_OK)
        fwrite(text.p, 1, text.n, out); /* main() looks for errors */
    tby_buf_free(&json);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("json", rc);
}

int tby_cli_json_print(void)
{
    return tby_cli_json_print_to(stdout);
}

void tby_cli_out_open(tby_cli_out *o, const tby_cli_call *call, FILE *to,
                      int width)
{
    TBY_ASSERT(to == stdout || to == stderr);
    o->to = call->json || to == stdout ? to : NULL;
    o->width = width;
    o->w = call->json ? tby_cli_json_start() : NULL;
    if (o->w)
        tby_jsonw_object(o->w);
}

int tby_cli_out_close(tby_cli_out *o)
{
    if (!o->w)
        return TBY_EXIT_OK;
    tby_jsonw_object_end(o->w);
    return tby_cli_json_print_to(o->to);
}

void tby_cli_out_head(tby_cli_out *o, const char *name, const char *path)
{
    if (o->w && name) {
        tby_jsonw_put_cstr(o->w, name, path);
    } else if (!o->w && o->to) {
        tby_print_clean(o->to, tby_str_of(path));
        fputc('\n', o->to);
    }
}

void tby_cli_out_u64(tby_cli_out *o, const char *label, const char *name,
                     uint64_t n)
{
    TBY_ASSERT(label || name);
    if (o->w && name)
        tby_jsonw_put_u64(o->w, name, n);
    else if (!o->w && label)
        tby_cli_out_print(o, "%-*s %llu\n", o->width, label,
                          (unsigned long long)n);
}

void tby_cli_out_str(tby_cli_out *o, const char *label, const char *name,
                     tby_str text)
{
    TBY_ASSERT(label || name);
    if (o->w && name) {
        tby_jsonw_put_str(o->w, name, text);
    } else if (!o->w && label && o->to) {
        fprintf(o->to, "%-*s ", o->width, label);
        tby_print_clean(o->to, text);
        fputc('\n', o->to);
    }
}

void tby_cli_out_cstr(tby_cli_out *o, const char *label, const char *name,
                      const char *text)
{
    if (o->w && name && !text)
        tby_jsonw_put_cstr(o->w, name, NULL);
    else
        tby_cli_out_str(o, label, name, tby_str_of(text));
}

void tby_cli_out_bool(tby_cli_out *o, const char *name, bool yes)
{
    if (o->w)
        tby_jsonw_put_bool(o->w, name, yes);
}

void tby_cli_out_real(tby_cli_out *o, const char *name, double value,
                      unsigned digits)
{
    if (!o->w)
        return;
    tby_jsonw_key(o->w, name);
    tby_jsonw_double(o->w, value, digits);
}

void tby_cli_out_object(tby_cli_out *o, const char *name)
{
    if (o->w && name)
        tby_jsonw_put_object(o->w, name);
    else if (o->w)
        tby_jsonw_object(o->w);
}

void tby_cli_out_object_end(tby_cli_out *o)
{
    if (o->w)
        tby_jsonw_object_end(o->w);
}

void tby_cli_out_array(tby_cli_out *o, const char *name)
{
    if (o->w)
        tby_jsonw_put_array(o->w, name);
}

void tby_cli_out_array_end(tby_cli_out *o)
{
    if (o->w)
        tby_jsonw_array_end(o->w);
}

void tby_cli_out_count(tby_cli_out *o, const char *label, const char *name,
                       uint64_t n, const char *one, const char *many)
{
    if (label)
        tby_cli_out_print(o, "%-*s %llu %s\n", o->width, label,
                          (unsigned long long)n, n == 1 ? one : many);
    if (name)
        tby_cli_out_u64(o, NULL, name, n);
}

void tby_cli_out_print(tby_cli_out *o, const char *format, ...)
{
    va_list list;

    if (o->w || !o->to)
        return;
    va_start(list, format);
    vfprintf(o->to, format, list);
    va_end(list);
}

void tby_cli_cell(int width, bool known, double value, int decimals,
                  const char *unit)
{
    if (known)
        printf("  %*.*f%s", width - (int)strlen(unit), decimals, value, unit);
    else
        printf("  %*s", width, "-");
}

tby_rc tby_cli_on_progress(void *bar, uint64_t done, uint64_t total,
                           uint64_t amount)
{
    tby_progress_update(bar, done, total, amount);
    return TBY_OK;
}
