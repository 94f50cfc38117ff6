/* lines.c - tabiya rep lines: the lines of a repertoire in SAN. */
#include "app/cli/commands.h"
#include "app/cli/rep/drill.h"

#include <inttypes.h>
#include <limits.h>

enum { MOST = 10000 };

typedef struct job {
    const tby_cli_call *call;
    const char *file;
    tby_graph *graph;
    tby_walk walk;
    tby_dag dag;
    uint64_t printed;
} job;

/* --- one line -------------------------------------------------------------*/

/* The numbers of the moves are those of this way to them: positions that are
 * reached at two depths have but one counter. */
static unsigned number_of(const tby_pos *start, size_t ply)
{
    size_t halves = ply + (start->turn == TBY_BLACK);

    return start->fullmoves + (unsigned)(halves / 2);
}

static void print_moves(const job *j, const tby_route *r)
{
    const tby_graph *g = j->graph;
    const tby_pos start = tby_walk_begin(g, g->edges[r->edges[0]].from);
    char san[TBY_SAN_MAX];

    for (size_t i = 0; i < r->n; i++) {
        const tby_edge *e = &g->edges[r->edges[i]];
        const tby_pos *from = &g->nodes[e->from].pos;
        if (i)
            putchar(' ');
        if (from->turn == TBY_WHITE)
            printf("%u. ", number_of(&start, i));
        else if (i == 0)
            printf("%u... ", number_of(&start, i));
        tby_san_write(from, e->move, san);
        fputs(san, stdout);
    }
    putchar('\n');
}

/* A line that does not begin as games do says where it begins. */
static void print_text(const job *j, const tby_route *r)
{
    const tby_graph *g = j->graph;
    const tby_pos *start = &g->nodes[g->edges[r->edges[0]].from].pos;
    const tby_pos usual = tby_pos_start();
    char fen[TBY_FEN_MAX];

    if (!tby_pos_same(start, &usual)) {
        tby_fen_write_pos(start, fen, sizeof fen);
        printf("[%s] ", fen);
    }
    print_moves(j, r);
}

static int print_json(const job *j, const tby_route *r)
{
    const tby_graph *g = j->graph;
    char text[TBY_FEN_MAX];
    tby_cli_json out;
    tby_jsonw *w = tby_cli_json_start(&out);

    tby_pos start = tby_walk_begin(g, g->edges[r->edges[0]].from);
    tby_fen_write_pos(&start, text, sizeof text);
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "number", j->printed + 1);
    tby_jsonw_put_cstr(w, "start", text);
    tby_jsonw_put_u64(w, "plies", r->n);
    tby_jsonw_key(w, "san");
    tby_jsonw_array(w);
    for (size_t i = 0; i < r->n; i++) {
        const tby_edge *e = &g->edges[r->edges[i]];
        tby_san_write(&g->nodes[e->from].pos, e->move, text);
        tby_jsonw_cstr(w, text);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&out);
}

static int print_line(job *j, const tby_route *r)
{
    int code = TBY_EXIT_OK;

    if (j->call->json)
        code = print_json(j, r);
    else
        print_text(j, r);
    j->printed++;
    return code;
}

/* --- which lines ----------------------------------------------------------*/

static int print_all(job *j, tby_route *r, unsigned most)
{
    int code = TBY_EXIT_OK;
    tby_rc rc = TBY_OK;

    while (code == TBY_EXIT_OK && j->printed < most &&
           (rc = tby_route_next(&j->dag, r)) == TBY_OK)
        code = print_line(j, r);
    if (rc < 0)
        return tby_cli_fail(j->file, rc);
    if (code == TBY_EXIT_OK && j->dag.lines > most) {
        char text[128];
        snprintf(text, sizeof text,
                 "There are %s%" PRIu64
                 " lines; --most says how many are printed.",
                 j->dag.lines == INT64_MAX ? "at least " : "", j->dag.lines);
        fflush(stdout);
        tby_cli_print_finding(
            &(tby_cli_finding){TBY_NOTE, j->file, {0, 0}, "rep_lines", text});
    }
    return code;
}

