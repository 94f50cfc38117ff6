/* daemon.h - libmicrohttpd: requests come in, answers go out. */
#ifndef TBY_APP_SERVER_HTTP_DAEMON_H
#define TBY_APP_SERVER_HTTP_DAEMON_H

#include "app/server/http/server.h"

/* Answers on a socket that listens, with so many threads.  False: the system
 * does not allow it. */
bool tby__daemon_start(server *s, int listener, unsigned threads);

/* No more connections; those that are may go on. */
void tby__daemon_quiesce(server *s);

void tby__daemon_stop(server *s);

#endif
