/* names.c - tabiya db names: which spellings are one person. */
#include "app/cli/db/db.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/game/players.h"
#include "io/system/file.h"
#include "work/db/people.h"

#include <stdlib.h>
#include <string.h>

/* Where Scid and packages of it have their file. */
static const char *const SPELLINGS[] = {"/usr/share/scid/spelling.ssp",
                                        "/usr/share/scid/data/spelling.ssp",
                                        "/usr/local/share/scid/spelling.ssp"};

typedef struct naming {
    const tby_cli_call *call;
    const char *path;
    tby_store *store;
    unsigned limit;
} naming;

static int fail(const naming *a, tby_rc rc)
{
    return tby_db_fail(a->store, a->path, rc);
}

/* --- suggest --------------------------------------------------------------*/

static const char *const LEVELS[] = {"possible", "likely", "sure"};

static void put_player(tby_cli_out *o, const tby_player_row *r)
{
    unsigned long long games = r->white.games + r->black.games;

    if (o->w) {
        tby_jsonw_put_cstr(o->w, "name", r->name);
        tby_jsonw_put_u64(o->w, "games", games);
        if (tby_jsonw_known(o->w, "first_year", r->first))
            tby_jsonw_u64(o->w, r->first);
        if (tby_jsonw_known(o->w, "last_year", r->last))
            tby_jsonw_u64(o->w, r->last);
        if (tby_jsonw_known(o->w, "highest_elo", r->elo))
            tby_jsonw_u64(o->w, r->elo);
        return;
    }
    printf("%7llu", games);
    tby_cli_cell(4, r->elo, r->elo, 0, "");
    if (r->first)
        printf("  %4u-%4u  ", r->first, r->last);
    else
        printf("  %-9s  ", "-");
    tby_print_clean(stdout, tby_str_of(r->name));
}

static void put_same(tby_cli_out *o, const tby_people *p, const tby_same *m)
{
    const char *reason = tby_same_reason_name(m->reason);

    if (o->w) {
        tby_jsonw_object(o->w);
        put_player(o, &p->players.rows[m->spelling]);
        tby_jsonw_put_cstr(o->w, "level", LEVELS[m->level]);
        tby_jsonw_put_cstr(o->w, "reason", reason);
        tby_jsonw_put_u64(o->w, "common_opponents", m->common);
        tby_jsonw_put_u64(o->w, "others", m->others);
        if (tby_jsonw_known(o->w, "fide_id", m->fide))
            tby_jsonw_u64(o->w, m->fide);
        tby_jsonw_object_end(o->w);
        return;
    }
    printf("  %-8s ", LEVELS[m->level]);
    put_player(o, &p->players.rows[m->spelling]);
    printf(": %s", reason);
    if (m->fide)
        printf(" %u", m->fide);
    if (m->common)
        printf(", %u opponent%s of both", m->common, m->common == 1 ? "" : "s");
    if (m->others)
        printf(", fits %u other%s", m->others, m->others == 1 ? "" : "s");
    putchar('\n');
}

/* What is sure, as one change. */
static int join_sure(const naming *a, const tby_people *p)
{
    tby_person_change *all = tby_grow_new(NULL, p->n + 1, sizeof *all);
    tby_rc rc = all ? TBY_OK : TBY_E_NOMEM;
    size_t n = 0;

    for (size_t i = 0; all && i < p->n; i++) {
        if (p->at[i].level != TBY_SAME_SURE)
            continue;
        all[n++] = (tby_person_change){
            .spelling = p->players.rows[p->at[i].spelling].id,
            .person = p->players.rows[p->at[i].person].id};
    }
    if (n && rc == TBY_OK)
        rc = tby_store_change_people(a->store, all, n);
    tby_grow_free(NULL, all, p->n + 1, sizeof *all);
    if (rc < 0)
        return fail(a, rc);
    fprintf(stderr,
            "%zu spelling%s joined; 'db names %s undo' takes it back.\n", n,
            n == 1 ? "" : "s", a->path);
    return TBY_EXIT_OK;
}

