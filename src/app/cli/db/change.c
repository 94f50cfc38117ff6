/* change.c - tabiya db delete, db edit, db undo: what is stored is changed. */
#include "app/cli/db/db.h"
#include "app/cli/eco/cmd_eco.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/game/game.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "tabiya/pgn.h"
#include "work/db/import.h"

#include <ctype.h>
#include <string.h>

enum { FEW = 20 }; /* games that are changed without --yes */

#define YES                                                                    \
    TBY_CLI_OPTION("yes", NULL, "do it even to more than 20 games at once")

/* Of more games than it is easy to see. */
static int refuse_many(const tby_cli_call *call, uint64_t n, const char *what)
{
    char text[128];

    if (n <= FEW || tby_cli_has(call, "yes"))
        return TBY_EXIT_OK;
    snprintf(text, sizeof text,
             "%llu games would be %s: --yes does it. Nothing was changed.",
             (unsigned long long)n, what);
    tby_cli_diag_file(call->args[0], text, "needs_yes");
    return TBY_EXIT_NO;
}

static bool read_id(const tby_cli_call *call, const char *text, uint64_t *id)
{
    unsigned n = 0;

    if (!tby_cli_number(call, "ID", text, 1, INT32_MAX, &n))
        return false;
    *id = n;
    return true;
}

static int fail_id(const char *path, uint64_t id)
{
    char text[64];

    snprintf(text, sizeof text, "There is no game %llu.",
             (unsigned long long)id);
    tby_cli_diag_file(path, text, "nothing_found");
    return TBY_EXIT_NO;
}

/* Ends a command that has changed something: it is found by position, too, and
 * all in the one file. */
static tby_rc finish(tby_store *s)
{
    tby_store_work work = {.memory = (size_t)512 << 20};
    tby_rc rc = tby_store_index(s, &work);

    return rc == TBY_OK ? tby_store_checkpoint(s) : rc;
}

/* --- delete ---------------------------------------------------------------*/

typedef struct wanted {
    const uint64_t *ids;
    size_t n;
    uint64_t *named;        /* call->n of them, if games are named */
    tby_games_answer found; /* else what fits */
} wanted;

static void free_wanted(const tby_cli_call *call, wanted *w)
{
    if (w->named)
        tby_cli_resize(w->named, call->n * sizeof *w->named, 0);
    tby_games_free(&w->found);
}

/* Games are named by their numbers or by conditions. */
static int find_games(const tby_cli_call *call, wanted *out)
{
    static tby_db_ask ask; /* large, and there is one */
    int code = TBY_EXIT_OK;

    if (call->n > 1) {
        if (tby_cli_has(call, "where"))
            return TBY_CLI_USAGE(call, "Name games by their numbers or by "
                                       "--where, not by both.");
        out->named = tby_cli_resize(NULL, 0, call->n * sizeof *out->named);
        out->ids = out->named;
        if (!out->named)
            return tby_cli_fail(call->args[0], TBY_E_NOMEM);
        for (size_t i = 1; i < call->n; i++) {
            uint64_t id;
            size_t k = 0;
            if (!read_id(call, call->args[i], &id))
                return TBY_EXIT_USAGE;
            while (k < out->n && out->ids[k] != id)
                k++;
            out->named[k] = id;
            out->n += k == out->n;
        }
        return TBY_EXIT_OK;
    }
    if (!tby_cli_has(call, "where"))
        return TBY_CLI_USAGE(call, "Which games? Give their numbers, or "
                                   "conditions by --where.");
    if (!tby_db_ask_open_where(&ask, call, call->args[0], &code))
        return code;
    tby_rc rc =
        tby_store_find(ask.store, &ask.filter, TBY_BY_ID, 0, 0, &out->found);
    out->ids = out->found.ids;
    out->n = rc == TBY_OK ? out->found.n : 0;
    if (rc != TBY_OK)
        code = tby_db_ask_fail(&ask, rc);
    else if (!out->n)
        code = tby_db_ask_nothing(&ask, "No game fits.");
    tby_db_ask_close(&ask);
    return code;
}

