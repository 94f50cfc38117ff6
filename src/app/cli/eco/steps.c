/* steps.c - tabiya eco from, tabiya eco to: named positions one move
 * before and behind a position. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

#include <string.h>

typedef struct view {
    const tby_cli_call *call;
    bool back; /* from, not to */
    const tby_openings *table;
    size_t shown; /* positions so far */
} view;

static const char *verb_of(const view *v)
{
    return v->back ? "from" : "to";
}

static bool is_stdin(const tby_cli_text *text)
{
    return strcmp(text->file, "stdin") == 0;
}

static void print_text(view *v, const tby_cli_text *text, const tby_pos *p,
                       const tby_eco_near *l)
{
    if (is_stdin(text)) { /* which of the lines this is about */
        char fen[TBY_FEN_MAX];
        tby_fen_write_pos(p, fen, sizeof fen);
        printf("%s%s\n", v->shown++ ? "\n" : "", fen);
    }
    for (size_t i = 0; i < l->n; i++) {
        printf("%-7s  ", l->at[i].san);
        tby_eco_print_opening(l->at[i].opening);
    }
}

static int print_json(const view *v, const tby_cli_text *text, const tby_pos *p,
                      const tby_eco_near *l)
{
    char fen[TBY_FEN_MAX];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_fen_write_pos(p, fen, sizeof fen);
    tby_jsonw_object(w);
    if (is_stdin(text)) /* lines may have been refused */
        tby_jsonw_put_u64(w, "line", text->line);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_key(w, verb_of(v));
    tby_answer_near(w, l);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int show(void *ctx, const tby_cli_text *text)
{
    view *v = ctx;
    tby_eco_near l;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_eco_near_find(&l, v->table, &line.pos, v->back);
    if (rc != TBY_OK)
        code = tby_cli_fail(verb_of(v), rc);
    else if (v->call->json)
        code = print_json(v, text, &line.pos, &l);
    else
        print_text(v, text, &line.pos, &l);
    code = tby_cli_worse_exit(code, l.n ? TBY_EXIT_OK : TBY_EXIT_NO);
    tby_eco_near_free(&l);
    tby_line_free(&line);
    return code;
}

static int run(view v)
{
    tby_openings *t = NULL;
    int code = tby_eco_read(v.call, NULL, 0, &t);

    if (t) {
        v.table = t;
        code = tby_cli_worse_exit(
            code, tby_cli_each_text(v.call->args, v.call->n, show, &v));
    }
    tby_openings_close(t);
    return code;
}

static int run_from(const tby_cli_call *call)
{
    return run((view){.call = call, .back = true});
}

static int run_to(const tby_cli_call *call)
{
    return run((view){.call = call, .back = false});
}

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_BOOK,
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

#define POSITIONS                                                              \
    "POS is what 'pos' takes; a lone '-' reads one position from each line "   \
    "of "                                                                      \
    "standard input. The position itself needs no name. The exit code is 1 "   \
    "if nothing was found."

static const tby_cli_example EXAMPLES_FROM[] = {
    {"tabiya eco from d4 d5 c4 e6 Nc3 Nf6", "whence this position arises"},
    {"tabiya --json eco from - <positions.txt", "a line of JSON for each line"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_from = {
    .noun = "eco",
    .verb = "from",
    .args = "POS...",
    .summary = "list the named positions one move before POS",
    .about =
        "Each is shown with the move that leads here, its code, its name and "
        "its own moves, whatever the order in which POS was "
        "reached.\n\n" POSITIONS,
    .options = OPTIONS,
    .examples = EXAMPLES_FROM,
    .run = run_from,
};

static const tby_cli_example EXAMPLES_TO[] = {
    {"tabiya eco to start", "the named first moves"},
    {"tabiya eco to --book openings.tsv e4 c5",
     "where a list of one's own leads from here"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_to = {
    .noun = "eco",
    .verb = "to",
    .args = "POS...",
    .summary = "list the moves from POS to named positions",
    .about =
        "Each move is shown with the code, the name and the usual moves of the "
        "position it leads to.\n\n" POSITIONS,
    .options = OPTIONS,
    .examples = EXAMPLES_TO,
    .run = run_to,
};
