/* game.c - the game: its tree, the cursor, what can be undone, and what is kept
 * on the disk after each change.
 *
 * A moment is kept as PGN: the same text is what undo goes back to and what is
 * found again after a crash. */
#include "app/console/console.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/pgn.h"

#include <string.h>

const tby_pos *tby__con_pos(const console *c)
{
    return tby_tree_pos(&c->tree, c->at);
}

size_t tby__con_way(const console *c, uint32_t to, tby_buf *out)
{
    size_t n = 0, size = sizeof(tby_move);

    for (uint32_t m = to; m != TBY_NONE; m = c->tree.moves[m].parent)
        n++;
    char *end = tby_buf_room(out, n * size);
    if (!end)
        return 0;
    out->n += n * size;
    end += n * size;
    for (uint32_t m = to; m != TBY_NONE; m = c->tree.moves[m].parent)
        memcpy(end -= size, &c->tree.moves[m].move, size);
    return n;
}

void tby__con_move_text(const console *c, uint32_t move, char *buf, size_t cap)
{
    const tby_tree_move *m = &c->tree.moves[move];
    const tby_pos *before = tby_tree_pos(&c->tree, m->parent);
    char san[TBY_SAN_MAX];

    tby_san_write(before, m->move, san);
    snprintf(buf, cap, "%u%s %s", before->fullmoves,
             before->turn == TBY_WHITE ? "." : "...", san);
}

tby_rc tby__con_pgn(const console *c, tby_buf *out)
{
    tby_game g;

    tby_game_init(&g, NULL);
    tby_rc rc = tby_tree_write(&c->tree, &g);
    if (rc == TBY_OK) {
        size_t n = tby_pgn_write(&g, NULL, 0);
        char *room = tby_buf_room(out, n + 1);
        if (room)
            out->n += tby_pgn_write(&g, room, n + 1);
        rc = out->rc;
    }
    tby_game_free(&g);
    return rc;
}

static void moment_init(console_moment *m)
{
    tby_buf_init(&m->pgn, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&m->way, NULL, CONSOLE_TEXT_MOST);
}

static void moment_free(console_moment *m)
{
    tby_buf_free(&m->pgn);
    tby_buf_free(&m->way);
}

/* The oldest is forgotten when there is no room. */
static void push(console_moment *stack, size_t *n, const console_moment *m)
{
    if (*n == CONSOLE_UNDO) {
        moment_free(&stack[0]);
        memmove(stack, stack + 1, --*n * sizeof *stack);
    }
    stack[(*n)++] = *m;
}

static void forget(console_moment *stack, size_t *n)
{
    while (*n)
        moment_free(&stack[--*n]);
}

/* Reads a game of PGN into an empty tree. */
static tby_rc read_tree(tby_tree *t, tby_str text)
{
    tby_pos start = tby_pos_start();
    tby_pgn_report report;
    tby_game g;
    tby_pgn pgn;

    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    tby_rc rc = tby_pgn_next(&pgn, &g, &report);
    tby_tree_init(t, rc == TBY_OK ? &g.start : &start, NULL);
    if (rc == TBY_OK)
        rc = tby_tree_read(t, &g);
    tby_game_free(&g);
    return rc;
}

/* Goes to a moment, which stays the caller's. */
static tby_rc restore(console *c, const console_moment *m)
{
    tby_tree t;
    tby_rc rc = read_tree(&t, tby_buf_str(&m->pgn));

    if (rc != TBY_OK) {
        tby_tree_free(&t);
        return rc;
    }
    tby_tree_free(&c->tree);
    c->tree = t;
    c->at = TBY_NONE;
    for (size_t i = 0; rc == TBY_OK && i < m->way.n; i += sizeof(tby_move)) {
        tby_move move;
        memcpy(&move, m->way.p + i, sizeof move);
        rc = tby_tree_add(&c->tree, c->at, move, &c->at); /* it is there */
    }
    return rc;
}

tby_rc tby__con_restore(console *c)
{
    return restore(c, &c->now);
}

/* What is kept is never more than a copy: a disk that is full must not end the
 * work, and `save` says what is wrong. */
static void keep(console *c)
{
    tby_sink *sink = NULL;
    tby_str text = tby_buf_str(&c->now.pgn);

    if (!c->autosave)
        return;
    if (tby_sink_put(&sink, c->autosave, text.p, text.n) != TBY_OK) {
        /* nothing to be done about it */
    }
    tby_sink_close(sink);
}

tby_rc tby__con_changed(console *c)
{
    console_moment m;

    moment_init(&m);
    tby_rc rc = tby__con_pgn(c, &m.pgn);
    tby__con_way(c, c->at, &m.way);
    if (rc == TBY_OK)
        rc = m.way.rc;
    if (rc != TBY_OK) {
        moment_free(&m);
        /* what cannot be kept is not done */
        if (restore(c, &c->now) != TBY_OK)
            rc = TBY_E_NOMEM;
        return tby__con_refuse(c, rc);
    }
    push(c->past, &c->past_n, &c->now);
    forget(c->future, &c->future_n);
    c->now = m;
    c->unsaved = true;
    keep(c);
    return TBY_OK;
}

tby_rc tby__con_undo(console *c, bool forward)
{
    console_moment *from = forward ? c->future : c->past;
    size_t *n = forward ? &c->future_n : &c->past_n;

    if (*n == 0)
        return TBY_DONE;
    tby_rc rc = restore(c, &from[*n - 1]);
    if (rc != TBY_OK)
        return rc;
    if (forward)
        push(c->past, &c->past_n, &c->now);
    else
        push(c->future, &c->future_n, &c->now);
    c->now = from[--*n];
    c->unsaved = true;
    keep(c);
    return TBY_OK;
}

