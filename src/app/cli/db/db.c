/* db.c - see db.h. */
#include "app/cli/db/db.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "io/system/thread.h"
#include "work/json/answer.h"

#include <string.h>

static int refuse(const tby_db_ask *a, size_t condition, const char *value,
                  tby_rc rc, size_t at)
{
    const char *name = tby__filter_name(condition);

    if (rc == TBY_E_NOMEM)
        return tby_cli_fail(name, rc);
    if (rc == TBY_E_STORE_FILTER)
        return tby_cli_usage(a->call->command, tby__filter_form(condition),
                             "--%s '%s' is not understood at character %zu.",
                             name, value, at + 1);
    if (rc == TBY_E_STORE_REVERSED)
        return tby_cli_usage(a->call->command, tby__filter_form(condition),
                             "--%s '%s' is reversed: its end lies before its "
                             "beginning.",
                             name, value);
    return tby_cli_usage(a->call->command, tby__filter_form(condition),
                         "--%s '%s', character %zu: %s", name, value, at + 1,
                         tby_rc_text(rc));
}

/* --as says more about --player, --by about --move: without these it would say
 * nothing.  (db moves and db player have these as arguments.) */
static bool goes_with(const tby_cli_call *call, const char *option,
                      const char *other, int *code)
{
    const tby_cli_option *o = call->command->options;

    while (o && o->name && strcmp(o->name, other) != 0)
        o++;
    if (!o || !o->name || !tby_cli_find_value(call, option) ||
        tby_cli_find_value(call, other))
        return true;
    *code = TBY_CLI_USAGE(call, "--%s needs --%s.", option, other);
    return false;
}

/* Opens the file for conditions that have been read. */
static bool open_file(tby_db_ask *a, int *code)
{
    if (a->filter.against.p && !a->filter.player.p) {
        *code = TBY_CLI_USAGE(a->call, "--against needs --player.");
        return false;
    }
    if (!tby__filter_winner(&a->filter)) {
        *code = tby_cli_usage(a->call->command,
                              "Or write white, black or draw: who won, whoever "
                              "it was.",
                              "--result win and loss need --player, or one of "
                              "--white and --black.");
        return false;
    }
    tby_rc rc = tby_store_open(&a->store, a->path, TBY_STORE_READ);
    if (rc == TBY_OK)
        return true;
    *code = tby_db_ask_fail(a, rc);
    tby_db_ask_close(a);
    return false;
}

bool tby_db_ask_open(tby_db_ask *a, const tby_cli_call *call, const char *path,
                     unsigned limit, int *code)
{
    *a = (tby_db_ask){.call = call, .path = path, .limit = limit};
    tby__filter_init(&a->filter);
    *code = TBY_EXIT_USAGE;
    if (!tby_cli_number_of(call, "limit", 0, TBY_DB_MOST, &a->limit) ||
        !tby_cli_number_of(call, "offset", 0, TBY_DB_MOST, &a->offset))
        return false;
    for (size_t i = 0; tby__filter_name(i); i++) {
        const char *name = tby__filter_name(i);
        const char *value = tby_cli_find_value(call, name);
        tby_err err = {TBY_OK, 0};
        if (!value)
            continue;
        if (tby_cli_is_repeated(call, name)) {
            TBY_CLI_USAGE(call, "--%s is given twice, and one is all it takes.",
                          name);
            return false;
        }
        tby_rc rc = tby__filter_set(&a->filter, tby_str_of(name),
                                    tby_str_of(value), &err);
        if (rc != TBY_OK) {
            *code = refuse(a, i, value, rc, err.at);
            return false;
        }
    }
    *code = TBY_EXIT_OK;
    if (strcmp(call->command->args, "DB... NAME") == 0) /* db player */
        a->filter.player = tby__filter_player(tby_str_of(call->args[1]));
    return goes_with(call, "as", "player", code) &&
           goes_with(call, "by", "move", code) && open_file(a, code);
}

