/* docs.c - tabiya docs: the table of commands as a manual page in roff and as
 * it stands in docs/cli.md. */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "store/store.h"

#include <string.h>

/* Text within a line.  A dot or a quote at the start of a line would be a
 * request, so that a word never begins one without \&. */
static void put(FILE *out, tby_str text, bool at_start)
{
    /* \- is a minus that can be copied to a command line */
    static const char SPECIAL[] = "\\-'`^~";
    static const char *const ROFF[] = {"\\e",   "\\-",   "\\(aq",
                                       "\\(ga", "\\(ha", "\\(ti"};

    if (at_start && text.n && (text.p[0] == '.' || text.p[0] == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < text.n; i++) {
        const char *special = strchr(SPECIAL, text.p[i]);
        if (special && *special)
            fputs(ROFF[special - SPECIAL], out);
        else
            fputc(text.p[i], out);
    }
}

/* A paragraph as one sentence-sized piece of input a line: roff fills. */
static void put_paragraph(FILE *out, tby_str text)
{
    tby_str word;
    bool start = true;

    while (tby_str_word(&text, &word)) {
        if (!start)
            fputc(' ', out);
        put(out, word, start);
        char end = word.p[word.n - 1];
        start = end == '.' || end == ':';
        if (start)
            fputc('\n', out);
    }
    if (!start)
        fputc('\n', out);
}

static void put_about(FILE *out, const char *text)
{
    const char *gap;

    while ((gap = strstr(text, "\n\n")) != NULL) {
        put_paragraph(out, (tby_str){text, (size_t)(gap - text)});
        fputs(".PP\n", out);
        text = gap + 2;
    }
    put_paragraph(out, tby_str_of(text));
}

/* Here they are sentences; elsewhere they stand after something. */
static void put_capital(FILE *out, tby_str text)
{
    char first = text.n ? text.p[0] : ' ';

    if (first < 'a' || first > 'z') {
        put(out, text, true);
        return;
    }
    fputc(first - 'a' + 'A', out);
    put(out, tby_str_from(text, 1), false);
}

static void put_options(FILE *out, const tby_cli_option *o)
{
    for (; o && o->name; o++) {
        fputs(".TP\n.B \\-\\-", out);
        put(out, tby_str_of(o->name), false);
        if (o->arg) {
            fputs(" \\fI", out);
            put(out, tby_str_of(o->arg), false);
            fputs("\\fR", out);
        }
        fputc('\n', out);
        put_capital(out, tby_str_of(o->help));
        fputs(".\n", out);
    }
}

static void write_man(FILE *out)
{
    fprintf(out,
            ".\\\" made by 'tabiya docs man'\n"
            ".TH TABIYA 1 \"\" \"tabiya %s\" \"User Commands\"\n"
            ".SH NAME\n"
            "tabiya \\- a workbench for chess positions, openings and games\n"
            ".SH SYNOPSIS\n"
            ".B tabiya\n"
            ".RB [ \\-\\-json ]\n"
            ".I command\n"
            ".RI [ arguments ]\n"
            ".SH DESCRIPTION\n",
            tby_version());
    put_about(out,
              "tabiya answers questions about chess positions. Its commands "
              "are listed below; 'tabiya help' lists them too.\n\n"
              "Where a command asks for POS, it takes 'start', a FEN or EPD "
              "of three to six fields, or the moves from the start in SAN or "
              "UCI, with or without move numbers. A lone '-' stands for "
              "standard input.\n\n"
              "Options may stand anywhere after the command, as '--name "
              "value' or '--name=value'; '--' ends them. Every command takes:");
    put_options(out, tby_cli_globals);
    fputs(".PP\nThe program alone takes:\n", out);
    put_options(out, tby_cli_alone);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        char name[TBY_CLI_NAME];

        fputs(".SS tabiya ", out);
        put(out, tby_str_of(tby_cli_name(c, name)), false);
        fputs(*c->args ? " " : "", out);
        put(out, tby_str_of(c->args), false);
        fputc('\n', out);
        put_about(out, c->about);
        put_options(out, c->options);
        const tby_cli_example *e = c->examples;
        for (; e && e->line; e++) {
            fputs(".PP\n", out);
            put_capital(out, tby_str_of(e->what));
            fputs(":\n.PP\n.RS\n.nf\n", out);
            put(out, tby_str_of(e->line), true);
            fputc('\n', out);
            fputs(".fi\n.RE\n", out);
        }
    }
    fputs(".SH EXIT STATUS\n"
          ".TP\n.B 0\nAll went well.\n"
          ".TP\n.B 1\nThe answer is no, or nothing was found.\n"
          ".TP\n.B 2\nThe command line was not understood, or a file could "
          "not be read or written.\n"
          ".TP\n.B 3\nSome or all of the input was malformed.\n"
          ".TP\n.B 4\nThere was no memory, or the program is wrong.\n"
          ".SH DIAGNOSTICS\n",
          out);
    put_about(out, "Complaints go to standard error, one line for each: "
                   "'tabiya: FILE:LINE:COLUMN: sentence (name)'. The names "
                   "in parentheses do not change between versions.");
    fputs(".SH ENVIRONMENT\n"
          ".TP\n.B NO_COLOR\nIf set and not empty, nothing is coloured.\n"
          ".TP\n.BR LC_ALL \", \" LC_CTYPE \", \" LANG\n"
          "In a UTF\\-8 locale boards on a terminal have figurines.\n",
          out);
}

