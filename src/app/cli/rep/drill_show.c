/* drill_show.c - a session as a person sees it, and as a program does: one
 * object for each thing that happens, named by its field "event". */
#include "app/cli/rep/drill.h"
#include "core/game/comment.h"
#include "core/notation/describe.h"

#include <inttypes.h>
#include <string.h>

/* --- pieces of text -------------------------------------------------------*/

static void put_colored(const tby_drill_session *s, const char *text, int color)
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
static void put_note(const tby_drill_session *s, uint32_t edge,
                     bool as_sentence)
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
static void put_comment(const tby_drill_session *s, uint32_t edge,
                        const tby_pos *before, tby_move m)
{
    char text[TBY_DESCRIBE_MAX];

    put_note(s, edge, true);
    tby_describe_move(before, m, text, sizeof text);
    printf(" %s.", text);
}

/* The moves that lead to a node. */
static void put_way(const tby_drill_session *s, uint32_t node)
{
    enum { MOST = 1 << 13 }; /* far above sixty moves */
    tby_buf way;

    tby_buf_init(&way, NULL, MOST);
    tby_line_text_write(&s->trail, node, TBY_MOVE_NONE, &way);
    tby_print_clean(stdout, tby_buf_str(&way));
    tby_buf_free(&way);
}

/* --- lines ----------------------------------------------------------------*/

static void show_begin(const tby_drill_session *s)
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

static void show_hint(const tby_drill_session *s)
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

static void show_summary(const tby_drill_session *s)
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

static void show_text(const tby_drill_session *s, const tby_drill_news *n)
{
    const char *turn = s->pos.turn == TBY_WHITE ? "White" : "Black";
    uint32_t mistakes = tby_drill_mistakes(s->drill);
    char sentence[256];

    switch (n->event) {
    case TBY_SHOW_BEGIN:
        show_begin(s);
        break;
    case TBY_SHOW_LINE:
        putchar('\n');
        if (s->last == TBY_MOVE_NONE)
            break;
        put_way(s, tby_drill_node(s->drill));
        putchar('\n');
        break;
    case TBY_SHOW_ASK:
        if (s->board)
            tby_print_board(stdout, &s->pos, s->last,
                            s->graph->color == TBY_BLACK, s->look);
        printf("%s to move, %" PRIu32 " left, %" PRIu32 " mistake%s: ", turn,
               tby_drill_left(s->drill), mistakes, plural(mistakes));
        break;
    case TBY_SHOW_REPLY:
        printf("%s plays ", n->before.turn == TBY_WHITE ? "White" : "Black");
        put_move(&n->before, n->move);
        putchar('.');
        put_note(s, n->edge, false);
        putchar('\n');
        break;
    case TBY_SHOW_RIGHT:
        put_colored(s, "Right:", 32);
        put_comment(s, n->edge, &n->before, n->move);
        if (n->more_owed)
            fputs(" Another move of the repertoire is still to be played here.",
                  stdout);
        putchar('\n');
        break;
    case TBY_SHOW_WRONG:
        put_colored(s, "Wrong:", 31);
        putchar(' ');
        put_move(&n->before, n->move);
        puts(" is not in the repertoire. Try again, or type hint.");
        break;
    case TBY_SHOW_ILLEGAL:
        tby_san_explain(&s->pos, n->typed, TBY_SAN_TOLERANT, sentence,
                        sizeof sentence);
        tby_print_clean(stdout, tby_str_of(sentence));
        putchar('\n');
        break;
    case TBY_SHOW_HINT:
        show_hint(s);
        break;
    case TBY_SHOW_LINE_END:
        puts("The line ends here.");
        break;
    case TBY_SHOW_SUMMARY:
        show_summary(s);
        break;
    case TBY_SHOW_ONCE_MORE:
        fputs(mistakes ? "again, mistakes or quit: " : "again or quit: ",
              stdout);
        break;
    }
}

static const char *const NAMES[] = {
    [TBY_SHOW_BEGIN] = "begin",
    [TBY_SHOW_LINE] = "line",
    [TBY_SHOW_ASK] = "ask",
    [TBY_SHOW_REPLY] = "reply",
    [TBY_SHOW_RIGHT] = "right",
    [TBY_SHOW_WRONG] = "wrong",
    [TBY_SHOW_ILLEGAL] = "illegal",
    [TBY_SHOW_HINT] = "hint",
    [TBY_SHOW_LINE_END] = "line_end",
    [TBY_SHOW_SUMMARY] = "summary",
    [TBY_SHOW_ONCE_MORE] = "once_more",
};

static void json_fen(tby_jsonw *w, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
}

static void json_counters(const tby_drill_session *s, tby_jsonw *w)
{
    tby_jsonw_put_u64(w, "left", tby_drill_left(s->drill));
    tby_jsonw_put_u64(w, "mistakes", tby_drill_mistakes(s->drill));
}

/* san, uci, and for a move of the repertoire what is said about it. */
static void json_move(const tby_drill_session *s, tby_jsonw *w,
                      const tby_pos *before, tby_move m, uint32_t edge)
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
static void json_moves(const tby_drill_session *s, tby_jsonw *w, uint32_t node)
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

static void json_summary(const tby_drill_session *s, tby_jsonw *w)
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

static void show_json(const tby_drill_session *s, const tby_drill_news *n)
{
    static const char *const MODES[] = {"lines", "all", "due"};
    tby_jsonw *w = tby_cli_json_start();
    char sentence[256];

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "event", NAMES[n->event]);
    switch (n->event) {
    case TBY_SHOW_BEGIN:
        tby_jsonw_put_str(w, "title",
                          tby_graph_text(s->graph, s->graph->title));
        tby_jsonw_put_cstr(w, "color", tby_cli_color_name(s->graph->color));
        tby_jsonw_put_cstr(w, "mode",
                           s->retrying ? "mistakes" : MODES[s->options.mode]);
        if (s->options.mode == TBY_DRILL_ALL)
            tby_jsonw_put_u64(w, "lines", tby_drill_lines(s->drill));
        json_counters(s, w);
        break;
    case TBY_SHOW_LINE:
        json_fen(w, &s->pos);
        break;
    case TBY_SHOW_ASK:
        json_fen(w, &s->pos);
        json_counters(s, w);
        break;
    case TBY_SHOW_RIGHT:
    case TBY_SHOW_REPLY:
        json_move(s, w, &n->before, n->move, n->edge);
        if (n->event == TBY_SHOW_RIGHT)
            tby_jsonw_put_bool(w, "more_owed", n->more_owed);
        json_fen(w, &s->pos);
        break;
    case TBY_SHOW_WRONG:
        json_move(s, w, &n->before, n->move, TBY_NONE);
        json_counters(s, w);
        break;
    case TBY_SHOW_ILLEGAL:
        tby_san_explain(&s->pos, n->typed, TBY_SAN_TOLERANT, sentence,
                        sizeof sentence);
        tby_jsonw_put_str(w, "typed", n->typed);
        tby_jsonw_put_cstr(w, "message", sentence);
        break;
    case TBY_SHOW_HINT:
        json_moves(s, w, tby_drill_node(s->drill));
        break;
    case TBY_SHOW_LINE_END:
    case TBY_SHOW_ONCE_MORE:
        json_counters(s, w);
        break;
    case TBY_SHOW_SUMMARY:
        json_summary(s, w);
        break;
    }
    tby_cli_json_object_end(); /* what fails has been said */
}

void tby_drill_show(const tby_drill_session *s, tby_drill_news n)
{
    if (s->call->json)
        show_json(s, &n);
    else
        show_text(s, &n);
    fflush(stdout);
}
