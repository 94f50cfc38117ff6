/* drill.c - practising the repertoire: the machine of tabiya/drill.h asks, the
 * board shows it.  The game is put aside and comes back at the end. */
#include "app/console/console.h"
#include "core/base/assert.h"
#include "io/system/clock.h"
#include "tabiya/facts.h"

#include <inttypes.h>

static const tby_str LINE = {NULL, 0};

/* Sets the board up by the way the walk took to the position. */
static tby_rc stand(console *c)
{
    const tby_graph *g = &c->rep.graph;
    const tby_walk *w = tby_drill_walk(c->drill);
    uint32_t node = tby_drill_node(c->drill);
    uint32_t n = tby_walk_path(w, g, node, NULL, 0);
    tby_alloc a = tby_alloc_libc();
    uint32_t *path = a.realloc(a.ctx, NULL, 0, (n + 1) * sizeof *path);

    if (!path)
        return tby__con_refuse(c, TBY_E_NOMEM);
    tby_walk_path(w, g, node, path, n);
    tby_pos start = tby_walk_begin(g, n ? g->edges[path[0]].from : node);
    tby_tree_free(&c->tree);
    tby_tree_init(&c->tree, &start, NULL);
    c->at = TBY_NONE;
    tby_rc rc = TBY_OK;
    for (uint32_t i = 0; i < n && rc == TBY_OK; i++)
        rc = tby_tree_add(&c->tree, c->at, g->edges[path[i]].move, &c->at);
    a.realloc(a.ctx, path, (n + 1) * sizeof *path, 0);
    return rc == TBY_OK ? rc : tby__con_refuse(c, rc);
}

static void on_card_fault(void *ctx, const tby_finding *f)
{
    (void)tby__con_fail_file(ctx, f->file, f->code, f->text);
}

/* The cards beside the repertoire: read before, and written after every
 * answer, so that a kill costs none. */
static tby_rc use_cards(console *c, bool read)
{
    tby_rep_listener listener = {on_card_fault, c};
    uint64_t refused = 0;
    tby_rc rc = TBY_OK;

    if (read) {
        tby_cards_close(c->cards);
        c->cards = NULL;
        tby_buf_clear(&c->cards_path);
        rc = tby_cards_open(&c->cards, NULL);
        if (rc == TBY_OK)
            rc = tby_cards_path(c->rep_path, &c->cards_path);
    }
    if (rc == TBY_OK)
        rc = read ? tby_cards_load(c->cards, c->cards_path.p, &listener,
                                   &refused)
                  : tby_cards_save(c->cards, c->cards_path.p, &listener);
    return rc == TBY_OK || c->rc != TBY_OK ? rc : tby__con_refuse(c, rc);
}

/* Ends the drill and brings the game back. */
static tby_rc finish(console *c)
{
    uint32_t mistakes = tby_drill_mistakes(c->drill);

    fprintf(c->out, "%s, %" PRIu32 " mistake%s\n",
            tby_drill_left(c->drill) ? "stopped" : "all done", mistakes,
            mistakes == 1 ? "" : "s");
    tby_drill_close(c->drill);
    c->drill = NULL;
    tby_rc rc = tby__con_restore(c);
    return rc == TBY_OK ? tby__con_where(c) : tby__con_refuse(c, rc);
}

static void say_turn(console *c)
{
    fprintf(c->out, "%s to move, %" PRIu32 " left\n",
            tby__con_pos(c)->turn == TBY_WHITE ? "White" : "Black",
            tby_drill_left(c->drill));
}

/* Plays the other side until it is the player's turn, over the ends of lines;
 * ends the drill when nothing is left. */
static tby_rc go_on(console *c, bool next)
{
    for (;;) {
        uint32_t edge;
        tby_rc rc = TBY_OK;

        if (next || tby_drill_turn(c->drill) == TBY_TURN_NONE) {
            rc = tby_drill_next(c->drill);
            if (rc == TBY_DONE)
                return finish(c);
            if (rc == TBY_OK)
                rc = stand(c);
            if (rc == TBY_OK)
                (void)tby__con_where(c);
            next = false;
        } else if (tby_drill_turn(c->drill) == TBY_TURN_PLAYER) {
            say_turn(c);
            return TBY_OK;
        } else {
            rc = tby_drill_reply(c->drill, &edge);
            if (rc == TBY_OK)
                rc = tby_tree_add(&c->tree, c->at,
                                  c->rep.graph.edges[edge].move, &c->at);
            if (rc == TBY_OK)
                (void)tby__con_where(c);
        }
        if (rc != TBY_OK)
            return tby__con_refuse(c, rc);
    }
}

