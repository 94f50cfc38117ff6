/* ask.h - positions and conditions as requests name them, and questions to the
 * database. */
#ifndef TBY_APP_SERVER_API_ASK_H
#define TBY_APP_SERVER_API_ASK_H

#include "app/server/http/request.h"
#include "store/store.h"
#include "tabiya/line.h"

/* The position of `fen` or `moves`, the start if there is neither.  Free *line
 * if it is true. */
bool ask_line(request *r, tby_line *line);

/* The conditions on games.  `at_position`: `moves` means the position, and the
 * condition of that name is called `prefix`. */
bool ask_filter(request *r, store_filter *f, bool at_position);

/* `sort` */
bool ask_order(request *r, tby_games_order *out);

/* `offset` and `limit` */
typedef struct ask_page {
    uint64_t offset, limit;
} ask_page;
bool ask_page_of(request *r, ask_page *out);

/* The members offset, limit and next, of a page of so many rows. */
void ask_put_page(tby_jsonw *w, const ask_page *p, uint64_t total, size_t n);

/* A handle of the database until ask_give(); NULL after a refusal. */
tby_store *ask_take(request *r);
void ask_give(request *r, tby_store *s);

/* Refuses with what a question gave. */
bool ask_failed(request *r, const tby_store *s, tby_rc rc);

/* Sends what was written, or says why it could not be; gives *s back. */
void ask_finish(request *r, reply_json *j, tby_store *s, tby_rc rc);

#endif
