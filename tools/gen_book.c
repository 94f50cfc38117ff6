/* gen_book.c ROWS.TSV LIST.TXT: prints the built-in book as C, and writes the
 * same openings as the list that a web page loads
 * (core/openings/lists/list.h).
 *
 * A program of the build machine, not a part of the library.  The rows are
 * those of openings.mjs: code, name, position.  Their lines are looked for
 * (core/openings/reach.h), all of it is compiled to a block
 * (core/openings/book.h), and the block is printed as an array. */
#include "core/base/str.h"
#include "core/openings/book.h"
#include "core/openings/lists/list.h"
#include "core/openings/reach.h"
#include "tabiya/fen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The package has it from the lists of lichess. */
#define SOURCE "eco_tsv"
#define TITLES "eco\tname\tepd"

enum { LINE_MAX_BYTES = 2048, BOOK_MAX_BYTES = 16 << 20 };

static _Noreturn void fail(const char *what, const char *detail)
{
    fprintf(stderr, "gen_book: %s: %s\n", what, detail);
    exit(1);
}

static void must(tby_rc rc, const char *what)
{
    if (rc != TBY_OK)
        fail(what, tby_rc_text(rc));
}

/* --- rows -----------------------------------------------------------------*/

static void add_row(tby_openings *t, const char *text)
{
    tby_str rest = tby_str_of(text), code, epd;
    tby_opening o = {.source = TBY_STR(SOURCE)};

    if (!tby_str_field(&rest, '\t', &code) || code.n != 3 ||
        !tby_str_field(&rest, '\t', &o.name) || o.name.n == 0 ||
        !tby_str_field(&rest, '\t', &epd) || rest.p)
        fail("not a code, a name and a position", text);
    memcpy(o.code, code.p, code.n);
    /* The en passant square of the row may be of any convention: reading keeps
     * it where a capture is legal. */
    must(tby_fen_parse_pos(epd, &o.pos, NULL, NULL), text);
    if (tby_openings_find(t, &o.pos) != TBY_OPENINGS_NONE)
        fail("a position stands there twice", text);
    must(tby_openings_add(t, &o), text);
}

static void read_rows(tby_openings *t, const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *in = fopen(path, "r");

    if (!in || !fgets(line, sizeof line, in) || strcmp(line, TITLES "\n") != 0)
        fail(path, "cannot be read, or does not begin with " TITLES);
    while (fgets(line, sizeof line, in)) {
        size_t n = strcspn(line, "\n");
        if (line[n] == '\0')
            fail("a line is too long or has no end", line);
        line[n] = '\0';
        add_row(t, line);
    }
    if (ferror(in) || tby_openings_count(t) == 0)
        fail(path, "cannot be read, or is empty");
    fclose(in);
}

/* --- the block ------------------------------------------------------------*/

static void print_sum(const tby_openings *t, const tby_reach_sum *sum)
{
    printf("/* Made by gen_book: %zu positions, %zu of them without a line.\n"
           " * Lines by the longest way between two named positions on them:\n",
           tby_openings_count(t), sum->missing);
    for (size_t i = 1; i <= TBY_WAY_MAX; i++)
        printf(" * %zu %s: %zu\n", i, i == 1 ? "ply" : "plies", sum->found[i]);
    printf(" */\n");
}

static void print_block(tby_str block)
{
    printf("#include \"core/openings/book_builtin.h\"\n\n"
           "const size_t tby_builtin_size = %zu;\n"
           "_Alignas(8) const unsigned char tby_builtin_block[%zu] = {",
           block.n, block.n);
    for (size_t i = 0; i < block.n; i++)
        printf("%s%d,", i % 20 ? "" : "\n", (unsigned char)block.p[i]);
    printf("\n};\n");
}

static void write_list(const tby_openings *t, const char *path)
{
    tby_buf list;
    FILE *out = fopen(path, "w");

    if (!out)
        fail(path, "cannot be written");
    tby_buf_init(&list, NULL, BOOK_MAX_BYTES);
    must(tby_openings_list_write(t, &list), path);
    if (fwrite(list.p, 1, list.n, out) != list.n || fclose(out) != 0)
        fail(path, "cannot be written");
    tby_buf_free(&list);
}

int main(int argc, char **argv)
{
    tby_openings *t = NULL;
    tby_reach_sum sum;
    tby_buf block;

    if (argc != 3)
        fail("usage", "gen_book ROWS.TSV LIST.TXT");
    must(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL), "opening");
    read_rows(t, argv[1]);
    must(tby_openings_reach(t, &sum), "finding lines");
    tby_buf_init(&block, NULL, BOOK_MAX_BYTES);
    must(tby_book_compile(t, &block), "compiling");
    write_list(t, argv[2]);
    print_sum(t, &sum);
    print_block(tby_buf_str(&block));
    tby_buf_free(&block);
    tby_openings_close(t);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("output", "cannot be written");
    return 0;
}
