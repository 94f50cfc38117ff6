/* cmd_docs.c - tabiya docs: what is made from the table of commands. */
#include "app/cli/commands.h"

/* open_memstream() takes its memory from the C library. */
static void give_back(char *text, size_t n)
{
    tby_alloc alloc = tby_alloc_libc();

    alloc.realloc(alloc.ctx, text, n, 0);
}

static int print_json(const char *kind, void (*write)(FILE *out))
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    tby_cli_json j;

    if (!out)
        return tby_cli_fail("docs", TBY_E_NOMEM);
    write(out);
    if (fclose(out) != 0) {
        give_back(text, n);
        return tby_cli_fail("docs", TBY_E_NOMEM);
    }
    tby_jsonw *w = tby_cli_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "kind", kind);
    tby_jsonw_key(w, "text");
    tby_jsonw_str(w, (tby_str){.p = text, .n = n});
    tby_jsonw_object_end(w);
    give_back(text, n);
    return tby_cli_json_print(&j);
}

static int print(const tby_cli_call *call, void (*write)(FILE *out))
{
    if (call->json)
        return print_json(call->command->verb, write);
    write(stdout);
    return TBY_EXIT_OK;
}

static int run_man(const tby_cli_call *call)
{
    return print(call, tby_cli_docs_man);
}

static int run_bash(const tby_cli_call *call)
{
    return print(call, tby_cli_docs_bash);
}

static int run_zsh(const tby_cli_call *call)
{
    return print(call, tby_cli_docs_zsh);
}

static int run_markdown(const tby_cli_call *call)
{
    return print(call, tby_cli_docs_markdown);
}

static const tby_cli_example MAN_EXAMPLES[] = {
    {"tabiya docs man | man -l -", "read it"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_docs_man = {
    .noun = "docs",
    .verb = "man",
    .args = "",
    .summary = "print the manual page",
    .about = "Prints the manual page of this program, in roff, made from the "
             "same table that the program itself runs on.",
    .examples = MAN_EXAMPLES,
    .run = run_man,
};

static const tby_cli_example BASH_EXAMPLES[] = {
    {"source <(tabiya docs bash)", "complete in this shell"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_docs_bash = {
    .noun = "docs",
    .verb = "bash",
    .args = "",
    .summary = "print the completion for bash",
    .about = "Prints a script that lets bash complete commands, options and "
             "their values.",
    .examples = BASH_EXAMPLES,
    .run = run_bash,
};

static const tby_cli_example ZSH_EXAMPLES[] = {
    {"tabiya docs zsh >~/.zfunc/_tabiya",
     "with ~/.zfunc in fpath before compinit runs"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_docs_zsh = {
    .noun = "docs",
    .verb = "zsh",
    .args = "",
    .summary = "print the completion for zsh",
    .about = "Prints a function that lets zsh complete commands, options and "
             "their values.",
    .examples = ZSH_EXAMPLES,
    .run = run_zsh,
};

const tby_cli_command tby_cmd_docs_markdown = {
    .noun = "docs",
    .verb = "markdown",
    .args = "",
    .summary = "print the list of commands for docs/cli.md",
    .about = "Prints the reference of all commands in Markdown, as it stands "
             "in docs/cli.md.",
    .run = run_markdown,
};
