/* pos.c - tabiya pos: a position with all that is known about it. */
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/tb/cmd_tb.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/chess/castling.h"

#include <stdlib.h>
#include <string.h>

typedef struct look {
    tby_look look;
    bool flip;              /* Black's side below */
    bool uci;               /* moves as engines write them, and sorted so */
    const tby_names *names; /* for the name of the opening */
    const struct tby_tables_answer *tables; /* NULL: no table has it */
} look;

enum { TEXT_COLUMN = 8 };

/* A move in both notations. */
typedef struct named {
    char san[TBY_SAN_MAX];
    char uci[TBY_UCI_MAX];
} named;

static int by_san(const void *a, const void *b)
{
    return strcmp(((const named *)a)->san, ((const named *)b)->san);
}

static int by_uci(const void *a, const void *b)
{
    return strcmp(((const named *)a)->uci, ((const named *)b)->uci);
}

/* All legal moves, sorted as they will be shown. */
static size_t list_moves(const tby_pos *pos, bool uci, named out[])
{
    tby_moves moves;

    tby_moves_legal(pos, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_san_write(pos, moves.at[i], out[i].san);
        tby_uci_write(pos, moves.at[i], TBY_UCI_ORTHODOX, out[i].uci);
    }
    qsort(out, moves.n, sizeof *out, uci ? by_uci : by_san);
    return moves.n;
}

static void print_moves(const tby_pos *pos, bool uci)
{
    named moves[TBY_MOVES_MAX];
    size_t n = list_moves(pos, uci, moves);
    char text[TBY_SAN_MAX * (TBY_MOVES_MAX + 1)];
    int at = snprintf(text, sizeof text, "%zu%s", n, n ? ":" : "");

    for (size_t i = 0; i < n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %s",
                       uci ? moves[i].uci : moves[i].san);
    printf("%-*s", TEXT_COLUMN, "Moves");
    tby_print_wrap(stdout, text, TEXT_COLUMN, TEXT_COLUMN);
}

/* "White", "White and Black", or "" for the sides of which this is known. */
static const char *sides_that(const tby_winnable *w, tby_can can)
{
    if (w->white == can && w->black == can)
        return "White and Black";
    return w->white == can ? "White" : w->black == can ? "Black" : "";
}

/* Of the position or of the last one on the way that has a name, and then the
 * moves since. */
static void print_opening(const tby_names *names, const tby_line *line)
{
    tby_last_named last = tby_eco_last_named(names, line);
    tby_opening o;

    if (last.entry == TBY_NAMES_NONE)
        return;
    tby_names_peek(names, last.entry, &o);
    int at = printf("%-*s%s%s", TEXT_COLUMN, "Opening", o.code,
                    o.code[0] ? " " : "");
    tby_print_clean(stdout, o.name);
    tby_eco_print_then(&last, TEXT_COLUMN, (size_t)at + tby_utf8_count(o.name));
}