/* All or, if one of those that were named is not there, none. */
static int delete_games(const tby_cli_call *call, const wanted *found,
                        uint64_t *deleted, uint64_t *left)
{
    const char *path = call->args[0];
    tby_store *s;
    size_t known;

    TBY_CLI_TRY(tby_db_open(&s, path, TBY_STORE_CHANGE));
    int code = TBY_EXIT_OK;
    tby_rc rc = tby_store_batch(s, NULL, 0, &known);
    bool begun = rc == TBY_OK;
    for (size_t i = 0; rc == TBY_OK && i < found->n; i++) {
        rc = tby_store_delete(s, found->ids[i]);
        *deleted += rc == TBY_OK;
        if (rc == TBY_DONE && call->n > 1)
            code = fail_id(path, found->ids[i]);
        else if (rc == TBY_DONE) /* somebody else was faster */
            rc = TBY_OK;
    }
    if (rc == TBY_OK)
        rc = tby_store_commit(s);
    else if (begun)
        tby_store_cancel(s);
    if (rc == TBY_OK)
        rc = tby_store_checkpoint(s);
    if (rc < 0)
        code = tby_db_fail(s, path, rc);
    *left = tby_store_games(s);
    tby_store_close(s);
    return code;
}

static int run_delete(const tby_cli_call *call)
{
    wanted found = {.n = 0};
    uint64_t deleted = 0, left = 0;
    int code = find_games(call, &found);

    if (code == TBY_EXIT_OK)
        code = refuse_many(call, found.n, "deleted");
    if (code == TBY_EXIT_OK)
        code = delete_games(call, &found, &deleted, &left);
    if (code == TBY_EXIT_OK) {
        tby_cli_out o;
        tby_cli_out_open(&o, call, stdout, 8);
        tby_cli_out_head(&o, "database", call->args[0]);
        tby_cli_out_u64(&o, "Deleted", "deleted", deleted);
        tby_cli_out_u64(&o, "Games", "games", left);
        code = tby_cli_out_close(&o);
    }
    free_wanted(call, &found);
    return code;
}

const tby_cli_command tby_cmd_db_delete = {
    TBY_CLI_SYNOPSIS("db", "delete", "DB [ID...]",
                     "take games out of a database"),
    .about =
        "Deletes the games with these numbers, or all that fit the conditions "
        "of --where: all of them or, if one number has no game, none. From "
        "then on no answer has them, and their numbers are never used again. "
        "More than 20 need --yes.\n\n"
        "What was deleted keeps its room until db optimize gives it back; "
        "until then db undo brings it back. A file whose games were imported "
        "stays known: importing it again does not add again what was deleted. "
        "The exit code is 1 if there is no such game.",
    TBY_CLI_OPTIONS(TBY_CLI_OPTION("where", "CONDITIONS",
                                   "all games that fit: \"player='Carl*' "
                                   "elo=2600+\", the conditions of 'db games'"),
                    YES),
    TBY_CLI_EXAMPLES(
        {"tabiya db delete games.tdb 17 23", "two games, by their numbers"},
        {"tabiya db delete games.tdb --where plies=-9 --yes",
         "all games of less than ten plies"}),
    .run = run_delete,
};

/* --- edit -----------------------------------------------------------------*/

/* The one game of a file, whole. */
static int read_game(const char *path, tby_game *out)
{
    const char *name = tby_cli_file_name(path);
    tby_source *source = NULL;
    tby_pgn_report report, next;
    tby_buf text;
    tby_game other;
    tby_pgn pgn;
    int code = TBY_EXIT_OK;

    tby_buf_init(&text, NULL, (size_t)64 << 20);
    tby_game_init(&other, NULL);
    tby_rc rc = tby_source_open(&source, path);
    if (rc == TBY_OK)
        rc = tby_source_read_all(source, &text);
    if (rc == TBY_OK) {
        tby_pgn_init(&pgn, tby_buf_str(&text), TBY_PGN_ALL);
        rc = tby_pgn_next(&pgn, out, &report);
    }
    if (rc == TBY_OK && report.error.code != TBY_OK) {
        tby_place place = tby_place_of(tby_buf_str(&text), report.error.at);
        tby_cli_diag(name, place, tby_rc_text(report.error.code),
                     tby_rc_name(report.error.code));
        code = TBY_EXIT_MALFORMED;
    } else if (rc == TBY_OK) {
        rc = tby_pgn_next(&pgn, &other, &next);
        if (rc == TBY_OK)
            tby_cli_diag_file(name, "It has more than one game.", "one_game");
        code = rc == TBY_OK ? TBY_EXIT_MALFORMED : code;
        rc = rc == TBY_DONE ? TBY_OK : rc;
    } else if (rc == TBY_DONE) {
        tby_cli_diag_file(name, "It has no game.", "one_game");
        code = TBY_EXIT_MALFORMED;
    }
    if (rc < 0)
        code = tby_cli_fail(name, rc);
    tby_source_close(source);
    tby_game_free(&other);
    tby_buf_free(&text);
    return code;
}

