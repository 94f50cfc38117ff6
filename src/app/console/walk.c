/* walk.c - commands that move the cursor or change the game. */
#include "app/console/console.h"
#include "core/base/num.h"
#include "core/base/utf8.h"
#include "core/game/comment.h"
#include "core/game/pgn/text.h"
#include "tabiya/line.h"
#include "tabiya/pgn.h"

#include <string.h>

static const tby_str LINE = {NULL, 0};

static tby_str comment_here(const console *c)
{
    return tby_tree_text(&c->tree, c->at == TBY_NONE
                                       ? c->tree.comment
                                       : c->tree.moves[c->at].comment);
}

/* "2. Nf3 Nc6  C44 King's Knight Opening"; the board itself is on the screen or
 * asked for. */
tby_rc tby__con_where(console *c)
{
    char text[TBY_SAN_MAX + 16] = "start";

    if (c->at != TBY_NONE) {
        tby__con_move_text(c, c->at, text, sizeof text);
        fputs(text, c->out);
        tby__con_print_glyphs(c, c->at, c->out);
    } else {
        fputs(text, c->out);
    }
    uint32_t entry = tby_names_find(c->options->names, tby__con_pos(c));
    if (entry != TBY_NAMES_NONE) {
        tby_opening o;
        tby_names_peek(c->options->names, entry, &o);
        fprintf(c->out, "   %s%s", o.code, o.code[0] ? " " : "");
        tby_print_clean(c->out, o.name);
    }
    tby__con_print_comment(c->out, "   ", comment_here(c), true);
    fputc('\n', c->out);
    return TBY_OK;
}

/* After a change: it is kept, and where the cursor is gets said. */
static tby_rc changed(console *c)
{
    tby_rc rc = tby__con_changed(c);

    return rc == TBY_OK ? tby__con_where(c) : rc;
}

static uint32_t first_child(const console *c)
{
    return c->at == TBY_NONE ? c->tree.first : c->tree.moves[c->at].first;
}

enum { NEXT, BACK, UP, DOWN, MANY = 100000 };

/* A step, or N; to the start or the end is as many as there are. */
static tby_rc do_go(console *c, tby_str args)
{
    static const char *const NONE[] = {"No move follows.", "This is the start.",
                                       "There is no move before it.",
                                       "There is no move after it."};
    int way = c->command->n % MANY;
    bool all = c->command->n >= MANY;
    uint64_t n = MANY, steps = 0;

    if (!all && !tby__con_number(c, args, MANY, &n))
        return c->rc;
    for (; steps < n; steps++) {
        const tby_tree_move *m =
            c->at == TBY_NONE ? NULL : &c->tree.moves[c->at];
        uint32_t to = way == NEXT ? first_child(c)
                      : !m        ? TBY_NONE
                      : way == UP ? m->prev
                                  : m->next;
        if (way == BACK ? !m : to == TBY_NONE)
            break;
        c->at = way == BACK ? m->parent : to;
    }
    return steps || all ? tby__con_where(c)
                        : tby__con_fail(c, TBY_DONE, LINE, "%s", NONE[way]);
}

/* Where this game has the same position by another order of moves. */
static tby_rc do_transpose(console *c, tby_str args)
{
    (void)args;
    for (size_t i = 1; c->at != TBY_NONE && i < c->tree.n; i++) {
        size_t to = (c->at + i) % c->tree.n;
        const tby_tree_move *m = &c->tree.moves[to];
        if (m->alive && tby_pos_same(&m->pos, tby__con_pos(c))) {
            c->at = (uint32_t)to;
            return tby__con_where(c);
        }
    }
    return tby__con_fail(c, TBY_DONE, LINE,
                         "This game has no other order of moves to here.");
}

/* 12 or 12. is White's move, 12... Black's; on the line of the cursor, which
 * goes on by first moves. */
