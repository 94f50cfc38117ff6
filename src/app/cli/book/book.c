/* book.c - tabiya book probe, info, make, merge and export: Polyglot books. */
#include "app/cli/book/cmd_book.h"
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/rep/cmd_rep.h"
#include "app/cli/tree/tree.h"
#include "app/text/answers.h"
#include "tabiya/limits.h"
#include "work/db/visit.h"

#include <string.h>

int tby_cli_book_open(tby_book_file *f, const char *path)
{
    tby_err err = {TBY_OK, 0};
    char text[160];

    *f = (tby_book_file){.map = {NULL, 0}};
    tby_rc rc = tby_book_open(f, path, &err);
    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    bool book = rc == TBY_E_POLYGLOT_SIZE || rc == TBY_E_POLYGLOT_ORDER ||
                rc == TBY_E_POLYGLOT_CROWD;
    const char *other =
        book ? tby_kind_refusal_of_file(TBY_WANT_BOOK, path) : NULL;
    snprintf(text, sizeof text, "Byte %zu: %s", err.at, tby_rc_text(rc));
    rc = other ? TBY_E_FILE_KIND : rc;
    tby_cli_diag_file(path,
                      other  ? other
                      : book ? text
                             : tby_rc_text(rc),
                      tby_rc_name(rc));
    return tby_cli_exit_of_file(rc);
}

/* Writes a book that appears whole or not at all; fill() puts its entries.
 * Returns an exit code, after a complaint if it is not TBY_EXIT_OK. */
static int write_book_file(const char *path,
                           tby_rc (*fill)(void *ctx, tby_sink *sink), void *ctx)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_open(&sink, path);

    if (rc == TBY_OK)
        rc = fill(ctx, sink);
    if (rc == TBY_OK)
        rc = tby_sink_commit(sink);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail_sink(path, sink, rc);
    tby_sink_close(sink);
    return code;
}

static tby_rc put_entry(tby_sink *sink, const tby_polyglot_entry *e)
{
    uint8_t bytes[TBY_POLYGLOT_ENTRY];

    tby_polyglot_write(e, bytes);
    return tby_sink_write(sink, bytes, sizeof bytes);
}

/* Says what was written, and of how many games unless that is NULL. */
static int report_book(const tby_cli_call *call, const uint64_t *games,
                       uint64_t entries)
{
    tby_cli_out o;

    tby_cli_out_open(&o, call, stdout, 8);
    tby_cli_out_cstr(&o, NULL, "out", call->args[0]);
    if (games)
        tby_cli_out_u64(&o, "Games", "games", *games);
    tby_cli_out_u64(&o, "Entries", "entries", entries);
    return tby_cli_out_close(&o);
}

static int print_json(const tby_pos *pos, const tby_book_answer *a)
{
    tby_jsonw *w = tby_cli_json_object();
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_book_json(w, a);
    return tby_cli_json_object_end();
}

bool tby_cli_book_show(const tby_book_file *f, const tby_cli_text *text,
                       const tby_line *line, bool json, size_t *shown,
                       int *code)
{
    static tby_book_answer a;

    tby_book_ask(&f->book, text->body, line, &a);
    if (a.n == 0)
        return false;
    if (json) {
        *code = print_json(&line->pos, &a);
        return true;
    }
    fputs((*shown)++ ? "\n" : "", stdout);
    tby_print_book(stdout, &a);
    return true;
}

static int probe(const tby_cli_call *call)
{
    static tby_book_answer none;
    tby_book_file book;
    tby_cli_texts in;

    TBY_CLI_TRY(tby_cli_book_open(&book, call->args[0]));
    tby_cli_texts_open(&in, call->args + 1, call->n - 1);
    while (tby_cli_next_line(&in)) {
        int code = TBY_EXIT_OK;
        if (!tby_cli_book_show(&book, &in.text, &in.line, call->json, &in.shown,
                               &code)) {
            code = TBY_EXIT_NO;
            tby_book_ask(&book.book, in.text.body, &in.line, &none);
            if (call->json)
                code =
                    tby_cli_worse_exit(code, print_json(&in.line.pos, &none));
            else
                puts("The book does not have the position.");
        }
        tby_cli_texts_note(&in, code);
    }
    tby_book_close(&book);
    return tby_cli_texts_close(&in);
}

