/* uci_hear.c - what an engine says, and how long it may take. */
#include "core/base/str.h"
#include "core/base/text.h"
#include "engine/options.h"
#include "engine/uci_int.h"
#include "tabiya/uci.h"

/* Before a caller who does not wait gets a turn. */
enum { LINES_AT_ONCE = 1000 };

/* --- what the engine says -------------------------------------------------*/

/* Takes over the name as far as it can be printed anywhere. */
static void take_name(tby_engine *e, tby_str line)
{
    tby_text t = {e->name, sizeof e->name, 0};
    tby_str word;

    if (!tby_str_word(&line, &word) || !tby_str_word(&line, &word) ||
        !tby_str_is(word, "name"))
        return;
    line = tby_str_trim(line);
    for (size_t i = 0; i < line.n && i + 1 < sizeof e->name; i++)
        tby_text_char(&t,
                      line.p[i] >= ' ' && line.p[i] <= '~' ? line.p[i] : '?');
    tby_text_end(&t);
}

static tby_rc hear_start(tby_engine *e, tby_str word, tby_str line,
                         tby_engine_event *out)
{
    if (tby_str_is(word, "id"))
        take_name(e, line);
    else if (tby_str_is(word, "option"))
        tby_engine_option_read(e, line);
    if (!tby_str_is(word, "uciok"))
        return TBY_DONE;
    e->stage = TBY_ENGINE_IDLE;
    e->deadline = -1;
    if (e->wanted) {
        tby_rc rc = tby_engine_prepare(e);
        return rc == TBY_OK ? TBY_DONE : rc;
    }
    *out = (tby_engine_event){.kind = TBY_ENGINE_READY};
    return TBY_OK;
}

static tby_rc hear_best(tby_engine *e, tby_str line, tby_engine_event *out)
{
    tby_move m;
    tby_str word;

    if (!tby_str_word(&line, &word) || !tby_str_word(&line, &word) ||
        tby_uci_parse(&e->pos, word, &m, NULL) != TBY_OK || m == TBY_MOVE_NULL)
        return tby_engine_fail(e, TBY_E_ENGINE_ANSWER);
    e->stage = TBY_ENGINE_IDLE;
    e->deadline = -1;
    e->quiet = -1;
    *out =
        (tby_engine_event){.kind = TBY_ENGINE_BEST, .best = m, .cut = e->cut};
    return TBY_OK;
}

static tby_rc hear_thought(tby_engine *e, tby_str word, tby_str line,
                           tby_engine_event *out)
{
    if (tby_str_is(word, "bestmove"))
        return hear_best(e, line, out);
    tby_engine_event event = {.kind = TBY_ENGINE_INFO};
    if (!tby_engine_info_parse(&e->pos, line, &event.info))
        return TBY_DONE;
    if (e->quiet >= 0)
        e->quiet = tby_engine_in(e->settings.patience.silence);
    if (event.info.eval.kind == TBY_EVAL_NONE)
        return TBY_DONE;
    *out = event;
    return TBY_OK;
}

/* TBY_OK: there is an event; TBY_DONE: there is none. */
static tby_rc hear(tby_engine *e, tby_str line, tby_engine_event *out)
{
    tby_str rest = line, word;
    tby_rc rc;

    if (!tby_str_word(&rest, &word))
        return TBY_DONE;
    switch (e->stage) {
    case TBY_ENGINE_STARTING:
        return hear_start(e, word, line, out);
    case TBY_ENGINE_PREPARING:
        /* anything else belongs to the search before */
        rc = tby_str_is(word, "readyok") ? tby_engine_think(e) : TBY_OK;
        return rc == TBY_OK ? TBY_DONE : rc;
    case TBY_ENGINE_THINKING:
    case TBY_ENGINE_STOPPING:
        return hear_thought(e, word, line, out);
    case TBY_ENGINE_GONE:
    case TBY_ENGINE_IDLE:
        break;
    }
    return TBY_DONE;
}

/* --- waiting --------------------------------------------------------------*/

static bool passed(double moment, double now)
{
    return moment >= 0 && now >= moment;
}

/* Patience is at its end: first the search is stopped, then the engine. */
static tby_rc keep_time(tby_engine *e, double now)
{
    bool thinking = e->stage == TBY_ENGINE_THINKING;

    if (!passed(e->deadline, now) && !(thinking && passed(e->quiet, now)))
        return TBY_OK;
    if (thinking)
        return tby_engine_stop(e);
    return tby_engine_fail(e, e->stage == TBY_ENGINE_STARTING
                                  ? TBY_E_ENGINE_START
                                  : TBY_E_ENGINE_SILENT);
}

/* The earliest of the moments at which something must happen. */
static double earliest(const tby_engine *e, double until)
{
    if (e->deadline >= 0 && e->deadline < until)
        until = e->deadline;
    if (e->quiet >= 0 && e->quiet < until)
        until = e->quiet;
    return until;
}

tby_rc tby_engine_next(tby_engine *e, double seconds, tby_engine_event *out)
{
    double until = tby_engine_in(seconds);

    for (unsigned lines = 1;; lines++) {
        double now = tby_clock_now();
        tby_str line;

        if (e->stage == TBY_ENGINE_GONE)
            return e->failure.code;
        tby_rc rc = keep_time(e, now);
        if (rc != TBY_OK)
            return rc;
        rc = tby_process_read(&e->process, earliest(e, until) - now, &line);
        bool pause = rc == TBY_E_IO_TIMEOUT || lines % LINES_AT_ONCE == 0;
        if (rc == TBY_OK)
            rc = hear(e, line, out);
        else if (rc == TBY_E_LIMIT || rc == TBY_E_IO_TIMEOUT)
            rc = TBY_DONE;
        else
            rc = tby_engine_fail(e, TBY_E_ENGINE_ENDED);
        if (rc != TBY_DONE)
            return rc;
        if (pause && tby_clock_now() >= until)
            return TBY_E_IO_TIMEOUT;
    }
}