static tby_rc do_jump(console *c, tby_str args)
{
    bool black = args.n > 3 && memcmp(args.p + args.n - 3, "...", 3) == 0;
    tby_str number = args;
    uint64_t n;

    while (number.n && number.p[number.n - 1] == '.')
        number.n--;
    if (args.n == 0 || !tby__con_number(c, number, 100000, &n))
        return args.n ? c->rc
                      : tby__con_fail(c, TBY_E_USAGE, LINE,
                                      "jump needs a move: jump 12, jump 12...");
    uint32_t end = c->at, found = TBY_NONE;
    for (uint32_t m = first_child(c); m != TBY_NONE; m = c->tree.moves[m].first)
        end = m;
    for (uint32_t m = end; m != TBY_NONE; m = c->tree.moves[m].parent) {
        const tby_pos *before = tby_tree_pos(&c->tree, c->tree.moves[m].parent);
        if (before->fullmoves == n && (before->turn == TBY_BLACK) == black)
            found = m;
    }
    if (found == TBY_NONE)
        return tby__con_fail(c, TBY_DONE, args, "This line has no move %.*s.",
                             (int)args.n, args.p);
    c->at = found;
    return tby__con_where(c);
}

static tby_rc do_choose(console *c, tby_str args)
{
    static console_choices choices; /* large, and there is one */
    uint64_t n;

    if (!args.n) {
        tby__con_print_choices(c, c->out, true);
        return c->rc;
    }
    if (!tby__con_number(c, args, CONSOLE_CHOICES, &n))
        return c->rc;
    tby__con_choices_of(c, &choices);
    if (n > choices.n)
        return tby__con_fail(c, TBY_DONE, args,
                             "There are %zu moves to choose from.", choices.n);
    return tby__con_play(c, tby_str_of(choices.at[n - 1].san));
}

/* "1.", "12..." before a move, or alone. */
static tby_str without_number(tby_str word)
{
    size_t n = 0;

    while (n < word.n && tby_is_digit(word.p[n]))
        n++;
    if (n == 0 || n == word.n || word.p[n] != '.')
        return word;
    while (n < word.n && word.p[n] == '.')
        n++;
    return tby_str_from(word, n);
}

/* Moves in any notation, with or without numbers.  All of them or none: they
 * are read once to see whether they are sound, and once to be played. */
tby_rc tby__con_play(console *c, tby_str line)
{
    size_t before = c->tree.n;
    uint32_t at = c->at;
    char why[512];
    tby_move m;

    for (int pass = 0; pass < 2; pass++) {
        tby_pos pos = *tby__con_pos(c);
        tby_str rest = line, word;

        while (tby_str_word(&rest, &word)) {
            tby_str san = without_number(word);
            if (!san.n)
                continue;
            tby_rc rc = tby_san_parse(&pos, san, TBY_SAN_TOLERANT, &m, NULL);
            if (rc != TBY_OK) {
                tby_san_explain(&pos, san, TBY_SAN_TOLERANT, why, sizeof why);
                return tby__con_fail(c, rc, san, "%s", why);
            }
            if (c->drill)
                return tby__con_drill_move(c, m, san);
            tby_pos_play(&pos, m);
            if (pass && (rc = tby_tree_add(&c->tree, at, m, &at)) != TBY_OK)
                return tby__con_refuse(c, rc);
        }
    }
    c->at = at;
    return c->tree.n != before ? changed(c) : tby__con_where(c);
}

static bool has_move(console *c)
{
    if (c->at == TBY_NONE)
        (void)tby__con_fail(c, TBY_DONE, LINE,
                            "The cursor is at the start, on no move.");
    return c->at != TBY_NONE;
}

/* Makes a move the first of its place, or puts it after the next one. */
static tby_rc do_order(console *c, tby_str args)
{
    bool first = c->command->n > 0;

    (void)args;
    if (!has_move(c))
        return c->rc;
    const tby_tree_move *m = &c->tree.moves[c->at];
    if ((first ? m->prev : m->next) == TBY_NONE)
        return tby__con_fail(c, TBY_DONE, LINE, "It is the %s move here.",
                             first ? "first" : "last");
    (first ? tby_tree_promote : tby_tree_demote)(&c->tree, c->at);
    return changed(c);
}

