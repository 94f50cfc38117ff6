/* uci.c - see uci.h. */
#include "engine/uci.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "engine/options.h"
#include "engine/uci_int.h"
#include "io/system/clock.h"
#include "io/system/program.h"
#include "tabiya/fen.h"
#include "tabiya/moves.h"

#include <errno.h>

enum {
    LINE_MOST = 1 << 14, /* ten times a line with 256 moves */
    WORDS_MOST = 512     /* of what we send */
};

static const double WRITE_SECONDS = 2, END_SECONDS = 1;

/* --- starting and ending --------------------------------------------------*/

tby_rc tby_engine_find(const char *name, char *buf, size_t cap)
{
    tby_rc rc = tby_program_find(name ? name : "stockfish", buf, cap);

    return rc != TBY_OK && !name ? TBY_E_ENGINE_NONE : rc;
}

tby_engine_failure tby_engine_unstarted(tby_rc rc)
{
    return (tby_engine_failure){rc, TBY_ENGINE_GONE, -1,
                                rc == TBY_E_IO_SPAWN ? errno : 0};
}

tby_rc tby_engine_fail(tby_engine *e, tby_rc code)
{
    bool ended = code == TBY_E_ENGINE_ENDED;
    double begin = tby_clock_now();
    /* one that has closed its output is about to end, or it hangs, too */
    int status = tby_process_stop(&e->process, ended ? END_SECONDS : 0);
    bool killed = !ended || tby_clock_now() - begin >= END_SECONDS;

    e->failure = (tby_engine_failure){code, e->stage, killed ? -1 : status, 0};
    e->stage = TBY_ENGINE_GONE;
    return code;
}

static tby_rc send(tby_engine *e, const tby_text *words)
{
    tby_str text = {words->buf, words->len};

    TBY_ASSERT(words->len <= words->cap);
    tby_rc rc = tby_process_write(&e->process, text, WRITE_SECONDS);
    if (rc == TBY_OK)
        return TBY_OK;
    return tby_engine_fail(e, rc == TBY_E_IO_TIMEOUT ? TBY_E_ENGINE_SILENT
                                                     : TBY_E_ENGINE_ENDED);
}

static tby_rc send_cstr(tby_engine *e, const char *words)
{
    char buf[WORDS_MOST];
    tby_text t = {buf, sizeof buf, 0};

    tby_text_cstr(&t, words);
    return send(e, &t);
}

static void set_default(double *seconds, double value)
{
    if (*seconds <= 0)
        *seconds = value;
}

static tby_engine_patience patience_of(tby_engine_patience p)
{
    set_default(&p.start, 10);
    set_default(&p.ready, 30);
    set_default(&p.silence, 60);
    set_default(&p.longest, 3600);
    set_default(&p.stop, 5);
    set_default(&p.quit, 1);
    return p;
}

tby_rc tby_engine_start(tby_engine *e, const tby_engine_settings *settings)
{
    const char *const argv[] = {settings->path, NULL};

    *e = (tby_engine){.settings = *settings, .quiet = -1};
    e->settings.patience = patience_of(settings->patience);
    tby_rc rc = tby_process_start(&e->process, argv, LINE_MOST);
    if (rc != TBY_OK) {
        e->failure = tby_engine_unstarted(rc);
        return rc;
    }
    e->stage = TBY_ENGINE_STARTING;
    e->deadline = tby_engine_in(e->settings.patience.start);
    return send_cstr(e, "uci\n");
}

void tby_engine_quit(tby_engine *e)
{
    /* one that does not read is killed later */
    if (e->stage != TBY_ENGINE_GONE &&
        tby_process_write(&e->process, TBY_STR("stop\nquit\n"), 0) != TBY_OK)
        e->settings.patience.quit = 0;
}

void tby_engine_close(tby_engine *e)
{
    if (e->stage == TBY_ENGINE_GONE)
        return;
    tby_engine_quit(e);
    tby_process_stop(&e->process, e->settings.patience.quit);
    e->stage = TBY_ENGINE_GONE;
}

