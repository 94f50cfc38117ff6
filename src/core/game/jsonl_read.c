/* jsonl_read.c - games from lines of JSON.
 *
 * The names of an object may come in any order (jq -S sorts them), so that
 * each object is passed over once to find its values and then read in the
 * order that the game needs. */
#include "core/base/assert.h"
#include "core/base/json.h"
#include "core/base/str.h"
#include "core/game/game.h"
#include "tabiya/fen.h"
#include "tabiya/jsonl.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <string.h>

struct reader {
    tby_json json;
    tby_buf text; /* of a string that has escapes */
    tby_game *game;
    size_t at; /* of what is wrong, if it is not where the cursor is */
    bool has_at;
    tby_faults forgive; /* of the start */
};

/* Where the values of a line begin, 0 for what is not there. */
enum field {
    FORMAT,
    VERSION,
    TAGS,
    REPEATED_TAGS,
    START,
    CHESS960,
    RESULT,
    MOVES,
    FIELDS
};

/* Keeps the byte of an error and returns it. */
static tby_rc wrong_at(struct reader *r, tby_rc rc, size_t at)
{
    if (rc != TBY_OK) {
        r->at = at;
        r->has_at = true;
    }
    return rc;
}

/* Goes to a value and passes the white space before it. */
static size_t go_to(struct reader *r, size_t place)
{
    r->json.at = place;
    tby_json_peek(&r->json);
    return r->json.at;
}

struct line {
    tby_pos before, now;
    uint32_t plies;
    unsigned depth;
};

/* Calls `read` for each element of the array at the cursor. */
static tby_rc each(struct reader *r, struct line *line,
                   tby_rc (*read)(struct reader *r, struct line *line))
{
    bool first = true, more = true;

    TBY_TRY(tby_json_open(&r->json, '['));
    for (;;) {
        TBY_TRY(tby_json_element(&r->json, ']', &first, &more));
        if (!more)
            return TBY_OK;
        TBY_TRY(read(r, line));
    }
}

/* A text of the game.  What was read from PGN has no NUL, which PGN could not
 * give back. */
static tby_rc read_words(struct reader *r, tby_str *out)
{
    size_t begin = go_to(r, r->json.at);

    TBY_TRY(tby_json_string(&r->json, &r->text, out));
    if (out->n && memchr(out->p, '\0', out->n))
        return wrong_at(r, TBY_E_JSON_FIELD, begin);
    return TBY_OK;
}

/* The move that the string at `place` says. */
static tby_rc read_text(struct reader *r, const tby_pos *p, size_t place,
                        bool uci, tby_move *out)
{
    size_t begin = go_to(r, place);
    tby_err err = {TBY_OK, 0};
    tby_str text;

    TBY_TRY(tby_json_string(&r->json, &r->text, &text));
    tby_rc rc = uci ? tby_uci_parse(p, text, out, &err)
                    : tby_san_parse(p, text, TBY_SAN_TOLERANT, out, &err);
    return wrong_at(r, rc, begin + 1 + err.at);
}

static tby_rc read_nag(struct reader *r, struct line *line)
{
    uint64_t nag = 0;

    (void)line;
    TBY_TRY(tby_json_uint(&r->json, UINT8_MAX, &nag));
    return tby_game_add_item(
        r->game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nag});
}

static tby_rc read_comment(struct reader *r, struct line *line)
{
    size_t begin = go_to(r, r->json.at);
    tby_str text;

    (void)line;
    TBY_TRY(read_words(r, &text));
    return wrong_at(r, tby_game_add_comment(r->game, text), begin);
}

static tby_rc read_element(struct reader *r, struct line *line);

static tby_rc read_variation(struct reader *r, struct line *line)
{
    struct line inner = {line->before, line->before, 0, line->depth + 1};

    tby_json_peek(&r->json);
    if (line->plies == 0)
        return TBY_E_JSON_FIELD;
    if (line->depth == TBY_MAX_RAV_DEPTH)
        return TBY_E_LIMIT;
    TBY_TRY(tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_OPEN}));
    TBY_TRY(each(r, &inner, read_element));
    return tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_CLOSE});
}

static tby_rc read_list(struct reader *r, struct line *line, size_t place,
                        tby_rc (*read)(struct reader *r, struct line *line))
{
    if (!place)
        return TBY_OK;
    r->json.at = place;
    return each(r, line, read);
}

