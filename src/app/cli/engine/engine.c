/* engine.c - which engine a command asks, and how; tabiya engine: what it
 * thinks of a position; tabiya engine list: the engines that are there. */
#include "app/cli/engine/engine.h"
#include "app/cli/book/cmd_book.h"
#include "app/text/answers.h"
#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/process.h"
#include "io/system/thread.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MS_MOST = 86400000 }; /* a day */

bool tby_cli_engine_limit(const tby_cli_call *call, unsigned depth,
                          tby_engine_limit *out)
{
    unsigned nodes = 0;

    if (!tby_cli_number_of(call, "depth", 1, TBY_ENGINE_DEPTH, &out->depth) ||
        !tby_cli_number_of(call, "nodes", 1, UINT_MAX, &nodes) ||
        !tby_cli_number_of(call, "time", 1, MS_MOST, &out->ms))
        return false;
    out->nodes = nodes;
    if (!out->depth && !nodes && !out->ms)
        out->depth = depth;
    return true;
}

static void tby_cli_engine_set(tby_cli_engine *e, const char *name,
                               tby_str value)
{
    if (e->n < sizeof e->options / sizeof *e->options)
        e->options[e->n++] = (tby_engine_choice){tby_str_of(name), value};
    e->settings.options = e->options;
    e->settings.options_n = e->n;
}

int tby_cli_engine_open(tby_cli_engine *e, const tby_cli_call *call,
                        const char *engine)
{
    *e = (tby_cli_engine){.name = engine};
    tby_rc rc = tby_profiles_read(&e->profiles);
    if (rc != TBY_OK) {
        const tby_profiles *p = &e->profiles;
        tby_cli_diag(p->file, p->place, p->why ? p->why : tby_rc_text(rc),
                     tby_rc_name(rc));
        return tby_cli_exit_of_file(rc);
    }

    tby_cli_engine_set(e, "Threads", tby_str_of("1"));
    const tby_profile *p =
        engine ? tby_profiles_find(&e->profiles, engine) : NULL;
    if (p) {
        e->name = p->path;
        for (size_t i = 0; i < p->options_n; i++)
            e->options[e->n++] = p->options[i];
    }
    for (size_t i = 0; i < call->many_n; i++) {
        const char *equals = strchr(call->many[i], '=');
        tby_str name = tby_str_of(call->many[i]);
        tby_engine_choice *o = &e->options[e->n++];

        if (equals)
            name.n = (size_t)(equals - call->many[i]);
        if (name.n == 0)
            return TBY_CLI_USAGE(call, "--option must be NAME=VALUE, not '%s'.",
                                 call->many[i]);
        *o = (tby_engine_choice){name, tby_str_of(equals ? equals + 1 : "")};
    }
    e->settings.options_n = e->n;
    return TBY_EXIT_OK;
}

void tby_cli_engine_close(tby_cli_engine *e)
{
    tby_profiles_free(&e->profiles);
}

int tby_cli_engine_failed(const char *path, const tby_engine_failure *f)
{
    char sentence[TBY_ENGINE_REFUSAL];

    tby_engine_explain(f, sentence, sizeof sentence);
    tby_cli_diag_file(path, sentence, tby_rc_name(f->code));
    return tby_cli_exit_of(f->code);
}

int tby_cli_engine_find(const tby_cli_engine *e, char *buf, size_t cap)
{
    tby_rc rc = tby_engine_find(e->name, buf, cap);
    tby_engine_failure none = tby_engine_unstarted(rc);

    return rc == TBY_OK
               ? TBY_EXIT_OK
               : tby_cli_engine_failed(e->name ? e->name : "engine", &none);
}

/* UCI engines as they are usually installed; others are named. */
static const char *const USUAL[] = {
    "stockfish", "fairy-stockfish", "lc0",      "berserk", "ethereal",
    "fruit",     "toga2",           "glaurung", "komodo",  "rubichess"};

typedef struct list {
    const tby_cli_call *call;
    size_t shown;
    tby_engine engine;
} list;

