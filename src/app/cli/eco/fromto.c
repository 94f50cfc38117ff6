/* fromto.c - tabiya eco fromto: which record leads to which. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

#include <string.h>

typedef struct pair {
    const tby_opening *from, *to;
    char from_fen[TBY_FEN_MAX], to_fen[TBY_FEN_MAX];
    tby_move move;
} pair;

/* How pairs are written. */
typedef struct printer {
    void (*begin)(tby_cli_json *j); /* or NULL */
    int (*each)(tby_cli_json *j, const pair *p);
    int (*end)(tby_cli_json *j); /* or NULL */
} printer;

static void tsv_titles(tby_cli_json *j)
{
    (void)j;
    puts("from\tto\tfrom_source\tto_source\tmove");
}

/* Names of sources come from files. */
static void put_field(tby_str text)
{
    tby_cli_put_clean(stdout, text);
    putchar('\t');
}

static int tsv_pair(tby_cli_json *j, const pair *p)
{
    char san[TBY_SAN_MAX];

    (void)j;
    tby_san_write(&p->from->pos, p->move, san);
    printf("%s\t%s\t", p->from_fen, p->to_fen);
    put_field(p->from->source);
    put_field(p->to->source);
    puts(san);
    return TBY_EXIT_OK;
}

static void json_members(tby_jsonw *w, const pair *p)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

    tby_san_write(&p->from->pos, p->move, san);
    tby_uci_write(&p->from->pos, p->move, TBY_UCI_ORTHODOX, uci);
    tby_jsonw_put_cstr(w, "from", p->from_fen);
    tby_jsonw_put_cstr(w, "to", p->to_fen);
    tby_jsonw_key(w, "from_source");
    tby_jsonw_str(w, p->from->source);
    tby_jsonw_key(w, "to_source");
    tby_jsonw_str(w, p->to->source);
    tby_jsonw_put_cstr(w, "move", san);
    tby_jsonw_put_cstr(w, "move_uci", uci);
}

static int json_pair(tby_cli_json *j, const pair *p)
{
    tby_jsonw *w = tby_cli_json_start(j);

    tby_jsonw_object(w);
    json_members(w, p);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(j);
}

/* One array of arrays, as eco.json has it. */
static void array_begin(tby_cli_json *j)
{
    tby_jsonw_array(tby_cli_json_start(j));
}

static int array_pair(tby_cli_json *j, const pair *p)
{
    tby_jsonw *w = &j->w;

    tby_jsonw_array(w);
    tby_jsonw_cstr(w, p->from_fen);
    tby_jsonw_cstr(w, p->to_fen);
    tby_jsonw_str(w, p->from->source);
    tby_jsonw_str(w, p->to->source);
    tby_jsonw_array_end(w);
    return TBY_EXIT_OK;
}

static int array_end(tby_cli_json *j)
{
    tby_jsonw_array_end(&j->w);
    return tby_cli_json_print(j);
}

static const printer TSV = {tsv_titles, tsv_pair, NULL};
static const printer NDJSON = {NULL, json_pair, NULL};
static const printer ARRAY = {array_begin, array_pair, array_end};

static int print_all(const tby_openings *t, const printer *out)
{
    tby_steps c;
    tby_step step;
    tby_cli_json json;
    size_t n = 0;
    int code = TBY_EXIT_OK;

    tby_steps_all(&c, t);
    if (out->begin)
        out->begin(&json);
    while (code == TBY_EXIT_OK && tby_steps_next(&c, &step)) {
        pair p = {.from = tby_openings_at(t, step.from),
                  .to = tby_openings_at(t, step.to),
                  .move = step.move};
        tby_fen_write_pos(&p.from->pos, p.from_fen, sizeof p.from_fen);
        tby_fen_write_pos(&p.to->pos, p.to_fen, sizeof p.to_fen);
        code = out->each(&json, &p);
        n++;
    }
    if (out->end)
        code = out->end(&json);
    return code != TBY_EXIT_OK || n ? code : TBY_EXIT_NO;
}

static const printer *printer_of(const tby_cli_call *call)
{
    const char *format = tby_cli_value(call, "format");

    if (call->json)
        return &NDJSON;
    return format && strcmp(format, "eco.json") == 0 ? &ARRAY : &TSV;
}

static int run(const tby_cli_call *call)
{
    tby_openings *t = NULL;
    int code = tby_eco_read(call, call->args, call->n, &t);

    if (t) {
        tby_rc rc = tby_openings_interpolate(t, tby_str_of(NULL), false);
        int answer = rc == TBY_OK ? print_all(t, printer_of(call))
                                  : tby_cli_fail("interpolate", rc);
        code = tby_cli_worse_exit(code, answer);
    }
    tby_openings_close(t);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"format", "tsv|eco.json", "how to write the pairs (default tsv)"},
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco fromto openings.tsv", "all pairs of one list"},
    {"tabiya eco fromto --compat eco.json --format eco.json eco.json/",
     "what eco.json publishes as fromTo.json"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_fromto = {
    .noun = "eco",
    .verb = "fromto",
    .args = "[SOURCE...]",
    .summary = "list which named position leads to which by one move",
    .about =
        "Prints every pair of records such that one legal move leads from the "
        "first to the second: both FENs, both sources and the move. The "
        "positions that 'eco interpolate' adds are among them, with the source "
        "'interpolated'.\n\n"
        "All sources together are one table; without any it is the built-in "
        "book with what is installed. The exit code is 1 if there is no "
        "pair.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
