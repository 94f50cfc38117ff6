/* room.h - what the files of this room share: answers, and handles. */
#ifndef TBY_APP_WASM_ROOM_H
#define TBY_APP_WASM_ROOM_H

#include "app/wasm/exports.h"
#include "core/base/jsonw.h"

/* --- answers (exports.c) --------------------------------------------------*/

/* Begins an answer in JSON, and ends it: TBY_OK, or why it could not be
 * written, which is then the answer. */
tby_jsonw *tby_wasm_json(void);
TBY_MUST_USE int32_t tby_wasm_json_end(void);

/* The same for an answer that is a text as it is. */
tby_buf *tby_wasm_text(void);
TBY_MUST_USE int32_t tby_wasm_text_end(void);

/* Answers why there is nothing else to answer, and gives rc back.  A sentence
 * that is NULL or empty is that of rc; `at` may be SIZE_MAX: nowhere. */
int32_t tby_wasm_refuse(tby_rc rc);
int32_t tby_wasm_refuse_at(tby_rc rc, const char *sentence, size_t at);

/* Adds a game to such a text, as PGN. */
void tby_wasm_add_game(tby_buf *out, const tby_game *game);

/* What a command gives back. */
static inline int32_t tby_wasm_done(tby_rc rc)
{
    return rc < 0 ? tby_wasm_refuse(rc) : (int32_t)rc;
}

/* A time as JavaScript has it. */
int64_t tby_wasm_time(double seconds);

/* A text on its way out to (buf, cap). */
int32_t tby_wasm_put(tby_str text, char *buf, uint32_t cap);

/* --- parts of answers (parts.c) -------------------------------------------*/

void tby_wasm_json_text(tby_jsonw *w, const char *key, tby_str text);
void tby_wasm_json_fen(tby_jsonw *w, const char *key, const tby_pos *pos);
void tby_wasm_json_fen_value(tby_jsonw *w, const tby_pos *pos);

/* A node or edge; TBY_NONE is null. */
void tby_wasm_json_number(tby_jsonw *w, const char *key, uint32_t n);
void tby_wasm_json_color(tby_jsonw *w, const char *key, tby_color color);
void tby_wasm_json_square(tby_jsonw *w, tby_square sq);

/* The fields of a legal move; the object is the caller's. */
void tby_wasm_json_move(tby_jsonw *w, const tby_pos *before, tby_move m);

/* Members nags and glyph. */
void tby_wasm_json_nags(tby_jsonw *w, tby_str nags);

/* Reads a position as line.h says.  What is refused has been answered. */
TBY_MUST_USE tby_rc tby_wasm_read_line(tby_str text, tby_line *line);

/* Reads a move in UCI or SAN.  What is refused has been answered. */
TBY_MUST_USE tby_rc tby_wasm_read_move(const tby_pos *pos, tby_str text,
                                       tby_move *out);

/* --- handles (handles.c) --------------------------------------------------*/

typedef enum tby_wasm_kind {
    TBY_WASM_FREE,
    TBY_WASM_REP,
    TBY_WASM_CARDS,
    TBY_WASM_DRILL,
    TBY_WASM_BOOK,
    TBY_WASM_TREE
} tby_wasm_kind;

/* A number for a thing, never given twice; 0 if too many are open. */
uint32_t tby_wasm_enter(tby_wasm_kind kind, void *thing);

/* The thing of a number, NULL if it is none of that kind or was closed. */
void *tby_wasm_find(tby_wasm_kind kind, uint32_t handle);

/* The same, and forgets the number. */
void *tby_wasm_leave(tby_wasm_kind kind, uint32_t handle);

#endif