const tby_cli_command tby_cmd_book_probe = {
    TBY_CLI_SYNOPSIS("book", "probe", "BOOK [POS...]",
                     "show the moves of a Polyglot book in a position"),
    .about =
        "Looks a position up in an opening book in the format of Polyglot "
        "(*.bin), and shows its moves, their weights and what share of the "
        "position's weight each has: a program that plays from the book "
        "chooses a move with that probability.\n\n"
        "Without a position it is the starting one. The exit code is 1 if the "
        "book does not have the position.",
    TBY_CLI_EXAMPLES({"tabiya book probe performance.bin", "its first moves"},
                     {"tabiya book probe performance.bin e4 c5 Nf3",
                      "what it plays against the Sicilian"},
                     {"tabiya --json book probe book.bin - <positions.txt",
                      "a line of JSON for each line"}),
    .run = probe,
};

static int info(const tby_cli_call *call)
{
    tby_polyglot_facts facts;
    tby_book_file f;

    TBY_CLI_TRY(tby_cli_book_open(&f, call->args[0]));
    tby_rc rc = tby_polyglot_judge(&f.book, NULL, &facts);
    tby_book_close(&f);
    if (rc != TBY_OK)
        return tby_cli_fail(call->args[0], rc);
    tby_cli_out o;
    tby_cli_out_open(&o, call, stdout, 10);
    tby_cli_out_cstr(&o, "File", "file", call->args[0]);
    tby_cli_out_u64(&o, "Entries", "entries", facts.entries);
    tby_cli_out_u64(&o, "Positions", "positions", facts.positions);
    tby_cli_out_u64(&o, "Reached", "reached", facts.reached);
    tby_cli_out_u64(&o, "  by moves", "reached_entries", facts.reached_entries);
    tby_cli_out_u64(&o, "  plies", "depth", facts.depth);
    tby_cli_out_u64(&o, "Illegal", "illegal", facts.illegal);
    tby_cli_out_u64(&o, "Isolated", "isolated",
                    facts.positions - facts.reached);
    tby_cli_out_u64(&o, "Weight", "weight_max", facts.weight_max);
    tby_cli_out_u64(&o, "Learned", "learned", facts.learned);
    return tby_cli_out_close(&o);
}

const tby_cli_command tby_cmd_book_info = {
    TBY_CLI_SYNOPSIS("book", "info", "BOOK", "say what a Polyglot book holds"),
    .about =
        "Counts the entries and positions of an opening book in the format of "
        "Polyglot, and plays its moves from the starting position: how many "
        "positions it reaches so, by how many moves and how many plies deep, "
        "and how many moves are not legal "
        "there. Isolated positions are those that none of its own moves leads "
        "to, or whose place in the book is damaged.\n\n"
        "A book that is cut or not sorted is refused, with the byte where.",
    TBY_CLI_EXAMPLES({"tabiya book info performance.bin", "how much is in it"}),
    .run = info,
};

enum { MAX_PLY = 40 }; /* unless it is said */

typedef struct making {
    const tby_cli_call *call;
    const char *from, *out;
    tby_book_counter counter;
    tby_polyglot_rules rules;
    size_t entries;
    tby_progress bar;
} making;

/* --- the sources ----------------------------------------------------------*/

static int count_files(making *m)
{
    static tby_pgn_reporter reporter; /* the bar is large, and there is one */
    tby_games_job job = {.visitor = tby_book_visitor(&m->counter)};
    char *words[] = {(char *)(uintptr_t)m->from};
    tby_pgn_files files = tby_pgn_files_of(words, 1);
    int code = files.code;

    reporter = (tby_pgn_reporter){.no_bar = false};
    tby_rc rc = TBY_OK;
    if (!tby_pgn_job_of(m->call, &job))
        code = TBY_EXIT_USAGE;
    else
        code = tby_cli_worse_exit(
            code, tby_pgn_read_files(&reporter, &job, &files, NULL, &rc));
    if (rc == TBY_E_LIMIT || rc == TBY_E_NOMEM)
        fputs("--max-ply makes it smaller.\n", stderr);
    tby_pgn_files_free(&files);
    return code;
}

