/* position.c - everything that is known of a position, in sections that are
 * independent of each other. */
#include "app/server/api/params.h"
#include "app/server/http/server.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/bitboard.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"
#include "tabiya/moves.h"
#include "work/json/answer.h"

#include <stdio.h>
#include <string.h>

/* What became of the sections that failed. */
enum { DATABASE, ENDING, SECTIONS };

typedef struct question {
    server *server;
    const work_task *task;
    tby_line line;
    store_filter filter;
    uint64_t limit; /* of the top and latest games */
    tby_rc failed[SECTIONS];
    char why[256]; /* of the database */
} question;

static tby_rc ask_database(tby_jsonw *w, const question *q, tby_store *s)
{
    tby_position_wanted wanted = {(uint32_t)q->limit, (uint32_t)q->limit};
    tby_position_answer a;

    TBY_TRY(tby_store_hold(s));
    tby_rc rc = tby_store_position(s, &q->line.pos, &q->filter, &wanted, &a);
    if (rc == TBY_OK) {
        tby_jsonw_object(w);
        rc = tby_answer_position(w, s, &q->line.pos, &a);
        tby_jsonw_object_end(w);
        tby_position_free(&a);
    }
    tby_store_release(s);
    return rc;
}

/* A section that fails leaves nothing behind. */
static void put_database(tby_jsonw *w, question *q)
{
    readers *pool = &q->server->readers;
    tby_jsonw before = *w;
    size_t n = w->buf->n;

    if (!pool->n) {
        tby_jsonw_null(w);
        return;
    }
    tby_store *s = tby__readers_take(pool, &q->task->stop, q->task->is_long);
    tby_rc rc = ask_database(w, q, s);
    if (rc != TBY_OK) {
        (void)snprintf(q->why, sizeof q->why, "%s", tby_store_error_text(s));
        *w = before;
        w->buf->n = n;
        tby_jsonw_null(w);
    }
    q->failed[DATABASE] = rc;
    tby__readers_give(pool, s);
}

static void put_book(tby_jsonw *w, request *r, const question *q)
{
    const tby_polyglot *book = &q->server->book.book;
    tby_book_answer a;

    if (!tby_jsonw_known(w, "book", book->n))
        return;
    tby_book_ask(book, tby__request_param(r, "fen"), &q->line, &a);
    tby_jsonw_object(w);
    tby_book_json(w, &a);
    tby_jsonw_object_end(w);
}

/* Who can still win takes a search, some milliseconds of which the rest takes
 * less than one.  With many men on the board nobody asks. */
static void put_ending(tby_jsonw *w, question *q)
{
    enum { FEW = 20 };
    const tby_pos *p = &q->line.pos;
    bool few = bb_count(tby_pos_occupied(p)) <= FEW;
    tby_ending e;
    tby_rc rc = tby_ending_of(p, &q->line.history,
                              few ? TBY_DEAD_FULL : TBY_DEAD_QUICK, &e);

    q->failed[ENDING] = rc;
    if (!tby_jsonw_known(w, "ending", rc == TBY_OK))
        return;
    tby_jsonw_object(w);
    tby_answer_ending(w, &e);
    tby_jsonw_put_cstr(w, "message", tby_outcome_text(e.outcome));
    tby_jsonw_put_cstr(w, "winner",
                       e.outcome != TBY_CHECKMATE ? NULL
                       : p->turn == TBY_WHITE     ? "black"
                                                  : "white");
    tby_jsonw_object_end(w);
}

