/* files.c - files that commands read and write, and memory for them. */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "io/system/file.h"

#include <string.h>
#include <strings.h>

void *tby_cli_resize(void *p, size_t from, size_t to)
{
    tby_alloc alloc = tby_alloc_libc();

    return p || to ? alloc.realloc(alloc.ctx, p, from, to) : NULL;
}

const char *tby_cli_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Names that promise something else than what is written there: by bits of
 * TBY_WANT_..., those for which they are right. */
static const struct {
    const char *ends, *what, *hint;
    unsigned right;
} PROMISES[] = {
    {".tdb", "a database", "'tabiya db import' makes a database.", 0},
    {".bin", "a book", "'tabiya book make' makes a book.", 1 << TBY_WANT_TEXT},
    {".json", "JSON", NULL, 1 << TBY_WANT_TEXT | 1 << TBY_WANT_OPENINGS},
    {".svg", "a picture", NULL, 1 << TBY_WANT_TEXT},
    {".png .jpg .jpeg .gif .webp .pdf", "a picture", NULL, 0},
    {".html .htm", "a page", NULL, 0},
    {".zip .7z .rar .tar .tgz .bz2 .xz", "an archive",
     "A name that ends with .gz or .zst is compressed.", 0},
};

static bool ends_with(const char *path, size_t n, const char *ends)
{
    tby_str rest = tby_str_of(ends), end;

    while (tby_str_word(&rest, &end))
        if (n > end.n && strncasecmp(path + n - end.n, end.p, end.n) == 0)
            return true;
    return false;
}

/* False after a complaint. */
static bool keeps_promise(const tby_cli_call *call, const char *out,
                          tby_kind_wanted written)
{
    size_t n = strlen(out);

    n -= ends_with(out, n, ".gz") ? 3 : ends_with(out, n, ".zst") ? 4 : 0;
    for (size_t i = 0; i < sizeof PROMISES / sizeof *PROMISES; i++)
        if (ends_with(out, n, PROMISES[i].ends) &&
            !(PROMISES[i].right >> written & 1)) {
            tby_cli_usage(call->command, PROMISES[i].hint,
                          "'%s' is a name for %s, and something else would be "
                          "written there.",
                          out, PROMISES[i].what);
            return false;
        }
    return true;
}

bool tby_cli_may_write(const tby_cli_call *call, const char *out,
                       tby_kind_wanted written)
{
    tby_file_info info;
    bool insist = tby_cli_find_value(call, "force") != NULL;

    if (!out || strcmp(out, "-") == 0)
        return true;
    bool there = tby_file_look(out, &info) == TBY_OK && info.plain;
    const char *loss =
        there ? tby_kind_loss(written, tby_kind_of_file(out), insist) : NULL;
    if (loss) {
        tby_cli_diag_file(out, loss, tby_rc_name(TBY_E_FILE_KIND));
        return false;
    }
    return keeps_promise(call, out, written);
}

int tby_cli_check_out(const tby_cli_call *call, const char *path,
                      tby_kind_wanted written)
{
    tby_file_info info;

    if (!tby_cli_may_write(call, path, written))
        return TBY_EXIT_USAGE;
    if (strcmp(path, "-") == 0 || tby_cli_has(call, "force") ||
        tby_file_look(path, &info) != TBY_OK || !info.plain)
        return TBY_EXIT_OK;
    return tby_cli_usage(call->command, "--force replaces it.",
                         "'%s' is there already.", path);
}

bool tby_cli_spares(const tby_cli_call *call, const char *in, const char *out)
{
    bool files = out && strcmp(in, "-") != 0 && strcmp(out, "-") != 0;
    char *a = files ? tby_path_resolve(in) : NULL;
    char *b = files ? tby_path_resolve(out) : NULL;
    bool same = a && b && strcmp(a, b) == 0;

    tby_path_free(a);
    tby_path_free(b);
    if (same)
        TBY_CLI_USAGE(call,
                      "'%s' is read: what is written is of another kind and "
                      "cannot take its place.",
                      out);
    return !same;
}

int tby_cli_fail_sink(const char *path, const tby_sink *sink, tby_rc rc)
{
    const char *text = sink ? tby_sink_error_text(sink) : "";

    tby_cli_diag_file(strcmp(path, "-") == 0 ? "stdout" : path,
                      *text ? text : tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

int tby_cli_write_file(const char *path, tby_str bytes)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_put(&sink, path, bytes.p, bytes.n);

    TBY_ASSERT(path && (bytes.p || !bytes.n));
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail_sink(path, sink, rc);
    tby_sink_close(sink);
    return code;
}
