/* steps.c - tabiya eco from, to, fromto, interpolate and orphans: which named
 * positions are one move apart, and which lie between or beside them. */
#include "app/cli/commands.h"
#include "app/cli/eco/cmd_eco.h"
#include "core/openings/lists/write.h"

#include <string.h>

static int show_near(const tby_cli_call *call, tby_cli_texts *in,
                     const char *verb, const tby_eco_near *l)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(&in->line.pos, fen, sizeof fen);
    if (call->json) {
        tby_jsonw *w = tby_cli_json_object();

        if (in->standard) /* lines may have been refused */
            tby_jsonw_put_u64(w, "line", in->text.line);
        tby_jsonw_put_cstr(w, "fen", fen);
        tby_jsonw_key(w, verb);
        tby_answer_near(w, l);
        return tby_cli_json_object_end();
    }
    if (in->standard) /* which of the lines this is about */
        printf("%s%s\n", in->shown++ ? "\n" : "", fen);
    for (size_t i = 0; i < l->n; i++) {
        printf("%-7s  ", l->at[i].san);
        tby_eco_print_opening(l->at[i].opening);
    }
    return TBY_EXIT_OK;
}

/* Reads openings and does something with them. */
static int with_table(const tby_cli_call *call, char *const sources[], size_t n,
                      int (*use)(const tby_cli_call *call, tby_openings *t))
{
    tby_openings *t = NULL;
    int code = tby_eco_read(call, sources, n, &t);

    if (t)
        code = tby_cli_worse_exit(code, use(call, t));
    tby_openings_close(t);
    return code;
}

static int show_steps(const tby_cli_call *call, tby_openings *t)
{
    const char *verb = call->command->verb;
    tby_cli_texts in;

    tby_cli_texts_open(&in, call->args, call->n);
    while (tby_cli_next_line(&in)) {
        tby_eco_near l;
        tby_rc rc =
            tby_eco_near_find(&l, t, &in.line.pos, strcmp(verb, "from") == 0);
        int code = rc == TBY_OK ? show_near(call, &in, verb, &l)
                                : tby_cli_fail(verb, rc);
        code = tby_cli_worse_exit(code, l.n ? TBY_EXIT_OK : TBY_EXIT_NO);
        tby_eco_near_free(&l);
        tby_cli_texts_note(&in, code);
    }
    return tby_cli_texts_close(&in);
}

static int eco_steps(const tby_cli_call *call)
{
    return with_table(call, NULL, 0, show_steps);
}

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_NAMES,
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

#define POSITIONS                                                              \
    "POS is what 'pos' takes; a lone '-' reads one position from each line "   \
    "of "                                                                      \
    "standard input. The position itself needs no name. The exit code is 1 "   \
    "if nothing was found."

const tby_cli_command tby_cmd_eco_from = {
    TBY_CLI_SYNOPSIS("eco", "from", "POS...",
                     "list the named positions one move before POS"),
    .about =
        "Each is shown with the move that leads here, its code, its name and "
        "its own moves, whatever the order in which POS was "
        "reached.\n\n" POSITIONS,
    .options = OPTIONS,
    TBY_CLI_EXAMPLES(
        {"tabiya eco from d4 d5 c4 e6 Nc3 Nf6", "whence this position arises"},
        {"tabiya --json eco from - <positions.txt",
         "a line of JSON for each line"}),
    .run = eco_steps,
};

const tby_cli_command tby_cmd_eco_to = {
    TBY_CLI_SYNOPSIS("eco", "to", "POS...",
                     "list the moves from POS to named positions"),
    .about =
        "Each move is shown with the code, the name and the usual moves of the "
        "position it leads to.\n\n" POSITIONS,
    .options = OPTIONS,
    TBY_CLI_EXAMPLES({"tabiya eco to start", "the named first moves"},
                     {"tabiya eco to --names openings.tsv e4 c5",
                      "where a list of one's own leads from here"}),
    .run = eco_steps,
};

void tby_eco_put_pairs(tby_jsonw *w, const tby_openings *t)
{
    char fen[TBY_FEN_MAX];
    tby_steps c;
    tby_step step;

    tby_jsonw_array(w);
    tby_steps_all(&c, t);
    while (tby_steps_next(&c, &step)) {
        const tby_opening *from = tby_openings_at(t, step.from);
        const tby_opening *to = tby_openings_at(t, step.to);

        tby_jsonw_array(w);
        tby_fen_write_pos(&from->pos, fen, sizeof fen);
        tby_jsonw_cstr(w, fen);
        tby_fen_write_pos(&to->pos, fen, sizeof fen);
        tby_jsonw_cstr(w, fen);
        tby_jsonw_str(w, from->source);
        tby_jsonw_str(w, to->source);
        tby_jsonw_array_end(w);
    }
    tby_jsonw_array_end(w);
}

