/* jsonl_game.c - a game from the fields of its line.
 *
 * The names of an object may come in any order (jq -S sorts them), so that
 * each object is passed over once to find its values and then read in the
 * order that the game needs. */
#include "core/base/str.h"
#include "core/game/game.h"
#include "core/game/jsonl_int.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <string.h>

/* A line of play. */
struct line {
    tby_pos before, now;
    uint32_t plies;
    unsigned depth;
};

/* Calls `read` for each element of the array at the cursor. */
static tby_rc each(struct jsonl_reader *r, struct line *line,
                   tby_rc (*read)(struct jsonl_reader *r, struct line *line))
{
    bool first = true, more = true;
    tby_rc rc = tby_json_open(&r->json, '[');

    while (rc == TBY_OK) {
        rc = tby_json_element(&r->json, ']', &first, &more);
        if (rc != TBY_OK || !more)
            break;
        rc = read(r, line);
    }
    return rc;
}

/* A text of the game.  What was read from PGN has no NUL, which PGN could not
 * give back. */
static tby_rc read_words(struct jsonl_reader *r, tby_str *out)
{
    size_t begin = jsonl_go_to(r, r->json.at);
    tby_rc rc = tby_json_string(&r->json, &r->text, out);

    if (rc == TBY_OK && out->n && memchr(out->p, '\0', out->n))
        return jsonl_wrong_at(r, TBY_E_JSON_FIELD, begin);
    return rc;
}

/* --- moves ----------------------------------------------------------------*/

/* The move that the string at `place` says. */
static tby_rc read_text(struct jsonl_reader *r, const tby_pos *p, size_t place,
                        bool uci, tby_move *out)
{
    size_t begin = jsonl_go_to(r, place);
    tby_err err = {TBY_OK, 0};
    tby_str text;
    tby_rc rc = tby_json_string(&r->json, &r->text, &text);

    if (rc != TBY_OK)
        return rc;
    rc = uci ? tby_uci_parse(p, text, out, &err)
             : tby_san_parse(p, text, TBY_SAN_TOLERANT, out, &err);
    return jsonl_wrong_at(r, rc, begin + 1 + err.at);
}

/* Plays the move of an element; `san` and `uci` must agree if both are there.
 */
static tby_rc read_move(struct jsonl_reader *r, struct line *line, size_t san,
                        size_t uci)
{
    tby_move m = TBY_MOVE_NONE, other = TBY_MOVE_NONE;
    tby_rc rc = read_text(r, &line->now, uci ? uci : san, uci != 0, &m);

    if (rc == TBY_OK && uci && san) {
        rc = read_text(r, &line->now, san, false, &other);
        if (rc == TBY_OK && other != m)
            return jsonl_wrong_at(r, TBY_E_JSON_FIELD, jsonl_go_to(r, san));
    }
    if (rc == TBY_OK && line->plies >= TBY_MAX_PLIES)
        return jsonl_wrong_at(r, TBY_E_LIMIT, jsonl_go_to(r, uci ? uci : san));
    if (rc != TBY_OK)
        return rc;
    line->before = line->now;
    tby_pos_play(&line->now, m);
    line->plies++;
    return tby_game_add_item(r->game,
                             (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
}

static tby_rc read_nag(struct jsonl_reader *r, struct line *line)
{
    uint64_t nag = 0;
    tby_rc rc = tby_json_uint(&r->json, UINT8_MAX, &nag);

    (void)line;
    if (rc != TBY_OK)
        return rc;
    return tby_game_add_item(
        r->game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nag});
}

static tby_rc read_comment(struct jsonl_reader *r, struct line *line)
{
    size_t begin = jsonl_go_to(r, r->json.at);
    tby_str text;
    tby_rc rc = read_words(r, &text);

    (void)line;
    return rc == TBY_OK
               ? jsonl_wrong_at(r, tby_game_add_comment(r->game, text), begin)
               : rc;
}

static tby_rc read_element(struct jsonl_reader *r, struct line *line);

static tby_rc read_variation(struct jsonl_reader *r, struct line *line)
{
    struct line inner = {line->before, line->before, 0, line->depth + 1};

    tby_json_peek(&r->json);
    if (line->plies == 0)
        return TBY_E_JSON_FIELD;
    if (line->depth == TBY_MAX_RAV_DEPTH)
        return TBY_E_LIMIT;
    tby_rc rc = tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_OPEN});
    if (rc == TBY_OK)
        rc = each(r, &inner, read_element);
    if (rc == TBY_OK)
        rc = tby_game_add_item(r->game, (tby_item){.kind = TBY_ITEM_CLOSE});
    return rc;
}

