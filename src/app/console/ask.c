/* ask.c - questions to the database, the book, the tables and the engine. */
#include "app/console/console.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/notation/san.h"
#include "tabiya/line.h"

#include <string.h>

static const tby_str LINE = {NULL, 0};

/* --- the database ---------------------------------------------------------*/

console_db *tby__con_db(console *c)
{
    return c->dbs_n ? &c->dbs[c->db] : NULL;
}

static tby_store *store_of(const console *c)
{
    return c->dbs[c->db].store;
}

static bool has_store(console *c)
{
    if (!c->dbs_n)
        (void)tby__con_fail(c, TBY_E_USAGE, LINE,
                            "No database is open: 'load FILE.tdb' opens one.");
    return c->dbs_n != 0;
}

static tby_rc fail_store(console *c, const console_db *db, tby_rc rc)
{
    return tby__con_fail_file(c, db->path, rc, tby_store_error_text(db->store));
}

const tby_position_answer *tby__con_position(console *c, console_db *db)
{
    const tby_position_wanted wanted = {0, 0};
    const tby_pos *pos = tby__con_pos(c);

    if (!db)
        return NULL;
    if (db->known && db->asked == pos->key)
        return &db->position;
    if (db->known)
        tby_position_free(&db->position);
    tby_rc rc =
        tby_store_position(db->store, pos, NULL, &wanted, &db->position);
    db->known = rc == TBY_OK;
    db->asked = pos->key;
    if (rc != TBY_OK && rc != TBY_E_STORE_STOPPED)
        (void)fail_store(c, db, rc);
    return rc == TBY_OK ? &db->position : NULL;
}

void tby__con_choose_db(console *c, size_t n)
{
    c->db = n;
    tby_buf_clear(&c->list);
    c->list_total = 0;
}

/* What each database has of the position, the one that is asked marked. */
void tby__con_print_dbs(console *c, FILE *out)
{
    for (size_t i = 0; i < c->dbs_n; i++) {
        const tby_position_answer *a = tby__con_position(c, &c->dbs[i]);
        const char *name = strrchr(c->dbs[i].path, '/');

        fprintf(out, "%c db %zu  ", i == c->db ? '*' : ' ', i + 1);
        tby_print_clean(out, tby_str_of(name ? name + 1 : c->dbs[i].path));
        fprintf(out, " (%llu): ",
                (unsigned long long)tby_store_games(c->dbs[i].store));
        if (a)
            tby_print_score(out, &a->score);
        else
            fputs("no answer\n", out);
    }
}

static tby_rc do_db(console *c, tby_str args)
{
    uint64_t n;

    if (!has_store(c) || (args.n && !tby__con_number(c, args, c->dbs_n, &n)))
        return c->rc;
    if (args.n)
        tby__con_choose_db(c, (size_t)n - 1);
    tby__con_print_dbs(c, c->out);
    return c->rc;
}

static tby_rc do_position(console *c, tby_str args)
{
    (void)args;
    if (!has_store(c))
        return c->rc;
    const tby_position_answer *a = tby__con_position(c, tby__con_db(c));
    if (!a)
        return c->rc;
    tby_print_score(c->out, &a->score);
    if (!a->score.games)
        return tby__con_fail(c, TBY_DONE, LINE, "No game has the position.");
    fputc('\n', c->out);
    tby_print_moves(c->out, a);
    return TBY_OK;
}

/* A line of the list: of a move, its number before the game. */
static tby_rc print_hit(console *c, tby_move_hit hit)
{
    if (hit.ply) {
        char number[16];
        snprintf(number, sizeof number, "%u%s", (hit.ply + 1) / 2,
                 hit.ply % 2 ? "." : "...");
        fprintf(c->out, "%-7s", number);
    }
    return tby_print_game(c->out, store_of(c), hit.game);
}

/* The next page of what c->filter describes: games, or moves of them. */
static tby_rc find_more(console *c, tby_score *score)
{
    uint64_t from = c->list.n / sizeof(tby_move_hit);
    tby_moves_answer hits = {0};
    tby_games_answer games = {0};
    tby_rc rc;

    if (c->filter.move.on) {
        rc =
            tby_store_moves(store_of(c), &c->filter, from, CONSOLE_PAGE, &hits);
        c->list_total = hits.total;
    } else {
        rc = tby_store_find(store_of(c), &c->filter, TBY_BY_ID, from,
                            CONSOLE_PAGE, &games);
        c->list_total = games.total;
    }
    if (rc != TBY_OK)
        return fail_store(c, tby__con_db(c), rc);
    *score = games.score;
    for (size_t i = 0; i < hits.n; i++)
        tby_buf_add(&c->list, (tby_str){(const char *)&hits.hits[i],
                                        sizeof(tby_move_hit)});
    for (size_t i = 0; i < games.n; i++) {
        tby_move_hit hit = {games.ids[i], 0};
        tby_buf_add(&c->list, (tby_str){(const char *)&hit, sizeof hit});
    }
    tby_hits_free(&hits);
    tby_games_free(&games);
    return c->list.rc == TBY_OK ? TBY_OK : tby__con_refuse(c, c->list.rc);
}