/* A line of TSV, or an object. */
static int print_pair(const tby_cli_call *call, const tby_opening *from,
                      const tby_opening *to, tby_move move)
{
    char from_fen[TBY_FEN_MAX], to_fen[TBY_FEN_MAX];
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

    tby_fen_write_pos(&from->pos, from_fen, sizeof from_fen);
    tby_fen_write_pos(&to->pos, to_fen, sizeof to_fen);
    tby_san_write(&from->pos, move, san);
    if (!call->json) {
        printf("%s\t%s\t", from_fen, to_fen);
        tby_print_clean(stdout, from->source); /* from files */
        putchar('\t');
        tby_print_clean(stdout, to->source);
        printf("\t%s\n", san);
        return TBY_EXIT_OK;
    }
    tby_jsonw *w = tby_cli_json_object();
    tby_uci_write(&from->pos, move, TBY_UCI_ORTHODOX, uci);
    tby_jsonw_put_cstr(w, "from", from_fen);
    tby_jsonw_put_cstr(w, "to", to_fen);
    tby_jsonw_put_str(w, "from_source", from->source);
    tby_jsonw_put_str(w, "to_source", to->source);
    tby_jsonw_put_cstr(w, "move", san);
    tby_jsonw_put_cstr(w, "move_uci", uci);
    return tby_cli_json_object_end();
}

static int print_pairs(const tby_cli_call *call, tby_openings *t)
{
    const char *format = tby_cli_value(call, "format");
    int code = TBY_EXIT_OK;
    tby_steps c;
    tby_step step;
    size_t n = 0;
    tby_rc rc = tby_openings_interpolate(t, tby_str_of(NULL), false);

    if (rc != TBY_OK)
        return tby_cli_fail("interpolate", rc);
    tby_steps_all(&c, t);
    if (!call->json && format && strcmp(format, "eco.json") == 0) {
        tby_eco_put_pairs(tby_cli_json_start(), t);
        code = tby_cli_json_print();
        return code != TBY_EXIT_OK || tby_steps_next(&c, &step) ? code
                                                                : TBY_EXIT_NO;
    }
    if (!call->json)
        puts("from\tto\tfrom_source\tto_source\tmove");
    for (; code == TBY_EXIT_OK && tby_steps_next(&c, &step); n++)
        code = print_pair(call, tby_openings_at(t, step.from),
                          tby_openings_at(t, step.to), step.move);
    return code != TBY_EXIT_OK || n ? code : TBY_EXIT_NO;
}

static int eco_fromto(const tby_cli_call *call)
{
    return with_table(call, call->args, call->n, print_pairs);
}

const tby_cli_command tby_cmd_eco_fromto = {
    TBY_CLI_SYNOPSIS("eco", "fromto", "[SOURCE...]",
                     "list which named position leads to which by one move"),
    .about =
        "Prints every pair of records such that one legal move leads from the "
        "first to the second: both FENs, both sources and the move. The "
        "positions that 'eco interpolate' adds are among them, with the source "
        "'interpolated'.\n\n"
        "All sources together are one table; without any it is the built-in "
        "names with what is installed. The exit code is 1 if there is no "
        "pair.",
    TBY_CLI_OPTIONS(
        {"format", "tsv|eco.json", "how to write the pairs (default tsv)"},
        TBY_ECO_COMPAT, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco fromto openings.tsv", "all pairs of one list"},
        {"tabiya eco fromto --compat eco.json --format eco.json eco.json/",
         "what eco.json publishes as fromTo.json"}),
    .run = eco_fromto,
};

static int print_between(const tby_cli_call *call, const tby_openings *t)
{
    enum { MOST = 1 << 28 }; /* far above any list, far below any memory */
    const char *format = tby_cli_value(call, "format");
    bool json = format && strcmp(format, "eco.json") == 0;
    int code = TBY_EXIT_OK;
    tby_buf text;

    if (call->json) {
        for (size_t i = 0; i < tby_openings_count(t) && code == TBY_EXIT_OK;
             i++)
            code = tby_eco_print_json(tby_openings_at(t, i));
        return code;
    }
    tby_buf_init(&text, NULL, MOST);
    tby_rc rc = tby_openings_write(
        t, json ? TBY_OPENINGS_JSON : TBY_OPENINGS_TSV, '\0', &text);
    if (rc == TBY_OK)
        fwrite(text.p, 1, text.n, stdout); /* main() looks for errors */
    tby_buf_free(&text);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("interpolate", rc);
}

