/* listen.h - the socket at which clients knock. */
#ifndef TBY_APP_SERVER_HTTP_LISTEN_H
#define TBY_APP_SERVER_HTTP_LISTEN_H

#include "work/serve.h"

typedef struct listener {
    int fd;
    unsigned port;
    bool loopback; /* only this machine can come */
    bool six;      /* the address is one of IPv6 */
} listener;

/* Finds the address, and listens unless it is open to other machines and there
 * is no token.  TBY_E_HTTP_LISTEN, with the reason in *failure. */
TBY_MUST_USE tby_rc tby__listen_at(const tby_serve_options *o, listener *out,
                                   tby_serve_failure *failure);

#endif
