/* routes.c - see routes.h. */
#include "app/server/http/routes.h"

#include "core/base/text.h"

#include <string.h>

#define V1   "api/v1/"
#define REPS V1 "repertoires"

enum {
    CHANGE = ROUTE_GUARDED,
    WRITE = ROUTE_GUARDED | ROUTE_BODY,
};

static const route ROUTES[] = {
    {"GET", V1 "position", answer_position, 0},
    {"POST", V1 "positions", answer_positions, WRITE},
    {"GET", V1 "games", answer_games, 0},
    {"GET", V1 "games/*", answer_game, 0},
    {"GET", V1 "players", answer_players, 0},
    {"GET", V1 "openings", answer_openings, 0},
    {"GET", V1 "book", answer_book, 0},
    {"GET", V1 "health", answer_health, 0},
    {"GET", V1 "engine", answer_engine, ROUTE_GUARDED | ROUTE_SLOW},
    {"GET", V1 "export", answer_export, ROUTE_SLOW},
    {"POST", V1 "import", answer_import, ROUTE_GUARDED | ROUTE_UPLOAD},
    {"GET", V1 "import/*", answer_import_events, ROUTE_SLOW},
    {"DELETE", V1 "import/*", answer_import_stop, CHANGE},
    {"GET", REPS, answer_repertoires, 0},
    {"GET", REPS "/*", answer_repertoire_get, 0},
    {"PUT", REPS "/*", answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*", answer_repertoire_delete, CHANGE},
    {"GET", REPS "/*/cards", answer_repertoire_get, 0},
    {"PUT", REPS "/*/cards", answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*/cards", answer_repertoire_delete, CHANGE},
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

const route *route_find(const target *t, const char *method, char *allow,
                        size_t cap)
{
    tby_text allowed = {.buf = allow, .cap = cap};

    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        if (!target_fits(t, ROUTES[i].pattern))
            continue;
        if (takes(&ROUTES[i], method))
            return &ROUTES[i];
        allow_method(&allowed, ROUTES[i].method);
    }
    tby_text_end(&allowed);
    return NULL;
}