bool tby_db_ask_open_where(tby_db_ask *a, const tby_cli_call *call,
                           const char *path, int *code)
{
    const char *where = tby_cli_find_value(call, "where");
    tby_str rest = tby_str_trim(tby_str_of(where));

    *a = (tby_db_ask){.call = call, .path = path};
    tby__filter_init(&a->filter);
    for (; rest.n; rest = tby_str_trim(rest)) {
        /* NAME=VALUE, the value in quotes or up to a space */
        tby_condition c;
        char text[256];
        tby_rc rc = tby_condition_take(&a->filter, &rest, &c);

        if (rc == TBY_OK)
            continue;
        if (rc == TBY_DONE) {
            *code = tby_cli_usage(call->command,
                                  "Write NAME=VALUE with the conditions of 'db "
                                  "games': \"player='Carl*' elo=2600+\".",
                                  "--where: '%.*s' is no condition.",
                                  (int)c.name.n, c.name.p);
            return false;
        }
        snprintf(text, sizeof text, "%.*s",
                 (int)(c.value.n < 200 ? c.value.n : 200), c.value.p);
        *code = refuse(a, c.number, text, rc, c.at);
        return false;
    }
    return open_file(a, code);
}

/* Says whom a name was taken for where that is not the only one it may mean. */
static void say_whom(const tby_db_ask *a, tby_str name)
{
    enum { SHOWN = 4 };
    tby_players_answer found;
    char text[1000];
    tby_text t = {text, sizeof text, 0};

    if (!name.p || (name.n && name.p[name.n - 1] == '*') ||
        memchr(name.p, '\n', name.n) ||
        tby_store_players(a->store, name, NULL, 0, 0, &found) != TBY_OK)
        return;
    tby_text_char(&t, '\'');
    tby_text_str(&t, name);
    tby_text_char(&t, '\'');
    for (int meant = 1; meant >= 0; meant--) {
        size_t n = 0;
        for (size_t i = 0; i < found.n; i++) {
            const tby_player_row *r = &found.rows[i];
            uint64_t games = r->white.games + r->black.games;
            if (r->meant != meant || n++ >= SHOWN)
                continue;
            tby_text_join(&t,
                          n > 1   ? ", '"
                          : meant ? " was taken for '"
                                  : "; it may also be '",
                          r->name, "' (");
            tby_text_u64(&t, games);
            tby_text_cstr(&t, games == 1 ? " game)" : " games)");
        }
        if (n > SHOWN) {
            tby_text_cstr(&t, " and ");
            tby_text_u64(&t, n - SHOWN);
            tby_text_cstr(&t, " more");
        }
    }
    tby_text_char(&t, '.');
    tby_text_end(&t);
    if (found.total > 1) {
        fflush(stdout); /* the answer comes first */
        tby_cli_diag_file(tby_db_shown(a->path), text, "several_players");
    }
    tby_players_free(&found);
}

void tby_db_ask_close(tby_db_ask *a)
{
    if (a->store && !tby_store_error_text(a->store)[0]) {
        say_whom(a, a->filter.player);
        say_whom(a, a->filter.against);
        say_whom(a, a->filter.white);
        say_whom(a, a->filter.black);
    }
    unsigned long long waiting = a->store ? tby_store_waiting(a->store) : 0;

    /* An import is under way, or was cut off. */
    if (waiting && !tby_store_error_text(a->store)[0]) {
        fflush(stdout); /* the answer comes first */
        tby_cli_say(TBY_ERROR, tby_db_shown(a->path), "games_waiting",
                    "%llu of %llu games wait%s for the index and cannot be "
                    "found by position: an import is running or was cut off; "
                    "'tabiya db optimize' indexes them.",
                    waiting, (unsigned long long)tby_store_games(a->store),
                    waiting == 1 ? "s" : "");
    }
    tby_store_close(a->store);
    a->store = NULL;
}

int tby_db_answer(const tby_cli_call *call, unsigned limit,
                  int (*answer)(tby_db_ask *a))
{
    static tby_db_ask a; /* large, and there is one */
    int code;

    if (!tby_db_ask_open(&a, call, call->args[0], limit, &code))
        return code;
    code = answer(&a);
    tby_db_ask_close(&a);
    return code;
}

int tby_db_ask_fail(const tby_db_ask *a, tby_rc rc)
{
    return tby_db_fail(a->store, a->path, rc);
}