tby_move_hit tby__con_listed(const console *c, size_t i)
{
    tby_move_hit hit;

    memcpy(&hit, c->list.p + i * sizeof hit, sizeof hit);
    return hit;
}

/* One page of the list.  The screen, which scrolls it, gets the lines alone
 * after the first page, and asks for more by itself. */
static tby_rc list(console *c)
{
    size_t i = c->list.n / sizeof(tby_move_hit);
    tby_score score;
    tby_rc rc = find_more(c, &score);
    size_t n = c->list.n / sizeof(tby_move_hit);

    if (rc != TBY_OK)
        return rc;
    if (n == i)
        return tby__con_fail(c, TBY_DONE, LINE,
                             c->list_total ? "These were all."
                                           : "No game fits.");
    if (i == 0) {
        if (c->filter.move.on)
            fprintf(c->out, "Played  %llu\n",
                    (unsigned long long)c->list_total);
        else
            tby_print_score(c->out, &score);
        fputs(c->live ? "" : "\n", c->out);
    }
    if (i == 0 || !c->live) {
        fputs(c->filter.move.on ? "Move   " : "", c->out);
        tby_print_game_head(c->out);
    }
    for (; i < n && rc == TBY_OK; i++)
        rc = print_hit(c, tby__con_listed(c, i));
    if (rc != TBY_OK)
        return fail_store(c, tby__con_db(c), rc);
    if (n < c->list_total && !c->live)
        fprintf(c->out, "%llu more: 'more' lists them, 'open ID' opens one\n",
                (unsigned long long)(c->list_total - n));
    return TBY_OK;
}

static tby_rc do_more(console *c, tby_str args)
{
    (void)args;
    return has_store(c) ? list(c) : c->rc;
}

/* Begins a list.  Its conditions point into the line that was typed, which
 * therefore stays until the next list. */
static void begin_list(console *c)
{
    tby_buf typed = c->line;

    c->line = c->kept;
    c->kept = typed;
    tby__con_choose_db(c, c->db);
    c->list_at = 0;
    c->lists++;
    tby__filter_init(&c->filter);
}

/* NAME=VALUE ... of the command line's `db games`. */
static tby_rc take_conditions(console *c, tby_str args)
{
    tby_str rest = tby_str_trim(args);
    tby_condition taken;

    while (rest.n) {
        tby_rc rc = tby_condition_take(&c->filter, &rest, &taken);
        if (rc == TBY_DONE)
            return tby__con_fail(c, TBY_E_USAGE, taken.name,
                                 "'%.*s' is no condition: write player='Carl*' "
                                 "elo=2600+, the conditions of 'db games'.",
                                 (int)taken.name.n, taken.name.p);
        if (rc != TBY_OK)
            return tby__con_fail(c, rc, tby_str_from(taken.value, taken.at),
                                 "%s %s", tby_rc_text(rc),
                                 tby__filter_form(taken.number));
        rest = tby_str_trim(rest);
    }
    if (c->filter.against.p && !c->filter.player.p)
        return tby__con_fail(c, TBY_E_USAGE, args, "against needs player.");
    if (!tby__filter_winner(&c->filter))
        return tby__con_fail(c, TBY_E_USAGE, args,
                             "result=win and loss need player, white or "
                             "black.");
    return TBY_OK;
}

/* The list of games with one condition, its value as it was typed. */
static tby_rc list_with(console *c, const char *name, tby_str value)
{
    tby_err err = {TBY_OK, 0};

    if (!has_store(c))
        return c->rc;
    begin_list(c);
    tby_rc rc = tby__filter_set(&c->filter, tby_str_of(name), value, &err);
    if (rc != TBY_OK)
        return tby__con_fail(c, rc, tby_str_from(value, err.at), "%s",
                             tby_rc_text(rc));
    return list(c);
}

static tby_rc do_games(console *c, tby_str args)
{
    if (!has_store(c))
        return c->rc;
    begin_list(c);
    c->filter.has_position = c->at != TBY_NONE || c->tree.head.setup;
    c->filter.position = *tby__con_pos(c);
    tby_rc rc = take_conditions(c, args);
    return rc == TBY_OK ? list(c) : rc;
}