tby_rc tby__con_take_game(console *c, const tby_game *g, const tby_pos *seek,
                          uint32_t ply)
{
    uint32_t end = TBY_NONE, found = TBY_NONE;
    tby_tree t;

    tby_tree_init(&t, &g->start, NULL);
    tby_rc rc = tby_tree_read(&t, g);
    if (rc != TBY_OK) {
        tby_tree_free(&t);
        return rc;
    }
    tby_tree_free(&c->tree);
    c->tree = t;
    for (uint32_t m = t.first; m != TBY_NONE; m = t.moves[m].first) {
        end = m;
        if (found == TBY_NONE &&
            (ply ? --ply == 0 : seek && tby_pos_same(&t.moves[m].pos, seek)))
            found = m;
    }
    bool at_start = seek && tby_pos_same(seek, &t.head.start);
    c->at = found != TBY_NONE || at_start ? found : end;
    return tby__con_changed(c);
}

/* --- what is kept, and found again ----------------------------------------*/

/* Each console keeps its game in a place of its own, console-1.pgn and so on,
 * and holds a lock beside it while it runs.  A game in a place that nobody
 * holds was not saved. */
enum { PLACES = 64 };

static char *place_path(unsigned number, const char *ending)
{
    char name[40];

    snprintf(name, sizeof name, "console-%u.pgn%s", number, ending);
    return tby_state_path(name);
}

/* What is saved elsewhere, or nothing, need not be found again. */
static void leave_game(console *c)
{
    if (c->autosave && (!c->unsaved || c->tree.first == TBY_NONE))
        tby_file_remove(c->autosave);
    tby_path_free(c->autosave);
    c->autosave = NULL;
    tby_folder_unlock(c->lock);
    c->lock = -1;
}

/* Moves to the next place that nobody holds, with a game or without; false:
 * there is none.  *others is how many more there are with a game. */
static bool move_on(console *c, bool with_game, unsigned *others)
{
    unsigned found = 0;
    int lock = -1, held;

    *others = 0;
    for (unsigned i = 0; i < PLACES && !(found && !with_game); i++) {
        unsigned n = (c->place + i) % PLACES + 1;
        char *path = place_path(n, ""), *guard = place_path(n, ".lock");
        tby_file_info info;
        bool game = path && tby_file_look(path, &info) == TBY_OK;
        if (guard && game == with_game &&
            tby_file_claim(guard, &held) == TBY_OK) {
            *others += found != 0;
            if (found)
                tby_folder_unlock(held);
            else
                lock = held;
            found = found ? found : n;
        }
        tby_path_free(path);
        tby_path_free(guard);
    }
    if (!found)
        return false;
    leave_game(c);
    c->autosave = place_path(found, "");
    c->lock = lock;
    c->place = found;
    return true;
}

/* What was kept in this console's place, as a change that can be undone. */
static bool recover(console *c, unsigned others)
{
    tby_map map = {NULL, 0};
    size_t n = 0;
    tby_game g;
    tby_pgn pgn;
    tby_pgn_report report;

    if (tby_map_open(&map, c->autosave) != TBY_OK)
        return false;
    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, (tby_str){map.p, map.n}, TBY_PGN_ALL);
    bool taken = map.n && tby_pgn_next(&pgn, &g, &report) == TBY_OK &&
                 g.items_n && tby__con_take_game(c, &g, NULL, 0) == TBY_OK;
    for (size_t i = 0; i < c->tree.n; i++)
        n += c->tree.moves[i].alive;
    /* a copy stays, in case another game is loaded over it */
    char *copy = tby_state_path("recovered.pgn");
    tby_sink *sink = NULL;
    if (taken && copy && tby_sink_put(&sink, copy, map.p, map.n) == TBY_OK)
        snprintf(c->greeting, sizeof c->greeting,
                 "recovered %zu move%s, not saved; 'clear' begins anew; %u "
                 "more: 'recover'",
                 n, n == 1 ? "" : "s", others);
    if (!others && c->greeting[0])
        *strrchr(c->greeting, ';') = '\0';
    tby_sink_close(sink);
    tby_path_free(copy);
    tby_game_free(&g);
    tby_map_close(&map);
    return taken;
}

tby_rc tby__con_recover(console *c, tby_str args)
{
    unsigned others;

    (void)args;
    if (!c->autosave || !move_on(c, true, &others))
        return tby__con_fail(c, TBY_DONE, (tby_str){NULL, 0},
                             "No other game was left unsaved.");
    forget(c->past, &c->past_n);
    if (!recover(c, others))
        return tby__con_fail_file(c, c->autosave, TBY_E_NO_GAME, "");
    fprintf(c->out, "%s\n", c->greeting);
    return TBY_OK;
}

tby_rc tby__con_game_open(console *c, bool keep_it)
{
    tby_pos start = tby_pos_start();
    unsigned others;

    tby_tree_init(&c->tree, &start, NULL);
    c->at = TBY_NONE;
    c->lock = -1;
    moment_init(&c->now);
    tby_rc rc = tby__con_pgn(c, &c->now.pgn);
    if (rc != TBY_OK || !keep_it)
        return rc;
    char *folder = tby_state_path("");
    if (folder && tby_folder_make(folder) == TBY_OK &&
        (move_on(c, true, &others) || move_on(c, false, &others)))
        (void)recover(c, others);
    tby_path_free(folder);
    return TBY_OK;
}

void tby__con_game_close(console *c)
{
    leave_game(c);
    forget(c->past, &c->past_n);
    forget(c->future, &c->future_n);
    moment_free(&c->now);
    tby_tree_free(&c->tree);
}