static void show_text(const look *how, const tby_line *line,
                      const tby_ending *ending, const char *fen)
{
    const tby_pos *pos = &line->pos;
    char key[TBY_KEY_TEXT];

    tby_key_write(pos->key, key);
    tby_print_board(stdout, pos, line->last, how->flip, how->look);
    printf("\n%-*s%s\n", TEXT_COLUMN, "FEN", fen);
    printf("%-*s%s\n", TEXT_COLUMN, "Key", key);
    printf("%-*s%s, move %u\n", TEXT_COLUMN, "Turn",
           pos->turn == TBY_WHITE ? "White" : "Black", pos->fullmoves);
    print_opening(how->names, line);
    const char *mover = line->pos.turn == TBY_WHITE ? "White" : "Black";
    const char *other = line->pos.turn == TBY_WHITE ? "Black" : "White";
    const char *text = tby_outcome_text(ending->outcome);
    char status[200];

    if (ending->outcome == TBY_CHECKMATE)
        snprintf(status, sizeof status, "%s %s wins.", text, other);
    else if (!tby_pos_checkers(&line->pos))
        snprintf(status, sizeof status, "%s", text);
    else
        snprintf(status, sizeof status, "%s is in check. %s", mover,
                 ending->outcome == TBY_ONGOING ? "" : text);
    printf("%-*s", TEXT_COLUMN, "Status");
    tby_print_wrap(stdout, status, TEXT_COLUMN, TEXT_COLUMN);
    /* who can still mate; the status of a game that is over says enough */
    const char *can = sides_that(&ending->can, TBY_CAN);
    const char *unknown = sides_that(&ending->can, TBY_CAN_UNKNOWN);
    if (!tby_outcome_is_final(ending->outcome) && *unknown)
        printf("%-*s%s%snot known of %s\n", TEXT_COLUMN, "Can win", can,
               *can ? ", " : "", unknown);
    else if (!tby_outcome_is_final(ending->outcome))
        printf("%-*s%s\n", TEXT_COLUMN, "Can win", *can ? can : "nobody");
    if (how->tables && !tby_outcome_is_final(ending->outcome)) {
        char verdict[TBY_TB_TEXT];
        printf("%-*s%s\n", TEXT_COLUMN, "Tables",
               tby_tables_text(how->tables, pos->turn, verdict));
    }
    print_moves(pos, how->uci);
}

/* Returns an exit code.  What came from standard input gets its line. */
static int show_json(const look *how, const tby_cli_text *text,
                     const tby_line *line, const tby_ending *ending,
                     const char *fen)
{
    const tby_pos *pos = &line->pos;
    char key[TBY_KEY_TEXT];
    tby_jsonw *w = tby_cli_json_start();

    tby_key_write(pos->key, key);
    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0) /* lines may have been refused */
        tby_jsonw_put_u64(w, "line", text->line);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_cstr(w, "key", key);
    tby_jsonw_put_cstr(w, "turn", pos->turn == TBY_WHITE ? "white" : "black");
    tby_jsonw_put_bool(w, "check", tby_pos_checkers(pos) != 0);
    tby_answer_ending(w, ending);
    tby_jsonw_put_u64(w, "plies", line->plies);
    tby_jsonw_key(w, "opening");
    tby_answer_name(w, how->names, line);
    /* the third field of a FEN */
    tby_str rest = tby_str_of(fen);
    tby_str field = {.p = "-", .n = 1};

    for (int i = 0; i < 3; i++)
        tby_str_word(&rest, &field);
    tby_jsonw_put_str(w, "castling", field);
    tby_jsonw_put_bool(w, "chess960", !tby_castling_is_orthodox(pos));
    char square[3] = {0};

    if (pos->ep != TBY_NO_SQUARE) {
        square[0] = (char)('a' + tby_file(pos->ep));
        square[1] = (char)('1' + tby_rank(pos->ep));
    }
    tby_jsonw_put_cstr(w, "en_passant", *square ? square : NULL);
    tby_jsonw_put_u64(w, "halfmoves", pos->halfmoves);
    tby_jsonw_put_u64(w, "fullmoves", pos->fullmoves);
    if (tby_jsonw_known(w, "tables", how->tables)) {
        tby_jsonw_object(w);
        tby_tables_json_values(w, how->tables);
        tby_jsonw_object_end(w);
    }
    bool uci = how->uci;
    named moves[TBY_MOVES_MAX];
    size_t n = list_moves(pos, uci, moves);

    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "san", moves[i].san);
        tby_jsonw_put_cstr(w, "uci", moves[i].uci);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print();
}

typedef struct view {
    const tby_cli_call *call;
    look how;
    tby_tables *tables;
    tby_faults forgive;
    tby_cli_texts in;
} view;

/* A FEN whose faults may be forgiven, as a line of no moves; whatever is no
 * FEN has no faults and is read as ever. */
