/* exports.c - texts between a page and the library, and the parts that answers
 * are made of: see room.h.
 *
 * No function of this room thinks, each hands its text to the library.  The
 * buffer, the answer and the table of handles are the module's only state. */
#include "app/wasm/room.h"
#include "core/base/text.h"
#include "core/game/pgn/text.h"
#include "core/notation/describe.h"

#include <string.h>

/* Longer than any position that a person types; most games fit too. */
#define BUFFER_SIZE 65536

#define ANSWER_MAX ((size_t)1 << 29)

static char buffer[BUFFER_SIZE];
static tby_buf answer;
static tby_jsonw writer;

char *tby_wasm_buffer(void)
{
    return buffer;
}

uint32_t tby_wasm_buffer_size(void)
{
    return BUFFER_SIZE;
}

EXPORT(const char *, tby_wasm_answer, (void))
{
    return answer.p;
}

EXPORT(uint32_t, tby_wasm_answer_size, (void))
{
    return answer.n;
}

/* A large answer is not kept for ever. */
tby_buf *tby_wasm_text(void)
{
    if (answer.cap > 16 * BUFFER_SIZE)
        tby_buf_free(&answer);
    if (answer.max == 0)
        tby_buf_init(&answer, NULL, ANSWER_MAX);
    tby_buf_clear(&answer);
    return &answer;
}

int32_t tby_wasm_text_end(void)
{
    return tby_wasm_done(answer.rc);
}

void tby_wasm_add_game(tby_buf *out, const tby_game *game)
{
    size_t n = tby_pgn_write(game, NULL, 0);
    char *room = tby_buf_room(out, n + 1);

    if (room)
        out->n += tby_pgn_write(game, room, n + 1);
}

tby_jsonw *tby_wasm_json(void)
{
    writer = (tby_jsonw){.buf = tby_wasm_text()};
    return &writer;
}

int32_t tby_wasm_json_end(void)
{
    return tby_wasm_done(tby_jsonw_end_all(&writer));
}

tby_jsonw *tby_wasm_json_object(void)
{
    tby_jsonw_object(tby_wasm_json());
    return &writer;
}

int32_t tby_wasm_refuse(tby_rc rc)
{
    return tby_wasm_refuse_at(rc, NULL, SIZE_MAX);
}

int32_t tby_wasm_refuse_at(tby_rc rc, const char *sentence, size_t at)
{
    tby_jsonw *w = tby_wasm_json_object();

    tby_jsonw_put_cstr(w, "error", tby_rc_name(rc));
    tby_jsonw_put_cstr(w, "message",
                       sentence && *sentence ? sentence : tby_rc_text(rc));
    if (tby_jsonw_known(w, "at", at != SIZE_MAX))
        tby_jsonw_u64(w, at);
    if (tby_jsonw_end_all(w) != TBY_OK)
        tby_buf_free(&answer); /* nothing is better than half a sentence */
    return (int32_t)rc;
}

int64_t tby_wasm_time(double seconds)
{
    if (!(seconds > 0)) /* what is no number, too */
        return 0;
    return seconds < (double)TBY_TIME_MAX ? (int64_t)seconds : TBY_TIME_MAX;
}

int32_t tby_wasm_put(tby_str text, char *buf, uint32_t cap)
{
    tby_text out = {buf, cap, 0};

    tby_text_str(&out, text);
    return (int32_t)tby_text_end(&out);
}

/* The sentence of a code, for a person. */
EXPORT(int32_t, tby_wasm_rc_text, (int32_t rc, char *buf, uint32_t cap))
{
    return tby_wasm_put(tby_str_of(tby_rc_text((tby_rc)rc)), buf, cap);
}

/* A page may keep a number longer than the thing lives, so that numbers are
 * looked up and not believed. */

enum { PLACE_BITS = 6, PLACES = 1 << PLACE_BITS };