static int count_database(making *m)
{
    static tby_db_ask ask; /* large, and there is one */
    tby_db_visit_job job = {.filter = &ask.filter,
                            .visitor = tby_book_visitor(&m->counter),
                            .progress = tby_cli_on_progress,
                            .ctx = &m->bar};
    int code = TBY_EXIT_OK;
    tby_games_sum sum;

    if (!tby_db_ask_open(&ask, m->call, m->from, 0, &code))
        return code;
    job.store = ask.store;
    tby_progress_start(&m->bar, "read", "games");
    tby_rc rc = tby_db_visit(&job, &sum);
    tby_progress_end(&m->bar);
    if (rc != TBY_OK)
        code = tby_db_ask_fail(&ask, rc);
    tby_db_ask_close(&ask);
    return code;
}

/* What is wrong with options that would change nothing. */
static const char *const OF_GAMES[] = {"min-games", "min-score", "max-ply",
                                       "weight"};

static bool check_options(const making *m, tby_ctree_from from)
{
    if (from == TBY_FROM_POSITION) {
        tby_cli_diag_file(m->from, tby_rc_text(TBY_E_IO_OPEN),
                          tby_rc_name(TBY_E_IO_OPEN));
        return false;
    }
    if (!tby_cli_tree_conditions_fit(m->call, from))
        return false;
    for (size_t i = 0; i < sizeof OF_GAMES / sizeof *OF_GAMES; i++)
        if (from == TBY_FROM_REPERTOIRE && tby_cli_has(m->call, OF_GAMES[i])) {
            TBY_CLI_USAGE(m->call, "--%s needs games or a database.",
                          OF_GAMES[i]);
            return false;
        }
    return true;
}

static bool read_options(making *m)
{
    static const char *const WEIGHTS[] = {"points", "games", "score", "equal"};
    const char *color = tby_cli_value(m->call, "color");
    const char *weight = tby_cli_value(m->call, "weight");

    for (unsigned i = 0; weight && i < 4; i++)
        if (strcmp(weight, WEIGHTS[i]) == 0)
            m->rules.weight = (tby_polyglot_weight)i;
    m->rules.no_white = color && strcmp(color, "black") == 0;
    m->rules.no_black = color && strcmp(color, "white") == 0;
    m->counter.max_ply = MAX_PLY;
    if (!tby_cli_number_of(m->call, "min-games", 1, UINT32_MAX,
                           &m->rules.min_games) ||
        !tby_cli_number_of(m->call, "min-score", 0, 100, &m->rules.min_score) ||
        !tby_cli_number_of(m->call, "max-ply", 1, TBY_MAX_PLIES,
                           &m->counter.max_ply))
        return false;
    m->rules.min_score *= 10;
    return true;
}

/* --- writing --------------------------------------------------------------*/

static tby_rc fill_made(void *ctx, tby_sink *sink)
{
    const making *m = ctx;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < m->entries && rc == TBY_OK; i++) {
        tby_polyglot_entry e = tby_polyglot_made(m->counter.maker, i);
        rc = put_entry(sink, &e);
    }
    return rc;
}

static int write_book(making *m, tby_ctree_from from)
{
    tby_rc rc = tby_polyglot_finish(m->counter.maker, &m->rules, &m->entries);

    if (rc != TBY_OK)
        return tby_cli_fail(m->out, rc);
    if (m->entries == 0) {
        tby_cli_diag_file(m->from, "No move fits: there would be no book.",
                          "nothing_found");
        return TBY_EXIT_NO;
    }
    TBY_CLI_TRY(write_book_file(m->out, fill_made, m));
    return report_book(m->call,
                       from == TBY_FROM_REPERTOIRE ? NULL : &m->counter.games,
                       m->entries);
}

