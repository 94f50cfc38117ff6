/* drill.c - tabiya rep drill: what is asked for, what is typed, and what
 * follows from it. */
#include "app/cli/rep/drill.h"
#include "app/cli/commands.h"
#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/file.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* What a person asks for instead of a move. */
typedef enum word { MOVE, HINT, SKIP, BOARD, HELP, AGAIN, MISTAKES, QUIT } word;

static const char *const WORDS[] = {
    [HINT - 1] = "hint", [SKIP - 1] = "skip",   [BOARD - 1] = "board",
    [HELP - 1] = "help", [AGAIN - 1] = "again", [MISTAKES - 1] = "mistakes",
    [QUIT - 1] = "quit", [QUIT] = NULL,
};

static void show(const tby_drill_session *s, tby_drill_event event)
{
    tby_drill_show(s, (tby_drill_news){.event = event});
}

static void fail(tby_drill_session *s, tby_rc rc)
{
    s->code = tby_cli_worse_exit(s->code, tby_cli_fail(s->file, rc));
}

/* --- cards ----------------------------------------------------------------*/

static bool save_cards(tby_drill_session *s)
{
    tby_rep_listener listener = {tby_cli_rep_print_fault, NULL};

    if (!s->options.cards)
        return true;
    tby_rc rc = tby_cards_save(s->options.cards, s->cards_path.p, &listener);
    if (rc == TBY_E_NOMEM)
        tby_cli_fail(s->cards_path.p, rc);
    s->code = tby_cli_worse_exit(s->code, tby_cli_exit_of(rc));
    return rc == TBY_OK;
}

/* False after a complaint.  Unlike the cards of the repertoire, a copy must be
 * there. */
static bool load_cards(tby_drill_session *s, const char *path, bool copy)
{
    tby_rep_listener listener = {tby_cli_rep_print_fault, NULL};
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
    const char *named = tby_cli_value(s->call, "cards");

    if (s->options.mode != TBY_DRILL_DUE)
        return true;
    s->options.now = tby_clock_utc();
    tby_rc rc = tby_cards_open(&s->options.cards, NULL);
    if (rc == TBY_OK && named) {
        tby_buf_add(&s->cards_path, (tby_str){named, strlen(named) + 1});
        rc = s->cards_path.rc;
    } else if (rc == TBY_OK) {
        rc = tby_cards_path(s->file, &s->cards_path);
    }
    if (rc != TBY_OK) {
        fail(s, rc);
        return false;
    }
    return load_cards(s, s->cards_path.p, false) &&
           (!merge || (load_cards(s, merge, true) && save_cards(s)));
}

/* --- input ----------------------------------------------------------------*/

/* The next line without white space around it; false at the end of the input
 * and after Ctrl-C. */
static bool read_typed(tby_drill_session *s, tby_str *typed)
{
    const double blink = 0.1;
    tby_rc rc = TBY_E_IO_TIMEOUT;
    tby_str line = {"", 0};

    while (rc == TBY_E_IO_TIMEOUT && !atomic_load(s->interrupted))
        rc = tby_lines_wait(&s->input, blink, &line);
    if (rc == TBY_E_LIMIT) { /* no move is that long */
        line = TBY_STR("...");
        rc = TBY_OK;
    }
    if (rc == TBY_E_IO_READ)
        fail(s, rc);
    *typed = tby_str_trim(line);
    if (s->echo && rc == TBY_OK)
        tby_print_clean(stdout, *typed);
    if (s->echo || (rc != TBY_OK && !s->call->json))
        putchar('\n'); /* the question waits for it */
    return rc == TBY_OK;
}

static word word_of(tby_str typed)
{
    for (size_t i = 0; WORDS[i]; i++)
        if (tby_str_is(typed, WORDS[i]))
            return (word)(i + 1);
    return MOVE;
}

/* --- answers --------------------------------------------------------------*/

/* Makes a move on the board that is shown. */
static void make(tby_drill_session *s, tby_drill_news *n, tby_move m)
{
    n->before = s->pos;
    n->move = m;
    tby_pos_play(&s->pos, m);
    s->last = m;
}

