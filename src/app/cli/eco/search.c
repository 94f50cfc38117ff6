/* search.c - tabiya eco search: openings by name. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

static bool are_moves(tby_str text)
{
    tby_line line;

    if (tby_line_parse(text, NULL, &line, NULL, NULL) != TBY_OK)
        return false;
    tby_line_free(&line);
    return true;
}

static int search(void *ctx, const tby_cli_text *text)
{
    int code = tby_eco_search_text(ctx, text);

    if (code == TBY_EXIT_NO)
        tby_cli_diag_at(text, 0,
                        are_moves(text->body)
                            ? "This is a position, not a name: ask 'tabiya "
                              "eco find'."
                            : "No opening has a name like this.",
                        "opening_not_found");
    return code;
}

/* What the options ask for; false after a complaint. */
static bool read_options(tby_eco_search *s, const tby_cli_call *call)
{
    enum { DEFAULT = 20, MOST = 1000000 };
    const char *limit = tby_cli_value(call, "limit");
    unsigned n = DEFAULT;

    if (limit && !tby_cli_number(call, "--limit", limit, 0, MOST, &n))
        return false;
    s->limit = n;
    if (tby_cli_has(call, "all"))
        s->flags |= TBY_SEARCH_ALL;
    if (tby_cli_has(call, "complete"))
        s->flags |= TBY_SEARCH_COMPLETE;
    return true;
}

static int search_all(tby_eco_search *s, const tby_cli_call *call)
{
    tby_openings *table = NULL;
    tby_rc rc = call->json ? tby_eco_unpack(s->book, &table) : TBY_OK;
    int code;

    s->table = table;
    if (rc == TBY_OK)
        rc = tby_search_open(&s->search, s->book, NULL);
    if (rc != TBY_OK)
        code = tby_cli_fail("openings", rc);
    else
        code = tby_cli_each_text(call->args, call->n, search, s);
    tby_search_close(s->search);
    tby_openings_close(table);
    return code;
}

static int run(const tby_cli_call *call)
{
    tby_eco_search s = {.flags = 0};
    tby_names_book *names = NULL;

    if (!read_options(&s, call))
        return TBY_EXIT_USAGE;
    int code = tby_eco_read_book(call, &names);
    if (!names)
        return code;
    s.book = tby_names_book_get(names);
    code = tby_cli_worse_exit(code, search_all(&s, call));
    tby_names_book_close(names);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"limit", "N", "show the best N (default 20), 0 for all"},
    {"all", NULL, "show every position, not only the first of each name"},
    {"complete", NULL, "the last word may not be typed to its end"},
    TBY_ECO_BOOK,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco search gruenfeld exchange", "by words of the name"},
    {"tabiya eco search QGD", "by an abbreviation"},
    {"tabiya eco search --limit 0 B90-B99 english", "within some codes"},
    {"tabiya eco search --complete sicilian na", "what this may become"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_search = {
    .noun = "eco",
    .verb = "search",
    .args = "TEXT...",
    .summary = "find openings by name",
    .about =
        "TEXT is words of a name in any order, whole or begun. Case, accents "
        "and spelling do not matter: Gruenfeld and Grunfeld are one, and so "
        "are "
        "Defence and Defense, Petroff and Petrov, Aljechin and Alekhine. "
        "Abbreviations (QGD, KID) and other names of the same (Spanish, Volga "
        "Gambit) are known, and one wrong letter in a word of "
        "five or more is forgiven. A code or range of codes (B90, B9, "
        "B90-B99) may stand alone or narrow the rest. A lone '-' reads one "
        "TEXT from each line of standard input.\n\n"
        "The best comes first: the name itself, names that begin so, names of "
        "the family, names of a part; among these the name that more "
        "positions bear. Each name is shown once, with its code, the shortest "
        "line that leads to it, and the number of positions that bear it. The "
        "exit code is 1 if nothing was found.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
