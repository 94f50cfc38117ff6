/* cmd_eco_out.c - files that the commands on openings write. */
#include "app/cli/cmd_eco_out.h"

#include "io/file.h"
#include "io/sink.h"

#include <string.h>

int tby_eco_check_out(const tby_cli_call *call, const char *path)
{
    tby_file_info info;

    if (strcmp(path, "-") == 0 || tby_cli_has(call, "force") ||
        tby_file_look(path, &info) != TBY_OK || !info.plain)
        return TBY_EXIT_OK;
    return tby_cli_usage(call->command, "--force replaces it.",
                         "'%s' is there already.", path);
}

int tby_eco_write(const char *path, tby_str bytes)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_put(&sink, path, bytes.p, bytes.n);

    if (rc != TBY_OK) {
        const char *text = sink ? tby_sink_error_text(sink) : "";
        tby_cli_diag_file(strcmp(path, "-") == 0 ? "stdout" : path,
                          *text ? text : tby_rc_text(rc), tby_rc_name(rc));
    }
    tby_sink_close(sink);
    return tby_cli_exit_of(rc);
}
