/* panel.c - what is known of the position, as lines of text for both faces. */
#include "app/console/console.h"
#include "core/game/comment.h"
#include "core/game/pgn/text.h"
#include "core/notation/san.h"
#include "core/openings/names.h"
#include "tabiya/line.h"

#include <stdlib.h>
#include <string.h>

/* The choice of a move, made if it is not there. */
static console_choice *choice(console_choices *l, const tby_pos *pos,
                              tby_move m)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].move == m)
            return &l->at[i];
    if (l->n == CONSOLE_CHOICES)
        return NULL;
    console_choice *new = &l->at[l->n++];
    *new = (console_choice){.move = m, .book = -1};
    tby_san_write(pos, m, new->san);
    return new;
}

/* Own moves come first in their order, then those of the repertoire, of the
 * book and of the database. */
void tby__con_choices_of(console *c, console_choices *out)
{
    const tby_pos *pos = tby__con_pos(c);
    console_choice *at;

    out->n = 0;
    for (uint32_t m = c->at == TBY_NONE ? c->tree.first
                                        : c->tree.moves[c->at].first;
         m != TBY_NONE; m = c->tree.moves[m].next)
        if ((at = choice(out, pos, c->tree.moves[m].move)) != NULL)
            at->own = true;
    uint32_t node = c->has_rep ? tby_graph_find(&c->rep.graph, pos) : TBY_NONE;
    if (node != TBY_NONE)
        for (uint32_t e = c->rep.graph.nodes[node].first_out; e != TBY_NONE;
             e = c->rep.graph.edges[e].next_out)
            if ((at = choice(out, pos, c->rep.graph.edges[e].move)) != NULL)
                at->rep = true;
    if (c->has_book) {
        static tby_book_answer a; /* large */
        tby_line line = {.pos = *pos};
        tby_book_ask(&c->book.book, (tby_str){NULL, 0}, &line, &a);
        for (size_t i = 0; i < a.n; i++) {
            tby_move m;
            if (tby_uci_parse(pos, tby_str_of(a.row[i].uci), &m, NULL) ==
                    TBY_OK &&
                (at = choice(out, pos, m)) != NULL)
                at->book = a.row[i].percent;
        }
    }
    const tby_position_answer *p = tby__con_position(c, tby__con_db(c));
    for (size_t i = 0; p && i < p->moves_n; i++)
        if (p->moves[i].move != TBY_MOVE_NULL &&
            (at = choice(out, pos, p->moves[i].move)) != NULL)
            at->score = p->moves[i].score;
}

/* "  1  e4   own  rep  book 55.0%  games 1234  White 55.1%": each only where
 * it is so. */
void tby__con_print_choices(console *c, FILE *out, bool wide)
{
    static console_choices l; /* large */

    tby__con_choices_of(c, &l);
    if (!l.n)
        fputs(wide ? "There is no move to choose from.\n" : "", out);
    for (size_t i = 0; i < l.n; i++) {
        const console_choice *m = &l.at[i];
        char book[24] = "", games[24] = "", text[96];

        if (m->book >= 0)
            snprintf(book, sizeof book, " book %5.1f%%", m->book);
        if (m->score.games)
            snprintf(games, sizeof games, "%llu",
                     (unsigned long long)m->score.games);
        int n = snprintf(text, sizeof text, "%3zu  %-7s %s %s%*s %9s", i + 1,
                         m->san, m->own ? "own" : "   ", m->rep ? "rep" : "   ",
                         c->has_book ? -12 : 0, book, games);
        if (m->score.white + m->score.draws + m->score.black)
            n += snprintf(text + n, sizeof text - (size_t)n, "  %5.1f%%",
                          tby_score_white(&m->score));
        while (n && text[n - 1] == ' ')
            n--;
        fprintf(out, "%.*s\n", n, text);
    }
}

typedef struct tree_writer {
    console *c;
    FILE *out;
    unsigned depth;
    bool number; /* the next move of Black's needs its number */
    bool first;  /* it begins a line */
} tree_writer;

void tby__con_print_glyphs(const console *c, uint32_t move, FILE *out)
{
    tby_str nags = tby_tree_text(&c->tree, c->tree.moves[move].nags);

    for (size_t i = 0; i < nags.n; i++) {
        const char *suffix = tby_pgn_suffix((unsigned char)nags.p[i]);
        if (suffix)
            fputs(suffix, out);
        else
            fprintf(out, " $%u", (unsigned char)nags.p[i]);
    }
}

