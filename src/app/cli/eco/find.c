/* find.c - tabiya eco find and search: what is known of the name of a position,
 * and positions by their name; from, to, fromto, interpolate and orphans: which
 * named positions are one move apart, and which lie between or beside them. */
#include "app/cli/eco/cmd_eco.h"
#include "core/base/utf8.h"
#include "core/openings/lists/write.h"

#include <string.h>

typedef struct search {
    const tby_names *names;
    const tby_openings *table; /* the same, for JSON; else NULL */
    tby_search *search;
    unsigned flags; /* TBY_SEARCH_... */
    size_t limit;   /* 0: all */
    size_t shown;   /* texts so far that had an answer */
} search;

static int json_hits(const search *s, const tby_cli_text *text,
                     const tby_search_hit *hits, size_t n)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++) {
        const tby_search_hit *hit = &hits[i];
        const tby_opening *o = tby_eco_record(s->table, s->names, hit->entry);
        tby_jsonw *w = tby_cli_json_object();

        if (strcmp(text->file, "stdin") == 0)
            tby_jsonw_put_u64(w, "line", text->line);
        tby_answer_hit(w, o, hit);
        code = tby_cli_json_object_end();
    }
    return code;
}

static int print_hits(search *s, const tby_search_hit *hits, size_t n,
                      size_t found)
{
    if (s->shown++)
        putchar('\n');
    for (size_t i = 0; i < n; i++) {
        const tby_search_hit *hit = &hits[i];
        tby_opening o;

        tby_names_peek(s->names, hit->entry, &o);
        tby_eco_put_opening(&o);
        if (hit->positions > 1)
            printf(", %u positions", hit->positions);
        if (hit->alias.n) {
            fputs(", also ", stdout);
            tby_print_clean(stdout, hit->alias);
        }
        putchar('\n');
    }
    if (n < found)
        printf("... and %zu more\n", found - n);
    return TBY_EXIT_OK;
}

/* Searches and prints, for people with an empty line between two answers.
 * Returns TBY_EXIT_NO, not yet reported, if nothing was found. */
static int search_text(search *s, const tby_cli_text *text)
{
    size_t found = 0, n;
    tby_rc rc =
        tby_search_find(s->search, text->body, s->flags, NULL, 0, &found);

    if (rc != TBY_OK)
        return tby_cli_fail(text->file, rc);
    if (found == 0)
        return TBY_EXIT_NO;
    n = s->limit && s->limit < found ? s->limit : found;
    tby_search_hit *hits = tby_cli_resize(NULL, 0, n * sizeof *hits);
    rc = hits
             ? tby_search_find(s->search, text->body, s->flags, hits, n, &found)
             : TBY_E_NOMEM;
    int code = rc != TBY_OK ? tby_cli_fail(text->file, rc)
               : s->table   ? json_hits(s, text, hits, n)
                            : print_hits(s, hits, n, found);
    tby_cli_resize(hits, n * sizeof *hits, 0);
    return code;
}

static bool are_moves(tby_str text)
{
    tby_line line;

    if (tby_line_parse(text, NULL, &line, NULL, NULL) != TBY_OK)
        return false;
    tby_line_free(&line);
    return true;
}

static int search_all(search *s, const tby_cli_call *call)
{
    tby_openings *table = NULL;
    tby_rc rc = call->json ? tby_eco_unpack(s->names, &table) : TBY_OK;
    tby_cli_texts in;

    s->table = table;
    if (rc == TBY_OK)
        rc = tby_search_open(&s->search, s->names, NULL);
    tby_cli_texts_open(&in, call->args, call->n);
    if (rc != TBY_OK)
        tby_cli_texts_note(&in, tby_cli_fail("openings", rc));
    while (rc == TBY_OK && tby_cli_next_text(&in)) {
        int code = search_text(s, &in.text);
        if (code == TBY_EXIT_NO)
            tby_cli_diag_at(&in.text, 0,
                            are_moves(in.text.body)
                                ? "This is a position, not a name: ask 'tabiya "
                                  "eco find'."
                                : "No opening has a name like this.",
                            "opening_not_found");
        tby_cli_texts_note(&in, code);
    }
    tby_search_close(s->search);
    tby_openings_close(table);
    return tby_cli_texts_close(&in);
}

