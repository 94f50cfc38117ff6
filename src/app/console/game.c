/* game.c - the game: its tree, the cursor, what can be undone, and what is kept
 * on the disk after each change; loading and saving.
 *
 * A moment is kept as PGN: the same text is what undo goes back to and what is
 * found again after a crash. */
#include "app/console/console.h"
#include "core/base/assert.h"
#include "core/base/diag.h"
#include "core/base/num.h"
#include "core/game/pgn/warnings.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/facts.h"
#include "tabiya/fen.h"
#include "tabiya/pgn.h"
#include "work/games/games.h"
#include "work/games/kind.h"

#include <string.h>
#include <strings.h>

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

static tby_rc game_text(const console *c, tby_buf *out)
{
    tby_game g;

    tby_game_init(&g, NULL);
    tby_rc rc = tby_tree_write(&c->tree, &g);
    if (rc == TBY_OK)
        rc = tby_games_put(TBY_GAMES_PGN, &g, out);
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
    tby_rc rc = game_text(c, &m.pgn);
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
    TBY_TRY(restore(c, &from[*n - 1]));
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

static tby_rc do_recover(console *c, tby_str args)
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
    tby_rc rc = game_text(c, &c->now.pgn);
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

/* --- loading --------------------------------------------------------------*/

/* The game with a number, taken out of a file of any size. */
typedef struct wanted {
    console *c;
    const char *path;
    uint64_t number, seen;
    bool found;
    tby_rc rc;
} wanted;

static tby_rc take(void *ctx, void *part, tby_games_item *item)
{
    wanted *w = ctx;

    (void)part;
    if (++w->seen > w->number)
        return TBY_DONE; /* there are others after it */
    if (w->seen < w->number)
        return TBY_OK;
    w->found = true;
    w->rc = tby__con_take_game(w->c, item->game, NULL, 0);
    return w->rc;
}

/* A fault of a file: FILE:LINE:COL, as far as it is known. */
static tby_rc fail_at(console *c, const char *path, tby_place place, tby_rc rc,
                      const char *why)
{
    (void)tby__con_fail_file(c, path, rc, why);
    if (place.line)
        snprintf(c->about, sizeof c->about, "%s:%zu:%zu", path, place.line,
                 place.column);
    return rc;
}

static void on_fault(void *ctx, const tby_games_fault *f)
{
    wanted *w = ctx;

    if (!f->game || f->game == w->number)
        w->rc = fail_at(w->c, w->path, f->place, f->code, f->text);
}

static tby_rc load_game(console *c, const char *path, uint64_t number)
{
    wanted w = {.c = c, .path = path, .number = number, .rc = TBY_OK};
    tby_games_result result;
    tby_games_job job = {.path = path,
                         .threads = 1,
                         .mode = TBY_PGN_ALL,
                         .faults = 1000,
                         .visitor = {.ctx = &w, .game = take},
                         .listener = {.ctx = &w, .fault = on_fault}};

    tby_rc rc = tby_games_read(&job, &result);
    if (w.rc == TBY_OK && rc != TBY_OK && rc != TBY_DONE)
        w.rc = tby__con_fail_file(c, path, rc, "");
    if (w.rc == TBY_OK && !w.found)
        w.rc =
            tby__con_fail_file(c, path, number > 1 ? TBY_DONE : TBY_E_NO_GAME,
                               number > 1 ? "The file has fewer games." : "");
    /* a damaged game is there up to its fault */
    if (!w.found)
        return w.rc;
    /* 'save' writes over a file only if nothing of it is lost */
    bool whole = w.rc == TBY_OK && w.seen == 1 &&
                 result.format == TBY_GAMES_PGN && number == 1;
    snprintf(c->pgn_path, sizeof c->pgn_path, "%s", whole ? path : "");
    c->unsaved = false;
    (void)tby__con_where(c);
    return w.rc;
}

static void on_rep_fault(void *ctx, const tby_finding *f)
{
    console *c = ctx;

    if (f->severity == TBY_ERROR)
        (void)fail_at(c, f->file, f->place, f->code, f->text);
}

static tby_rc load_rep(console *c, const char *path)
{
    tby_rep_listener listener = {on_rep_fault, c};
    tby_rep r;
    tby_rc rc = tby_rep_load(&r, path, &listener);

    if (rc != TBY_OK)
        return c->rc == TBY_OK ? tby__con_fail_file(c, path, rc, "") : c->rc;
    tby_drill_close(c->drill);
    c->drill = NULL;
    if (c->has_rep)
        tby_rep_free(&c->rep);
    c->rep = r;
    c->has_rep = true;
    snprintf(c->rep_path, sizeof c->rep_path, "%s", path);
    if (!r.graph.has_color && r.graph.edges_alive)
        tby_graph_set_color(&c->rep.graph, tby_facts_guess_color(&r.graph));
    fprintf(c->out, "repertoire of %s: %u positions, %u moves\n",
            c->rep.graph.color == TBY_WHITE ? "White" : "Black",
            r.graph.nodes_alive, r.graph.edges_alive);
    return c->rc;
}

static tby_rc load_db(console *c, const char *path)
{
    tby_store *s = NULL;

    if (c->dbs_n == CONSOLE_DBS)
        return tby__con_fail_file(c, path, TBY_E_LIMIT, "");
    tby_rc rc = tby_store_open(&s, path, TBY_STORE_READ);

    if (rc != TBY_OK) {
        rc = tby__con_fail_file(c, path, rc, s ? tby_store_error_text(s) : "");
        tby_store_close(s);
        return rc;
    }
    console_db *db = &c->dbs[c->dbs_n];
    *db = (console_db){.store = s};
    tby_store_set_cancel(s, c->stop);
    snprintf(db->path, sizeof db->path, "%s", path);
    tby__con_choose_db(c, c->dbs_n++);
    fprintf(c->out, "database: %llu games\n",
            (unsigned long long)tby_store_games(s));
    return TBY_OK;
}

static tby_rc load_file(console *c, const char *path)
{
    tby_file_info info;
    tby_kind kind = tby_kind_of_file(path);
    tby_rc rc = tby_file_look(path, &info);

    if (rc != TBY_OK)
        return tby__con_fail_file(c, path, rc, "");
    if (kind == TBY_KIND_DATABASE)
        return load_db(c, path);
    return kind == TBY_KIND_REPERTOIRE ? load_rep(c, path)
                                       : load_game(c, path, 1);
}

static tby_rc do_load(console *c, tby_str args)
{
    char path[PATH_MAX];
    tby_str rest = args, word, last = {NULL, 0};
    uint64_t number = 1;

    if (!args.n)
        return tby__con_fail(c, TBY_E_USAGE, args, "load needs a file.");
    while (tby_str_word(&rest, &word))
        last = word;
    /* a last word that is a number, unless it is all there is */
    if (last.p > args.p &&
        tby_num_u64(last, 1, UINT32_MAX, &number, NULL) == TBY_OK)
        args = tby_str_trim((tby_str){args.p, (size_t)(last.p - args.p)});
    snprintf(path, sizeof path, "%.*s", (int)args.n, args.p);
    return number > 1 ? load_game(c, path, number) : load_file(c, path);
}

tby_rc tby__con_paste(console *c, tby_str text, size_t *games)
{
    tby_pgn_report report;
    tby_pgn pgn;
    tby_game g;

    if (!text.n || (text.p[0] != '[' && !memchr(text.p, '{', text.n) &&
                    !memchr(text.p, '(', text.n)))
        return tby__con_run(c, text);
    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    tby_rc rc = tby_pgn_next(&pgn, &g, &report);
    c->text = text;
    if (rc == TBY_DONE)
        rc = tby__con_fail(c, TBY_E_NO_GAME, text, "%s",
                           tby_rc_text(TBY_E_NO_GAME));
    else if (rc == TBY_OK)
        rc = tby__con_take_game(c, &g, NULL, 0);
    if (rc == TBY_OK && report.error.code != TBY_OK) {
        tby_pgn_explain(&g, text, report.begin, 0, report.error, c->why,
                        sizeof c->why);
        rc = c->rc = report.error.code;
        c->about[0] = '\0';
    }
    for (*games = 1; rc == TBY_OK && tby_pgn_next(&pgn, &g, &report) == TBY_OK;
         ++*games)
        ;
    tby_game_free(&g);
    return rc;
}

/* --- saving ---------------------------------------------------------------*/

static bool ends_with(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);

    return n >= m && strcasecmp(path + n - m, end) == 0;
}

