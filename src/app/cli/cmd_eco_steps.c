/* cmd_eco_steps.c - tabiya eco from, tabiya eco to: named positions one move
 * before and behind a position. */
#include "app/cli/cmd_eco_list.h"
#include "app/cli/commands.h"
#include "core/base/str.h"

#include <stdlib.h>
#include <string.h>

typedef struct view {
    const tby_cli_call *call;
    const char *verb; /* "from" or "to" */
    void (*start)(tby_steps *c, const tby_openings *t, const tby_pos *p);
    const tby_openings *table;
    size_t shown; /* positions so far */
} view;

/* A step to be shown: the move, and the record at its other end. */
typedef struct found {
    const tby_opening *opening;
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
} found;

typedef struct list {
    found *at;
    size_t n, cap;
} list;

static bool grow(list *l)
{
    size_t cap = l->cap ? 2 * l->cap : 64;
    found *at = tby_pgn_resize(l->at, l->cap * sizeof *at, cap * sizeof *at);

    if (!at)
        return false;
    l->at = at;
    l->cap = cap;
    return true;
}

static int by_code(const void *a, const void *b)
{
    const found *x = a, *y = b;
    int order = strcmp(x->opening->code, y->opening->code);

    if (order == 0)
        order = tby_str_compare(x->opening->name, y->opening->name);
    return order ? order : strcmp(x->uci, y->uci);
}

/* Fills the list; false without memory. */
static bool find(const view *v, const tby_pos *p, list *l)
{
    static tby_steps c; /* large, and there is one */
    tby_step step;
    bool back = v->start == tby_steps_into;

    v->start(&c, v->table, p);
    while (tby_steps_next(&c, &step)) {
        if (l->n == l->cap && !grow(l))
            return false;
        found *f = &l->at[l->n++];
        f->opening = tby_openings_at(v->table, back ? step.from : step.to);
        const tby_pos *before = back ? &f->opening->pos : p;
        tby_san_write(before, step.move, f->san);
        tby_uci_write(before, step.move, TBY_UCI_ORTHODOX, f->uci);
    }
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, by_code);
    return true;
}

static bool is_stdin(const tby_cli_text *text)
{
    return strcmp(text->file, "stdin") == 0;
}

static void print_text(view *v, const tby_cli_text *text, const tby_pos *p,
                       const list *l)
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
                      const list *l)
{
    char fen[TBY_FEN_MAX];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_fen_write_pos(p, fen, sizeof fen);
    tby_jsonw_object(w);
    if (is_stdin(text)) /* lines may have been refused */
        tby_jsonw_put_u64(w, "line", text->line);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_key(w, v->verb);
    tby_jsonw_array(w);
    for (size_t i = 0; i < l->n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", l->at[i].san);
        tby_jsonw_put_cstr(w, "move_uci", l->at[i].uci);
        tby_eco_json_opening(w, l->at[i].opening);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int show(void *ctx, const tby_cli_text *text)
{
    view *v = ctx;
    list l = {NULL, 0, 0};
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    if (!find(v, &line.pos, &l))
        code = tby_cli_fail(v->verb, TBY_E_NOMEM);
    else if (v->call->json)
        code = print_json(v, text, &line.pos, &l);
    else
        print_text(v, text, &line.pos, &l);
    code = tby_pgn_graver(code, l.n ? TBY_EXIT_OK : TBY_EXIT_NO);
    tby_pgn_resize(l.at, l.cap * sizeof *l.at, 0);
    tby_line_free(&line);
    return code;
}

static int run(view v)
{
    tby_openings *t = NULL;
    int code = tby_eco_read(v.call, NULL, 0, &t);

    if (t) {
        v.table = t;
        code = tby_pgn_graver(
            code, tby_cli_each_text(v.call->args, v.call->n, show, &v));
    }
    tby_openings_close(t);
    return code;
}

static int run_from(const tby_cli_call *call)
{
    return run((view){.call = call, .verb = "from", .start = tby_steps_into});
}

static int run_to(const tby_cli_call *call)
{
    return run((view){.call = call, .verb = "to", .start = tby_steps_from});
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
