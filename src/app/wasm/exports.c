/* exports.c - texts between a page and the library.
 *
 * No function of this room thinks, each hands its text to the library.  The
 * buffer, the answer and the table of handles are the module's only state. */
#include "app/wasm/room.h"

#include "core/base/text.h"

/* Longer than any position that a person types; most games fit too. */
#define BUFFER_SIZE 65536

#define ANSWER_MAX ((size_t)1 << 29)

static char buffer[BUFFER_SIZE];
static tby_buf answer;
static tby_jsonw writer;

/* --- texts in -------------------------------------------------------------*/

char *tby_wasm_buffer(void)
{
    return buffer;
}

uint32_t tby_wasm_buffer_size(void)
{
    return BUFFER_SIZE;
}

/* --- answers --------------------------------------------------------------*/

const char *tby_wasm_answer(void)
{
    return answer.p;
}

uint32_t tby_wasm_answer_size(void)
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
    return tby_wasm_done(tby_jsonw_end(&writer));
}

int32_t tby_wasm_refuse(tby_rc rc)
{
    return tby_wasm_refuse_at(rc, NULL, SIZE_MAX);
}

int32_t tby_wasm_refuse_at(tby_rc rc, const char *sentence, size_t at)
{
    tby_jsonw *w = tby_wasm_json();

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "error", tby_rc_name(rc));
    tby_jsonw_put_cstr(w, "message",
                       sentence && *sentence ? sentence : tby_rc_text(rc));
    tby_jsonw_key(w, "at");
    if (at == SIZE_MAX)
        tby_jsonw_null(w);
    else
        tby_jsonw_u64(w, at);
    tby_jsonw_object_end(w);
    if (tby_jsonw_end(w) != TBY_OK)
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

/* --- codes ----------------------------------------------------------------*/

int32_t tby_wasm_rc_name(int32_t rc, char *buf, uint32_t cap)
{
    return tby_wasm_put(tby_str_of(tby_rc_name((tby_rc)rc)), buf, cap);
}

int32_t tby_wasm_rc_text(int32_t rc, char *buf, uint32_t cap)
{
    return tby_wasm_put(tby_str_of(tby_rc_text((tby_rc)rc)), buf, cap);
}