/* Legal moves are judged, everything else is reported. */
static bool take_move(tby_drill_session *s, tby_str typed)
{
    tby_move m;

    if (tby_san_parse(&s->pos, typed, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK &&
        m != TBY_MOVE_NULL) {
        /* False if the session cannot go on. */
        tby_answer judged;
        tby_drill_news n = {.before = s->pos, .move = m};
        tby_rc rc = tby_drill_answer(s->drill, m, tby_clock_utc(), &judged);

        if (rc != TBY_OK) {
            fail(s, rc);
            return false;
        }
        bool saved = s->retrying || save_cards(s);
        n.event = judged.right ? TBY_SHOW_RIGHT : TBY_SHOW_WRONG;
        n.edge = judged.edge;
        n.more_owed = judged.more_owed;
        if (judged.right)
            make(s, &n, m);
        tby_drill_show(s, n);
        return saved;
    }
    tby_drill_show(s,
                   (tby_drill_news){.event = TBY_SHOW_ILLEGAL, .typed = typed});
    return true;
}

/* --- lines ----------------------------------------------------------------*/

/* Waits for one input and does what it says.  Returns the word that ends the
 * line, or MOVE. */
static word take_input(tby_drill_session *s)
{
    tby_str typed;

    show(s, TBY_SHOW_ASK);
    s->board = false;
    if (!read_typed(s, &typed))
        return QUIT;
    word w = word_of(typed);
    if (typed.n == 0 || w == BOARD)
        s->board = true;
    else if (w == HELP && !s->call->json)
        tby_cli_help(stdout, s->call->command, NULL);
    else if (w == HINT) {
        tby_drill_hint(s->drill);
        show(s, TBY_SHOW_HINT);
    } else if (w == MOVE)
        return take_move(s, typed) ? MOVE : QUIT;
    else if (w == QUIT || w == SKIP)
        return w;
    else
        tby_drill_show(
            s, (tby_drill_news){.event = TBY_SHOW_ILLEGAL, .typed = typed});
    return MOVE;
}

static bool reply(tby_drill_session *s)
{
    const double moment = 0.4; /* so that one sees the own move made */
    tby_drill_news n = {.event = TBY_SHOW_REPLY};
    tby_rc rc = tby_drill_reply(s->drill, &n.edge);

    if (rc != TBY_OK) {
        fail(s, rc);
        return false;
    }
    if (s->look.terminal && !s->call->json)
        tby_clock_sleep(moment);
    make(s, &n, s->graph->edges[n.edge].move);
    s->board = true;
    tby_drill_show(s, n);
    return true;
}

/* Sets the board up where a line begins, by the way the walk took there. */
static bool stand(tby_drill_session *s)
{
    const tby_walk *w = tby_drill_walk(s->drill);
    uint32_t node = tby_drill_node(s->drill);
    uint32_t n = tby_walk_path(w, s->graph, node, NULL, 0);
    uint32_t *path = tby_cli_resize(NULL, 0, (n + 1) * sizeof *path);

    if (!path) {
        fail(s, TBY_E_NOMEM);
        return false;
    }
    tby_walk_path(w, s->graph, node, path, n);
    s->pos = tby_walk_begin(s->graph, n ? s->graph->edges[path[0]].from : node);
    s->last = TBY_MOVE_NONE;
    for (uint32_t i = 0; i < n; i++) {
        s->last = s->graph->edges[path[i]].move;
        tby_pos_play(&s->pos, s->last);
    }
    tby_cli_resize(path, (n + 1) * sizeof *path, 0);
    s->board = true;
    return true;
}

/* Plays a line.  Returns QUIT if the session is to end. */
static word play_line(tby_drill_session *s)
{
    word w = MOVE;

    if (!stand(s))
        return QUIT;
    show(s, TBY_SHOW_LINE);
    while (w == MOVE && tby_drill_turn(s->drill) != TBY_TURN_NONE)
        if (tby_drill_turn(s->drill) == TBY_TURN_OTHER)
            w = reply(s) ? MOVE : QUIT;
        else
            w = take_input(s);
    if (w == MOVE)
        show(s, TBY_SHOW_LINE_END);
    return w;
}

/* --- rounds ---------------------------------------------------------------*/

static word play_round(tby_drill_session *s)
{
    word w = MOVE;
    tby_rc rc = TBY_OK;

    show(s, TBY_SHOW_BEGIN);
    while (w != QUIT && (rc = tby_drill_next(s->drill)) == TBY_OK)
        w = play_line(s);
    if (rc < 0) {
        fail(s, rc);
        w = QUIT;
    }
    show(s, TBY_SHOW_SUMMARY);
    return w;
}

static void play(tby_drill_session *s)
{
    if (tby_drill_left(s->drill) == 0) {
        show(s, TBY_SHOW_BEGIN);
        s->code = tby_cli_worse_exit(s->code, TBY_EXIT_NO);
        return;
    }
    while (play_round(s) != QUIT) {
        word w = MOVE;
        tby_rc rc = TBY_OK;
        tby_str typed;
        /* what to do after a round */
        while (w != AGAIN && w != QUIT &&
               (w != MISTAKES || !tby_drill_mistakes(s->drill))) {
            show(s, TBY_SHOW_ONCE_MORE);
            w = read_typed(s, &typed) ? word_of(typed) : QUIT;
        }
        if (w == AGAIN)
            rc = tby_drill_reset(s->drill, ++s->options.seed, tby_clock_utc());
        else if (w == MISTAKES)
            rc = tby_drill_retry(s->drill);
        s->retrying = w == MISTAKES;
        if (rc != TBY_OK)
            fail(s, rc);
        if (w == QUIT || rc != TBY_OK)
            return;
    }
}

enum { INPUT_MOST = 4096 };

/* --- options --------------------------------------------------------------*/

static bool read_options(tby_drill_session *s)
{
    const tby_cli_call *call = s->call;
    const char *mode = tby_cli_value(call, "mode");
    bool whole = tby_cli_has(call, "whole");
    bool cards = tby_cli_has(call, "cards") || tby_cli_has(call, "merge");

    s->options.mode = !mode || strcmp(mode, "lines") == 0 ? TBY_DRILL_LINES
                      : strcmp(mode, "all") == 0          ? TBY_DRILL_ALL
                                                          : TBY_DRILL_DUE;
    s->options.in_order = tby_cli_has(call, "in-order");
    s->options.from = whole ? TBY_FROM_ROOT : TBY_FROM_CHOICE;
    if (whole && tby_cli_has(call, "position"))
        TBY_CLI_USAGE(call, "--whole and --position exclude each other.");
    else if (cards && s->options.mode != TBY_DRILL_DUE)
        TBY_CLI_USAGE(call, "--cards and --merge go with --mode due.");
    else if (tby_cli_has(call, "most") && s->options.mode != TBY_DRILL_ALL)
        TBY_CLI_USAGE(call, "--most goes with --mode all.");
    else if (strcmp(s->file, "-") == 0)
        TBY_CLI_USAGE(call, "The answers come from standard input, so that the "
                            "repertoire must be a file.");
    else {
        /* Whole numbers that options give; the seed is another each time
         * otherwise. */
        unsigned seed = 0;

        s->options.seed = (uint64_t)(tby_clock_now() * 1e9);
        if (!tby_cli_number_of(call, "most", 1, UINT_MAX, &s->options.most) ||
            !tby_cli_number_of(call, "seed", 0, UINT_MAX, &seed))
            return false;
        if (tby_cli_has(call, "seed"))
            s->options.seed = seed;
        return true;
    }
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

/* --- the session ----------------------------------------------------------*/

static int rep_drill(const tby_cli_call *call)
{
    tby_drill_session s = {.call = call,
                           .file = call->args[0],
                           .look = tby_look_of_stdout(),
                           .echo = !call->json && !isatty(STDIN_FILENO)};

    if (!read_options(&s))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&s.rep, s.file, &s.code))
        return s.code;
    tby_cli_rep_player(call, &s.rep.graph, s.file);
    s.graph = &s.rep.graph;
    tby_buf_init(&s.cards_path, NULL, INPUT_MOST);
    s.interrupted = tby_cli_catch_interrupt();
    if (find_position(&s) && open_cards(&s)) {
        s.options.color = s.graph->color;
        tby_rc rc = tby_drill_open(&s.drill, s.graph, &s.options);
        if (rc == TBY_OK)
            rc = tby_line_text_open(&s.trail, s.graph, NULL);
        if (rc == TBY_OK)
            rc = tby_lines_open(&s.input, STDIN_FILENO, INPUT_MOST);
        if (rc == TBY_OK)
            play(&s);
        else
            fail(&s, rc);
    }
    if (s.input.buf)
        tby_lines_close(&s.input);
    tby_line_text_free(&s.trail);
    tby_drill_close(s.drill);
    tby_cards_close(s.options.cards);
    tby_buf_free(&s.cards_path);
    tby_rep_free(&s.rep);
    return s.code;
}

