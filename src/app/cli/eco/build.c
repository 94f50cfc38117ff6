/* build.c - tabiya eco build: lists of openings made into a book. */
#include "app/cli/commands.h"
#include "app/cli/eco/cmd_eco.h"
#include "core/openings/book.h"

#include <string.h>

typedef struct build {
    const tby_cli_call *call;
    const char *out;
    tby_eco eco;
    size_t positions;
    tby_buf book;
} build;

static int print_json(const build *b)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", b->out);
    tby_jsonw_put_u64(w, "rows", b->eco.sum.rows);
    tby_jsonw_put_u64(w, "refused", b->eco.sum.refused);
    tby_jsonw_put_u64(w, "warnings", b->eco.sum.warnings);
    tby_jsonw_put_u64(w, "positions", b->positions);
    tby_jsonw_put_u64(w, "bytes", b->book.n);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int print_summary(const build *b)
{
    if (strcmp(b->out, "-") == 0) /* the book has standard output for itself */
        return TBY_EXIT_OK;
    if (b->call->json)
        return print_json(b);
    printf("%s\n", b->out);
    printf("Rows       %llu\n", (unsigned long long)b->eco.sum.rows);
    if (b->eco.sum.refused)
        printf("Refused    %llu\n", (unsigned long long)b->eco.sum.refused);
    printf("Positions  %zu\n", b->positions);
    printf("Bytes      %zu\n", b->book.n);
    return TBY_EXIT_OK;
}

/* A book without what was refused is not what was asked for. */
static int refuse(const build *b)
{
    char sentence[128];

    snprintf(sentence, sizeof sentence,
             "Not written: %llu row%s could not be read (--keep-going leaves "
             "such rows out).",
             (unsigned long long)b->eco.sum.refused,
             b->eco.sum.refused == 1 ? "" : "s");
    tby_cli_diag_file(b->out, sentence, "rows_refused");
    return TBY_EXIT_MALFORMED;
}

static int compile(build *b, const tby_openings *table, int code)
{
    if (code != TBY_EXIT_OK && !tby_cli_has(b->call, "keep-going"))
        return refuse(b);
    tby_rc rc = tby_book_compile(table, &b->book);
    if (rc != TBY_OK)
        return tby_cli_fail(b->out, rc);
    b->positions = tby_openings_count(table);
    int written = tby_cli_write_file(b->out, tby_buf_str(&b->book));
    if (written != TBY_EXIT_OK)
        return written;
    return tby_cli_worse_exit(code, print_summary(b));
}

static int make(build *b)
{
    tby_openings *table = NULL;
    int code = tby_eco_open(&b->eco, b->call, b->call->args, b->call->n);

    if (code == TBY_EXIT_OK)
        code = tby_eco_table(&b->eco, &table);
    if (table)
        code = compile(b, table, code);
    tby_openings_close(table);
    tby_eco_close(&b->eco);
    return code;
}

static int run(const tby_cli_call *call)
{
    build b = {.call = call, .out = tby_cli_value(call, "out")};

    if (!b.out)
        return tby_cli_usage(call->command, NULL,
                             "--out is missing: where the book goes.");
    int code = tby_cli_check_out(call, b.out, TBY_WANT_OPENINGS);
    if (code != TBY_EXIT_OK)
        return code;
    tby_buf_init(&b.book, NULL, UINT32_MAX);
    code = make(&b);
    tby_buf_free(&b.book);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"out", "FILE", "write the book here"},
    {"keep-going", NULL, "leave rows out that cannot be read"},
    TBY_CLI_FORCE,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco build --out all.book",
     "what tabiya knows anyway as one file, with your own names"},
    {"tabiya eco build eco.json lichess/a.tsv --out my.book",
     "a folder of eco.json and a list of lichess"},
    {"tabiya eco find --book my.book 1.e4 c5",
     "the book in use; it is mapped into memory, not read"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_build = {
    .noun = "eco",
    .verb = "build",
    .args = "[SOURCE...]",
    .summary = "compile lists of openings to a book",
    .about =
        "Reads lists of openings, joins them by position, and writes them as "
        "one book that any eco command opens with --book in a moment. Of "
        "several names for a position the best source's counts (your overlay, "
        "then lichess, eco.json's own, Scid, others); the others stay as "
        "aliases.\n\n"
        "A SOURCE is a TSV as lichess has it (eco, name, pgn), a file or the "
        "folder of eco.json, scid.eco, a PGN with a game for each opening, or "
        "another book, compressed or not; what it is shows in its content. A "
        "folder stands for ecoA.json to ecoE.json in it or, if there are none, "
        "for its files .tsv. Without a SOURCE the book is made of what the "
        "other eco commands use: the built-in book, scid.eco where it is "
        "installed, and your overlay.\n\n"
        "Every row that cannot be read is told with its place. The book is "
        "then not written and the exit code is 3, unless --keep-going is "
        "given; 2 if a file cannot be read or written. The file appears when "
        "all of it is written, or not at all.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
