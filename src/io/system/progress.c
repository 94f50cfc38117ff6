#include "io/system/progress.h"

#include "core/base/text.h"
#include "io/system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    FIRST_MS = 500, /* what is done sooner needs no bar */
    EVERY_MS = 100,
    LINE_MAX_BYTES = 512,
    BAR_LEAST = 10,
    BAR_MOST = 40
};

void tby_progress_start(tby_progress *p, const char *label, const char *unit)
{
    p->label = label;
    p->unit = unit;
    const char *term = getenv("TERM");
    p->on = isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0;
    p->bytes = false;
    p->start = tby_clock_now();
    atomic_init(&p->next, FIRST_MS);
    atomic_init(&p->busy, false);
    atomic_init(&p->drawn, false);
}

/* "87 ", "412 k ", "3.21 M ": three digits and a prefix. */
static void put_amount(tby_text *t, double value)
{
    static const char PREFIX[] = " kMGT";
    char digits[32];
    size_t i = 0;

    while (value >= 999.5 && i + 2 < sizeof PREFIX) {
        value /= 1000;
        i++;
    }
    int decimals = i == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    snprintf(digits, sizeof digits, "%.*f ", decimals, value);
    tby_text_cstr(t, digits);
    if (i) {
        tby_text_char(t, PREFIX[i]);
        tby_text_char(t, ' ');
    }
}

/* 0:07, 12:34, 3:25:45 */
static void put_duration(tby_text *t, double seconds)
{
    char digits[32];
    unsigned long s = seconds < 3.6e7 ? (unsigned long)(seconds + 0.5) : 0;

    if (seconds >= 3.6e7) {
        tby_text_cstr(t, "over a year");
        return;
    }
    if (s >= 3600)
        snprintf(digits, sizeof digits, "%lu:%02lu:%02lu", s / 3600,
                 s / 60 % 60, s % 60);
    else
        snprintf(digits, sizeof digits, "%lu:%02lu", s / 60, s % 60);
    tby_text_cstr(t, digits);
}

/* From 0 to 1; 0 where nobody knows how much there is. */
static double part_of(const tby_progress_state *s)
{
    if (s->total == 0)
        return 0;
    return s->done < s->total ? (double)s->done / (double)s->total : 1;
}

size_t tby_progress_text(const tby_progress *p, const tby_progress_state *s,
                         size_t columns, char *buf, size_t cap)
{
    char figures[128] = "";
    tby_text f = {.buf = figures, .cap = sizeof figures};
    /* the last column stays free: writing there would wrap some terminals */
    size_t room = columns ? columns - 1 : 0;
    tby_text t = {.buf = buf, .cap = room + 1 < cap ? room + 1 : cap};

    /* What stands after the bar; the first parts of it are the most wanted. */
    double part = part_of(s);
    char percent[8], rate[32];

    snprintf(percent, sizeof percent, "%3d%%", (int)(part * 100));
    tby_text_cstr(&f, percent);
    tby_text_cstr(&f, "  ");
    put_amount(&f, s->seconds > 0 ? (double)s->amount / s->seconds : 0);
    tby_text_cstr(&f, p->unit);
    tby_text_cstr(&f, "/s");
    if (p->bytes && s->seconds > 0) {
        snprintf(rate, sizeof rate, "  %.0f MB/s",
                 (double)s->done / s->seconds / 1e6);
        tby_text_cstr(&f, rate);
    }
    if (part > 0) {
        tby_text_cstr(&f, "  ");
        put_duration(&f, s->seconds / part - s->seconds);
        tby_text_cstr(&f, " left");
    }

    size_t fixed = strlen(p->label) + 2 + 4 + tby_text_end(&f);
    tby_text_cstr(&t, p->label);
    tby_text_cstr(&t, "  ");
    if (fixed + BAR_LEAST <= room) {
        size_t width = room - fixed < BAR_MOST ? room - fixed : BAR_MOST;
        size_t filled = (size_t)(part * (double)width);

        tby_text_char(&t, '[');
        for (size_t i = 0; i < width; i++)
            tby_text_char(&t, i < filled ? '=' : i == filled ? '>' : ' ');
        tby_text_cstr(&t, "]  ");
    }
    tby_text_cstr(&t, figures);
    tby_text_end(&t);
    return t.len < room ? t.len : room;
}

static size_t columns_of_terminal(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

/* One write() for the whole line, so that nothing comes between. */
static void draw(const char *line)
{
    char bytes[LINE_MAX_BYTES + 8];
    tby_text t = {.buf = bytes, .cap = sizeof bytes};

    tby_text_cstr(&t, "\r\033[K"); /* to the margin, clear to the right */
    tby_text_cstr(&t, line);
    /* a bar that cannot be drawn is no reason to stop the work */
    ssize_t written = write(STDERR_FILENO, bytes, tby_text_end(&t));
    (void)written;
}

void tby_progress_update(tby_progress *p, uint64_t done, uint64_t total,
                         uint64_t amount)
{
    char line[LINE_MAX_BYTES];

    if (!p->on)
        return;
    double seconds = tby_clock_now() - p->start;
    long long now = (long long)(seconds * 1e3);
    if (now < atomic_load(&p->next) || atomic_exchange(&p->busy, true))
        return;
    /* another thread may have drawn between the two questions */
    if (now >= atomic_load(&p->next)) {
        tby_progress_state s = {done, total, amount, seconds};
        tby_progress_text(p, &s, columns_of_terminal(), line, sizeof line);
        draw(line);
        atomic_store(&p->drawn, true);
        atomic_store(&p->next, now + EVERY_MS);
    }
    atomic_store(&p->busy, false);
}

void tby_progress_hide(tby_progress *p)
{
    if (p->on && atomic_exchange(&p->drawn, false))
        draw("");
}

void tby_progress_end(tby_progress *p)
{
    tby_progress_hide(p);
    p->on = false;
}