static tby_rc do_delete(console *c, tby_str args)
{
    (void)args;
    if (!has_move(c))
        return c->rc;
    uint32_t gone = c->at;
    c->at = c->tree.moves[gone].parent;
    tby_tree_remove(&c->tree, gone);
    return changed(c);
}

static tby_rc do_comment(console *c, tby_str args)
{
    tby_rc rc = tby_utf8_validate(args, NULL);

    if (rc == TBY_OK)
        rc = tby_tree_set_comment(&c->tree, c->at, args);
    if (rc != TBY_OK)
        return tby__con_refuse(c, rc);
    return changed(c);
}

/* Ge2e4 is an arrow, Rd5 a square; they go into the comment, in place of those
 * that are there. */
static tby_rc do_arrows(console *c, tby_str args)
{
    tby_str old = comment_here(c), rest = args, word;
    struct tby_command mark;
    size_t from = 0, at = 0;
    bool sound = true;
    tby_buf text;

    tby_buf_init(&text, NULL, CONSOLE_TEXT_MOST);
    for (; tby_comment_next(old, &at, &mark); from = at)
        tby_buf_add(
            &text,
            (tby_str){old.p + from,
                      (tby__con_is_arrows(&mark) ? mark.begin : at) - from});
    tby_buf_add(&text, tby_str_from(old, from));
    while (sound && tby_str_word(&rest, &word)) {
        bool named = word.n % 2 && strchr("GRYB", word.p[0]);
        tby_str to = tby_str_from(word, named);
        sound = to.n == 2 || to.n == 4;
        for (size_t i = 0; sound && i < to.n; i++)
            sound = i % 2 ? to.p[i] >= '1' && to.p[i] <= '8'
                          : to.p[i] >= 'a' && to.p[i] <= 'h';
        tby_buf_cstr(&text, to.n == 4 ? " [%cal " : " [%csl ");
        tby_buf_char(&text, named ? word.p[0] : 'G');
        tby_buf_add(&text, to);
        tby_buf_char(&text, ']');
    }
    tby_rc rc = sound ? text.rc : TBY_E_USAGE;
    if (rc == TBY_OK)
        rc = do_comment(c, tby_str_trim(tby_buf_str(&text)));
    else if (!sound)
        tby__con_fail(c, rc, word,
                      "An arrow is Ge2e4, a square Rd5; G, R, Y "
                      "and B are green, red, yellow and blue.");
    tby_buf_free(&text);
    return rc;
}

/* !, ?!, $14; several; none takes them away. */
static tby_rc do_glyph(console *c, tby_str args)
{
    char nags[16];
    size_t n = 0;
    tby_str rest = args, word;

    if (!has_move(c))
        return c->rc;
    while (tby_str_word(&rest, &word) && !tby_str_is(word, "none")) {
        uint64_t number = 0;
        unsigned nag = 0;

        nag = tby_pgn_glyph(word);
        for (unsigned i = 1; i <= 6 && !nag; i++)
            nag = tby_str_is(word, tby_pgn_suffix(i)) ? i : 0;
        if (!nag && word.p[0] == '$' &&
            tby_num_u64(tby_str_from(word, 1), 1, 255, &number, NULL) == TBY_OK)
            nag = (unsigned)number;
        if (!nag || n == sizeof nags)
            return tby__con_fail(c, TBY_E_NUMBER, word,
                                 "A glyph is !, ?, !!, ??, !?, ?! or $1 to "
                                 "$255.");
        nags[n++] = (char)nag;
    }
    tby_rc rc = tby_tree_set_nags(&c->tree, c->at, (tby_str){nags, n});
    return rc == TBY_OK ? changed(c) : tby__con_refuse(c, rc);
}

static tby_rc do_undo(console *c, tby_str args)
{
    bool forward = c->command->n > 0;
    tby_rc rc = tby__con_undo(c, forward);

    (void)args;
    return rc == TBY_OK ? tby__con_where(c)
                        : tby__con_fail(c, rc, LINE, "There is nothing to %s.",
                                        forward ? "redo" : "undo");
}

