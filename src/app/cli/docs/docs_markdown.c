/* docs_markdown.c - the table as it stands in docs/cli.md, between the two
 * comments that this prints first and last. */
#include "app/cli/cli.h"

static void put_list(FILE *out)
{
    char name[TBY_CLI_NAME];

    fputs("| command | does |\n|---|---|\n", out);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];

        fprintf(out, "| `tabiya %s%s%s` | %s |\n", tby_cli_name(c, name),
                *c->args ? " " : "", c->args, c->summary);
    }
}

static void put_options(FILE *out, const tby_cli_option *o)
{
    if (o && o->name)
        fputc('\n', out);
    for (; o && o->name; o++) {
        size_t at = (size_t)fprintf(out, "- `--%s%s%s`: ", o->name,
                                    o->arg ? " " : "", o->arg ? o->arg : "");
        tby_cli_wrap(out, o->help, 2, at);
    }
}

static void put_command(FILE *out, const tby_cli_command *c)
{
    char name[TBY_CLI_NAME];

    tby_cli_name(c, name);
    fprintf(out, "\n### tabiya %s\n\n`tabiya %s%s%s`: ", name, name,
            *c->args ? " " : "", c->args);
    fprintf(out, "%s.\n\n", c->summary);
    tby_cli_wrap(out, c->about, 0, 0);
    put_options(out, c->options);
    if (c->examples && c->examples->line)
        fputs("\n```sh\n", out);
    for (const tby_cli_example *e = c->examples; e && e->line; e++)
        fprintf(out, "# %s\n%s\n", e->what, e->line);
    if (c->examples && c->examples->line)
        fputs("```\n", out);
}

void tby_cli_docs_markdown(FILE *out)
{
    fputs("<!-- begin: tabiya docs markdown -->\n", out);
    put_list(out);
    fputs("\nEvery command takes:\n", out);
    put_options(out, tby_cli_globals);
    fputs("\nThe program alone takes:\n", out);
    put_options(out, tby_cli_alone);
    for (size_t i = 0; tby_cli_table[i]; i++)
        put_command(out, tby_cli_table[i]);
    fputs("<!-- end: tabiya docs markdown -->\n", out);
}