/* Sets one tag; p NULL takes it away. */
static int set_tag(const tby_cli_call *call, tby_game *g, tby_str name,
                   tby_str value)
{
    static const char *const PLACES[] = {"FEN", "SetUp", "Variant"};
    bool word = name.n > 0;

    for (size_t i = 0; i < name.n; i++)
        word = word && (isalnum((unsigned char)name.p[i]) || name.p[i] == '_');
    if (!word)
        return TBY_CLI_USAGE(call, "'%.*s' is no name of a tag.", (int)name.n,
                             name.p ? name.p : "");
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (tby_str_is(name, PLACES[i]))
            return tby_cli_usage(call->command,
                                 "Give the whole game with --pgn.",
                                 "%s says where the moves begin, and cannot "
                                 "be set alone.",
                                 PLACES[i]);
    tby_rc rc = TBY_OK;
    if (tby_str_is(name, "Result")) {
        tby_result r = TBY_RESULT_NONE;
        while (r <= TBY_RESULT_DRAW && !tby_str_is(value, tby_result_text(r)))
            r++;
        if (r > TBY_RESULT_DRAW)
            return TBY_CLI_USAGE(call, "A result is 1-0, 0-1, 1/2-1/2 or *.");
        rc = tby_game_set_result(g, r);
    } else {
        rc = tby_utf8_validate(value, NULL);
        if (rc == TBY_OK)
            rc = tby_game_set_tag(g, name, value);
    }
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("--set", rc);
}

static int edit_tags(const tby_cli_call *call, tby_game *g)
{
    const char *unset = tby_cli_value(call, "unset");
    const char *result = tby_cli_value(call, "result");
    tby_str rest = tby_str_of(unset ? unset : "");

    for (size_t i = 0; i < call->many_n; i++) {
        tby_str name = tby_str_of(call->many[i]), value;
        const char *equals = strchr(call->many[i], '=');
        if (!equals)
            return TBY_CLI_USAGE(call, "--set needs TAG=VALUE, not '%s'.",
                                 call->many[i]);
        value = tby_str_of(equals + 1);
        name.n = (size_t)(equals - name.p);
        TBY_CLI_TRY(set_tag(call, g, name, value));
    }
    while (rest.n) {
        size_t n = 0;
        while (n < rest.n && rest.p[n] != ',')
            n++;
        TBY_CLI_TRY(set_tag(call, g, (tby_str){rest.p, n}, (tby_str){NULL, 0}));
        n += n < rest.n;
        rest = (tby_str){rest.p + n, rest.n - n};
    }
    return result ? set_tag(call, g, TBY_STR("Result"), tby_str_of(result))
                  : TBY_EXIT_OK;
}

typedef struct edit {
    const tby_cli_call *call;
    uint64_t id;
    tby_game was, is;
    bool changed;
} edit;

/* Nobody else writes between what is read and what is written: a version that
 * is another by then is refused. */
