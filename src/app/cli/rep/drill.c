/* drill.c - tabiya rep drill: what is asked for, what is typed, and what
 * follows from it; as a person sees it, and as a program does: one object for
 * each thing that happens, named by its field "event". */
#include "app/cli/rep/cmd_rep.h"
#include "core/base/str.h"
#include "core/game/comment.h"
#include "core/notation/describe.h"
#include "core/rep/line_text.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "io/system/lines.h"
#include "work/rep/rep.h"

#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef struct session {
    const tby_cli_call *call;
    const char *file;
    tby_rep rep;
    const tby_graph *graph; /* of rep */
    tby_drill_options options;
    tby_drill *drill;
    tby_line_text trail; /* ways to its positions */
    tby_buf cards_path;  /* with --mode due */
    tby_look look;
    tby_lines input;
    bool echo; /* what is read does not show by itself */
    const atomic_bool *interrupted;
    tby_pos pos;   /* on the board, with the counters of the way to it */
    tby_move last; /* the move that led there */
    bool retrying; /* this round asks only positions of mistakes */
    bool board;    /* it is to be drawn before the next question */
    int code;      /* exit code */
} session;

/* Something that is shown, as text or as JSON. */
typedef enum event {
    SHOW_BEGIN,   /* what is going to be asked */
    SHOW_LINE,    /* a line begins at s->pos */
    SHOW_ASK,     /* it is the player's turn */
    SHOW_REPLY,   /* the other side moved */
    SHOW_RIGHT,   /* the player did */
    SHOW_WRONG,   /* a legal move that is not in the repertoire */
    SHOW_ILLEGAL, /* no move at all */
    SHOW_HINT,    /* the right moves */
    SHOW_LINE_END,
    SHOW_SUMMARY,
    SHOW_ONCE_MORE /* what may come after it */
} event;

typedef struct news {
    event what;
    tby_pos before; /* of a move */
    tby_move move;
    uint32_t edge;  /* REPLY, RIGHT: the move in the repertoire */
    bool more_owed; /* RIGHT: another move will be asked for again */
    tby_str typed;  /* ILLEGAL */
} news;

/* --- pieces of text -------------------------------------------------------*/

static void put_colored(const session *s, const char *text, int color)
{
    if (s->look.colour)
        printf("\033[1;%dm%s\033[0m", color, text);
    else
        fputs(text, stdout);
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "3. Nf3", "3... Nf6" */
static void put_move(const tby_pos *before, tby_move m)
{
    char san[TBY_SAN_MAX];

    tby_san_write(before, m, san);
    printf("%u%s %s", before->fullmoves,
           before->turn == TBY_WHITE ? "." : "...", san);
}

static bool ends_sentence(tby_str note)
{
    static const char *const ENDS[] = {".", "!", "?", ":", ";", "\xE2\x80\xA6"};

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        size_t n = strlen(ENDS[i]);
        if (note.n >= n && memcmp(note.p + note.n - n, ENDS[i], n) == 0)
            return true;
    }
    return false;
}

/* The annotation of a move, if there is one, and a space before it.  Arrows and
 * marked squares are left out: they would give the next move away. */
static void put_note(const session *s, uint32_t edge, bool as_sentence)
{
    tby_str note = tby_graph_text(s->graph, s->graph->edges[edge].note);
    tby_buf words, marks;

    tby_buf_init(&words, NULL, note.n);
    tby_buf_init(&marks, NULL, 2 * note.n);
    tby_comment_split(note, &words, &marks);
    if (words.n)
        putchar(' ');
    tby_print_clean(stdout, tby_buf_str(&words));
    if (as_sentence && words.n && !ends_sentence(tby_buf_str(&words)))
        putchar('.');
    tby_buf_free(&words);
    tby_buf_free(&marks);
}

/* The annotation and what the move is in words, each a sentence. */
static void put_comment(const session *s, uint32_t edge, const tby_pos *before,
                        tby_move m)
{
    char text[TBY_DESCRIBE_MAX];

    put_note(s, edge, true);
    tby_describe_move(before, m, text, sizeof text);
    printf(" %s.", text);
}

/* The moves that lead to a node. */
static void put_way(const session *s, uint32_t node)
{
    enum { MOST = 1 << 13 }; /* far above sixty moves */
    tby_buf way;

    tby_buf_init(&way, NULL, MOST);
    tby_line_text_write(&s->trail, node, TBY_MOVE_NONE, &way);
    tby_print_clean(stdout, tby_buf_str(&way));
    tby_buf_free(&way);
}

/* --- lines ----------------------------------------------------------------*/

