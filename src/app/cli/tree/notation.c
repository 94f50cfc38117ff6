/* notation.c - tabiya tree notation: every move of a position in the shortest
 * notation; tree encode and tree decode: a line of moves to it and back. */
#include "app/cli/cli.h"

#include <string.h>

/* The empty string, which a forced move has, is not to be overlooked. */
static const char *visible(const char *text)
{
    return *text ? text : "\"\"";
}

/* A position up to its moves, which are to be added. */
static void open_moves(tby_cli_out *o, const tby_cli_call *call,
                       const tby_cli_texts *in, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_cli_out_open(o, call, stdout, 0);
    if (in->standard) /* lines may have been refused */
        tby_cli_out_u64(o, NULL, "line", in->text.line);
    tby_cli_out_cstr(o, NULL, "fen", fen);
    tby_cli_out_array(o, "moves");
}

static int close_moves(tby_cli_out *o)
{
    tby_cli_out_array_end(o);
    return tby_cli_out_close(o);
}

/* The members of a move. */
static void put_move(tby_cli_out *o, const char *san, const char *uci,
                     const char *shortest)
{
    tby_cli_out_object(o, NULL);
    tby_cli_out_cstr(o, NULL, "san", san);
    tby_cli_out_cstr(o, NULL, "uci", uci);
    tby_cli_out_cstr(o, NULL, "shortest", shortest);
}

static tby_short_style style_of(const tby_cli_call *call)
{
    return tby_cli_has(call, "legacy") ? TBY_SHORT_LEGACY : TBY_SHORT_STRICT;
}

static int show(const tby_cli_call *call, tby_cli_texts *in)
{
    bool every = tby_cli_has(call, "all");
    const tby_pos pos = in->line.pos;
    tby_short_table table;
    tby_cli_out o;

    /* all moves, in the order of a node of a tree */
    tby_short_table_init(&table, &pos);
    tby_moves moves = table.legal;
    tby_ctree_order(&pos, moves.at, moves.n, TBY_CTREE_V1);
    open_moves(&o, call, in, &pos);
    tby_cli_out_print(&o, "%s", in->shown++ ? "\n" : "");
    for (size_t i = 0; i < moves.n; i++) {
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], shortest[TBY_SHORT_MAX];
        char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
        size_t n = every ? tby_short_all(&table, moves.at[i], all) : 0;

        tby_san_write(&pos, moves.at[i], san);
        tby_uci_write(&pos, moves.at[i], TBY_UCI_ORTHODOX, uci);
        tby_short_table_write(&table, moves.at[i], style_of(call), shortest);
        tby_cli_out_print(&o, "%-8s%-7s%s", san, uci, visible(shortest));
        put_move(&o, san, uci, shortest);
        if (every)
            tby_cli_out_array(&o, "all");
        for (size_t k = 0; k < n; k++) {
            tby_cli_out_print(&o, "%*s%s",
                              k ? 1 : (int)(6 - strlen(visible(shortest))), "",
                              visible(all[k]));
            if (o.w)
                tby_jsonw_cstr(o.w, all[k]);
        }
        if (every)
            tby_cli_out_array_end(&o);
        tby_cli_out_object_end(&o);
        tby_cli_out_print(&o, "\n");
    }
    return close_moves(&o);
}

static int tree_notation(const tby_cli_call *call)
{
    tby_cli_texts in;

    tby_cli_texts_open(&in, call->args, call->n);
    while (tby_cli_next_line(&in))
        tby_cli_texts_note(&in, show(call, &in));
    return tby_cli_texts_close(&in);
}

const tby_cli_command tby_cmd_tree_notation = {
    TBY_CLI_SYNOPSIS("tree", "notation", "POS...",
                     "list the moves of a position in the shortest notation"),
    .about =
        "Each line has a legal move in SAN, in UCI and in the shortest "
        "notation: as few characters as tell it from all other legal moves of "
        "the position. They may name the piece, x for a capture and what is "
        "captured, the file and the rank it comes from and goes to, = for a "
        "promotion or the piece it is to, + and #. A forced move is the empty "
        "string, shown as \"\" here. docs/notation.md has the grammar and the "
        "choice among equally short strings.\n\n"
        "The moves go by the square they come from, a8 to h8 first and a1 to "
        "h1 last, then by the square they go to. POS is given as for 'tabiya "
        "pos'; a lone '-' reads one position from each line of standard "
        "input.",
    TBY_CLI_OPTIONS(
        {"all", NULL, "list every string that is equally short, too"},
        {"legacy", NULL,
         "write a pawn's move as its square where that is shorter, as SAN "
         "does"}),
    TBY_CLI_EXAMPLES({"tabiya tree notation start", "the twenty first moves"},
                     {"tabiya tree notation --all e4 e5",
                      "all strings that would do as well"},
                     {"tabiya tree notation --json - <positions.txt",
                      "a line of JSON for each line"}),
    .run = tree_notation,
};