/* True if one of the names is asked for. */
static bool is_wanted(const naming *a, const tby_people *p, size_t from,
                      size_t to)
{
    if (a->call->n == 2)
        return true;
    for (size_t i = from; i <= to; i++) {
        uint32_t row = i < to ? p->at[i].spelling : p->at[from].person;
        for (size_t k = 2; k < a->call->n; k++)
            if (tby_player_is(tby_str_of(p->players.rows[row].name),
                              tby_str_of(a->call->args[k])))
                return true;
    }
    return false;
}

static int show_people(const naming *a, const tby_people *p)
{
    size_t shown = 0, more = 0;

    for (size_t i = 0, end; i < p->n; i = end) {
        tby_cli_out o;
        for (end = i; end < p->n && p->at[end].person == p->at[i].person;)
            end++;
        if (!is_wanted(a, p, i, end))
            continue;
        if (a->limit && shown == a->limit) {
            more++;
            continue;
        }
        tby_cli_out_open(&o, a->call, stdout, 0);
        tby_cli_out_print(&o, shown++ ? "\n           " : "           ");
        put_player(&o, &p->players.rows[p->at[i].person]);
        tby_cli_out_print(&o, "\n");
        tby_cli_out_array(&o, "spellings");
        for (size_t k = i; k < end; k++)
            put_same(&o, p, &p->at[k]);
        tby_cli_out_array_end(&o);
        TBY_CLI_TRY(tby_cli_out_close(&o));
    }
    if (!shown)
        tby_cli_diag_file(a->path, "No two names look like one person.",
                          "nothing_found");
    fflush(stdout);
    if (more)
        fprintf(stderr, "%zu more: --limit.\n", more);
    if (p->met)
        fprintf(stderr, "Alike, but played each other: %llu.\n",
                (unsigned long long)p->met);
    return shown ? TBY_EXIT_OK : TBY_EXIT_NO;
}

static int suggest(naming *a)
{
    const char *file = tby_cli_value(a->call, "spelling");
    tby_file_info info;
    tby_people people;
    tby_map map = {0};
    tby_rc rc = TBY_OK;

    for (size_t i = 0; !file && i < sizeof SPELLINGS / sizeof *SPELLINGS; i++)
        if (tby_file_look(SPELLINGS[i], &info) == TBY_OK && info.plain)
            file = SPELLINGS[i];
    if (file && (rc = tby_map_open(&map, file)) != TBY_OK)
        return tby_cli_fail_file(file, rc, "");
    rc = tby_people_suggest(&people, a->store, (tby_str){map.p, map.n});
    if (file)
        tby_map_close(&map);
    int code = rc == TBY_OK ? show_people(a, &people) : fail(a, rc);
    if (rc == TBY_OK && tby_cli_has(a->call, "join"))
        code = join_sure(a, &people);
    tby_people_free(&people);
    return code;
}

/* --- join, split, undo ----------------------------------------------------*/

/* The number of a name that is written just so. */
static int find_name(const naming *a, const char *name, uint32_t *out)
{
    tby_players_answer found;
    int code = TBY_EXIT_NO;
    char text[600];
    tby_rc rc = tby_store_spellings(a->store, tby_str_of(name), &found);

    if (rc != TBY_OK)
        return fail(a, rc);
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.rows[i].name, name) == 0) {
            *out = found.rows[i].id;
            code = TBY_EXIT_OK;
        }
    if (code != TBY_EXIT_OK) {
        snprintf(text, sizeof text, "No player is written '%.400s'.%s", name,
                 found.n ? " Did you mean one of these?" : "");
        tby_db_candidates(a->path, text, "no_player", &found);
    }
    tby_players_free(&found);
    return code;
}

