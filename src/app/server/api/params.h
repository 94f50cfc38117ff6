/* params.h - positions and conditions as requests name them, and questions to
 * the database. */
#ifndef TBY_APP_SERVER_API_PARAMS_H
#define TBY_APP_SERVER_API_PARAMS_H

#include "app/server/http/request.h"
#include "store/store.h"
#include "tabiya/line.h"

/* The position of `fen` or `moves`, the start if there is neither.  Free *line
 * if it is true. */
bool tby__params_line(request *r, tby_line *line);

/* The conditions on games.  `at_position`: `moves` means the position, and the
 * condition of that name is called `prefix`. */
bool tby__params_filter(request *r, store_filter *f, bool at_position);

/* `sort` */
bool tby__params_order(request *r, tby_games_order *out);

/* `offset` and `limit` */
typedef struct params_page {
    uint64_t offset, limit;
} params_page;
bool tby__params_page_of(request *r, params_page *out);

/* The members offset, limit and next, of a page of so many rows. */
void tby__params_put_page(tby_jsonw *w, const params_page *p, uint64_t total,
                          size_t n);

/* A handle of the database until tby__params_give_store(); NULL after a
 * refusal. */
tby_store *tby__params_take_store(request *r);
void tby__params_give_store(request *r, tby_store *s);

/* Refuses with what a question gave. */
bool tby__params_failed(request *r, const tby_store *s, tby_rc rc);

/* Sends what was written, or says why it could not be; gives *s back. */
void tby__params_finish(request *r, reply_json *j, tby_store *s, tby_rc rc);

#endif
