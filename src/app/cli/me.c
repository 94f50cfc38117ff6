/* me.c - tabiya me: the names that "me" stands for. */
#include "app/cli/cli.h"
#include "core/base/buf.h"
#include "core/base/str.h"
#include "io/system/file.h"
#include "store/store.h"

#include <string.h>

enum { MOST = 1 << 16 }; /* bytes of all names */

void tby_cli_read_me(void)
{
    char *path = tby_config_path("me.txt");
    static tby_map map; /* for as long as the program runs */

    if (path && tby_map_open(&map, path) == TBY_OK && map.n <= MOST)
        tby__filter_set_me((tby_str){map.p, map.n});
    tby_path_free(path);
}

static int show(const tby_cli_call *call)
{
    tby_str names = tby__filter_player(TBY_STR("me")), name;
    tby_cli_out o;

    tby_cli_out_open(&o, call, stdout, 0);
    tby_cli_out_array(&o, "names");
    while (!tby_str_is(names, "me") && tby_str_field(&names, '\n', &name)) {
        if (o.w)
            tby_jsonw_str(o.w, tby_str_trim(name));
        else
            tby_print_clean(stdout, tby_str_trim(name));
        tby_cli_out_print(&o, "\n");
    }
    tby_cli_out_array_end(&o);
    return tby_cli_out_close(&o);
}

static int run_me(const tby_cli_call *call)
{
    bool none = tby_cli_has(call, "none");
    tby_buf text;

    if (!call->n && !none)
        return show(call);
    if (call->n && none)
        return TBY_CLI_USAGE(call, "--none takes no name.");
    tby_buf_init(&text, NULL, MOST);
    for (size_t i = 0; i < call->n; i++) {
        tby_str name = tby_str_trim(tby_str_of(call->args[i]));
        if (!name.n || strpbrk(call->args[i], "\r\n")) {
            tby_buf_free(&text);
            return TBY_CLI_USAGE(call, "'%s' is no name.", call->args[i]);
        }
        tby_buf_add(&text, name);
        tby_buf_char(&text, '\n');
    }
    char *path = tby_config_path("me.txt");
    int code = TBY_EXIT_OK;
    if (!path)
        code = TBY_CLI_USAGE(call, "there is no home: set XDG_CONFIG_HOME");
    else if (text.rc != TBY_OK)
        code = tby_cli_fail(path, text.rc);
    if (code == TBY_EXIT_OK) {
        char *slash = strrchr(path, '/');
        *slash = '\0';
        tby_rc rc = tby_folder_make(path);
        *slash = '/';
        code = rc == TBY_OK
                   ? tby_cli_write_file(path, (tby_str){text.p, text.n})
                   : tby_cli_fail(path, rc);
    }
    tby_path_free(path);
    tby_buf_free(&text);
    return code;
}

const tby_cli_command tby_cmd_me = {
    TBY_CLI_SYNOPSIS("me", NULL, "[NAME...]",
                     "show or set the names that 'me' stands for"),
    .about =
        "Your names: those of accounts and the one in tournaments. Wherever a "
        "player is asked for, on the command line, in the console and through "
        "the server, 'me' means all of them together: 'tabiya db player "
        "games.tdb me', 'tabiya rep deviations white.txt games.pgn --player "
        "me'. Without NAME they are shown; --none forgets them, and 'me' is a "
        "name like any other then. A player who is called so is found as 'Me'. "
        "They are kept in $XDG_CONFIG_HOME/tabiya/me.txt (or ~/.config), one a "
        "line, and read when the program starts.",
    TBY_CLI_OPTIONS({"none", NULL, "forget the names"}),
    TBY_CLI_EXAMPLES(
        {"tabiya me DrNykterstein 'Carlsen, Magnus'", "an account and a name"},
        {"tabiya db games games.tdb --player me --result loss",
         "what there is to learn from"}),
    .run = run_me,
};