static tby_rc read_list(struct jsonl_reader *r, struct line *line, size_t place,
                        tby_rc (*read)(struct jsonl_reader *r,
                                       struct line *line))
{
    if (!place)
        return TBY_OK;
    r->json.at = place;
    return each(r, line, read);
}

static tby_rc read_element(struct jsonl_reader *r, struct line *line)
{
    enum { SAN, UCI, NAGS, COMMENTS, VARIATIONS, FIELDS };
    static const char *const names[FIELDS] = {"san", "uci", "nags", "comments",
                                              "variations"};
    size_t places[FIELDS];
    tby_rc rc = tby_json_object(&r->json, names, places, FIELDS);
    size_t end = r->json.at;

    if (rc == TBY_OK && (places[SAN] || places[UCI]))
        rc = read_move(r, line, places[SAN], places[UCI]);
    if (rc == TBY_OK)
        rc = read_list(r, line, places[NAGS], read_nag);
    if (rc == TBY_OK)
        rc = read_list(r, line, places[COMMENTS], read_comment);
    if (rc == TBY_OK)
        rc = read_list(r, line, places[VARIATIONS], read_variation);
    if (rc == TBY_OK)
        r->json.at = end;
    return rc;
}

static tby_rc read_moves(struct jsonl_reader *r, size_t place)
{
    struct line line = {r->game->start, r->game->start, 0, 0};

    if (!place)
        return jsonl_wrong_at(r, TBY_E_JSON_FIELD, 0);
    tby_rc rc = read_list(r, &line, place, read_element);
    r->game->plies = line.plies;
    return rc;
}

/* --- tags -----------------------------------------------------------------*/

/* The name of a tag, as PGN can write it, whose string began at a byte. */
static tby_rc check_name(struct jsonl_reader *r, tby_str name, size_t begin)
{
    bool right = name.n > 0;

    for (size_t i = 0; i < name.n && right; i++) {
        unsigned char c = (unsigned char)name.p[i];
        right = (c | 32u) - 'a' < 26 || c - (unsigned)'0' < 10 || c == '_';
    }
    return jsonl_wrong_at(r, right ? TBY_OK : TBY_E_JSON_FIELD, begin);
}

static tby_rc read_value(struct jsonl_reader *r, tby_str name)
{
    size_t begin = jsonl_go_to(r, r->json.at);
    tby_str value;
    tby_rc rc = read_words(r, &value);

    if (rc == TBY_OK)
        rc = jsonl_wrong_at(r, tby_game_add_tag(r->game, name, value), begin);
    return rc;
}

static tby_rc read_tags(struct jsonl_reader *r, size_t place)
{
    bool first = true, more = true;
    tby_str name;
    tby_rc rc = TBY_OK;

    if (!place)
        return rc;
    r->json.at = place;
    rc = tby_json_open(&r->json, '{');
    while (rc == TBY_OK) {
        rc = tby_json_element(&r->json, '}', &first, &more);
        if (rc != TBY_OK || !more)
            break;
        size_t begin = jsonl_go_to(r, r->json.at);
        rc = tby_json_name(&r->json, &name);
        if (rc == TBY_OK)
            rc = check_name(r, name, begin);
        if (rc == TBY_OK)
            rc = read_value(r, name);
    }
    return rc;
}