static void put_md_options(FILE *out, const tby_cli_option *o)
{
    if (o && o->name)
        fputc('\n', out);
    for (; o && o->name; o++) {
        size_t at = (size_t)fprintf(out, "- `--%s%s%s`: ", o->name,
                                    o->arg ? " " : "", o->arg ? o->arg : "");
        tby_print_wrap(out, o->help, 2, at);
    }
}

static void write_markdown(FILE *out)
{
    fputs("<!-- begin: tabiya docs markdown -->\n"
          "| command | does |\n|---|---|\n",
          out);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        char name[TBY_CLI_NAME];

        fprintf(out, "| `tabiya %s%s%s` | %s |\n", tby_cli_name(c, name),
                *c->args ? " " : "", c->args, c->summary);
    }
    fputs("\nEvery command takes:\n", out);
    put_md_options(out, tby_cli_globals);
    fputs("\nThe program alone takes:\n", out);
    put_md_options(out, tby_cli_alone);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        char name[TBY_CLI_NAME];

        tby_cli_name(c, name);
        fprintf(out, "\n### tabiya %s\n\n`tabiya %s%s%s`: ", name, name,
                *c->args ? " " : "", c->args);
        fprintf(out, "%s.\n\n", c->summary);
        tby_print_wrap(out, c->about, 0, 0);
        put_md_options(out, c->options);
        if (c->examples && c->examples->line)
            fputs("\n```sh\n", out);
        for (const tby_cli_example *e = c->examples; e && e->line; e++)
            fprintf(out, "# %s\n%s\n", e->what, e->line);
        if (c->examples && c->examples->line)
            fputs("```\n", out);
    }
    fputs("<!-- end: tabiya docs markdown -->\n", out);
}

static void write_bash(FILE *out)
{
    fputs("# completion of tabiya for bash, made by 'tabiya docs bash'\n"
          "_tabiya()\n"
          "{\n"
          "    local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]#=} offers\n"
          "    offers=($(\"${1:-tabiya}\" __complete "
          "\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null))\n"
          "    COMPREPLY=(\"${offers[@]:1}\")\n"
          "    COMPREPLY=(\"${COMPREPLY[@]%%$'\\t'*}\")\n"
          "    case ${offers[0]-} in\n"
          "    :files) COMPREPLY+=($(compgen -f -- \"$cur\")) ;;\n"
          "    :folders) COMPREPLY+=($(compgen -d -- \"$cur\")) ;;\n"
          "    *) return ;;\n"
          "    esac\n"
          "    compopt -o filenames 2>/dev/null\n"
          "}\n"
          "complete -F _tabiya tabiya\n",
          out);
}