static tby_rc do_prefix(console *c, tby_str args)
{
    tby_buf way, text;

    (void)args;
    if (c->tree.head.setup)
        return tby__con_fail(c, TBY_E_USAGE, LINE,
                             "This game does not begin at the starting "
                             "position.");
    tby_buf_init(&way, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&text, NULL, CONSOLE_TEXT_MOST);
    size_t n = tby__con_way(c, c->at, &way);
    tby_numbered_write(&c->tree.head.start,
                       (const tby_move *)(const void *)way.p, n, &text);
    tby_rc rc = text.rc;
    if (rc == TBY_OK)
        rc = list_with(c, "moves", tby_buf_str(&text));
    tby_buf_free(&way);
    tby_buf_free(&text);
    return rc;
}

/* The condition is called as the command is. */
static tby_rc do_list(console *c, tby_str args)
{
    return args.n ? list_with(c, c->command->name, args)
                  : tby__con_fail(c, TBY_E_USAGE, LINE, "%s needs %s.",
                                  c->command->name, c->command->args);
}

static tby_rc do_open(console *c, tby_str args)
{
    tby_pos here = *tby__con_pos(c);
    uint64_t id;
    tby_game g;

    if (!has_store(c))
        return c->rc;
    if (!args.n)
        return tby__con_fail(c, TBY_E_USAGE, LINE,
                             "open needs the number of a game: open 12");
    if (!tby__con_number(c, args, UINT32_MAX, &id))
        return c->rc;
    /* a list of moves says where: from the chosen one on, as a game may be
     * there several times */
    size_t n = c->list.n / sizeof(tby_move_hit), i = 0;
    while (i < n && tby__con_listed(c, (c->list_at + i) % n).game != id)
        i++;
    uint32_t ply = i < n ? tby__con_listed(c, (c->list_at + i) % n).ply : 0;
    tby_game_init(&g, NULL);
    tby_rc rc = tby_store_game(store_of(c), (uint32_t)id, &g);
    if (rc == TBY_DONE)
        rc = tby__con_fail(c, rc, args, "There is no game with this number.");
    else if (rc != TBY_OK)
        rc = fail_store(c, tby__con_db(c), rc);
    else
        rc = tby__con_take_game(c, &g, &here, ply);
    tby_game_free(&g);
    if (rc != TBY_OK)
        return rc;
    c->pgn_path[0] = '\0';
    c->unsaved = false; /* the database has it */
    rc = tby_print_game(c->out, store_of(c), (uint32_t)id);
    if (rc != TBY_OK)
        return fail_store(c, tby__con_db(c), rc);
    return c->live ? TBY_OK : tby__con_where(c); /* the screen shows it */
}

static tby_rc see_row(void *ctx, const tby_sql_row *row)
{
    console *c = ctx;

    for (size_t i = 0; i < row->n; i++) {
        if (i)
            fputc('\t', c->out);
        if (row->values)
            tby_print_value(c->out, &row->values[i]);
        else
            tby_print_clean(c->out, tby_str_of(row->names[i]));
    }
    fputc('\n', c->out);
    return TBY_OK;
}

static tby_rc do_sql(console *c, tby_str args)
{
    tby_sql_job job = {
        .sql = args, .seconds = 60, .rows = 1000, .ctx = c, .row = see_row};

    if (!has_store(c))
        return c->rc;
    tby_rc rc = tby_store_sql(store_of(c), &job);
    if (rc == TBY_E_LIMIT)
        return tby__con_fail(c, rc, args, "There are more than 1000 rows.");
    return rc == TBY_OK ? TBY_OK : fail_store(c, tby__con_db(c), rc);
}

/* --- book and tables ------------------------------------------------------*/

static tby_rc do_book(console *c, tby_str args)
{
    static tby_book_answer a; /* large */
    tby_line line = {.pos = *tby__con_pos(c)};

    if (args.n) {
        char path[PATH_MAX];
        tby_book_file f = {.map = {NULL, 0}};
        tby_err err = {TBY_OK, 0};
        snprintf(path, sizeof path, "%.*s", (int)args.n, args.p);
        tby_rc rc = tby_book_open(&f, path, &err);
        if (rc != TBY_OK)
            return tby__con_fail_file(c, path, rc, "");
        tby_book_close(&c->book);
        c->book = f;
        c->has_book = true;
    }
    if (!c->has_book)
        return tby__con_fail(c, TBY_E_USAGE, LINE,
                             "No book is open: 'book FILE' opens one.");
    tby_book_ask(&c->book.book, (tby_str){NULL, 0}, &line, &a);
    if (!a.n)
        return tby__con_fail(c, TBY_DONE, LINE,
                             "The book does not have the position.");
    tby_print_book(c->out, &a);
    return TBY_OK;
}