static void show_begin(const session *s)
{
    tby_str title = tby_graph_text(s->graph, s->graph->title);
    uint32_t left = tby_drill_left(s->drill);
    uint64_t lines = tby_drill_lines(s->drill);
    bool due = s->options.mode == TBY_DRILL_DUE;

    tby_print_clean(stdout, title.n ? title : tby_str_of(s->file));
    printf(", for %s: ", s->graph->color == TBY_WHITE ? "White" : "Black");
    if (s->retrying)
        printf("%" PRIu32 " position%s of mistakes.\n", left, plural(left));
    else if (due && left)
        printf("%" PRIu32 " position%s due.\n", left,
               left == 1 ? " is" : "s are");
    else if (left == 0)
        puts(due ? "nothing is due." : "there is nothing to ask.");
    else if (s->options.mode == TBY_DRILL_ALL && lines > left)
        printf("%" PRIu32 " of %s%" PRIu64 " lines.\n", left,
               lines == INT64_MAX ? "at least " : "", lines);
    else
        printf("%" PRIu32 " line%s.\n", left, plural(left));
    if (left)
        puts("Type a move (Nf3, e8=N, g1f3), hint, skip, board, help or quit.");
}

static void show_hint(const session *s)
{
    const tby_graph *g = s->graph;
    char san[TBY_SAN_MAX];

    for (uint32_t e = g->nodes[tby_drill_node(s->drill)].first_out;
         e != TBY_NONE; e = g->edges[e].next_out) {
        tby_san_write(&s->pos, g->edges[e].move, san);
        printf("  %-7s", san);
        put_comment(s, e, &s->pos, g->edges[e].move);
        putchar('\n');
    }
}

static void show_summary(const session *s)
{
    uint32_t left = tby_drill_left(s->drill);
    uint32_t mistakes = tby_drill_mistakes(s->drill);
    size_t n;
    const tby_slip *slips = tby_drill_slips(s->drill, &n);

    if (left)
        printf("\n%" PRIu32 " left, ", left);
    else
        fputs("\nAll done, ", stdout);
    printf("%" PRIu32 " mistake%s%s\n", mistakes, plural(mistakes),
           mistakes ? ":" : ".");
    for (size_t i = 0; i < n; i++) {
        const tby_slip *slip = &slips[i];
        const tby_graph *g = s->graph;
        const tby_pos *pos = &g->nodes[slip->node].pos;
        char text[TBY_FEN_MAX];
        const char *between = "";

        printf("  %" PRIu32 " at ", slip->mistakes);
        if (tby_drill_walk(s->drill)->via[slip->node] == TBY_NONE)
            fputs("the start", stdout);
        else
            put_way(s, slip->node);
        fputs(": ", stdout);
        for (uint32_t e = g->nodes[slip->node].first_out; e != TBY_NONE;
             e = g->edges[e].next_out) {
            tby_san_write(pos, g->edges[e].move, text);
            printf("%s%s", between, text);
            between = " or ";
        }
        tby_fen_write_pos(pos, text, sizeof text);
        printf("\n    %s\n", text);
    }
}

static void show_text(const session *s, const news *n)
{
    const char *turn = s->pos.turn == TBY_WHITE ? "White" : "Black";
    uint32_t mistakes = tby_drill_mistakes(s->drill);
    char sentence[256];

    switch (n->what) {
    case SHOW_BEGIN:
        show_begin(s);
        break;
    case SHOW_LINE:
        putchar('\n');
        if (s->last == TBY_MOVE_NONE)
            break;
        put_way(s, tby_drill_node(s->drill));
        putchar('\n');
        break;
    case SHOW_ASK:
        if (s->board)
            tby_print_board(stdout, &s->pos, s->last,
                            s->graph->color == TBY_BLACK, s->look);
        printf("%s to move, %" PRIu32 " left, %" PRIu32 " mistake%s: ", turn,
               tby_drill_left(s->drill), mistakes, plural(mistakes));
        break;
    case SHOW_REPLY:
        printf("%s plays ", n->before.turn == TBY_WHITE ? "White" : "Black");
        put_move(&n->before, n->move);
        putchar('.');
        put_note(s, n->edge, false);
        putchar('\n');
        break;
    case SHOW_RIGHT:
        put_colored(s, "Right:", 32);
        put_comment(s, n->edge, &n->before, n->move);
        if (n->more_owed)
            fputs(" Another move of the repertoire is still to be played here.",
                  stdout);
        putchar('\n');
        break;
    case SHOW_WRONG:
        put_colored(s, "Wrong:", 31);
        putchar(' ');
        put_move(&n->before, n->move);
        puts(" is not in the repertoire. Try again, or type hint.");
        break;
    case SHOW_ILLEGAL:
        tby_san_explain(&s->pos, n->typed, TBY_SAN_TOLERANT, sentence,
                        sizeof sentence);
        tby_print_clean(stdout, tby_str_of(sentence));
        putchar('\n');
        break;
    case SHOW_HINT:
        show_hint(s);
        break;
    case SHOW_LINE_END:
        puts("The line ends here.");
        break;
    case SHOW_SUMMARY:
        show_summary(s);
        break;
    case SHOW_ONCE_MORE:
        fputs(mistakes ? "again, mistakes or quit: " : "again or quit: ",
              stdout);
        break;
    }
}

