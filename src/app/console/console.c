/* console.c - the console as a whole: what it is made of, and signals. */
#include "app/console/console.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        tby__con_report(&c, 0);
    else if (!screen || (rc = tby__con_screen(&c)) == TBY_DONE)
        rc = tby__con_lines(&c, terminal);
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