static void put_text(const tby_engine_options *o, const tby_engine_option *at)
{
    tby_str standard = tby_engine_option_text(o, at->standard), rest, one;

    printf("  %-22.*s ", (int)at->name.n, o->words + at->name.at);
    rest = tby_engine_option_text(o, at->list);
    switch (at->type) {
    case TBY_OPTION_SPIN:
        printf("%lld to %lld", (long long)at->min, (long long)at->max);
        break;
    case TBY_OPTION_CHECK:
        fputs("true or false", stdout);
        break;
    case TBY_OPTION_COMBO:
        for (bool first = true; tby_engine_option_next(&rest, &one);
             first = false)
            printf("%s%.*s", first ? "" : ", ", (int)one.n, one.p);
        break;
    case TBY_OPTION_BUTTON:
    case TBY_OPTION_STRING:
    case TBY_OPTION_TYPES:
        fputs(tby_engine_option_type_name(at->type), stdout);
        break;
    }
    if (standard.n)
        printf(", default %.*s", (int)standard.n, standard.p);
    putchar('\n');
}

static void put_json(tby_jsonw *w, const tby_engine_options *o,
                     const tby_engine_option *at)
{
    tby_str rest = tby_engine_option_text(o, at->list), one;

    tby_jsonw_object(w);
    tby_jsonw_put_str(w, "name", tby_engine_option_text(o, at->name));
    tby_jsonw_put_cstr(w, "type", tby_engine_option_type_name(at->type));
    if (at->type != TBY_OPTION_BUTTON)
        tby_jsonw_put_str(w, "default",
                          tby_engine_option_text(o, at->standard));
    if (at->type == TBY_OPTION_SPIN) {
        tby_jsonw_key(w, "min");
        tby_jsonw_i64(w, at->min);
        tby_jsonw_key(w, "max");
        tby_jsonw_i64(w, at->max);
    }
    if (at->type == TBY_OPTION_COMBO) {
        tby_jsonw_put_array(w, "values");
        while (tby_engine_option_next(&rest, &one))
            tby_jsonw_str(w, one);
        tby_jsonw_array_end(w);
    }
    tby_jsonw_object_end(w);
}

static int print_engine(list *l, const char *profile, const char *path)
{
    const tby_engine *e = &l->engine;

    if (!l->call->json) {
        printf("%s%s%s%s\n", l->shown++ ? "\n" : "", profile ? profile : "",
               profile ? "  " : "", path);
        printf("  %s%s%s\n", e->name, e->author[0] ? " by " : "", e->author);
        for (size_t i = 0; i < e->options.n; i++)
            put_text(&e->options, &e->options.at[i]);
        return TBY_EXIT_OK;
    }
    tby_jsonw *w = tby_cli_json_object();
    tby_jsonw_put_cstr(w, "profile", profile);
    tby_jsonw_put_cstr(w, "path", path);
    tby_jsonw_put_cstr(w, "name", e->name);
    tby_jsonw_put_cstr(w, "author", e->author);
    tby_jsonw_put_array(w, "options");
    for (size_t i = 0; i < e->options.n; i++)
        put_json(w, &e->options, &e->options.at[i]);
    tby_jsonw_array_end(w);
    return tby_cli_json_object_end();
}

/* Starts the engine, which is all it takes to know its options. */
static int show_engine(list *l, const char *name)
{
    static tby_cli_engine choice; /* large, and one at a time */
    tby_engine_event event;
    char path[PATH_MAX];
    int code = tby_cli_engine_open(&choice, l->call, name);
    bool profile = tby_profiles_find(&choice.profiles, name) != NULL;

    if (code == TBY_EXIT_OK)
        code = tby_cli_engine_find(&choice, path, sizeof path);
    if (code == TBY_EXIT_OK) {
        choice.settings.path = path;
        tby_rc rc = tby_engine_start(&l->engine, &choice.settings);
        while (rc == TBY_OK && (rc = tby_engine_next(&l->engine, 1, &event)) ==
                                   TBY_E_IO_TIMEOUT)
            rc = TBY_OK;
        code = rc != TBY_OK ? tby_cli_engine_failed(path, &l->engine.failure)
                            : print_engine(l, profile ? name : NULL, path);
        tby_engine_close(&l->engine);
    }
    tby_cli_engine_close(&choice);
    return code;
}

static int engine_list(const tby_cli_call *call)
{
    static list l; /* large, and there is one */
    static tby_cli_engine all;
    char path[PATH_MAX];
    int code = tby_cli_engine_open(&all, call, NULL);
    bool any = code == TBY_EXIT_OK && call->n == 0;

    l = (list){.call = call};
    for (size_t i = 0; i < call->n; i++)
        code = tby_cli_worse_exit(code, show_engine(&l, call->args[i]));
    for (size_t i = 0; any && i < all.profiles.n; i++)
        code =
            tby_cli_worse_exit(code, show_engine(&l, all.profiles.at[i].name));
    for (size_t i = 0; any && i < sizeof USUAL / sizeof *USUAL; i++)
        if (!tby_profiles_find(&all.profiles, USUAL[i]) &&
            tby_program_find(USUAL[i], path, sizeof path) == TBY_OK)
            code = tby_cli_worse_exit(code, show_engine(&l, USUAL[i]));
    tby_cli_engine_close(&all);
    return code;
}

