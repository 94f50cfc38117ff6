/* http.h - the servers of a cluster, asked over HTTP: what libcurl does.
 *
 * Whatever a server answers is input like any other: its size is bounded, its
 * text is cleaned before anybody sees it, and its numbers are judged by whoever
 * reads them (answer.h).
 *
 * The password comes from the environment, is given to libcurl and to nobody
 * else, and stands in no message. */
#ifndef TBY_STORE_CLICKHOUSE_HTTP_H
#define TBY_STORE_CLICKHOUSE_HTTP_H

#include "core/base/buf.h"

#include <stdatomic.h>

enum {
    CH_SHARDS = 64,
    CH_HOST = 262,    /* bytes of "host:port", NUL included */
    CH_DATABASE = 65, /* of a name, NUL included */
    CH_TEXT = 600,    /* of a sentence, NUL included */
    CH_SETTINGS = 160 /* of an address after its path */
};

/* clickhouse://[USER@]HOST:PORT,HOST:PORT/DATABASE[?cluster=NAME&tls=yes] */
typedef struct ch_address {
    size_t shards;
    char host[CH_SHARDS][CH_HOST];
    char database[CH_DATABASE];
    char cluster[CH_DATABASE]; /* "": the servers know no cluster of a name */
    char user[CH_DATABASE];    /* "": what the environment says */
    bool tls;
} ch_address;

/* TBY_E_STORE_ADDRESS: *why is a sentence, which repeats nothing of it. */
TBY_MUST_USE tby_rc tby__ch_address(const char *where, ch_address *out,
                                    const char **why);

typedef struct ch_http ch_http;

/* TBY_E_NOMEM; TBY_E_STORE_SERVER: there is no libcurl, or the file of the
 * password cannot be read; text is the sentence then. */
TBY_MUST_USE tby_rc tby__ch_http_open(ch_http **out, const ch_address *address,
                                      char text[CH_TEXT]);
void tby__ch_http_close(ch_http *h); /* NULL is allowed */

/* Set, it ends what is asked soon with TBY_E_STORE_STOPPED. */
void tby__ch_http_stop(ch_http *h, const atomic_bool *stop);

/* One question to one server. */
typedef struct ch_request {
    size_t shard;
    tby_str sql;
    tby_str body;     /* p not NULL: the data of an INSERT, gzip'd */
    bool no_database; /* it need not be there yet */
    unsigned seconds; /* that it may take; 0: what is usual */
    size_t most;      /* bytes of the answer; 0: what is usual */
    tby_buf answer;   /* freed by the caller */
    tby_rc rc;
    bool again;         /* it failed in a way that may pass */
    unsigned code;      /* what the server calls its failure, 0: none */
    char text[CH_TEXT]; /* why it failed, with the server's name */
} ch_request;

/* Asks all at once and waits for all.  The code of the first that failed. */
TBY_MUST_USE tby_rc tby__ch_ask(ch_http *h, ch_request *requests, size_t n);

/* Bytes as the body of a request. */
TBY_MUST_USE tby_rc tby__ch_gzip(tby_str bytes, tby_buf *out);

#endif