static const char *const NAMES[] = {
    [SHOW_BEGIN] = "begin",
    [SHOW_LINE] = "line",
    [SHOW_ASK] = "ask",
    [SHOW_REPLY] = "reply",
    [SHOW_RIGHT] = "right",
    [SHOW_WRONG] = "wrong",
    [SHOW_ILLEGAL] = "illegal",
    [SHOW_HINT] = "hint",
    [SHOW_LINE_END] = "line_end",
    [SHOW_SUMMARY] = "summary",
    [SHOW_ONCE_MORE] = "once_more",
};

static void json_fen(tby_jsonw *w, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
}

static void json_counters(const session *s, tby_jsonw *w)
{
    tby_jsonw_put_u64(w, "left", tby_drill_left(s->drill));
    tby_jsonw_put_u64(w, "mistakes", tby_drill_mistakes(s->drill));
}

/* san, uci, and for a move of the repertoire what is said about it. */
static void json_move(const session *s, tby_jsonw *w, const tby_pos *before,
                      tby_move m, uint32_t edge)
{
    char text[TBY_DESCRIBE_MAX];

    tby_san_write(before, m, text);
    tby_jsonw_put_cstr(w, "san", text);
    tby_uci_write(before, m, TBY_UCI_ORTHODOX, text);
    tby_jsonw_put_cstr(w, "uci", text);
    if (edge == TBY_NONE)
        return;
    tby_describe_move(before, m, text, sizeof text);
    tby_jsonw_put_cstr(w, "description", text);
    tby_comment_json(w, "note",
                     tby_graph_text(s->graph, s->graph->edges[edge].note));
}