static int take_cover(job *j, tby_route *r, const uint8_t *owed)
{
    int code = TBY_EXIT_OK;
    tby_cover cover;
    tby_rc rc = tby_cover_open(&cover, &j->dag, owed);

    if (rc != TBY_OK)
        return tby_cli_fail(j->file, rc);
    while (code == TBY_EXIT_OK && (rc = tby_cover_take(&cover, r)) == TBY_OK)
        code = print_line(j, r);
    tby_cover_free(&cover);
    return rc < 0 ? tby_cli_fail(j->file, rc) : code;
}

static int print_cover(job *j, tby_route *r)
{
    uint8_t *owed = tby_cli_resize(NULL, 0, j->graph->edges_n + 1);

    if (!owed)
        return tby_cli_fail(j->file, TBY_E_NOMEM);
    tby_dag_own(&j->dag, j->graph->color, owed);
    int code = take_cover(j, r, owed);
    tby_cli_resize(owed, j->graph->edges_n + 1, 0);
    return code;
}

static int print_lines(job *j)
{
    const char *text = tby_cli_value(j->call, "most");
    unsigned most = MOST;
    tby_route r;

    if (text && !tby_cli_number(j->call, "--most", text, 1, UINT_MAX, &most))
        return TBY_EXIT_USAGE;
    tby_route_init(&r, NULL);
    int code = tby_cli_has(j->call, "all") ? print_all(j, &r, most)
                                           : print_cover(j, &r);
    tby_route_free(&r);
    return code == TBY_EXIT_OK && j->printed == 0 ? TBY_EXIT_NO : code;
}

static int run(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;
    job j = {.call = call, .file = call->args[0]};
    tby_rep rep;

    if (tby_cli_has(call, "all") && tby_cli_has(call, "cover"))
        return tby_cli_usage(call->command, NULL,
                             "--all and --cover exclude each other.");
    if (tby_cli_has(call, "most") && !tby_cli_has(call, "all"))
        return tby_cli_usage(call->command, NULL, "--most goes with --all.");
    if (!tby_cli_rep_load(&rep, j.file, &code))
        return code;
    j.graph = &rep.graph;
    tby_cli_rep_player(call, j.graph, j.file);
    tby_rc rc = tby_walk_graph(&j.walk, j.graph, NULL);
    if (rc == TBY_OK) {
        rc = tby_dag_open(&j.dag, j.graph, &j.walk, NULL, 0);
        if (rc == TBY_OK)
            code = tby_cli_worse_exit(code, print_lines(&j));
        tby_dag_free(&j.dag);
        tby_walk_free(&j.walk);
    }
    tby_rep_free(&rep);
    return rc == TBY_OK ? code : tby_cli_fail(j.file, rc);
}

static const tby_cli_option OPTIONS[] = {
    {"cover", NULL,
     "as few lines as contain every move of the player (the default)"},
    {"all", NULL, "every line from a start to where the repertoire ends"},
    {"most", "N", "with --all: so many lines (default 10000)"},
    TBY_REP_COLOR,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep lines london.txt", "what to play through to see every move"},
    {"tabiya rep lines --all london.txt | wc -l", "how many lines there are"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_lines = {
    .noun = "rep",
    .verb = "lines",
    .args = "FILE",
    .summary = "print the lines of a repertoire",
    .about =
        "Prints one line of the repertoire after another, in SAN. A line goes "
        "from a start to a position without a move. No line goes on behind a "
        "move that closes a cycle: a line of --cover ends with it if it is the "
        "player's, any other line ends before it. A line that does not begin "
        "with the first move of a game has its position in front.\n\n"
        "The lines of --cover are a smallest set: no fewer lines contain every "
        "move of the player. 'tabiya rep drill' goes through these.\n\n"
        "The exit code is 1 if there is no line.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