static int edit_game(edit *e, tby_store *s, const tby_names *names)
{
    const char *path = e->call->args[0], *pgn = tby_cli_value(e->call, "pgn");
    tby_import_options options = {.names = names};
    tby_import *import = NULL;
    tby_rc rc = tby_store_game(s, e->id, &e->was);

    if (rc == TBY_DONE)
        return fail_id(path, e->id);
    if (rc == TBY_OK && !pgn)
        rc = tby_store_game(s, e->id, &e->is);
    if (rc != TBY_OK)
        return tby_db_fail(s, path, rc);
    int code = pgn ? read_game(pgn, &e->is) : TBY_EXIT_OK;
    if (code == TBY_EXIT_OK)
        code = edit_tags(e->call, &e->is);
    e->changed = code == TBY_EXIT_OK && !tby_game_same(&e->was, &e->is);
    if (!e->changed)
        return code;
    rc = tby_import_open(&import, s, &options);
    if (rc == TBY_OK)
        rc = tby_import_replace(import, e->id, &e->is);
    tby_import_close(import);
    if (rc == TBY_OK)
        rc = finish(s);
    return rc == TBY_OK     ? TBY_EXIT_OK
           : rc == TBY_DONE ? fail_id(path, e->id)
                            : tby_db_fail(s, path, rc);
}

static int run_edit(const tby_cli_call *call)
{
    edit e = {.call = call};
    tby_names_set *names = NULL;
    tby_store *s = NULL;
    const char *pgn = tby_cli_value(call, "pgn");

    if (!read_id(call, call->args[1], &e.id))
        return TBY_EXIT_USAGE;
    if (!pgn && !call->many_n && !tby_cli_has(call, "unset") &&
        !tby_cli_has(call, "result"))
        return TBY_CLI_USAGE(call, "What is to be changed? --set, --unset, "
                                   "--result or --pgn says it.");
    tby_game_init(&e.was, NULL);
    tby_game_init(&e.is, NULL);
    int code = tby_eco_read_names(call, &names);
    if (code == TBY_EXIT_OK)
        code = tby_db_open(&s, call->args[0], TBY_STORE_CHANGE);
    if (code == TBY_EXIT_OK)
        code = edit_game(&e, s, tby_names_set_get(names));
    if (code == TBY_EXIT_OK) {
        tby_cli_out o;
        tby_cli_out_open(&o, call, stdout, 8);
        tby_cli_out_head(&o, "database", call->args[0]);
        tby_cli_out_u64(&o, "Game", "game", e.id);
        tby_cli_out_bool(&o, "changed", e.changed);
        tby_cli_out_print(&o, "Changed  %s\n",
                          e.changed ? "yes" : "no: it says so already");
        code = tby_cli_out_close(&o);
    }
    tby_store_close(s);
    tby_names_set_close(names);
    tby_game_free(&e.was);
    tby_game_free(&e.is);
    return code;
}

const tby_cli_command tby_cmd_db_edit = {
    TBY_CLI_SYNOPSIS("db", "edit", "DB ID", "change a game of a database"),
    .about =
        "Changes tags or the result of a game, or puts a whole game in its "
        "place: its moves, comments, glyphs and variations are those of the "
        "file then. It keeps its number, and every question finds it as it is "
        "now; db undo takes the change back until db optimize is run. What "
        "says where the moves begin (FEN, SetUp, Variant) comes with the whole "
        "game only.\n\n"
        "The exit code is 1 if there is no such game, and 3 if the file has "
        "none, more than one or a damaged one; nothing is changed then.",
    TBY_CLI_OPTIONS(
        {"set", "TAG=VALUE...", "give a tag this value, or add it"},
        {"unset", "TAG,TAG", "take tags away"},
        {"result", "1-0|0-1|1/2-1/2|*", "how it ended, the tag too"},
        {"pgn", "FILE",
         "the whole game from a file of PGN, '-' is standard "
         "input; other options come after it"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db edit games.tdb 17 --set White='Carlsen, Magnus' --result "
         "1-0",
         "a name and a result"},
        {"tabiya db game games.tdb 17 >g.pgn; $EDITOR g.pgn; tabiya db edit "
         "games.tdb 17 --pgn g.pgn",
         "comments and moves, in an editor"}),
    .run = run_edit,
};

/* --- undo -----------------------------------------------------------------*/

enum { RANGES = 16 }; /* that are shown */

/* What a change did, or what of it was taken back. */
typedef struct taken {
    uint64_t added, deleted, edited;
    size_t n;
    tby_store_change first[RANGES];
} taken;

static void take(void *ctx, const tby_store_change *c)
{
    taken *t = ctx;

    if (t->n < RANGES)
        t->first[t->n] = *c;
    t->n++;
    *(c->was && c->is ? &t->edited
      : c->was        ? &t->deleted
                      : &t->added) += c->games;
}

