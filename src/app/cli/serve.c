/* serve.c - tabiya serve: the web app and the HTTP API. */
#include "work/serve.h"
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/engine/engine.h"
#include "app/cli/tb/cmd_tb.h"
#include "io/system/file.h"
#include "io/system/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PORT = 8090 };

enum { TOKEN_ROOM = 256 };

typedef struct view {
    char token[TOKEN_ROOM];
    const tby_cli_call *call;
    tby_process browser;
} view;

/* Beside the installed program, or in the tree it was built in. */
static const char *find_web(char path[PATH_MAX])
{
    static const char *const PLACES[] = {"../share/tabiya/web",
                                         "../../web/dist"};
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    tby_file_info info;

    if (n <= 0)
        return NULL;
    program[n] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        int length = snprintf(path, PATH_MAX, "%s/%s", program, PLACES[i]);
        if (length > 0 && length < PATH_MAX &&
            tby_file_look(path, &info) == TBY_OK && info.folder)
            return path;
    }
    return NULL;
}

static void on_ready(void *ctx, const char *address, bool loopback)
{
    view *v = ctx;

    if (v->call->json) {
        tby_jsonw *w = tby_cli_json_object();

        tby_jsonw_put_cstr(w, "address", address);
        tby_jsonw_object_end(w);
        (void)tby_cli_json_print();
    } else {
        printf("tabiya serves at %s\n", address);
    }
    fflush(stdout); /* the program that started us waits for it */
    if (!loopback)
        tby_cli_diag_file("serve",
                          "The token and everything else go over the network "
                          "unencrypted: docs/http-api.md shows how to put a "
                          "proxy with TLS in front.",
                          "no_tls");
    if (tby_cli_has(v->call, "open")) {
        /* what cannot be opened can still be clicked at */
        char path[PATH_MAX];
        const char *const argv[] = {path, address, NULL};

        if (tby_program_find("xdg-open", path, sizeof path) != TBY_OK ||
            tby_process_start(&v->browser, argv, 4096) != TBY_OK)
            tby_cli_diag_file("xdg-open", "No browser could be opened.",
                              "no_browser");
    }
}

/* From a file or the environment, since everybody sees a command line.  NULL
 * in *out: there is none. */
static int read_token(const tby_cli_call *call, char room[TOKEN_ROOM],
                      const char **out)
{
    const char *path = tby_cli_value(call, "token-file");
    const char *token = getenv("TABIYA_TOKEN");

    if (path) {
        FILE *f = fopen(path, "re");
        size_t n = f ? fread(room, 1, TOKEN_ROOM - 1, f) : 0;
        if (!f) {
            tby_cli_diag_file(path, tby_rc_text(TBY_E_IO_OPEN),
                              tby_rc_name(TBY_E_IO_OPEN));
            return TBY_EXIT_USAGE;
        }
        fclose(f);
        room[n] = '\0';
        room[strcspn(room, "\r\n")] = '\0';
        token = room;
    }
    /* it goes into a header and an address, as it is */
    size_t n = token ? strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno"
                                     "pqrstuvwxyz0123456789-._~")
                     : 0;
    *out = token;
    if (!token || (n >= 8 && n <= 128 && token[n] == '\0'))
        return TBY_EXIT_OK;
    return TBY_CLI_USAGE(call,
                         "a token (--token-file, TABIYA_TOKEN) needs 8 to 128 "
                         "letters, digits or any of -._~");
}

static int start_server(const tby_cli_call *call)
{
    tby_names_set *names = NULL;
    view v = {.call = call};
    tby_serve_options o = {.db = tby_cli_value(call, "db"),
                           .repertoires = tby_cli_value(call, "repertoires"),
                           .web = tby_cli_value(call, "web"),
                           .listen = tby_cli_value(call, "listen"),
                           .name = tby_cli_value(call, "name"),
                           .tables = tby_cli_value(call, "tables"),
                           .book = tby_cli_value(call, "book"),
                           .port = PORT,
                           .ctx = &v,
                           .ready = on_ready};
    tby_cli_engine engine;
    char web[PATH_MAX];

    if (!tby_cli_number_of(call, "port", 0, 65535, &o.port))
        return TBY_EXIT_USAGE;
    if (!o.web)
        o.web = find_web(web);
    TBY_CLI_TRY(read_token(call, v.token, &o.token));
    int code =
        tby_cli_engine_open(&engine, call, tby_cli_value(call, "engine"));
    if (code == TBY_EXIT_OK)
        code = tby_eco_read_names(call, &names);
    if (names) {
        o.engine = engine.name;
        o.engine_options = engine.settings.options;
        o.engine_options_n = engine.settings.options_n;
        o.names = tby_names_set_get(names);
        tby_serve_failure failure;
        tby_rc rc = tby_serve(&o, &failure);
        if (rc != TBY_OK)
            code = tby_cli_fail_file(failure.what, rc, failure.sentence);
        tby_process_stop(&v.browser, 0);
        tby_names_set_close(names);
    }
    tby_cli_engine_close(&engine);
    return code;
}

const tby_cli_command tby_cmd_serve = {
    TBY_CLI_SYNOPSIS("serve", NULL, "", "serve the web app and the HTTP API"),
    .about =
        "Prints the address, serves until it is interrupted, and ends with the "
        "exit code 0. Without --db there is no game database, without "
        "--repertoires no folder that repertoires are kept in; the rest works. "
        "Games that are imported through the app go into the database.\n\n"
        "A token can be in the environment, too, as TABIYA_TOKEN. "
        "Only this machine is served, and only pages that come from here may "
        "change anything. docs/http-api.md describes the API, its rules and "
        "its limits.",
    TBY_CLI_OPTIONS(
        {"db", "DB",
         "the game database to ask, made if it is not there; several, or "
         "a folder, are one that is only asked"},
        {"repertoires", "DIR", "the folder of repertoires"},
        {"web", "DIR",
         "the folder of the web app (default: where it was built)"},
        {"listen", "ADDRESS",
         "listen here (default 127.0.0.1); other machines need a token"},
        {"port", "N",
         "listen at port N, 0 for any that is free (default 8090)"},
        {"name", "HOST", "be known by this name, behind a proxy with TLS"},
        {"token-file", "FILE",
         "answer only those who know the token in its first line"},
        TBY_ENGINE_CHOICE,
        {"book", "FILE", "the Polyglot book to show moves of"}, TBY_TB_TABLES,
        {"open", NULL, "open the page in a browser"}, TBY_ECO_NAMES,
        TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES({"tabiya serve --db games.tdb --repertoires reps --open",
                      "the app with a database and a folder of repertoires"},
                     {"tabiya serve --listen 0.0.0.0 --token-file token.txt",
                      "for the other machines of a home, too"}),
    .run = start_server,
};