static tby_rc put_file(console *c, const char *path, tby_str bytes)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_put(&sink, path, bytes.p, bytes.n);

    if (rc != TBY_OK)
        rc = tby__con_fail_file(c, path, rc,
                                sink ? tby_sink_error_text(sink) : "");
    tby_sink_close(sink);
    return rc;
}

/* All lines become a repertoire or, if its file is the one that is open, are
 * added to it. */
static tby_rc save_rep(console *c, const char *path)
{
    bool open = c->has_rep && strcmp(path, c->rep_path) == 0;
    tby_rep_import how = {0};
    tby_graph new, *g = open ? &c->rep.graph : &new;
    tby_game game;

    tby_game_init(&game, NULL);
    tby_graph_init(&new, NULL);
    tby_rep_save_job job = {.path = path,
                            .in_place = open ? &c->rep : NULL,
                            .refused = open ? c->rep.report.errors : 0,
                            .listener = {on_rep_fault, c}};
    tby_rc rc = tby_tree_write(&c->tree, &game);
    if (rc == TBY_OK)
        rc = tby_rep_import_game(&how, g, &game);
    if (rc == TBY_OK && !g->has_color && g->edges_alive)
        tby_graph_set_color(g, c->flip ? TBY_BLACK : TBY_WHITE);
    if (rc == TBY_OK)
        rc = tby_rep_save(g, &job);
    if (rc != TBY_OK && c->rc == TBY_OK)
        (void)tby__con_fail_file(c, path, rc, "");
    if (rc == TBY_OK && open && tby_file_look(path, &c->rep.seen) != TBY_OK)
        rc = tby__con_fail_file(c, path, TBY_E_IO_READ, "");
    tby_game_free(&game);
    tby_graph_free(&new);
    return rc;
}

