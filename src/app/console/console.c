/* console.c - the console as a whole: what it is made of, and signals; and line
 * by line: from a script, or with libedit on a terminal that can do no more. */
#include "app/console/console.h"
#include "core/base/diag.h"
#include "io/system/file.h"
#include "io/system/lines.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MOST = 1 << 20, HISTORY = 1000 };

static void report(const console *c, size_t line)
{
    const char *name = c->rc == TBY_DONE ? "nothing_found" : tby_rc_name(c->rc);

    fflush(stdout); /* so that both come in order in one log */
    fputs("tabiya: ", stderr);
    if (c->about[0]) {
        tby_print_clean(stderr, tby_str_of(c->about));
        fputs(": ", stderr);
    } else if (line) {
        fprintf(stderr, "stdin:%zu:%zu: ", line,
                tby_place_of(c->text, c->at_byte).column);
    }
    tby_print_clean(stderr, tby_str_of(c->why));
    fprintf(stderr, " (%s)\n", name);
}

struct console_history {
    History *h;
    HistEvent event;
    char *path;
};

console_history *tby__con_history_open(bool keep)
{
    static console_history h; /* there is one */

    h.h = history_init();
    if (!h.h)
        return &h;
    history(h.h, &h.event, H_SETSIZE, HISTORY);
    history(h.h, &h.event, H_SETUNIQUE, 1);
    h.path = keep ? tby_state_path("history") : NULL;
    if (h.path)
        history(h.h, &h.event, H_LOAD, h.path);
    return &h;
}

void tby__con_history_close(console_history *h)
{
    if (h->h && h->path)
        history(h->h, &h->event, H_SAVE, h->path);
    tby_path_free(h->path);
    if (h->h)
        history_end(h->h);
    *h = (console_history){.h = NULL};
}

void tby__con_history_add(console_history *h, const char *line)
{
    if (h->h && *line)
        history(h->h, &h->event, H_ENTER, line);
}

const char *tby__con_history_get(console_history *h, int back)
{
    int rc = h->h ? history(h->h, &h->event, H_FIRST) : -1;

    while (rc != -1 && --back > 0)
        rc = history(h->h, &h->event, H_NEXT);
    return rc == -1 ? NULL : h->event.str;
}

static tby_rc run_script(console *c)
{
    tby_rc first = TBY_OK;
    tby_lines lines;
    tby_str line;
    tby_rc rc = tby_lines_open(&lines, STDIN_FILENO, LINE_MOST);

    while (!c->quit && (rc == TBY_OK || rc == TBY_E_LIMIT)) {
        rc = tby_lines_next(&lines, &line);
        if (rc == TBY_DONE)
            break;
        if (rc == TBY_OK)
            (void)tby__con_run(c, line);
        else
            (void)tby__con_refuse(c, rc);
        if (c->rc != TBY_OK)
            report(c, lines.number);
        if (first == TBY_OK)
            first = c->rc;
    }
    tby_lines_close(&lines);
    return first;
}

static console *editing; /* libedit gives its functions no more than itself */

static char *prompt(EditLine *e)
{
    static char text[] = "tabiya> ";

    (void)e;
    return text;
}

static unsigned char complete(EditLine *e, int key)
{
    const LineInfo *info = el_line(e);
    tby_str line = {info->buffer, (size_t)(info->cursor - info->buffer)};
    char text[CONSOLE_MORE];
    size_t from;

    (void)key;
    size_t n = tby__con_complete(editing, line, &from, NULL, text);
    if (n == 0 || tby_str_is(tby_str_from(line, from), text)) {
        if (n < 2)
            return CC_ERROR;
        fputc('\n', stdout); /* nothing more is certain: what there is */
        (void)tby__con_complete(editing, line, &from, stdout, text);
        fputc('\n', stdout);
        return CC_REDISPLAY;
    }
    el_deletestr(e, (int)(line.n - from));
    return el_insertstr(e, text) == 0 ? CC_REFRESH : CC_ERROR;
}