typedef struct place {
    tby_wasm_kind kind;
    uint32_t handle;
    void *thing;
} place;

static place places[PLACES];
static uint32_t given; /* numbers so far */

uint32_t tby_wasm_enter(tby_wasm_kind kind, void *thing)
{
    for (uint32_t i = 0; i < PLACES; i++)
        if (places[i].kind == TBY_WASM_FREE) {
            places[i] = (place){kind, ++given << PLACE_BITS | i, thing};
            return places[i].handle;
        }
    return 0;
}

tby_rc tby_wasm_keep(tby_wasm_kind kind, const void *thing, uint32_t size,
                     uint32_t *handle)
{
    void *kept = tby_wasm_alloc(size);

    *handle = kept ? tby_wasm_enter(kind, kept) : 0;
    if (*handle) {
        memcpy(kept, thing, size);
        return TBY_OK;
    }
    tby_wasm_free(kept, size);
    return kept ? TBY_E_LIMIT : TBY_E_NOMEM;
}

static place *find(tby_wasm_kind kind, uint32_t handle)
{
    place *p = &places[handle % PLACES];

    return p->kind == kind && p->handle == handle ? p : NULL;
}

void *tby_wasm_find(tby_wasm_kind kind, uint32_t handle)
{
    const place *p = find(kind, handle);

    return p ? p->thing : NULL;
}

void *tby_wasm_open_one(tby_wasm_kind kind, uint32_t handle)
{
    void *thing = tby_wasm_find(kind, handle);

    if (!thing)
        tby_wasm_refuse(TBY_E_HANDLE);
    return thing;
}

void *tby_wasm_leave(tby_wasm_kind kind, uint32_t handle)
{
    place *p = find(kind, handle);

    if (!p)
        return NULL;
    p->kind = TBY_WASM_FREE;
    return p->thing;
}

void tby_wasm_json_fen_value(tby_jsonw *w, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_cstr(w, fen);
}

void tby_wasm_json_fen(tby_jsonw *w, const char *key, const tby_pos *pos)
{
    tby_jsonw_key(w, key);
    tby_wasm_json_fen_value(w, pos);
}

void tby_wasm_json_number(tby_jsonw *w, const char *key, uint32_t n)
{
    if (tby_jsonw_known(w, key, n != TBY_NONE))
        tby_jsonw_u64(w, n);
}

void tby_wasm_json_color(tby_jsonw *w, const char *key, tby_color color)
{
    tby_jsonw_put_cstr(w, key, color == TBY_WHITE ? "white" : "black");
}

void tby_wasm_json_square(tby_jsonw *w, tby_square sq)
{
    char text[2] = {(char)('a' + tby_file(sq)), (char)('1' + tby_rank(sq))};

    tby_jsonw_str(w, (tby_str){text, sizeof text});
}

void tby_wasm_json_move(tby_jsonw *w, const tby_pos *before, tby_move m)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX] = "";
    char description[TBY_DESCRIBE_MAX];
    tby_pos after = *before;

    tby_pos_play(&after, m);
    tby_san_write(before, m, san);
    tby_uci_write(before, m, TBY_UCI_ORTHODOX, uci);
    tby_describe_move(before, m, description, sizeof description);
    bool check = tby_pos_checkers(&after) != 0;
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "san", san);
    /* squares as UCI has them, which is where a piece is dragged */
    const char promotion[2] = {uci[4], '\0'};

    tby_jsonw_put_str(w, "from", (tby_str){uci, 2});
    tby_jsonw_put_str(w, "to", (tby_str){uci + 2, 2});
    tby_jsonw_put_cstr(w, "promotion", *promotion ? promotion : NULL);
    if (tby_jsonw_known(w, "rook", tby_pos_is_castling(before, m)))
        tby_wasm_json_square(w, tby_move_to(m));
    tby_jsonw_put_bool(w, "capture", tby_pos_is_capture(before, m));
    tby_jsonw_put_bool(w, "check", check);
    tby_jsonw_put_bool(w, "mate", check && tby_moves_count(&after) == 0);
    tby_jsonw_put_cstr(w, "description", description);
}

