/* limits.h - every limit of the server, as a number; docs/http-api.md lists
 * them for users. */
#ifndef TBY_APP_SERVER_HTTP_LIMITS_H
#define TBY_APP_SERVER_HTTP_LIMITS_H

enum {
    /* sizes */
    LIMIT_ADDRESS = 16 << 10, /* bytes of an address */
    LIMIT_HEADER = 32 << 10,  /* bytes of all headers */
    /* What libmicrohttpd has for either and its own notes.  Twice as much, so
     * that what is too long is refused here, and not by its own page. */
    LIMIT_CONNECTION_MEMORY = 2 * LIMIT_HEADER,
    LIMIT_SEGMENTS = 16,            /* of a path */
    LIMIT_PARAMS = 64,              /* of a query */
    LIMIT_BODY = 32 << 20,          /* bytes of a repertoire or its cards */
    LIMIT_FILE = 64 << 20,          /* of one that others put there */
    LIMIT_NAME = 120,               /* bytes of the name of a repertoire */
    LIMIT_ANSWER = 256 << 20,       /* bytes of an answer that is no stream */
    LIMIT_STREAM_WAITS = 256 << 10, /* bytes of events not yet taken */
    LIMIT_REPERTOIRES = 10000,      /* files of the folder that are listed */

    /* how many */
    LIMIT_CONNECTIONS = 256,
    LIMIT_CONNECTIONS_OF_ADDRESS = 128,
    LIMIT_STREAMS = 16,
    LIMIT_QUICK = 64,       /* quick answers that are made at a time */
    LIMIT_LONG = 4,         /* long ones, beside these */
    LIMIT_TURNED = 2,       /* that were taken for quick, beside these */
    LIMIT_TASKS_WAIT = 100, /* quick, and long, that wait for their turn */
    LIMIT_SEARCHES = 2,     /* engines at a time */
    LIMIT_SEARCHES_WAIT = 8,
    LIMIT_LINES = 20, /* of an analysis */
    LIMIT_JOBS_WAIT = 4,
    LIMIT_JOBS_KEPT = 16,  /* imports whose report can be had */
    LIMIT_PAGE = 500,      /* rows of a page */
    LIMIT_SHOWN = 100,     /* top and latest games of a position */
    LIMIT_POSITIONS = 500, /* that are asked about at once */

    /* seconds */
    SECONDS_REQUEST = 10,     /* from its first byte to its last */
    SECONDS_IDLE = 30,        /* between two of a connection */
    SECONDS_ANSWER = 60,      /* to take an answer */
    SECONDS_UPLOAD = 30 * 60, /* to send a file of games, to take an export */
    SECONDS_QUESTION = 60,    /* to make an answer */
    SECONDS_LONG = 300,       /* to make a long one, which gives way */
    SECONDS_RETRY = 2,        /* until one who was refused may ask again */
    SECONDS_SLOT = 5,         /* to wait for an engine */
    SECONDS_DRAIN = 5,        /* to end what is under way, after SIGTERM */

    /* milliseconds */
    MS_SEARCH = 60000,       /* of a search that does not say */
    MS_SEARCH_MOST = 600000, /* of any */
    MS_EVENT = 100,          /* between two events of a search */
    MS_WRONG_TOKEN = 500,    /* until the answer to a wrong token */
    MS_NEXT_TOKEN = 100,     /* between the answers to two of them */
    MS_TURN = 100,           /* that a quick answer computes at most */
    MS_STUCK = 1000,         /* or takes, be it for the disk */
    MS_LATER = 1000,         /* that those who look something up go before */
    MS_TICK = 100            /* of timeouts.h, which looks after the rest */
};

/* Bytes of a file of games, and of all that are on their way. */
#define LIMIT_UPLOAD  (UINT64_C(4) << 30)
#define LIMIT_UPLOADS (UINT64_C(8) << 30)

/* Bytes that each handle of the database keeps in memory.  There are LIMIT_LONG
 * and LIMIT_TURNED more of them than quick threads. */
#define LIMIT_READER ((size_t)144 << 20)

#endif