const char *tby_db_shown(const char *path)
{
    static char shown[512];

    if (!strchr(path, '\n'))
        return path;
    (void)snprintf(shown, sizeof shown, "%s", path);
    for (char *p = shown; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
    return shown;
}

int tby_db_ask_nothing(const tby_db_ask *a, const char *sentence)
{
    tby_cli_diag_file(tby_db_shown(a->path), sentence, "nothing_found");
    return TBY_EXIT_NO;
}

void tby_db_candidates(const char *path, const char *sentence, const char *name,
                       const tby_players_answer *found)
{
    enum { SHOWN = 20 };

    tby_cli_diag_file(tby_db_shown(path), sentence, name);
    for (size_t i = 0; i < found->n && i < SHOWN; i++) {
        const tby_player_row *r = &found->rows[i];
        fprintf(stderr, "%8llu  ",
                (unsigned long long)(r->white.games + r->black.games));
        tby_print_clean(stderr, tby_str_of(r->name));
        fputc('\n', stderr);
    }
    if (found->n > SHOWN)
        fprintf(stderr, "%8s  %zu more\n", "", found->n - SHOWN);
}

tby_games_order tby_db_ask_order(const tby_cli_call *call)
{
    const char *sort = tby_cli_value(call, "sort");

    if (!sort)
        return TBY_BY_ID;
    return sort[0] == 'd'   ? TBY_BY_DATE
           : sort[0] == 'e' ? TBY_BY_ELO
           : sort[0] == 'p' ? TBY_BY_PLIES
                            : TBY_BY_ID;
}

int tby_db_print_row(tby_db_ask *a, uint64_t id)
{
    tby_rc rc = tby_print_game(stdout, a->store, id);

    return rc == TBY_OK ? TBY_EXIT_OK : tby_db_ask_fail(a, rc);
}

/* "300M", "2G", "65536K" or plain bytes. */
static bool size_of(const char *text, uint64_t *out)
{
    static const char UNITS[] = "KMG";
    tby_str s = tby_str_of(text);
    const char *unit = s.n ? strchr(UNITS, s.p[s.n - 1]) : NULL;
    unsigned shift = unit && *unit ? 10 * (unsigned)(unit - UNITS + 1) : 0;

    s.n -= shift > 0;
    if (tby_num_u64(s, 0, UINT64_MAX >> shift, out, NULL) != TBY_OK)
        return false;
    *out <<= shift;
    return true;
}

bool tby_db_work_of(const tby_cli_call *call, size_t *memory, unsigned *threads)
{
    const uint64_t least = 128u << 20, most = UINT64_C(1) << 42;
    const char *text = tby_cli_value(call, "memory");
    uint64_t bytes = 512u << 20;

    if (text && (!size_of(text, &bytes) || bytes < least || bytes > most)) {
        TBY_CLI_USAGE(call, "--memory: '%s' is no size from 128M to 4096G.",
                      text);
        return false;
    }
    *memory = (size_t)bytes;
    return tby_cli_number_of(call, "threads", 0, TBY_THREADS_MAX, threads);
}

int tby_db_fail(const tby_store *s, const char *path, tby_rc rc)
{
    return tby_cli_fail_file(tby_db_shown(path), rc, tby_store_error_text(s));
}

int tby_db_open(tby_store **out, const char *path, tby_store_mode mode)
{
    tby_store *s = NULL;
    tby_rc rc = tby_store_open(&s, path, mode);

    *out = NULL;
    if (rc == TBY_OK) {
        *out = s;
        return TBY_EXIT_OK;
    }
    int code = tby_db_fail(s, path, rc);
    tby_store_close(s);
    return code;
}

const char *tby_db_bytes(uint64_t bytes, char buf[TBY_DB_BYTES])
{
    static const char *const UNITS[] = {"B", "kB", "MB", "GB", "TB"};
    double value = (double)bytes;
    size_t unit = 0;

    while (value >= 999.95 && unit + 1 < sizeof UNITS / sizeof *UNITS) {
        value /= 1000;
        unit++;
    }
    snprintf(buf, TBY_DB_BYTES, "%.*f %s", unit > 0, value, UNITS[unit]);
    return buf;
}
