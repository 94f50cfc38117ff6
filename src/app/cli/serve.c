/* serve.c - tabiya serve: the web app and the HTTP API. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

#include "io/system/file.h"
#include "io/system/process.h"
#include "io/system/program.h"
#include "work/serve.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { PORT = 8090 };

typedef struct view {
    const tby_cli_call *call;
    tby_process browser;
} view;

/* --- where the app is -----------------------------------------------------*/

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

/* --- it listens -----------------------------------------------------------*/

/* What cannot be opened can still be clicked at. */
static void open_browser(view *v, const char *address)
{
    char path[PATH_MAX];
    const char *const argv[] = {path, address, NULL};

    if (tby_program_find("xdg-open", path, sizeof path) != TBY_OK ||
        tby_process_start(&v->browser, argv, 4096) != TBY_OK)
        tby_cli_diag_file("xdg-open", "No browser could be opened.",
                          "no_browser");
}

static void on_ready(void *ctx, const char *address)
{
    view *v = ctx;

    if (v->call->json) {
        tby_cli_json j;
        tby_jsonw *w = tby_cli_json_start(&j);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "address", address);
        tby_jsonw_object_end(w);
        (void)tby_cli_json_print(&j);
    } else {
        printf("tabiya serves at %s\n", address);
    }
    fflush(stdout); /* whoever started us waits for it */
    if (tby_cli_has(v->call, "open"))
        open_browser(v, address);
}

/* --- the command ----------------------------------------------------------*/

/* It goes into a header and an address, as it is. */
static bool is_token(const char *token)
{
    size_t n = strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                             "uvwxyz0123456789-._~");

    return n >= 8 && n <= 128 && token[n] == '\0';
}

static int read_options(view *v, tby_serve_options *o, char web[PATH_MAX])
{
    const tby_cli_call *call = v->call;
    const char *port = tby_cli_value(call, "port");

    *o = (tby_serve_options){.db = tby_cli_value(call, "db"),
                             .repertoires = tby_cli_value(call, "repertoires"),
                             .web = tby_cli_value(call, "web"),
                             .listen = tby_cli_value(call, "listen"),
                             .token = tby_cli_value(call, "token"),
                             .engine = tby_cli_value(call, "engine"),
                             .port = PORT,
                             .ctx = v,
                             .ready = on_ready};
    if (port && !tby_cli_number(call, "--port", port, 0, 65535, &o->port))
        return TBY_EXIT_USAGE;
    if (o->token && !is_token(o->token))
        return tby_cli_usage(call->command, NULL,
                             "--token needs 8 to 128 letters, digits or any "
                             "of -._~");
    if (!o->web)
        o->web = find_web(web);
    return TBY_EXIT_OK;
}

static int serve(const tby_serve_options *o)
{
    tby_serve_failure failure;
    tby_rc rc = tby_serve(o, &failure);

    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    tby_cli_diag_file(failure.what,
                      *failure.sentence ? failure.sentence : tby_rc_text(rc),
                      tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

static int run(const tby_cli_call *call)
{
    tby_names_book *names = NULL;
    view v = {.call = call};
    tby_serve_options o;
    char web[PATH_MAX];
    int code = read_options(&v, &o, web);

    if (code != TBY_EXIT_OK)
        return code;
    code = tby_eco_read_book(call, &names);
    if (!names)
        return code;
    o.book = tby_names_book_get(names);
    code = serve(&o);
    tby_process_stop(&v.browser, 0);
    tby_names_book_close(names);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"db", "FILE", "the game database to ask, made if it is not there"},
    {"repertoires", "DIR", "the folder of repertoires"},
    {"web", "DIR", "the folder of the web app (default: where it was built)"},
    {"listen", "ADDRESS",
     "listen here (default 127.0.0.1); other machines need --token"},
    {"port", "N", "listen at port N, 0 for any that is free (default 8090)"},
    {"token", "TOKEN", "answer only those who know it"},
    {"engine", "FILE", "the UCI engine to ask (default stockfish)"},
    {"open", NULL, "open the page in a browser"},
    TBY_ECO_BOOK,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya serve --db games.tdb --repertoires reps --open",
     "the app with a database and a folder of repertoires"},
    {"tabiya serve --listen 0.0.0.0 --token correct-horse-battery",
     "for the other machines of a home, too"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_serve = {
    .noun = "serve",
    .args = "",
    .summary = "serve the web app and the HTTP API",
    .about =
        "Prints the address, serves until it is interrupted, and ends with the "
        "exit code 0. Without --db there is no game database, without "
        "--repertoires no folder that repertoires are kept in; the rest works. "
        "Games that are imported through the app go into the database.\n\n"
        "Only this machine is served, and only pages that come from here may "
        "change anything. docs/http-api.md describes the API, its rules and "
        "its limits.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