static void write_zsh(FILE *out)
{
    fputs("#compdef tabiya\n"
          "# completion of tabiya for zsh, made by 'tabiya docs zsh'\n"
          "_tabiya()\n"
          "{\n"
          "    local -a offers described\n"
          "    local offer\n"
          "    offers=(${(f)\"$($words[1] __complete "
          "\"${(@)words[2,CURRENT]}\" 2>/dev/null)\"})\n"
          "    compset -P '--*='\n"
          "    for offer in $offers[2,-1]; do\n"
          "        described+=(\"${${offer%%$'\\t'*}//:/\\\\:}:"
          "${offer#*$'\\t'}\")\n"
          "    done\n"
          "    (($#described)) && _describe tabiya described\n"
          "    case $offers[1] in\n"
          "    :files) _files ;;\n"
          "    :folders) _files -/ ;;\n"
          "    esac\n"
          "}\n"
          "_tabiya \"$@\"\n",
          out);
}

int tby_cli_docs_conditions(void)
{
    const store_condition *c;
    int code = TBY_EXIT_OK;

    fputs("[\n", stdout);
    for (size_t i = 0; (c = tby__filter_condition(i)) && code == TBY_EXIT_OK;
         i++) {
        tby_str rest = tby_str_of(c->words), word;

        if (!c->label)
            continue;
        fputs(i ? "," : "", stdout);
        tby_jsonw *w = tby_cli_json_object();

        tby_jsonw_put_cstr(w, "name", c->name);
        tby_jsonw_put_cstr(w, "label", c->label);
        tby_jsonw_put_cstr(w, "example", c->example);
        tby_jsonw_put_array(w, "words");
        while (tby_str_field(&rest, '|', &word))
            if (word.n)
                tby_jsonw_str(w, word);
        tby_jsonw_array_end(w);
        code = tby_cli_json_object_end();
    }
    puts("]");
    return code;
}

/* The document that the verb names. */
static int print_document(const tby_cli_call *call)
{
    static const struct {
        const char *verb;
        void (*write)(FILE *out);
    } DOCUMENTS[] = {{"man", write_man},
                     {"bash", write_bash},
                     {"zsh", write_zsh},
                     {"markdown", write_markdown}};
    const char *verb = call->command->verb;
    char *text = NULL;
    size_t n = 0, i = 0;

    TBY_ASSERT(verb);
    while (strcmp(DOCUMENTS[i].verb, verb) != 0)
        i++;
    if (!call->json) {
        DOCUMENTS[i].write(stdout);
        return TBY_EXIT_OK;
    }
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return tby_cli_fail("docs", TBY_E_NOMEM);
    DOCUMENTS[i].write(out);
    if (fclose(out) != 0) {
        tby_cli_resize(text, n, 0); /* which is the C library's */
        return tby_cli_fail("docs", TBY_E_NOMEM);
    }
    tby_jsonw *w = tby_cli_json_object();

    tby_jsonw_put_cstr(w, "kind", verb);
    tby_jsonw_put_str(w, "text", (tby_str){.p = text, .n = n});
    tby_jsonw_object_end(w);
    tby_cli_resize(text, n, 0);
    return tby_cli_json_print();
}

const tby_cli_command tby_cmd_docs_man = {
    TBY_CLI_SYNOPSIS("docs", "man", "", "print the manual page"),
    .about = "Prints the manual page of this program, in roff, made from the "
             "same table that the program itself runs on.",
    TBY_CLI_EXAMPLES({"tabiya docs man | man -l -", "read it"}),
    .run = print_document,
};

const tby_cli_command tby_cmd_docs_bash = {
    TBY_CLI_SYNOPSIS("docs", "bash", "", "print the completion for bash"),
    .about = "Prints a script that lets bash complete commands, options and "
             "their values.",
    TBY_CLI_EXAMPLES({"source <(tabiya docs bash)", "complete in this shell"}),
    .run = print_document,
};

const tby_cli_command tby_cmd_docs_zsh = {
    TBY_CLI_SYNOPSIS("docs", "zsh", "", "print the completion for zsh"),
    .about = "Prints a function that lets zsh complete commands, options and "
             "their values.",
    TBY_CLI_EXAMPLES({"tabiya docs zsh >~/.zfunc/_tabiya",
                      "with ~/.zfunc in fpath before compinit runs"}),
    .run = print_document,
};

const tby_cli_command tby_cmd_docs_markdown = {
    TBY_CLI_SYNOPSIS("docs", "markdown", "",
                     "print the list of commands for docs/cli.md"),
    .about = "Prints the reference of all commands in Markdown, as it stands "
             "in docs/cli.md.",
    .run = print_document,
};