/* An empty board, or a position: FEN, or moves that become the game. */
tby_rc tby__con_clear(console *c, tby_str args)
{
    tby_faults found = 0;
    tby_err err = {TBY_OK, 0};
    tby_line line;
    tby_game g;
    char why[512];

    if (!args.n)
        args = TBY_STR("start");
    tby_rc rc = tby_line_parse(args, NULL, &line, &found, &err);
    if (rc != TBY_OK) {
        tby_line_explain(args, &err, found, why, sizeof why);
        return tby__con_fail(c, rc, tby_str_from(args, err.at), "%s",
                             rc == TBY_E_POS_FAULTY ? tby_fault_text(found)
                                                    : why);
    }
    tby_game_init(&g, NULL);
    if (!line.plies && !tby_pos_same(&line.pos, &g.start)) {
        /* by way of a PGN, so that its reader says what the tags mean */
        char fen[TBY_FEN_MAX], text[TBY_FEN_MAX + 64];
        tby_pgn_report report;
        tby_pgn pgn;
        tby_fen_write_pos(&line.pos, fen, sizeof fen);
        snprintf(text, sizeof text, "[SetUp \"1\"]\n[FEN \"%s\"]\n\n*\n", fen);
        tby_pgn_init(&pgn, tby_str_of(text), TBY_PGN_ALL);
        rc = tby_pgn_next(&pgn, &g, &report);
    }
    for (size_t i = 0; rc == TBY_OK && i < line.plies; i++)
        rc = tby_game_add_item(
            &g, (tby_item){.kind = TBY_ITEM_MOVE, .move = line.moves[i]});
    if (rc == TBY_OK)
        rc = tby__con_take_game(c, &g, NULL, 0);
    tby_game_free(&g);
    tby_line_free(&line);
    c->pgn_path[0] = '\0';
    return rc == TBY_OK ? tby__con_where(c) : tby__con_refuse(c, rc);
}

const console_command tby__con_walk[] = {
    {"next", "[N]", "go to the next move", "", do_go, NEXT, true},
    {"back", "[N]", "go back", "", do_go, BACK, true},
    {"up", "", "go to the alternative before this move", "", do_go, UP, true},
    {"down", "", "go to the alternative after this move", "", do_go, DOWN,
     true},
    {"start", "", "go to the start", "", do_go, MANY + BACK, true},
    {"end", "", "go to the end of the line", "", do_go, MANY + NEXT, true},
    {"jump", "N[...]", "go to a move of this line",
     "jump 12 goes to White's twelfth move, jump 12... to Black's.", do_jump, 0,
     true},
    {"transpose", "", "go to this position by another order of moves", "",
     do_transpose, 0, true},
    {"choose", "[N]", "play one of the moves that are known here",
     "Without a number it lists them.", do_choose, 0, true},
    {"promote", "", "make this move the first in its place",
     "The others are side lines.", do_order, 1, true},
    {"demote", "", "put this move after the next alternative", "", do_order, 0,
     true},
    {"delete", "", "delete this move and what follows",
     "'undo' brings them back.", do_delete, 0, true},
    {"comment", "[TEXT]", "set the comment of this move",
     "Without a text it is taken away.", do_comment, 0, true},
    {"arrows", "[ARROW...]", "set the arrows and squares of this move",
     "arrows Ge2e4 Rd5: an arrow in green, a square in red; Y is yellow, B "
     "blue. Without any they are taken away.",
     do_arrows, 0, true},
    {"glyph", "[GLYPH...]", "set the glyphs of this move: !, ?!, $14",
     "!, ?, !!, ??, !?, ?! or $1 to $255; none takes them away.", do_glyph, 0,
     true},
    {"undo", "", "take back the last change", "", do_undo, -1, true},
    {"redo", "", "make the change again", "", do_undo, 1, true},
    {"clear", "[POSITION]", "begin a new game",
     "At the start, at a FEN, or with moves: clear e4 c5. 'undo' brings the "
     "old one back.",
     tby__con_clear, 0, true},
    {.name = NULL},
};