static tby_rc do_drill(console *c, tby_str args)
{
    tby_drill_options o = {
        .mode = TBY_DRILL_LINES, .from = TBY_FROM_CHOICE, .in_order = true};

    if (tby_str_is(args, "stop"))
        return c->drill
                   ? finish(c)
                   : tby__con_fail(c, TBY_DONE, LINE, "There is no drill.");
    if (!c->has_rep)
        return tby__con_fail(c, TBY_E_USAGE, LINE,
                             "No repertoire is open: 'load FILE' opens one.");
    if (args.n && !tby_str_is(args, "due"))
        return tby__con_fail(c, TBY_E_USAGE, args, "drill takes due or stop.");
    if (c->drill)
        return go_on(c, true);
    c->drill_due = args.n != 0;
    TBY_TRY(c->drill_due ? use_cards(c, true) : TBY_OK);
    o.color = c->rep.graph.color;
    o.mode = c->drill_due ? TBY_DRILL_DUE : TBY_DRILL_LINES;
    o.cards = c->cards;
    o.now = tby_clock_utc();
    tby_rc rc = tby_drill_open(&c->drill, &c->rep.graph, &o);
    if (rc != TBY_OK)
        return tby__con_refuse(c, rc);
    c->flip = o.color == TBY_BLACK;
    return go_on(c, true);
}

static bool has_drill(console *c)
{
    if (!c->drill)
        (void)tby__con_fail(c, TBY_DONE, LINE,
                            "There is no drill: 'drill' begins one.");
    return c->drill != NULL;
}

static tby_rc do_hint(console *c, tby_str args)
{
    const tby_graph *g = &c->rep.graph;
    char san[TBY_SAN_MAX];
    tby_bb seen = 0;

    (void)args;
    if (!has_drill(c))
        return c->rc;
    tby_drill_hint(c->drill);
    for (uint32_t e = g->nodes[tby_drill_node(c->drill)].first_out;
         e != TBY_NONE; e = g->edges[e].next_out) {
        tby_square from = tby_move_from(g->edges[e].move);
        if (c->command->n) {
            tby_san_write(tby__con_pos(c), g->edges[e].move, san);
            tby_str note = tby_graph_text(g, g->edges[e].note);
            fprintf(c->out, note.n ? "  %-7s " : "  %s", san);
            tby_print_clean(c->out, note);
            fputc('\n', c->out);
        } else if (!(seen & tby_bit(from))) {
            fprintf(c->out, "a move from %c%d\n", 'a' + tby_file(from),
                    tby_rank(from) + 1);
        }
        seen |= tby_bit(from);
    }
    return TBY_OK;
}

static tby_rc do_skip(console *c, tby_str args)
{
    (void)args;
    return has_drill(c) ? go_on(c, true) : c->rc;
}

tby_rc tby__con_drill_move(console *c, tby_move m, tby_str word)
{
    tby_answer judged;
    tby_rc rc = tby_drill_answer(c->drill, m, tby_clock_utc(), &judged);

    if (rc != TBY_OK)
        return tby__con_refuse(c, rc);
    TBY_TRY(c->drill_due ? use_cards(c, false) : TBY_OK);
    if (!judged.right) {
        fprintf(c->out, "wrong: %.*s is not in the repertoire\n", (int)word.n,
                word.p);
        return TBY_OK;
    }
    fputs(judged.more_owed ? "right; another move is still to be played here\n"
                           : "right\n",
          c->out);
    rc = tby_tree_add(&c->tree, c->at, m, &c->at);
    return rc == TBY_OK ? go_on(c, false) : tby__con_refuse(c, rc);
}

const console_command tby__con_drill[] = {
    {"drill", "[due|stop]", "practise the repertoire",
     "Line by line, or with 'due' the positions whose cards are due, as 'rep "
     "drill --mode due' does. The game is put aside meanwhile.",
     do_drill, 0, false},
    {"hint", "", "in a drill: say where the move begins", "Key h.", do_hint, 0,
     false},
    {"reveal", "", "in a drill: show the moves of the repertoire", "Key s.",
     do_hint, 1, false},
    {"skip", "", "in a drill: go to another line", "", do_skip, 0, false},
    {.name = NULL},
};
