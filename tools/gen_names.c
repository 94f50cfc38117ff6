/* gen_names.c OPENINGS.TSV LIST.TXT: prints the built-in names as C, and writes
 * the same openings as the list that a web page loads
 * (core/openings/lists/list.h).
 *
 * A program of the build machine, not a part of the library.  The rows are
 * those of data/openings.tsv: code, name, moves.  They are compiled to a block
 * (core/openings/names.h), which is printed as an array. */
#include "core/base/str.h"
#include "core/openings/lists/list.h"
#include "core/openings/lists/read.h"
#include "core/openings/names.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_BYTES = 16 << 20 };

static _Noreturn void fail(const char *what, const char *detail)
{
    fprintf(stderr, "gen_names: %s: %s\n", what, detail);
    exit(1);
}

static void must(tby_rc rc, const char *what)
{
    if (rc != TBY_OK)
        fail(what, tby_rc_text(rc));
}

/* --- rows -----------------------------------------------------------------*/

static void read_file(const char *path, tby_buf *text)
{
    char block[1 << 16];
    FILE *in = fopen(path, "r");
    size_t n;

    if (!in)
        fail(path, "cannot be opened");
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        tby_buf_add(text, (tby_str){block, n});
    must(text->rc, path);
    if (ferror(in))
        fail(path, "cannot be read");
    fclose(in);
}

static void report_fault(void *path, const tby_diag_item *item)
{
    fprintf(stderr, "%s:%zu:%zu: %.*s\n", (const char *)path, item->place.line,
            item->place.column, (int)item->detail.n, item->detail.p);
}

static void report_twice(tby_opening_reader *r)
{
    tby_diag_item item = {.place = tby_opening_reader_place(r),
                          .detail =
                              TBY_STR("The position has a name already.")};

    tby_diag_report(&r->diag, &item);
}

/* The list is ours to keep in order: what a user's list is warned of, and a
 * position that stands there twice, is an error in it. */
static void read_rows(tby_openings *t, char *path)
{
    tby_opening_reader r;
    tby_opening o;
    tby_buf text;
    tby_rc rc;

    tby_buf_init(&text, NULL, MAX_BYTES);
    read_file(path, &text);
    tby_opening_reader_init(&r, TBY_OPENINGS_TSV, tby_buf_str(&text), NULL);
    r.diag = (tby_diag){.report = report_fault, .ctx = path};
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK) {
        if (tby_openings_find(t, &o.pos) != TBY_OPENINGS_NONE)
            report_twice(&r);
        must(tby_openings_add(t, &o), path);
    }
    if (rc != TBY_DONE || r.refused || r.warnings ||
        tby_openings_count(t) != r.rows || r.rows == 0)
        fail(path, "is not a list of codes, names and moves");
    tby_opening_reader_free(&r);
    tby_buf_free(&text);
}

/* --- the block ------------------------------------------------------------*/

static void print_block(tby_str block)
{
    printf("#include \"core/openings/names_builtin.h\"\n\n"
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
    tby_buf_init(&list, NULL, MAX_BYTES);
    must(tby_openings_list_write(t, &list), path);
    if (fwrite(list.p, 1, list.n, out) != list.n || fclose(out) != 0)
        fail(path, "cannot be written");
    tby_buf_free(&list);
}

int main(int argc, char **argv)
{
    tby_openings *t = NULL;
    tby_buf block;

    if (argc != 3)
        fail("usage", "gen_names OPENINGS.TSV LIST.TXT");
    must(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL), "opening");
    read_rows(t, argv[1]);
    tby_buf_init(&block, NULL, MAX_BYTES);
    must(tby_names_compile(t, &block), "compiling");
    write_list(t, argv[2]);
    printf("/* Made by gen_names: %zu positions. */\n", tby_openings_count(t));
    print_block(tby_buf_str(&block));
    tby_buf_free(&block);
    tby_openings_close(t);
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("output", "cannot be written");
    return 0;
}
