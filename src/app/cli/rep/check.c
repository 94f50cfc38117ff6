/* check.c - tabiya rep check: what is wrong with repertoires. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"

#include <string.h>

typedef struct check {
    const tby_cli_call *call;
    const char *file;
    uint64_t count[TBY_ERROR + 1];
    bool opened; /* the file could be read, and is no other kind of file */
    tby_cli_json json;
    tby_jsonw *w;
    size_t shown; /* files */
} check;

static void hear(void *ctx, const tby_rep_fault *fault)
{
    check *c = ctx;
    tby_cli_finding f = tby_cli_rep_finding(fault);

    c->count[fault->severity]++;
    if (fault->code == TBY_E_IO_OPEN || fault->code == TBY_E_FILE_KIND)
        c->opened = false;
    if (c->call->json)
        tby_cli_json_finding(c->w, &f);
    else
        tby_cli_print_finding(&f);
}

static void print_sum(const check *c, const tby_rep *r)
{
    char version[TBY_REP_VERSION_TEXT];

    tby_cli_put_clean(stdout, tby_str_of(c->file));
    putchar('\n');
    if (r) {
        printf("Version    %s\n",
               tby_cli_rep_version_text(r->report.version, version));
        printf("Positions  %u\n", r->graph.nodes_alive);
        printf("Moves      %u\n", r->graph.edges_alive);
    }
    printf("Errors     %llu\n", (unsigned long long)c->count[TBY_ERROR]);
    printf("Warnings   %llu\n", (unsigned long long)c->count[TBY_WARNING]);
}

static int text_file(check *c, const char *path)
{
    int code = TBY_EXIT_OK;
    tby_rep r;
    bool loaded =
        tby_cli_rep_load_with(&r, path, (tby_rep_listener){hear, c}, &code);

    if (!c->opened)
        return code;
    if (c->shown++)
        putchar('\n');
    print_sum(c, loaded ? &r : NULL);
    if (loaded)
        tby_rep_free(&r);
    return code;
}

static void json_sum(const check *c, const tby_rep *r)
{
    char version[TBY_REP_VERSION_TEXT];
    tby_jsonw *w = c->w;

    tby_jsonw_put_cstr(w, "version",
                       r ? tby_cli_rep_version_text(r->report.version, version)
                         : NULL);
    tby_jsonw_put_u64(w, "nodes", r ? r->graph.nodes_alive : 0);
    tby_jsonw_put_u64(w, "edges", r ? r->graph.edges_alive : 0);
    tby_jsonw_put_u64(w, "errors", c->count[TBY_ERROR]);
    tby_jsonw_put_u64(w, "warnings", c->count[TBY_WARNING]);
    tby_jsonw_put_u64(w, "repairs", r ? r->report.repairs : 0);
}

static int json_file(check *c, const char *path)
{
    int code = TBY_EXIT_OK;
    tby_rep r;

    c->w = tby_cli_json_start(&c->json);
    tby_jsonw_object(c->w);
    tby_jsonw_put_cstr(c->w, "file", c->file);
    tby_jsonw_key(c->w, "faults");
    tby_jsonw_array(c->w);
    bool loaded =
        tby_cli_rep_load_with(&r, path, (tby_rep_listener){hear, c}, &code);
    tby_jsonw_array_end(c->w);
    json_sum(c, loaded ? &r : NULL);
    tby_jsonw_object_end(c->w);
    if (loaded)
        tby_rep_free(&r);
    return tby_cli_worse_exit(code, tby_cli_json_print(&c->json));
}

static int run(const tby_cli_call *call)
{
    static check c; /* large, and there is one */
    int code = TBY_EXIT_OK;

    c = (check){.call = call};
    for (size_t i = 0; i < call->n; i++) {
        const char *path = call->args[i];
        c.file = tby_cli_file_name(path);
        c.opened = true;
        memset(c.count, 0, sizeof c.count);
        int one = call->json ? json_file(&c, path) : text_file(&c, path);
        code = tby_cli_worse_exit(code, one);
    }
    return code;
}

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep check london.txt",
     "every error and warning with its line and column"},
    {"tabiya --json rep check *.txt | jq -r 'select(.errors > 0).file'",
     "the files that have errors"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_check = {
    .noun = "rep",
    .verb = "check",
    .args = "FILE...",
    .summary = "find what is wrong in repertoires",
    .about =
        "Reads each file and tells every line that cannot be used, with line "
        "and column, and every warning: an en passant square or a right to "
        "castle that an older version threw away and the moves before it give "
        "back, a move that stands there twice, a position that two lines place "
        "or evaluate differently, a text that is not UTF-8. Then come the "
        "numbers.\n\n"
        "Repertoires of versions 2.0 to 5.0 are read, compressed or not; '-' "
        "is "
        "standard input. The exit code is 0 if there is no error, 3 if there "
        "is one, and 2 if a file could not be read; the other files are "
        "checked all the same.",
    .examples = EXAMPLES,
    .run = run,
};
