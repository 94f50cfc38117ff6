/* game.h - a game as it was written: tags, and the movetext as a list of items
 * in the order of the text.
 *
 * The list is the whole truth (moves, comments, glyphs, variations); the main
 * line is the moves outside variations.  A game is a handle that is filled
 * again and again: its memory is kept from game to game. */
#ifndef TBY_GAME_H
#define TBY_GAME_H

#include "tabiya/pos.h"

typedef enum tby_result {
    TBY_RESULT_NONE, /* "*" */
    TBY_RESULT_WHITE,
    TBY_RESULT_BLACK,
    TBY_RESULT_DRAW
} tby_result;

typedef enum tby_item_kind {
    TBY_ITEM_MOVE,    /* move */
    TBY_ITEM_NAG,     /* number: $1 is ! */
    TBY_ITEM_COMMENT, /* text, without braces */
    TBY_ITEM_OPEN,    /* a variation that replaces the move before it */
    TBY_ITEM_CLOSE    /* its end */
} tby_item_kind;

typedef struct tby_item {
    uint8_t kind;
    uint8_t nag;
    tby_move move;
    tby_span text; /* comments only */
} tby_item;

typedef struct tby_tag {
    tby_span name, value;
} tby_tag;

/* The fields may be read; only the functions of this library write them. */
typedef struct tby_game {
    tby_alloc alloc;
    tby_pos start; /* what the first move is played in */
    bool setup;    /* start was given by a FEN tag */
    bool chess960; /* the Variant tag says so, or start cannot be orthodox */
    tby_result result; /* at the end of the movetext, else of the Result tag */
    bool has_result;   /* the movetext ended with one */
    uint32_t plies;    /* of the main line */
    uint32_t open;     /* variations that did not end yet */
    char *text;        /* of tags and comments, UTF-8 */
    size_t text_n, text_cap;
    tby_tag *tags;
    size_t tags_n, tags_cap;
    tby_item *items;
    size_t items_n, items_cap;
} tby_game;

/* Looks on while the main line of a game is played: at the position it starts
 * from, which is ply 0, and at the one after each move.  False: it has seen
 * enough. */
typedef bool tby_watch(void *ctx, const tby_pos *pos, uint32_t ply);

TBY_BEGIN

/* Makes an empty game from the start; alloc NULL is the C library's. */
TBY_API void tby_game_init(tby_game *g, const tby_alloc *alloc);

/* Empties it and keeps the memory. */
TBY_API void tby_game_clear(tby_game *g);

/* Gives the memory back. */
TBY_API void tby_game_free(tby_game *g);

static inline tby_str tby_game_text(const tby_game *g, tby_span s)
{
    tby_str slice = {s.n ? g->text + s.at : "", s.n};

    return slice;
}

/* The value of a tag, compared letter by letter; p is NULL if there is none.
 * Valid until the game changes. */
TBY_API tby_str tby_game_tag(const tby_game *g, const char *name);

/* Appends.  TBY_E_NOMEM or TBY_E_LIMIT (see limits.h), the game unchanged. */
TBY_API TBY_MUST_USE tby_rc tby_game_add_tag(tby_game *g, tby_str name,
                                             tby_str value);
/* A move is taken as it is: tby_pos_judge() knows whether it is legal, and what
 * is not will be refused by readers of what is written. */
TBY_API TBY_MUST_USE tby_rc tby_game_add_item(tby_game *g, tby_item item);
TBY_API TBY_MUST_USE tby_rc tby_game_add_comment(tby_game *g, tby_str text);

/* What the game ends with, and its Result tag, which is added if there is
 * none.  TBY_E_NOMEM, TBY_E_LIMIT, the game unchanged. */
TBY_API TBY_MUST_USE tby_rc tby_game_set_result(tby_game *g, tby_result r);

/* Plays the main line before an observer. */
TBY_API void tby_game_show(const tby_game *g, tby_watch *watch, void *ctx);

/* "1-0", "0-1", "1/2-1/2" or "*".  Static. */
TBY_API const char *tby_result_text(tby_result r);

/* True if both say the same: tags, start, items, result. */
TBY_API bool tby_game_same(const tby_game *a, const tby_game *b);

TBY_END

#endif
