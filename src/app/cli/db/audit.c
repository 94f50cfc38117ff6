/* audit.c - tabiya db audit: games whose result contradicts endgame tables. */
#include "work/endgame/audit.h"
#include "app/cli/db/db.h"
#include "app/cli/tb/cmd_tb.h"
#include "io/system/progress.h"

typedef struct view {
    tby_db_ask ask;
    tby_audit audit;
    tby_progress bar;
    const atomic_bool *stop;
    int code;
} view;

static tby_rc on_progress(void *ctx, uint64_t done, uint64_t total,
                          uint64_t games)
{
    view *v = ctx;

    tby_progress_update(&v->bar, done, total, games);
    return atomic_load(v->stop) ? TBY_DONE : TBY_OK;
}

/* "63. Kf5", "63... Kf5" */
static void write_move(const tby_pos *p, tby_move m, char *out, size_t cap)
{
    char san[TBY_SAN_MAX];

    tby_san_write(p, m, san);
    snprintf(out, cap, "%u%s %s", p->fullmoves,
             p->turn == TBY_WHITE ? "." : "...", san);
}

static int print_text(view *v, const tby_audit_finding *f)
{
    const char *side = f->side == TBY_WHITE ? "White" : "Black";
    char men[TBY_TABLE_NAME_MAX] = "", move[40] = "", best[40] = "";
    char verdict[TBY_TB_TEXT];

    tby_progress_hide(&v->bar);
    if (v->audit.wrong == 1)
        tby_print_game_head(stdout);
    int code = tby_db_print_row(&v->ask, f->id);
    tby_table_name(&f->pos, men);
    tby_tables_text(&f->value, f->pos.turn, verdict);
    if (f->best != TBY_MOVE_NONE)
        write_move(&f->pos, f->best, best, sizeof best);
    if (f->played != TBY_MOVE_NONE) {
        write_move(&f->pos, f->played, move, sizeof move);
        printf("        %s had won (%s) before %s: %s%s%s\n", side, men, move,
               verdict, *best ? " by " : "", best);
    } else {
        printf("        %s had won (%s) at the end: %s%s%s\n", side, men,
               verdict, *best ? " by " : "", best);
    }
    return code;
}

static int print_json(view *v, const tby_audit_finding *f)
{
    char men[TBY_TABLE_NAME_MAX] = "", fen[TBY_FEN_MAX];
    char played[TBY_SAN_MAX] = "", best[TBY_SAN_MAX] = "";
    tby_jsonw *w = tby_cli_json_object();

    tby_table_name(&f->pos, men);
    tby_fen_write_pos(&f->pos, fen, sizeof fen);
    if (f->played != TBY_MOVE_NONE)
        tby_san_write(&f->pos, f->played, played);
    if (f->best != TBY_MOVE_NONE)
        tby_san_write(&f->pos, f->best, best);
    tby_rc rc = tby_answer_row(w, v->ask.store, NULL, f->id);
    tby_jsonw_put_cstr(w, "won", f->side == TBY_WHITE ? "white" : "black");
    tby_jsonw_put_cstr(w, "men", men);
    tby_jsonw_put_u64(w, "ply", f->ply);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_tables_json_values(w, &f->value);
    tby_jsonw_put_cstr(w, "played", *played ? played : NULL);
    tby_jsonw_put_cstr(w, "best", *best ? best : NULL);
    int code = tby_cli_json_object_end();
    return rc == TBY_OK ? code : tby_db_ask_fail(&v->ask, rc);
}

static tby_rc on_found(void *ctx, const tby_audit_finding *f)
{
    view *v = ctx;
    int code = v->ask.call->json ? print_json(v, f) : print_text(v, f);

    v->code = tby_cli_worse_exit(v->code, code);
    return v->code != TBY_EXIT_OK || v->audit.wrong == v->ask.limit ? TBY_DONE
                                                                    : TBY_OK;
}

static int run(const tby_cli_call *call)
{
    static view v; /* large, and there is one */

    v = (view){.code = TBY_EXIT_OK};
    tby_rc rc =
        tby_tables_open(&v.audit.tables.tables, tby_cli_value(call, "tables"));
    if (rc != TBY_OK)
        return tby_cli_fail("--tables", rc);
    if (!tby_db_ask_open(&v.ask, call, call->args[0], 50, &v.code)) {
        tby_tables_close(v.audit.tables.tables);
        return v.code;
    }
    v.stop = tby_cli_catch_interrupt();
    v.audit.store = v.ask.store;
    v.audit.filter = &v.ask.filter;
    v.audit.found = on_found;
    v.audit.progress = on_progress;
    v.audit.ctx = &v;
    tby_progress_start(&v.bar, "audit", "games");
    rc = tby_audit_run(&v.audit);
    tby_progress_end(&v.bar);
    int code =
        rc == TBY_OK || rc == TBY_DONE ? v.code : tby_db_ask_fail(&v.ask, rc);
    if (code == TBY_EXIT_OK && !call->json)
        printf("%sWon and not won: %llu; %llu of %llu games came to a position "
               "that a table has\n",
               v.audit.wrong ? "\n" : "", (unsigned long long)v.audit.wrong,
               (unsigned long long)v.audit.known,
               (unsigned long long)v.audit.games);
    if (code == TBY_EXIT_OK && (v.audit.wrong == 0 || atomic_load(v.stop)))
        code = TBY_EXIT_NO;
    tby_db_ask_close(&v.ask);
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&v.audit.tables));
}

const tby_cli_command tby_cmd_db_audit = {
    TBY_CLI_SYNOPSIS("db", "audit", "DB",
                     "list games whose result contradicts endgame tables"),
    .about =
        "Lists the games of the database DB in which a side had won by endgame "
        "tables and did not win, with the move that gave it away the last time "
        "and the best move instead; or that the position was won when the game "
        "ended, by agreement, on time or by a mistake in the record. The "
        "fifty-move counter counts: a cursed win is none.\n\n"
        "Positions of three men are always known, those of four if 'tabiya tb "
        "make' has made the tables, others up to seven men from Syzygy files. "
        "Games without a result are passed over. The conditions are those of "
        "'tabiya db games'.\n\n"
        "Ctrl-C ends it with what was found. The exit code is 1 if nothing "
        "was found or it was interrupted, and 3 if a table is damaged.",
    TBY_CLI_OPTIONS(TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
                    {"position", "POS", "comes to this position by any order"},
                    {"limit", "N", "games to show, 0 for all (default 50)"},
                    TBY_TB_TABLES),
    TBY_CLI_EXAMPLES({"tabiya db audit games.tdb --tables ~/syzygy --limit 0",
                      "all endings that were won and not won"},
                     {"tabiya db audit games.tdb --player 'Carlsen,M' --json",
                      "those of one player's games"}),
    .run = run,
};
