/* show.c - a position with all that is known about it, as text or JSON. */
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/tb/cmd_tb.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/chess/castling.h"

#include <stdlib.h>
#include <string.h>

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

void tby_cli_show_text(const tby_cli_show *how, const tby_line *line,
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

int tby_cli_show_json(const tby_cli_show *how, const tby_cli_text *text,
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
    tby_jsonw_key(w, "tables");
    if (how->tables) {
        tby_jsonw_object(w);
        tby_tables_json_values(w, how->tables);
        tby_jsonw_object_end(w);
    } else {
        tby_jsonw_null(w);
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
