/* lines.c - tabiya rep lines: the lines of a repertoire in SAN. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"

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

static int print_line(job *j, const tby_route *r)
{
    int code = TBY_EXIT_OK;

    if (j->call->json) {
        const tby_graph *g = j->graph;
        char text[TBY_FEN_MAX];
        tby_jsonw *w = tby_cli_json_object();

        tby_pos start = tby_walk_begin(g, g->edges[r->edges[0]].from);
        tby_fen_write_pos(&start, text, sizeof text);
        tby_jsonw_put_u64(w, "number", j->printed + 1);
        tby_jsonw_put_cstr(w, "start", text);
        tby_jsonw_put_u64(w, "plies", r->n);
        tby_jsonw_put_array(w, "san");
        for (size_t i = 0; i < r->n; i++) {
            const tby_edge *e = &g->edges[r->edges[i]];
            tby_san_write(&g->nodes[e->from].pos, e->move, text);
            tby_jsonw_cstr(w, text);
        }
        tby_jsonw_array_end(w);
        code = tby_cli_json_object_end();
    } else {
        /* A line that does not begin as games do says where it begins. */
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
    j->printed++;
    return code;
}

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

static int print_cover(job *j, tby_route *r)
{
    size_t size = j->graph->edges_n + 1;
    uint8_t *owed = tby_cli_resize(NULL, 0, size);
    int code = TBY_EXIT_OK;
    tby_cover cover;

    if (!owed)
        return tby_cli_fail(j->file, TBY_E_NOMEM);
    tby_dag_own(&j->dag, j->graph->color, owed);
    tby_rc rc = tby_cover_open(&cover, &j->dag, owed);
    if (rc == TBY_OK) {
        while (code == TBY_EXIT_OK &&
               (rc = tby_cover_take(&cover, r)) == TBY_OK)
            code = print_line(j, r);
        tby_cover_free(&cover);
    }
    tby_cli_resize(owed, size, 0);
    return rc < 0 ? tby_cli_fail(j->file, rc) : code;
}

static int rep_lines(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;
    job j = {.call = call, .file = call->args[0]};
    unsigned most = MOST;
    tby_rep rep;

    if (tby_cli_has(call, "all") && tby_cli_has(call, "cover"))
        return TBY_CLI_USAGE(call, "--all and --cover exclude each other.");
    if (tby_cli_has(call, "most") && !tby_cli_has(call, "all"))
        return TBY_CLI_USAGE(call, "--most goes with --all.");
    if (!tby_cli_number_of(call, "most", 1, UINT_MAX, &most))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&rep, j.file, &code))
        return code;
    j.graph = &rep.graph;
    tby_cli_rep_player(call, j.graph, j.file);
    tby_rc rc = tby_walk_graph(&j.walk, j.graph, NULL);
    if (rc == TBY_OK) {
        rc = tby_dag_open(&j.dag, j.graph, &j.walk, NULL, 0);
        if (rc == TBY_OK) {
            tby_route r;
            tby_route_init(&r, NULL);
            int printed = tby_cli_has(call, "all") ? print_all(&j, &r, most)
                                                   : print_cover(&j, &r);
            tby_route_free(&r);
            if (printed == TBY_EXIT_OK && j.printed == 0)
                printed = TBY_EXIT_NO;
            code = tby_cli_worse_exit(code, printed);
        }
        tby_dag_free(&j.dag);
        tby_walk_free(&j.walk);
    }
    tby_rep_free(&rep);
    return rc == TBY_OK ? code : tby_cli_fail(j.file, rc);
}

const tby_cli_command tby_cmd_rep_lines = {
    TBY_CLI_SYNOPSIS("rep", "lines", "FILE", "print the lines of a repertoire"),
    .about =
        "Prints one line of the repertoire after another, in SAN. A line goes "
        "from a start to a position without a move. No line goes on after a "
        "move that closes a cycle: a line of --cover ends with it if it is "
        "the player's, any other line ends before it. A line that does not "
        "begin with the first move of a game has its position in front.\n\n"
        "The lines of --cover are a smallest set: no fewer lines contain "
        "every move of the player. 'tabiya rep drill' goes through these.\n\n"
        "The exit code is 1 if there is no line.",
    TBY_CLI_OPTIONS(
        {"cover", NULL,
         "as few lines as contain every move of the player (the default)"},
        {"all", NULL, "every line from a start to where the repertoire ends"},
        {"most", "N", "with --all: so many lines (default 10000)"},
        TBY_REP_COLOR),
    TBY_CLI_EXAMPLES({"tabiya rep lines london.txt",
                      "what to play through to see every move"},
                     {"tabiya rep lines --all london.txt | wc -l",
                      "how many lines there are"}),
    .run = rep_lines,
};