static int read_forgiving(const view *v, const tby_cli_text *text,
                          tby_line *line)
{
    tby_faults found = 0;
    tby_pos pos;

    tby_rc rc = tby_fen_parse_with(text->body, v->forgive, &pos, &found, NULL);
    if (rc == TBY_E_POS_FAULTY) {
        tby_cli_diag_faults(text, found & ~v->forgive);
        return tby_cli_exit_of(rc);
    }
    if (rc != TBY_OK)
        return tby_cli_read_line(text, line);
    *line = (tby_line){.pos = pos};
    rc = tby_history_add(&line->history, &pos);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail(text->file, rc);
}

/* KQkq mean orthodox castling unless king or rook stand elsewhere, which is
 * easily overlooked; files of rooks were meant so. */
static void note_chess960(const tby_cli_text *text)
{
    tby_str rest = text->body, field = {"", 0};
    bool letters = false;

    for (int i = 0; i < 3; i++)
        tby_str_word(&rest, &field);
    for (size_t i = 0; i < field.n; i++)
        letters |= strchr("KQkq", field.p[i]) != NULL;
    if (!letters)
        return;
    tby_place place =
        tby_place_of(text->whole, (size_t)(field.p - text->whole.p));
    place.line += text->line - 1;
    tby_cli_print_finding(
        NULL,
        &(tby_finding){
            .severity = TBY_NOTE,
            .file = text->file,
            .place = place,
            .name = "chess960_castling",
            .text =
                "The castling rights are those of Chess960: a king or a rook "
                "does not stand where it does in orthodox chess."});
}

/* What endgame tables say; false: nothing.  A damaged table is reported, and
 * the rest shown all the same. */
static bool ask_tables(const view *v, const tby_cli_text *text, const char *fen,
                       tby_tables_answer *out, int *code)
{
    char fault[TBY_TABLES_FAULT];
    tby_pos pos; /* without faults */

    if (tby_fen_parse_pos(tby_str_of(fen), &pos, NULL, NULL) != TBY_OK)
        return false;
    tby_rc rc = tby_tables_probe(v->tables, &pos, out, fault);
    if (rc != TBY_OK && rc != TBY_E_TABLE_MEN && rc != TBY_E_TABLE_MISSING)
        *code = tby_cli_tb_fail(text, rc, &pos, fault);
    return rc == TBY_OK;
}

static int show(view *v, const tby_line *line)
{
    int code = TBY_EXIT_OK;
    const tby_cli_text *text = &v->in.text;
    tby_tables_answer tables;
    bool quick = tby_cli_has(v->call, "quick");
    char fen[TBY_FEN_MAX];
    tby_ending e;

    tby_fen_write_pos(&line->pos, fen, sizeof fen);
    if (!v->call->json && !tby_castling_is_orthodox(&line->pos))
        note_chess960(text);
    if (!v->call->json && tby_cli_has(v->call, "fen")) {
        puts(fen);
        return TBY_EXIT_OK;
    }
    tby_rc rc = tby_ending_of(&line->pos, &line->history,
                              quick ? TBY_DEAD_QUICK : TBY_DEAD_FULL, &e);
    if (rc != TBY_OK)
        return tby_cli_fail(text->file, rc);
    v->how.tables = ask_tables(v, text, fen, &tables, &code) ? &tables : NULL;
    if (v->call->json) {
        int json = show_json(&v->how, text, line, &e, fen);
        return tby_cli_worse_exit(code, json);
    }
    fputs(v->in.shown++ ? "\n" : "", stdout);
    show_text(&v->how, line, &e, fen);
    return code;
}

