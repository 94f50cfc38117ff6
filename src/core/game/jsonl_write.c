#include "core/base/assert.h"
#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "tabiya/fen.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <string.h>

/* How far the element that is being written has come.  An element is a move
 * and what follows it, in this order; whatever comes out of order begins a new
 * element, without a move. */
enum part { NO_ELEMENT, MOVE, NAGS, COMMENTS, VARIATIONS };

struct line {
    tby_pos before, now;
    bool has_move;
    enum part part;
};

struct writer {
    tby_jsonw json;
    const tby_game *game;
    unsigned depth;
    struct line lines[TBY_MAX_RAV_DEPTH + 1];
};

static tby_str name_of(const tby_game *g, size_t tag)
{
    return tby_game_text(g, g->tags[tag].name);
}

static bool is_repeated(const tby_game *g, size_t tag)
{
    for (size_t i = 0; i < tag; i++)
        if (tby_str_equal(name_of(g, i), name_of(g, tag)))
            return true;
    return false;
}

static struct line *current(struct writer *w)
{
    return &w->lines[w->depth];
}

static void end_element(struct writer *w)
{
    struct line *line = current(w);

    if (line->part > MOVE)
        tby_jsonw_array_end(&w->json);
    if (line->part != NO_ELEMENT)
        tby_jsonw_object_end(&w->json);
    line->part = NO_ELEMENT;
}

/* Makes the next value one of the list that is called so. */
static void go_to(struct writer *w, enum part part)
{
    static const char *const keys[] = {
        [NAGS] = "nags", [COMMENTS] = "comments", [VARIATIONS] = "variations"};
    struct line *line = current(w);

    if (line->part == part)
        return;
    if (line->part > part)
        end_element(w);
    if (line->part == NO_ELEMENT)
        tby_jsonw_object(&w->json);
    else if (line->part > MOVE)
        tby_jsonw_array_end(&w->json);
    tby_jsonw_put_array(&w->json, keys[part]);
    line->part = part;
}

static tby_rc put_close(struct writer *w)
{
    if (w->depth == 0)
        return TBY_E_PGN_VARIATION;
    end_element(w);
    tby_jsonw_array_end(&w->json);
    w->depth--;
    return TBY_OK;
}

static tby_rc put_item(struct writer *w, const tby_item *item)
{
    struct line *line = current(w);

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE: {
        tby_uci_style style =
            w->game->chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX;
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
        TBY_TRY(tby_pos_judge(&line->now, item->move));
        end_element(w);
        tby_san_write(&line->now, item->move, san);
        tby_uci_write(&line->now, item->move, style, uci);
        tby_jsonw_object(&w->json);
        tby_jsonw_put_cstr(&w->json, "san", san);
        tby_jsonw_put_cstr(&w->json, "uci", uci);
        line->part = MOVE;
        line->before = line->now;
        line->has_move = true;
        tby_pos_play(&line->now, item->move);
        return TBY_OK;
    }
    case TBY_ITEM_NAG:
        go_to(w, NAGS);
        tby_jsonw_u64(&w->json, item->nag);
        break;
    case TBY_ITEM_COMMENT:
        go_to(w, COMMENTS);
        tby_jsonw_str(&w->json, tby_game_text(w->game, item->text));
        break;
    case TBY_ITEM_OPEN:
        if (!line->has_move)
            return TBY_E_PGN_VARIATION;
        if (w->depth == TBY_MAX_RAV_DEPTH)
            return TBY_E_LIMIT;
        go_to(w, VARIATIONS);
        tby_jsonw_array(&w->json);
        TBY_ASSERT(w->depth < TBY_MAX_RAV_DEPTH);
        w->lines[++w->depth] =
            (struct line){.before = line->before, .now = line->before};
        break;
    case TBY_ITEM_CLOSE:
        return put_close(w);
    }
    return TBY_OK;
}

static tby_rc put_game(struct writer *w)
{
    const tby_game *g = w->game;
    tby_jsonw *json = &w->json;
    char fen[TBY_FEN_MAX];

    tby_jsonw_object(json);
    /* An object for readers that ask for .tags.White; a name that occurs
     * again goes elsewhere, because readers of JSON would keep only one. */
    unsigned repeated = 0;
    tby_jsonw_put_object(json, "tags");
    for (size_t i = 0; i < g->tags_n; i++) {
        if (is_repeated(g, i)) {
            repeated++;
            continue;
        }
        tby_jsonw_key_str(json, name_of(g, i));
        tby_jsonw_str(json, tby_game_text(g, g->tags[i].value));
    }
    tby_jsonw_object_end(json);
    if (repeated > 0) {
        /* [place in the list of all tags, name, value] */
        tby_jsonw_put_array(json, "repeated_tags");
        for (size_t i = 0; i < g->tags_n; i++) {
            if (!is_repeated(g, i))
                continue;
            tby_jsonw_array(json);
            tby_jsonw_u64(json, i);
            tby_jsonw_str(json, name_of(g, i));
            tby_jsonw_str(json, tby_game_text(g, g->tags[i].value));
            tby_jsonw_array_end(json);
        }
        tby_jsonw_array_end(json);
    }
    if (g->setup) {
        tby_fen_write_pos(&g->start, fen, sizeof fen);
        tby_jsonw_put_cstr(json, "start", fen);
    }
    if (g->chess960)
        tby_jsonw_put_bool(json, "chess960", true);
    tby_jsonw_put_cstr(json, "result", tby_result_text(g->result));
    tby_jsonw_put_array(json, "moves");
    for (size_t i = 0; i < g->items_n; i++)
        TBY_TRY(put_item(w, &g->items[i]));
    while (w->depth > 0)
        TBY_TRY(put_close(w));
    end_element(w);
    tby_jsonw_array_end(json);
    tby_jsonw_object_end(json);
    return tby_jsonw_end(json);
}

tby_rc tby_jsonl_write(const tby_game *g, char *buf, size_t cap, size_t *n)
{
    struct writer w;
    tby_buf line;

    tby_buf_init(&line, &g->alloc, TBY_JSONL_MAX_LINE);
    w.json = (tby_jsonw){.buf = &line};
    w.game = g;
    w.depth = 0;
    w.lines[0] = (struct line){.before = g->start, .now = g->start};
    tby_rc rc = put_game(&w);
    if (rc == TBY_OK) {
        *n = line.n;
        if (cap) {
            size_t stored = line.n < cap ? line.n : cap - 1;
            memcpy(buf, line.p, stored);
            buf[stored] = '\0';
        }
    }
    tby_buf_free(&line);
    return rc;
}