const tby_cli_command tby_cmd_engine_list = {
    TBY_CLI_SYNOPSIS("engine", "list", "[ENGINE...]",
                     "list engines and the options that can be set"),
    .about =
        "Starts the engines of engines.json and those that are installed under "
        "a usual name, or the ones that are named, and prints for each its "
        "path, its name and author, and the options it has with their ranges "
        "and defaults. An engine that does not start, or does not take the "
        "options of its profile, is reported and costs only itself; the exit "
        "code is 2 then.",
    TBY_CLI_EXAMPLES(
        {"tabiya engine list", "all that are found, with their options"},
        {"tabiya --json engine list stockfish | jq -r .options[].name",
         "the names of the options of one"}),
    .run = engine_list,
};

enum { TEXT_MOST = 1 << 20 }; /* far above what a terminal holds */

static const double EVERY_SECONDS = 0.1;

static void write_out(tby_buf *b)
{
    fwrite(b->p, 1, b->n, stdout);
    fflush(stdout);
    tby_buf_free(b);
}

/* The lines, or how the game has ended:
 *
 *      1   +0.35  depth 20  1. e4 e5 2. Nf3
 */
static void print_found(const tby_engine_found *found)
{
    const tby_analysis *a = found->analysis;
    tby_buf b;

    tby_buf_init(&b, NULL, TEXT_MOST);
    for (size_t i = 0; i < a->n; i++) {
        tby_print_engine_line(&b, found->pos, &a->lines[i], i + 1);
        tby_buf_char(&b, '\n');
    }
    if (a->n == 0) {
        tby_buf_cstr(&b, tby_outcome_text(found->outcome));
        if (found->outcome == TBY_CHECKMATE)
            tby_buf_cstr(&b, found->eval.side == TBY_WHITE ? " White wins."
                                                           : " Black wins.");
        tby_buf_char(&b, '\n');
    }
    write_out(&b);
}

/* --- in place -------------------------------------------------------------*/

/* A view of an analysis that is drawn over and over at the same place. */
typedef struct view {
    const tby_pos *pos;
    const char *name; /* of the engine */
    size_t drawn;     /* lines that stand there */
    double next;      /* not before this moment */
} view;

/* Up to where the view begins. */
static void put_home(tby_buf *to, size_t lines)
{
    if (!lines)
        return;
    tby_buf_cstr(to, "\033[");
    tby_buf_u64(to, lines);
    tby_buf_char(to, 'A');
}

/* Ends the line that began at byte `from`: cut to the width, what stood there
 * before cleared away. */
static void end_line(tby_buf *to, size_t from, size_t columns)
{
    if (to->n > from + columns - 1)
        to->n = from + columns - 1;
    tby_buf_cstr(to, "\033[K\n");
}

/* Lines of the terminal that a view may take: what has scrolled away cannot be
 * drawn again, and the cursor needs one. */
static size_t room(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 2)
        return (size_t)size.ws_row - 2;
    return 22;
}

static void draw(void *ctx, const tby_analysis *a)
{
    view *v = ctx;
    size_t columns = tby_cli_columns();
    size_t n = a->n < room() ? a->n : room();
    tby_buf b;

    if (columns < 2 || tby_clock_now() < v->next)
        return;
    v->next = tby_clock_now() + EVERY_SECONDS;
    tby_buf_init(&b, NULL, TEXT_MOST);
    put_home(&b, v->drawn);
    size_t from = b.n;
    char text[256];

    snprintf(text, sizeof text, "%s  %.1f M nodes  %.2f Mn/s  %.1f s", v->name,
             (double)a->nodes / 1e6, (double)a->nodes_per_second / 1e6,
             (double)a->ms / 1e3);
    tby_buf_cstr(&b, text);
    end_line(&b, from, columns);
    for (size_t i = 0; i < n; i++) {
        from = b.n;
        tby_print_engine_line(&b, v->pos, &a->lines[i], i + 1);
        end_line(&b, from, columns);
    }
    v->drawn = n + 1;
    write_out(&b);
}

static void erase(view *v)
{
    tby_buf b;

    if (!v->drawn)
        return;
    tby_buf_init(&b, NULL, TEXT_MOST);
    put_home(&b, v->drawn);
    tby_buf_cstr(&b, "\r\033[J");
    v->drawn = 0;
    write_out(&b);
}