static void put_errors(tby_jsonw *w, const question *q)
{
    static const char *const NAMES[] = {"database", "ending"};

    tby_jsonw_put_array(w, "errors");
    for (size_t i = 0; i < SECTIONS; i++) {
        tby_rc rc = q->failed[i];
        if (rc == TBY_OK)
            continue;
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "section", NAMES[i]);
        tby_jsonw_put_cstr(w, "error", tby_rc_name(rc));
        tby_jsonw_put_cstr(w, "message",
                           i == DATABASE && *q->why ? q->why : tby_rc_text(rc));
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby__answer_position(request *r)
{
    question q = {.server = r->server, .task = &r->task, .limit = 15};
    reply_json j;

    if (!tby__params_line(r, &q.line))
        return;
    if (tby__params_filter(r, &q.filter, true) &&
        tby__request_number(r, "limit", 0, LIMIT_SHOWN, &q.limit) &&
        tby__request_done(r)) {
        tby_jsonw *w = tby__reply_start(&j);
        const tby_pos *p = &q.line.pos;
        char fen[TBY_FEN_MAX], key[TBY_KEY_TEXT];

        tby_fen_write_pos(p, fen, sizeof fen);
        tby_key_write(p->key, key);
        tby_jsonw_put_cstr(w, "fen", fen);
        tby_jsonw_put_cstr(w, "key", key);
        tby_jsonw_put_cstr(w, "turn", p->turn == TBY_WHITE ? "white" : "black");
        tby_jsonw_put_bool(w, "check", tby_pos_checkers(p) != 0);
        tby_jsonw_put_u64(w, "plies", q.line.plies);
        tby_jsonw_key(w, "name");
        tby_answer_name(w, &q.server->names, &q.line);
        tby_jsonw_key(w, "named");
        tby_moves moves;

        tby_jsonw_object(w);
        tby_jsonw_put_array(w, "moves");
        tby_moves_legal(&q.line.pos, &moves);
        for (size_t i = 0; i < moves.n; i++) {
            tby_pos next = q.line.pos;
            tby_pos_play(&next, moves.at[i]);
            uint32_t entry = tby_names_find(&q.server->names, &next);
            if (entry != TBY_NAMES_NONE) {
                tby_move move = moves.at[i];
                char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
                tby_opening o;

                tby_names_peek(&q.server->names, entry, &o);
                tby_san_write(&q.line.pos, move, san);
                tby_uci_write(&q.line.pos, move, TBY_UCI_ORTHODOX, uci);
                tby_jsonw_object(w);
                tby_jsonw_put_cstr(w, "san", san);
                tby_jsonw_put_cstr(w, "uci", uci);
                tby_jsonw_put_cstr(w, "code", o.code[0] ? o.code : NULL);
                tby_jsonw_put_str(w, "name", o.name);
                tby_jsonw_object_end(w);
            }
        }
        tby_jsonw_array_end(w);
        tby_jsonw_object_end(w);
        put_book(w, r, &q);
        tby_jsonw_key(w, "database");
        put_database(w, &q);
        put_ending(w, &q);
        put_errors(w, &q);
        tby__reply_end(r, &j, MHD_HTTP_OK);
    }
    tby_line_free(&q.line);
}

typedef struct many {
    size_t n;
    tby_pos at[LIMIT_POSITIONS];
} many;

/* A FEN in each line; the last may have no end. */
static bool read_body(request *r, many *out)
{
    tby_str rest = tby_str_trim(tby_buf_str(&r->body)), line;
    tby_faults faults = 0;

    for (out->n = 0; rest.n && tby_str_field(&rest, '\n', &line); out->n++) {
        if (out->n == LIMIT_POSITIONS)
            return tby__request_refuse_with(r, REFUSE_TOO_LARGE,
                                            "There are more than %d positions.",
                                            LIMIT_POSITIONS);
        if (tby_fen_parse_pos(tby_str_trim(line), &out->at[out->n], &faults,
                              NULL) != TBY_OK)
            return tby__request_refuse_with(
                r, REFUSE_UNSOUND, "Line %zu is no position.", out->n + 1);
    }
    return true;
}

static tby_rc put_all(tby_jsonw *w, tby_store *s, const many *all,
                      const store_filter *filter)
{
    const tby_position_wanted none = {0, 0};
    tby_position_answer a;
    tby_rc rc = tby_store_hold(s);

    if (rc != TBY_OK)
        return rc;
    tby_jsonw_put_array(w, "positions");
    for (size_t i = 0; rc == TBY_OK && i < all->n; i++) {
        rc = tby_store_position(s, &all->at[i], filter, &none, &a);
        if (rc != TBY_OK)
            break;
        tby_jsonw_object(w);
        tby_answer_score(w, &a.score);
        tby_jsonw_object_end(w);
        tby_position_free(&a);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_put_u64(w, "waiting", tby_store_waiting(s));
    tby_store_release(s);
    return rc;
}

void tby__answer_positions(request *r)
{
    store_filter filter;
    reply_json j;
    many all;

    if (!tby__params_filter(r, &filter, true) || !tby__request_done(r) ||
        !read_body(r, &all))
        return;
    tby_store *s = tby__params_take_store(r);
    if (s)
        tby__params_finish(r, &j, s,
                           put_all(tby__reply_start(&j), s, &all, &filter));
}

/* A damaged table is named, but not the folder that it is in. */
static void refuse(request *r, tby_rc rc, const char *fault)
{
    bool none = rc == TBY_E_TABLE_MEN || rc == TBY_E_TABLE_MISSING;
    const char *slash = strrchr(fault, '/');
    char sentence[400];

    (void)snprintf(sentence, sizeof sentence, "%.200s: %s",
                   slash ? slash + 1 : fault, tby_rc_text(rc));
    tby__request_refuse_rc(r, none ? REFUSE_NOT_FOUND : REFUSE_INTERNAL, rc,
                           *fault ? sentence : NULL);
}

void tby__answer_tablebase(request *r)
{
    char fault[TBY_TABLES_FAULT];
    tby_tables *t = r->server->tables;
    tby_tables_answer a;
    tby_line line;
    reply_json j;

    if (!tby__params_line(r, &line))
        return;
    if (tby__request_done(r)) {
        tby_rc rc = tby_tables_probe(t, &line.pos, &a, fault);
        if (rc == TBY_OK) {
            tby_tables_json(tby__reply_start(&j), t, &line.pos, &a);
            tby__reply_end(r, &j, MHD_HTTP_OK);
        } else {
            refuse(r, rc, fault);
        }
    }
    tby_line_free(&line);
}