/* Moves the last tag up to its place. */
static void move_tag(tby_game *g, size_t place)
{
    tby_tag tag = g->tags[g->tags_n - 1];

    memmove(&g->tags[place + 1], &g->tags[place],
            (g->tags_n - 1 - place) * sizeof tag);
    g->tags[place] = tag;
}

/* A comma, where exactly one more element must follow. */
static tby_rc pass_comma(struct jsonl_reader *r)
{
    bool first = false, more = false;
    tby_rc rc = tby_json_element(&r->json, ']', &first, &more);

    return rc == TBY_OK && !more ? TBY_E_JSON_FIELD : rc;
}

/* [place, name, value] */
static tby_rc read_repeated_tag(struct jsonl_reader *r, struct line *line)
{
    uint64_t place = 0;
    size_t begin = 0;
    tby_str name = {"", 0};
    tby_rc rc = tby_json_open(&r->json, '[');

    (void)line;
    if (rc == TBY_OK)
        rc = tby_json_uint(&r->json, r->game->tags_n, &place);
    if (rc == TBY_OK)
        rc = pass_comma(r);
    if (rc == TBY_OK) {
        begin = jsonl_go_to(r, r->json.at);
        rc = tby_json_string(&r->json, &r->json.scratch, &name);
    }
    if (rc == TBY_OK)
        rc = check_name(r, name, begin);
    if (rc == TBY_OK)
        rc = pass_comma(r);
    if (rc == TBY_OK)
        rc = read_value(r, name);
    if (rc != TBY_OK)
        return rc;
    move_tag(r->game, (size_t)place);
    return tby_json_peek(&r->json) == ']' ? tby_json_open(&r->json, ']')
                                          : TBY_E_JSON_FIELD;
}

/* --- the other fields of a game -------------------------------------------*/

static tby_rc read_start(struct jsonl_reader *r, size_t place)
{
    tby_str fen;
    tby_err err = {TBY_OK, 0};

    if (!place)
        return TBY_OK;
    size_t begin = jsonl_go_to(r, place);
    tby_rc rc = tby_json_string(&r->json, &r->text, &fen);
    if (rc != TBY_OK)
        return rc;
    rc = tby_fen_parse_with(fen, TBY_GAME_PLAYABLE | r->forgive,
                            &r->game->start, NULL, &err);
    r->game->setup = rc == TBY_OK;
    return jsonl_wrong_at(r, rc, begin + 1 + err.at);
}

static tby_rc read_chess960(struct jsonl_reader *r, size_t place)
{
    if (!place)
        return TBY_OK;
    r->json.at = place;
    return tby_json_bool(&r->json, &r->game->chess960);
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
static tby_rc read_result(struct jsonl_reader *r, size_t place)
{
    tby_game *g = r->game;
    tby_str text;

    if (!place) {
        find_result(tby_game_tag(g, "Result"), &g->result);
        return TBY_OK;
    }
    size_t begin = jsonl_go_to(r, place);
    tby_rc rc = tby_json_string(&r->json, &r->text, &text);
    if (rc != TBY_OK)
        return rc;
    g->has_result = find_result(text, &g->result);
    return g->has_result ? TBY_OK : jsonl_wrong_at(r, TBY_E_JSON_FIELD, begin);
}

tby_rc tby_jsonl_game(struct jsonl_reader *r, const size_t places[JSONL_FIELDS])
{
    struct line none = {0};
    tby_rc rc = read_tags(r, places[JSONL_TAGS]);

    if (rc == TBY_OK)
        rc =
            read_list(r, &none, places[JSONL_REPEATED_TAGS], read_repeated_tag);
    if (rc == TBY_OK)
        rc = read_start(r, places[JSONL_START]);
    if (rc == TBY_OK)
        rc = read_chess960(r, places[JSONL_CHESS960]);
    if (rc == TBY_OK)
        rc = read_result(r, places[JSONL_RESULT]);
    if (rc == TBY_OK)
        rc = read_moves(r, places[JSONL_MOVES]);
    return rc;
}