/* What can stand at the cursor, for the completions of shells.
 *
 * `tabiya __complete WORD...` gets the words up to the cursor, the last of them
 * as far as it is typed, and prints one offer a line, a tab and what it is
 * after it.  The first line says what fits besides them: ":words", ":files" or
 * ":folders".  The scripts for the shells do nothing but ask. */
typedef struct offers {
    tby_buf text;
    const char *typed;
    const char *also;
} offers;

static void offer(offers *o, const char *dashes, tby_str word, const char *what)
{
    size_t n = strlen(dashes), typed = strlen(o->typed);
    char text[TBY_CLI_NAME];

    TBY_ASSERT(n + word.n < sizeof text);
    snprintf(text, sizeof text, "%s%.*s", dashes, (int)word.n, word.p);
    if (strncmp(text, o->typed, typed) != 0)
        return;
    tby_buf_join(&o->text, text, "\t", what, "\n");
}

static void offer_options(offers *o, const tby_cli_option *option)
{
    for (; option && option->name; option++)
        offer(o, "--", tby_str_of(option->name), option->help);
}

/* The nouns, or the verbs of one. */
static void offer_commands(offers *o, const char *noun)
{
    const char *last = "";

    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];

        if (noun ? strcmp(c->noun, noun) != 0 : strcmp(c->noun, last) == 0)
            continue;
        last = c->noun;
        offer(o, "", tby_str_of(noun ? c->verb : c->noun),
              noun || !c->verb ? c->summary : "");
    }
}

/* What help calls a value or an argument says how it can be completed. */
static void offer_values(offers *o, tby_str placeholder)
{
    static const char *const FILES[] = {"FILE", "IN", "OUT", "DB", "SOURCE"};
    tby_str rest = placeholder, choice;

    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (tby_str_is(placeholder, FILES[i]))
            o->also = ":files";
    if (tby_str_is(placeholder, "DIR"))
        o->also = ":folders";
    else if (tby_str_is(placeholder, "POS"))
        offer(o, "", TBY_STR("start"), "the starting position");
    else if (tby_str_is(placeholder, "COMMAND"))
        offer_commands(o, NULL);
    else if (placeholder.n && memchr(placeholder.p, '|', placeholder.n))
        while (tby_str_field(&rest, '|', &choice))
            offer(o, "", choice, "");
}

/* An option of the command that waits for its value: "--path"; one that may be
 * missing is not waited for. */
static const tby_cli_option *waiting(const tby_cli_command *c, tby_str word)
{
    for (const tby_cli_option *o = c->options; o && o->name; o++)
        if (o->arg && o->arg[0] != '[' && tby_str_starts(word, TBY_STR("--")) &&
            tby_str_is(tby_str_from(word, 2), o->name))
            return o;
    return NULL;
}

static void offer_for_command(offers *o, const tby_cli_command *c, tby_str prev)
{
    const tby_cli_option *option = waiting(c, prev);
    tby_str rest = tby_str_of(c->args), arg;

    if (option) {
        offer_values(o, tby_str_of(option->arg));
        return;
    }
    while (o->typed[0] != '-' && tby_str_word(&rest, &arg)) {
        while (arg.n && arg.p[0] == '[') /* "[POS...]" is POS */
            arg = tby_str_from(arg, 1);
        while (arg.n && strchr("].", arg.p[arg.n - 1]))
            arg.n--;
        offer_values(o, arg);
    }
    if (o->text.n == 0 && strcmp(o->also, ":words") == 0) {
        offer_options(o, c->options);
        offer_options(o, tby_cli_globals);
    }
}