static void put_move(tree_writer *w, uint32_t move)
{
    const tby_tree *t = &w->c->tree;
    const tby_tree_move *m = &t->moves[move];
    const tby_pos *before = tby_tree_pos(t, m->parent);
    uint32_t node =
        w->c->has_rep ? tby_graph_find(&w->c->rep.graph, before) : TBY_NONE;
    bool rep = node != TBY_NONE &&
               tby_graph_edge(&w->c->rep.graph, node, m->move) != TBY_NONE;
    char san[TBY_SAN_MAX];

    fputs(w->first ? "" : " ", w->out);
    w->first = false;
    console_spot spot = {(size_t)ftell(w->out), move};
    tby_buf_add(&w->c->shown, (tby_str){(const char *)&spot, sizeof spot});
    if (before->turn == TBY_WHITE)
        fprintf(w->out, "%u. ", before->fullmoves);
    else if (w->number)
        fprintf(w->out, "%u... ", before->fullmoves);
    w->number = false;
    tby_san_write(before, m->move, san);
    if (move == w->c->at)
        w->c->shown_at = (size_t)ftell(w->out);
    fprintf(w->out, move == w->c->at ? "[%s]" : "%s", san);
    tby__con_print_glyphs(w->c, move, w->out);
    fputs(rep ? "=" : "", w->out);
    w->number = tby__con_print_comment(w->out, " ",
                                       tby_tree_text(t, m->comment), false);
}

/* A line, and its side lines each on a line of its own.  Games may be deep, and
 * only side lines go deeper. */
static void put_line(tree_writer *w, uint32_t move)
{
    const tby_tree *t = &w->c->tree;

    w->number = w->first = true;
    fprintf(w->out, "%*s", (int)(2 * w->depth), "");
    for (; move != TBY_NONE; move = t->moves[move].first) {
        bool leads = t->moves[move].prev == TBY_NONE;

        put_move(w, move);
        if (!leads || t->moves[move].next == TBY_NONE)
            continue;
        w->depth++;
        for (uint32_t m = t->moves[move].next; m != TBY_NONE;
             m = t->moves[m].next) {
            fputc('\n', w->out);
            put_line(w, m);
        }
        w->depth--;
        w->number = w->first = true;
        if (t->moves[move].first != TBY_NONE)
            fprintf(w->out, "\n%*s", (int)(2 * w->depth), "");
    }
}

void tby__con_go_to_shown(console *c, size_t byte)
{
    console_spot spot;

    for (size_t i = 0; i + sizeof spot <= c->shown.n; i += sizeof spot) {
        memcpy(&spot, c->shown.p + i, sizeof spot);
        if (spot.at > byte)
            break;
        c->at = spot.move;
    }
}

bool tby__con_is_arrows(const struct tby_command *mark)
{
    return tby_str_is(mark->name, "cal") || tby_str_is(mark->name, "csl");
}

/* "{a good square [arrows Ge2e4] [arrows Rd5]}" */
bool tby__con_print_comment(FILE *out, const char *before, tby_str comment,
                            bool all)
{
    struct tby_command mark;
    tby_buf text, marks;

    tby_buf_init(&text, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&marks, NULL, CONSOLE_TEXT_MOST);
    tby_comment_split(comment, &text, &marks);
    for (size_t at = 0; tby_comment_next(tby_buf_str(&marks), &at, &mark);) {
        bool arrows = tby__con_is_arrows(&mark);
        if (!arrows && !all)
            continue;
        tby_buf_cstr(&text, text.n ? " [" : "[");
        tby_buf_add(&text, arrows ? TBY_STR("arrows") : mark.name);
        tby_buf_char(&text, ' ');
        tby_buf_add(&text, mark.value);
        tby_buf_char(&text, ']');
    }
    if (text.n) {
        fprintf(out, "%s{", before);
        tby_print_clean(out, tby_buf_str(&text));
        fputc('}', out);
    }
    bool any = text.n != 0;
    tby_buf_free(&text);
    tby_buf_free(&marks);
    return any;
}