static void report_taken(tby_cli_out *o, const taken *t)
{
    const struct {
        const char *label, *name;
        uint64_t n;
        bool was, is;
    } kinds[] = {{"Added", "added", t->added, false, true},
                 {"Deleted", "deleted", t->deleted, true, false},
                 {"Edited", "edited", t->edited, true, true}};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        tby_cli_out_u64(o, NULL, kinds[k].name, kinds[k].n);
        if (!kinds[k].n)
            continue;
        tby_cli_out_print(o, "%-11s%llu game%s, number%s", kinds[k].label,
                          (unsigned long long)kinds[k].n,
                          kinds[k].n == 1 ? "" : "s",
                          kinds[k].n == 1 ? "" : "s");
        const char *space = " ";
        for (size_t i = 0; i < t->n && i < RANGES; i++) {
            const tby_store_change *c = &t->first[i];
            if (c->was != kinds[k].was || c->is != kinds[k].is)
                continue;
            tby_cli_out_print(o, "%s%llu", space, (unsigned long long)c->first);
            if (c->games > 1)
                tby_cli_out_print(
                    o, " to %llu",
                    (unsigned long long)(c->first + c->games - 1));
            space = ", ";
        }
        tby_cli_out_print(o, "%s\n", t->n > RANGES ? " ..." : "");
    }
}

static int run_undo(const tby_cli_call *call)
{
    const char *path = call->args[0];
    taken t = {.n = 0}, done = {.n = 0};
    tby_store *s;

    TBY_CLI_TRY(tby_db_open(&s, path, TBY_STORE_CHANGE));
    int code = TBY_EXIT_OK;
    tby_rc rc = tby_store_last_change(s, take, &t);
    if (rc == TBY_OK)
        code = refuse_many(call, t.added + t.deleted + t.edited,
                           "as they were before");
    if (rc == TBY_OK && code == TBY_EXIT_OK)
        rc = tby_store_undo(s, take, &done);
    if (rc == TBY_OK && code == TBY_EXIT_OK)
        rc = tby_store_checkpoint(s);
    if (rc < 0)
        code = tby_db_fail(s, path, rc);
    uint64_t games = tby_store_games(s);
    tby_store_close(s);
    if (rc == TBY_DONE) {
        tby_cli_diag_file(path,
                          "There is nothing to take back: nothing was changed "
                          "since it was made or optimised.",
                          "nothing_to_undo");
        return TBY_EXIT_NO;
    }
    if (code != TBY_EXIT_OK)
        return code;
    tby_cli_out o;
    tby_cli_out_open(&o, call, stdout, 10);
    tby_cli_out_head(&o, "database", path);
    tby_cli_out_print(&o, "Taken back what was\n");
    report_taken(&o, &done);
    tby_cli_out_u64(&o, "Games", "games", games);
    return tby_cli_out_close(&o);
}

const tby_cli_command tby_cmd_db_undo = {
    TBY_CLI_SYNOPSIS("db", "undo", "DB",
                     "take the last change of a database back"),
    .about =
        "Takes back what the last command that changed the database did: games "
        "that it deleted are there again, games that it edited are as they "
        "were, and games that it added are not there any more; it says which. "
        "Another db undo takes back the command before. db optimize ends "
        "that: what it has given room back for cannot return.\n\n"
        "A file of which games are taken back can be imported again; their "
        "numbers are not used again. More than 20 games need --yes. The exit "
        "code is 1 if there is nothing to take back.",
    TBY_CLI_OPTIONS(YES),
    TBY_CLI_EXAMPLES(
        {"tabiya db undo games.tdb", "after deleting the wrong game"}),
    .run = run_undo,
};

/* --- backup ---------------------------------------------------------------*/

static int report_copy(const tby_cli_call *call, const char *from,
                       const char *to)
{
    tby_cli_out o;
    tby_store_facts facts;
    tby_store *s;

    TBY_CLI_TRY(tby_db_open(&s, to, TBY_STORE_READ));
    tby_rc rc = tby_store_info(s, &facts);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(s, to, rc);
    tby_store_close(s);
    TBY_CLI_TRY(code);
    tby_cli_out_open(&o, call, stdout, 6);
    tby_cli_out_head(&o, "out", to);
    tby_cli_out_cstr(&o, "From", "from", from);
    tby_cli_out_u64(&o, "Games", "games", facts.games);
    return tby_cli_out_close(&o);
}