/* What both do: read the words after the position one after another, each in
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

enum { READ, SHOW };

/* Plays all words from a position; in the pass SHOW none of them fails. */
static int go_through(job *j, tby_pos from, int pass, tby_cli_out *o)
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
        if (pass == READ && legacy) {
            const char *word = j->call->args[i];
            char where[48];

            snprintf(where, sizeof where, "argument %zu:1:1", i + 1);
            tby_cli_say(TBY_WARNING, where, tby_rc_name(TBY_E_SHORT_LEGACY),
                        "Several moves go to %.2s; the pawn's is meant.", word);
        } else if (pass == SHOW) {
            char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], text[TBY_SHORT_MAX];
            bool decode = j->read == read_shortest;

            tby_san_write(&j->pos, m, san);
            tby_uci_write(&j->pos, m, TBY_UCI_ORTHODOX, uci);
            tby_short_table_write(&j->table, m, j->style, text);
            put_move(o, san, uci, text);
            if (decode)
                tby_cli_out_bool(o, "legacy", legacy);
            tby_cli_out_object_end(o);
            tby_cli_out_print(o, "%s\n", decode ? san : text);
        }
        tby_pos_play(&j->pos, m);
    }
    return code;
}

static int translate(const tby_cli_call *call)
{
    bool encode = strcmp(call->command->verb, "encode") == 0;
    job j = {.call = call,
             .style = encode ? style_of(call) : TBY_SHORT_STRICT,
             .read = encode ? read_san : read_shortest};
    tby_cli_texts in;

    tby_cli_texts_open(&in, call->args, 1);
    while (tby_cli_next_line(&in)) {
        tby_cli_out out;
        int code = go_through(&j, in.line.pos, READ, NULL);
        if (code == TBY_EXIT_OK) {
            open_moves(&out, call, &in, &in.line.pos);
            go_through(&j, in.line.pos, SHOW, &out);
            code = close_moves(&out);
        }
        tby_cli_texts_note(&in, code);
    }
    return tby_cli_texts_close(&in);
}

#define ABOUT_POS                                                              \
    "POS is one word: 'start', or a FEN or moves from the start in quotes; "   \
    "'-' reads positions from standard input, and the words are read in "      \
    "each of them. "

const tby_cli_command tby_cmd_tree_encode = {
    TBY_CLI_SYNOPSIS("tree", "encode", "POS MOVE...",
                     "write a line of moves in the shortest notation"),
    .about = ABOUT_POS
    "The moves, in SAN or UCI, are played one after another. Each line of "
    "the output is the string of one move; that of a forced move is "
    "empty. 'tabiya tree notation --help' describes the strings.",
    TBY_CLI_OPTIONS({"legacy", NULL,
                     "write a pawn's move as its square where that is shorter, "
                     "as SAN does"}),
    TBY_CLI_EXAMPLES(
        {"tabiya tree encode start e4 e5 Nf3", "the first moves of a game"},
        {"tabiya tree encode '8/8/8/2Q5/8/2Q1Q3/8/K2k4 w - -' c3d4",
         "one of many moves of three queens"}),
    .run = translate,
};

const tby_cli_command tby_cmd_tree_decode = {
    TBY_CLI_SYNOPSIS("tree", "decode", "POS STRING...",
                     "read a line of moves in the shortest notation"),
    .about = ABOUT_POS
    "The strings are read one after another, each in the position that "
    "those before it lead to, and printed in SAN, one move a line. A "
    "string need not be the shortest, but exactly one legal move must fit "
    "it; '' is the forced move. A square that several moves go to, one of "
    "them a pawn's, is read as the pawn's move with a warning.",
    TBY_CLI_EXAMPLES(
        {"tabiya tree decode start e4 e5 Nf", "the line back in SAN"},
        {"tabiya tree decode 'k7/8/8/8/8/8/1r6/K7 w - -' ''",
         "the only legal move"}),
    .run = translate,
};
