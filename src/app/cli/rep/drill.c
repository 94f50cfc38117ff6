/* drill.c - tabiya rep drill: what is asked for, and how a session
 * begins and ends. */
#include "app/cli/rep/drill.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/file.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MOST = 4096 };

void tby_cli_rep_player(const tby_cli_call *call, tby_graph *g,
                        const char *file)
{
    const char *color = tby_cli_value(call, "color");
    char text[96];

    if (color)
        tby_graph_set_color(g, strcmp(color, "white") == 0 ? TBY_WHITE
                                                           : TBY_BLACK);
    if (g->has_color || g->edges_alive == 0)
        return;
    tby_graph_set_color(g, tby_facts_guess_color(g));
    snprintf(text, sizeof text,
             "The file names no player: taken as %s's. --color says otherwise.",
             tby_cli_color_name(g->color));
    tby_cli_print_finding(&(tby_cli_finding){
        TBY_NOTE, tby_cli_file_name(file), {0, 0}, "rep_color", text});
}

/* --- options --------------------------------------------------------------*/

static tby_drill_mode mode_of(const tby_cli_call *call)
{
    const char *mode = tby_cli_value(call, "mode");

    if (!mode || strcmp(mode, "lines") == 0)
        return TBY_DRILL_LINES;
    return strcmp(mode, "all") == 0 ? TBY_DRILL_ALL : TBY_DRILL_DUE;
}

/* Whole numbers that options give; the seed is another each time otherwise. */
static bool read_numbers(tby_drill_session *s)
{
    const char *seed = tby_cli_value(s->call, "seed");
    const char *most = tby_cli_value(s->call, "most");
    unsigned number = 0;

    if (most &&
        !tby_cli_number(s->call, "--most", most, 1, UINT_MAX, &s->options.most))
        return false;
    if (seed && !tby_cli_number(s->call, "--seed", seed, 0, UINT_MAX, &number))
        return false;
    s->options.seed = number;
    if (!seed)
        s->options.seed = (uint64_t)(tby_clock_now() * 1e9);
    return true;
}

static bool read_options(tby_drill_session *s)
{
    const tby_cli_call *call = s->call;
    bool whole = tby_cli_has(call, "whole");
    bool cards = tby_cli_has(call, "cards") || tby_cli_has(call, "merge");

    s->options.mode = mode_of(call);
    s->options.in_order = tby_cli_has(call, "in-order");
    s->options.from = whole ? TBY_FROM_ROOT : TBY_FROM_CHOICE;
    if (whole && tby_cli_has(call, "position"))
        tby_cli_usage(call->command, NULL,
                      "--whole and --position exclude each other.");
    else if (cards && s->options.mode != TBY_DRILL_DUE)
        tby_cli_usage(call->command, NULL,
                      "--cards and --merge go with --mode due.");
    else if (tby_cli_has(call, "most") && s->options.mode != TBY_DRILL_ALL)
        tby_cli_usage(call->command, NULL, "--most goes with --mode all.");
    else if (strcmp(s->file, "-") == 0)
        tby_cli_usage(call->command, NULL,
                      "The answers come from standard input, so that the "
                      "repertoire must be a file.");
    else
        return read_numbers(s);
    return false;
}

/* The node of --position; false after a complaint. */
static bool find_position(tby_drill_session *s)
{
    const char *typed = tby_cli_value(s->call, "position");
    tby_str text = tby_str_of(typed);
    tby_cli_text from = {
        .file = "--position", .line = 1, .whole = text, .body = text};
    tby_line line;

    if (!typed)
        return true;
    int code = tby_cli_read_line(&from, &line);
    if (code == TBY_EXIT_OK) {
        s->options.from = TBY_FROM_NODE;
        s->options.node = tby_graph_find(s->graph, &line.pos);
        tby_line_free(&line);
        if (s->options.node != TBY_NONE)
            return true;
        tby_cli_diag_file(s->file,
                          "The repertoire does not have this position.",
                          "position_unknown");
        code = TBY_EXIT_NO;
    }
    s->code = tby_cli_worse_exit(s->code, code);
    return false;
}

/* --- cards ----------------------------------------------------------------*/

bool tby_drill_save_cards(tby_drill_session *s)
{
    tby_rep_listener listener = {tby_cli_rep_tell, NULL};

    if (!s->options.cards)
        return true;
    tby_rc rc = tby_cards_save(s->options.cards, s->cards_path.p, &listener);
    if (rc == TBY_E_NOMEM)
        tby_cli_fail(s->cards_path.p, rc);
    s->code = tby_cli_worse_exit(s->code, tby_cli_exit_of(rc));
    return rc == TBY_OK;
}

static tby_rc name_cards(tby_drill_session *s)
{
    const char *named = tby_cli_value(s->call, "cards");

    if (!named)
        return tby_cards_path(s->file, &s->cards_path);
    tby_buf_add(&s->cards_path, (tby_str){named, strlen(named) + 1});
    return s->cards_path.rc;
}

/* False after a complaint.  Unlike the cards of the repertoire, a copy must be
 * there. */
