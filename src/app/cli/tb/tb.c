/* tb.c - tabiya tb probe, line, info and make: what endgame tables say, and
 * which there are. */
#include "app/cli/tb/cmd_tb.h"
#include "io/system/file.h"
#include "io/system/progress.h"
#include "io/system/thread.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct view {
    const tby_cli_call *call;
    tby_tables *tables;
    tby_cli_texts in;
} view;

int tby_cli_tb_fail(const tby_cli_text *text, tby_rc rc, const tby_pos *pos,
                    const char *fault)
{
    char name[TBY_TABLE_NAME_MAX] = "", sentence[200];
    size_t men = tby_table_name(pos, name);

    if (rc == TBY_E_TABLE_MISSING && men) {
        bool four = tby_endgame_table(pos) != TBY_NONE;
        snprintf(sentence, sizeof sentence,
                 "There is no endgame table of %s: %sname a folder of Syzygy "
                 "files with --tables.",
                 name, four ? "'tabiya tb make' computes it, or " : "");
        tby_cli_diag_at(text, 0, sentence, tby_rc_name(rc));
        return TBY_EXIT_NO;
    }
    if (rc == TBY_E_TABLE_MEN || !fault[0]) {
        tby_cli_diag_at(text, 0, tby_rc_text(rc), tby_rc_name(rc));
        return rc == TBY_E_TABLE_MEN ? TBY_EXIT_NO : tby_cli_exit_of(rc);
    }
    tby_cli_diag_file(fault, tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of_file(rc);
}

int tby_cli_tb_source(const tby_cli_call *call, tby_tables_source *out)
{
    const char *folders = tby_cli_value(call, "tables");

    *out = (tby_tables_source){.rc = TBY_OK};
    if (!folders && !getenv("TABIYA_TABLES"))
        return TBY_EXIT_OK;
    tby_rc rc = tby_tables_open(&out->tables, folders);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("--tables", rc);
}

int tby_cli_tb_source_close(tby_tables_source *s)
{
    tby_tables_close(s->tables);
    if (s->rc == TBY_OK)
        return TBY_EXIT_OK;
    tby_cli_diag_file(s->fault, tby_rc_text(s->rc), tby_rc_name(s->rc));
    return tby_cli_exit_of_file(s->rc);
}

static int show(view *v, const tby_tables_answer *a)
{
    char said[TBY_TB_TEXT], name[TBY_TABLE_NAME_MAX] = "";
    const tby_pos *pos = &v->in.line.pos;

    if (v->call->json) {
        tby_tables_json(tby_cli_json_object(), v->tables, pos, a);
        return tby_cli_json_object_end();
    }
    fputs(v->in.shown++ ? "\n" : "", stdout);
    tby_table_name(pos, name);
    if (tby_moves_count(pos) == 0)
        snprintf(said, sizeof said, "%s",
                 tby_pos_checkers(pos) ? "checkmate" : "stalemate");
    else
        tby_tables_text(a, pos->turn, said);
    printf("%s: %s\n", name, said);
    tby_print_table_moves(stdout, v->tables, pos);
    return TBY_EXIT_OK;
}

/* One optimal line: the first move of the list again and again. */
static int show_best_line(view *v, const tby_tables_answer *a)
{
    static tby_tables_move moves[TBY_MOVES_MAX];
    unsigned most = 20, plies = 0;
    tby_cli_out o;

    if (!tby_cli_number_of(v->call, "plies", 1, 1000, &most))
        return TBY_EXIT_USAGE;
    tby_pos p = v->in.line.pos;
    if (!tby_cli_has(v->call, "plies") && a->wdl != TBY_WDL_DRAW)
        most = 1000; /* to the end */
    tby_cli_out_open(&o, v->call, stdout, 0);
    tby_cli_out_cstr(&o, NULL, "verdict", tby_tables_verdict(a->wdl));
    tby_cli_out_array(&o, "line");
    for (; plies < most; plies++) {
        char san[TBY_SAN_MAX];
        size_t n = tby_tables_moves(v->tables, &p, moves);
        if (n == 0 || !moves[0].known)
            break;
        tby_san_write(&p, moves[0].move, san);
        if (o.w)
            tby_jsonw_cstr(o.w, san);
        else if (p.turn == TBY_WHITE || plies == 0)
            printf("%s%u%s %s", plies ? " " : "", p.fullmoves,
                   p.turn == TBY_WHITE ? "." : "...", san);
        else
            printf(" %s", san);
        tby_pos_play(&p, moves[0].move);
    }
    tby_cli_out_array_end(&o);
    tby_cli_out_print(&o, "\n");
    return tby_cli_out_close(&o);
}

/* The verb says what is shown. */
static int run(const tby_cli_call *call)
{
    bool line = strcmp(call->command->verb, "line") == 0;
    view v = {.call = call};
    tby_rc rc = tby_tables_open(&v.tables, tby_cli_value(call, "tables"));

    if (rc != TBY_OK)
        return tby_cli_fail("--tables", rc);
    tby_cli_texts_open(&v.in, call->args, call->n);
    while (tby_cli_next_line(&v.in)) {
        char fault[TBY_TABLES_FAULT];
        tby_tables_answer a;
        rc = tby_tables_probe(v.tables, &v.in.line.pos, &a, fault);
        tby_cli_texts_note(&v.in, rc == TBY_OK
                                      ? (line ? show_best_line : show)(&v, &a)
                                      : tby_cli_tb_fail(&v.in.text, rc,
                                                        &v.in.line.pos, fault));
    }
    tby_tables_close(v.tables);
    return tby_cli_texts_close(&v.in);
}

const tby_cli_command tby_cmd_tb_probe = {
    TBY_CLI_SYNOPSIS(
        "tb", "probe", "POS...",
        "show what endgame tables say about a position and its moves"),
    .about =
        "Shows who wins and how soon, and the same for every legal move, the "
        "best one first. The fifty-move counter of the position counts: a win "
        "that needs more is a cursed win, a loss that does a blessed loss.\n\n"
        "DTZ is the number of plies to the next capture, pawn move or mate "
        "with best play. Mate in n counts moves, without regard to the "
        "fifty-move rule.\n\n"
        "Positions of three men are computed on the spot. Those of four come "
        "from the tables that 'tabiya tb make' leaves in the cache, which "
        "know both exactly. All others, up to seven men, come from Syzygy "
        "files: these lack the moves to mate and round DTZ, so that it is "
        "given as 'at most'.\n\n"
        "The exit code is 1 if no table has the position.",
    TBY_CLI_OPTIONS(TBY_TB_TABLES),
    TBY_CLI_EXAMPLES(
        {"tabiya tb probe 8/8/8/4k3/8/8/3QK3/8 w - -", "mate in how many?"},
        {"tabiya --json tb probe - <endings.fen",
         "a line of JSON for each line"}),
    .run = run,
};

const tby_cli_command tby_cmd_tb_line = {
    TBY_CLI_SYNOPSIS("tb", "line", "POS...",
                     "show one line of best play by endgame tables"),
    .about = "Plays the first move that 'tabiya tb probe' lists, again and "
             "again: the shortest way to mate against the longest resistance "
             "where the moves to mate are known, otherwise by DTZ.",
    TBY_CLI_OPTIONS(
        TBY_TB_TABLES,
        {"plies", "N", "at most so many (default: to the end, 20 in a draw)"}),
    TBY_CLI_EXAMPLES({"tabiya tb line 8/8/8/4k3/8/8/3QK3/8 w - -", "to mate"}),
    .run = run,
};

typedef struct found {
    const char *kind; /* "own", "wdl", "dtz" */
    char path[TBY_TABLES_FAULT];
    uint64_t size;
    tby_rc rc;
} found;

/* Checks a file that is there; false: it is not. */
static bool look_at_file(const tby_tables *t, const char *cache, unsigned table,
                         int kind, bool check, found *out)
{
    static const char *const kinds[] = {"own", "wdl", "dtz"};
    char name[TBY_TABLE_NAME_MAX];
    tby_file_info info;
    tby_map map;

    *out = (found){.kind = kinds[kind]};
    snprintf(name, sizeof name, "%s.%s", tby_endgame_name(table),
             kind == 0   ? "tb"
             : kind == 1 ? "rtbw"
                         : "rtbz");
    if (kind) {
        if (!tby_tables_find(t, name, out->path, &out->size))
            return false;
        if (check && (out->rc = tby_map_open(&map, out->path)) == TBY_OK) {
            out->rc =
                tby_syzygy_check(tby_str_of(name), (tby_str){map.p, map.n});
            tby_map_close(&map);
        }
        return true;
    }
    snprintf(out->path, sizeof out->path, "%s/%s", cache ? cache : "", name);
    if (!cache || tby_file_look(out->path, &info) != TBY_OK)
        return false;
    out->size = info.size;
    if (check)
        out->rc = tby_tables_check_own(out->path, table);
    return true;
}

static int run_info(const tby_cli_call *call)
{
    bool check = tby_cli_has(call, "check");
    tby_tables *t = NULL;
    tby_rc rc = tby_tables_open(&t, tby_cli_value(call, "tables"));
    char *cache = tby_tables_cache();
    int code = TBY_EXIT_OK;
    unsigned count[3] = {0}, both = 0;
    uint64_t bytes[3] = {0};
    tby_cli_out o;

    if (rc != TBY_OK)
        return tby_cli_fail("--tables", rc);
    tby_cli_out_open(&o, call, stdout, 0);
    tby_cli_out_cstr(&o, NULL, "cache", cache);
    tby_cli_out_cstr(&o, NULL, "folders", tby_tables_folders(t));
    tby_cli_out_array(&o, "files");
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++) {
        bool any = i < TBY_ENDGAME_THREE;
        for (int kind = 0; kind < 3; kind++) {
            found f;
            if (!look_at_file(t, cache, i, kind, check, &f))
                continue;
            any |= kind < 2;
            count[kind]++;
            bytes[kind] += f.size;
            if (f.rc != TBY_OK) {
                tby_cli_diag_file(f.path, tby_rc_text(f.rc), tby_rc_name(f.rc));
                code = TBY_EXIT_MALFORMED;
            }
            tby_cli_out_object(&o, NULL);
            tby_cli_out_cstr(&o, NULL, "table", tby_endgame_name(i));
            tby_cli_out_cstr(&o, NULL, "kind", f.kind);
            tby_cli_out_u64(&o, NULL, "bytes", f.size);
            if (check)
                tby_cli_out_cstr(&o, NULL, "state", tby_rc_name(f.rc));
            tby_cli_out_object_end(&o);
        }
        both += any;
        if (!any && tby_cli_has(call, "missing"))
            tby_cli_out_print(&o, "missing: %s\n", tby_endgame_name(i));
    }
    tby_cli_out_array_end(&o);
    tby_cli_out_print(&o,
                      "Own tables:    %u of %d files, %" PRIu64 " bytes\n"
                      "Syzygy files:  %u WDL, %u DTZ of three and four men, "
                      "%" PRIu64 " bytes\n"
                      "Answered:      %u of %d endings of three and four men\n",
                      count[0], TBY_ENDGAME_TABLES, bytes[0], count[1],
                      count[2], bytes[1] + bytes[2], both, TBY_ENDGAME_TABLES);
    code = tby_cli_worse_exit(code, tby_cli_out_close(&o));
    tby_path_free(cache);
    tby_tables_close(t);
    return code;
}