void tby_wasm_json_nags(tby_jsonw *w, tby_str nags)
{
    tby_jsonw_put_array(w, "nags");
    for (size_t i = 0; i < nags.n; i++)
        tby_jsonw_u64(w, (unsigned char)nags.p[i]);
    tby_jsonw_array_end(w);

    /* Those of the glyphs that have a sign. */
    char text[64];
    size_t n = 0;

    for (size_t i = 0; i < nags.n; i++) {
        const char *sign = tby_pgn_suffix((unsigned char)nags.p[i]);

        while (sign && *sign && n < sizeof text)
            text[n++] = *sign++;
    }
    tby_jsonw_put_str(w, "glyph", (tby_str){text, n});
}

tby_rc tby_wasm_read_move(const tby_pos *pos, tby_str text, tby_move *out)
{
    char sentence[256];
    tby_err err = {TBY_OK, 0};

    if (tby_uci_parse(pos, text, out, NULL) == TBY_OK && *out != TBY_MOVE_NULL)
        return TBY_OK;
    tby_rc rc = tby_san_parse(pos, text, TBY_SAN_TOLERANT, out, &err);
    if (rc == TBY_OK && *out == TBY_MOVE_NULL) {
        err = (tby_err){TBY_E_SAN_SYNTAX, 0};
        rc = err.code;
    }
    if (rc != TBY_OK) {
        tby_san_explain(pos, text, TBY_SAN_TOLERANT, sentence, sizeof sentence);
        tby_wasm_refuse_at(rc, sentence, err.at);
    }
    return rc;
}

tby_rc tby_wasm_read_line(tby_str text, tby_line *line)
{
    char sentence[512];
    tby_faults found = 0;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_line_parse(text, NULL, line, &found, &err);

    if (rc == TBY_OK)
        return TBY_OK;
    tby_line_explain(text, &err, found, sentence, sizeof sentence);
    tby_wasm_refuse_at(rc, sentence, err.at);
    return rc;
}

void tby__diags_begin(diags *t)
{
    *t = (diags){.w = tby_wasm_json_object()};
    tby_jsonw_put_array(t->w, "diagnostics");
}

static void on_item(void *ctx, const tby_diag_item *item)
{
    static const char *const SEVERITIES[] = {"note", "warning", "error"};
    diags *t = ctx;
    tby_str text = item->detail;

    t->count[item->severity]++;
    if (t->listed >= TBY_WASM_DIAGNOSTICS)
        return;
    t->listed++;
    if (!text.n)
        text = tby_str_of(tby_rc_text(item->code));
    tby_jsonw_object(t->w);
    tby_jsonw_put_cstr(t->w, "severity", SEVERITIES[item->severity]);
    tby_jsonw_put_u64(t->w, "line", item->place.line);
    tby_jsonw_put_u64(t->w, "column", item->place.column);
    tby_jsonw_put_cstr(t->w, "code", tby_rc_name(item->code));
    tby_jsonw_put_str(t->w, "message", text);
    tby_jsonw_object_end(t->w);
}

tby_diag tby__diags_sink(diags *t)
{
    return (tby_diag){on_item, t};
}

void tby__diags_end(diags *t)
{
    tby_jsonw_array_end(t->w);
}

int32_t tby__diags_answer(diags *t, tby_rc rc)
{
    if (rc != TBY_OK) {
        tby_jsonw_put_cstr(t->w, "error", tby_rc_name(rc));
        tby_jsonw_put_cstr(t->w, "message", tby_rc_text(rc));
        tby_jsonw_put_null(t->w, "at");
    }
    int32_t written = tby_wasm_json_end();
    return rc == TBY_OK ? written : (int32_t)rc;
}