static int make(const tby_cli_call *call)
{
    static making m; /* the bar is large, and there is one */

    m = (making){.call = call,
                 .from = tby_cli_value(call, "from"),
                 .out = call->args[0]};
    if (!m.from)
        return TBY_CLI_USAGE(call, "--from says what the book is made of.");
    tby_ctree_from from = tby_cli_tree_from(m.from);
    if (!read_options(&m) || !check_options(&m, from) ||
        !tby_cli_spares(call, m.from, m.out))
        return TBY_EXIT_USAGE;
    TBY_CLI_TRY(tby_cli_check_out(call, m.out, TBY_WANT_TEXT));
    m.counter.maker = tby_polyglot_maker_new(NULL);
    if (!m.counter.maker)
        return tby_cli_fail(m.out, TBY_E_NOMEM);
    int code = TBY_EXIT_OK;
    tby_rep rep;
    if (from != TBY_FROM_REPERTOIRE) {
        code = from == TBY_FROM_DATABASE ? count_database(&m) : count_files(&m);
    } else if (tby_cli_rep_load(&rep, m.from, &code)) {
        tby_rc rc = tby_book_count_graph(m.counter.maker, &rep.graph);
        tby_rep_free(&rep);
        if (rc != TBY_OK)
            code = tby_cli_fail(m.from, rc);
    }
    if (code == TBY_EXIT_OK || code == TBY_EXIT_MALFORMED)
        code = tby_cli_worse_exit(code, write_book(&m, from));
    tby_polyglot_maker_free(m.counter.maker);
    return code;
}

const tby_cli_command tby_cmd_book_make = {
    TBY_CLI_SYNOPSIS("book", "make", "OUT",
                     "make a Polyglot book of games or a repertoire"),
    .about =
        "Counts the moves of games, of a database with the conditions of 'db "
        "games', or of a repertoire, and writes them as an opening book in "
        "the format of Polyglot, which most engines and interfaces can play "
        "from. Side lines and damaged games are left out.\n\n"
        "A move that lost all its games is left out; a game without a result "
        "counts as a draw. Weights that do not fit 16 bits are made smaller "
        "together with the others of their position. The moves of a "
        "repertoire weigh the same.",
    TBY_CLI_OPTIONS(
        {"from", "FILE", "games, a game database or a repertoire"},
        {"max-ply", "PLIES",
         "moves of each game that are counted (default 40)"},
        {"min-games", "N", "only moves that N games have (default 1)"},
        {"min-score", "PERCENT",
         "only moves that score so much for who plays them (default 0)"},
        {"weight", "points|games|score|equal",
         "what weighs a move: two points for a win and one for a draw "
         "(default), games, score in tenths of a percent, or 1 for all"},
        {"color", "white|black", "only moves of one side"}, TBY_CLI_FORCE,
        TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS, TBY_PGN_MAX_ERRORS,
        TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya book make club.bin --from games.pgn --min-games 3",
         "a book of what was played at least three times"},
        {"tabiya book make strong.bin --from my.tdb --elo 2600-",
         "out of a database, with its conditions"},
        {"tabiya book make london.bin --from london.txt --color white",
         "a repertoire, for an engine to play"}),
    .run = make,
};

typedef struct merging {
    tby_book_file files[TBY_POLYGLOT_BOOKS];
    tby_polyglot books[TBY_POLYGLOT_BOOKS];
    size_t n;
    tby_sink *sink;
    uint64_t entries;
} merging;

static tby_rc put_merged(void *ctx, const tby_polyglot_entry *e)
{
    merging *m = ctx;

    m->entries++;
    return put_entry(m->sink, e);
}

static tby_rc fill_merged(void *ctx, tby_sink *sink)
{
    merging *m = ctx;

    m->sink = sink;
    return tby_polyglot_merge(m->books, m->n, NULL, put_merged, m);
}

static int merge(const tby_cli_call *call)
{
    static merging m; /* large, and there is one */
    const char *out = call->args[0];
    int code = TBY_EXIT_OK;

    m = (merging){.n = 0};
    if (call->n - 1 > TBY_POLYGLOT_BOOKS)
        return TBY_CLI_USAGE(call, "At most %d books are merged at once.",
                             TBY_POLYGLOT_BOOKS);
    for (size_t i = 1; i < call->n && code == TBY_EXIT_OK; i++)
        if (!tby_cli_spares(call, call->args[i], out))
            code = TBY_EXIT_USAGE;
    if (code == TBY_EXIT_OK)
        code = tby_cli_check_out(call, out, TBY_WANT_TEXT);
    while (m.n + 1 < call->n && code == TBY_EXIT_OK) {
        code = tby_cli_book_open(&m.files[m.n], call->args[m.n + 1]);
        if (code == TBY_EXIT_OK) {
            m.books[m.n] = m.files[m.n].book;
            m.n++;
        }
    }
    if (code == TBY_EXIT_OK)
        code = write_book_file(out, fill_merged, &m);
    if (code == TBY_EXIT_OK)
        code = report_book(call, NULL, m.entries);
    for (size_t i = 0; i < m.n; i++)
        tby_book_close(&m.files[i]);
    return code;
}