const tby_cli_command tby_cmd_tb_info = {
    TBY_CLI_SYNOPSIS("tb", "info", "",
                     "say which endgame tables are found, and check them"),
    .about = "Counts the tables of three and four men that are found: those "
             "that 'tabiya tb make' left in the cache, and Syzygy files. "
             "Endings of three men are always answered, because their tables "
             "are computed when they are asked for. The exit code is 3 if "
             "--check finds a damaged file, which is named.",
    TBY_CLI_OPTIONS(TBY_TB_TABLES,
                    {"check", NULL, "read every file and check its sum"},
                    {"missing", NULL, "list the endings that no table has"}),
    TBY_CLI_EXAMPLES(
        {"tabiya tb info --tables ~/syzygy --check", "are all files sound?"}),
    .run = run_info,
};

static void progress(void *ctx, uint64_t done, uint64_t total)
{
    tby_progress_update(ctx, done, total, done / 1000000);
}

static int run_make(const tby_cli_call *call)
{
    unsigned threads = tby_cpu_count() < 4 ? tby_cpu_count() : 4;
    tby_progress bar;
    tby_tables_make m = {.progress = progress, .ctx = &bar};
    uint64_t bytes = 0;
    unsigned made = 0, files = 0;

    if (!tby_cli_number_of(call, "threads", 1, 4, &threads))
        return TBY_EXIT_USAGE;

    /* The tables that are named, all if none is. */
    m.wanted = call->n ? 0 : ((uint64_t)1 << TBY_ENDGAME_TABLES) - 1;
    for (size_t i = 0; i < call->n; i++) {
        unsigned t = 0;
        while (t < TBY_ENDGAME_TABLES &&
               strcmp(call->args[i], tby_endgame_name(t)) != 0)
            t++;
        if (t == TBY_ENDGAME_TABLES)
            return TBY_CLI_USAGE(
                call, "'%s' is no table of three or four men such as KQvKR",
                call->args[i]);
        m.wanted |= (uint64_t)1 << t;
    }

    char *cache = tby_tables_cache();
    if (!cache)
        return TBY_CLI_USAGE(call, "there is no home: set XDG_CACHE_HOME");
    m.cache = cache;
    m.threads = threads;
    m.stop = tby_cli_catch_interrupt();
    tby_progress_start(&bar, "endgame tables", "million positions");
    tby_rc rc = tby_tables_run(&m);
    tby_progress_end(&bar);
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        if (m.wanted >> i & 1) {
            files += m.bytes[i] > 0;
            bytes += m.bytes[i];
            made += (m.made >> i & 1) != 0;
        }
    int code = rc == TBY_OK     ? TBY_EXIT_OK
               : rc == TBY_DONE ? TBY_EXIT_NO
                                : tby_cli_fail(cache, rc);
    tby_cli_out o;
    tby_cli_out_open(&o, call, stdout, 0);
    tby_cli_out_u64(&o, NULL, "made", made);
    tby_cli_out_u64(&o, NULL, "files", files);
    tby_cli_out_u64(&o, NULL, "bytes", bytes);
    tby_cli_out_print(&o, "%u table%s made, %u there, %" PRIu64 " bytes\n",
                      made, made == 1 ? "" : "s", files, bytes);
    code = tby_cli_worse_exit(code, tby_cli_out_close(&o));
    tby_path_free(cache);
    return code;
}

const tby_cli_command tby_cmd_tb_make = {
    TBY_CLI_SYNOPSIS("tb", "make", "[TABLE...]",
                     "compute the endgame tables of three and four men"),
    .about =
        "Computes tables with who wins, the moves to mate and DTZ, by going "
        "backwards from mate, into $XDG_CACHE_HOME/tabiya/tb (or "
        "~/.cache/tabiya/tb). All 35 take 35 MB. What is there already and "
        "sound is kept, so that after Ctrl-C it goes on where it stopped.",
    TBY_CLI_OPTIONS(
        {"threads", "N", "how many tables at the same time, up to 4"}),
    TBY_CLI_EXAMPLES({"tabiya tb make", "all 35, in a minute or less"},
                     {"tabiya tb make KBNvK KQvKR", "these two"}),
    .run = run_make,
};