static tby_rc do_tables(console *c, tby_str args)
{
    char fault[TBY_TABLES_FAULT] = "", text[TBY_TB_TEXT];
    tby_tables_answer a;

    (void)args;
    if (!c->tables)
        return tby__con_fail(c, TBY_E_TABLE_MISSING, LINE, "%s",
                             tby_rc_text(TBY_E_TABLE_MISSING));
    tby_rc rc = tby_tables_probe(c->tables, tby__con_pos(c), &a, fault);
    if (rc == TBY_E_TABLE_MEN || rc == TBY_E_TABLE_MISSING)
        return tby__con_fail(c, TBY_DONE, LINE, "%s", tby_rc_text(rc));
    if (rc != TBY_OK)
        return tby__con_fail_file(c, fault, rc, "");
    fprintf(c->out, "%s\n", tby_tables_text(&a, tby__con_pos(c)->turn, text));
    tby_print_table_moves(c->out, c->tables, tby__con_pos(c));
    return TBY_OK;
}

/* --- the engine -----------------------------------------------------------*/

static tby_rc engine_failed(console *c, const tby_engine_failure *f)
{
    char why[TBY_ENGINE_REFUSAL];

    tby_engine_explain(f, why, sizeof why);
    return tby__con_fail_file(c, c->engine_path[0] ? c->engine_path : "engine",
                              f->code, why);
}

static tby_rc start_engine(console *c)
{
    if (c->engine.stage != TBY_ENGINE_GONE)
        return TBY_OK;
    tby_rc rc = tby_engine_find(c->options->engine, c->engine_path,
                                sizeof c->engine_path);
    if (rc != TBY_OK) {
        tby_engine_failure none = tby_engine_unstarted(rc);
        return engine_failed(c, &none);
    }
    tby_engine_settings settings = c->options->choice;
    settings.path = c->engine_path;
    rc = tby_engine_start(&c->engine, &settings);
    return rc == TBY_OK ? TBY_OK : engine_failed(c, &c->engine.failure);
}

tby_pos tby__con_engine_pos(const console *c)
{
    tby_pos pos = *tby__con_pos(c);

    if (c->threat && !tby_pos_checkers(&pos))
        tby_pos_play(&pos, TBY_MOVE_NULL);
    return pos;
}

/* Searches to the limit and prints the lines; what the rules decide needs no
 * engine. */
static tby_rc search(console *c)
{
    tby_pos pos = tby__con_engine_pos(c);
    tby_outcome outcome = tby_outcome_of(&pos, NULL);
    tby_analyse_job job = {.engine = &c->engine, .pos = pos, .stop = c->stop};

    if (tby_outcome_is_final(outcome)) {
        fprintf(c->out, "%s\n", tby_outcome_text(outcome));
        return TBY_OK;
    }
    TBY_TRY(start_engine(c));
    job.limit = c->limit;
    c->thinking_of = pos;
    tby_rc rc = tby_analyse(&job, &c->analysis);
    tby__con_print_engine(c, c->out);
    if (rc == TBY_OK)
        return rc;
    return c->engine.stage == TBY_ENGINE_GONE
               ? engine_failed(c, &c->engine.failure)
               : tby__con_refuse(c, rc);
}

static tby_rc do_engine(console *c, tby_str args)
{
    tby_str rest = args, word = {NULL, 0};
    uint64_t n;

    if (!tby_str_word(&rest, &word) && c->live)
        word = TBY_STR("on");
    if (tby_str_is(word, "threat")) {
        if (tby_pos_checkers(tby__con_pos(c)) && !c->threat)
            return tby__con_refuse(c, TBY_E_MOVE_NULL);
        c->threat = !c->threat;
        c->engine_on |= c->live;
        tby_rc rc = c->live ? TBY_OK : search(c);
        c->threat &= c->live;
        return rc;
    }
    if (tby_str_is(word, "on") || tby_str_is(word, "off")) {
        c->engine_on = tby_str_is(word, "on");
        tby_analysis_clear(&c->analysis);
        if (!c->engine_on)
            tby_engine_close(&c->engine);
        return c->engine_on && !c->live ? search(c) : TBY_OK;
    }
    if (tby_str_is(word, "lines") || tby_str_is(word, "depth")) {
        bool lines = tby_str_is(word, "lines");
        rest = tby_str_trim(rest);
        if (tby_num_u64(rest, 1, lines ? TBY_ENGINE_LINES : TBY_ENGINE_DEPTH,
                        &n, NULL) != TBY_OK)
            return tby__con_fail(c, TBY_E_NUMBER, rest.n ? rest : word,
                                 "engine %s needs a number from 1 to %d.",
                                 lines ? "lines" : "depth",
                                 lines ? TBY_ENGINE_LINES : TBY_ENGINE_DEPTH);
        *(lines ? &c->limit.lines : &c->limit.depth) = (unsigned)n;
        tby_engine_close(&c->engine);
        return TBY_OK;
    }
    if (word.n)
        return tby__con_fail(c, TBY_E_USAGE, word,
                             "engine takes on, off, threat, lines N or depth "
                             "N.");
    return search(c);
}