static tby_rc do_save(console *c, tby_str args)
{
    char path[PATH_MAX], fen[TBY_FEN_MAX + 1];
    bool force = tby_str_starts(tby_str_trim(c->text), TBY_STR("save!"));
    tby_file_info info;
    tby_buf pgn;

    if (!args.n && !c->pgn_path[0])
        return tby__con_fail(c, TBY_E_USAGE, args, "save needs a file.");
    if (args.n)
        snprintf(path, sizeof path, "%.*s", (int)args.n, args.p);
    else
        snprintf(path, sizeof path, "%s", c->pgn_path);
    bool is_rep = ends_with(path, ".txt"), is_fen = ends_with(path, ".fen");
    bool there = tby_file_look(path, &info) == TBY_OK && info.plain;
    bool own = strcmp(path, c->pgn_path) == 0 ||
               (is_rep && c->has_rep && strcmp(path, c->rep_path) == 0);
    const char *loss = there ? tby_kind_loss(is_rep   ? TBY_WANT_REPERTOIRE
                                             : is_fen ? TBY_WANT_TEXT
                                                      : TBY_WANT_GAMES,
                                             tby_kind_of_file(path), force)
                             : NULL;
    if (loss)
        return tby__con_fail_file(c, path, TBY_E_FILE_KIND, loss);
    if (there && !own && !force)
        return tby__con_fail_file(c, path, TBY_E_USAGE,
                                  "The file is there already: 'save! FILE' "
                                  "replaces it.");
    tby_buf_init(&pgn, NULL, CONSOLE_TEXT_MOST);
    tby_rc rc = TBY_OK;
    if (is_rep) {
        rc = save_rep(c, path);
    } else if (is_fen) {
        size_t n = tby_fen_write_pos(tby__con_pos(c), fen, TBY_FEN_MAX);
        fen[n++] = '\n';
        rc = put_file(c, path, (tby_str){fen, n});
    } else {
        rc = game_text(c, &pgn);
        rc = rc == TBY_OK ? put_file(c, path, tby_buf_str(&pgn))
                          : tby__con_fail_file(c, path, rc, "");
        if (rc == TBY_OK) {
            c->unsaved = false;
            snprintf(c->pgn_path, sizeof c->pgn_path, "%s", path);
        }
    }
    tby_buf_free(&pgn);
    if (rc == TBY_OK)
        fprintf(c->out, "saved %s\n", path);
    return rc;
}

/* --- what the command line names ------------------------------------------*/

tby_rc tby__con_open_files(console *c)
{
    const tby_console_options *o = c->options;
    tby_err err = {TBY_OK, 0};

    if (tby_tables_open(&c->tables, o->tables) != TBY_OK)
        c->tables = NULL;
    if (o->book) {
        tby_rc rc = tby_book_open(&c->book, o->book, &err);
        if (rc != TBY_OK)
            return tby__con_fail_file(c, o->book, rc, "");
        c->has_book = true;
    }
    for (size_t i = 0; i < o->n; i++) {
        tby_rc rc = load_file(c, o->files[i]);
        if (rc != TBY_OK)
            return rc;
    }
    if (c->dbs_n)
        tby__con_choose_db(c, 0);
    return TBY_OK;
}

const console_command tby__con_files[] = {
    {"load", "FILE [N]", "load a game, a repertoire or a database",
     "What a file is shows in its first bytes. N is the number of a game of a "
     "PGN file.",
     do_load, 0, true},
    {"save", "FILE", "save the game as PGN, FEN or repertoire",
     "FILE.fen gets the position, FILE.txt a repertoire of all lines (that "
     "which is open keeps its own, too), all else PGN. 'save! FILE' replaces a "
     "file that is another's.",
     do_save, 0, true},
    {"recover", "", "take up the next game that was not saved",
     "The game on the board is kept meanwhile.", do_recover, 0, true},
    {.name = NULL},
};