int tby_cli_complete(int argc, char **argv)
{
    const char *noun = NULL, *verb = NULL;
    offers o = {.typed = argc > 0 ? argv[argc - 1] : "", .also = ":words"};
    tby_str prev = argc > 1 ? tby_str_of(argv[argc - 2]) : TBY_STR("");
    const char *equals = strchr(o.typed, '=');

    tby_buf_init(&o.text, NULL, 1 << 20);
    /* bash parts --option=value into three words, zsh does not */
    if (equals == o.typed && equals) {
        o.typed = equals + 1;
    } else if (equals && o.typed[0] == '-') {
        prev = (tby_str){o.typed, (size_t)(equals - o.typed)};
        o.typed = equals + 1;
    } else if (argc > 2 && tby_str_is(prev, "=")) {
        prev = tby_str_of(argv[argc - 3]);
    }
    for (int i = 0; i + 1 < argc; i++) {
        if (argv[i][0] == '-' || argv[i][0] == '=')
            continue;
        if (!noun)
            noun = argv[i];
        else if (!verb)
            verb = argv[i];
    }
    const tby_cli_command *first = noun ? tby_cli_find_noun(noun) : NULL;
    const tby_cli_command *c = first ? tby_cli_find(noun, verb) : NULL;
    if (first && !c)
        c = tby_cli_find(noun, NULL);
    if (c) {
        offer_for_command(&o, c, prev);
    } else if (!noun || (first && !verb)) {
        if (o.typed[0] != '-')
            offer_commands(&o, noun);
        if (o.text.n == 0) {
            offer_options(&o, noun ? NULL : tby_cli_alone);
            offer_options(&o, tby_cli_globals);
        }
    }
    puts(o.also);
    if (o.text.n)
        fwrite(o.text.p, 1, o.text.n, stdout);
    tby_buf_free(&o.text);
    return TBY_EXIT_OK;
}

enum {
    SUMMARY = 26, /* where summaries begin in the list of commands */
    OPTION = 22   /* where the help of options begins */
};

const tby_cli_command *tby_cli_find_noun(const char *noun)
{
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (strcmp(tby_cli_table[i]->noun, noun) == 0)
            return tby_cli_table[i];
    }
    return NULL;
}

const tby_cli_command *tby_cli_find(const char *noun, const char *verb)
{
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        if (strcmp(c->noun, noun) != 0 || !c->verb != !verb)
            continue;
        if (!verb || strcmp(c->verb, verb) == 0)
            return c;
    }
    return NULL;
}

const char *tby_cli_name(const tby_cli_command *c, char buf[TBY_CLI_NAME])
{
    snprintf(buf, TBY_CLI_NAME, "%s%s%s", c->noun, c->verb ? " " : "",
             c->verb ? c->verb : "");
    return buf;
}

/* A heading of so many columns in front of a wrapped text, on a line of its
 * own if it is too wide. */
static void entry(FILE *out, const char *heading, size_t column,
                  const char *text)
{
    size_t at = (size_t)fprintf(out, "  %s", heading);

    if (at + 2 > column) {
        fputc('\n', out);
        at = 0;
    }
    tby_print_wrap(out, text, column, at);
}

static void command_entry(FILE *out, const tby_cli_command *c)
{
    char name[TBY_CLI_NAME];
    char heading[160];

    snprintf(heading, sizeof heading, "%s%s%s", tby_cli_name(c, name),
             *c->args ? " " : "", c->args);
    entry(out, heading, SUMMARY, c->summary);
}

static void option_entries(FILE *out, const tby_cli_option *options)
{
    char heading[100];

    for (; options && options->name; options++) {
        snprintf(heading, sizeof heading, "--%s%s%s", options->name,
                 options->arg ? " " : "", options->arg ? options->arg : "");
        entry(out, heading, OPTION, options->help);
    }
}

/* A noun with verbs is a block of its own; single words stay together. */
static bool starts_block(size_t i)
{
    const tby_cli_command *c = tby_cli_table[i];
    const tby_cli_command *before = i ? tby_cli_table[i - 1] : c;

    if (!c->verb && !before->verb)
        return false;
    return strcmp(c->noun, before->noun) != 0;
}

static void help_all(FILE *out)
{
    fprintf(out,
            "tabiya %s, a workbench for chess positions, openings and games\n"
            "\n"
            "Usage: tabiya [--json] COMMAND [ARGUMENTS]\n"
            "\n"
            "Commands:\n",
            tby_version());
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (starts_block(i))
            fputc('\n', out);
        command_entry(out, tby_cli_table[i]);
    }
    fputs("\nOptions:\n", out);
    option_entries(out, tby_cli_globals);
    option_entries(out, tby_cli_alone);
    fputc('\n', out);
    tby_print_wrap(
        out,
        "POS is 'start', a FEN or EPD, or the moves from the start "
        "such as 1.e4 c5 2.Nf3; '-' reads one position for each line "
        "of standard input.  'tabiya help COMMAND' says more.",
        0, 0);
}

