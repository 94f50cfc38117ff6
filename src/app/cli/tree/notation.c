/* notation.c - tabiya tree notation: every move of a position in the
 * shortest notation. */
#include "app/cli/tree/notation.h"
#include "app/cli/commands.h"

#include <string.h>

/* A move in three notations. */
typedef struct named {
    tby_move move;
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], text[TBY_SHORT_MAX];
} named;

typedef struct view {
    const tby_cli_call *call;
    bool all;
    tby_short_style style;
    tby_pos pos;
    tby_short_table table;
    named moves[TBY_MOVES_MAX];
    size_t shown; /* positions so far */
} view;

static named name(const view *v, tby_move m)
{
    named out = {.move = m};

    tby_san_write(&v->pos, m, out.san);
    tby_uci_write(&v->pos, m, TBY_UCI_ORTHODOX, out.uci);
    tby_short_table_write(&v->table, m, v->style, out.text);
    return out;
}

/* The empty string, which a forced move has, is not to be overlooked. */
static const char *visible(const char *text)
{
    return *text ? text : "\"\"";
}

static void print_move(const view *v, const named *n)
{
    char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    size_t strings = v->all ? tby_short_all(&v->table, n->move, all) : 0;

    printf("%-8s%-7s%s", n->san, n->uci, visible(n->text));
    for (size_t i = 0; i < strings; i++)
        printf("%*s%s", i ? 1 : (int)(6 - strlen(visible(n->text))), "",
               visible(all[i]));
    putchar('\n');
}

static void json_move(tby_jsonw *w, const view *v, const named *n)
{
    char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "san", n->san);
    tby_jsonw_put_cstr(w, "uci", n->uci);
    tby_jsonw_put_cstr(w, "shortest", n->text);
    if (v->all) {
        size_t strings = tby_short_all(&v->table, n->move, all);
        tby_jsonw_key(w, "all");
        tby_jsonw_array(w);
        for (size_t i = 0; i < strings; i++)
            tby_jsonw_cstr(w, all[i]);
        tby_jsonw_array_end(w);
    }
    tby_jsonw_object_end(w);
}

tby_jsonw *tby_cli_notation_json(tby_cli_json *j, const tby_cli_text *text,
                                 const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];
    tby_jsonw *w = tby_cli_json_start(j);

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0) /* lines may have been refused */
        tby_jsonw_put_u64(w, "line", text->line);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    return w;
}

int tby_cli_notation_json_print(tby_cli_json *j)
{
    tby_jsonw_array_end(&j->w);
    tby_jsonw_object_end(&j->w);
    return tby_cli_json_print(j);
}

static int print_json(const view *v, const tby_cli_text *text)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_notation_json(&j, text, &v->pos);

    for (size_t i = 0; i < v->table.legal.n; i++)
        json_move(w, v, &v->moves[i]);
    return tby_cli_notation_json_print(&j);
}

/* All moves, in the order of a node of a tree. */
static void name_all(view *v)
{
    tby_short_table_init(&v->table, &v->pos);
    tby_moves moves = v->table.legal;
    tby_ctree_order(&v->pos, moves.at, moves.n, TBY_CTREE_V1);
    for (size_t i = 0; i < moves.n; i++)
        v->moves[i] = name(v, moves.at[i]);
}

static int show(void *ctx, const tby_cli_text *text)
{
    view *v = ctx;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    v->pos = line.pos;
    tby_line_free(&line);
    name_all(v);
    if (v->call->json)
        return print_json(v, text);
    fputs(v->shown++ ? "\n" : "", stdout);
    for (size_t i = 0; i < v->table.legal.n; i++)
        print_move(v, &v->moves[i]);
    return TBY_EXIT_OK;
}

static int run(const tby_cli_call *call)
{
    view v = {.call = call,
              .all = tby_cli_has(call, "all"),
              .style = tby_cli_has(call, "legacy") ? TBY_SHORT_LEGACY
                                                   : TBY_SHORT_STRICT};

    return tby_cli_each_text(call->args, call->n, show, &v);
}

static const tby_cli_option OPTIONS[] = {
    {"all", NULL, "list every string that is equally short, too"},
    {"legacy", NULL,
     "write a pawn's move as its square where that is shorter, as SAN does"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree notation start", "the twenty first moves"},
    {"tabiya tree notation --all e4 e5", "all strings that would do as well"},
    {"tabiya tree notation --json - <positions.txt",
     "a line of JSON for each line"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_notation = {
    .noun = "tree",
    .verb = "notation",
    .args = "POS...",
    .summary = "list the moves of a position in the shortest notation",
    .about =
        "Each line has a legal move in SAN, in UCI and in the shortest "
        "notation: as few characters as tell it from all other legal moves of "
        "the position. They may name the piece, x for a capture and what is "
        "captured, the file and the rank it comes from and goes to, = for a "
        "promotion or the piece it is to, + and #. A forced move is the empty "
        "string, shown as \"\" here. docs/notation.md has the grammar and the "
        "choice among equally short strings.\n\n"
        "The moves go by the square they come from, a8 to h8 first and a1 to "
        "h1 last, then by the square they go to. POS is given as for 'tabiya "
        "pos'; a lone '-' reads one position from each line of standard "
        "input.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