static bool load_cards(tby_drill_session *s, const char *path, bool copy)
{
    tby_rep_listener listener = {tby_cli_rep_tell, NULL};
    uint64_t refused = 0;
    tby_rc rc = (copy ? tby_cards_load_copy : tby_cards_load)(
        s->options.cards, path, &listener, &refused);

    if (rc == TBY_E_NOMEM)
        tby_cli_fail(path, rc);
    if (rc != TBY_OK)
        s->code = tby_cli_worse_exit(s->code, tby_cli_exit_of_file(rc));
    else if (refused)
        s->code = tby_cli_worse_exit(s->code, TBY_EXIT_MALFORMED);
    return rc == TBY_OK;
}

static bool open_cards(tby_drill_session *s)
{
    const char *merge = tby_cli_value(s->call, "merge");

    if (s->options.mode != TBY_DRILL_DUE)
        return true;
    s->options.now = tby_clock_utc();
    tby_rc rc = tby_cards_open(&s->options.cards, NULL);
    if (rc == TBY_OK)
        rc = name_cards(s);
    if (rc != TBY_OK) {
        s->code = tby_cli_worse_exit(s->code, tby_cli_fail(s->file, rc));
        return false;
    }
    return load_cards(s, s->cards_path.p, false) &&
           (!merge || (load_cards(s, merge, true) && tby_drill_save_cards(s)));
}

/* --- the session ----------------------------------------------------------*/

/* False after a complaint. */
static bool open_session(tby_drill_session *s)
{
    if (!find_position(s) || !open_cards(s))
        return false;
    s->options.color = s->graph->color;
    tby_rc rc = tby_drill_open(&s->drill, s->graph, &s->options);
    if (rc == TBY_OK)
        rc = tby_trail_open(&s->trail, s->graph, NULL);
    if (rc == TBY_OK)
        rc = tby_lines_open(&s->input, STDIN_FILENO, INPUT_MOST);
    if (rc != TBY_OK)
        s->code = tby_cli_worse_exit(s->code, tby_cli_fail(s->file, rc));
    return rc == TBY_OK;
}

static void close_session(tby_drill_session *s)
{
    if (s->input.buf)
        tby_lines_close(&s->input);
    tby_trail_free(&s->trail);
    tby_drill_close(s->drill);
    tby_cards_close(s->options.cards);
    tby_buf_free(&s->cards_path);
}

static int run(const tby_cli_call *call)
{
    tby_drill_session s = {.call = call,
                           .file = call->args[0],
                           .look = tby_cli_look_of_stdout(),
                           .echo = !call->json && !isatty(STDIN_FILENO)};

    if (!read_options(&s))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&s.rep, s.file, &s.code))
        return s.code;
    tby_cli_rep_player(call, &s.rep.graph, s.file);
    s.graph = &s.rep.graph;
    tby_buf_init(&s.cards_path, NULL, INPUT_MOST);
    s.interrupted = tby_cli_catch_interrupt();
    if (open_session(&s))
        tby_drill_play(&s);
    close_session(&s);
    tby_rep_free(&s.rep);
    return s.code;
}

static const tby_cli_option OPTIONS[] = {
    {"mode", "lines|all|due",
     "what is asked: as few lines as contain every move of the player (lines, "
     "the default), every line (all), or the positions that are due (due)"},
    {"whole", NULL, "lines from their start, not from the first choice on"},
    {"position", "POS", "lines from this position on"},
    {"in-order", NULL, "lines as they stand in the file, not at random"},
    {"most", "N", "with --mode all: so many lines (default 10000)"},
    {"seed", "N", "the same order as another time"},
    {"cards", "FILE",
     "with --mode due: what is known is kept here (default: beside the "
     "repertoire, its name ending with .cards.tsv)"},
    {"merge", "FILE", "with --mode due: take in another copy of the cards"},
    TBY_REP_COLOR,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep drill london.txt",
     "every own move, in as few lines as can be"},
    {"tabiya rep drill --mode due london.txt", "what is to be repeated today"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_drill = {
    .noun = "rep",
    .verb = "drill",
    .args = "FILE",
    .summary = "practise a repertoire",
    .about =
        "Shows a position, asks for the move and plays the other side. Any "
        "move of the repertoire is right, and the line goes on by it; a wrong "
        "one counts as a mistake and may be tried again; what is no legal move "
        "does not count. Type moves in SAN or as e7e8n, or one of these "
        "words:\n\n"
        "hint shows the moves of the repertoire, skip goes to another line, "
        "board draws the board, help says this, quit ends. Behind the summary "
        "again starts over in another order, and mistakes asks only the "
        "positions of mistakes.\n\n"
        "With --mode due each position of the player's is a card that comes "
        "back when it is about to be forgotten (FSRS-6). A wrong answer brings "
        "it back soon, a right one later, the later the better it was known; "
        "after a hint it counts as hard. The cards are saved after each "
        "answer.\n\n"
        "The exit code is 1 if there is nothing to ask.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
