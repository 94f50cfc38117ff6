/* drill_play.c - a session: what is typed, and what follows from it. */
#include "app/cli/rep/drill.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <string.h>

/* What a person asks for instead of a move. */
typedef enum word { MOVE, HINT, SKIP, BOARD, HELP, AGAIN, MISTAKES, QUIT } word;

static const char *const WORDS[] = {
    [HINT - 1] = "hint", [SKIP - 1] = "skip",   [BOARD - 1] = "board",
    [HELP - 1] = "help", [AGAIN - 1] = "again", [MISTAKES - 1] = "mistakes",
    [QUIT - 1] = "quit", [QUIT] = NULL,
};

void tby_drill_show(const tby_drill_session *s, tby_drill_news n)
{
    if (s->call->json)
        tby_drill_show_json(s, &n);
    else
        tby_drill_show_text(s, &n);
    fflush(stdout);
}

static void show(const tby_drill_session *s, tby_drill_event event)
{
    tby_drill_show(s, (tby_drill_news){.event = event});
}

static void fail(tby_drill_session *s, tby_rc rc)
{
    s->code = tby_cli_worse_exit(s->code, tby_cli_fail(s->file, rc));
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
        tby_cli_put_clean(stdout, *typed);
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

/* False if the session cannot go on. */
static bool answer(tby_drill_session *s, tby_move m)
{
    tby_answer judged;
    tby_drill_news n = {.before = s->pos, .move = m};
    tby_rc rc = tby_drill_answer(s->drill, m, tby_clock_utc(), &judged);

    if (rc != TBY_OK) {
        fail(s, rc);
        return false;
    }
    bool saved = s->retrying || tby_drill_save_cards(s);
    n.event = judged.right ? TBY_SHOW_RIGHT : TBY_SHOW_WRONG;
    n.edge = judged.edge;
    n.more_owed = judged.more_owed;
    if (judged.right)
        make(s, &n, m);
    tby_drill_show(s, n);
    return saved;
}

/* Legal moves are judged, everything else is told. */
static bool take_move(tby_drill_session *s, tby_str typed)
{
    tby_move m;

    if (tby_san_parse(&s->pos, typed, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK &&
        m != TBY_MOVE_NULL)
        return answer(s, m);
    tby_drill_show(s,
                   (tby_drill_news){.event = TBY_SHOW_ILLEGAL, .typed = typed});
    return true;
}

static void hint(tby_drill_session *s)
{
    tby_drill_hint(s->drill);
    show(s, TBY_SHOW_HINT);
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
        tby_cli_help_command(stdout, s->call->command);
    else if (w == HINT)
        hint(s);
    else if (w == MOVE)
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

/* What to do after a round: AGAIN, MISTAKES or QUIT. */
static word ask_once_more(tby_drill_session *s)
{
    tby_str typed;

    for (;;) {
        show(s, TBY_SHOW_ONCE_MORE);
        if (!read_typed(s, &typed))
            return QUIT;
        word w = word_of(typed);
        if (w == AGAIN || w == QUIT ||
            (w == MISTAKES && tby_drill_mistakes(s->drill)))
            return w;
    }
}

void tby_drill_play(tby_drill_session *s)
{
    if (tby_drill_left(s->drill) == 0) {
        show(s, TBY_SHOW_BEGIN);
        s->code = tby_cli_worse_exit(s->code, TBY_EXIT_NO);
        return;
    }
    while (play_round(s) != QUIT) {
        word w = ask_once_more(s);
        tby_rc rc = TBY_OK;
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
