/* jsonl_int.h - a game from the fields of its line. */
#ifndef TBY_CORE_GAME_JSONL_INT_H
#define TBY_CORE_GAME_JSONL_INT_H

#include "core/base/json_scan.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"

struct jsonl_reader {
    struct json json;
    tby_buf text; /* of a string that has escapes */
    tby_game *game;
    size_t at; /* of what is wrong, if it is not where the cursor is */
    bool has_at;
    tby_faults forgive; /* of the start */
};

/* Where the values of a line begin, 0 for what is not there. */
enum jsonl_field {
    JSONL_FORMAT,
    JSONL_VERSION,
    JSONL_TAGS,
    JSONL_REPEATED_TAGS,
    JSONL_START,
    JSONL_CHESS960,
    JSONL_RESULT,
    JSONL_MOVES,
    JSONL_FIELDS
};

/* Reads the game, which must be empty. */
TBY_MUST_USE tby_rc tby_jsonl_game(struct jsonl_reader *r,
                                   const size_t places[JSONL_FIELDS]);

/* Notes the byte of an error and returns it. */
static inline tby_rc jsonl_wrong_at(struct jsonl_reader *r, tby_rc rc,
                                    size_t at)
{
    if (rc != TBY_OK) {
        r->at = at;
        r->has_at = true;
    }
    return rc;
}

/* Goes to a value and passes the white space before it. */
static inline size_t jsonl_go_to(struct jsonl_reader *r, size_t place)
{
    r->json.at = place;
    tby_json_peek(&r->json);
    return r->json.at;
}

#endif
