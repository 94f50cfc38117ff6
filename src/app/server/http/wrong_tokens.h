/* wrong_tokens.h - requests with a wrong token, whose connections sleep for a
 * while before they hear it, so that nobody can try many.  Ten are answered in
 * a second, whoever sends them; those with the right token never wait. */
#ifndef TBY_APP_SERVER_HTTP_WRONG_TOKENS_H
#define TBY_APP_SERVER_HTTP_WRONG_TOKENS_H

#include "app/server/http/limits.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct wrong_tokens {
    pthread_mutex_t lock;
    bool ending;
    double last; /* when the last of them will be answered */
    size_t n;
    struct wrong_token {
        struct MHD_Connection *connection;
        double at; /* to be answered */
    } all[LIMIT_CONNECTIONS];
} wrong_tokens;

void tby__wrong_tokens_open(wrong_tokens *w);

/* Suspends a connection until its time has come. */
void tby__wrong_tokens_add(wrong_tokens *w, struct MHD_Connection *c);

/* Wakes those whose time has come; all of them when the server ends. */
void tby__wrong_tokens_tick(wrong_tokens *w);
void tby__wrong_tokens_end_all(wrong_tokens *w);

#endif