static int change(naming *a)
{
    bool join = a->call->args[1][0] == 'j', undo = a->call->args[1][0] == 'u';
    tby_person_change *all = tby_grow_new(NULL, a->call->n, sizeof *all);
    int code = all ? TBY_EXIT_OK : fail(a, TBY_E_NOMEM);
    size_t n = 0;
    uint32_t id, first = 0;

    for (size_t i = 2; code == TBY_EXIT_OK && i < a->call->n; i++) {
        code = find_name(a, a->call->args[i], &id);
        first = i == 2 ? id : first;
        if (!join || id != first)
            all[n++] = (tby_person_change){.spelling = id,
                                           .person = join ? first : id};
    }
    if (code == TBY_EXIT_OK) {
        tby_rc rc = tby_store_change_people(a->store, undo ? NULL : all, n);
        if (rc < 0)
            code = fail(a, rc);
        if (rc == TBY_DONE) {
            tby_cli_diag_file(a->path,
                              undo   ? "There is no change to take back."
                              : join ? "They are one person already."
                                     : "It is joined to no other spelling.",
                              "nothing_changed");
            code = TBY_EXIT_NO;
        }
    }
    tby_grow_free(NULL, all, a->call->n, sizeof *all);
    return code;
}

/* --- list -----------------------------------------------------------------*/

static int by_person(const void *a, const void *b)
{
    const tby_player_row *x = a, *y = b;

    if (x->person != y->person)
        return x->person < y->person ? -1 : 1;
    if ((x->id == x->person) != (y->id == y->person))
        return x->id == x->person ? -1 : 1;
    return strcmp(x->name, y->name);
}

static int show_list(const naming *a, tby_players_answer *found)
{
    const tby_player_row *r = found->rows;
    size_t shown = 0;

    if (found->n)
        qsort(found->rows, found->n, sizeof *found->rows, by_person);
    for (size_t i = 0, end; i < found->n; i = end) {
        tby_cli_out o;
        for (end = i + 1; end < found->n && r[end].person == r[i].person;)
            end++;
        if (end == i + 1 && r[i].id == r[i].person)
            continue;
        tby_cli_out_open(&o, a->call, stdout, 0);
        tby_cli_out_print(&o, shown++ ? "\n" : "");
        tby_cli_out_array(&o, "spellings");
        for (size_t k = i; k < end; k++) {
            if (o.w)
                tby_jsonw_object(o.w);
            put_player(&o, &r[k]);
            if (o.w)
                tby_jsonw_object_end(o.w);
            tby_cli_out_print(&o, "\n");
        }
        tby_cli_out_array_end(&o);
        TBY_CLI_TRY(tby_cli_out_close(&o));
    }
    if (!shown)
        tby_cli_diag_file(a->path, "No spellings are joined.", "nothing_found");
    return shown ? TBY_EXIT_OK : TBY_EXIT_NO;
}

static tby_rc show_change(void *ctx, const tby_person_change *c)
{
    const naming *a = ctx;
    tby_cli_out o;

    tby_cli_out_open(&o, a->call, stdout, 0);
    tby_cli_out_u64(&o, NULL, "change", c->change);
    if (o.w)
        tby_jsonw_put_str(o.w, "spelling", c->names[0]);
    else
        printf("%6llu  %-6s %-12s  ", (unsigned long long)c->change,
               c->spelling == c->person ? "split" : "joined",
               c->undone ? "(taken back)" : "");
    tby_cli_out_bool(&o, "undone", c->undone);
    if (!o.w)
        tby_print_clean(stdout, c->names[0]);
    if (o.w)
        tby_jsonw_put_str(o.w, "person", c->names[1]);
    tby_cli_out_print(&o, " = ");
    if (!o.w)
        tby_print_clean(stdout, c->names[1]);
    tby_cli_out_print(&o, "\n");
    return tby_cli_out_close(&o) == TBY_EXIT_OK ? TBY_OK : TBY_E_IO_WRITE;
}

