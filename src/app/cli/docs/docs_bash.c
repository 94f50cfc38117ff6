/* docs_bash.c - the table as a completion for bash, which needs no other
 * package.  Each command sets what can stand at the cursor:
 *   words  what it may be      opts  the options, if it begins with a dash
 *   files  "f" or "d": names of files or directories, too */
#include "app/cli/docs/docs_shell.h"
#include "core/base/str.h"

static void put_nouns(FILE *out)
{
    const char *space = "";

    for (size_t i = 0; tby_cli_table[i]; i = tby_cli_noun_end(i)) {
        fprintf(out, "%s%s", space, tby_cli_table[i]->noun);
        space = " ";
    }
}

static void put_choices(FILE *out, tby_str list)
{
    for (size_t i = 0; i < list.n; i++)
        fputc(list.p[i] == '|' ? ' ' : list.p[i], out);
}

/* The assignment that offers the values of a placeholder. */
static void put_values(FILE *out, tby_str placeholder)
{
    switch (tby_cli_values_of(placeholder)) {
    case TBY_CLI_FILES:
        fputs("files=f", out);
        break;
    case TBY_CLI_DIRS:
        fputs("files=d", out);
        break;
    case TBY_CLI_POSITION:
        fputs("words+=' start'", out);
        break;
    case TBY_CLI_COMMANDS:
        fputs("words+=' ", out);
        put_nouns(out);
        fputc('\'', out);
        break;
    case TBY_CLI_CHOICE:
        fputs("words+=' ", out);
        put_choices(out, placeholder);
        fputc('\'', out);
        break;
    case TBY_CLI_ANYTHING:
        fputc(':', out);
        break;
    }
}

/* `more` besides those that every command takes. */
static void put_option_names(FILE *out, const tby_cli_option *more)
{
    fputs("opts='", out);
    for (const tby_cli_option *o = more; o && o->name; o++)
        fprintf(out, "--%s ", o->name);
    for (const tby_cli_option *o = tby_cli_globals; o->name; o++)
        fprintf(out, "--%s%s", o->name, o[1].name ? " " : "'");
    fputc('\n', out);
}

static void put_command(FILE *out, const tby_cli_command *c, const char *indent)
{
    tby_str rest = tby_str_of(c->args);
    tby_str arg;

    fprintf(out, "%scase $prev in\n", indent);
    for (const tby_cli_option *o = c->options; o && o->name; o++) {
        if (!o->arg)
            continue;
        fprintf(out, "%s--%s) ", indent, o->name);
        put_values(out, tby_str_of(o->arg));
        fputs(" ;;\n", out);
    }
    fprintf(out, "%s*)\n%s    ", indent, indent);
    put_option_names(out, c->options);
    while (tby_cli_next_arg(&rest, &arg, NULL)) {
        if (tby_cli_values_of(arg) == TBY_CLI_ANYTHING)
            continue;
        fprintf(out, "%s    ", indent);
        put_values(out, arg);
        fputc('\n', out);
    }
    fprintf(out, "%s    ;;\n%sesac\n", indent, indent);
}

/* All commands of the noun that begins at index i. */
static void put_noun(FILE *out, size_t i)
{
    size_t end = tby_cli_noun_end(i);

    fprintf(out, "    %s)\n", tby_cli_table[i]->noun);
    if (!tby_cli_table[i]->verb) {
        put_command(out, tby_cli_table[i], "        ");
        fputs("        ;;\n", out);
        return;
    }
    fputs("        case $verb in\n        '')\n            words='", out);
    for (size_t k = i; k < end; k++)
        fprintf(out, "%s%s", k == i ? "" : " ", tby_cli_table[k]->verb);
    fputs("'\n            ", out);
    put_option_names(out, NULL);
    fputs("            ;;\n", out);
    for (size_t k = i; k < end; k++) {
        fprintf(out, "        %s)\n", tby_cli_table[k]->verb);
        put_command(out, tby_cli_table[k], "            ");
        fputs("            ;;\n", out);
    }
    fputs("        esac\n        ;;\n", out);
}

static const char HEAD[] =
    "_tabiya()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
    "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local noun='' verb='' words='' opts='' files='' word i\n"
    "\n"
    "    # bash parts --option=value at the '='\n"
    "    if [[ $cur == '=' ]]; then\n"
    "        cur=''\n"
    "    elif [[ $prev == '=' ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        [[ $word == [-=]* ]] && continue\n"
    "        if [[ -z $noun ]]; then\n"
    "            noun=$word\n"
    "        elif [[ -z $verb ]]; then\n"
    "            verb=$word\n"
    "        fi\n"
    "    done\n"
    "    case $noun in\n";

static const char TAIL[] =
    "    esac\n"
    "    if [[ $cur == -* || -z $words$files ]]; then\n"
    "        words=$opts files=''\n"
    "    fi\n"
    "    local IFS=$' \\t\\n'\n"
    "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
    "    if [[ $files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        IFS=$'\\n'\n"
    "        COMPREPLY+=($(compgen -\"$files\" -- \"$cur\"))\n"
    "    fi\n"
    "}\n"
    "complete -F _tabiya tabiya\n";

void tby_cli_docs_bash(FILE *out)
{
    fputs("# completion of tabiya for bash, made by 'tabiya docs bash'\n", out);
    fputs(HEAD, out);
    fputs("    '')\n        words='", out);
    put_nouns(out);
    fputs("'\n        ", out);
    put_option_names(out, tby_cli_alone);
    fputs("        ;;\n", out);
    for (size_t i = 0; tby_cli_table[i]; i = tby_cli_noun_end(i))
        put_noun(out, i);
    fputs(TAIL, out);
}