static int eco_search(const tby_cli_call *call)
{
    search s = {.flags = 0};
    tby_names_set *names = NULL;

    unsigned limit = 20;

    if (!tby_cli_number_of(call, "limit", 0, 1000000, &limit))
        return TBY_EXIT_USAGE;
    s.limit = limit;
    if (tby_cli_has(call, "all"))
        s.flags |= TBY_SEARCH_ALL;
    if (tby_cli_has(call, "complete"))
        s.flags |= TBY_SEARCH_COMPLETE;

    int code = tby_eco_read_names(call, &names);
    if (!names)
        return code;
    s.names = tby_names_set_get(names);
    code = tby_cli_worse_exit(code, search_all(&s, call));
    tby_names_set_close(names);
    return code;
}

const tby_cli_command tby_cmd_eco_search = {
    TBY_CLI_SYNOPSIS("eco", "search", "TEXT...", "find openings by name"),
    .about =
        "TEXT is words of a name in any order, whole or begun. Case, accents "
        "and spelling do not matter: Gruenfeld and Grunfeld are one, and so "
        "are "
        "Defence and Defense, Petroff and Petrov, Aljechin and Alekhine. "
        "Abbreviations (QGD, KID) and other names of the same (Spanish, Volga "
        "Gambit) are known, and one wrong letter in a word of "
        "five or more is forgiven. A code or range of codes (B90, B9, "
        "B90-B99) may stand alone or narrow the rest. A lone '-' reads one "
        "TEXT from each line of standard input.\n\n"
        "The best comes first: the name itself, names that begin so, names of "
        "the family, names of a part; among these the name that more "
        "positions bear. Each name is shown once, with its code, the shortest "
        "line that leads to it, and the number of positions that bear it. The "
        "exit code is 1 if nothing was found.",
    TBY_CLI_OPTIONS(
        {"limit", "N", "show the best N (default 20), 0 for all"},
        {"all", NULL, "show every position, not only the first of each name"},
        {"complete", NULL, "the last word may not be typed to its end"},
        TBY_ECO_NAMES, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya eco search gruenfeld exchange", "by words of the name"},
        {"tabiya eco search QGD", "by an abbreviation"},
        {"tabiya eco search --limit 0 B90-B99 english", "within some codes"},
        {"tabiya eco search --complete sicilian na", "what this may become"}),
    .run = eco_search,
};

enum { LABEL = 8 };

typedef struct finder {
    const tby_cli_call *call;
    const tby_names *names;
    tby_openings *table; /* the same, for what leads where */
    search by_code;      /* opened when a code is asked for */
} finder;

static void print_unnamed(const tby_answer_find *a)
{
    puts("This position has no name.");
    if (!a->before)
        return;
    int at = printf("%-*s%-3s  ", LABEL, "Before",
                    a->before->code[0] ? a->before->code : "-");
    tby_print_clean(stdout, a->before->name);
    tby_eco_print_then(&a->last, LABEL,
                       (size_t)at + tby_utf8_count(a->before->name));
}

/* A line for each, the first after a label; 'eco from' and 'eco to' give the
 * lines as well. */
static void print_near(const tby_eco_near *l, const char *label)
{
    for (size_t i = 0; i < l->n; i++) {
        const tby_opening *o = l->at[i].opening;
        printf("%-*s%-7s  %-3s  ", LABEL, i ? "" : label, l->at[i].san,
               o->code[0] ? o->code : "-");
        tby_print_clean(stdout, o->name);
        putchar('\n');
    }
}

/* "e4" is a move, though "E4" are the codes from E40 on. */
static bool are_codes(tby_str text)
{
    tby_codes codes;

    return tby_codes_parse(text, &codes) && (text.n > 2 || text.p[0] < 'a');
}