const tby_cli_command tby_cmd_book_merge = {
    TBY_CLI_SYNOPSIS("book", "merge", "OUT BOOK...",
                     "merge Polyglot books into one"),
    .about = "Writes a book with the positions and moves of all the books. "
             "Where several have the same move its weights are added; weights "
             "of a position that do not fit 16 bits are made smaller "
             "together.",
    TBY_CLI_OPTIONS(TBY_CLI_FORCE),
    TBY_CLI_EXAMPLES(
        {"tabiya book merge all.bin mine.bin others.bin", "two books as one"}),
    .run = merge,
};

static int write_graph(const tby_cli_call *call, const tby_polyglot *book,
                       unsigned percent)
{
    tby_graph g;
    int code = TBY_EXIT_OK;

    tby_graph_init(&g, NULL);
    tby_rc rc = tby_book_to_graph(book, percent, &g);
    if (rc != TBY_OK)
        code = tby_cli_fail(call->args[0], rc);
    if (rc == TBY_E_LIMIT)
        fputs("--min-share makes it smaller.\n", stderr);
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_entitle(call, &g);
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_save(call, &g,
                                (tby_rep_save_job){.path = call->args[1]});
    if (code == TBY_EXIT_OK) {
        tby_cli_out o;

        tby_cli_out_open(&o, call, stdout, 0);
        tby_cli_out_cstr(&o, NULL, "out", call->args[1]);
        tby_cli_rep_out_title(&o, NULL, &g);
        tby_cli_out_print(&o, "%u positions, %u move%s\n", g.nodes_alive,
                          g.edges_alive, g.edges_alive == 1 ? "" : "s");
        tby_cli_out_u64(&o, NULL, "nodes", g.nodes_alive);
        tby_cli_out_u64(&o, NULL, "edges", g.edges_alive);
        code = tby_cli_out_close(&o);
    }
    tby_graph_free(&g);
    return code;
}

static int export(const tby_cli_call *call)
{
    unsigned percent = 0;
    tby_book_file f;

    if (!tby_cli_number_of(call, "min-share", 0, 100, &percent) ||
        !tby_cli_rep_spares_games(call, call->args[1]) ||
        !tby_cli_spares(call, call->args[0], call->args[1]))
        return TBY_EXIT_USAGE;
    int code = tby_cli_check_out(call, call->args[1], TBY_WANT_REPERTOIRE);
    if (code == TBY_EXIT_OK)
        code = tby_cli_book_open(&f, call->args[0]);
    if (code != TBY_EXIT_OK)
        return code;
    code = write_graph(call, &f.book, percent);
    tby_book_close(&f);
    return code;
}

const tby_cli_command tby_cmd_book_export = {
    TBY_CLI_SYNOPSIS("book", "export", "BOOK OUT",
                     "write a Polyglot book as a repertoire"),
    .about = "Plays the moves of a book from the starting position and writes "
             "all positions that are reached so as a repertoire, with which "
             "everything can be done that can be done with one: 'rep export' "
             "writes it as PGN, 'tree write' as a tree. Moves that are not "
             "legal are left out, and so are positions that no move of the "
             "book leads to.",
    TBY_CLI_OPTIONS(
        {"min-share", "PERCENT",
         "only moves that have so much of their position's weight (default 0)"},
        TBY_REP_TITLE, TBY_REP_COLOR, TBY_CLI_FORCE),
    TBY_CLI_EXAMPLES({"tabiya book export performance.bin white.txt --color "
                      "white --min-share 10",
                      "a repertoire of its main moves"}),
    .run = export,
};
