#include "engine/uci.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/chess/castling.h"
#include "io/system/clock.h"
#include "io/system/process.h"
#include "tabiya/fen.h"
#include "tabiya/moves.h"
#include "tabiya/uci.h"

#include <errno.h>
#include <string.h>

/* The moment in so many seconds. */
static inline double tby_engine_in(double seconds)
{
    return tby_clock_now() + seconds;
}

enum {
    LINE_MOST = 1 << 14, /* ten times a line with 256 moves */
    WORDS_MOST = 1 << 12 /* of what we send: an option, or 256 moves */
};

static const double WRITE_SECONDS = 2, END_SECONDS = 1;

tby_rc tby_engine_find(const char *name, char *buf, size_t cap)
{
    tby_rc rc = tby_program_find(name ? name : "stockfish", buf, cap);

    return rc != TBY_OK && !name ? TBY_E_ENGINE_NONE : rc;
}

tby_engine_failure tby_engine_unstarted(tby_rc rc)
{
    return (tby_engine_failure){.code = rc,
                                .stage = TBY_ENGINE_GONE,
                                .status = -1,
                                .error = rc == TBY_E_IO_SPAWN ? errno : 0};
}

static const char *const DOING[] = {
    [TBY_ENGINE_GONE] = "",
    [TBY_ENGINE_STARTING] = " while it started",
    [TBY_ENGINE_IDLE] = " while it had nothing to do",
    [TBY_ENGINE_PREPARING] = " while it prepared a search",
    [TBY_ENGINE_THINKING] = " while it was thinking",
    [TBY_ENGINE_STOPPING] = " when it was told to stop",
};

size_t tby_engine_explain(const tby_engine_failure *f, char *buf, size_t cap)
{
    char reason[128];
    tby_text t = {buf, cap, 0};
    tby_str text = tby_str_of(tby_rc_text(f->code));
    bool timed =
        f->code == TBY_E_ENGINE_SILENT || f->code == TBY_E_ENGINE_ENDED;

    if (f->code == TBY_E_ENGINE_OPTION && f->option[0]) {
        tby_text_cstr(&t, f->option);
        return tby_text_end(&t);
    }
    text.n -= text.n > 0; /* the full stop */
    tby_text_str(&t, text);
    if (timed)
        tby_text_cstr(&t, DOING[f->stage]);
    if (f->status >= 0) {
        tby_text_cstr(&t, f->status > 128 ? ": signal " : ": exit status ");
        tby_text_u64(&t, (uint64_t)f->status - (f->status > 128 ? 128 : 0));
    }
    if (f->error && strerror_r(f->error, reason, sizeof reason) == 0) {
        tby_text_cstr(&t, ": ");
        tby_text_cstr(&t, reason);
    }
    tby_text_char(&t, '.');
    return tby_text_end(&t);
}