static void print_named(const tby_opening *o)
{
    tby_eco_print_opening(o);
    printf("%-*s", LABEL, "Source");
    tby_print_clean(stdout, o->source);
    if (o->root_source.n) {
        fputs(", from ", stdout);
        tby_print_clean(stdout, o->root_source);
    }
    putchar('\n');
    if (o->scid[0])
        printf("%-*s%s\n", LABEL, "Scid", o->scid);
    for (size_t i = 0; i < o->aliases_n; i++) {
        printf("%-*s", LABEL, i ? "" : "Also");
        tby_print_clean(stdout, o->aliases[i].name);
        fputs(" (", stdout);
        tby_print_clean(stdout, o->aliases[i].source);
        puts(")");
    }
    printf("%-*s%s%s\n", LABEL, "Root", o->eco_root ? "yes, of " : "no",
           o->eco_root ? o->code : "");
}

static int find(finder *v, tby_cli_texts *in)
{
    const tby_cli_text *text = &in->text;
    tby_answer_find a;
    tby_line line;

    if (are_codes(text->body)) {
        tby_rc rc = v->by_code.search
                        ? TBY_OK
                        : tby_search_open(&v->by_code.search, v->names, NULL);
        int code = rc == TBY_OK ? search_text(&v->by_code, text)
                                : tby_cli_fail("openings", rc);
        if (code == TBY_EXIT_NO)
            tby_cli_diag_at(text, 0, "No opening has such a code.",
                            "opening_not_found");
        return code;
    }
    TBY_CLI_TRY(tby_cli_read_line(text, &line));
    int code = TBY_EXIT_OK;
    tby_rc rc = tby_answer_find_of(&a, v->names, v->table, &line);
    if (rc != TBY_OK) {
        code = tby_cli_fail(text->file, rc);
    } else if (v->call->json) {
        tby_jsonw *w = tby_cli_json_object();

        if (in->standard) /* lines may have been refused */
            tby_jsonw_put_u64(w, "line", text->line);
        tby_answer_found(w, &line, &a);
        code = tby_cli_json_object_end();
    } else {
        if (v->by_code.shown++)
            putchar('\n');
        if (a.opening)
            print_named(a.opening);
        else
            print_unnamed(&a);
        print_near(&a.from, "From");
        print_near(&a.to, "To");
    }
    if (code == TBY_EXIT_OK && !a.opening)
        code = TBY_EXIT_NO;
    tby_answer_find_free(&a);
    tby_line_free(&line);
    return code;
}

static int eco_find(const tby_cli_call *call)
{
    tby_names_set *names = NULL;
    int code = tby_eco_read_names(call, &names);

    if (!names)
        return code;
    finder v = {.call = call, .names = tby_names_set_get(names)};
    tby_rc rc = tby_eco_unpack(v.names, &v.table);
    int found = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("openings", rc);
    v.by_code = (search){.names = v.names,
                         .table = call->json ? v.table : NULL,
                         .flags = TBY_SEARCH_ALL};
    if (found == TBY_EXIT_OK) {
        tby_cli_texts in;
        tby_cli_texts_open(&in, call->args, call->n);
        while (tby_cli_next_text(&in))
            tby_cli_texts_note(&in, find(&v, &in));
        found = tby_cli_texts_close(&in);
    }
    tby_search_close(v.by_code.search);
    tby_openings_close(v.table);
    tby_names_set_close(names);
    return tby_cli_worse_exit(code, found);
}

const tby_cli_command tby_cmd_eco_find = {
    TBY_CLI_SYNOPSIS("eco", "find", "POS...",
                     "say what an opening position is called"),
    .about =
        "POS is what 'pos' takes: moves from the start in any order, or a FEN "
        "of three to six fields. The answer has the code, the name, the moves "
        "and the source of the name, Scid's finer code, what other sources "
        "call it, whether the code is named after the position, and the named "
        "positions one move before and after it. If the position has no name "
        "the exit code is 1, and of moves the last position that has one is "
        "shown, with the moves since; no way to a FEN is known.\n\n"
        "A code or range of codes (B90, B9, B90-B92) lists all positions that "
        "have one of them. A lone '-' reads one POS from each line of "
        "standard input.",
    TBY_CLI_OPTIONS(TBY_ECO_NAMES, TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES({"tabiya eco find e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
                      "a position, by whatever moves it is reached"},
                     {"tabiya eco find B90-B92", "the positions of some codes"},
                     {"tabiya --json eco find - <positions.txt",
                      "a line of JSON for each line"}),
    .run = eco_find,
};

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