/* All moves of the repertoire at a node. */
static void json_moves(const session *s, tby_jsonw *w, uint32_t node)
{
    const tby_graph *g = s->graph;

    tby_jsonw_put_array(w, "moves");
    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        tby_jsonw_object(w);
        json_move(s, w, &g->nodes[node].pos, g->edges[e].move, e);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void json_summary(const session *s, tby_jsonw *w)
{
    size_t n;
    const tby_slip *slips = tby_drill_slips(s->drill, &n);

    json_counters(s, w);
    tby_jsonw_put_array(w, "positions");
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        json_fen(w, &s->graph->nodes[slips[i].node].pos);
        tby_jsonw_put_u64(w, "mistakes", slips[i].mistakes);
        json_moves(s, w, slips[i].node);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void show_json(const session *s, const news *n)
{
    static const char *const MODES[] = {"lines", "all", "due"};
    tby_jsonw *w = tby_cli_json_start();
    char sentence[256];

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "event", NAMES[n->what]);
    switch (n->what) {
    case SHOW_BEGIN:
        tby_jsonw_put_str(w, "title",
                          tby_graph_text(s->graph, s->graph->title));
        tby_jsonw_put_cstr(w, "color", tby_cli_color_name(s->graph->color));
        tby_jsonw_put_cstr(w, "mode",
                           s->retrying ? "mistakes" : MODES[s->options.mode]);
        if (s->options.mode == TBY_DRILL_ALL)
            tby_jsonw_put_u64(w, "lines", tby_drill_lines(s->drill));
        json_counters(s, w);
        break;
    case SHOW_LINE:
        json_fen(w, &s->pos);
        break;
    case SHOW_ASK:
        json_fen(w, &s->pos);
        json_counters(s, w);
        break;
    case SHOW_RIGHT:
    case SHOW_REPLY:
        json_move(s, w, &n->before, n->move, n->edge);
        if (n->what == SHOW_RIGHT)
            tby_jsonw_put_bool(w, "more_owed", n->more_owed);
        json_fen(w, &s->pos);
        break;
    case SHOW_WRONG:
        json_move(s, w, &n->before, n->move, TBY_NONE);
        json_counters(s, w);
        break;
    case SHOW_ILLEGAL:
        tby_san_explain(&s->pos, n->typed, TBY_SAN_TOLERANT, sentence,
                        sizeof sentence);
        tby_jsonw_put_str(w, "typed", n->typed);
        tby_jsonw_put_cstr(w, "message", sentence);
        break;
    case SHOW_HINT:
        json_moves(s, w, tby_drill_node(s->drill));
        break;
    case SHOW_LINE_END:
    case SHOW_ONCE_MORE:
        json_counters(s, w);
        break;
    case SHOW_SUMMARY:
        json_summary(s, w);
        break;
    }
    tby_cli_json_object_end(); /* what fails has been said */
}

/* Shows it as the call wants it. */
static void show_news(const session *s, news n)
{
    if (s->call->json)
        show_json(s, &n);
    else
        show_text(s, &n);
    fflush(stdout);
}

/* What a person asks for instead of a move. */
typedef enum word { MOVE, HINT, SKIP, BOARD, HELP, AGAIN, MISTAKES, QUIT } word;

static const char *const WORDS[] = {
    [HINT - 1] = "hint", [SKIP - 1] = "skip",   [BOARD - 1] = "board",
    [HELP - 1] = "help", [AGAIN - 1] = "again", [MISTAKES - 1] = "mistakes",
    [QUIT - 1] = "quit", [QUIT] = NULL,
};

static void show(const session *s, event what)
{
    show_news(s, (news){.what = what});
}

static void fail(session *s, tby_rc rc)
{
    s->code = tby_cli_worse_exit(s->code, tby_cli_fail(s->file, rc));
}

/* --- cards ----------------------------------------------------------------*/

static bool save_cards(session *s)
{
    tby_rep_listener listener = {tby_cli_print_finding, NULL};

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
static bool load_cards(session *s, const char *path, bool copy)
{
    tby_rep_listener listener = {tby_cli_print_finding, NULL};
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

static bool open_cards(session *s)
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
static bool read_typed(session *s, tby_str *typed)
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
static void make(session *s, news *n, tby_move m)
{
    n->before = s->pos;
    n->move = m;
    tby_pos_play(&s->pos, m);
    s->last = m;
}

/* Legal moves are judged, everything else is reported. */
static bool take_move(session *s, tby_str typed)
{
    tby_move m;

    if (tby_san_parse(&s->pos, typed, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK &&
        m != TBY_MOVE_NULL) {
        /* False if the session cannot go on. */
        tby_answer judged;
        news n = {.before = s->pos, .move = m};
        tby_rc rc = tby_drill_answer(s->drill, m, tby_clock_utc(), &judged);

        if (rc != TBY_OK) {
            fail(s, rc);
            return false;
        }
        bool saved = s->retrying || save_cards(s);
        n.what = judged.right ? SHOW_RIGHT : SHOW_WRONG;
        n.edge = judged.edge;
        n.more_owed = judged.more_owed;
        if (judged.right)
            make(s, &n, m);
        show_news(s, n);
        return saved;
    }
    show_news(s, (news){.what = SHOW_ILLEGAL, .typed = typed});
    return true;
}

/* --- lines ----------------------------------------------------------------*/

/* Waits for one input and does what it says.  Returns the word that ends the
 * line, or MOVE. */
static word take_input(session *s)
{
    tby_str typed;

    show(s, SHOW_ASK);
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
        show(s, SHOW_HINT);
    } else if (w == MOVE)
        return take_move(s, typed) ? MOVE : QUIT;
    else if (w == QUIT || w == SKIP)
        return w;
    else
        show_news(s, (news){.what = SHOW_ILLEGAL, .typed = typed});
    return MOVE;
}

static bool reply(session *s)
{
    const double moment = 0.4; /* so that one sees the own move made */
    news n = {.what = SHOW_REPLY};
    tby_rc rc = tby_drill_reply(s->drill, &n.edge);

    if (rc != TBY_OK) {
        fail(s, rc);
        return false;
    }
    if (s->look.terminal && !s->call->json)
        tby_clock_sleep(moment);
    make(s, &n, s->graph->edges[n.edge].move);
    s->board = true;
    show_news(s, n);
    return true;
}

/* Sets the board up where a line begins, by the way the walk took there. */
static bool stand(session *s)
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
static word play_line(session *s)
{
    word w = MOVE;

    if (!stand(s))
        return QUIT;
    show(s, SHOW_LINE);
    while (w == MOVE && tby_drill_turn(s->drill) != TBY_TURN_NONE)
        if (tby_drill_turn(s->drill) == TBY_TURN_OTHER)
            w = reply(s) ? MOVE : QUIT;
        else
            w = take_input(s);
    if (w == MOVE)
        show(s, SHOW_LINE_END);
    return w;
}

/* --- rounds ---------------------------------------------------------------*/

static word play_round(session *s)
{
    word w = MOVE;
    tby_rc rc = TBY_OK;

    show(s, SHOW_BEGIN);
    while (w != QUIT && (rc = tby_drill_next(s->drill)) == TBY_OK)
        w = play_line(s);
    if (rc < 0) {
        fail(s, rc);
        w = QUIT;
    }
    show(s, SHOW_SUMMARY);
    return w;
}

static void play(session *s)
{
    if (tby_drill_left(s->drill) == 0) {
        show(s, SHOW_BEGIN);
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
            show(s, SHOW_ONCE_MORE);
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

static bool read_options(session *s)
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
static bool find_position(session *s)
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
    session s = {.call = call,
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