void tby__con_print_tree(console *c, FILE *out)
{
    static const char *const TAGS[] = {"White", "Black", "Event", "Date"};
    tree_writer w = {.c = c, .out = out};
    bool named = false;

    tby_buf_clear(&c->shown);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        tby_str tag = tby_game_tag(&c->tree.head, TAGS[i]);
        if (!tag.n || tag.p[0] == '?')
            continue;
        fputs(!named ? "" : i == 1 ? " - " : ", ", out);
        tby_print_clean(out, tag);
        named = true;
    }
    tby__con_print_comment(out, named ? " " : "",
                           tby_tree_text(&c->tree, c->tree.comment), false);
    fputs(named || c->tree.comment.n ? "\n" : "", out);
    if (c->tree.first == TBY_NONE) {
        fputs("no moves yet\n", out);
        return;
    }
    put_line(&w, c->tree.first);
    fprintf(out, "\n%s\n", tby_result_text(c->tree.head.result));
}

void tby__con_print_name(console *c, FILE *out)
{
    tby_buf way, then;
    tby_opening o;

    tby_buf_init(&way, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&then, NULL, CONSOLE_TEXT_MOST);
    size_t n = tby__con_way(c, c->at, &way);
    tby_last_named last =
        tby_names_last_named(c->options->names, &c->tree.head.start,
                             (const tby_move *)(const void *)way.p, n);
    if (last.entry == TBY_NAMES_NONE) {
        fputs("no name\n", out);
    } else {
        tby_names_peek(c->options->names, last.entry, &o);
        fprintf(out, "%s%s", o.code, o.code[0] ? " " : "");
        tby_print_clean(out, o.name);
        if (last.then_n) {
            tby_last_named_then(&last, &then);
            fputs(", then ", out);
            /* on the screen the tree has them */
            tby_print_short(out, tby_buf_str(&then), c->live ? 30 : UINT_MAX);
            fputs(c->live && then.n > 30 ? " ..." : "", out);
        }
        fputc('\n', out);
    }
    tby_buf_free(&way);
    tby_buf_free(&then);
}

/* The first move of the line that no game of the database has. */
static void print_novelty(console *c, FILE *out)
{
    const tby_position_wanted none = {0, 0};
    uint32_t new = TBY_NONE;
    tby_position_answer a;
    char text[TBY_SAN_MAX + 16];

    for (uint32_t m = c->dbs_n ? c->at : TBY_NONE; m != TBY_NONE;
         m = c->tree.moves[m].parent) {
        if (tby_store_position(tby__con_db(c)->store, &c->tree.moves[m].pos,
                               NULL, &none, &a) != TBY_OK)
            return;
        uint64_t games = a.score.games;
        tby_position_free(&a);
        if (games)
            break;
        new = m;
    }
    if (new == TBY_NONE)
        return;
    tby__con_move_text(c, new, text, sizeof text);
    fprintf(out, "New: no game of the database has %s\n", text);
}

/* How the game stands by the rules, and by the tables if there are few men. */
void tby__con_print_status(console *c, FILE *out)
{
    const tby_pos *pos = tby__con_pos(c);
    tby_outcome outcome = tby_outcome_of(pos, NULL);
    tby_tables_answer a;
    char fault[TBY_TABLES_FAULT], text[TBY_TB_TEXT];

    if (outcome != TBY_ONGOING)
        fprintf(out, "%s\n", tby_outcome_text(outcome));
    else
        fprintf(out, "%s to move%s\n",
                pos->turn == TBY_WHITE ? "White" : "Black",
                tby_pos_checkers(pos) ? ", in check" : "");
    if (!tby_outcome_is_final(outcome) && c->tables &&
        tby_tables_probe(c->tables, pos, &a, fault) == TBY_OK)
        fprintf(out, "Tables: %s\n", tby_tables_text(&a, pos->turn, text));
    print_novelty(c, out);
}

void tby__con_print_engine(console *c, FILE *out)
{
    tby_buf text;

    tby_pos asked = tby__con_engine_pos(c);
    if (!tby_pos_same(&c->thinking_of, &asked))
        return; /* it has not followed the cursor yet */
    tby_buf_init(&text, NULL, CONSOLE_TEXT_MOST);
    for (size_t i = 0; i < c->analysis.n; i++) {
        tby_print_engine_line(&text, &c->thinking_of, &c->analysis.lines[i],
                              i + 1);
        tby_buf_char(&text, '\n');
    }
    fwrite(text.n ? text.p : "", 1, text.n, out);
    tby_buf_free(&text);
}