tby_rc tby_eco_interpolate(tby_openings *t, tby_str suffix, bool complete,
                           tby_openings **between)
{
    size_t named = tby_openings_count(t);
    tby_rc rc = tby_openings_open(between, tby_openings_identity(t), NULL);

    if (rc == TBY_OK)
        rc = tby_openings_interpolate(t, suffix, complete);
    for (size_t i = named; i < tby_openings_count(t) && rc == TBY_OK; i++)
        rc = tby_openings_add(*between, tby_openings_at(t, i));
    return rc;
}

static int interpolate(const tby_cli_call *call, tby_openings *t)
{
    tby_openings *between = NULL;
    tby_rc rc =
        tby_eco_interpolate(t, tby_str_of(tby_cli_value(call, "suffix")),
                            tby_cli_has(call, "complete"), &between);
    int code = rc != TBY_OK                  ? tby_cli_fail("interpolate", rc)
               : tby_openings_count(between) ? print_between(call, between)
                                             : TBY_EXIT_NO;

    tby_openings_close(between);
    return code;
}

static int eco_interpolate(const tby_cli_call *call)
{
    return with_table(call, call->args, call->n, interpolate);
}

const tby_cli_command tby_cmd_eco_interpolate = {
    TBY_CLI_SYNOPSIS("eco", "interpolate", "[SOURCE...]",
                     "name the positions between named ones"),
    .about =
        "From each orphan (see 'eco orphans') the moves of its own line are "
        "taken back to the last named position, its root; the positions in "
        "between get the root's name, code and aliases and the source "
        "'interpolated'. Only they are printed. If two lines pass a position, "
        "the later one's root counts.\n\n"
        "With --complete the lines of all records are filled: after its first "
        "named move no line has a position without a name, even where a named "
        "position reaches its end by another order.\n\n"
        "All sources together are one table; without any it is the built-in "
        "names with what is installed. The exit code is 1 if there is nothing "
        "to add.",
    TBY_CLI_OPTIONS(
        {"suffix", "TEXT", "add this to each name, for example ' (i)'"},
        {"complete", NULL,
         "fill the lines of all records, not only those of orphans"},
        {"format", "tsv|eco.json", "how to write the records (default tsv)"},
        TBY_ECO_COMPAT, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco interpolate openings.tsv >between.tsv",
         "a list of the positions between those of another"},
        {"tabiya eco interpolate --suffix ' (i)' --complete openings.tsv",
         "all gaps, marked in their names"},
        {"tabiya eco interpolate --compat eco.json --format eco.json eco.json/",
         "what eco.json publishes as eco_interpolated.json"}),
    .run = eco_interpolate,
};

static int list_orphans(const tby_cli_call *call, tby_openings *t)
{
    size_t n = tby_openings_count(t);
    bool *orphan = tby_cli_resize(NULL, 0, n + 1);

    if (!orphan)
        return tby_cli_fail("orphans", TBY_E_NOMEM);
    size_t found = tby_openings_orphans(t, orphan);
    int code = found ? TBY_EXIT_OK : TBY_EXIT_NO;
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        if (orphan[i] && call->json)
            code = tby_eco_print_json(tby_openings_at(t, i));
        else if (orphan[i])
            tby_eco_print_opening(tby_openings_at(t, i));
    if (tby_look_of_stdout().terminal && !call->json)
        printf("%zu of %zu\n", found, n);
    tby_cli_resize(orphan, n + 1, 0);
    return code;
}

static int eco_orphans(const tby_cli_call *call)
{
    return with_table(call, call->args, call->n, list_orphans);
}

const tby_cli_command tby_cmd_eco_orphans = {
    TBY_CLI_SYNOPSIS("eco", "orphans", "[SOURCE...]",
                     "list the names that no other name leads to"),
    .about =
        "An orphan is a named position deeper than the first move that no "
        "legal move reaches from another named position: the moves before it "
        "have no name. Each is shown with its code, name and moves. 'eco "
        "interpolate' names the positions in between.\n\n"
        "All sources together are one table; without any it is the built-in "
        "names with what is installed. The exit code is 1 if there is no "
        "orphan.",
    TBY_CLI_OPTIONS(TBY_ECO_COMPAT, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES({"tabiya eco orphans openings.tsv", "those of one list"},
                     {"tabiya eco orphans --compat eco.json eco.json/",
                      "those of eco.json as its authors count them"},
                     {"tabiya --json eco orphans | jq -r .name",
                      "those of the built-in names"}),
    .run = eco_orphans,
};