const tby_cli_command tby_cmd_rep_drill = {
    TBY_CLI_SYNOPSIS("rep", "drill", "FILE", "practise a repertoire"),
    .about =
        "Shows a position, asks for the move and plays the other side. Any "
        "move of the repertoire is right, and the line goes on by it; a wrong "
        "one counts as a mistake and may be tried again; what is no legal "
        "move does not count. Type moves in SAN or as e7e8n, or one of these "
        "words:\n\n"
        "hint shows the moves of the repertoire, skip goes to another line, "
        "board draws the board, help says this, quit ends. After the summary "
        "again starts over in another order, and mistakes asks only the "
        "positions of mistakes.\n\n"
        "With --mode due each position of the player's is a card that comes "
        "back when it is about to be forgotten (FSRS-6). A wrong answer "
        "brings it back soon, a right one later, the later the better it was "
        "known; after a hint it counts as hard. The cards are saved after "
        "each answer.\n\n"
        "The exit code is 1 if there is nothing to ask.",
    TBY_CLI_OPTIONS(
        {"mode", "lines|all|due",
         "what is asked: as few lines as contain every move of the player "
         "(lines, the default), every line (all), or the positions that are "
         "due (due)"},
        {"whole", NULL, "lines from their start, not from the first choice on"},
        {"position", "POS", "lines from this position on"},
        {"in-order", NULL, "lines as they stand in the file, not at random"},
        {"most", "N", "with --mode all: so many lines (default 10000)"},
        {"seed", "N", "the same order as another time"},
        {"cards", "FILE",
         "with --mode due: what is known is kept here (default: beside the "
         "repertoire, its name ending with .cards.tsv)"},
        {"merge", "FILE", "with --mode due: take in another copy of the cards"},
        TBY_REP_COLOR),
    TBY_CLI_EXAMPLES({"tabiya rep drill london.txt",
                      "every own move, in as few lines as can be"},
                     {"tabiya rep drill --mode due london.txt",
                      "what is to be repeated today"}),
    .run = rep_drill,
};
