/* encode.c - tabiya tree encode and tree decode: a line of moves to
 * the shortest notation and back. */
#include "app/cli/commands.h"
#include "app/cli/tree/notation.h"

/* What both do: read the words behind the position one after another, each in
 * the position that those before it lead to.  First all are read, so that a
 * line with a mistake in it prints nothing but that, then all are shown. */
typedef struct job {
    const tby_cli_call *call;
    tby_short_style style;
    int (*read)(const struct job *job, size_t i, tby_move *m, bool *legacy);
    tby_pos pos;
    tby_short_table table; /* of pos */
} job;

/* tabiya: argument 3:1:1: sentence (name) */
static int complain(size_t i, size_t at, const char *sentence, tby_rc rc)
{
    char where[48];

    snprintf(where, sizeof where, "argument %zu", i + 1);
    tby_cli_diag(where, (tby_place){1, at + 1}, sentence, tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

static int read_san(const job *j, size_t i, tby_move *m, bool *legacy)
{
    tby_str text = tby_str_of(j->call->args[i]);
    tby_err err = {TBY_OK, 0};
    char sentence[512];

    *legacy = false;
    tby_rc rc = tby_san_parse(&j->pos, text, TBY_SAN_TOLERANT, m, &err);
    if (rc == TBY_OK && *m == TBY_MOVE_NULL)
        return complain(i, 0, "A null move has no string in this notation.",
                        TBY_E_SHORT_NO_MOVE);
    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    tby_san_explain(&j->pos, text, TBY_SAN_TOLERANT, sentence, sizeof sentence);
    return complain(i, err.at, sentence, rc);
}

static int read_shortest(const job *j, size_t i, tby_move *m, bool *legacy)
{
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_short_table_parse(&j->table, tby_str_of(j->call->args[i]),
                                      m, legacy, &err);

    return rc == TBY_OK ? TBY_EXIT_OK
                        : complain(i, err.at, tby_rc_text(rc), rc);
}

static void warn(size_t i, const char *word)
{
    char where[48], sentence[128];

    snprintf(where, sizeof where, "argument %zu", i + 1);
    snprintf(sentence, sizeof sentence,
             "Several moves go to %.2s; the pawn's is meant.", word);
    tby_cli_finding found = {.severity = TBY_WARNING,
                             .file = where,
                             .place = {1, 1},
                             .name = tby_rc_name(TBY_E_SHORT_LEGACY),
                             .text = sentence};
    tby_cli_print_finding(&found);
}

static void json_move(const job *j, tby_jsonw *w, tby_move m, bool legacy)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], text[TBY_SHORT_MAX];

    tby_san_write(&j->pos, m, san);
    tby_uci_write(&j->pos, m, TBY_UCI_ORTHODOX, uci);
    tby_short_table_write(&j->table, m, j->style, text);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "san", san);
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "shortest", text);
    if (j->read == read_shortest)
        tby_jsonw_put_bool(w, "legacy", legacy);
    tby_jsonw_object_end(w);
}

static void print_move(const job *j, tby_move m)
{
    char text[TBY_SAN_MAX];

    if (j->read == read_shortest)
        tby_san_write(&j->pos, m, text);
    else
        tby_short_table_write(&j->table, m, j->style, text);
    puts(text);
}

enum { READ, SHOW };

/* Plays all words from a position; in the pass SHOW none of them fails. */
static int go_through(job *j, tby_pos from, int pass, tby_jsonw *w)
{
    int code = TBY_EXIT_OK;
    bool legacy = false;
    tby_move m;

    j->pos = from;
    for (size_t i = 1; i < j->call->n && code == TBY_EXIT_OK; i++) {
        tby_short_table_init(&j->table, &j->pos);
        code = j->read(j, i, &m, &legacy);
        if (code != TBY_EXIT_OK)
            break;
        if (pass == READ && legacy)
            warn(i, j->call->args[i]);
        else if (pass == SHOW && w)
            json_move(j, w, m, legacy);
        else if (pass == SHOW)
            print_move(j, m);
        tby_pos_play(&j->pos, m);
    }
    return code;
}

static int print_json(job *j, const tby_cli_text *text, tby_pos from)
{
    tby_cli_json out;
    tby_jsonw *w = tby_cli_notation_json(&out, text, &from);

    go_through(j, from, SHOW, w);
    return tby_cli_notation_json_print(&out);
}

static int translate(void *ctx, const tby_cli_text *text)
{
    job *j = ctx;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    tby_pos from = line.pos;
    tby_line_free(&line);
    code = go_through(j, from, READ, NULL);
    if (code != TBY_EXIT_OK)
        return code;
    return j->call->json ? print_json(j, text, from)
                         : go_through(j, from, SHOW, NULL);
}

static int encode(const tby_cli_call *call)
{
    job j = {.call = call,
             .style = tby_cli_has(call, "legacy") ? TBY_SHORT_LEGACY
                                                  : TBY_SHORT_STRICT,
             .read = read_san};

    return tby_cli_each_text(call->args, 1, translate, &j);
}

static int decode(const tby_cli_call *call)
{
    job j = {.call = call, .style = TBY_SHORT_STRICT, .read = read_shortest};

    return tby_cli_each_text(call->args, 1, translate, &j);
}

static const tby_cli_option ENCODE_OPTIONS[] = {
    {"legacy", NULL,
     "write a pawn's move as its square where that is shorter, as SAN does"},
    {NULL, NULL, NULL},
};

static const tby_cli_option DECODE_OPTIONS[] = {
    {NULL, NULL, NULL},
};

static const tby_cli_example ENCODE_EXAMPLES[] = {
    {"tabiya tree encode start e4 e5 Nf3", "the first moves of a game"},
    {"tabiya tree encode '8/8/8/2Q5/8/2Q1Q3/8/K2k4 w - -' c3d4",
     "one of many moves of three queens"},
    {NULL, NULL},
};

static const tby_cli_example DECODE_EXAMPLES[] = {
    {"tabiya tree decode start e4 e5 Nf", "the line back in SAN"},
    {"tabiya tree decode 'k7/8/8/8/8/8/1r6/K7 w - -' ''",
     "the only legal move"},
    {NULL, NULL},
};

#define ABOUT_POS                                                              \
    "POS is one word: 'start', or a FEN or moves from the start in quotes; "   \
    "'-' reads positions from standard input, and the words are read in "      \
    "each of them. "

const tby_cli_command tby_cmd_tree_encode = {
    .noun = "tree",
    .verb = "encode",
    .args = "POS MOVE...",
    .summary = "write a line of moves in the shortest notation",
    .about = ABOUT_POS
    "The moves, in SAN or UCI, are played one after another. Each line of "
    "the output is the string of one move; that of a forced move is "
    "empty. 'tabiya tree notation --help' describes the strings.",
    .options = ENCODE_OPTIONS,
    .examples = ENCODE_EXAMPLES,
    .run = encode,
};

const tby_cli_command tby_cmd_tree_decode = {
    .noun = "tree",
    .verb = "decode",
    .args = "POS STRING...",
    .summary = "read a line of moves in the shortest notation",
    .about = ABOUT_POS
    "The strings are read one after another, each in the position that "
    "those before it lead to, and printed in SAN, one move a line. A "
    "string need not be the shortest, but exactly one legal move must fit "
    "it; '' is the forced move. A square that several moves go to, one of "
    "them a pawn's, is read as the pawn's move with a warning.",
    .options = DECODE_OPTIONS,
    .examples = DECODE_EXAMPLES,
    .run = decode,
};
