/* main.c - where the program begins and ends, and the one table of commands. */
#include "app/cli/cli.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

static int run_command(int argc, char **argv)
{
    tby_cli_request r;

    if (argc > 1 && strcmp(argv[1], "__complete") == 0)
        return tby_cli_complete(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "__conditions") == 0)
        return tby_cli_docs_conditions();

    TBY_CLI_TRY(tby_cli_parse(argc, argv, &r));
    if (r.version) {
        if (!r.call.json) {
            printf("tabiya %s\n", tby_version());
            return TBY_EXIT_OK;
        }
        tby_jsonw *w = tby_cli_json_object();

        tby_jsonw_put_cstr(w, "name", "tabiya");
        tby_jsonw_put_cstr(w, "version", tby_version());
        return tby_cli_json_object_end();
    }
    if (r.help) {
        tby_cli_help(stdout, r.call.command, r.noun);
        return TBY_EXIT_OK;
    }
    if (!r.call.command) {
        /* A command line without a whole command gets help, as a complaint. */
        if (r.noun)
            fprintf(stderr, "tabiya: '%s' needs a second word. (usage)\n",
                    r.noun);
        else
            fputs("tabiya: There is no command. (usage)\n", stderr);
        tby_cli_help(stderr, NULL, r.noun);
        return TBY_EXIT_USAGE;
    }
    int code = tby_cli_check_arguments(&r.call);
    tby_cli_read_me();
    return code == TBY_EXIT_OK ? r.call.command->run(&r.call) : code;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* only to know whether it is UTF-8 */
    /* some parents ignore it, and that is inherited */
    signal(SIGPIPE, SIG_DFL);

    /* Output is buffered, so a full disk may show only now.  A closed pipe has
     * ended the program by SIGPIPE before, quietly, as it does every filter. */
    int code = run_command(argc, argv);
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (fclose(stdout) != 0)
        failed = true;
    if (!failed)
        return code;
    /* an error that was met earlier has lost its reason by now */
    fprintf(stderr, "tabiya: stdout: The output cannot be written%s%s. (%s)\n",
            errno ? ": " : "", errno ? strerror(errno) : "",
            tby_rc_name(TBY_E_IO_WRITE));
    return TBY_EXIT_USAGE;
}

const tby_cli_command *const tby_cli_table[] = {
#define ENTRY(name) &tby_cmd_##name,
    TBY_CLI_COMMANDS(ENTRY)
#undef ENTRY
        NULL,
};

const tby_cli_option tby_cli_globals[] = {
    {"json", NULL, "print JSON, one line for each result"},
    {"help", NULL, "say how the command is used"},
    {NULL, NULL, NULL},
};

const tby_cli_option tby_cli_alone[] = {
    {"version", NULL, "print the version of tabiya"},
    {NULL, NULL, NULL},
};
