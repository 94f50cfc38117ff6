/* listen.c - see listen.h. */
#include "app/server/http/listen.h"

#include "app/server/http/limits.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static tby_rc refuse(tby_serve_failure *f, const char *reason)
{
    (void)snprintf(f->sentence, sizeof f->sentence, "%s", reason);
    return TBY_E_HTTP_LISTEN;
}

static tby_rc refuse_errno(tby_serve_failure *f, int error)
{
    char reason[128] = "", text[192];

    if (strerror_r(error, reason, sizeof reason) != 0)
        (void)snprintf(reason, sizeof reason, "error %d", error);
    (void)snprintf(text, sizeof text, "The server cannot listen there: %s.",
                   reason);
    return refuse(f, text);
}

/* The system's own idea of a socket address, in one of two shapes. */
typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_storage room;
} address;

static bool is_loopback(const address *a)
{
    if (a->any.sa_family == AF_INET)
        return ntohl(a->four.sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&a->six.sin6_addr);
}

static tby_rc resolve(const tby_serve_options *o, address *out,
                      socklen_t *length, tby_serve_failure *f)
{
    const char *name = o->listen ? o->listen : "127.0.0.1";
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                             .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[16];

    (void)snprintf(port, sizeof port, "%u", o->port);
    (void)snprintf(f->what, sizeof f->what, "%s:%u", name, o->port);
    int failed = getaddrinfo(name, port, &hints, &found);
    if (failed || !found || found->ai_addrlen > sizeof *out) {
        if (found)
            freeaddrinfo(found);
        return refuse(f, "There is no such address.");
    }
    memcpy(out, found->ai_addr, found->ai_addrlen);
    *length = found->ai_addrlen;
    freeaddrinfo(found);
    return TBY_OK;
}

static tby_rc open_socket(const address *a, socklen_t length, int *out,
                          tby_serve_failure *f)
{
    int on = 1;
    int fd =
        socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return refuse_errno(f, errno);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, &a->any, length) != 0 || listen(fd, LIMIT_CONNECTIONS) != 0) {
        int error = errno;
        close(fd);
        return refuse_errno(f, error);
    }
    *out = fd;
    return TBY_OK;
}

static unsigned port_of(int fd)
{
    address a = {.room = {0}};
    socklen_t length = sizeof a;

    if (getsockname(fd, &a.any, &length) != 0)
        return 0;
    return ntohs(a.any.sa_family == AF_INET ? a.four.sin_port
                                            : a.six.sin6_port);
}

tby_rc tby__listen_at(const tby_serve_options *o, listener *out,
                      tby_serve_failure *failure)
{
    address a = {.room = {0}};
    socklen_t length = 0;
    int fd = -1;
    tby_rc rc = resolve(o, &a, &length, failure);

    if (rc != TBY_OK)
        return rc;
    if (!is_loopback(&a) && !(o->token && *o->token))
        return refuse(failure, "Other machines can reach this address: give "
                               "--token-file with --listen.");
    rc = open_socket(&a, length, &fd, failure);
    if (rc == TBY_OK)
        *out = (listener){.fd = fd,
                          .port = port_of(fd),
                          .loopback = is_loopback(&a),
                          .six = a.any.sa_family == AF_INET6};
    return rc;
}