bool tby__con_engine_poll(console *c)
{
    tby_pos asked = tby__con_engine_pos(c);
    const tby_pos *pos = &asked;
    tby_engine_event event;
    bool news = false;
    tby_rc rc = TBY_OK;

    if (!c->engine_on || tby_outcome_is_final(tby_outcome_of(pos, NULL)))
        return false;
    bool idle = c->engine.stage == TBY_ENGINE_GONE ||
                c->engine.stage == TBY_ENGINE_IDLE;
    bool other = !tby_pos_same(&c->thinking_of, pos);
    if (c->engine.stage == TBY_ENGINE_GONE)
        rc = start_engine(c);
    if (rc == TBY_OK && (other ? idle : idle && !c->analysis.over)) {
        tby_analysis_clear(&c->analysis);
        c->thinking_of = *pos;
        rc = tby_engine_search(&c->engine, pos, &c->limit);
        news = true;
    } else if (rc == TBY_OK && other &&
               c->engine.stage != TBY_ENGINE_STOPPING) {
        rc = tby_engine_stop(&c->engine);
    }
    while (rc == TBY_OK &&
           (rc = tby_engine_next(&c->engine, 0, &event)) == TBY_OK)
        if (tby_pos_same(&c->thinking_of, pos)) {
            tby_analysis_take(&c->analysis, &event);
            news = true;
        }
    if (rc == TBY_OK || rc == TBY_E_IO_TIMEOUT)
        return news;
    /* it costs this search alone: the next `engine on` starts another */
    c->engine_on = false;
    if (c->engine.stage == TBY_ENGINE_GONE && c->engine.failure.code != TBY_OK)
        (void)engine_failed(c, &c->engine.failure);
    else if (c->rc == TBY_OK)
        (void)tby__con_refuse(c, rc);
    return true;
}

const console_command tby__con_ask[] = {
    {"db", "[N]", "show the databases, or ask another of them",
     "All other commands ask the one with the star. In full screen: Tab.",
     do_db, 0, false},
    {"position", "", "show what was played here in the database", "",
     do_position, 0, false},
    {"games", "[NAME=VALUE...]", "list the games that come to this position",
     "Conditions are those of 'tabiya db games': games player='Carl*' "
     "elo=2600+. 'more' goes on, 'open ID' opens a game.",
     do_games, 0, false},
    {"prefix", "", "list the games that begin with exactly these moves", "",
     do_prefix, 0, false},
    {"player", "NAME", "list the games of a player",
     "A whole name, or how it begins: player Carl*.", do_list, 0, false},
    {"move", "MOVE", "list the games in which a move was played",
     "b8=Q#, Bxh7+, O-O-O: 'open ID' opens a game at the move.", do_list, 0,
     false},
    {"material", "MATERIAL", "list the games that come to such as KRPvKR", "",
     do_list, 0, false},
    {"more", "", "go on with the list of games", "", do_more, 0, false},
    {"open", "ID", "open a game of the database",
     "The cursor goes to the position that was on the board, if the game has "
     "it.",
     do_open, 0, true},
    {"sql", "SELECT...", "ask the database in SQL",
     "docs/guide/sql.md describes the tables.", do_sql, 0, false},
    {"engine", "[HOW]", "ask the engine",
     "HOW is on, off, threat, lines N or depth N. Without a word it searches "
     "to the depth and prints its lines; 'on' lets "
     "it think beside you on the screen; 'threat' asks what the other side "
     "would play now. A crash costs that search alone.",
     do_engine, 0, false},
    {"book", "[FILE]", "show the book's moves, or open a book", "", do_book, 0,
     false},
    {"tables", "", "show what endgame tables say of every move", "", do_tables,
     0, false},
    {.name = NULL},
};
