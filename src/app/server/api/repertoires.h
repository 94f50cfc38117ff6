/* repertoires.h - names and contents that the folder of repertoires takes. */
#ifndef TBY_APP_SERVER_API_REPERTOIRES_H
#define TBY_APP_SERVER_API_REPERTOIRES_H

#include "app/server/http/request.h"

/* A name of one file, on every system, and not that of cards. */
bool tby__repertoire_name(tby_str name);

/* The body of a request can be read as a repertoire, or as cards, without
 * losing a line; it is refused otherwise. */
bool tby__repertoire_sound(request *r, bool cards);

#endif