static tby_rc do_board(console *c, tby_str args)
{
    tby_move last =
        c->at == TBY_NONE ? TBY_MOVE_NONE : c->tree.moves[c->at].move;

    (void)args;
    tby_print_board(c->out, tby__con_pos(c), last, c->flip, c->look);
    return TBY_OK;
}

static tby_rc do_flip(console *c, tby_str args)
{
    c->flip = !c->flip;
    return c->live ? TBY_OK : do_board(c, args);
}

static tby_rc do_fen(console *c, tby_str args)
{
    char fen[TBY_FEN_MAX];

    if (args.n)
        return tby__con_clear(c, args);
    tby_fen_write_pos(tby__con_pos(c), fen, sizeof fen);
    fprintf(c->out, "%s\n", fen);
    return TBY_OK;
}

static int by_san(const void *a, const void *b)
{
    return strcmp(a, b);
}

static tby_rc do_moves(console *c, tby_str args)
{
    char san[TBY_MOVES_MAX][TBY_SAN_MAX];
    char text[(TBY_MOVES_MAX + 2) * TBY_SAN_MAX];
    tby_moves moves;

    (void)args;
    tby_moves_legal(tby__con_pos(c), &moves);
    for (size_t i = 0; i < moves.n; i++)
        tby_san_write(tby__con_pos(c), moves.at[i], san[i]);
    qsort(san, moves.n, sizeof *san, by_san);
    int n = snprintf(text, sizeof text, "%zu%s", moves.n, moves.n ? ":" : "");
    for (size_t i = 0; i < moves.n; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, " %s", san[i]);
    tby_print_wrap(c->out, text, 0, 0);
    return TBY_OK;
}

static tby_rc do_tree(console *c, tby_str args)
{
    (void)args;
    tby__con_print_tree(c, c->out);
    fputc('\n', c->out);
    tby__con_print_choices(c, c->out, true);
    return c->rc;
}

/* Names the position, or plays the moves of the opening that fits best. */
static tby_rc do_name(console *c, tby_str args)
{
    tby_search_hit hit;
    tby_opening o;
    tby_buf line;

    if (!args.n) {
        tby__con_print_name(c, c->out);
        return TBY_OK;
    }
    if (!tby__con_find_openings(c, args, &hit, 1))
        return tby__con_fail(c, TBY_DONE, args, "No opening has such a name.");
    tby_names_peek(c->options->names, hit.entry, &o);
    if (!o.line || c->tree.head.setup)
        return tby__con_fail(c, TBY_DONE, args,
                             "Its moves cannot be played in this game.");
    tby_buf_init(&line, NULL, CONSOLE_TEXT_MOST);
    tby_numbered_write(&c->tree.head.start, o.line, o.plies, &line);
    c->at = TBY_NONE;
    tby_rc rc = line.rc == TBY_OK ? tby__con_play(c, tby_buf_str(&line))
                                  : tby__con_refuse(c, line.rc);
    tby_buf_free(&line);
    return rc;
}

static tby_rc do_show(console *c, tby_str args)
{
    (void)do_board(c, args);
    fputc('\n', c->out);
    tby__con_print_name(c, c->out);
    tby__con_print_status(c, c->out);
    tby__con_print_choices(c, c->out, false);
    tby__con_print_engine(c, c->out);
    return c->rc;
}

const console_command tby__con_look[] = {
    {"board", "", "draw the board", "", do_board, 0, false},
    {"flip", "", "turn the board", "In full screen: f.", do_flip, 0, false},
    {"show", "", "show all that is known of the position", "", do_show, 0,
     false},
    {"fen", "[FEN]", "print the position as FEN, or set it", "", do_fen, 0,
     false},
    {"moves", "", "list the legal moves", "", do_moves, 0, false},
    {"tree", "", "show the game with its side lines",
     "The cursor is in brackets, '=' follows a move that the repertoire has. "
     "Below are the moves that are known here.",
     do_tree, 0, false},
    {"name", "[OPENING]", "name the opening, or play its moves",
     "name najdorf plays what fits best.", do_name, 0, true},
    {.name = NULL},
};
