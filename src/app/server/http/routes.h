/* routes.h - every path of the API, and who answers it. */
#ifndef TBY_APP_SERVER_HTTP_ROUTES_H
#define TBY_APP_SERVER_HTTP_ROUTES_H

#include "app/server/http/request.h"

void answer_health(request *r);
void answer_position(request *r);
void answer_positions(request *r);
void answer_book(request *r);
void answer_openings(request *r);
void answer_games(request *r);
void answer_game(request *r);
void answer_players(request *r);
void answer_export(request *r);
void answer_import(request *r);
void answer_import_events(request *r);
void answer_import_stop(request *r);
void answer_engine(request *r);
void answer_repertoires(request *r);
void answer_repertoire_get(request *r);
void answer_repertoire_put(request *r);
void answer_repertoire_delete(request *r);

/* A file of the web app. */
void answer_file(request *r);

/* The route of a request.  NULL: there is none for the method; *allow then
 * names those that there are, "" if it is no path of the API. */
const route *route_find(const target *t, const char *method, char *allow,
                        size_t cap);

#endif