static int list(naming *a)
{
    tby_players_answer found;
    tby_rc rc;

    if (tby_cli_has(a->call, "log")) {
        rc = tby_store_people_log(a->store, a, show_change);
        return rc == TBY_OK ? TBY_EXIT_OK : fail(a, rc);
    }
    rc = tby_store_spellings(a->store, (tby_str){NULL, 0}, &found);
    if (rc != TBY_OK)
        return fail(a, rc);
    int code = show_list(a, &found);
    tby_players_free(&found);
    return code;
}

static const struct {
    const char *name;
    size_t least, most; /* names */
    int (*run)(naming *a);
} ACTIONS[] = {{"suggest", 0, SIZE_MAX, suggest},
               {"join", 2, SIZE_MAX, change},
               {"split", 1, SIZE_MAX, change},
               {"undo", 0, 0, change},
               {"list", 0, 0, list}};

static int run_names(const tby_cli_call *call)
{
    naming a = {.call = call, .path = call->args[0], .limit = 50};
    size_t i = 0, names = call->n - 2, n = sizeof ACTIONS / sizeof *ACTIONS;

    while (i < n && strcmp(call->args[1], ACTIONS[i].name) != 0)
        i++;
    if (i == n)
        return TBY_CLI_USAGE(call,
                             "'%s' is none of suggest, join, split, undo "
                             "and list.",
                             call->args[1]);
    if (names < ACTIONS[i].least || names > ACTIONS[i].most)
        return TBY_CLI_USAGE(call, "'%s' takes %s.", ACTIONS[i].name,
                             ACTIONS[i].least == 2   ? "two names or more"
                             : ACTIONS[i].least == 1 ? "a name"
                                                     : "no name");
    if (!tby_cli_number_of(call, "limit", 0, TBY_DB_MOST, &a.limit))
        return TBY_EXIT_USAGE;
    bool writes =
        ACTIONS[i].run == change || (i == 0 && tby_cli_has(call, "join"));
    int code = tby_db_open(&a.store, a.path,
                           writes ? TBY_STORE_CHANGE : TBY_STORE_READ);
    if (code == TBY_EXIT_OK)
        code = ACTIONS[i].run(&a);
    tby_store_close(a.store);
    return code;
}

const tby_cli_command tby_cmd_db_names = {
    TBY_CLI_SYNOPSIS("db", "names", "DB ACTION [NAME...]",
                     "say which spellings of a name are one person"),
    .about =
        "Games keep the names that they came with. Spellings that are joined "
        "are one person in every question: conditions, players and their "
        "counts, 'db player'. ACTION is one of:\n\n"
        "suggest [NAME...]: lists spellings that may be one person, with "
        "games, highest rating, years, and what speaks for it. Sure are those "
        "with one FIDE id, with the same words, or that a spelling file of "
        "Scid's says; likely are abbreviations and transliterations of one "
        "time and strength with common opponents, if nobody else fits. Names "
        "that have played each other, have different FIDE ids or lie 80 years "
        "apart are no person. --join joins what is sure.\n\n"
        "join NAME NAME...: makes these spellings one person, with the first "
        "as its name. split NAME...: takes spellings out again. undo: takes "
        "back the last change, then the one before. list: the persons with "
        "several spellings, or with --log every change. Names are written as "
        "the games have them.",
    TBY_CLI_OPTIONS(
        {"spelling", "FILE",
         "a spelling file of Scid's (default: spelling.ssp in "
         "/usr/share/scid, if it is there)"},
        {"join", NULL, "join what is sure, as one change"},
        {"log", NULL, "of list: every change"},
        {"limit", "N", "persons to suggest, 0 for all (default 50)"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db names games.tdb suggest carlsen", "who may be one person"},
        {"tabiya db names games.tdb join 'Carlsen, Magnus' 'Carlsen,M'",
         "two spellings of one"},
        {"tabiya db names games.tdb undo", "not so"}),
    .run = run_names,
};