static tby_rc read_element(struct reader *r, struct line *line)
{
    enum { SAN, UCI, NAGS, COMMENTS, VARIATIONS, PARTS };
    static const char *const names[PARTS] = {"san", "uci", "nags", "comments",
                                             "variations"};
    size_t places[PARTS];
    TBY_TRY(tby_json_object(&r->json, names, places, PARTS));
    size_t end = r->json.at, san = places[SAN], uci = places[UCI];

    if (san || uci) {
        /* Both must agree if both are there. */
        tby_move m = TBY_MOVE_NONE, other = TBY_MOVE_NONE;
        TBY_TRY(read_text(r, &line->now, uci ? uci : san, uci != 0, &m));
        if (uci && san) {
            TBY_TRY(read_text(r, &line->now, san, false, &other));
            if (other != m)
                return wrong_at(r, TBY_E_JSON_FIELD, go_to(r, san));
        }
        if (line->plies >= TBY_MAX_PLIES)
            return wrong_at(r, TBY_E_LIMIT, go_to(r, uci ? uci : san));
        line->before = line->now;
        tby_pos_play(&line->now, m);
        line->plies++;
        TBY_TRY(tby_game_add_item(
            r->game, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
    }
    TBY_TRY(read_list(r, line, places[NAGS], read_nag));
    TBY_TRY(read_list(r, line, places[COMMENTS], read_comment));
    TBY_TRY(read_list(r, line, places[VARIATIONS], read_variation));
    r->json.at = end;
    return TBY_OK;
}

/* The name of a tag, as PGN can write it, whose string began at a byte. */
static tby_rc check_name(struct reader *r, tby_str name, size_t begin)
{
    bool right = name.n > 0;

    for (size_t i = 0; i < name.n && right; i++) {
        unsigned char c = (unsigned char)name.p[i];
        right = (c | 32u) - 'a' < 26 || c - (unsigned)'0' < 10 || c == '_';
    }
    return wrong_at(r, right ? TBY_OK : TBY_E_JSON_FIELD, begin);
}

static tby_rc read_value(struct reader *r, tby_str name)
{
    size_t begin = go_to(r, r->json.at);
    tby_str value;

    TBY_TRY(read_words(r, &value));
    return wrong_at(r, tby_game_add_tag(r->game, name, value), begin);
}

static tby_rc read_tags(struct reader *r, size_t place)
{
    bool first = true, more = true;
    tby_str name;

    if (!place)
        return TBY_OK;
    r->json.at = place;
    TBY_TRY(tby_json_open(&r->json, '{'));
    for (;;) {
        TBY_TRY(tby_json_element(&r->json, '}', &first, &more));
        if (!more)
            return TBY_OK;
        size_t begin = go_to(r, r->json.at);
        TBY_TRY(tby_json_name(&r->json, &name));
        TBY_TRY(check_name(r, name, begin));
        TBY_TRY(read_value(r, name));
    }
}

/* A comma, where exactly one more element must follow. */
static tby_rc pass_comma(struct reader *r)
{
    bool first = false, more = false;
    tby_rc rc = tby_json_element(&r->json, ']', &first, &more);

    return rc == TBY_OK && !more ? TBY_E_JSON_FIELD : rc;
}

/* [place, name, value] */
static tby_rc read_repeated_tag(struct reader *r, struct line *line)
{
    uint64_t place = 0;
    tby_str name = {"", 0};

    (void)line;
    TBY_TRY(tby_json_open(&r->json, '['));
    TBY_TRY(tby_json_uint(&r->json, r->game->tags_n, &place));
    TBY_TRY(pass_comma(r));
    size_t begin = go_to(r, r->json.at);
    TBY_TRY(tby_json_string(&r->json, &r->json.scratch, &name));
    TBY_TRY(check_name(r, name, begin));
    TBY_TRY(pass_comma(r));
    TBY_TRY(read_value(r, name));
    tby_game *g = r->game; /* the last tag moves up to its place */
    tby_tag tag = g->tags[g->tags_n - 1];
    TBY_ASSERT(place < g->tags_n);
    memmove(&g->tags[place + 1], &g->tags[place],
            (g->tags_n - 1 - (size_t)place) * sizeof tag);
    g->tags[place] = tag;
    return tby_json_peek(&r->json) == ']' ? tby_json_open(&r->json, ']')
                                          : TBY_E_JSON_FIELD;
}

static tby_rc read_start(struct reader *r, size_t place)
{
    tby_str fen;
    tby_err err = {TBY_OK, 0};

    if (!place)
        return TBY_OK;
    size_t begin = go_to(r, place);
    TBY_TRY(tby_json_string(&r->json, &r->text, &fen));
    tby_rc rc = tby_fen_parse_with(fen, TBY_GAME_PLAYABLE | r->forgive,
                                   &r->game->start, NULL, &err);
    r->game->setup = rc == TBY_OK;
    return wrong_at(r, rc, begin + 1 + err.at);
}

/* False if the text is none of the four. */
static bool find_result(tby_str text, tby_result *out)
{
    for (int i = TBY_RESULT_NONE; i <= TBY_RESULT_DRAW; i++)
        if (tby_str_is(text, tby_result_text((tby_result)i))) {
            *out = (tby_result)i;
            return true;
        }
    return false;
}

/* Without the field, the tag says it. */
static tby_rc read_result(struct reader *r, size_t place)
{
    tby_game *g = r->game;
    tby_str text;

    if (!place) {
        find_result(tby_game_tag(g, "Result"), &g->result);
        return TBY_OK;
    }
    size_t begin = go_to(r, place);
    TBY_TRY(tby_json_string(&r->json, &r->text, &text));
    g->has_result = find_result(text, &g->result);
    return g->has_result ? TBY_OK : wrong_at(r, TBY_E_JSON_FIELD, begin);
}

/* Reads the game, which must be empty, from the places of its fields. */
static tby_rc read_game(struct reader *r, const size_t places[FIELDS])
{
    struct line none = {0};

    TBY_TRY(read_tags(r, places[TAGS]));
    TBY_TRY(read_list(r, &none, places[REPEATED_TAGS], read_repeated_tag));
    TBY_TRY(read_start(r, places[START]));
    if (places[CHESS960]) {
        r->json.at = places[CHESS960];
        TBY_TRY(tby_json_bool(&r->json, &r->game->chess960));
    }
    TBY_TRY(read_result(r, places[RESULT]));
    if (!places[MOVES])
        return wrong_at(r, TBY_E_JSON_FIELD, 0);
    struct line line = {r->game->start, r->game->start, 0, 0};
    tby_rc rc = read_list(r, &line, places[MOVES], read_element);
    r->game->plies = line.plies;
    return rc;
}

/* TBY_OK if the file is one of ours. */
static tby_rc read_version(struct reader *r, const size_t *places)
{
    uint64_t version = 0;
    tby_str format;
    size_t begin = go_to(r, places[FORMAT]);

    TBY_TRY(tby_json_string(&r->json, &r->text, &format));
    if (!tby_str_is(format, "tabiya-games"))
        return wrong_at(r, TBY_E_JSON_FIELD, begin);
    if (!places[VERSION])
        return wrong_at(r, TBY_E_JSON_FIELD, 0);
    begin = go_to(r, places[VERSION]);
    TBY_TRY(tby_json_uint(&r->json, UINT64_MAX, &version));
    if (version != 1)
        return wrong_at(r, TBY_E_JSON_FIELD, begin);
    return TBY_OK;
}

/* Reads the line at the cursor, n bytes without its end, and passes `step`.
 * TBY_DONE: it was a version line. */
static tby_rc take_line(tby_jsonl *c, size_t n, size_t step, tby_game *game,
                        tby_err *err)
{
    static const char *const names[FIELDS] = {
        "format", "version",  "tags",   "repeated_tags",
        "start",  "chess960", "result", "moves"};
    struct reader r = {.json = {.text = {c->text.p + c->at, n}},
                       .game = game,
                       .forgive = c->forgive};
    size_t places[FIELDS];
    bool version = false;

    tby_buf_init(&r.json.scratch, &game->alloc, TBY_JSONL_MAX_LINE);
    tby_buf_init(&r.text, &game->alloc, TBY_JSONL_MAX_LINE);
    tby_rc rc = tby_json_object(&r.json, names, places, FIELDS);
    if (rc == TBY_OK)
        rc = tby_json_end(&r.json);
    if (rc == TBY_OK) {
        version = places[FORMAT] != 0;
        rc = version ? read_version(&r, places) : read_game(&r, places);
    }
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

void tby_jsonl_init(tby_jsonl *c, tby_str text)
{
    *c = (tby_jsonl){.text = text};
    /* A byte order mark is no part of any line. */
    if (tby_str_starts(text, TBY_STR("\xEF\xBB\xBF")))
        c->at = 3;
}

/* Passes what is left of a line that was too long. */
static void skip_line(tby_jsonl *c)
{
    tby_str rest = tby_str_from(c->text, c->at);
    const char *end = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;

    c->at = end ? (size_t)(end - c->text.p) + 1 : c->text.n;
    c->skip = !end; /* it goes on */
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

        if (n > TBY_JSONL_MAX_LINE) {
            if (err)
                *err = (tby_err){TBY_E_LIMIT, c->at};
            skip_line(c);
            return TBY_E_LIMIT;
        }
        if (!end && c->more)
            return TBY_E_MORE;
        if (tby_str_trim((tby_str){rest.p, n}).n == 0)
            c->at += n + (end != NULL);
        else
            rc = take_line(c, n, n + (end != NULL), game, err);
    }
    return rc == TBY_DONE && c->more && !c->refused ? TBY_E_MORE : rc;
}
