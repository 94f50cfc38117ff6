/* routes.c - see routes.h. */
#include "app/server/http/request.h"

#include "core/base/text.h"

#include <string.h>

#define V1   "api/v1/"
#define REPS V1 "repertoires"

enum {
    WORK = ROUTE_WORK,
    WRITE = ROUTE_WORK | ROUTE_BODY,
};

static const route ROUTES[] = {
    {"GET", V1 "position", tby__answer_position, WORK},
    {"POST", V1 "positions", tby__answer_positions, WRITE | ROUTE_ALL},
    {"POST", V1 "coverage", tby__answer_coverage, WRITE | ROUTE_ALL},
    {"POST", V1 "deviations", tby__answer_deviations, WRITE | ROUTE_ALL},
    {"GET", V1 "tablebase", tby__answer_tablebase, WORK},
    {"GET", V1 "games", tby__answer_games, WORK | ROUTE_ALL},
    {"GET", V1 "games/*", tby__answer_game, WORK},
    {"GET", V1 "players", tby__answer_players, WORK | ROUTE_ALL},
    {"GET", V1 "openings", tby__answer_openings, 0},
    {"GET", V1 "names", tby__answer_names, 0},
    {"GET", V1 "health", tby__answer_health, 0},
    {"GET", V1 "questions/*", tby__answer_question, 0},
    {"GET", V1 "engine", tby__answer_engine, ROUTE_SLOW},
    {"GET", V1 "export", tby__answer_export, WORK | ROUTE_SLOW | ROUTE_ALL},
    {"POST", V1 "import", tby__answer_import, ROUTE_UPLOAD},
    {"GET", V1 "import/*", tby__answer_import_events, ROUTE_SLOW},
    {"DELETE", V1 "import/*", tby__answer_import_stop, 0},
    {"GET", REPS, tby__answer_repertoires, WORK},
    {"GET", REPS "/*", tby__answer_repertoire_get, WORK},
    {"PUT", REPS "/*", tby__answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*", tby__answer_repertoire_delete, WORK},
    {"GET", REPS "/*/cards", tby__answer_repertoire_get, WORK},
    {"PUT", REPS "/*/cards", tby__answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*/cards", tby__answer_repertoire_delete, WORK},
};

/* HEAD is GET without a body, which libmicrohttpd leaves out. */
static bool takes(const route *r, const char *method)
{
    return strcmp(strcmp(method, "HEAD") == 0 ? "GET" : method, r->method) == 0;
}

static void allow_method(tby_text *t, const char *method)
{
    tby_text_cstr(t, t->len ? ", " : "");
    tby_text_cstr(t, method);
    if (strcmp(method, "GET") == 0)
        tby_text_cstr(t, ", HEAD");
}

const route *tby__route_find(const target *t, const char *method, char *allow,
                             size_t cap)
{
    tby_text allowed = {.buf = allow, .cap = cap};

    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        if (!tby__target_fits(t, ROUTES[i].pattern))
            continue;
        if (takes(&ROUTES[i], method))
            return &ROUTES[i];
        allow_method(&allowed, ROUTES[i].method);
    }
    tby_text_end(&allowed);
    return NULL;
}
