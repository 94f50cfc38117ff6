/* exports.c - the flat face of the library for WebAssembly.
 *
 * JavaScript puts text into one buffer and calls a function with the length;
 * no function here thinks, each hands its text to the public API.  The buffer
 * is the module's only state: a module serves one caller at a time. */
#include "tabiya/tabiya.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Longer than any position that a person types; a whole game fits too. */
#define BUFFER_SIZE 65536

static char buffer[BUFFER_SIZE];

EXPORT(tby_wasm_buffer) char *tby_wasm_buffer(void);
EXPORT(tby_wasm_buffer_size) uint32_t tby_wasm_buffer_size(void);
EXPORT(tby_wasm_perft)
int64_t tby_wasm_perft(uint32_t text_length, uint32_t depth);

/* Where text goes in. */
char *tby_wasm_buffer(void)
{
    return buffer;
}

uint32_t tby_wasm_buffer_size(void)
{
    return BUFFER_SIZE;
}

/* The move sequences of `depth` plies from the position in the buffer (line.h
 * says how it may be written), or -1 if the text is no position. */
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
