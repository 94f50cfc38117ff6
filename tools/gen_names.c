/* gen_names.c OPENINGS.TSV LIST.TXT: prints the built-in names as C, and writes
 * the same openings as the list that a web page loads
 * (core/openings/lists/list.h).
 *
 * A program of the build machine, not a part of the library.  The rows are
 * those of data/openings.tsv: code, name, moves.  They are compiled to a block
 * (core/openings/names.h), which is printed as a struct. */
#include "core/base/str.h"
#include "core/openings/lists/list.h"
#include "core/openings/lists/read.h"
#include "core/openings/names.h"
#include "core/openings/names_layout.h"

#include <inttypes.h>
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

/* printf() for each of n rows. */
#define PRINT_ROWS(n, format, ...)                                             \
    do {                                                                       \
        printf("{");                                                           \
        for (size_t i = 0; i < (n); i++)                                       \
            printf("%s" format ",", i % 8 ? "" : "\n", __VA_ARGS__);           \
        printf("},\n");                                                        \
    } while (0)

/* Printed as numbers, so that the compiler puts them into the byte order of the
 * machine that the library is for. */
static void print_block(tby_str block)
{
    const struct names_head *h = (const void *)block.p;
    const uint32_t *buckets = (const void *)(block.p + h->buckets);
    const struct names_entry *e = (const void *)(block.p + h->entries);
    const tby_move *moves = (const void *)(block.p + h->moves.at);
    const uint32_t *sources = (const void *)(block.p + h->sources.at);
    const unsigned char *texts = (const void *)(block.p + h->texts.at);
    const size_t buckets_n = ((size_t)1 << h->bits) + 1;

    if (h->aliases.n)
        fail("data/openings.tsv", "one name a position is expected");
    printf("#include \"core/openings/names_builtin.h\"\n\n"
           "static const struct {\n"
           "    struct names_head head;\n"
           "    _Alignas(8) uint32_t buckets[%zu];\n"
           "    _Alignas(8) struct names_entry entries[%u];\n"
           "    _Alignas(8) tby_move moves[%u];\n"
           "    _Alignas(8) uint32_t sources[%u];\n"
           "    _Alignas(8) unsigned char texts[%u];\n"
           "} block = {\n",
           buckets_n, h->count, h->moves.n, h->sources.n, h->texts.n);
    printf("{\"%s\", %u, %u, UINT64_C(%" PRIu64 "), %" PRIu64 ", %u, %u, %u, "
           "%u, {%u, %u}, {%u, %u}, {%u, %u}, {%u, %u}},\n",
           h->magic, h->version, h->keys, h->checksum, h->size, h->count,
           h->bits, h->buckets, h->entries, h->moves.at, h->moves.n,
           h->aliases.at, h->aliases.n, h->sources.at, h->sources.n,
           h->texts.at, h->texts.n);
    PRINT_ROWS(buckets_n, "%u", buckets[i]);
    PRINT_ROWS(h->count,
               "{UINT64_C(%" PRIu64 "), %u, %u, %u, %u, %u, %u, %u, %u, %u}",
               e[i].key, e[i].check, e[i].name, e[i].line, e[i].codes,
               e[i].alias, e[i].aliases_n, e[i].plies, e[i].source, e[i].root);
    PRINT_ROWS(h->moves.n, "%u", moves[i]);
    PRINT_ROWS(h->sources.n, "%u", sources[i]);
    PRINT_ROWS(h->texts.n, "%u", texts[i]);
    printf("};\n\n"
           "_Static_assert(sizeof block == %zu, \"as it was compiled\");\n"
           "const struct names_head *const tby_builtin_names = &block.head;\n",
           block.n);
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
