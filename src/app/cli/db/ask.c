/* ask.c - opening a database, conditions, and games as rows. */
#include "app/cli/db/ask.h"

#include "core/base/str.h"
#include "core/base/utf8.h"

#include <string.h>

/* --- opening --------------------------------------------------------------*/

static int refuse(const tby_db_ask *a, size_t condition, const char *value,
                  tby_rc rc, size_t at)
{
    const char *name = store_filter_name(condition);

    if (rc == TBY_E_NOMEM)
        return tby_cli_fail(name, rc);
    if (rc == TBY_E_STORE_FILTER)
        return tby_cli_usage(a->call->command, store_filter_form(condition),
                             "--%s '%s' is not understood at character %zu.",
                             name, value, at + 1);
    if (rc == TBY_E_STORE_REVERSED)
        return tby_cli_usage(a->call->command, store_filter_form(condition),
                             "--%s '%s' is reversed: its end lies before its "
                             "beginning.",
                             name, value);
    return tby_cli_usage(a->call->command, NULL, "--%s '%s', character %zu: %s",
                         name, value, at + 1, tby_rc_text(rc));
}

static bool set_condition(tby_db_ask *a, size_t condition, int *code)
{
    const char *name = store_filter_name(condition);
    const char *value = tby_cli_find_value(a->call, name);
    tby_err err = {TBY_OK, 0};
    tby_rc rc;

    if (!value)
        return true;
    if (tby_cli_is_repeated(a->call, name)) {
        *code = tby_cli_usage(a->call->command, NULL,
                              "--%s is given twice, and one is all it takes.",
                              name);
        return false;
    }
    rc =
        store_filter_set(&a->filter, tby_str_of(name), tby_str_of(value), &err);
    if (rc != TBY_OK)
        *code = refuse(a, condition, value, rc, err.at);
    return rc == TBY_OK;
}

static bool takes(const tby_cli_call *call, const char *option)
{
    const tby_cli_option *o = call->command->options;

    while (o->name && strcmp(o->name, option) != 0)
        o++;
    return o->name;
}

/* --as says more about --player, --by about --move: without these it would say
 * nothing.  (db moves has the move as an argument.) */
static bool goes_with(const tby_cli_call *call, const char *option,
                      const char *other, int *code)
{
    if (!tby_cli_find_value(call, option) || !takes(call, other) ||
        tby_cli_find_value(call, other))
        return true;
    *code =
        tby_cli_usage(call->command, NULL, "--%s needs --%s.", option, other);
    return false;
}

bool tby_db_ask_open(tby_db_ask *a, const tby_cli_call *call, int *code)
{
    tby_rc rc;

    *a = (tby_db_ask){.call = call, .path = call->args[0]};
    store_filter_init(&a->filter);
    for (size_t i = 0; store_filter_name(i); i++)
        if (!set_condition(a, i, code))
            return false;
    if (!store_filter_winner(&a->filter)) {
        *code = tby_cli_usage(call->command,
                              "Or write white, black or draw: who won, whoever "
                              "it was.",
                              "--result win and loss need --player, or one of "
                              "--white and --black.");
        return false;
    }
    if (!goes_with(call, "as", "player", code) ||
        !goes_with(call, "by", "move", code))
        return false;
    rc = tby_store_open(&a->store, a->path, TBY_STORE_READ);
    if (rc == TBY_OK)
        return true;
    *code = tby_db_ask_fail(a, rc);
    tby_db_ask_close(a);
    return false;
}

/* An import is under way, or was cut off. */
static void note_waiting(const tby_db_ask *a)
{
    char text[400];
    unsigned waiting = tby_store_waiting(a->store);

    if (!waiting || tby_store_error_text(a->store)[0])
        return;
    fflush(stdout); /* the answer comes first */
    (void)snprintf(text, sizeof text,
                   "%u of %u games wait%s for the index and cannot be "
                   "found by position: an import is running or was cut off; "
                   "'tabiya db optimize' indexes them.",
                   waiting, tby_store_games(a->store), waiting == 1 ? "s" : "");
    tby_cli_diag_file(a->path, text, "games_waiting");
}

void tby_db_ask_close(tby_db_ask *a)
{
    if (a->store)
        note_waiting(a);
    tby_store_close(a->store);
    a->store = NULL;
}

int tby_db_ask_fail(const tby_db_ask *a, tby_rc rc)
{
    const char *text = tby_store_error_text(a->store);

    if (!text[0])
        text = tby_rc_text(rc);
    tby_cli_diag_file(a->path, text, tby_rc_name(rc));
    return tby_cli_exit_of_file(rc);
}

int tby_db_ask_nothing(const tby_db_ask *a, const char *sentence)
{
    tby_cli_diag_file(a->path, sentence, "nothing_found");
    return TBY_EXIT_NO;
}

bool tby_db_ask_number(const tby_cli_call *call, const char *option,
                       unsigned *out)
{
    const char *value = tby_cli_value(call, option);
    char name[32];

    (void)snprintf(name, sizeof name, "--%s", option);
    return !value || tby_cli_number(call, name, value, 0, 1000000000, out);
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

/* --- rows -----------------------------------------------------------------*/

/* At most so many characters of it. */
static void put_name(tby_str name, unsigned characters)
{
    size_t shown = 0;

    while (shown < name.n && characters--) {
        size_t n = tby_utf8_decode(tby_str_from(name, shown), NULL);
        shown += n ? n : 1;
    }
    if (!name.p)
        fputc('?', stdout);
    else
        tby_cli_put_clean(stdout, (tby_str){name.p, shown});
}

static void put_player(const tby_game_row *r, store_column name,
                       store_column elo)
{
    put_name(r->names[name], 30);
    if (r->column[elo])
        printf(" (%u)", r->column[elo]);
}

void tby_db_print_score(const tby_score *s)
{
    printf("Games  %llu", (unsigned long long)s->games);
    if (s->white + s->draws + s->black)
        printf("   White %.1f%%  +%llu =%llu -%llu", tby_db_percent(s),
               (unsigned long long)s->white, (unsigned long long)s->draws,
               (unsigned long long)s->black);
    putchar('\n');
}

void tby_db_print_head(void)
{
    puts("       Id  Date        Result   ECO  Moves  Players, event");
}

int tby_db_print_row(tby_db_ask *a, uint32_t id)
{
    char date[TBY_ANSWER_DATE], eco[TBY_ANSWER_ECO];
    tby_game_row r;
    tby_rc rc = tby_store_row(a->store, id, &r);

    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    tby_answer_date(r.column[STORE_DATE], date);
    tby_answer_eco(r.column[STORE_ECO], eco);
    printf("%9u  %s  %-7s  %s  %5u  ", id, date,
           tby_result_text((tby_result)r.column[STORE_RESULT]), eco,
           (r.column[STORE_PLIES] + 1) / 2);
    put_player(&r, STORE_WHITE, STORE_WHITE_ELO);
    fputs(" - ", stdout);
    put_player(&r, STORE_BLACK, STORE_BLACK_ELO);
    fputs(", ", stdout);
    put_name(r.names[STORE_EVENT], 40);
    putchar('\n');
    return TBY_EXIT_OK;
}

double tby_db_percent(const tby_score *score)
{
    uint64_t n = score->white + score->draws + score->black;

    return n ? (100.0 * (double)score->white + 50.0 * (double)score->draws) /
                   (double)n
             : 0;
}
