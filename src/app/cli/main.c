/* main.c - where the program begins and ends. */
#include "app/cli/cli.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

/* Output is buffered, so a full disk may show only now.  A closed pipe has
 * ended the program by SIGPIPE before, quietly, as it does every filter. */
static int finish(int code)
{
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

static int print_version(bool json)
{
    tby_cli_json j;

    if (!json) {
        printf("tabiya %s\n", tby_version());
        return TBY_EXIT_OK;
    }
    tby_jsonw *w = tby_cli_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "name", "tabiya");
    tby_jsonw_put_cstr(w, "version", tby_version());
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* A command line without a whole command gets help, as a complaint. */
static int incomplete(const char *noun)
{
    if (noun) {
        fprintf(stderr, "tabiya: '%s' needs a second word. (usage)\n", noun);
        tby_cli_help_noun(stderr, noun);
    } else {
        fputs("tabiya: There is no command. (usage)\n", stderr);
        tby_cli_help_all(stderr);
    }
    return TBY_EXIT_USAGE;
}

static int print_help(const tby_cli_request *r)
{
    if (r->call.command)
        tby_cli_help_command(stdout, r->call.command);
    else if (r->noun)
        tby_cli_help_noun(stdout, r->noun);
    else
        tby_cli_help_all(stdout);
    return TBY_EXIT_OK;
}

static int run(int argc, char **argv)
{
    tby_cli_request r;
    int code = tby_cli_parse(argc, argv, &r);

    if (code != TBY_EXIT_OK)
        return code;
    if (r.version)
        return print_version(r.call.json);
    if (r.help)
        return print_help(&r);
    if (!r.call.command)
        return incomplete(r.noun);
    code = tby_cli_check_arguments(&r.call);
    return code == TBY_EXIT_OK ? r.call.command->run(&r.call) : code;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* only to know whether it is UTF-8 */
    /* some who start programs ignore it, and that is inherited */
    signal(SIGPIPE, SIG_DFL);
    return finish(run(argc, argv));
}
