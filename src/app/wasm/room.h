/* room.h - what the files of this room share: answers, and handles. */
#ifndef TBY_APP_WASM_ROOM_H
#define TBY_APP_WASM_ROOM_H

#include "app/wasm/exports.h"
#include "core/base/diag.h"
#include "core/base/jsonw.h"

/* Begins an answer in JSON, and ends it with all that is open in it: TBY_OK, or
 * why it could not be written, which is then the answer. */
tby_jsonw *tby_wasm_json(void);
TBY_MUST_USE int32_t tby_wasm_json_end(void);
tby_jsonw *tby_wasm_json_object(void);

/* The same for an answer that is a text as it is. */
tby_buf *tby_wasm_text(void);
TBY_MUST_USE int32_t tby_wasm_text_end(void);

/* Answers why there is nothing else to answer, and gives rc back.  A sentence
 * that is NULL or empty is that of rc; `at` may be SIZE_MAX: nowhere. */
int32_t tby_wasm_refuse(tby_rc rc);
int32_t tby_wasm_refuse_at(tby_rc rc, const char *sentence, size_t at);

/* Adds a game to such a text, as PGN. */
void tby_wasm_add_game(tby_buf *out, const tby_game *game);

static inline int32_t tby_wasm_done(tby_rc rc)
{
    return rc < 0 ? tby_wasm_refuse(rc) : (int32_t)rc;
}

/* A time as JavaScript has it. */
int64_t tby_wasm_time(double seconds);

/* A text on its way out to (buf, cap). */
int32_t tby_wasm_put(tby_str text, char *buf, uint32_t cap);

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

#define TBY_WASM_DIAGNOSTICS 1000 /* are listed, the others only counted */

/* An answer that is an open object, of which the first member is an array of
 * what was reported. */
typedef struct diags {
    tby_jsonw *w;
    uint64_t count[TBY_ERROR + 1]; /* by severity */
    uint64_t listed;
} diags;

/* Begins the answer and the array, whose elements come by the sink. */
void tby__diags_begin(diags *t);
tby_diag tby__diags_sink(diags *t);

void tby__diags_end(diags *t);

/* Ends the answer.  If rc is an error, it has the members of a refusal, too,
 * and rc is the result. */
int32_t tby__diags_answer(diags *t, tby_rc rc);

typedef enum tby_wasm_kind {
    TBY_WASM_FREE,
    TBY_WASM_REP,
    TBY_WASM_CARDS,
    TBY_WASM_DRILL,
    TBY_WASM_NAMES,
    TBY_WASM_TREE
} tby_wasm_kind;

/* A number for a thing, never given twice; 0 if too many are open. */
uint32_t tby_wasm_enter(tby_wasm_kind kind, void *thing);

/* A copy of a thing and its number; on failure the thing is the caller's. */
TBY_MUST_USE tby_rc tby_wasm_keep(tby_wasm_kind kind, const void *thing,
                                  uint32_t size, uint32_t *handle);

/* The thing of a number, NULL if it is none of that kind or was closed; and the
 * same, but NULL has been refused. */
void *tby_wasm_find(tby_wasm_kind kind, uint32_t handle);
void *tby_wasm_open_one(tby_wasm_kind kind, uint32_t handle);

/* Declares what a number stands for; a call from the page ends here if it is
 * not open. */
#define TBY_WASM_OPEN(type, name, kind, handle)                                \
    type name = tby_wasm_open_one(kind, handle);                               \
    if (!name)                                                                 \
    return TBY_E_HANDLE

/* A call from the page ends here if there is no such node, edge or move. */
#define TBY_WASM_HAVE(condition)                                               \
    if (!(condition))                                                          \
    return tby_wasm_refuse(TBY_E_NUMBER)

/* A call from the page ends here if this was refused. */
#define TBY_WASM_TRY(...)                                                      \
    do {                                                                       \
        int32_t tried_ = (__VA_ARGS__);                                        \
        if (tried_ != TBY_OK)                                                  \
            return tried_;                                                     \
    } while (0)

/* The same, and forgets the number. */
void *tby_wasm_leave(tby_wasm_kind kind, uint32_t handle);

#endif
