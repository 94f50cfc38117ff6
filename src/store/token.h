/* token.h - what says that two batches of games are the same. */
#ifndef TBY_STORE_TOKEN_H
#define TBY_STORE_TOKEN_H

#include <stdint.h>

/* A hash of what the first games of a batch were made from. */
typedef struct tby_store_token {
    uint64_t a, b;
} tby_store_token;

#endif
