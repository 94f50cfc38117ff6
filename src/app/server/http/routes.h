/* routes.h - every path of the API, and who answers it. */
#ifndef TBY_APP_SERVER_HTTP_ROUTES_H
#define TBY_APP_SERVER_HTTP_ROUTES_H

#include "app/server/http/request.h"

void tby__answer_health(request *r);
void tby__answer_question(request *r);
void tby__answer_position(request *r);
void tby__answer_positions(request *r);
void tby__answer_coverage(request *r);
void tby__answer_deviations(request *r);
void tby__answer_tablebase(request *r);
void tby__answer_names(request *r);
void tby__answer_openings(request *r);
void tby__answer_games(request *r);
void tby__answer_game(request *r);
void tby__answer_players(request *r);
void tby__answer_export(request *r);
void tby__answer_import(request *r);
void tby__answer_import_events(request *r);
void tby__answer_import_stop(request *r);
void tby__answer_engine(request *r);
void tby__answer_repertoires(request *r);
void tby__answer_repertoire_get(request *r);
void tby__answer_repertoire_put(request *r);
void tby__answer_repertoire_delete(request *r);

/* A file of the web app. */
void tby__answer_file(request *r);

/* The route of a request.  NULL: there is none for the method; *allow then
 * names those that there are, "" if it is no path of the API. */
const route *tby__route_find(const target *t, const char *method, char *allow,
                             size_t cap);

#endif