/* A copy replaces nothing. */
int tby_db_check_copy(const tby_cli_call *call, const char *to)
{
    tby_file_info info;

    if (strcmp(to, "-") == 0)
        return TBY_CLI_USAGE(call, "A database is a file, and '-' is none.");
    if (tby_file_look(to, &info) != TBY_OK)
        return TBY_EXIT_OK;
    return tby_cli_usage(call->command, "Choose a name that no file has.",
                         "'%s' is there already.", to);
}

static int run_backup(const tby_cli_call *call)
{
    const char *from = call->args[0], *to = call->args[1];
    tby_store *s;

    TBY_CLI_TRY(tby_db_check_copy(call, to));
    TBY_CLI_TRY(tby_db_open(&s, from, TBY_STORE_READ));
    tby_rc rc = tby_store_backup(s, to);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(s, from, rc);
    tby_store_close(s);
    return code == TBY_EXIT_OK ? report_copy(call, from, to) : code;
}

const tby_cli_command tby_cmd_db_backup = {
    TBY_CLI_SYNOPSIS("db", "backup", "DB OUT", "copy a database as it is now"),
    .about =
        "Copies a database to the file OUT while others may go on reading and "
        "writing it: OUT has all that was stored when the copy was begun, and "
        "appears whole or not at all. (A copy made by other programs may lack "
        "what is still in the journal beside the file.) It is a database like "
        "any other; db restore goes back to it.",
    TBY_CLI_EXAMPLES(
        {"tabiya db backup games.tdb games-$(date +%F).tdb", "every evening"}),
    .run = run_backup,
};

static int restore_into(const char *path, tby_store *from)
{
    tby_file_info info;
    tby_store *s;

    if (tby_file_look(path, &info) != TBY_OK) {
        tby_rc rc = tby_store_backup(from, path);
        return rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(from, path, rc);
    }
    TBY_CLI_TRY(tby_db_open(&s, path, TBY_STORE_CHANGE));
    tby_rc rc = tby_store_restore(s, from);
    if (rc == TBY_OK)
        rc = tby_store_checkpoint(s);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(s, path, rc);
    tby_store_close(s);
    return code;
}

static int run_restore(const tby_cli_call *call)
{
    const char *path = call->args[0], *from = call->args[1];
    tby_file_info info;
    tby_store_facts facts;
    tby_store *s;

    if (!tby_cli_has(call, "yes") && tby_file_look(path, &info) == TBY_OK) {
        tby_cli_diag_file(path,
                          "All of it would be replaced: --yes does it. Nothing "
                          "was changed.",
                          "needs_yes");
        return TBY_EXIT_NO;
    }
    TBY_CLI_TRY(tby_db_open(&s, from, TBY_STORE_READ));
    /* A backup that is damaged must not replace anything. */
    tby_rc rc = tby_store_info(s, &facts);
    int code = rc == TBY_OK ? restore_into(path, s) : tby_db_fail(s, from, rc);
    tby_store_close(s);
    return code == TBY_EXIT_OK ? report_copy(call, from, path) : code;
}

const tby_cli_command tby_cmd_db_restore = {
    TBY_CLI_SYNOPSIS("db", "restore", "DB BACKUP",
                     "make a database what its backup is"),
    .about =
        "Makes the database DB what the file BACKUP is, in one transaction: "
        "who reads it meanwhile sees one or the other, and whatever happens it "
        "is one or the other. What was changed since the backup is lost, "
        "which needs --yes, unless there is no DB. A DB that is too damaged "
        "to be opened is to be moved away first, with the files beside it "
        "that begin with its name.",
    TBY_CLI_OPTIONS({"yes", NULL, "replace the database that is there"}),
    TBY_CLI_EXAMPLES({"tabiya db restore games.tdb games-2026-11-18.tdb --yes",
                      "back to an evening"}),
    .run = run_restore,
};