static void help_noun(FILE *out, const char *noun)
{
    fprintf(out, "Usage: tabiya %s COMMAND [ARGUMENTS]\n\nCommands:\n", noun);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (strcmp(tby_cli_table[i]->noun, noun) == 0)
            command_entry(out, tby_cli_table[i]);
    }
}

static void help_command(FILE *out, const tby_cli_command *command)
{
    char name[TBY_CLI_NAME];
    bool own = command->options && command->options->name;

    tby_cli_name(command, name);
    fprintf(out, "tabiya %s: %s\n\nUsage: tabiya %s%s%s%s\n\n", name,
            command->summary, name, own ? " [OPTIONS]" : "",
            *command->args ? " " : "", command->args);
    tby_print_wrap(out, command->about, 0, 0);
    fputs("\nOptions:\n", out);
    option_entries(out, command->options);
    option_entries(out, tby_cli_globals);
    const tby_cli_example *e = command->examples;
    if (e && e->line)
        fputs("\nExamples:\n", out);
    for (; e && e->line; e++) {
        fprintf(out, "  %s\n", e->line);
        tby_print_wrap(out, e->what, 6, 0);
    }
}

void tby_cli_help(FILE *out, const tby_cli_command *command, const char *noun)
{
    if (command)
        help_command(out, command);
    else if (noun)
        help_noun(out, noun);
    else
        help_all(out);
}

/* Is the command named by the words, or by the first part of them? */
static bool named(const tby_cli_command *c, const tby_cli_call *call)
{
    if (call->n > 0 && strcmp(c->noun, call->args[0]) != 0)
        return false;
    return call->n < 2 || (c->verb && strcmp(c->verb, call->args[1]) == 0);
}

static int as_json(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; tby_cli_table[i] && code == TBY_EXIT_OK; i++) {
        if (named(tby_cli_table[i], call)) {
            const tby_cli_command *c = tby_cli_table[i];
            char name[TBY_CLI_NAME];
            tby_jsonw *w = tby_cli_json_object();

            tby_jsonw_put_cstr(w, "command", tby_cli_name(c, name));
            tby_jsonw_put_cstr(w, "arguments", c->args);
            tby_jsonw_put_cstr(w, "summary", c->summary);
            const tby_cli_option *o = c->options;
            tby_jsonw_put_array(w, "options");
            for (; o && o->name; o++) {
                tby_jsonw_object(w);
                tby_jsonw_put_cstr(w, "name", o->name);
                tby_jsonw_put_cstr(w, "argument", o->arg);
                tby_jsonw_put_cstr(w, "help", o->help);
                tby_jsonw_object_end(w);
            }
            tby_jsonw_array_end(w);
            code = tby_cli_json_object_end();
        }
    }
    return code;
}

static int print_help(const tby_cli_call *call)
{
    const char *noun = call->n > 0 ? call->args[0] : NULL;
    const char *verb = call->n > 1 ? call->args[1] : NULL;
    size_t i = 0;

    while (tby_cli_table[i] && !named(tby_cli_table[i], call))
        i++;
    if (!tby_cli_table[i])
        return verb && tby_cli_find_noun(noun) ? tby_cli_unknown(noun, verb)
                                               : tby_cli_unknown(NULL, noun);
    if (call->json)
        return as_json(call);
    tby_cli_help(stdout, noun ? tby_cli_find(noun, verb) : NULL, noun);
    return TBY_EXIT_OK;
}

const tby_cli_command tby_cmd_help = {
    TBY_CLI_SYNOPSIS("help", NULL, "[COMMAND] [VERB]",
                     "list the commands, or explain one"),
    .about = "Lists all commands, those of one word such as 'docs', or "
             "explains one command with its options and examples.",
    TBY_CLI_EXAMPLES(
        {"tabiya help perft", "the same as 'tabiya perft --help'"},
        {"tabiya help --json", "all commands and options, one line for each"}),
    .run = print_help,
};
