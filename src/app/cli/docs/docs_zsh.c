/* docs_zsh.c - the table as a completion for zsh. */
#include "app/cli/docs/docs_shell.h"
#include "core/base/str.h"

#include <string.h>

/* Text inside a quoted specification: some characters mean something to
 * _arguments and _describe, the quote to the shell. */
static void put(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr(":[]\\", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

/* ":message:action" of a placeholder. */
static void put_values(FILE *out, tby_str placeholder)
{
    tby_cli_values values = tby_cli_values_of(placeholder);

    fputc(':', out);
    for (size_t i = 0; i < placeholder.n; i++)
        fputc(placeholder.p[i] == '|' ? '/' : placeholder.p[i], out);
    fputc(':', out);
    if (values == TBY_CLI_FILES)
        fputs("_files", out);
    else if (values == TBY_CLI_DIRS)
        fputs("_files -/", out);
    else if (values == TBY_CLI_POSITION)
        fputs("(start)", out);
    else if (values == TBY_CLI_COMMANDS)
        fputs("_tabiya_commands", out);
    else if (values == TBY_CLI_CHOICE) {
        fputc('(', out);
        for (size_t i = 0; i < placeholder.n; i++)
            fputc(placeholder.p[i] == '|' ? ' ' : placeholder.p[i], out);
        fputc(')', out);
    } else {
        fputc(' ', out); /* say what is wanted, offer nothing */
    }
}

static void put_options(FILE *out, const tby_cli_option *o, const char *indent)
{
    for (; o && o->name; o++) {
        fprintf(out, " \\\n%s    '--%s%s[", indent, o->name, o->arg ? "=" : "");
        put(out, o->help);
        fputc(']', out);
        if (o->arg)
            put_values(out, tby_str_of(o->arg));
        fputc('\'', out);
    }
}

static void put_command(FILE *out, const tby_cli_command *c, const char *indent)
{
    tby_str rest = tby_str_of(c->args);
    bool repeats = false;
    tby_str arg;

    fprintf(out, "%s_arguments -S", indent);
    put_options(out, c->options, indent);
    put_options(out, tby_cli_globals, indent);
    for (int i = 1; tby_cli_next_arg(&rest, &arg, &repeats); i++) {
        fprintf(out, " \\\n%s    '", indent);
        if (repeats)
            fputc('*', out);
        else
            fprintf(out, "%d", i);
        put_values(out, arg);
        fputc('\'', out);
    }
    fputc('\n', out);
}

/* 'word:summary' for _describe. */
static void put_described(FILE *out, const char *indent, const char *word,
                          const char *summary)
{
    fprintf(out, "%s'", indent);
    put(out, word);
    fputc(':', out);
    put(out, summary);
    fputs("'\n", out);
}

/* A noun with verbs is described by them. */
static void put_noun_described(FILE *out, size_t i)
{
    const tby_cli_command *c = tby_cli_table[i];

    if (!c->verb) {
        put_described(out, "        ", c->noun, c->summary);
        return;
    }
    fprintf(out, "        '%s:", c->noun);
    for (size_t k = i; k < tby_cli_noun_end(i); k++)
        fprintf(out, "%s%s", k == i ? "" : ", ", tby_cli_table[k]->verb);
    fputs("'\n", out);
}

static void put_noun(FILE *out, size_t i)
{
    size_t end = tby_cli_noun_end(i);

    fprintf(out, "    %s)\n", tby_cli_table[i]->noun);
    if (!tby_cli_table[i]->verb) {
        put_command(out, tby_cli_table[i], "        ");
        fputs("        ;;\n", out);
        return;
    }
    fputs("        if ((CURRENT == 2)); then\n            verbs=(\n", out);
    for (size_t k = i; k < end; k++)
        put_described(out, "                ", tby_cli_table[k]->verb,
                      tby_cli_table[k]->summary);
    fputs("            )\n            _describe command verbs\n"
          "            return\n        fi\n        shift words\n        "
          "((CURRENT--))\n"
          "        case $words[1] in\n",
          out);
    for (size_t k = i; k < end; k++) {
        fprintf(out, "        %s)\n", tby_cli_table[k]->verb);
        put_command(out, tby_cli_table[k], "            ");
        fputs("            ;;\n", out);
    }
    fputs("        esac\n        ;;\n", out);
}

void tby_cli_docs_zsh(FILE *out)
{
    fputs("#compdef tabiya\n"
          "# completion of tabiya for zsh, made by 'tabiya docs zsh'\n"
          "\n"
          "_tabiya_commands()\n"
          "{\n"
          "    local -a commands\n"
          "    commands=(\n",
          out);
    for (size_t i = 0; tby_cli_table[i]; i = tby_cli_noun_end(i))
        put_noun_described(out, i);
    fputs("    )\n"
          "    _describe command commands\n"
          "}\n"
          "\n"
          "_tabiya()\n"
          "{\n"
          "    local curcontext=$curcontext state line\n"
          "    local -a verbs\n"
          "    _arguments -C -S",
          out);
    put_options(out, tby_cli_globals, "    ");
    put_options(out, tby_cli_alone, "    ");
    fputs(" \\\n        '1:command:_tabiya_commands' \\\n"
          "        '*::arguments:->arguments' && return\n"
          "    [[ $state == arguments ]] || return 1\n"
          "    case $words[1] in\n",
          out);
    for (size_t i = 0; tby_cli_table[i]; i = tby_cli_noun_end(i))
        put_noun(out, i);
    fputs("    esac\n}\n\n_tabiya \"$@\"\n", out);
}
