/* jsonl_read.c - the lines of a file, one after another. */
#include "core/base/str.h"
#include "core/game/jsonl_int.h"

#include <string.h>

/* TBY_OK if the file is one of ours. */
static tby_rc read_version(struct jsonl_reader *r, const size_t *places)
{
    uint64_t version = 0;
    tby_str format;
    size_t begin = jsonl_go_to(r, places[JSONL_FORMAT]);
    tby_rc rc = tby_json_string(&r->json, &r->text, &format);

    if (rc == TBY_OK && !tby_str_is(format, "tabiya-games"))
        return jsonl_wrong_at(r, TBY_E_JSON_FIELD, begin);
    if (rc != TBY_OK)
        return rc;
    if (!places[JSONL_VERSION])
        return jsonl_wrong_at(r, TBY_E_JSON_FIELD, 0);
    begin = jsonl_go_to(r, places[JSONL_VERSION]);
    rc = tby_json_uint(&r->json, UINT64_MAX, &version);
    if (rc == TBY_OK && version != 1)
        return jsonl_wrong_at(r, TBY_E_JSON_FIELD, begin);
    return rc;
}

/* One line.  *version tells that it was a version line. */
static tby_rc read_line(struct jsonl_reader *r, bool *version)
{
    static const char *const names[JSONL_FIELDS] = {
        "format", "version",  "tags",   "repeated_tags",
        "start",  "chess960", "result", "moves"};
    size_t places[JSONL_FIELDS];
    tby_rc rc = tby_json_object(&r->json, names, places, JSONL_FIELDS);

    *version = false;
    if (rc == TBY_OK)
        rc = tby_json_end(&r->json);
    if (rc != TBY_OK)
        return rc;
    *version = places[JSONL_FORMAT] != 0;
    return *version ? read_version(r, places) : tby_jsonl_game(r, places);
}

/* Reads the line at the cursor, n bytes without its end, and passes `step`. */
static tby_rc take_line(tby_jsonl *c, size_t n, size_t step, tby_game *game,
                        tby_err *err)
{
    struct jsonl_reader r = {.json = {.text = {c->text.p + c->at, n}},
                             .game = game,
                             .forgive = c->forgive};
    bool version = false;

    tby_buf_init(&r.json.scratch, &game->alloc, TBY_JSONL_MAX_LINE);
    tby_buf_init(&r.text, &game->alloc, TBY_JSONL_MAX_LINE);
    tby_rc rc = read_line(&r, &version);
    tby_buf_free(&r.json.scratch);
    tby_buf_free(&r.text);
    if (rc != TBY_OK) {
        tby_game_clear(game);
        if (rc == TBY_E_NOMEM)
            return rc;
        if (err)
            *err = (tby_err){rc, c->at + (r.has_at ? r.at : r.json.at)};
        c->refused = version;
    }
    c->at += step;
    return rc == TBY_OK && version ? TBY_DONE : rc;
}

static bool is_blank(tby_str s)
{
    return tby_str_trim(s).n == 0;
}

void tby_jsonl_init(tby_jsonl *c, tby_str text)
{
    *c = (tby_jsonl){.text = text};
    /* A byte order mark is no part of any line. */
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        c->at = 3;
}

/* Passes what is left of a line that was too long; false if it goes on. */
static bool skip_line(tby_jsonl *c)
{
    tby_str rest = tby_str_from(c->text, c->at);
    const char *end = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;

    c->at = end ? (size_t)(end - c->text.p) + 1 : c->text.n;
    c->skip = !end;
    return end != NULL;
}

static tby_rc too_long(tby_jsonl *c, tby_err *err)
{
    if (err)
        *err = (tby_err){TBY_E_LIMIT, c->at};
    skip_line(c);
    return TBY_E_LIMIT;
}

tby_rc tby_jsonl_next(tby_jsonl *c, tby_game *game, tby_err *err)
{
    tby_rc rc = TBY_DONE;

    tby_game_clear(game);
    if (c->skip)
        skip_line(c);
    while (rc == TBY_DONE && !c->refused && c->at < c->text.n) {
        tby_str rest = tby_str_from(c->text, c->at);
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;

        if (n > TBY_JSONL_MAX_LINE)
            return too_long(c, err);
        if (!end && c->more)
            return TBY_E_MORE;
        if (is_blank((tby_str){rest.p, n}))
            c->at += n + (end != NULL);
        else
            rc = take_line(c, n, n + (end != NULL), game, err);
    }
    return rc == TBY_DONE && c->more && !c->refused ? TBY_E_MORE : rc;
}