static int show_positions(const tby_cli_call *call)
{
    const tby_names none = {.count = 0};
    tby_names_set *names = NULL;
    view v = {
        .call = call,
        .how.look = tby_look_of_stdout(),
        .how.flip = tby_cli_has(call, "flip"),
        .how.uci = tby_cli_has(call, "uci"),
    };

    if (!tby_cli_forgive(call, &v.forgive))
        return TBY_EXIT_USAGE;
    /* what is wrong with a list is reported, but the position shown all the
     * same */
    if (call->json || !tby_cli_has(call, "fen"))
        tby_eco_read_names(call, &names);
    v.how.names = names ? tby_names_set_get(names) : &none;
    tby_rc rc = tby_tables_open(&v.tables, tby_cli_value(call, "tables"));
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("--tables", rc);
    if (code == TBY_EXIT_OK) {
        tby_cli_texts_open(&v.in, call->args, call->n);
        while (tby_cli_next_text(&v.in)) {
            tby_line line = {.plies = 0};
            code = tby_cli_has(call, "forgive")
                       ? read_forgiving(&v, &v.in.text, &line)
                       : tby_cli_read_line(&v.in.text, &line);
            tby_cli_texts_note(&v.in,
                               code == TBY_EXIT_OK ? show(&v, &line) : code);
            tby_line_free(&line);
        }
        code = tby_cli_texts_close(&v.in);
    }
    tby_tables_close(v.tables);
    tby_names_set_close(names);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"flip", NULL, "draw the board from Black's side"},
    {"uci", NULL, "list the moves as engines write them: e2e4, e7e8q"},
    {"fen", NULL, "print the FEN and nothing else"},
    {"quick", NULL, "do not search for who can still win: for long lists"},
    TBY_TB_TABLES,
    TBY_CLI_FORGIVE,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya pos e4 e5 Nf3", "the position after three moves"},
    {"tabiya pos --fen 1.d4 d5 2.c4", "its FEN, to be used elsewhere"},
    {"tabiya pos --json - <positions.txt", "a line of JSON for each line"},
    {"tabiya pos --forgive=white_no_king 4k3/8/8/8/8/8/8/4Q3 b - -",
     "a study position without the white king"},
    {NULL, NULL},
};

#define FAULT_NAME(symbol, bit, name, sentence) name ", "

const tby_cli_command tby_cmd_pos = {
    .noun = "pos",
    .args = "POS...",
    .summary = "show a position: board, FEN, opening, status, moves",
    .about =
        "POS is 'start', a FEN or EPD of three to six fields, which EPD "
        "operations may follow, or the moves from the start in SAN or UCI, "
        "with or without numbers. Several words "
        "are read as one text, so that quotes are not needed. A lone '-' "
        "reads one position from each line of standard input; empty lines and "
        "lines that begin with '#' are skipped.\n\n"
        "The key is the 64-bit name of the position: two positions have the "
        "same key when board, side to move, castling rights and legal en "
        "passant capture agree.\n\n"
        "The opening is the name of the position or, if it has none and moves "
        "were given, that of the last position on the way that has one, with "
        "the moves since: 'Accelerated London System, then 2... c5 3. e3'. No "
        "way to a FEN is known, so that it inherits no name. With --json such "
        "a name is marked as 'inherited'. Names come from those built in, "
        "Scid's scid.eco where it is installed, and the list of your own that "
        "'tabiya eco' uses.\n\n"
        "A side can win if some sequence of legal moves mates the other; a "
        "position in which neither can is dead, and the game is drawn. Both "
        "are proven, or said not to be known: a search looks at up to 100,000 "
        "positions for each side, which --quick leaves out.\n\n"
        "Positions of three men, and those that an endgame table has, get its "
        "verdict; 'tabiya tb probe' shows that of every move.\n\n"
        "A position that breaks the rules is refused with its faults; "
        "--forgive lets some of them pass. They are named " TBY_FAULT_MAP(
            FAULT_NAME) "and fen_field_missing; 'all' stands for all of "
                        "them. The last lets a FEN end after the board, White "
                        "being to move, "
                        "or after the side to move; nobody may castle then.\n\n"
                        "Rights KQkq of a king or a rook that stands elsewhere "
                        "than in orthodox chess are those of Chess960, which "
                        "is noted.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = show_positions,
};