/* --- a search -------------------------------------------------------------*/

tby_rc tby_engine_prepare(tby_engine *e)
{
    char buf[WORDS_MOST];
    tby_text t = {buf, sizeof buf, 0};

    e->wanted = false;
    if (!tby_engine_options_set(e, &t))
        return tby_engine_fail(e, TBY_E_ENGINE_OPTION);
    /* what it thinks of one position must not depend on the last one */
    tby_text_cstr(&t, "ucinewgame\nisready\n");
    e->stage = TBY_ENGINE_PREPARING;
    e->deadline = tby_engine_in(e->settings.patience.ready);
    return send(e, &t);
}

static void write_limit(tby_text *t, const char *name, uint64_t value)
{
    if (!value)
        return;
    tby_text_cstr(t, name);
    tby_text_u64(t, value);
}

static void set_deadlines(tby_engine *e)
{
    const tby_engine_patience *p = &e->settings.patience;
    const tby_engine_limit *l = &e->limit;
    bool counted = l->depth || l->nodes;

    if (l->ms)
        e->deadline = tby_engine_in(l->ms / 1e3 + p->stop);
    else
        e->deadline = counted ? tby_engine_in(p->longest) : -1;
    e->quiet = counted && !l->ms ? tby_engine_in(p->silence) : -1;
}

tby_rc tby_engine_think(tby_engine *e)
{
    const tby_engine_limit *l = &e->limit;
    bool chess960 = e->options[TBY_ENGINE_CHESS960].value;
    tby_setup setup = tby_pos_to_setup(&e->pos);
    char buf[WORDS_MOST], fen[TBY_FEN_MAX];
    tby_text t = {buf, sizeof buf, 0};

    tby_fen_write(&setup, chess960 ? TBY_FEN_SHREDDER : TBY_FEN_X, fen,
                  sizeof fen);
    tby_text_cstr(&t, "position fen ");
    tby_text_cstr(&t, fen);
    tby_text_cstr(&t, "\ngo");
    write_limit(&t, " depth ", l->depth);
    write_limit(&t, " nodes ", l->nodes);
    write_limit(&t, " movetime ", l->ms);
    if (!l->depth && !l->nodes && !l->ms)
        tby_text_cstr(&t, " infinite");
    tby_text_char(&t, '\n');
    e->stage = TBY_ENGINE_THINKING;
    e->cut = false;
    set_deadlines(e);
    tby_rc rc = send(e, &t);
    return rc == TBY_OK && e->stop ? tby_engine_stop(e) : rc;
}

tby_rc tby_engine_search(tby_engine *e, const tby_pos *p,
                         const tby_engine_limit *limit)
{
    tby_setup setup = tby_pos_to_setup(p);
    tby_moves legal;

    if (e->stage == TBY_ENGINE_GONE)
        return e->failure.code;
    TBY_ASSERT(!e->wanted && e->stage <= TBY_ENGINE_IDLE);
    if (tby_setup_faults(&setup))
        return TBY_E_POS_FAULTY;
    tby_moves_legal(p, &legal);
    if (legal.n == 0)
        return TBY_E_ENGINE_OVER;
    e->pos = *p;
    e->limit = *limit;
    e->wanted = true;
    e->stop = false;
    return e->stage == TBY_ENGINE_IDLE ? tby_engine_prepare(e) : TBY_OK;
}

tby_rc tby_engine_stop(tby_engine *e)
{
    e->stop = true;
    if (e->stage != TBY_ENGINE_THINKING)
        return TBY_OK; /* tby_engine_think() will do it, or there is nothing to
                          stop */
    e->cut = true;
    e->quiet = -1;
    e->stage = TBY_ENGINE_STOPPING;
    e->deadline = tby_engine_in(e->settings.patience.stop);
    return send_cstr(e, "stop\n");
}
