/* exports.c - texts between a page and the library, and positions.
 *
 * No function of this room thinks, each hands its text to the public API.  The
 * buffer is the module's only state: a module serves one caller at a time. */
#include "app/wasm/exports.h"

#include "core/base/text.h"

/* Longer than any position that a person types; most games fit too. */
#define BUFFER_SIZE 65536

static char buffer[BUFFER_SIZE];

/* --- texts ----------------------------------------------------------------*/

char *tby_wasm_buffer(void)
{
    return buffer;
}

uint32_t tby_wasm_buffer_size(void)
{
    return BUFFER_SIZE;
}

void *tby_wasm_alloc(uint32_t size)
{
    tby_alloc alloc = tby_alloc_libc();

    return alloc.realloc(alloc.ctx, NULL, 0, size);
}

void tby_wasm_free(void *block, uint32_t size)
{
    tby_alloc alloc = tby_alloc_libc();

    alloc.realloc(alloc.ctx, block, size, 0);
}

int32_t tby_wasm_put(tby_str text, char *buf, uint32_t cap)
{
    tby_text out = {buf, cap, 0};

    tby_text_str(&out, text);
    return (int32_t)tby_text_end(&out);
}

int32_t tby_wasm_rc_name(int32_t rc, char *buf, uint32_t cap)
{
    return tby_wasm_put(tby_str_of(tby_rc_name((tby_rc)rc)), buf, cap);
}

int32_t tby_wasm_rc_text(int32_t rc, char *buf, uint32_t cap)
{
    return tby_wasm_put(tby_str_of(tby_rc_text((tby_rc)rc)), buf, cap);
}

/* --- positions ------------------------------------------------------------*/

int64_t tby_wasm_perft(uint32_t text_length, uint32_t depth)
{
    tby_line line;

    if (text_length > BUFFER_SIZE)
        return -1;
    tby_str text = {buffer, text_length};
    if (tby_line_parse(text, NULL, &line, NULL, NULL) != TBY_OK)
        return -1;
    uint64_t nodes = tby_perft(&line.pos, depth, TBY_PATH_BEST);
    tby_line_free(&line);
    return (int64_t)nodes;
}