enum { HASH_MOST = 1 << 25 }; /* as Stockfish has it */

/* What is asked, and the engine that is. */
typedef struct session {
    const tby_cli_call *call;
    tby_engine_limit limit;
    tby_cli_engine choice;
    char path[PATH_MAX], threads[16];
    const char *book_path;
    tby_book_file book;
    const atomic_bool *stop;
    bool in_place; /* standard output is a terminal that can redraw */
    tby_engine engine;
    tby_analysis analysis;
} session;

/* --- options --------------------------------------------------------------*/

static int read_options(session *s)
{
    const tby_cli_call *call = s->call;
    const char *hash = tby_cli_value(call, "hash");
    bool infinite = tby_cli_has(call, "infinite");
    unsigned n = 1;

    if (!tby_cli_engine_limit(call, infinite ? 0 : 20, &s->limit) ||
        !tby_cli_number_of(call, "multipv", 1, TBY_ENGINE_LINES,
                           &s->limit.lines) ||
        !tby_cli_number_of(call, "threads", 0, 1024, &n) ||
        !tby_cli_number_of(call, "hash", 1, HASH_MOST, &(unsigned){0}))
        return TBY_EXIT_USAGE;
    if (infinite && (s->limit.depth || s->limit.nodes || s->limit.ms))
        return TBY_CLI_USAGE(call, "--infinite excludes --depth, --nodes and "
                                   "--time.");
    TBY_CLI_TRY(
        tby_cli_engine_open(&s->choice, call, tby_cli_value(call, "engine")));
    snprintf(s->threads, sizeof s->threads, "%u", n ? n : tby_cpu_count());
    if (tby_cli_has(call, "threads"))
        tby_cli_engine_set(&s->choice, "Threads", tby_str_of(s->threads));
    if (hash)
        tby_cli_engine_set(&s->choice, "Hash", tby_str_of(hash));
    s->book_path = tby_cli_value(call, "book");
    return s->book_path ? tby_cli_book_open(&s->book, s->book_path)
                        : TBY_EXIT_OK;
}

/* The moves of --searchmoves in this position, in any notation. */
static int read_moves(session *s, const tby_pos *pos)
{
    const char *text = tby_cli_value(s->call, "searchmoves");
    tby_str bad;

    if (tby__search_moves(pos, tby_str_of(text ? text : ""), &s->limit, &bad))
        return TBY_EXIT_OK;
    return TBY_CLI_USAGE(s->call,
                         "--searchmoves: '%.*s' is not a legal move here.",
                         (int)(bad.n < 40 ? bad.n : 40), bad.p);
}

/* --- a position -----------------------------------------------------------*/

/* Searches; on a terminal, with a view that is gone when it is over. */
static int search(session *s, const tby_pos *pos)
{
    view v = {.pos = pos, .name = s->engine.name};
    tby_analyse_job job = {
        .engine = &s->engine,
        .pos = *pos,
        .stop = s->stop,
        .update = s->in_place ? draw : NULL,
        .ctx = &v,
    };
    tby_rc rc = TBY_OK;

    s->analysis.n = 0;
    TBY_CLI_TRY(read_moves(s, pos));
    job.limit = s->limit;
    if (s->engine.stage == TBY_ENGINE_GONE) { /* it does not run yet */
        TBY_CLI_TRY(tby_cli_engine_find(&s->choice, s->path, sizeof s->path));
        s->choice.settings.path = s->path;
        rc = tby_engine_start(&s->engine, &s->choice.settings);
        if (rc != TBY_OK)
            return tby_cli_engine_failed(s->path, &s->engine.failure);
    }
    rc = tby_analyse(&job, &s->analysis);
    erase(&v);
    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    if (s->engine.stage == TBY_ENGINE_GONE)
        return tby_cli_engine_failed(s->path, &s->engine.failure);
    return tby_cli_fail(s->path, rc);
}

