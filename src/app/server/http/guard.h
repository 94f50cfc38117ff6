/* guard.h - who may ask: the host that is named, the origin of the page, the
 * token.  Pure, but for tby__guard_check(). */
#ifndef TBY_APP_SERVER_HTTP_GUARD_H
#define TBY_APP_SERVER_HTTP_GUARD_H

#include "app/server/http/request.h"

/* May a request name this host?  An IP address, localhost, the name that the
 * server listens at, or the one it is known by, each with or without a port:
 * whoever lets a name of his own point here (DNS rebinding) is not among them.
 */
bool tby__guard_host(tby_str host, tby_str listen, tby_str known);

/* Is the origin of a page the host that it asks? */
bool tby__guard_origin(tby_str origin, tby_str host);

/* The same bytes, found out in a time that does not tell how many are. */
bool tby__guard_same(tby_str a, tby_str b);

/* Refuses the request if it may not be.  `guarded`: it is not for pages of
 * other origins. */
bool tby__guard_check(request *r, bool guarded);

/* A browser's first visit with the token in the address: makes the answer, a
 * cookie and the way to the page without the token; or refuses it. */
void tby__guard_welcome(request *r);

#endif