static tby_rc run_terminal(console *c)
{
    console_history *history_of = tby__con_history_open(true);
    EditLine *e = el_init("tabiya", stdin, stdout, stderr);
    size_t number = 0;
    int n;

    editing = c;
    if (!e)
        return TBY_E_NOMEM;
    el_set(e, EL_PROMPT, prompt);
    el_set(e, EL_EDITOR, "emacs");
    if (history_of->h)
        el_set(e, EL_HIST, history, history_of->h);
    el_set(e, EL_ADDFN, "complete", "Completes a word.", complete);
    el_set(e, EL_BIND, "^I", "complete", NULL);
    while (!c->quit && !atomic_load(c->hangup)) {
        errno = 0;
        const char *line = el_gets(e, &n);
        if (!line && errno == EINTR && !atomic_load(c->hangup)) {
            fputs("\n", stdout); /* Ctrl-C: this line was not meant */
            el_reset(e);
            continue;
        }
        if (!line || n <= 0)
            break;
        atomic_store(c->stop, false);
        tby_str text = tby_str_trim((tby_str){line, (size_t)n});
        (void)tby__con_run(c, text);
        tby__con_history_add(history_of, c->text.n ? c->text.p : "");
        if (c->rc != TBY_OK)
            report(c, ++number);
        fflush(stdout);
    }
    el_end(e);
    tby__con_history_close(history_of);
    return TBY_OK;
}

static tby_rc run_lines(console *c, bool terminal)
{
    c->live = false;
    c->limit.depth = 16;
    if (c->greeting[0])
        puts(c->greeting);
    return terminal ? run_terminal(c) : run_script(c);
}

static atomic_bool stop, hangup;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static void on_hangup(int number)
{
    (void)number;
    atomic_store(&stop, true);
    atomic_store(&hangup, true);
}

/* Without SA_RESTART, so that a read that waits for a key comes back. */
static void catch_signals(console *c)
{
    struct sigaction action = {.sa_handler = on_interrupt};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = on_hangup;
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    c->stop = &stop;
    c->hangup = &hangup;
}

static bool has_screen(const tby_console_options *o)
{
    const char *term = getenv("TERM");

    return !o->lines && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term &&
           *term && strcmp(term, "dumb") != 0;
}

tby_rc tby_console(const tby_console_options *options)
{
    static console c; /* large, and there is one */
    bool screen = has_screen(options);
    bool terminal = isatty(STDIN_FILENO) != 0;

    c = (console){.options = options,
                  .out = stdout,
                  .look = tby_look_of_stdout(),
                  .limit = {.lines = 3},
                  .live = screen};
    tby_buf_init(&c.line, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&c.kept, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&c.cards_path, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&c.list, NULL, CONSOLE_TEXT_MOST);
    tby_buf_init(&c.shown, NULL, CONSOLE_TEXT_MOST);
    if (terminal)
        catch_signals(&c);
    tby_rc rc = tby__con_game_open(&c, terminal);
    FILE *nowhere = screen ? fopen("/dev/null", "we") : NULL;
    c.out = nowhere ? nowhere : stdout;
    if (rc == TBY_OK)
        rc = tby__con_open_files(&c);
    c.out = stdout;
    if (nowhere)
        fclose(nowhere);
    if (rc != TBY_OK)
        report(&c, 0);
    else if (!screen || (rc = tby__con_screen(&c)) == TBY_DONE)
        rc = run_lines(&c, terminal);
    tby_drill_close(c.drill);
    tby_cards_close(c.cards);
    tby_buf_free(&c.cards_path);
    tby_engine_close(&c.engine);
    tby_tables_close(c.tables);
    tby_search_close(c.search);
    tby_book_close(&c.book);
    if (c.has_rep)
        tby_rep_free(&c.rep);
    for (size_t i = 0; i < c.dbs_n; i++) {
        if (c.dbs[i].known)
            tby_position_free(&c.dbs[i].position);
        tby_store_close(c.dbs[i].store);
    }
    tby_buf_free(&c.list);
    tby_buf_free(&c.shown);
    tby__con_game_close(&c);
    tby_buf_free(&c.line);
    tby_buf_free(&c.kept);
    return rc;
}
