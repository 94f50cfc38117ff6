/* engine_show.c - lines of an engine, for people and as JSON. */
#include "app/cli/engine.h"
#include "app/cli/plot.h"
#include "core/notation/numbered.h"
#include "io/system/clock.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 20 }; /* far above what a terminal holds */

static const double EVERY_SECONDS = 0.1;

static void write_out(tby_buf *b)
{
    fwrite(b->p, 1, b->n, stdout);
    fflush(stdout);
    tby_buf_free(b);
}

/* --- a line ---------------------------------------------------------------*/

/* +0.35, 0.00, -1.20, #5, #-3: White's view. */
static void put_eval(tby_buf *to, tby_eval e)
{
    char value[TBY_EVAL_MAX], text[TBY_EVAL_MAX + 8];

    tby_eval_write_pgn(e, value, sizeof value);
    bool plus = e.kind == TBY_EVAL_CP && e.side == TBY_WHITE && e.amount;
    snprintf(text, sizeof text, "%s%s", plus ? "+" : "", value);
    for (size_t n = strlen(text); n < 7; n++)
        tby_buf_char(to, ' ');
    tby_buf_cstr(to, text);
}

static void put_line(tby_buf *to, const tby_pos *p, const tby_engine_info *info,
                     size_t rank)
{
    char number[32];

    snprintf(number, sizeof number, "%3zu ", rank);
    tby_buf_cstr(to, number);
    put_eval(to, info->eval);
    snprintf(number, sizeof number, "  depth %-3u ", info->depth);
    tby_buf_cstr(to, number);
    tby_numbered_write(p, info->pv, info->n, to);
}

static void put_outcome(tby_buf *to, const tby_engine_found *found)
{
    tby_buf_cstr(to, tby_outcome_text(found->outcome));
    if (found->outcome == TBY_CHECKMATE)
        tby_buf_cstr(to, found->eval.side == TBY_WHITE ? " White wins."
                                                       : " Black wins.");
    tby_buf_char(to, '\n');
}

void tby_cli_engine_print(const tby_engine_found *found)
{
    const tby_analysis *a = found->analysis;
    tby_buf b;

    tby_buf_init(&b, NULL, TEXT_MOST);
    for (size_t i = 0; i < a->n; i++) {
        put_line(&b, found->pos, &a->lines[i], i + 1);
        tby_buf_char(&b, '\n');
    }
    if (a->n == 0)
        put_outcome(&b, found);
    write_out(&b);
}

/* --- in place -------------------------------------------------------------*/

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

static void put_status(tby_buf *to, const tby_cli_engine_view *v,
                       const tby_analysis *a)
{
    char text[256];

    snprintf(text, sizeof text, "%s  %.1f M nodes  %.2f Mn/s  %.1f s", v->name,
             (double)a->nodes / 1e6, (double)a->nodes_per_second / 1e6,
             (double)a->ms / 1e3);
    tby_buf_cstr(to, text);
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

void tby_cli_engine_draw(tby_cli_engine_view *v, const tby_analysis *a)
{
    size_t columns = tby_cli_columns();
    size_t n = a->n < room() ? a->n : room();
    tby_buf b;

    if (columns < 2 || tby_clock_now() < v->next)
        return;
    v->next = tby_clock_now() + EVERY_SECONDS;
    tby_buf_init(&b, NULL, TEXT_MOST);
    put_home(&b, v->drawn);
    size_t from = b.n;
    put_status(&b, v, a);
    end_line(&b, from, columns);
    for (size_t i = 0; i < n; i++) {
        from = b.n;
        put_line(&b, v->pos, &a->lines[i], i + 1);
        end_line(&b, from, columns);
    }
    v->drawn = n + 1;
    write_out(&b);
}

void tby_cli_engine_erase(tby_cli_engine_view *v)
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