static int one_position(session *s, tby_cli_texts *in)
{
    const tby_line *line = &in->line;
    int code = TBY_EXIT_OK;
    char fen[TBY_FEN_MAX];

    if (s->book_path && tby_cli_book_show(&s->book, &in->text, line,
                                          s->call->json, &in->shown, &code))
        return code;
    tby_fen_write_pos(&line->pos, fen, sizeof fen);
    tby_engine_found found = {
        .pos = &line->pos,
        .fen = fen,
        .engine = s->engine.name,
        .outcome = tby_outcome_of(&line->pos, &line->history),
        .analysis = &s->analysis,
    };
    found.eval = tby_engine_judge(found.outcome, &line->pos);
    if (found.eval.kind == TBY_EVAL_NONE) {
        code = search(s, &line->pos);
        found.eval = s->analysis.n ? s->analysis.lines[0].eval : found.eval;
    } else {
        s->analysis.n = 0;
    }
    /* what was found by an engine that failed is worth showing, too */
    if (found.eval.kind != TBY_EVAL_NONE) {
        if (s->call->json) {
            tby_jsonw *w = tby_cli_json_object();

            if (in->standard)
                tby_jsonw_put_u64(w, "line", in->text.line);
            tby_answer_engine(w, &found);
            code = tby_cli_worse_exit(code, tby_cli_json_object_end());
        } else {
            if (in->standard)
                printf("%s%s\n", in->shown++ ? "\n" : "", found.fen);
            print_found(&found);
        }
        fflush(stdout); /* the next one may take its time */
    }
    return code;
}

static int run_engine(const tby_cli_call *call)
{
    static session s; /* large, and there is one */
    const char *term = getenv("TERM");

    s = (session){.call = call,
                  .in_place = !call->json && tby_look_of_stdout().terminal &&
                              term && *term && strcmp(term, "dumb") != 0};
    int code = read_options(&s);
    s.stop = tby_cli_catch_interrupt();
    if (code == TBY_EXIT_OK) {
        tby_cli_texts in;
        tby_cli_texts_open(&in, call->args, call->n);
        /* after Ctrl-C the rest is not wanted any more */
        while (!atomic_load(s.stop) && tby_cli_next_line(&in))
            tby_cli_texts_note(&in, one_position(&s, &in));
        code = tby_cli_texts_close(&in);
    }
    tby_engine_close(&s.engine);
    tby_cli_engine_close(&s.choice);
    tby_book_close(&s.book);
    return code;
}

const tby_cli_command tby_cmd_engine = {
    TBY_CLI_SYNOPSIS("engine", NULL, "POS...",
                     "ask a chess engine for the best lines"),
    .about =
        "Lets a UCI engine search the position and prints the best lines: the "
        "evaluation from White's point of view in pawns, '#5' where White "
        "mates in five and '#-5' where Black does, the depth, and the moves. "
        "The search ends with the first of the limits that is reached. On a "
        "terminal the lines are shown while it goes on, and Ctrl-C ends it "
        "with the best so far.\n\n"
        "Where the engine gives them, the chances that White wins, draws and "
        "loses follow the depth, in percent.\n\n"
        "The engine is any program that speaks UCI; without --engine it is "
        "stockfish, looked for on the PATH and in /usr/games. --engine is a "
        "program or a name out of engines.json in $XDG_CONFIG_HOME/tabiya (or "
        "~/.config/tabiya), which gives a path and options to it: "
        "{\"engines\": [{\"name\": \"deep\", \"path\": \"stockfish\", "
        "\"options\": {\"Hash\": 512}}]}. Its options are set by name; "
        "'tabiya engine list' shows them. A game that is over is answered "
        "without an engine, a position of --book with the book's moves. POS is "
        "as in 'tabiya pos'; a lone '-' "
        "reads one position from each line of standard input.",
    TBY_CLI_OPTIONS(
        {"multipv", "N", "show the best N moves (default 1)"},
        TBY_ENGINE_LIMITS("20"), {"infinite", NULL, "search until Ctrl-C"},
        {"searchmoves", "MOVES", "search only these moves, such as 'e4 d4'"},
        TBY_ENGINE_CHOICE,
        {"threads", "N",
         "let it use N threads, 0 for all processors (default 1)"},
        {"hash", "MB", "let it use so much memory (default: what it likes)"},
        {"book", "FILE", "ask this Polyglot book first, then the engine"}),
    TBY_CLI_EXAMPLES(
        {"tabiya engine e4 c5", "the best move against the Sicilian"},
        {"tabiya engine --multipv 3 --time 5000 --threads 0 start",
         "the best three first moves, after five seconds on all processors"},
        {"tabiya engine --option Hash=512 --option UCI_Elo=1500 --option "
         "UCI_LimitStrength=true e4",
         "a weaker answer, with options of the engine by name"},
        {"tabiya engine --engine deep --infinite --searchmoves 'Nf3 c4' start",
         "two moves compared until Ctrl-C, by an engine of engines.json"},
        {"tabiya engine --json --depth 15 - <positions.txt",
         "a line of JSON for each line"}),
    .run = run_engine,
};
