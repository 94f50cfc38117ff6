#include "io/system/lines.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_LEAST = 4096 };

/* A line of max bytes and its CR LF always fit. */
static size_t capacity(const tby_lines *l)
{
    return (l->max < AT_LEAST ? AT_LEAST : l->max) + 2;
}

tby_rc tby_lines_open(tby_lines *l, int fd, size_t max)
{
    *l = (tby_lines){.fd = fd, .max = max};
    l->buf = malloc(capacity(l));
    return l->buf ? TBY_OK : TBY_E_NOMEM;
}

void tby_lines_close(tby_lines *l)
{
    free(l->buf);
    l->buf = NULL;
    l->from = 0;
    l->to = 0;
    l->ended = true;
}

tby_rc tby_lines_await(int fd, short events, double deadline)
{
    for (;;) {
        struct pollfd p = {.fd = fd, .events = events};
        int n = poll(&p, 1, tby_clock_poll(deadline));

        if (n > 0)
            return TBY_OK;
        if (n == 0)
            return TBY_E_IO_TIMEOUT;
        if (errno != EINTR)
            return TBY_E_IO_READ;
    }
}

/* Reads more bytes after those that wait; notes the end of the stream. */
static tby_rc fill(tby_lines *l, double deadline)
{
    memmove(l->buf, l->buf + l->from, l->to - l->from);
    l->to -= l->from;
    l->from = 0;
    TBY_ASSERT(l->to < capacity(l));
    for (;;) {
        /* poll() first even without a deadline: the descriptor may be one that
         * does not block */
        TBY_TRY(tby_lines_await(l->fd, POLLIN, deadline));
        ssize_t n = read(l->fd, l->buf + l->to, capacity(l) - l->to);
        if (n >= 0) {
            l->to += (size_t)n;
            l->ended = n == 0;
            return TBY_OK;
        }
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            return TBY_E_IO_READ;
    }
}

/* Hands out n bytes and drops the line end of `end` bytes after them. */
static tby_rc hand_out(tby_lines *l, size_t n, size_t end, tby_str *line)
{
    tby_str s = {.p = l->buf + l->from, .n = n};

    l->from += n + end;
    if (l->overlong) { /* was counted and reported before */
        l->overlong = false;
        return TBY_DONE;
    }
    l->number++;
    if (l->number == 1 && tby_str_starts(s, TBY_STR("\xEF\xBB\xBF")))
        s = tby_str_from(s, 3);
    if (s.n && s.p[s.n - 1] == '\r')
        s.n--;
    if (s.n > l->max)
        return TBY_E_LIMIT;
    *line = s;
    return TBY_OK;
}

/* Takes a line from what was read.  TBY_DONE: there is none yet. */
static tby_rc take(tby_lines *l, tby_str *line)
{
    size_t n = l->to - l->from;
    const char *lf = n ? memchr(l->buf + l->from, '\n', n) : NULL;

    if (lf)
        return hand_out(l, (size_t)(lf - (l->buf + l->from)), 1, line);
    if (l->ended && n)
        return hand_out(l, n, 0, line);
    if (n < capacity(l))
        return TBY_DONE;
    /* full without a line end: drop it, report it once, skip the rest */
    l->from = l->to;
    if (l->overlong)
        return TBY_DONE;
    l->overlong = true;
    l->number++;
    return TBY_E_LIMIT;
}

/* The deadline is looked at after each read as well as by poll(): bytes that
 * never stop and never end a line are always ready to be read. */
static tby_rc next_until(tby_lines *l, double deadline, tby_str *line)
{
    bool late = false;

    for (;;) {
        size_t before = l->from;
        tby_rc rc = take(l, line);

        if (rc != TBY_DONE)
            return rc;
        if (l->from != before)
            continue; /* the rest of an overlong line went by */
        if (l->ended)
            return TBY_DONE;
        if (late)
            return TBY_E_IO_TIMEOUT;
        TBY_TRY(fill(l, deadline));
        late = deadline >= 0 && tby_clock_now() >= deadline;
    }
}

tby_rc tby_lines_next(tby_lines *l, tby_str *line)
{
    return next_until(l, -1, line);
}

tby_rc tby_lines_wait(tby_lines *l, double seconds, tby_str *line)
{
    return next_until(l, tby_clock_now() + (seconds > 0 ? seconds : 0), line);
}
