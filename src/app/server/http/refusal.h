/* refusal.h - why a request is not answered: status, machine name, sentence. */
#ifndef TBY_APP_SERVER_HTTP_REFUSAL_H
#define TBY_APP_SERVER_HTTP_REFUSAL_H

/* X(symbol, status, machine name, sentence) */
#define REFUSAL_MAP(X)                                                         \
    X(NONE, 200, "ok", "")                                                     \
    X(TARGET, 400, "http_target",                                              \
      "The address of the request is not understood.")                         \
    X(FRAMING, 400, "http_framing",                                            \
      "It is not certain where the request ends or whom it is for: one Host, " \
      "and one Content-Length or Transfer-Encoding: chunked.")                 \
    X(PARAMETER, 400, "parameter", "A parameter is not understood.")           \
    X(UNKNOWN, 400, "parameter_unknown", "There is no such parameter here.")   \
    X(TOKEN, 401, "token_needed",                                              \
      "This server wants a token: open the address that it has printed.")      \
    X(HOST, 403, "host_refused",                                               \
      "This server is not known by that host name.")                           \
    X(ORIGIN, 403, "origin_refused",                                           \
      "A page of another origin may not ask for this.")                        \
    X(NOT_FOUND, 404, "not_found", "There is no such thing.")                  \
    X(METHOD, 405, "method", "The path does not take this method.")            \
    X(FORMAT, 406, "format", "A game can be had as JSON or as PGN.")           \
    X(NO_DATABASE, 409, "no_database",                                         \
      "The server was started without a database.")                            \
    X(NO_FOLDER, 409, "no_folder",                                             \
      "The server was started without a folder of repertoires.")               \
    X(CHANGED, 412, "changed",                                                 \
      "Somebody else has changed it meanwhile: load it again.")                \
    X(EXISTS, 412, "exists", "There is one of that name already.")             \
    X(TOO_LARGE, 413, "too_large", "The body is too large.")                   \
    X(ADDRESS, 414, "address_too_long", "The address is too long.")            \
    X(ENCODING, 415, "encoding", "The body may not be encoded.")               \
    X(UNSOUND, 422, "unsound", "The body is not sound.")                       \
    X(CONDITION, 428, "condition_needed",                                      \
      "A change needs If-Match with the ETag of what is replaced, or "         \
      "If-None-Match: * for something new.")                                   \
    X(HEADER, 431, "header_too_large", "The headers are too large.")           \
    X(INTERNAL, 500, "internal", "Something failed here.")                     \
    X(MEMORY, 500, "out_of_memory", "Memory is exhausted.")                    \
    X(DISK, 507, "disk_full", "There is no room for the file on the disk.")    \
    X(STREAMS, 503, "too_many_streams", "Too many streams are open.")          \
    X(LOCKED, 503, "io_locked", "Another program is writing in the folder.")   \
    X(DATABASE_BUSY, 503, "database_busy",                                     \
      "Too many questions are waiting: ask again later.")                      \
    X(SLOW, 503, "too_slow", "The question took too long: narrow it.")         \
    X(LEFT, 503, "client_left", "The client has left.")                        \
    X(BUSY, 503, "engine_busy", "All engines are busy.")                       \
    X(JOBS, 503, "too_many_jobs", "Too many imports are waiting.")             \
    X(DRAINING, 503, "draining", "The server is about to end.")

typedef enum refusal {
#define REFUSAL_ENUM(symbol, status, name, sentence) REFUSE_##symbol,
    REFUSAL_MAP(REFUSAL_ENUM)
#undef REFUSAL_ENUM
        REFUSALS
} refusal;

/* By refusal (reply.c). */
extern const struct refusal_text {
    unsigned status;
    const char *name, *sentence;
} tby__refusals[REFUSALS];

#endif