/* Ends the engine because of a failure, which is remembered; returns it. */
static tby_rc engine_fail(tby_engine *e, tby_rc code)
{
    bool ended = code == TBY_E_ENGINE_ENDED;
    double begin = tby_clock_now();
    /* one that has closed its output is about to end, or it hangs, too */
    int status = tby_process_stop(&e->process, ended ? END_SECONDS : 0);
    bool killed = !ended || tby_clock_now() - begin >= END_SECONDS;

    e->failure.code = code;
    e->failure.stage = e->stage;
    e->failure.status = killed ? -1 : status;
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
    return engine_fail(e, rc == TBY_E_IO_TIMEOUT ? TBY_E_ENGINE_SILENT
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

tby_rc tby_engine_start(tby_engine *e, const tby_engine_settings *settings)
{
    const char *const argv[] = {settings->path, NULL};

    *e = (tby_engine){.settings = *settings, .quiet = -1};
    tby_engine_patience p = settings->patience;
    set_default(&p.start, 10);
    set_default(&p.ready, 30);
    set_default(&p.silence, 60);
    set_default(&p.longest, 3600);
    set_default(&p.stop, 5);
    set_default(&p.quit, 1);
    e->settings.patience = p;
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

/* Adds `setoption` to what is sent; the engine's end if it has no such. */
static bool set_option(tby_engine *e, tby_str name, tby_str value, tby_text *to)
{
    tby_text why = {e->failure.option, sizeof e->failure.option, 0};
    bool set = tby_engine_option_set(&e->options, name, value, to, &why);

    tby_text_end(&why);
    return set;
}

static bool is_ours(tby_engine *e, tby_str name)
{
    tby_text why = {e->failure.option, sizeof e->failure.option, 0};

    if (!tby_engine_option_same(name, TBY_STR("MultiPV")) &&
        !tby_engine_option_same(name, TBY_STR("UCI_Chess960")))
        return false;
    tby_text_str(&why, name);
    tby_text_cstr(&why, " depends on what is asked, and cannot be set.");
    tby_text_end(&why);
    return true;
}

/* Sets the options of the settings: the engine has just said which it has. */
static tby_rc engine_choose(tby_engine *e)
{
    const tby_engine_choice *all = e->settings.options;
    const tby_str WDL = TBY_STR("UCI_ShowWDL");
    bool wdl = tby_engine_option_find(&e->options, WDL);
    char buf[WORDS_MOST];
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < e->settings.options_n && rc == TBY_OK; i++) {
        tby_text t = {buf, sizeof buf, 0};
        bool last = true;

        for (size_t k = i + 1; k < e->settings.options_n; k++)
            last &= !tby_engine_option_same(all[i].name, all[k].name);
        if (!last || (tby_engine_option_same(all[i].name, TBY_STR("Threads")) &&
                      tby_str_is(all[i].value, "1") &&
                      !tby_engine_option_find(&e->options, all[i].name)))
            continue;
        if (is_ours(e, all[i].name) ||
            !set_option(e, all[i].name, all[i].value, &t))
            return engine_fail(e, TBY_E_ENGINE_OPTION);
        wdl = wdl && !tby_engine_option_same(all[i].name, WDL);
        rc = send(e, &t);
    }
    return rc == TBY_OK && wdl
               ? send_cstr(e, "setoption name UCI_ShowWDL value true\n")
               : rc;
}

/* A search begins in two halves: options, and a question that closes what was
 * before; when that is answered, the position. */
static tby_rc engine_prepare(tby_engine *e)
{
    unsigned lines = e->limit.lines ? e->limit.lines : 1;
    bool chess960 = !tby_castling_is_orthodox(&e->pos);
    char buf[WORDS_MOST], number[16];
    tby_text t = {buf, sizeof buf, 0}, n = {number, sizeof number, 0};

    e->wanted = false;
    tby_text_u64(&n, lines);
    bool set = lines == e->lines || (lines == 1 && !e->lines) ||
               set_option(e, TBY_STR("MultiPV"), (tby_str){number, n.len}, &t);
    if (set && chess960 != e->chess960)
        set = set_option(e, TBY_STR("UCI_Chess960"),
                         tby_str_of(chess960 ? "true" : "false"), &t);
    if (!set)
        return engine_fail(e, TBY_E_ENGINE_OPTION);
    e->lines = lines;
    e->chess960 = chess960;
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

static tby_rc engine_think(tby_engine *e)
{
    const tby_engine_limit *l = &e->limit;
    tby_setup setup = tby_pos_to_setup(&e->pos);
    char buf[WORDS_MOST], fen[TBY_FEN_MAX];
    tby_text t = {buf, sizeof buf, 0};

    tby_fen_write(&setup, e->chess960 ? TBY_FEN_SHREDDER : TBY_FEN_X, fen,
                  sizeof fen);
    tby_text_cstr(&t, "position fen ");
    tby_text_cstr(&t, fen);
    tby_text_cstr(&t, "\ngo");
    write_limit(&t, " depth ", l->depth);
    write_limit(&t, " nodes ", l->nodes);
    write_limit(&t, " movetime ", l->ms);
    if (!l->depth && !l->nodes && !l->ms)
        tby_text_cstr(&t, " infinite");
    tby_text_cstr(&t, l->only_n ? " searchmoves" : "");
    for (unsigned i = 0; i < l->only_n; i++) {
        char uci[TBY_UCI_MAX];
        tby_uci_write(&e->pos, l->only[i],
                      e->chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, uci);
        tby_text_char(&t, ' ');
        tby_text_cstr(&t, uci);
    }
    tby_text_char(&t, '\n');
    e->stage = TBY_ENGINE_THINKING;
    e->cut = false;
    const tby_engine_patience *p = &e->settings.patience;
    bool counted = l->depth || l->nodes;

    if (l->ms)
        e->deadline = tby_engine_in(l->ms / 1e3 + p->stop);
    else
        e->deadline = counted ? tby_engine_in(p->longest) : -1;
    e->quiet = counted && !l->ms ? tby_engine_in(p->silence) : -1;
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
    return e->stage == TBY_ENGINE_IDLE ? engine_prepare(e) : TBY_OK;
}

tby_rc tby_engine_stop(tby_engine *e)
{
    e->stop = true;
    if (e->stage != TBY_ENGINE_THINKING)
        return TBY_OK; /* engine_think() will do it, or there is nothing to
                          stop */
    e->cut = true;
    e->quiet = -1;
    e->stage = TBY_ENGINE_STOPPING;
    e->deadline = tby_engine_in(e->settings.patience.stop);
    return send_cstr(e, "stop\n");
}

/* Before a caller that does not wait gets a turn. */
enum { LINES_AT_ONCE = 1000 };

/* Takes over name or author as far as it can be printed anywhere. */
static void take_id(tby_engine *e, tby_str line)
{
    tby_str word;

    if (!tby_str_word(&line, &word) || !tby_str_word(&line, &word))
        return;
    bool author = tby_str_is(word, "author");
    tby_text t = {author ? e->author : e->name, sizeof e->name, 0};
    if (!author && !tby_str_is(word, "name"))
        return;
    line = tby_str_trim(line);
    for (size_t i = 0; i < line.n && i + 1 < sizeof e->name; i++)
        tby_text_char(&t,
                      line.p[i] >= ' ' && line.p[i] <= '~' ? line.p[i] : '?');
    tby_text_end(&t);
}

/* TBY_OK: there is an event; TBY_DONE: there is none. */
static tby_rc read_line(tby_engine *e, tby_str line, tby_engine_event *out)
{
    tby_str rest = line, word;
    tby_rc rc;

    if (!tby_str_word(&rest, &word))
        return TBY_DONE;
    switch (e->stage) {
    case TBY_ENGINE_STARTING: {
        if (tby_str_is(word, "id"))
            take_id(e, line);
        else if (tby_str_is(word, "option"))
            tby_engine_option_read(&e->options, line);
        if (!tby_str_is(word, "uciok"))
            return TBY_DONE;
        rc = engine_choose(e);
        if (rc != TBY_OK)
            return rc;
        e->stage = TBY_ENGINE_IDLE;
        e->deadline = -1;
        if (e->wanted) {
            rc = engine_prepare(e);
            return rc == TBY_OK ? TBY_DONE : rc;
        }
        *out = (tby_engine_event){.kind = TBY_ENGINE_READY};
        return TBY_OK;
    }
    case TBY_ENGINE_PREPARING:
        /* anything else belongs to the search before */
        rc = tby_str_is(word, "readyok") ? engine_think(e) : TBY_OK;
        return rc == TBY_OK ? TBY_DONE : rc;
    case TBY_ENGINE_THINKING:
    case TBY_ENGINE_STOPPING: {
        if (tby_str_is(word, "bestmove")) {
            tby_move m;

            if (!tby_str_word(&line, &word) || !tby_str_word(&line, &word) ||
                tby_uci_parse(&e->pos, word, &m, NULL) != TBY_OK ||
                m == TBY_MOVE_NULL)
                return engine_fail(e, TBY_E_ENGINE_ANSWER);
            bool asked = e->limit.only_n == 0;
            for (unsigned i = 0; i < e->limit.only_n; i++)
                asked |= e->limit.only[i] == m;
            if (!asked)
                return engine_fail(e, TBY_E_ENGINE_ANSWER);
            e->stage = TBY_ENGINE_IDLE;
            e->deadline = -1;
            e->quiet = -1;
            *out = (tby_engine_event){
                .kind = TBY_ENGINE_BEST, .best = m, .cut = e->cut};
            return TBY_OK;
        }
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
    case TBY_ENGINE_GONE:
    case TBY_ENGINE_IDLE:
        break;
    }
    return TBY_DONE;
}

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
    return engine_fail(e, e->stage == TBY_ENGINE_STARTING
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
        TBY_TRY(keep_time(e, now));
        tby_rc rc =
            tby_process_read(&e->process, earliest(e, until) - now, &line);
        bool pause = rc == TBY_E_IO_TIMEOUT || lines % LINES_AT_ONCE == 0;
        if (rc == TBY_OK)
            rc = read_line(e, line, out);
        else if (rc == TBY_E_LIMIT || rc == TBY_E_IO_TIMEOUT)
            rc = TBY_DONE;
        else
            rc = engine_fail(e, TBY_E_ENGINE_ENDED);
        if (rc != TBY_DONE)
            return rc;
        if (pause && tby_clock_now() >= until)
            return TBY_E_IO_TIMEOUT;
    }
}
